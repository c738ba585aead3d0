/* One plain sentence for an event, for the log. A move whose next event says where the car is needs
 * no words of its own, unless something was used up for it.
 */

#include "base/formats.h"
#include "base/number.h"
#include "rules/graph_paper/race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct speaker {
    const struct paper_race *race;
    const char *const *names;
    struct text *into;
};

/* Where players have several cars, "Ada's second car". */
static void say_name(const struct speaker *speaker, int car)
{
    static const char *const ordinals[] = {"first", "second", "third", "fourth"};
    int each = setup_cars_each(speaker->race->setup);
    text_append(speaker->into, speaker->names[(car - 1) / each]);
    if (each > 1)
        text_append_format(speaker->into, "'s %s car", ordinals[(car - 1) % each]);
}

/* "1 turn", "2 turns". */
static void say_count(struct text *into, int count, const char *thing)
{
    text_append_format(into, count == 1 ? "%s%d %s" : "%s%d %ss", count < 0 ? "−" : "", abs(count),
                       thing);
}

static void say_turns(struct text *into, int turns)
{
    say_count(into, turns, "turn");
}

/* RULES 2.5, 2.6: false if nothing was used. Brakes and boosts never come with nitros. */
static bool say_used(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    bool both = event->good_brakes > 0 && event->turbo_boosts > 0;
    if (event->number == 0 && event->good_brakes == 0 && event->turbo_boosts == 0)
        return false;
    text_append(into, " uses ");
    if (event->number > 0)
        say_count(into, event->number, "nitro");
    text_append(into, event->good_brakes > 0 ? "good brakes" : "");
    text_append(into, both ? " and " : "");
    text_append(into, event->turbo_boosts > 0 ? "a turbo boost" : "");
    return true;
}

static void say_moved(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    bool words = event->second == 0 || event->returned || event->number > 0 ||
                 event->good_brakes > 0 || event->turbo_boosts > 0;
    if (!words)
        return;
    say_name(speaker, event->car);
    bool used = say_used(speaker, event);
    if (event->returned)
        text_append(into, used ? ", comes back to the track" : " comes back to the track");
    if (event->second != 0)
        text_append(into, ".");
    else
        text_append(into, used || event->returned ? " and" : "");
    if (event->second == 0) {
        if (point_equal(event->from, event->to))
            text_append_format(into, " stays at %s", pair_of(event->to.x, event->to.y).text);
        else
            text_append_format(into, " drives to %s", pair_of(event->to.x, event->to.y).text);
        text_append(into, event->outside ? ", still off the track." : ".");
    }
}

static void say_lap(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    say_name(speaker, event->car);
    if (event->second >= 0 && event->number > 0) {
        text_append_format(into, event->second > 1 ? " begins lap %d of %d." : " begins lap %d.",
                           event->number, event->second);
    } else if (event->number > 0) {
        text_append_format(into, " crosses the line backward, into lap %d again.", event->number);
    } else {
        text_append_format(into, " crosses the line%s, no lap is open.",
                           event->second < 0 ? " backward" : "");
    }
}

static void say_damage(struct text *into, int damage)
{
    text_append(into, "takes ");
    say_count(into, damage, "damage point");
}

/* What becomes of the car: the last part of the sentence, or nothing. */
static void say_onward(struct text *into, const struct graph_paper_event *event)
{
    static const char *const onward[] = {
        [LEFT_GOES_ON] = "goes on from",
        [LEFT_RUNS_WIDE] = "drives on outside to",
        [LEFT_COMES_BACK] = "comes straight back to",
    };
    text_append_format(into, " and %s %s", onward[event->second],
                       pair_of(event->to.x, event->to.y).text);
    if (event->number > 0) {
        text_append(into, " after missing ");
        say_turns(into, event->number);
    }
}

