/* Maps as files: what is read, each thing that can be wrong with its line and column, the line
 * across the pit lane, and writing. Expected values are counted by hand from the rows.
 */
#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "name: Ring\nrace: N\n\n"
/* A ring round a block, the line on its left side. */
#define RING HEAD "*****\n*   *\nF   *\n1   *\n*****\n"

#define YARD_HEAD "name: Yard\nrace: N\nlaps: 1\nturn: right\nsandbags: 2\n\n"
#define YARD                                                                                       \
    YARD_HEAD "************bbb\n"                                                                  \
              "************bbb\n"                                                                  \
              "************bbb\n"                                                                  \
              "***** *    ****\n"                                                                  \
              "***** #    ****\n"                                                                  \
              "****s p    ****\n"                                                                  \
              "****S p    ****\n"                                                                  \
              "***** p    ****\n"                                                                  \
              "***** P    ****\n"                                                                  \
              "FFFFF p    ****\n"                                                                  \
              "1**** p    ****\n"                                                                  \
              "2**34 p    ****\n"                                                                  \
              "***** p    ****\n"                                                                  \
              "***** #    ****\n"                                                                  \
              "***************\n"                                                                  \
              "***************\n"

static const struct stock_map *read_bytes(const char *bytes, size_t length)
{
    struct error error = {0};
    const struct stock_map *map = stock_maps.read(bytes, length, &error);
    if (!map)
        fail_msg("%d:%d: %s", error.line, error.column, error.text);
    return map;
}

static const struct stock_map *read_map(const char *file)
{
    return read_bytes(file, strlen(file));
}

static void expect_tile(const struct stock_map *map, int x, int y, char tile)
{
    assert_int_equal(stock_map_tile(map, (struct point){x, y}), tile);
}

static bool on_line(const struct stock_map *map, int x, int y)
{
    return stock_map_on_line(map, (struct point){x, y});
}

/* --- what is read ----------------------------------------------------------------------------- */

static void test_yard_is_read(void **state)
{
    (void)state;
    const struct stock_map *map = read_map(YARD);
    assert_string_equal(map->name, "Yard");
    assert_string_equal(map->author, "");
    assert_int_equal(map->width, 15);
    assert_int_equal(map->height, 16);
    assert_int_equal(map->laps, 1);
    assert_int_equal(map->race, HEADING_N);
    assert_int_equal(map->turn, TURN_RIGHT);
    assert_int_equal(map->sandbags, 2);
    assert_int_equal(map->starts, 4);
    assert_true(point_equal(map->start[0], (struct point){0, 5}));
    assert_true(point_equal(map->start[3], (struct point){4, 4}));
    expect_tile(map, 4, 10, 's');
    expect_tile(map, 12, 13, 'b');
    expect_tile(map, 0, 5, '*');
    assert_int_equal(tile_start(map->tiles[4 * map->width + 3]), 3);
    assert_int_equal(tile_start(map->tiles[6 * map->width]), 0);
    expect_tile(map, 5, 6, ' ');
    expect_tile(map, -1, 0, ' ');
    expect_tile(map, 0, 16, ' ');
    stock_maps.release(map);
}

static void test_the_line_goes_on_across_the_pit_lane(void **state)
{
    (void)state;
    const struct stock_map *map = read_map(YARD);
    for (int x = 0; x < 15; x++)
        assert_int_equal(on_line(map, x, 6), x <= 4 || x == 6);
    assert_false(on_line(map, 6, 7));
    stock_maps.release(map);
    /* Over two lanes, but not over asphalt. */
    map = read_map(HEAD "***********\n"
                        "*   *     *\n"
                        "# # *     *\n"
                        "p p * *   *\n"
                        "p p F * # *\n"
                        "p p 1 * # *\n"
                        "# # * *   *\n"
                        "***********\n");
    for (int x = 0; x < 11; x++)
        assert_int_equal(on_line(map, x, 3), x == 0 || x == 2 || x == 4);
    stock_maps.release(map);
    /* Of the column, when the race goes east. */
    map = read_map("name: x\nrace: E\n\n##ppp##\n*     *\n**1F***\n*     *\n*******\n");
    assert_true(on_line(map, 3, 2) && on_line(map, 3, 4));
    assert_false(on_line(map, 3, 0) || on_line(map, 2, 4));
    stock_maps.release(map);
}

