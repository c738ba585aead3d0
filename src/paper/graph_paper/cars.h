/* Cars on the sheet: mark and ring, tally marks for missed turns, notches for damage.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CARS_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CARS_H

#include "paper/labels.h"

/* As the table of inks says (paper/ink.h). */
void cars_draw(cairo_t *cairo, const struct paper_view *view, const struct session *session,
               const struct race *race, int car, const struct paper_theme *theme);
bool cars_box(const struct paper_view *view, const struct session *session, const struct race *race,
              int car, double box[4]);

/* The car of a step when the pen has drawn so much of it: how it looks (in that state of the race)
 * and where the middle of its mark is. False: it does not move there. */
bool cars_way(const struct paper_view *view, const struct session *session, int step,
              double progress, const struct race **state, struct pixel *at);
/* The middle of its mark. */
struct pixel cars_middle(const struct paper_view *view, const struct session *session,
                         const struct race *race, int car);

/* A ring round the car that is to move, within its box. */
void cars_draw_mover(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme);
/* No label covers the cars with their numbers and tallies. */
void cars_keep_off(struct labels *labels, const struct paper_view *view,
                   const struct session *session, const struct race *race);

/* === arrows =================================================================================== */

/* The arrows that teach: what a move is made of, drawn on the squares it is read off.
 *
 * The old velocity v, what pushes without being chosen, the acceleration a and the new velocity v′
 * lie tip to tail. v′ in x and y; the whole change along and across the direction of v + v′, of
 * which only the part along changes the speed: a · (v + v′) = |v′|² − |v|², exactly. Each kind can
 * be switched off, and settings keep the switches by their ids. Races, scenes, worksheets and
 * lessons draw the same arrows.
 */

enum arrow_switch {
    ARROWS_SUM,        /* v, a and v′ */
    ARROWS_COMPONENTS, /* of v′ in x and y, dashed */
    ARROWS_ALONG,      /* along and across v + v′ */
    ARROWS_INERTIA,    /* the principal point is named */
    ARROWS_WAY,        /* one a move for the whole way, not the last alone */
    ARROWS_SWITCHES
};
enum { ARROWS_USUAL = 1 << ARROWS_SUM | 1 << ARROWS_INERTIA };

struct arrow_words {
    const char *id, *label, *words; /* "components", "Components", what it shows */
};
extern const struct arrow_words arrow_words[ARROWS_SWITCHES];

static inline bool arrows_show(unsigned switches, enum arrow_switch which)
{
    return (switches >> which & 1) != 0;
}

/* One move. */
struct arrow_move {
    struct point from;   /* where it begins */
    struct point before; /* v */
    struct point push;   /* wind, turbo area */
    const char *pusher;  /* what it is called: "wind"; NULL: "turbo" */
    bool chosen;         /* is there an a? Else it only leads where inertia does */
    struct point choice; /* a */
    int pen;             /* of v′ */
};

/* On a sheet so many squares high. */
void arrows_draw(cairo_t *cairo, const struct paper_view *view, int height,
                 const struct arrow_move *move, unsigned switches, const struct paper_theme *theme);
/* Their names and numbers, and what those keep clear of. */
void arrows_label(struct labels *labels, const struct paper_view *view, int height,
                  const struct arrow_move *move, unsigned switches,
                  const struct paper_theme *theme);
/* Grows by all that arrows_draw may touch. */
void arrows_extend(struct extent *extent, const struct paper_view *view, int height,
                   const struct arrow_move *move);

/* A velocity of the way that lies behind: one thin arrow from point to point, or to so many device
 * pixels before it, so that what stands there does not hide its tip. */
void arrows_draw_step(cairo_t *cairo, const struct paper_view *view, int height, struct point from,
                      struct point to, double before, struct paper_color color);

/* "faster: |v|² goes from 8 to 13"; "" where nothing changes. What is chosen and what pushes
 * count together. */
void arrows_say(const struct arrow_move *move, struct text *into);

#endif
