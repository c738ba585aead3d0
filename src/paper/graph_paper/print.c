/* What the printed pages of graph paper say: its rules in force, in the words that the table of
 * fields has for them, the picture of a move, and the table of moves, which is also what chart and
 * spreadsheets get.
 */
#include "paper/graph_paper/ink.h"

#include "base/memory.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (!setup_field_matters(setup, field) || field == FIELD_CONTEST)
        return false;
    if (field == FIELD_ROUND_LIMIT)
        return value != entry->defaults[setup->preset];
    return entry->choices || value > 0;
}

static void add_field(struct print_words *words, const struct setup *setup, int field)
{
    const struct rule_field *entry = &setup->game->table->fields[field];
    int value = setup->values[field];
    struct text lead = {0};
    if (entry->choices) {
        if (strcmp(entry->title, entry->group) != 0)
            text_append_format(&lead, "%s.", entry->title);
        words_say(words, text_string(&lead), "%s", entry->choices[value].sentence);
    } else {
        text_append_format(&lead, "%s: %d.", entry->title, value);
        words_say(words, text_string(&lead), "%s", speaks_for_itself(field) ? "" : entry->sentence);
    }
    text_free(&lead);
}

/* All fields that stand in the group of this one. */
static void add_group(struct print_words *words, const struct setup *setup, int field)
{
    const struct rule_table *table = setup->game->table;
    const char *group = table->fields[field].group;
    bool named = false;
    for (int i = 0; i < table->field_count; i++) {
        if (strcmp(table->fields[i].group, group) != 0 || !is_worth_a_line(setup, i))
            continue;
        if (!named)
            words_head(words, group);
        named = true;
        add_field(words, setup, i);
    }
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

static void add_goal(struct print_words *words, const struct setup *setup)
{
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    const struct track *track = graph_paper_track(setup);
    const struct rule_field *contest = &setup->game->table->fields[FIELD_CONTEST];
    words_head(words, contest->choices[setup->values[FIELD_CONTEST]].title);
    words_say(words, "", "%s", contest->choices[setup->values[FIELD_CONTEST]].sentence);
    if (derby)
        words_say(
            words, "Points.",
            "Whoever runs into somebody else's car gets 2 points, and whoever is struck loses 1. "
            "All these cars stand still then. Two players who have crashed may not do so again "
            "before both have had another turn. Your own cars cannot be run into.");
    else if (track->open)
        words_say(words, "",
                  "Drive from the two thin lines to the chequered one, the way the arrow points.");
    else if (track->has_line)
        words_say(words, "",
                  "A lap begins and ends at the chequered line, crossed the way the arrow points.");
}

void graph_paper_explain(struct print_words *words, const struct setup *setup, bool table)
{
    add_goal(words, setup);
    if (setup->values[FIELD_CONTEST] == CONTEST_DERBY && setup->values[FIELD_CARS_PER_PLAYER] == 0)
        words_say(
            words, "Cars.",
            "Two players have two cars each, more players one each. First all move their first "
            "car, then all their second.");
    add_group(words, setup, FIELD_START);
    /* What a move is; no field says it. */
    words_head(words, "A turn");
    words_say(words, "",
              graph_paper_step(setup) == 2
                  ? "Play in turns. Cars stand on grid points, where two lines cross. A car that "
                    "stood still may stay or set off by up to two squares on each axis."
                  : "Play in turns. Cars stand on grid points, where two lines cross. A car that "
                    "stood still may stay or set off by one square.");
    words_say(
        words, "",
        "A car that is moving rolls on as it did: count the squares of its last move to the side "
        "and up or down, and count them once more from where it is. That is its principal point, "
        "the ring in the picture.");
    add_field(words, setup, FIELD_ACCELERATION);
    if (is_worth_a_line(setup, FIELD_TOP_SPEED))
        add_field(words, setup, FIELD_TOP_SPEED);
    words_show_figure(words);
    words_say(
        words, "Drawing.",
        "Draw a straight line to the point that you choose, and a short stroke across its end. For "
        "a move that stays where it is draw a small circle.");
    if (table)
        words_say(
            words, "Writing.",
            "Write down where the move has ended, x to the right and y upwards, and its vector: "
            "squares to the right → and up ↑, with a minus for left and down.");
    static const int extras[] = {FIELD_NITROS, FIELD_GOOD_BRAKES, FIELD_TURBO_BOOSTS};
    bool named = false;
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        if (!is_worth_a_line(setup, extras[i]))
            continue;
        if (!named)
            words_head(words, "Extras");
        named = true;
        add_field(words, setup, extras[i]);
    }
    if (setup->values[FIELD_NITROS] > 0)
        words_say(words, "", "Draw a small square round the end of the move for each nitro used.");
    add_group(words, setup, FIELD_PATH);
    add_group(words, setup, FIELD_COLLISION);
    add_group(words, setup, FIELD_SLICKS);
    if (has_missed_turns(setup))
        words_say(words, "Missed turns.",
                  "Draw a tally mark beside the car for each turn to be missed, and strike "
                  "one off when its turn would come.");
    add_group(words, setup, FIELD_LAPS);
}

