/* The turns that are left, against a search that knows nothing but the rules: every order that
 * keeps on the track, turn by turn, tried by them. Small maps, drawn by a seed or by hand.
 */
#include "../../../rules/stock_cars/fixture.h"

#include "base/number.h"
#include "drivers/stock_cars/solver/solver.h"

#include <stdio.h>

/* --- the slow search -------------------------------------------------------------------------- */

enum { STATES_MOST = 1 << 18, TURNS_MOST = 40, ORDER_BYTES = 64 };

struct slow {
    struct table *table;
    struct stock_car *states; /* in the order in which they were reached */
    int count;
    uint64_t seen[4 * STATES_MOST];
    bool finished;
};

static uint64_t key_of(const struct stock_car *car)
{
    const int numbers[] = {
        car->at.x,      car->at.y,     (int)car->heading, car->speed,          car->maximum,
        car->crossings, (int)car->pit, car->wild_cards,   car->gained_maximum, car->gained_cards};
    uint64_t key = HASH_START;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        key = hash_number(key, numbers[i]);
    return key | 1;
}

static void reach(struct slow *slow, const struct stock_car *car)
{
    uint64_t key = key_of(car);
    size_t slot = key % (4 * STATES_MOST);
    while (slow->seen[slot] && slow->seen[slot] != key)
        slot = (slot + 1) % (4 * STATES_MOST);
    if (slow->seen[slot])
        return;
    assert_true(slow->count < STATES_MOST);
    slow->seen[slot] = key;
    slow->states[slow->count++] = *car;
}

/* Letters with their marks, as 3.3 has it for a car without a special. */
static void mark(const char *letters, char *into)
{
    int counts[128] = {0};
    bool steer_marked = false;
    for (; *letters; letters++) {
        bool steer = strchr("LR", *letters) != NULL;
        bool second = ++counts[(int)*letters] == 2 && *letters != 'M' && !(steer && steer_marked);
        steer_marked |= second && steer;
        into += sprintf(into, second ? "(%c+1)" : "%c", *letters);
    }
    *into = '\0';
}

static void try_letters(struct slow *slow, const char *letters)
{
    char order[5 * ORDER_BYTES];
    struct stock_trial trial;
    struct error error;
    mark(*letters ? letters : "-", order);
    if (!stock_try(slow->table->race, 1, order, &trial, &error))
        return;
    slow->finished |= trial.finishes;
    if (trial.off_track == 0 && !trial.unknown && !trial.finishes)
        reach(slow, &trial.ends);
    stock_trial_free(&trial);
}

static const char *const changes[] = {"", "A", "AA", "B", "BB"};

static void try_ends(struct slow *slow, char *letters)
{
    size_t length = strlen(letters);
    for (int i = 0; i < 5; i++) {
        strcpy(letters + length, changes[i]);
        try_letters(slow, letters);
    }
    letters[length] = '\0';
}

/* Every way on the track of so many moves. */
static void try_ways(struct slow *slow, char *letters, int moves, struct point at, int heading)
{
    size_t length = strlen(letters);
    if (moves == 0) {
        try_ends(slow, letters);
        return;
    }
    for (int turn = -1; turn <= 1; turn++) {
        int to = (heading + turn + HEADING_COUNT) % HEADING_COUNT;
        struct point ahead = point_add(at, heading_steps[to]);
        char from_tile = stock_tile(slow->table->race, at);
        char tile = stock_tile(slow->table->race, ahead);
        if (tile == TILE_OFF)
            continue;
        letters[length] = "LMR"[turn + 1];
        letters[length + 1] = '\0';
        try_ways(slow, letters, moves - 1, ahead, to);
        /* Whether a bank turns the car here is the rules' to say: both are tried. */
        enum turn bank = stock_race_map(slow->table->race)->turn;
        if (from_tile == TILE_BANK && tile == TILE_BANK)
            try_ways(slow, letters, moves - 1, ahead, (int)heading_turned((enum heading)to, bank));
    }
    letters[length] = '\0';
}

static void try_orders(struct slow *slow, const struct stock_car *car)
{
    static const int begins[] = {0, 1, 2, -1, -2};
    *car_of(slow->table, 1) = *car;
    for (int i = 0; i < 5; i++) {
        char letters[ORDER_BYTES];
        strcpy(letters, changes[i]);
        if (car->speed + begins[i] >= 0)
            try_ways(slow, letters, car->speed + begins[i], car->at, (int)car->heading);
    }
}

