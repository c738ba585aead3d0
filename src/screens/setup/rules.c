/* The page of all rules: a card for each group of the table, and what is agreed beside the rules:
 * whether undo and hints are allowed, and the seed.
 */
#include "screens/setup/inside.h"

#include "rules/game.h"

#include <stdio.h>
#include <string.h>

static const int CARD_SIDE = 18, GROUP_HEAD = 42, GROUP_GAP = 10;

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

struct page {
    struct setup_state *state;
    const char *groups[GROUP_LIMIT]; /* in the order of the table */
    int group_count;
    bool pale[RULES_FIELD_LIMIT];
    int undo, hints; /* indices into their choices */
};

static bool has_group(const struct page *page, const char *name)
{
    for (int i = 0; i < page->group_count; i++)
        if (strcmp(page->groups[i], name) == 0)
            return true;
    return false;
}

static struct page make_page(struct setup_state *state)
{
    struct page page = {.state = state, .undo = !state->allow.undo, .hints = !state->allow.hints};
    const struct game *game = state->setup.game;
    struct setup setup = state->setup;
    setup.course = graph_paper_course(setup_track(state));
    for (int i = 0; i < game->table->field_count; i++) {
        const char *group = game->table->fields[i].group;
        if (!has_group(&page, group) && page.group_count < GROUP_LIMIT - 1)
            page.groups[page.group_count++] = group;
        page.pale[i] = game->field_matters && !game->field_matters(&setup, i);
    }
    page.groups[page.group_count++] = TABLE_GROUP;
    return page;
}

/* --- rows ------------------------------------------------------------------------------------ */

static struct setup_row row_of(const struct page *page, int field)
{
    struct setup_state *state = page->state;
    bool blamed = state->problem.text[0] && state->problem.field == field;
    return (struct setup_row){
        .field = &state->setup.game->table->fields[field],
        .value = &state->setup.values[field],
        .usual = state->usual[field],
        .pale = page->pale[field] && !blamed,
        .problem = blamed ? state->problem.text : NULL,
    };
}

/* The rows of a group; the switches of the table are at the room's end. */
static int list_rows(struct page *page, const char *group, struct setup_row rows[])
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

static int seed_height(struct canvas *canvas, int width)
{
    return canvas_units(canvas, 40 + 16) +
           canvas_paragraph_height(canvas, STYLE_SMALL, SEED_WORDS, width);
}

static void build_seed(struct ui *ui, struct setup_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    box_cut_top(&box, canvas_units(canvas, 8));
    struct box line = box_cut_top(&box, canvas_units(canvas, 40));
    struct box field = box_cut_right(&line, canvas_units(canvas, 190));
    field = box_centre(field, field.w, canvas_units(canvas, 34));
    canvas_text(canvas, STYLE_STRONG, theme->ink, "Seed", line, ALIGN_LEFT);
    ui_text_field(ui, "choice seed", state->seed, SEED_BYTES, field);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, SEED_WORDS, box, ALIGN_LEFT);
}

/* --- groups ---------------------------------------------------------------------------------- */

static int group_height(struct canvas *canvas, struct page *page, int group, int width)
{
    struct setup_row rows[RULES_FIELD_LIMIT];
    int count = list_rows(page, page->groups[group], rows);
    int inside = width - 2 * canvas_units(canvas, CARD_SIDE), height = 0;
    for (int i = 0; i < count; i++)
        height += setup_row_height(canvas, &rows[i], inside);
    if (page->groups[group] == TABLE_GROUP)
        height += seed_height(canvas, inside);
    return height + canvas_units(canvas, GROUP_HEAD + GROUP_GAP);
}

static void draw_rule(struct canvas *canvas, struct box box)
{
    canvas_fill(canvas, box_make(box.x, box.y, box.w, canvas_units(canvas, 1)),
                color_mix(canvas_theme(canvas)->card, canvas_theme(canvas)->panel_edge, 0.6));
}

