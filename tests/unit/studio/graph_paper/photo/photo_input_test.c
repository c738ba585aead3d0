/* What is no photo of a track: broken, huge, tiny, blank, black, of a cat; and pictures of every
 * kind of pixel. All is told, nothing crashes, and no nonsense is proposed.
 *
 * Run from the top of the tree, where the pictures of tests/fuzz/corpus/photo are.
 */
#include "studio/graph_paper/photo/photo.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "support/cmocka.h"

#include <cairo.h>
#include <leptonica/allheaders.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char corpus[] = "tests/fuzz/corpus/photo/";

/* --- bytes that are no picture --------------------------------------------------------------- */

static void expect_refused(const void *bytes, size_t length, const char *says)
{
    struct error error = {0};
    /* In memory of its own, so that a step beyond its end is seen. */
    uint8_t *copy = memory_copy(bytes, length, 1);
    struct photo *photo = photo_read(copy, length, &error);
    free(copy);
    assert_null(photo);
    if (strstr(error.text, says) == NULL)
        fail_msg("said \"%s\", not \"%s\"", error.text, says);
}

static struct text load(const char *name)
{
    struct text path = {0};
    struct text content = {0};
    struct error error = {0};
    text_append_format(&path, "%s%s", corpus, name);
    if (!file_read(path.data, 1 << 20, &content, &error))
        fail_msg("%s: %s", path.data, error.text);
    text_free(&path);
    return content;
}

static void test_other_files(void **state)
{
    (void)state;
    expect_refused("", 0, "empty");
    expect_refused("<svg xmlns=\"x\"/>", 16, "no picture that is known");
    expect_refused("\0\0\0\x18"
                   "ftypavif\0\0\0\0",
                   16, "AVIF picture: save or send it as JPEG or PNG");
    expect_refused("RIFF\x10\0\0\0WEBPVP8 ", 16, "WebP");
    expect_refused("GIF89a\1\0\1\0", 10, "GIF");
    expect_refused("BM\x10\0\0\0\0\0\0\0", 10, "BMP");
    expect_refused("II*\0", 4, "TIFF");
    struct error error = {0};
    assert_null(photo_load("tests/no-such-file.jpg", &error));
    assert_non_null(strstr(error.text, "no such file"));
    assert_null(photo_load("tests", &error));
    assert_false(photo_is_picture("tests/no-such-file.jpg"));
    assert_false(photo_is_picture("tests/run.py"));
    assert_false(photo_is_picture("tests"));
    assert_true(photo_is_picture("tests/fuzz/corpus/photo/grey.jpg"));
    assert_true(photo_is_picture("tests/fuzz/corpus/photo/alpha.png"));
}

/* Each beginning of a picture is refused, whatever it ends with. */
static void test_broken_off(void **state)
{
    (void)state;
    static const char *const names[] = {"colour.jpg", "progressive.jpg", "turned.jpg", "alpha.png"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text content = load(names[i]);
        expect_refused(content.data, content.length * 2 / 3, "breaks off");
        for (size_t length = 16; length < content.length - 1; length += 7) {
            struct error error = {0};
            assert_null(photo_read(content.data, length, &error));
            assert_true(error.text[0] != '\0');
        }
        text_free(&content);
    }
}

/* One byte changed after another: a picture or a sentence. A PNG tells every change. */
static void test_damaged(void **state)
{
    (void)state;
    static const char *const names[] = {"turned.jpg", "palette.png"};
    for (int i = 0; i < 2; i++) {
        struct text content = load(names[i]);
        for (size_t at = 0; at < content.length; at += 5) {
            struct error error = {0};
            content.data[at] = (char)(content.data[at] ^ 0x41);
            struct photo *photo = photo_read(content.data, content.length, &error);
            assert_true(photo == NULL ? error.text[0] != '\0' : i == 0);
            photo_free(photo);
            content.data[at] = (char)(content.data[at] ^ 0x41);
        }
        text_free(&content);
    }
}

