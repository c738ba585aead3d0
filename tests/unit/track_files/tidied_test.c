/* All courses that ship after other programs have written them: SVGO 3, scour 0.38 and Inkscape 1.2
 * ("plain SVG"), each as it comes. What they wrote lies packed in tidied/ (`svgo FILE`, `scour
 * FILE`, `inkscape --export-plain-svg FILE`, then `gzip -9n`), and anew when a course has changed;
 * "before" are those of the files as they were with style rules and empty groups. It is the same
 * course, or it is refused or told.
 */
#include "support/cmocka.h"

#include "base/system/file.h"
#include "rules/circuit/circuit.h"
#include "session/session.h"
#include "track/draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "tests/unit/track_files/tidied/"

static struct track *load(const char *path)
{
    struct error error = {0};
    struct track *track = svg_load_track(path, &error);
    if (!track)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return track;
}

/* Twice the area, in squares. */
static double area_of(struct loop loop)
{
    double sum = 0;
    for (int i = 2; i < loop.count; i++)
        sum += (double)point_cross(loop.vertices[0], loop.vertices[i - 1], loop.vertices[i]);
    return (sum < 0 ? -sum : sum) / FINE / FINE;
}

/* They write fewer digits and leave out vertices that lie between others: a thousandth of a square
 * or two, round all of the loop. */
static void expect_same_area(const struct area *one, const struct area *other, const char *name)
{
    assert_int_equal(area_loop_count(one), area_loop_count(other));
    for (int i = 0; i < area_loop_count(one); i++) {
        double a = area_of(area_loop(one, i)), b = area_of(area_loop(other, i));
        if (a - b > .3 || b - a > .3)
            fail_msg("%s: loop %d holds %g, not %g", name, i, b / 2, a / 2);
    }
}

static void expect_same_track(const struct track *one, const struct track *other, const char *name)
{
    assert_int_equal(one->width, other->width);
    assert_int_equal(one->height, other->height);
    expect_same_area(one->surface, other->surface, name);
    assert_int_equal(one->has_line, other->has_line);
    assert_memory_equal(&one->start, &other->start, sizeof one->start);
    assert_memory_equal(&one->finish, &other->finish, sizeof one->finish);
    assert_int_equal(one->slick_count, other->slick_count);
    assert_int_equal(one->turbo_count, other->turbo_count);
    for (int i = 0; i < one->slick_count; i++)
        expect_same_area(one->slicks[i].area, other->slicks[i].area, name);
    for (int i = 0; i < one->turbo_count; i++)
        assert_true(point_equal(one->turbo_areas[i].arrow, other->turbo_areas[i].arrow));
    assert_int_equal(one->checkpoint_count, other->checkpoint_count);
    for (int i = 0; i < one->checkpoint_count; i++) {
        const struct track_checkpoint *a = &one->checkpoints[i], *b = &other->checkpoints[i];
        assert_int_equal(a->point_count, b->point_count);
        assert_memory_equal(a->points, b->points, (size_t)a->point_count * sizeof *a->points);
    }
    assert_null(other->remark);
}

/* Of each course that ships in this folder, what each program made of it. */
static void for_each_shipped(const char *folder, int least,
                             void (*compare)(const char *ours, const char *theirs))
{
    static const char *const tools[] = {"svgo", "scour", "inkscape"};
    int count;
    char **names = file_list_folder(folder, ".svg", &count);
    assert_true(count >= least);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            char ours[200], theirs[200];
            snprintf(ours, sizeof ours, "%s/%s", folder, names[i]);
            snprintf(theirs, sizeof theirs, FOLDER "%.*s-%s.svgz", (int)strlen(names[i]) - 4,
                     names[i], tools[k]);
            compare(ours, theirs);
        }
    file_free_names(names, count);
}

static void compare_tracks(const char *ours, const char *theirs)
{
    struct track *one = load(ours), *other = load(theirs);
    expect_same_track(one, other, theirs);
    track_release(one);
    track_release(other);
}

static void test_tracks_stay_what_they_are(void **state)
{
    (void)state;
    for_each_shipped("tracks/graph-paper", 28, compare_tracks);
}

static struct course load_circuit(const char *path)
{
    struct error error = {0};
    struct course course = course_load(path, &error);
    if (!course.body)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    return course;
}

static void compare_circuits(const char *ours, const char *theirs)
{
    struct course one = load_circuit(ours), other = load_circuit(theirs);
    if (course_fingerprint(one) != course_fingerprint(other))
        fail_msg("%s: another course than %s", theirs, ours);
    assert_true(((const struct circuit *)one.body)->corner_count > 3);
    assert_null(course_remark(other));
    course_release(one);
    course_release(other);
}

static void test_circuits_keep_their_corners(void **state)
{
    (void)state;
    for_each_shipped("tracks/circuit", 7, compare_circuits);
}

/* Of files as they were, what is lost is told. */
static void test_what_older_files_lose_is_told(void **state)
{
    (void)state;
    struct error error = {0};
    assert_null(svg_load_track(FOLDER "before-meadow-loop-svgo.svg", &error));
    assert_non_null(strstr(error.text, "crosses the road here as the line of a race track would"));
    static const char *const circuits[] = {FOLDER "before-first-corners-svgo.svg",
                                           FOLDER "before-first-corners-scour.svg"};
    for (int i = 0; i < 2; i++) {
        struct course course = load_circuit(circuits[i]);
        assert_int_equal(((const struct circuit *)course.body)->corner_count, 0);
        assert_non_null(strstr(course_remark(course), "there is no corner"));
        course_release(course);
    }
}

