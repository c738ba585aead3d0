/* The cars that no person drives: their moves are asked of the thread that thinks and shown at a
 * pace that eyes can follow.
 *
 * A move is taken when its answer is there, the pen is dry and nothing lies over the race. Until
 * then nothing waits for it: everything that a person can do meanwhile is done at once.
 */
#include "base/system/clock.h"
#include "drivers/driving.h"
#include "screens/race/inside.h"
#include "screens/race/programs.h"
#include "screens/race/thinking.h"

#include <stdio.h>

enum {
    FIRST_LOOK = 500,   /* milliseconds at the sheet before a computer drives on it */
    PACE = 100,         /* milliseconds between a stroke and the next one of a computer */
    PACE_LONG = 450,    /* the same where computers drive slowly */
    PACE_UNDRAWN = 350, /* between moves without strokes that somebody only watches */
    HASTE = 12,         /* milliseconds of a picture in which the rest of a race is driven */
    UNNOTICED = 150,    /* so long thinking is not worth a sign */
    BEAT = 400,         /* of the sign */
    BEATS = RACE_BEATS
};

bool race_is_persons(const struct race_screen *race, int car)
{
    int player = race->family->game->player_of(session_race(race->session), car);
    return driver_is_human(session_player(race->session, player)->driver);
}

int race_count_persons(const struct race_screen *race)
{
    int count = 0;
    for (int i = 1; i <= session_setup(race->session)->players; i++)
        count += driver_is_human(session_player(race->session, i)->driver);
    return count;
}

int race_count_driving(const struct race_screen *race)
{
    const struct game *game = race->family->game;
    const struct race *state = session_race(race->session);
    struct standing standing;
    unsigned players = 0;
    int count = 0;
    for (int car = 1; car <= game->car_count(state); car++) {
        game->standing(state, car, &standing);
        if (race_is_persons(race, car) && !standing.finished && !standing.out)
            players |= 1U << game->player_of(state, car);
    }
    for (; players != 0; players &= players - 1)
        count++;
    return count;
}

bool race_is_only_watched(const struct race_screen *race)
{
    return race_count_driving(race) == 0;
}

const char *race_driver_word(const struct race_screen *race, int car)
{
    int player = race->family->game->player_of(session_race(race->session), car);
    const struct player *told = session_player(race->session, player);
    if (race->looks_back)
        return "";
    bool undecided = programs_must_ask(race->session);
    const char *driver = undecided ? told->driver : programs_driver(race->session, player);
    if (!driver_command(driver))
        return driver_is_human(driver) ? "" : driver;
    const struct driving *driving = driving_of(race->family->game);
    bool taken_over = race->thinking && thinking_has_taken_over(race->thinking, car);
    return taken_over ? driving->kinds[driving->substitute].name : "program";
}

/* --- asking ----------------------------------------------------------------------------------- */

static void open_thinking(struct race_screen *race)
{
    const char *drivers[PLAYER_LIMIT];
    for (int i = 0; i < session_setup(race->session)->players; i++)
        drivers[i] = programs_driver(race->session, i + 1);
    race->thinking = thinking_open(race->session, drivers);
}

void race_follow_turn(struct race_screen *race)
{
    race->watching = race->car > 0 && !race_is_persons(race, race->car);
    race->asked_since = clock_now();
    if (!race->thinking && race->car > 0 &&
        race_count_persons(race) < session_setup(race->session)->players &&
        !programs_must_ask(race->session))
        open_thinking(race);
    if (!race->thinking)
        return;
    enum thought thought = race->watching ? THINK_MOVE : race->car > 0 ? THINK_NOTHING : THINK_END;
    thinking_want(race->thinking, thought, race->session, race->car);
}

/* Where the thread must not begin yet, hints wait. */
static bool can_think(struct race_screen *race)
{
    if (!race->thinking && !programs_must_ask(race->session))
        open_thinking(race);
    return race->thinking != NULL;
}

void race_follow_hints(struct app *app, struct race_screen *race)
{
    const struct point *start;
    const struct hints *hints = NULL;
    if (!race->family->hint_switch)
        return;
    bool *on = race->family->hint_switch(race->view);
    bool wants = race->family->wants_hints(race->view, &start);
    if (on && *on != app->settings.hints) {
        app->settings.hints = *on;
        app->settings_changed = true;
    }
    wants = wants && can_think(race);
    if (wants)
        hints = thinking_hints(race->thinking, race->session, race->car, start);
    else if (race->thinking)
        thinking_forget_hints(race->thinking, race->session);
    race->family->take_hints(race->view, hints, wants && !hints);
}

