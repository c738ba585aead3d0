/* Reading the actions of a turn from what people have posted, and the text that is posted then. */
#include "session/session.h"

#include "base/memory.h"
#include "base/text.h"
#include "drivers/drivers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- lines of players ------------------------------------------------------------------------- */

/* What a player has written. */
struct posted {
    struct text action;
    int line; /* 0: nothing */
    bool twice;
};

/* A line that names somebody and gives no order. */
struct post_aside {
    int line, player; /* 0: of nobody */
    char *name, *words;
};

struct post_reading {
    const struct session *session;
    struct drivers *drivers; /* who drives for computers; NULL: they wait for themselves */
    struct posted posted[PLAYER_LIMIT];
    struct {
        struct post_aside *items;
        int count, capacity;
    } asides;
    bool drive_on;
    struct text *faults, *notes;
};

static const char *name_of(const struct post_reading *reading, int player)
{
    return session_player(reading->session, player)->name;
}

static bool is_computer(const struct post_reading *reading, int player)
{
    return !driver_is_human(session_player(reading->session, player)->driver);
}

/* Case and blanks do not matter in an order. */
static bool is_alike(const char *one, const char *other)
{
    one += strspn(one, " ");
    other += strspn(other, " ");
    while (*one && tolower((unsigned char)*one) == tolower((unsigned char)*other)) {
        one += 1 + strspn(one + 1, " ");
        other += 1 + strspn(other + 1, " ");
    }
    return *one == *other;
}

static void take_line(struct post_reading *reading, const struct post_line *line, int number)
{
    if (line->kind == POST_ORDER) {
        struct posted *posted = &reading->posted[line->player - 1];
        if (posted->line > 0)
            posted->twice |= !is_alike(text_string(&posted->action), text_string(&line->action));
        else
            text_append(&posted->action, text_string(&line->action));
        posted->line = posted->line > 0 ? posted->line : number;
    } else if (line->kind != POST_WORDS) {
        list_add(&reading->asides,
                 (struct post_aside){number, line->player,
                                     memory_copy_string(text_string(&line->name)),
                                     memory_copy_string(text_string(&line->action))});
    }
}

/* Is it a line of what the program has posted itself? */
static bool is_own(const char *own, const char *line, size_t length)
{
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        length--;
    for (; *own; own += strcspn(own, "\n"), own += *own == '\n')
        if (length > 0 && strcspn(own, "\n") == length && memcmp(own, line, length) == 0)
            return true;
    return false;
}

static void read_lines(struct post_reading *reading, const char *post, size_t length)
{
    const struct session *session = reading->session;
    struct post_reader reader = {session_player(session, 1), session_setup(session)->players, 0, 0};
    struct text own = {0}, decoded = {0};
    int number = 0;
    post_write(session, post_last_turn(session), &own);
    if (posted_decode(post, length, &decoded)) {
        post = text_string(&decoded);
        length = decoded.length;
    }
    for (const char *end = post + length; post < end; number++) {
        const char *stop = memchr(post, '\n', (size_t)(end - post));
        stop = stop ? stop : end;
        struct post_line line;
        post_line_read(&reader, post, stop, number + 1, &line);
        if (line.kind == POST_ORDER || !is_own(text_string(&own), post, (size_t)(stop - post)))
            take_line(reading, &line, number + 1);
        post_line_free(&line);
        post = stop + 1;
    }
    if (reader.quotes > 0)
        text_append_format(reading->faults,
                           "line %d: [quote] without [/quote]: all behind it is left out\n",
                           reader.quoted_from);
    text_free(&own);
    text_free(&decoded);
}

/* --- the turn --------------------------------------------------------------------------------- */

/* One that the rules take. */
struct done {
    int car;
    struct text action;
};

struct post_turn {
    struct done done[CAR_LIMIT];
    int count;
    uint64_t asked, players; /* bit n: car n was, one of player n's was */
};

