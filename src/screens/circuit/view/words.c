/* See inside.h. */

#include "base/number.h"
#include "draw/gauge.h"
#include "screens/circuit/view/inside.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DICE = 36, LEAST = 2, MOST = 12, WINS = 2, LOSES = 10 };

/* Ways in which two dice come to a sum. */
static int ways_of(int sum)
{
    return sum <= 7 ? sum - 1 : 13 - sum;
}

int pass_by_speed(int passer, int blocker)
{
    int faster = passer - blocker;
    return faster <= 0 ? 1 : faster <= CIRCUIT_SPEED ? -1 : -3;
}

int pass_by_blocks(int blocks)
{
    return blocks == 2 ? 2 : 0;
}

/* Ways of a blocker's dice against which this roll of the passer gets by (8.6). */
static int beaten_by(int roll, bool chip)
{
    int count = 0;
    for (int sum = LEAST; sum <= MOST; sum++)
        if (roll <= WINS || (roll < LOSES && roll < sum - (chip ? 2 : 0)))
            count += ways_of(sum);
    return count;
}

struct pass_ways pass_count(const struct pass_case *pass)
{
    struct pass_ways count = {.all = DICE};
    if (pass->blocks == 0 || pass->blocker_count == 0)
        return (struct pass_ways){.all = 1, .through = 1};
    for (int i = 0; i < pass->blocker_count; i++)
        count.all *= DICE;
    for (int sum = LEAST; sum <= MOST; sum++) {
        int through = ways_of(sum), highest = -MOST;
        for (int i = 0; i < pass->blocker_count; i++) {
            int roll = sum - (pass->passer_chip ? 2 : 0) + pass_by_blocks(pass->blocks) +
                       pass_by_speed(pass->passer, pass->blockers[i]);
            through *= beaten_by(roll, pass->blocker_chips[i]);
            highest = number_larger(highest, roll);
        }
        count.through += through;
        if (highest >= LOSES)
            count.spins += ways_of(sum) * (count.all / DICE);
    }
    return count;
}

void spin_count(int modifier, int ways[SPIN_CRASH + 1])
{
    for (int i = 0; i <= SPIN_CRASH; i++)
        ways[i] = 0;
    for (int sum = LEAST; sum <= MOST; sum++) {
        int roll = sum + modifier;
        enum spin_result result = roll <= 6    ? SPIN_ONLY
                                  : roll <= 9  ? SPIN_WEAR
                                  : roll <= 11 ? SPIN_MISS
                                               : SPIN_CRASH;
        ways[result] += ways_of(sum);
    }
}

int percent_of(int ways, int all)
{
    int percent = (int)((200LL * ways + all) / (2LL * all));
    if (ways > 0 && percent == 0)
        return 1;
    return ways < all && percent == 100 ? 99 : percent;
}

/* === outlook ================================================================================== */

/* See inside.h. A turn is gone through row by row: for each lane, with and without the line
 * benefit and by the largest excess in this corner, the fewest halves that lead there.
 */

enum { LANES = CIRCUIT_LANES_MOST, WORSTS = 3, NEVER = INT_MAX };

struct circuit_view_front {
    int row, laps_left;
    bool finished;
    int halves[LANES][2][WORSTS];
};

static struct circuit_view_front nowhere(int row, int laps_left)
{
    struct circuit_view_front front = {.row = row, .laps_left = laps_left};
    for (int lane = 0; lane < LANES; lane++)
        for (int line = 0; line < 2; line++)
            for (int worst = 0; worst < WORSTS; worst++)
                front.halves[lane][line][worst] = NEVER;
    return front;
}

static void keep_least(int *least, int halves)
{
    *least = number_smaller(*least, halves);
}

