/* The strip under the sheet: the speed of this turn, changes at the end, and the order as text with
 * what it comes to; before the first turn the specials.
 */
#include "screens/stock_cars/view/inside.h"
#include "ui/layout.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double SIDE = 14, TOP = 8, GAP = 6, SPEED_HEIGHT = 46, FIELD_HEIGHT = 40;
static const double SPEED_WIDTH = 76, GIVE_WIDTH = 140, FIELD_WIDTH = 300;
static const double RETIRE_WIDTH = 64, END_WIDTH = 56, WIDE = 760;
static const double NARROW = 340, NARROW_GIVE = 64, NARROW_END = 34;       /* with fewer words */
static const double LOW = 330, LOW_SPEED = 40, LOW_GIVE = 32, LOW_GAP = 3; /* of the window */
static const double SPECIAL_HEIGHT = 78, SPECIAL_LEAST = 190;

static bool is_wide(struct ui *ui, int width)
{
    return width >= canvas_units(ui_canvas(ui), WIDE);
}

/* The rows of an order, lower where the sheet would be left with next to nothing. */
static struct rows {
    double speed, give, gap;
} rows_of(struct ui *ui)
{
    if (canvas_box(ui_canvas(ui)).h < canvas_units(ui_canvas(ui), LOW))
        return (struct rows){LOW_SPEED, LOW_GIVE, LOW_GAP};
    return (struct rows){SPEED_HEIGHT, FIELD_HEIGHT, GAP};
}

static bool chooses_special(const struct view *view)
{
    return stock_choosing_specials(session_race(view->session));
}

static int special_rows(struct ui *ui, int width)
{
    int cell = canvas_units(ui_canvas(ui), SPECIAL_LEAST + GAP);
    return width - canvas_units(ui_canvas(ui), 2 * SIDE) >= 4 * cell ? 1 : 2;
}

int stock_strip_height(const struct view *view, struct ui *ui, int width)
{
    const struct rows of = rows_of(ui);
    double rows = of.speed + of.gap + FIELD_HEIGHT + (is_wide(ui, width) ? 0 : of.give + of.gap);
    if (chooses_special(view))
        rows = special_rows(ui, width) * (SPECIAL_HEIGHT + GAP) - GAP;
    return canvas_units(ui_canvas(ui), rows + 2 * TOP);
}

/* --- specials --------------------------------------------------------------------------------- */

/* Its sentence, which may have no room, while it is pointed at. */
static const char *build_special(struct ui *ui, enum stock_special special, struct box box,
                                 struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = stock_special_name(special), *title = stock_special_title(special);
    const char *sentence = stock_special_sentence(special);
    struct ui_state state = ui_target(ui, ui_words("special %s", name), box, sentence);
    ui_draw_card(ui, box, state, false);
    if (state.clicked)
        text_append_format(&deed->action, "special %s", name);
    struct box inside = box_inset(box, canvas_units(canvas, 10), canvas_units(canvas, 6));
    bool fits = canvas_text_width(canvas, STYLE_STRONG, title) <= inside.w;
    canvas_text(canvas, fits ? STYLE_STRONG : STYLE_SMALL, theme->ink, title,
                box_cut_top(&inside, canvas_line_height(canvas, STYLE_STRONG)), ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, sentence, inside, ALIGN_LEFT);
    return state.hovered || state.ring ? sentence : NULL;
}

static void build_specials(struct view *view, struct ui *ui, struct layout *column,
                           struct view_deed *deed)
{
    static const enum stock_special specials[] = {SPECIAL_TURBO, SPECIAL_SWAYBARS,
                                                  SPECIAL_PERFORMANCE, SPECIAL_NONE};
    int rows = special_rows(ui, column->rest.w), across = 4 / rows;
    int gap = canvas_units(ui_canvas(ui), GAP);
    const char *said = "";
    for (int row = 0; row < rows; row++) {
        struct box cells = layout_take(column, AT_TOP, SPECIAL_HEIGHT);
        for (int i = 0; i < across; i++) {
            struct box box = box_column(cells, i, across, gap);
            const char *sentence = build_special(ui, specials[row * across + i], box, deed);
            said = sentence ? sentence : said;
        }
    }
    if (strcmp(view->said, said) == 0)
        return;
    snprintf(view->said, sizeof view->said, "%s", said);
    deed->changed = true;
}

/* --- speeds and ends -------------------------------------------------------------------------- */

static void print_cost(int cards, char *into, size_t size)
{
    if (cards == 0)
        into[0] = '\0';
    else
        snprintf(into, size, cards == 1 ? "%d card" : "%d cards", cards);
}

