/* Actions as text, "7,3" and "7,3>8,4" (files-and-protocols section 2), and the objects of its
 * section 4, with their keys in the order shown there. */
#include "base/json_text.h"
#include "base/number.h"
#include "rules/graph_paper/race_inside.h"

#include <stdlib.h>
#include <string.h>

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

static void append_move(const struct move *move, bool first, struct text *into)
{
    struct graph_paper_action action = {.has_start = first, .start = move->from, .to = move->to};
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

static void append_moves(const struct paper_race *race, const struct point *start,
                         struct text *into)
{
    struct move_list moves = {0};
    graph_paper_moves(&race->head, start, &moves);
    for (int i = 0; i < moves.count; i++)
        append_move(&moves.items[i], start != NULL, into);
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

static void append_start(struct point at, struct text *into)
{
    struct graph_paper_action action = {.to = at};
    json_text_open(into, '{');
    append_action(&action, into);
    json_text_key_integer(into, "x", at.x);
    json_text_key_integer(into, "y", at.y);
    json_text_close(into, '}');
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
        if (alone)
            append_start(start, into);
        else
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

static const struct kind {
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
        const struct kind *kind = &kinds[body->type];
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
