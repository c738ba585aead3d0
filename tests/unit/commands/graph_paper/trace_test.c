/* trace: options, files and messages, on pictures whose walls are known. How well photos are traced
 * is measured in tests/photo.
 *
 * The picture is 800 x 600 pixels, 40 squares across: two ellipses round its middle, radii of 15 x
 * 11 and 8 x 4.5 squares.
 */
#include "base/system/file.h"
#include "commands/command.h"
#include "drivers/graph_paper/driving.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "track/draft.h"

#include <cairo.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDE = 800, HIGH = 600, SQUARE = 20 };

/* --- pictures --------------------------------------------------------------------------------- */

struct ring {
    double radius_x, radius_y; /* squares */
    double gap;                /* squares left out at the right; 0: none */
};
static const struct ring outer = {15, 11, 0}, inner = {8, 4.5, 0};

static void draw_ring(cairo_t *cairo, const struct ring *ring)
{
    double open = ring->gap / 2 / ring->radius_y;
    cairo_save(cairo);
    cairo_translate(cairo, WIDE / 2.0, HIGH / 2.0);
    cairo_scale(cairo, ring->radius_x * SQUARE, ring->radius_y * SQUARE);
    cairo_new_path(cairo);
    cairo_arc(cairo, 0, 0, 1, open, 2 * M_PI - open);
    if (open == 0)
        cairo_close_path(cairo);
    cairo_restore(cairo);
    cairo_stroke(cairo);
}

/* Pen on white; the path is the caller's. */
static char *make_picture(const char *name, const struct ring *one, const struct ring *two)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDE, HIGH);
    cairo_t *cairo = cairo_create(surface);
    char *path = folder_path(name);
    cairo_set_source_rgb(cairo, 0.95, 0.94, 0.9);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 0.15, 0.15, 0.2);
    cairo_set_line_width(cairo, 4);
    if (one)
        draw_ring(cairo, one);
    if (two)
        draw_ring(cairo, two);
    cairo_destroy(cairo);
    assert_int_equal(cairo_surface_write_to_png(surface, path), CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
    return path;
}

/* --- runs ------------------------------------------------------------------------------------- */

struct run {
    int status;
    struct text out, errors;
};

static void read_back(FILE *file, struct text *into)
{
    char piece[4096];
    size_t length;
    rewind(file);
    while ((length = fread(piece, 1, sizeof piece, file)) > 0)
        text_append_bytes(into, piece, length);
    fclose(file);
}

/* The arguments end with NULL. */
static struct run run(char **arguments)
{
    struct run run = {0};
    int count = 0;
    FILE *out = tmpfile(), *errors = tmpfile();
    while (arguments[count])
        count++;
    fflush(stdout);
    fflush(stderr);
    int old_out = dup(STDOUT_FILENO), old_errors = dup(STDERR_FILENO);
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(errors), STDERR_FILENO);
    run.status = trace_run(count, arguments);
    fflush(stdout);
    fflush(stderr);
    dup2(old_out, STDOUT_FILENO);
    dup2(old_errors, STDERR_FILENO);
    close(old_out);
    close(old_errors);
    read_back(out, &run.out);
    read_back(errors, &run.errors);
    return run;
}

#define RUN(...) run((char *[]){__VA_ARGS__, NULL})

static void drop(struct run *run)
{
    text_free(&run->out);
    text_free(&run->errors);
}

static void expect_done(struct run run)
{
    assert_string_equal(text_string(&run.errors), "");
    assert_int_equal(run.status, STATUS_DONE);
    drop(&run);
}

/* Without a printed grid nobody knows how many squares there are: said, and no failure. */
static void expect_guess(struct run run)
{
    assert_non_null(strstr(text_string(&run.errors), "is a guess"));
    assert_int_equal(run.status, STATUS_DONE);
    drop(&run);
}