/* "B(B+1)" costs a wild card: the letters without the mark, and the card in words, as it is written
 * or as a lozenge, whichever has room. */
static void print_how(struct canvas *canvas, const struct stock_speed *speed, int room, char *into,
                      size_t size)
{
    struct order_parts parts;
    char cost[16];
    order_parts_read(speed->changes, &parts);
    print_cost(speed->cards, cost, sizeof cost);
    if (!parts.begin[0])
        snprintf(into, size, "as now");
    else
        snprintf(into, size, "%s%s%s", parts.begin, cost[0] ? " · " : "", cost);
    if (canvas_text_width(canvas, STYLE_SMALL, into) > room)
        snprintf(into, size, "%s", speed->changes[0] ? speed->changes : "now");
    if (canvas_text_width(canvas, STYLE_SMALL, into) > room)
        snprintf(into, size, "%s%s", parts.begin[0] ? parts.begin : "–", cost[0] ? "◊" : "");
}

static void build_speeds(struct view *view, struct ui *ui, struct layout *row,
                         struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slipstream;
    int count = stock_speeds(session_race(view->session), view->car, speeds, &slipstream);
    layout_text(row, AT_LEFT, STYLE_SMALL, canvas_theme(canvas)->ink_soft, "Speed");
    int gap = canvas_units(canvas, GAP), width = canvas_units(canvas, SPEED_WIDTH);
    int most = (row->rest.w + gap) / (count > 0 ? count : 1) - gap;
    for (int i = 0; i < count; i++) {
        char whole[40];
        print_how(canvas, &speeds[i], INT_MAX, whole, sizeof whole);
        int wanted = canvas_text_width(canvas, STYLE_SMALL, whole) + 2 * gap;
        width = width > wanted ? width : wanted;
    }
    width = width < most ? width : most;
    for (int i = 0; i < count; i++) {
        char id[24], number[12], how[40], whole[40], words[64];
        const struct stock_speed *speed = &speeds[i];
        snprintf(id, sizeof id, "speed %d", speed->speed);
        snprintf(number, sizeof number, "%d", speed->speed);
        print_how(canvas, speed, width - gap, how, sizeof how);
        print_how(canvas, speed, INT_MAX, whole, sizeof whole);
        snprintf(words, sizeof words, "%s%s", whole,
                 strchr(speed->changes, 'S') ? " · slipstream" : "");
        bool chosen = view->way.state != WAY_FAULTY && view->way.speed == speed->speed;
        if (ui_cell(ui, id, number, how, words, layout_cut(row, AT_LEFT, width), chosen))
            stock_choose_speed(view, speed, deed);
    }
}

/* What one more of a kind at the end would cost; -1: it may not be. */
static int end_cost(const struct view *view, char kind)
{
    struct order_parts parts = view->way.parts;
    struct way with = {.parts = parts};
    char text[DRAFT_BYTES];
    struct stock_order order;
    struct error error;
    if (view->way.state == WAY_FAULTY || view->way.left > 0 || !order_parts_end(&with.parts, kind))
        return -1;
    way_fill(&with, stock_shown_car(view), text);
    if (!stock_order_read(session_race(view->session), view->car, text, &order, NULL, &error))
        return -1;
    return order.cards - view->way.trial.cards;
}

static void build_end(struct view *view, struct ui *ui, struct layout *row, int width, char kind,
                      struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[8] = {'e', 'n', 'd', ' ', kind, '\0'}, title[2] = {kind, '\0'}, how[24];
    struct box box = layout_cut(row, AT_LEFT, width);
    int cost = end_cost(view, kind);
    if (cost < 0) {
        struct card card = card_plain(canvas);
        canvas_card(canvas, box, &card);
        canvas_text(canvas, STYLE_STRONG, color_fade(canvas_theme(canvas)->ink_soft, 0.5), title,
                    box, ALIGN_CENTRE);
        return;
    }
    print_cost(cost, how, sizeof how);
    if (!how[0])
        snprintf(how, sizeof how, "free");
    if (ui_cell(ui, id, title, how, how, box, strchr(view->way.parts.end, kind) != NULL))
        stock_add_end(view, kind, deed);
}

