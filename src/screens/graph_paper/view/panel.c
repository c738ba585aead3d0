/* What is said: whose turn it is, how far the race has come, what the rules make of this turn,
 * which keys matter now, and what a move costs where a driver may want to think twice.
 */

#include "base/number.h"
#include "draw/canvas.h"
#include "paper/paper.h"
#include "screens/graph_paper/view/inside.h"
#include "session/records.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Is there something to choose from, and all of it off the track, or of another outcome? */
static bool has_only(const struct choice *choice, enum outcome other)
{
    for (int i = 0; i < choice->shown_count; i++)
        if (choice->shown[i].outcome != OUTCOME_OFF_TRACK && choice->shown[i].outcome != other)
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
    bool off = has_only(choice, OUTCOME_OFF_TRACK);
    bool crash = off || (!graph_paper_is_derby(session_setup(view->session)) &&
                         has_only(choice, OUTCOME_COLLISION));
    if (!crash || car->status == CAR_OUTSIDE)
        return false;
    bool helps = !choice->nitros_shown && nitro_helps(choice);
    snprintf(text, size, "Every point %s: %schoose where.", off ? "leaves the track" : "is a crash",
             helps ? "use a nitro, or " : "");
    return true;
}

static const struct hint *graph_paper_pointed_hint(const struct view *view)
{
    const struct choice *choice = &view->choice;
    bool can_be_chosen =
        view->pointed >= 0 && choice_spot_kind(choice, view->pointed) != SPOT_REFUSED;
    return can_be_chosen ? hints_at(view->hints, choice_spot(choice, view->pointed)) : NULL;
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
    const struct hint_way *way = &hint->braking;
    if (way->count < 2)
        return;
    const struct point *end = &way->points[way->count - 1];
    if (way->end == WAY_STOPS)
        text_append_format(into, "Full braking stops at %s.", pair_of(end->x, end->y).text);
    else if (way->end == WAY_LEAVES)
        text_append(into, "Full braking leaves the track.");
}

static void print_turn(const struct hint_way *line, struct text *into)
{
    if (line->count < 2 || line->end == WAY_GOES_ON)
        return;
    text_append_format(into, line->rounds == 1 ? "At best %d round" : "At best %d rounds",
                       line->rounds);
    text_append(into, line->end == WAY_FINISHES ? " to the finish." : " for the lap.");
}

