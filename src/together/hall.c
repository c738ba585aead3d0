/* Who comes to which table, and what they say. */
#include "together/inside.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

enum {
    MESSAGE_LIMIT = 1024,
    PAGE_ROWS = 1024,
    TABLE_ROWS = 4096,
    TABLE_LIMIT = 10000,
    OPEN_LIMIT = 20,  /* an address, in an hour */
    WRONG_LIMIT = 10, /* tokens of an address, in a minute */
    CALLER_LIMIT = 1024,
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    KEPT = 10 * MINUTE, /* a table at which nobody is */
    REST = SECOND
};

/* What an address has done too often. Of too many the one that was heard longest ago goes. */
struct caller {
    char address[ADDRESS_BYTES];
    int64_t heard, wrong_since, silent_until, opened_since;
    int wrong, opened;
};

/* A course that pages may choose, read once for all tables on it. */
struct shipped {
    char *name;
    struct course course;
};

struct hall {
    struct hall_options options; /* first: hall_options */
    struct shipped *shipped;
    int shipped_count, shipped_capacity;
    struct guest *pages[PAGE_ROWS];
    struct race_table *tables[TABLE_ROWS]; /* by their codes */
    struct race_table *awake;              /* those with something to do by themselves */
    int table_count;
    int64_t swept;
    bool unsure;         /* whether there is the table that was looked for last */
    struct error unread; /* why it cannot be read, if it is there */
    struct caller *callers;
    int caller_count, caller_capacity;
};

struct hall *hall_create(const struct hall_options *options)
{
    struct hall *hall = memory_allocate(1, sizeof *hall);
    hall->options = *options;
    return hall;
}

void hall_free(struct hall *hall)
{
    for (int i = 0; i < PAGE_ROWS; i++)
        while (hall->pages[i])
            hall_page_goes(hall, hall->pages[i]->id);
    for (int i = 0; i < TABLE_ROWS; i++)
        for (struct race_table *table = hall->tables[i], *next; table; table = next) {
            next = table->next_in_hall;
            table_free(table);
        }
    for (int i = 0; i < hall->shipped_count; i++) {
        free(hall->shipped[i].name);
        course_release(hall->shipped[i].course);
    }
    free(hall->shipped);
    free(hall->callers);
    free(hall);
}

/* --- tables ----------------------------------------------------------------------------------- */

/* The alphabet has at most 32 letters; what does not fit in evenly is drawn again. */
void hall_draw(char *into, int count, const char *alphabet)
{
    int letters = (int)strlen(alphabet), drawn = 0;
    while (drawn < count) {
        unsigned char bytes[32];
        file_draw_secret(bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes && drawn < count; i++)
            if (bytes[i] < 256 / letters * letters)
                into[drawn++] = alphabet[bytes[i] % letters];
    }
    into[count] = '\0';
}

static struct race_table **table_row(struct hall *hall, const char *code)
{
    return &hall->tables[hash_bytes(HASH_START, code, strlen(code)) % TABLE_ROWS];
}

void hall_wake(struct hall *hall, struct race_table *table)
{
    if (table->awake)
        return;
    table->awake = true;
    table->next_awake = hall->awake;
    hall->awake = table;
}

static struct race_table *add_table(struct hall *hall, struct session *session, struct log *log,
                                    int clock)
{
    struct race_table *table = table_make(hall, session, log, clock);
    if (log_is_shared(log))
        session_leave_lines(session);
    struct race_table **row = table_row(hall, table_code(table));
    table->next_in_hall = *row;
    *row = table;
    hall->table_count++;
    hall_wake(hall, table);
    return table;
}

static struct race_table *find_here(struct hall *hall, const char *code)
{
    struct race_table *table = *table_row(hall, code);
    while (table && strcmp(table_code(table), code) != 0)
        table = table->next_in_hall;
    return table;
}

