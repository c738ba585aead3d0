/* Exported files, measured: pixels of the picture, millimetres of the sheet. */
#include "paper/paper.h"
#include "paper/print.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include "base/system/file.h"
#include "track/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The ring's sheet is 20 x 14 squares: 100 x 70 mm. */
enum { COLUMNS = 20, ROWS = 14 };
static const double EXACTLY = 0.0005; /* millimetres: what is left of a number in a file */

static struct session *lap_on_the_ring(void)
{
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, RING_LAP_ACTIONS);
    return session;
}

static void the_picture_has_the_pixels_asked_for(void **state)
{
    (void)state;
    struct session *session = lap_on_the_ring();
    struct error error = {0};
    struct text png = {0};
    char *path = folder_path("race.png");
    assert_true(export_png(session, RING_LAP_ACTIONS, 20, &png, &error));
    assert_true(file_write_atomically(path, png.data, png.length, &error));
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_image_surface_get_width(surface), 20 * (COLUMNS + 2));
    assert_int_equal(cairo_image_surface_get_height(surface), 20 * (ROWS + 2));
    cairo_surface_destroy(surface);
    text_free(&png);
    free(path);
    session_free(session);
}

static cairo_surface_t *thumbnail(struct course course, const struct session *session, int steps)
{
    struct error error = {0};
    struct text png = {0};
    char *path = folder_path("small.png");
    assert_true(export_thumbnail(course, session, steps, 210, &png, &error));
    assert_true(file_write_atomically(path, png.data, png.length, &error));
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    text_free(&png);
    free(path);
    return surface;
}

static uint32_t pixel_at(cairo_surface_t *surface, int x, int y)
{
    const unsigned char *row = cairo_image_surface_get_data(surface) +
                               (ptrdiff_t)y * cairo_image_surface_get_stride(surface);
    return ((const uint32_t *)(const void *)row)[x] & 0xffffff;
}

/* Half a square of paper is on each side, so a square of 210 pixels' length is 10 pixels. */
static void a_thumbnail_shows_the_sheet_and_the_race(void **state)
{
    (void)state;
    struct session *session = lap_on_the_ring();
    struct course course = session_setup(session)->course;
    cairo_surface_t *empty = thumbnail(course, NULL, 0);
    cairo_surface_t *driven = thumbnail(course, session, RING_LAP_ACTIONS);
    assert_int_equal(cairo_image_surface_get_width(driven), 210);
    assert_int_equal(cairo_image_surface_get_height(driven), 150);
    int inked = 0;
    for (int y = 0; y < 150; y++)
        for (int x = 0; x < 210; x++)
            if (pixel_at(empty, x, y) != pixel_at(driven, x, y)) {
                assert_in_range(x, 15, 195); /* on the road, which begins at (1, 1) */
                assert_in_range(y, 15, 135);
                inked++;
            }
    assert_true(inked > 300); /* a lap is 30 squares at least */
    cairo_surface_destroy(empty);
    cairo_surface_destroy(driven);
    session_free(session);
}

static void earlier_steps_make_another_picture(void **state)
{
    (void)state;
    struct session *session = lap_on_the_ring();
    struct error error = {0};
    struct text early = {0}, late = {0};
    assert_true(export_svg(session, 3, &early, &error));
    assert_true(export_svg(session, RING_LAP_ACTIONS, &late, &error));
    assert_true(early.length < late.length);
    assert_non_null(strstr(late.data, "<title>Ring</title>"));
    assert_non_null(strstr(late.data, "<desc>Ada</desc>")); /* alone: no place */
    text_free(&early);
    text_free(&late);
    session_free(session);
}