/* On what is pointed at, or the turn. False: there is nothing to be told. */
static bool graph_paper_print_hint(const struct view *view, char *text, size_t size)
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
    int top = session_setup(view->session)->values[FIELD_TOP_SPEED];
    if (choice->limit != LIMIT_NONE) {
        snprintf(text, size,
                 choice->limit == LIMIT_COAST ? "On the slick: no change of velocity."
                                              : "On the slick: one square, and not diagonally.");
    } else if (car->status == CAR_OUTSIDE) {
        snprintf(text, size, "Off the track: come back behind the dashed line.");
    } else if (choice->shift.x || choice->shift.y) {
        graph_paper_print_vector(choice->shift, shift);
        snprintf(text, size, "Turbo: the principal point is moved by %s.", shift);
    } else if (top > 0 && point_reach(choice->velocity) + choice->step > top) {
        snprintf(text, size, "Top speed: at most %d to each side.", top);
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

/* --- warnings --------------------------------------------------------------------------------- */

/* Found out on a copy of the race: nothing here knows what a crash or a nitro means under the rules
 * in force. */
enum warning { WARN_WALL = 1, WARN_CAR = 2, WARN_NITROS = 4, WARN_BACK = 8, WARN_LAST = 16 };

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

static void say_events(const struct view *view, const struct event_list *events, struct text *into)
{
    for (int i = 0; i < events->count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&events->items[i]);
        if (event->car != view->choice.car)
            continue;
        if (event->type == EVENT_LEFT_TRACK) {
            text_append(into, "Your car");
            if (event->second == LEFT_IS_OUT) {
                text_append(into, " is out of the race.");
            } else if (event->second == LEFT_RUNS_WIDE) {
                text_append(into, " drives on outside, and has to come back behind that place.");
            } else {
                say_crash(into, " at the wall", event);
            }
        } else if (event->type == EVENT_COLLIDED) {
            text_append(into, "Your car");
            say_crash(into, "", event);
            const struct race *race = session_race(view->session);
            for (int car = 1; car <= graph_paper_game.car_count(race); car++) {
                if ((event->struck >> car & 1) == 0)
                    continue;
                text_append_format(into, " %s ",
                                   view->names[graph_paper_car(race, car)->player - 1]);
                if (event->second > 0)
                    say_count(into, "misses", event->second, "turn");
                else
                    text_append(into, "stops, too");
                text_append(into, ".");
            }
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

void graph_paper_warn(const struct view *view, int shown, struct view_request *request)
{
    const struct move *move = &view->choice.shown[shown];
    /* A crash is worth a question, and so is what may have been clicked by a slip: two nitros at
     * once, a point behind the car; and the last nitros, which will be missed. */
    const struct car *car = graph_paper_car(session_race(view->session), view->choice.car);
    bool derby = graph_paper_is_derby(session_setup(view->session));
    struct point way = point_subtract(move->to, move->from);
    bool back = way.x * car->velocity.x + way.y * car->velocity.y < 0;
    unsigned warnings = back ? WARN_BACK : 0;
    if (move->outcome == OUTCOME_OFF_TRACK && car->status != CAR_OUTSIDE)
        warnings |= WARN_WALL;
    if (move->outcome == OUTCOME_COLLISION && !derby)
        warnings |= WARN_CAR;
    if (move->nitros > 1)
        warnings |= WARN_NITROS;
    if (move->nitros > 0 && move->nitros == car->nitros && move->outcome != OUTCOME_FINISH)
        warnings |= WARN_LAST;
    request->warnings = warnings;
    request->place = move->to;
    if (warnings == 0)
        return;
    struct race *race = graph_paper_game.copy(session_race(view->session));
    struct event_list events = {0};
    struct error error;
    if (graph_paper_game.apply(race, race_next_car(race), text_string(&request->action), &events,
                               &error))
        say_events(view, &events, &request->cost);
    event_list_free(&events);
    graph_paper_game.free(race);
    if ((warnings & WARN_BACK) && request->cost.length == 0)
        text_append(&request->cost, "The point lies behind your car.");
    if (move->nitros > 0)
        say_nitros(view, move, &request->cost);
    struct text *into = &request->title;
    if (warnings & WARN_WALL)
        text_append(into, "This leaves the track");
    else if (warnings & WARN_CAR)
        text_append(into, "This hits another car");
    else if (warnings & WARN_BACK)
        text_append(into, "This drives backward");
    else if (warnings & WARN_NITROS)
        text_append_format(into, "This uses %d nitros", move->nitros);
    else
        text_append(into, "This uses the last nitro");
}

/* === panel ==================================================================================== */

/* How a car stands, on its card beside the sheet: everything that counts under the rules in force,
 * and nothing else.
 *
 * It is collected once as a list of items, the most important first: a card shows them with signs
 * as far as there is room, and what is said in words is the same list.
 */

/* Interface pixels. */
static const double SIGN_GAP = 3, KIND_GAP = 8, COLUMN_GAP = 5, SENTENCE_GAP = 24;
enum { TALLY_SIDE = 16, PIP_SIDE = 7, PIP_GAP = 3, HINT_HIGH = 20 };
enum { PIP_LIMIT = 8 }; /* more damage is told in numbers */
enum { FORMS = 3, ITEMS = 9, ITEM_BYTES = 48 };

enum sign_kind {
    NO_SIGN,
    NITRO,
    BRAKE,
    BOOST,
    GATE,
    TALLY,
    PIPS,
    BEAD, /* of hints, from here on */
    DOOMED,
    BEST_LINE,
    FULL_BRAKING
};

/* A sign, for the tally and the pips with how many, and what is written behind it. */
struct paper_view_form {
    enum sign_kind sign;
    int count, limit;
    int pen; /* of hints */
    char text[ITEM_BYTES];
};

enum paper_view_line { FIRST_LINE, SECOND_LINE, SECOND_LINE_LEFT };

struct paper_view_item {
    char words[ITEM_BYTES]; /* "2 nitros"; "": nothing is said of it */
    struct paper_view_form
        forms[FORMS];          /* the longest first; no sign and no text: there is no such form */
    enum paper_view_line line; /* of a card of two */
    double column;             /* its width on a card of one line; 0: it is not there */
    bool bold;
};

struct items {
    struct paper_view_item list[ITEMS];
    int count;
};

void graph_paper_team(const struct view *view, const struct race *race, int number,
                      struct view_team *team)
{
    int player = graph_paper_car(race, number)->player;
    *team = (struct view_team){.which = paper_car_of_player(view->session, race, number)};
    for (int car = 1; car <= graph_paper_game.car_count(race); car++)
        team->count += graph_paper_car(race, car)->player == player;
    int score = graph_paper_score(race, player);
    if (graph_paper_is_derby(session_setup(view->session)))
        snprintf(team->score, sizeof team->score, score < 0 ? "−%d" : "%d", abs(score));
}

/* --- who is ahead ----------------------------------------------------------------------------- */

static bool is_on_its_way(const struct car *car)
{
    return car->status == CAR_RACING || car->status == CAR_OUTSIDE;
}

/* Laps first, then the way that is left; from where there is none, the last of its lap. */
static bool is_before(const struct distance *distance, const struct car *a, const struct car *b)
{
    int64_t left = distance_to_finish(distance, a), other = distance_to_finish(distance, b);
    if (a->crossings != b->crossings)
        return a->crossings > b->crossings;
    return left >= 0 && (other < 0 || left < other);
}

int graph_paper_place(const struct distance *distance, const struct race *race, int number)
{
    const struct car *car = graph_paper_car(race, number);
    if (car->place > 0 || !distance || !is_on_its_way(car))
        return car->place;
    int place = 1;
    for (int i = graph_paper_game.car_count(race); i > 0; i--) {
        const struct car *other = graph_paper_car(race, i);
        place += other->status == CAR_FINISHED ||
                 (is_on_its_way(other) && is_before(distance, other, car));
    }
    return place;
}

/* --- what there is to say --------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void print(char into[ITEM_BYTES], const char *format,
                                                        ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(into, ITEM_BYTES, format, arguments);
    va_end(arguments);
}

/* What is said of it, which is what is written on the card, too, unless that is changed. */
__attribute__((format(printf, 4, 5))) static struct paper_view_item *
add(struct items *items, enum paper_view_line line, double column, const char *format, ...)
{
    struct paper_view_item *item = &items->list[items->count++];
    va_list arguments;
    *item = (struct paper_view_item){.line = line, .column = column};
    va_start(arguments, format);
    vsnprintf(item->words, ITEM_BYTES, format, arguments);
    va_end(arguments);
    print(item->forms[0].text, "%s", item->words);
    return item;
}

/* The points, large where a race has the place; a player with several cars has them elsewhere. */
static void add_score(struct items *items, const struct view *view, const struct race *race,
                      int number)
{
    struct view_team team;
    graph_paper_team(view, race, number, &team);
    if (!team.score[0])
        return;
    int score = graph_paper_score(race, graph_paper_car(race, number)->player);
    struct paper_view_item *item =
        add(items, FIRST_LINE, 26, score == 1 ? "%d point" : "%d points", score);
    item->bold = true;
    print(item->forms[0].text, "%s", team.count == 1 ? team.score : "");
}

/* The place, and the lap where there are several: "lap 2 · 3rd", in brief "2/5 · 3rd" or "3rd". */
static void add_standing(struct items *items, const struct view *view, const struct race *race,
                         int number)
{
    const struct setup *setup = session_setup(view->session);
    const struct car *car = graph_paper_car(race, number);
    bool laps = setup->values[FIELD_LAPS] > 1 && !graph_paper_track(setup)->open &&
                !graph_paper_is_derby(setup);
    char place[16];
    int lap = graph_paper_lap(race, number);
    standing_print_place(graph_paper_place(view->distance, race, number), setup->players, place,
                         sizeof place);
    const char *told[] = {[CAR_RETIRED] = "out",
                          [CAR_WAITING] = "not started",
                          [CAR_OUTSIDE] = "off the track",
                          [CAR_RACING] = place,
                          [CAR_FINISHED] = place[0] ? place : "finished"};
    const char *words = told[car->status], *point = place[0] ? " · " : "";
    double column = laps ? 62 : 26;
    if (car->status == CAR_RACING && laps && lap > 0) {
        struct paper_view_item *item =
            add(items, FIRST_LINE, column, "lap %d%s%s", lap, point, place);
        print(item->forms[1].text, "%d/%d%s%s", lap, setup->values[FIELD_LAPS], point, place);
        print(item->forms[2].text, "%s", place);
    } else {
        struct paper_view_item *item = add(items, FIRST_LINE, column, "%s", words);
        print(item->forms[1].text, "%s", car->status == CAR_OUTSIDE ? "off" : words);
    }
}

/* On a card of one line what it has to miss stands in place of its velocity. */
static void add_speed(struct items *items, const struct car *car, bool hides)
{
    char vector[GRAPH_PAPER_VECTOR_BYTES];
    bool misses = car->missed_turns > 0;
    graph_paper_print_vector(car->velocity, vector);
    if (is_on_its_way(car) && !hides) {
        struct paper_view_item *item = add(items, SECOND_LINE_LEFT, misses ? 0 : 50, "%s",
                                           strcmp(vector, "0") == 0 ? "stands" : vector);
        item->forms[1] = item->forms[0];
        if (lettering_columns())
            print(item->forms[0].text, "%s", vector_of(car->velocity.x, car->velocity.y).text);
    }
    if (!misses)
        return;
    struct paper_view_item *item = add(items, SECOND_LINE, 50, "misses %d", car->missed_turns);
    item->forms[1] = item->forms[0];
    item->forms[0].sign = TALLY;
    item->forms[0].count = car->missed_turns < 10 ? car->missed_turns : 10;
}

/* What a player can have several uses of, in the order in which it stands on a card. */
static const struct supply {
    enum sign_kind sign;
    enum graph_paper_field field;
    const char *title;
} supplies[] = {
    {BOOST, FIELD_TURBO_BOOSTS, "boost"},
    {BRAKE, FIELD_GOOD_BRAKES, "brake"},
    {NITRO, FIELD_NITROS, "nitro"},
};
enum { SUPPLY_COUNT = sizeof supplies / sizeof supplies[0] };

/* A disc for each point that a car can take, those taken filled; in brief one, and how many. */
static void add_damage(struct items *items, const struct setup *setup, const struct car *car)
{
    int limit = setup->values[FIELD_DAMAGE_LIMIT];
    if (!setup_field_matters(setup, FIELD_DAMAGE_LIMIT))
        return;
    struct paper_view_item *item = add(items, SECOND_LINE, 22, "damage %d/%d", car->damage, limit);
    if (limit <= PIP_LIMIT)
        item->forms[0] =
            (struct paper_view_form){.sign = PIPS, .count = car->damage, .limit = limit};
    item->forms[1] = (struct paper_view_form){.sign = PIPS, .count = car->damage > 0, .limit = 1};
    print(item->forms[1].text, "%d", car->damage);
}

static void add_gates(struct items *items, const struct setup *setup, const struct car *car)
{
    if (!graph_paper_counts_checkpoints(setup))
        return;
    int count = graph_paper_track(setup)->checkpoint_count;
    struct paper_view_item *item =
        add(items, FIRST_LINE, 26, "checkpoint %d/%d", car->checkpoint, count);
    item->forms[0].sign = item->forms[1].sign = GATE;
    print(item->forms[0].text, "%d/%d", car->checkpoint, count);
    print(item->forms[1].text, "%d", car->checkpoint);
}

static struct items collect(const struct view *view, const struct race *race, int number)
{
    const struct setup *setup = session_setup(view->session);
    const struct car *car = graph_paper_car(race, number);
    struct items items = {.count = 0};
    add_score(&items, view, race, number);
    add_standing(&items, view, race, number);
    add_speed(&items, car, motion_pane_hides(view->motion, number));
    if (car->status == CAR_RACING || car->status == CAR_WAITING || car->status == CAR_OUTSIDE) {
        /* Sign and number; nitros alone are told in words where there is room. */
        bool others = setup->values[FIELD_GOOD_BRAKES] > 0 || setup->values[FIELD_TURBO_BOOSTS] > 0;
        for (int i = 0; i < SUPPLY_COUNT; i++) {
            const struct supply *supply = &supplies[i];
            int left = supply->sign == NITRO   ? car->nitros
                       : supply->sign == BRAKE ? car->good_brakes
                                               : car->turbo_boosts;
            if (setup->values[supply->field] == 0)
                continue;
            struct paper_view_item *item =
                add(&items, SECOND_LINE, 24, left == 1 ? "%d %s" : "%d %ss", left, supply->title);
            struct paper_view_form *brief = &item->forms[others ? 0 : 1];
            if (left == 0)
                print(item->forms[0].text, "no nitros");
            brief->sign = supply->sign;
            print(brief->text, "%d", left);
        }
        add_damage(&items, setup, car);
        add_gates(&items, setup, car);
    }
    return items;
}

/* --- signs ------------------------------------------------------------------------------------ */

struct sign_look {
    const struct paper_view_form *form;
    double unit; /* pixels of an interface pixel */
    const struct paper_theme *theme;
};

static void paint_bead(cairo_t *cairo, const struct sign_look *look, double x, double y,
                       double size)
{
    brush_color(cairo, look->theme->card);
    cairo_new_path(cairo);
    brush_add_disc(cairo, x, y, size * 0.42);
    cairo_fill(cairo);
    brush_color(cairo, look->theme->pens[look->form->pen - 1]);
    brush_circle(cairo, x, y, size * 0.4, size * 0.09);
}

static void paint_sign(cairo_t *cairo, int width, int height, const void *data)
{
    static const enum paper_sign signs[] = {
        [NITRO] = SIGN_NITRO, [BRAKE] = SIGN_BRAKE, [BOOST] = SIGN_BOOST};
    const struct sign_look *look = data;
    if (look->form->sign == PIPS) {
        double side = PIP_SIDE * look->unit, line = side * 0.16;
        for (int i = 0; i < look->form->limit; i++) {
            bool taken = i < look->form->count;
            cairo_new_path(cairo);
            cairo_arc(cairo, side / 2 + i * (side + PIP_GAP * look->unit), height / 2.0,
                      (side - line) / 2, 0, 6.2831853);
            brush_color(cairo, taken ? look->theme->warning : look->theme->ink_soft);
            cairo_set_line_width(cairo, line);
            if (taken)
                cairo_fill_preserve(cairo);
            cairo_stroke(cairo);
        }
    } else if (look->form->sign == TALLY) {
        paper_draw_tally(cairo, look->form->count, height * 0.35, height / 2.0, height * 0.8,
                         look->theme);
    } else if (look->form->sign == BEAD) {
        paint_bead(cairo, look, width / 2.0, height / 2.0, height);
    } else if (look->form->sign == DOOMED) {
        paper_draw_doomed(cairo, width / 2.0, height * 0.54, height * 0.38, 1, look->theme);
    } else if (look->form->sign > DOOMED) {
        /* A short way of two moves, as long as the sign. */
        double unit = height / (double)HINT_HIGH, y = height / 2.0, right = width - 3 * unit;
        bool line = look->form->sign == BEST_LINE;
        double dots[2] = {0, 5.5 * unit}, dashes[2] = {4.5 * unit, 3.5 * unit};
        brush_color(cairo, line ? look->theme->pens[look->form->pen - 1] : look->theme->ink_soft);
        cairo_set_line_cap(cairo, line ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
        cairo_set_line_width(cairo, (line ? 2.4 : 1.6) * unit);
        cairo_set_dash(cairo, line ? dots : dashes, 2, 0);
        cairo_move_to(cairo, 2 * unit, y);
        cairo_line_to(cairo, right, y);
        cairo_stroke(cairo);
        cairo_set_dash(cairo, NULL, 0, 0);
        cairo_set_line_width(cairo, (line ? 1.4 : 3.4) * unit);
        cairo_move_to(cairo, right, y - 5 * unit);
        cairo_line_to(cairo, right, y + 5 * unit);
        cairo_stroke(cairo);
    } else {
        brush_color(cairo, look->theme->ink_soft);
        paper_draw_sign(cairo, signs[look->form->sign], width / 2.0, height / 2.0, width * 0.78, 0,
                        -1);
    }
}

static struct box sign_size(const struct canvas *canvas, const struct paper_view_form *form)
{
    static const struct {
        double width, height;
    } sizes[] = {[NITRO] = {13, 13},
                 [BRAKE] = {13, 13},
                 [BOOST] = {13, 13},
                 [GATE] = {15, 15},
                 [TALLY] = {0, TALLY_SIDE},
                 [PIPS] = {0, PIP_SIDE + 2},
                 [BEAD] = {HINT_HIGH, HINT_HIGH},
                 [DOOMED] = {HINT_HIGH, HINT_HIGH},
                 [BEST_LINE] = {26, HINT_HIGH},
                 [FULL_BRAKING] = {26, HINT_HIGH}};
    double width = sizes[form->sign].width;
    if (form->sign == PIPS)
        width = form->limit * PIP_SIDE + (form->limit - 1) * PIP_GAP + 1;
    if (form->sign == TALLY)
        width = TALLY_SIDE * ((form->count + form->count / 5 * 0.2) * 0.3 + 0.5);
    return box_make(0, 0, canvas_units(canvas, width),
                    canvas_units(canvas, sizes[form->sign].height));
}

static void draw_sign(struct canvas *canvas, const struct paper_view_form *form, struct box *row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct sign_look look = {form, canvas_scale(canvas), theme};
    struct box size = sign_size(canvas, form);
    struct box box = box_centre(box_cut_left(row, size.w), size.w, size.h);
    char key[48];
    snprintf(key, sizeof key, "sign %d %d %d %d", (int)form->sign, form->count, form->limit,
             form->pen);
    if (form->sign == GATE)
        canvas_icon(canvas, ICON_GATE, box, theme->action);
    else if (form->sign != NO_SIGN)
        canvas_shape(canvas, key, box, paint_sign, &look);
}

/* --- cards ------------------------------------------------------------------------------------ */

static enum canvas_style style_of(const struct canvas *canvas, const struct paper_view_item *item,
                                  bool column, int height)
{
    if (item->bold && column)
        return STYLE_STRONG;
    if (item->bold)
        return height >= canvas_line_height(canvas, STYLE_TITLE) * 4 / 5 ? STYLE_TITLE
                                                                         : STYLE_HEADING;
    return item->line == SECOND_LINE_LEFT && !column ? STYLE_BODY : STYLE_SMALL;
}

/* The longest form that has room, at the right end of a row or, of what stands to the left, at its
 * left; in a column of its own width if there is room for that. */
static void draw_item(struct canvas *canvas, const struct paper_view_item *item, bool column,
                      struct box *row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    enum canvas_style style = style_of(canvas, item, column, row->h);
    bool left = item->line == SECOND_LINE_LEFT && !column;
    struct paper_color color = item->bold || left ? theme->ink : theme->ink_soft;
    bool brief = item->forms[1].text[0] || item->forms[1].sign;
    for (int i = column && brief; i < FORMS; i++) {
        const struct paper_view_form *form = &item->forms[i];
        bool tall = i == 0 && lettering_height(form->text) > 1;
        if (tall && (column || canvas_text_height(canvas, STYLE_SMALL, form->text) >
                                   row->h + canvas_units(canvas, 2)))
            continue;
        style = tall ? STYLE_SMALL : style;
        int text = canvas_text_width(canvas, style, form->text), sign = sign_size(canvas, form).w;
        int width = text + sign + (text > 0 && sign > 0 ? canvas_units(canvas, SIGN_GAP) : 0);
        int wanted = column ? canvas_units(canvas, item->column) : 0;
        if (width == 0 || width > row->w)
            continue;
        wanted = wanted < width || wanted > row->w ? width : wanted;
        struct box box = left ? box_cut_left(row, wanted) : box_cut_right(row, wanted);
        box_cut_right(row, canvas_units(canvas, column ? COLUMN_GAP : left ? 0 : KIND_GAP));
        draw_sign(canvas, form, &box);
        canvas_text(canvas, style, color, form->text, box, ALIGN_RIGHT);
        return;
    }
}

/* Is a card of one line too narrow for all that counts, down to the velocity? */
static bool is_narrow(const struct canvas *canvas, const struct items *items, int room)
{
    double needed = 0;
    int last = 0;
    for (int i = 0; i < items->count; i++)
        last = items->list[i].line == SECOND_LINE_LEFT ? i : last;
    for (int i = 0; i <= last; i++)
        needed += items->list[i].column + COLUMN_GAP;
    return canvas_units(canvas, needed) > room;
}

bool graph_paper_panel(const struct view *view, const struct race *race, struct canvas *canvas,
                       int number, struct box *first, struct box *second)
{
    struct items items = collect(view, race, number);
    /* Who is to move must see how fast the car is. */
    bool narrow = !second && race == session_race(view->session) && number == view->choice.car &&
                  is_narrow(canvas, &items, first->w);
    for (int i = 0; i < items.count && narrow; i++)
        if (items.list[i].line == SECOND_LINE_LEFT) {
            draw_item(canvas, &items.list[i], true, first);
            items.list[i].column = 0;
        }
    for (int i = 0; i < items.count; i++) {
        const struct paper_view_item *item = &items.list[i];
        if (second)
            draw_item(canvas, item, false, item->line == FIRST_LINE ? first : second);
        else if (item->column > 0)
            draw_item(canvas, item, true, first);
    }
    return graph_paper_car(race, number)->status != CAR_RETIRED;
}

void graph_paper_say(const struct view *view, const struct race *race, int number,
                     struct text *into)
{
    struct items items = collect(view, race, number);
    struct view_team team;
    graph_paper_team(view, race, number, &team);
    text_append(into, view->names[graph_paper_car(race, number)->player - 1]);
    if (team.count > 1)
        text_append_format(into, ", car %d", team.which);
    for (int i = 0; i < items.count; i++)
        if (items.list[i].words[0])
            text_append_format(into, ", %s", items.list[i].words);
}

/* --- the legend ------------------------------------------------------------------------------- */

static bool shows_doomed(const struct view *view, const struct hint *pointed)
{
    if (pointed && pointed->doomed_after_count > 0)
        return true;
    for (int i = 0; i < view->choice.shown_count; i++) {
        const struct hint *hint = hints_at(view->hints, view->choice.shown[i].to);
        if (hint && hint->doomed)
            return true;
    }
    return false;
}

/* Whatever leaves room for what is said at the other end of the row. */
void graph_paper_legend(const struct view *view, struct canvas *canvas, struct box *row)
{
    const struct choice *choice = &view->choice;
    const struct hints *hints = choice->car > 0 ? view->hints : NULL;
    const struct hint *hint = hints ? graph_paper_pointed_hint(view) : NULL;
    const struct {
        enum sign_kind sign;
        const char *title;
        bool shown;
    } entries[] = {
        {DOOMED, "doomed", hints && shows_doomed(view, hint)},
        {BEAD, "rounds more than the best", hints && hints->best >= 0},
        {FULL_BRAKING, "full braking", hint && hint->braking.count > 1},
        {BEST_LINE, "best line", hints && hints->line.count > 1},
        {BOOST, "boost", choice_has(choice, SIGN_BOOST)},
        {BRAKE, "brake", choice_has(choice, SIGN_BRAKE)},
        {NITRO, "nitro", choice_has(choice, SIGN_NITRO) && choice->nitros_shown},
    };
    char sentence[sizeof((struct view_words *)0)->remark];
    graph_paper_print_hint(view, sentence, sizeof sentence);
    int said =
        canvas_text_width(canvas, STYLE_SMALL, sentence) + canvas_units(canvas, SENTENCE_GAP);
    struct box room = box_make(row->x + said, row->y, row->w - said, row->h);
    int free = room.w;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        struct paper_view_item item = {.forms = {{.sign = entries[i].sign}}};
        if (!entries[i].shown)
            continue;
        item.forms[0].pen = paper_pen_of(view->session, choice->car);
        print(item.forms[0].text, "%s", entries[i].title);
        draw_item(canvas, &item, false, &room);
        box_cut_right(&room, canvas_units(canvas, KIND_GAP));
    }
    row->w -= free - room.w;
}