/* An order as people write it now. */
static const char *example_of(const struct race *race)
{
    return race->game->round(race) == 0 && race->game->opening ? race->game->opening
                                                               : race->game->example;
}

static void add_fault(struct post_reading *reading, int player, const struct posted *posted,
                      const struct error *error)
{
    text_append_visible(reading->faults, name_of(reading, player));
    if (posted->line > 0)
        text_append_format(reading->faults, ", line %d", posted->line);
    if (error->column > 0)
        text_append_format(reading->faults, ", column %d", error->column);
    text_append_format(reading->faults, ": %s\n", error->text);
}

/* The first line that begins with the name and is no order; NULL: there is none. */
static const struct post_aside *aside_of(const struct post_reading *reading, int player)
{
    for (int i = 0; i < reading->asides.count; i++)
        if (reading->asides.items[i].player == player)
            return &reading->asides.items[i];
    return NULL;
}

static void choose_action(struct post_reading *reading, const struct race *race, int car,
                          struct text *action, struct error *error)
{
    const char *names[PLAYER_LIMIT];
    struct text remark = {0};
    int player = race->game->player_of(race, car);
    for (int i = 0; i < session_setup(reading->session)->players; i++)
        names[i] = name_of(reading, i + 1);
    if (driver_command(session_player(reading->session, player)->driver))
        error_set(error, "a program drives this car, and none is started here: let the race "
                         "go on in the window");
    else
        drivers_choose(reading->drivers, race, car, names, action, &remark);
    text_free(&remark);
}

static bool find_action(struct post_reading *reading, const struct race *race, int car,
                        struct text *action)
{
    int player = race->game->player_of(race, car);
    const struct posted *posted = &reading->posted[player - 1];
    const struct post_aside *aside = aside_of(reading, player);
    struct error error = {0};
    if (is_computer(reading, player))
        choose_action(reading, race, car, action, &error);
    else if (posted->twice)
        error_set(&error, "there are two different orders: leave one");
    else if (posted->line > 0)
        text_append(action, text_string(&posted->action));
    else if (aside)
        error_set(&error,
                  "line %d begins with this name and is not read: write it as \"%s: %s\", or take "
                  "it away",
                  aside->line, name_of(reading, player), example_of(race));
    else if (reading->drive_on)
        driving_of(race->game)->stand_in(race, car, action);
    else
        error_set(&error, "the order is missing");
    if (error.text[0])
        add_fault(reading, player, posted, &error);
    return !error.text[0];
}

/* On a copy: each car that owes an action gives one, until all that owe one have. */
static void try_turn(struct post_reading *reading, struct post_turn *turn)
{
    const struct race *now = session_race(reading->session);
    struct race *race = now->game->copy(now);
    for (bool found = true; found;) {
        int cars[CAR_LIMIT];
        bool secret;
        int count = race->game->owes(race, cars, &secret);
        found = false;
        for (int i = 0; i < count && !found; i++) {
            bool waits =
                !reading->drivers && is_computer(reading, now->game->player_of(race, cars[i]));
            found = !waits && !(turn->asked >> cars[i] & 1);
            if (found) {
                turn->asked |= UINT64_C(1) << cars[i];
                turn->players |= UINT64_C(1) << now->game->player_of(race, cars[i]);
                int car = cars[i];
                struct text action = {0};
                struct event_list events = {0};
                struct error error = {0};
                int player = race->game->player_of(race, car);
                if (find_action(reading, race, car, &action) &&
                    !race->game->apply(race, car, text_string(&action), &events, &error))
                    add_fault(reading, player, &reading->posted[player - 1], &error);
                turn->done[turn->count++] = (struct done){car, action};
                event_list_free(&events);
            }
        }
    }
    race->game->free(race);
}

/* --- what is told besides --------------------------------------------------------------------- */

/* Does somebody who owes an action mean these words as one? One that is understood for the most
 * part is meant. */