/* One line on stderr with these words, and no file. */
static void expect_failure(struct run run, int status, const char *words, const char *file)
{
    const char *told = text_string(&run.errors);
    assert_int_equal(run.status, status);
    if (!strstr(told, words))
        fail_msg("\"%s\" does not say \"%s\"", told, words);
    assert_ptr_equal(strchr(told, '\n'), told + run.errors.length - 1);
    assert_false(file_exists(file));
    drop(&run);
}

static struct track *load(const char *path)
{
    struct error error = {0};
    struct track *track = svg_load_track(path, &error);
    if (!track)
        fail_msg("%s", error.text);
    return track;
}

/* How far a place is from the ellipse, to the first order. */
static double distance(const struct ring *ring, double x, double y)
{
    double part = hypot(x / ring->radius_x, y / ring->radius_y);
    return fabs(part - 1) * hypot(x, y) / part;
}

static void expect_ring(const struct draft *draft, int item, const struct ring *ring)
{
    assert_int_equal(draft->items[item].role, DRAFT_WALL);
    const struct draft_loop *loop = &draft->items[item].loops[0];
    assert_true(loop->closed);
    assert_true(loop->count > 8);
    for (int i = 0; i < loop->count; i++)
        assert_true(distance(ring, loop->vertices[i].x / (double)FINE - draft->width / 2.0,
                             loop->vertices[i].y / (double)FINE - draft->height / 2.0) < 0.15);
}

/* --- tests ------------------------------------------------------------------------------------ */

static void walls_are_where_they_were_drawn(void **state)
{
    (void)state;
    char *photo = make_picture("two rings.png", &outer, &inner), *file = folder_path("out.svg");
    struct text content = {0};
    struct error error;
    struct draft draft;
    expect_guess(RUN(photo, "-o", file));
    expect_done(RUN(photo, "-o", file, "--across", "40", "--down", "30"));
    assert_true(file_read(file, 1 << 20, &content, &error));
    assert_true(svg_read_draft(content.data, content.length, &draft, &error));
    assert_int_equal(draft.width, 40);
    assert_int_equal(draft.height, 30);
    assert_string_equal(draft.name, "two rings");
    assert_int_equal(draft.count, 2);
    expect_ring(&draft, 0, &outer);
    expect_ring(&draft, 1, &inner);
    draft_free(&draft);
    text_free(&content);
    free(photo);
    free(file);
}

static void with_a_line_it_can_be_raced_on(void **state)
{
    (void)state;
    char *photo = make_picture("rings.png", &outer, &inner), *file = folder_path("race.svg");
    struct error error = {0};
    expect_done(
        RUN(photo, "-o", file, "--across", "40", "--line", "27,15,36,15", "--name", "Two <rings>"));
    struct track *track = load(file);
    assert_true(track->has_line);
    assert_int_equal(track->start.from.x, 27);
    assert_int_equal(track->start.to.x, 36);
    assert_string_equal(track->name, "Two <rings>");
    assert_true(lap_prove(track, NULL, NULL, &error));
    track_release(track);
    free(photo);
    free(file);
}

static void loops_and_sheet_are_as_wished(void **state)
{
    (void)state;
    char *photo = make_picture("wish.png", &outer, &inner), *file = folder_path("wish.svg");
    expect_done(RUN(photo, "-o", file, "--across", "80", "--loops", "2"));
    struct track *track = load(file);
    assert_int_equal(track->width, 80);
    assert_int_equal(track->height, 60);
    double area = M_PI * (2 * inner.radius_x) * (2 * inner.radius_y);
    int inside = 0;
    for (int x = 0; x <= 80; x++)
        for (int y = 0; y <= 60; y++) {
            struct point grid = {x, y};
            inside += area_holds_move(track->surface, grid, grid);
        }
    assert_true(fabs(inside - area) < 0.04 * area); /* 452 squares; the outer one has 2073 */
    track_release(track);
    free(photo);
    free(file);
}

