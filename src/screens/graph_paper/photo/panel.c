/* Beside the photo: what was found and what comes of it, and what can be said about it. */
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/photo/inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const double PADDING = 14, ROW = 36, SECTION = 30, GAP = 12, PREVIEW = 150,
                    LIST_LEAST = 220, /* else there is no preview */
    PREVIEW_PART = 0.24;              /* of the panel's height at most */
enum { LOOPS_LISTED = 6 };

static void draw_heading(struct canvas *canvas, struct box *rest, const char *text)
{
    box_cut_top(rest, canvas_units(canvas, GAP));
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, text,
                box_cut_top(rest, canvas_units(canvas, SECTION)), ALIGN_LEFT);
}

static void draw_words(struct canvas *canvas, struct box *rest, struct paper_color color,
                       const char *text)
{
    int used = canvas_paragraph(canvas, STYLE_SMALL, color, text, *rest, ALIGN_LEFT);
    box_cut_top(rest, used);
}

/* --- what was found --------------------------------------------------------------------------- */

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void build_title(const struct photo_screen *shown, struct canvas *canvas, struct box *rest)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    bool fits = canvas_text_width(canvas, STYLE_TITLE, "From a photo") <= rest->w;
    canvas_text(canvas, fits ? STYLE_TITLE : STYLE_HEADING, theme->ink, "From a photo",
                box_cut_top(rest, canvas_line_height(canvas, STYLE_TITLE)), ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, file_name(shown->path),
                box_cut_top(rest, canvas_line_height(canvas, STYLE_SMALL)), ALIGN_LEFT);
}

/* Nothing was found that anybody would take. */
static bool has_failed(const struct photo_screen *shown)
{
    return shown->has_finding && photo_taken_count(shown) == 0 && shown->choice_count == 0;
}

static void draw_sentence(struct canvas *canvas, struct box *rest, const char *text)
{
    char sentence[sizeof(struct error)];
    snprintf(sentence, sizeof sentence, "%s", text);
    if (sentence[0] >= 'a' && sentence[0] <= 'z')
        sentence[0] = (char)(sentence[0] - 'a' + 'A');
    draw_words(canvas, rest, canvas_theme(canvas)->ink, sentence);
    box_cut_top(rest, canvas_units(canvas, 8));
}

/* Why, and what can be done about it. What has a place is in the list that follows. */
static void build_failure(const struct photo_screen *shown, struct canvas *canvas, struct box *rest)
{
    static const char advice[] =
        "What helps: close the line where it is open, draw it with a darker pen, take the photo "
        "from closer and straight above, in even light without shadows. If the sheet was not "
        "found, drag its four corners into place.";
    const struct paper_theme *theme = canvas_theme(canvas);
    static const char none[] = "no closed line was found"; /* as the error says, too */
    box_cut_top(rest, canvas_units(canvas, GAP));
    canvas_text(canvas, STYLE_HEADING, theme->warning, "No track yet",
                box_cut_top(rest, canvas_units(canvas, SECTION)), ALIGN_LEFT);
    if (!shown->finding.found)
        draw_sentence(canvas, rest, shown->finding.error.text);
    for (int i = 0; i < shown->mark_count; i++)
        if (!shown->marks[i].has_place &&
            strncasecmp(shown->marks[i].text, none, sizeof none - 1) != 0)
            draw_sentence(canvas, rest, shown->marks[i].text);
    draw_words(canvas, rest, theme->ink_soft, advice);
}

static void build_loop(struct photo_screen *shown, struct ui *ui, struct box row, int loop)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct photo_loop *found = photo_loop_at(shown, loop);
    char id[24], label[40];
    int x, y, side = canvas_units(canvas, 26);
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
    photo_draw_badge(canvas, loop, taken, badge);
}

/* Small ones that are not taken wait behind a button. */
static bool is_listed(const struct photo_screen *shown, int loop)
{
    const struct photo_loop *found = photo_loop_at(shown, loop);
    return shown->lists_all || loop < LOOPS_LISTED || found->taken;
}

/* Closed lines, or those that were left out; returns how many are not listed. */
static int build_kind(struct photo_screen *shown, struct ui *ui, struct box *rest, bool is_open)
{
    struct canvas *canvas = ui_canvas(ui);
    int count = 0, hidden = 0;
    char text[80];
    for (int i = 0; i < photo_loop_count(shown); i++)
        count += photo_loop_at(shown, i)->is_open == is_open;
    if (count == 0)
        return 0;
    snprintf(text, sizeof text, "%d %s%s%s", count, is_open ? "" : "closed ",
             count == 1 ? "line" : "lines", is_open ? " left out" : "");
    draw_heading(canvas, rest, text);
    for (int i = 0; i < photo_loop_count(shown); i++) {
        bool listed = is_listed(shown, i);
        if (photo_loop_at(shown, i)->is_open != is_open)
            continue;
        hidden += !listed;
        if (listed)
            build_loop(shown, ui, box_cut_top(rest, canvas_units(canvas, ROW)), i);
    }
    return hidden;
}

