/* The rules in short, for people with a pencil: what a move is, and then the rules in force, in the
 * words that the table of fields has for them. Set in columns of equal height, each item whole.
 */
#include "paper/print_inside.h"

#include "base/memory.h"
#include "paper/lettering.h"
#include "rules/graph_paper/graph_paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For type of full size; it is set smaller if that saves a page. */
static const double SIZE = 3.9, LINE = 5.3, HEADING = 4.6, HEADING_ROW = 7, HEADING_GAP = 2.4,
                    GAP = 1.6;
static const double SCALES[] = {1, 0.93, 0.86};
static const double COLUMN_GAP = 8, COLUMN_LEAST = 80, FIGURE_HEIGHT = 36;
enum { ITEM_LIMIT = 160 };

enum item_kind { ITEM_HEADING, ITEM_RULE, ITEM_FIGURE };

struct item {
    enum item_kind kind;
    int pen;    /* a mark in front, 0: none */
    char *lead; /* bold */
    char *text;
};

struct items {
    struct item list[ITEM_LIMIT];
    double heights[ITEM_LIMIT]; /* at the scale that was measured last */
    int count;
};

/* --- what there is to say --------------------------------------------------------------------- */

static void add(struct items *items, enum item_kind kind, const char *lead, const char *text)
{
    if (items->count == ITEM_LIMIT)
        return;
    items->list[items->count++] =
        (struct item){kind, 0, memory_copy_string(lead), memory_copy_string(text)};
}

static void free_items(struct items *items)
{
    for (int i = 0; i < items->count; i++) {
        free(items->list[i].lead);
        free(items->list[i].text);
    }
    free(items);
}

/* Fields whose title and value say it all. */
static bool speaks_for_itself(int field)
{
    static const int fields[] = {FIELD_WALL_MISSED_TURNS,
                                 FIELD_MOVER_MISSED_TURNS,
                                 FIELD_STRUCK_MISSED_TURNS,
                                 FIELD_SLICK_MISSED_TURNS,
                                 FIELD_LAPS,
                                 FIELD_ROUNDS};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i] == field)
            return true;
    return false;
}

/* What nobody can use up or run into in this race is not worth a line on paper. */
static bool is_worth_a_line(const struct setup *setup, int field)
{
    const struct rule_field *entry = &setup->game->table->fields[field];
    int value = setup->values[field];
    if (!setup->game->field_matters(setup, field) || field == FIELD_CONTEST)
        return false;
    if (field == FIELD_ROUND_LIMIT)
        return value != entry->defaults[setup->preset];
    return entry->choices || value > 0;
}

static void add_field(struct items *items, const struct setup *setup, int field)
{
    const struct rule_field *entry = &setup->game->table->fields[field];
    int value = setup->values[field];
    struct text lead = {0};
    if (entry->choices) {
        if (strcmp(entry->title, entry->group) != 0)
            text_append_format(&lead, "%s.", entry->title);
        add(items, ITEM_RULE, text_string(&lead), entry->choices[value].sentence);
    } else {
        text_append_format(&lead, "%s: %d.", entry->title, value);
        add(items, ITEM_RULE, text_string(&lead), speaks_for_itself(field) ? "" : entry->sentence);
    }
    text_free(&lead);
}

/* All fields that stand in the group of this one. */
static void add_group(struct items *items, const struct setup *setup, int field)
{
    const struct rule_table *table = setup->game->table;
    const char *group = table->fields[field].group;
    bool named = false;
    for (int i = 0; i < table->field_count; i++) {
        if (strcmp(table->fields[i].group, group) != 0 || !is_worth_a_line(setup, i))
            continue;
        if (!named)
            add(items, ITEM_HEADING, group, "");
        named = true;
        add_field(items, setup, i);
    }
}

/* What a move is; no field says it. */
static void add_moving(struct items *items, const struct setup *setup, bool table)
{
    add(items, ITEM_HEADING, "A turn", "");
    add(items, ITEM_RULE, "",
        "Play in turns. Cars stand on grid points, where two lines cross. A car that stood still "
        "may stay or set off by one square.");
    add(items, ITEM_RULE, "",
        "A car that is moving rolls on as it did: count the squares of its last move to the side "
        "and up or down, and count them once more from where it is. That is its principal point, "
        "the ring in the picture.");
    add_field(items, setup, FIELD_ACCELERATION);
    add(items, ITEM_FIGURE, "", "");
    add(items, ITEM_RULE, "Drawing.",
        "Draw a straight line to the point that you choose, and a short stroke across its end. For "
        "a move that stays where it is draw a small circle.");
    if (table)
        add(items, ITEM_RULE, "Writing.",
            "Write down where the move has ended, x to the right and y upwards, and its vector: "
            "squares to the right → and up ↑, with a minus for left and down.");
}