static void draw_code(struct hall *hall, char code[LOG_CODE_LETTERS + 1])
{
    do
        hall_draw(code, LOG_CODE_LETTERS, LOG_CODE_ALPHABET);
    while (find_here(hall, code) || log_is_there(hall->options.keeper, code) == LOG_THERE);
}

struct race_table *hall_begin(struct hall *hall, struct session *session, const char *path,
                              int clock, struct error *error)
{
    char code[LOG_CODE_LETTERS + 1];
    draw_code(hall, code);
    struct log *log = log_begin(hall->options.keeper, code, path, session, error);
    if (log == NULL) {
        session_free(session);
        return NULL;
    }
    return add_table(hall, session, log, clock);
}

static void take_seat_lines(struct race_table *table, const struct text *lines)
{
    for (const char *line = text_string(lines), *end; *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        table_take_seat_line(table, line, (size_t)(end - line));
        if (*end == '\0')
            break;
    }
}

static struct race_table *open_table(struct hall *hall, const char *code, const char *path,
                                     int clock, struct error *error)
{
    struct session *session;
    struct text seats = {0};
    struct log *log = log_open(hall->options.keeper, code, path, &session, &seats, error);
    struct race_table *table = log ? add_table(hall, session, log, clock) : NULL;
    if (table && log_is_shared(log))
        table->driven_at = -1;
    if (table)
        take_seat_lines(table, &seats);
    text_free(&seats);
    return table;
}

struct race_table *hall_show(struct hall *hall, struct session *session, int clock,
                             struct error *error)
{
    char code[LOG_CODE_LETTERS + 1];
    struct text seats = {0};
    draw_code(hall, code);
    struct log *log = log_join(hall->options.keeper, code, session, &seats, error);
    struct race_table *table = log ? add_table(hall, session, log, clock) : NULL;
    if (table) {
        table->shown = true;
        take_seat_lines(table, &seats);
    }
    text_free(&seats);
    return table;
}

void hall_end(struct hall *hall, struct race_table *table)
{
    struct race_table **at = table_row(hall, table_code(table));
    while (*at != table)
        at = &(*at)->next_in_hall;
    *at = table->next_in_hall;
    hall->table_count--;
    for (at = &hall->awake; *at && *at != table;)
        at = &(*at)->next_awake;
    if (*at)
        *at = table->next_awake;
    while (table->pages)
        page_send_again(table->pages);
    log_end(table->log, table->session);
    table->log = NULL;
    table_free(table);
}

struct race_table *hall_go_on(struct hall *hall, const char *path, int clock, struct error *error)
{
    char code[LOG_CODE_LETTERS + 1];
    draw_code(hall, code);
    return open_table(hall, code, path, clock, error);
}

struct race_table *hall_find(struct hall *hall, const char *code)
{
    hall->unsure = false;
    hall->unread = (struct error){0};
    if (strlen(code) != LOG_CODE_LETTERS || strspn(code, LOG_CODE_ALPHABET) != LOG_CODE_LETTERS)
        return NULL;
    struct race_table *table = find_here(hall, code);
    enum log_presence there = table ? LOG_THERE : log_is_there(hall->options.keeper, code);
    if (table == NULL && there == LOG_THERE)
        table = open_table(hall, code, NULL, 0, &hall->unread);
    hall->unsure = table == NULL && there != LOG_ABSENT;
    return table;
}

/* --- pages ------------------------------------------------------------------------------------ */

static struct guest **row_of(struct hall *hall, uint64_t id)
{
    struct guest **at = &hall->pages[id % PAGE_ROWS];
    while (*at && (*at)->id != id)
        at = &(*at)->next_in_hall;
    return at;
}

void hall_page_comes(struct hall *hall, uint64_t id, const char *address)
{
    struct guest **row = row_of(hall, id);
    struct guest *page = memory_allocate(1, sizeof *page);
    page->id = id;
    snprintf(page->address, sizeof page->address, "%s", address);
    *row = page;
}

