/* Orders that were carried out, as rows of tables and points of a chart. */
#include "paper/stock_cars/pages.h"

#include "paper/chart.h"

void stock_take_turns(const struct session *session, int steps, turn_taker *take, void *context)
{
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        const struct race *after = session_race_after(session, i + 1);
        for (int j = 0; j < step.event_count; j++) {
            const struct event *event = &step.events[j];
            const struct stock_event *body = stock_event(event);
            if (body->type != STOCK_EVENT_DROVE && body->type != STOCK_EVENT_RETIRED)
                continue;
            bool drove = body->type == STOCK_EVENT_DROVE;
            struct turn_row row = {.car = event->car,
                                   .round = step.round,
                                   .drove = drove ? body : NULL,
                                   .order = drove ? stock_event_order(event) : "retire",
                                   .after = stock_car(after, event->car),
                                   .step = &step};
            take(context, &row);
        }
    }
}

/* What else happened to the car in this step, by the names that the referee has for it. */
static void write_words(const struct turn_row *row, struct text *into)
{
    const char *between = "";
    for (int i = 0; i < row->step->event_count; i++) {
        const struct event *event = &row->step->events[i];
        const struct stock_event *body = stock_event(event);
        bool own = event->car == row->car || (event->others >> row->car & 1);
        if (!own || body->type == STOCK_EVENT_ORDERED || body->type == STOCK_EVENT_DROVE ||
            body->type == STOCK_EVENT_END_SPEED || body->type == STOCK_EVENT_SPECIAL)
            continue;
        text_append_format(into, "%s%s", between, event->type);
        between = " ";
    }
}

static void write_csv_row(void *context, const struct turn_row *row)
{
    struct csv *csv = context;
    const struct stock_car *after = row->after;
    struct text words = {0};
    csv_integer(csv, row->round);
    csv_integer(csv, row->car);
    csv_text(csv, row->order);
    if (row->drove) {
        csv_integer(csv, row->drove->cards);
        csv_integer(csv, row->drove->speed);
        csv_integer(csv, row->drove->from.x);
        csv_integer(csv, row->drove->from.y);
    } else {
        csv_empty(csv, 4);
    }
    csv_integer(csv, after->at.x);
    csv_integer(csv, after->at.y);
    csv_text(csv, heading_names[after->heading]);
    csv_integer(csv, after->speed);
    csv_integer(csv, after->maximum);
    csv_integer(csv, after->wild_cards);
    write_words(row, &words);
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

void stock_append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "turn,car,order,cards,speed,from_x,from_y,x,y,heading,end_speed,maximum,"
                      "wild_cards,event");
    csv_end_line(csv);
    stock_take_turns(session, steps, write_csv_row, csv);
}

static void add_to_chart(void *context, const struct turn_row *row)
{
    if (row->drove)
        chart_add(context, row->car, row->drove->speed * row->drove->speed);
}

void stock_fill_chart(struct chart *chart, const struct session *session)
{
    stock_take_turns(session, session_step_count(session), add_to_chart, chart);
}
