/* Orders as people write them (RULES 3): reading, what is refused and at which column, and the
 * speeds that changes at the beginning can reach.
 */

#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part as written: a change or moves. */
struct stock_part {
    char letter; /* A B S M L R; '-' of the order without any part */
    int count;   /* of M */
    bool marked; /* (+1) */
    int column;
};

enum { LETTER_MOST = 2 /* of A, B, L and R in a turn */ };

/* An order being read. */
struct stock_reading {
    const struct stock_car *car;
    bool behind_a_car; /* S may be written */
    const char *text;  /* from its first byte that is no blank */
    int length;        /* to its last */
    int next;          /* byte that comes next */
    struct stock_order *order;
    struct error *error;
    int speed; /* with the changes at the beginning so far */
    bool slipped, moved, ended;
    int letters[128];      /* how often each was written */
    int second_changes[2]; /* columns of second A and B in the order written; 0: none */
    bool second_marked[2]; /* of these */
    int second_steers[2];
    bool steer_marked[2];
    int changes_seconds, steer_seconds;
    int marks[4], mark_count; /* columns of all marks */
    long moves;
    int excess;   /* the column of the part that brought the first move too many; 0 */
    int last_end; /* bytes up to the end of the last move part, or of the last change */
};

static bool refuse(struct stock_reading *reading, int column, const char *why)
{
    return error_set_at(reading->error, 0, column, "%s", why);
}

/* --- the parts -------------------------------------------------------------------------------- */

/* The next character in capitals, past blanks; 0 at the end. */
static char next_letter(struct stock_reading *reading)
{
    while (reading->next < reading->length && reading->text[reading->next] == ' ')
        reading->next++;
    return reading->next < reading->length
               ? (char)toupper((unsigned char)reading->text[reading->next])
               : '\0';
}

static bool tell_misfit(struct stock_reading *reading)
{
    return refuse(reading, reading->next + 1,
                  reading->next < reading->length
                      ? "an order has A, B, S, M, L, R, (3M) and marks like (A+1), not this"
                      : "the group is not closed: a bracket is missing");
}

static bool expect_letter(struct stock_reading *reading, char wanted)
{
    if (next_letter(reading) != wanted)
        return tell_misfit(reading);
    reading->next++;
    return true;
}

static bool read_part(struct stock_reading *reading, struct stock_part *part)
{
    char letter = next_letter(reading);
    *part = (struct stock_part){.letter = letter, .count = 1, .column = reading->next + 1};
    if (letter == '(') {
        reading->next++;
        /* Behind the opening bracket. */
        char first = next_letter(reading);
        if (first >= '1' && first <= '9') {
            part->letter = 'M';
            part->count = first - '0';
            reading->next++;
            char second = next_letter(reading);
            if (second >= '0' && second <= '9') {
                part->count = 10 * part->count + second - '0';
                reading->next++;
            }
            return expect_letter(reading, 'M') && expect_letter(reading, ')');
        }
        if (!first || !strchr("ABLR", first))
            return tell_misfit(reading);
        part->letter = first;
        part->marked = true;
        reading->next++;
        return expect_letter(reading, '+') && expect_letter(reading, '1') &&
               expect_letter(reading, ')');
    }
    if (!strchr("ABSMLR", letter))
        return tell_misfit(reading);
    reading->next++;
    return true;
}

/* --- what a part may be where it stands ------------------------------------------------------- */

static bool is_move(char letter)
{
    return letter == 'M' || letter == 'L' || letter == 'R';
}

static bool check_place(struct stock_reading *reading, const struct stock_part *part)
{
    if (part->letter == 'S' && (reading->moved || reading->slipped))
        return refuse(reading, part->column, "S stands before the first move, once");
    if (is_move(part->letter) && reading->ended)
        return refuse(reading, part->column,
                      "changes behind a move end the order: no move comes after them");
    return true;
}