static void leave_table(struct guest *page)
{
    struct race_table *table = page->table;
    if (table == NULL)
        return;
    struct guest **at = &table->pages;
    while (*at != page)
        at = &(*at)->next;
    *at = page->next;
    if (page->seat > 0)
        seat_at(table, page->seat)->page = NULL;
    page->table = NULL;
    page->seat = 0;
}

void hall_page_goes(struct hall *hall, uint64_t id)
{
    struct guest **row = row_of(hall, id);
    struct guest *page = *row;
    if (page == NULL)
        return;
    struct race_table *table = page->table;
    bool sat = page->seat > 0;
    leave_table(page);
    *row = page->next_in_hall;
    json_decref(page->expected);
    free(page);
    if (sat)
        tell_coming(table);
}

void page_send_again(struct guest *page)
{
    const struct hall_options *options = hall_options(page->table->hall);
    leave_table(page);
    options->close(options->data, page->id, HALL_COME_AGAIN);
}

/* At a seat, or to look on (0). Who else was at that seat is sent away. */
static void come_to(struct guest *page, struct race_table *table, int seat)
{
    leave_table(page);
    struct guest *other = seat > 0 ? seat_at(table, seat)->page : NULL;
    if (other) {
        const struct hall_options *options = hall_options(table->hall);
        leave_table(other);
        options->close(options->data, other->id, HALL_CLOSED_ELSEWHERE);
    }
    page->table = table;
    page->seat = seat;
    page->next = table->pages;
    table->pages = page;
    if (seat > 0)
        seat_at(table, seat)->page = page;
}