/* Into a lane of the next row, from there with that benefit and excess. */
static void enter(const struct circuit *circuit, const struct outlook_car *car, int speed,
                  struct circuit_view_front *to, int lane, bool on_line, int worst, int halves)
{
    const struct corner *corner = circuit_corner(circuit, to->row);
    if (!corner) {
        keep_least(&to->halves[lane - 1][0][0], halves);
        return;
    }
    bool first = corner->from == to->row, line = car->lines && circuit->line[to->row] == lane;
    bool had = line && on_line && !first;
    for (int takes = 0; takes <= (line && !first && !had ? 1 : 0); takes++) {
        bool benefit = had || (line && first) || takes;
        int over = speed - corner->limits[lane - 1] - (benefit ? CIRCUIT_SPEED : 0);
        int excess = over > 0 ? over / CIRCUIT_SPEED : 0, before = first ? 0 : worst;
        int paid = halves + takes + 2 * number_larger(0, excess - before);
        if (excess < WORSTS && paid <= car->halves)
            keep_least(&to->halves[lane - 1][benefit][number_larger(excess, before)], paid);
    }
}

static int least_of(const struct circuit_view_front *front)
{
    int least = NEVER;
    for (int lane = 0; lane < LANES; lane++)
        for (int line = 0; line < 2; line++)
            for (int worst = 0; worst < WORSTS; worst++)
                keep_least(&least, front->halves[lane][line][worst]);
    return least;
}

static struct circuit_view_front turn(const struct circuit *circuit, const struct outlook_car *car,
                                      int speed, const struct circuit_view_front *from)
{
    struct circuit_view_front front = *from;
    for (int points = speed / CIRCUIT_SPEED; points > 0; points--) {
        front.finished = front.row + 1 == circuit->rows && front.laps_left == 0;
        if (front.finished)
            return front;
        bool crosses = front.row + 1 == circuit->rows;
        struct circuit_view_front to =
            nowhere(crosses ? 0 : front.row + 1, front.laps_left - crosses);
        for (int lane = 1; lane <= circuit->lanes; lane++)
            for (int line = 0; line < 2; line++)
                for (int worst = 0; worst < WORSTS; worst++) {
                    int halves = front.halves[lane - 1][line][worst];
                    for (int next = number_larger(1, lane - 1);
                         halves < NEVER && next <= number_smaller(circuit->lanes, lane + 1); next++)
                        enter(circuit, car, speed, &to, next, line, worst, halves);
                }
        front = to;
    }
    /* In the next turn the corner is paid for anew. */
    for (int lane = 0; lane < LANES; lane++)
        for (int line = 0; line < 2; line++)
            for (int worst = 1; worst < WORSTS; worst++) {
                keep_least(&front.halves[lane][line][0], front.halves[lane][line][worst]);
                front.halves[lane][line][worst] = NEVER;
            }
    return front;
}

struct outlook outlook_of(const struct circuit *circuit, const struct outlook_car *car, int speed)
{
    struct circuit_view_front front = nowhere(car->row, car->laps_left);
    front.halves[car->lane - 1][car->on_line][0] = 0;
    front = turn(circuit, car, speed, &front);
    int now = least_of(&front);
    return (struct outlook){now < NEVER ? now : -1, front.finished};
}

struct outlook_car outlook_car_of(const struct setup *setup, const struct circuit_car *car)
{
    return (struct outlook_car){
        .row = car->row,
        .lane = car->lane,
        .laps_left = setup->values[CIRCUIT_LAPS] - car->lap,
        .on_line = car->on_line,
        .lines = setup->values[CIRCUIT_LINES] == CIRCUIT_ON,
        .halves = car->halves,
    };
}

/* === words ==================================================================================== */

/* What the circuit's view says: whose turn it is, what a space costs, how everybody stands. */

/* --- costs ------------------------------------------------------------------------------------ */

static void say_cost(enum circuit_outcome outcome, int halves, bool takes, char *into, size_t size)
{
    char number[HALVES_BYTES];
    circuit_halves(halves, number);
    if (outcome == OUTCOME_IS_SPIN)
        snprintf(into, size, "spin");
    else if (outcome == OUTCOME_IS_FINISH)
        snprintf(into, size, "finish");
    else if (halves == 0)
        snprintf(into, size, "no wear");
    else
        snprintf(into, size, takes && halves == 1 ? "%s for the line" : "%s wear", number);
}