static void add_extras(struct items *items, const struct setup *setup)
{
    static const int extras[] = {FIELD_NITROS, FIELD_GOOD_BRAKES, FIELD_TURBO_BOOSTS};
    bool named = false;
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        if (!is_worth_a_line(setup, extras[i]))
            continue;
        if (!named)
            add(items, ITEM_HEADING, "Extras", "");
        named = true;
        add_field(items, setup, extras[i]);
    }
    if (setup->values[FIELD_NITROS] > 0)
        add(items, ITEM_RULE, "",
            "Draw a small square round the end of the move for each nitro used.");
}

static bool has_missed_turns(const struct setup *setup)
{
    static const int fields[] = {FIELD_WALL_MISSED_TURNS, FIELD_MOVER_MISSED_TURNS,
                                 FIELD_STRUCK_MISSED_TURNS, FIELD_SLICK_MISSED_TURNS};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (is_worth_a_line(setup, fields[i]))
            return true;
    return false;
}

static void add_goal(struct items *items, const struct setup *setup)
{
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    const struct track *track = graph_paper_track(setup);
    const struct rule_field *contest = &setup->game->table->fields[FIELD_CONTEST];
    add(items, ITEM_HEADING, contest->choices[setup->values[FIELD_CONTEST]].title, "");
    add(items, ITEM_RULE, "", contest->choices[setup->values[FIELD_CONTEST]].sentence);
    if (derby)
        add(items, ITEM_RULE, "Points.",
            "Whoever runs into somebody else's car gets 2 points, and whoever is struck loses 1. "
            "All these cars stand still then. Two players who have crashed may not do so again "
            "before both have had another turn. Your own cars cannot be run into.");
    else if (track->open)
        add(items, ITEM_RULE, "",
            "Drive from the two thin lines to the chequered one, the way the arrow points.");
    else if (track->has_line)
        add(items, ITEM_RULE, "",
            "A lap begins and ends at the chequered line, crossed the way the arrow points.");
}

static void add_cars_per_player(struct items *items, const struct setup *setup)
{
    if (setup->values[FIELD_CONTEST] == CONTEST_DERBY && setup->values[FIELD_CARS_PER_PLAYER] == 0)
        add(items, ITEM_RULE, "Cars.",
            "Two players have two cars each, more players one each. First all move their first "
            "car, then all their second.");
}

/* --- how the players stand -------------------------------------------------------------------- */

/* Whoever goes on with the race by pencil begins here. */
static void add_players(struct items *items, const struct print_layout *layout)
{
    const struct session *session = layout->subject->session;
    struct tally tallies[CAR_LIMIT];
    if (!session)
        return;
    const struct race *race = session_race_after(session, layout->subject->steps);
    int count = tally_race_after(session, layout->subject->steps, tallies);
    int next = race_next_car(race);
    add(items, ITEM_HEADING, layout->subject->steps > 0 ? "So far" : "Players", "");
    for (int i = 0; i < count && items->count < ITEM_LIMIT; i++) {
        char name[CAPTION_BYTES];
        struct text text = {0}, lead = {0};
        struct standing standing;
        int which = paper_car_of_player(session, race, tallies[i].car);
        caption_print_car(session, &tallies[i], name, sizeof name);
        if (which > 0)
            text_append_format(&lead, "%d · ", which);
        text_append(&lead, name);
        session_setup(session)->game->standing(race, tallies[i].car, &standing);
        text_append(&text, standing.words);
        if (standing.by_points)
            text_append_format(&text, ", points %d", standing.points);
        if (tallies[i].car == next)
            text_append(&text, "; is to move");
        add(items, ITEM_RULE, text_string(&lead), text_string(&text));
        items->list[items->count - 1].pen = session_player(session, tallies[i].player)->pen;
        text_free(&text);
        text_free(&lead);
    }
}

static struct items *collect(const struct print_layout *layout)
{
    struct items *items = memory_allocate(1, sizeof *items);
    const struct setup *setup = &layout->setup;
    if (layout->note_lines == 0 && layout->track->description[0])
        add(items, ITEM_RULE, "", layout->track->description);
    add_players(items, layout);
    add_goal(items, setup);
    add_cars_per_player(items, setup);
    add_group(items, setup, FIELD_START);
    add_moving(items, setup, !layout->options->no_table);
    add_extras(items, setup);
    add_group(items, setup, FIELD_PATH);
    add_group(items, setup, FIELD_COLLISION);
    add_group(items, setup, FIELD_SLICKS);
    if (has_missed_turns(setup))
        add(items, ITEM_RULE, "Missed turns.",
            "Draw a tally mark beside the car for each turn to be missed, and strike one off when "
            "its turn would come.");
    add_group(items, setup, FIELD_LAPS);
    return items;
}

