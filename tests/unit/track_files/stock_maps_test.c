/* The maps of stock cars that come with the game: each is read, is written as it stands and keeps
 * its character. The table is what each was drawn to be. Run from the top of the tree, where
 * tracks/ is.
 */
#include "base/system/file.h"
#include "rules/stock_cars/stock_cars.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { CARS = 8 };

struct character {
    const char *file, *name;
    int width, height, laps;
    enum heading race;
    enum turn turn;
    int lanes; /* tiles of the line that are no pits */
    int pits;  /* tiles p # P */
    int alley, sandbags, oil;
};

static const struct character shipped[] = {
    {"first-lap", "First lap", 32, 17, 2, HEADING_E, TURN_NONE, 5, 0, 0, 0, 0},
    {"harvest-oval", "Harvest oval", 62, 30, 3, HEADING_E, TURN_LEFT, 6, 24, 40, 12, 0},
    {"millbrook-short-track", "Millbrook short track", 40, 20, 4, HEADING_W, TURN_RIGHT, 5, 13, 0,
     0, 3},
    {"otter-creek", "Otter Creek", 68, 39, 2, HEADING_W, TURN_RIGHT, 5, 23, 0, 0, 6},
    {"sierra-superspeedway", "Sierra superspeedway", 119, 46, 2, HEADING_E, TURN_LEFT, 8, 39, 0, 0,
     0},
    {"thunder-bowl", "Thunder bowl", 27, 27, 5, HEADING_E, TURN_LEFT, 9, 0, 0, 0, 10},
    {"twin-sands", "Twin sands", 75, 34, 2, HEADING_E, TURN_LEFT, 5, 29, 150, 30, 3},
};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

static void read_text(const struct character *expected, struct text *into)
{
    struct error error = {0};
    struct text path = {0};
    text_append_format(&path, "tracks/stock-cars/%s.map", expected->file);
    if (!file_read(text_string(&path), STOCK_MAP_BYTES, into, &error))
        fail_msg("%s: %s", text_string(&path), error.text);
    text_free(&path);
}

static const struct stock_map *load(const struct character *expected)
{
    struct error error = {0};
    struct text file = {0};
    read_text(expected, &file);
    const struct stock_map *map = stock_maps.read(text_string(&file), file.length, &error);
    if (!map)
        fail_msg("%s:%d:%d: %s", expected->file, error.line, error.column, error.text);
    text_free(&file);
    return map;
}

static int count(const struct stock_map *map, const char *tiles)
{
    int found = 0;
    for (int i = 0; i < map->width * map->height; i++)
        found += strchr(tiles, map->tiles[i]) != NULL;
    return found;
}

static void test_every_map_is_what_it_was_drawn_to_be(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        const struct stock_map *map = load(&shipped[i]);
        assert_string_equal(map->name, shipped[i].name);
        assert_string_equal(map->author, "Graph Prix");
        assert_int_equal(map->width, shipped[i].width);
        assert_int_equal(map->height, shipped[i].height);
        assert_int_equal(map->laps, shipped[i].laps);
        assert_int_equal(map->race, shipped[i].race);
        assert_int_equal(map->turn, shipped[i].turn);
        assert_int_equal(count(map, "b") > 0, shipped[i].turn != TURN_NONE);
        assert_int_equal(map->starts, CARS);
        assert_int_equal(count(map, "F"), shipped[i].lanes);
        assert_int_equal(count(map, "p#P"), shipped[i].pits);
        assert_int_equal(count(map, ".Ss"), shipped[i].alley);
        assert_int_equal(map->sandbags, shipped[i].sandbags);
        assert_int_equal(count(map, "o"), shipped[i].oil);
        stock_maps.release(map);
    }
}

static void test_every_map_is_the_whole_folder_and_is_written_as_it_stands(void **state)
{
    (void)state;
    int files = 0;
    char **names = file_list_folder("tracks/stock-cars", stock_maps.extension, &files);
    assert_int_equal(files, SHIPPED);
    file_free_names(names, files);
    for (int i = 0; i < SHIPPED; i++) {
        struct text file = {0}, written = {0};
        const struct stock_map *map = load(&shipped[i]);
        read_text(&shipped[i], &file);
        stock_maps.write(map, &written);
        assert_string_equal(text_string(&written), text_string(&file));
        stock_maps.release(map);
        text_free(&file);
        text_free(&written);
    }
}

/* So that no order of the first turn leaves the track by itself. */
static void test_every_car_has_a_straight_run_at_the_start(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        const struct stock_map *map = load(&shipped[i]);
        for (int car = 0; car < map->starts; car++) {
            struct point at = map->start[car];
            for (int move = 0; move < 3; move++) {
                at = point_add(at, heading_steps[map->race]);
                assert_int_not_equal(stock_map_tile(map, at), TILE_OFF);
            }
        }
        stock_maps.release(map);
    }
}

/* A # at each end, from which the track is one move away, and a marker between. */
static void test_pits_have_two_ends_and_a_marker(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        const struct stock_map *map = load(&shipped[i]);
        int open = 0;
        for (int k = 0; k < map->width * map->height; k++) {
            struct point at = {k % map->width, k / map->width};
            bool touches = false;
            for (int heading = 0; heading < HEADING_COUNT; heading++)
                touches |= stock_map_tile(map, point_add(at, heading_steps[heading])) == '*';
            open += map->tiles[k] == TILE_PIT_END && touches;
        }
        assert_int_equal(open, shipped[i].pits > 0 ? 2 : 0);
        assert_int_equal(count(map, "P"), shipped[i].pits > 0);
        stock_maps.release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_map_is_what_it_was_drawn_to_be),
        cmocka_unit_test(test_every_map_is_the_whole_folder_and_is_written_as_it_stands),
        cmocka_unit_test(test_every_car_has_a_straight_run_at_the_start),
        cmocka_unit_test(test_pits_have_two_ends_and_a_marker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
