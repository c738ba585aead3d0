/* The tutorial: the race screen's frame with a coach's card above it, on a race that nobody keeps.
 *
 * A lesson is a session of its own, brought to its beginning by the lesson's actions; Blue's moves
 * are a script. Everything is judged by what has happened (screens/graph_paper/tutorial/coach.h),
 * so a player who goes another way is never stuck: "Try again" goes back by undo to where the goal
 * can be reached. The race that was running before is kept aside and comes back when the player
 * leaves.
 */
#include "screens/graph_paper/tutorial/tutorial_inside.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/help/book.h"
#include "screens/race/frame.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PANEL_HEIGHT = 300; /* interface pixels, the least for cards and buttons */

/* What the coach has found for a position, so that it is not searched for in each picture. */
struct advice {
    int steps; /* of the session; -1: nothing is known */
    bool half_chosen;
    bool found;
    struct point click;
};

static struct {
    int lesson;
    bool done[TUTORIAL_LESSONS];

    /* From enter to leave: */
    struct session *before;  /* the race that was running, or NULL; owned */
    struct session *session; /* of the lesson; app->session unless another race was opened */
    struct race_screen *race;
    const struct track *track;
    int step;           /* of the lesson */
    int begun, since;   /* steps of the session when the lesson, and its step, began */
    int seen;           /* steps when they were last looked at */
    const char *praise; /* for what was done last, or NULL */
    bool finished;      /* the lesson */
    bool shown;         /* the player has asked to be shown */
    struct advice advice;
    struct text words; /* on the card */
} tutorial;

/* --- sessions --------------------------------------------------------------------------------- */

