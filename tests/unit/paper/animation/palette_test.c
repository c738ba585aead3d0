/* Which colours are chosen, and what stands for what. */
#include "paper/print.h"
#include "support/cmocka.h"

#include <stdlib.h>

enum { WHITE = 0xffffff, BLACK = 0x000000, RED = 0xe02020, NEARLY_RED = 0xd83030 };

static struct palette *see(const uint32_t *pixels, size_t count)
{
    struct palette *palette = palette_create();
    palette_see(palette, pixels, count);
    palette_choose(palette);
    return palette;
}

/* What is frequent comes first and is exact; one pixel of a colour is enough while there is room.
 */
static void few_colors_are_kept_as_they_are(void **state)
{
    (void)state;
    uint32_t pixels[1000];
    for (int i = 0; i < 1000; i++)
        pixels[i] = i < 900 ? WHITE : i < 999 ? BLACK : RED;
    struct palette *palette = see(pixels, 1000);
    assert_int_equal(palette_count(palette), 3);
    assert_int_equal(palette_color(palette, 0), WHITE);
    assert_int_equal(palette_color(palette, 1), BLACK);
    assert_int_equal(palette_color(palette, 2), RED);
    assert_int_equal(palette_find(palette, NEARLY_RED), 2);
    assert_int_equal(palette_find(palette, 0xfdfdfd), 0);
    /* What cairo leaves in the byte that it does not use means nothing. */
    assert_int_equal(palette_find(palette, 0xff000000 | RED), 2);
    palette_free(palette);
}

/* Thousands of greys must not leave nothing for one red line. */
static void a_line_of_its_own_color_is_not_lost(void **state)
{
    (void)state;
    enum { GREYS = 200000, REDS = 40 };
    uint32_t *pixels = calloc(GREYS + REDS, sizeof *pixels);
    for (int i = 0; i < GREYS; i++) {
        uint32_t grey = (uint32_t)(i % 256), tint = (uint32_t)(i / 256 % 16);
        pixels[i] = grey << 16 | grey << 8 | (grey ^ tint);
    }
    for (int i = 0; i < REDS; i++)
        pixels[GREYS + i] = RED;
    struct palette *palette = see(pixels, GREYS + REDS);
    assert_int_equal(palette_count(palette), PALETTE_COLORS);
    assert_int_equal(palette_color(palette, palette_find(palette, RED)), RED);
    for (uint32_t grey = 0; grey < 256; grey++) {
        uint32_t found = palette_color(palette, palette_find(palette, grey * 0x010101));
        assert_in_range((found & 0xff) + 12 - grey, 0, 24);
    }
    palette_free(palette);
    free(pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_colors_are_kept_as_they_are),
                                       cmocka_unit_test(a_line_of_its_own_color_is_not_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