static void say_left_track(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    bool ends_here = event->second == LEFT_IS_OUT;
    say_name(speaker, event->car);
    if (event->forced) {
        bool more = event->damage > 0 || !ends_here;
        text_append(into, more ? " has nowhere to go, crashes" : " has nowhere to go and crashes");
    } else {
        text_append(into, " leaves the track");
    }
    /* At a grid point; else near one, where nothing else in the sentence says where that was. */
    struct exact_point exit = event->end;
    int64_t x = number_floor_divide(exit.x, exit.w), y = number_floor_divide(exit.y, exit.w);
    int64_t beyond_x = exit.x - x * exit.w, beyond_y = exit.y - y * exit.w;
    bool on_grid = beyond_x == 0 && beyond_y == 0;
    if (on_grid || ends_here)
        text_append_format(into, " %s (%lld, %lld)", on_grid ? "at" : "near",
                           (long long)(x + (beyond_x >= exit.w - beyond_x)),
                           (long long)(y + (beyond_y >= exit.w - beyond_y)));
    if (event->damage > 0) {
        text_append(into, ends_here ? " and " : ", ");
        say_damage(into, event->damage);
    }
    if (!ends_here)
        say_onward(into, event);
    text_append(into, ".");
}

static void say_struck(const struct speaker *speaker, uint64_t struck)
{
    int count = 0;
    for (int car = 1; car <= speaker->race->car_count; car++)
        count += (struck >> car & 1) != 0;
    int said = 0;
    for (int car = 1; car <= speaker->race->car_count; car++) {
        if ((struck >> car & 1) == 0)
            continue;
        said++;
        text_append(speaker->into, said == 1 ? "" : said == count ? " and " : ", ");
        say_name(speaker, car);
    }
}

static void say_collided(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    say_name(speaker, event->car);
    text_append(into, " runs into ");
    say_struck(speaker, event->struck);
    text_append_format(into, " at %s", pair_of(event->to.x, event->to.y).text);
    if (event->number > 0 || event->damage > 0) {
        text_append(into, ": ");
        say_name(speaker, event->car);
        text_append(into, " ");
    }
    if (event->damage > 0)
        say_damage(into, event->damage);
    if (event->number > 0) {
        text_append(into, "misses ");
        say_turns(into, event->number);
    }
    if (event->second > 0) {
        text_append(into, event->number > 0 ? ", " : ": missed turns for ");
        say_struck(speaker, event->struck);
        text_append_format(into, event->number > 0 ? " %d" : ": %d", event->second);
    }
    text_append(into, ".");
}

static void say_slick(const struct speaker *speaker, const struct graph_paper_event *event)
{
    say_name(speaker, event->car);
    text_append_format(speaker->into, " spins on a slick at %s",
                       pair_of(event->to.x, event->to.y).text);
    if (event->number > 0) {
        text_append(speaker->into, " and misses ");
        say_turns(speaker->into, event->number);
    }
    text_append(speaker->into, ".");
}

static void say_scored(const struct speaker *speaker, const struct graph_paper_event *event)
{
    int points = event->second;
    text_append_format(speaker->into, "%s %s ", speaker->names[event->number - 1],
                       points < 0 ? "loses" : "scores");
    say_count(speaker->into, points < 0 ? -points : points, "point");
    text_append(speaker->into, ".");
}

static void say_missed(const struct speaker *speaker, const struct graph_paper_event *event)
{
    say_name(speaker, event->car);
    text_append(speaker->into, " misses a turn");
    if (event->number > 0)
        text_append_format(speaker->into, ", %d more to come", event->number);
    text_append(speaker->into, ".");
}

/* In a derby a place is the player's, and said once; who is alone has none worth a word. */
static void say_placed(const struct speaker *speaker, const struct graph_paper_event *event)
{
    const struct paper_race *race = speaker->race;
    struct text *into = speaker->into;
    if (race->setup->players == 1 || (event->car - 1) % setup_cars_each(race->setup) != 0)
        return;
    int player = graph_paper_car(&race->head, event->car)->player;
    text_append_format(into, "%s takes %d%s place", speaker->names[player - 1], event->number,
                       number_ordinal_ending(event->number));
    if (race_is_derby(race)) {
        int score = graph_paper_score(&race->head, player);
        text_append(into, " with ");
        say_count(into, score, "point");
    }
    text_append(into, ".");
}

void graph_paper_print_vector(struct point vector, char text[GRAPH_PAPER_VECTOR_BYTES])
{
    int length = 0;
    if (vector.x)
        length = snprintf(text, GRAPH_PAPER_VECTOR_BYTES, "%s %d", vector.x > 0 ? "→" : "←",
                          abs(vector.x));
    if (vector.y)
        length += snprintf(text + length, GRAPH_PAPER_VECTOR_BYTES - (size_t)length, "%s%s %d",
                           length ? " " : "", vector.y > 0 ? "↑" : "↓", abs(vector.y));
    if (length == 0)
        strcpy(text, "0");
}

