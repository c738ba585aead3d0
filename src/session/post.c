/* Reading the actions of a turn from what people have posted, and the text that is posted then. */
#include "session/post.h"

#include "base/fold.h"
#include "base/memory.h"
#include "drivers/driving.h"

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

struct reading {
    const struct session *session;
    struct posted posted[PLAYER_LIMIT];
    bool drive_on;
    int quotes;      /* [quote] within which the text is */
    int quoted_from; /* the line of the outermost one */
    struct text *faults;
};

/* What stands behind the player's name and a colon; NULL: the line is not of this player. */
static const char *words_of(const struct session *session, int player, const char *line)
{
    const char *name = session_player(session, player)->name;
    size_t length = fold_match(line, name);
    if (length == 0)
        return NULL;
    line += length + strspn(line + length, " \t");
    return *line == ':' ? line + 1 : NULL;
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

static void take_words(struct posted *posted, const char *words, int number)
{
    const char *blanks = " \t\r";
    struct text action = {0};
    words += strspn(words, blanks);
    size_t length = strlen(words);
    while (length > 0 && strchr(blanks, words[length - 1]))
        length--;
    text_append_bytes(&action, words, length);
    if (posted->line == 0) {
        posted->action = action;
        posted->line = number;
        return;
    }
    posted->twice |= !is_alike(text_string(&posted->action), text_string(&action));
    text_free(&action);
}

/* Into `own` what of the line stands outside of all quotes, which may be nested. */
static void leave_quotes_out(struct reading *reading, const char *line, int number,
                             struct text *own)
{
    static const char begins[] = "[quote", ends[] = "[/quote]";
    while (*line) {
        if (strncasecmp(line, ends, strlen(ends)) == 0) {
            reading->quotes -= reading->quotes > 0;
            line += strlen(ends);
        } else if (strncasecmp(line, begins, strlen(begins)) == 0) {
            reading->quoted_from = reading->quotes > 0 ? reading->quoted_from : number;
            reading->quotes++;
            line += strcspn(line, "]");
            line += *line == ']';
        } else {
            text_append_bytes(own, line, reading->quotes == 0);
            line++;
        }
    }
}

static void read_line(struct reading *reading, const char *line, int number)
{
    struct text own = {0};
    leave_quotes_out(reading, line, number, &own);
    const char *rest = text_string(&own);
    rest += strspn(rest, " \t");
    for (int player = 1; player <= session_setup(reading->session)->players; player++) {
        const char *words = words_of(reading->session, player, rest);
        if (words)
            take_words(&reading->posted[player - 1], words, number);
    }
    text_free(&own);
}

/* A byte of zero ends a line's words. */
static void read_lines(struct reading *reading, const char *post, size_t length)
{
    struct text line = {0};
    int number = 0;
    for (const char *end = post + length; post < end; number++) {
        const char *stop = memchr(post, '\n', (size_t)(end - post));
        stop = stop ? stop : end;
        text_clear(&line);
        text_append_bytes(&line, post, (size_t)(stop - post));
        read_line(reading, text_string(&line), number + 1);
        post = stop + 1;
    }
    text_free(&line);
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
};

static void fault(struct reading *reading, int player, const struct posted *posted,
                  const struct error *error)
{
    text_append_format(reading->faults, "%s", session_player(reading->session, player)->name);
    if (posted->line > 0)
        text_append_format(reading->faults, ", line %d", posted->line);
    if (error->column > 0)
        text_append_format(reading->faults, ", column %d", error->column);
    text_append_format(reading->faults, ": %s\n", error->text);
}

static bool find_action(struct reading *reading, const struct race *race, int car,
                        struct text *action)
{
    int player = race->game->player_of(race, car);
    const struct posted *posted = &reading->posted[player - 1];
    struct error error = {0};
    if (posted->twice)
        error_set(&error, "there are two different orders: leave one");
    else if (posted->line > 0)
        text_append(action, text_string(&posted->action));
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
    uint64_t asked = 0;
    for (bool found = true; found;) {
        int cars[CAR_LIMIT];
        bool secret;
        int count = race->game->owes(race, cars, &secret);
        found = false;
        for (int i = 0; i < count && !found; i++) {
            found = !(asked >> cars[i] & 1);
            asked |= UINT64_C(1) << cars[i];
            if (found)
                try_car(reading, race, cars[i], turn);
        }
    }
    race->game->free(race);
}

bool post_take(struct session *session, const char *post, size_t length, bool drive_on,
               struct text *faults)
{
    struct reading reading = {.session = session, .drive_on = drive_on, .faults = faults};
    struct turn turn = {.count = 0};
    struct error error = {0};
    size_t before = faults->length;
    if (race_next_car(session_race(session)) == 0)
        text_append(faults, "The race is over: no orders are taken.\n");
    read_lines(&reading, post, length);
    if (reading.quotes > 0)
        text_append_format(faults, "line %d: [quote] without [/quote]: all behind it is left out\n",
                           reading.quoted_from);
    try_turn(&reading, &turn);
    for (int i = 0; i < turn.count; i++) {
        if (faults->length == before &&
            !session_do(session, turn.done[i].car, text_string(&turn.done[i].action), &error))
            text_append_format(faults, "%s\n", error.text);
        text_free(&turn.done[i].action);
    }
    for (int i = 0; i < PLAYER_LIMIT; i++)
        text_free(&reading.posted[i].action);
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
        text_append_format(into, "%d %s: ", car,
                           session_player(session, race->game->player_of(race, car))->name);
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
    int round = race->game->round(race);
    if (round > 0)
        text_append_format(into, "Turn %d. Orders", round);
    else
        text_append(into, "Before the start. Choices");
    text_append_format(into, ", please, like \"%s: %s\":",
                       session_player(session, race->game->player_of(race, cars[0]))->name,
                       round == 0 && race->game->opening ? race->game->opening
                                                         : race->game->example);
    for (int i = 0; i < count; i++)
        text_append_format(into, "%s %s", i > 0 ? "," : "",
                           session_player(session, race->game->player_of(race, cars[i]))->name);
    text_append(into, ".\n");
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
    for (int i = first, round; i < session_log_count(session); i++)
        text_append_format(into, "%s\n", session_log_line(session, i, &round));
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
