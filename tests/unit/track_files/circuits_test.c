/* The circuits that come with the game: each is read, is written as it stands and keeps its
 * character. The table is what each was drawn to be. Run from the top of the tree, where tracks/
 * is.
 */
#include "base/system/file.h"
#include "paper/circuit/ink.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct character {
    const char *file, *name;
    int rows, lanes;
    int corners, slowest, fastest; /* the least limit anywhere, and the least of the fastest one */
    int straight;                  /* rows of the longest way without a corner, over the line too */
};

static const struct character shipped[] = {
    {"first-corners", "First corners", 34, 2, 4, 80, 100, 7},
    {"goat-steps", "Goat steps", 60, 2, 8, 40, 140, 18},
    {"grand-ninety", "The grand ninety", 90, 3, 12, 60, 120, 18},
    {"harbour-road", "Harbour road", 49, 2, 6, 40, 140, 17},
    {"long-meadow", "Long meadow", 58, 2, 7, 60, 160, 17},
    {"speedway-of-the-plain", "Speedway of the plain", 60, 3, 7, 60, 140, 18},
    {"three-abreast", "Three abreast", 40, 3, 5, 40, 160, 11},
};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

static void read_text(const struct character *expected, struct text *into)
{
    struct error error = {0};
    struct text path = {0};
    text_append_format(&path, "tracks/circuit/%s.svg", expected->file);
    if (!file_read(text_string(&path), CIRCUIT_BYTES, into, &error))
        fail_msg("%s: %s", text_string(&path), error.text);
    text_free(&path);
}

static const struct circuit *load(const struct character *expected)
{
    struct error error = {0};
    struct text file = {0};
    read_text(expected, &file);
    const struct circuit *circuit = circuit_strips.read(text_string(&file), file.length, &error);
    if (!circuit)
        fail_msg("%s:%d:%d: %s", expected->file, error.line, error.column, error.text);
    text_free(&file);
    return circuit;
}

static int least_limit(const struct circuit *circuit, const struct corner *corner)
{
    int least = CIRCUIT_LIMIT_MOST;
    for (int lane = 0; lane < circuit->lanes; lane++)
        least = corner->limits[lane] < least ? corner->limits[lane] : least;
    return least;
}

static int longest_straight(const struct circuit *circuit)
{
    int longest = 0, rows = 0;
    for (int i = 0; i < 2 * circuit->rows; i++) {
        rows = circuit_corner(circuit, i % circuit->rows) ? 0 : rows + 1;
        longest = rows > longest ? rows : longest;
    }
    return longest;
}

static void test_every_circuit_is_what_it_was_drawn_to_be(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        const struct circuit *circuit = load(&shipped[i]);
        int slowest = CIRCUIT_LIMIT_MOST, fastest = 0;
        for (int corner = 0; corner < circuit->corner_count; corner++) {
            int least = least_limit(circuit, &circuit->corners[corner]);
            slowest = least < slowest ? least : slowest;
            fastest = least > fastest ? least : fastest;
            assert_true(circuit->corners[corner].has_line);
        }
        assert_string_equal(circuit->name, shipped[i].name);
        assert_true(strlen(circuit->note) > 20);
        assert_int_equal(circuit->rows, shipped[i].rows);
        assert_int_equal(circuit->lanes, shipped[i].lanes);
        assert_int_equal(circuit->corner_count, shipped[i].corners);
        assert_int_equal(slowest, shipped[i].slowest);
        assert_int_equal(fastest, shipped[i].fastest);
        assert_int_equal(longest_straight(circuit), shipped[i].straight);
        circuit_strips.release(circuit);
    }
}

static void test_these_are_the_whole_folder_and_are_written_as_they_stand(void **state)
{
    (void)state;
    int files = 0;
    char **names = file_list_folder("tracks/circuit", circuit_strips.extension, &files);
    assert_int_equal(files, SHIPPED);
    file_free_names(names, files);
    for (int i = 0; i < SHIPPED; i++) {
        struct text file = {0}, written = {0};
        const struct circuit *circuit = load(&shipped[i]);
        read_text(&shipped[i], &file);
        circuit_strips.write(circuit, &written);
        assert_string_equal(text_string(&written), text_string(&file));
        circuit_strips.release(circuit);
        text_free(&file);
        text_free(&written);
    }
}

/* Every space can be pointed at: its middle, and near its corners, lie in no other one. */
static void test_no_part_of_a_strip_lies_on_another(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        const struct circuit *circuit = load(&shipped[i]);
        struct circuit_layout *layout = circuit_layout_create(circuit);
        struct point size = course_size((struct course){&circuit_game, circuit});
        for (int place = 0; place < circuit->rows * circuit->lanes * 9; place++) {
            struct space space = {place / 9 / circuit->lanes, place / 9 % circuit->lanes + 1};
            struct space found = {-1, -1};
            struct circuit_spot spot = circuit_spot(layout, space.row + 0.1 + 0.4 * (place % 3),
                                                    space.lane - 0.9 + 0.4 * (place / 3 % 3));
            assert_true(circuit_space_at(layout, spot.x, spot.y, &found));
            assert_int_equal(found.row, space.row);
            assert_int_equal(found.lane, space.lane);
            assert_true(spot.x > 0.5 && spot.x < size.x - 0.5);
            assert_true(spot.y > 0.5 && spot.y < size.y - 0.5);
        }
        circuit_layout_free(layout);
        circuit_strips.release(circuit);
    }
}