void race_describe(const struct race *any, const struct event *told, const char *const *names,
                   struct text *into)
{
    const struct paper_race *race = paper_race(any);
    const struct graph_paper_event *event = graph_paper_event(told);
    struct speaker speaker = {race, names, into};
    switch (event->type) {
    case EVENT_STARTED:
        say_name(&speaker, event->car);
        text_append_format(into, " starts at %s.", pair_of(event->to.x, event->to.y).text);
        break;
    case EVENT_MOVED:
        say_moved(&speaker, event);
        break;
    case EVENT_CHECKPOINT:
        say_name(&speaker, event->car);
        text_append_format(into, " passes checkpoint %d of %d.", event->number,
                           track_of(race->setup)->checkpoint_count);
        break;
    case EVENT_LAP:
        say_lap(&speaker, event);
        break;
    case EVENT_TURBO:
        say_name(&speaker, event->car);
        text_append_format(into, " drives through a turbo area: it pushes the next move by %s.",
                           pair_of(event->velocity.x, event->velocity.y).text);
        break;
    case EVENT_LEFT_TRACK:
        say_left_track(&speaker, event);
        break;
    case EVENT_COLLIDED:
        say_collided(&speaker, event);
        break;
    case EVENT_SLICK:
        say_slick(&speaker, event);
        break;
    case EVENT_SCORED:
        say_scored(&speaker, event);
        break;
    case EVENT_FINISHED:
        say_name(&speaker, event->car);
        text_append(into, " crosses the finish line!");
        break;
    case EVENT_RETIRED:
        say_name(&speaker, event->car);
        text_append(into, " is out of the race.");
        break;
    case EVENT_MISSED:
        say_missed(&speaker, event);
        break;
    case EVENT_PLACED:
        say_placed(&speaker, event);
        break;
    case EVENT_OVER:
        text_append(into, race_is_derby(race) ? "The derby is over." : "The race is over.");
        break;
    }
}

/* --- why a point within reach may not be chosen (4.4, 5.2, 9) --------------------------------- */

static const char *name_of(const struct paper_race *race, int car, const char *const *names)
{
    return names[graph_paper_car(&race->head, car)->player - 1];
}

void graph_paper_describe_refusal(const struct race *any, const struct refused_move *refused,
                                  const char *const *names, struct text *into)
{
    const struct paper_race *race = paper_race(any);
    int mover = race_next_car(any);
    switch (refused->why) {
    case REFUSAL_OCCUPIED:
        text_append_format(into, "%s is in the way.", name_of(race, refused->car, names));
        break;
    case REFUSAL_OWN_CAR:
        text_append_format(into, "%s cannot run into a car of their own.",
                           name_of(race, mover, names));
        break;
    case REFUSAL_REMATCH:
        text_append_format(into, "%s and %s have just crashed: not again before both have moved.",
                           name_of(race, mover, names), name_of(race, refused->car, names));
        break;
    case REFUSAL_AHEAD:
        text_append(into, "A car comes back behind the place where it left, not ahead of it.");
        break;
    case REFUSAL_THROUGH:
        text_append(into, "A car that comes back has to stay on the track.");
        break;
    case REFUSAL_OFF_SHEET:
        text_append(into, "Nobody drives off the sheet.");
        break;
    }
}

/* === json ===================================================================================== */

/* Actions as text, "7,3" and "7,3>8,4" (files-and-protocols section 2), and the objects of its
 * section 4, with their keys in the order shown there. */

/* --- actions ---------------------------------------------------------------------------------- */

/* Far outside every sheet, near enough for sums of a few of them. */
enum { COORDINATE_LIMIT = 1000000 };

static bool read_point(const char **cursor, struct point *point)
{
    int64_t x = 0;
    int64_t y = 0;
    if (!number_read_integer(cursor, -COORDINATE_LIMIT, COORDINATE_LIMIT, &x) || **cursor != ',')
        return false;
    (*cursor)++;
    if (!number_read_integer(cursor, -COORDINATE_LIMIT, COORDINATE_LIMIT, &y))
        return false;
    *point = (struct point){(int32_t)x, (int32_t)y};
    return true;
}

