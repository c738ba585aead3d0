/* The chosen track: a large picture, what is known of it, and what can be done with it.
 */
#include "screens/tracks/inside.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int BUTTON = 38, GAP = 8; /* interface pixels */

/* --- what is known --------------------------------------------------------------------------- */

static void draw_picture(struct canvas *canvas, struct tracks_state *state,
                         const struct gallery_entry *entry, struct box box)
{
    if (!state->large_of || strcmp(state->large_of, entry->path) != 0) {
        thumbnail_clear(&state->large);
        free(state->large_of);
        state->large_of = memory_copy_string(entry->path);
    }
    thumbnail_draw(&state->large, entry->course, canvas, box);
}

static void write_facts(const struct gallery_entry *entry, struct text *into)
{
    char par[60];
    bool bad = tracks_print_par(entry, par, sizeof par);
    if (entry->course.body)
        text_append_format(into, "%d × %d squares%s%s", course_size(entry->course).x,
                           course_size(entry->course).y, par[0] && !bad ? " · " : "",
                           bad ? "" : par);
}

static void write_records(const struct tracks_state *state, struct text *into)
{
    for (int i = 0; i < state->record_count; i++) {
        const struct tracks_record *record = &state->record_lines[i];
        text_append_format(into, "%s%s: record %d rounds, %s%s%s", i > 0 ? "\n" : "", record->rules,
                           record->best.rounds, record->best.name, record->best.date[0] ? ", " : "",
                           record->best.date);
    }
}

/* What is wrong, or why something cannot be done with it. */
static void write_trouble(const struct gallery_entry *entry, struct text *into)
{
    if (!entry->course.body)
        text_append_format(into, "This file cannot be read: %s", entry->problem);
    else if (entry->par.state == PAR_NO_LAP)
        text_append(into, entry->why);
}

static void draw_paragraph(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                           const char *text, struct box *column)
{
    if (!text[0])
        return;
    int height = canvas_paragraph_height(canvas, style, text, column->w);
    canvas_paragraph(canvas, style, color, text, box_cut_top(column, height), ALIGN_LEFT);
    box_cut_top(column, canvas_units(canvas, 6));
}

static void draw_text(struct canvas *canvas, struct paper_color color, struct text *text,
                      struct box *column)
{
    draw_paragraph(canvas, STYLE_SMALL, color, text_string(text), column);
    text_free(text);
}

static void draw_head(struct canvas *canvas, struct tracks_state *state,
                      const struct gallery_entry *entry, struct box *column, int picture)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text facts = {0}, trouble = {0};
    if (entry->course.body) {
        int height = column->w * 2 / 3;
        draw_picture(canvas, state, entry,
                     box_cut_top(column, height < picture ? height : picture));
        box_cut_top(column, canvas_units(canvas, GAP));
    }
    draw_paragraph(canvas, STYLE_HEADING, theme->ink, entry->name, column);
    write_facts(entry, &facts);
    write_trouble(entry, &trouble);
    draw_text(canvas, theme->ink, &facts, column);
    draw_text(canvas, theme->warning, &trouble, column);
    bool marked = false;
    for (enum course_mark mark = 0; entry->course.body && mark < MARK_COUNT; mark++)
        marked = marked || course_has_mark(entry->course, mark);
    if (marked)
        tracks_draw_marks(canvas, entry->course, box_cut_top(column, canvas_units(canvas, 24)));
}

static void draw_foot(struct canvas *canvas, const struct tracks_state *state,
                      const struct gallery_entry *entry, struct box *column)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text records = {0}, author = {0};
    static char note[8200], by[8200];
    tracks_split_description(entry->course.body ? course_note(entry->course) : "", note, by,
                             sizeof note);
    write_records(state, &records);
    draw_text(canvas, theme->ink, &records, column);
    draw_paragraph(canvas, STYLE_SMALL, theme->ink_soft, note, column);
    if (by[0])
        text_append_format(&author, "by %s", by);
    draw_text(canvas, theme->ink_soft, &author, column);
    if (entry->place == GALLERY_SHIPPED)
        draw_paragraph(canvas, STYLE_SMALL, theme->ink_soft,
                       "It comes with the game, so it is neither renamed nor deleted; edited it "
                       "becomes a copy of your own.",
                       column);
    else
        draw_paragraph(canvas, STYLE_SMALL, theme->ink_soft, strrchr(entry->path, '/') + 1, column);
}

/* --- what can be done ------------------------------------------------------------------------ */

struct deed {
    const char *id, *label;
    void (*act)(struct app *app, struct tracks_state *state);
    bool needs_track, needs_own;
};
static const struct deed deeds[] = {
    {"button edit", "Edit", tracks_edit, false, false},
    {"button duplicate", "Duplicate", tracks_copy, false, false},
    {"button rename", "Rename", tracks_ask_name, false, true},
    {"button delete", "Delete", tracks_delete, false, true},
    {"button print", "Print", tracks_print, true, false},
    {"button show-file", "Show file", tracks_show, false, false},
    {"button copy-path", "Copy path", tracks_copy_path, false, false},
};
enum { DEED_COUNT = sizeof deeds / sizeof deeds[0] };

static bool is_offered(const struct deed *deed, const struct gallery_entry *entry)
{
    return (entry->course.body || !deed->needs_track) &&
           (entry->place == GALLERY_OWN || !deed->needs_own);
}

/* Two in a row. What was asked for is done at last, as it may change what is chosen. */
static const struct deed *build_deeds(struct ui *ui, const struct gallery_entry *entry,
                                      struct box *column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct deed *asked = NULL;
    struct box row = {0};
    int built = 0;
    for (int i = 0; i < DEED_COUNT; i++) {
        if (!is_offered(&deeds[i], entry))
            continue;
        if (built % 2 == 0) {
            row = box_cut_top(column, canvas_units(canvas, BUTTON));
            box_cut_top(column, canvas_units(canvas, GAP));
        }
        struct box box = box_column(row, built++ % 2, 2, canvas_units(canvas, GAP));
        if (ui_button(ui, deeds[i].id, deeds[i].label, box, LOOK_PLAIN))
            asked = &deeds[i];
    }
    return asked;
}

void tracks_build_detail(struct app *app, struct ui *ui, struct tracks_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct gallery_entry *entry = tracks_chosen(state);
    if (!entry)
        return;
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    canvas_card(canvas, box, &card);
    int side = canvas_units(canvas, 14), edge = canvas_units(canvas, 2);
    struct box area = box_inset(box, edge, edge);
    int y = ui_scroll_begin(ui, "track detail", area, &state->detail_scroll) + side;
    struct box column = {box.x + side, y, box.w - 2 * side - canvas_units(canvas, 4), 1000000};
    draw_head(canvas, state, entry, &column, box.h / 2);
    box_cut_top(&column, canvas_units(canvas, GAP));
    bool race = false;
    if (entry->course.body) {
        struct box go = box_cut_top(&column, canvas_units(canvas, BUTTON + 4));
        race = ui_button(ui, "button race", "Race", go, LOOK_PRIMARY);
        box_cut_top(&column, canvas_units(canvas, GAP));
    }
    const struct deed *asked = build_deeds(ui, entry, &column);
    box_cut_top(&column, canvas_units(canvas, GAP));
    draw_foot(canvas, state, entry, &column);
    ui_scroll_end(ui, column.y + side / 2);
    if (race)
        tracks_race(app, state);
    else if (asked)
        asked->act(app, state);
}