void race_look_first(struct race_screen *race)
{
    race->dry_until = clock_now() + FIRST_LOOK;
}

void race_stop_thinking(struct race_screen *race)
{
    thinking_close(race->thinking);
    race->thinking = NULL;
}

void race_build_program_question(struct ui *ui, struct race_screen *race)
{
    if (race->car == 0 || race->thinking || !programs_must_ask(race->session))
        return;
    struct text question = {0};
    programs_describe(race->session, &question);
    enum ui_answer answer = ui_consent(ui, "Run a program?", text_string(&question), "Run it",
                                       "Let a club driver take over");
    text_free(&question);
    if (answer == ANSWER_NONE)
        return;
    programs_answer(race->session, answer == ANSWER_YES);
    race_follow_turn(race);
}

/* --- driving ---------------------------------------------------------------------------------- */

static bool is_interrupted(const struct app *app, const struct race_screen *race)
{
    return app->over || app->message[0] || (race->paused && !race->stepping);
}

static bool is_waiting(const struct app *app, const struct race_screen *race)
{
    return race->watching && race->thinking && race->running < 0 && !race->camera.gliding &&
           !is_interrupted(app, race);
}

void race_dry(struct app *app, struct race_screen *race)
{
    int pace = race->hasty || app->settings.pace == PACE_QUICK ? 0
               : app->settings.pace == PACE_SLOW               ? PACE_LONG
               : settings_draw_strokes(&app->settings)         ? PACE
               : race_is_only_watched(race)                    ? PACE_UNDRAWN
                                                               : 0;
    race->dry_until = clock_now() + (Uint32)pace;
}

/* Milliseconds until the next move of a computer may be shown. */
static int time_to_dry(const struct race_screen *race, Uint32 now)
{
    int left = (int)(race->dry_until - now);
    return left > 0 && left <= FIRST_LOOK ? left : 0;
}

static void take_move(struct app *app, struct race_screen *race)
{
    struct text action = {0};
    if (!is_waiting(app, race) || time_to_dry(race, clock_now()) > 0)
        return;
    text_clear(&race->remark);
    if (thinking_answer(race->thinking, &action, &race->remark)) {
        int steps = race->steps;
        race_act(app, race, text_string(&action));
        race->stepping = false;
        race->paused = race->paused || race->steps == steps;
    }
    text_free(&action);
}

void race_let_drive(struct app *app, struct race_screen *race)
{
    int64_t until = clock_nanoseconds() + HASTE * INT64_C(1000000); /* also while time is held */
    do
        take_move(app, race);
    while (race->hasty && is_waiting(app, race) && clock_nanoseconds() < until);
    race->hasty = race->hasty && race->watching && !race->paused;
}

int race_patience(const struct app *app, const struct race_screen *race, Uint32 now)
{
    if (!is_waiting(app, race))
        return -1;
    if (thinking_answer(race->thinking, NULL, NULL))
        return time_to_dry(race, now);
    int thought = (int)(now - race->asked_since);
    return thought < UNNOTICED ? UNNOTICED - thought : BEAT - (thought - UNNOTICED) % BEAT;
}

int race_beat(const struct app *app, const struct race_screen *race)
{
    int thought = (int)(clock_now() - race->asked_since);
    if (!is_waiting(app, race) || thought < UNNOTICED)
        return -1;
    return (thought - UNNOTICED) / BEAT % BEATS;
}

/* --- pausing ---------------------------------------------------------------------------------- */

void race_pause(struct race_screen *race)
{
    race->paused = !race->paused;
    race->stepping = false;
}

void race_step(struct race_screen *race)
{
    race->stepping = true;
    race->paused = true;
}

void race_tell_pause(struct race_screen *race)
{
    struct view_words *words = &race->words;
    if (!race->watching || !race->paused)
        return;
    snprintf(words->status, sizeof words->status, "Paused: %s is next.",
             race_name_of_car(race, race->car));
    words->keys = "Space go on · Right one move · wheel zoom · F fit";
    words->brief_keys = "Space go on · Right one move";
}