void circuit_say_cost(const struct circuit_move *move, char *into, size_t size)
{
    say_cost(move->outcome, move->halves, strchr(move->action, '+') != NULL, into, size);
}

bool circuit_shows_hints(const struct view *view)
{
    return view->hints_on && session_allow(view->session).hints;
}

void circuit_say_hint(const struct view *view, const struct circuit_hint *hint, char *into,
                      size_t size)
{
    into[0] = '\0';
    if (circuit_shows_hints(view) && hint && hint->turns != CIRCUIT_HINT_UNKNOWN)
        snprintf(into, size, hint->turns == 1 ? " · %d turn left" : " · %d turns left",
                 hint->turns);
}

/* " · 40 above the limit of 80", " · limit 120 on the line" */
static void say_limit(const struct view *view, int limit, bool on_line, char *into, size_t size)
{
    int above = circuit_car(session_race(view->session), view->car)->posted - limit;
    const char *line = on_line ? " on the line" : "";
    if (above > 0)
        snprintf(into, size, " · %d above the limit of %d%s", above, limit, line);
    else
        snprintf(into, size, " · limit %d%s", limit, line);
}

void circuit_say_space(const struct view *view, int index, char *said, size_t size)
{
    char cost[40], limit[64] = "", left[40] = "";
    said[0] = '\0';
    if (index < 0)
        return;
    const struct way_space *space = &view->ways.spaces[index];
    say_cost(space->outcome, space->halves, space->takes, cost, sizeof cost);
    if (space->limit > 0)
        say_limit(view, space->limit, space->on_line, limit, sizeof limit);
    if (view->hints && circuit_phase(session_race(view->session)) == PHASE_MOVE)
        circuit_say_hint(view, circuit_hint_at(view->hints, space->at.row, space->at.lane), left,
                         sizeof left);
    snprintf(said, size, "Lane %d: %s%s%s", space->at.lane, cost, limit, left);
}

/* --- whose turn it is ------------------------------------------------------------------------- */

static void print_progress(const struct view *view, char *line, size_t size)
{
    const struct race *race = circuit_state(view);
    int lap = 1;
    for (int car = circuit_game.car_count(race); car > 0; car--)
        lap = number_larger(lap, circuit_lap(race, circuit_car(race, car)));
    if (circuit_game.round(race) == 0)
        snprintf(line, size, "Before the start");
    else
        snprintf(line, size, "Turn %d · lap %d of %d", circuit_game.round(race), lap,
                 session_setup(view->session)->values[CIRCUIT_LAPS]);
}

static const char *asked_for(enum circuit_phase phase)
{
    static const char *const words[] = {
        [PHASE_BUILD] = "%s, build your car.", [PHASE_POST] = "%s, post a speed.",
        [PHASE_MOVE] = "%s, drive.",           [PHASE_CARDS] = "%s, let them pass or block?",
        [PHASE_CHIPS] = "%s, spend a chip?",   [PHASE_SPIN] = "%s spins: spend a chip?",
        [PHASE_OVER] = "The race is over.%s",
    };
    return words[phase];
}

void circuit_tell_words(const struct view *view, struct view_words *words)
{
    const struct race *race = session_race(view->session);
    enum circuit_phase phase = circuit_phase(race);
    int car = view->car > 0 ? view->car : race_next_car(race);
    const char *name = car > 0 ? view->names[car - 1] : "";
    *words = (struct view_words){.keys = "wheel zoom · F fit · F1 rules", .brief_keys = "F1 rules"};
    print_progress(view, words->progress, sizeof words->progress);
    char status[PLAYER_NAME_BYTES + 40];
    snprintf(status, sizeof status, asked_for(phase), name);
    if (view->watches && car > 0)
        snprintf(status, sizeof status, "%s is thinking", name);
    snprintf(words->status, sizeof words->status, "%s", status);
    if (circuit_chooses(view) && phase == PHASE_MOVE) {
        words->keys = "1 2 3 lanes · Shift takes the line · 0 brakes or stays · F fit";
        words->brief_keys = "1 2 3 · 0 · F1 rules";
    }
    if (view->hints_on && circuit_chooses(view) && (phase == PHASE_POST || phase == PHASE_MOVE))
        snprintf(words->remark, sizeof words->remark, "%s",
                 view->hints
                     ? "Turns left are those of a car that nobody meets and that " CIRCUIT_ALONE "."
                     : "Looking for hints");
    if (circuit_chooses(view) && view->said[0])
        snprintf(words->remark, sizeof words->remark, "%s", view->said);
}

