/* Beside the photo: what was found and what comes of it, and what can be said about it. */
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/photo/inside.h"
#include "ui/layout.h"

#include <stdio.h>
#include <string.h>

static const double PADDING = 14, ROW = 36, SECTION = 30, GAP = 12, PREVIEW = 150, SIGN = 26,
                    SLIDER = 30, STEPPER = 40, NARROW = 5, ROOM = 8, PAPER_GAP = 6,
                    LIST_LEAST = 220, /* else there is no preview */
    PREVIEW_PART = 0.24;              /* of the panel's height at most */
enum { LOOPS_LISTED = 6 };

static const struct paper_theme *theme_of(const struct layout *list)
{
    return canvas_theme(ui_canvas(list->ui));
}

static void draw_heading(struct layout *list, enum canvas_style style, struct paper_color color,
                         const char *text)
{
    layout_skip(list, AT_TOP, GAP);
    canvas_text(ui_canvas(list->ui), style, color, text, layout_take(list, AT_TOP, SECTION),
                ALIGN_LEFT);
}

/* --- what was found --------------------------------------------------------------------------- */

static void build_title(const struct photo_screen *shown, struct layout *list)
{
    const struct paper_theme *theme = theme_of(list);
    struct canvas *canvas = ui_canvas(list->ui);
    canvas_title(canvas, layout_cut(list, AT_TOP, canvas_line_height(canvas, STYLE_TITLE)),
                 "From a photo", ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, file_own_name(shown->path),
                layout_cut(list, AT_TOP, canvas_line_height(canvas, STYLE_SMALL)), ALIGN_LEFT);
}

/* Nothing was found that anybody would take. */
static bool has_failed(const struct photo_screen *shown)
{
    return shown->has_finding && photo_taken_count(shown) == 0 && shown->choice_count == 0;
}

static void draw_sentence(struct layout *list, const char *text)
{
    char sentence[sizeof(struct error)];
    photo_write_sentence(text, sentence, sizeof sentence);
    layout_paragraph(list, STYLE_SMALL, theme_of(list)->ink, sentence);
    layout_skip(list, AT_TOP, ROOM);
}

/* Why, and what can be done about it. What has a place is in the list that follows. */
static void build_failure(const struct photo_screen *shown, struct layout *list)
{
    static const char advice[] =
        "What helps: close the line where it is open, draw it with a darker pen, take the photo "
        "from closer and straight above, in even light without shadows. If the sheet was not "
        "found, drag its four corners into place.";
    draw_heading(list, STYLE_HEADING, theme_of(list)->warning, "No track yet");
    if (!shown->finding.found)
        draw_sentence(list, shown->finding.error.text);
    for (int i = 0; i < shown->mark_count;
         i++) /* what sums up stands in the error, if there is one */
        if (!shown->marks[i].has_place && (shown->finding.found || !shown->marks[i].sums_up))
            draw_sentence(list, shown->marks[i].text);
    layout_paragraph(list, STYLE_SMALL, theme_of(list)->ink_soft, advice);
}

static void build_loop(struct photo_screen *shown, struct ui *ui, struct box row, int loop)
{
    const struct photo_loop *found = photo_loop_at(shown, loop);
    char id[24], label[40];
    int x, y, side = canvas_units(ui_canvas(ui), SIGN);
    bool taken = found->taken;
    ui_pointer(ui, &x, &y);
    snprintf(id, sizeof id, "loop %d", loop + 1);
    photo_describe_size(found, label);
    struct box check = row;
    struct box badge = box_centre(box_cut_right(&check, side), side, side);
    if (ui_check(ui, id, label, check, &taken))
        photo_set_loop(shown, loop, taken);
    if (box_holds(row, x, y) || strcmp(ui_ring(ui), id) == 0)
        shown->pointed_loop = loop;
    photo_draw_badge(ui_canvas(ui), loop, taken, badge);
}

/* Closed lines, or those that were left out. Small ones that are not taken wait behind a button:
 * returns how many. */
