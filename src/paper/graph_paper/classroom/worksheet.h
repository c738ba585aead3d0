/* Worksheets: exercises, the questions of a lesson, or a race against the fewest moves, on paper
 * (PDF) in true squares of 5 mm, for pupils or with the solutions.
 *
 * On upright paper, with room for a name, page numbers and a ruler of 100 mm on each page. What is
 * asked stands in the same order and on the same pages with and without solutions; a sheet that is
 * wider than the page has smaller squares, and says so (that of a race goes on over several pages).
 * Versions are other exercises, other start points, or the answers of a choice in another order; a
 * seed makes the same ones again.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_WORKSHEET_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_WORKSHEET_H

#include "base/text.h"
#include "paper/print.h"
#include "session/graph_paper/lesson/lesson.h"

#include <cairo.h>
#include <stdatomic.h>

enum {
    WORKSHEET_MIXED = -1, /* in place of a kind */
    WORKSHEET_TASKS_MOST = 1000,
    WORKSHEET_VERSIONS_MOST = 40,
    WORKSHEET_MADE_MOST = 2000 /* tasks of all versions */
};

/* Who waits for a worksheet to be made and its file to be written; zeroed: nobody. */
struct worksheet_follower {
    const atomic_bool *dropped;            /* true: come back soon, with nothing */
    void (*tell)(void *data, int percent); /* of all that, now and then */
    void *data;
};

struct worksheet_wish {
    const struct lesson_plan *lesson; /* borrowed as long as the worksheet is used; or NULL */
    struct course course;             /* of a race; or none */
    int kind, difficulty, count;      /* of exercises: where there is neither */
    uint64_t seed;
    enum print_paper paper;
    int versions;
    bool solutions; /* too, behind all versions; of a lesson with the half page for the teacher */
    struct worksheet_follower follower;
};

/* False and the error: it would be more than is made at once. */
bool worksheet_check(const struct worksheet_wish *wish, struct error *error);

/* Owns what it shows. The wish has passed its check. NULL and the error if no way leads
 * round the track, it would take too many pages, or it was dropped. */
struct worksheet;
struct worksheet *worksheet_make(const struct worksheet_wish *wish, struct error *error);
void worksheet_free(struct worksheet *worksheet);

int worksheet_page_count(const struct worksheet *worksheet);
bool worksheet_pdf(const struct worksheet *worksheet, struct text *into, struct error *error);
/* A page, from 0, as a picture of at most `width` x `height` device pixels. */
cairo_surface_t *worksheet_preview(const struct worksheet *worksheet, int page, int width,
                                   int height);

/* What is asked in a version, in order; the kind is that of an exercise, else -1. */
int worksheet_task_count(const struct worksheet *worksheet);
const struct task *worksheet_task(const struct worksheet *worksheet, int version, int index,
                                  int *kind);
/* A race's best way in a version: the start point, then where each move leads; NULL: none. */
const struct point *worksheet_line(const struct worksheet *worksheet, int version, int *moves);

/* Bits 1 << arrow_switch: the arrows with which a task is shown. */
unsigned worksheet_arrows(const struct task *task);

#endif