static bool check_count(struct stock_reading *reading, const struct stock_part *part)
{
    if (part->letter == 'M' || part->letter == 'S')
        return true;
    if (reading->letters[(int)part->letter] == LETTER_MOST)
        return error_set_at(reading->error, 0, part->column,
                            "a third %c: there are at most two in a turn", part->letter);
    if (part->marked && reading->letters[(int)part->letter] == 0)
        return error_set_at(reading->error, 0, part->column,
                            "the first %c costs no wild card: only a second one is marked with +1",
                            part->letter);
    return true;
}

/* A change at the beginning counts for this turn and has to be possible. */
static bool take_beginning(struct stock_reading *reading, const struct stock_part *part)
{
    if (part->letter == 'S' && !reading->behind_a_car)
        return refuse(reading, part->column,
                      "S needs a car right ahead that drives in the same direction, and both must "
                      "be moving");
    int speed = reading->speed + (part->letter == 'B' ? -1 : 1);
    if (speed < 0)
        return refuse(reading, part->column, "the car stands: it cannot be slower");
    if (speed > reading->car->maximum)
        return error_set_at(reading->error, 0, part->column,
                            "the car can drive %d tiles a turn at most", reading->car->maximum);
    reading->speed = speed;
    return true;
}

static void write_change(char letter, bool marked, char into[16])
{
    size_t length = strlen(into);
    snprintf(into + length, 16 - length, marked ? "(%c+1)" : "%c", letter);
}

static bool take_change(struct stock_reading *reading, const struct stock_part *part)
{
    if (!reading->moved && !take_beginning(reading, part))
        return false;
    reading->slipped |= part->letter == 'S';
    reading->ended |= reading->moved;
    char *list = reading->moved ? reading->order->end : reading->order->begin;
    size_t length = strlen(list);
    list[length] = part->letter;
    list[length + 1] = '\0';
    if (reading->moved)
        write_change(part->letter, part->marked, reading->order->marked_end);
    if (!reading->moved)
        reading->last_end = reading->next;
    return true;
}

static void take_move(struct stock_reading *reading, const struct stock_part *part)
{
    struct stock_order *order = reading->order;
    reading->moved = true;
    reading->moves += part->count;
    reading->last_end = reading->next;
    if (reading->moves > reading->speed && !reading->excess)
        reading->excess = part->column;
    if (part->letter == 'M' && order->run_count > 0 &&
        order->runs[order->run_count - 1].kind == 'M') {
        order->runs[order->run_count - 1].count += part->count;
        return;
    }
    assert(order->run_count < ORDER_RUNS);
    order->runs[order->run_count].kind = part->letter;
    order->runs[order->run_count++].count = part->count;
}