/* --- the picture of a move -------------------------------------------------------------------- */

/* A last move, its principal point and the points round that. The unit is a sixth of a millimetre.
 */
void graph_paper_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                             const struct paper_theme *theme)
{
    enum { COLUMNS = 11, ROWS = 5, SQUARE = 36 };
    bool five = setup->values[FIELD_ACCELERATION] == ACCELERATION_FOUR;
    int step = graph_paper_step(setup);
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
    for (int y = -step; y <= step; y++)
        for (int x = -step; x <= step; x++)
            if (!five || x == 0 || y == 0)
                brush_add_disc(cairo, (7 + x) * SQUARE, (2 + y) * SQUARE, 5);
    cairo_fill(cairo);
    brush_circle(cairo, 7 * SQUARE, 2 * SQUARE, 12, 2.4);
    brush_add_line(cairo, (struct pixel){4.3 * SQUARE, 2.9 * SQUARE},
                   (struct pixel){6.6 * SQUARE, 2.13 * SQUARE});
    brush_stroke(cairo, 2, 6, 6);
    lettering_draw_rimmed(cairo, "→ 3 ↑ 1", 1.45 * SQUARE, 2.7 * SQUARE, 21, theme->ink, theme);
    lettering_draw_rimmed(cairo, "→ 3 ↑ 1", 3.6 * SQUARE, 1.75 * SQUARE, 21, theme->ink_soft,
                          theme);
}

/* --- sheet and table -------------------------------------------------------------------------- */

int graph_paper_spare(struct course course, double boxes[2][4])
{
    const struct track *track = graph_paper_track_of(course);
    const struct track_line *ends[2] = {&track->start, &track->finish};
    int count = !track->has_line ? 0 : track->open ? 2 : 1;
    for (int i = 0; i < count; i++) {
        struct point from = ends[i]->from, to = ends[i]->to;
        boxes[i][0] = fmin(from.x, to.x);
        boxes[i][1] = track->height - fmax(from.y, to.y);
        boxes[i][2] = fmax(from.x, to.x);
        boxes[i][3] = track->height - fmin(from.y, to.y);
    }
    return count;
}

/* --- the moves of a race ---------------------------------------------------------------------- */

/* One a move in the order played, and one with move 0 where a car starts. A missed turn is no move.
 * Velocity and place are those after the move: a car that was struck later on, or resumes after a
 * crash, goes on with velocity 0 in spite of what its last row says of the way there. */
struct move_row {
    const struct step *step;
    int move; /* from 1 for each car; 0: the start point */
    struct point at, velocity;
    struct point acceleration; /* relative to the principal point; not for the start point */
    struct point driven;       /* the vector of the move as it was chosen */
};
typedef void move_taker(void *context, const struct move_row *row);

static struct move_row find_move(const struct session *session, int index, const struct step *step,
                                 const struct graph_paper_event *moved, int move)
{
    const struct car *before = graph_paper_car(session_race_after(session, index), step->car);
    const struct car *after = graph_paper_car(session_race_after(session, index + 1), step->car);
    struct point principal = point_add(point_add(before->at, before->velocity), before->shift);
    struct point from = before->status == CAR_WAITING ? moved->from : principal;
    return (struct move_row){step,
                             move,
                             after->at,
                             after->velocity,
                             .acceleration =
                                 point_subtract(point_add(moved->from, moved->velocity), from),
                             .driven = moved->velocity};
}