static int build_kind(struct photo_screen *shown, struct layout *list, bool is_open)
{
    int count = 0, hidden = 0;
    char text[80];
    for (int i = 0; i < photo_loop_count(shown); i++)
        count += photo_loop_at(shown, i)->is_open == is_open;
    if (count == 0)
        return 0;
    snprintf(text, sizeof text, "%d %s%s%s", count, is_open ? "" : "closed ",
             count == 1 ? "line" : "lines", is_open ? " left out" : "");
    draw_heading(list, STYLE_STRONG, theme_of(list)->ink, text);
    for (int i = 0; i < photo_loop_count(shown); i++) {
        const struct photo_loop *found = photo_loop_at(shown, i);
        bool listed = shown->lists_all || i < LOOPS_LISTED || found->taken;
        if (found->is_open != is_open)
            continue;
        hidden += !listed;
        if (listed)
            build_loop(shown, list->ui, layout_take(list, AT_TOP, ROW), i);
    }
    return hidden;
}

static void build_loops(struct photo_screen *shown, struct layout *list)
{
    char text[80];
    int hidden = build_kind(shown, list, false);
    hidden += build_kind(shown, list, true);
    if (hidden == 0)
        return;
    snprintf(text, sizeof text, "Show %d smaller ones", hidden);
    struct box row = layout_take(list, AT_TOP, ROW);
    row.w = canvas_text_width(ui_canvas(list->ui), STYLE_BODY, text);
    if (ui_button(list->ui, "button all-loops", text, row, LOOK_LINK))
        shown->lists_all = true;
}

/* A target on which the photo shows where it is. */
static void point_at_mark(struct app *app, struct photo_screen *shown, struct ui *ui,
                          struct box box, int index)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct photo_mark *mark = &shown->marks[index];
    char id[24];
    snprintf(id, sizeof id, "remark %d", index + 1);
    struct ui_state state = ui_target(ui, id, box, mark->text);
    struct card card = {.fill = canvas_theme(canvas)->card, .radius = 6, .edge_width = 1};
    card.edge = canvas_theme(canvas)->action;
    if (state.hovered || state.ring || shown->kept_mark == index)
        canvas_card(canvas, box, &card);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    if (state.hovered || state.ring)
        shown->pointed_mark = index;
    if (state.clicked) {
        shown->kept_mark = index;
        photo_show_place(app, mark->at);
    }
}

static void build_mark(struct app *app, struct photo_screen *shown, struct layout *list, int index)
{
    struct canvas *canvas = ui_canvas(list->ui);
    const struct photo_mark *mark = &shown->marks[index];
    int side = canvas_units(canvas, SIGN), gap = canvas_units(canvas, ROOM);
    int words =
        canvas_paragraph_height(canvas, STYLE_SMALL, mark->text, list->rest.w - side - 2 * gap);
    struct box box = layout_cut(list, AT_TOP, (words > side ? words : side) + gap);
    layout_cut(list, AT_TOP, gap / 2);
    if (mark->has_place)
        point_at_mark(app, shown, list->ui, box, index);
    struct box inside = box_inset(box, gap / 2, gap / 2);
    photo_draw_sign(canvas, mark->is_gap, box_centre(box_cut_left(&inside, side), side, side));
    box_cut_left(&inside, gap);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink, mark->text,
                     box_centre(inside, inside.w, words), ALIGN_LEFT);
}

static void build_marks(struct app *app, struct photo_screen *shown, struct layout *list)
{
    bool failed = has_failed(shown), any = false;
    for (int i = 0; i < shown->mark_count; i++) {
        if (failed && !shown->marks[i].has_place)
            continue;
        if (!any)
            draw_heading(list, STYLE_STRONG, theme_of(list)->ink, "Look here");
        any = true;
        build_mark(app, shown, list, i);
    }
}

/* --- what can be said ------------------------------------------------------------------------- */

/* Nothing on the photo says how many squares there are. */
static bool asks_size(const struct photo_screen *shown)
{
    return !shown->finding.tracing.grid_found;
}

static void describe_sheet(const struct photo_screen *shown, char *into, int size)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    int used = 0;
    into[0] = 0;
    if (shown->across != tracing->width)
        used = snprintf(into, (size_t)size, "Counting the height ...");
    else if (!asks_size(shown))
        used = snprintf(into, (size_t)size, "The sheet is %d squares high.", tracing->height);
    if (shown->grid_across > 0)
        snprintf(into + used, (size_t)(size - used), " The printed grid says %d.",
                 shown->grid_across);
    else if (!shown->wish.has_corners)
        snprintf(into + used, (size_t)(size - used), "%s",
                 tracing->paper_found ? " No printed grid was found."
                                      : " No edge of paper was found: the whole picture counts.");
}

