/* One switch of the page of all rules: its name, its values as chips (or a number with - and +),
 * below them a sentence on what the present value does, or what the one pointed at would do. What
 * differs from the chosen card has a mark and a link that takes it back; what has no effect is
 * pale; what has no meaning says why.
 *
 * A row is as high as its longest sentence, so that nothing jumps when a value is chosen.
 */
#include "screens/setup/inside.h"

#include <stdio.h>
#include <string.h>

static const int TITLE_LINE = 40, ROW_PAD = 8, LINK_ROOM = 100, CHIP_GAP = 6;
static const char WITHOUT_EFFECT[] = "No effect on this track with these rules.";

static int words_height(struct canvas *canvas, const struct setup_row *row, int width)
{
    const struct rule_field *field = row->field;
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, field->sentence, width);
    const char *other = row->problem ? row->problem : WITHOUT_EFFECT;
    int needed = canvas_paragraph_height(canvas, STYLE_SMALL, other, width);
    height = needed > height ? needed : height;
    for (int i = 0; i < field->choice_count; i++) {
        needed = canvas_paragraph_height(canvas, STYLE_SMALL, field->choices[i].sentence, width);
        height = needed > height ? needed : height;
    }
    return height;
}

/* The name stands for the value: a click takes the next one. */
static bool build_title(struct ui *ui, const struct setup_row *row, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct rule_field *field = row->field;
    bool changed = *row->value != row->usual;
    struct paper_color color = row->problem ? theme->warning : changed ? theme->action : theme->ink;
    struct ui_state state = {0};
    int width = canvas_text_width(canvas, STYLE_STRONG, field->title) + 1;
    box.w = width < box.w ? width : box.w;
    if (field->choices) {
        char id[80];
        snprintf(id, sizeof id, "choice %s", field->name);
        state = ui_target(ui, id, box, field->choices[*row->value].name);
    }
    canvas_text(canvas, STYLE_STRONG, state.hovered ? theme->action : color, field->title, box,
                ALIGN_LEFT);
    if (state.ring)
        ui_focus_ring(ui, box, 4);
    if (state.clicked)
        *row->value = (*row->value + 1) % field->choice_count;
    return state.hovered || state.ring;
}

struct chips {
    const struct setup_row *row;
    int pointed; /* the value that is pointed at, or -1 */
    int width;   /* of the last line */
};

static void build_chips(struct layout *column, void *data)
{
    struct chips *chips = data;
    const struct rule_field *field = chips->row->field;
    struct flow flow = flow_begin(column, CHIP_GAP);
    for (int i = 0; i < field->choice_count; i++) {
        const struct rule_choice *choice = &field->choices[i];
        char id[96];
        snprintf(id, sizeof id, "choice %s %s", field->name, choice->name);
        struct ui_state state =
            flow_chip(&flow, id, choice->title, choice->sentence, *chips->row->value == i);
        if (state.clicked)
            *chips->row->value = i;
        if (state.hovered || state.ring)
            chips->pointed = i;
    }
    chips->width = flow.x - flow.gap - flow.area.x;
    flow_end(&flow, column);
}

static void build_number(struct ui *ui, const struct setup_row *row, struct box box)
{
    const struct rule_field *field = row->field;
    /* A large number is found by large steps. */
    int step = field->maximum > 9999 ? 10 : 1;
    struct ui_range range = {field->minimum, field->maximum, step, "", field->zero};
    char id[80];
    snprintf(id, sizeof id, "choice %s", field->name);
    ui_stepper(ui, id, "", box, row->value, &range);
}

