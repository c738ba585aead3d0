/* The moves of a race as a table, for the chart and for spreadsheets. The caller owns it. */
#include "paper/graph_paper/moves_table.h"

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"

#include <stdlib.h>

static const struct {
    unsigned word;
    enum graph_paper_event_type type;
    const char *name;
} words[] = {
    {MOVES_STARTED, EVENT_STARTED, "started"},
    {MOVES_FINISH, EVENT_FINISHED, "finish"},
    {MOVES_OFF_TRACK, EVENT_LEFT_TRACK, "off_track"},
    {MOVES_COLLISION, EVENT_COLLIDED, "collision"},
    {MOVES_SLICK, EVENT_SLICK, "slick"},
    {MOVES_RETIRED, EVENT_RETIRED, "retired"},
};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

static struct moves_row *add_row(struct moves_table *table, int step, int car, int move)
{
    table->rows = array_grow(table->rows, table->count, &table->capacity, sizeof *table->rows);
    struct moves_row *row = &table->rows[table->count++];
    *row = (struct moves_row){.step = step, .car = car, .move = move};
    return row;
}

/* The car's own, but for where it started: that has a row of its own. */
static unsigned words_of(const struct step *step)
{
    unsigned found = 0;
    for (int i = 0; i < step->event_count; i++)
        for (int k = 0; k < WORD_COUNT; k++)
            if (step->events[i].car == step->car &&
                graph_paper_event(&step->events[i])->type == words[k].type)
                found |= words[k].word;
    return found & ~(unsigned)MOVES_STARTED;
}

static void add_move(struct moves_table *table, const struct session *session, int index,
                     const struct graph_paper_event *moved, int move)
{
    struct step step = session_step(session, index);
    const struct car *before = graph_paper_car(session_race_after(session, index), step.car);
    const struct car *after = graph_paper_car(session_race_after(session, index + 1), step.car);
    struct point principal = point_add(point_add(before->at, before->velocity), before->shift);
    struct moves_row *row = add_row(table, index, step.car, move);
    row->at = after->at;
    row->velocity = after->velocity;
    row->driven = moved->velocity;
    row->acceleration = point_subtract(point_add(moved->from, moved->velocity),
                                       before->status == CAR_WAITING ? moved->from : principal);
    row->words = words_of(&step);
}

void moves_table_fill(struct moves_table *table, const struct session *session, int steps)
{
    int moves[CAR_LIMIT + 1] = {0};
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++) {
            const struct graph_paper_event *event = graph_paper_event(&step.events[j]);
            if (event->car != step.car)
                continue;
            if (event->type == EVENT_MOVED) {
                add_move(table, session, i, event, ++moves[step.car]);
            } else if (event->type == EVENT_STARTED) {
                struct moves_row *row = add_row(table, i, step.car, 0);
                row->at = event->to;
                row->words = MOVES_STARTED;
            }
        }
    }
}

static void write_words(unsigned found, struct text *into)
{
    const char *between = "";
    for (int i = 0; i < WORD_COUNT; i++)
        if (found & words[i].word) {
            text_append_format(into, "%s%s", between, words[i].name);
            between = " ";
        }
}

void moves_table_write_csv(const struct moves_table *table, struct text *into)
{
    text_append(into, "car,move,x,y,vx,vy,ax,ay,event\n");
    for (int i = 0; i < table->count; i++) {
        const struct moves_row *row = &table->rows[i];
        text_append_format(into, "%d,%d,%d,%d,%d,%d,", row->car, row->move, row->at.x, row->at.y,
                           row->velocity.x, row->velocity.y);
        if (row->move > 0)
            text_append_format(into, "%d,%d,", row->acceleration.x, row->acceleration.y);
        else
            text_append(into, ",,");
        write_words(row->words, into);
        text_append(into, "\n");
    }
}

void moves_table_append_csv(const struct session *session, int steps, struct text *into)
{
    struct moves_table table = {0};
    moves_table_fill(&table, session, steps);
    moves_table_write_csv(&table, into);
    free(table.rows);
}

void moves_table_fill_chart(struct chart *chart, const struct session *session)
{
    struct moves_table table = {0};
    moves_table_fill(&table, session, session_step_count(session));
    for (int i = 0; i < table.count; i++) {
        const struct point driven = table.rows[i].driven;
        if (table.rows[i].move > 0)
            chart_add(chart, table.rows[i].car, driven.x * driven.x + driven.y * driven.y);
    }
    free(table.rows);
}