static struct caller *caller_of(struct hall *hall, const char *address, int64_t now)
{
    struct caller *oldest = NULL;
    for (int i = 0; i < hall->caller_count; i++) {
        struct caller *caller = &hall->callers[i];
        if (strcmp(caller->address, address) == 0) {
            caller->heard = now;
            return caller;
        }
        if (oldest == NULL || caller->heard < oldest->heard)
            oldest = caller;
    }
    if (hall->caller_count < CALLER_LIMIT) {
        array_add(hall->callers, hall->caller_count, hall->caller_capacity, (struct caller){0});
        oldest = &hall->callers[hall->caller_count - 1];
    }
    *oldest = (struct caller){.heard = now};
    strcpy(oldest->address, address);
    return oldest;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* What a page has said, and the answer as far as it goes. */
struct message {
    struct hall *hall;
    struct guest *page;
    const json_t *object, *value; /* the value is that of the key that says what is asked */
    int64_t now;
    struct text *into;
    struct error *error;
    bool late, silent;
    struct race_table *came; /* whose pages are to be told of somebody */
};

/* False and the error, so that whoever asks for a seat or a table hears of what is missing. */
static bool need_table(const struct message *message)
{
    return message->page->table != NULL ||
           error_set(message->error, "this page is at no table: join or watch one first");
}

static bool need_seat(const struct message *message)
{
    return need_table(message) && (message->page->seat > 0 ||
                                   error_set(message->error, "this page looks on and has no seat"));
}

static bool find_table(const struct message *message, struct race_table **into)
{
    const char *code = json_string_value(message->value);
    *into = code ? hall_find(message->hall, code) : NULL;
    if (code && message->hall->unsure)
        return error_set(message->error, "%s",
                         message->hall->unread.text[0]
                             ? message->hall->unread.text
                             : "the tables cannot be read now: try again");
    return *into || error_set(message->error,
                              "there is no table of that code: it has five letters, as KRTZB");
}

/* Whoever has come to a table of other hosts sees all that is there, even where the broker was away
 * and has not told it yet. Thousands may come at once, and it is not asked where it tells all. */
static void look_after(struct race_table *table)
{
    if (log_is_behind(hall_options(table->hall)->keeper) && !table_catch_up(table, false))
        return;
    table->ahead = table->resting = false;
    log_leave_version(table->log);
    hall_wake(table->hall, table);
}

/* What a page is told that has come to a table. */
static void welcome(struct message *message)
{
    const struct guest *page = message->page;
    if (page->seat > 0) {
        json_text_key_integer(message->into, "seat", page->seat);
        json_text_key_string(message->into, "token", seat_at(page->table, page->seat)->token);
        message->came = page->table;
    }
    if (page->table->ahead)
        look_after(page->table);
    tell_table(page->table, message->into);
    page->table->asked = message->now;
}

static bool answer_join(struct message *message)
{
    struct race_table *table;
    const char *name = json_string_value(json_object_get(message->object, "name"));
    if (!find_table(message, &table))
        return false;
    if (message->page->seat > 0)
        return error_set(message->error, "this page has a seat already: leave that first");
    int seat, seats = seat_limit(table);
    enum log_verdict verdict = LOG_BEHIND;
    do {
        for (seat = 1; seat <= seats && !table_is_free(table, seat); seat++)
            ;
        if (seat > seats)
            return error_set(message->error, "no seat is free at this table; it can be watched");
        verdict = table_give_seat(table, seat, name, message->error);
        if (verdict == LOG_BEHIND)
            table_catch_up(table, true);
    } while (verdict == LOG_BEHIND);
    if (verdict != LOG_DONE)
        return false;
    come_to(message->page, table, seat);
    welcome(message);
    return true;
}

static bool answer_watch(struct message *message)
{
    struct race_table *table;
    if (!find_table(message, &table))
        return false;
    if (message->page->seat > 0)
        return error_set(message->error, "this page has a seat already: leave that first");
    come_to(message->page, table, 0);
    welcome(message);
    return true;
}

static bool is_silenced(const struct message *message)
{
    const struct caller *caller = caller_of(message->hall, message->page->address, message->now);
    return message->now < caller->silent_until;
}

/* A right one is heard at any time: whoever shares an address with somebody who guesses must not
 * notice. */
static bool refuse_token(struct message *message)
{
    struct caller *caller = caller_of(message->hall, message->page->address, message->now);
    message->silent = is_silenced(message);
    if (caller->wrong == 0 || message->now - caller->wrong_since >= MINUTE) {
        caller->wrong = 0;
        caller->wrong_since = message->now;
    }
    if (!message->silent && ++caller->wrong >= WRONG_LIMIT) {
        caller->wrong = 0;
        caller->silent_until = message->now + MINUTE;
    }
    return error_set(message->error, "no seat has this token (any more): join again");
}

static bool answer_token(struct message *message)
{
    const char *token = json_string_value(message->value);
    char code[LOG_CODE_LETTERS + 1] = "";
    if (token && strlen(token) == TOKEN_LETTERS)
        memcpy(code, token, LOG_CODE_LETTERS);
    struct race_table *table = hall_find(message->hall, code);
    int seat = table ? table_seat_of(table, token) : 0;
    /* Another host may have given it, who is not heard of yet. */
    if (table && seat == 0 && !is_silenced(message)) {
        bool read = table_catch_up(table, false);
        seat = table_seat_of(table, token);
        message->hall->unsure = !read && seat == 0;
    }
    if (message->hall->unsure) { /* it may well be right: whoever was refused would forget it */
        const struct hall_options *options = hall_options(message->hall);
        options->close(options->data, message->page->id, HALL_TRY_LATER);
        message->silent = true;
        return false;
    }
    if (seat == 0)
        return refuse_token(message);
    come_to(message->page, table, seat);
    welcome(message);
    return true;
}

static bool answer_do(struct message *message)
{
    const json_t *seen = json_object_get(message->object, "n");
    struct guest *page = message->page;
    if (!need_seat(message))
        return false;
    if (!json_is_string(message->value))
        return error_set(message->error, "\"do\" is an action, as \"12,9\"");
    if (!json_is_integer(seen))
        return error_set(message->error, "\"n\" is needed: how many lines this page has seen");
    if (!table_do(page->table, page->seat, json_string_value(message->value),
                  json_integer_value(seen), &message->late, message->error))
        return false;
    return true;
}

static bool find_owing(const struct message *message, int cars[CAR_LIMIT])
{
    const struct race_table *table = message->page->table;
    return table_owing(table, class_acts_for(table, message->page->seat), cars) > 0 ||
           error_set(message->error, "it is not your turn");
}

static bool answer_try(struct message *message)
{
    if (!need_seat(message))
        return false;
    const struct race *race = session_race(message->page->table->session);
    int cars[CAR_LIMIT];
    if (race->game->append_try == NULL)
        return error_set(message->error, "%s has nothing to try: its moves say what they come to",
                         race->game->title);
    if (!json_is_string(message->value))
        return error_set(message->error, "\"try\" is an action");
    if (!find_owing(message, cars))
        return false;
    struct race *copy = race_copy_for(race, cars[0], 1);
    bool tried = race->game->append_try(copy, cars[0], json_string_value(message->value),
                                        message->into, message->error);
    race->game->free(copy);
    return tried;
}

/* The first moves from one of the start points, where there are too many for a view. */
static bool answer_moves(struct message *message)
{
    const char *from = json_string_value(message->value);
    int cars[CAR_LIMIT];
    if (!need_seat(message))
        return false;
    if (from == NULL)
        return error_set(message->error, "\"moves\" is a start point, as \"7,3\"");
    if (!find_owing(message, cars))
        return false;
    struct text rest = {0};
    text_append_format(&rest, "FROM %s", from);
    struct race *copy = race_copy_for(session_race(message->page->table->session), cars[0], 1);
    bool listed = copy->game->append_moves(copy, cars[0], rest.data, message->into, message->error);
    copy->game->free(copy);
    text_free(&rest);
    return listed;
}

/* Whoever sits at the window decides; where nobody looks after the table, whoever plays alone may
 * take back. */
static bool answer_undo(struct message *message)
{
    if (!json_is_true(message->value))
        return error_set(message->error, "\"undo\" is true or not there");
    if (!need_seat(message))
        return false;
    struct race_table *table = message->page->table;
    if (table->shown) {
        table->undo_asked = message->page->seat;
        return session_can_undo(table->session) ||
               error_set(message->error, "there is nothing to take back");
    }
    for (int seat = 1; seat <= seat_limit(table); seat++)
        if (seat_at(table, seat)->taken && seat != message->page->seat)
            return error_set(message->error, "somebody else has a seat: nothing is taken back");
    if (!table_undo(table, message->error))
        return false;
    return true;
}

static bool answer_leave(struct message *message)
{
    if (!json_is_true(message->value))
        return error_set(message->error, "\"leave\" is true or not there");
    if (!need_seat(message) ||
        !table_free_seat(message->page->table, message->page->seat, message->error))
        return false;
    message->came = message->page->table;
    return true;
}

static bool answer_answer(struct message *message)
{
    const json_t *question = json_object_get(message->object, "question");
    return need_seat(message) &&
           class_take_answer(message->page->table, message->page->seat,
                             json_integer_value(question), message->value, message->error);
}

/* --- open ------------------------------------------------------------------------------------- */

static bool read_number(const json_t *object, const char *key, int least, int most, int *into,
                        struct error *error)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL)
        return true;
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < least || number > most)
        return error_set(error, "\"%s\" must be a number from %d to %d", key, least, most);
    *into = (int)number;
    return true;
}