static bool is_meant(const struct post_reading *reading, const char *words, int player)
{
    const struct race *now = session_race(reading->session);
    int cars[CAR_LIMIT];
    bool secret, meant = false;
    int count = now->game->owes(now, cars, &secret);
    for (int i = 0; i < count && !meant; i++) {
        struct race *race = now->game->copy(now);
        struct event_list events = {0};
        struct error error = {0};
        if (player == 0 || now->game->player_of(now, cars[i]) == player)
            meant = now->game->apply(race, cars[i], words, &events, &error) ||
                    error.column > ((int)strlen(words) + 1) / 2;
        event_list_free(&events);
        now->game->free(race);
    }
    return meant;
}

static void tell_line(struct text *into, int line, int player_words, const char *name)
{
    static const char *const words[][2] = {
        {"nobody here is called \"", "\": mend the name, or take the line away"},
        {"it begins with the name of ", " and may be another order: leave one"},
        {"it begins with the name of ", " and is no order"},
        {"", " is driven by a computer, which orders for itself"},
        {"", " owes no order now: this one is not carried out"},
    };
    text_append_format(into, "line %d: %s", line, words[player_words][0]);
    text_append_visible(into, name);
    text_append_format(into, "%s\n", words[player_words][1]);
}

static bool was_asked(const struct post_turn *turn, int player)
{
    return turn->players >> player & 1;
}

static void tell_aside(struct post_reading *reading, const struct post_turn *turn,
                       const struct post_aside *aside)
{
    enum { NOBODY, ANOTHER, WORDS };
    int player = aside->player;
    bool meant = is_meant(reading, aside->words, player);
    if (player == 0) {
        if (meant)
            tell_line(reading->faults, aside->line, NOBODY, aside->name);
        return;
    }
    /* Who has given no order is told of it where the order is missed. */
    bool given = reading->posted[player - 1].line > 0;
    if (given || !was_asked(turn, player) || is_computer(reading, player))
        tell_line(meant && given ? reading->faults : reading->notes, aside->line,
                  meant && given ? ANOTHER : WORDS, name_of(reading, player));
}

bool post_take(struct session *session, const char *post, size_t length, struct post_wish wish,
               struct text *faults, struct text *notes)
{
    struct post_reading reading = {.session = session, .faults = faults, .notes = notes};
    struct post_turn turn = {.count = 0};
    struct error error = {0};
    const char *drivers[PLAYER_LIMIT];
    size_t before = faults->length;
    reading.drive_on = wish.drive_on;
    for (int i = 0; i < session_setup(session)->players; i++) {
        drivers[i] = session_player(session, i + 1)->driver;
        drivers[i] = driver_command(drivers[i]) ? "human" : drivers[i];
    }
    if (wish.computers)
        reading.drivers =
            drivers_create(session_setup(session), drivers, (struct drivers_options){0});
    if (race_next_car(session_race(session)) == 0)
        text_append(faults, "The race is over: no orders are taken.\n");
    read_lines(&reading, post, length);
    try_turn(&reading, &turn);
    if (turn.count == 0 && faults->length == before)
        text_append(faults, "Nobody owes an order now: computers drive first.\n");
    for (int i = 0; i < reading.asides.count; i++)
        tell_aside(&reading, &turn, &reading.asides.items[i]);
    /* Of whom no order was wanted. */
    enum { COMPUTER = 3, UNOWED };
    for (int i = 1; i <= session_setup(reading.session)->players; i++) {
        int line = reading.posted[i - 1].line;
        if (line > 0 && (is_computer(&reading, i) || !was_asked(&turn, i)))
            tell_line(reading.notes, line, is_computer(&reading, i) ? COMPUTER : UNOWED,
                      name_of(&reading, i));
    }
    for (int i = 0; i < turn.count; i++) {
        if (faults->length == before &&
            !session_do(session, turn.done[i].car, text_string(&turn.done[i].action), &error))
            text_append_format(faults, "%s\n", error.text);
        text_free(&turn.done[i].action);
    }
    drivers_free(reading.drivers, NULL);
    for (int i = 0; i < PLAYER_LIMIT; i++)
        text_free(&reading.posted[i].action);
    for (int i = 0; i < reading.asides.count; i++) {
        free(reading.asides.items[i].name);
        free(reading.asides.items[i].words);
    }
    free(reading.asides.items);
    return faults->length == before;
}

