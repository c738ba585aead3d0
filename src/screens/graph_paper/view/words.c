/* What is said: whose turn it is, how far the race has come, what the rules make of this turn,
 * which keys matter now, and what a move costs where a driver may want to think twice.
 */
#include "screens/graph_paper/view/inside.h"

#include "base/pair.h"
#include "paper/brush.h"

#include <stdio.h>
#include <string.h>

/* "Lap 2 of 3 · checkpoint 4 of 5 · round 15", "Round 15 · par 31", "Round 15 of 30". */
static void print_progress(const struct view *view, char *line, size_t size)
{
    const struct setup *setup = session_setup(view->session);
    const struct race *race = session_race(view->session);
    int laps = setup->values[FIELD_LAPS], round = setup->game->round(race);
    int par = view->par ? par_answer(view->par, 0).rounds : 0;
    int lap = view->choice.car ? graph_paper_lap(race, view->choice.car) : 0;
    size_t length = 0;
    if (graph_paper_is_derby(session_setup(view->session))) {
        snprintf(line, size, "Round %d of %d", round, setup->values[FIELD_ROUNDS]);
        return;
    }
    if (laps > 1 && !graph_paper_track(setup)->open && lap > 0)
        length += (size_t)snprintf(line, size, "Lap %d of %d · ", lap, laps);
    if (graph_paper_counts_checkpoints(setup) && lap > 0)
        length += (size_t)snprintf(line + length, size - length, "checkpoint %d of %d · ",
                                   graph_paper_car(race, view->choice.car)->checkpoint,
                                   graph_paper_track(setup)->checkpoint_count);
    snprintf(line + length, size - length, round > 0 ? "round %d" : "before the start", round);
    line[0] = (char)SDL_toupper(line[0]);
    length = strlen(line);
    if (par > 0)
        snprintf(line + length, size - length, " · par %d", par);
}

static void print_status(const struct view *view, char *text, size_t size)
{
    const struct choice *choice = &view->choice;
    const struct race *race = session_race(view->session);
    if (choice->car == 0) {
        snprintf(text, size,
                 graph_paper_is_derby(session_setup(view->session)) ? "The derby is over."
                                                                    : "The race is over.");
        return;
    }
    const struct car *car = graph_paper_car(race, choice->car);
    const char *name = session_player(view->session, car->player)->name;
    int which = paper_car_of_player(view->session, race, choice->car);
    bool starts = choice->shown_count == 0 && choice->starts.count > 0;
    if (view->watches)
        snprintf(text, size, "%s is thinking", name);
    else if (which > 0)
        snprintf(text, size, starts ? "%s, choose the start of car %d." : "%s, your move: car %d.",
                 name, which);
    else
        snprintf(text, size, starts ? "%s, choose your start." : "%s, your move.", name);
}

/* Is there something to choose from, and all of it of these outcomes? */
static bool has_only(const struct choice *choice, enum outcome first, enum outcome second)
{
    for (int i = 0; i < choice->shown_count; i++)
        if (choice->shown[i].outcome != first && choice->shown[i].outcome != second)
            return false;
    return choice->shown_count > 0;
}

/* Is there a point that costs nitros and is no crash? */
static bool nitro_helps(const struct choice *choice)
{
    for (int i = 0; i < choice->all.count; i++) {
        const struct move *move = &choice->all.items[i];
        if (move->nitros > 0 && move->outcome != OUTCOME_OFF_TRACK &&
            move->outcome != OUTCOME_COLLISION)
            return true;
    }
    return false;
}

/* True if whatever is chosen is a crash: then it says so, and what helps. */
static bool print_no_way(const struct view *view, char *text, size_t size)
{
    const struct choice *choice = &view->choice;
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    bool off = has_only(choice, OUTCOME_OFF_TRACK, OUTCOME_OFF_TRACK);
    bool crash = off || (!graph_paper_is_derby(session_setup(view->session)) &&
                         has_only(choice, OUTCOME_OFF_TRACK, OUTCOME_COLLISION));
    if (!crash || car->status == CAR_OUTSIDE)
        return false;
    bool helps = !choice->nitros_shown && nitro_helps(choice);
    snprintf(text, size, "Every point %s: %schoose where.", off ? "leaves the track" : "is a crash",
             helps ? "use a nitro, or " : "");
    return true;
}

const struct hint *graph_paper_pointed_hint(const struct view *view)
{
    const struct choice *choice = &view->choice;
    bool can_be_chosen =
        view->pointed >= 0 && choice_spot_kind(choice, view->pointed) != SPOT_REFUSED;
    return can_be_chosen ? hints_at(view->hints, choice_spot(choice, view->pointed)) : NULL;
}

static void print_braking(const struct hint_way *way, struct text *into)
{
    if (way->count < 2)
        return;
    const struct point *end = &way->points[way->count - 1];
    if (way->end == WAY_STOPS)
        text_append_format(into, "Full braking stops at %s.", pair_of(end->x, end->y).text);
    else if (way->end == WAY_LEAVES)
        text_append(into, "Full braking leaves the track.");
}

/* Points that cost something may be out of sight. */
static bool best_is_shown(const struct view *view)
{
    for (int i = 0; i < view->choice.shown_count; i++) {
        const struct hint *hint = hints_at(view->hints, view->choice.shown[i].to);
        if (hint && hint->rounds == view->hints->best)
            return true;
    }
    return view->choice.shown_count == 0;
}

