/* See coach.h. */
#include "screens/help/coach.h"

#include "screens/race/frame.h"
#include "ui/window.h"

static const double PANEL_HEIGHT = 300; /* interface pixels, the least for cards and buttons */

/* --- sessions --------------------------------------------------------------------------------- */

static void begin_step(struct coach *coach, int step)
{
    coach->step = step;
    coach->since = session_step_count(coach->session);
    coach->shown = false;
}

void coach_begin(struct coach *coach, struct app *app, int lesson)
{
    struct error error;
    struct session *session = coach->table->session(lesson, &error);
    bool folded = coach->race && coach->race->folded;
    if (!session) {
        app_tell(app, "This lesson cannot begin: %s", error.text);
        return;
    }
    struct session *old = coach->session;
    coach->session = app->session = session;
    if (coach->race)
        race_close(coach->race);
    coach->race = race_open(app, coach->table->menu);
    coach->race->taught = true;
    coach->race->seat = COACH_PUPIL;
    coach->race->folded = folded;
    coach->race->covered = false; /* nobody else sits here */
    race_choose_again(app, coach->race);
    session_free(old);
    coach->lesson = lesson;
    coach->finished = false;
    coach->praise = NULL;
    coach->begun = session_step_count(session);
    begin_step(coach, 0);
}

void coach_enter(struct coach *coach, struct app *app)
{
    int last = coach->table->lessons - 1;
    bool all_done = coach->lesson == last && coach->done[last];
    coach->before = app->session;
    app->practice = true;
    coach_begin(coach, app, all_done ? 0 : coach->lesson);
    if (!coach->session)
        app_go(app, &screen_home);
}

/* A race that was opened meanwhile has taken the lesson's place; then it stays. */
void coach_leave(struct coach *coach, struct app *app)
{
    if (coach->race)
        race_close(coach->race);
    if (app->session == coach->session) {
        session_free(coach->session);
        app->session = coach->before;
    } else if (coach->session) {
        session_free(coach->before);
    }
    app->practice = false;
    text_free(&coach->words);
    coach->race = NULL;
    coach->session = coach->before = NULL;
}

/* --- what has happened ------------------------------------------------------------------------ */

static bool others_are_due(const struct coach *coach)
{
    return race_next_car(session_race(coach->session)) > COACH_PUPIL;
}

static bool is_busy(const struct coach *coach)
{
    return coach->race->running >= 0 || others_are_due(coach);
}

static void let_others_act(struct coach *coach, struct app *app)
{
    char action[COACH_ACTION_BYTES];
    if (coach->race->running >= 0 || !others_are_due(coach))
        return;
    coach->table->act(coach->lesson, coach->session, coach->begun, action);
    race_act(app, coach->race, action);
}

/* What was taken back is never behind the beginning of the lesson, nor before a turn of others. */
static void follow_undo(struct coach *coach, struct app *app)
{
    int steps = session_step_count(coach->session);
    if (steps < coach->begun)
        coach_begin(coach, app, coach->lesson);
    else if (steps < coach->since)
        coach->since = steps;
}

static void judge(struct coach *coach)
{
    struct coach_step step;
    if (coach->finished || coach->race->running >= 0)
        return;
    int end = coach->table->reached(coach->lesson, coach->step, coach->session, coach->since);
    if (end < 0 || !coach->table->step(coach->lesson, coach->step, &step))
        return;
    coach->praise = step.praise[end];
    if (coach->table->step(coach->lesson, coach->step + 1, &step)) {
        begin_step(coach, coach->step + 1);
    } else {
        coach->finished = true;
        coach->done[coach->lesson] = true;
    }
}

/* --- the picture ------------------------------------------------------------------------------ */

static const struct coach_table *measured; /* whose words text_height goes through */

static int larger(int one, int other)
{
    return one > other ? one : other;
}

static int text_height(struct canvas *canvas, int width, enum canvas_style style)
{
    struct coach_step step;
    int most = 0;
    for (int i = 0; i < measured->lessons; i++) {
        const char *praise = "";
        for (int k = 0; measured->step(i, k, &step); k++) {
            const char *said = ui_words("%s%s%s", praise, praise[0] ? " " : "", step.say);
            most = larger(most, canvas_paragraph_height(canvas, style, said, width));
            for (int end = 0; end < COACH_ENDS && step.praise[end]; end++)
                most =
                    larger(most, canvas_paragraph_height(canvas, style, step.praise[end], width));
            praise = step.praise[0];
        }
    }
    return most;
}

/* What is to be clicked next; false: nothing is. */
static bool suggest(const struct coach *coach, const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    target[0] = '\0';
    if (!coach->finished && !is_busy(coach))
        coach->table->point(coach->lesson, coach->step, coach->session, coach->since, ui, target);
    return target[0] != '\0';
}