/* What deceives is marked in what is shown, and drawn as wide as its marks. */
static void names_do_not_deceive(void **state)
{
    (void)state;
    static const char svg[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 14\">"
        "<title>a\xE2\x80\xAE"
        "b\xC2\x9B</title><path class=\"wall\" d=\"M 1 1 H 19 V 13 H 1 Z\"/>"
        "<line class=\"start finish\" x1=\"10\" y1=\"1\" x2=\"10\" y2=\"13\"/></svg>";
    struct error error = {0};
    struct text made = {0};
    struct player player = {.name = "E\xE2\x81\xA6va", .driver = "human", .pen = 1};
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    assert_non_null(track);
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    setup.course = graph_paper_course(track);
    setup.players = 1;
    struct session *session = session_begin(&setup, &player, ring_allow_all, &error);
    assert_non_null(session);
    assert_true(export_svg(session, 0, &made, &error));
    assert_non_null(strstr(made.data, "<title>a&lt;U+202E&gt;b&lt;U+009B&gt;</title>"));
    assert_non_null(strstr(made.data, "<desc>E&lt;U+2066&gt;va</desc>"));
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 8, 8);
    cairo_t *cairo = cairo_create(surface);
    double marked = lettering_width(cairo, "a<U+202E>b", 20, false);
    assert_true(marked == lettering_width(cairo,
                                          "a\xE2\x80\xAE"
                                          "b",
                                          20, false));
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    text_free(&made);
    session_free(session);
    track_release(track);
}

