/* The tutorial of the paper race: what the coach teaches.
 *
 * A lesson is a session of its own, brought to its beginning by the lesson's actions; Blue's moves
 * are a script. Everything is judged by what has happened (screens/graph_paper/tutorial/coach.h),
 * so a player who goes another way is never stuck: "Try again" goes back by undo to where the goal
 * can be reached.
 */
#include "screens/graph_paper/tutorial/tutorial_inside.h"

#include "base/system/file.h"
#include "commands/command.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/help/coach.h"
#include "screens/race/frame.h"
#include "track/svg.h"
#include "ui/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct coach_memory memory;

/* What the coach has found for a position, so that it is not searched for in each picture. */
static struct advice {
    const struct coach_goal *goal; /* NULL: nothing is known */
    uint64_t position;             /* its hash */
    bool half_chosen;
    bool found;
    struct point click;
} advice;

static const struct lesson_step *step_of(int lesson, int step)
{
    return &tutorial_lessons[lesson].steps[step];
}

static void tell_name(int lesson, const char **name, const char **title)
{
    *name = tutorial_lessons[lesson].name;
    *title = tutorial_lessons[lesson].title;
}

static bool tell_step(int lesson, int step, struct coach_step *into)
{
    if (step >= LESSON_STEPS || !step_of(lesson, step)->say)
        return false;
    const struct lesson_step *of = step_of(lesson, step);
    *into = (struct coach_step){of->say, {of->ends[0].praise, of->ends[1].praise}, of->points};
    return true;
}

static bool goes_on(int lesson)
{
    return tutorial_lessons[lesson].goes_on;
}

/* --- the race --------------------------------------------------------------------------------- */

static const struct track *load_track(struct error *error)
{
    const char *folder = command_asset_folder("assets");
    if (!folder) {
        error_set(error, "the folder assets of the game was not found");
        return NULL;
    }
    char *path = file_join(folder, ui_words("tutorial/%s", tutorial_track));
    const struct track *track = svg_load_track(path, error);
    free(path);
    return track;
}

static int count_actions(const struct session *session, int car)
{
    int count = 0;
    for (int i = 0; i < session_step_count(session); i++)
        count += session_step(session, i).car == car;
    return count;
}

/* The action at an index of a list; false behind its end. */
static bool pick_action(const char *actions, int index, char *action, size_t size)
{
    for (; index > 0 && *actions; index--) {
        actions += strcspn(actions, " ");
        actions += *actions == ' ';
    }
    snprintf(action, size, "%.*s", (int)strcspn(actions, " "), actions);
    return action[0] != '\0';
}

/* Behind the end of its script Blue comes to rest and stays. */
static void find_rest(const struct race *race, char *action, size_t size)
{
    struct move_list moves = {0};
    graph_paper_moves(race, NULL, &moves);
    const struct move *slowest = &moves.items[0];
    for (int i = 1; i < moves.count; i++) {
        struct point a = point_subtract(moves.items[i].to, moves.items[i].from);
        struct point b = point_subtract(slowest->to, slowest->from);
        if (moves.items[i].nitros == 0 && a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y)
            slowest = &moves.items[i];
    }
    snprintf(action, size, "%d,%d", slowest->to.x, slowest->to.y);
    graph_paper_free_moves(&moves);
}

static void choose_for_blue(const struct tutorial_lesson *lesson, const struct session *session,
                            char *action, size_t size)
{
    if (!pick_action(lesson->blue, count_actions(session, TUTORIAL_BLUE), action, size))
        find_rest(session_race(session), action, size);
}

static void act(const struct coach_now *now, char action[COACH_ACTION_BYTES])
{
    choose_for_blue(&tutorial_lessons[now->lesson], now->session, action, COACH_ACTION_BYTES);
}

/* Makes the moves that lead to the lesson's beginning. */
static bool lead_on(const struct tutorial_lesson *lesson, struct session *session,
                    struct error *error)
{
    char action[COACH_ACTION_BYTES];
    for (;;) {
        if (race_next_car(session_race(session)) == TUTORIAL_BLUE)
            choose_for_blue(lesson, session, action, sizeof action);
        else if (!pick_action(lesson->orange, count_actions(session, TUTORIAL_ORANGE), action,
                              sizeof action))
            return true;
        if (!session_do(session, 0, action, error))
            return false;
    }
}

static struct session *begin_session(int number, struct error *error)
{
    static const struct player players[] = {{"Orange", 2, "human"}, {"Blue", 1, "human"}};
    const struct tutorial_lesson *lesson = &tutorial_lessons[number];
    const struct track *track = load_track(error);
    if (!track)
        return NULL;
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.values[FIELD_ORDER] = ORDER_LISTED;
    setup.course = graph_paper_course(track);
    setup.players = lesson->blue[0] ? 2 : 1;
    struct session *session = session_begin(&setup, players, (struct allow){.undo = true}, error);
    track_release(track);
    if (session && !lead_on(lesson, session, error)) {
        session_free(session);
        return NULL;
    }
    return session;
}