/* Corners that are gone, one or all, by their number in the root. */
static void test_missing_corners_are_refused(void **state)
{
    (void)state;
    static const char root[] =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 140' data-graphprix-circuit='1' "
        "data-rows='30' data-lanes='2' data-corners='%s'>\n"
        "<path class='course' d='M 60 20 L 150 20 L 150 100 Z'/>%s</svg>";
    static const char corner[] = "<g class='corner' data-from='10' data-to='13' "
                                 "data-limits='80 100'/>";
    static const struct {
        const char *count, *corners, *said;
    } cases[] = {{"1", corner, NULL},
                 {"0", "", NULL},
                 {"2", corner, "data-corners says 2, but there are 1 corners"},
                 {"1", "", "data-corners says 1, but there are 0 corners"},
                 {"x", "", "data-corners=\"x\" must be a whole number"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text svg = {0};
        struct error error = {0};
        text_append_format(&svg, root, cases[i].count, cases[i].corners);
        const void *body = circuit_strips.read(svg.data, svg.length, &error);
        assert_int_equal(body != NULL, cases[i].said == NULL);
        if (!body && (!strstr(error.text, cases[i].said) || error.line != 1))
            fail_msg("%d: %s", error.line, error.text);
        circuit_strips.release(body);
        text_free(&svg);
    }
}

static const struct circuit *read_in_group(const char *group, const char *rest, struct error *error)
{
    struct text svg = {0};
    text_append_format(
        &svg,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 140' data-graphprix-circuit='1' "
        "data-rows='30' data-lanes='2'>%s\n<g %s>"
        "<path class='course' d='M 60 20 L 150 20 L 150 100 Z'/></g></svg>",
        rest, group);
    *error = (struct error){0};
    const void *body = circuit_strips.read(svg.data, svg.length, error);
    text_free(&svg);
    return body;
}

/* The same walk as of tracks: a circuit's course lies where it is drawn. */
static void test_circuits_lie_where_they_are_drawn(void **state)
{
    (void)state;
    static const struct {
        const char *group, *rest;
        int x, y; /* of its first point, in units; 0: refused */
    } cases[] = {{"", "", 60, 20},
                 {"transform='translate(5 7)'", "", 65, 27},
                 {"class='a'", "<style>.a{transform:scale(.5)}</style>", 30, 10},
                 {"transform='none'", "", 60, 20},
                 {"display='none'", "", 0, 0},
                 {"class='a'", "<style>g.a{visibility:hidden}</style>", 0, 0},
                 {"style='transform:rotate3d(1,1,1,9deg)'", "", 0, 0},
                 {"mask='url(#m)'", "<mask id='m'/>", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error;
        const struct circuit *circuit = read_in_group(cases[i].group, cases[i].rest, &error);
        if ((circuit != NULL) != (cases[i].x > 0))
            fail_msg("%d: %s (%s)", error.line, error.text, cases[i].group);
        if (!circuit) {
            assert_int_equal(error.line, 2);
            continue;
        }
        assert_int_equal(circuit->course[0].x, cases[i].x * FINE);
        assert_int_equal(circuit->course[0].y, cases[i].y * FINE);
        /* What is written is read as the same. */
        struct text text = {0};
        circuit_strips.write(circuit, &text);
        const struct circuit *again = circuit_strips.read(text.data, text.length, &error);
        assert_non_null(again);
        assert_int_equal(again->course_count, circuit->course_count);
        assert_memory_equal(again->course, circuit->course,
                            (size_t)circuit->course_count * sizeof *circuit->course);
        circuit_strips.release(again);
        circuit_strips.release(circuit);
        text_free(&text);
    }
}

/* Packed as .svgz it is the same track, wherever courses are opened; what is damaged is told. */
static void test_packed_tracks_are_read(void **state)
{
    (void)state;
    struct error error = {0};
    struct track *one = load("tracks/graph-paper/cauldron.svg");
    struct track *other = load(FOLDER "cauldron.svgz");
    assert_true(track_fingerprint(one) == track_fingerprint(other));
    struct course course = load_circuit(FOLDER "cauldron.svgz");
    assert_true(course_fingerprint(course) == track_fingerprint(one));
    assert_string_equal(course_file_game(FOLDER "cauldron.svgz")->name, "graph-paper");
    assert_null(course_load(FOLDER "cut.svgz", &error).body);
    assert_non_null(strstr(error.text, "the packed file (.svgz) is cut or damaged"));
    course_release(course);
    track_release(one);
    track_release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tracks_stay_what_they_are),
        cmocka_unit_test(test_circuits_keep_their_corners),
        cmocka_unit_test(test_what_older_files_lose_is_told),
        cmocka_unit_test(test_missing_corners_are_refused),
        cmocka_unit_test(test_circuits_lie_where_they_are_drawn),
        cmocka_unit_test(test_packed_tracks_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
