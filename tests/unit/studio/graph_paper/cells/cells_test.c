/* Grids of cells: what is read of texts and pictures, what is guessed, and the track that comes of
 * it. Lines and walls are worked out by hand from the pictures of the grids; walls are held against
 * the cells of random grids, too.
 */
#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/driving.h"
#include "studio/graph_paper/cells/cells.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what is asked of a grid ------------------------------------------------------------------ */

static struct cells read_text(const char *text)
{
    struct cells cells;
    struct error error = {0};
    if (!cells_read_text(text, strlen(text), &cells, &error))
        fail_msg("%d:%d %s: \"%s\"", error.line, error.column, error.text, text);
    return cells;
}

/* "#=off .=road", in the order in which the signs come. */
static void check_guess(const struct cells *cells, const char *expected)
{
    char guess[400] = "";
    for (int i = 0; i < cells->sign_count; i++) {
        size_t length = strlen(guess);
        snprintf(guess + length, sizeof guess - length, "%s%s=%s", length ? " " : "",
                 cells->list[i].name, cell_role_name(cells->list[i].role));
    }
    assert_string_equal(guess, expected);
}

static void write_item(const struct draft_item *item, char *into, size_t size)
{
    static const char *const names[DRAFT_ROLE_COUNT] = {[DRAFT_START_FINISH] = "both",
                                                        [DRAFT_START] = "start",
                                                        [DRAFT_FINISH] = "finish",
                                                        [DRAFT_CHECKPOINT] = "gate"};
    size_t length = strlen(into);
    length += (size_t)snprintf(into + length, size - length, "%s%s", length ? " " : "",
                               names[item->role]);
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        struct point first = loop->vertices[0], last = loop->vertices[loop->count - 1];
        length += (size_t)snprintf(into + length, size - length, " %d,%d>%d,%d", first.x / FINE,
                                   first.y / FINE, last.x / FINE, last.y / FINE);
    }
}

/* "start 1,2>5,2 finish ...": lines and gates by their ends, y up; the track has a lap. */
static void check_track(struct cells *cells, const char *expected)
{
    struct draft draft;
    struct cells_remarks remarks;
    struct error error = {0};
    char lines[400] = "";
    if (!cells_make_draft(cells, &draft, &remarks, &error))
        fail_msg("%d:%d %s", error.line, error.column, error.text);
    for (int i = 0; i < draft.count; i++)
        if (draft.items[i].role != DRAFT_WALL)
            write_item(&draft.items[i], lines, sizeof lines);
    assert_string_equal(lines, expected);
    struct track *track = track_from_draft(&draft, &error);
    if (!track || !lap_prove(track, NULL, NULL, &error))
        fail_msg("%s", error.text);
    track_release(track);
    draft_free(&draft);
}