/* Round signs of two corners, as large as they are in a window of 800 x 600. */
static void test_no_sign_covers_another(void **state)
{
    (void)state;
    const struct paper_view view = {.square = 12, .scale = 1};
    for (int i = 0; i < SHIPPED; i++) {
        const struct circuit *circuit = load(&shipped[i]);
        struct circuit_layout *layout = circuit_layout_create(circuit);
        int lanes = circuit->lanes, count = circuit->corner_count * lanes;
        for (int sign = 0; sign < count; sign++)
            for (int other = 0; other < sign; other++) {
                double radius;
                struct space at = {circuit->corners[sign / lanes].from, sign % lanes + 1};
                struct space by = {circuit->corners[other / lanes].from, other % lanes + 1};
                struct pixel a = circuit_sign_place(&view, circuit, layout, at, &radius);
                struct pixel b = circuit_sign_place(&view, circuit, layout, by, &radius);
                if (hypot(a.x - b.x, a.y - b.y) < 2 * radius)
                    fail_msg("%s: the signs of rows %d and %d", circuit->name, at.row, by.row);
            }
        circuit_layout_free(layout);
        circuit_strips.release(circuit);
    }
}

static bool lies_on_sign(const struct paper_view *view, const struct circuit *circuit,
                         const struct circuit_layout *layout, struct pixel at)
{
    for (int i = 0; i < circuit->corner_count * circuit->lanes; i++) {
        struct space space = {circuit->corners[i / circuit->lanes].from, i % circuit->lanes + 1};
        double radius;
        struct pixel sign = circuit_sign_place(view, circuit, layout, space, &radius);
        if (hypot(at.x - sign.x, at.y - sign.y) < radius)
            return true;
    }
    return false;
}

static void test_no_number_of_a_row_lies_on_a_sign(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        const struct circuit *circuit = load(&shipped[i]);
        struct circuit_layout *layout = circuit_layout_create(circuit);
        int numbers = 0;
        for (int square = 12; square <= 48; square += 12)
            for (int row = 0; row < circuit->rows; row++) {
                const struct paper_view view = {.square = square, .scale = 1};
                struct pixel at;
                double size;
                if (!circuit_number_place(&view, circuit, layout, row, &at, &size))
                    continue;
                numbers++;
                if (lies_on_sign(&view, circuit, layout, at))
                    fail_msg("%s: the number of row %d, %d", circuit->name, row, square);
            }
        assert_true(numbers > circuit->rows / 5);
        circuit_layout_free(layout);
        circuit_strips.release(circuit);
    }
}

/* Printed as usual, every space is 12 mm long, measured along the middle of its lane. */
static void test_a_counter_has_room_in_every_printed_space(void **state)
{
    enum { PARTS = 24 };
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        const struct circuit *circuit = load(&shipped[i]);
        struct circuit_layout *layout = circuit_layout_create(circuit);
        int square = circuit_ink.usual_square((struct course){&circuit_game, circuit});
        double least = 1e9;
        for (int space = 0; space < circuit->rows * circuit->lanes; space++) {
            double length = 0, row = space / circuit->lanes, lane = space % circuit->lanes + 0.5;
            for (int part = 0; part < PARTS; part++) {
                struct circuit_spot a = circuit_spot(layout, row + part / (double)PARTS, lane);
                struct circuit_spot b = circuit_spot(layout, row + (part + 1.0) / PARTS, lane);
                length += hypot(b.x - a.x, b.y - a.y) * square / 10;
            }
            least = fmin(least, length);
        }
        assert_true(least >= 12 && least < 13);
        circuit_layout_free(layout);
        circuit_strips.release(circuit);
    }
}

/* Lane 1 is on the right: where the first circuit heads east along its top, below lane 2. */
static void test_lanes_and_headings(void **state)
{
    (void)state;
    const struct circuit *circuit = load(&shipped[0]);
    struct circuit_layout *layout = circuit_layout_create(circuit);
    struct circuit_spot right = circuit_space_middle(layout, (struct space){0, 1});
    struct circuit_spot left = circuit_space_middle(layout, (struct space){0, 2});
    struct circuit_spot line = circuit_spot(layout, 0, 1);
    assert_true(fabs(left.y - right.y - 1.8) < 1e-6 && fabs(left.x - right.x) < 1e-6);
    assert_true(fabs(right.ahead_x - 1) < 1e-6 && fabs(right.ahead_y) < 1e-6);
    assert_true(fabs(line.x - 18.6) < 1e-6 && fabs(line.y - 23.2) < 1e-6); /* (93, 24) of 140 */
    circuit_layout_free(layout);
    circuit_strips.release(circuit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_circuit_is_what_it_was_drawn_to_be),
        cmocka_unit_test(test_these_are_the_whole_folder_and_are_written_as_they_stand),
        cmocka_unit_test(test_no_part_of_a_strip_lies_on_another),
        cmocka_unit_test(test_no_sign_covers_another),
        cmocka_unit_test(test_no_number_of_a_row_lies_on_a_sign),
        cmocka_unit_test(test_a_counter_has_room_in_every_printed_space),
        cmocka_unit_test(test_lanes_and_headings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
