/* One plain sentence for an event, for the log. A move whose next event says where the car is needs
 * no words of its own, unless something was used up for it.
 */
#include "rules/graph_paper/race_inside.h"

#include "base/number.h"
#include "base/pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct speaker {
    const struct paper_race *race;
    const char *const *names;
    struct text *into;
};

/* Where players have several cars, "Ada's second car". */
static void say_name(const struct speaker *speaker, int car)
{
    static const char *const ordinals[] = {"first", "second", "third", "fourth"};
    int each = setup_cars_each(speaker->race->setup);
    text_append(speaker->into, speaker->names[(car - 1) / each]);
    if (each > 1)
        text_append_format(speaker->into, "'s %s car", ordinals[(car - 1) % each]);
}

/* "1 turn", "2 turns". */
static void say_count(struct text *into, int count, const char *thing)
{
    text_append_format(into, count == 1 ? "%d %s" : "%d %ss", count, thing);
}

static void say_turns(struct text *into, int turns)
{
    say_count(into, turns, "turn");
}

/* RULES 2.5, 2.6: false if nothing was used. Brakes and boosts never come with nitros. */
static bool say_used(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    bool both = event->good_brakes > 0 && event->turbo_boosts > 0;
    if (event->number == 0 && event->good_brakes == 0 && event->turbo_boosts == 0)
        return false;
    text_append(into, " uses ");
    if (event->number > 0)
        say_count(into, event->number, "nitro");
    text_append(into, event->good_brakes > 0 ? "good brakes" : "");
    text_append(into, both ? " and " : "");
    text_append(into, event->turbo_boosts > 0 ? "a turbo boost" : "");
    return true;
}

static void say_where_to(struct text *into, const struct graph_paper_event *event)
{
    if (point_equal(event->from, event->to))
        text_append_format(into, " stays at %s", pair_of(event->to.x, event->to.y).text);
    else
        text_append_format(into, " drives to %s", pair_of(event->to.x, event->to.y).text);
    text_append(into, event->outside ? ", still off the track." : ".");
}

static void say_moved(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    bool words = event->second == 0 || event->returned || event->number > 0 ||
                 event->good_brakes > 0 || event->turbo_boosts > 0;
    if (!words)
        return;
    say_name(speaker, event->car);
    bool used = say_used(speaker, event);
    if (event->returned)
        text_append(into, used ? ", comes back to the track" : " comes back to the track");
    if (event->second != 0)
        text_append(into, ".");
    else
        text_append(into, used || event->returned ? " and" : "");
    if (event->second == 0)
        say_where_to(into, event);
}

static void say_lap(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    say_name(speaker, event->car);
    if (event->second >= 0 && event->number > 0) {
        text_append_format(into, event->second > 1 ? " begins lap %d of %d." : " begins lap %d.",
                           event->number, event->second);
    } else if (event->number > 0) {
        text_append_format(into, " crosses the line backward, into lap %d again.", event->number);
    } else {
        text_append_format(into, " crosses the line%s, no lap is open.",
                           event->second < 0 ? " backward" : "");
    }
}

/* At a grid point; else near one, where nothing else in the sentence says where that was. */
static void say_exit(struct text *into, struct exact_point exit, bool alone)
{
    int64_t x = number_floor_divide(exit.x, exit.w), y = number_floor_divide(exit.y, exit.w);
    int64_t beyond_x = exit.x - x * exit.w, beyond_y = exit.y - y * exit.w;
    bool on_grid = beyond_x == 0 && beyond_y == 0;
    if (on_grid || alone)
        text_append_format(into, " %s (%lld, %lld)", on_grid ? "at" : "near",
                           (long long)(x + (beyond_x >= exit.w - beyond_x)),
                           (long long)(y + (beyond_y >= exit.w - beyond_y)));
}

static void say_damage(struct text *into, int damage)
{
    text_append(into, "takes ");
    say_count(into, damage, "damage point");
}

/* What becomes of the car: the last part of the sentence, or nothing. */
static void say_onward(struct text *into, const struct graph_paper_event *event)
{
    static const char *const onward[] = {
        [LEFT_GOES_ON] = "goes on from",
        [LEFT_RUNS_WIDE] = "drives on outside to",
        [LEFT_COMES_BACK] = "comes straight back to",
    };
    text_append_format(into, " and %s %s", onward[event->second],
                       pair_of(event->to.x, event->to.y).text);
    if (event->number > 0) {
        text_append(into, " after missing ");
        say_turns(into, event->number);
    }
}

static void say_left_track(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    bool ends_here = event->second == LEFT_IS_OUT;
    say_name(speaker, event->car);
    if (event->forced) {
        bool more = event->damage > 0 || !ends_here;
        text_append(into, more ? " has nowhere to go, crashes" : " has nowhere to go and crashes");
    } else {
        text_append(into, " leaves the track");
    }
    say_exit(into, event->end, ends_here);
    if (event->damage > 0) {
        text_append(into, ends_here ? " and " : ", ");
        say_damage(into, event->damage);
    }
    if (!ends_here)
        say_onward(into, event);
    text_append(into, ".");
}

static void say_struck(const struct speaker *speaker, uint64_t struck)
{
    int count = 0;
    for (int car = 1; car <= speaker->race->car_count; car++)
        count += (struck >> car & 1) != 0;
    int said = 0;
    for (int car = 1; car <= speaker->race->car_count; car++) {
        if ((struck >> car & 1) == 0)
            continue;
        said++;
        text_append(speaker->into, said == 1 ? "" : said == count ? " and " : ", ");
        say_name(speaker, car);
    }
}

