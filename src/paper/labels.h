/* The one placer of all that is written over a sheet: tags of moves, numbers of lines, what a line
 * takes, sentences, and whatever a screen lays over it.
 *
 * What is there already is put in first: boxes that no label may cover, and boxes with a weight
 * that labels rather leave free. Then come the labels, the most important one first: each takes the
 * cheapest free place round its anchor and is in the way of all later ones. So no two labels
 * overlap, none covers a point that can be chosen, none crosses the edge; one that finds no room is
 * left out. Coordinates and sizes are device pixels.
 */
#ifndef GRAPHPRIX_PAPER_LABELS_H
#define GRAPHPRIX_PAPER_LABELS_H

#include "paper/brush.h"

struct label_box {
    double x, y, w, h;
};

/* Where a label would lie: near (x, y), at least `away` from it; (prefer_x, prefer_y) is the
 * direction that it should lie in, or zero. */
struct label_wish {
    double x, y, away;
    double prefer_x, prefer_y;
};

enum label_look {
    LABEL_PLATE,  /* on a card with an edge, bold, in lines */
    LABEL_RIMMED, /* on a rim of paper */
    LABEL_NUMBER  /* the same, of digits alone */
};

struct label {
    char *text; /* lines are parted by '\n' */
    enum label_look look;
    struct paper_color color; /* of the plate's edge or of the letters */
    double size;              /* of the type */
    struct label_wish wish;
    struct label_box box;
};

struct label_obstacle {
    struct label_box box;
    double weight; /* for each square pixel that is covered */
    bool never;
};

struct labels {
    struct label_box seen; /* labels stay inside */
    double unit;           /* device pixels of an interface pixel */
    struct label_obstacle *obstacles;
    int obstacle_count, obstacle_capacity;
    struct label *items;
    int count, capacity;
    cairo_t *measure; /* NULL before the first text */
};

struct labels labels_begin(struct label_box seen, double unit);
void labels_end(struct labels *labels); /* frees what they own; zeroed ones are allowed */
/* Back to so many labels and obstacles, as if nothing had come after them. */
void labels_return(struct labels *labels, int count, int obstacle_count);

bool labels_can_see(const struct labels *labels, struct pixel at); /* is it within `seen`? */

/* No label covers this. */
void labels_keep_off(struct labels *labels, struct label_box box);
void labels_keep_off_disc(struct labels *labels, double x, double y, double radius);
/* Labels rather leave this free. */
void labels_avoid(struct labels *labels, struct label_box box, double weight);
void labels_avoid_disc(struct labels *labels, double x, double y, double radius, double weight);
void labels_avoid_line(struct labels *labels, double x1, double y1, double x2, double y2,
                       double weight);

/* Takes this very place for something. False if it is not free. */
bool labels_put(struct labels *labels, struct label_box box);
/* Finds and takes a place for a thing of w x h. False if there is none. */
bool labels_place(struct labels *labels, double w, double h, const struct label_wish *wish,
                  struct label_box *placed);

/* A text that finds its place; broken into lines no wider than `widest` (0: one line). */
void labels_add(struct labels *labels, enum label_look look, const char *text, double size,
                struct paper_color color, double widest, const struct label_wish *wish);
/* A text whose left end and middle height are given, if that is free. */
void labels_add_at(struct labels *labels, enum label_look look, const char *text, double size,
                   struct paper_color color, double x, double y);
double labels_text_width(struct labels *labels, enum label_look look, const char *text,
                         double size);

/* What of them touches cairo's clip; the box holds all that is drawn of one. */
void labels_draw(cairo_t *cairo, const struct labels *labels, const struct paper_theme *theme);
void labels_drawn_box(const struct labels *labels, const struct label *label, double box[4]);

#endif