/* --- what is posted --------------------------------------------------------------------------- */

static void write_standings(const struct session *session, struct text *into)
{
    const struct race *race = session_race(session);
    for (int car = 1; car <= race->game->car_count(race); car++) {
        struct standing standing;
        char brief[STANDING_BRIEF_BYTES];
        race_tell_standing(race, car, &standing);
        standing_print_brief(&standing, session_setup(session)->players, brief);
        text_append_format(into, "%d ", car);
        text_append_visible(into, session_player(session, race->game->player_of(race, car))->name);
        text_append(into, ": ");
        /* Blanks that hold words together are for the window. */
        const char *words = standing.finished || standing.out ? brief : standing.words;
        for (const char *next; (next = strstr(words, "\u00a0")); words = next + 2) {
            text_append_bytes(into, words, (size_t)(next - words));
            text_append(into, " ");
        }
        text_append(into, words);
        text_append(into, "\n");
    }
}

static void write_question(const struct session *session, struct text *into)
{
    const struct race *race = session_race(session);
    int cars[CAR_LIMIT];
    bool secret;
    int count = race->game->owes(race, cars, &secret);
    if (count == 0) {
        text_append(into, "The race is over.\n");
        return;
    }
    struct text names = {0};
    const char *first = NULL;
    for (int i = 0; i < count; i++) {
        const struct player *player = session_player(session, race->game->player_of(race, cars[i]));
        if (!driver_is_human(player->driver))
            continue;
        text_append(&names, first ? ", " : " ");
        text_append_visible(&names, player->name);
        first = first ? first : player->name;
    }
    int round = race->game->round(race);
    if (round > 0)
        text_append_format(into, "Turn %d. ", round);
    else
        text_append(into, "Before the start. ");
    text_append(into, !first ? "Computers order for themselves" : round > 0 ? "Orders" : "Choices");
    if (first) {
        text_append(into, ", please, like \"");
        text_append_visible(into, first);
        text_append_format(into, ": %s\":%s", example_of(race), text_string(&names));
    }
    text_append(into, ".\n");
    text_free(&names);
}

int post_last_turn(const struct session *session)
{
    const struct race *race = session_race(session);
    int step = session_step_count(session);
    int now = race->game->over(race) ? -1 : race->game->round(race);
    while (step > 0 && session_step(session, step - 1).round == now)
        step--;
    int shown = step > 0 ? session_step(session, step - 1).round : now;
    while (step > 0 && session_step(session, step - 1).round == shown)
        step--;
    return step;
}

void post_write(const struct session *session, int from_step, struct text *into)
{
    const struct race *race = session_race(session);
    int first = session_log_count_after(session, from_step);
    for (int i = first, round; i < session_log_count(session); i++) {
        text_append_visible(into, session_log_line(session, i, &round));
        text_append(into, "\n");
    }
    if (race->game->append_board) {
        text_append_format(into, "%s[code]\n", into->length > 0 ? "\n" : "");
        race->game->append_board(race, into);
        text_append(into, "[/code]\n");
    }
    text_append(into, "\n");
    write_standings(session, into);
    text_append(into, "\n");
    write_question(session, into);
}

/* === line ===================================================================================== */

/* A line is first made plain, then read from its beginning: marks, the name, a colon, the order. */

void post_line_free(struct post_line *line)
{
    text_free(&line->name);
    text_free(&line->action);
}

/* --- quotes ----------------------------------------------------------------------------------- */

