/* Strokes, moments and turns in time. See frame.h. */
#include "paper/moments.h"
#include "screens/race/inside.h"
#include "session/records.h"
#include "ui/window.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STROKE_LEAST = 250, STROKE_MOST = 400, STROKE_SQUARES = 12 }; /* as long as this: the most */
enum { FRAME_MILLISECONDS = 15, STALE = 300 /* what is so long ago is not heard any more */ };

static const struct game *game_of(const struct race_screen *race)
{
    return race->rules_view->game;
}

/* --- what is in a step ------------------------------------------------------------------------ */

/* After so many steps. */
static bool place_after(const struct race_screen *race, int steps, int car, double *x, double *y)
{
    const struct race *state = session_race_after(race->session, steps);
    return shown_middle((struct shown_race){race->rules_view, race->view, race->session, state},
                        car, x, y);
}

int race_stroke_time(const struct race_screen *race, int step)
{
    double x, y, to_x, to_y, squares = 0;
    int car = session_step(race->session, step).car;
    if (place_after(race, step, car, &x, &y) && place_after(race, step + 1, car, &to_x, &to_y))
        squares = hypot(to_x - x, to_y - y);
    return STROKE_LEAST + (int)((STROKE_MOST - STROKE_LEAST) * fmin(squares / STROKE_SQUARES, 1));
}

static struct moment_look look_of(struct race_screen *race, int step, int index)
{
    struct step seen = session_step(race->session, step);
    const struct event *event = &seen.events[index];
    int car = event->car > 0 ? event->car : seen.car;
    struct moment_look look = {.kind = race->rules_view->moment(event),
                               .pen = car > 0 ? paper_pen_of(race->session, car) : 1,
                               .seed = hash_number(hash_number(HASH_START, step), index)};
    if (event->has_place)
        shown_spot(race->rules_view, event->place, &look.x, &look.y);
    else
        place_after(race, step + 1, car, &look.x, &look.y);
    look.from_x = look.x;
    look.from_y = look.y;
    if (race->rules_view->moment_place && look.kind != MOMENT_NONE)
        race->rules_view->moment_place(race->view, step, index, &look);
    return look;
}

static void add_moment(struct race_reel *reel, const struct moment_look *look, uint64_t cars,
                       int begins)
{
    if (reel->count < MOTION_LIMIT)
        reel->items[reel->count++] = (struct race_moment){
            .look = *look, .cars = cars, .begins = begins, .lasts = moment_time(look->kind)};
}

/* Has another one finished before, in the same round? */
static bool is_photo(const struct race_screen *race, int step, int index)
{
    int round = session_step(race->session, step).round;
    int car = session_step(race->session, step).events[index].car;
    for (int i = step; i >= 0; i--) {
        struct step before = session_step(race->session, i);
        if (before.round != round)
            return false;
        for (int k = 0; k < (i == step ? index : before.event_count); k++)
            if (race->rules_view->moment(&before.events[k]) == MOMENT_FLAG &&
                before.events[k].car != car)
                return true;
    }
    return false;
}

/* Rounds that each lap took, up to an event: is the last one of them shorter than all others? */
static bool is_best_lap(const struct race_screen *race, int step, int index)
{
    int begun[CAR_LIMIT + 1] = {0}, best = 0, laps = 0;
    for (int i = 0; i <= step; i++) {
        struct step one = session_step(race->session, i);
        for (int k = 0; k < one.event_count && (i < step || k <= index); k++) {
            const struct event *event = &one.events[k];
            if (race->rules_view->moment(event) != MOMENT_LAP)
                continue;
            int took = one.round - begun[event->car];
            bool better = laps > 0 && took < best;
            begun[event->car] = one.round;
            if (i == step && k == index)
                return better;
            best = laps == 0 || took < best ? took : best;
            laps++;
        }
    }
    return false;
}

/* Was the car faster than the record that one races against here, and in one go? */
static bool is_record(const struct race_screen *race, int car)
{
    struct tally tallies[CAR_LIMIT];
    int record = race->ghost.record.rounds, count = tally_race(race->session, tallies);
    for (int i = 0; i < count; i++)
        if (tallies[i].car == car)
            return tally_is_in_one_go(race->session, &tallies[i]) &&
                   tallies[i].standing.rounds < record;
    return false;
}

