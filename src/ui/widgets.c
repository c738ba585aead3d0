/* Buttons, cards, check boxes, steppers: a target and its drawing in one call each.
 */
#include "ui/inside.h"

#include <stdarg.h>
#include <stdio.h>

static const double RADIUS = 7;

void ui_focus_ring(struct ui *ui, struct box box, double radius)
{
    struct canvas *canvas = ui->canvas;
    int out = canvas_units(canvas, 4);
    struct card ring = {.edge = canvas_theme(canvas)->focus, .radius = radius + 4, .edge_width = 3};
    ring.fill = color_fade(ring.edge, 0);
    canvas_card(canvas, box_inset(box, -out, -out), &ring);
}

int ui_button_height(const struct ui *ui)
{
    return canvas_units(ui->canvas, 44);
}

int ui_button_width(struct ui *ui, const char *label)
{
    return canvas_text_width(ui->canvas, STYLE_STRONG, label) + 2 * canvas_units(ui->canvas, 24);
}

static void draw_link(struct ui *ui, const char *label, struct box box, struct ui_state state)
{
    struct canvas *canvas = ui->canvas;
    struct paper_color color = canvas_theme(canvas)->action;
    canvas_text(canvas, STYLE_BODY, color, label, box, ALIGN_CENTRE);
    if (!state.hovered)
        return;
    int width = canvas_text_width(canvas, STYLE_BODY, label);
    struct box line = box_centre(box, width, canvas_units(canvas, 1.5));
    line.y += canvas_units(canvas, 10);
    canvas_fill(canvas, line, color);
}

/* Where there is no room for the label, a smaller one comes before a cut one. */
static void draw_label(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                       const char *label, struct box box)
{
    if (canvas_text_width(canvas, style, label) > box.w - 2 * canvas_units(canvas, 6))
        style = STYLE_SMALL;
    canvas_text(canvas, style, color, label, box_inset(box, canvas_units(canvas, 2), 0),
                ALIGN_CENTRE);
}

static void draw_button(struct ui *ui, const char *label, struct box box, enum ui_look look,
                        struct ui_state state)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct card card = {.radius = RADIUS, .edge = theme->action, .edge_width = 1.5};
    bool primary = look == LOOK_PRIMARY;
    if (primary) {
        card.fill = color_mix(theme->action, theme->ink, strength * 2);
        card.edge = card.fill;
    } else {
        card.fill = color_mix(theme->card, theme->action, strength);
    }
    canvas_card(canvas, box, &card);
    draw_label(canvas, primary ? STYLE_STRONG : STYLE_BODY,
               primary ? theme->action_text : theme->action, label, box);
}

bool ui_button(struct ui *ui, const char *id, const char *label, struct box box, enum ui_look look)
{
    struct ui_state state = ui_target(ui, id, box, label);
    if (look == LOOK_LINK)
        draw_link(ui, label, box, state);
    else
        draw_button(ui, label, box, look, state);
    int side = look == LOOK_LINK ? canvas_units(ui->canvas, 4) : 0;
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, -side, 0), RADIUS);
    return state.clicked;
}

void ui_button_disabled(struct ui *ui, const char *label, struct box box)
{
    const struct paper_theme *theme = canvas_theme(ui->canvas);
    struct card card = {
        .fill = theme->panel, .edge = theme->panel_edge, .radius = RADIUS, .edge_width = 1.5};
    canvas_card(ui->canvas, box, &card);
    struct paper_color pale = color_mix(theme->panel, theme->ink_soft, 0.6);
    draw_label(ui->canvas, STYLE_BODY, pale, label, box);
}

struct ui_state ui_chip(struct ui *ui, const char *id, const char *label, const char *words,
                        struct box box, bool chosen)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, id, box, words);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct card card = {.radius = RADIUS, .edge_width = 1.5};
    card.fill = chosen ? theme->action : color_mix(theme->card, theme->action, strength);
    card.edge = chosen ? theme->action : color_mix(theme->panel_edge, theme->action, strength * 4);
    canvas_card(canvas, box, &card);
    draw_label(canvas, STYLE_BODY, chosen ? theme->action_text : theme->ink, label, box);
    if (state.ring)
        ui_focus_ring(ui, box, RADIUS);
    return state;
}

const char *ui_words(const char *format, ...)
{
    static char kept[13][300];
    static int last;
    va_list arguments;
    last = (last + 1) % 13;
    va_start(arguments, format);
    vsnprintf(kept[last], sizeof kept[last], format, arguments);
    va_end(arguments);
    return kept[last];
}

void ui_draw_card(struct ui *ui, struct box box, struct ui_state state, bool chosen)
{
    const struct paper_theme *theme = canvas_theme(ui->canvas);
    struct card card = card_plain(ui->canvas);
    card.edge_width = chosen ? 2.5 : 1.5;
    if (chosen)
        card.edge = theme->action;
    else if (state.hovered)
        card.edge = color_mix(theme->panel_edge, theme->action, state.pressed ? 0.9 : 0.55);
    canvas_card(ui->canvas, box, &card);
    if (state.ring)
        ui_focus_ring(ui, box, 8);
}

