/* Why a point within reach may not be chosen, in words (RULES 4.4, 5.2, 9). */
#include "rules/graph_paper/race.h"

static const char *name_of(const struct paper_race *race, int car, const char *const *names)
{
    return names[graph_paper_car(&race->head, car)->player - 1];
}

void graph_paper_describe_refusal(const struct race *any, const struct refused_move *refused,
                                  const char *const *names, struct text *into)
{
    const struct paper_race *race = paper_race(any);
    int mover = race_next_car(any);
    switch (refused->why) {
    case REFUSAL_OCCUPIED:
        text_append_format(into, "%s is in the way.", name_of(race, refused->car, names));
        break;
    case REFUSAL_OWN_CAR:
        text_append_format(into, "%s cannot run into a car of their own.",
                           name_of(race, mover, names));
        break;
    case REFUSAL_REMATCH:
        text_append_format(into, "%s and %s have just crashed: not again before both have moved.",
                           name_of(race, mover, names), name_of(race, refused->car, names));
        break;
    case REFUSAL_AHEAD:
        text_append(into, "A car comes back behind the place where it left, not ahead of it.");
        break;
    case REFUSAL_THROUGH:
        text_append(into, "A car that comes back has to stay on the track.");
        break;
    case REFUSAL_OFF_SHEET:
        text_append(into, "Nobody drives off the sheet.");
        break;
    }
}
