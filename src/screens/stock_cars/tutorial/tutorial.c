/* The tutorial of stock cars: the race screen's frame with the coach's card above it, on races that
 * nobody keeps. Each lesson has a map of its own; what went wrong is tried again from its
 * beginning. The race that was running before is kept aside and comes back when the player leaves.
 */
#include "screens/stock_cars/tutorial/inside.h"

#include "screens/race/frame.h"
#include "ui/window.h"

#include <stdio.h>
#include <string.h>

static const double PANEL_HEIGHT = 300; /* interface pixels, the least for cards and buttons */

static struct {
    int lesson;
    bool done[STOCK_LESSONS];

    /* From enter to leave: */
    struct session *before;  /* the race that was running, or NULL; owned */
    struct session *session; /* of the lesson; app->session unless another race was opened */
    struct race_screen *race;
    int step;           /* of the lesson */
    int begun, since;   /* steps of the session when the lesson, and its step, began */
    const char *praise; /* for what was done last, or NULL */
    bool finished;      /* the lesson */
    bool shown;         /* the player has asked to be shown */
    struct text words;  /* on the card */
} tutorial;

static const struct screen screen_stock_lessons;

/* --- sessions --------------------------------------------------------------------------------- */

static void begin_step(int step)
{
    tutorial.step = step;
    tutorial.since = session_step_count(tutorial.session);
    tutorial.shown = false;
}

static void begin_lesson(struct app *app, int lesson)
{
    struct error error;
    struct session *session = stock_lesson_begin(&stock_lessons[lesson], &error);
    bool folded = tutorial.race && tutorial.race->folded;
    if (!session) {
        app_tell(app, "This lesson cannot begin: %s", error.text);
        return;
    }
    struct session *old = tutorial.session;
    tutorial.session = app->session = session;
    if (tutorial.race)
        race_close(tutorial.race);
    tutorial.race = race_open(app, &screen_stock_lessons);
    tutorial.race->taught = true;
    tutorial.race->seat = STOCK_ORANGE;
    tutorial.race->folded = folded;
    session_free(old);
    tutorial.lesson = lesson;
    tutorial.finished = false;
    tutorial.praise = NULL;
    tutorial.begun = session_step_count(session);
    begin_step(0);
}

static void enter(struct app *app)
{
    bool all_done = tutorial.lesson == STOCK_LESSONS - 1 && tutorial.done[STOCK_LESSONS - 1];
    tutorial.before = app->session;
    app->practice = true;
    begin_lesson(app, all_done ? 0 : tutorial.lesson);
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
    text_free(&tutorial.words);
    tutorial.race = NULL;
    tutorial.session = tutorial.before = NULL;
}

/* --- what has happened ------------------------------------------------------------------------ */

static const struct stock_lesson_step *step_now(void)
{
    return &stock_lessons[tutorial.lesson].steps[tutorial.step];
}

static bool is_busy(void)
{
    return tutorial.race->running >= 0 ||
           race_next_car(session_race(tutorial.session)) == STOCK_BLUE;
}

/* Blue drives when Orange's way is drawn. */
static void let_blue_drive(struct app *app)
{
    char order[60];
    if (tutorial.race->running >= 0 || race_next_car(session_race(tutorial.session)) != STOCK_BLUE)
        return;
    int driven = stock_count_orders(tutorial.session, tutorial.begun, STOCK_BLUE);
    if (!stock_pick(stock_lessons[tutorial.lesson].blue, driven, order, sizeof order))
        snprintf(order, sizeof order, "retire");
    race_act(app, tutorial.race, order);
}

/* What was taken back is never behind the beginning of the lesson, nor before a turn of Blue's. */
static void follow_undo(struct app *app)
{
    int steps = session_step_count(tutorial.session);
    if (steps < tutorial.begun)
        begin_lesson(app, tutorial.lesson);
    else if (steps < tutorial.since)
        tutorial.since = steps;
}

static void judge(void)
{
    const struct stock_lesson_step *step = step_now();
    if (tutorial.finished || tutorial.race->running >= 0)
        return;
    for (int i = 0; i < STOCK_LESSON_ENDS; i++) {
        if (!stock_goal_reached(&step->ends[i].goal, tutorial.session, tutorial.since))
            continue;
        tutorial.praise = step->ends[i].praise;
        if (tutorial.step + 1 < STOCK_LESSON_STEPS && step[1].say) {
            begin_step(tutorial.step + 1);
        } else {
            tutorial.finished = true;
            tutorial.done[tutorial.lesson] = true;
        }
        return;
    }
}