/* --- how everybody stands --------------------------------------------------------------------- */

int circuit_place(const struct race *race, int number)
{
    const struct circuit_car *car = circuit_car(race, number);
    int place = 1;
    if (car->place > 0)
        return car->place;
    for (int other = circuit_game.car_count(race); other > 0; other--) {
        const struct circuit_car *of = circuit_car(race, other);
        int lead = circuit_position(race, other) - circuit_position(race, number);
        bool ahead = lead > 0 || (lead == 0 && of->lane < car->lane);
        place += of->status == CIRCUIT_FINISHED ||
                 (of->status == CIRCUIT_RACING && (ahead || car->status == CIRCUIT_OUT));
    }
    return place;
}

/* Rows behind the first of those who race. */
static int gap_of(const struct race *race, int number)
{
    int gap = 0;
    for (int other = circuit_game.car_count(race); other > 0; other--)
        if (circuit_car(race, other)->status == CIRCUIT_RACING)
            gap =
                number_larger(gap, circuit_position(race, other) - circuit_position(race, number));
    return gap;
}

#define DOT " · " /* between the parts of how one stands */
/* "1st · lap 1"; "2nd · 8 back", rows behind the first; "out" */
static void print_stand(const struct view *view, const struct race *race, int number, int behind,
                        char *into, size_t size)
{
    const struct circuit_car *car = circuit_car(race, number);
    struct standing standing;
    char words[STANDING_BRIEF_BYTES], place[16], rest[24];
    int players = session_setup(view->session)->players, lap = circuit_lap(race, car);
    race_tell_standing(race, number, &standing);
    standing_print_brief(&standing, players, words);
    if (car->status != CIRCUIT_RACING || car->place > 0) {
        snprintf(into, size, "%s", words);
        return;
    }
    standing_print_place(circuit_place(race, number), players, place, sizeof place);
    bool misses = car->missed_turns > 0 || (car->moved && car->posted == 0 && !car->spun);
    if (misses)
        snprintf(rest, sizeof rest, "misses");
    else if (behind > 0)
        snprintf(rest, sizeof rest, "%d back", behind);
    else
        snprintf(rest, sizeof rest, "lap %d", lap > 0 ? lap : 1);
    snprintf(into, size, "%s%s%s", place, place[0] ? DOT : "", rest);
}

/* While a step is shown, as far as it is. */
static struct circuit_car car_now(const struct view *view, const struct race *race, int number)
{
    struct circuit_film_place places[PLAYER_LIMIT];
    if (view->share < 0 || race != circuit_state(view))
        return *circuit_car(race, number);
    circuit_film_places(&view->film, view->session, view->share, places);
    return places[number - 1].car;
}

/* Has it entered what is still hidden? */
static bool has_entered(const struct race *race, const struct circuit_car *car)
{
    enum circuit_phase phase = circuit_phase(race);
    if (phase == PHASE_BUILD)
        return car->built;
    return (phase == PHASE_POST || phase == PHASE_CARDS || phase == PHASE_CHIPS) && car->entry >= 0;
}

/* --- signs ------------------------------------------------------------------------------------ */

/* Interface pixels. */
static const double CARD_WIDTH = 15, CARD_HEIGHT = 20, SIGN_GAP = 8;
static const double TWO_ROWS = 25, DOTS = 4; /* TWO_ROWS: of a card's second line */

struct named_points {
    int points;
    const struct paper_theme *theme;
};

