/* One plain sentence for an event, for the log. A move whose next event says where the car is needs
 * no words of its own, unless a nitro was used.
 */
#include "rules/graph_paper/race.h"

#include "base/number.h"

struct speaker {
    const struct race *race;
    const char *const *names;
    struct text *into;
};

static const char *name_of(const struct speaker *speaker, int car)
{
    return speaker->names[graph_paper_car(speaker->race, car)->player - 1];
}

static void say_turns(struct text *into, int turns)
{
    text_append_format(into, turns == 1 ? "%d turn" : "%d turns", turns);
}

static void say_moved(const struct speaker *speaker, const struct event *event)
{
    struct text *into = speaker->into;
    const char *name = name_of(speaker, event->car);
    bool used = event->number > 0;
    if (used) {
        text_append_format(into, event->number == 1 ? "%s uses %d nitro" : "%s uses %d nitros",
                           name, event->number);
    }
    if (event->second != 0) {
        text_append(into, used ? "." : "");
        return;
    }
    text_append(into, used ? " and" : name);
    if (point_equal(event->from, event->to))
        text_append_format(into, " stays at (%d, %d).", event->to.x, event->to.y);
    else
        text_append_format(into, " drives to (%d, %d).", event->to.x, event->to.y);
}

static void say_lap(const struct speaker *speaker, const struct event *event)
{
    const char *name = name_of(speaker, event->car);
    if (event->second >= 0 && event->number > 0) {
        text_append_format(speaker->into, "%s crosses the line: lap %d of %d.", name, event->number,
                           event->second);
    } else if (event->number > 0) {
        text_append_format(speaker->into, "%s crosses the line backward, into lap %d again.", name,
                           event->number);
    } else {
        text_append_format(speaker->into, "%s crosses the line%s, no lap is open.", name,
                           event->second < 0 ? " backward" : "");
    }
}

/* "12 1/4": only fractions that a reader takes in at a glance. */
enum { SAYABLE_DENOMINATOR = 16 };

static void say_fraction(struct text *into, int64_t value, int64_t w)
{
    int64_t whole = number_floor_divide(value, w);
    int64_t rest = value - whole * w;
    int64_t divisor = (int64_t)number_common_divisor(w, rest);
    if (whole != 0 || rest == 0)
        text_append_format(into, "%lld", (long long)whole);
    if (rest != 0) {
        text_append_format(into, "%s%lld/%lld", whole != 0 ? " " : "", (long long)(rest / divisor),
                           (long long)(w / divisor));
    }
}

/* Two decimals, halves up, where they are needed. */
static void say_decimal(struct text *into, int64_t value, int64_t w)
{
    if (value % w == 0) {
        say_fraction(into, value, w);
        return;
    }
    int64_t whole = number_floor_divide(value, w);
    int64_t hundredths = whole * 100 + ((value - whole * w) * 200 + w) / (2 * w);
    text_append_format(into, "%lld.%02lld", (long long)(hundredths / 100),
                       (long long)(hundredths % 100));
}

static void say_exit(struct text *into, struct exact_point exit)
{
    bool plain = exit.w <= SAYABLE_DENOMINATOR;
    void (*say)(struct text *, int64_t, int64_t) = plain ? say_fraction : say_decimal;
    text_append(into, plain ? "at (" : "near (");
    say(into, exit.x, exit.w);
    text_append(into, ", ");
    say(into, exit.y, exit.w);
    text_append(into, ")");
}

static void say_left_track(const struct speaker *speaker, const struct event *event)
{
    struct text *into = speaker->into;
    text_append_format(into, "%s leaves the track ", name_of(speaker, event->car));
    say_exit(into, event->end);
    if (event->second == 0)
        text_append_format(into, " and goes on from (%d, %d)", event->to.x, event->to.y);
    if (event->number > 0) {
        text_append(into, " after missing ");
        say_turns(into, event->number);
    }
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
        text_append(speaker->into, name_of(speaker, car));
    }
}

static void say_collided(const struct speaker *speaker, const struct event *event)
{
    struct text *into = speaker->into;
    const char *name = name_of(speaker, event->car);
    text_append_format(into, "%s ran into ", name);
    say_struck(speaker, event->struck);
    text_append_format(into, " at (%d, %d)", event->to.x, event->to.y);
    if (event->number > 0) {
        text_append_format(into, ": %s misses ", name);
        say_turns(into, event->number);
    }
    if (event->second > 0) {
        text_append(into, event->number > 0 ? ", " : ": missed turns for ");
        say_struck(speaker, event->struck);
        text_append_format(into, event->number > 0 ? " %d" : ": %d", event->second);
    }
    text_append(into, ".");
}

static void say_slick(const struct speaker *speaker, const struct event *event)
{
    text_append_format(speaker->into, "%s spins on a slick at (%d, %d)",
                       name_of(speaker, event->car), event->to.x, event->to.y);
    if (event->number > 0) {
        text_append(speaker->into, " and misses ");
        say_turns(speaker->into, event->number);
    }
    text_append(speaker->into, ".");
}

static void say_missed(const struct speaker *speaker, const struct event *event)
{
    text_append_format(speaker->into, "%s misses a turn", name_of(speaker, event->car));
    if (event->number > 0)
        text_append_format(speaker->into, ", %d more to come", event->number);
    text_append(speaker->into, ".");
}

static void say_placed(const struct speaker *speaker, const struct event *event)
{
    text_append_format(speaker->into, "%s takes %d%s place.", name_of(speaker, event->car),
                       event->number, number_ordinal_ending(event->number));
}

void race_describe(const struct race *race, const struct event *event, const char *const *names,
                   struct text *into)
{
    struct speaker speaker = {race, names, into};
    switch (event->type) {
    case EVENT_STARTED:
        text_append_format(into, "%s starts at (%d, %d).", name_of(&speaker, event->car),
                           event->to.x, event->to.y);
        break;
    case EVENT_MOVED:
        say_moved(&speaker, event);
        break;
    case EVENT_LAP:
        say_lap(&speaker, event);
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
    case EVENT_FINISHED:
        text_append_format(into, "%s crosses the finish line!", name_of(&speaker, event->car));
        break;
    case EVENT_RETIRED:
        text_append_format(into, "%s is out of the race.", name_of(&speaker, event->car));
        break;
    case EVENT_MISSED:
        say_missed(&speaker, event);
        break;
    case EVENT_PLACED:
        say_placed(&speaker, event);
        break;
    case EVENT_OVER:
        text_append(into, "The race is over.");
        break;
    default:
        break;
    }
}
