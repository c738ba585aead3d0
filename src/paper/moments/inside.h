/* What the files of the moments share: one moment while it is drawn.
 */
#ifndef GRAPHPRIX_PAPER_MOMENTS_INSIDE_H
#define GRAPHPRIX_PAPER_MOMENTS_INSIDE_H

#include "paper/moments/moments.h"

#define MOMENT_CIRCLE 6.283185307179586

struct moment_pen {
    cairo_t *cairo;
    const struct paper_theme *theme;
    const struct moment_look *look;
    struct pixel at, from;
    double unit;  /* about a square, device pixels */
    double width; /* of its strokes */
    double share; /* of its time that is over */
    struct paper_color color;
};

/* Strong at first, nothing at the end; it fades behind this share of the time. */
double moment_fade(const struct moment_pen *pen, double behind);
/* From 0 to 1 within a part of the time, softly at its end. */
double moment_part(const struct moment_pen *pen, double begin, double end);
/* Sets the colour, so much of it. */
void moment_color(const struct moment_pen *pen, struct paper_color color, double alpha);
double moment_chance(const struct moment_pen *pen, int index, double low, double high);
/* `length` long, or nothing: it is drawn in all directions by turning `at` round the middle. */
struct pixel moment_around(const struct moment_pen *pen, double angle, double away);

/* looks_hit.c */
void moment_draw_crash(const struct moment_pen *pen);
void moment_draw_bump(const struct moment_pen *pen);
void moment_draw_spin(const struct moment_pen *pen);
void moment_draw_nitro(const struct moment_pen *pen);
void moment_draw_sand(const struct moment_pen *pen);
void moment_draw_wear(const struct moment_pen *pen);

/* looks_way.c */
void moment_draw_turn(const struct moment_pen *pen);
void moment_draw_turbo(const struct moment_pen *pen);
void moment_draw_checkpoint(const struct moment_pen *pen);
void moment_draw_lap(const struct moment_pen *pen);
void moment_draw_bank(const struct moment_pen *pen);
void moment_draw_pits(const struct moment_pen *pen);
void moment_draw_passed(const struct moment_pen *pen);
void moment_draw_held(const struct moment_pen *pen);

/* looks_end.c */
void moment_draw_photo(const struct moment_pen *pen);
void moment_draw_flag(const struct moment_pen *pen);
void moment_draw_best(const struct moment_pen *pen);

#endif