static bool load_track(struct error *error)
{
    const char *folder = command_asset_folder("assets");
    if (!folder)
        return error_set(error, "the folder assets of the game was not found");
    struct text name = {0};
    text_append_format(&name, "tutorial/%s", tutorial_track);
    char *path = file_join(folder, text_string(&name));
    tutorial.track = svg_load_track(path, error);
    text_free(&name);
    free(path);
    return tutorial.track != NULL;
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

static void choose_for_blue(const struct session *session, char *action, size_t size)
{
    const char *script = tutorial_lessons[tutorial.lesson].blue;
    if (!pick_action(script, count_actions(session, TUTORIAL_BLUE), action, size))
        find_rest(session_race(session), action, size);
}

/* With the moves that lead to the lesson's beginning. */
static struct session *make_session(const struct tutorial_lesson *lesson, struct error *error)
{
    static const struct player players[] = {{"Orange", 2, "human"}, {"Blue", 1, "human"}};
    struct allow allow = {.undo = true, .hints = false};
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.values[FIELD_ORDER] = ORDER_LISTED;
    setup.course = graph_paper_course(tutorial.track);
    setup.players = lesson->blue[0] ? 2 : 1;
    struct session *session = session_begin(&setup, players, allow, error);
    char action[40];
    for (bool more = session != NULL; more;) {
        int car = race_next_car(session_race(session));
        if (car == TUTORIAL_BLUE)
            choose_for_blue(session, action, sizeof action);
        else if (!pick_action(lesson->orange, count_actions(session, TUTORIAL_ORANGE), action,
                              sizeof action))
            break;
        more = session_do(session, 0, action, error);
        if (!more) {
            session_free(session);
            return NULL;
        }
    }
    return session;
}

static void begin_step(int step)
{
    tutorial.step = step;
    tutorial.since = session_step_count(tutorial.session);
    tutorial.shown = false;
    tutorial.advice.steps = -1;
}

static void note_lesson(int lesson)
{
    tutorial.lesson = lesson;
    tutorial.finished = false;
    tutorial.praise = NULL;
    tutorial.begun = tutorial.seen = session_step_count(tutorial.session);
    begin_step(0);
}

/* The frame shows the new session from its first picture on. */
static void open_race(struct app *app)
{
    bool folded = tutorial.race && tutorial.race->folded;
    if (tutorial.race)
        race_close(tutorial.race);
    tutorial.race = race_open(app, &screen_lessons);
    tutorial.race->taught = true;
    tutorial.race->seat = TUTORIAL_ORANGE;
    tutorial.race->folded = folded;
}

void tutorial_begin(struct app *app, int lesson)
{
    struct error error;
    int before = tutorial.lesson;
    tutorial.lesson = lesson;
    struct session *session = make_session(&tutorial_lessons[lesson], &error);
    if (!session) {
        tutorial.lesson = before;
        app_tell(app, "This lesson cannot begin: %s", error.text);
        return;
    }
    struct session *old = tutorial.session;
    tutorial.session = app->session = session;
    open_race(app);
    session_free(old);
    note_lesson(lesson);
}

int tutorial_lesson_now(void)
{
    return tutorial.lesson;
}

bool tutorial_is_done(int lesson)
{
    return tutorial.done[lesson];
}

static void go_to_lesson(struct app *app, int lesson)
{
    if (tutorial_lessons[lesson].goes_on)
        note_lesson(lesson);
    else
        tutorial_begin(app, lesson);
}

/* --- coming and going ------------------------------------------------------------------------- */

static void enter(struct app *app)
{
    struct error error;
    if (!load_track(&error)) {
        app_tell(app, "The tutorial cannot begin: %s", error.text);
        app_go(app, &screen_home);
        return;
    }
    tutorial.before = app->session;
    app->practice = true;
    int lesson = tutorial.lesson;
    bool all_done = lesson == TUTORIAL_LESSONS - 1 && tutorial.done[lesson];
    tutorial_begin(app, all_done ? 0 : lesson);
    if (!tutorial.session)
        app_go(app, &screen_home);
}

/* A race that was opened meanwhile has taken the lesson's place; then it stays. */
static void leave(struct app *app)
{
    if (tutorial.race)
        race_close(tutorial.race);
    if (app->session == tutorial.session) {
        session_free(tutorial.session);
        app->session = tutorial.before;
    } else if (tutorial.session) {
        session_free(tutorial.before);
    }
    app->practice = false;
    track_release(tutorial.track);
    text_free(&tutorial.words);
    tutorial.race = NULL;
    tutorial.track = NULL;
    tutorial.session = tutorial.before = NULL;
}

/* --- what has happened ------------------------------------------------------------------------ */

static const struct lesson_step *step_now(void)
{
    return &tutorial_lessons[tutorial.lesson].steps[tutorial.step];
}

static int to_move(void)
{
    return race_next_car(session_race(tutorial.session));
}

static bool vectors_are_shown(void)
{
    struct view_switch switches[VIEW_SWITCHES];
    const struct race_screen *race = tutorial.race;
    int count = shown_switches(race_shown(race), switches);
    bool shown = false;
    for (int i = 0; i < count; i++)
        shown |= switches[i].on && strcmp(switches[i].id, "button vectors") == 0;
    return shown;
}

static struct coach_sight look(void)
{
    const struct race_screen *race = tutorial.race;
    struct coach_sight sight = {.session = tutorial.session, .player = TUTORIAL_ORANGE};
    const struct car *orange = graph_paper_car(session_race(tutorial.session), TUTORIAL_ORANGE);
    sight.since = tutorial.since;
    sight.half_chosen = orange->status == CAR_WAITING &&
                        race->family->car_place(race->view, TUTORIAL_ORANGE, &sight.start);
    sight.vectors = vectors_are_shown();
    return sight;
}

/* Blue moves when Orange's stroke is drawn. */
static void let_blue_move(struct app *app)
{
    char action[40];
    while (tutorial.race->running < 0 && to_move() == TUTORIAL_BLUE) {
        choose_for_blue(tutorial.session, action, sizeof action);
        race_act(app, tutorial.race, action);
    }
}

/* What the player has taken back goes on to before a move of Orange's, and never behind the
 * beginning of the lesson. */
static void follow_undo(struct app *app)
{
    int steps = session_step_count(tutorial.session);
    if (steps < tutorial.seen) {
        while (to_move() == TUTORIAL_BLUE && session_step_count(tutorial.session) > tutorial.begun)
            race_undo(app, tutorial.race);
        steps = session_step_count(tutorial.session);
        tutorial.since = steps < tutorial.since ? steps : tutorial.since;
        tutorial.advice.steps = -1;
        if (steps < tutorial.begun)
            tutorial_begin(app, tutorial.lesson);
    }
    tutorial.seen = session_step_count(tutorial.session);
}

static void finish_step(const char *praise)
{
    const struct tutorial_lesson *lesson = &tutorial_lessons[tutorial.lesson];
    int next = tutorial.step + 1;
    tutorial.praise = praise;
    if (next < LESSON_STEPS && lesson->steps[next].say) {
        begin_step(next);
    } else {
        tutorial.finished = true;
        tutorial.done[tutorial.lesson] = true;
    }
}

static void judge(void)
{
    struct coach_sight sight = look();
    const struct lesson_step *step = step_now();
    for (int i = 0; i < LESSON_ENDS && !tutorial.finished; i++)
        if (coach_reached(&step->ends[i].goal, &sight)) {
            finish_step(step->ends[i].praise);
            return;
        }
}

static const struct advice *advise(const struct coach_sight *sight)
{
    struct advice *advice = &tutorial.advice;
    int steps = session_step_count(tutorial.session);
    if (advice->steps == steps && advice->half_chosen == sight->half_chosen)
        return advice;
    advice->steps = steps;
    advice->half_chosen = sight->half_chosen;
    advice->found = coach_suggest(&step_now()->shown, sight, &advice->click);
    return advice;
}

static bool can_go_on(void)
{
    struct coach_sight sight = look();
    return step_now()->shown.kind == COACH_NOTHING || advise(&sight)->found;
}

static void try_again(struct app *app)
{
    do {
        if (session_step_count(tutorial.session) <= tutorial.begun) {
            tutorial_begin(app, tutorial.lesson);
            return;
        }
        race_undo(app, tutorial.race);
        follow_undo(app);
    } while (!can_go_on());
    tutorial.shown = true;
}

/* --- the picture ------------------------------------------------------------------------------ */

/* What went wrong in Orange's last move and behind it. */
static enum coach_kind find_mishap(struct coach_sight sight, const char **say)
{
    int last = session_step_count(sight.session) - 1;
    while (last > sight.since && session_step(sight.session, last).car != TUTORIAL_ORANGE)
        last--;
    sight.since = last > sight.since ? last : sight.since;
    return tutorial_mishap(step_now(), &sight, say);
}

/* Why it is too late to brake at the wall. */
static void append_stopping(struct text *words)
{
    int speed = coach_last_speed(tutorial.session, TUTORIAL_ORANGE);
    if (speed > 2)
        text_append_format(words, " From %d squares a move it takes %d squares to stop.", speed,
                           speed * (speed - 1) / 2);
}

static const char *write_words(enum coach_kind mishap, const char *say, bool stuck)
{
    static const char lost[] =
        "From here it cannot be done any more. Go back to where it can: try again.";
    struct text *words = &tutorial.words;
    const struct setup *setup = session_setup(tutorial.session);
    text_clear(words);
    if (tutorial.finished) {
        rule_words(setup, tutorial.praise, words);
    } else if (mishap != COACH_NOTHING) {
        rule_words(setup, say, words);
        if (mishap == COACH_CRASH)
            append_stopping(words);
    } else if (stuck) {
        text_append(words, lost);
    } else {
        if (tutorial.praise && tutorial.since == session_step_count(tutorial.session))
            text_append_format(words, "%s ", tutorial.praise);
        rule_words(setup, step_now()->say, words);
    }
    return text_string(words);
}

static struct tutorial_card describe(void)
{
    struct coach_sight sight = look();
    const struct lesson_step *step = step_now();
    bool busy = to_move() == TUTORIAL_BLUE || tutorial.race->running >= 0;
    const char *say = NULL;
    enum coach_kind mishap = tutorial.finished ? COACH_NOTHING : find_mishap(sight, &say);
    bool stuck = !tutorial.finished && !busy && !can_go_on();
    bool over = tutorial.finished && tutorial.lesson == TUTORIAL_LESSONS - 1;
    bool can_show = !step->points && !tutorial.shown && step->shown.kind != COACH_NOTHING;
    enum tutorial_answer helps = over                               ? TUTORIAL_NEW_RACE
                                 : tutorial.finished                ? TUTORIAL_NEXT
                                 : mishap != COACH_NOTHING || stuck ? TUTORIAL_TRY_AGAIN
                                 : can_show                         ? TUTORIAL_SHOW_ME
                                                                    : TUTORIAL_NOTHING;
    return (struct tutorial_card){tutorial_lessons[tutorial.lesson].title,
                                  tutorial.lesson,
                                  TUTORIAL_LESSONS,
                                  write_words(mishap, say, stuck),
                                  {helps, over ? TUTORIAL_HOME : TUTORIAL_MENU}};
}

/* Round the suggested point; where that costs a nitro and is not shown yet, round the switch. */
static void point_at_suggestion(struct ui *ui)
{
    struct coach_sight sight = look();
    const struct lesson_step *step = step_now();
    char id[48];
    if (tutorial.finished || tutorial.race->running >= 0 || to_move() != TUTORIAL_ORANGE ||
        !(step->points || tutorial.shown))
        return;
    if (step->shown.kind == COACH_NOTHING) {
        tutorial_draw_halo(ui, "button vectors");
        return;
    }
    const struct advice *advice = advise(&sight);
    if (!advice->found)
        return;
    bool start = step->shown.kind == COACH_START || (tutorial.seen == 0 && !sight.half_chosen);
    snprintf(id, sizeof id, "%s %d,%d", start ? "start" : "move", advice->click.x, advice->click.y);
    if (!tutorial_draw_halo(ui, id) && step->shown.kind == COACH_NITRO)
        tutorial_draw_halo(ui, "button nitro");
}

static void answer(struct app *app, enum tutorial_answer answer)
{
    switch (answer) {
    case TUTORIAL_NOTHING:
        break;
    case TUTORIAL_SHOW_ME:
        tutorial.shown = true;
        break;
    case TUTORIAL_TRY_AGAIN:
        try_again(app);
        break;
    case TUTORIAL_NEXT:
        go_to_lesson(app, tutorial.lesson + 1);
        break;
    case TUTORIAL_MENU:
        app_open_over(app, &screen_lessons);
        break;
    case TUTORIAL_NEW_RACE:
        app_go(app, &screen_setup);
        break;
    case TUTORIAL_HOME:
        app_go(app, &screen_home);
        break;
    }
}

/* Where there is little room the sheet has all of it. */
static void build_race(struct app *app, struct ui *ui, struct box box)
{
    struct race_screen *race = tutorial.race;
    bool folded = race->folded;
    race->folded = folded || box.h < canvas_units(ui_canvas(ui), PANEL_HEIGHT);
    race_build(app, ui, race, box);
    race->folded = folded;
}

static void build(struct app *app, struct ui *ui)
{
    struct box rest = canvas_box(ui_canvas(ui));
    follow_undo(app);
    let_blue_move(app);
    tutorial.seen = session_step_count(tutorial.session);
    judge();
    struct tutorial_card card = describe();
    struct box top = box_cut_top(&rest, tutorial_card_height(ui, rest.w, tutorial_text_height));
    answer(app, tutorial_card_build(ui, top, &card));
    build_race(app, ui, rest);
    if (tutorial.race->asked.action.length > 0)
        return;
    point_at_suggestion(ui);
    ui_status(ui, card.text);
}

static bool event(struct app *app, const SDL_Event *event)
{
    return race_event(app, tutorial.race, event);
}

static int animate(struct app *app, Uint32 now)
{
    int wanted = race_animate(app, tutorial.race, now);
    return wanted < 0 && to_move() == TUTORIAL_BLUE ? 0 : wanted;
}

const struct screen screen_tutorial = {
    .name = "tutorial",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};
