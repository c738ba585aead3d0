/* The objects of files-and-protocols section 4, with their keys in the order shown there. */
#include "rules/graph_paper/race.h"

#include <stdlib.h>

static json_t *json_point(struct point point)
{
    return json_pack("[ii]", point.x, point.y);
}

static json_t *json_fraction(void (*append)(struct text *, struct exact_point),
                             struct exact_point point)
{
    struct text text = {0};
    append(&text, point);
    json_t *fraction = json_string(text_string(&text));
    text_free(&text);
    return fraction;
}

static json_t *json_exit(struct exact_point exit)
{
    return json_pack("[oo]", json_fraction(exact_append_x, exit),
                     json_fraction(exact_append_y, exit));
}

const char *graph_paper_status_name(enum car_status status)
{
    static const char *const names[] = {
        [CAR_WAITING] = "waiting",   [CAR_RACING] = "racing",   [CAR_OUTSIDE] = "outside",
        [CAR_FINISHED] = "finished", [CAR_RETIRED] = "retired",
    };
    return names[status];
}

static json_t *json_car(const struct race *race, int number)
{
    const struct car *car = &race->cars[number - 1];
    bool placed = car->status != CAR_WAITING;
    return json_pack("{si si ss so so si si so si si si si si si si si si so}", "car", number,
                     "player", car->player, "status", graph_paper_status_name(car->status), "x",
                     placed ? json_integer(car->at.x) : json_null(), "y",
                     placed ? json_integer(car->at.y) : json_null(), "vx", car->velocity.x, "vy",
                     car->velocity.y, "shift", json_point(car->shift), "nitros", car->nitros,
                     "good_brakes", car->good_brakes, "turbo_boosts", car->turbo_boosts,
                     "missed_turns", car->missed_turns, "damage", car->damage, "crossings",
                     car->crossings, "lap", graph_paper_lap(race, number), "checkpoint",
                     car->checkpoint, "score", graph_paper_score(race, car->player), "place",
                     car->place > 0 ? json_integer(car->place) : json_null());
}

json_t *race_state_to_json(const struct race *race)
{
    json_t *cars = json_array();
    for (int number = 1; number <= race->car_count; number++)
        json_array_append_new(cars, json_car(race, number));
    json_t *to_move = race->over ? json_null() : json_integer(race->order[race->turn]);
    return json_pack("{si so sb so}", "round", race->round, "to_move", to_move, "over", race->over,
                     "cars", cars);
}

json_t *race_order_to_json(const struct race *race)
{
    json_t *order = json_array();
    for (int i = 0; i < race->car_count; i++)
        json_array_append_new(order, json_integer(race->order[i]));
    return order;
}

static json_t *json_action(const struct graph_paper_action *action)
{
    struct text text = {0};
    graph_paper_print_action(action, &text);
    json_t *string = json_string(text_string(&text));
    text_free(&text);
    return string;
}

static json_t *json_move(const struct move *move, bool first)
{
    struct graph_paper_action action = {.has_start = first, .start = move->from, .to = move->to};
    json_t *row = json_pack("{so}", "action", json_action(&action));
    if (first)
        json_object_set_new(row, "from", json_point(move->from));
    json_t *rest = json_pack(
        "{si si si si si si si ss}", "x", move->to.x, "y", move->to.y, "ax", move->acceleration.x,
        "ay", move->acceleration.y, "nitros", move->nitros, "good_brakes", move->good_brakes,
        "turbo_boosts", move->turbo_boosts, "outcome", graph_paper_outcome_name(move->outcome));
    json_object_update(row, rest);
    json_decref(rest);
    return row;
}

static void append_moves(const struct race *race, const struct point *start, json_t *rows)
{
    struct move_list moves = {0};
    graph_paper_moves(race, start, &moves);
    for (int i = 0; i < moves.count; i++)
        json_array_append_new(rows, json_move(&moves.items[i], start != NULL));
    graph_paper_free_moves(&moves);
}

/* Rows that are made, and so kept in memory, for one answer: about half a gigabyte. */
enum { ROW_LIMIT = 250000 };