static void build_loops(struct photo_screen *shown, struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    char text[80];
    int hidden = build_kind(shown, ui, rest, false);
    hidden += build_kind(shown, ui, rest, true);
    if (hidden == 0)
        return;
    snprintf(text, sizeof text, "Show %d smaller ones", hidden);
    struct box row = box_cut_top(rest, canvas_units(canvas, ROW));
    struct box link = box_cut_left(&row, canvas_text_width(canvas, STYLE_BODY, text));
    if (ui_button(ui, "button all-loops", text, link, LOOK_LINK))
        shown->lists_all = true;
}

static void build_mark(struct app *app, struct photo_screen *shown, struct ui *ui, struct box *rest,
                       int index)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct photo_mark *mark = &shown->marks[index];
    char id[24];
    int side = canvas_units(canvas, 26), gap = canvas_units(canvas, 8);
    int room = rest->w - side - 2 * gap;
    int words = canvas_paragraph_height(canvas, STYLE_SMALL, mark->text, room);
    int height = words > side ? words : side;
    struct box box = box_cut_top(rest, height + gap);
    box_cut_top(rest, gap / 2);
    snprintf(id, sizeof id, "remark %d", index + 1);
    struct box inside = box_inset(box, gap / 2, gap / 2);
    struct box sign = box_centre(box_cut_left(&inside, side), side, side);
    box_cut_left(&inside, gap);
    if (mark->has_place) {
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
    photo_draw_sign(canvas, mark->is_gap, sign);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink, mark->text,
                     box_centre(inside, inside.w, words), ALIGN_LEFT);
}

