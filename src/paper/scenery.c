/* What is drawn beside the road in pencil: trees, tents and houses, as on a map drawn by hand. */
#include "paper/ink.h"

#include "base/number.h"
#include "paper/paper.h"

#include <math.h>

/* Sides of a square; interface pixels that one has at least, so that they are more than blots. */
static const double SCENERY_SQUARE = 11;

static struct paper_color pencil(const struct paper_theme *theme, double share)
{
    return brush_mix(theme->ink_soft, theme->paper, share);
}

/* The path so far as a thing: paper where it is, its outline in pencil. */
static void draw_outline(cairo_t *cairo, const struct paper_theme *theme, double width)
{
    brush_color(cairo, theme->paper);
    cairo_fill_preserve(cairo);
    brush_color(cairo, pencil(theme, 0.55));
    brush_stroke(cairo, width, 0, 0);
}

/* Strokes where no light falls, down to the right. */
static void draw_shade(cairo_t *cairo, struct pixel at, double reach, double width, uint64_t seed,
                       const struct paper_theme *theme)
{
    enum { STROKES = 4 };
    cairo_new_path(cairo);
    for (int i = 0; i < STROKES; i++) {
        double down = (i - 1.2) * 0.34 + 0.1 * brush_chance(seed, 20 + i);
        double right = sqrt(fmax(0, 0.8 - down * down));
        brush_add_line(cairo, (struct pixel){at.x + reach * right, at.y + reach * (down - 0.15)},
                       (struct pixel){at.x + reach * (right - 0.55), at.y + reach * (down + 0.3)});
    }
    brush_color(cairo, pencil(theme, 0.4));
    brush_stroke(cairo, width, 0, 0);
}

/* A crown of lobes over a trunk. */
static void draw_tree(cairo_t *cairo, struct pixel foot, double size, double width, uint64_t seed,
                      const struct paper_theme *theme)
{
    enum { LOBES = 7 };
    double reach = size * (0.36 + 0.08 * brush_chance(seed, 1)), turn = 2 * M_PI / LOBES;
    struct pixel crown = {foot.x, foot.y - size * 0.3 - reach};
    cairo_new_path(cairo);
    brush_add_line(cairo, (struct pixel){foot.x - size * 0.06, foot.y},
                   (struct pixel){foot.x - size * 0.05, crown.y});
    brush_add_line(cairo, (struct pixel){foot.x + size * 0.06, foot.y},
                   (struct pixel){foot.x + size * 0.05, crown.y});
    brush_color(cairo, pencil(theme, 0.55));
    brush_stroke(cairo, width, 0, 0);
    cairo_new_path(cairo);
    for (int i = 0; i < LOBES; i++) {
        double angle = turn * (i + 0.5 * brush_chance(seed, 2)), lobe = reach * 0.44;
        double away = reach * (0.72 + 0.16 * brush_chance(seed, 3 + i));
        cairo_arc(cairo, crown.x + away * cos(angle), crown.y + away * sin(angle), lobe,
                  angle - turn * 1.15, angle + turn * 1.15);
    }
    cairo_close_path(cairo);
    draw_outline(cairo, theme, width);
    draw_shade(cairo, crown, reach, width, seed, theme);
}

/* Branches in tiers. */
static void draw_fir(cairo_t *cairo, struct pixel foot, double size, double width, uint64_t seed,
                     const struct paper_theme *theme)
{
    enum { TIERS = 3 };
    double high = size * (1.05 + 0.2 * brush_chance(seed, 1)), low = foot.y - size * 0.14;
    cairo_new_path(cairo);
    brush_add_line(cairo, foot, (struct pixel){foot.x, low});
    brush_color(cairo, pencil(theme, 0.55));
    brush_stroke(cairo, width * 1.6, 0, 0);
    cairo_new_path(cairo);
    for (int side = -1; side <= 1; side += 2)
        for (int i = 0; i < TIERS; i++) {
            int tier = side < 0 ? i : TIERS - 1 - i; /* up on the left, down on the right */
            double wide = size * (0.36 - 0.09 * tier), y = low - (high * 0.8) * tier / TIERS;
            double inner = foot.x + side * wide * 0.4, rise = y - high * 0.3;
            cairo_line_to(cairo, side < 0 ? foot.x - wide : inner, side < 0 ? y : rise);
            cairo_line_to(cairo, side < 0 ? inner : foot.x + wide, side < 0 ? rise : y);
            if (side < 0 && i == TIERS - 1)
                cairo_line_to(cairo, foot.x, foot.y - high);
        }
    cairo_close_path(cairo);
    draw_outline(cairo, theme, width);
    draw_shade(cairo, (struct pixel){foot.x, low - high * 0.18}, size * 0.26, width, seed, theme);
}