static void build_group(struct ui *ui, struct page *page, int group, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct setup_row rows[RULES_FIELD_LIMIT];
    int count = list_rows(page, page->groups[group], rows);
    setup_heading(canvas, page->groups[group], box_cut_top(&box, canvas_units(canvas, GROUP_HEAD)));
    box_cut_bottom(&box, canvas_units(canvas, GROUP_GAP));
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, CARD_SIDE), 0);
    for (int i = 0; i < count; i++) {
        struct box row = box_cut_top(&inside, setup_row_height(canvas, &rows[i], inside.w));
        setup_row_build(ui, &rows[i], row);
        if (i > 0)
            draw_rule(canvas, row);
    }
    if (page->groups[group] == TABLE_GROUP) {
        draw_rule(canvas, inside);
        build_seed(ui, page->state, inside);
    }
}

/* --- the page -------------------------------------------------------------------------------- */

static void take_all_back(struct setup_state *state)
{
    memcpy(state->setup.values, state->usual, sizeof state->usual);
}

/* What the rules are measured against, and what can be done with the changes. */
static void build_summary(struct ui *ui, struct setup_state *state, struct box line)
{
    struct canvas *canvas = ui_canvas(ui);
    char changes[40], text[HOUSE_RULES_NAME_BYTES + 60];
    setup_describe_changes(state, changes, sizeof changes);
    snprintf(text, sizeof text, changes[0] ? "%s, %s" : "%s", setup_card_title(state), changes);
    const struct {
        const char *id, *label;
    } links[] = {{"button save-house-rules", "Save as house rules"},
                 {"button reset-all", "Take all back"}};
    for (int i = 0; i < (changes[0] ? 2 : 1); i++) {
        int width = canvas_text_width(canvas, STYLE_BODY, links[i].label);
        struct box box = box_cut_right(&line, width + canvas_units(canvas, 8));
        box = box_centre(box, box.w, canvas_units(canvas, 30));
        box_cut_right(&line, canvas_units(canvas, 18));
        if (!ui_button(ui, links[i].id, links[i].label, box, LOOK_LINK))
            continue;
        if (i == 0)
            setup_house_ask_name(state, ui);
        else
            take_all_back(state);
    }
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, text, line, ALIGN_LEFT);
}

/* Groups go into the left column until half of the page is there. */
static int build_groups(struct ui *ui, struct page *page, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 28);
    int columns = area.w >= canvas_units(canvas, 900) ? 2 : 1;
    int heights[GROUP_LIMIT], total = 0, at = 0, y = area.y, bottom = area.y;
    int width = (area.w - (columns - 1) * gap) / columns;
    for (int i = 0; i < page->group_count; i++)
        total += heights[i] = group_height(canvas, page, i, width);
    for (int i = 0; i < page->group_count; i++) {
        bool over_half = 2 * (y - area.y) + heights[i] > total;
        if (columns == 2 && at == 0 && over_half) {
            at = 1;
            y = area.y;
        }
        build_group(ui, page, i, box_make(area.x + at * (width + gap), y, width, heights[i]));
        y += heights[i];
        bottom = y > bottom ? y : bottom;
    }
    return bottom;
}

void setup_rules_build(struct ui *ui, struct setup_state *state, struct box page_box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct page page = make_page(state);
    int game = state->setup.game->table->contest_field, before = state->setup.values[game];
    build_summary(ui, state, box_cut_top(&page_box, canvas_units(canvas, 34)));
    struct box area = box_inset(page_box, -canvas_units(canvas, 14), 0);
    int y = ui_scroll_begin(ui, "all rules", area, &state->rule_scroll);
    int bottom = build_groups(ui, &page, box_make(page_box.x, y, page_box.w, 100000));
    ui_scroll_end(ui, bottom + canvas_units(canvas, 6));
    state->allow.undo = page.undo == 0;
    state->allow.hints = page.hints == 0;
    if (state->setup.values[game] != before)
        setup_tracks_sort_out(state);
}