/* Bytes of "[quote", "[quote=Ada]", "<blockquote>" or what ends them; 0: there is none. */
static size_t quote_tag(const char *at, const char *end, bool *ends)
{
    static const char *const names[] = {"[quote", "[/quote", "<blockquote", "</blockquote"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]), rest = (size_t)(end - at);
        if (rest < length || strncasecmp(at, names[i], length) != 0 ||
            (rest > length && isalnum((unsigned char)at[length])))
            continue;
        const char *last = memchr(at, *names[i] == '[' ? ']' : '>', rest);
        *ends = i % 2 != 0;
        return last ? (size_t)(last + 1 - at) : rest;
    }
    return 0;
}

/* --- marks ------------------------------------------------------------------------------------ */

static bool is_of(const char *characters, char c)
{
    return c != '\0' && strchr(characters, c);
}

/* Bytes of a bullet, an arrow, a smiley. */
static size_t decoration(const char *at)
{
    uint32_t code;
    size_t length = text_decode(at, &code);
    return length > 1 && posted_is_decoration(code) ? length : 0;
}

static const char *skip_characters(const char *at, const char *characters)
{
    for (size_t length = 1; length > 0; at += length)
        length = is_of(characters, *at) ? 1 : decoration(at);
    return at;
}

/* Bytes of "1.", "2)", "12:01", "3)", "a)". */
static size_t numbering(const char *at)
{
    size_t length = strspn(at, "0123456789.:)]/-");
    size_t digits = strspn(at, "0123456789");
    if (length > digits || (digits > 0 && decoration(at + digits) > 0)) /* a digit in a box */
        return length;
    return isalpha((unsigned char)at[0]) && at[1] == ')' ? 2 : 0;
}

/* Bytes of what may stand before a name; 0: nothing does. *doubtful: what follows may be somebody
 * else's, or struck out. */
static size_t mark_before_name(const char *at, bool *doubtful)
{
    static const char guillemet[] = "\u00bb";
    if (strncmp(at, ">!", 2) == 0 || strncmp(at, "||", 2) == 0) /* hidden, as secret orders are */
        return 2;
    *doubtful |= *at == '|' || strncmp(at, "~~", 2) == 0 ||
                 strncmp(at, guillemet, sizeof guillemet - 1) == 0;
    size_t number = isalnum((unsigned char)*at) ? numbering(at) : 0;
    if (number > 0 || isalnum((unsigned char)*at))
        return number;
    return isspace((unsigned char)*at) || ispunct((unsigned char)*at) ? 1 : decoration(at);
}

/* --- names ------------------------------------------------------------------------------------ */

static bool ends_word(const char *at)
{
    uint32_t code = 0;
    size_t length = text_decode(at, &code);
    return length > 1 ? posted_is_decoration(code) : !isalnum((unsigned char)*at);
}

static const char *find_colon(const char *at)
{
    at = skip_characters(at, " \t*_~`\"')]}>!|");
    return *at == ':' ? at : NULL;
}

/* The player with whose name the line goes on, the one with the longest, rather one behind whose
 * name a colon stands; 0: none. *length: of the name. */
static int find_player(const struct post_reader *reader, const char *at, size_t *length)
{
    int found = 0;
    bool has_colon = false;
    *length = 0;
    for (int i = 0; i < reader->count; i++) {
        struct text name = {0};
        const char *given = reader->players[i].name;
        posted_append(&name, given, given + strlen(given));
        size_t match = fold_match(at, text_string(&name));
        bool colon = match > 0 && find_colon(at + match);
        if (match > 0 && ends_word(at + match) && colon >= has_colon &&
            (colon > has_colon || match > *length)) {
            found = i + 1;
            *length = match;
            has_colon = colon;
        }
        text_free(&name);
    }
    return found;
}

/* --- orders ----------------------------------------------------------------------------------- */

