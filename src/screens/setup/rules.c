/* The page of all rules: a card for each group of the table, and what is agreed beside the rules:
 * whether undo and hints are allowed, and the seed.
 *
 * A switch is its name, its values as chips (or a number with - and +), below them a sentence on
 * what the present value does, or what the one pointed at would do. What differs from the chosen
 * card has a mark and a link that takes it back; what has no effect is pale; what has no meaning
 * says why. A row is as high as its longest sentence, so that nothing jumps when a value is chosen.
 */
#include "screens/setup/inside.h"

#include "rules/game.h"

#include <stdio.h>
#include <string.h>

/* --- one switch ------------------------------------------------------------------------------ */

struct setup_row {
    const struct rule_field *field;
    int *value;
    int usual;
    const char *zero;    /* what 0 of a number is shown as; NULL: 0 */
    bool pale;           /* no effect with the other rules as they are */
    const char *problem; /* what is wrong with it, or NULL */
};

static const int TITLE_LINE = 40, ROW_PAD = 8, LINK_ROOM = 100, CHIP_GAP = 6;
static const char WITHOUT_EFFECT[] = "No effect on this track with these rules.";

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
        state = ui_target(ui, ui_words("choice %s", field->name), box,
                          field->choices[*row->value].name);
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
        const char *id = ui_words("choice %s %s", field->name, choice->name);
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

static void build_link(struct ui *ui, const struct setup_row *row, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char number[12], label[80];
    const char *value = fields_print(row->field, row->usual, number);
    snprintf(label, sizeof label, "back to %s",
             row->field->choices ? row->field->choices[row->usual].title : value);
    if (canvas_text_width(canvas, STYLE_SMALL, label) > box.w)
        snprintf(label, sizeof label, "take back");
    int width = canvas_text_width(canvas, STYLE_SMALL, label) + 1;
    box = box_cut_right(&box, width);
    struct ui_state state =
        ui_target(ui, ui_words("button reset %s", row->field->name), box, value);
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
        control.rest = layout_take(&line, AT_RIGHT, 132);
    else if (beside)
        control.rest = layout_cut(&line, AT_RIGHT, chips->width);
    bool on_title =
        build_title(ui, row, box_centre(line.rest, line.rest.w, canvas_units(canvas, 30)));
    if (!row->field->choices) {
        const struct rule_field *field = row->field;
        /* A large number is found by large steps. */
        int step = field->maximum > 9999 ? 10 : 1;
        struct ui_range range = {field->minimum, field->maximum, step, "", row->zero};
        ui_stepper(ui, ui_words("choice %s", field->name), "", control.rest, row->value, &range);
    } else if (beside) {
        layout_skip(&control, AT_TOP, 4);
        build_chips(&control, chips);
    } else {
        build_chips(column, chips);
        layout_skip(column, AT_TOP, CHIP_GAP);
    }
    return on_title;
}

static void build_row(struct layout *column, const struct setup_row *row)
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
    int width = words.rest.w;
    const struct rule_field *field = row->field;
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, field->sentence, width);
    const char *other = row->problem ? row->problem : WITHOUT_EFFECT;
    int needed = canvas_paragraph_height(canvas, STYLE_SMALL, other, width);
    height = needed > height ? needed : height;
    for (int i = 0; i < field->choice_count; i++) {
        needed = canvas_paragraph_height(canvas, STYLE_SMALL, field->choices[i].sentence, width);
        height = needed > height ? needed : height;
    }
    words.rest.h = height;
    layout_cut(column, AT_TOP, words.rest.h);
    draw_words(canvas, row, on_title, chips.pointed, words.rest);
    layout_skip(column, AT_TOP, ROW_PAD);
    all.h = column->rest.y - all.y;
    if (changed || row->problem) {
        struct paper_color color = row->problem ? theme->warning : theme->action;
        struct card card = {.fill = color, .edge = color, .radius = 2};
        int out = canvas_units(canvas, 11), pad = canvas_units(canvas, ROW_PAD);
        canvas_card(canvas,
                    box_make(all.x - out, all.y + pad, canvas_units(canvas, 4), all.h - 2 * pad),
                    &card);
    }
    if (row->pale)
        canvas_fill(canvas, box_inset(all, 0, 1), color_fade(theme->card, 0.55));
    link.h = canvas_line_height(canvas, STYLE_SMALL);
    if (changed)
        build_link(ui, row, link);
}

/* --- what there is to set --------------------------------------------------------------------- */

static const int CARD_SIDE = 18, GROUP_HEAD = 42, GROUP_GAP = 10, COLUMN_LEAST = 430,
                 COLUMN_GAP = 28;
enum { COLUMN_LIMIT = 4 };