/* Off the track without having been asked to, or without an end after so many turns. */
static const char *find_mishap(void)
{
    static const struct stock_goal off = {.kind = GOAL_LEFT_TRACK};
    if (tutorial.finished || tutorial.race->running >= 0)
        return NULL;
    if (stock_goal_reached(&off, tutorial.session, tutorial.since))
        return "That left the track: the rest of the order is lost, and so are speed and some of "
               "the maximum.";
    if (stock_car(session_race(tutorial.session), STOCK_ORANGE)->status != STOCK_RACING ||
        stock_count_orders(tutorial.session, tutorial.since, STOCK_ORANGE) >= STOCK_LESSON_TURNS)
        return "From here it will hardly come about any more. Try it again from the beginning.";
    return NULL;
}

/* --- the picture ------------------------------------------------------------------------------ */

static int text_height(struct canvas *canvas, int width, enum canvas_style style)
{
    int most = 0;
    for (int i = 0; i < STOCK_LESSONS; i++) {
        const char *praise = "";
        for (int k = 0; k < STOCK_LESSON_STEPS && stock_lessons[i].steps[k].say; k++) {
            const struct stock_lesson_step *step = &stock_lessons[i].steps[k];
            int height = canvas_paragraph_height(
                canvas, style, ui_words("%s%s%s", praise, praise[0] ? " " : "", step->say), width);
            most = height > most ? height : most;
            for (int end = 0; end < STOCK_LESSON_ENDS && step->ends[end].praise; end++) {
                height = canvas_paragraph_height(canvas, style, step->ends[end].praise, width);
                most = height > most ? height : most;
            }
            praise = step->ends[0].praise;
        }
    }
    return most;
}

/* The order that is suggested now; false: none is. */
static bool suggest(char *order, size_t size)
{
    int driven = stock_count_orders(tutorial.session, tutorial.since, STOCK_ORANGE);
    return !tutorial.finished && !is_busy() &&
           stock_pick(step_now()->suggested, driven, order, size);
}

static struct tutorial_card describe(void)
{
    const struct stock_lesson_step *step = step_now();
    const char *mishap = find_mishap();
    char order[60];
    bool over = tutorial.finished && tutorial.lesson == STOCK_LESSONS - 1;
    bool can_show = !step->points && !tutorial.shown && suggest(order, sizeof order);
    enum tutorial_answer helps = over                ? TUTORIAL_NEW_RACE
                                 : tutorial.finished ? TUTORIAL_NEXT
                                 : mishap            ? TUTORIAL_TRY_AGAIN
                                 : can_show          ? TUTORIAL_SHOW_ME
                                                     : TUTORIAL_NOTHING;
    text_clear(&tutorial.words);
    if (tutorial.finished) {
        text_append(&tutorial.words, tutorial.praise);
    } else if (mishap) {
        text_append(&tutorial.words, mishap);
    } else {
        if (tutorial.praise && tutorial.since == session_step_count(tutorial.session))
            text_append_format(&tutorial.words, "%s ", tutorial.praise);
        text_append(&tutorial.words, step->say);
    }
    return (struct tutorial_card){stock_lessons[tutorial.lesson].title,
                                  tutorial.lesson,
                                  STOCK_LESSONS,
                                  text_string(&tutorial.words),
                                  {helps, over ? TUTORIAL_HOME : TUTORIAL_MENU}};
}

static const char *written_order(const struct ui *ui)
{
    for (int i = 0; i < ui_target_count(ui); i++)
        if (strcmp(ui_target_at(ui, i)->id, "order") == 0)
            return ui_target_at(ui, i)->text;
    return "";
}

static void point_at_suggestion(struct ui *ui)
{
    char order[60], target[STOCK_TARGET_BYTES];
    if (!(step_now()->points || tutorial.shown) || !suggest(order, sizeof order))
        return;
    stock_next_target(session_race(tutorial.session), written_order(ui), order, target);
    if (target[0])
        tutorial_draw_halo(ui, target);
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
        begin_lesson(app, tutorial.lesson);
        tutorial.shown = true;
        break;
    case TUTORIAL_NEXT:
        begin_lesson(app, tutorial.lesson + 1);
        break;
    case TUTORIAL_MENU:
        app_open_over(app, &screen_stock_lessons);
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
    let_blue_drive(app);
    judge();
    struct tutorial_card card = describe();
    struct box top = box_cut_top(&rest, tutorial_card_height(ui, rest.w, text_height));
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
    return wanted < 0 && is_busy() ? 0 : wanted;
}

const struct screen screen_stock_tutorial = {
    .name = "tutorial",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};

/* --- the menu --------------------------------------------------------------------------------- */

static void build_lessons(struct app *app, struct ui *ui)
{
    struct tutorial_entry entries[STOCK_LESSONS];
    for (int i = 0; i < STOCK_LESSONS; i++)
        entries[i] = (struct tutorial_entry){stock_lessons[i].name, stock_lessons[i].title,
                                             tutorial.done[i]};
    const struct tutorial_menu menu = {entries, STOCK_LESSONS, tutorial.lesson, begin_lesson,
                                       &screen_stock_tutorial};
    tutorial_menu_build(app, ui, &menu);
}

static const struct screen screen_stock_lessons = {.name = "lessons", .build = build_lessons};
