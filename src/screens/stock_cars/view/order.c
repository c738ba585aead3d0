/* The rules are asked by orders that are whole, so what is missing is filled up with moves ahead.
 */

#include "base/memory.h"
#include "base/number.h"
#include "draw/gauge.h"
#include "screens/stock_cars/view/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void way_free(struct order_way *way)
{
    stock_trial_free(&way->trial);
    free(way->tiles);
    *way = (struct order_way){0};
}

/* --- is it an order? -------------------------------------------------------------------------- */

/* The text as it was typed, with what is missing put in. */
static void fill_typed(const struct order_way *way, const char *typed, struct text *into)
{
    const struct order_parts *parts = &way->parts;
    text_append_bytes(into, typed, (size_t)parts->moves_behind);
    /* So many moves ahead, in groups of 99 at most. */
    int count = way->left;
    for (; count > 0; count -= 99)
        text_append_format(into, "(%dM)", count > 99 ? 99 : count);
    text_append_bytes(into, typed + parts->moves_behind,
                      (size_t)(parts->read - parts->moves_behind));
    if (into->length == strspn(text_string(into), " "))
        text_append(into, "-");
}

static char capital(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

static void complain(struct order_way *way, const char *typed, const struct error *error,
                     int put_in)
{
    int blanks = (int)strspn(typed, " "), at = blanks + error->column - 1;
    if (at > way->parts.moves_behind && put_in > 0)
        at = at - put_in < way->parts.moves_behind ? way->parts.moves_behind : at - put_in;
    int length = (int)strlen(typed);
    way->column = at < 0 ? 0 : at > length ? length : at;
    snprintf(way->fault, sizeof way->fault, "%.150s", error->text);
    way->fault[0] = capital(way->fault[0]);
}

/* With its moves ahead, would it be one? */
static bool can_become_whole(struct order_way *way, const struct race *race, int car,
                             const char *typed)
{
    struct text filled = {0};
    struct stock_order order;
    struct error error;
    fill_typed(way, typed, &filled);
    bool can = stock_order_read(race, car, text_string(&filled), &order, NULL, &error);
    if (!can)
        complain(way, typed, &error, (int)filled.length - way->parts.read);
    text_free(&filled);
    return can;
}

static void judge(struct order_way *way, const struct race *race, int car, const char *typed)
{
    struct stock_order order;
    struct error error = {0};
    bool parted = order_parts_read(typed, &way->parts);
    way->speed = stock_car(race, car)->speed + order_parts_gain(&way->parts);
    way->left = way->speed - way->parts.move_count;
    way->state = WAY_FAULTY;
    if (stock_order_read(race, car, typed, &order, NULL, &error)) {
        way->state = WAY_WHOLE;
        way->retires = order.retires;
        if (order.retires)
            way->parts = (struct order_parts){0};
        way->left = order.retires ? 0 : way->left;
        return;
    }
    complain(way, typed, &error, 0);
    bool empty = !typed[strspn(typed, " ")], missing = way->left > 0 || way->parts.open || empty;
    if (parted && way->left > 0)
        snprintf(way->fault, sizeof way->fault,
                 way->left == 1 ? "%d tile is missing: click where the car is to end"
                                : "%d tiles are missing: click where the car is to end",
                 way->left);
    if (parted && missing && way->left >= 0 && can_become_whole(way, race, car, typed))
        way->state = WAY_OPEN;
}

/* --- the way ---------------------------------------------------------------------------------- */

static void write_filled(const struct order_parts *parts, const struct stock_car *car, int left,
                         char text[DRAFT_BYTES])
{
    struct order_parts filled = *parts;
    if (left > 0) {
        char end[sizeof filled.end];
        memcpy(end, filled.end, sizeof end);
        order_parts_move(&filled, 'M', left);
        memcpy(filled.end, end, sizeof end);
    }
    order_parts_write(&filled, car->special, text);
    if (!text[0])
        snprintf(text, DRAFT_BYTES, "-");
}

void way_fill(const struct order_way *way, const struct stock_car *car, char text[DRAFT_BYTES])
{
    write_filled(&way->parts, car, way->left, text);
}

static bool is_off(const struct race *race, struct point at)
{
    return stock_tile(race, at) == TILE_OFF;
}

static struct point point_ahead(struct point at, enum heading heading)
{
    return (struct point){at.x + heading_steps[heading].x, at.y + heading_steps[heading].y};
}

static enum heading steered(enum heading heading, char kind)
{
    return heading_turned(heading, kind == 'L' ? TURN_LEFT : kind == 'R' ? TURN_RIGHT : TURN_NONE);
}

/* Where the walk over the written moves has come to. */
struct walker {
    struct point at;
    enum heading heading;
    int off; /* tiles off the track so far */
    bool unsure;
};

static void add_tile(struct order_way *way, const struct walker *walker, bool off)
{
    array_add(way->tiles, way->tile_count, way->tile_capacity,
              (struct way_tile){walker->at, walker->heading, off, walker->unsure});
}

/* Behind what the rules foresee: as the letters say, up to three tiles off the track. */
static void walk_on(struct order_way *way, const struct race *race, struct walker *walker)
{
    const struct stock_trial *trial = &way->trial;
    bool leaves = trial->off_track > 0;
    for (int i = trial->path_count; i < way->parts.move_count && !way->settled; i++) {
        bool leaving = leaves && walker->off == 0;
        walker->unsure = !leaves;
        walker->heading =
            leaving ? trial->ends.heading : steered(walker->heading, way->parts.moves[i]);
        struct point to = point_ahead(walker->at, walker->heading);
        bool off = is_off(race, to);
        way->settled = walker->unsure ? off : !off;
        if (way->settled)
            break;
        walker->at = to;
        walker->off += leaves;
        add_tile(way, walker, leaves);
        way->settled = walker->off == 3;
    }
}

static struct walker walk(struct order_way *way, const struct race *race, int car)
{
    const struct stock_car *from = stock_car(race, car);
    const struct stock_trial *trial = &way->trial;
    struct walker walker = {.at = from->at, .heading = from->heading};
    int written = way->parts.move_count;
    for (int i = 0; i < trial->path_count && i < written; i++) {
        walker.at = trial->path[i].at;
        walker.heading = trial->path[i].heading;
        add_tile(way, &walker, false);
    }
    if (written > trial->path_count && trial->finishes)
        way->settled = true;
    else if (written > trial->path_count)
        walk_on(way, race, &walker);
    else if (written < trial->path_count)
        walker.heading = trial->path[written].heading; /* a bank may have turned it */
    else if (trial->off_track > 0)
        walker.heading = trial->ends.heading;
    else if (way->left > 0)
        walker.unsure = !trial->finishes;
    way->settled = way->settled || (trial->finishes && written == trial->path_count);
    return walker;
}

/* --- what can be added ------------------------------------------------------------------------ */

static void add_spot(struct order_way *way, const struct race *race, struct point at, char kind,
                     int count, bool unsure)
{
    char tile = stock_tile(race, at);
    bool chance = tile == TILE_OIL || tile == TILE_SAND;
    if (way->spot_count < WAY_SPOTS && way_spot_at(way, at) < 0)
        way->spots[way->spot_count++] =
            (struct way_spot){at, kind, count, is_off(race, at), unsure, chance};
}

static void add_steer(struct order_way *way, const struct race *race, int car,
                      const struct walker *walker, char kind)
{
    char text[DRAFT_BYTES];
    struct stock_order order;
    struct error error;
    struct order_parts with = way->parts;
    order_parts_move(&with, kind, 1);
    write_filled(&with, stock_car(race, car), way->left - 1, text);
    if (stock_order_read(race, car, text, &order, NULL, &error))
        add_spot(way, race, point_ahead(walker->at, steered(walker->heading, kind)), kind, 1,
                 walker->unsure);
}

/* All tiles that it would come over straight on, and the first one off the track. */
static void add_ahead(struct order_way *way, const struct race *race, const struct walker *walker)
{
    const struct stock_trial *trial = &way->trial;
    int written = way->parts.move_count, foreseen = trial->path_count - written;
    for (int i = 0; i < foreseen; i++)
        add_spot(way, race, trial->path[written + i].at, 'M', i + 1, false);
    struct point last = foreseen > 0 ? trial->path[trial->path_count - 1].at : walker->at;
    enum heading heading = foreseen > 0 ? trial->ends.heading : walker->heading;
    bool goes_on = foreseen <= 0 || trial->off_track > 0;
    if (goes_on && foreseen < way->left)
        add_spot(way, race, point_ahead(last, heading), 'M', foreseen > 0 ? foreseen + 1 : 1,
                 walker->unsure);
}

void way_find(struct order_way *way, const struct race *race, int car, const char *typed)
{
    char text[DRAFT_BYTES];
    struct error error;
    way_free(way);
    judge(way, race, car, typed);
    if (way->state == WAY_FAULTY || way->retires)
        return;
    way_fill(way, stock_car(race, car), text);
    way->tried = stock_try(race, car, text, &way->trial, &error);
    if (!way->tried)
        return;
    struct walker walker = walk(way, race, car);
    if (way->left <= 0 || way->settled)
        return;
    add_steer(way, race, car, &walker, 'L');
    add_steer(way, race, car, &walker, 'R');
    add_ahead(way, race, &walker);
}

int way_spot_at(const struct order_way *way, struct point at)
{
    for (int i = 0; i < way->spot_count; i++)
        if (point_equal(way->spots[i].at, at))
            return i;
    return -1;
}

int way_spot_of(const struct order_way *way, char kind, int count)
{
    for (int i = 0; i < way->spot_count; i++)
        if (way->spots[i].kind == kind && way->spots[i].count == count)
            return i;
    return -1;
}

void way_add_spot(const struct order_way *way, const struct stock_car *car, int spot,
                  char text[DRAFT_BYTES])
{
    struct order_parts parts = way->parts;
    order_parts_move(&parts, way->spots[spot].kind, way->spots[spot].count);
    order_parts_write(&parts, car->special, text);
}

/* === draft ==================================================================================== */

/* Parts of an order to text and back. */

/* --- reading ---------------------------------------------------------------------------------- */

static void skip_blanks(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static bool add_change(char *changes, char kind)
{
    size_t count = strlen(changes);
    if (count == DRAFT_CHANGES)
        return false;
    changes[count] = kind;
    changes[count + 1] = '\0';
    return true;
}

static bool add_moves(struct order_parts *parts, char kind, int count)
{
    if (count > DRAFT_MOVES - parts->move_count)
        return false;
    memset(parts->moves + parts->move_count, kind, (size_t)count);
    parts->move_count += count;
    parts->moves[parts->move_count] = '\0';
    return true;
}

/* One part more; no moves behind what is at the end. */
static bool add_part(struct order_parts *parts, char kind, int count)
{
    if (strchr("MLR", kind))
        return !parts->end[0] && add_moves(parts, kind, count);
    if (kind == 'S')
        return parts->move_count == 0 && add_change(parts->begin, kind);
    return add_change(parts->move_count > 0 ? parts->end : parts->begin, kind);
}

/* The next sign of a group must be this one; false, and `open` if the text ends before it. */
static bool expect(const char **at, char sign, struct order_parts *parts)
{
    skip_blanks(at);
    parts->open = !**at;
    if (capital(**at) != sign)
        return false;
    ++*at;
    return true;
}

/* What stands behind "(". */
static bool read_group(const char **at, struct order_parts *parts)
{
    skip_blanks(at);
    parts->open = !**at;
    if (**at >= '0' && **at <= '9') {
        /* The rest of "(3M)": count and M. */
        int count = 0, digits = 0;
        if (**at == '0')
            return false;
        while ((**at >= '0' && **at <= '9') || **at == ' ') {
            if (**at != ' ' && ++digits > 2)
                return false;
            count = **at == ' ' ? count : count * 10 + (**at - '0');
            ++*at;
        }
        return expect(at, 'M', parts) && expect(at, ')', parts) && add_part(parts, 'M', count);
    }
    char kind = capital(**at);
    if (!kind || !strchr("ABLR", kind))
        return false;
    ++*at;
    return expect(at, '+', parts) && expect(at, '1', parts) && expect(at, ')', parts) &&
           add_part(parts, kind, 1);
}

bool order_parts_read(const char *text, struct order_parts *into)
{
    const char *at = text;
    *into = (struct order_parts){0};
    skip_blanks(&at);
    if (*at == '-') {
        ++at;
        skip_blanks(&at);
        return !*at;
    }
    for (;; skip_blanks(&at)) {
        char kind = capital(*at);
        into->read = (int)(at - text);
        if (!kind)
            return true;
        ++at;
        bool fits = kind == '(' ? read_group(&at, into)
                                : strchr("ABSMLR", kind) != NULL && add_part(into, kind, 1);
        if (!fits)
            return into->open;
        if (!into->end[0])
            into->moves_behind = (int)(at - text);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Which wild cards are still to be marked, and which seconds are free. */
struct marking {
    char *text;
    size_t length;
    int seen['S' + 1]; /* of each letter so far */
    bool free_change;  /* the next second change costs nothing */
    bool free_steers;
};

static void put(struct marking *marking, const char *part)
{
    size_t room = DRAFT_BYTES - marking->length;
    int length = snprintf(marking->text + marking->length, room, "%s", part);
    marking->length += (size_t)length < room ? (size_t)length : room - 1;
}

static bool is_steer(char kind)
{
    return kind == 'L' || kind == 'R';
}

/* Two of both steers cost one card, so only the first of the seconds is marked. */
static bool is_marked(struct marking *marking, char kind)
{
    bool second = ++marking->seen[(int)kind] == 2;
    bool *unmarked = is_steer(kind) ? &marking->free_steers : &marking->free_change;
    if (!second || kind == 'S')
        return false;
    bool marked = !*unmarked;
    *unmarked = is_steer(kind);
    return marked;
}

static void put_letter(struct marking *marking, char kind)
{
    char part[8];
    snprintf(part, sizeof part, is_marked(marking, kind) ? "(%c+1)" : "%c", kind);
    put(marking, part);
}

/* Moves ahead that follow each other, as many as a group holds. */
static int count_ahead(const char *moves)
{
    int count = 0;
    while (count < 99 && moves[count] == 'M')
        count++;
    return count;
}

void order_parts_write(const struct order_parts *parts, enum stock_special special,
                       char text[DRAFT_BYTES])
{
    struct marking marking = {.text = text,
                              .free_change = special == SPECIAL_TURBO,
                              .free_steers = special == SPECIAL_SWAYBARS};
    text[0] = '\0';
    for (const char *change = parts->begin; *change; change++)
        put_letter(&marking, *change);
    for (int i = 0; i < parts->move_count;) {
        char run[8];
        int ahead = count_ahead(parts->moves + i);
        if (ahead > 1) {
            snprintf(run, sizeof run, "(%dM)", ahead);
            put(&marking, run);
        } else if (ahead == 1) {
            put(&marking, "M");
        } else {
            put_letter(&marking, parts->moves[i]);
        }
        i += ahead > 0 ? ahead : 1;
    }
    for (const char *change = parts->end; *change; change++)
        put_letter(&marking, *change);
}

/* --- changing --------------------------------------------------------------------------------- */

int order_parts_gain(const struct order_parts *parts)
{
    int gain = 0;
    for (const char *change = parts->begin; *change; change++)
        gain += *change == 'B' ? -1 : 1;
    return gain;
}

static void keep_moves(struct order_parts *parts, int count)
{
    if (parts->move_count <= count)
        return;
    parts->move_count = count;
    parts->moves[count] = '\0';
    parts->end[0] = '\0';
}

static int order_parts_count(const struct order_parts *parts, char kind);

void order_parts_begin(struct order_parts *parts, const char *changes, int speed)
{
    struct order_parts begin;
    if (!order_parts_read(changes, &begin))
        return;
    memcpy(parts->begin, begin.begin, sizeof parts->begin);
    keep_moves(parts, speed + order_parts_gain(parts));
    if (order_parts_count(parts, 'A') > 2 || order_parts_count(parts, 'B') > 2)
        parts->end[0] = '\0';
}

void order_parts_move(struct order_parts *parts, char kind, int count)
{
    parts->end[0] = '\0';
    add_moves(parts, kind, count);
}

bool order_parts_end(struct order_parts *parts, char kind)
{
    return parts->move_count > 0 && order_parts_count(parts, kind) < 2 &&
           add_change(parts->end, kind);
}

bool order_parts_take_back(struct order_parts *parts)
{
    char *changes = parts->end[0] ? parts->end : parts->begin;
    size_t count = strlen(changes);
    parts->open = false;
    if (!parts->end[0] && parts->move_count > 0) {
        parts->moves[--parts->move_count] = '\0';
        return true;
    }
    if (count == 0)
        return false;
    changes[count - 1] = '\0';
    return true;
}

/* How often the order has a letter. */
static int order_parts_count(const struct order_parts *parts, char kind)
{
    int count = 0;
    for (const char *at = parts->begin; *at; at++)
        count += *at == kind;
    for (int i = 0; i < parts->move_count; i++)
        count += parts->moves[i] == kind;
    for (const char *at = parts->end; *at; at++)
        count += *at == kind;
    return count;
}

/* === words ==================================================================================== */

/* What is said beside the sheet: whose turn it is, what the order that is being written comes to,
 * what a tile will do, and how everybody stands.
 */

/* --- whose turn it is ------------------------------------------------------------------------- */

static void print_progress(const struct view *view, char *line, size_t size)
{
    const struct setup *setup = session_setup(view->session);
    const struct race *race = view->share >= 0 ? session_race_after(view->session, view->film.step)
                                               : session_race(view->session);
    int round = stock_cars_game.round(race), most = 0;
    for (int car = stock_cars_game.car_count(race); car > 0; car--) {
        int lap = stock_lap(race, stock_car(race, car));
        most = lap > most ? lap : most;
    }
    if (round == 0)
        snprintf(line, size, "Before the start: specials");
    else
        snprintf(line, size, "Turn %d · lap %d of %d", round, most > 0 ? most : 1,
                 stock_laps(setup));
}

/* "12 turns left" of a whole order, else the best one; with the condition at length and in short.
 */
static void say_hint(const struct view *view, struct view_words *words)
{
    const struct stock_hint *own = stock_way_hint(view), *best = stock_best_hint(view);
    const struct stock_hint *hint = own ? own : best;
    const struct setup *setup = session_setup(view->session);
    char *into = words->remark, *brief = words->brief_remark;
    size_t size = sizeof words->remark;
    if (view->hints_missed)
        snprintf(into, size, "This race allows no hints.");
    else if (view->hints_on && view->hints_coming)
        snprintf(into, size, "Looking for the best order ...");
    else if (view->hints && view->hints_on && !hint)
        snprintf(into, size, "No order is known that stays on the track and out of oil and sand.");
    if (!hint || hint->turns == STOCK_HINT_UNKNOWN)
        return;
    char order[48] = "Then", turns[24];
    bool others = setup->players > 1;
    if (!own)
        snprintf(order, sizeof order, "Best: %.30s, then", hint->order);
    snprintf(turns, sizeof turns, hint->turns == 1 ? "%s%d turn" : "%s%d turns",
             view->hints->rough ? "about " : "", hint->turns % 100000);
    snprintf(into, size, "%s %s for %s%s.", order, turns, driving_of(setup->game)->par_of(setup),
             others ? ", on a free road" : "");
    snprintf(brief, sizeof words->brief_remark, "%s %s %s%s.", order, turns, others ? "alone " : "",
             stock_hints_briefly(setup));
}

/* From a standstill nothing can be clicked before there is a speed. */
static bool begins_to_choose(const struct view *view)
{
    return view->way.speed == 0 && !view->text[0];
}

void stock_tell_words(const struct view *view, struct view_words *words)
{
    const struct race *race = session_race(view->session);
    int car = view->car > 0 ? view->car : race_next_car(race);
    *words = (struct view_words){.half_chosen = stock_chooses(view) && view->text[0] != '\0'};
    const char *name = car > 0 ? view->names[stock_cars_game.player_of(race, car) - 1] : "";
    print_progress(view, words->progress, sizeof words->progress);
    words->keys = "arrows drive · Enter gives the order · right click takes back · F fit";
    words->brief_keys = "arrows · Enter · F1 rules";
    if (car == 0)
        snprintf(words->status, sizeof words->status, "The race is over.");
    else if (view->watches)
        snprintf(words->status, sizeof words->status, "%s is thinking", name);
    else if (stock_choosing_specials(race))
        snprintf(words->status, sizeof words->status, "%s, choose a special.", name);
    else if (view->way.left > 0 && !view->way.settled)
        snprintf(words->status, sizeof words->status, "%s, click where to drive.", name);
    else if (begins_to_choose(view))
        snprintf(words->status, sizeof words->status, "%s, choose a speed.", name);
    else
        snprintf(words->status, sizeof words->status, "%s, give your order.", name);
    if (car == 0 || view->watches || stock_choosing_specials(race)) {
        words->keys = "wheel zoom · F fit · F1 rules";
        words->brief_keys = "F1 rules";
    }
    bool faulty = view->way.state == WAY_FAULTY || (view->way.state == WAY_OPEN && view->insists);
    if (stock_chooses(view))
        snprintf(words->remark, sizeof words->remark, "%.*s", (int)sizeof words->remark - 1,
                 view->said[0] || !faulty ? view->said : view->way.fault);
    if (stock_chooses(view) && !words->remark[0])
        say_hint(view, words);
}

/* --- the order -------------------------------------------------------------------------------- */

static void say_cards(int cards, char *into, size_t size)
{
    if (cards == 0)
        snprintf(into, size, "no wild card");
    else
        snprintf(into, size, cards == 1 ? "%d wild card" : "%d wild cards", cards);
}

/* What the way does to the car, in the order in which it matters. */
static void say_end(const struct view *view, bool brief, char *into, size_t size)
{
    const struct stock_trial *trial = &view->way.trial;
    const struct stock_car *from = stock_shown_car(view), *ends = &trial->ends;
    const char *when = brief ? "" : " next turn";
    if (trial->finishes)
        snprintf(into, size, "finishes");
    else if (trial->off_track > 0)
        snprintf(into, size, "speed %d, maximum %d", ends->speed, ends->maximum);
    else if (trial->unknown && trial->path_count < trial->moves)
        snprintf(into, size, "oil: nobody knows how it goes on");
    else if (ends->maximum > from->maximum)
        snprintf(into, size, "repaired: maximum %d, speed %d%s", ends->maximum, ends->speed, when);
    else if (ends->maximum < from->maximum)
        snprintf(into, size, "repair lost: maximum %d, speed %d%s", ends->maximum, ends->speed,
                 when);
    else if (ends->pit == PIT_BROKEN && from->pit != PIT_BROKEN)
        snprintf(into, size, "too fast for a repair, speed %d%s", ends->speed, when);
    else
        snprintf(into, size, "speed %d%s%s", ends->speed, when, trial->unknown ? " ?" : "");
}

void stock_say_order(const struct view *view, bool brief, char *left, char *rest, size_t size)
{
    const struct order_way *way = &view->way;
    char cards[32], end[100];
    left[0] = rest[0] = '\0';
    if (way->retires) {
        snprintf(left, size, "Gives the race up");
        return;
    }
    if (way->state == WAY_FAULTY || (way->state == WAY_OPEN && view->insists)) {
        snprintf(left, size, "%s", way->fault);
        return;
    }
    bool behind_oil = way->trial.unknown && way->trial.path_count < way->trial.moves;
    bool straight = way->left > 0 && !way->settled;
    if (begins_to_choose(view)) {
        snprintf(left, size, "Choose a speed");
        snprintf(rest, size, "at 0 the car stands this turn");
        return;
    }
    if (way->tried && way->trial.off_track > 0 && !straight)
        snprintf(left, size, "Off the track by %d", way->trial.off_track);
    else if (way->settled && way->left > 0)
        snprintf(left, size, behind_oil ? "The rest straight on" : "The rest does not matter");
    else if (way->left > 0)
        snprintf(left, size,
                 way->speed == 1 ? "Click the way: %d of %d tile"
                                 : "Click the way: %d of %d tiles left",
                 way->left, way->speed);
    else
        snprintf(left, size, "Ready");
    if (!way->tried)
        return;
    say_cards(way->trial.cards, cards, sizeof cards);
    say_end(view, brief, end, sizeof end);
    snprintf(rest, size, "%s\u00a0· %s%s%s", cards, straight && !brief ? "straight on: " : "",
             straight && way->trial.off_track > 0 ? "off the track, " : "", end);
}

/* --- a tile ----------------------------------------------------------------------------------- */

/* The tile that this move comes over; what it does to a car that comes from another one. */
static void say_tile(const struct view *view, const struct stock_trial *trial, int move, char *said,
                     size_t size)
{
    const struct race *race = session_race(view->session);
    const struct stock_car *car = stock_shown_car(view);
    const struct stock_entered *entered = &trial->path[move - 1];
    struct point before = move > 1 ? trial->path[move - 2].at : car->at;
    bool turned = move < trial->path_count && trial->path[move].heading != entered->heading;
    char tile = stock_tile(race, entered->at), from = stock_tile(race, before);
    bool enters_pits = tile_is_pit(tile) && !tile_is_pit(from);
    bool over = trial->moves > STOCK_PIT_SPEED && car->pit != PIT_BROKEN;
    if (trial->finishes && move == trial->path_count)
        snprintf(said, size, "The finish");
    else if (tile == TILE_OIL)
        snprintf(said, size, "Oil ? It turns you left, right or not at all");
    else if (tile == TILE_SAND)
        snprintf(said, size, "Sand ? A bag under it costs 1 speed");
    else if (tile == TILE_BAG || tile == TILE_FLAT_BAG)
        snprintf(said, size, "Sandbag: speed −1");
    else if (tile == TILE_BANK && from == TILE_BANK && turned)
        snprintf(said, size, "Banked: turns you %s", heading_names[trial->path[move].heading]);
    else if (from == TILE_PIT_MARK && tile != TILE_PIT_MARK && trial->ends.maximum > car->maximum)
        snprintf(said, size, "Repaired: maximum %d, %d wild cards", trial->ends.maximum,
                 trial->ends.wild_cards);
    else if (over && (move == 1 ? tile_is_pit(tile) || tile_is_pit(from) : enters_pits))
        snprintf(said, size, "Pits: over the limit of %d, %s", STOCK_PIT_SPEED,
                 car->pit == PIT_SERVED ? "the repair is lost" : "no repair");
    else if (enters_pits)
        snprintf(said, size, "Pits: at most speed %d", STOCK_PIT_SPEED);
    else if (stock_map_on_line(stock_map_of(session_setup(view->session)), entered->at))
        snprintf(said, size, "The line");
}

void stock_say_spot(const struct view *view, int index, char *said, size_t size)
{
    const struct order_way *way = &view->way;
    struct stock_trial trial = {0};
    struct order_parts parts = way->parts;
    char text[DRAFT_BYTES];
    struct error error;
    said[0] = '\0';
    if (index < 0)
        return;
    const struct way_spot *spot = &way->spots[index];
    struct order_way with = {.parts = parts, .left = way->left - spot->count};
    order_parts_move(&with.parts, spot->kind, spot->count);
    way_fill(&with, stock_shown_car(view), text);
    if (!stock_try(session_race(view->session), view->car, text, &trial, &error))
        return;
    int move = with.parts.move_count;
    if (spot->unsure)
        snprintf(said, size, "? Behind oil nobody knows the way");
    else if (move > trial.path_count && trial.off_track > 0)
        snprintf(said, size, "Off the track by %d: speed %d, maximum %d", trial.off_track,
                 trial.ends.speed, trial.ends.maximum);
    else if (move <= trial.path_count)
        say_tile(view, &trial, move, said, size);
    int cost = trial.cards - (way->tried ? way->trial.cards : 0);
    if (cost > 0) {
        size_t length = strlen(said);
        snprintf(said + length, size - length, "%s%d wild card", length > 0 ? " · " : "", cost);
    }
    stock_trial_free(&trial);
}

/* --- how everybody stands --------------------------------------------------------------------- */

/* Interface pixels. */
static const double SHEET_WIDTH = 17, SHEET_HEIGHT = 20; /* of a folded paper */
static const double FIGURE_GAP = 10, SIGN_SIDE = 20;
static const double TWO_ROWS = 25, HEADING_LEAST = 170; /* of a card's second line */

static void paint_folded(cairo_t *cairo, int width, int height, const void *data)
{
    const struct paper_theme *theme = data;
    double fold = width * 0.36, line = width * 0.085, left = line, right = width - line;
    cairo_move_to(cairo, left, line);
    cairo_line_to(cairo, right - fold, line);
    cairo_line_to(cairo, right, line + fold);
    cairo_line_to(cairo, right, height - line);
    cairo_line_to(cairo, left, height - line);
    cairo_close_path(cairo);
    brush_color(cairo, theme->paper);
    cairo_fill_preserve(cairo);
    cairo_move_to(cairo, right - fold, line);
    cairo_line_to(cairo, right - fold, line + fold);
    cairo_line_to(cairo, right, line + fold);
    brush_color(cairo, theme->ink_soft);
    brush_stroke(cairo, line * 1.6, 0, 0);
}

/* Who has ordered in this turn: what was ordered is folded away. */
static void draw_folded(struct canvas *canvas, struct box *row)
{
    int width = canvas_units(canvas, SHEET_WIDTH), height = canvas_units(canvas, SHEET_HEIGHT);
    if (row->w < width + canvas_units(canvas, 6))
        return;
    box_cut_right(row, canvas_units(canvas, 6));
    struct box box = box_centre(box_cut_right(row, width), width, height);
    canvas_shape(canvas, "folded order", box, paint_folded, canvas_theme(canvas));
    box_cut_right(row, canvas_units(canvas, 6));
}

/* From the right end, if it has room. */
static bool draw_right(struct canvas *canvas, struct paper_color color, const char *text,
                       struct box *row)
{
    int width = canvas_text_width(canvas, STYLE_SMALL, text);
    if (!text[0] || width > row->w)
        return false;
    canvas_text(canvas, STYLE_SMALL, color, text, box_cut_right(row, width), ALIGN_RIGHT);
    box_cut_right(row, canvas_units(canvas, FIGURE_GAP));
    return true;
}

/* "2nd · lap 2", "out" */
static void print_stand(const struct view *view, const struct race *race, int number, char *into,
                        size_t size)
{
    const struct stock_car *car = stock_car(race, number);
    struct standing standing;
    char brief[STANDING_BRIEF_BYTES];
    race_tell_standing(race, number, &standing);
    standing_print_brief(&standing, session_setup(view->session)->players, brief);
    if (car->status != STOCK_RACING || car->place > 0) {
        snprintf(into, size, "%s", brief);
        return;
    }
    int players = session_setup(view->session)->players, lap = stock_lap(race, car);
    char place[16];
    standing_print_place(
        place_so_far(race, stock_map_of(session_setup(view->session)), view->distances, number),
        players, place, sizeof place);
    snprintf(into, size, "%s%slap %d", place, place[0] ? " · " : "", lap > 0 ? lap : 1);
}

/* What was chosen is a secret until all have. */
static const char *special_told(const struct race *race, const struct stock_car *car)
{
    bool told = car->special != SPECIAL_NONE && !stock_choosing_specials(race);
    return told ? stock_special_title(car->special) : "";
}

/* Its speed and what it may be, in so many words as there is room for. */
static void draw_speed(struct canvas *canvas, const struct stock_car *car, struct box *row)
{
    char text[24];
    snprintf(text, sizeof text, "%d/%d", car->speed, car->maximum);
    int width = canvas_text_width(canvas, STYLE_STRONG, text);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, text, box_cut_left(row, width),
                ALIGN_LEFT);
    box_cut_left(row, canvas_units(canvas, FIGURE_GAP));
}

/* Speed, heading and special about a bar and pips, which lie one over the other where there is
 * room.
 */
static void draw_gauges(const struct view *view, const struct race *race, struct canvas *canvas,
                        int number, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct stock_car *car = stock_car(race, number);
    const int *values = session_setup(view->session)->values;
    const char *heading = heading_names[car->heading];
    int gap = canvas_units(canvas, FIGURE_GAP), side = canvas_units(canvas, SIGN_SIDE);
    bool two = row.h >= canvas_units(canvas, TWO_ROWS);
    draw_speed(canvas, car, &row);
    if (special_told(race, car)[0])
        canvas_icon(canvas, stock_special_icons[car->special],
                    box_centre(box_cut_right(&row, side), side, number_smaller(side, row.h)),
                    theme->ink);
    box_cut_right(&row, gap / 2);
    if (two || row.w > canvas_units(canvas, HEADING_LEAST)) {
        int width = canvas_text_width(canvas, STYLE_SMALL, "NW");
        struct box words = two ? box_cut_right(&row, width) : box_cut_left(&row, width);
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, heading, words, ALIGN_LEFT);
        two ? box_cut_right(&row, gap / 2) : box_cut_left(&row, gap / 2);
    }
    struct gauge_bar bar = {car->speed, car->maximum,
                            number_larger(car->maximum, values[STOCK_MAX_SPEED]),
                            paper_pen_of(view->session, number)};
    struct gauge_pips cards = {GAUGE_CARDS, 2 * car->wild_cards, 2 * values[STOCK_WILD_CARDS]};
    struct box upper = two ? box_cut_top(&row, row.h / 2) : box_cut_left(&row, row.w / 2);
    if (two)
        box_cut_bottom(&upper, canvas_units(canvas, 1));
    else
        box_cut_left(&row, gap);
    gauge_draw_bar(canvas, upper, &bar);
    gauge_draw_pips(canvas, row, &cards);
}

bool stock_panel(const struct view *view, const struct race *race, struct canvas *canvas,
                 int number, struct box *first, struct box *second)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct stock_car *car = stock_car(race, number);
    char text[80];
    print_stand(view, race, number, text, sizeof text);
    if (!draw_right(canvas, theme->ink_soft, text, first)) {
        text[strcspn(text, " ")] = '\0'; /* the place alone */
        draw_right(canvas, theme->ink_soft, text, first);
    }
    if (car->ordered && view->share < 0)
        draw_folded(canvas, first);
    if (car->status != STOCK_RACING) {
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, stock_status_name(car->status), *second,
                    ALIGN_LEFT);
        return car->status != STOCK_RETIRED;
    }
    draw_gauges(view, race, canvas, number, *second);
    return true;
}

void stock_say(const struct view *view, const struct race *race, int number, struct text *into)
{
    const struct stock_car *car = stock_car(race, number);
    int lost = session_setup(view->session)->values[STOCK_MAX_SPEED] - car->maximum;
    char text[80];
    print_stand(view, race, number, text, sizeof text);
    text_append_format(into, "%s, %s", view->names[stock_cars_game.player_of(race, number) - 1],
                       text);
    if (car->status == STOCK_RACING) {
        const char *special = special_told(race, car);
        text_append_format(into, ", speed %d of %d, heading %s, %d wild card%s%s%s", car->speed,
                           car->maximum, heading_names[car->heading], car->wild_cards,
                           number_plural_ending(car->wild_cards), special[0] ? " · " : "", special);
    }
    if (lost > 0)
        text_append_format(into, ", %d of the maximum lost", lost);
    if (car->ordered && view->share < 0)
        text_append(into, ", has ordered");
}
