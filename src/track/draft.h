/* A track in the making: what a file or an editor has put on the sheet so far, checked by nobody.
 *
 * A draft is a plain list of items in the order of the file. An item is one shape: its role and its
 * loops, whose vertices are in fine coordinates, y up. A line has one loop of two vertices, a
 * checkpoint's and an inspected point's vertices are grid points. track_from_draft is the only way
 * to a track, so a file and the editor meet the same checks and the same sentences.
 *
 * A zeroed struct with a width and a height (1..SHEET_MAX) is an empty draft; free with draft_free.
 */
#ifndef GRAPHPRIX_TRACK_DRAFT_H
#define GRAPHPRIX_TRACK_DRAFT_H

#include "track/track.h"

enum draft_role {
    DRAFT_WALL,
    DRAFT_SLICK,
    DRAFT_TURBO,
    DRAFT_START_FINISH,
    DRAFT_START,
    DRAFT_FINISH,
    DRAFT_CHECKPOINT,
    DRAFT_INSIDE,
    DRAFT_OUTSIDE,
    DRAFT_DECORATION, /* a shape without a role: kept out of the rules */
    DRAFT_ROLE_COUNT
};

struct draft_loop {
    struct point *vertices;
    int count, capacity;
    bool closed; /* a loop whose last vertex repeats its first is closed, too */
};

struct draft_item {
    enum draft_role role;
    int line; /* of the file; 0 if it came from no file */
    struct draft_loop *loops;
    int loop_count;
    int loop_capacity;
    struct point arrow; /* of a turbo area */
    int number;         /* of a checkpoint */
    bool nameless;      /* decoration that does not say so */
};

/* What a file holds that a draft cannot. */
struct draft_losses {
    int texts, pictures;
    int shapes;                               /* that are not to be seen, or cannot be read */
    bool colours, gradients, effects, curves; /* of a drawing that is none of ours */
};

/* How a draft lay in its file; zeroed if it came from none. */
struct draft_source {
    bool is_other;        /* the file says neither that it is a track nor how large a square is */
    bool has_roles;       /* a shape of it says which part it plays */
    double width, height; /* user units */
    double millimetres;   /* of a user unit; 0: the file does not say */
    double square;        /* user units */
    struct draft_losses losses;
};

struct draft {
    int width, height;
    int line;          /* where the sheet itself is described */
    char *name;        /* owned; NULL is "" */
    char *description; /* owned; NULL is "" */
    struct draft_item *items;
    int count, capacity;
    int vertex_count; /* decoration's do not count */
    int decoration_vertex_count;
    struct draft_source source;
};

enum { DRAFT_DECORATION_VERTEX_LIMIT = 100000 };

void draft_free(struct draft *draft);

/* The item is valid until the next one is added. */
struct draft_item *draft_add_item(struct draft *draft, enum draft_role role, int line);
void draft_drop_item(struct draft *draft); /* the last one */
/* Loops of a single vertex go from the last item, which nobody sees, if it has others. */
void draft_drop_specks(struct draft *draft);
/* These work on the last item and on its last loop. A vertex like the one before it is left out;
 * one off the sheet and one too many are errors. */
void draft_begin_loop(struct draft *draft);
bool draft_add_vertex(struct draft *draft, struct point fine, struct error *error);
/* The same, but it may lie off the sheet; one far away is brought nearer. */
bool draft_add_vertex_anywhere(struct draft *draft, struct point fine, struct error *error);
void draft_close_loop(struct draft *draft);
/* The loop, whose first and last vertices may be the same, goes on from its last vertex to the
 * first: is it closed, and how many vertices are different ones? */
bool draft_loop_is_closed(const struct draft_loop *loop);
int draft_loop_corners(const struct draft_loop *loop);
/* Puts the grid points that lie on the last item's straight steps between its vertices, also
 * diagonally, so that it has `wanted` vertices. False, and nothing changed, if that is not how many
 * come of it. */
bool draft_fill_steps(struct draft *draft, int wanted);
bool draft_role_is_area(enum draft_role role); /* wall, slick or turbo area */
bool draft_role_is_line(enum draft_role role);

/* Everything that files-and-protocols section 1 asks of a track, except that a lap is possible. The
 * draft is left as it is. NULL and the error, with the line of the item, if anything is wrong. */
struct track *track_from_draft(const struct draft *draft, struct error *error);

/* What would put a problem right at once (studio/sketch.h). */
enum draft_repair {
    REPAIR_NONE,
    REPAIR_JOIN,      /* the ends of an open stroke, with each other or with another stroke's */
    REPAIR_EXTEND,    /* a line that ends in the track goes on to the wall */
    REPAIR_TURN,      /* a line is crossed the other way */
    REPAIR_BOTH,      /* a start or finish line becomes that for both */
    REPAIR_NUMBER,    /* checkpoints are numbered anew */
    REPAIR_TO_GRID,   /* points go to the nearest grid points */
    REPAIR_ARROW,     /* a turbo area gets an arrow */
    REPAIR_TAKE_AWAY, /* the item goes */
    REPAIR_COUNT
};

/* What is wrong with a draft, or still missing, and where. */
struct draft_problem {
    struct error error; /* its sentence names no line */
    enum draft_repair repair;
    bool missing; /* nothing wrong: something that is still to be drawn */
    int item;     /* index of the item, -1: it is about the whole sheet */
    int other;    /* of the second item, where two do not go together; else -1 */
    bool has_place;
    struct point at; /* fine */
    struct point to; /* of a gap the other end; else the same */
};
/* Everything that can be told at once, at most `limit`; what is wrong stands before what is
 * missing. 0: track_from_draft will make a track (a sheet without lines is none wrong: an arena).
 */
int draft_list_problems(const struct draft *draft, struct draft_problem *problems, int limit);

/* A track to look at, also where the draft is none yet: closed loops as they fill the sheet, lines,
 * areas and checkpoints as far as they are drawn. It has passed no check, so nobody may race on it.
 * What is not closed is left out; it may make the track unsure. */
struct track *track_to_look_at(const struct draft *draft);
/* The draft of a track. Free it with draft_free. */
void draft_from_track(struct draft *draft, const struct track *track);
void draft_copy(struct draft *into, const struct draft *draft);

#endif
