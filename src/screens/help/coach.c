/* See coach.h. */
#include "screens/help/coach.h"

#include "screens/help/book.h"
#include "screens/race/frame.h"
#include "ui/window.h"

#include <string.h>

static const double PANEL_HEIGHT = 300; /* interface pixels, the least for cards and buttons */

static struct {
    const struct coach_table *table;
    struct contest contest; /* that is learnt for */

    /* From enter to leave: */
    struct session *before; /* the race that was running, or NULL; owned */
    bool before_was_practice;
    struct session *session; /* of the lesson; app->session unless another race was opened */
    struct race_screen *race;
    struct coach_now now;
    int seen;           /* steps of the session when they were last looked at */
    const char *praise; /* for what was done last, or NULL */
    bool finished;      /* the lesson */
    bool shown;         /* the pupil has asked to be shown */
    struct text words;  /* on the card */
} coach;

/* --- sessions --------------------------------------------------------------------------------- */

static void begin_step(int step)
{
    coach.now.step = step;
    coach.now.since = session_step_count(coach.session);
    coach.shown = false;
}

static void note_lesson(int lesson)
{
    coach.table->memory->lesson = coach.now.lesson = lesson;
    coach.now.session = coach.session;
    coach.now.race = coach.race;
    coach.now.begun = coach.seen = session_step_count(coach.session);
    coach.finished = false;
    coach.praise = NULL;
    begin_step(0);
}

/* The frame shows the new session from its first picture on. */
static void open_race(struct app *app)
{
    bool folded = coach.race && coach.race->folded;
    if (coach.race)
        race_close(coach.race);
    coach.race = race_open(app, &screen_lessons);
    coach.race->taught = true;
    coach.race->seat = COACH_PUPIL;
    coach.race->folded = folded;
    coach.race->covered = false; /* nobody else sits here */
    race_choose_again(app, coach.race);
}

/* From its beginning, in place of the lesson that is on the screen. */
static void begin_lesson(struct app *app, int lesson)
{
    struct error error;
    struct session *session = coach.table->session(lesson, &error);
    if (!session) {
        app_tell(app, "This lesson cannot begin: %s", error.text);
        return;
    }
    struct session *old = coach.session;
    coach.session = app->session = session;
    open_race(app);
    session_free(old);
    note_lesson(lesson);
}

static void go_to_lesson(struct app *app, int lesson)
{
    if (coach.table->goes_on && coach.table->goes_on(lesson))
        note_lesson(lesson);
    else
        begin_lesson(app, lesson);
}

void coach_open(struct app *app, const struct contest *contest)
{
    coach.table = lesson_book_of(contest->game)->tutorial;
    coach.contest = *contest;
    app_go(app, &screen_tutorial);
}

const char *coach_button(const struct contest *contest)
{
    struct contest first;
    contest_at(0, &first);
    return strcmp(contest->name, first.name) == 0 ? "button tutorial"
                                                  : ui_words("button tutorial-%s", contest->name);
}

static bool is_last(int lesson)
{
    return lesson == coach.table->lessons - 1;
}

static void enter(struct app *app)
{
    const struct coach_memory *memory = coach.table->memory;
    bool all_done = is_last(memory->lesson) && memory->done[memory->lesson];
    coach.before = app->session;
    coach.before_was_practice = app->practice;
    app->practice = true;
    begin_lesson(app, all_done ? 0 : memory->lesson);
    if (!coach.session)
        app_go(app, &screen_home);
}

/* A race that was opened meanwhile has taken the lesson's place; then it stays. */
static void leave(struct app *app)
{
    if (coach.race)
        race_close(coach.race);
    app->practice = false;
    if (app->session == coach.session) {
        session_free(coach.session);
        app->session = coach.before;
        app->practice = coach.before_was_practice;
    } else if (coach.session) {
        session_free(coach.before);
    }
    text_free(&coach.words);
    coach.race = NULL;
    coach.session = coach.before = NULL;
}

/* --- what has happened ------------------------------------------------------------------------ */

static bool others_are_due(void)
{
    return race_next_car(session_race(coach.session)) > COACH_PUPIL;
}

static bool is_busy(void)
{
    return coach.race->running >= 0 || others_are_due();
}

static void let_others_act(struct app *app)
{
    char action[COACH_ACTION_BYTES];
    if (coach.race->running >= 0 || !others_are_due())
        return;
    coach.table->act(&coach.now, action);
    race_act(app, coach.race, action);
}

/* What the pupil has taken back goes on to before an act of their own, and never behind the
 * beginning of the lesson. */
static void follow_undo(struct app *app)
{
    int steps = session_step_count(coach.session);
    if (steps < coach.seen) {
        for (; others_are_due() && steps > coach.now.begun;
             steps = session_step_count(coach.session))
            race_undo(app, coach.race);
        if (steps < coach.now.begun)
            begin_lesson(app, coach.now.lesson);
        else if (steps < coach.now.since)
            coach.now.since = steps;
    }
    coach.seen = session_step_count(coach.session);
}

static void judge(void)
{
    struct coach_step step;
    if (coach.finished || coach.race->running >= 0)
        return;
    int end = coach.table->reached(&coach.now);
    if (end < 0 || !coach.table->step(coach.now.lesson, coach.now.step, &step))
        return;
    coach.praise = step.praise[end];
    if (coach.table->step(coach.now.lesson, coach.now.step + 1, &step)) {
        begin_step(coach.now.step + 1);
    } else {
        coach.finished = true;
        coach.table->memory->done[coach.now.lesson] = true;
    }
}

static const char *find_mishap(void)
{
    bool looks = !coach.finished && coach.race->running < 0;
    return looks ? coach.table->mishap(&coach.now) : NULL;
}