static bool read_rules(const json_t *object, struct setup *setup, struct error *error)
{
    const json_t *rules = json_object_get(object, "rules");
    const json_t *set = json_object_get(object, "set");
    const char *key, *name = json_string_value(rules);
    json_t *value;
    if (set && !json_is_object(set))
        return error_set(error, "\"set\" is an object of rules and their values");
    if (rules) {
        int preset = name ? fields_find_preset(setup->game->table, name) : -1;
        if (preset < 0)
            return error_set(error, "\"rules\" is no preset of %s", setup->game->title);
        struct setup anew = setup_from_preset(setup->game, preset);
        anew.course = setup->course;
        *setup = anew;
    }
    json_object_foreach((json_t *)(size_t)set, key,
                        value) if (!session_rule_from_json(setup, key, value, error)) return false;
    return true;
}

static bool read_drivers(const json_t *object, const struct setup *setup, struct player *players,
                         struct error *error)
{
    const char *key;
    json_t *value, *drivers = json_object_get(object, "drivers");
    if (drivers && !json_is_object(drivers))
        return error_set(error, "\"drivers\" is an object of players and their drivers");
    json_object_foreach(drivers, key, value)
    {
        int64_t player;
        const char *name = json_string_value(value);
        if (!number_is_integer(key, 1, setup->players, &player) || name == NULL)
            return error_set(error, "\"drivers\" are players from 1 to %d with a driver each",
                             setup->players);
        if (driver_find_level(setup->game, name) < 0)
            return error_set(error, "\"%.40s\" is no computer driver of %s", name,
                             setup->game->title);
        strcpy(players[player - 1].driver, name);
    }
    return true;
}