/* What comes with it. */
static void add_company(struct race_screen *race, struct race_reel *reel, int index, int begins)
{
    const struct race_moment *moment = &reel->items[reel->count - 1];
    struct moment_look look = moment->look;
    int car = session_step(race->session, reel->step).events[index].car;
    enum moment_kind kind =
        look.kind == MOMENT_FLAG && is_photo(race, reel->step, index)     ? MOMENT_PHOTO
        : look.kind == MOMENT_LAP && is_best_lap(race, reel->step, index) ? MOMENT_BEST
        : look.kind == MOMENT_WIN && is_record(race, car)                 ? MOMENT_BEST
                                                                          : MOMENT_NONE;
    look.kind = kind;
    if (kind != MOMENT_NONE)
        add_moment(reel, &look, 0, begins);
}

static void fill_reel(struct race_screen *race, struct race_reel *reel)
{
    struct step step = session_step(race->session, reel->step);
    bool film =
        race->rules_view->step_time && race->rules_view->step_time(race->view, reel->step) > 0;
    for (int i = 0; i < step.event_count; i++) {
        const struct event *event = &step.events[i];
        struct moment_look look = look_of(race, reel->step, i);
        int begins = film ? race->rules_view->event_time(race->view, reel->step, i)
                     : look.kind == MOMENT_NITRO ? 0
                                                 : (int)(reel->time * PAPER_LINE_SHARE);
        if (look.kind == MOMENT_NONE || (look.kind == MOMENT_STROKE && !film))
            continue; /* of a stroke the frame tells */
        add_moment(reel, &look, event->others | UINT64_C(1) << event->car, begins);
        add_company(race, reel, i, begins);
    }
    /* A stroke that is longer than one event is drawn until the next one. */
    for (int i = 0; i < reel->count; i++) {
        struct race_moment *moment = &reel->items[i];
        if (moment->look.kind != MOMENT_STROKE)
            continue;
        int end = i + 1 < reel->count ? reel->items[i + 1].begins : reel->time;
        moment->lasts = end > moment->begins ? end - moment->begins : 0;
    }
}

/* --- from step to step ------------------------------------------------------------------------ */

static void drop_reel(struct race_moments *moments, int index)
{
    int behind = --moments->count - index;
    memmove(&moments->reels[index], &moments->reels[index + 1],
            (size_t)behind * sizeof moments->reels[0]);
}

void race_begin_moments(struct app *app, struct race_screen *race, int step, int time)
{
    struct race_moments *moments = &race->moments;
    race_release_moments(race);
    if (!race->rules_view->moment)
        return;
    if (moments->count == RACE_REELS)
        drop_reel(moments, 0);
    struct race_reel *reel = &moments->reels[moments->count++];
    *reel = (struct race_reel){.step = step, .runs = true, .time = time, .since = clock_now()};
    fill_reel(race, reel);
    if (!app->settings.reduced_motion)
        return;
    for (int i = 0; i < reel->count; i++)
        app_hear(app, reel->items[i].look.kind, reel->items[i].lasts);
    moments->count--;
}

void race_release_moments(struct race_screen *race)
{
    for (int i = 0; i < race->moments.count; i++) {
        struct race_reel *reel = &race->moments.reels[i];
        if (reel->runs)
            reel->since = clock_now() - (Uint32)reel->time;
        reel->runs = false;
    }
}

void race_resume_moments(struct app *app, struct race_screen *race)
{
    const struct race_moments *moments = &race->moments;
    bool runs = moments->count > 0 && moments->reels[moments->count - 1].runs;
    if (!runs && !app->settings.reduced_motion)
        race_begin_moments(app, race, race->running, race->show.time);
}

void race_drop_moments(struct race_screen *race)
{
    race->moments.count = 0;
    race->moments.turn = 0;
    race->moments.grows = false;
}

/* --- whose turn it is ------------------------------------------------------------------------- */

/* Is the car to move another player's than the one that moved last? */
static bool is_another_turn(const struct race_screen *race)
{
    const struct race *state = session_race(race->session);
    int steps = session_step_count(race->session);
    int last = steps > 0 ? session_step(race->session, steps - 1).car : 0;
    return last == 0 ||
           game_of(race)->player_of(state, last) != game_of(race)->player_of(state, race->car);
}

