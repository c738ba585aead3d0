/* Actions as text (RULES 11): reading, carrying out, and what may come next. */
#include "rules/circuit/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- words ------------------------------------------------------------------------------------ */

enum { WORD_BYTES = 12 };

/* The words of an action, separated by single blanks. */
struct words {
    const char *action, *next;
    char word[WORD_BYTES];
    int column; /* of it, from 1 */
};

/* False: there is no further word, or it is none ("" then). */
static bool next_word(struct words *words)
{
    size_t length = strcspn(words->next, " ");
    words->column = (int)(words->next - words->action) + 1;
    words->word[0] = '\0';
    if (length == 0 || length >= WORD_BYTES)
        return false;
    memcpy(words->word, words->next, length);
    words->word[length] = '\0';
    words->next += length;
    if (*words->next == ' ' && words->next[1] != '\0')
        words->next++;
    return true;
}

static bool at_end(const struct words *words)
{
    return *words->next == '\0';
}

/* One digit or more without a sign or a leading zero. */
static bool read_number(const char *word, int most, int *into)
{
    int64_t value;
    if (word[0] < '0' || word[0] > '9' || (word[0] == '0' && word[1]) ||
        !number_is_integer(word, 0, most, &value))
        return false;
    *into = (int)value;
    return true;
}

static bool refuse(struct error *error, const struct words *words, const char *why)
{
    return error_set_at(error, 0, words->column, "%s", why);
}

/* --- the phases ------------------------------------------------------------------------------- */

static bool act_build(struct circuit_race *race, int car, struct words *words,
                      struct event_list *events, struct error *error)
{
    struct build build;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        if (!next_word(words) || !read_number(words->word, CIRCUIT_BUILD_MOST, &build.points[i]))
            return refuse(error, words,
                          "a car is built by five numbers from 0 to 2: build START ACC DEC TOP "
                          "WEAR");
    if (!at_end(words) || !circuit_may_build(race, &build))
        return error_set_at(error, 0, 1, "a car is built of exactly %d points, 0 to 2 on each",
                            circuit_value(race, CIRCUIT_POINTS));
    circuit_take_build(race, car, &build, events);
    return true;
}

static bool act_speed(struct circuit_race *race, int car, struct words *words,
                      struct event_list *events, struct error *error)
{
    int speed, least, most;
    circuit_speeds(race, car, &least, &most);
    if (!next_word(words) || !read_number(words->word, 1000, &speed) || !at_end(words) ||
        speed % CIRCUIT_SPEED != 0 || speed < least || speed > most)
        return error_set_at(error, 0, words->column,
                            "a speed is a multiple of 20 from %d to %d now: speed %d", least, most,
                            most);
    circuit_take_speed(race, car, speed, events);
    return true;
}

/* "2", "2+" */
static bool step_word(struct circuit_race *race, const struct words *words,
                      struct event_list *events, struct error *error)
{
    char word[WORD_BYTES];
    int lane;
    memcpy(word, words->word, sizeof word);
    char *plus = strchr(word, '+');
    bool takes_line = plus && plus[1] == '\0';
    if (takes_line)
        *plus = '\0';
    if (!read_number(word, race->circuit->lanes, &lane) || lane == 0)
        return refuse(error, words, "this is no lane of the circuit");
    if (!circuit_may_enter(race, lane))
        return refuse(error, words, "that space is taken, or more than a lane away");
    if (takes_line && !circuit_may_take_line(race, lane))
        return refuse(error, words, "the line cannot be taken there");
    circuit_step(race, lane, takes_line, events);
    return true;
}

static bool act_force(struct circuit_race *race, struct words *words, struct event_list *events,
                      struct error *error)
{
    int lanes[2];
    for (int i = 0; i < 2; i++)
        if (!next_word(words) || !read_number(words->word, race->circuit->lanes, &lanes[i]) ||
            lanes[i] == 0)
            return refuse(error, words, "force takes two lanes, the one to drive into first");
    if (!at_end(words) || !circuit_may_force(race, lanes[0], lanes[1]))
        return refuse(error, words,
                      "a pass is forced between two neighbouring lanes when all ahead is taken");
    circuit_begin_force(race, lanes[0], lanes[1], events);
    return true;
}

static bool act_brake(struct circuit_race *race, const struct words *words,
                      struct event_list *events, struct error *error)
{
    if (!at_end(words) || !circuit_blocked(race) || circuit_on_bonus(race))
        return refuse(error, words,
                      "a car brakes when all lanes ahead are taken, and not on the "
                      "point of the slipstream");
    circuit_brake(race, false, true, events);
    return true;
}