static void json_tells_what_was_found(void **state)
{
    (void)state;
    char *photo = make_picture("json.png", &outer, &inner);
    struct run found = RUN(photo, "--json", "--corners", "0,0,800,0,800,600,0,600");
    json_t *object = json_loadb(found.out.data, found.out.length, 0, NULL);
    json_t *loops = json_object_get(object, "loops"), *second = json_array_get(loops, 1);
    assert_int_equal(found.status, STATUS_DONE);
    assert_int_equal(json_array_size(loops), 2);
    assert_int_equal(json_integer_value(json_object_get(second, "number")), 2);
    assert_true(json_is_true(json_object_get(second, "taken")));
    double squares = json_number_value(json_object_get(second, "squares"));
    assert_true(fabs(squares - M_PI * inner.radius_x * inner.radius_y) < 3);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(object, "sheet"), 1)), 30);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(object, "photo"), 0)), WIDE);
    assert_true(json_is_null(json_object_get(object, "file")));
    json_decref(object);
    drop(&found);
    free(photo);
}

static void a_gap_is_told_with_its_place(void **state)
{
    (void)state;
    struct ring open = {15, 11, 5};
    char *photo = make_picture("open.png", &open, NULL), *file = folder_path("open.svg");
    struct run found = RUN(photo, "-o", file, "--json");
    json_t *object = json_loadb(found.out.data, found.out.length, 0, NULL);
    json_t *remark = json_array_get(json_object_get(object, "remarks"), 0);
    json_t *at = json_object_get(remark, "at");
    double x = json_number_value(json_array_get(at, 0)),
           y = json_number_value(json_array_get(at, 1));
    assert_true(hypot(x - (WIDE / 2.0 + 15 * SQUARE), y - HIGH / 2.0) < 4 * SQUARE);
    char place[80];
    snprintf(place, sizeof place, "here (pixel %.0f, %.0f)", x, y);
    json_decref(object);
    expect_failure(found, STATUS_FAILED, place, file);
    expect_failure(RUN(photo, "-o", file), STATUS_FAILED, "open.png: no closed line", file);
    free(photo);
    free(file);
}

static void small_gaps_are_closed_unless_they_are_kept(void **state)
{
    (void)state;
    struct ring nearly = {15, 11, 0.5};
    char *photo = make_picture("nearly.png", &nearly, NULL), *file = folder_path("nearly.svg");
    expect_failure(RUN(photo, "-o", file, "--keep-gaps"), STATUS_FAILED, "nearly.png: no closed",
                   file);
    expect_done(RUN(photo, "-o", file, "--across", "40"));
    free(photo);
    free(file);
}

static void what_is_no_track_is_not_written(void **state)
{
    (void)state;
    char *photo = make_picture("no.png", &outer, &inner), *file = folder_path("no.svg");
    /* (35, 15) is the outer wall, (30, 15) between the walls: 600 pixels from the left. */
    expect_failure(RUN(photo, "-o", file, "--line", "30,15,36,15"), STATUS_FAILED,
                   "does not reach across", file);
    expect_failure(RUN(photo, "-o", file, "--line", "30,15,36,15"), STATUS_FAILED,
                   "(pixel 600, 300)", file);
    expect_failure(RUN(photo, "-o", file, "--line", "27,15,46,15"), STATUS_USAGE, "no.png: ", file);
    expect_failure(RUN(photo, "-o", file, "--loops", "1,3"), STATUS_USAGE,
                   "--loops 1,3: the closed lines are numbered 1 to 2", file);
    expect_failure(RUN(photo, "-o", file, "--loops", "0"), STATUS_USAGE, "--loops 0", file);
    char *nowhere = folder_path("no/such/folder.svg");
    expect_failure(RUN(photo, "-o", nowhere), STATUS_FAILED, "folder.svg: ", nowhere);
    free(nowhere);
    free(photo);
    free(file);
}

static void nothing_is_found_on_blank_paper(void **state)
{
    (void)state;
    char *photo = make_picture("blank.png", NULL, NULL), *file = folder_path("blank.svg");
    expect_failure(RUN(photo, "-o", file), STATUS_FAILED,
                   "blank.png: no closed line was found. Nothing is drawn on it", file);
    free(photo);
    free(file);
}