static void build_give(struct view *view, struct ui *ui, struct layout *row, bool narrow,
                       struct view_deed *deed)
{
    struct box box = layout_take(row, AT_RIGHT, narrow ? NARROW_GIVE : GIVE_WIDTH);
    const struct way *way = &view->way;
    bool ready = way->state == WAY_WHOLE ||
                 (way->state == WAY_OPEN && !way->parts.open && (way->settled || way->left == 0));
    bool stands = ready && way->speed == 0 && !way->retires;
    const char *label = stands   ? narrow ? "Stop" : "Stand this turn"
                        : narrow ? "Give"
                                 : "Give the order";
    if (ui_button(ui, "button give", label, box, ready && !stands ? LOOK_PRIMARY : LOOK_PLAIN))
        stock_give(view, deed);
    ui_default(ui, "button give");
}

/* --- the text --------------------------------------------------------------------------------- */

/* As many small lines as there is room for, in the middle of the height; in fewer words if it is
 * short of them. */
static void say_in_lines(struct canvas *canvas, const struct view *view, struct paper_color color,
                         struct box box)
{
    char left[STOCK_SAID_BYTES], rest[STOCK_SAID_BYTES], words[2 * STOCK_SAID_BYTES + 8];
    int height = box.h + 1;
    for (int brief = 0; brief < 2 && height > box.h; brief++) {
        stock_say_order(view, brief, left, rest, sizeof rest);
        snprintf(words, sizeof words, "%s%s%s", left, rest[0] ? "\u00a0· " : "", rest);
        height = canvas_paragraph_height(canvas, STYLE_SMALL, words, box.w);
    }
    canvas_paragraph(canvas, STYLE_SMALL, color, words, box_centre(box, box.w, height), ALIGN_LEFT);
}

static void build_field(struct view *view, struct ui *ui, struct layout *row,
                        struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int width = canvas_units(canvas, FIELD_WIDTH), most = row->rest.w * 9 / 20;
    struct box box = layout_cut(row, AT_LEFT, width < most ? width : most);
    char text[DRAFT_BYTES], left[STOCK_SAID_BYTES], rest[STOCK_SAID_BYTES];
    bool faulty = view->way.state == WAY_FAULTY || (view->insists && view->way.state == WAY_OPEN);
    snprintf(text, sizeof text, "%s", view->text);
    if (ui_marked_field(ui, "order", text, sizeof text, box, faulty ? view->way.column : -1))
        stock_write(view, text, deed);
    stock_say_order(view, false, left, rest, sizeof rest);
    int used = canvas_text_width(canvas, STYLE_STRONG, left);
    bool fits = used + canvas_text_width(canvas, STYLE_SMALL, rest) < row->rest.w - 2 * SIDE;
    if (faulty || !fits) {
        say_in_lines(canvas, view, faulty ? theme->warning : theme->ink, row->rest);
        return;
    }
    canvas_text(canvas, STYLE_STRONG, theme->ink, left, layout_cut(row, AT_LEFT, used), ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, rest, row->rest, ALIGN_LEFT);
}

static void build_order(struct view *view, struct ui *ui, struct layout *column, bool wide,
                        struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct rows rows = rows_of(ui);
    column->gap = rows.gap;
    struct layout row = layout_row(column, rows.speed, GAP);
    bool narrow = row.rest.w < canvas_units(canvas, NARROW);
    int end = canvas_units(canvas, narrow ? NARROW_END : END_WIDTH);
    if (!wide) {
        build_speeds(view, ui, &row, deed);
        row = layout_row(column, rows.give, GAP);
    } else {
        struct layout give = row;
        give.rest = box_cut_right(&row.rest,
                                  canvas_units(canvas, GIVE_WIDTH + 2 * END_WIDTH + 110 + 3 * GAP));
        build_speeds(view, ui, &row, deed);
        row = give;
    }
    build_give(view, ui, &row, narrow, deed);
    layout_text(&row, AT_LEFT, STYLE_SMALL, canvas_theme(canvas)->ink_soft,
                narrow ? "End" : "At the end");
    build_end(view, ui, &row, end, 'A', deed);
    build_end(view, ui, &row, end, 'B', deed);
    struct layout field = layout_row(column, FIELD_HEIGHT, GAP * 2);
    bool room = !wide && row.rest.w >= canvas_units(canvas, RETIRE_WIDTH);
    if (layout_button(room ? &row : &field, AT_RIGHT, "button retire", "Retire", LOOK_LINK))
        stock_write(view, "retire", deed);
    row = field;
    build_field(view, ui, &row, deed);
}

void stock_build_strip(struct view *view, struct ui *ui, struct box box, struct view_deed *deed)
{
    struct layout column = layout_strip(ui, box, GAP);
    if (!stock_chooses(view))
        return;
    if (chooses_special(view))
        build_specials(view, ui, &column, deed);
    else
        build_order(view, ui, &column, is_wide(ui, box.w), deed);
}
