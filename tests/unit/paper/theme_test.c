/* Themes: what is written and drawn can be told from what it stands on, by the contrast ratio of
 * WCAG 2.1 (relative luminance of sRGB).
 */
#include "paper/paper.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

static double linear(double part)
{
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double luminance(struct paper_color color)
{
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

static double contrast(struct paper_color a, struct paper_color b)
{
    double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

/* White on black is 21:1, and #777777 on white 4.48:1, as published. */
static void measures_contrast_as_published(void **state)
{
    (void)state;
    struct paper_color white = {1, 1, 1, 1}, black = {0, 0, 0, 1};
    struct paper_color grey = {119 / 255.0, 119 / 255.0, 119 / 255.0, 1};
    assert_true(fabs(contrast(white, black) - 21) < 0.01);
    assert_true(fabs(contrast(grey, white) - 4.48) < 0.01);
}

static void check_text(const struct paper_theme *theme, const char *what, struct paper_color text)
{
    const struct paper_color grounds[] = {theme->paper, theme->panel, theme->card};
    for (int i = 0; i < 3; i++)
        if (contrast(text, grounds[i]) < 4.5)
            fail_msg("%s: %s has %.2f:1 on ground %d", theme->name, what,
                     contrast(text, grounds[i]), i);
}

static void text_can_be_read(void **state)
{
    (void)state;
    for (int i = 0; i < PAPER_THEME_COUNT; i++) {
        const struct paper_theme *theme = paper_themes[i];
        check_text(theme, "ink", theme->ink);
        check_text(theme, "soft ink", theme->ink_soft);
        check_text(theme, "action", theme->action);
        check_text(theme, "warning", theme->warning);
        assert_true(contrast(theme->action_text, theme->action) >= 4.5);
    }
}

static void pens_stand_out(void **state)
{
    (void)state;
    for (int i = 0; i < PAPER_THEME_COUNT; i++) {
        const struct paper_theme *theme = paper_themes[i];
        double least = strcmp(theme->name, "high-contrast") == 0 ? 4.5 : 3;
        for (int pen = 0; pen < PEN_COUNT; pen++)
            if (contrast(theme->pens[pen], theme->paper) < least)
                fail_msg("%s: pen %d has %.2f:1", theme->name, pen + 1,
                         contrast(theme->pens[pen], theme->paper));
        assert_true(contrast(theme->wall, theme->paper) >= 7);
        assert_true(contrast(theme->focus, theme->card) >= 2.5);
    }
}

/* In degrees of the colour wheel; -1: none, as black and white have. */
static double hue(struct paper_color color)
{
    double r = color.red, g = color.green, b = color.blue;
    double high = fmax(r, fmax(g, b)), span = high - fmin(r, fmin(g, b));
    if (span == 0)
        return -1;
    double sixth = high == r ? (g - b) / span : high == g ? 2 + (b - r) / span : 4 + (r - g) / span;
    return sixth < 0 ? 60 * sixth + 360 : 60 * sixth;
}

static void pens_are_called_what_they_look_like(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double least, most;
    } hues[] = {{"blue", 195, 240},   {"orange", 20, 39}, {"green", 90, 170}, {"pink", 320, 340},
                {"purple", 280, 325}, {"ochre", 38, 48},  {"amber", 38, 48},  {"brown", 20, 45},
                {"yellow", 50, 62},   {"olive", 50, 70},  {"black", -1, -1},  {"white", -1, -1}};
    for (int i = 0; i < PAPER_THEME_COUNT; i++)
        for (int pen = 0; pen < PEN_COUNT; pen++) {
            const char *name = paper_themes[i]->pen_names[pen];
            double seen = hue(paper_themes[i]->pens[pen]);
            bool fits = false;
            for (size_t k = 0; k < sizeof hues / sizeof hues[0]; k++)
                fits |= strstr(name, hues[k].name) && seen >= hues[k].least && seen <= hues[k].most;
            if (!fits)
                fail_msg("%s: pen %d is no %s", paper_themes[i]->name, pen + 1, name);
        }
}

static void is_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < PAPER_THEME_COUNT; i++)
        assert_ptr_equal(paper_theme_find(paper_themes[i]->name), paper_themes[i]);
    assert_ptr_equal(paper_theme_find("blackboard"), paper_themes[1]);
    assert_ptr_equal(paper_theme_find("no such theme"), &paper_theme_paper);
    assert_ptr_equal(paper_theme_find(""), &paper_theme_paper);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_contrast_as_published), cmocka_unit_test(text_can_be_read),
        cmocka_unit_test(pens_stand_out), cmocka_unit_test(pens_are_called_what_they_look_like),
        cmocka_unit_test(is_found_by_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