/* --- doubts ----------------------------------------------------------------------------------- */

static int count_lines(const struct text *text)
{
    int count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->data[i] == '\n';
    return count;
}

/* The outer ring has a gap of five squares at its right, so only the inner one becomes a wall. */
static void doubtful_walls_are_no_success(void **state)
{
    (void)state;
    struct ring open = {15, 11, 5};
    char *photo = make_picture("doubt.png", &open, &inner), *file = folder_path("doubt.svg");
    struct run found = RUN(photo, "-o", file, "--json");
    json_t *object = json_loadb(found.out.data, found.out.length, 0, NULL);
    json_t *remarks = json_object_get(object, "remarks"),
           *file_of = json_object_get(object, "file");
    assert_int_equal(found.status, STATUS_FAILED);
    assert_true(json_array_size(remarks) > 0);
    for (size_t i = 0; i < json_array_size(remarks); i++) {
        json_t *remark = json_array_get(remarks, i);
        assert_non_null(
            strstr(text_string(&found.errors), json_string_value(json_object_get(remark, "text"))));
    }
    assert_int_equal(count_lines(&found.errors), json_array_size(remarks) + 1);
    assert_non_null(strstr(text_string(&found.errors), "doubt.png: This line is not closed"));
    assert_non_null(strstr(text_string(&found.errors), " (pixel "));
    assert_non_null(strstr(text_string(&found.errors), "--accept-doubts"));
    assert_string_equal(json_string_value(file_of), file);
    assert_true(file_exists(file)); /* to be looked at */
    json_decref(object);
    drop(&found);
    remove(file);
    found = RUN(photo, "-o", file, "--accept-doubts");
    assert_int_equal(found.status, STATUS_DONE);
    assert_non_null(strstr(text_string(&found.errors), "This line is not closed"));
    assert_null(strstr(text_string(&found.errors), "--accept-doubts"));
    track_release(load(file));
    drop(&found);
    free(photo);
    free(file);
}

/* --- damaged files ---------------------------------------------------------------------------- */

static uint32_t big_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The sum of PNG's chunks, section 5.5 of its standard. */
static void put_sum(char *into, const char *bytes, size_t length)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < length; i++) {
        sum ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
    }
    for (int i = 0; i < 4; i++)
        into[i] = (char)(unsigned char)(~sum >> (24 - 8 * i));
}

/* Its data are damaged so that no sum tells: libpng finds out while it decodes, and would say so.
 */
static void the_library_says_nothing(void **state)
{
    (void)state;
    char *photo = make_picture("damaged.png", &outer, &inner), *file = folder_path("damaged.svg");
    struct text bytes = {0};
    struct error error;
    assert_true(file_read(photo, 1 << 20, &bytes, &error));
    size_t at = 8;
    while (memcmp(bytes.data + at + 4, "IDAT", 4) != 0)
        at += 12 + big_endian(bytes.data + at);
    size_t length = big_endian(bytes.data + at);
    memset(bytes.data + at + 8 + length / 2, 0x55, length / 4);
    put_sum(bytes.data + at + 8 + length, bytes.data + at + 4, length + 4);
    assert_true(file_write_atomically(photo, bytes.data, bytes.length, &error));
    expect_failure(RUN(photo, "-o", file), STATUS_FAILED,
                   "damaged.png: the picture's file is damaged", file);
    text_free(&bytes);
    free(photo);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_are_where_they_were_drawn),
        cmocka_unit_test(with_a_line_it_can_be_raced_on),
        cmocka_unit_test(loops_and_sheet_are_as_wished),
        cmocka_unit_test(json_tells_what_was_found),
        cmocka_unit_test(a_gap_is_told_with_its_place),
        cmocka_unit_test(small_gaps_are_closed_unless_they_are_kept),
        cmocka_unit_test(what_is_no_track_is_not_written),
        cmocka_unit_test(nothing_is_found_on_blank_paper),
        cmocka_unit_test(doubtful_walls_are_no_success),
        cmocka_unit_test(the_library_says_nothing),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