static struct course find_course(struct hall *hall, const char *name, struct error *error)
{
    for (int i = 0; i < hall->shipped_count; i++)
        if (strcmp(hall->shipped[i].name, name) == 0)
            return course_retain(hall->shipped[i].course);
    struct shipped read = {.course = hall->options.find_course(name, error)};
    if (read.course.body == NULL)
        return read.course;
    read.name = memory_copy_string(name);
    array_add(hall->shipped, hall->shipped_count, hall->shipped_capacity, read);
    return course_retain(read.course);
}

/* The course is to be released by the caller, whatever comes of it. */
static struct session *read_opened(const struct message *message, struct setup *setup, int *clock)
{
    struct error *error = message->error;
    const char *track = json_string_value(json_object_get(message->value, "track"));
    struct player players[PLAYER_LIMIT] = {0};
    if (track == NULL) {
        error_set(error, "\"track\" is needed: the name of a shipped one");
        return NULL;
    }
    struct course course = find_course(message->hall, track, error);
    if (course.body == NULL)
        return NULL;
    *setup = setup_for_course(course);
    setup->players = 2;
    for (int i = 0; i < PLAYER_LIMIT; i++) {
        snprintf(players[i].name, sizeof players[i].name, "Player %d", i + 1);
        players[i].pen = i % PEN_COUNT + 1;
        strcpy(players[i].driver, "human");
    }
    int count = 2;
    if (!read_rules(message->value, setup, error) ||
        !read_number(message->value, "players", 1, PLAYER_LIMIT, &count, error) ||
        !read_number(message->value, "clock", 0, HALL_CLOCK_MOST, clock, error))
        return NULL;
    if (*clock > 0 && *clock < HALL_CLOCK_LEAST) {
        error_set(error, "\"clock\" is 0 or at least %d seconds", HALL_CLOCK_LEAST);
        return NULL;
    }
    setup->players = count;
    file_draw_secret((unsigned char *)&setup->seed, sizeof setup->seed);
    if (!read_drivers(message->value, setup, players, error))
        return NULL;
    return session_begin(setup, players, (struct allow){.undo = true, .hints = true}, error);
}

static bool answer_open(struct message *message)
{
    struct hall *hall = message->hall;
    struct caller *caller = caller_of(hall, message->page->address, message->now);
    int clock = 0;
    if (!hall->options.open)
        return error_set(message->error, "this host opens no tables");
    if (!json_is_object(message->value))
        return error_set(message->error, "\"open\" is an object with at least a \"track\"");
    if (hall->table_count >= TABLE_LIMIT)
        return error_set(message->error, "this host has as many tables as it may");
    if (caller->opened == 0 || message->now - caller->opened_since >= HOUR) {
        caller->opened = 0;
        caller->opened_since = message->now;
    }
    if (caller->opened >= OPEN_LIMIT)
        return error_set(message->error, "at most %d tables an hour: try again later", OPEN_LIMIT);
    struct setup setup = {0};
    struct session *session = read_opened(message, &setup, &clock);
    course_release(setup.course);
    struct race_table *table =
        session ? hall_begin(hall, session, NULL, clock, message->error) : NULL;
    if (table == NULL)
        return false;
    caller->opened++;
    table->asked = message->now;
    tell_table(table, message->into);
    return true;
}

