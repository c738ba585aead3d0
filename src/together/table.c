/* A table: a race whose lines are kept by a log, who has which of its seats, and a class at it:
 * pupils, votes for a car, questions to all of them. What a question is about is known to whoever
 * asks it and to the page alone. */
#include "together/inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum {
    OTHERS_FIRST = 300, /* milliseconds: the host whose page has acted drives at once */
    TRIES = 16          /* against who is faster */
};

static const struct game *game_of(const struct race_table *table)
{
    return session_setup(table->session)->game;
}

/* --- seats ------------------------------------------------------------------------------------ */

bool table_is_free(const struct race_table *table, int seat)
{
    if (seat > PLAYER_LIMIT)
        return !seat_at(table, seat)->taken;
    return !table->voting && seat <= session_setup(table->session)->players &&
           driver_is_human(session_player(table->session, seat)->driver) &&
           !seat_at(table, seat)->taken && !seat_at(table, seat)->kept;
}

int table_seat_of(const struct race_table *table, const char *token)
{
    int found = 0;
    char padded[TOKEN_LETTERS + 1] = "";
    if (strlen(token) == TOKEN_LETTERS)
        memcpy(padded, token, sizeof padded);
    for (int seat = 1; seat <= seat_limit(table); seat++) {
        const struct seat *at = seat_at(table, seat);
        unsigned differs = !at->taken;
        for (int i = 0; i < TOKEN_LETTERS; i++)
            differs |= (unsigned char)(at->token[i] ^ padded[i]);
        found = differs ? found : seat;
    }
    return found;
}

static bool is_named(const struct race_table *table, const char *name, int but)
{
    for (int seat = 1; seat <= seat_limit(table); seat++)
        if (seat != but && strcmp(seat_at(table, seat)->name, name) == 0)
            return true;
    return false;
}

/* What is said of the seat in sentences from now on. */
static void rename_player(struct race_table *table, int seat)
{
    if (seat > session_setup(table->session)->players)
        return; /* a pupil */
    char name[PLAYER_NAME_BYTES] = "";
    const char *whole = seat_at(table, seat)->name;
    size_t length = 0, letter;
    uint32_t code;
    while ((letter = text_decode(whole + length, &code)) > 0 && length + letter < sizeof name)
        length += letter;
    memcpy(name, whole, length);
    session_rename(table->session, seat, name);
}

static void empty_seat(struct race_table *table, int seat)
{
    struct seat *at = seat_at(table, seat);
    if (at->page)
        at->page->seat = 0;
    *at = (struct seat){.kept = at->kept};
}

static enum log_verdict write_seat(struct race_table *table, int seat, const char *name,
                                   const char *token, struct error *error)
{
    struct text line = {0};
    json_text_open(&line, '{');
    json_text_key_integer(&line, "seat", seat);
    json_text_key_string(&line, "name", name);
    json_text_key_string(&line, "token", token);
    json_text_close(&line, '}');
    enum log_verdict verdict = log_seat(table->log, &line, error);
    text_free(&line);
    return verdict;
}

static bool check_name(const char *name, struct error *error)
{
    if (name == NULL)
        return error_set(error, "\"name\" is needed: it is shown to the others");
    int letters = text_letters(name);
    if (letters < 1 || letters > SEAT_NAME_LETTERS || strspn(name, " ") == strlen(name))
        return error_set(error, "a name has 1 to %d characters", SEAT_NAME_LETTERS);
    if (!text_is_one_line(name) || !text_is_visible(name))
        return error_set(error, "a name is made of what can be seen, without control characters");
    return true;
}