/* The size in a JPEG's frame is two bytes each. */
static void set_jpeg_size(struct text *jpeg, int width, int height)
{
    for (size_t i = 2; i + 9 < jpeg->length; i++)
        if ((uint8_t)jpeg->data[i] == 0xff && (uint8_t)jpeg->data[i + 1] == 0xc0) {
            jpeg->data[i + 5] = (char)(height >> 8);
            jpeg->data[i + 6] = (char)height;
            jpeg->data[i + 7] = (char)(width >> 8);
            jpeg->data[i + 8] = (char)width;
            return;
        }
    fail_msg("no frame");
}

static void test_size(void **state)
{
    (void)state;
    struct text bomb = load("lying.png");
    expect_refused(bomb.data, bomb.length, "30000 × 30000 pixels, more than the 100 million");
    text_free(&bomb);
    struct text jpeg = load("colour.jpg");
    set_jpeg_size(&jpeg, 60000, 50000);
    expect_refused(jpeg.data, jpeg.length, "60000 × 50000 pixels, more than the 100 million");
    set_jpeg_size(&jpeg, 9000, 9000); /* allowed, but so few bytes cannot hold it */
    expect_refused(jpeg.data, jpeg.length, "damaged");
    set_jpeg_size(&jpeg, 40, 2000);
    expect_refused(jpeg.data, jpeg.length, "only 40 × 2000 pixels, too few");
    set_jpeg_size(&jpeg, 0, 64);
    expect_refused(jpeg.data, jpeg.length, "damaged");
    text_free(&jpeg);
}

/* --- HEIC ------------------------------------------------------------------------------------ */

/* The size stands in a box of its own, four bytes each way. */
static void set_heic_size(struct text *heic, int width, int height)
{
    for (size_t i = 0; i + 16 < heic->length; i++)
        if (memcmp(heic->data + i, "ispe", 4) == 0)
            for (int byte = 0; byte < 4; byte++) {
                heic->data[i + 8 + (size_t)byte] = (char)(width >> (24 - 8 * byte));
                heic->data[i + 12 + (size_t)byte] = (char)(height >> (24 - 8 * byte));
            }
}

/* Two ellipses that were drawn 240 x 180 pixels large, with radii of 95 x 70 and 50 x 30. */
static void expect_ellipses(const struct text *heic)
{
    struct error error = {0};
    struct photo *photo = photo_read(heic->data, heic->length, &error);
    struct photo_wish wish = {.across = 24};
    struct photo_tracing tracing;
    int width, height;
    if (photo == NULL)
        fail_msg("%s", error.text);
    photo_size(photo, &width, &height);
    assert_int_equal(width, 240);
    assert_int_equal(height, 180);
    assert_true(photo_trace(photo, &wish, NULL, &tracing, &error));
    assert_true(tracing.loop_count >= 2);
    assert_true(fabs(tracing.loops[0].squares - M_PI * 9.5 * 7) < 2);
    assert_true(fabs(tracing.loops[1].squares - M_PI * 5 * 3) < 1);
    photo_tracing_free(&tracing);
    photo_free(photo);
}

/* Without the library it is refused by name, and so it is never decoded. */
static void test_heic(void **state)
{
    (void)state;
    struct text heic = load("ovals.heic");
    if (!photo_has_heif()) {
        expect_refused(heic.data, heic.length, "HEIC picture: save or send it as JPEG or PNG");
        text_free(&heic);
        skip();
    }
    expect_ellipses(&heic);
    for (size_t length = 16; length < heic.length; length += 61)
        expect_refused(heic.data, length, "");
    expect_refused(heic.data, heic.length * 2 / 3, "breaks off");
    set_heic_size(&heic, 60000, 50000);
    expect_refused(heic.data, heic.length, "60000 × 50000 pixels, more than the 100 million");
    set_heic_size(&heic, 9000, 9000); /* allowed, but so few bytes cannot hold it */
    expect_refused(heic.data, heic.length, "damaged");
    set_heic_size(&heic, 80, 80); /* what is in it is larger than it says */
    expect_refused(heic.data, heic.length, "damaged");
    set_heic_size(&heic, 0, 0);
    expect_refused(heic.data, heic.length, "damaged");
    text_free(&heic);
}

/* --- EXIF ------------------------------------------------------------------------------------ */