/* Two slopes and an open flap, a pennant on the pole. */
static void draw_tent(cairo_t *cairo, struct pixel foot, double size, double width, uint64_t seed,
                      const struct paper_theme *theme)
{
    double half = size * 0.5, high = size * 0.62, top = foot.y - high;
    cairo_new_path(cairo);
    cairo_move_to(cairo, foot.x - half, foot.y);
    cairo_line_to(cairo, foot.x, top);
    cairo_line_to(cairo, foot.x + half, foot.y);
    cairo_close_path(cairo);
    draw_outline(cairo, theme, width);
    cairo_move_to(cairo, foot.x, top + high * 0.3);
    cairo_line_to(cairo, foot.x - half * 0.26, foot.y);
    cairo_line_to(cairo, foot.x + half * 0.26, foot.y);
    cairo_close_path(cairo);
    brush_color(cairo, pencil(theme, 0.4));
    cairo_fill(cairo);
    cairo_move_to(cairo, foot.x, top);
    cairo_line_to(cairo, foot.x, top - size * 0.34);
    cairo_line_to(cairo, foot.x + size * 0.24, top - size * 0.25);
    cairo_line_to(cairo, foot.x, top - size * 0.16);
    brush_color(cairo, brush_mix(brush_pen(theme, 1 + (int)(brush_chance(seed, 4) * PEN_COUNT)),
                                 theme->paper, 0.7));
    brush_stroke(cairo, width, 0, 0);
}

static void draw_thing(cairo_t *cairo, const struct paper_view *view, struct pixel foot,
                       uint64_t seed, const struct paper_theme *theme)
{
    double size = view->square * (1.25 + 0.4 * brush_chance(seed, 0));
    double width = fmax(brush_sizes(view).thin * 0.7, 0.8 * view->scale);
    double which = brush_chance(seed, 50);
    (which < 0.06   ? draw_tent
     : which < 0.45 ? draw_fir
                    : draw_tree)(cairo, foot, size, width, seed, theme);
}

/* Woods and clearings: how thick things stand there. */
static double thickness(struct point square)
{
    enum { PATCH = 6 };
    double corners[2][2], x = square.x % PATCH / (double)PATCH,
                          y = square.y % PATCH / (double)PATCH;
    for (int i = 0; i < 4; i++)
        corners[i / 2][i % 2] =
            brush_chance((uint64_t)(square.y / PATCH + i / 2), square.x / PATCH + i % 2);
    double low = corners[0][0] + (corners[0][1] - corners[0][0]) * x;
    double high = corners[1][0] + (corners[1][1] - corners[1][0]) * x;
    return (low + (high - low) * y - 0.46) * 1.1;
}

void paper_hatch_outside(cairo_t *cairo, const struct paper_view *view,
                         const struct paper_theme *theme)
{
    double seen[4];
    if (!brush_clip_box(cairo, seen))
        return;
    cairo_save(cairo);
    cairo_rectangle(cairo, seen[0], seen[1], seen[2], seen[3]);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_clip(cairo);
    brush_paint_hatching(cairo, view, theme);
    cairo_restore(cairo);
}

/* The left one of so many free squares side by side, those that are nearest to the middle. */
static struct point find_row(struct point size, int count,
                             bool (*is_free)(const void *of, struct point square), const void *of)
{
    enum { STEP = 2 };
    struct point found = {-1, -1};
    double best = INFINITY;
    for (int row = 0; row < size.y && row / 2 - 1 < best; row++) { /* from the middle outwards */
        int y = size.y / 2 + (row % 2 ? row + 1 : -row) / 2;
        for (int x = STEP; x + count < size.x && y >= STEP && y < size.y - STEP; x += STEP) {
            double away = hypot(x + (count - size.x) / 2.0, y + 0.5 - size.y / 2.0);
            int free = 0;
            while (away < best && free < count && is_free(of, (struct point){x + free, y}))
                free++;
            if (free < count)
                continue;
            best = away;
            found = (struct point){x, y};
        }
    }
    return found;
}

void paper_draw_scenery(cairo_t *cairo, const struct paper_view *view, struct point size,
                        bool (*is_free)(const void *of, struct point square), const void *of,
                        const char *name, const struct paper_theme *theme)
{
    enum { REACH = 2 };
    static const double LETTERS = 1.7; /* squares */
    double seen[4], side = view->square;
    if (side < SCENERY_SQUARE * view->scale || !brush_clip_box(cairo, seen))
        return;
    int wide = name ? (int)ceil(lettering_width(cairo, name, LETTERS, true)) : 0;
    struct point at = wide > 0 ? find_row(size, wide, is_free, of) : (struct point){-1, -1};
    double bottom = view->top + size.y * side;
    int left = (int)brush_clamp((seen[0] - view->left) / side - REACH, 1, size.x - 1);
    int right = (int)brush_clamp((seen[0] + seen[2] - view->left) / side + REACH, 1, size.x - 1);
    int low = (int)brush_clamp((bottom - seen[1] - seen[3]) / side - REACH, 0, size.y - REACH);
    int high = (int)brush_clamp((bottom - seen[1]) / side + REACH, 0, size.y - REACH);
    for (int y = high - 1; y >= low; y--) /* what is nearer lies over it */
        for (int x = left; x < right; x++) {
            uint64_t seed = hash_number(hash_number(HASH_START, x), y);
            bool named = x >= at.x - 1 && x <= at.x + wide && abs(y - at.y + 1) <= REACH;
            if (named || brush_chance(seed, 60) >= thickness((struct point){x, y}) ||
                !is_free(of, (struct point){x, y}))
                continue;
            struct pixel foot = brush_place(view, size.y, x + 0.2 + 0.6 * brush_chance(seed, 61),
                                            y + 0.1 + 0.4 * brush_chance(seed, 62));
            draw_thing(cairo, view, foot, seed, theme);
        }
    if (at.x >= 0) {
        struct pixel begin = brush_place(view, size.y, at.x, at.y + 0.5);
        lettering_draw_title(cairo, name, begin.x, begin.y, LETTERS * side, pencil(theme, 0.6));
    }
}