static void paint_back(cairo_t *cairo, int width, int height, const void *data)
{
    const struct paper_theme *theme = data;
    double line = width * 0.1;
    cairo_rectangle(cairo, line / 2, line / 2, width - line, height - line);
    brush_color(cairo, theme->action);
    cairo_fill_preserve(cairo);
    brush_color(cairo, theme->ink);
    brush_stroke(cairo, line, 0, 0);
    cairo_rectangle(cairo, 2.5 * line, 2.5 * line, width - 5 * line, height - 5 * line);
    brush_color(cairo, theme->paper);
    brush_stroke(cairo, line, 0, 0);
}

/* From the right end, if it has room. */
static bool cut_text(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                     const char *text, struct box *row)
{
    int width = canvas_text_width(canvas, style, text);
    if (!text[0] || width > row->w)
        return false;
    canvas_text(canvas, style, color, text, box_cut_right(row, width), ALIGN_RIGHT);
    box_cut_right(row, canvas_units(canvas, 3));
    return true;
}

/* "acceleration 2, brakes 1, top speed 2": what has points. */
static void print_build(const struct circuit_car *car, char *into, size_t size)
{
    static const char *const names[ATTRIBUTE_COUNT] = {"start", "acceleration", "brakes",
                                                       "top speed", "wear"};
    into[0] = '\0';
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        size_t used = strlen(into);
        if (car->build.points[i] > 0)
            snprintf(into + used, size - used, "%s%s %d", used > 0 ? ", " : "", names[i],
                     car->build.points[i]);
    }
}

static void print_speed(const struct circuit_car *car, char *into, size_t size)
{
    if (car->spun)
        snprintf(into, size, "spun");
    else if (car->posted == NOT_POSTED)
        snprintf(into, size, "%d", car->speed);
    else if (car->bonus)
        snprintf(into, size, "%d+1", car->posted);
    else
        snprintf(into, size, "%d", car->posted);
}

static void paint_points(cairo_t *cairo, int width, int height, const void *data)
{
    const struct named_points *of = data;
    for (int i = 0; i < CIRCUIT_BUILD_MOST; i++) {
        double radius = width * 0.42, y = height * (0.72 - 0.44 * i);
        cairo_new_path(cairo);
        brush_color(cairo, i < of->points ? of->theme->ink
                                          : brush_mix(of->theme->ink_soft, of->theme->paper, 0.5));
        if (i >= of->points)
            brush_circle(cairo, width / 2.0, y, radius * 0.85, fmax(1, radius * 0.3));
        else
            brush_add_disc(cairo, width / 2.0, y, radius);
        cairo_fill(cairo);
    }
}

/* What it was built for: five letters with two pips each, right of the bar. */
static void draw_build(struct canvas *canvas, const struct circuit_car *car, struct box *row)
{
    static const char *const letters[ATTRIBUTE_COUNT] = {"S", "A", "B", "T", "W"};
    const struct paper_theme *theme = canvas_theme(canvas);
    int dots = canvas_units(canvas, DOTS), little = canvas_units(canvas, 1);
    int letter = canvas_text_width(canvas, STYLE_SMALL, "W"),
        all = ATTRIBUTE_COUNT * (letter + dots);
    if (row->w < 3 * all / 2)
        return;
    for (int i = ATTRIBUTE_COUNT - 1; i >= 0; i--) {
        struct named_points of = {car->build.points[i], theme};
        char key[24];
        snprintf(key, sizeof key, "points %d", of.points);
        canvas_shape(canvas, key,
                     box_centre(box_cut_right(row, dots), dots, canvas_units(canvas, 11)),
                     paint_points, &of);
        box_cut_right(row, little);
        canvas_text(canvas, STYLE_SMALL, of.points > 0 ? theme->ink : theme->ink_soft, letters[i],
                    box_cut_right(row, canvas_text_width(canvas, STYLE_SMALL, letters[i])),
                    ALIGN_LEFT);
        box_cut_right(row, 3 * little);
    }
    box_cut_right(row, canvas_units(canvas, SIGN_GAP));
}

