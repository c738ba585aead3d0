/* Hints of the turn, as far as they are words and signs beside the sheet. What they say comes from
 * the thread that thinks, by way of the race screen; here they are only kept and told.
 */
#include "screens/graph_paper/view/inside.h"

#include "paper/brush.h"

#include <stdio.h>

static const double SIGN_WIDE = 26, SIGN_HIGH = 20, SIGN_GAP = 5, KIND_GAP = 16;
static const double SENTENCE_GAP = 24;

bool *graph_paper_hint_switch(struct view *view)
{
    return session_allow(view->session).hints ? &view->hints_on : NULL;
}

bool graph_paper_wants_hints(const struct view *view, const struct point **start)
{
    const struct choice *choice = &view->choice;
    *start = choice->chosen_start >= 0 ? &choice->start : NULL;
    return view->hints_on && session_allow(view->session).hints && !view->watches &&
           choice_spot_count(choice) > 0;
}

void graph_paper_take_hints(struct view *view, const struct hints *hints, bool coming)
{
    view->hints = hints;
    view->hints_coming = coming;
}

/* --- words ------------------------------------------------------------------------------------ */

static const struct hint *pointed_hint(const struct view *view)
{
    const struct choice *choice = &view->choice;
    bool can_be_chosen =
        view->pointed >= 0 && choice_spot_kind(choice, view->pointed) != SPOT_REFUSED;
    return can_be_chosen ? hints_at(view->hints, choice_spot(choice, view->pointed)) : NULL;
}

static void print_braking(const struct hint_way *way, struct text *into)
{
    if (way->count < 2)
        return;
    const struct point *end = &way->points[way->count - 1];
    if (way->end == WAY_STOPS)
        text_append_format(into, "Full braking stops at (%d, %d).", end->x, end->y);
    else if (way->end == WAY_LEAVES)
        text_append(into, "Full braking leaves the track.");
}

/* Points that cost something may be out of sight. */
static bool best_is_shown(const struct view *view)
{
    for (int i = 0; i < view->choice.shown_count; i++) {
        const struct hint *hint = hints_at(view->hints, view->choice.shown[i].to);
        if (hint && hint->rounds == view->hints->best)
            return true;
    }
    return view->choice.shown_count == 0;
}

static void print_point(const struct view *view, const struct hint *hint, struct text *into)
{
    if (hint->doomed) {
        text_append(into, "Doomed: no way to stay on the track.");
        return;
    }
    if (hint->rounds > 0)
        text_append_format(into, hint->rounds == 1 ? "%d more round, " : "%d more rounds, ",
                           hint->rounds);
    if (hint->rounds > 0 && hint->rounds == view->hints->best)
        text_append(into, "the fewest.");
    else if (hint->rounds > 0)
        text_append_format(into, best_is_shown(view) ? "best %d." : "best %d with an extra push.",
                           view->hints->best);
    if (into->length > 0 && hint->braking.count > 1 && hint->braking.end != WAY_FINISHES)
        text_append(into, " ");
    print_braking(&hint->braking, into);
}

static void print_turn(const struct hint_way *line, struct text *into)
{
    if (line->count < 2 || line->end == WAY_GOES_ON)
        return;
    text_append_format(into, line->rounds == 1 ? "At best %d round" : "At best %d rounds",
                       line->rounds);
    text_append(into, line->end == WAY_FINISHES ? " to the finish." : " for the lap.");
}

bool graph_paper_print_hint(const struct view *view, char *text, size_t size)
{
    struct text told = {0};
    const struct hint *hint = view->hints ? pointed_hint(view) : NULL;
    if (view->hints_missed)
        text_append(&told, "This race was set up without hints.");
    else if (view->hints_coming)
        text_append(&told, "Looking ahead …");
    else if (hint)
        print_point(view, hint, &told);
    else if (view->hints)
        print_turn(&view->hints->line, &told);
    snprintf(text, size, "%s", text_string(&told));
    bool any = told.length > 0;
    text_free(&told);
    return any;
}

/* --- the legend ------------------------------------------------------------------------------- */

enum sign { SIGN_BEAD, SIGN_DOOMED, SIGN_LINE, SIGN_BRAKING };

struct sign_look {
    enum sign sign;
    int pen;
    const struct paper_theme *theme;
};

static void paint_bead(cairo_t *cairo, const struct sign_look *look, double x, double y,
                       double size)
{
    brush_color(cairo, look->theme->card);
    cairo_new_path(cairo);
    brush_add_disc(cairo, x, y, size * 0.42);
    cairo_fill(cairo);
    brush_color(cairo, look->theme->pens[look->pen - 1]);
    brush_circle(cairo, x, y, size * 0.4, size * 0.09);
}