static void print_point(const struct view *view, const struct hint *hint, struct text *into)
{
    if (hint->doomed) {
        text_append(into, "Doomed: no way to stay on the track.");
        return;
    }
    if (hint->rounds > 0)
        text_append_format(into, hint->rounds == 1 ? "%d more round, " : "%d more rounds, ",
                           hint->rounds);
    if (hint->rounds > 0 && hint->rounds == view->hints->best)
        text_append(into, "the fewest.");
    else if (hint->rounds > 0)
        text_append_format(into, best_is_shown(view) ? "best %d." : "best %d with an extra push.",
                           view->hints->best);
    if (into->length > 0 && hint->braking.count > 1 && hint->braking.end != WAY_FINISHES)
        text_append(into, " ");
    print_braking(&hint->braking, into);
}

static void print_turn(const struct hint_way *line, struct text *into)
{
    if (line->count < 2 || line->end == WAY_GOES_ON)
        return;
    text_append_format(into, line->rounds == 1 ? "At best %d round" : "At best %d rounds",
                       line->rounds);
    text_append(into, line->end == WAY_FINISHES ? " to the finish." : " for the lap.");
}

bool graph_paper_print_hint(const struct view *view, char *text, size_t size)
{
    struct text told = {0};
    const struct hint *hint = view->hints ? graph_paper_pointed_hint(view) : NULL;
    if (view->hints_missed)
        text_append(&told, "This race was set up without hints.");
    else if (view->hints_coming)
        text_append(&told, "Looking ahead …");
    else if (hint)
        print_point(view, hint, &told);
    else if (view->hints)
        print_turn(&view->hints->line, &told);
    snprintf(text, size, "%s", text_string(&told));
    bool any = told.length > 0;
    text_free(&told);
    return any;
}

/* What the sheet makes of this turn that is not plain from its points. */
static void print_remark(const struct view *view, char *text, size_t size)
{
    const struct choice *choice = &view->choice;
    char shift[GRAPH_PAPER_VECTOR_BYTES];
    text[0] = '\0';
    bool points =
        graph_paper_pointed_move(view) >= 0 || choice->shown_count == 0 || view->hints_missed;
    if (choice->car == 0 || (points && graph_paper_print_hint(view, text, size)) ||
        choice->shown_count == 0 || print_no_way(view, text, size))
        return;
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    if (choice->limit != LIMIT_NONE) {
        snprintf(text, size,
                 choice->limit == LIMIT_COAST ? "On the slick: no change of velocity."
                                              : "On the slick: one square, and not diagonally.");
    } else if (car->status == CAR_OUTSIDE) {
        snprintf(text, size, "Off the track: come back behind the dashed line.");
    } else if (choice->shift.x || choice->shift.y) {
        graph_paper_print_vector(choice->shift, shift);
        snprintf(text, size, "Turbo: the principal point is moved by %s.", shift);
    } else {
        graph_paper_print_hint(view, text, size);
    }
}

static void choose_keys(const struct view *view, struct view_words *words)
{
    const struct choice *choice = &view->choice;
    bool hints = session_allow(view->session).hints;
    words->brief_keys = "F fit · F1 rules";
    if (view->watches) {
        words->keys = "Space pause · wheel zoom · right drag pan · F fit · F1 rules";
        words->brief_keys = "Space pause";
    } else if (choice->car == 0) {
        words->keys = session_can_undo(view->session)
                          ? "Enter results · Ctrl+Z back · F fit · F12 picture"
                          : "Enter results · F fit · F12 picture";
        words->brief_keys = "Enter results";
    } else if (choice->chosen_start >= 0) {
        words->keys = hints ? "number pad · Backspace another start · H hints · F1 rules"
                            : "number pad · Backspace another start · F1 rules";
        words->brief_keys = "Backspace another start";
    } else if (choice->shown_count == 0) {
        words->keys = hints ? "arrows and Enter · H hints · F fit · F1 rules"
                            : "arrows and Enter · wheel zoom · F fit · F1 rules";
    } else if (choice_has(choice, SIGN_NITRO) && !view->nitros_on) {
        words->keys = hints ? "Shift nitro · number pad · H hints · F fit · F1 rules"
                            : "Shift nitro · number pad · wheel zoom · F fit · F1 rules";
        words->brief_keys = "Shift nitro · F1 rules";
    } else {
        words->keys = hints ? "number pad · H hints · wheel zoom · F fit · F1 rules"
                            : "number pad · wheel zoom · right drag pan · F fit · F1 rules";
    }
}

void graph_paper_tell(const struct view *view, struct view_words *words)
{
    print_status(view, words->status, sizeof words->status);
    print_progress(view, words->progress, sizeof words->progress);
    print_remark(view, words->remark, sizeof words->remark);
    choose_keys(view, words);
    words->half_chosen = view->choice.chosen_start >= 0;
}

/* --- worries ---------------------------------------------------------------------------------- */

/* Found out on a copy of the race: nothing here knows what a crash or a nitro means under the rules
 * in force. */
enum worry { WORRY_WALL = 1, WORRY_CAR = 2, WORRY_NITROS = 4, WORRY_BACK = 8, WORRY_LAST = 16 };

/* A crash is worth a question, and so is what may have been clicked by a slip: two nitros at once,
 * a point behind the car; and the last nitros, which will be missed. */
static unsigned find_worries(const struct view *view, const struct move *move)
{
    const struct car *car = graph_paper_car(session_race(view->session), view->choice.car);
    bool derby = graph_paper_is_derby(session_setup(view->session));
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