static bool act_stay(struct circuit_race *race, const struct words *words,
                     struct event_list *events, struct error *error)
{
    if (!at_end(words) || !circuit_on_bonus(race))
        return refuse(error, words, "a car stays on the point of the slipstream alone");
    circuit_stay(race, events);
    return true;
}

/* Lanes, and perhaps an end: each word as the race stands behind the one before. */
static bool act_go(struct circuit_race *race, int car, struct words *words,
                   struct event_list *events, struct error *error)
{
    for (int count = 0; count == 0 || !at_end(words); count++) {
        if (!next_word(words))
            return refuse(error, words, "go takes lanes with single blanks between: go 1 1 2");
        if (race->phase != PHASE_MOVE || race->moving.car != car)
            return refuse(error, words, "the move has ended before this word");
        if (count > 0 && strcmp(words->word, "force") == 0)
            return act_force(race, words, events, error);
        if (count > 0 && strcmp(words->word, "brake") == 0)
            return act_brake(race, words, events, error);
        if (count > 0 && strcmp(words->word, "stay") == 0)
            return act_stay(race, words, events, error);
        if (!step_word(race, words, events, error))
            return false;
    }
    return true;
}

static bool act_move(struct circuit_race *race, int car, struct words *words,
                     struct event_list *events, struct error *error)
{
    if (strcmp(words->word, "go") == 0)
        return act_go(race, car, words, events, error);
    if (strcmp(words->word, "force") == 0)
        return act_force(race, words, events, error);
    if (strcmp(words->word, "brake") == 0)
        return act_brake(race, words, events, error);
    if (strcmp(words->word, "stay") == 0)
        return act_stay(race, words, events, error);
    return refuse(error, words, "a move is go with lanes, force with two lanes, brake or stay");
}

/* One of two words. */
static bool read_answer(const struct words *words, const char *no, const char *yes, bool *answer,
                        struct error *error)
{
    *answer = strcmp(words->word, yes) == 0;
    if (at_end(words) && (*answer || strcmp(words->word, no) == 0))
        return true;
    return error_set_at(error, 0, 1, "the answer is %s or %s", yes, no);
}

static bool act(struct circuit_race *race, int car, const char *action, struct event_list *events,
                struct error *error)
{
    struct words words = {.action = action, .next = action, .column = 1};
    bool yes;
    next_word(&words);
    switch (race->phase) {
    case PHASE_BUILD:
        return strcmp(words.word, "build") == 0
                   ? act_build(race, car, &words, events, error)
                   : refuse(error, &words, "cars are built first: build 1 1 1 1 1");
    case PHASE_POST:
        return strcmp(words.word, "speed") == 0
                   ? act_speed(race, car, &words, events, error)
                   : refuse(error, &words, "a speed is posted now: speed 60");
    case PHASE_MOVE:
        return act_move(race, car, &words, events, error);
    case PHASE_CARDS:
        if (!read_answer(&words, "pass", "block", &yes, error))
            return false;
        circuit_lay_card(race, car, yes ? CARD_BLOCK : CARD_PASS, events);
        return true;
    case PHASE_CHIPS:
    case PHASE_SPIN:
        if (!read_answer(&words, "keep", "chip", &yes, error))
            return false;
        if (race->phase == PHASE_CHIPS)
            circuit_answer_chip(race, yes, events);
        else
            circuit_answer_spin(race, yes, events);
        return true;
    case PHASE_OVER:
        break;
    }
    return error_set_at(error, 0, 1, "the race is over");
}

/* A longer `go` is tried on a copy first: refused, it has changed nothing. */
bool circuit_apply(struct race *any, int car, const char *action, struct event_list *events,
                   struct error *error)
{
    struct circuit_race *race = circuit_race(any);
    struct circuit_race trial = *race;
    struct event_list ignored = {0};
    bool good = true;
    if (strncmp(action, "go ", 3) == 0 && strchr(action + 3, ' '))
        good = act(&trial, car, action, &ignored, error);
    event_list_free(&ignored);
    return good && act(race, car, action, events, error);
}

/* --- what may come next (11.4) ---------------------------------------------------------------- */

struct listing {
    const struct circuit_race *race;
    struct circuit_move *into;
    int count;
};

static struct circuit_move *add(struct listing *listing, enum move_kind kind)
{
    struct circuit_move *move = &listing->into[listing->count++];
    *move = (struct circuit_move){.kind = kind, .outcome = OUTCOME_IS_CLEAR};
    return move;
}