static void build_marks(struct app *app, struct photo_screen *shown, struct ui *ui,
                        struct box *rest)
{
    bool failed = has_failed(shown), any = false;
    for (int i = 0; i < shown->mark_count; i++) {
        if (failed && !shown->marks[i].has_place)
            continue;
        if (!any)
            draw_heading(ui_canvas(ui), rest, "Look here");
        any = true;
        build_mark(app, shown, ui, rest, i);
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
    int height = shown->finding.tracing.height, used = 0;
    into[0] = 0;
    if (shown->across != shown->finding.tracing.width)
        used = snprintf(into, (size_t)size, "Counting the height ...");
    else if (!asks_size(shown))
        used = snprintf(into, (size_t)size, "The sheet is %d squares high.", height);
    if (shown->grid_across > 0)
        snprintf(into + used, (size_t)(size - used), " The printed grid says %d.",
                 shown->grid_across);
    else if (!shown->wish.has_corners)
        snprintf(into + used, (size_t)(size - used), "%s",
                 shown->finding.tracing.paper_found
                     ? " No printed grid was found."
                     : " No edge of paper was found: the whole picture counts.");
}

/* By the kind of paper, when nobody wants to count. */
static void build_papers(struct photo_screen *shown, struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    bool guessed = shown->finding.tracing.squares_guessed;
    int gap = canvas_units(canvas, 6);
    draw_words(
        canvas, rest, guessed ? canvas_theme(canvas)->warning : canvas_theme(canvas)->ink_soft,
        guessed ? "The number of squares is a guess. Which paper is it, in squares of 5 mm? Or "
                  "say how many squares it has both ways."
                : "Paper in squares of 5 mm:");
    box_cut_top(rest, gap);
    struct box row = box_cut_top(rest, ui_button_height(ui));
    box_cut_top(rest, gap);
    for (int i = 0; i < PHOTO_PAPER_COUNT; i++) {
        char id[32];
        snprintf(id, sizeof id, "paper %s", photo_papers[i].name);
        if (!ui_button(ui, id, photo_papers[i].name, box_column(row, i, PHOTO_PAPER_COUNT, gap),
                       LOOK_PLAIN))
            continue;
        photo_wish_paper(&photo_papers[i], &shown->finding.tracing, &shown->wish);
        shown->across = shown->wish.across;
        shown->down = shown->wish.down;
        photo_ask(shown);
    }
}

static void build_across(struct photo_screen *shown, struct ui *ui, struct box *rest)
{
    static const struct ui_range range = {PHOTO_ACROSS_LEAST, PHOTO_ACROSS_MOST, 1, "", NULL};
    struct canvas *canvas = ui_canvas(ui);
    char text[160];
    snprintf(text, sizeof text, "%d squares", shown->across);
    if (asks_size(shown))
        build_papers(shown, ui, rest);
    bool changed = ui_stepper(ui, "stepper across", "Squares across",
                              box_cut_top(rest, canvas_units(canvas, 40)), &shown->across, &range);
    changed = ui_slider(ui, "slider across", text, box_cut_top(rest, canvas_units(canvas, 30)),
                        &shown->across, &range) ||
              changed;
    if (changed) {
        shown->wish.across = shown->across;
        photo_ask_soon(shown);
    }
    if (asks_size(shown) &&
        ui_stepper(ui, "stepper down", "Squares up", box_cut_top(rest, canvas_units(canvas, 40)),
                   &shown->down, &range)) {
        shown->wish.down = shown->down;
        photo_ask_soon(shown);
    }
    describe_sheet(shown, text, (int)sizeof text);
    draw_words(canvas, rest, canvas_theme(canvas)->ink_soft, text);
}

static void build_sheet(struct photo_screen *shown, struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 10);
    bool closes = !shown->wish.keep_gaps;
    draw_heading(canvas, rest, "Sheet");
    build_across(shown, ui, rest);
    box_cut_top(rest, gap / 2);
    if (ui_check(ui, "check gaps", "Close small gaps", box_cut_top(rest, canvas_units(canvas, ROW)),
                 &closes)) {
        shown->wish.keep_gaps = !closes;
        photo_ask(shown);
    }
    box_cut_top(rest, gap / 2);
    struct box row = box_cut_top(rest, ui_button_height(ui));
    if (ui_button(ui, "button turn", "Turn", box_column(row, 0, 2, gap), LOOK_PLAIN))
        photo_turn_right(shown);
    if (shown->wish.has_corners && ui_button(ui, "button find-corners", "Find corners",
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
    cairo_surface_t *picture = paper_thumbnail(graph_paper_course(preview->track), width, height,
                                               preview->scale, preview->theme);
    cairo_set_source_surface(cairo, picture, 0, 0);
    cairo_paint(cairo);
    cairo_surface_destroy(picture);
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

static void build_buttons(struct app *app, struct photo_screen *shown, struct ui *ui,
                          struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box row = box_cut_bottom(rest, ui_button_height(ui));
    const char *label = "Go on in the editor";
    int gap = canvas_units(canvas, 10), part = row.w * 32 / 100;
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
static void build_outcome(const struct photo_screen *shown, struct canvas *canvas, struct box *rest,
                          int panel_height)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *verdict = photo_taken_count(shown) > 0 ? shown->verdict : "No line is taken.";
    int most = (int)(panel_height * PREVIEW_PART), height = canvas_units(canvas, PREVIEW);
    int gap = canvas_units(canvas, 10), lines = 2 * canvas_line_height(canvas, STYLE_SMALL);
    box_cut_bottom(rest, gap);
    int words = canvas_paragraph_height(canvas, STYLE_SMALL, verdict, rest->w);
    struct box below = box_cut_bottom(rest, words < lines ? words : lines);
    canvas_paragraph(canvas, STYLE_SMALL, shown->is_track ? theme->ink : theme->warning, verdict,
                     below, ALIGN_LEFT);
    box_cut_bottom(rest, gap / 2);
    height = height < most ? height : most;
    if (rest->h < height + canvas_units(canvas, LIST_LEAST))
        return;
    draw_preview(shown, canvas, box_cut_bottom(rest, height));
    box_cut_bottom(rest, gap);
}

/* What most people want next comes first. */
static int build_list(struct app *app, struct photo_screen *shown, struct ui *ui, struct box rest)
{
    bool failed = has_failed(shown);
    build_title(shown, ui_canvas(ui), &rest);
    if (!shown->has_finding)
        return rest.y;
    if (failed) {
        build_failure(shown, ui_canvas(ui), &rest);
        build_marks(app, shown, ui, &rest);
    }
    if (photo_loop_count(shown) > 0)
        build_loops(shown, ui, &rest);
    if (!failed)
        build_marks(app, shown, ui, &rest);
    build_sheet(shown, ui, &rest);
    return rest.y + canvas_units(ui_canvas(ui), GAP);
}

void photo_build_panel(struct app *app, struct photo_screen *shown, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, PADDING);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct box rest = box_inset(box, padding, padding);
    build_buttons(app, shown, ui, &rest);
    if (photo_loop_count(shown) > 0 && !has_failed(shown))
        build_outcome(shown, canvas, &rest, box.h);
    else
        box_cut_bottom(&rest, padding);
    int y = ui_scroll_begin(ui, "found", rest, &shown->scroll);
    struct box list = {rest.x + canvas_units(canvas, 4), y, rest.w - canvas_units(canvas, 18),
                       100000};
    ui_scroll_end(ui, build_list(app, shown, ui, list));
}