static double number_behind(const char *text, const char *what)
{
    const char *found = strstr(text, what);
    assert_non_null(found);
    return strtod(found + strlen(what), NULL);
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Where the file's straight lines that run the whole height (or width) of the sheet lie. */
static int find_lines(const char *svg, bool down, double length, double *places, int limit)
{
    int count = 0;
    for (const char *path = strstr(svg, " d=\"M "); path; path = strstr(path + 1, " d=\"M ")) {
        double x1, y1, x2, y2;
        int end = 0;
        if (sscanf(path, " d=\"M %lf %lf L %lf %lf %n", &x1, &y1, &x2, &y2, &end) != 4 ||
            path[end] != '"')
            continue;
        double across = down ? x2 - x1 : y2 - y1, along = down ? y2 - y1 : x2 - x1;
        if (fabs(across) > EXACTLY || fabs(along - length) > EXACTLY)
            continue;
        assert_true(count < limit);
        places[count++] = down ? x1 : y1;
    }
    qsort(places, (size_t)count, sizeof *places, compare);
    return count;
}

static void a_square_of_the_svg_file_is_5_millimetres(void **state)
{
    (void)state;
    struct session *session = lap_on_the_ring();
    struct error error = {0};
    struct text svg = {0};
    double places[64];
    assert_true(export_svg(session, RING_LAP_ACTIONS, &svg, &error));
    struct export_page page = export_page_of(session, RING_LAP_ACTIONS);
    char size[100];
    snprintf(size, sizeof size, "width=\"%gmm\" height=\"%gmm\" viewBox=\"0 0 %g %g\"", page.width,
             page.height, page.width, page.height);
    assert_non_null(strstr(svg.data, size));
    /* The lines go half a square beyond the sheet on each side. */
    assert_int_equal(find_lines(svg.data, true, 5 * (ROWS + 1), places, 64), COLUMNS + 1);
    for (int i = 0; i <= COLUMNS; i++)
        assert_true(fabs(places[i] - (page.left + 5 * i)) < EXACTLY);
    assert_int_equal(find_lines(svg.data, false, 5 * (COLUMNS + 1), places, 64), ROWS + 1);
    for (int i = 0; i <= ROWS; i++)
        assert_true(fabs(places[i] - (page.top + 5 * i)) < EXACTLY);
    text_free(&svg);
    session_free(session);
}

/* The bytes as a string, in which zero bytes are blanks. */
static char *printable(const struct text *bytes)
{
    char *string = malloc(bytes->length + 1);
    for (size_t i = 0; i <= bytes->length; i++)
        string[i] = (char)(i < bytes->length && bytes->data[i] == '\0' ? ' ' : bytes->data[i]);
    return string;
}

static void the_page_of_the_pdf_file_is_as_large_as_the_sheet_and_its_margin(void **state)
{
    (void)state;
    struct session *session = lap_on_the_ring();
    struct error error = {0};
    struct text pdf = {0};
    assert_true(export_pdf(session, RING_LAP_ACTIONS, &pdf, &error));
    struct export_page page = export_page_of(session, RING_LAP_ACTIONS);
    assert_true(page.width > 100 && page.height > 70);
    assert_true(page.left >= 10 && page.top >= 10);
    assert_true(page.left + 100 + 10 <= page.width && page.top + 70 + 10 <= page.height);
    char *text = printable(&pdf);
    char *box = strstr(text, "/MediaBox [ 0 0 ");
    assert_non_null(box);
    double width = number_behind(box, "/MediaBox [ 0 0 ");
    char *rest;
    strtod(box + strlen("/MediaBox [ 0 0 "), &rest);
    double height = strtod(rest, NULL);
    assert_true(fabs(width / 72 * 25.4 - page.width) < EXACTLY);
    assert_true(fabs(height / 72 * 25.4 - page.height) < EXACTLY);
    free(text);
    text_free(&pdf);
    session_free(session);
}

/* A rectangle with a line across it, `width` squares long. */
static struct session *race_on_a_strip(int width, const char *name)
{
    char svg[600];
    struct error error = {0};
    snprintf(svg, sizeof svg,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%dmm\" height=\"50mm\" "
             "viewBox=\"0 0 %d 10\" data-graphprix=\"1\"><rect class=\"wall\" x=\"1\" y=\"1\" "
             "width=\"%d\" height=\"8\"/><line class=\"start\" x1=\"3\" y1=\"1\" x2=\"3\" "
             "y2=\"9\"/><line class=\"finish\" x1=\"7\" y1=\"1\" x2=\"7\" y2=\"9\"/></svg>",
             width * 5, width, width - 2);
    const struct game *game = game_find("graph-paper");
    struct setup setup = setup_from_preset(game, fields_find_preset(game->table, "classroom"));
    struct player players[PLAYER_LIMIT];
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    assert_non_null(track);
    setup.course = graph_paper_course(track);
    setup.players = PLAYER_LIMIT;
    for (int i = 0; i < PLAYER_LIMIT; i++) {
        players[i] = (struct player){.pen = i + 1, .driver = "human"};
        snprintf(players[i].name, sizeof players[i].name, "%s", name);
    }
    struct session *session = session_begin(&setup, players, ring_allow_all, &error);
    assert_non_null(session);
    track_release(track);
    return session;
}

static void names_of_any_length_have_room_above_the_sheet(void **state)
{
    (void)state;
    struct error error = {0};
    struct text pdf = {0};
    struct session *narrow = race_on_a_strip(12, "ÄÖÜäöüßÄÖÜäöüßÄÖÜäöüßÄÖÜäöüßÄÖÜ"),
                   *wide = race_on_a_strip(300, "Bo");
    assert_true(export_pdf(narrow, 0, &pdf, &error));
    assert_true(export_svg(narrow, 0, &pdf, &error));
    struct export_page page = export_page_of(narrow, 0);
    assert_true(page.width >= 12 * 5 + 20);
    assert_true(page.top > export_page_of(wide, 0).top + 30); /* a line for each name */
    text_free(&pdf);
    session_free(narrow);
    session_free(wide);
}

static void a_sheet_that_no_page_can_hold_is_refused(void **state)
{
    (void)state;
    struct error error = {0};
    struct text pdf = {0};
    struct session *session = race_on_a_strip(1100, "Bo");
    assert_false(export_pdf(session, 0, &pdf, &error));
    assert_non_null(strstr(error.text, "5080 mm"));
    assert_int_equal(pdf.length, 0);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_picture_has_the_pixels_asked_for),
        cmocka_unit_test(a_thumbnail_shows_the_sheet_and_the_race),
        cmocka_unit_test(earlier_steps_make_another_picture),
        cmocka_unit_test(names_do_not_deceive),
        cmocka_unit_test(a_square_of_the_svg_file_is_5_millimetres),
        cmocka_unit_test(the_page_of_the_pdf_file_is_as_large_as_the_sheet_and_its_margin),
        cmocka_unit_test(names_of_any_length_have_room_above_the_sheet),
        cmocka_unit_test(a_sheet_that_no_page_can_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