static int orientation_of(const uint8_t *exif, size_t length)
{
    struct text plain = load("colour.jpg");
    struct text bytes = {0};
    text_append_bytes(&bytes, plain.data, 2);
    const char head[4] = {'\xff', '\xe1', (char)((length + 8) >> 8), (char)(length + 8)};
    text_append_bytes(&bytes, head, 4);
    text_append_bytes(&bytes, "Exif\0\0", 6);
    text_append_bytes(&bytes, (const char *)exif, length);
    text_append_bytes(&bytes, plain.data + 2, plain.length - 2);
    struct photo_header header;
    struct error error;
    assert_true(photo_read_header((const uint8_t *)bytes.data, bytes.length, &header, &error));
    text_free(&bytes);
    text_free(&plain);
    return header.orientation;
}

static void test_orientation(void **state)
{
    (void)state;
    uint8_t little[] = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0};
    uint8_t big[] = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0};
    assert_int_equal(orientation_of(little, sizeof little), 6);
    assert_int_equal(orientation_of(big, sizeof big), 8);
    for (size_t length = 0; length < sizeof little; length++)
        assert_int_equal(orientation_of(little, length), 1);
    little[18] = 9;
    assert_int_equal(orientation_of(little, sizeof little), 1);
    little[18] = 6;
    little[4] = 0xff; /* the directory lies behind the end */
    little[7] = 0xff;
    assert_int_equal(orientation_of(little, sizeof little), 1);
    big[9] = 0xff; /* more entries than there are */
    big[11] = 0x13;
    assert_int_equal(orientation_of(big, sizeof big), 1);
}

/* Every one of the eight ways to store a picture with a dark upper left corner and a less dark
 * upper right one, stored as that orientation says; upright they are all the same. */
static void test_turned(void **state)
{
    (void)state;
    for (int orientation = 1; orientation <= 8; orientation++) {
        enum { WIDE = 96, HIGH = 64, PART = 24 };
        bool swapped = orientation >= 5;
        PIX *pix = pixCreate(swapped ? HIGH : WIDE, swapped ? WIDE : HIGH, 8);
        for (int y = 0; y < HIGH; y++)
            for (int x = 0; x < WIDE; x++) {
                unsigned level = y >= PART ? 240 : x < PART ? 20 : x >= WIDE - PART ? 120 : 240;
                /* What EXIF says of the stored row 0 and column 0: where they are when upright. */
                int from_right = WIDE - 1 - x;
                int from_below = HIGH - 1 - y;
                const int rows[9] = {0, y, y, from_below, from_below, x, from_right, from_right, x};
                const int columns[9] = {0, x, from_right, from_right, x,
                                        y, y, from_below, from_below};
                pixSetPixel(pix, columns[orientation], rows[orientation], level);
            }
        uint8_t *jpeg = NULL;
        size_t length = 0;
        pixWriteMemJpeg(&jpeg, &length, pix, 90, 0);
        const uint8_t exif[] = {0xff, 0xe1, 0, 30, 'E', 'x', 'i', 'f', 0, 0,
                                'M',  'M',  0, 42, 0,   0,   0,   8,   0, 1,
                                1,    0x12, 0, 3,  0,   0,   0,   1,   0, (uint8_t)orientation,
                                0,    0};
        struct text bytes = {0};
        text_append_bytes(&bytes, (const char *)jpeg, 2);
        text_append_bytes(&bytes, (const char *)exif, sizeof exif);
        text_append_bytes(&bytes, (const char *)jpeg + 2, length - 2);
        struct error error;
        struct photo *photo = photo_read(bytes.data, bytes.length, &error);
        assert_non_null(photo);
        int width;
        int height;
        photo_size(photo, &width, &height);
        assert_int_equal(width, WIDE);
        assert_int_equal(height, HIGH);
        uint32_t *pixels = photo_pixels(photo, 1000, &width, &height);
        assert_int_equal(width, WIDE);
        assert_in_range(pixels[10 * WIDE + 10] & 255, 5, 40);
        assert_in_range(pixels[10 * WIDE + WIDE - 10] & 255, 100, 140);
        assert_in_range(pixels[(HIGH - 10) * WIDE + 10] & 255, 220, 255);
        assert_in_range(pixels[(HIGH - 10) * WIDE + WIDE - 10] & 255, 220, 255);
        free(pixels);
        photo_free(photo);
        text_free(&bytes);
        free(jpeg);
        pixDestroy(&pix);
    }
}

