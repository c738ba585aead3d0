/* The rules in short, for people with a pencil: how the players stand, and then what the game says
 * of its rules in force. Set in columns of equal height, each item whole.
 */
#include "paper/print_inside.h"

#include "base/memory.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For type of full size; it is set smaller if that saves a page. */
static const double SIZE = 3.9, LINE = 5.3, HEADING = 4.6, HEADING_ROW = 7, HEADING_GAP = 2.4,
                    GAP = 1.6;
static const double SCALES[] = {1, 0.93, 0.86};
static const double COLUMN_GAP = 8, COLUMN_LEAST = 80;
enum { ITEM_LIMIT = 160 };

enum item_kind { ITEM_HEADING, ITEM_RULE, ITEM_FIGURE };

struct item {
    enum item_kind kind;
    int pen;    /* a mark in front, 0: none */
    char *lead; /* bold */
    char *text;
};

struct print_words {
    struct item list[ITEM_LIMIT];
    double heights[ITEM_LIMIT]; /* at the scale that was measured last */
    int count;
};

/* --- what there is to say --------------------------------------------------------------------- */

static void add(struct print_words *words, enum item_kind kind, const char *lead, const char *text)
{
    if (words->count == ITEM_LIMIT)
        return;
    words->list[words->count++] =
        (struct item){kind, 0, memory_copy_string(lead), memory_copy_string(text)};
}

void print_words_head(struct print_words *words, const char *title)
{
    add(words, ITEM_HEADING, title, "");
}

void print_words_say(struct print_words *words, const char *lead, const char *text)
{
    add(words, ITEM_RULE, lead, text);
}

void print_words_show_figure(struct print_words *words)
{
    add(words, ITEM_FIGURE, "", "");
}

static void free_words(struct print_words *words)
{
    for (int i = 0; i < words->count; i++) {
        free(words->list[i].lead);
        free(words->list[i].text);
    }
    free(words);
}

/* --- how the players stand -------------------------------------------------------------------- */

/* Whoever goes on with the race by pencil begins here. */
static void add_players(struct print_words *words, const struct print_layout *layout)
{
    const struct session *session = layout->subject->session;
    struct tally tallies[CAR_LIMIT];
    if (!session)
        return;
    const struct race *race = session_race_after(session, layout->subject->steps);
    int count = tally_race_after(session, layout->subject->steps, tallies);
    int next = race_next_car(race);
    add(words, ITEM_HEADING, layout->subject->steps > 0 ? "So far" : "Players", "");
    for (int i = 0; i < count && words->count < ITEM_LIMIT; i++) {
        char name[CAPTION_BYTES];
        struct text text = {0}, lead = {0};
        struct standing standing;
        int which = paper_car_of_player(session, race, tallies[i].car);
        caption_print_car(session, &tallies[i], name, sizeof name);
        if (which > 0)
            text_append_format(&lead, "%d · ", which);
        text_append(&lead, name);
        race_tell_standing(race, tallies[i].car, &standing);
        text_append(&text, standing.words);
        if (standing.by_points)
            text_append_format(&text, ", points %d", standing.points);
        if (tallies[i].car == next)
            text_append(&text, "; is to move");
        add(words, ITEM_RULE, text_string(&lead), text_string(&text));
        words->list[words->count - 1].pen = session_player(session, tallies[i].player)->pen;
        text_free(&text);
        text_free(&lead);
    }
}