/* From every start point there are about as many moves. */
static bool check_row_count(const struct race *race, const struct point_list *starts, bool alone,
                            struct error *error)
{
    struct move_list moves = {0};
    if (!alone)
        graph_paper_moves(race, &starts->items[0], &moves);
    int count = alone ? 1 : moves.count;
    graph_paper_free_moves(&moves);
    struct point first = starts->items[0];
    if (count <= ROW_LIMIT / starts->count)
        return true;
    if (alone) {
        return error_set(error, "%d start points are too many to list: choose one, like %d,%d",
                         starts->count, first.x, first.y);
    }
    return error_set(error,
                     "%d start points with %d moves each are too many to list: ask for one of "
                     "them, like \"moves FROM %d,%d\"",
                     starts->count, count, first.x, first.y);
}

static void append_start(struct point at, json_t *rows)
{
    struct graph_paper_action action = {.to = at};
    json_array_append_new(
        rows, json_pack("{so si si}", "action", json_action(&action), "x", at.x, "y", at.y));
}

/* Start points alone where the race has not begun and where there are too many of them to have
 * their moves beside them, else each with its moves. */
static bool append_starts(const struct race *race, json_t *rows, struct error *error)
{
    struct point_list starts = {0};
    bool alone = race->round == 0 || race_value(race, FIELD_START) == START_ANYWHERE;
    graph_paper_starts(race, &starts);
    bool listed = check_row_count(race, &starts, alone, error);
    for (int i = 0; i < starts.count && listed; i++) {
        if (alone)
            append_start(starts.items[i], rows);
        else
            append_moves(race, &starts.items[i], rows);
    }
    free(starts.items);
    return listed;
}

static bool check_from(const struct race *race, struct point from, struct error *error)
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

json_t *race_moves_to_json(const struct race *race, const struct point *from, struct error *error)
{
    if (from != NULL && !check_from(race, *from, error))
        return NULL;
    json_t *rows = json_array();
    bool waiting = !race->over && race->cars[race->order[race->turn] - 1].status == CAR_WAITING;
    if (!waiting || from != NULL) {
        append_moves(race, from, rows);
    } else if (!append_starts(race, rows, error)) {
        json_decref(rows);
        rows = NULL;
    }
    return rows;
}

static json_t *json_struck(uint64_t struck)
{
    json_t *cars = json_array();
    for (int number = 1; number <= CAR_LIMIT; number++)
        if ((struck >> number & 1) != 0)
            json_array_append_new(cars, json_integer(number));
    return cars;
}

/* The end of a move: as a point if it is one, else like an exit. */
static json_t *json_end(struct exact_point end)
{
    struct point grid;
    return exact_is_grid(end, &grid) ? json_point(grid) : json_exit(end);
}

json_t *race_event_to_json(const struct event *event)
{
    json_t *object = json_pack("{ss so}", "type", event_type_name(event->type), "car",
                               event->car > 0 ? json_integer(event->car) : json_null());
    json_t *rest = NULL;
    switch (event->type) {
    case EVENT_STARTED:
        rest = json_pack("{so}", "at", json_point(event->to));
        break;
    case EVENT_MOVED:
        rest = json_pack("{so so so}", "from", json_point(event->from), "to", json_end(event->end),
                         "v", json_point(event->velocity));
        break;
    case EVENT_CHECKPOINT:
        rest = json_pack("{si}", "number", event->number);
        break;
    case EVENT_LAP:
        rest = json_pack("{si}", "lap", event->number);
        break;
    case EVENT_TURBO:
        rest = json_pack("{so}", "shift", json_point(event->velocity));
        break;
    case EVENT_LEFT_TRACK:
        rest = json_pack("{so so}", "exit", json_exit(event->end), "to", json_point(event->to));
        break;
    case EVENT_COLLIDED:
        rest =
            json_pack("{so so}", "struck", json_struck(event->struck), "at", json_point(event->to));
        break;
    case EVENT_SCORED:
        rest = json_pack("{si si}", "player", event->number, "points", event->second);
        break;
    case EVENT_MISSED:
        rest = json_pack("{si}", "left", event->number);
        break;
    case EVENT_PLACED:
        rest = json_pack("{si}", "place", event->number);
        break;
    default:
        return object;
    }
    json_object_update(object, rest);
    json_decref(rest);
    return object;
}
