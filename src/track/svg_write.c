/* Writing a track as SVG: the form of files-and-protocols section 1, with a style so that every
 * viewer shows squared paper, walls and lines, and a size that prints 5 mm squares.
 *
 * Every number is an exact decimal, so reading gives the same vertices to the last unit.
 */
#include "track/svg.h"

enum { SQUARE_MILLIMETRES = 5 };

static const char style[] =
    "  <style>\n"
    "    .wall { fill: none; stroke: #3a3a3a; stroke-width: .12; stroke-linejoin: round }\n"
    "    .start, .finish { stroke: #b03030; stroke-width: .2 }\n"
    "    .slick { fill: #8a8a8a; fill-opacity: .35 }\n"
    "    .turbo { fill: #2f5d8a; fill-opacity: .35 }\n"
    "    .checkpoint { fill: none; stroke: #2f5d8a; stroke-width: .2 }\n"
    "    .inside, .outside { fill: none; stroke: #3a3a3a; stroke-width: .06 }\n"
    "  </style>\n";
static const char paper[] =
    "  <defs><pattern id=\"squares\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">"
    "<path d=\"M 0 0 H 1 V 1 H 0 Z\" fill=\"#fbfaf4\" stroke=\"#b4cde0\" stroke-width=\".04\"/>"
    "</pattern></defs>\n";

/* "x y" in squares, y down. */
static void append_place(const struct track *track, struct text *into, struct point fine,
                         const char *between)
{
    text_append_fine(into, fine.x);
    text_append(into, between);
    text_append_fine(into, track->height * FINE - fine.y);
}

static void append_area(const struct track *track, struct text *into, const struct area *area,
                        int first, int end)
{
    for (int i = first; i < end; i++) {
        struct loop loop = area_loop(area, i);
        for (int j = 0; j < loop.count; j++) {
            text_append(into, j > 0 ? " L " : i > first ? " M " : "M ");
            append_place(track, into, loop.vertices[j], " ");
        }
        text_append(into, " Z");
    }
}

static void append_walls(const struct track *track, struct text *into)
{
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        text_append(into, "  <path class=\"wall\" d=\"");
        append_area(track, into, track->surface, i, i + 1);
        text_append(into, "\"/>\n");
    }
}

static void append_line(const struct track *track, struct text *into, const struct track_line *line,
                        const char *class)
{
    text_append_format(into, "  <line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
                       class, line->from.x, track->height - line->from.y, line->to.x,
                       track->height - line->to.y);
}

static void append_lines(const struct track *track, struct text *into)
{
    if (!track->has_line)
        return;
    append_line(track, into, &track->start, track->open ? "start" : "start finish");
    if (track->open)
        append_line(track, into, &track->finish, "finish");
}

static void append_patches(const struct track *track, struct text *into)
{
    for (int i = 0; i < track->slick_count; i++) {
        const struct area *area = track->slicks[i].area;
        text_append(into, "  <path class=\"slick\" d=\"");
        append_area(track, into, area, 0, area_loop_count(area));
        text_append(into, "\"/>\n");
    }
    for (int i = 0; i < track->turbo_count; i++) {
        const struct track_patch *turbo = &track->turbo_areas[i];
        text_append_format(into, "  <path class=\"turbo\" data-arrow=\"%d %d\" d=\"",
                           turbo->arrow.x, turbo->arrow.y);
        append_area(track, into, turbo->area, 0, area_loop_count(turbo->area));
        text_append(into, "\"/>\n");
    }
}

static void append_checkpoints(const struct track *track, struct text *into)
{
    for (int i = 0; i < track->checkpoint_count; i++) {
        const struct track_checkpoint *checkpoint = &track->checkpoints[i];
        text_append_format(into, "  <polyline class=\"checkpoint\" data-number=\"%d\" points=\"",
                           checkpoint->number);
        for (int j = 0; j < checkpoint->point_count; j++) {
            text_append(into, j > 0 ? " " : "");
            append_place(track, into, point_to_fine(checkpoint->points[j]), ",");
        }
        text_append(into, "\"/>\n");
    }
}

static void append_inspected(const struct track *track, struct text *into)
{
    for (int i = 0; i < track->inspected_count; i++) {
        const struct track_inspected *point = &track->inspected[i];
        text_append_format(into, "  <circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\".25\"/>\n",
                           point->inside ? "inside" : "outside", point->at.x,
                           track->height - point->at.y);
    }
}

static void append_words(struct text *into, const char *element, const char *words)
{
    if (*words == '\0')
        return;
    text_append_format(into, "  <%s>", element);
    text_append_xml(into, words);
    text_append_format(into, "</%s>\n", element);
}

void svg_write_track(const struct track *track, struct text *into)
{
    text_append_format(into,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%dmm\" height=\"%dmm\" "
                       "viewBox=\"0 0 %d %d\" data-graphprix=\"1\">\n",
                       track->width * SQUARE_MILLIMETRES, track->height * SQUARE_MILLIMETRES,
                       track->width, track->height);
    append_words(into, "title", track->name);
    append_words(into, "desc", track->description);
    text_append(into, style);
    text_append(into, paper);
    text_append_format(into, "  <rect width=\"%d\" height=\"%d\" fill=\"url(#squares)\"/>\n",
                       track->width, track->height);
    append_patches(track, into);
    append_walls(track, into);
    append_lines(track, into);
    append_checkpoints(track, into);
    append_inspected(track, into);
    text_append(into, "</svg>\n");
}