static int count_slowly(struct table *table)
{
    struct slow *slow = memory_allocate(1, sizeof *slow);
    struct stock_car start = *car_of(table, 1);
    int turns = 0, done = 0;
    slow->table = table;
    slow->states = memory_allocate(STATES_MOST, sizeof *slow->states);
    reach(slow, &start);
    while (!slow->finished && done < slow->count && turns < TURNS_MOST) {
        turns++;
        for (int end = slow->count; done < end && !slow->finished; done++) {
            struct stock_car car = slow->states[done];
            try_orders(slow, &car);
        }
    }
    bool finished = slow->finished;
    *car_of(table, 1) = start;
    free(slow->states);
    free(slow);
    return finished ? turns : TURNS_UNKNOWN;
}

/* --- the search and the sweep ----------------------------------------------------------------- */

/* Searched forward; what is told of the ways that were met must be the same. */
static int search(const struct table *table, bool repairs)
{
    const struct stock_car *car = stock_car(table->race, 1);
    struct roads *roads = stock_roads_make(&table->setup, NULL);
    int crossings = stock_laps(&table->setup) + 1, cards = car->wild_cards;
    struct fewest *fewest = stock_fewest_make(roads, car, crossings, crossings, repairs, NULL);
    int found = stock_fewest_find(fewest, cards, SPECIAL_NONE);
    if (found != FEWEST_UNKNOWN) {
        struct fewest_left *left = stock_fewest_look_back(fewest, found + 1);
        assert_int_equal(stock_fewest_left(left, car, crossings, NULL), found);
        stock_fewest_left_free(left);
    }
    stock_fewest_free(fewest);
    stock_roads_free(roads);
    return found;
}

/* Swept backwards, as if nothing were repaired. */
static int sweep(const struct table *table, const struct roads *roads)
{
    const struct stock_car *car = stock_car(table->race, 1);
    struct turns_options options = {.worlds = {car->maximum},
                                    .world_count = 1,
                                    .crossings = stock_laps(&table->setup) + 1,
                                    .wild_cards = car->wild_cards,
                                    .from = *car};
    struct turns *turns = stock_turns_sweep(roads, &options, NULL);
    int left = stock_turns_left(turns, car, options.crossings, NULL);
    stock_turns_free(turns);
    return left;
}

static void compare(const char *map, const char *pairs, int expected)
{
    struct table table;
    open_table(&table, map, 1, pairs);
    struct roads *roads = stock_roads_make(&table.setup, NULL);
    int slowly = count_slowly(&table), found = search(&table, true);
    int swept = roads->has_repairs ? found : sweep(&table, roads);
    if (found != slowly || swept != slowly || (expected && found != expected))
        fail_msg("%d turns by the rules, %d found, %d swept, %d expected with %s on\n%s", slowly,
                 found, swept, expected, pairs, map);
    stock_roads_free(roads);
    close_table(&table);
}

/* --- maps ------------------------------------------------------------------------------------- */

#define HEAD(turn) "name: Test\nrace: N\nlaps: 1\n" turn "\n"

/* Straight ahead the line is the 5th tile: speeds 1, 2, 3 with an A each; with one card 2 and 3. */
static void test_straight(void **state)
{
    static const char map[] = HEAD("") "*****\n*   *\n*   *\n*   *\nF   *\n*   *\n*   *\n*   *\n"
                                       "*   *\n1   *\n*****\n";
    (void)state;
    struct table table;
    open_table(&table, map, 1, "specials=off wild_cards=0 laps=1");
    struct roads *roads = stock_roads_make(&table.setup, NULL);
    struct turns_options options = {
        .worlds = {12}, .world_count = 1, .crossings = 2, .slack = -1, .wild_cards = 3};
    struct turns *turns = stock_turns_sweep(roads, &options, NULL);
    struct stock_car car = *stock_car(table.race, 1);
    int spare;
    assert_int_equal(stock_turns_left(turns, &car, 1, &spare), 3);
    assert_int_equal(spare, 0);
    car.wild_cards = 1;
    assert_int_equal(stock_turns_left(turns, &car, 1, &spare), 2);
    car.wild_cards = 3;
    assert_int_equal(stock_turns_left(turns, &car, 1, &spare), 2);
    assert_int_equal(spare, 2);
    car.speed = 4;
    assert_int_equal(stock_turns_left(turns, &car, 1, &spare), 1);
    assert_int_equal(stock_turns_left(turns, &car, 0, NULL), 0);
    stock_turns_free(turns);
    stock_roads_free(roads);
    close_table(&table);
}

