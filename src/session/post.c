/* Reading the actions of a turn from what people have posted, and the text that is posted then. */
#include "session/post.h"

#include "base/memory.h"
#include "base/posted.h"
#include "drivers/crew.h"
#include "session/post_line.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- lines of players ------------------------------------------------------------------------- */

/* What a player has written. */
struct posted {
    struct text action;
    int line; /* 0: nothing */
    bool twice;
};

/* A line that names somebody and gives no order. */
struct aside {
    int line, player; /* 0: of nobody */
    char *name, *words;
};

struct reading {
    const struct session *session;
    struct crew *crew; /* who drives for computers; NULL: they wait for themselves */
    struct posted posted[PLAYER_LIMIT];
    struct {
        struct aside *items;
        int count, capacity;
    } asides;
    bool drive_on;
    struct text *faults, *notes;
};

static const char *name_of(const struct reading *reading, int player)
{
    return session_player(reading->session, player)->name;
}

static bool is_computer(const struct reading *reading, int player)
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

static void take_line(struct reading *reading, const struct post_line *line, int number)
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
                 (struct aside){number, line->player, memory_copy_string(text_string(&line->name)),
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

static void read_lines(struct reading *reading, const char *post, size_t length)
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

struct turn {
    struct done done[CAR_LIMIT];
    int count;
    uint64_t asked, players; /* bit n: car n was, one of player n's was */
};

static void free_reading(struct reading *reading)
{
    crew_free(reading->crew, NULL);
    for (int i = 0; i < PLAYER_LIMIT; i++)
        text_free(&reading->posted[i].action);
    for (int i = 0; i < reading->asides.count; i++) {
        free(reading->asides.items[i].name);
        free(reading->asides.items[i].words);
    }
    free(reading->asides.items);
}

/* An order as people write it now. */
static const char *example_of(const struct race *race)
{
    return race->game->round(race) == 0 && race->game->opening ? race->game->opening
                                                               : race->game->example;
}

static void fault(struct reading *reading, int player, const struct posted *posted,
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
static const struct aside *aside_of(const struct reading *reading, int player)
{
    for (int i = 0; i < reading->asides.count; i++)
        if (reading->asides.items[i].player == player)
            return &reading->asides.items[i];
    return NULL;
}

static bool choose(struct reading *reading, const struct race *race, int car, struct text *action,
                   struct error *error)
{
    const char *names[PLAYER_LIMIT];
    struct text remark = {0};
    int player = race->game->player_of(race, car);
    for (int i = 0; i < session_setup(reading->session)->players; i++)
        names[i] = name_of(reading, i + 1);
    if (driver_command(session_player(reading->session, player)->driver))
        return error_set(error, "a program drives this car, and none is started here: let the race "
                                "go on in the window");
    crew_choose(reading->crew, race, car, names, action, &remark);
    text_free(&remark);
    return true;
}

static bool find_action(struct reading *reading, const struct race *race, int car,
                        struct text *action)
{
    int player = race->game->player_of(race, car);
    const struct posted *posted = &reading->posted[player - 1];
    const struct aside *aside = aside_of(reading, player);
    struct error error = {0};
    if (is_computer(reading, player))
        choose(reading, race, car, action, &error);
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
        fault(reading, player, posted, &error);
    return !error.text[0];
}

static void try_car(struct reading *reading, struct race *race, int car, struct turn *turn)
{
    struct text action = {0};
    struct event_list events = {0};
    struct error error = {0};
    int player = race->game->player_of(race, car);
    if (find_action(reading, race, car, &action) &&
        !race->game->apply(race, car, text_string(&action), &events, &error))
        fault(reading, player, &reading->posted[player - 1], &error);
    turn->done[turn->count++] = (struct done){car, action};
    event_list_free(&events);
}

/* On a copy: each car that owes an action gives one, until all that owe one have. */
static void try_turn(struct reading *reading, struct turn *turn)
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
                !reading->crew && is_computer(reading, now->game->player_of(race, cars[i]));
            found = !waits && !(turn->asked >> cars[i] & 1);
            if (found) {
                turn->asked |= UINT64_C(1) << cars[i];
                turn->players |= UINT64_C(1) << now->game->player_of(race, cars[i]);
                try_car(reading, race, cars[i], turn);
            }
        }
    }
    race->game->free(race);
}

/* --- what is told besides --------------------------------------------------------------------- */

/* Does somebody who owes an action mean these words as one? One that is understood for the most
 * part is meant. */
static bool is_meant(const struct reading *reading, const char *words, int player)
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

static bool was_asked(const struct turn *turn, int player)
{
    return turn->players >> player & 1;
}

static void tell_aside(struct reading *reading, const struct turn *turn, const struct aside *aside)
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

/* Of whom no order was wanted. */
static void tell_spare(struct reading *reading, const struct turn *turn)
{
    enum { COMPUTER = 3, UNOWED };
    for (int i = 1; i <= session_setup(reading->session)->players; i++) {
        int line = reading->posted[i - 1].line;
        if (line > 0 && (is_computer(reading, i) || !was_asked(turn, i)))
            tell_line(reading->notes, line, is_computer(reading, i) ? COMPUTER : UNOWED,
                      name_of(reading, i));
    }
}

bool post_take(struct session *session, const char *post, size_t length, struct post_wish wish,
               struct text *faults, struct text *notes)
{
    struct reading reading = {.session = session, .faults = faults, .notes = notes};
    struct turn turn = {.count = 0};
    struct error error = {0};
    const char *drivers[PLAYER_LIMIT];
    size_t before = faults->length;
    reading.drive_on = wish.drive_on;
    for (int i = 0; i < session_setup(session)->players; i++) {
        drivers[i] = session_player(session, i + 1)->driver;
        drivers[i] = driver_command(drivers[i]) ? "human" : drivers[i];
    }
    if (wish.computers)
        reading.crew = crew_create(session_setup(session), drivers, (struct crew_options){0});
    if (race_next_car(session_race(session)) == 0)
        text_append(faults, "The race is over: no orders are taken.\n");
    read_lines(&reading, post, length);
    try_turn(&reading, &turn);
    if (turn.count == 0 && faults->length == before)
        text_append(faults, "Nobody owes an order now: computers drive first.\n");
    for (int i = 0; i < reading.asides.count; i++)
        tell_aside(&reading, &turn, &reading.asides.items[i]);
    tell_spare(&reading, &turn);
    for (int i = 0; i < turn.count; i++) {
        if (faults->length == before &&
            !session_do(session, turn.done[i].car, text_string(&turn.done[i].action), &error))
            text_append_format(faults, "%s\n", error.text);
        text_free(&turn.done[i].action);
    }
    free_reading(&reading);
    return faults->length == before;
}

/* --- what is posted --------------------------------------------------------------------------- */

/* Blanks that hold words together are for the window. */
static void append_with_blanks(struct text *into, const char *words)
{
    for (const char *next; (next = strstr(words, "\u00a0")); words = next + 2) {
        text_append_bytes(into, words, (size_t)(next - words));
        text_append(into, " ");
    }
    text_append(into, words);
}

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
        append_with_blanks(into, standing.finished || standing.out ? brief : standing.words);
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