void race_begin_choice(struct app *app, struct race_screen *race)
{
    struct race_moments *moments = &race->moments;
    bool chooses = race->car > 0 && !race->watching && !race->covered && !race->looks_back;
    moments->turn = 0;
    moments->grows = chooses && !app->settings.reduced_motion;
    moments->grows_since = clock_now();
    if (!chooses || session_setup(race->session)->players < 2 || !is_another_turn(race))
        return;
    if (app->settings.reduced_motion) {
        app_hear(app, MOMENT_TURN, moment_time(MOMENT_TURN));
        return;
    }
    moments->turn = race->car;
    moments->turn_told = false;
    moments->turn_since = clock_now();
}

void race_end_choice(struct race_screen *race)
{
    race->moments.turn = 0;
    race->moments.grows = false;
}

/* --- time ------------------------------------------------------------------------------------- */

static double age_of(const struct race_screen *race, const struct race_reel *reel, Uint32 now)
{
    return reel->runs ? race->share * reel->time : (double)(Sint32)(now - reel->since);
}

static double turn_age(const struct race_screen *race, Uint32 now)
{
    return (double)(Sint32)(now - race->moments.turn_since);
}

/* Whoever makes things heard is told of what has begun, but not of what was skipped. */
static bool run_reel(struct app *app, const struct race_screen *race, struct race_reel *reel,
                     Uint32 now)
{
    double age = age_of(race, reel, now);
    bool more = reel->runs;
    for (int i = 0; i < reel->count; i++) {
        struct race_moment *moment = &reel->items[i];
        bool begun = age >= moment->begins;
        if (begun && !moment->told && age - moment->begins < STALE)
            app_hear(app, moment->look.kind, moment->lasts);
        moment->told = begun;
        more |= age < moment->begins + moment_time(moment->look.kind);
        more |= moment->look.kind == MOMENT_WIN && age < moment->begins + CONFETTI_TIME;
    }
    return more;
}