/* What no family decides, in the same words and rows as the rules. */
static const struct rule_choice undo_choices[] = {
    {.name = "on", .title = "Allowed", .sentence = "A move can be taken back with Ctrl+Z."},
    {.name = "off", .title = "Not allowed", .sentence = "What is drawn is drawn."},
};
static const struct rule_choice hint_choices[] = {
    {.name = "on",
     .title = "Allowed",
     .sentence = "With H the sheet shows what each point leads to, and the best line."},
    {.name = "off", .title = "Not allowed", .sentence = "Everybody looks ahead without help."},
};
static const char TABLE_GROUP[] = "At the table";
static const struct rule_field undo_field = {
    .name = "undo",
    .group = TABLE_GROUP,
    .title = "Undo",
    .sentence = "Whether a move can be taken back.",
    .choices = undo_choices,
    .choice_count = 2,
};
static const struct rule_field hints_field = {
    .name = "hints",
    .group = TABLE_GROUP,
    .title = "Hints",
    .sentence = "Whether the sheet may tell what a move leads to.",
    .choices = hint_choices,
    .choice_count = 2,
};

enum { GROUP_LIMIT = 16 };

struct setup_page {
    struct setup_state *state;
    const char *groups[GROUP_LIMIT]; /* in the order of the table */
    int group_count;
    bool pale[RULES_FIELD_LIMIT];
    char zeros[RULES_FIELD_LIMIT][FIELD_ZERO_BYTES];
    const char *zero[RULES_FIELD_LIMIT];
    int undo, hints; /* indices into their choices */
};

static bool has_group(const struct setup_page *page, const char *name)
{
    for (int i = 0; i < page->group_count; i++)
        if (strcmp(page->groups[i], name) == 0)
            return true;
    return false;
}

static void fill_page(struct setup_page *page, struct setup_state *state)
{
    const struct game *game = state->setup.game;
    struct setup setup = state->setup;
    setup.course = setup_course(state);
    *page = (struct setup_page){
        .state = state, .undo = !state->allow.undo, .hints = !state->allow.hints};
    for (int i = 0; i < game->table->field_count; i++) {
        const char *group = game->table->fields[i].group;
        if (!has_group(page, group) && page->group_count < GROUP_LIMIT - 1)
            page->groups[page->group_count++] = group;
        page->pale[i] = !setup_field_matters(&setup, i);
        page->zero[i] = setup_print_zero(&setup, i, page->zeros[i]);
    }
    page->groups[page->group_count++] = TABLE_GROUP;
}

/* --- rows ------------------------------------------------------------------------------------ */

static struct setup_row row_of(const struct setup_page *page, int field)
{
    struct setup_state *state = page->state;
    bool blamed = state->problem.text[0] && state->problem.field == field;
    return (struct setup_row){
        .field = &state->setup.game->table->fields[field],
        .value = &state->setup.values[field],
        .usual = state->usual[field],
        .zero = page->zero[field],
        .pale = page->pale[field] && !blamed,
        .problem = blamed ? state->problem.text : NULL,
    };
}

/* The rows of a group; the switches of the table are at the room's end. */
static int list_rows(struct setup_page *page, const char *group, struct setup_row rows[])
{
    const struct rule_table *table = page->state->setup.game->table;
    int count = 0;
    for (int i = 0; i < table->field_count; i++)
        if (strcmp(table->fields[i].group, group) == 0)
            rows[count++] = row_of(page, i);
    if (group == TABLE_GROUP) {
        rows[count++] = (struct setup_row){.field = &undo_field, .value = &page->undo};
        rows[count++] = (struct setup_row){.field = &hints_field, .value = &page->hints};
    }
    return count;
}

static const char SEED_WORDS[] =
    "The same seed and the same moves give the same race. Empty: it is drawn, as in a series.";

static void build_seed(struct layout *column, struct setup_state *state)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    layout_skip(column, AT_TOP, 8);
    struct layout line = layout_row(column, 40, 12);
    struct box field = layout_take(&line, AT_RIGHT, 190);
    field = box_centre(field, field.w, canvas_units(canvas, 34));
    layout_text(&line, AT_LEFT, STYLE_STRONG, theme->ink, "Seed");
    ui_text_field(column->ui, "choice seed", state->seed, SEED_BYTES, field);
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft, SEED_WORDS);
    layout_skip(column, AT_TOP, 8);
}

/* --- groups ---------------------------------------------------------------------------------- */

struct group {
    struct setup_page *page;
    const char *name;
};

static void draw_rule(struct canvas *canvas, struct box box)
{
    canvas_fill(canvas, box_make(box.x, box.y, box.w, canvas_units(canvas, 1)),
                color_mix(canvas_theme(canvas)->card, canvas_theme(canvas)->panel_edge, 0.6));
}