static bool take_part(struct stock_reading *reading, const struct stock_part *part)
{
    if (!check_place(reading, part) || !check_count(reading, part))
        return false;
    if (is_move(part->letter))
        take_move(reading, part);
    else if (!take_change(reading, part))
        return false;
    if (++reading->letters[(int)part->letter] == 2 && part->letter != 'M') {
        bool steer = is_move(part->letter);
        int *columns = steer ? reading->second_steers : reading->second_changes;
        bool *marked = steer ? reading->steer_marked : reading->second_marked;
        int *count = steer ? &reading->steer_seconds : &reading->changes_seconds;
        columns[*count] = part->column;
        marked[(*count)++] = part->marked;
        if (part->marked)
            reading->marks[reading->mark_count++] = part->column;
    }
    return true;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Exactly so many of the seconds are marked. */
static bool check_marks(struct stock_reading *reading, const int *columns, const bool *marked,
                        int count, int needed, const char *what)
{
    int marks = 0, last = 0, first_without = 0;
    for (int i = 0; i < count; i++) {
        marks += marked[i];
        if (marked[i])
            last = columns[i];
        else if (!first_without)
            first_without = columns[i];
    }
    if (marks < needed)
        return error_set_at(reading->error, 0, first_without,
                            "a second %s costs a wild card: mark it, (%c+1)", what,
                            toupper((unsigned char)reading->text[first_without - 1]));
    if (marks > needed)
        return error_set_at(reading->error, 0, last, "this %s costs no wild card: take the +1 away",
                            what);
    return true;
}

/* 3.3 and 7: what the seconds cost. */
static int cards_for_changes(const struct stock_car *car, int seconds)
{
    return seconds - (car->special == SPECIAL_TURBO && seconds > 0);
}

static bool check_whole(struct stock_reading *reading)
{
    const struct stock_car *car = reading->car;
    int changes = cards_for_changes(car, reading->changes_seconds);
    int steers = reading->steer_seconds > 0 && car->special != SPECIAL_SWAYBARS;
    if (!check_marks(reading, reading->second_changes, reading->second_marked,
                     reading->changes_seconds, changes, "change") ||
        !check_marks(reading, reading->second_steers, reading->steer_marked, reading->steer_seconds,
                     steers, "steer"))
        return false;
    if (reading->mark_count > car->wild_cards)
        return error_set_at(reading->error, 0, reading->marks[car->wild_cards],
                            "there %s %d wild card%s left", car->wild_cards == 1 ? "is" : "are",
                            car->wild_cards, car->wild_cards == 1 ? "" : "s");
    if (reading->moves != reading->speed)
        return error_set_at(reading->error, 0,
                            reading->excess ? reading->excess : reading->last_end + 1,
                            "%d moves needed, %ld given", reading->speed, reading->moves);
    reading->order->moves = reading->speed;
    reading->order->cards = changes + steers;
    return true;
}

/* Is the text, blanks and case aside, the word (`whole`), or does it begin with it? */
static bool is_word(const char *text, int length, const char *word, bool whole)
{
    for (int i = 0; i < length && (*word || whole); i++) {
        if (text[i] == ' ')
            continue;
        if (!*word || tolower((unsigned char)text[i]) != *word++)
            return false;
    }
    return *word == '\0';
}

/* Another car that drives the same way on the tile ahead (3.2). */
static bool is_behind_a_car(const struct stock_race *race, const struct stock_car *car)
{
    struct point ahead = point_add(car->at, heading_steps[car->heading]);
    if (!stock_is_on(race, STOCK_SLIPSTREAM) || car->speed < 1)
        return false;
    for (int i = 0; i < race->setup->players; i++) {
        const struct stock_car *other = &race->cars[i];
        if (other != car && other->status == STOCK_RACING && other->speed >= 1 &&
            other->heading == car->heading && point_equal(other->at, ahead))
            return true;
    }
    return false;
}

static bool read_parts(struct stock_reading *reading)
{
    struct stock_part part;
    if (is_word(reading->text, reading->length, "-", true)) {
        reading->last_end = 0;
        return true;
    }
    while (next_letter(reading))
        if (!read_part(reading, &part) || !take_part(reading, &part))
            return false;
    return true;
}

static void append_plain(const char *text, int length, struct text *plain)
{
    for (int i = 0; i < length && plain; i++) {
        char letter = (char)toupper((unsigned char)text[i]);
        if (letter != ' ')
            text_append_bytes(plain, &letter, 1);
    }
}

bool stock_order_read(const struct race *any, int number, const char *text,
                      struct stock_order *order, struct text *plain, struct error *error)
{
    const struct stock_race *race = stock_race_of(any);
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    *order = (struct stock_order){0};
    if (race->over)
        return error_set_at(error, 0, 1, "the race is over");
    if (race->round == 0)
        return error_set_at(error, 0, 1,
                            "specials are chosen first: special turbo, special "
                            "swaybars, special performance or special none");
    if (length > STOCK_ORDER_BYTES)
        return error_set_at(error, 0, STOCK_ORDER_BYTES + 1,
                            "the order is too long: it has at most %d characters",
                            STOCK_ORDER_BYTES);
    if (length == 0)
        return error_set_at(error, 0, 1, "the order is empty: write its moves, or - for none");
    if (is_word(text, (int)length, "special", false))
        return error_set_at(error, 0, 1, "specials are chosen before the first turn only");
    const struct stock_car *car = &race->cars[number - 1];
    struct stock_reading reading = {.car = car,
                                    .behind_a_car = is_behind_a_car(race, car),
                                    .text = text,
                                    .length = (int)length,
                                    .order = order,
                                    .error = error,
                                    .speed = car->speed};
    if (is_word(text, (int)length, "retire", true))
        order->retires = true;
    else if (!read_parts(&reading) || !check_whole(&reading))
        return false;
    append_plain(text, (int)length, plain);
    return true;
}

/* --- speeds (8.3) ----------------------------------------------------------------------------- */

/* The same letter so many times, the second marked where it costs; returns the cards. */
static int write_changes(const struct stock_car *car, char letter, int count, char into[16])
{
    int cards = cards_for_changes(car, count > 1);
    for (int i = 0; i < count; i++)
        write_change(letter, i == 1 && cards > 0, into);
    return cards;
}

int stock_speeds(const struct race *any, int number, struct stock_speed into[STOCK_SPEEDS],
                 bool *slipstream)
{
    const struct stock_race *race = stock_race_of(any);
    const struct stock_car *car = &race->cars[number - 1];
    int count = 0;
    *slipstream = is_behind_a_car(race, car);
    for (int change = -LETTER_MOST; change <= LETTER_MOST + *slipstream; change++) {
        struct stock_speed row = {.speed = car->speed + change};
        bool slips = change > 0 && *slipstream;
        if (row.speed < 0 || row.speed > car->maximum)
            continue;
        if (slips)
            snprintf(row.changes, sizeof row.changes, "S");
        row.cards = write_changes(car, change < 0 ? 'B' : 'A',
                                  change < 0 ? -change : change - slips, row.changes);
        if (row.cards <= car->wild_cards)
            into[count++] = row;
    }
    return count;
}

/* === drive ==================================================================================== */

/* Carrying out an order (RULES 4 and 5.1, 5.2): move by move, in the contract's order of what a
 * tile does.
 */

/* An order under way. */
struct stock_way {
    struct stock_race *race;
    struct stock_car *car;
    int number;
    const struct stock_order *order;
    struct event_list *events; /* NULL for a trial */
    struct stock_trial *trial; /* NULL for the real thing */
    int drove;                 /* the index of its event */
    int run, step;             /* the move that comes next */
    int moves;                 /* track tiles entered */
    bool oiled;                /* oil turned the car */
    bool banked;
    bool ends; /* nothing more of the order counts */
    bool meets_oil;
};

static const char *const type_names[] = {
    [STOCK_EVENT_ORDERED] = "ordered",
    [STOCK_EVENT_SPECIAL] = "special",
    [STOCK_EVENT_RETIRED] = "retired",
    [STOCK_EVENT_DROVE] = "drove",
    [STOCK_EVENT_PIT_IN] = "pit_in",
    [STOCK_EVENT_PIT_BROKEN] = "pit_broken",
    [STOCK_EVENT_REPAIRED] = "repaired",
    [STOCK_EVENT_LAP] = "lap",
    [STOCK_EVENT_FINISHED] = "finished",
    [STOCK_EVENT_SAND] = "sand",
    [STOCK_EVENT_OIL] = "oil",
    [STOCK_EVENT_BANKED] = "banked",
    [STOCK_EVENT_LEFT_TRACK] = "left_track",
    [STOCK_EVENT_END_SPEED] = "end_speed",
    [STOCK_EVENT_CRASHED] = "crashed",
    [STOCK_EVENT_PLACED] = "placed",
    [STOCK_EVENT_SAND_RESET] = "sand_reset",
    [STOCK_EVENT_OVER] = "over",
};

struct stock_event *stock_tell(struct event_list *events, enum stock_event_type type, int car,
                               size_t extra)
{
    struct stock_event *body =
        event_add(events, &stock_cars_game, car, sizeof(struct stock_event) + extra);
    struct event *event = &events->items[events->count - 1];
    event->type = type_names[type];
    /* Specials and laps stand on the cars' cards. */
    event->noted = type != STOCK_EVENT_ORDERED && type != STOCK_EVENT_SPECIAL &&
                   type != STOCK_EVENT_DROVE && type != STOCK_EVENT_LAP &&
                   type != STOCK_EVENT_END_SPEED;
    body->type = type;
    return body;
}

void stock_tell_place(struct event_list *events, struct point at)
{
    struct event *event = &events->items[events->count - 1];
    event->has_place = true;
    event->place = at;
    ((struct stock_event *)event->body)->at = at;
}

/* Of this car on the way, with its move and place. */
static struct stock_event *tell_on_way(struct stock_way *way, enum stock_event_type type, int move)
{
    struct stock_event *body = stock_tell(way->events, type, way->number, 0);
    stock_tell_place(way->events, way->car->at);
    body->move = move;
    body->heading = way->car->heading;
    body->speed = way->car->speed;
    body->maximum = way->car->maximum;
    return body;
}

void stock_lower(struct stock_car *car, int speed, int maximum)
{
    car->speed = number_larger(0, car->speed - speed);
    car->maximum = number_larger(STOCK_LEAST_MAXIMUM, car->maximum - maximum);
    car->speed = number_smaller(car->speed, car->maximum);
}

static void add_to_path(struct stock_way *way, struct point at, enum heading heading)
{
    struct stock_entered entered = {at, heading};
    if (way->trial) {
        array_add(way->trial->path, way->trial->path_count, way->trial->path_capacity, entered);
        return;
    }
    struct stock_event *drove = way->events->items[way->drove].body;
    struct stock_entered *path = (struct stock_entered *)(drove + 1);
    path[drove->path_count++] = entered;
}

/* --- the pits (4.5) --------------------------------------------------------------------------- */

static bool breaks_limit(const struct stock_car *car)
{
    return car->pit != PIT_BROKEN && car->speed > STOCK_PIT_SPEED;
}

/* What the repair of this visit has brought is taken back, as far as it is left. */
static void break_limit(struct stock_way *way)
{
    struct stock_car *car = way->car;
    int maximum = car->maximum;
    int cards = number_smaller(car->gained_cards, car->wild_cards);
    stock_lower(car, 0, car->gained_maximum);
    car->wild_cards -= cards;
    car->pit = PIT_BROKEN;
    if (way->events) {
        struct stock_event *body = tell_on_way(way, STOCK_EVENT_PIT_BROKEN, way->moves);
        body->maximum = maximum - car->maximum;
        body->cards = cards;
    }
}

static void repair_in_pit(struct stock_way *way)
{
    struct stock_car *car = way->car;
    int gain = STOCK_REPAIR - car->speed;
    car->gained_maximum = gain;
    car->gained_cards = gain / 3 * (car->special == SPECIAL_PERFORMANCE ? 2 : 1);
    car->maximum += car->gained_maximum;
    car->wild_cards += car->gained_cards;
    car->pit = PIT_SERVED;
    if (way->events)
        tell_on_way(way, STOCK_EVENT_REPAIRED, way->moves)->cards = car->gained_cards;
}

static void pass_pits(struct stock_way *way, char from, char to)
{
    struct stock_car *car = way->car;
    bool was = tile_is_pit(from), is = tile_is_pit(to);
    if (!was && !is)
        return;
    if (!was) {
        way->car->pit = PIT_CLEAR;
        way->car->gained_maximum = way->car->gained_cards = 0;
        if (way->events)
            tell_on_way(way, STOCK_EVENT_PIT_IN, way->moves);
    }
    if (breaks_limit(car))
        break_limit(way);
    else if (car->pit == PIT_CLEAR && from == TILE_PIT_MARK && to != TILE_PIT_MARK)
        repair_in_pit(way);
    if (!is)
        car->pit = PIT_OUT;
}

/* --- the line (5) ----------------------------------------------------------------------------- */

static void pass_line(struct stock_way *way, struct point from, struct point to)
{
    struct stock_car *car = way->car;
    int crossing = stock_map_crossing(way->race->map, from, to);
    if (crossing == 0)
        return;
    car->crossings += crossing;
    if (car->crossings == stock_laps(way->race->setup) + 1) {
        car->status = STOCK_FINISHED;
        car->pit = PIT_OUT;
        car->on = way->moves;
        car->of = way->order->moves;
        way->ends = true;
        if (way->events)
            tell_on_way(way, STOCK_EVENT_FINISHED, way->moves)->of = car->of;
    } else if (way->events) {
        struct stock_event *body = tell_on_way(way, STOCK_EVENT_LAP, way->moves);
        body->crossings = car->crossings;
        body->lap = stock_lap(&way->race->head, car);
    }
}

/* --- tiles (4.2 to 4.4) ----------------------------------------------------------------------- */

static void enter_oil(struct stock_way *way)
{
    struct stock_car *car = way->car;
    if (way->trial) {
        way->meets_oil = way->ends = true;
        way->trial->unknown = true;
        return;
    }
    enum turn turn = (enum turn)random_below(&way->race->random, 3);
    car->heading = heading_turned(car->heading, turn);
    way->oiled |= turn != TURN_NONE;
    tell_on_way(way, STOCK_EVENT_OIL, way->moves)->turn = turn;
}

static void enter_sand(struct stock_way *way, char tile)
{
    struct stock_car *car = way->car;
    if (way->trial && (tile == TILE_SAND || tile == TILE_HIDDEN_BAG)) {
        way->trial->unknown = true;
        tile = TILE_SAND;
    }
    bool bag = tile != TILE_SAND;
    char after = tile == TILE_HIDDEN_BAG ? TILE_BAG
                 : tile == TILE_BAG      ? TILE_FLAT_BAG
                                         : TILE_ASPHALT;
    ground_set(way->race, car->at, after);
    car->speed = number_larger(0, car->speed - bag);
    if (way->events) {
        struct stock_event *body = tell_on_way(way, STOCK_EVENT_SAND, way->moves);
        body->tile = after;
        body->bag = bag;
    }
}

/* --- off the track (4.1) ---------------------------------------------------------------------- */

/* The move after (run, step) in the order; 0: there is none. */
static char next_move(const struct stock_order *order, int *run, int *step)
{
    if (*run == order->run_count)
        return '\0';
    char kind = order->runs[*run].kind;
    if (++*step == order->runs[*run].count) {
        ++*run;
        *step = 0;
    }
    return kind;
}

static enum heading steered(enum heading heading, char move)
{
    return heading_turned(heading, move == 'L' ? TURN_LEFT : move == 'R' ? TURN_RIGHT : TURN_NONE);
}

static void leave_track(struct stock_way *way)
{
    static const struct {
        int speed, maximum;
    } severe[] = {{0, 0}, {3, 2}, {6, 4}, {9, 8}}, oil = {4, 3};
    /* How many tiles off the track this move and those after it enter, up to three. */
    struct point at = way->car->at;
    enum heading heading = way->car->heading;
    int run = way->run, step = way->step, count = 0;
    for (char move = 'M'; move && count < 3; move = next_move(way->order, &run, &step)) {
        heading = count == 0 ? heading : steered(heading, move);
        at = point_add(at, heading_steps[heading]);
        if (ground_tile(way->race, at) != TILE_OFF)
            break;
        count++;
    }
    int tiles = count;
    bool mild = stock_value(way->race, STOCK_OFF_TRACK) == STOCK_MILD;
    bool oiled = way->oiled && tiles > 1;
    if (mild)
        stock_lower(way->car, oiled ? 1 : tiles, oiled ? 1 : tiles);
    else if (oiled)
        stock_lower(way->car, oil.speed, oil.maximum);
    else
        stock_lower(way->car, severe[tiles].speed, severe[tiles].maximum);
    way->ends = true;
    if (way->trial)
        way->trial->off_track = tiles;
    if (way->events) {
        struct stock_event *body = tell_on_way(way, STOCK_EVENT_LEFT_TRACK, way->moves + 1);
        body->tiles = tiles;
        body->oil = oiled;
    }
}

/* --- the order -------------------------------------------------------------------------------- */

static void make_move(struct stock_way *way, char move)
{
    struct stock_car *car = way->car;
    struct point from = car->at;
    car->heading = steered(car->heading, move);
    struct point to = point_add(from, heading_steps[car->heading]);
    char from_tile = ground_tile(way->race, from), to_tile = ground_tile(way->race, to);
    if (to_tile == TILE_OFF) {
        leave_track(way);
        return;
    }
    car->at = to;
    way->moves++;
    add_to_path(way, to, car->heading);
    pass_pits(way, from_tile, to_tile);
    pass_line(way, from, to);
    if (!way->ends) {
        if (to_tile == TILE_OIL)
            enter_oil(way);
        else if (tile_is_alley(to_tile) || to_tile == TILE_HIDDEN_BAG)
            enter_sand(way, to_tile);
        else if (from_tile == TILE_BANK && to_tile == TILE_BANK && !way->banked) {
            way->banked = true;
            way->car->heading = heading_turned(way->car->heading, way->race->map->turn);
            if (way->events)
                tell_on_way(way, STOCK_EVENT_BANKED, way->moves);
        }
    }
}

static void change_at_end(struct stock_way *way)
{
    struct stock_car *car = way->car;
    for (const char *change = way->order->end; *change; change++) {
        if (*change == 'A' && car->speed < car->maximum)
            car->speed++;
        else if (*change == 'B' && car->speed > 0)
            car->speed--;
    }
    if (!way->events || !*way->order->end)
        return;
    struct stock_event *body = tell_on_way(way, STOCK_EVENT_END_SPEED, way->moves);
    memcpy(body->changes, way->order->marked_end, sizeof body->changes);
}

static void begin_order(struct stock_way *way, const char *plain)
{
    struct stock_car *car = way->car;
    struct point from = car->at;
    car->wild_cards -= way->order->cards;
    car->speed = way->order->moves;
    if (!way->events)
        return;
    size_t path = (size_t)car->speed * sizeof(struct stock_entered);
    struct stock_event *body =
        stock_tell(way->events, STOCK_EVENT_DROVE, way->number, path + strlen(plain) + 1);
    way->drove = way->events->count - 1;
    stock_tell_place(way->events, from);
    body->from = from;
    body->from_heading = car->heading;
    body->speed = car->speed;
    body->cards = way->order->cards;
    memcpy((char *)(body + 1) + path, plain, strlen(plain) + 1);
}

void stock_drive(struct stock_race *race, int number, const struct stock_order *order,
                 const char *plain, struct event_list *events, struct stock_trial *trial)
{
    struct stock_way way = {.race = race,
                            .car = &race->cars[number - 1],
                            .number = number,
                            .order = order,
                            .events = trial ? NULL : events,
                            .trial = trial};
    if (order->retires) {
        way.car->status = STOCK_RETIRED;
        way.car->stopped = way.race->round;
        way.car->pit = PIT_OUT;
        if (way.events) {
            stock_tell(way.events, STOCK_EVENT_RETIRED, way.number, 0);
            stock_tell_place(way.events, way.car->at);
        }
        return;
    }
    begin_order(&way, plain);
    while (!way.ends && way.run < order->run_count)
        make_move(&way, next_move(order, &way.run, &way.step));
    if (!way.ends)
        change_at_end(&way);
    if (!way.meets_oil && way.car->status == STOCK_RACING && way.car->pit != PIT_OUT &&
        breaks_limit(way.car))
        break_limit(&way);
}

const char *stock_event_order(const struct event *event)
{
    const struct stock_event *body = stock_event(event);
    return (const char *)((const struct stock_entered *)(body + 1) + body->speed);
}

const struct stock_entered *stock_event_path(const struct event *event, int *count)
{
    const struct stock_event *body = stock_event(event);
    *count = body->path_count;
    return (const struct stock_entered *)(body + 1);
}

bool stock_try(const struct race *any, int number, const char *text, struct stock_trial *into,
               struct error *error)
{
    const struct stock_race *race = stock_race_of(any);
    struct stock_order order;
    *into = (struct stock_trial){0};
    if (!stock_order_read(any, number, text, &order, NULL, error))
        return false;
    struct stock_race trial = *race;
    ground_retain(&trial);
    into->cards = order.cards;
    into->moves = order.moves;
    into->speed = order.retires ? race->cars[number - 1].speed : order.moves;
    stock_drive(&trial, number, &order, "", NULL, order.retires ? NULL : into);
    ground_release(&trial);
    into->ends = order.retires ? race->cars[number - 1] : trial.cars[number - 1];
    into->ends.order = NULL;
    into->finishes = into->ends.status == STOCK_FINISHED;
    return true;
}

void stock_trial_free(struct stock_trial *trial)
{
    free(trial->path);
    *trial = (struct stock_trial){0};
}