/* --- kinds of pixels ------------------------------------------------------------------------- */

/* Each shows two rings: grey, colour, palette with transparency, alpha, 1, 8 and 16 bits, CMYK,
 * progressive, interlaced. */
static void test_kinds(void **state)
{
    (void)state;
    static const char *const names[] = {"grey.jpg",       "colour.jpg",  "progressive.jpg",
                                        "cmyk.jpg",       "turned.jpg",  "one-bit.png",
                                        "grey16.png",     "palette.png", "alpha.png",
                                        "grey-alpha.png", "colour.png",  "interlaced.png"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text content = load(names[i]);
        struct error error = {0};
        struct photo_wish wish = {.across = 20};
        struct photo_tracing tracing;
        struct photo *photo = photo_read(content.data, content.length, &error);
        if (photo == NULL || !photo_trace(photo, &wish, NULL, &tracing, &error))
            fail_msg("%s: %s", names[i], error.text);
        if (tracing.loop_count != 2 || !tracing.loops[0].taken || !tracing.loops[1].taken)
            fail_msg("%s: %d loops", names[i], tracing.loop_count);
        photo_tracing_free(&tracing);
        photo_free(photo);
        text_free(&content);
    }
}

/* --- pictures without a track ---------------------------------------------------------------- */

enum { SIDE = 600 };

/* Says what it says about a picture; returns how many loops it proposes. */
static int trace_pix(PIX *pix, char says[400], int *loops)
{
    uint8_t *bytes = NULL;
    size_t length = 0;
    struct error error = {0};
    struct photo_wish wish = {0};
    struct photo_tracing tracing;
    pixWriteMemJpeg(&bytes, &length, pix, 85, 0);
    struct photo *photo = photo_read(bytes, length, &error);
    if (photo == NULL)
        fail_msg("%s", error.text);
    bool found = photo_trace(photo, &wish, NULL, &tracing, &error);
    assert_true(found == (tracing.loop_count > 0));
    assert_true(found || strcmp(error.text, "no closed line was found") == 0);
    int taken = 0;
    for (int i = 0; i < tracing.loop_count; i++)
        taken += tracing.loops[i].taken;
    snprintf(says, 400, "%s", tracing.remark_count > 0 ? tracing.remarks[0].text : "");
    *loops = tracing.loop_count;
    assert_true(found || tracing.remark_count > 0);
    photo_tracing_free(&tracing);
    photo_free(photo);
    free(bytes);
    return taken;
}

static PIX *fill(int (*level)(int x, int y))
{
    PIX *pix = pixCreate(SIDE, SIDE * 3 / 4, 32);
    for (int y = 0; y < SIDE * 3 / 4; y++)
        for (int x = 0; x < SIDE; x++) {
            int value = level(x, y);
            unsigned grey = (unsigned)(value < 0 ? 0 : value > 255 ? 255 : value);
            pixSetPixel(pix, x, y, grey << 24 | grey << 16 | grey << 8);
        }
    return pix;
}

static struct random chance;

static int white(int x, int y)
{
    (void)x;
    (void)y;
    return 255;
}

static int paper(int x, int y)
{
    return 225 - (x + y) / 12 + (int)random_below(&chance, 12);
}

static int black(int x, int y)
{
    (void)x;
    (void)y;
    return (int)random_below(&chance, 6);
}

/* Bars of light and dark fur, softly waving, with hair on them. */
static int cat(int x, int y)
{
    double fur = 110 + 50 * sin(x / 31.0 + 2 * sin(y / 43.0)) + 35 * sin(y / 17.0 + x / 90.0);
    double hair = 30 * sin((x * 3 + y * 7) / 9.0 + 3 * sin(x / 7.0)) * sin(y / 5.0);
    double head = hypot((x - 300) / 1.2, y - 220) < 150 ? 40 : 0;
    double eyes = hypot(x - 250, y - 190) < 18 || hypot(x - 350, y - 190) < 18 ? -120 : 0;
    return (int)(fur + hair + head + eyes + random_below(&chance, 25));
}