/* What stands in the card of a group; as a builder, to be measured. */
static void build_rows(struct layout *column, void *data)
{
    const struct group *group = data;
    struct canvas *canvas = ui_canvas(column->ui);
    struct setup_row rows[RULES_FIELD_LIMIT];
    int count = list_rows(group->page, group->name, rows);
    for (int i = 0; i < count; i++) {
        struct box row = column->rest;
        build_row(column, &rows[i]);
        if (i > 0)
            draw_rule(canvas, row);
    }
    if (group->name == TABLE_GROUP) {
        draw_rule(canvas, column->rest);
        build_seed(column, group->page->state);
    }
}

static void build_group(struct layout *column, void *data)
{
    struct group *group = data;
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_text(canvas, STYLE_HEADING, theme->ink, group->name,
                layout_take(column, AT_TOP, GROUP_HEAD), ALIGN_LEFT);
    int side = canvas_units(canvas, CARD_SIDE);
    int height = layout_measure(ui, column->rest.w - 2 * side, build_rows, group);
    struct box box = layout_cut(column, AT_TOP, height);
    canvas_plain_card(canvas, box);
    struct layout inside = {ui, box_inset(box, side, 0), 0};
    build_rows(&inside, group);
    layout_skip(column, AT_TOP, GROUP_GAP);
}

/* --- the page -------------------------------------------------------------------------------- */

/* What the rules are measured against, and what can be done with the changes. */
static void build_summary(struct layout line, struct setup_state *state)
{
    struct ui *ui = line.ui;
    char changes[40], text[HOUSE_RULES_NAME_BYTES + 60];
    setup_describe_changes(state, changes, sizeof changes);
    snprintf(text, sizeof text, changes[0] ? "%s, %s" : "%s", setup_card_title(state), changes);
    if (layout_button(&line, AT_RIGHT, "button save-house-rules", "Save as house rules", LOOK_LINK))
        setup_house_ask_name(state, ui);
    if (changes[0] &&
        layout_button(&line, AT_RIGHT, "button reset-all", "Take all back", LOOK_LINK))
        memcpy(state->setup.values, state->usual, sizeof state->usual);
    canvas_text(ui_canvas(ui), STYLE_BODY, canvas_theme(ui_canvas(ui))->ink_soft, text, line.rest,
                ALIGN_LEFT);
}

/* Groups go into the first column until its part of the page is there, then into the next. */
static int build_groups(struct ui *ui, struct setup_page *page, struct box area)
{
    struct layout room = {ui, area, 0};
    struct grid grid = grid_in(&room, COLUMN_LEAST, COLUMN_GAP, COLUMN_LIMIT);
    int heights[GROUP_LIMIT], total = 0, done = 0, bottom = area.y;
    for (int i = 0; i < page->group_count; i++) {
        struct group group = {page, page->groups[i]};
        heights[i] = layout_measure(ui, grid_width(&grid), build_group, &group);
        total += heights[i];
    }
    struct layout column = {0};
    for (int i = 0, at = -1; i < page->group_count; done += heights[i++]) {
        struct group group = {page, page->groups[i]};
        int part = (int)((2LL * done + heights[i]) * grid.columns / (2LL * total + 1));
        if (part > at) {
            struct box cell = grid_cell(&grid, ++at);
            column = layout_column(ui, cell.x, area.y, cell.w, 0);
        }
        build_group(&column, &group);
        bottom = column.rest.y > bottom ? column.rest.y : bottom;
    }
    return bottom;
}

void setup_rules_build(struct layout page_layout, struct setup_state *state)
{
    struct ui *ui = page_layout.ui;
    struct canvas *canvas = ui_canvas(ui);
    struct setup_page page;
    fill_page(&page, state);
    const struct rule_table *table = state->setup.game->table;
    int before = fields_contest(table, state->setup.values);
    ui_group_begin(ui);
    build_summary(layout_row(&page_layout, 34, 10), state);
    ui_group_end(ui);
    struct box area = box_inset(page_layout.rest, -canvas_units(canvas, 14), 0);
    int y = ui_scroll_begin(ui, "all rules", area, &state->rule_scroll);
    struct box rest = {page_layout.rest.x, y, page_layout.rest.w, LAYOUT_ENDLESS};
    ui_group_begin(ui);
    ui_scroll_end(ui, build_groups(ui, &page, rest) + canvas_units(canvas, 6));
    ui_group_end(ui);
    state->allow.undo = page.undo == 0;
    state->allow.hints = page.hints == 0;
    if (fields_contest(table, state->setup.values) != before)
        setup_tracks_sort_out(state);
}