static enum tutorial_answer what_helps(const struct coach *coach, const struct ui *ui,
                                       const struct coach_step *step, const char *mishap)
{
    char target[COACH_TARGET_BYTES];
    if (coach->finished)
        return coach->lesson == coach->table->lessons - 1 ? TUTORIAL_NEW_RACE : TUTORIAL_NEXT;
    if (mishap)
        return TUTORIAL_TRY_AGAIN;
    bool can_show = !step->points && !coach->shown && suggest(coach, ui, target);
    return can_show ? TUTORIAL_SHOW_ME : TUTORIAL_NOTHING;
}

static const char *find_mishap(const struct coach *coach)
{
    bool looks = !coach->finished && coach->race->running < 0;
    return looks ? coach->table->mishap(coach->session, coach->since) : NULL;
}

static struct tutorial_card describe(struct coach *coach, const struct ui *ui)
{
    struct coach_step step = {0};
    const char *mishap = find_mishap(coach), *name, *title;
    coach->table->step(coach->lesson, coach->step, &step);
    coach->table->name(coach->lesson, &name, &title);
    bool over = coach->finished && coach->lesson == coach->table->lessons - 1;
    text_clear(&coach->words);
    if (coach->finished) {
        text_append(&coach->words, coach->praise);
    } else if (mishap) {
        text_append(&coach->words, mishap);
    } else {
        if (coach->praise && coach->since == session_step_count(coach->session))
            text_append_format(&coach->words, "%s ", coach->praise);
        text_append(&coach->words, step.say);
    }
    return (struct tutorial_card){
        title,
        coach->lesson,
        coach->table->lessons,
        text_string(&coach->words),
        {what_helps(coach, ui, &step, mishap), over ? TUTORIAL_HOME : TUTORIAL_MENU}};
}

static void point_at_suggestion(const struct coach *coach, struct ui *ui)
{
    struct coach_step step = {0};
    char target[COACH_TARGET_BYTES];
    coach->table->step(coach->lesson, coach->step, &step);
    if ((step.points || coach->shown) && suggest(coach, ui, target))
        tutorial_draw_halo(ui, target);
}

static void answer(struct coach *coach, struct app *app, enum tutorial_answer answer)
{
    switch (answer) {
    case TUTORIAL_NOTHING:
        break;
    case TUTORIAL_SHOW_ME:
        coach->shown = true;
        break;
    case TUTORIAL_TRY_AGAIN:
        coach_begin(coach, app, coach->lesson);
        coach->shown = true;
        break;
    case TUTORIAL_NEXT:
        coach_begin(coach, app, coach->lesson + 1);
        break;
    case TUTORIAL_MENU:
        app_open_over(app, coach->table->menu);
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
static void build_race(struct coach *coach, struct app *app, struct ui *ui, struct box box)
{
    struct race_screen *race = coach->race;
    bool folded = race->folded;
    race->folded = folded || box.h < canvas_units(ui_canvas(ui), PANEL_HEIGHT);
    race_build(app, ui, race, box);
    race->folded = folded;
}

void coach_build(struct coach *coach, struct app *app, struct ui *ui)
{
    struct box rest = canvas_box(ui_canvas(ui));
    follow_undo(coach, app);
    let_others_act(coach, app);
    judge(coach);
    struct tutorial_card card = describe(coach, ui);
    measured = coach->table;
    struct box top = box_cut_top(&rest, tutorial_card_height(ui, rest.w, text_height));
    answer(coach, app, tutorial_card_build(ui, top, &card));
    build_race(coach, app, ui, rest);
    if (coach->race->asked.action.length > 0)
        return;
    point_at_suggestion(coach, ui);
    ui_status(ui, card.text);
}

bool coach_event(struct coach *coach, struct app *app, const SDL_Event *event)
{
    return race_event(app, coach->race, event);
}

int coach_animate(struct coach *coach, struct app *app, Uint32 now)
{
    int wanted = race_animate(app, coach->race, now);
    return wanted < 0 && is_busy(coach) ? 0 : wanted;
}

void coach_build_menu(const struct coach *coach, struct app *app, struct ui *ui)
{
    struct tutorial_entry entries[COACH_LESSONS];
    for (int i = 0; i < coach->table->lessons; i++) {
        coach->table->name(i, &entries[i].name, &entries[i].title);
        entries[i].done = coach->done[i];
    }
    const struct tutorial_menu menu = {entries, coach->table->lessons, coach->lesson,
                                       coach->table->begin, coach->table->screen};
    tutorial_menu_build(app, ui, &menu);
}