static void test_by_the_rules(void **state)
{
    static const char ring[] =
        HEAD("") "  ****  \n ****** \n**    **\n*      *\nF      *\n*      *\n"
                 "1*    **\n ****** \n  ****  \n";
    static const char banked[] = HEAD("turn: right\n") " bbb***bb \n bbb***bbb\n**     bbb\n"
                                                       "FF     **\n**     **\n1*     **\n"
                                                       "bb**   **\n bbb*****\n  b*****\n";
    static const char pits[] = HEAD("") "******\n* #  *\n* P  *\n* p  *\nF p  *\n* #  *\n1    *\n"
                                        "******\n";
    (void)state;
    compare(ring, "specials=off wild_cards=2", 0);
    compare(ring, "specials=off wild_cards=0 laps=2", 0);
    compare(banked, "specials=off wild_cards=1", 0);
    compare(banked, "specials=off wild_cards=3 max_speed=6", 0);
    compare(pits, "specials=off wild_cards=1 max_speed=6", 0);
}

/* A long way behind pits that can be driven round: with stops there it takes fewer turns. */
static void draw_long(int rows, struct text *map)
{
    static const char *const pits[] = {"***   *\n", "# *   *\n", "P *   *\n", "# *   *\n",
                                       "***   *\n"};
    text_clear(map);
    text_append(map, HEAD("") " ***** \n");
    for (int row = 0; row < rows; row++) {
        bool in_pits = row >= 15 && row < 20;
        text_append(map, in_pits     ? pits[row - 15]
                         : row == 21 ? "F     *\n"
                         : row == 22 ? "1     *\n"
                                     : "*     *\n");
    }
    text_append(map, " ***** \n");
}

static void test_repairs(void **state)
{
    struct text map = {0};
    struct table table;
    (void)state;
    draw_long(60, &map);
    compare(text_string(&map), "specials=off max_speed=6 wild_cards=0 laps=1", 0);
    draw_long(28, &map);
    compare(text_string(&map), "specials=off max_speed=6 wild_cards=0 laps=2", 0);
    open_table(&table, text_string(&map), 1, "specials=off max_speed=6 wild_cards=0 laps=1");
    assert_true(search(&table, true) < search(&table, false));
    close_table(&table);
    text_free(&map);
}

struct drawing {
    int width, height;
    bool pits; /* a lane inside, from one end to the other */
};

static char draw_tile(struct random *random, const struct drawing *drawing, int x, int y)
{
    int right = drawing->width - 2, top = drawing->height - 2;
    bool edge = x < 2 || y < 2 || x >= right || y >= top;
    uint32_t draw = random_below(random, 12);
    if (drawing->pits && x == 3 && !edge)
        return y == 2 || y == top - 1 ? '#' : draw < 4 ? 'P' : 'p';
    if (drawing->pits && edge)
        return draw < 2 ? 'b' : '*';
    return !edge ? ' ' : draw == 0 ? ' ' : draw < 4 ? 'b' : draw == 4 ? 'o' : '*';
}

/* A ring two tiles wide with holes, banks and oil, or with banks and pits. */
static void draw_map(struct random *random, bool pits, struct text *map)
{
    struct drawing drawing = {7 + (int)random_below(random, 3), 7 + (int)random_below(random, 3),
                              pits};
    text_append_format(map, "name: Drawn\nrace: N\nlaps: 1\nturn: %s\n\n",
                       random_below(random, 2) ? "right" : "left");
    for (int y = drawing.height - 1; y >= 0; y--) {
        for (int x = 0; x < drawing.width; x++) {
            char tile = draw_tile(random, &drawing, x, y);
            tile = x < 2 && y == 4 ? 'F' : x == 0 && y == 3 ? '1' : tile;
            text_append_bytes(map, &tile, 1);
        }
        text_append(map, "\n");
    }
}

/* Those on which no lap is possible are left out. */
static void draw_maps(uint32_t seed, int count, bool pits, int laps)
{
    struct random random = random_seeded(seed);
    for (int done = 0; done < count;) {
        struct text map = {0};
        struct error error = {0};
        char pairs[80];
        draw_map(&random, pits, &map);
        sprintf(pairs, "specials=off wild_cards=%d max_speed=%d laps=%d",
                (int)random_below(&random, 3), 6 + (int)random_below(&random, pits ? 1 : 3), laps);
        struct course course = course_read(&stock_cars_game, text_string(&map), map.length, &error);
        if (course.body) {
            course_release(course);
            compare(text_string(&map), pairs, 0);
            done++;
        }
        text_free(&map);
    }
}

static void test_drawn_maps(void **state)
{
    (void)state;
    draw_maps(5, 5, false, 1);
}

static void test_drawn_pits(void **state)
{
    (void)state;
    draw_maps(6, 2, true, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight),   cmocka_unit_test(test_by_the_rules),
        cmocka_unit_test(test_repairs),    cmocka_unit_test(test_drawn_maps),
        cmocka_unit_test(test_drawn_pits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
