/* See drive.h. An event on the way of a car says after which of its moves it happened. */
#include "paper/stock_cars/drive.h"

#include "base/number.h"

void drives_of(const struct step *step, struct drives *into)
{
    *into = (struct drives){.units = 0};
    for (int i = 0; i < step->event_count; i++) {
        const struct event *event = &step->events[i];
        const struct stock_event *body = stock_event(event);
        if (body->type == STOCK_EVENT_DROVE && into->count < PLAYER_LIMIT) {
            struct drive *drive = &into->items[into->count++];
            *drive = (struct drive){.car = event->car, .drove = body};
            drive->path = stock_event_path(event, &drive->count);
            drive->units = drive->count;
        } else if (body->type == STOCK_EVENT_LEFT_TRACK && into->count > 0) {
            struct drive *drive = &into->items[into->count - 1];
            drive->left = body;
            drive->units++;
        }
    }
    for (int i = 0; i < into->count; i++)
        into->units = number_larger(into->units, into->items[i].units);
    into->units++;
}

double drive_shown(const struct drives *drives, const struct drive *drive, double progress)
{
    return brush_clamp(progress * drives->units, 0, drive->units);
}

bool drives_reached(const struct drives *drives, const struct event *event, double progress)
{
    const struct stock_event *body = stock_event(event);
    for (int i = 0; i < drives->count; i++)
        if (drives->items[i].car == event->car && body->move > 0)
            return drive_shown(drives, &drives->items[i], progress) >= body->move;
    return progress >= 1;
}
