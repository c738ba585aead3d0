/* Plans and pictures of what is printed. What pages measure is tested on their pixels, in
 * tests/print. */
#include "paper/print.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include "paper/labels.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void papers_are_found_by_name(void **state)
{
    (void)state;
    enum print_paper paper = PRINT_A4;
    struct error error;
    assert_true(print_read_paper(&paper, "a3", &error));
    assert_int_equal(paper, PRINT_A3);
    assert_true(print_read_paper(&paper, "Letter", &error));
    assert_int_equal(paper, PRINT_LETTER);
    static const char *const others[] = {"", "A", "A44", "A5", "letter "};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(print_read_paper(&paper, others[i], &error));
    assert_int_equal(paper, PRINT_LETTER);
}

static struct print_plan plan_empty(int columns, int rows, enum print_paper paper, int square)
{
    struct print_subject subject = {.columns = columns, .rows = rows};
    struct print_options options = {.paper = paper, .square = square};
    struct print_plan plan;
    struct error error;
    assert_true(print_plan(&subject, &options, &plan, &error));
    return plan;
}

/* Upright 190 mm lie between the margins of A4, and 8 mm beside the squares are for numbers: 182 mm
 * have room for 35 squares with half a square at each side, not for 36. */
static void paper_is_held_as_takes_fewer_pages(void **state)
{
    (void)state;
    struct print_plan plan = plan_empty(35, 45, PRINT_A4, 50);
    assert_false(plan.lying);
    assert_int_equal(plan.pages, 1);
    plan = plan_empty(36, 45, PRINT_A4, 50);
    assert_int_equal(plan.pages, 2);
    plan = plan_empty(45, 30, PRINT_A4, 50);
    assert_true(plan.lying);
    assert_int_equal(plan.pages, 1);
    assert_true(fabs(plan.page_width - 297) < 1e-9 && fabs(plan.page_height - 210) < 1e-9);
    assert_int_equal(plan.one_page_square, 0);
}

/* With the size that is told the sheet is on one page, and with a tenth more it is not. */
static void the_size_for_one_page_is_the_largest(void **state)
{
    (void)state;
    static const int sizes[][2] = {{60, 44}, {36, 45}, {20, 70}, {59, 30}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct print_plan plan = plan_empty(sizes[i][0], sizes[i][1], PRINT_A4, 100);
        assert_in_range(plan.one_page_square, PRINT_SQUARE_LEAST, 99);
        int best = plan.one_page_square;
        assert_int_equal(plan_empty(sizes[i][0], sizes[i][1], PRINT_A4, best).pages, 1);
        assert_true(plan_empty(sizes[i][0], sizes[i][1], PRINT_A4, best + 1).pages > 1);
    }
    assert_int_equal(plan_empty(300, 300, PRINT_A4, 50).one_page_square, 0);
}

static void too_many_pages_are_refused(void **state)
{
    (void)state;
    struct print_subject subject = {.columns = SHEET_MAX, .rows = SHEET_MAX};
    struct print_plan plan;
    struct text pdf = {0};
    struct error error = {0};
    assert_false(print_plan(&subject, &print_usual, &plan, &error));
    assert_non_null(strstr(error.text, "4096 × 4096 squares of 5 mm"));
    assert_false(print_pdf(&subject, &print_usual, &pdf, &error));
    assert_int_equal(pdf.length, 0);
    assert_null(print_preview(&subject, &print_usual, 0, 100, 100));
    text_free(&pdf);
}

/* A ring of 60 x 20 squares, two pages of A4 beside one another, whose start line stands at `x`. */
static struct track *long_ring(int x)
{
    char svg[600];
    struct error error;
    int length = snprintf(svg, sizeof svg,
                          "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 20'>"
                          "<polygon class='wall' points='1,1 59,1 59,19 1,19'/>"
                          "<polygon class='wall' points='4,7 56,7 56,13 4,13'/>"
                          "<line class='start finish' x1='%d' y1='13' x2='%d' y2='19'/></svg>",
                          x, x);
    struct track *track = svg_read_track(svg, (size_t)length, &error);
    assert_non_null(track);
    return track;
}

static void no_seam_runs_through_the_start_line(void **state)
{
    (void)state;
    for (int x = 5; x <= 55; x++) {
        struct track *track = long_ring(x);
        struct print_subject subject = {.course = graph_paper_course(track)};
        struct print_options options = {.paper = PRINT_A4, .square = 50};
        struct print_layout layout;
        struct error error;
        assert_true(print_lay_out(&subject, &options, &layout, &error));
        const struct print_cut *cut = &layout.across;
        assert_int_equal(cut->pages, 2);
        assert_true(x < cut->first || x > cut->first + cut->overlap);
        assert_true(cut->first > 0 && cut->first <= cut->most);
        assert_true(cut->squares - cut->first <= cut->most);
        track_release(track);
    }
}