/* --- what has happened ------------------------------------------------------------------------ */

static bool vectors_are_shown(const struct race_screen *race)
{
    struct view_switch switches[VIEW_SWITCHES];
    int count = shown_switches(race_shown(race), switches);
    bool shown = false;
    for (int i = 0; i < count; i++)
        shown |= switches[i].on && strcmp(switches[i].id, "button vectors") == 0;
    return shown;
}

static struct coach_sight look(const struct coach_now *now)
{
    struct coach_sight sight = {.session = now->session, .player = TUTORIAL_ORANGE};
    const struct car *orange = graph_paper_car(session_race(now->session), TUTORIAL_ORANGE);
    sight.since = now->since;
    sight.half_chosen =
        orange->status == CAR_WAITING &&
        now->race->family->car_place(now->race->view, TUTORIAL_ORANGE, &sight.start);
    sight.vectors = vectors_are_shown(now->race);
    return sight;
}

static int reached(const struct coach_now *now)
{
    struct coach_sight sight = look(now);
    for (int end = 0; end < COACH_ENDS; end++)
        if (coach_reached(&step_of(now->lesson, now->step)->ends[end].goal, &sight))
            return end;
    return -1;
}

static const struct advice *advise(const struct coach_goal *goal, const struct coach_sight *sight)
{
    uint64_t position = graph_paper_game.hash(session_race(sight->session));
    if (advice.goal == goal && advice.position == position &&
        advice.half_chosen == sight->half_chosen)
        return &advice;
    advice = (struct advice){goal, position, sight->half_chosen, false, {0, 0}};
    advice.found = coach_suggest(goal, sight, &advice.click);
    return &advice;
}

static bool is_stuck(const struct coach_goal *goal, const struct coach_sight *sight)
{
    return goal->kind != COACH_NOTHING &&
           race_next_car(session_race(sight->session)) == TUTORIAL_ORANGE &&
           !advise(goal, sight)->found;
}

/* What went wrong in Orange's last move and behind it. */
static enum coach_kind mishap_kind(const struct lesson_step *step, struct coach_sight sight,
                                   const char **say)
{
    int last = session_step_count(sight.session) - 1;
    while (last > sight.since && session_step(sight.session, last).car != TUTORIAL_ORANGE)
        last--;
    sight.since = last > sight.since ? last : sight.since;
    return tutorial_mishap(step, &sight, say);
}

static const char *find_mishap(const struct coach_now *now)
{
    const struct lesson_step *step = step_of(now->lesson, now->step);
    struct coach_sight sight = look(now);
    const char *say = NULL;
    enum coach_kind kind = mishap_kind(step, sight, &say);
    int speed = coach_last_speed(now->session, TUTORIAL_ORANGE);
    if (kind == COACH_CRASH && speed > 2) /* why it is too late to brake at the wall */
        return ui_words("%s From %d squares a move it takes %d squares to stop.", say, speed,
                        speed * (speed - 1) / 2);
    if (!say && is_stuck(&step->shown, &sight))
        return "From here it cannot be done any more. Go back to where it can: try again.";
    return say;
}

static bool is_in_sight(const struct ui *ui, const char *id)
{
    for (int i = 0; i < ui_target_count(ui); i++)
        if (strcmp(ui_target_at(ui, i)->id, id) == 0)
            return true;
    return false;
}

/* The suggested point; where that costs a nitro and is not shown yet, the switch. */
static void point(const struct coach_now *now, const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    const struct coach_goal *goal = &step_of(now->lesson, now->step)->shown;
    struct coach_sight sight = look(now);
    if (goal->kind == COACH_NOTHING) {
        snprintf(target, COACH_TARGET_BYTES, "button vectors");
        return;
    }
    if (!advise(goal, &sight)->found)
        return;
    bool start =
        goal->kind == COACH_START || (session_step_count(now->session) == 0 && !sight.half_chosen);
    snprintf(target, COACH_TARGET_BYTES, "%s %d,%d", start ? "start" : "move", advice.click.x,
             advice.click.y);
    if (goal->kind == COACH_NITRO && !is_in_sight(ui, target))
        snprintf(target, COACH_TARGET_BYTES, "button nitro");
}

const struct coach_table graph_paper_tutorial = {
    .memory = &memory,
    .lessons = TUTORIAL_LESSONS,
    .name = tell_name,
    .step = tell_step,
    .goes_on = goes_on,
    .takes_back = true,
    .session = begin_session,
    .reached = reached,
    .mishap = find_mishap,
    .act = act,
    .point = point,
};