bool graph_paper_parse_action(const char *text, struct graph_paper_action *action,
                              struct error *error)
{
    const char *cursor = text;
    struct graph_paper_action read = {0};
    bool good = read_point(&cursor, &read.to);
    if (good && *cursor == '>') {
        cursor++;
        read.has_start = true;
        read.start = read.to;
        good = read_point(&cursor, &read.to);
    }
    if (!good || *cursor != '\0') {
        return error_set(error,
                         "\"%.40s\" is not a move: write it like 12,9, or 7,3>8,4 for a start "
                         "point and the first move",
                         text);
    }
    *action = read;
    return true;
}

static void print_point(struct point point, struct text *into)
{
    text_append_integer(into, point.x);
    text_append_bytes(into, ",", 1);
    text_append_integer(into, point.y);
}

void graph_paper_print_action(const struct graph_paper_action *action, struct text *into)
{
    if (action->has_start) {
        print_point(action->start, into);
        text_append_bytes(into, ">", 1);
    }
    print_point(action->to, into);
}

/* --- the state, and what can be done ---------------------------------------------------------- */

static void append_point(struct text *into, const char *key, struct point point)
{
    json_text_key(into, key);
    json_text_open(into, '[');
    json_text_integer(into, point.x);
    json_text_integer(into, point.y);
    json_text_close(into, ']');
}

static void append_exit(struct text *into, const char *key, struct exact_point exit)
{
    json_text_key(into, key);
    text_append(into, "[\"");
    exact_append_x(into, exit);
    text_append(into, "\",\"");
    exact_append_y(into, exit);
    text_append(into, "\"]");
}

const char *graph_paper_status_name(enum car_status status)
{
    static const char *const names[] = {
        [CAR_WAITING] = "waiting",   [CAR_RACING] = "racing",   [CAR_OUTSIDE] = "outside",
        [CAR_FINISHED] = "finished", [CAR_RETIRED] = "retired",
    };
    return names[status];
}

void race_append_car(const struct race *any, int number, struct text *into)
{
    const struct paper_race *race = paper_race(any);
    const struct car *car = &race->cars[number - 1];
    bool placed = car->status != CAR_WAITING;
    json_text_key_string(into, "status", graph_paper_status_name(car->status));
    json_text_key_integer_or_null(into, "x", placed, car->at.x);
    json_text_key_integer_or_null(into, "y", placed, car->at.y);
    json_text_key_integer(into, "vx", car->velocity.x);
    json_text_key_integer(into, "vy", car->velocity.y);
    append_point(into, "shift", car->shift);
    json_text_key_integer(into, "nitros", car->nitros);
    json_text_key_integer(into, "good_brakes", car->good_brakes);
    json_text_key_integer(into, "turbo_boosts", car->turbo_boosts);
    json_text_key_integer(into, "missed_turns", car->missed_turns);
    json_text_key_integer(into, "damage", car->damage);
    json_text_key_integer(into, "crossings", car->crossings);
    json_text_key_integer(into, "lap", graph_paper_lap(&race->head, number));
    json_text_key_integer(into, "checkpoint", car->checkpoint);
    json_text_key_integer(into, "score", graph_paper_score(&race->head, car->player));
    json_text_key_integer_or_null(into, "place", car->place > 0, car->place);
}

void race_append_head(const struct race *any, struct text *into)
{
    const struct paper_race *race = paper_race(any);
    json_text_key(into, "order");
    json_text_open(into, '[');
    for (int i = 0; i < race->car_count; i++)
        json_text_integer(into, race->order[i]);
    json_text_close(into, ']');
    append_point(into, "sheet",
                 (struct point){track_of(race->setup)->width, track_of(race->setup)->height});
}

static void append_action(const struct graph_paper_action *action, struct text *into)
{
    json_text_key(into, "action");
    text_append(into, "\"");
    graph_paper_print_action(action, into);
    text_append(into, "\"");
}

const char *graph_paper_outcome_name(enum outcome outcome)
{
    static const char *const names[] = {
        [OUTCOME_FINISH] = "finish",       [OUTCOME_OFF_TRACK] = "off_track",
        [OUTCOME_COLLISION] = "collision", [OUTCOME_SLICK] = "slick",
        [OUTCOME_CLEAR] = "clear",
    };
    return names[outcome];
}