static void build_link(struct ui *ui, const struct setup_row *row, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char id[80], number[12], label[80];
    const char *value = fields_print(row->field, row->usual, number);
    snprintf(label, sizeof label, "back to %s",
             row->field->choices ? row->field->choices[row->usual].title : value);
    if (canvas_text_width(canvas, STYLE_SMALL, label) > box.w)
        snprintf(label, sizeof label, "take back");
    int width = canvas_text_width(canvas, STYLE_SMALL, label) + 1;
    box = box_cut_right(&box, width);
    snprintf(id, sizeof id, "button reset %s", row->field->name);
    struct ui_state state = ui_target(ui, id, box, value);
    canvas_text(canvas, STYLE_SMALL, theme->action, label, box, ALIGN_RIGHT);
    if (state.hovered)
        canvas_fill(canvas,
                    box_make(box.x, box.y + box.h - canvas_units(canvas, 2), box.w,
                             canvas_units(canvas, 1)),
                    theme->action);
    if (state.ring)
        ui_focus_ring(ui, box, 3);
    if (state.clicked)
        *row->value = row->usual;
}

static void draw_words(struct canvas *canvas, const struct setup_row *row, bool on_title,
                       int pointed, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct rule_field *field = row->field;
    const char *words = field->sentence;
    if (row->problem)
        words = row->problem;
    else if (pointed >= 0)
        words = field->choices[pointed].sentence;
    else if (row->pale)
        words = WITHOUT_EFFECT;
    else if (field->choices && !on_title)
        words = field->choices[*row->value].sentence;
    canvas_paragraph(canvas, STYLE_SMALL, row->problem ? theme->warning : theme->ink_soft, words,
                     box, ALIGN_LEFT);
}

static void draw_mark(struct canvas *canvas, struct box row, struct paper_color color)
{
    struct card card = {.fill = color, .edge = color, .radius = 2};
    int out = canvas_units(canvas, 11), pad = canvas_units(canvas, ROW_PAD);
    canvas_card(canvas,
                box_make(row.x - out, row.y + pad, canvas_units(canvas, 4), row.h - 2 * pad),
                &card);
}

/* The title with the number or, if there is room, the chips beside it. True if the title is pointed
 * at; the chips that are pointed at are told. */
static bool build_head(struct layout *column, const struct setup_row *row, struct chips *chips)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct layout line = layout_row(column, TITLE_LINE, 0);
    int title = canvas_text_width(canvas, STYLE_STRONG, row->field->title);
    layout_measure(ui, LAYOUT_ENDLESS, build_chips, chips);
    bool beside = title + canvas_units(canvas, 16) + chips->width <= line.rest.w;
    struct layout control = {ui, {0}, 0};
    if (!row->field->choices)
        control.rest = layout_take(&line, AT_RIGHT, 112);
    else if (beside)
        control.rest = layout_cut(&line, AT_RIGHT, chips->width);
    bool on_title =
        build_title(ui, row, box_centre(line.rest, line.rest.w, canvas_units(canvas, 30)));
    if (!row->field->choices) {
        build_number(ui, row, control.rest);
    } else if (beside) {
        layout_skip(&control, AT_TOP, 4);
        build_chips(&control, chips);
    } else {
        build_chips(column, chips);
        layout_skip(column, AT_TOP, CHIP_GAP);
    }
    return on_title;
}

void setup_row_build(struct layout *column, const struct setup_row *row)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool changed = *row->value != row->usual;
    struct chips chips = {row, -1, 0};
    struct box all = column->rest;
    layout_skip(column, AT_TOP, ROW_PAD);
    bool on_title = build_head(column, row, &chips);
    struct layout words = {ui, column->rest, 0};
    struct box link = layout_take(&words, AT_RIGHT, LINK_ROOM);
    words.rest.h = words_height(canvas, row, words.rest.w);
    layout_cut(column, AT_TOP, words.rest.h);
    draw_words(canvas, row, on_title, chips.pointed, words.rest);
    layout_skip(column, AT_TOP, ROW_PAD);
    all.h = column->rest.y - all.y;
    if (changed || row->problem)
        draw_mark(canvas, all, row->problem ? theme->warning : theme->action);
    if (row->pale)
        canvas_fill(canvas, box_inset(all, 0, 1), color_fade(theme->card, 0.55));
    link.h = canvas_line_height(canvas, STYLE_SMALL);
    if (changed)
        build_link(ui, row, link);
}