static void say_collided(const struct speaker *speaker, const struct graph_paper_event *event)
{
    struct text *into = speaker->into;
    say_name(speaker, event->car);
    text_append(into, " ran into ");
    say_struck(speaker, event->struck);
    text_append_format(into, " at %s", pair_of(event->to.x, event->to.y).text);
    if (event->number > 0 || event->damage > 0) {
        text_append(into, ": ");
        say_name(speaker, event->car);
        text_append(into, " ");
    }
    if (event->damage > 0)
        say_damage(into, event->damage);
    if (event->number > 0) {
        text_append(into, "misses ");
        say_turns(into, event->number);
    }
    if (event->second > 0) {
        text_append(into, event->number > 0 ? ", " : ": missed turns for ");
        say_struck(speaker, event->struck);
        text_append_format(into, event->number > 0 ? " %d" : ": %d", event->second);
    }
    text_append(into, ".");
}

static void say_slick(const struct speaker *speaker, const struct graph_paper_event *event)
{
    say_name(speaker, event->car);
    text_append_format(speaker->into, " spins on a slick at %s",
                       pair_of(event->to.x, event->to.y).text);
    if (event->number > 0) {
        text_append(speaker->into, " and misses ");
        say_turns(speaker->into, event->number);
    }
    text_append(speaker->into, ".");
}

static void say_scored(const struct speaker *speaker, const struct graph_paper_event *event)
{
    int points = event->second;
    text_append_format(speaker->into, "%s %s ", speaker->names[event->number - 1],
                       points < 0 ? "loses" : "scores");
    say_count(speaker->into, points < 0 ? -points : points, "point");
    text_append(speaker->into, ".");
}

static void say_missed(const struct speaker *speaker, const struct graph_paper_event *event)
{
    say_name(speaker, event->car);
    text_append(speaker->into, " misses a turn");
    if (event->number > 0)
        text_append_format(speaker->into, ", %d more to come", event->number);
    text_append(speaker->into, ".");
}

/* In a derby a place is the player's, and said once; who is alone has none worth a word. */
static void say_placed(const struct speaker *speaker, const struct graph_paper_event *event)
{
    const struct paper_race *race = speaker->race;
    struct text *into = speaker->into;
    if (race->setup->players == 1 || (event->car - 1) % setup_cars_each(race->setup) != 0)
        return;
    int player = graph_paper_car(&race->head, event->car)->player;
    text_append_format(into, "%s takes %d%s place", speaker->names[player - 1], event->number,
                       number_ordinal_ending(event->number));
    if (race_is_derby(race)) {
        int score = graph_paper_score(&race->head, player);
        text_append(into, " with ");
        say_count(into, score, "point");
    }
    text_append(into, ".");
}

void graph_paper_print_vector(struct point vector, char text[GRAPH_PAPER_VECTOR_BYTES])
{
    int length = 0;
    if (vector.x)
        length = snprintf(text, GRAPH_PAPER_VECTOR_BYTES, "%s %d", vector.x > 0 ? "→" : "←",
                          abs(vector.x));
    if (vector.y)
        length += snprintf(text + length, GRAPH_PAPER_VECTOR_BYTES - (size_t)length, "%s%s %d",
                           length ? " " : "", vector.y > 0 ? "↑" : "↓", abs(vector.y));
    if (length == 0)
        strcpy(text, "0");
}

void race_describe(const struct race *any, const struct event *told, const char *const *names,
                   struct text *into)
{
    const struct paper_race *race = paper_race(any);
    const struct graph_paper_event *event = graph_paper_event(told);
    struct speaker speaker = {race, names, into};
    switch (event->type) {
    case EVENT_STARTED:
        say_name(&speaker, event->car);
        text_append_format(into, " starts at %s.", pair_of(event->to.x, event->to.y).text);
        break;
    case EVENT_MOVED:
        say_moved(&speaker, event);
        break;
    case EVENT_CHECKPOINT:
        say_name(&speaker, event->car);
        text_append_format(into, " passes checkpoint %d of %d.", event->number,
                           track_of(race->setup)->checkpoint_count);
        break;
    case EVENT_LAP:
        say_lap(&speaker, event);
        break;
    case EVENT_TURBO:
        say_name(&speaker, event->car);
        text_append_format(into, " drives through a turbo area: it pushes the next move by %s.",
                           pair_of(event->velocity.x, event->velocity.y).text);
        break;
    case EVENT_LEFT_TRACK:
        say_left_track(&speaker, event);
        break;
    case EVENT_COLLIDED:
        say_collided(&speaker, event);
        break;
    case EVENT_SLICK:
        say_slick(&speaker, event);
        break;
    case EVENT_SCORED:
        say_scored(&speaker, event);
        break;
    case EVENT_FINISHED:
        say_name(&speaker, event->car);
        text_append(into, " crosses the finish line!");
        break;
    case EVENT_RETIRED:
        say_name(&speaker, event->car);
        text_append(into, " is out of the race.");
        break;
    case EVENT_MISSED:
        say_missed(&speaker, event);
        break;
    case EVENT_PLACED:
        say_placed(&speaker, event);
        break;
    case EVENT_OVER:
        text_append(into, race_is_derby(race) ? "The derby is over." : "The race is over.");
        break;
    }
}

/* --- why a point within reach may not be chosen (4.4, 5.2, 9) --------------------------------- */

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