static void append_moves(const struct paper_race *race, const struct point *start,
                         struct text *into)
{
    struct move_list moves = {0};
    graph_paper_moves(&race->head, start, &moves);
    for (int i = 0; i < moves.count; i++) {
        const struct move *move = &moves.items[i];
        bool first = start != NULL;
        struct graph_paper_action action = {
            .has_start = first, .start = move->from, .to = move->to};
        json_text_open(into, '{');
        append_action(&action, into);
        if (first)
            append_point(into, "from", move->from);
        json_text_key_integer(into, "x", move->to.x);
        json_text_key_integer(into, "y", move->to.y);
        json_text_key_integer(into, "ax", move->acceleration.x);
        json_text_key_integer(into, "ay", move->acceleration.y);
        json_text_key_integer(into, "nitros", move->nitros);
        json_text_key_integer(into, "good_brakes", move->good_brakes);
        json_text_key_integer(into, "turbo_boosts", move->turbo_boosts);
        json_text_key_string(into, "outcome", graph_paper_outcome_name(move->outcome));
        json_text_close(into, '}');
    }
    graph_paper_free_moves(&moves);
}

/* Rows that are made, and so kept in memory, for one answer. */
enum { ROW_LIMIT = 250000 };

/* From every start point there are about as many moves. */
static bool check_row_count(const struct paper_race *race, const struct start_runs *starts,
                            bool alone, struct error *error)
{
    struct move_list moves = {0};
    struct point first = starts->items[0].first;
    if (!alone)
        graph_paper_moves(&race->head, &first, &moves);
    int count = alone ? 1 : moves.count;
    graph_paper_free_moves(&moves);
    if (count <= ROW_LIMIT / starts->points)
        return true;
    if (alone) {
        return error_set(error, "%d start points are too many to list: choose one, like %d,%d",
                         starts->points, first.x, first.y);
    }
    return error_set(error,
                     "%d start points with %d moves each are too many to list: ask for one of "
                     "them, like \"moves FROM %d,%d\"",
                     starts->points, count, first.x, first.y);
}

/* Start points alone where the race has not begun and where there are too many of them to have
 * their moves beside them, else each with its moves. */
static bool append_starts(const struct paper_race *race, struct text *into, struct error *error)
{
    struct start_runs starts = {0};
    bool alone = race->round == 0 || race_value(race, FIELD_START) == START_ANYWHERE;
    graph_paper_start_runs(&race->head, &starts);
    bool listed = check_row_count(race, &starts, alone, error);
    for (int i = 0; i < starts.points && listed; i++) {
        struct point start = graph_paper_start(&starts, i);
        if (alone) {
            struct graph_paper_action action = {.to = start};
            json_text_open(into, '{');
            append_action(&action, into);
            json_text_key_integer(into, "x", start.x);
            json_text_key_integer(into, "y", start.y);
            json_text_close(into, '}');
        } else
            append_moves(race, &start, into);
    }
    graph_paper_free_runs(&starts);
    return listed;
}

static bool check_from(const struct paper_race *race, struct point from, struct error *error)
{
    if (race->over)
        return error_set(error, "the race is over");
    int number = race->order[race->turn];
    if (race->cars[number - 1].status != CAR_WAITING) {
        return error_set(error, "car %d has started already: ask for moves without a start point",
                         number);
    }
    if (race->round == 0) {
        return error_set(error, "only a start point is chosen before the race: ask for moves "
                                "without one");
    }
    return start_may_choose(race, from, error);
}

static bool read_start(const char *rest, struct point *start, struct error *error)
{
    int64_t x, y;
    bool named = strncmp(rest, "FROM ", 5) == 0 || strncmp(rest, "from ", 5) == 0;
    const char *cursor = named ? rest + strlen("FROM ") : rest;
    if (!number_read_integer(&cursor, 0, SHEET_MAX, &x) || *cursor++ != ',' ||
        !number_read_integer(&cursor, 0, SHEET_MAX, &y) || *cursor != '\0')
        return error_set(error,
                         "\"moves\" stands alone or as \"moves FROM X,Y\" with a grid "
                         "point, not with \"%.40s\"",
                         rest);
    *start = (struct point){(int32_t)x, (int32_t)y};
    return true;
}