/* Its speed about a bar and pips, which lie one over the other where there is room. */
static void draw_gauges(const struct view *view, struct canvas *canvas,
                        const struct circuit_car *car, int number, struct box row)
{
    const struct setup *setup = session_setup(view->session);
    int top = build_value(setup, &car->build, ATTRIBUTE_TOP) / CIRCUIT_SPEED;
    int shown = (car->posted == NOT_POSTED ? car->speed : car->posted) / CIRCUIT_SPEED;
    struct gauge_bar bar = {car->spun ? 0 : shown, top, top, paper_pen_of(view->session, number)};
    struct gauge_pips tires = {GAUGE_TIRES, car->halves,
                               build_value(setup, &car->build, ATTRIBUTE_WEAR)};
    struct gauge_pips chips = {GAUGE_CHIPS, 2 * car->chips, 2 * setup->values[CIRCUIT_BLUE_CHIPS]};
    bool two = row.h >= canvas_units(canvas, TWO_ROWS);
    int gap = canvas_units(canvas, SIGN_GAP);
    struct box upper = two ? box_cut_top(&row, row.h / 2) : box_cut_left(&row, row.w * 3 / 10);
    if (two) {
        box_cut_bottom(&upper, canvas_units(canvas, 1));
        draw_build(canvas, car, &upper);
    } else
        box_cut_left(&row, gap);
    gauge_draw_bar(canvas, upper, &bar);
    struct box right = box_cut_right(&row, row.w * 3 / 10);
    box_cut_right(&row, gap);
    gauge_draw_pips(canvas, right, &chips);
    gauge_draw_pips(canvas, row, &tires);
}

/* What stands there first is cut last: it stays when the card is narrow. */
bool circuit_panel(const struct view *view, const struct race *race, struct canvas *canvas,
                   int number, struct box *first, struct box *second)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct circuit_car now = car_now(view, race, number), *car = &now;
    char text[80];
    bool building = circuit_phase(race) == PHASE_BUILD;
    print_stand(view, race, number, gap_of(race, number), text, sizeof text);
    /* In a narrow card without its last part: "2nd". */
    while (!cut_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text, first) && text[0]) {
        char *end = text;
        for (char *at = text; (at = strstr(at, DOT)) != NULL; at++)
            end = at;
        *end = '\0';
    }
    if (car->status == CIRCUIT_FINISHED || car->status == CIRCUIT_OUT)
        return car->status != CIRCUIT_OUT;
    if (!building) {
        print_speed(car, text, sizeof text);
        int width = number_larger(canvas_text_width(canvas, STYLE_STRONG, "200"),
                                  canvas_text_width(canvas, STYLE_STRONG, text));
        canvas_text(canvas, STYLE_STRONG, theme->ink, text, box_cut_left(second, width),
                    ALIGN_LEFT);
    }
    struct box back = box_cut_left(second, canvas_units(canvas, CARD_WIDTH + SIGN_GAP));
    if (has_entered(race, car)) {
        int width = canvas_units(canvas, CARD_WIDTH), height = canvas_units(canvas, CARD_HEIGHT);
        canvas_shape(canvas, "back of a card", box_centre(back, width, height), paint_back, theme);
    }
    if (!building)
        draw_gauges(view, canvas, car, number, *second);
    return true;
}

void circuit_say(const struct view *view, const struct race *race, int number, struct text *into)
{
    const struct circuit_car now = car_now(view, race, number), *car = &now;
    char text[80], halves[HALVES_BYTES];
    print_stand(view, race, number, 0, text, sizeof text);
    text_append_format(into, "%s%s%s", view->names[number - 1], text[0] ? ", " : "", text);
    if (car->status == CIRCUIT_RACING) {
        print_speed(car, text, sizeof text);
        text_append_format(into, ", %s%s, %s wear left", car->spun ? "" : "speed ", text,
                           circuit_halves(car->halves, halves));
        print_build(car, text, sizeof text);
        text_append_format(into, ", %d chip%s%s%s", car->chips, number_plural_ending(car->chips),
                           text[0] ? ", built for " : "", text);
        if (car->on_line)
            text_append(into, ", on the line");
        if (gap_of(race, number) > 0)
            text_append_format(into, gap_of(race, number) == 1 ? ", %d row back" : ", %d rows back",
                               gap_of(race, number));
    }
    if (has_entered(race, car))
        text_append(into, ", has entered");
}