static void a_race_has_its_sheet_rules_and_table(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 3, ring_allow_all);
    struct print_subject subject = {.session = session, .steps = session_step_count(session)};
    struct print_plan plan;
    struct error error;
    for (int i = 0; i < 4; i++) {
        struct print_options options = print_usual;
        struct text pdf = {0};
        options.no_rules = i & 1;
        options.no_table = i & 2;
        assert_true(print_plan(&subject, &options, &plan, &error));
        assert_int_equal(plan.pages, 3 - options.no_rules - options.no_table);
        assert_true(print_pdf(&subject, &options, &pdf, &error));
        assert_memory_equal(pdf.data, "%PDF-", 5);
        text_free(&pdf);
    }
    session_free(session);
}

/* A page that lies has room for 6 x 25 moves of one car, so these take more than 400 pages; it is
 * the table that takes them, and that is said. */
static void a_table_without_end_is_refused(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom round_limit=100000", 1, ring_allow_all);
    struct error error = {0};
    struct print_plan plan;
    ring_do(session, (const char *const[]){"10,3>10,3"}, 1);
    for (int i = 0; i < 62000; i++)
        assert_true(session_do(session, 0, "10,3", &error));
    struct print_subject subject = {.session = session, .steps = session_step_count(session)};
    struct print_options options = print_usual;
    assert_false(print_plan(&subject, &options, &plan, &error));
    assert_non_null(strstr(error.text, "leave the table out"));
    options.no_table = true;
    assert_true(print_plan(&subject, &options, &plan, &error));
    session_free(session);
}

static void previews_have_the_shape_of_the_page(void **state)
{
    (void)state;
    struct track *track = ring_track();
    struct print_subject subject = {.course = graph_paper_course(track)};
    cairo_surface_t *picture = print_preview(&subject, &print_usual, 0, 297, 500);
    assert_non_null(picture);
    assert_int_equal(cairo_image_surface_get_width(picture), 297);
    assert_int_equal(cairo_image_surface_get_height(picture), 210);
    /* Free of ink at the edge, and not everywhere. */
    const unsigned char *pixels = cairo_image_surface_get_data(picture);
    int stride = cairo_image_surface_get_stride(picture), dark = 0;
    for (int y = 0; y < 210; y++)
        for (int x = 0; x < 297; x++) {
            bool ink = pixels[y * stride + 4 * x + 1] < 250;
            dark += ink;
            assert_false(ink && (x < 9 || y < 9 || x > 287 || y > 200));
        }
    assert_true(dark > 1000);
    cairo_surface_destroy(picture);
    assert_null(print_preview(&subject, &print_usual, 3, 297, 210));
    assert_null(print_preview(&subject, &print_usual, -1, 297, 210));
    picture = print_preview(&subject, &print_usual, 2, 1, 1);
    assert_non_null(picture);
    cairo_surface_destroy(picture);
    track_release(track);
}

static void usual_rules_suit_the_track(void **state)
{
    (void)state;
    struct track *track = ring_track();
    struct setup setup = print_usual_setup(graph_paper_course(track));
    struct error error;
    assert_int_equal(setup.values[FIELD_CONTEST], CONTEST_RACE);
    assert_true(setup_check(&setup, &error));
    track_release(track);
}

static void words_are_cut_between_letters(void **state)
{
    (void)state;
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(NULL, NULL, 500, 500);
    cairo_t *cairo = cairo_create(surface);
    char into[CAPTION_BYTES];
    caption_fit(cairo, "  one\n\ttwo  ", 4, false, 1000, into);
    assert_string_equal(into, "one two");
    caption_fit(cairo, "", 4, true, 10, into);
    assert_string_equal(into, "");
    char many[2 * CAPTION_BYTES + 2] = "";
    for (size_t i = 0; i + 1 < sizeof many - 1; i += 2)
        memcpy(many + i, "Д", 3);
    for (int shift = 0; shift < 2; shift++) {
        caption_fit(cairo, many, 4, false, 1e6, into);
        size_t length = strlen(into);
        assert_true(length < CAPTION_BYTES && (length - (size_t)shift) % 2 == 0);
        caption_fit(cairo, many, 4, false, 30, into);
        assert_string_equal(into + strlen(into) - 3, "…");
        many[0] = 'x'; /* from now on letters begin at odd bytes */
        memmove(many + 1, many + 2, strlen(many + 2) + 1);
    }
    assert_int_equal(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(papers_are_found_by_name),
        cmocka_unit_test(paper_is_held_as_takes_fewer_pages),
        cmocka_unit_test(the_size_for_one_page_is_the_largest),
        cmocka_unit_test(too_many_pages_are_refused),
        cmocka_unit_test(no_seam_runs_through_the_start_line),
        cmocka_unit_test(a_race_has_its_sheet_rules_and_table),
        cmocka_unit_test(a_table_without_end_is_refused),
        cmocka_unit_test(previews_have_the_shape_of_the_page),
        cmocka_unit_test(usual_rules_suit_the_track),
        cmocka_unit_test(words_are_cut_between_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