/* --- messages --------------------------------------------------------------------------------- */

static const struct {
    const char *key;
    bool (*answer)(struct message *message);
    bool shows; /* the race is shown behind the answer */
} requests[] = {
    {"join", answer_join, true},    {"open", answer_open, false},     {"token", answer_token, true},
    {"watch", answer_watch, true},  {"do", answer_do, false},         {"try", answer_try, false},
    {"moves", answer_moves, false}, {"answer", answer_answer, false}, {"undo", answer_undo, false},
    {"leave", answer_leave, false},
};
enum { REQUESTS = sizeof requests / sizeof *requests };

static void open_answer(const json_t *id, bool ok, struct text *into)
{
    json_text_open(into, '{');
    if (json_is_integer(id))
        json_text_key_integer(into, "id", json_integer_value(id));
    json_text_key(into, "ok");
    json_text_boolean(into, ok);
}

static void refuse(const struct message *message, const json_t *id)
{
    text_clear(message->into);
    open_answer(id, false, message->into);
    json_text_key_string(message->into, "error", message->error->text);
    if (message->error->column > 0)
        json_text_key_integer(message->into, "at", message->error->column);
    if (message->late) {
        json_text_key(message->into, "late");
        json_text_boolean(message->into, true);
    }
    json_text_close(message->into, '}');
}

static int find_request(const json_t *object, const json_t **value)
{
    int which = 0;
    while (which < REQUESTS && !(*value = json_object_get(object, requests[which].key)))
        which++;
    return which;
}

static void answer(struct message *message)
{
    const json_t *id = json_object_get(message->object, "id");
    int which = find_request(message->object, &message->value);
    bool done = false;
    if (!json_is_integer(id))
        error_set(message->error, "\"id\" is needed: a whole number, which the answer repeats");
    else if (which == REQUESTS)
        error_set(message->error, "nothing is asked: join, open, token, watch, do, try, answer, "
                                  "undo or leave");
    else {
        open_answer(id, true, message->into);
        done = requests[which].answer(message);
    }
    if (done)
        json_text_close(message->into, '}');
    else
        refuse(message, id);
    if (!message->silent)
        page_send(message->hall, message->page, message->into);
    if (done && requests[which].shows) {
        text_clear(message->into);
        tell_newcomer(message->page, message->now, message->into);
        class_tell_question(message->page->table, message->page);
    }
    if (message->came)
        tell_coming(message->came);
    if (message->page->table && message->page->table->untold)
        tell_line(message->page->table, message->now);
}

void hall_expect(struct hall *hall, uint64_t id, const char *bytes, size_t length)
{
    struct guest *page = *row_of(hall, id);
    struct race_table *table = page ? page->table : NULL;
    struct error ignored = {0};
    const json_t *value = NULL;
    if (table == NULL || table->expected || !log_is_shared(table->log) || length > MESSAGE_LIMIT)
        return;
    table->expected = true;
    json_t *object = json_file_parse(bytes, length, &ignored);
    json_decref(page->expected);
    page->expected = object;
    page->expected_bytes = bytes;
    int which = find_request(object, &value);
    const json_t *n = json_object_get(object, "n");
    if (which < REQUESTS && requests[which].answer == answer_do && page->seat > 0 &&
        json_is_string(value) && json_is_integer(n) &&
        json_is_integer(json_object_get(object, "id")))
        table_expect(table, page->seat, json_string_value(value), json_integer_value(n));
}