static void test_line_ends_and_blanks_mean_nothing(void **state)
{
    (void)state;
    const struct stock_map *plain = read_map(RING);
    const struct stock_map *map =
        read_map("  race :  N \r\nname:Ring\r\n   \r\n*****  \r\n*   *\r\nF   *    \r\n1   *\r\n"
                 "*****\r\n     \r\n\r\n");
    assert_string_equal(map->name, "Ring");
    assert_int_equal(map->laps, 3);
    assert_int_equal(map->width, 5);
    assert_int_equal(map->height, 5);
    assert_true(stock_maps.fingerprint(map) == stock_maps.fingerprint(plain));
    stock_maps.release(map);
    /* Rows above the first tile count, those below the last do not; the last needs no end. */
    map = read_map(HEAD "\n\n*****\n*   *\nF   *\n1   *\n*****");
    assert_int_equal(map->height, 7);
    expect_tile(map, 0, 2, 'F');
    stock_maps.release(map);
    stock_maps.release(plain);
}

static void test_values_of_the_header(void **state)
{
    (void)state;
    const struct stock_map *map = read_map("sandbags: 003\nlaps: 099\nauthor: Zo\xc3\xab\n"
                                           "turn: left\nrace: N\nname: a: b\n\n"
                                           "*.S.*\n*   *\nF   s\n1   *\n*****\n");
    assert_string_equal(map->name, "a: b");
    assert_string_equal(map->author, "Zo\xc3\xab");
    assert_string_equal(map->note, "by Zo\xc3\xab");
    assert_int_equal(map->laps, 99);
    assert_int_equal(map->turn, TURN_LEFT);
    assert_int_equal(map->sandbags, 3);
    stock_maps.release(map);
    map = read_map(HEAD "*.S.*\n*   *\nF   s\n1   *\n*****\n");
    assert_int_equal(map->sandbags, 2);
    assert_false(map->says_sandbags);
    stock_maps.release(map);
}

/* --- what is wrong ---------------------------------------------------------------------------- */

#define REST "*****\n*   *\nF   *\n1   *\n*****\n"

