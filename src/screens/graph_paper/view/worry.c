/* What a move costs, in words, where a driver may want to think twice. Found out on a copy of the
 * race, so nothing here knows what a crash or a nitro means under the rules in force.
 */
#include "screens/graph_paper/view/inside.h"

enum worry { WORRY_WALL = 1, WORRY_CAR = 2, WORRY_NITROS = 4, WORRY_BACK = 8, WORRY_LAST = 16 };

/* A crash is worth a question, and so is what may have been clicked by a slip: two nitros at once,
 * a point behind the car; and the last nitros, which will be missed. */
static unsigned find_worries(const struct view *view, const struct move *move)
{
    const struct car *car = graph_paper_car(session_race(view->session), view->choice.car);
    bool derby = session_setup(view->session)->values[FIELD_CONTEST] == CONTEST_DERBY;
    struct point way = point_subtract(move->to, move->from);
    bool back = way.x * car->velocity.x + way.y * car->velocity.y < 0;
    unsigned worries = back ? WORRY_BACK : 0;
    if (move->outcome == OUTCOME_OFF_TRACK && car->status != CAR_OUTSIDE)
        worries |= WORRY_WALL;
    if (move->outcome == OUTCOME_COLLISION && !derby)
        worries |= WORRY_CAR;
    if (move->nitros > 1)
        worries |= WORRY_NITROS;
    if (move->nitros > 0 && move->nitros == car->nitros && move->outcome != OUTCOME_FINISH)
        worries |= WORRY_LAST;
    return worries;
}

static void say_count(struct text *into, const char *verb, int count, const char *thing)
{
    text_append_format(into, count == 1 ? "%s %d %s" : "%s %d %ss", verb, count, thing);
}

/* " stops at the wall, takes 2 damage points and misses 2 turns." */
static void say_crash(struct text *into, const char *where, const struct graph_paper_event *event)
{
    bool damages = event->damage > 0, misses = event->number > 0;
    text_append_format(into, " stops%s", where);
    text_append(into, damages ? misses ? ", " : " and " : "");
    if (damages)
        say_count(into, "takes", event->damage, "damage point");
    text_append(into, misses ? " and " : "");
    if (misses)
        say_count(into, "misses", event->number, "turn");
    text_append(into, ".");
}

static void say_struck(const struct view *view, const struct graph_paper_event *event,
                       struct text *into)
{
    const struct race *race = session_race(view->session);
    for (int car = 1; car <= graph_paper_game.car_count(race); car++) {
        if ((event->struck >> car & 1) == 0)
            continue;
        text_append_format(into, " %s ", view->names[graph_paper_car(race, car)->player - 1]);
        if (event->second > 0)
            say_count(into, "misses", event->second, "turn");
        else
            text_append(into, "stops, too");
        text_append(into, ".");
    }
}

static void say_left_track(const struct graph_paper_event *event, struct text *into)
{
    text_append(into, "Your car");
    if (event->second == LEFT_IS_OUT) {
        text_append(into, " is out of the race.");
    } else if (event->second == LEFT_RUNS_WIDE) {
        text_append(into, " drives on outside, and has to come back behind that place.");
    } else {
        say_crash(into, " at the wall", event);
    }
}

static void say_events(const struct view *view, const struct event_list *events, struct text *into)
{
    for (int i = 0; i < events->count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&events->items[i]);
        if (event->car != view->choice.car)
            continue;
        if (event->type == EVENT_LEFT_TRACK) {
            say_left_track(event, into);
        } else if (event->type == EVENT_COLLIDED) {
            text_append(into, "Your car");
            say_crash(into, "", event);
            say_struck(view, event, into);
        } else if (event->type == EVENT_SLICK && event->number > 0) {
            say_count(into, " The slick costs", event->number, "turn");
            text_append(into, ".");
        }
    }
}

static void say_nitros(const struct view *view, const struct move *move, struct text *into)
{
    int left = graph_paper_car(session_race(view->session), view->choice.car)->nitros;
    const char *verb = into->length > 0 ? " It uses" : "Your car uses";
    if (move->nitros < left)
        say_count(into, verb, move->nitros, "nitro");
    else if (left == 1)
        text_append_format(into, "%s its last nitro", verb);
    else
        text_append_format(into, "%s all %d nitros that it has", verb, left);
    text_append(into, ".");
}

static void say_title(const struct move *move, unsigned worries, struct text *into)
{
    if (worries & WORRY_WALL)
        text_append(into, "This leaves the track");
    else if (worries & WORRY_CAR)
        text_append(into, "This hits another car");
    else if (worries & WORRY_BACK)
        text_append(into, "This drives backward");
    else if (worries & WORRY_NITROS)
        text_append_format(into, "This uses %d nitros", move->nitros);
    else
        text_append(into, "This uses the last nitro");
}

void graph_paper_worry(const struct view *view, int shown, struct view_deed *deed)
{
    const struct move *move = &view->choice.shown[shown];
    unsigned worries = find_worries(view, move);
    deed->worries = worries;
    deed->place = move->to;
    if (worries == 0)
        return;
    struct race *race = graph_paper_game.copy(session_race(view->session));
    struct event_list events = {0};
    struct error error;
    if (graph_paper_game.apply(race, race_next_car(race), text_string(&deed->action), &events,
                               &error))
        say_events(view, &events, &deed->cost);
    event_list_free(&events);
    graph_paper_game.free(race);
    if ((worries & WORRY_BACK) && deed->cost.length == 0)
        text_append(&deed->cost, "The point lies behind your car.");
    if (move->nitros > 0)
        say_nitros(view, move, &deed->cost);
    say_title(move, worries, &deed->title);
}