bool race_append_moves(const struct race *any, int car, const char *rest, struct text *into,
                       struct error *error)
{
    const struct paper_race *race = paper_race(any);
    struct point from;
    bool has_from = rest[0] != '\0';
    if (has_from && (!read_start(rest, &from, error) || !check_from(race, from, error)))
        return false;
    size_t before = into->length;
    bool waiting = car > 0 && race->cars[car - 1].status == CAR_WAITING;
    bool listed = true;
    json_text_key(into, "moves");
    json_text_open(into, '[');
    if (!waiting || has_from)
        append_moves(race, has_from ? &from : NULL, into);
    else
        listed = append_starts(race, into, error);
    json_text_close(into, ']');
    if (!listed)
        text_cut(into, before);
    return listed;
}

/* --- events ----------------------------------------------------------------------------------- */

const struct graph_paper_event *graph_paper_event(const struct event *event)
{
    assert(event->game == &graph_paper_game);
    return event->body;
}

static const struct describe_kind {
    const char *name;
    bool noted;
    bool has_place; /* `to` */
} kinds[] = {
    [EVENT_STARTED] = {.name = "started", .has_place = true},
    [EVENT_MOVED] = {.name = "moved", .has_place = true},
    [EVENT_CHECKPOINT] = {.name = "checkpoint"},
    [EVENT_LAP] = {.name = "lap"},
    [EVENT_TURBO] = {.name = "turbo"},
    [EVENT_LEFT_TRACK] = {.name = "left_track", .noted = true, .has_place = true},
    [EVENT_COLLIDED] = {.name = "collided", .noted = true, .has_place = true},
    [EVENT_SLICK] = {.name = "slick", .noted = true, .has_place = true},
    [EVENT_SCORED] = {.name = "scored", .noted = true},
    [EVENT_FINISHED] = {.name = "finished", .noted = true},
    [EVENT_RETIRED] = {.name = "retired", .noted = true},
    [EVENT_MISSED] = {.name = "missed", .noted = true},
    [EVENT_PLACED] = {.name = "placed"},
    [EVENT_OVER] = {.name = "over"},
};

void events_finish(struct event_list *events, int first)
{
    for (int i = first; i < events->count; i++) {
        struct event *event = &events->items[i];
        const struct graph_paper_event *body = event->body;
        const struct describe_kind *kind = &kinds[body->type];
        event->type = kind->name;
        event->others = body->struck;
        event->noted = kind->noted;
        event->has_place = kind->has_place;
        event->place = body->to;
    }
}

static void append_struck(uint64_t struck, struct text *into)
{
    json_text_key(into, "struck");
    json_text_open(into, '[');
    for (int number = 1; number <= CAR_LIMIT; number++)
        if ((struck >> number & 1) != 0)
            json_text_integer(into, number);
    json_text_close(into, ']');
}

/* The end of a move: as a point if it is one, else like an exit. */
static void append_end(struct exact_point end, struct text *into)
{
    struct point grid;
    if (exact_is_grid(end, &grid))
        append_point(into, "to", grid);
    else
        append_exit(into, "to", end);
}

void race_append_event(const struct event *any, struct text *into)
{
    const struct graph_paper_event *event = graph_paper_event(any);
    switch (event->type) {
    case EVENT_STARTED:
        append_point(into, "at", event->to);
        break;
    case EVENT_MOVED:
        append_point(into, "from", event->from);
        append_end(event->end, into);
        append_point(into, "v", event->velocity);
        break;
    case EVENT_CHECKPOINT:
        json_text_key_integer(into, "number", event->number);
        break;
    case EVENT_LAP:
        json_text_key_integer(into, "lap", event->number);
        break;
    case EVENT_TURBO:
        append_point(into, "shift", event->velocity);
        break;
    case EVENT_LEFT_TRACK:
        append_exit(into, "exit", event->end);
        append_point(into, "to", event->to);
        break;
    case EVENT_COLLIDED:
        append_struck(event->struck, into);
        append_point(into, "at", event->to);
        break;
    case EVENT_SCORED:
        json_text_key_integer(into, "player", event->number);
        json_text_key_integer(into, "points", event->second);
        break;
    case EVENT_MISSED:
        json_text_key_integer(into, "left", event->number);
        break;
    case EVENT_PLACED:
        json_text_key_integer(into, "place", event->number);
        break;
    default:
        break;
    }
}