/* By the kind of paper, when nobody wants to count. */
static void build_papers(struct photo_screen *shown, struct layout *list)
{
    bool guessed = shown->finding.tracing.squares_guessed;
    layout_paragraph(list, STYLE_SMALL,
                     guessed ? theme_of(list)->warning : theme_of(list)->ink_soft,
                     guessed ? "The number of squares is a guess. Which paper is it, in squares of "
                               "5 mm? Or say how many squares it has both ways."
                             : "Paper in squares of 5 mm:");
    layout_skip(list, AT_TOP, PAPER_GAP);
    struct box row = layout_cut(list, AT_TOP, ui_button_height(list->ui));
    layout_skip(list, AT_TOP, PAPER_GAP);
    for (int i = 0; i < PHOTO_PAPER_COUNT; i++) {
        char id[32];
        struct box cell =
            box_column(row, i, PHOTO_PAPER_COUNT, canvas_units(ui_canvas(list->ui), PAPER_GAP));
        snprintf(id, sizeof id, "paper %s", photo_papers[i].name);
        if (!ui_button(list->ui, id, photo_papers[i].name, cell, LOOK_PLAIN))
            continue;
        photo_wish_paper(&photo_papers[i], &shown->finding.tracing, &shown->wish);
        shown->across = shown->wish.across;
        shown->down = shown->wish.down;
        photo_ask(shown);
    }
}

static void build_size(struct photo_screen *shown, struct layout *list)
{
    static const struct ui_range range = {PHOTO_ACROSS_LEAST, PHOTO_ACROSS_MOST, 1, "", NULL};
    struct ui *ui = list->ui;
    char text[160];
    snprintf(text, sizeof text, "%d squares", shown->across);
    if (asks_size(shown))
        build_papers(shown, list);
    bool changed = ui_stepper(ui, "stepper across", "Squares across",
                              layout_take(list, AT_TOP, STEPPER), &shown->across, &range);
    if (ui_slider(ui, "slider across", text, layout_take(list, AT_TOP, SLIDER), &shown->across,
                  &range) ||
        changed) {
        shown->wish.across = shown->across;
        photo_ask_soon(shown);
    }
    if (asks_size(shown) && ui_stepper(ui, "stepper down", "Squares up",
                                       layout_take(list, AT_TOP, STEPPER), &shown->down, &range)) {
        shown->wish.down = shown->down;
        photo_ask_soon(shown);
    }
    describe_sheet(shown, text, (int)sizeof text);
    layout_paragraph(list, STYLE_SMALL, theme_of(list)->ink_soft, text);
}

/* What was found out by itself and may be otherwise. */
static void build_ground(struct photo_screen *shown, struct layout *list)
{
    struct photo_red *red = &shown->finding.tracing.red;
    bool is_board = shown->wish.ground == PHOTO_ANY_GROUND ? shown->finding.tracing.is_board
                                                           : shown->wish.ground == PHOTO_BOARD;
    bool is_line = red->taken;
    if (red->found && ui_check(list->ui, "check red", "The red line is the start line",
                               layout_take(list, AT_TOP, ROW), &is_line)) {
        shown->ignores_red = !is_line;
        red->taken = is_line;
        photo_make_preview(shown);
    }
    if (ui_check(list->ui, "check board", "Light lines on a dark board",
                 layout_take(list, AT_TOP, ROW), &is_board)) {
        shown->wish.ground = is_board ? PHOTO_BOARD : PHOTO_PAPER;
        photo_ask(shown);
    }
}

static void build_sheet(struct photo_screen *shown, struct layout *list)
{
    int gap = canvas_units(ui_canvas(list->ui), 2 * NARROW);
    bool closes = !shown->wish.keep_gaps;
    draw_heading(list, STYLE_STRONG, theme_of(list)->ink, "Sheet");
    build_size(shown, list);
    layout_skip(list, AT_TOP, NARROW);
    if (ui_check(list->ui, "check gaps", "Close small gaps", layout_take(list, AT_TOP, ROW),
                 &closes)) {
        shown->wish.keep_gaps = !closes;
        photo_ask(shown);
    }
    build_ground(shown, list);
    layout_skip(list, AT_TOP, NARROW);
    struct box row = layout_cut(list, AT_TOP, ui_button_height(list->ui));
    if (ui_button(list->ui, "button turn", "Turn", box_column(row, 0, 2, gap), LOOK_PLAIN))
        photo_turn_right(shown);
    if (shown->wish.has_corners && ui_button(list->ui, "button find-corners", "Find corners",
                                             box_column(row, 1, 2, gap), LOOK_PLAIN)) {
        shown->wish.has_corners = false;
        photo_ask(shown);
    }
}