static struct print_words *collect(const struct print_layout *layout)
{
    struct print_words *words = memory_allocate(1, sizeof *words);
    if (layout->note_lines == 0 && course_note(layout->course)[0])
        print_words_say(words, "", course_note(layout->course));
    add_players(words, layout);
    ink_of(layout->course.game)->explain(words, &layout->setup, !layout->options->no_table);
    return words;
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

static void set_words(struct caption *caption, const char *text, double size, bool bold)
{
    char word[CAPTION_BYTES];
    while (*text) {
        size_t length = strcspn(text, " \n\t\r");
        if (length >= sizeof word)
            length = sizeof word - 1;
        snprintf(word, length + 1, "%s", text);
        if (length > 0)
            caption_put(caption, 0, word, size, bold, INFINITY);
        text += length;
        text += strspn(text, " \n\t\r");
    }
}

/* Returns its height. */
static double set_item(const struct flow *flow, const struct item *item, bool drawn)
{
    const struct print_layout *layout = flow->layout;
    double scale = flow->scale, left = column_x(flow), top = flow->top + flow->y;
    double begin = top + LINE * scale / 2, mark = item->pen ? SIZE * scale * 1.5 : 0;
    struct caption caption = {.cairo = flow->cairo,
                              .left = left,
                              .right = left + flow->width,
                              .x = left + mark,
                              .y = begin,
                              .line_height = LINE * scale,
                              .gap = 0.27,
                              .drawn = drawn,
                              .theme = &layout->theme};
    if (item->kind == ITEM_FIGURE) {
        if (drawn) {
            cairo_save(flow->cairo);
            cairo_translate(flow->cairo, left, top);
            ink_of(layout->course.game)
                ->draw_figure(flow->cairo, &layout->setup, flow->width, &layout->theme);
            cairo_restore(flow->cairo);
        }
        return PRINT_FIGURE_HEIGHT;
    }
    if (item->kind == ITEM_HEADING) {
        if (drawn)
            lettering_draw(flow->cairo, item->lead, left, top + HEADING_ROW * scale / 2 + 0.6,
                           HEADING * scale, true, layout->theme.ink);
        return HEADING_ROW * scale + 0.8;
    }
    if (item->pen && drawn)
        paper_draw_mark(flow->cairo, item->pen, left + SIZE * scale * 0.55, begin,
                        SIZE * scale * 0.95, &layout->theme);
    set_words(&caption, item->lead, SIZE * scale, true);
    set_words(&caption, item->text, SIZE * scale, false);
    return caption.y - top + (LINE / 2 + GAP) * scale;
}

/* Measuring words is what costs time, so it is done once a scale. Returns the height of all. */
static double measure_items(const struct flow *flow, struct print_words *words)
{
    double sum = 0;
    for (int i = 0; i < words->count; i++)
        sum += words->heights[i] = set_item(flow, &words->list[i], false);
    return sum;
}

/* Sets all items; returns how many columns that took. */
static int set_items(struct flow *flow, const struct print_words *words)
{
    flow->column = 0;
    flow->y = 0;
    for (int i = 0; i < words->count; i++) {
        bool heading = words->list[i].kind == ITEM_HEADING;
        double before = heading && flow->y > 0 ? HEADING_GAP : 0;
        double with = before + words->heights[i]; /* a heading stays with what it is about */
        if (heading && i + 1 < words->count)
            with += words->heights[i + 1];
        if (flow->y > 0 && flow->y + with > flow->height + GAP) {
            flow->column++;
            flow->y = before = 0;
        }
        flow->y += before;
        if (is_drawn(flow))
            set_item(flow, &words->list[i], true);
        flow->y += words->heights[i];
    }
    return flow->column + 1;
}

/* As few pages as there need be, and on a single one columns of the same height. */
static struct flow begin_flow(cairo_t *cairo, const struct print_layout *layout,
                              struct print_words *words, int *pages)
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
        sum = measure_items(&flow, words);
        *pages = (set_items(&flow, words) + flow.columns - 1) / flow.columns;
    }
    if (*pages > 1) {
        flow.scale = 1;
        measure_items(&flow, words);
        *pages = (set_items(&flow, words) + flow.columns - 1) / flow.columns;
        return flow;
    }
    for (flow.height = sum / flow.columns; flow.height < most; flow.height += 1)
        if (set_items(&flow, words) <= flow.columns)
            break;
    return flow;
}

int print_count_words_pages(cairo_t *cairo, const struct print_layout *layout)
{
    int pages;
    struct print_words *words = collect(layout);
    begin_flow(cairo, layout, words, &pages);
    free_words(words);
    return pages;
}

void print_draw_words(cairo_t *cairo, const struct print_layout *layout, int index)
{
    int pages;
    struct print_words *words = collect(layout);
    struct flow flow = begin_flow(cairo, layout, words, &pages);
    print_draw_page_title(cairo, layout, "rules in short",
                          layout->across.pages * layout->down.pages + index);
    flow.page = index;
    set_items(&flow, words);
    print_draw_foot(cairo, layout, "", "");
    free_words(words);
}