/* --- the picture of a move -------------------------------------------------------------------- */

/* A last move, its principal point and the points round that. The unit is a sixth of a millimetre.
 */
static void draw_figure(cairo_t *cairo, const struct print_layout *layout, double width)
{
    enum { COLUMNS = 11, ROWS = 5, SQUARE = 36 };
    const struct paper_theme *theme = &layout->theme;
    bool nine = layout->setup.values[FIELD_ACCELERATION] == ACCELERATION_EIGHT;
    cairo_scale(cairo, 1 / 6.0, 1 / 6.0);
    cairo_translate(cairo, fmax(width * 6 - COLUMNS * SQUARE, 0) / 2, 6);
    brush_color(cairo, theme->grid);
    cairo_set_line_width(cairo, 0.75);
    for (int x = 0; x <= COLUMNS; x++) {
        cairo_move_to(cairo, x * SQUARE, 0);
        cairo_line_to(cairo, x * SQUARE, ROWS * SQUARE);
    }
    for (int y = 0; y <= ROWS; y++) {
        cairo_move_to(cairo, 0, y * SQUARE);
        cairo_line_to(cairo, COLUMNS * SQUARE, y * SQUARE);
    }
    cairo_stroke(cairo);
    brush_color(cairo, theme->ink);
    cairo_new_path(cairo);
    brush_add_stroke(cairo, SQUARE, 4 * SQUARE, 4 * SQUARE, 3 * SQUARE, 4, 1);
    brush_add_stroke(cairo, 3.93 * SQUARE, 2.8 * SQUARE, 4.07 * SQUARE, 3.2 * SQUARE, 3.4, 2);
    brush_add_disc(cairo, SQUARE, 4 * SQUARE, 5);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            if (nine || x == 0 || y == 0)
                brush_add_disc(cairo, (7 + x) * SQUARE, (2 + y) * SQUARE, 5);
    cairo_fill(cairo);
    brush_circle(cairo, 7 * SQUARE, 2 * SQUARE, 12, 2.4);
    double dashes[2] = {6, 6};
    cairo_set_dash(cairo, dashes, 2, 0);
    cairo_set_line_width(cairo, 2);
    cairo_move_to(cairo, 4.3 * SQUARE, 2.9 * SQUARE);
    cairo_line_to(cairo, 6.6 * SQUARE, 2.13 * SQUARE);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
    lettering_draw_rimmed(cairo, "→ 3 ↑ 1", 1.45 * SQUARE, 2.7 * SQUARE, 21, theme->ink, theme);
    lettering_draw_rimmed(cairo, "→ 3 ↑ 1", 3.6 * SQUARE, 1.75 * SQUARE, 21, theme->ink_soft,
                          theme);
}

/* --- setting in columns ----------------------------------------------------------------------- */

/* Where the next item goes. */
struct flow {
    cairo_t *cairo;
    const struct print_layout *layout;
    double left, top, width; /* of a column */
    double height;           /* of all columns */
    double scale;            /* of type and lines */
    int columns;
    int column; /* counted over all pages */
    double y;
    int page; /* the one that is drawn, -1: none is */
};

static double column_x(const struct flow *flow)
{
    return flow->left + flow->column % flow->columns * (flow->width + COLUMN_GAP);
}

static bool is_drawn(const struct flow *flow)
{
    return flow->column / flow->columns == flow->page;
}

/* One word on the line at *x, or on the next one. */
static void set_word(const struct flow *flow, const char *word, bool bold, double *x, double *y,
                     bool drawn)
{
    double size = SIZE * flow->scale;
    double width = lettering_width(flow->cairo, word, size, bold);
    if (*x > 0 && *x + width > flow->width) {
        *x = 0;
        *y += LINE * flow->scale;
    }
    char shown[CAPTION_BYTES];
    if (drawn) {
        caption_fit(flow->cairo, word, size, bold, flow->width, shown);
        lettering_draw(flow->cairo, shown, column_x(flow) + *x, flow->top + flow->y + *y, size,
                       bold, flow->layout->theme.ink);
    }
    *x += width + size * 0.27;
}

static void set_words(const struct flow *flow, const char *text, bool bold, double *x, double *y,
                      bool drawn)
{
    char word[CAPTION_BYTES];
    while (*text) {
        size_t length = strcspn(text, " \n\t\r");
        if (length >= sizeof word)
            length = sizeof word - 1;
        snprintf(word, length + 1, "%s", text);
        if (length > 0)
            set_word(flow, word, bold, x, y, drawn);
        text += length;
        text += strspn(text, " \n\t\r");
    }
}