static void take_moves(const struct session *session, int steps, move_taker *take, void *context)
{
    int moves[CAR_LIMIT + 1] = {0};
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++) {
            const struct graph_paper_event *event = graph_paper_event(&step.events[j]);
            struct move_row row = {.step = &step, .at = event->to};
            if (event->car == step.car && event->type == EVENT_MOVED)
                row = find_move(session, i, &step, event, ++moves[step.car]);
            else if (event->car != step.car || event->type != EVENT_STARTED)
                continue;
            take(context, &row);
        }
    }
}

static bool has_event(const struct step *step, enum graph_paper_event_type type)
{
    bool has = false;
    for (int i = 0; i < step->event_count; i++)
        has |=
            step->events[i].car == step->car && graph_paper_event(&step->events[i])->type == type;
    return has;
}

/* The car's own events, but for where it started: that has a row of its own. */
static void write_words(const struct move_row *row, struct text *into)
{
    static const struct {
        enum graph_paper_event_type type;
        const char *name;
    } words[] = {{EVENT_STARTED, "started"},      {EVENT_FINISHED, "finish"},
                 {EVENT_LEFT_TRACK, "off_track"}, {EVENT_COLLIDED, "collision"},
                 {EVENT_SLICK, "slick"},          {EVENT_RETIRED, "retired"}};
    const char *between = "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((words[i].type == EVENT_STARTED) == (row->move == 0) &&
            has_event(row->step, words[i].type)) {
            text_append_format(into, "%s%s", between, words[i].name);
            between = " ";
        }
}

static void write_csv_row(void *context, const struct move_row *row)
{
    struct csv *csv = context;
    const int numbers[] = {row->step->car,      row->move,          row->at.x,
                           row->at.y,           row->velocity.x,    row->velocity.y,
                           row->acceleration.x, row->acceleration.y};
    struct text words = {0};
    for (int i = 0; i < (row->move > 0 ? 8 : 6); i++)
        csv_integer(csv, numbers[i]);
    csv_empty(csv, row->move > 0 ? 0 : 2);
    write_words(row, &words);
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

void graph_paper_append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "car,move,x,y,vx,vy,ax,ay,event");
    csv_end_line(csv);
    take_moves(session, steps, write_csv_row, csv);
}

static void add_to_chart(void *context, const struct move_row *row)
{
    const struct point driven = row->driven;
    if (row->move > 0)
        chart_add(context, row->step->car, driven.x * driven.x + driven.y * driven.y);
}

void graph_paper_fill_chart(struct chart *chart, const struct session *session)
{
    take_moves(session, session_step_count(session), add_to_chart, chart);
}

static void write_numbers(struct ink_row *row, struct point at, struct point velocity)
{
    const int numbers[INK_COLUMNS] = {at.x, at.y, velocity.x, velocity.y};
    memcpy(row->numbers, numbers, sizeof numbers);
}

static void add_ink_row(void *context, const struct move_row *row)
{
    struct ink_rows *rows = context;
    rows->items = array_grow(rows->items, rows->count, &rows->capacity, sizeof *rows->items);
    struct ink_row *added = &rows->items[rows->count++];
    *added = (struct ink_row){.car = row->step->car, .move = row->move};
    write_numbers(added, row->at, row->velocity);
}

/* Where a car was after each of its moves, and with which velocity it went on; after the last one
 * what has happened to it since counts, too. */
static void fill(const struct session *session, int steps, struct ink_rows *into)
{
    bool told[CAR_LIMIT + 1] = {false};
    const struct race *race = session_race_after(session, steps);
    take_moves(session, steps, add_ink_row, into);
    for (int i = into->count - 1; i >= 0; i--) {
        struct ink_row *row = &into->items[i];
        const struct car *now = graph_paper_car(race, row->car);
        if (!told[row->car])
            write_numbers(row, now->at, now->velocity);
        told[row->car] = true;
    }
}

const struct ink_table graph_paper_ink_table = {
    .letters = {"x", "y", "→", "↑"},
    .notes = {"x, y: where the move has ended.", "→ ↑: its vector; left and down have a minus."},
    .fill = fill,
};