static void test_nothing_drawn(void **state)
{
    (void)state;
    int (*const levels[])(int, int) = {white, paper, black};
    for (int i = 0; i < 3; i++) {
        char says[400];
        int loops;
        chance = random_seeded((uint64_t)i);
        PIX *pix = fill(levels[i]);
        assert_int_equal(trace_pix(pix, says, &loops), 0);
        assert_int_equal(loops, 0);
        if (strstr(says, "Nothing is drawn") == NULL)
            fail_msg("picture %d: %s", i, says);
        pixDestroy(&pix);
    }
}

static void test_cat(void **state)
{
    (void)state;
    char says[400];
    int loops;
    chance = random_seeded(3);
    PIX *pix = fill(cat);
    assert_int_equal(trace_pix(pix, says, &loops), 0);
    assert_in_range(loops, 0, 64);
    assert_true(says[0] != '\0');
    pixDestroy(&pix);
}

static void test_page_of_text(void **state)
{
    (void)state;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 900, 1200);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_set_font_size(cairo, 22);
    for (int y = 60; y < 1180; y += 30) {
        cairo_move_to(cairo, 60, y);
        cairo_show_text(cairo, "Roads go ever ever on, over boggy bog and good ground, door 8080");
    }
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    PIX *pix = pixCreate(900, 1200, 32);
    const uint8_t *data = cairo_image_surface_get_data(surface);
    for (int y = 0; y < 1200; y++)
        for (int x = 0; x < 900; x++)
            pixSetPixel(pix, x, y,
                        data[y * cairo_image_surface_get_stride(surface) + 4 * x] * 0x01010100u);
    char says[400];
    int loops;
    assert_int_equal(trace_pix(pix, says, &loops), 0);
    assert_in_range(loops, 0, 64);
    assert_true(says[0] != '\0');
    pixDestroy(&pix);
    cairo_surface_destroy(surface);
}

/* Corners that make no sheet, and asking to stop. */
static void test_wishes(void **state)
{
    (void)state;
    struct text content = load("grey.jpg");
    struct error error = {0};
    struct photo_tracing tracing;
    struct photo *photo = photo_read(content.data, content.length, &error);
    assert_non_null(photo);
    struct photo_wish wish = {.has_corners = true, .corners = {{1, 1}, {70, 60}, {60, 1}, {1, 60}}};
    assert_false(photo_trace(photo, &wish, NULL, &tracing, &error));
    assert_non_null(strstr(error.text, "corners"));
    photo_tracing_free(&tracing);
    wish = (struct photo_wish){
        .has_corners = true, .corners = {{0, 0}, {72, 0}, {72, 64}, {0, 64}}, .across = 18};
    assert_true(photo_trace(photo, &wish, NULL, &tracing, &error));
    assert_int_equal(tracing.width, 18);
    assert_int_equal(tracing.height, 16);
    double x;
    double y;
    photo_to_sheet(&tracing, (struct spot){36, 16}, &x, &y);
    assert_true(fabs(x - 9) < 1e-9 && fabs(y - 12) < 1e-9);
    struct spot at = photo_from_sheet(&tracing, 9, 12);
    assert_true(fabs(at.x - 36) < 1e-9 && fabs(at.y - 16) < 1e-9);
    struct draft draft;
    photo_make_draft(&tracing, &draft);
    assert_int_equal(draft.count, 2);
    assert_true(draft.items[0].role == DRAFT_WALL && draft.items[0].loops[0].closed);
    draft_free(&draft);
    photo_tracing_free(&tracing);
    atomic_bool stop = true;
    assert_false(photo_trace(photo, &wish, &stop, &tracing, &error));
    assert_string_equal(error.text, "");
    photo_tracing_free(&tracing);
    photo_free(photo);
    text_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_files),   cmocka_unit_test(test_broken_off),
        cmocka_unit_test(test_damaged),       cmocka_unit_test(test_size),
        cmocka_unit_test(test_heic),          cmocka_unit_test(test_orientation),
        cmocka_unit_test(test_turned),        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_nothing_drawn), cmocka_unit_test(test_cat),
        cmocka_unit_test(test_page_of_text),  cmocka_unit_test(test_wishes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