/* Length without a smiley of letters at the end: ":)", ";-)", ":smile:", "^^", "xD". */
static size_t without_smiley(const char *words, size_t length)
{
    static const char *const smileys[] = {"xD", "XD", "<3", "8)", "B)"};
    for (size_t i = 0; i < sizeof smileys / sizeof *smileys; i++)
        if (length > 3 && words[length - 3] == ' ' &&
            memcmp(words + length - 2, smileys[i], 2) == 0)
            return length - 2;
    size_t mouth = 0;
    while (mouth < 2 && mouth < length && is_of("-'o)(DPpO3/|]", words[length - 1 - mouth]))
        mouth++;
    for (; mouth > 0; mouth--)
        if (mouth < length && is_of(":;=", words[length - 1 - mouth]))
            return length - 1 - mouth;
    if (length > 2 && words[length - 1] == ':') {
        size_t at = length - 1;
        while (at > 0 && (isalnum((unsigned char)words[at - 1]) || is_of("_+-", words[at - 1])))
            at--;
        if (at > 0 && at < length - 1 && words[at - 1] == ':')
            return at - 1;
    }
    return length;
}

static size_t without_decoration(const char *words, size_t length)
{
    size_t at = length;
    while (at > 0 && ((unsigned char)words[at - 1] & 0xC0) == 0x80)
        at--;
    return at < length && at > 0 && decoration(words + at - 1) == length - at + 1 ? at - 1 : length;
}

/* What is ordered, without marks round it. */
static void take_action(const char *words, struct text *into)
{
    words = skip_characters(words, " \t\r:*_~`\"'|");
    size_t length = strlen(words);
    for (size_t before = length + 1; length < before;) {
        before = length;
        while (length > 0 && is_of(" \t\r*_~^`\"'|.,!", words[length - 1]))
            length--;
        length = without_decoration(words, without_smiley(words, length));
        length -= length > 1 && strncmp(words + length - 2, "!<", 2) == 0 ? 2 : 0;
    }
    text_append_bytes(into, words, length);
}

/* "Cleo: AMM" */
static void read_stranger(const char *line, struct post_line *into)
{
    const char *colon = strchr(line, ':');
    if (!colon || colon == line || (size_t)(colon - line) >= PLAYER_NAME_BYTES || !colon[1])
        return;
    into->kind = POST_STRANGER;
    while (colon > line && is_of(" *_~`\"'|", colon[-1]))
        colon--;
    text_append_bytes(&into->name, line, (size_t)(colon - line));
    take_action(strchr(colon, ':'), &into->action);
}

/* Where the line begins with a player's name, rather one with a colon behind it: a number may be a
 * name. NULL: nowhere; *rest is behind all marks then. */
static const char *find_name(const struct post_reader *reader, const char *line, int *player,
                             size_t *length, bool *doubtful, const char **rest)
{
    const char *found = NULL;
    size_t skipped = 1;
    for (; skipped > 0; line += skipped) {
        size_t here;
        int other = find_player(reader, line, &here);
        bool colon = other > 0 && find_colon(line + here);
        if (other > 0 && (!found || colon)) {
            found = line;
            *player = other;
            *length = here;
        }
        skipped = colon ? 0 : mark_before_name(line, doubtful);
    }
    *rest = line;
    return found;
}

static void read_plain(const struct post_reader *reader, const char *line, struct post_line *into)
{
    bool doubtful = false;
    size_t length = 0;
    line += strspn(line, " \t");
    if (*line == '>' && line[1] != '!')
        return;
    const char *name = find_name(reader, line, &into->player, &length, &doubtful, &line);
    if (!name) {
        if (!doubtful)
            read_stranger(line, into);
        return;
    }
    const char *colon = find_colon(name + length);
    text_append_bytes(&into->name, name, length);
    take_action(colon ? colon + 1 : name + length, &into->action);
    into->kind = colon && !doubtful && into->action.length > 0 ? POST_ORDER : POST_UNREAD;
}

