/* What happened to each car in each step, as rows of tables, and the speeds as points of a chart.
 */
#include "paper/circuit/pages.h"

#include "paper/chart.h"

/* Entries in secret, and what is told of everybody at the beginning and end of turns. */
static bool is_of_a_move(const struct event *event)
{
    switch (circuit_event(event)->type) {
    case CIRCUIT_EVENT_BUILT:
    case CIRCUIT_EVENT_DESIGNED:
    case CIRCUIT_EVENT_GRID:
    case CIRCUIT_EVENT_TURN:
    case CIRCUIT_EVENT_POSTED:
    case CIRCUIT_EVENT_SHOWN:
    case CIRCUIT_EVENT_SLIPSTREAM:
    case CIRCUIT_EVENT_LAID:
    case CIRCUIT_EVENT_OVER:
        return false;
    default:
        return event->car > 0;
    }
}

/* With the turn's last step it has become the car's speed. */
static int posted_of(const struct circuit_car *after)
{
    return after->posted == NOT_POSTED ? after->speed : after->posted;
}

void circuit_take_turns(const struct session *session, int steps, circuit_turn_taker *take,
                        void *context)
{
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        const struct race *after = session_race_after(session, i + 1);
        for (int car = 1; car <= after->game->car_count(after); car++) {
            struct circuit_turn_row row = {.car = car,
                                           .round = step.round,
                                           .posted = posted_of(circuit_car(after, car)),
                                           .after = circuit_car(after, car),
                                           .lap = circuit_lap(after, circuit_car(after, car)),
                                           .step = &step};
            bool moved = false;
            for (int j = 0; j < step.event_count; j++)
                moved |= step.events[j].car == car && is_of_a_move(&step.events[j]);
            if (moved)
                take(context, &row);
        }
    }
}

/* The names that the referee has for what happened, each once if it came several times running. */
static void write_words(const struct circuit_turn_row *row, struct text *into)
{
    const char *last = "";
    for (int i = 0; i < row->step->event_count; i++) {
        const struct event *event = &row->step->events[i];
        if (event->car != row->car || !is_of_a_move(event) || event->type == last)
            continue;
        text_append_format(into, "%s%s", last[0] ? " " : "", event->type);
        last = event->type;
    }
}

static void write_csv_row(void *context, const struct circuit_turn_row *row)
{
    struct csv *csv = context;
    const struct circuit_car *after = row->after;
    struct text words = {0};
    csv_integer(csv, row->round);
    csv_integer(csv, row->car);
    csv_text(csv, row->step->car == row->car ? row->step->action : "");
    csv_integer(csv, row->posted);
    if (after->status == CIRCUIT_RACING) {
        csv_integer(csv, after->row);
        csv_integer(csv, after->lane);
    } else {
        csv_empty(csv, 2);
    }
    csv_integer(csv, row->lap);
    csv_integer(csv, after->halves);
    csv_integer(csv, after->chips);
    write_words(row, &words);
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

void circuit_append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "turn,car,action,posted,row,lane,lap,wear_halves,chips,event");
    csv_end_line(csv);
    circuit_take_turns(session, steps, write_csv_row, csv);
}

/* In points of movement, which are 20 mph each. */
void circuit_fill_chart(struct chart *chart, const struct session *session)
{
    for (int i = 0; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++) {
            const struct circuit_event *event = circuit_event(&step.events[j]);
            int points = event->number / CIRCUIT_SPEED;
            if (event->type == CIRCUIT_EVENT_SHOWN)
                chart_add(chart, step.events[j].car, points * points);
        }
    }
}
