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

static const int TITLE_LINE = 40, ROW_PAD = 8, LINK_ROOM = 92;
static const char WITHOUT_EFFECT[] = "No effect on this track with these rules.";

/* Where things are in a row of a width; heights in device pixels. */
struct layout {
    bool beside; /* the chips are right of the title */
    int chips;   /* height of the chips below the title, 0 if they are beside */
    int words;
    int words_width;
    int height;
};

static int chips_width(struct canvas *canvas, const struct rule_field *field)
{
    int width = -canvas_units(canvas, CHIP_GAP);
    for (int i = 0; i < field->choice_count; i++)
        width += setup_chip_width(canvas, field->choices[i].title) + canvas_units(canvas, CHIP_GAP);
    return width;
}

/* The box of the next chip; a line that is full goes on below. */
static struct box next_chip(struct canvas *canvas, struct box area, struct box before, int width)
{
    int gap = canvas_units(canvas, CHIP_GAP), height = canvas_units(canvas, CHIP_HEIGHT);
    struct box box = {area.x, area.y, width < area.w ? width : area.w, height};
    if (before.w == 0)
        return box;
    box.x = before.x + before.w + gap;
    box.y = before.y;
    if (box.x + box.w > area.x + area.w) {
        box.x = area.x;
        box.y += height + gap;
    }
    return box;
}

static int wrapped_height(struct canvas *canvas, const struct rule_field *field, int width)
{
    struct box area = {0, 0, width, 0}, chip = {0, 0, 0, 0};
    for (int i = 0; i < field->choice_count; i++)
        chip = next_chip(canvas, area, chip, setup_chip_width(canvas, field->choices[i].title));
    return chip.y + chip.h;
}

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

static struct layout lay_out(struct canvas *canvas, const struct setup_row *row, int width)
{
    const struct rule_field *field = row->field;
    struct layout layout = {.beside = true};
    int title = canvas_text_width(canvas, STYLE_STRONG, field->title) + canvas_units(canvas, 16);
    layout.beside = !field->choices || title + chips_width(canvas, field) <= width;
    layout.chips =
        layout.beside ? 0 : wrapped_height(canvas, field, width) + canvas_units(canvas, CHIP_GAP);
    layout.words_width = width - canvas_units(canvas, LINK_ROOM);
    layout.words = words_height(canvas, row, layout.words_width);
    layout.height = canvas_units(canvas, TITLE_LINE + 2 * ROW_PAD) + layout.chips + layout.words;
    return layout;
}

int setup_row_height(struct canvas *canvas, const struct setup_row *row, int width)
{
    return lay_out(canvas, row, width).height;
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

/* Returns the value that is pointed at, or -1. */
static int build_chips(struct ui *ui, const struct setup_row *row, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct rule_field *field = row->field;
    struct box box = {0, 0, 0, 0};
    int pointed = -1;
    for (int i = 0; i < field->choice_count; i++) {
        const struct rule_choice *choice = &field->choices[i];
        char id[96];
        snprintf(id, sizeof id, "choice %s %s", field->name, choice->name);
        box = next_chip(canvas, area, box, setup_chip_width(canvas, choice->title));
        struct setup_chip chip = {id, choice->title, choice->sentence, *row->value == i};
        struct ui_state state = setup_chip(ui, &chip, box);
        if (state.clicked)
            *row->value = i;
        if (state.hovered || state.ring)
            pointed = i;
    }
    return pointed;
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

void setup_row_build(struct ui *ui, const struct setup_row *row, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout layout = lay_out(canvas, row, box.w);
    const struct rule_field *field = row->field;
    bool changed = *row->value != row->usual;
    if (changed || row->problem)
        draw_mark(canvas, box, row->problem ? theme->warning : theme->action);
    struct box rest = box;
    box_cut_top(&rest, canvas_units(canvas, ROW_PAD));
    struct box line = box_cut_top(&rest, canvas_units(canvas, TITLE_LINE));
    struct box control;
    if (!field->choices) {
        control = box_cut_right(&line, canvas_units(canvas, 112));
    } else if (layout.beside) {
        control = box_cut_right(&line, chips_width(canvas, field));
        control = box_centre(control, control.w, canvas_units(canvas, CHIP_HEIGHT));
    } else {
        control = box_cut_top(&rest, layout.chips);
    }
    bool on_title = build_title(ui, row, box_centre(line, line.w, canvas_units(canvas, 30)));
    int pointed = -1;
    if (field->choices)
        pointed = build_chips(ui, row, control);
    else
        build_number(ui, row, control);
    struct box words = box_cut_left(&rest, layout.words_width);
    draw_words(canvas, row, on_title, pointed, words);
    box_cut_left(&rest, canvas_units(canvas, 8));
    if (row->pale)
        canvas_fill(canvas, box_inset(box, 0, 1), color_fade(theme->card, 0.55));
    if (changed)
        build_link(ui, row, box_cut_top(&rest, canvas_line_height(canvas, STYLE_SMALL)));
}