static void check_text(const char *text, const char *guess, const char *lines)
{
    struct cells cells = read_text(text);
    check_guess(&cells, guess);
    check_track(&cells, lines);
    cells_free(&cells);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Six rows: the upper edge of the start squares is at y 2, the left one of the finish squares at
 * x 5. Who drives up has the line's first end to the left. */
#define BEND                                                                                       \
    "########\n"                                                                                   \
    "#....FF#\n"                                                                                   \
    "#....FF#\n"                                                                                   \
    "#..#####\n"                                                                                   \
    "#SS#####\n"                                                                                   \
    "########\n"
#define BEND_GUESS "#=off .=road F=finish S=start"
#define BEND_LINES "start 1,2>3,2 finish 5,5>5,3"

static void test_a_road_from_start_to_finish(void **state)
{
    (void)state;
    check_text(BEND, BEND_GUESS, BEND_LINES);
    check_text("6,8\n" BEND, BEND_GUESS, BEND_LINES);
    check_text("6 8\n" BEND "\n\n  \n", BEND_GUESS, BEND_LINES);
    check_text("8\n6\n" BEND, BEND_GUESS, BEND_LINES);
    check_text("dim: 6 8\n" BEND, BEND_GUESS, BEND_LINES);
}

static void test_what_stands_round_a_text_does_not_matter(void **state)
{
    (void)state;
    struct cells cells = read_text("\xEF\xBB\xBFMy track, for all of you to drive on:\r\n"
                                   "```text\r\n########\t\r\n#....FF#\r\n#....FF#  \r\n#..#####\r\n"
                                   "#SS#####\r\n########\r\n```\r\nHave fun with it, everybody!");
    check_guess(&cells, BEND_GUESS);
    check_track(&cells, BEND_LINES);
    assert_int_equal(cells.lines[4], 7);
    char place[CELLS_PLACE_BYTES];
    assert_string_equal(cells_place(&cells, 2, 4, place), "line 7, column 3");
    cells_free(&cells);
    check_text("[code]\n" BEND "[/code]\n", BEND_GUESS, BEND_LINES);
    check_text("> ########\n> #....FF#\n> #....FF#\n> #..#####\n> #SS#####\n> ########\n",
               BEND_GUESS, BEND_LINES);
    check_text("    ########\n    #....FF#\n    #....FF#\n    #..#####\n    #SS#####\n"
               "    ########\n",
               BEND_GUESS, BEND_LINES);
    check_text("########\n\n#....FF#\n\n#....FF#\n\n#..#####\n\n#SS#####\n\n########\n", BEND_GUESS,
               BEND_LINES);
}

static void test_signs_that_stand_apart(void **state)
{
    (void)state;
    check_text("track = [\n [0, 0, 0, 0, 0, 0, 0, 0],\n [0, 1, 1, 1, 1, 3, 3, 0],\n"
               " [0, 1, 1, 1, 1, 3, 3, 0],\n [0, 1, 1, 0, 0, 0, 0, 0],\n"
               " [0, 2, 2, 0, 0, 0, 0, 0],\n [0, 0, 0, 0, 0, 0, 0, 0]]\n",
               "0=off 1=road 3=finish 2=start", BEND_LINES);
    check_text("#\t#\t#\t#\t#\t#\t#\t#\n#\t.\t.\t.\t.\tF\tF\t#\n#\t.\t.\t.\t.\tF\tF\t#\n"
               "#\t.\t.\t#\t#\t#\t#\t#\n#\tS\tS\t#\t#\t#\t#\t#\n#\t#\t#\t#\t#\t#\t#\t#\n",
               BEND_GUESS, BEND_LINES);
    struct cells cells = read_text("\n#, #, #\n#, ., #\n#, #, #\n");
    char place[CELLS_PLACE_BYTES];
    assert_string_equal(cells_place(&cells, 1, 1, place), "line 3, column 4");
    cells_free(&cells);
}

static void test_signs_of_other_courses(void **state)
{
    (void)state;
    check_text("WWWWWWWW\nWoooo++W\nWoooo++W\nWooWWWWW\nW--WWWWW\nWWWWWWWW\n",
               "W=off o=road +=finish -=start", BEND_LINES);
    check_text("XXXXXXXX\nX    GGX\nX    GGX\nX  XXXXX\nXSSXXXXX\nXXXXXXXX\n",
               "X=off blank=road G=finish S=start", BEND_LINES);
    check_text("########\n#____**#\n#____**#\n#__#####\n#@@#####\n########\n",
               "#=off _=road *=finish @=start", BEND_LINES);
    check_text("\xE2\xAC\x9B\xE2\xAC\x9B\xE2\xAC\x9B\xE2\xAC\x9B\n"
               "\xE2\xAC\x9B\xF0\x9F\x9F\xA9\xE2\xAC\x9C\xE2\xAC\x9B\n"
               "\xE2\xAC\x9B\xE2\xAC\x9B\xF0\x9F\x9F\xA5\xE2\xAC\x9B\n"
               "\xE2\xAC\x9B\xE2\xAC\x9B\xE2\xAC\x9B\xE2\xAC\x9B\n",
               "\xE2\xAC\x9B=off \xF0\x9F\x9F\xA9=start \xE2\xAC\x9C=road \xF0\x9F\x9F\xA5=finish",
               "start 2,3>2,2 finish 3,2>2,2");
}

/* Blanks round a ring that is drawn as two lines are no road; rows may be short then. */
static void test_walls_that_are_drawn_as_lines(void **state)
{
    (void)state;
    struct cells cells = read_text("  ########\n  #      #\n  #      #\n  #S ##  #\n  #S ##  #\n"
                                   "  #      #\n  #      #\n  ########");
    check_guess(&cells, "#=off blank=road S=start");
    check_track(&cells, "both 1,5>3,5");
    cells_free(&cells);
}

/* --- which way round -------------------------------------------------------------------------- */

static void test_rings(void **state)
{
    (void)state;
    /* The checkpoints say against the sun: to the left from the line between S and F. */
    check_text(
        "XXXXXXXXXX\nXO1OOOOO2X\nXO1OOOOO2X\nXOOXXXXOOX\nXOOXXXXOOX\nXOOOSFOOOX\nXOOOSFOOOX\n"
        "XXXXXXXXXX\n",
        "X=off O=road 1=1 2=2 S=start F=finish", "both 5,1>5,3 gate 3,7>3,5 gate 7,5>9,5");
    /* Without them one drives away from a finish that is near. */
    check_text(
        "##########\n#........#\n#........#\n#..####..#\n#..####..#\n#...SF...#\n#...SF...#\n"
        "##########\n",
        "#=off .=road S=start F=finish", "both 5,1>5,3");
    /* Start alone: with the sun; up on the left side. */
    check_text("######\n#....#\n#.##.#\n#S##.#\n#....#\n######\n", "#=off .=road S=start",
               "both 1,3>2,3");
    /* Start and finish on two sides of a ring: a line each. */
    check_text("########\n#......#\n#.####.#\n#S####F#\n#.####.#\n#......#\n########\n",
               "#=off .=road S=start F=finish", "start 2,3>1,3 finish 6,3>7,3");
}

static void test_a_grid_that_starts_in_rows(void **state)
{
    (void)state;
    /* The line lies before all of them. */
    check_text("#########\n#.......#\n#.......#\n#S.####F#\n#.S######\n#S.######\n#########\n",
               "#=off .=road S=start F=finish", "start 1,4>3,4 finish 8,4>7,4");
}

/* --- what cannot be --------------------------------------------------------------------------- */

static void check_fault(const char *text, int line, int column, const char *part)
{
    struct cells cells;
    struct draft draft = {0};
    struct cells_remarks remarks;
    struct error error = {0};
    bool read = cells_read_text(text, strlen(text), &cells, &error);
    assert_false(read && cells_make_draft(&cells, &draft, &remarks, &error));
    if (!strstr(error.text, part))
        fail_msg("\"%s\" is not in \"%s\"", part, error.text);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    if (read)
        cells_free(&cells);
    draft_free(&draft);
}

static void test_faults_have_places(void **state)
{
    (void)state;
    check_fault("", 0, 0, "no grid");
    check_fault("Dear all, this is no grid but a letter to you.\n", 0, 0, "no grid");
    check_fault("#####\n#S.##\n#####\n##.F#\n#####\n", 2, 3, "no way leads from the start");
    check_fault("#####\n#S..#\n#####\n", 2, 3, "not round to it again");
    check_fault("####\n#S##\n##.#\n####\n", 2, 2, "no line can be laid at this start square");
    char *wide = memory_allocate(3 * 5000 + 1, 1);
    memset(wide, '#', 3 * 5000);
    wide[4999] = wide[9999] = '\n';
    check_fault(wide, 1, 0, "at most 4096 each way");
    free(wide);
}

static void test_what_signs_stand_for_can_be_said(void **state)
{
    (void)state;
    struct cells cells = read_text("OOOOOOOO\nOXXXXAAO\nOXXXXAAO\nOXXOOOOO\nOBBOOOOO\nOOOOOOOO\n");
    struct error error = {0};
    assert_true(cells_assign(&cells, " X=road\tO=off A=finish  B=start ", &error));
    check_track(&cells, BEND_LINES);
    assert_false(cells_assign(&cells, "Q=off", &error));
    assert_string_equal(error.text, "there is no Q in this grid; it has O X A B");
    assert_false(cells_assign(&cells, "X=ditch", &error));
    assert_false(cells_assign(&cells, "X", &error));
    assert_false(cells_assign(&cells, "=off", &error));
    cells_free(&cells);
    cells = read_text("a=bb\na=bb\na=bb\n");
    assert_true(cells_assign(&cells, "==wall a=7", &error));
    assert_int_equal(cells.list[0].role, CELL_CHECKPOINT + 6);
    assert_int_equal(cells.list[1].role, CELL_OFF);
    cells_free(&cells);
}

static void test_texts_that_are_no_grids(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "hello",
                                        "<svg/>",
                                        "{\"graphprix\":1}",
                                        "Dear all,\n\nit is late. We go.\nBye,\nAda\n",
                                        "1,2,3\n4,5,6\n7,8,9\n",
                                        "name: Oval\nrace: E\n\n#####\n#...#\n#...#\n#####\n",
                                        " *****\n**   **\n**   **\n *****\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(cells_recognise(texts[i], strlen(texts[i])));
    assert_true(cells_recognise(BEND, strlen(BEND)));
    assert_false(cells_recognise("##\0##\n##\n", 9));
}

/* --- pictures --------------------------------------------------------------------------------- */

/* The grid as pixels, `block` a side; the colours are those of its signs, in the order given. Lines
 * between the cells are so many of the pixels to the right and below, and in front of the first. */
struct lines {
    size_t wide, before, cut; /* cut: of the line behind the last */
    uint32_t colour;
};

static struct cells read_lined_picture(const char *text, int block, const char *signs,
                                       const uint32_t *colours, struct lines lines)
{
    size_t columns = (size_t)(strchr(text, '\n') - text), rows = strlen(text) / (columns + 1);
    size_t pitch = (size_t)block + lines.wide;
    size_t across = lines.before + columns * pitch - lines.cut;
    size_t down = lines.before + rows * pitch - lines.cut;
    uint32_t *pixels = memory_allocate(across * down, sizeof *pixels);
    for (size_t y = 0; y < down; y++)
        for (size_t x = 0; x < across; x++) {
            size_t column = (x + pitch - lines.before) / pitch,
                   row = (y + pitch - lines.before) / pitch;
            bool on_line = (x + pitch - lines.before) % pitch >= (size_t)block ||
                           (y + pitch - lines.before) % pitch >= (size_t)block;
            char sign = on_line ? signs[0] : text[(row - 1) * (columns + 1) + column - 1];
            pixels[y * across + x] = on_line ? lines.colour : colours[strchr(signs, sign) - signs];
        }
    struct cells cells;
    struct error error = {0};
    if (!cells_read_picture(pixels, (int)across, (int)down, &cells, &error))
        fail_msg("%s", error.text);
    free(pixels);
    return cells;
}

/* The same without lines. */
static struct cells read_picture(const char *text, int block, const char *signs,
                                 const uint32_t *colours)
{
    return read_lined_picture(text, block, signs, colours, (struct lines){0});
}

static void test_pictures(void **state)
{
    (void)state;
    static const uint32_t books[] = {0xff000000, 0xffffffff, 0xff00c000, 0xffd00000};
    static const uint32_t grass[] = {0xff40a040, 0xff606060, 0xffffffff, 0xffd02020};
    static const uint32_t paper[] = {0xffffffff, 0xff202020, 0xff20c020, 0xffd02020};
    static const uint32_t clear[] = {0, 0xff606060, 0xff20c020, 0xffd02020};
    static const uint32_t *const sets[] = {books, grass, paper, clear};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        for (int block = 1; block < 20; block += 6) {
            struct cells cells = read_picture(BEND, block, "#.SF", sets[i]);
            assert_int_equal(cells.block, block);
            assert_int_equal(cells.columns, 8);
            assert_int_equal(cells.rows, 6);
            check_track(&cells, BEND_LINES);
            char place[CELLS_PLACE_BYTES], expected[CELLS_PLACE_BYTES];
            snprintf(expected, sizeof expected, "pixel %d, %d", 2 * block + block / 2,
                     4 * block + block / 2);
            assert_string_equal(cells_place(&cells, 2, 4, place), expected);
            cells_free(&cells);
        }
}

/* The lines may be of a colour of their own or of one that cells have, too. */
static void test_pictures_with_lines_between_the_cells(void **state)
{
    (void)state;
    static const uint32_t colours[] = {0xff000000, 0xffffffff, 0xff00c000, 0xffd00000};
    static const struct lines lines[] = {
        {1, 0, 0, 0xff808080}, {1, 1, 0, 0xff808080}, {1, 0, 1, 0xff000000}, {2, 0, 0, 0xff0000ff},
        {2, 2, 0, 0xff000000}, {2, 0, 2, 0xffffffff}, {2, 1, 1, 0xff808080}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int block = 3; block < 20; block += 5) {
            struct cells cells = read_lined_picture(BEND, block, "#.SF", colours, lines[i]);
            assert_int_equal(cells.columns, 8);
            assert_int_equal(cells.rows, 6);
            assert_int_equal(cells.sign_count, 4);
            assert_true(cells_look_meant(&cells));
            check_track(&cells, BEND_LINES);
            cells_free(&cells);
        }
}

/* Black lines on white, and a narrow black road on white. */
static void test_pictures_of_lines_and_of_roads(void **state)
{
    (void)state;
    static const uint32_t colours[] = {0xff000000, 0xffffffff, 0xffd00000};
    struct cells cells = read_picture("............\n.##########.\n.#........#.\n.#........#.\n"
                                      ".#..####..#.\n.#SS#..#..#.\n.#..####..#.\n.#........#.\n"
                                      ".#........#.\n.##########.\n............\n",
                                      3, "#.S", colours);
    check_track(&cells, "both 2,5>4,5");
    cells_free(&cells);
    cells = read_picture("........\n.######.\n.#....#.\n.S....#.\n.#....#.\n.######.\n........\n",
                         3, "#.S", colours);
    check_track(&cells, "both 1,3>2,3");
    cells_free(&cells);
}

static void test_photos_are_no_grids(void **state)
{
    (void)state;
    enum { SIDE = 90 };
    static uint32_t pixels[SIDE * SIDE];
    struct random random = random_seeded(5);
    struct cells cells;
    struct error error = {0};
    for (size_t i = 0; i < sizeof pixels / sizeof *pixels; i++)
        pixels[i] = 0xff000000 | (uint32_t)random_below(&random, 1 << 24);
    assert_false(cells_read_picture(pixels, SIDE, SIDE, &cells, &error));
    assert_non_null(strstr(error.text, "graphprix trace"));
    for (size_t i = 0; i < sizeof pixels / sizeof *pixels; i++)
        pixels[i] = 0xff123456;
    assert_false(cells_read_picture(pixels, SIDE, SIDE, &cells, &error));
}

/* --- walls ------------------------------------------------------------------------------------ */

/* The middle of a cell is inside exactly where it is road: nothing is moved, dropped or rounded. */
static void test_walls_run_round_the_road(void **state)
{
    (void)state;
    enum { ACROSS = 17, DOWN = 11 };
    struct random random = random_seeded(1);
    for (int round = 0; round < 300; round++) {
        char text[DOWN * (ACROSS + 1) + 1] = "";
        int share = 20 + round % 60;
        for (int i = 0; i < DOWN * (ACROSS + 1); i++)
            text[i] = i % (ACROSS + 1) == ACROSS                ? '\n'
                      : (int)random_below(&random, 100) < share ? '.'
                                                                : '#';
        memcpy(text, "#.#", 3);
        struct cells cells = read_text(text);
        struct draft draft;
        struct cells_remarks remarks;
        struct error error = {0};
        assert_true(cells_make_draft(&cells, &draft, &remarks, &error));
        struct track *track = track_from_draft(&draft, &error);
        if (!track)
            fail_msg("%s\n%s", error.text, text);
        for (int row = 0; row < DOWN; row++)
            for (int column = 0; column < ACROSS; column++) {
                struct point middle = {column * FINE + FINE / 2,
                                       (DOWN - 1 - row) * FINE + FINE / 2};
                bool road = text[row * (ACROSS + 1) + column] == '.';
                assert_int_equal(area_place_fine(track->surface, middle),
                                 road ? PLACE_INSIDE : PLACE_OUTSIDE);
            }
        track_release(track);
        draft_free(&draft);
        cells_free(&cells);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_road_from_start_to_finish),
        cmocka_unit_test(test_what_stands_round_a_text_does_not_matter),
        cmocka_unit_test(test_signs_that_stand_apart),
        cmocka_unit_test(test_signs_of_other_courses),
        cmocka_unit_test(test_walls_that_are_drawn_as_lines),
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_a_grid_that_starts_in_rows),
        cmocka_unit_test(test_faults_have_places),
        cmocka_unit_test(test_what_signs_stand_for_can_be_said),
        cmocka_unit_test(test_texts_that_are_no_grids),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_pictures_with_lines_between_the_cells),
        cmocka_unit_test(test_pictures_of_lines_and_of_roads),
        cmocka_unit_test(test_photos_are_no_grids),
        cmocka_unit_test(test_walls_run_round_the_road),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
