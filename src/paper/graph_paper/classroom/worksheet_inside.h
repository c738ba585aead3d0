/* What the files of worksheets share. Lengths are millimetres from the page's upper left corner.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_WORKSHEET_INSIDE_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_WORKSHEET_INSIDE_H

#include "paper/graph_paper/classroom/worksheet.h"
#include "paper/print_inside.h"

#define SHEET_HEAD 22.0 /* where a page begins below its title */
#define SHEET_TYPE 3.9
#define SHEET_LINE 5.4
#define SHEET_GAP 6.0 /* between tasks */

/* What is asked, or only shown, and the words before it. */
struct worksheet_item {
    struct task task; /* owned */
    const char *say;  /* borrowed; or NULL */
    bool asks;
    bool same_sheet;   /* as the one above, and nothing is to be drawn on it: it is left out */
    bool same_figures; /* table and graphs as above: these are left out */
    unsigned arrows;
    char *solution; /* the answer in words, owned; "" where nothing is asked */
    int kind;       /* -1 */
};

/* A version, or its solutions. */
struct worksheet_part {
    const char *title;
    char label[80];       /* which version it is: stands on each page */
    double width, height; /* of a page */
    bool solved;
    const struct worksheet_item *items; /* borrowed */
    int count;
    const struct lesson_plan *notes; /* for the teacher, in front; or NULL */
    /* Of a race, in place of all that. */
    struct session *session; /* owned */
    struct print_subject subject;
    struct print_options options;
    struct print_layout layout;
    int pages;
};

struct worksheet {
    struct worksheet_item *items; /* version by version */
    int count;                    /* of a version */
    int versions;
    struct point_list *lines; /* of races, one a version */
    struct worksheet_part *parts;
    int part_count;
    struct worksheet_follower follower;
};

/* A page that is drawn on, or only measured. */
struct page {
    cairo_t *cairo;
    bool drawn;
    struct paper_theme theme;
    double right, height; /* the end of its lines; of the paper */
    double y;             /* where it goes on */
};

/* worksheet_task.c. Each moves on below what it set. */
void worksheet_set_words(struct page *page, const char *text, double x, double width, bool bold,
                         struct paper_color color);
void worksheet_set_item(struct page *page, const struct worksheet_item *item, int number,
                        bool solved);

/* What a worksheet's file takes, in per cent of the whole: up to here tasks are made, then their
 * pages counted, then written. */
enum { TASKS_MADE = 40, LAID_OUT = 60 };

/* worksheet.c: how many pages it takes. */
int worksheet_count_pages(const struct worksheet_part *part);
/* Part `done` of `of` is done between two percentages. False, and the error, if it is to end. */
bool worksheet_goes_on(const struct worksheet_follower *follower, int from, int to, int done,
                       int of, struct error *error);

#endif
