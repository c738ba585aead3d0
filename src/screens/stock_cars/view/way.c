/* The rules are asked by orders that are whole, so what is missing is filled up with moves ahead.
 */
#include "screens/stock_cars/view/way.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void way_free(struct way *way)
{
    stock_trial_free(&way->trial);
    free(way->tiles);
    *way = (struct way){0};
}

/* --- is it an order? -------------------------------------------------------------------------- */

/* So many moves ahead, in groups of 99 at most. */
static void append_ahead(struct text *into, int count)
{
    for (; count > 0; count -= 99)
        text_append_format(into, "(%dM)", count > 99 ? 99 : count);
}

/* The text as it was typed, with what is missing put in. */
static void fill_typed(const struct way *way, const char *typed, struct text *into)
{
    const struct order_parts *parts = &way->parts;
    text_append_bytes(into, typed, (size_t)parts->moves_behind);
    append_ahead(into, way->left);
    text_append_bytes(into, typed + parts->moves_behind,
                      (size_t)(parts->read - parts->moves_behind));
    if (into->length == strspn(text_string(into), " "))
        text_append(into, "-");
}

static char capital(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

static void complain(struct way *way, const char *typed, const struct error *error, int put_in)
{
    int blanks = (int)strspn(typed, " "), at = blanks + error->column - 1;
    if (at > way->parts.moves_behind && put_in > 0)
        at = at - put_in < way->parts.moves_behind ? way->parts.moves_behind : at - put_in;
    int length = (int)strlen(typed);
    way->column = at < 0 ? 0 : at > length ? length : at;
    snprintf(way->fault, sizeof way->fault, "%.150s", error->text);
    way->fault[0] = capital(way->fault[0]);
}

/* With its moves ahead, would it be one? */
static bool can_become_whole(struct way *way, const struct race *race, int car, const char *typed)
{
    struct text filled = {0};
    struct stock_order order;
    struct error error;
    fill_typed(way, typed, &filled);
    bool can = stock_order_read(race, car, text_string(&filled), &order, NULL, &error);
    if (!can)
        complain(way, typed, &error, (int)filled.length - way->parts.read);
    text_free(&filled);
    return can;
}

static void judge(struct way *way, const struct race *race, int car, const char *typed)
{
    struct stock_order order;
    struct error error = {0};
    bool parted = order_parts_read(typed, &way->parts);
    way->speed = stock_car(race, car)->speed + order_parts_gain(&way->parts);
    way->left = way->speed - way->parts.move_count;
    way->state = WAY_FAULTY;
    if (stock_order_read(race, car, typed, &order, NULL, &error)) {
        way->state = WAY_WHOLE;
        way->retires = order.retires;
        if (order.retires)
            way->parts = (struct order_parts){0};
        way->left = order.retires ? 0 : way->left;
        return;
    }
    complain(way, typed, &error, 0);
    bool missing = way->left > 0 || way->parts.open || !typed[strspn(typed, " ")];
    if (parted && missing && way->left >= 0 && can_become_whole(way, race, car, typed))
        way->state = WAY_OPEN;
}

/* --- the way ---------------------------------------------------------------------------------- */

static void write_filled(const struct order_parts *parts, const struct stock_car *car, int left,
                         char text[DRAFT_BYTES])
{
    struct order_parts filled = *parts;
    if (left > 0) {
        char end[sizeof filled.end];
        memcpy(end, filled.end, sizeof end);
        order_parts_move(&filled, 'M', left);
        memcpy(filled.end, end, sizeof end);
    }
    order_parts_write(&filled, car->special, text);
    if (!text[0])
        snprintf(text, DRAFT_BYTES, "-");
}

void way_fill(const struct way *way, const struct stock_car *car, char text[DRAFT_BYTES])
{
    write_filled(&way->parts, car, way->left, text);
}

static bool is_off(const struct race *race, struct point at)
{
    return stock_tile(race, at) == TILE_OFF;
}

static struct point ahead(struct point at, enum heading heading)
{
    return (struct point){at.x + heading_steps[heading].x, at.y + heading_steps[heading].y};
}

static enum heading steered(enum heading heading, char kind)
{
    return heading_turned(heading, kind == 'L' ? TURN_LEFT : kind == 'R' ? TURN_RIGHT : TURN_NONE);
}

/* Where the walk over the written moves has come to. */
struct walker {
    struct point at;
    enum heading heading;
    int off; /* tiles off the track so far */
    bool unsure;
};

static void add_tile(struct way *way, const struct walker *walker, bool off)
{
    array_add(way->tiles, way->tile_count, way->tile_capacity,
              (struct way_tile){walker->at, walker->heading, off, walker->unsure});
}

/* Behind what the rules foresee: as the letters say, up to three tiles off the track. */
static void walk_on(struct way *way, const struct race *race, struct walker *walker)
{
    const struct stock_trial *trial = &way->trial;
    bool leaves = trial->off_track > 0;
    for (int i = trial->path_count; i < way->parts.move_count && !way->settled; i++) {
        bool leaving = leaves && walker->off == 0;
        walker->unsure = !leaves;
        walker->heading =
            leaving ? trial->ends.heading : steered(walker->heading, way->parts.moves[i]);
        struct point to = ahead(walker->at, walker->heading);
        bool off = is_off(race, to);
        way->settled = walker->unsure ? off : !off;
        if (way->settled)
            break;
        walker->at = to;
        walker->off += leaves;
        add_tile(way, walker, leaves);
        way->settled = walker->off == 3;
    }
}

static struct walker walk(struct way *way, const struct race *race, int car)
{
    const struct stock_car *from = stock_car(race, car);
    const struct stock_trial *trial = &way->trial;
    struct walker walker = {.at = from->at, .heading = from->heading};
    int written = way->parts.move_count;
    for (int i = 0; i < trial->path_count && i < written; i++) {
        walker.at = trial->path[i].at;
        walker.heading = trial->path[i].heading;
        add_tile(way, &walker, false);
    }
    if (written > trial->path_count && trial->finishes)
        way->settled = true;
    else if (written > trial->path_count)
        walk_on(way, race, &walker);
    else if (written < trial->path_count)
        walker.heading = trial->path[written].heading; /* a bank may have turned it */
    else if (trial->off_track > 0)
        walker.heading = trial->ends.heading;
    else if (way->left > 0)
        walker.unsure = !trial->finishes;
    way->settled = way->settled || (trial->finishes && written == trial->path_count);
    return walker;
}

/* --- what can be added ------------------------------------------------------------------------ */

static void add_spot(struct way *way, const struct race *race, struct point at, char kind,
                     int count, bool unsure)
{
    char tile = stock_tile(race, at);
    bool chance = tile == TILE_OIL || tile == TILE_SAND;
    if (way->spot_count < WAY_SPOTS && way_spot_at(way, at) < 0)
        way->spots[way->spot_count++] =
            (struct way_spot){at, kind, count, is_off(race, at), unsure, chance};
}

static void add_steer(struct way *way, const struct race *race, int car,
                      const struct walker *walker, char kind)
{
    char text[DRAFT_BYTES];
    struct stock_order order;
    struct error error;
    struct order_parts with = way->parts;
    order_parts_move(&with, kind, 1);
    write_filled(&with, stock_car(race, car), way->left - 1, text);
    if (stock_order_read(race, car, text, &order, NULL, &error))
        add_spot(way, race, ahead(walker->at, steered(walker->heading, kind)), kind, 1,
                 walker->unsure);
}

/* All tiles that it would come over straight on, and the first one off the track. */
static void add_ahead(struct way *way, const struct race *race, const struct walker *walker)
{
    const struct stock_trial *trial = &way->trial;
    int written = way->parts.move_count, foreseen = trial->path_count - written;
    for (int i = 0; i < foreseen; i++)
        add_spot(way, race, trial->path[written + i].at, 'M', i + 1, false);
    struct point last = foreseen > 0 ? trial->path[trial->path_count - 1].at : walker->at;
    enum heading heading = foreseen > 0 ? trial->ends.heading : walker->heading;
    bool goes_on = foreseen <= 0 || trial->off_track > 0;
    if (goes_on && foreseen < way->left)
        add_spot(way, race, ahead(last, heading), 'M', foreseen > 0 ? foreseen + 1 : 1,
                 walker->unsure);
}

void way_find(struct way *way, const struct race *race, int car, const char *typed)
{
    char text[DRAFT_BYTES];
    struct error error;
    way_free(way);
    judge(way, race, car, typed);
    if (way->state == WAY_FAULTY || way->retires)
        return;
    way_fill(way, stock_car(race, car), text);
    way->tried = stock_try(race, car, text, &way->trial, &error);
    if (!way->tried)
        return;
    struct walker walker = walk(way, race, car);
    if (way->left <= 0 || way->settled)
        return;
    add_steer(way, race, car, &walker, 'L');
    add_steer(way, race, car, &walker, 'R');
    add_ahead(way, race, &walker);
}

int way_spot_at(const struct way *way, struct point at)
{
    for (int i = 0; i < way->spot_count; i++)
        if (point_equal(way->spots[i].at, at))
            return i;
    return -1;
}

int way_spot_of(const struct way *way, char kind, int count)
{
    for (int i = 0; i < way->spot_count; i++)
        if (way->spots[i].kind == kind && way->spots[i].count == count)
            return i;
    return -1;
}

void way_add_spot(const struct way *way, const struct stock_car *car, int spot,
                  char text[DRAFT_BYTES])
{
    struct order_parts parts = way->parts;
    order_parts_move(&parts, way->spots[spot].kind, way->spots[spot].count);
    order_parts_write(&parts, car->special, text);
}