static bool is_choice(const char *id)
{
    static const char *const kinds[] = {"move ", "start ", "tile ", "space "};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(id, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

void race_hear_pointer(struct app *app, struct race_screen *race, const struct ui *ui)
{
    struct race_moments *moments = &race->moments;
    uint64_t pointed = 0;
    int x, y;
    ui_pointer(ui, &x, &y);
    for (int i = 0; i < ui_target_count(ui); i++) {
        const struct ui_target *target = ui_target_at(ui, i);
        if (is_choice(target->id) && box_holds(target->box, x, y))
            pointed = hash_bytes(HASH_START, target->id, strlen(target->id));
    }
    bool moved = x != moments->pointer[0] || y != moments->pointer[1];
    if (moved && pointed != 0 && pointed != moments->pointed)
        app_hear(app, MOMENT_CANDIDATE, moment_time(MOMENT_CANDIDATE));
    moments->pointed = pointed;
    moments->pointer[0] = x;
    moments->pointer[1] = y;
}

static int run_turn(struct app *app, struct race_screen *race, Uint32 now)
{
    struct race_moments *moments = &race->moments;
    double age = turn_age(race, now);
    if (moments->turn > 0 && !moments->turn_told)
        app_hear(app, MOMENT_TURN, moment_time(MOMENT_TURN));
    moments->turn_told = true;
    if (moments->grows && now - moments->grows_since >= RACE_GROW_TIME)
        moments->grows = false;
    if (moments->turn > 0 && age >= RACE_NAME_TIME) {
        moments->turn = 0;
        return 0; /* once more, without the name */
    }
    /* Also while the name only stands there: whoever waits for the window to come to rest sees that
     * it has not. */
    return moments->grows || moments->turn > 0 ? FRAME_MILLISECONDS : -1;
}

int race_sooner(int wait, int other)
{
    return wait < 0 || (other >= 0 && other < wait) ? other : wait;
}

int race_run_moments(struct app *app, struct race_screen *race, Uint32 now)
{
    struct race_moments *moments = &race->moments;
    bool moved = moments->motion.count > 0 || moments->motion.posed || moments->motion.grown < 1;
    bool alone = false; /* is there one behind its step? With the step they rest when that does. */
    for (int i = moments->count - 1; i >= 0; i--)
        if (!run_reel(app, race, &moments->reels[i], now))
            drop_reel(moments, i);
        else
            alone |= !moments->reels[i].runs;
    int wait = race_sooner(alone ? FRAME_MILLISECONDS : -1, run_turn(app, race, now));
    return wait < 0 && moved && moments->count == 0 ? 0 : wait; /* once more, without it */
}

/* False: the car stands nowhere yet. */
static bool find_turn(const struct race_screen *race, Uint32 now, struct moment_look *look)
{
    int car = race->moments.turn, steps = session_step_count(race->session);
    *look = (struct moment_look){
        .kind = MOMENT_TURN, .age = turn_age(race, now), .pen = paper_pen_of(race->session, car)};
    bool found = place_after(race, steps, car, &look->x, &look->y);
    look->from_x = look->x;
    look->from_y = look->y;
    return found;
}

void race_find_motion(struct race_screen *race, Uint32 now)
{
    struct race_moments *moments = &race->moments;
    struct motion *motion = &moments->motion;
    *motion = (struct motion){.grown = 1};
    for (int i = 0; i < moments->count; i++)
        for (int k = 0; k < moments->reels[i].count; k++) {
            const struct race_moment *moment = &moments->reels[i].items[k];
            struct moment_look look = moment->look;
            look.age = age_of(race, &moments->reels[i], now) - moment->begins;
            motion_add(motion, &look, moment->cars);
        }
    struct moment_look turn;
    if (moments->turn > 0 && find_turn(race, now, &turn))
        motion_add(motion, &turn, UINT64_C(1) << moments->turn);
    if (moments->grows)
        motion->grown = motion_ease((now - moments->grows_since) / (double)RACE_GROW_TIME);
}

double race_card_slide(const struct race_screen *race, Uint32 now)
{
    return race->moments.turn == 0 ? 0 : 1 - motion_ease(turn_age(race, now) / RACE_SLIDE_TIME);
}

int race_named_car(const struct race_screen *race, Uint32 now)
{
    return turn_age(race, now) < RACE_NAME_TIME ? race->moments.turn : 0;
}

/* --- confetti --------------------------------------------------------------------------------- */

struct scrap {
    int shape, phase, pen;
    const struct paper_theme *theme;
};

static void paint_scrap(cairo_t *cairo, int width, int height, const void *data)
{
    const struct scrap *scrap = data;
    (void)height;
    confetti_draw(cairo, width, scrap->shape, scrap->phase, scrap->pen, scrap->theme);
}

static void draw_rain(const struct race_screen *race, struct canvas *canvas,
                      const struct moment_look *look, double age)
{
    struct box sheet = race->sheet_box;
    for (int i = 0; i < CONFETTI_PIECES; i++) {
        struct confetti piece;
        char key[40];
        if (!confetti_at(i, age, look->seed, &piece))
            continue;
        struct scrap scrap = {piece.shape, piece.phase, look->pen, canvas_theme(canvas)};
        int side = canvas_units(canvas, piece.size);
        struct box box = {sheet.x + (int)(piece.x * sheet.w) - side / 2,
                          sheet.y + (int)(piece.y * sheet.h) - side / 2, side, side};
        snprintf(key, sizeof key, "confetti %d %d %d", look->pen, piece.shape, piece.phase);
        canvas_shape(canvas, key, box, paint_scrap, &scrap);
    }
}

void race_draw_confetti(const struct race_screen *race, struct canvas *canvas, Uint32 now)
{
    const struct race_moments *moments = &race->moments;
    canvas_push_clip(canvas, race->sheet_box);
    for (int i = 0; i < moments->count; i++)
        for (int k = 0; k < moments->reels[i].count; k++) {
            const struct race_moment *moment = &moments->reels[i].items[k];
            double age = age_of(race, &moments->reels[i], now) - moment->begins;
            if (moment->look.kind == MOMENT_WIN)
                draw_rain(race, canvas, &moment->look, age);
        }
    canvas_pop_clip(canvas);
}