static const struct wrong {
    int line, column;
    const char *says;
    const char *file;
} wrong[] = {
    {1, 1, "no colon", "name Ring\nrace: N\n\n" REST},
    {3, 1, "no colon", "name: Ring\nrace: N\n" REST},
    {2, 2, "\"Laps\" is no key", "name: Ring\n Laps: 2\nrace: N\n\n" REST},
    {3, 1, "stands in line 1 already", "name: Ring\nrace: N\nname: Again\n\n" REST},
    {0, 0, "has no name", "race: N\n\n" REST},
    {1, 8, "has no name", "name:  \nrace: N\n\n" REST},
    {2, 0, "add \"race: N\"", "name: Ring\n\n" REST},
    {2, 7, "N, E, S or W", "name: Ring\nrace: NE\n\n" REST},
    {2, 7, "N, E, S or W", "name: Ring\nrace: n\n\n" REST},
    {3, 7, "from 1 to 99", "name: Ring\nrace: N\nlaps: 0\n\n" REST},
    {3, 7, "from 1 to 99", "name: Ring\nrace: N\nlaps: 100\n\n" REST},
    {3, 7, "from 1 to 99", "name: Ring\nrace: N\nlaps: +3\n\n" REST},
    {3, 7, "from 1 to 99", "name: Ring\nrace: N\nlaps: 99999999999999999999\n\n" REST},
    {3, 6, "from 1 to 99", "name: Ring\nrace: N\nlaps:\n\n" REST},
    {3, 7, "left or right", "name: Ring\nrace: N\nturn: Left\n\n" REST},
    {3, 11, "a number", "name: Ring\nrace: N\nsandbags: -1\n\n" REST},
    {1, 7, "UTF-8", "name: \xff\nrace: N\n\n" REST},
    {3, 9, "UTF-8", "name: Ring\nrace: N\nauthor: \xc3(\n\n" REST},
    {1, 7, "control character", "name: a\tb\nrace: N\n\n" REST},
    {3, 0, "no tiles", HEAD},
    {5, 0, "no tiles", HEAD "   \n  "},
    {4, 3, "no such tile", HEAD "**x**\n*   *\nF   *\n1   *\n*****\n"},
    {4, 3, "no such tile", HEAD "**9**\n*   *\nF   *\n1   *\n*****\n"},
    {5, 2, "tab", HEAD "*****\n*\t *\nF   *\n1   *\n*****\n"},
    {8, 1, "no such tile", HEAD "*****\n*   *\nF   *\n1   *\n\xe2\x98\x83****\n"},
    {4, 3, "no such tile", HEAD "**\r***\n*   *\nF   *\n1   *\n*****\n"},
    {0, 0, "put a 1", HEAD "*****\n*   *\nF   *\n*   *\n*****\n"},
    {0, 0, "put a 1", HEAD "*****\n*   *\nF   *\n2   *\n*****\n"},
    {8, 1, "starting place 3 but no 2", HEAD "*****\n*   *\nF   *\n1   *\n3****\n"},
    {8, 1, "second starting place 1", HEAD "*****\n*   *\nF   *\n1   *\n1****\n"},
    {0, 0, "no start/finish line", HEAD "*****\n*   *\n*   *\n1   *\n*****\n"},
    {7, 1, "in another row", HEAD "*****\n*   *\nF   *\nF   *\n1****\n"},
    {7, 2, "in another column", "name: x\nrace: E\n\n*1F**\n*   *\n*   *\n*F***\n"},
    {6, 1, "goes on beside", HEAD "*****\n*   *\nF*  *\n1   *\n*****\n"},
    /* Of the line to the left, of the track to the right. */
    {6, 2, "goes on beside", HEAD "*****\n*   *\nFF* *\n1   *\n*****\n"},
    {5, 1, "goes on beside", "name: x\nrace: E\n\n****\nF  *\n*  *\n1***\n"},
    {5, 5, "straight ahead (N) of starting place 1", HEAD "****\n*   1\nF   *\n*   *\n*****\n"},
    {5, 1,
     "stands beyond the line, which is crossed towards N; move it behind the line, or let race be "
     "S",
     HEAD "*****\n1   *\nF   *\n*   *\n*****\n"},
    {8, 3, "starting place 2", HEAD "*****\n*   *\nF   *\n1   *\n**2**\n"},
    {4, 4, "turn: left", HEAD "***b*\n*   *\nF   *\n1   *\n***b*\n"},
    {3, 11, "which are 2",
     "name: Ring\nrace: N\nsandbags: 1\n\n*Ss**\n*   *\nF   *\n1   *\n*****\n"},
    {3, 11, "has 1 tile ",
     "name: Ring\nrace: N\nsandbags: 2\n\n*.***\n*   *\nF   *\n1   *\n*****\n"},
    {3, 11, "has 0 tiles",
     "name: Ring\nrace: N\nsandbags: 99999999999999\n\n*****\n*   *\nF   *\n1   *\n*****\n"},
    {3, 10, "a number", "name: Ring\nrace: N\nsandbags:\n\n" REST},
    {6, 5, "goes on beside", HEAD "*****\n*   *\n*  *F\n*   1\n*****\n"},
    {4, 1, "this p touches", HEAD "p    \n ****\n *  *\n F  *\n 1  *\n ****\n"},
    {5, 3, "this p touches", HEAD "*****\n* p *\nF   *\n1   *\n*****\n"},
    {4, 6, "this P touches", HEAD "*****P\n*   *\nF   *\n1   *\n*****\n"},
    {4, 1, "no lap is possible", HEAD "F   *\n1   *\n*****\n"},
    /* Both ways round lead over the line backward only. */
    {5, 1, "no lap is possible", HEAD "*****\nF\n1****\n"},
};

static void test_each_fault_is_told_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        if (stock_maps.read(wrong[i].file, strlen(wrong[i].file), &error))
            fail_msg("this is no map:\n%s", wrong[i].file);
        if (!strstr(error.text, wrong[i].says) || error.line != wrong[i].line ||
            error.column != wrong[i].column)
            fail_msg("not %d:%d \"%s\" but %d:%d \"%s\" of\n%s", wrong[i].line, wrong[i].column,
                     wrong[i].says, error.line, error.column, error.text, wrong[i].file);
    }
}

static void test_a_zero_byte_is_no_value_and_no_tile(void **state)
{
    (void)state;
    struct error error;
    static const char key[] = "name: x\nrace: N\0\n\n" REST, tile[] = HEAD "*\0***\n" REST;
    assert_null(stock_maps.read(key, sizeof key - 1, &error));
    assert_int_equal(error.line, 2);
    assert_null(stock_maps.read(tile, sizeof tile - 1, &error));
    assert_int_equal(error.line, 4);
    assert_int_equal(error.column, 2);
}

