/* The moves that a car can choose and what would happen (RULES 2).
 *
 * This is what computer drivers spend their time in: nothing is allocated once a list has grown,
 * and what can be said about all the moves of a car at once is asked once.
 */
#include "rules/graph_paper/race.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

void graph_paper_free_moves(struct move_list *list)
{
    free(list->items);
    *list = (struct move_list){0};
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

static int above_one(int change)
{
    int size = abs(change);
    return size > 1 ? size - 1 : 0;
}

int move_price(const struct race *race, struct point acceleration)
{
    if (race_value(race, FIELD_ACCELERATION) == ACCELERATION_FOUR)
        return above_one(abs(acceleration.x) + abs(acceleration.y));
    return above_one(acceleration.x) + above_one(acceleration.y);
}

/* How far ax may go to either side if ay is given and `nitros` may be used; below 0: nowhere. */
static int widest(const struct race *race, int ay, int nitros)
{
    return race_value(race, FIELD_ACCELERATION) == ACCELERATION_FOUR ? 1 + nitros - abs(ay)
           : above_one(ay) > nitros                                  ? -1
                                                                     : 1 + nitros - above_one(ay);
}

static struct point lower(struct point a, struct point b)
{
    return (struct point){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}

static struct point upper(struct point a, struct point b)
{
    return (struct point){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

static void list_moves(const struct race *race, int number, const struct car *car,
                       struct move_list *moves)
{
    struct point principal = point_add(point_add(car->at, car->velocity), car->shift);
    int reach = 1 + car->nitros;
    struct point low = lower(car->at, point_subtract(principal, (struct point){reach, reach}));
    struct point high = upper(car->at, point_add(principal, (struct point){reach, reach}));
    struct surroundings around = drive_look_around(race, number, low, high);
    moves->count = 0;
    struct point a;
    for (a.y = -reach; a.y <= reach; a.y++) {
        int wide = widest(race, a.y, car->nitros);
        for (a.x = -wide; a.x <= wide; a.x++) {
            struct point to = point_add(principal, a);
            struct drive drive = drive_work_out(race, number, car, &around, to);
            moves->items =
                array_grow(moves->items, moves->count, &moves->capacity, sizeof *moves->items);
            moves->items[moves->count++] = (struct move){
                .from = car->at,
                .to = to,
                .acceleration = a,
                .nitros = move_price(race, a),
                .outcome = drive_outcome(&drive),
            };
        }
    }
}

void graph_paper_moves(const struct race *race, const struct point *start, struct move_list *moves)
{
    moves->count = 0;
    if (race->over)
        return;
    int number = race->order[race->turn];
    struct car car = race->cars[number - 1];
    assert((car.status == CAR_WAITING) == (start != NULL));
    if (start != NULL)
        car.at = *start;
    list_moves(race, number, &car, moves);
}

void graph_paper_preview(const struct race *race, int car, struct point at, struct point velocity,
                         struct move_list *moves)
{
    struct car then = *graph_paper_car(race, car);
    then.at = at;
    then.velocity = velocity;
    then.nitros = 0;
    list_moves(race, car, &then, moves);
}