static void try_again(struct app *app)
{
    bool begins = !coach.table->takes_back;
    while (!begins && find_mishap()) {
        begins = session_step_count(coach.session) <= coach.now.begun;
        race_undo(app, coach.race);
        follow_undo(app);
    }
    if (begins)
        begin_lesson(app, coach.now.lesson);
    coach.shown = true;
}

/* --- the picture ------------------------------------------------------------------------------ */

static int larger(int one, int other)
{
    return one > other ? one : other;
}

/* The numbers that are filled in are shorter than their places. */
static int text_height(struct canvas *canvas, int width, enum canvas_style style)
{
    struct coach_step step;
    int most = 0;
    for (int i = 0; i < coach.table->lessons; i++) {
        const char *praise = "";
        for (int k = 0; coach.table->step(i, k, &step); k++) {
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
static bool suggest(const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    target[0] = '\0';
    if (!coach.finished && !is_busy())
        coach.table->point(&coach.now, ui, target);
    return target[0] != '\0';
}

static enum tutorial_answer what_helps(const struct ui *ui, const struct coach_step *step,
                                       const char *mishap)
{
    char target[COACH_TARGET_BYTES];
    if (coach.finished)
        return is_last(coach.now.lesson) ? TUTORIAL_NEW_RACE : TUTORIAL_NEXT;
    if (mishap)
        return TUTORIAL_TRY_AGAIN;
    bool can_show = !step->points && !coach.shown && suggest(ui, target);
    return can_show ? TUTORIAL_SHOW_ME : TUTORIAL_NOTHING;
}

static const char *write_words(const struct coach_step *step, const char *mishap)
{
    const struct setup *setup = session_setup(coach.session);
    bool praised = coach.praise && coach.now.since == session_step_count(coach.session);
    text_clear(&coach.words);
    if (coach.finished) {
        rule_words(setup, coach.praise, &coach.words);
        if (is_last(coach.now.lesson) && coach.contest.which > 0) /* taught on its first */
            text_append_format(&coach.words, " %s: %s", coach.contest.title,
                               coach.contest.sentence);
    } else if (mishap) {
        rule_words(setup, mishap, &coach.words);
    } else {
        if (praised)
            rule_words(setup, ui_words("%s ", coach.praise), &coach.words);
        rule_words(setup, step->say, &coach.words);
    }
    return text_string(&coach.words);
}

static struct tutorial_card describe(const struct ui *ui)
{
    struct coach_step step = {0};
    const char *mishap = find_mishap(), *name, *title;
    coach.table->step(coach.now.lesson, coach.now.step, &step);
    coach.table->name(coach.now.lesson, &name, &title);
    bool over = coach.finished && is_last(coach.now.lesson);
    return (struct tutorial_card){
        title,
        coach.now.lesson,
        coach.table->lessons,
        write_words(&step, mishap),
        {what_helps(ui, &step, mishap), over ? TUTORIAL_HOME : TUTORIAL_MENU}};
}

static void point_at_suggestion(struct ui *ui)
{
    struct coach_step step = {0};
    char target[COACH_TARGET_BYTES];
    coach.table->step(coach.now.lesson, coach.now.step, &step);
    if ((step.points || coach.shown) && suggest(ui, target))
        tutorial_draw_halo(ui, target);
}

static void answer(struct app *app, enum tutorial_answer answer)
{
    switch (answer) {
    case TUTORIAL_NOTHING:
        break;
    case TUTORIAL_SHOW_ME:
        coach.shown = true;
        break;
    case TUTORIAL_TRY_AGAIN:
        try_again(app);
        break;
    case TUTORIAL_NEXT:
        go_to_lesson(app, coach.now.lesson + 1);
        break;
    case TUTORIAL_MENU:
        app_open_over(app, &screen_lessons);
        break;
    case TUTORIAL_NEW_RACE:
        setup_open(app, &coach.contest);
        break;
    case TUTORIAL_HOME:
        app_go(app, &screen_home);
        break;
    }
}

/* Where there is little room the sheet has all of it. */
static void build_race(struct app *app, struct ui *ui, struct box box)
{
    struct race_screen *race = coach.race;
    bool folded = race->folded;
    race->folded = folded || box.h < canvas_units(ui_canvas(ui), PANEL_HEIGHT);
    race_build(app, ui, race, box);
    race->folded = folded;
}

static void build(struct app *app, struct ui *ui)
{
    struct box rest = canvas_box(ui_canvas(ui));
    follow_undo(app);
    let_others_act(app);
    coach.seen = session_step_count(coach.session);
    judge();
    struct tutorial_card card = describe(ui);
    struct box top = box_cut_top(&rest, tutorial_card_height(ui, rest.w, coach.table, text_height));
    answer(app, tutorial_card_build(ui, top, &card));
    build_race(app, ui, rest);
    if (coach.race->asked.action.length > 0)
        return;
    point_at_suggestion(ui);
    ui_status(ui, card.text);
}

static bool event(struct app *app, const SDL_Event *event)
{
    return race_event(app, coach.race, event);
}

static int animate(struct app *app, Uint32 now)
{
    int wanted = race_animate(app, coach.race, now);
    return wanted < 0 && is_busy() ? 0 : wanted;
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

static void build_menu(struct app *app, struct ui *ui)
{
    struct tutorial_entry entries[COACH_LESSONS];
    for (int i = 0; i < coach.table->lessons; i++) {
        coach.table->name(i, &entries[i].name, &entries[i].title);
        entries[i].done = coach.table->memory->done[i];
    }
    const struct tutorial_menu menu = {entries, coach.table->lessons, coach.now.lesson,
                                       begin_lesson, coach.table};
    tutorial_menu_build(app, ui, &menu);
}

const struct screen screen_lessons = {.name = "lessons", .build = build_menu};
