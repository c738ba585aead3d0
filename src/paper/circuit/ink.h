/* Circuits on squared paper: where the rows and lanes lie, and how the strip and its cars are
 * drawn.
 *
 * Five user units of the file are a square. Places are squares from the lower left corner of the
 * sheet, as brush_place takes them. Along the strip counts rows (2.5: the middle of row 2), across
 * it counts lanes from the outer edge of lane 1 (0.5: the middle of lane 1).
 */
#ifndef GRAPHPRIX_PAPER_CIRCUIT_INK_H
#define GRAPHPRIX_PAPER_CIRCUIT_INK_H

#include "paper/ink.h"
#include "rules/circuit/circuit.h"

/* --- where things lie ------------------------------------------------------------------------- */

struct circuit_spot {
    double x, y;
    double ahead_x, ahead_y; /* race direction, y up, of length 1 */
};

/* Made once for a course and asked often; it keeps nothing of the course, so that it lives on its
 * own. Circuits without rows or a course have none: NULL. */
struct circuit_layout;
struct circuit_layout *circuit_layout_create(const struct circuit *circuit);
void circuit_layout_free(struct circuit_layout *layout); /* NULL is allowed */

int circuit_layout_height(const struct circuit_layout *layout); /* of the sheet */
int circuit_layout_lanes(const struct circuit_layout *layout);
/* Rows go round: -0.5 is in the last one. */
struct circuit_spot circuit_spot(const struct circuit_layout *layout, double along, double across);
struct circuit_spot circuit_space_middle(const struct circuit_layout *layout, struct space space);
/* Of all spaces, each along the middle of its lane; squares. */
double circuit_lane_width(const struct circuit_layout *layout);     /* squares */
double circuit_row_length(const struct circuit_layout *layout);     /* the same, in the middle */
double circuit_shortest_space(const struct circuit_layout *layout); /* the same */
/* The space at a place of the sheet; false: none is there, this one is the nearest. */
bool circuit_space_at(const struct circuit_layout *layout, double x, double y, struct space *space);

/* Adds the outline of a space to cairo's path, so many device pixels within its edges. */
void circuit_add_space(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, struct space space, double inset);

/* --- drawing ---------------------------------------------------------------------------------- */

/* As `draw_course` of the table of inks, of a circuit that need not be right. */
void circuit_draw_strip(cairo_t *cairo, const struct paper_view *view,
                        const struct circuit *circuit, const struct circuit_layout *layout,
                        bool on_sheet, const struct paper_theme *theme);

/* The sign of a limit, in its place; `raised` by the benefit of the line. */
void circuit_draw_sign(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, struct pixel at, double radius,
                       int limit, bool raised, const struct paper_theme *theme);

/* Blocks of a colour along the inner edge of a corner's rows. */
void circuit_draw_kerb(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, int from, int to,
                       struct paper_color color, const struct paper_theme *theme);

/* Where the sign of a lane's space stands, whatever it says: a little before, if it lay on that of
 * a later corner; where its corner begins, if it lay on a space of it or on the sign there. */
struct pixel circuit_sign_place(const struct paper_view *view, const struct circuit *circuit,
                                const struct circuit_layout *layout, struct space space,
                                double *radius);
/* Where the number of a row stands, and how large it is; false: it has none. */
bool circuit_number_place(const struct paper_view *view, const struct circuit *circuit,
                          const struct circuit_layout *layout, int row, struct pixel *at,
                          double *size);
/* At which end of a row signs stand. */
enum circuit_sign { SIGN_NONE, SIGN_AHEAD, SIGN_BEHIND };

/* A car wherever on its way it is. */
struct circuit_look {
    int car, pen;
    double along, across;
    int speed;              /* that stands beside it; NOT_POSTED: none */
    double size;            /* 1: as large as a car that has its space for itself */
    bool turned;            /* spun: it points back */
    enum circuit_sign sign; /* which has the room where its speed would stand */
    bool faint;
};
/* False if it is not on the strip. */
bool circuit_look_of(const struct session *session, const struct race *race, int car,
                     struct circuit_look *into);
void circuit_draw_look(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, const struct circuit_look *look,
                       const struct paper_theme *theme);
void circuit_look_box(const struct paper_view *view, const struct circuit_layout *layout,
                      const struct circuit_look *look, double box[4]);
/* The way of a car through the middles of spaces, with a tick on each: the first `shown` of those
 * entered, 2.5 is half way to the third. In the colour that is set. */
void circuit_draw_way(cairo_t *cairo, const struct paper_view *view,
                      const struct circuit_layout *layout, int car, struct space from,
                      const struct space *path, int count, double shown);

extern const struct ink circuit_ink;

#endif