static void list_builds(struct listing *listing)
{
    struct build builds[CIRCUIT_MOVES];
    int count = build_list(listing->race->setup, builds, CIRCUIT_MOVES);
    for (int i = 0; i < count; i++) {
        const int *points = builds[i].points;
        snprintf(add(listing, MOVE_BUILD)->action, 32, "build %d %d %d %d %d", points[0] % 10,
                 points[1] % 10, points[2] % 10, points[3] % 10, points[4] % 10);
    }
}

static void list_speeds(struct listing *listing, int car)
{
    int least, most;
    circuit_speeds(listing->race, car, &least, &most);
    for (int speed = least; speed <= most; speed += CIRCUIT_SPEED) {
        struct circuit_move *move = add(listing, MOVE_SPEED);
        move->speed = speed;
        snprintf(move->action, sizeof move->action, "speed %d", speed);
    }
}

static void list_step(struct listing *listing, int lane, bool takes_line)
{
    struct circuit_move *move = add(listing, MOVE_GO);
    struct step step = circuit_look_ahead(listing->race, lane, takes_line);
    snprintf(move->action, sizeof move->action, "go %d%s", lane, takes_line ? "+" : "");
    move->row = step.to.row;
    move->lane = lane;
    move->limit = step.limit;
    move->halves = step.halves + takes_line;
    move->outcome = step.spins         ? OUTCOME_IS_SPIN
                    : step.finishes    ? OUTCOME_IS_FINISH
                    : move->halves > 0 ? OUTCOME_IS_WEAR
                                       : OUTCOME_IS_CLEAR;
}

static void list_force(struct listing *listing, int first, int second)
{
    struct circuit_force force = circuit_look_at_force(listing->race, first, second);
    struct circuit_move *move = add(listing, MOVE_FORCE);
    snprintf(move->action, sizeof move->action, "force %d %d", first, second);
    move->row = force.row;
    move->lane = first;
    move->resist_count = force.resist_count;
    memcpy(move->blockers, force.blockers, sizeof move->blockers);
    memcpy(move->resist, force.resist, sizeof move->resist);
    move->outcome = force.resist_count > 0 ? OUTCOME_IS_TRY : OUTCOME_IS_PASS;
}

static void list_moves(struct listing *listing)
{
    const struct circuit_race *race = listing->race;
    int lanes = race->circuit->lanes, speed;
    for (int lane = 1; lane <= lanes; lane++) {
        if (!circuit_may_enter(race, lane))
            continue;
        list_step(listing, lane, false);
        if (circuit_may_take_line(race, lane))
            list_step(listing, lane, true);
    }
    for (int first = 1; first <= lanes; first++)
        for (int second = 1; second <= lanes; second++)
            if (circuit_may_force(race, first, second))
                list_force(listing, first, second);
    if (circuit_blocked(race) && !circuit_on_bonus(race)) {
        struct circuit_move *move = add(listing, MOVE_BRAKE);
        bool can = circuit_may_brake(race, &speed);
        strcpy(move->action, "brake");
        move->speed = can ? speed : 0;
        move->outcome = can ? OUTCOME_IS_CLEAR : OUTCOME_IS_SPIN;
    }
    if (circuit_on_bonus(race))
        strcpy(add(listing, MOVE_STAY)->action, "stay");
}

static void list_words(struct listing *listing, const char *first, const char *second)
{
    strcpy(add(listing, MOVE_WORD)->action, first);
    strcpy(add(listing, MOVE_WORD)->action, second);
}

int circuit_moves(const struct race *any, int car, struct circuit_move into[CIRCUIT_MOVES])
{
    struct listing listing = {circuit_race_of(any), into, 0};
    switch (listing.race->phase) {
    case PHASE_BUILD:
        list_builds(&listing);
        break;
    case PHASE_POST:
        list_speeds(&listing, car);
        break;
    case PHASE_MOVE:
        list_moves(&listing);
        break;
    case PHASE_CARDS:
        list_words(&listing, "pass", "block");
        break;
    case PHASE_CHIPS:
    case PHASE_SPIN:
        list_words(&listing, "chip", "keep");
        break;
    case PHASE_OVER:
        break;
    }
    return listing.count;
}

const char *circuit_outcome_name(enum circuit_outcome outcome)
{
    static const char *const names[] = {
        [OUTCOME_IS_SPIN] = "spin",   [OUTCOME_IS_FINISH] = "finish", [OUTCOME_IS_WEAR] = "wear",
        [OUTCOME_IS_CLEAR] = "clear", [OUTCOME_IS_TRY] = "try",       [OUTCOME_IS_PASS] = "pass"};
    return names[outcome];
}