enum log_verdict table_give_seat(struct race_table *table, int seat, const char *name,
                                 struct error *error)
{
    if (!check_name(name, error))
        return LOG_REFUSED;
    char own[SEAT_NAME_BYTES + 12];
    char token[TOKEN_LETTERS + 1];
    snprintf(own, sizeof own, "%s", name);
    for (int number = 2; is_named(table, own, seat); number++)
        snprintf(own, sizeof own, "%s %d", name, number);
    snprintf(token, sizeof token, "%s-", table_code(table));
    hall_draw(token + LOG_CODE_LETTERS + 1, TOKEN_LETTERS - LOG_CODE_LETTERS - 1,
              "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
    enum log_verdict verdict = write_seat(table, seat, own, token, error);
    if (verdict != LOG_DONE)
        return verdict;
    struct seat *at = seat_at(table, seat);
    *at = (struct seat){.taken = true};
    strcpy(at->name, own);
    strcpy(at->token, token);
    rename_player(table, seat);
    return LOG_DONE;
}

bool table_free_seat(struct race_table *table, int seat, struct error *error)
{
    enum log_verdict verdict = write_seat(table, seat, "", "", error);
    if (verdict == LOG_BEHIND) {
        table_catch_up(table, true);
        verdict = write_seat(table, seat, "", "", error);
    }
    if (verdict == LOG_BEHIND)
        error_set(error, "somebody was faster: try again");
    if (verdict == LOG_DONE)
        empty_seat(table, seat);
    return verdict == LOG_DONE;
}

void table_take_seat_line(struct race_table *table, const char *line, size_t length)
{
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    json_int_t seat = json_integer_value(json_object_get(object, "seat"));
    const char *name = json_string_value(json_object_get(object, "name"));
    const char *token = json_string_value(json_object_get(object, "token"));
    if (seat >= 1 && seat <= seat_limit(table) && name && token && strlen(name) < SEAT_NAME_BYTES) {
        struct guest *page = seat_at(table, (int)seat)->page;
        empty_seat(table, (int)seat);
        struct seat *at = seat_at(table, (int)seat);
        at->taken = strlen(token) == TOKEN_LETTERS;
        if (at->taken) {
            strcpy(at->name, name);
            strcpy(at->token, token);
            rename_player(table, (int)seat);
        } else if (page)
            page->seat = 0;
    }
    json_decref(object);
}

/* --- votes ------------------------------------------------------------------------------------ */

bool table_votes(const struct race_table *table, int player)
{
    const struct seat *at = seat_at(table, player);
    return table->voting && !at->taken && !at->kept &&
           (table->stood_in == player ||
            driver_is_human(session_player(table->session, player)->driver));
}

int table_teams(const struct race_table *table)
{
    int count = 0;
    for (int player = 1; player <= session_setup(table->session)->players; player++)
        count += table_votes(table, player);
    return count;
}

int class_acts_for(const struct race_table *table, int seat)
{
    if (seat <= PLAYER_LIMIT)
        return seat;
    int teams = table_teams(table), before = teams > 0 ? seat % teams : -1;
    for (int player = 1; before >= 0; player++)
        if (table_votes(table, player) && before-- == 0)
            return player;
    return 0;
}

/* As the race's line has it: "12, 9" is "12,9". */
static char *read_action(const struct text *line)
{
    json_t *object = json_loadb(line->data, line->length, 0, NULL);
    const char *action = json_string_value(json_object_get(object, "do"));
    char *copy = action ? memory_copy_string(action) : NULL;
    json_decref(object);
    return copy;
}

static void remove_vote(struct race_table *table, int at)
{
    free(table->votes[at].action);
    memmove(&table->votes[at], &table->votes[at + 1],
            (size_t)(--table->vote_count - at) * sizeof *table->votes);
}

static bool is_of(const struct race_table *table, int vote, int player)
{
    return session_setup(table->session)
               ->game->player_of(session_race(table->session), table->votes[vote].car) == player;
}

static void forget_votes(struct race_table *table, int player)
{
    for (int i = table->vote_count; i-- > 0;)
        if (player == 0 || is_of(table, i, player))
            remove_vote(table, i);
}

/* How many of the player's votes are the same as that one. */
static int count_same(const struct race_table *table, int vote, int player)
{
    int count = 0;
    for (int i = 0; i < table->vote_count; i++)
        count += is_of(table, i, player) && table->votes[i].car == table->votes[vote].car &&
                 strcmp(table->votes[i].action, table->votes[vote].action) == 0;
    return count;
}

static const struct vote *most_voted(const struct race_table *table, int player, int *votes,
                                     int *all)
{
    const struct vote *choice = NULL;
    *votes = *all = 0;
    for (int i = 0; i < table->vote_count; i++) {
        int count = is_of(table, i, player) ? count_same(table, i, player) : 0;
        *all += count > 0;
        if (count > *votes) {
            *votes = count;
            choice = &table->votes[i];
        }
    }
    return choice;
}

const char *table_vote(const struct race_table *table, int player, int at, int *count)
{
    for (int i = 0; i < table->vote_count; i++) {
        bool first = is_of(table, i, player);
        for (int j = 0; j < i && first; j++)
            first = !is_of(table, j, player) ||
                    strcmp(table->votes[i].action, table->votes[j].action) != 0;
        if (first && at-- == 0) {
            *count = count_same(table, i, player);
            return table->votes[i].action;
        }
    }
    return NULL;
}

static void tell_votes(const struct race_table *table, const struct guest *page)
{
    struct text told = {0};
    int player = class_acts_for(table, page->seat);
    if (page->seat <= PLAYER_LIMIT || player == 0)
        return;
    json_text_open(&told, '{');
    json_text_key(&told, "votes");
    json_text_open(&told, '{');
    const char *action;
    for (int i = 0, count; (action = table_vote(table, player, i, &count)); i++)
        json_text_key_integer(&told, action, count);
    json_text_close(&told, '}');
    json_text_close(&told, '}');
    page_send(table->hall, page, &told);
    text_free(&told);
}

static bool vote_for(struct race_table *table, int seat, int car, const char *action,
                     struct error *error)
{
    struct text line = {0};
    char *own = session_plan(table->session, car, action, &line, error) ? read_action(&line) : NULL;
    text_free(&line);
    if (own == NULL)
        return false;
    for (int i = table->vote_count; i-- > 0;)
        if (table->votes[i].seat == seat)
            remove_vote(table, i);
    array_add(table->votes, table->vote_count, table->vote_capacity, (struct vote){seat, car, own});
    for (const struct guest *page = table->pages; page; page = page->next)
        if (class_acts_for(table, page->seat) == class_acts_for(table, seat))
            tell_votes(table, page);
    return true;
}

void table_set_voting(struct race_table *table, bool voting)
{
    table->voting = voting;
    forget_votes(table, 0);
    table->turn_began = -1;
    table->untold = true;
    tell_coming(table);
}

/* --- a class: questions ----------------------------------------------------------------------- */

void table_open_class(struct race_table *table)
{
    if (table->pupils == NULL)
        table->pupils = memory_allocate(HALL_CLASS_SEATS, sizeof *table->pupils);
}

bool table_is_class(const struct race_table *table)
{
    return table->pupils != NULL;
}

int table_present(const struct race_table *table)
{
    int count = 0;
    for (const struct guest *page = table->pages; page; page = page->next)
        count += page->seat > 0;
    return count;
}

static void forget_answers(struct race_table *table)
{
    for (int i = 0; i < table->answer_count; i++)
        json_decref(table->answers[i].answer);
    table->answer_count = 0;
    table->judged = table->closed = false;
}

static void free_class(struct race_table *table)
{
    forget_answers(table);
    forget_votes(table, 0);
    text_free(&table->asking);
    free(table->answers);
    free(table->votes);
    free(table->pupils);
}

static struct class_answer *answer_of(const struct race_table *table, int seat)
{
    for (int i = 0; i < table->answer_count; i++)
        if (table->answers[i].seat == seat)
            return &table->answers[i];
    return NULL;
}

bool class_take_answer(struct race_table *table, int seat, json_int_t question,
                       const json_t *answer, struct error *error)
{
    if (table->asking.length == 0)
        return error_set(error, "there is no question now");
    if (question != table->question || table->judged || table->closed)
        return error_set(error, "this question is over");
    struct class_answer *of = answer_of(table, seat);
    if (of == NULL) {
        array_add(table->answers, table->answer_count, table->answer_capacity,
                  (struct class_answer){.seat = seat});
        of = &table->answers[table->answer_count - 1];
    }
    json_decref(of->answer);
    of->answer = json_deep_copy(answer);
    return true;
}

static void tell_question(const struct race_table *table, const struct guest *page)
{
    struct text told = {0};
    const struct class_answer *answer = page->seat > 0 ? answer_of(table, page->seat) : NULL;
    if (table->asking.length == 0 || table->closed)
        return;
    json_text_open(&told, '{');
    json_text_key(&told, "question");
    json_text_open(&told, '{');
    json_text_key_integer(&told, "id", table->question);
    text_append(&told, ",");
    text_append_bytes(&told, table->asking.data, table->asking.length);
    if (table->judged)
        json_text_key_string(&told, "verdict", answer ? answer->verdict : "The question is over.");
    json_text_close(&told, '}');
    json_text_close(&told, '}');
    page_send(table->hall, page, &told);
    text_free(&told);
}

void class_tell_question(const struct race_table *table, const struct guest *page)
{
    tell_votes(table, page);
    tell_question(table, page);
}

static void tell_all(const struct race_table *table)
{
    for (const struct guest *page = table->pages; page; page = page->next)
        tell_question(table, page);
}

void table_ask(struct race_table *table, const struct text *members)
{
    forget_answers(table);
    table->question++;
    text_clear(&table->asking);
    text_append_bytes(&table->asking, members->data, members->length);
    tell_all(table);
}

static void tell_none(const struct race_table *table)
{
    static const char none[] = "{\"question\":null}";
    struct text told = {0};
    text_append(&told, none);
    for (const struct guest *page = table->pages; page; page = page->next)
        page_send(table->hall, page, &told);
    text_free(&told);
}

void table_ask_no_more(struct race_table *table)
{
    forget_answers(table);
    text_clear(&table->asking);
    tell_none(table);
}

void table_close_answers(struct race_table *table)
{
    table->closed = true;
    table->turn_began = -1;
    tell_none(table);
}

bool table_stands_still(const struct race_table *table)
{
    return table->asking.length > 0 && !table->closed;
}

const struct class_answer *table_answers(const struct race_table *table, int *count)
{
    *count = table->answer_count;
    return table->answers;
}

void table_judge(struct race_table *table, class_judge *judge)
{
    table->judged = true;
    table->closed = false;
    for (int i = 0; i < table->answer_count; i++) {
        struct class_answer *answer = &table->answers[i];
        if (judge)
            judge(answer->answer, answer->verdict, sizeof answer->verdict);
    }
    tell_all(table);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Entries in secret: how many are owed; else 0. */
static int owed_in_secret(const struct race_table *table)
{
    int cars[CAR_LIMIT];
    bool secret = false;
    int count = game_of(table)->owes(session_race(table->session), cars, &secret);
    return secret ? count : 0;
}

struct race_table *table_make(struct hall *hall, struct session *session, struct log *log,
                              int clock)
{
    struct race_table *table = memory_allocate(1, sizeof *table);
    *table = (struct race_table){.hall = hall,
                                 .session = session,
                                 .log = log,
                                 .clock = clock,
                                 .first = session_line_count(session),
                                 .told_steps = session_step_count(session),
                                 .told_log = session_log_count(session),
                                 .turn_began = -1};
    table->owed = owed_in_secret(table);
    table->noted_steps = table->told_steps;
    return table;
}

void table_free(struct race_table *table)
{
    if (table == NULL)
        return;
    drivers_free(table->drivers, session_race(table->session));
    drivers_free(table->stand_ins, session_race(table->session));
    if (table->log)
        log_close(table->log);
    if (!table->shown)
        session_free(table->session);
    free_class(table);
    free(table->passed);
    text_free(&table->said);
    free(table);
}

const char *table_code(const struct race_table *table)
{
    return log_code(table->log);
}

const struct session *table_session(const struct race_table *table)
{
    return table->session;
}

int table_owing(const struct race_table *table, int seat, int cars[CAR_LIMIT])
{
    int owing[CAR_LIMIT], count = 0;
    bool secret;
    const struct race *race = session_race(table->session);
    int all = game_of(table)->owes(race, owing, &secret);
    for (int i = 0; i < all; i++)
        if (game_of(table)->player_of(race, owing[i]) == seat)
            cars[count++] = owing[i];
    return count;
}

/* The lines that were added behind `before`; they are all of one player, or undos (0). */
static void note_lines(struct race_table *table, int before, int player)
{
    int owed = owed_in_secret(table);
    for (int i = before; i < session_line_count(table->session); i++) {
        table->stage += player == 0 || owed == 0 || owed != table->owed - 1;
        array_add(table->passed, table->passed_count, table->passed_capacity,
                  (struct line_passed){player, table->stage});
    }
    /* All for whom a computer drives do so in the same turn; then the next one has its own time. */
    if (table->stood_in == 0 || owed == 0)
        table->turn_began = -1;
    if (table->stood_in > 0)
        session_hand_over(table->session, table->stood_in, "human");
    table->stood_in = 0;
    table->undo_asked = 0;
    forget_votes(table, player);
    table->owed = owed;
    table->noted_steps = session_step_count(table->session);
    table->driven_at = 0;
    table->resting = false;
    table->unsettled = table->untold = true;
    hall_wake(table->hall, table);
    /* What was told and is taken back is told again when it is done again. */
    table->told_steps = number_smaller(table->told_steps, session_step_count(table->session));
    table->told_log = number_smaller(table->told_log, session_log_count(table->session));
}

static enum log_verdict act(struct race_table *table, int car, const char *action,
                            struct error *error)
{
    int before = session_line_count(table->session);
    int player = game_of(table)->player_of(session_race(table->session), car);
    enum log_verdict verdict = log_do(table->log, table->session, car, action, error);
    if (verdict == LOG_DONE)
        note_lines(table, before, player);
    return verdict;
}

static void take_seat(void *data, const char *line, size_t length)
{
    table_take_seat_line(data, line, length);
}

/* Whose the line was is told by the step that is there now; an undo has left fewer. */
void table_take_line(struct race_table *table, const struct broker_line *line)
{
    int lines = session_line_count(table->session), steps = session_step_count(table->session);
    int player = 0;
    if (!log_take(table->log, table->session, line, take_seat, table)) {
        if (log_misses(table->log, line))
            table_catch_up(table, false);
        return;
    }
    if (session_step_count(table->session) > steps)
        player = game_of(table)->player_of(session_race(table->session),
                                           session_step(table->session, steps).car);
    note_lines(table, lines, player);
    table->driven_at = -1;
}

static void take_line(void *data, const struct broker_line *line)
{
    table_take_line(data, line);
}

bool table_catch_up(struct race_table *table, bool behind)
{
    return log_catch_up(table->log, behind, take_line, table);
}

/* One line is known to be somebody's; of several at once nobody's is taken for seen. */
void table_look_at_window(struct race_table *table)
{
    int before = table->first + table->passed_count, steps = session_step_count(table->session);
    int lines = session_line_count(table->session), player = 0;
    if (lines == before)
        return;
    if (lines == before + 1 && steps > table->noted_steps)
        player = game_of(table)->player_of(session_race(table->session),
                                           session_step(table->session, steps - 1).car);
    note_lines(table, before, player);
}

/* Has the seat, which knows the first `seen` lines, seen all that counts for what it does? What
 * others have entered in secret meanwhile, in the same round of entries, does not. */
static bool is_late(const struct race_table *table, int seat, int64_t seen)
{
    int now = session_line_count(table->session);
    if (seen == now)
        return false;
    if (seen < table->first)
        return true;
    /* The stage that the race was in behind the line that it saw last. */
    int stage = seen == table->first ? 0 : table->passed[seen - table->first - 1].stage;
    bool late = stage != table->stage || owed_in_secret(table) == 0;
    for (int i = (int)seen - table->first; i < table->passed_count && !late; i++)
        late = table->passed[i].player == seat;
    return late;
}

static bool refuse_turn(const struct race_table *table, struct error *error)
{
    const struct race *race = session_race(table->session);
    int next = race_next_car(race);
    if (next == 0)
        return error_set(error, "the race is over");
    int player = game_of(table)->player_of(race, next);
    return error_set(error, "it is the turn of %s", session_player(table->session, player)->name);
}

/* "2: " in front of an action names one of several cars of the seat. */
static bool find_car(const struct race_table *table, int seat, const char **action, int *car,
                     struct error *error)
{
    int cars[CAR_LIMIT];
    int64_t named;
    const char *at = *action;
    int owing = table_owing(table, seat, cars);
    int left = session_left_car(table->session);
    const struct race *race = session_race(table->session);
    if (strcmp(at, ACTION_DRIVE_ON) == 0 && left > 0 &&
        game_of(table)->player_of(race, left) == seat) {
        *car = left;
        return true;
    }
    if (owing == 0)
        return refuse_turn(table, error);
    *car = cars[0];
    if (number_read_integer(&at, 1, CAR_LIMIT, &named) && *at == ':') {
        *action = at + 1 + strspn(at + 1, " ");
        for (int i = 0; i < owing; i++)
            if (cars[i] == named) {
                *car = (int)named;
                return true;
            }
        return error_set(error, "car %d owes you no action now", (int)named);
    }
    return true;
}

static bool may_act(const struct race_table *table, int player, const char **action, int64_t seen,
                    int *car, bool *late, struct error *error)
{
    *late = false;
    if (table_stands_still(table))
        return error_set(error, "a question is open: the race stands still");
    if (seen < 0 || seen > session_line_count(table->session))
        return error_set(error, "\"n\" is no line of this table: it has %d",
                         session_line_count(table->session));
    *late = is_late(table, player, seen);
    if (*late)
        return error_set(error, "it went on before this came: look again");
    return find_car(table, player, action, car, error);
}

void table_expect(struct race_table *table, int seat, const char *action, int64_t seen)
{
    int car;
    bool late;
    struct error ignored = {0};
    if (class_acts_for(table, seat) == seat &&
        may_act(table, seat, &action, seen, &car, &late, &ignored))
        log_expect(table->log, table->session, car, action);
}

bool table_do(struct race_table *table, int seat, const char *action, int64_t seen, bool *late,
              struct error *error)
{
    int car = 0, player = class_acts_for(table, seat);
    for (int tries = 0; tries < TRIES; tries++) {
        if (!may_act(table, player, &action, seen, &car, late, error))
            return false;
        if (player != seat)
            return vote_for(table, seat, car, action, error);
        enum log_verdict verdict = act(table, car, action, error);
        if (verdict != LOG_BEHIND)
            return verdict == LOG_DONE;
        table_catch_up(table, true);
    }
    return error_set(error, "too many act at once: try again");
}

bool table_undo(struct race_table *table, struct error *error)
{
    int before = session_line_count(table->session);
    enum log_verdict verdict = log_undo(table->log, table->session, error);
    if (verdict == LOG_BEHIND) {
        table_catch_up(table, true);
        return error_set(error, "it went on before this came: look again");
    }
    if (verdict == LOG_REFUSED)
        return false;
    note_lines(table, before, 0);
    return true;
}

/* --- computers -------------------------------------------------------------------------------- */

static struct drivers *make_drivers(const struct race_table *table, const char *all)
{
    const struct setup *setup = session_setup(table->session);
    const char *drivers[PLAYER_LIMIT];
    for (int i = 0; i < setup->players; i++)
        drivers[i] = all ? all : session_player(table->session, i + 1)->driver;
    return drivers_create(
        setup, drivers,
        (struct drivers_options){.bot_milliseconds = hall_options(table->hall)->bot_milliseconds});
}

/* The next car that is a computer's; 0: it is nobody's turn but people's. */
static int next_computer(struct race_table *table)
{
    const struct setup *setup = session_setup(table->session);
    for (int player = 1; player <= setup->players && table->drivers == NULL; player++)
        if (!driver_is_human(session_player(table->session, player)->driver))
            table->drivers = make_drivers(table, NULL);
    return table->drivers ? drivers_next_car(table->drivers, session_race(table->session)) : 0;
}

/* The level that drives for those who do not come. */
static const char *stand_in_of(const struct game *game)
{
    const struct driving *driving = driving_of(game);
    return driver_find_level(game, "club") >= 0 ? "club" : driving->kinds[driving->substitute].name;
}

static bool drive(struct race_table *table, struct drivers *drivers, int car)
{
    struct text action = {0}, remark = {0};
    struct error error = {0};
    const char *names[PLAYER_LIMIT];
    for (int i = 0; i < session_setup(table->session)->players; i++)
        names[i] = session_player(table->session, i + 1)->name;
    bool chosen =
        drivers_choose(drivers, session_race(table->session), car, names, &action, &remark);
    enum log_verdict verdict = chosen ? act(table, car, text_string(&action), &error) : LOG_REFUSED;
    bool done = verdict == LOG_DONE;
    if (remark.length > 0)
        json_text_string(&table->said, remark.data);
    table->resting = verdict == LOG_REFUSED && !log_is_shared(table->log);
    if (verdict == LOG_BEHIND)
        table_catch_up(table, true);
    else if (verdict == LOG_REFUSED)
        table->driven_at = -1; /* a broker that is away comes back */
    text_free(&remark);
    text_free(&action);
    return done;
}

int64_t table_left(const struct race_table *table, int64_t now)
{
    if (table->clock == 0 || race_next_car(session_race(table->session)) == 0)
        return -1;
    int64_t end = (table->turn_began < 0 ? now : table->turn_began) + table->clock * INT64_C(1000);
    return end > now ? end - now : 0;
}

static void tell_of_time(struct race_table *table, int player)
{
    struct text sentence = {0};
    text_append_format(&sentence, "%s's time was up: a computer drove this turn.",
                       session_player(table->session, player)->name);
    json_text_string(&table->said, sentence.data);
    text_free(&sentence);
}

/* What most of a team want; false: nobody has voted. */
static bool drive_by_votes(struct race_table *table, int player)
{
    int votes, all;
    struct error ignored;
    const struct vote *choice = most_voted(table, player, &votes, &all);
    if (choice == NULL)
        return false;
    struct text sentence = {0}, action = {0};
    text_append(&action, choice->action);
    text_append_format(&sentence, "%d of %d voted for %s.", votes, all, choice->action);
    bool done = act(table, choice->car, text_string(&action), &ignored) == LOG_DONE;
    if (done)
        json_text_string(&table->said, sentence.data);
    text_free(&sentence);
    text_free(&action);
    return done;
}

/* The window lets computers drive: whoever is too late is one for this turn. */
static void stand_in(struct race_table *table, int64_t now)
{
    const struct race *race = session_race(table->session);
    int next = race_next_car(race), player = next ? game_of(table)->player_of(race, next) : 0;
    if (table->turn_began < 0 || table_stands_still(table))
        table->turn_began = now;
    if (table_left(table, now) != 0 || table->stood_in == player ||
        !driver_is_human(session_player(table->session, player)->driver))
        return;
    table->stood_in = player;
    if (drive_by_votes(table, player))
        return;
    session_hand_over(table->session, player, stand_in_of(game_of(table)));
    tell_of_time(table, player);
}

bool table_drive(struct race_table *table, int64_t now)
{
    const struct race *race = session_race(table->session);
    table->resting |= table->ahead;
    if (table->resting)
        return false;
    if (table->shown) {
        stand_in(table, now);
        return false;
    }
    if (table->turn_began < 0)
        table->turn_began = now;
    int car = next_computer(table);
    table->resting = car == 0 && (table->clock == 0 || race_next_car(race) == 0);
    if (table->driven_at < 0)
        table->driven_at = now + OTHERS_FIRST;
    if (table->resting || table->driven_at > now)
        return false;
    if (car > 0)
        return drive(table, table->drivers, car);
    if (table_left(table, now) != 0)
        return false;
    if (table->stand_ins == NULL)
        table->stand_ins = make_drivers(table, stand_in_of(game_of(table)));
    /* All that are awaited, and then the next turn has its own time. */
    int64_t began = table->turn_began;
    bool more = owed_in_secret(table) > 1;
    int player = game_of(table)->player_of(race, race_next_car(race));
    bool done = drive(table, table->stand_ins, race_next_car(race));
    if (done)
        tell_of_time(table, player);
    table->turn_began = done && more ? began : -1;
    return done;
}

/* --- whoever looks after it ------------------------------------------------------------------- */

void table_show(struct race_table *table, struct session *session)
{
    struct text lines = {0};
    struct error ignored;
    char code[LOG_CODE_LETTERS + 1];
    strcpy(code, table_code(table));
    text_append_format(&lines, "{\"code\":\"%s\"}\n", code);
    log_end(table->log, table->session);
    table->log = log_join(hall_options(table->hall)->keeper, code, session, &lines, &ignored);
    text_free(&lines);
    table->session = session;
    table->first = session_line_count(session);
    table->passed_count = table->stage = table->stood_in = table->undo_asked = 0;
    table->told_steps = table->noted_steps = session_step_count(session);
    table->told_log = session_log_count(session);
    table->owed = owed_in_secret(table);
    table->turn_began = -1;
    table->resting = false;
    for (int seat = 1; seat <= seat_limit(table); seat++)
        if (seat_at(table, seat)->taken &&
            (seat > PLAYER_LIMIT || seat <= session_setup(session)->players)) {
            write_seat(table, seat, seat_at(table, seat)->name, seat_at(table, seat)->token,
                       &ignored);
            rename_player(table, seat);
        } else
            empty_seat(table, seat);
    while (table->pages)
        page_send_again(table->pages);
}

struct seat_look table_seat(const struct race_table *table, int seat)
{
    const struct seat *at = seat_at(table, seat);
    bool races = seat <= session_setup(table->session)->players;
    return (struct seat_look){at->taken || !races ? at->name
                                                  : session_player(table->session, seat)->name,
                              at->taken, at->page != NULL, at->kept};
}

int table_onlookers(const struct race_table *table)
{
    int count = 0;
    for (const struct guest *page = table->pages; page; page = page->next)
        count += page->seat == 0;
    return count;
}

bool table_name_seat(struct race_table *table, int seat, const char *name, struct error *error)
{
    struct seat *at = seat_at(table, seat);
    if (!check_name(name, error))
        return false;
    if (is_named(table, name, seat))
        return error_set(error, "somebody else at this table is called %s", name);
    if (write_seat(table, seat, name, at->token, error) != LOG_DONE)
        return false;
    strcpy(at->name, name);
    rename_player(table, seat);
    tell_coming(table);
    return true;
}

void table_keep_seat(struct race_table *table, int seat, bool kept)
{
    seat_at(table, seat)->kept = kept;
    tell_coming(table);
}

bool table_hand_over(struct race_table *table, int seat, const char *driver, struct error *error)
{
    struct seat *at = seat_at(table, seat);
    struct guest *page = at->page;
    if (at->taken && !table_free_seat(table, seat, error))
        return false;
    if (page)
        page_send_again(page);
    if (seat <= PLAYER_LIMIT)
        session_hand_over(table->session, seat, driver);
    if (table->stood_in == seat)
        table->stood_in = 0;
    table->turn_began = -1;
    tell_coming(table);
    return true;
}

bool table_exchange(struct race_table *table, int seat, int other, struct error *error)
{
    struct seat *one = seat_at(table, seat), *two = seat_at(table, other), was = *one;
    struct player players[] = {*session_player(table->session, seat),
                               *session_player(table->session, other)};
    if (write_seat(table, seat, two->name, two->token, error) != LOG_DONE ||
        write_seat(table, other, one->name, one->token, error) != LOG_DONE)
        return false;
    for (struct seat *at = one; at; at = at == one ? two : NULL)
        if (at->page)
            page_send_again(at->page);
    was.page = NULL;
    *one = *two;
    *two = was;
    session_rename(table->session, seat, players[1].name);
    session_rename(table->session, other, players[0].name);
    session_hand_over(table->session, seat, players[1].driver);
    session_hand_over(table->session, other, players[0].driver);
    tell_coming(table);
    return true;
}

void table_set_clock(struct race_table *table, int clock)
{
    table->clock = clock;
    table->turn_began = -1;
    table->untold = true;
    tell_coming(table);
}

int table_undo_asked(const struct race_table *table)
{
    return table->undo_asked;
}

bool table_answer_undo(struct race_table *table, bool yes, struct error *error)
{
    table->undo_asked = 0;
    if (yes)
        return table_undo(table, error);
    json_text_string(&table->said, "What was done is not taken back.");
    table->untold = true;
    return true;
}