/* Returns its height. */
static double set_item(const struct flow *flow, const struct item *item, bool drawn)
{
    double scale = flow->scale, x = 0, y = LINE * scale / 2;
    if (item->kind == ITEM_FIGURE) {
        if (drawn) {
            cairo_save(flow->cairo);
            cairo_translate(flow->cairo, column_x(flow), flow->top + flow->y);
            draw_figure(flow->cairo, flow->layout, flow->width);
            cairo_restore(flow->cairo);
        }
        return FIGURE_HEIGHT;
    }
    if (item->kind == ITEM_HEADING) {
        if (drawn)
            lettering_draw(flow->cairo, item->lead, column_x(flow),
                           flow->top + flow->y + HEADING_ROW * scale / 2 + 0.6, HEADING * scale,
                           true, flow->layout->theme.ink);
        return HEADING_ROW * scale + 0.8;
    }
    if (item->pen && drawn)
        paper_draw_mark(flow->cairo, item->pen, column_x(flow) + SIZE * scale * 0.55,
                        flow->top + flow->y + y, SIZE * scale * 0.95, &flow->layout->theme);
    if (item->pen)
        x = SIZE * scale * 1.5;
    set_words(flow, item->lead, true, &x, &y, drawn);
    set_words(flow, item->text, false, &x, &y, drawn);
    return y + (LINE / 2 + GAP) * scale;
}

/* Measuring words is what costs time, so it is done once a scale. Returns the height of all. */
static double measure_items(const struct flow *flow, struct items *items)
{
    double sum = 0;
    for (int i = 0; i < items->count; i++)
        sum += items->heights[i] = set_item(flow, &items->list[i], false);
    return sum;
}

/* Sets all items; returns how many columns that took. */
static int set_items(struct flow *flow, const struct items *items)
{
    flow->column = 0;
    flow->y = 0;
    for (int i = 0; i < items->count; i++) {
        bool heading = items->list[i].kind == ITEM_HEADING;
        double before = heading && flow->y > 0 ? HEADING_GAP : 0;
        double with = before + items->heights[i]; /* a heading stays with what it is about */
        if (heading && i + 1 < items->count)
            with += items->heights[i + 1];
        if (flow->y > 0 && flow->y + with > flow->height + GAP) {
            flow->column++;
            flow->y = before = 0;
        }
        flow->y += before;
        if (is_drawn(flow))
            set_item(flow, &items->list[i], true);
        flow->y += items->heights[i];
    }
    return flow->column + 1;
}

/* As few pages as there need be, and on a single one columns of the same height. */
static struct flow begin_flow(cairo_t *cairo, const struct print_layout *layout,
                              struct items *items, int *pages)
{
    const double most =
        layout->plan.page_height - 2 * PRINT_MARGIN - PRINT_TITLE_ROW - 3 - PRINT_FOOT - 3;
    double room = layout->plan.page_width - 2 * PRINT_MARGIN;
    struct flow flow = {.cairo = cairo, .layout = layout, .left = PRINT_MARGIN, .page = -1};
    flow.columns = (int)((room + COLUMN_GAP) / (COLUMN_LEAST + COLUMN_GAP));
    flow.width = (room - (flow.columns - 1) * COLUMN_GAP) / flow.columns;
    flow.top = PRINT_MARGIN + PRINT_TITLE_ROW + 3;
    flow.height = most;
    double sum = 0;
    *pages = 2;
    for (size_t i = 0; i<sizeof SCALES / sizeof *SCALES && * pages> 1; i++) {
        flow.scale = SCALES[i];
        sum = measure_items(&flow, items);
        *pages = (set_items(&flow, items) + flow.columns - 1) / flow.columns;
    }
    if (*pages > 1) {
        flow.scale = 1;
        measure_items(&flow, items);
        *pages = (set_items(&flow, items) + flow.columns - 1) / flow.columns;
        return flow;
    }
    for (flow.height = sum / flow.columns; flow.height < most; flow.height += 1)
        if (set_items(&flow, items) <= flow.columns)
            break;
    return flow;
}

int print_count_words_pages(cairo_t *cairo, const struct print_layout *layout)
{
    int pages;
    struct items *items = collect(layout);
    begin_flow(cairo, layout, items, &pages);
    free_items(items);
    return pages;
}

void print_draw_words(cairo_t *cairo, const struct print_layout *layout, int index)
{
    int pages;
    struct items *items = collect(layout);
    struct flow flow = begin_flow(cairo, layout, items, &pages);
    print_draw_page_title(cairo, layout, "rules in short",
                          layout->across.pages * layout->down.pages + index);
    flow.page = index;
    set_items(&flow, items);
    print_draw_foot(cairo, layout, "", "");
    free_items(items);
}
