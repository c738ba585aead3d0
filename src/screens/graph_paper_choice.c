/* What the player to move can choose now. Owns its lists; free them with choice_free. */
#include "screens/graph_paper_choice.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void choice_free(struct choice *choice)
{
    free(choice->starts.items);
    graph_paper_free_moves(&choice->all);
    graph_paper_free_moves(&choice->after);
    free(choice->shown);
    *choice = (struct choice){.chosen_start = -1, .after_of = -1};
}

/* Points that cost nothing, or all that can be paid; good brakes and boosts are always shown. */
static void filter_shown(struct choice *choice)
{
    choice->shown_count = 0;
    for (int i = 0; i < choice->all.count; i++) {
        if (choice->all.items[i].nitros > 0 && !choice->nitros_shown)
            continue;
        choice->shown = array_grow(choice->shown, choice->shown_count, &choice->shown_capacity,
                                   sizeof *choice->shown);
        choice->shown[choice->shown_count++] = choice->all.items[i];
    }
    choice->after_of = -1;
    choice->after.count = 0;
}

/* Every row of the list tells the principal point: its end less its acceleration. */
static void ask_moves(struct choice *choice, const struct session *session,
                      const struct point *start)
{
    graph_paper_moves(session_race(session), start, &choice->all);
    if (choice->all.count > 0) {
        const struct move *move = &choice->all.items[0];
        choice->from = move->from;
        choice->principal = point_subtract(move->to, move->acceleration);
    }
    filter_shown(choice);
}

void choice_refresh(struct choice *choice, const struct session *session)
{
    const struct race *race = session_race(session);
    choice->car = session_setup(session)->rules->to_move(race);
    choice->starts.count = 0;
    choice->chosen_start = -1;
    choice->all.count = 0;
    choice->velocity = (struct point){0, 0};
    filter_shown(choice);
    if (choice->car == 0)
        return;
    const struct car *car = graph_paper_car(race, choice->car);
    if (car->status == CAR_WAITING) {
        graph_paper_starts(race, &choice->starts);
    } else {
        choice->velocity = car->velocity;
        ask_moves(choice, session, NULL);
    }
}

void choice_show_nitros(struct choice *choice, bool shown)
{
    if (choice->nitros_shown == shown)
        return;
    choice->nitros_shown = shown;
    filter_shown(choice);
}

bool choice_start_is_action(const struct session *session)
{
    return session_setup(session)->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
}

void choice_take_start(struct choice *choice, const struct session *session, int start)
{
    choice->chosen_start = start;
    choice->all.count = 0;
    if (start >= 0)
        ask_moves(choice, session, &choice->starts.items[start]);
    else
        filter_shown(choice);
}

bool choice_has_nitros(const struct choice *choice)
{
    for (int i = 0; i < choice->all.count; i++)
        if (choice->all.items[i].nitros > 0)
            return true;
    return false;
}

void choice_look_ahead(struct choice *choice, const struct session *session, int shown)
{
    if (shown == choice->after_of)
        return;
    choice->after_of = shown;
    choice->after.count = 0;
    if (shown < 0)
        return;
    const struct move *move = &choice->shown[shown];
    /* A crash or a slick stops the car, and after the flag there is no turn. */
    if (move->outcome == OUTCOME_CLEAR)
        graph_paper_preview(session_race(session), choice->car, move->to,
                            point_subtract(move->to, move->from), &choice->after);
}

static bool is_nearer(struct point at, double x, double y, double *best)
{
    double distance = hypot(at.x - x, at.y - y);
    if (distance > *best)
        return false;
    *best = distance;
    return true;
}

int choice_nearest_move(const struct choice *choice, double x, double y, double reach)
{
    int nearest = -1;
    for (int i = 0; i < choice->shown_count; i++)
        if (is_nearer(choice->shown[i].to, x, y, &reach))
            nearest = i;
    return nearest;
}

int choice_nearest_start(const struct choice *choice, double x, double y, double reach)
{
    int nearest = -1;
    for (int i = 0; choice->chosen_start < 0 && i < choice->starts.count; i++)
        if (is_nearer(choice->starts.items[i], x, y, &reach))
            nearest = i;
    return nearest;
}

int choice_move_at(const struct choice *choice, int dx, int dy)
{
    for (int i = 0; i < choice->shown_count; i++)
        if (choice->shown[i].to.x == choice->principal.x + dx &&
            choice->shown[i].to.y == choice->principal.y + dy)
            return i;
    return -1;
}

/* How far a point lies in the direction, and 0 or less if it does not; sideways counts double, so
 * that the way leads on to the straight neighbour. */
static int step_length(struct point from, struct point to, int dx, int dy)
{
    struct point way = point_subtract(to, from);
    int ahead = way.x * dx + way.y * dy;
    int aside = abs(way.x * dy) + abs(way.y * dx);
    return ahead <= 0 ? 0 : ahead + 2 * aside;
}

int choice_step(const struct choice *choice, bool starts, int at, int dx, int dy)
{
    if (at < 0 && starts)
        return choice->starts.count > 0 ? 0 : -1;
    if (at < 0) {
        int principal = choice_move_at(choice, 0, 0);
        return principal >= 0 || choice->shown_count == 0 ? principal : 0;
    }
    int count = starts ? choice->starts.count : choice->shown_count;
    struct point from = starts ? choice->starts.items[at] : choice->shown[at].to;
    int best = at, best_length = 0;
    for (int i = 0; i < count; i++) {
        struct point to = starts ? choice->starts.items[i] : choice->shown[i].to;
        int length = step_length(from, to, dx, dy);
        if (length > 0 && (best_length == 0 || length < best_length)) {
            best = i;
            best_length = length;
        }
    }
    return best;
}

void choice_print_move(const struct choice *choice, int shown, struct text *into)
{
    struct graph_paper_action action = {
        .has_start = choice->chosen_start >= 0,
        .to = choice->shown[shown].to,
    };
    if (action.has_start)
        action.start = choice->starts.items[choice->chosen_start];
    graph_paper_print_action(&action, into);
}