/* --- what comes of it ------------------------------------------------------------------------- */

struct preview {
    const struct track *track;
    const struct paper_theme *theme;
    double scale;
};

static void paint_preview(cairo_t *cairo, int width, int height, const void *data)
{
    const struct preview *preview = data;
    paper_draw_thumbnail(cairo, graph_paper_course(preview->track), width, height, preview->scale,
                         preview->theme);
}

static void draw_preview(const struct photo_screen *shown, struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct preview preview = {shown->preview, theme, canvas_scale(canvas)};
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    char key[40];
    card.edge_width = 1.5;
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, 6), canvas_units(canvas, 6));
    snprintf(key, sizeof key, "photo preview %u", shown->version);
    if (shown->preview && inside.w >= 8 && inside.h >= 8)
        canvas_shape(canvas, key, inside, paint_preview, &preview);
}

static void build_buttons(struct app *app, struct photo_screen *shown, struct layout *foot)
{
    struct ui *ui = foot->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct box row = layout_cut(foot, AT_BOTTOM, ui_button_height(ui));
    const char *label = "Go on in the editor";
    int gap = canvas_units(canvas, 2 * NARROW), part = row.w * 32 / 100;
    if (canvas_text_width(canvas, STYLE_SMALL, label) + 2 * gap > row.w - part - gap) {
        label = "Go on";
        part = (row.w - gap) / 2;
    }
    struct box left = box_cut_left(&row, part);
    box_cut_left(&row, gap);
    if (ui_button(ui, "button cancel", "Cancel", left, LOOK_PLAIN))
        app_go_back(app);
    if (photo_taken_count(shown) == 0) {
        ui_button_disabled(ui, label, row);
        return;
    }
    if (ui_button(ui, "button edit", label, row, LOOK_PRIMARY))
        photo_go_on(app);
    ui_default(ui, "button edit");
}

/* The sheet as it will be, above the buttons. */
static void build_outcome(const struct photo_screen *shown, struct layout *foot, int panel_height)
{
    struct canvas *canvas = ui_canvas(foot->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *verdict = photo_taken_count(shown) > 0 ? shown->verdict : "No line is taken.";
    int most = (int)(panel_height * PREVIEW_PART), height = canvas_units(canvas, PREVIEW);
    int lines = 2 * canvas_line_height(canvas, STYLE_SMALL);
    layout_skip(foot, AT_BOTTOM, 2 * NARROW);
    int words = canvas_paragraph_height(canvas, STYLE_SMALL, verdict, foot->rest.w);
    canvas_paragraph(canvas, STYLE_SMALL, shown->is_track ? theme->ink : theme->warning, verdict,
                     layout_cut(foot, AT_BOTTOM, words < lines ? words : lines), ALIGN_LEFT);
    layout_skip(foot, AT_BOTTOM, NARROW);
    height = height < most ? height : most;
    if (foot->rest.h < height + canvas_units(canvas, LIST_LEAST))
        return;
    draw_preview(shown, canvas, layout_cut(foot, AT_BOTTOM, height));
    layout_skip(foot, AT_BOTTOM, 2 * NARROW);
}

/* What most people want next comes first. */
static void build_list(struct app *app, struct photo_screen *shown, struct layout *list)
{
    bool failed = has_failed(shown);
    build_title(shown, list);
    if (!shown->has_finding)
        return;
    if (failed) {
        build_failure(shown, list);
        build_marks(app, shown, list);
    }
    if (photo_loop_count(shown) > 0)
        build_loops(shown, list);
    if (!failed)
        build_marks(app, shown, list);
    build_sheet(shown, list);
    layout_skip(list, AT_TOP, GAP);
}

void photo_build_panel(struct app *app, struct photo_screen *shown, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct layout whole = layout_inside(ui, box, PADDING, PADDING, 0);
    build_buttons(app, shown, &whole);
    if (photo_loop_count(shown) > 0 && !has_failed(shown))
        build_outcome(shown, &whole, box.h);
    else
        layout_skip(&whole, AT_BOTTOM, PADDING);
    int y = ui_scroll_begin(ui, "found", whole.rest, &shown->scroll);
    struct layout list = layout_column(ui, whole.rest.x + canvas_units(canvas, 4), y,
                                       whole.rest.w - canvas_units(canvas, 18), 0);
    build_list(app, shown, &list);
    ui_scroll_end(ui, list.rest.y);
}