/* A short way of two moves, as long as the sign. */
static void paint_way(cairo_t *cairo, const struct sign_look *look, int width, int height)
{
    double unit = height / SIGN_HIGH, y = height / 2.0, right = width - 3 * unit;
    bool line = look->sign == SIGN_LINE;
    double dots[2] = {0, 5.5 * unit}, dashes[2] = {4.5 * unit, 3.5 * unit};
    brush_color(cairo, line ? look->theme->pens[look->pen - 1] : look->theme->ink_soft);
    cairo_set_line_cap(cairo, line ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(cairo, (line ? 2.4 : 1.6) * unit);
    cairo_set_dash(cairo, line ? dots : dashes, 2, 0);
    cairo_move_to(cairo, 2 * unit, y);
    cairo_line_to(cairo, right, y);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
    cairo_set_line_width(cairo, (line ? 1.4 : 3.4) * unit);
    cairo_move_to(cairo, right, y - 5 * unit);
    cairo_line_to(cairo, right, y + 5 * unit);
    cairo_stroke(cairo);
}

static void paint_hint_sign(cairo_t *cairo, int width, int height, const void *data)
{
    const struct sign_look *look = data;
    double x = width / 2.0, y = height / 2.0;
    if (look->sign == SIGN_BEAD)
        paint_bead(cairo, look, x, y, height);
    else if (look->sign == SIGN_DOOMED)
        paper_draw_doomed(cairo, x, y + height * 0.04, height * 0.38, 1, look->theme);
    else
        paint_way(cairo, look, width, height);
}

/* Whatever leaves room for what is said at the other end of the row. */
struct legend {
    struct canvas *canvas;
    int pen;
    int sentence; /* width */
    struct box *row;
};

static void add_entry(const struct legend *legend, enum sign sign, const char *label)
{
    struct canvas *canvas = legend->canvas;
    struct box *row = legend->row;
    int pen = legend->pen;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct sign_look look = {sign, pen, theme};
    bool narrow = sign == SIGN_BEAD || sign == SIGN_DOOMED;
    int text = canvas_text_width(canvas, STYLE_SMALL, label);
    int wide = canvas_units(canvas, narrow ? SIGN_HIGH : SIGN_WIDE);
    int gap = canvas_units(canvas, SIGN_GAP), kind = canvas_units(canvas, KIND_GAP);
    if (row->w - text - wide - gap - kind < legend->sentence)
        return;
    char key[32];
    snprintf(key, sizeof key, "hint %d %d", (int)sign, pen);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, label, box_cut_right(row, text), ALIGN_RIGHT);
    box_cut_right(row, gap);
    struct box box = box_cut_right(row, wide);
    canvas_shape(canvas, key, box_centre(box, wide, canvas_units(canvas, SIGN_HIGH)),
                 paint_hint_sign, &look);
    box_cut_right(row, kind);
}

static bool shows_doomed(const struct view *view, const struct hint *pointed)
{
    if (pointed && pointed->doomed_after_count > 0)
        return true;
    for (int i = 0; i < view->choice.shown_count; i++) {
        const struct hint *hint = hints_at(view->hints, view->choice.shown[i].to);
        if (hint && hint->doomed)
            return true;
    }
    return false;
}

void graph_paper_hint_legend(const struct view *view, struct canvas *canvas, struct box *row)
{
    if (!view->hints || view->choice.car == 0)
        return;
    const struct car *car = graph_paper_car(session_race(view->session), view->choice.car);
    const struct hint *hint = pointed_hint(view);
    char sentence[sizeof((struct view_words *)0)->remark];
    graph_paper_print_hint(view, sentence, sizeof sentence);
    struct legend legend = {
        .canvas = canvas,
        .pen = session_player(view->session, car->player)->pen,
        .sentence =
            canvas_text_width(canvas, STYLE_SMALL, sentence) + canvas_units(canvas, SENTENCE_GAP),
        .row = row,
    };
    if (shows_doomed(view, hint))
        add_entry(&legend, SIGN_DOOMED, "doomed");
    if (view->hints->best >= 0)
        add_entry(&legend, SIGN_BEAD, "rounds more than the best");
    if (hint && hint->braking.count > 1)
        add_entry(&legend, SIGN_BRAKING, "full braking");
    if (view->hints->line.count > 1)
        add_entry(&legend, SIGN_LINE, "best line");
}