/* --- limits ----------------------------------------------------------------------------------- */

/* A ring of so many columns and rows; the line on its left side. */
static struct text ring(int width, int height)
{
    struct text file = {0};
    text_append(&file, HEAD);
    for (int row = 0; row < height; row++) {
        bool edge = row == 0 || row == height - 1;
        for (int x = 0; x < width; x++)
            text_append(&file, x == 0 && row == 1                 ? "F"
                               : x == 0 && row == 2               ? "1"
                               : edge || x == 0 || x == width - 1 ? "*"
                                                                  : " ");
        text_append(&file, "\n");
    }
    return file;
}

static void expect_refused(const struct text *file, int line, int column, const char *says)
{
    struct error error = {0};
    assert_null(stock_maps.read(file->data, file->length, &error));
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_non_null(strstr(error.text, says));
}

static void test_limits_of_size(void **state)
{
    (void)state;
    struct text most = ring(500, 500), wide = ring(501, 5), high = ring(5, 501);
    const struct stock_map *map = read_bytes(most.data, most.length);
    assert_int_equal(map->width, 500);
    assert_int_equal(map->height, 500);
    stock_maps.release(map);
    expect_refused(&wide, 4, 501, "500 columns");
    expect_refused(&high, 504, 1, "500 rows");
    /* Blank rows behind the last tile are none, up to 1 MiB. */
    while (most.length < STOCK_MAP_BYTES)
        text_append(&most, "\n");
    stock_maps.release(read_bytes(most.data, most.length));
    text_append(&most, "\n");
    expect_refused(&most, 0, 0, "1 MiB");
    text_free(&most);
    text_free(&wide);
    text_free(&high);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void test_what_is_written_is_the_same_map(void **state)
{
    (void)state;
    const struct stock_map *map = read_map(YARD);
    struct text file = {0};
    stock_maps.write(map, &file);
    assert_string_equal(text_string(&file), YARD);
    stock_maps.release(map);
    text_free(&file);
    /* What a draft has round the tiles is left out below and to the right. */
    struct map_draft draft, again;
    struct error error;
    assert_true(map_draft_read(HEAD "\n ***\n F *\n 1 *\n ***\n",
                               strlen(HEAD "\n ***\n F *\n 1 *\n ***\n"), &draft, NULL, &error));
    struct map_draft larger = map_draft_make(9, 8);
    free(larger.name);
    larger.name = memory_copy_string(" Ring ");
    for (int y = 0; y < 5; y++)
        memcpy(larger.tiles + (y + 3) * 9, draft.tiles + y * draft.width, (size_t)draft.width);
    map = stock_map_make(&larger, &error);
    assert_non_null(map);
    assert_string_equal(map->name, "Ring");
    again = map_draft_of(map);
    map_draft_write(&again, &file);
    assert_string_equal(text_string(&file),
                        "name: Ring\nrace: N\nlaps: 3\n\n\n ***\n F *\n 1 *\n ***\n");
    stock_maps.release(map);
    map_draft_free(&draft);
    map_draft_free(&again);
    map_draft_free(&larger);
    text_free(&file);
}

static void expect_retitled(const char *from, const char *to)
{
    struct text file = {0};
    struct error error;
    assert_true(stock_maps.retitle(from, strlen(from), "New: \xc3\xa9", &file, &error));
    assert_string_equal(text_string(&file), to);
    text_free(&file);
}

static void test_another_name_and_all_else_as_it_is(void **state)
{
    (void)state;
    expect_retitled("race: N\r\n name:  Old one \r\nx\r\n\r\n***  \r\n",
                    "race: N\r\n name:  New: \xc3\xa9 \r\nx\r\n\r\n***  \r\n");
    expect_retitled("name:\n\n*\n", "name: New: \xc3\xa9\n\n*\n");
    expect_retitled("race: N\n\nname: *\n", "name: New: \xc3\xa9\nrace: N\n\nname: *\n");
    struct text file = {0};
    struct error error;
    assert_false(stock_maps.retitle("<svg>\n", 6, "x", &file, &error));
    assert_int_equal(file.length, 0);
}

static void test_maps_are_known_by_their_header(void **state)
{
    (void)state;
    assert_true(stock_maps.recognise(YARD, strlen(YARD)));
    assert_true(stock_maps.recognise("nmae: x\nrace: N\n\n*", 18));
    assert_false(stock_maps.recognise("\nname: x\n", 9));
    assert_false(stock_maps.recognise("<svg id=\"name:\"/>", 17));
    assert_false(stock_maps.recognise("", 0));
}

static uint64_t fingerprint(const char *file)
{
    const struct stock_map *map = read_map(file);
    uint64_t found = stock_maps.fingerprint(map);
    stock_maps.release(map);
    return found;
}

static void test_fingerprint_is_of_the_race(void **state)
{
    (void)state;
    uint64_t plain = fingerprint(RING);
    assert_true(plain == fingerprint("race: N\nname: Other\nauthor: A\nlaps: 3\nturn: left\n"
                                     "sandbags: 0\n\n" REST));
    assert_true(plain != fingerprint("name: Ring\nrace: N\nlaps: 4\n\n" REST));
    assert_true(plain != fingerprint("name: Ring\nrace: S\n\n*****\n1   *\nF   *\n*   *\n*****\n"));
    assert_true(plain != fingerprint(HEAD "**o**\n*   *\nF   *\n1   *\n*****\n"));
    assert_true(fingerprint("turn: left\n" HEAD "**b**\n*   *\nF   *\n1   *\n*****\n") !=
                fingerprint("turn: right\n" HEAD "**b**\n*   *\nF   *\n1   *\n*****\n"));
    assert_true(fingerprint("sandbags: 1\n" HEAD "**.**\n*   *\nF   *\n1   *\n*****\n") !=
                fingerprint("sandbags: 0\n" HEAD "**.**\n*   *\nF   *\n1   *\n*****\n"));
    assert_true(fingerprint("sandbags: 1\n" HEAD "**S**\n*   *\nF   *\n1   *\n*****\n") ==
                fingerprint(HEAD "**S**\n*   *\nF   *\n1   *\n*****\n"));
}

/* --- drafts ----------------------------------------------------------------------------------- */

static void test_a_draft_tells_all_that_is_wrong(void **state)
{
    (void)state;
    static const char file[] = "race: N\nsandbags: 1\n\n***b*\n* p *\n1 P *\n2   *\n*****\n";
    struct map_draft draft;
    struct map_fault faults[10];
    struct error error;
    int first_row = 0;
    assert_true(map_draft_read(file, strlen(file), &draft, &first_row, &error));
    assert_int_equal(first_row, 4);
    assert_int_equal(map_draft_check(&draft, faults, 10), 5);
    assert_string_equal(faults[0].key, "name");
    assert_non_null(strstr(faults[1].text, "no start/finish line"));
    assert_true(faults[2].has_place && point_equal(faults[2].at, (struct point){3, 4}));
    assert_string_equal(faults[3].key, "sandbags");
    assert_true(point_equal(faults[4].at, (struct point){2, 3}));
    assert_int_equal(map_draft_check(&draft, faults, 2), 2);
    assert_null(stock_map_make(&draft, &error));
    map_draft_free(&draft);
    draft = map_draft_make(3, 3);
    assert_int_equal(map_draft_check(&draft, faults, 10), 2);
    assert_non_null(strstr(faults[1].text, "no tiles"));
    map_draft_free(&draft);
}

static void test_headings_turn(void **state)
{
    (void)state;
    assert_int_equal(heading_turned(HEADING_N, TURN_LEFT), HEADING_NW);
    assert_int_equal(heading_turned(HEADING_NW, TURN_RIGHT), HEADING_N);
    assert_int_equal(heading_turned(HEADING_SE, TURN_NONE), HEADING_SE);
    assert_true(point_equal(heading_steps[HEADING_SW], (struct point){-1, -1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yard_is_read),
        cmocka_unit_test(test_the_line_goes_on_across_the_pit_lane),
        cmocka_unit_test(test_line_ends_and_blanks_mean_nothing),
        cmocka_unit_test(test_values_of_the_header),
        cmocka_unit_test(test_each_fault_is_told_with_its_place),
        cmocka_unit_test(test_a_zero_byte_is_no_value_and_no_tile),
        cmocka_unit_test(test_limits_of_size),
        cmocka_unit_test(test_what_is_written_is_the_same_map),
        cmocka_unit_test(test_another_name_and_all_else_as_it_is),
        cmocka_unit_test(test_maps_are_known_by_their_header),
        cmocka_unit_test(test_fingerprint_is_of_the_race),
        cmocka_unit_test(test_a_draft_tells_all_that_is_wrong),
        cmocka_unit_test(test_headings_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
