/* A word that a font lacks is set in another one; the rest of its line stays as it is, and all of
 * it stands on one baseline. */
#include "draw/inside.h"
#include "support/cmocka.h"

#include <SDL_ttf.h>

enum { WIDTH = 400, HEIGHT = 60 };

static SDL_Surface *surface;
static SDL_Renderer *renderer;
static struct canvas *canvas;

static int begin(void **state)
{
    (void)state;
    struct error error;
    assert_int_equal(TTF_Init(), 0);
    surface = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_ARGB8888);
    renderer = SDL_CreateSoftwareRenderer(surface);
    canvas = canvas_create(renderer, &error);
    assert_non_null(canvas);
    return 0;
}

static int end(void **state)
{
    (void)state;
    canvas_free(canvas);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    TTF_Quit();
    return 0;
}

static void draw(const char *text, uint32_t pixels[HEIGHT][WIDTH])
{
    struct paper_color black = {0, 0, 0, 1};
    canvas_begin(canvas, WIDTH, HEIGHT, 1);
    canvas_fill(canvas, canvas_box(canvas), (struct paper_color){1, 1, 1, 1});
    canvas_text(canvas, STYLE_HEADING, black, text, box_make(0, 0, WIDTH, HEIGHT), ALIGN_LEFT);
    canvas_show(canvas, NULL);
    assert_int_equal(SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_ARGB8888, pixels,
                                          WIDTH * (int)sizeof pixels[0][0]),
                     0);
}

/* The lowest row with dark ink between two columns; -1: there is none. */
static int lowest(uint32_t pixels[HEIGHT][WIDTH], int from, int to)
{
    for (int y = HEIGHT - 1; y >= 0; y--)
        for (int x = from; x < to; x++)
            if ((pixels[y][x] & 0xff) < 100)
                return y;
    return -1;
}

static bool has(TTF_Font *font, uint32_t character)
{
    return TTF_GlyphIsProvided32(font, character);
}

static void other_words_of_the_line_stay_as_they_are(void **state)
{
    (void)state;
    static uint32_t plain[HEIGHT][WIDTH], mixed[HEIGHT][WIDTH];
    int width = canvas_text_width(canvas, STYLE_HEADING, "Hugo Hx");
    assert_false(has(canvas->fonts.styles[STYLE_HEADING].font, 0x2603));
    draw("Hugo Hx", plain);
    draw("Hugo Hx \u2603", mixed);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < width; x++)
            assert_int_equal(plain[y][x], mixed[y][x]);
    assert_true(lowest(mixed, width + 3, WIDTH) > 0);
}

/* Capitals of Armenian, which Andika does not have, stand where an H stands. */
static void all_words_stand_on_one_baseline(void **state)
{
    (void)state;
    static uint32_t mixed[HEIGHT][WIDTH], alone[HEIGHT][WIDTH];
    int width = canvas_text_width(canvas, STYLE_HEADING, "H ");
    assert_false(has(canvas->fonts.styles[STYLE_HEADING].font, 0x53f));
    draw("H \u053f", mixed);
    draw("\u053f", alone);
    int foot = lowest(mixed, 0, width - 2);
    assert_in_range(lowest(mixed, width, WIDTH), foot - 1, foot + 1);
    assert_in_range(lowest(alone, 0, WIDTH), foot - 1, foot + 1);
}

static void runs_are_words(void **state)
{
    (void)state;
    static const char text[] = "Ada \u2603 and Bob";
    struct run_expected {
        size_t length;
        bool own;
    } expected[] = {{4, true}, {3, false}, {8, true}};
    const char *rest = text;
    TTF_Font *own = canvas->fonts.styles[STYLE_BODY].font, *font;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(fonts_next_run(&canvas->fonts, STYLE_BODY, 1, rest, &font),
                         expected[i].length);
        assert_int_equal(font == own, expected[i].own);
        rest += expected[i].length;
    }
    assert_int_equal(*rest, 0);
}

/* As marks, in labels and in paragraphs. */
static void what_nobody_sees_is_marked(void **state)
{
    (void)state;
    static uint32_t given[HEIGHT][WIDTH], marked[HEIGHT][WIDTH];
    draw("A\u202eda\x1b\u200b", given);
    draw("A<U+202E>da<U+001B><U+200B>", marked);
    assert_memory_equal(given, marked, sizeof given);
    assert_int_equal(canvas_text_width(canvas, STYLE_BODY, "A\u202eda"),
                     canvas_text_width(canvas, STYLE_BODY, "A<U+202E>da"));
    assert_int_equal(
        canvas_paragraph_height(canvas, STYLE_BODY, "Ada \u202e\u202e\u202e", 60),
        canvas_paragraph_height(canvas, STYLE_BODY, "Ada <U+202E><U+202E><U+202E>", 60));
}

/* No font has all of the word: its letters are looked for one by one. */
static void a_word_that_no_font_has_is_set_by_letters(void **state)
{
    (void)state;
    static const char text[] = "a\u2603\U0010fffdb";
    const char *rest = text;
    TTF_Font *own = canvas->fonts.styles[STYLE_BODY].font, *font;
    static const size_t lengths[] = {1, 3, 4, 1};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fonts_next_run(&canvas->fonts, STYLE_BODY, 1, rest, &font), lengths[i]);
        assert_int_equal(font == own, i != 1);
        rest += lengths[i];
    }
}

/* A vector by choice as a column, in labels and paragraphs; a point stays in its row. */
static void vectors_stand_as_columns(void **state)
{
    (void)state;
    static const char vector[] = "v = (13,\u00a0−1).", point[] = "at (13, −1).";
    static uint32_t given[HEIGHT][WIDTH], columns[HEIGHT][WIDTH];
    int row = canvas_text_width(canvas, STYLE_HEADING, vector);
    int line = canvas_line_height(canvas, STYLE_HEADING), before;
    draw(vector, given);
    before = lowest(given, 0, WIDTH);
    draw(point, given);
    lettering_set_columns(true);
    canvas_drop_textures(canvas);
    draw(point, columns);
    assert_memory_equal(given, columns, sizeof given);
    draw(vector, columns);
    assert_true(canvas_text_width(canvas, STYLE_HEADING, vector) < row);
    assert_true(lowest(columns, 0, WIDTH) > before + line / 4);
    int height = canvas_text_height(canvas, STYLE_HEADING, vector);
    assert_in_range(height, line * 3 / 2, line * 5 / 2);
    assert_int_equal(canvas_text_height(canvas, STYLE_HEADING, point), line);
    assert_int_equal(
        canvas_paragraph_height(canvas, STYLE_HEADING, "at (1, 2)\n(1,\u00a02)", WIDTH),
        line + height);
    lettering_set_columns(false);
    assert_int_equal(canvas_text_width(canvas, STYLE_HEADING, vector), row);
}

/* A formula that is longer than a line is broken between its numbers. */
static void a_long_formula_keeps_its_numbers(void **state)
{
    (void)state;
    int width = canvas_text_width(canvas, STYLE_BODY, "111 + 22");
    assert_int_equal(canvas_paragraph_height(canvas, STYLE_BODY, "111 + 222 + 333", width),
                     3 * canvas_line_height(canvas, STYLE_BODY));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_formula_keeps_its_numbers),
        cmocka_unit_test(other_words_of_the_line_stay_as_they_are),
        cmocka_unit_test(all_words_stand_on_one_baseline),
        cmocka_unit_test(runs_are_words),
        cmocka_unit_test(what_nobody_sees_is_marked),
        cmocka_unit_test(a_word_that_no_font_has_is_set_by_letters),
        cmocka_unit_test(vectors_stand_as_columns),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