void post_line_read(struct post_reader *reader, const char *line, const char *end, int number,
                    struct post_line *into)
{
    struct text own = {0}, plain = {0};
    *into = (struct post_line){.kind = POST_WORDS};
    /* Into `own` what of the line stands outside of all quotes, which may be nested. */
    while (line < end) {
        bool ends = false;
        size_t tag = *line == '[' || *line == '<' ? quote_tag(line, end, &ends) : 0;
        if (tag > 0 && ends) {
            reader->quotes -= reader->quotes > 0;
        } else if (tag > 0) {
            reader->quoted_from = reader->quotes > 0 ? reader->quoted_from : number;
            reader->quotes++;
        } else {
            text_append_bytes(&own, line, reader->quotes == 0);
        }
        line += tag > 0 ? tag : 1;
    }
    posted_append(&plain, text_string(&own), text_string(&own) + own.length);
    read_plain(reader, text_string(&plain), into);
    text_free(&own);
    text_free(&plain);
}

/* --- names that work -------------------------------------------------------------------------- */

/* Whose order the form is with the player's name in it; 0: nobody's. */
static int reads_as(const struct player *players, int count, int player, const char *form)
{
    struct post_reader reader = {.players = players, .count = count};
    struct post_line line;
    struct text written = {0};
    const char *name = strchr(form, '%');
    text_append_bytes(&written, form, (size_t)(name - form));
    text_append(&written, players[player - 1].name);
    text_append(&written, name + 1);
    post_line_read(&reader, written.data, written.data + written.length, 1, &line);
    bool read = line.kind == POST_ORDER && reader.quotes == 0 &&
                strcmp(text_string(&line.action), "AMM") == 0;
    post_line_free(&line);
    text_free(&written);
    return read ? line.player : 0;
}

static bool is_same_name(const char *one, const char *other)
{
    size_t match = fold_match(one, other);
    return match > 0 && !one[match];
}

/* Marks alone are taken for bullets, quotes and type. */
static bool has_letter(const char *name)
{
    uint32_t code = 0;
    for (size_t length; *name; name += length > 0 ? length : 1) {
        length = text_decode(name, &code);
        if (length > 1 ? !posted_is_decoration(code) : isalnum((unsigned char)*name))
            return true;
    }
    return false;
}

static bool name_check(const struct player *players, int count, int player, struct error *error)
{
    static const char *const forms[] = {"%: AMM", "- %: AMM", "1. % : AMM :)", "**%:** AMM",
                                        "[b]%[/b]: AMM"};
    const char *name = players[player - 1].name;
    if (!text_is_visible(name))
        return error_set(error,
                         "the name \"%s\" holds what nobody sees or types, so that posts cannot be "
                         "read: write it anew",
                         name);
    for (int i = 1; i < player; i++)
        if (is_same_name(players[i - 1].name, name))
            return error_set(error, "the name \"%s\" is there twice: change one of them", name);
    struct text plain = {0};
    posted_append(&plain, name, name + strlen(name));
    const char *begin = text_string(&plain) + strspn(text_string(&plain), " ");
    bool works = !strchr(begin, ':') && !is_of(">|~", *begin) && has_letter(begin);
    text_free(&plain);
    for (size_t i = 0; i < sizeof forms / sizeof *forms && works; i++) {
        int other = reads_as(players, count, player, forms[i]);
        if (other > 0 && other != player)
            return error_set(error, "posts cannot tell \"%s\" and \"%s\" apart: change one of them",
                             name, players[other - 1].name);
        works = other > 0;
    }
    return works || error_set(error,
                              "the name \"%s\" cannot be told from other words of a post: change "
                              "it to letters, digits and blanks",
                              name);
}

bool post_names_check(const struct player *players, int count, struct error *error)
{
    for (int i = 1; i <= count; i++)
        if (!name_check(players, count, i, error))
            return false;
    return true;
}
