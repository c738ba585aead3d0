/* A map of stock cars that is being drawn: a document without a window.
 *
 * A plan is the steps (studio/studio.h) of a draft (rules/stock_cars/stock_cars.h), which may break
 * every rule of maps but not its form: sides of 1..STOCK_MAP_SIDE, known tiles. Whatever changes it
 * does so within a step; places beyond the sheet are passed over. Coordinates are tiles, y up.
 */
#ifndef GRAPHPRIX_STUDIO_STOCK_CARS_PLAN_H
#define GRAPHPRIX_STUDIO_STOCK_CARS_PLAN_H

#include "rules/stock_cars/stock_cars.h"
#include "studio/studio.h"

struct steps *map_plan_create(int width, int height);
struct steps *map_plan_from_draft(struct map_draft *draft); /* takes its contents over */
const struct map_draft *map_plan_draft(const struct steps *plan);
bool map_plan_is_empty(const struct steps *plan); /* no tile */

/* --- within a step ---------------------------------------------------------------------------- */

void map_plan_set(struct steps *plan, struct point at, char tile);
/* A pen so wide that went from one tile to another. */
void map_plan_stroke(struct steps *plan, struct point from, struct point to, int width, char tile);
/* All that hangs together with the tile and is the same. */
void map_plan_flood(struct steps *plan, struct point at, char tile);
/* A straight in the nearest of the eight headings; returns where it ends. */
struct point map_plan_straight_end(struct point from, struct point to);
void map_plan_lay_straight(struct steps *plan, struct point from, struct point to, int width);
/* From one tile to the other in a bend that begins across (or `upright`) and ends square to that.
 */
void map_plan_lay_bend(struct steps *plan, struct point from, struct point to, int width,
                       bool upright);
/* Banks what is asphalt under the pen. */
void map_plan_bank(struct steps *plan, struct point from, struct point to, int width);
/* A pit lane: # at both ends, P in the middle. */
void map_plan_lay_pits(struct steps *plan, struct point from, struct point to);
/* The line through a tile of the track, from edge to edge; the old one goes. It is crossed in the
 * heading that the road and the grid there ask for. Nothing if it is off the track. */
void map_plan_lay_line(struct steps *plan, struct point at);
/* The next starting place, or takes the one away that is there and closes the gap. Off the track
 * nothing. */
void map_plan_toggle_start(struct steps *plan, struct point at);
/* Of so many starting places those that are missing, behind the line, in two lanes by turns; what
 * is there stays. False: there is no line, or no room for them all. */
bool map_plan_lay_grid(struct steps *plan, int cars);

void map_plan_set_name(struct steps *plan, const char *name);
void map_plan_set_author(struct steps *plan, const char *author);
void map_plan_set_header(struct steps *plan, int laps, enum heading race, enum turn turn,
                         int sandbags);
/* What is there keeps its place, moved by so much; what lies beyond the new edges goes. */
void map_plan_resize(struct steps *plan, int width, int height, struct point by);
/* A margin of so many tiles round all that is there. */
void map_plan_fit(struct steps *plan, int margin);

/* --- parts: tiles from `low` up to before `high` ---------------------------------------------- */

enum map_plan_turn {
    MAP_PLAN_MIRROR_ACROSS,
    MAP_PLAN_MIRROR_UP,
    MAP_PLAN_TURN_LEFT,
    MAP_PLAN_TURN_RIGHT
};
void map_plan_clear_part(struct steps *plan, struct point_range part);
/* Each returns where the part lies then. What is off the track in it covers nothing. */
struct point_range map_plan_move_part(struct steps *plan, struct point_range part, struct point by);
struct point_range map_plan_turn_part(struct steps *plan, struct point_range part,
                                      enum map_plan_turn turn);
/* The draft's tiles, with its lower left one there. */
struct point_range map_plan_put(struct steps *plan, const struct map_draft *draft, struct point at);
/* The same in the place of all that there is, header and all. */
void map_plan_replace(struct steps *plan, const struct map_draft *draft);

/* --- as text ---------------------------------------------------------------------------------- */

/* The whole map as a file; its part as rows. */
void map_plan_copy(const struct steps *plan, struct text *into);
void map_plan_copy_part(const struct steps *plan, struct point_range part, struct text *into);
/* A map out of what people post: quote marks, indentation, tags and words round it do not matter.
 * *has_header: it says something of its own (else usual values). False and the error: there is no
 * map in it. */
bool map_plan_read_post(const char *post, struct map_draft *into, bool *has_header,
                        struct error *error);

#endif
