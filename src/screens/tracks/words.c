/* What is said of a track in a few words and marks.
 */
#include "screens/tracks/inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool tracks_print_par(const struct gallery_entry *entry, char *into, size_t size)
{
    into[0] = '\0';
    if (!entry->track)
        snprintf(into, size, "cannot be read");
    else if (entry->par.state == PAR_NO_LAP)
        snprintf(into, size, "no lap possible");
    else if (entry->track->has_line && entry->par.state == PAR_SEARCHING)
        snprintf(into, size, "par …");
    else if (entry->track->has_line && entry->par.rounds > 0)
        snprintf(into, size, "par %d", entry->par.rounds);
    return !entry->track || entry->par.state == PAR_NO_LAP;
}

const char *tracks_mark_word(enum tracks_mark mark)
{
    static const char *const words[] = {"slicks", "turbo", "checkpoints", "open", "arena"};
    return words[mark];
}

bool tracks_has_mark(const struct track *track, enum tracks_mark mark)
{
    switch (mark) {
    case MARK_SLICKS:
        return track->slick_count > 0;
    case MARK_TURBO:
        return track->turbo_count > 0;
    case MARK_CHECKPOINTS:
        return track->checkpoint_count > 0;
    case MARK_OPEN:
        return track->has_line && track->open;
    default:
        return !track->has_line;
    }
}

void tracks_print_card(const struct gallery_entry *entry, char *into, size_t size)
{
    struct text text = {0};
    char par[40];
    tracks_print_par(entry, par, sizeof par);
    text_append(&text, par);
    if (entry->track) {
        text_append_format(&text, "%s%d × %d", par[0] ? ", " : "", entry->track->width,
                           entry->track->height);
        for (enum tracks_mark mark = 0; mark < MARK_COUNT; mark++)
            if (tracks_has_mark(entry->track, mark))
                text_append_format(&text, ", %s", tracks_mark_word(mark));
    }
    if (entry->place == GALLERY_OWN)
        text_append(&text, ", own");
    snprintf(into, size, "%s", text_string(&text));
    text_free(&text);
}

/* --- marks ----------------------------------------------------------------------------------- */

static const double MARK_SIZE = 15, MARK_GAP = 5, WORD_GAP = 12; /* interface pixels */

struct mark_look {
    enum tracks_mark mark;
    struct paper_color color;
};

static void paint_slick(cairo_t *cairo)
{
    cairo_save(cairo);
    cairo_translate(cairo, 7.5, 7.5);
    cairo_scale(cairo, 6.5, 4.5);
    cairo_arc(cairo, 0, 0, 1, 0, 2 * M_PI);
    cairo_restore(cairo);
    cairo_stroke_preserve(cairo);
    cairo_clip(cairo);
    for (int x = 0; x < 18; x += 4) {
        cairo_move_to(cairo, x - 2, 14);
        cairo_line_to(cairo, x + 5, 1);
    }
    cairo_stroke(cairo);
}

static void paint_turbo(cairo_t *cairo)
{
    cairo_rectangle(cairo, 1.5, 1.5, 12, 12);
    cairo_stroke(cairo);
    cairo_move_to(cairo, 4, 7.5);
    cairo_line_to(cairo, 10.5, 7.5);
    cairo_move_to(cairo, 7.5, 4.5);
    cairo_line_to(cairo, 10.5, 7.5);
    cairo_line_to(cairo, 7.5, 10.5);
    cairo_stroke(cairo);
}

static void paint_checkpoint(cairo_t *cairo)
{
    cairo_arc(cairo, 7.5, 5, 3.8, 0, 2 * M_PI);
    cairo_stroke(cairo);
    for (int x = 2; x <= 13; x += 3)
        cairo_rectangle(cairo, x - 0.4, 11.5, 1.8, 2.2);
    cairo_fill(cairo);
}

static void paint_open(cairo_t *cairo)
{
    cairo_move_to(cairo, 2, 2);
    cairo_line_to(cairo, 2, 13);
    cairo_move_to(cairo, 13, 2);
    cairo_line_to(cairo, 13, 13);
    cairo_move_to(cairo, 4.5, 7.5);
    cairo_line_to(cairo, 10.5, 7.5);
    cairo_move_to(cairo, 8, 5);
    cairo_line_to(cairo, 10.5, 7.5);
    cairo_line_to(cairo, 8, 10);
    cairo_stroke(cairo);
}

static void paint_arena(cairo_t *cairo)
{
    cairo_arc(cairo, 7.5, 7.5, 6, 0, 2 * M_PI);
    cairo_stroke(cairo);
    for (int turn = 0; turn < 4; turn++) {
        double x = cos(turn * M_PI / 2 + 0.6), y = sin(turn * M_PI / 2 + 0.6);
        cairo_move_to(cairo, 7.5 + x, 7.5 + y);
        cairo_line_to(cairo, 7.5 + 3.4 * x, 7.5 + 3.4 * y);
    }
    cairo_stroke(cairo);
}

static void paint_mark(cairo_t *cairo, int width, int height, const void *data)
{
    static void (*const paint[])(cairo_t *) = {paint_slick, paint_turbo, paint_checkpoint,
                                               paint_open, paint_arena};
    const struct mark_look *look = data;
    const struct paper_color *color = &look->color;
    cairo_scale(cairo, width / MARK_SIZE, height / MARK_SIZE);
    cairo_set_source_rgba(cairo, color->red, color->green, color->blue, color->alpha);
    cairo_set_line_width(cairo, 1.3);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    paint[look->mark](cairo);
}

/* With words or without; returns the width. */
static int lay_marks(struct canvas *canvas, const struct track *track, struct box row, bool words,
                     bool draw)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, MARK_SIZE), used = 0;
    for (enum tracks_mark mark = 0; mark < MARK_COUNT; mark++) {
        char key[40];
        if (!tracks_has_mark(track, mark))
            continue;
        used += used > 0 ? canvas_units(canvas, words ? WORD_GAP : MARK_GAP) : 0;
        struct box at = {row.x + used, row.y + (row.h - side) / 2, side, side};
        struct mark_look look = {mark, theme->ink_soft};
        snprintf(key, sizeof key, "track mark %d", (int)mark);
        if (draw)
            canvas_shape(canvas, key, at, paint_mark, &look);
        used += side;
        if (!words)
            continue;
        used += canvas_units(canvas, MARK_GAP);
        int width = canvas_text_width(canvas, STYLE_SMALL, tracks_mark_word(mark)) + 1;
        if (draw)
            canvas_text(canvas, STYLE_SMALL, theme->ink_soft, tracks_mark_word(mark),
                        box_make(row.x + used, row.y, width, row.h), ALIGN_LEFT);
        used += width;
    }
    return used;
}

void tracks_draw_marks(struct canvas *canvas, const struct track *track, struct box row)
{
    bool words = lay_marks(canvas, track, row, true, false) <= row.w;
    lay_marks(canvas, track, row, words, true);
}
