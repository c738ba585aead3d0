/* Writing a draft or a track as SVG: the form of files-and-protocols section 1, with
 * colours so that every viewer shows squared paper, walls and lines, and a size that prints 5 mm
 * squares.
 *
 * Every number is an exact decimal, so reading gives the same vertices to the last unit.
 */
#include "track/draft.h"

#include "base/text.h"

#include <string.h>

enum { SQUARE_MILLIMETRES = 5 };

static const char paper[] =
    "  <defs><pattern id=\"squares\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">"
    "<path d=\"M 0 0 H 1 V 1 H 0 Z\" fill=\"#fbfaf4\" stroke=\"#b4cde0\" stroke-width=\".04\"/>"
    "</pattern></defs>\n";

/* "x y" in squares, y down. */
static void append_place(const struct draft *draft, struct text *into, struct point fine,
                         const char *between)
{
    text_append_fine(into, fine.x);
    text_append(into, between);
    text_append_fine(into, draft->height * FINE - fine.y);
}

/* A stroke of one vertex is drawn to where it begins: a move alone would be nothing. */
static void append_loop(const struct draft *draft, struct text *into, const struct draft_loop *loop)
{
    for (int i = 0; i < loop->count; i++) {
        text_append(into, i > 0 ? " L " : "M ");
        append_place(draft, into, loop->vertices[i], " ");
    }
    if (loop->count == 1 && !loop->closed) {
        text_append(into, " L ");
        append_place(draft, into, loop->vertices[0], " ");
    }
    text_append(into, loop->count > 0 && loop->closed ? " Z" : "");
}

static const char *class_of(enum draft_role role)
{
    static const char *const classes[DRAFT_ROLE_COUNT] = {
        [DRAFT_WALL] = "wall",
        [DRAFT_SLICK] = "slick",
        [DRAFT_TURBO] = "turbo",
        [DRAFT_START_FINISH] = "start finish",
        [DRAFT_START] = "start",
        [DRAFT_FINISH] = "finish",
        [DRAFT_CHECKPOINT] = "checkpoint",
        [DRAFT_INSIDE] = "inside",
        [DRAFT_OUTSIDE] = "outside",
        [DRAFT_DECORATION] = "decoration",
    };
    return classes[role];
}

/* Attributes, not rules: tools that tidy drawings up take classes away with the rules for them. */
static void append_look(enum draft_role role, struct text *into)
{
    static const char line[] = " stroke=\"#b03030\" stroke-width=\".2\"";
    static const char point[] = " fill=\"none\" stroke=\"#3a3a3a\" stroke-width=\".06\"";
    static const char *const looks[DRAFT_ROLE_COUNT] = {
        [DRAFT_WALL] = " fill=\"none\" stroke=\"#3a3a3a\" stroke-width=\".12\" "
                       "stroke-linejoin=\"round\"",
        [DRAFT_SLICK] = " fill=\"#8a8a8a\" fill-opacity=\".35\"",
        [DRAFT_TURBO] = " fill=\"#2f5d8a\" fill-opacity=\".35\"",
        [DRAFT_START_FINISH] = line,
        [DRAFT_START] = line,
        [DRAFT_FINISH] = line,
        [DRAFT_CHECKPOINT] = " fill=\"none\" stroke=\"#2f5d8a\" stroke-width=\".2\"",
        [DRAFT_INSIDE] = point,
        [DRAFT_OUTSIDE] = point,
        [DRAFT_DECORATION] = " fill=\"none\" stroke=\"#9a9a9a\" stroke-width=\".06\"",
    };
    text_append(into, looks[role]);
    text_append(into, "/>\n");
}

/* Which one it is, and how many points it has, of which tools leave out some. */
static void append_numbers(const struct draft_item *item, struct text *into)
{
    int points = 0;
    for (int i = 0; i < item->loop_count; i++)
        points += item->loops[i].count;
    text_append_format(into, " data-number=\"%d\" data-points=\"%d\"", item->number, points);
}

static void append_path(const struct draft *draft, const struct draft_item *item, struct text *into)
{
    text_append_format(into, "  <path class=\"%s\"", class_of(item->role));
    if (item->role == DRAFT_TURBO)
        text_append_format(into, " data-arrow=\"%d %d\"", item->arrow.x, item->arrow.y);
    if (item->role == DRAFT_CHECKPOINT)
        append_numbers(item, into);
    /* Of paths alike in all else, tools make one; so these say which they are. */
    if (item->role == DRAFT_SLICK || item->role == DRAFT_TURBO)
        text_append_format(into, " data-number=\"%d\"", (int)(item - draft->items) + 1);
    text_append(into, " d=\"");
    for (int i = 0; i < item->loop_count; i++) {
        text_append(into, i > 0 ? " " : "");
        append_loop(draft, into, &item->loops[i]);
    }
    text_append(into, "\"");
    append_look(item->role, into);
}

/* What is not what its role should be is written as the path that it was. */
static void append_item(const struct draft *draft, const struct draft_item *item, struct text *into)
{
    const struct draft_loop *loop = item->loops;
    bool stroke = item->loop_count == 1 && !loop->closed;
    bool point = item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE;
    if (point && stroke && loop->count == 1) {
        text_append_format(into, "  <circle class=\"%s\" cx=\"", class_of(item->role));
        append_place(draft, into, item->loops[0].vertices[0], "\" cy=\"");
        text_append(into, "\" r=\".25\"");
        append_look(item->role, into);
    } else if (item->role == DRAFT_CHECKPOINT && stroke) {
        text_append(into, "  <polyline class=\"checkpoint\"");
        append_numbers(item, into);
        text_append(into, " points=\"");
        for (int j = 0; j < item->loops[0].count; j++) {
            text_append(into, j > 0 ? " " : "");
            append_place(draft, into, item->loops[0].vertices[j], ",");
        }
        text_append(into, "\"");
        append_look(item->role, into);
    } else if (draft_role_is_line(item->role) && stroke && loop->count == 2) {
        const struct point *ends = item->loops[0].vertices;
        text_append_format(into, "  <line class=\"%s\" x1=\"", class_of(item->role));
        append_place(draft, into, ends[0], "\" y1=\"");
        text_append(into, "\" x2=\"");
        append_place(draft, into, ends[1], "\" y2=\"");
        text_append(into, "\"");
        append_look(item->role, into);
    } else if (!point)
        append_path(draft, item, into);
}

static void append_words(struct text *into, const char *element, const char *words)
{
    if (!words || *words == '\0')
        return;
    text_append_format(into, "  <%s>", element);
    text_append_xml(into, words);
    text_append_format(into, "</%s>\n", element);
}

void svg_write_draft(const struct draft *draft, struct text *into)
{
    text_append_format(into,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%dmm\" height=\"%dmm\" "
                       "viewBox=\"0 0 %d %d\" data-graphprix=\"1\">\n",
                       draft->width * SQUARE_MILLIMETRES, draft->height * SQUARE_MILLIMETRES,
                       draft->width, draft->height);
    append_words(into, "title", draft->name);
    append_words(into, "desc", draft->description);
    text_append(into, paper);
    text_append_format(into, "  <rect width=\"%d\" height=\"%d\" fill=\"url(#squares)\"/>\n",
                       draft->width, draft->height);
    for (int i = 0; i < draft->count; i++)
        append_item(draft, &draft->items[i], into);
    text_append(into, "</svg>\n");
}

void svg_write_track(const struct track *track, struct text *into)
{
    struct draft draft;
    draft_from_track(&draft, track);
    svg_write_draft(&draft, into);
    draft_free(&draft);
}