bool ui_cell(struct ui *ui, const char *id, const char *title, const char *price, const char *words,
             struct box box, bool chosen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, id, box, words);
    struct card card = {.fill = chosen          ? theme->action
                                : state.hovered ? color_mix(theme->card, theme->action, 0.12)
                                                : theme->card,
                        .edge = theme->action,
                        .radius = 6,
                        .edge_width = 1.5};
    canvas_card(canvas, box, &card);
    struct box upper = box, lower = box_cut_bottom(&upper, box.h * 9 / 20);
    struct paper_color color = chosen ? theme->action_text : theme->action;
    upper.y += canvas_units(canvas, 2);
    lower.h -= canvas_units(canvas, 3);
    canvas_text(canvas, STYLE_STRONG, color, title, upper, ALIGN_CENTRE);
    canvas_text(canvas, STYLE_SMALL, chosen ? theme->action_text : theme->ink_soft, price, lower,
                ALIGN_CENTRE);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    return state.clicked;
}

bool ui_card(struct ui *ui, const char *id, const char *text, struct box box, bool chosen)
{
    struct ui_state state = ui_target(ui, id, box, text);
    ui_draw_card(ui, box, state, chosen);
    return state.clicked;
}

bool ui_check(struct ui *ui, const char *id, const char *label, struct box box, bool *on)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, id, box, *on ? "on" : "off");
    if (state.clicked)
        *on = !*on;
    struct box rest = box;
    int side = canvas_units(canvas, 22);
    struct box square = box_centre(box_cut_left(&rest, side), side, side);
    struct card card = {.radius = 5, .edge_width = 1.5, .edge = theme->action};
    card.fill = *on ? theme->action : color_mix(theme->card, theme->action, state.hovered * 0.09);
    canvas_card(canvas, square, &card);
    if (*on)
        canvas_icon(canvas, ICON_TICK, square, theme->action_text);
    box_cut_left(&rest, canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_BODY, theme->ink, label, rest, ALIGN_LEFT);
    if (state.ring)
        ui_focus_ring(ui, box, 5);
    return state.clicked;
}

bool ui_cross(struct ui *ui, const char *id, const char *text, struct box box)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, 28);
    struct box square = box_centre(box, side, side);
    struct ui_state state = ui_target(ui, id, square, text);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.1 : 0;
    struct card card = {.fill = color_fade(theme->action, strength), .radius = 6};
    card.edge = card.fill;
    if (strength > 0)
        canvas_card(canvas, square, &card);
    struct paper_color color = state.hovered ? theme->warning : theme->ink_soft;
    canvas_icon(canvas, ICON_CROSS, square, color);
    if (state.ring)
        ui_focus_ring(ui, square, 6);
    if (state.clicked)
        ui_gone(ui);
    return state.clicked;
}

struct ui_state ui_sign_button(struct ui *ui, const char *id, const char *text, struct box box,
                               struct ui_sign sign)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = {0};
    if (!sign.idle)
        state = ui_target(ui, id, box, text);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct paper_color color = sign.primary ? theme->action_text : theme->action;
    struct card card = {.radius = sign.radius, .edge = theme->action, .edge_width = 1.5};
    card.fill = sign.primary ? color_mix(theme->action, theme->ink, strength * 2)
                             : color_mix(theme->card, theme->action, strength);
    if (sign.idle) {
        card.edge = theme->panel_edge;
        card.fill = theme->panel;
        color = color_mix(theme->panel, theme->ink_soft, 0.5);
    }
    int side = canvas_units(canvas, sign.size);
    canvas_card(canvas, box, &card);
    canvas_icon(canvas, sign.icon, box_centre(box, side, side), color);
    if (state.ring)
        ui_focus_ring(ui, box, sign.radius);
    return state;
}

bool ui_stepper(struct ui *ui, const char *id, const char *label, struct box box, int *value,
                const struct ui_range *range)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    char less[UI_ID_BYTES], more[UI_ID_BYTES], told[64];
    snprintf(less, sizeof less, "%s less", id);
    snprintf(more, sizeof more, "%s more", id);
    snprintf(told, sizeof told, "%d%s", *value, range->unit);
    const char *shown = *value == 0 && range->zero ? range->zero : told;
    int side = canvas_units(canvas, 32);
    struct box rest = box;
    struct box plus = box_centre(box_cut_right(&rest, side), side, side);
    int zero = range->zero ? canvas_text_width(canvas, STYLE_STRONG, range->zero) : 0;
    int least = canvas_units(canvas, range->unit[0] ? 76 : 48);
    struct box number =
        box_cut_right(&rest, zero + side / 4 > least ? zero + side / 4 : least); /* at any value */
    struct box minus = box_centre(box_cut_right(&rest, side), side, side);
    canvas_text(canvas, STYLE_BODY, theme->ink, label, rest, ALIGN_LEFT);
    int old = *value;
    struct ui_sign take = {ICON_LESS, 32, 16, .idle = *value <= range->minimum};
    if (ui_sign_button(ui, less, "less", minus, take).clicked)
        *value -= range->step;
    struct box middle = box_centre(number, number.w - canvas_units(canvas, 8), side);
    struct ui_state state = ui_target(ui, id, middle, told);
    if (shown != told)
        ui_tell_label(ui, shown, middle);
    if (state.clicked)
        *value = *value >= range->maximum ? range->minimum : *value + range->step;
    struct ui_sign add = {ICON_MORE, 32, 16, .idle = *value >= range->maximum};
    if (ui_sign_button(ui, more, "more", plus, add).clicked)
        *value += range->step;
    *value = *value < range->minimum ? range->minimum : *value;
    *value = *value > range->maximum ? range->maximum : *value;
    canvas_text(canvas, STYLE_STRONG, state.hovered ? theme->action : theme->ink, shown, number,
                ALIGN_CENTRE);
    if (state.ring)
        ui_focus_ring(ui, middle, 6);
    return *value != old;
}