void hall_hear(struct hall *hall, uint64_t id, const char *bytes, size_t length, int64_t now)
{
    struct guest *page = *row_of(hall, id);
    struct text into = {0};
    struct error error = {0};
    struct message message = {
        .hall = hall, .page = page, .now = now, .into = &into, .error = &error};
    if (page == NULL)
        return; /* it was sent away, and this was on its way */
    bool known = page->expected && page->expected_bytes == bytes;
    json_t *object = known                     ? page->expected
                     : length <= MESSAGE_LIMIT ? json_file_parse(bytes, length, &error)
                                               : NULL;
    if (known)
        page->expected = NULL;
    if (length > MESSAGE_LIMIT)
        error_set(&error, "a message has at most %d bytes", MESSAGE_LIMIT);
    else if (object && !json_is_object(object))
        error_set(&error, "a message is an object");
    message.object = object;
    if (page->table) {
        page->table->expected = false;
        table_look_at_window(page->table);
    }
    if (json_is_object(object))
        answer(&message);
    else {
        refuse(&message, NULL);
        page_send(hall, page, &into);
    }
    if (page->table)
        page->table->asked = now;
    json_decref(object);
    text_free(&into);
}

/* --- by itself -------------------------------------------------------------------------------- */

/* A table at which nobody has been for long is read again when somebody asks. */
static bool may_go(const struct race_table *table, int64_t now)
{
    return table->pages == NULL && !table->awake && log_can_open_again(table->log) &&
           now - table->asked > KEPT;
}

static void sweep(struct hall *hall, int64_t now)
{
    hall->swept = now;
    for (int i = 0; i < TABLE_ROWS; i++)
        for (struct race_table **at = &hall->tables[i], *table; (table = *at);)
            if (may_go(table, now)) {
                *at = table->next_in_hall;
                hall->table_count--;
                table_free(table);
            } else
                at = &table->next_in_hall;
}

/* A table that is begun at another host: when its pages have to come to this one, it is there. To
 * read many in the order of all lines costs less than one of them by itself. */
static struct race_table *read_ahead(struct hall *hall, const struct broker_line *line)
{
    struct session *session;
    struct log *log = hall->table_count < TABLE_LIMIT
                          ? log_read_ahead(hall->options.keeper, line, &session)
                          : NULL;
    struct race_table *table = log ? add_table(hall, session, log, 0) : NULL;
    if (table)
        table->ahead = true;
    return table;
}

static void hear_others(struct hall *hall, int64_t now)
{
    struct broker_line line;
    while (log_next(hall->options.keeper, &line)) {
        struct race_table *table = find_here(hall, line.code);
        if (table == NULL)
            table = read_ahead(hall, &line);
        else
            table_take_line(table, &line);
        if (table)
            table->asked = now;
        if (table && table->untold)
            tell_line(table, now);
        if (table && line.list == LOG_SEATS)
            tell_coming(table);
        if (table && !table->shown)
            session_let_go(table->session); /* thousands of lines may come at once */
        text_free(&line.text);
    }
}

int hall_tick(struct hall *hall, int64_t now)
{
    int64_t rest = REST;
    hear_others(hall, now);
    for (struct race_table *table = hall->awake; table; table = table->next_awake) {
        table_look_at_window(table);
        if (table_drive(table, now))
            rest = 0;
        if (table->untold)
            tell_line(table, now);
        if (table->driven_at > now && table->driven_at - now < rest)
            rest = table->driven_at - now;
        int64_t left = table->resting ? -1 : table_left(table, now);
        if (left >= 0 && left < rest)
            rest = left;
    }
    if (now - hall->swept >= REST)
        sweep(hall, now);
    return (int)rest;
}

/* Who rests is not looked at again before a line comes; what a window does comes as none. */
void hall_settle(struct hall *hall)
{
    for (struct race_table **at = &hall->awake, *table; (table = *at);) {
        if (table->unsettled)
            session_keep_flush(table->session);
        table->unsettled = false;
        if (!table->shown)
            session_let_go(table->session);
        table->awake = !table->resting || table->shown;
        if (table->awake)
            at = &table->next_awake;
        else
            *at = table->next_awake;
    }
}
