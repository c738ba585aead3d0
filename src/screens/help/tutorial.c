/* See tutorial.h. */
#include "screens/help/tutorial.h"

#include "base/number.h"
#include "screens/help/book.h"
#include "screens/invite/invite.h"
#include "screens/race/frame.h"
#include "ui/layout.h"
#include "ui/window.h"

#include <math.h>
#include <stdio.h>
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

/* --- lessons ---------------------------------------------------------------------------------- */

bool coach_pick(const char *list, int index, char *piece, size_t size)
{
    for (list = list ? list : ""; index > 0 && *list; index--) {
        list += strcspn(list, ";");
        list += *list == ';';
    }
    snprintf(piece, size, "%.*s", (int)strcspn(list, ";"), list);
    return piece[0] != '\0';
}

const struct coach_step *coach_step(const struct coach_table *table, int lesson, int step)
{
    const struct coach_step *steps = table->lessons[lesson].steps;
    return step < COACH_STEPS && steps[step].say ? &steps[step] : NULL;
}

int coach_reached(const struct coach_table *table, const struct coach_now *now)
{
    const struct coach_step *step = coach_step(table, now->lesson, now->step);
    for (int end = 0; end < COACH_ENDS; end++)
        if (step->ends[end].goal.kind != 0 && table->reached(&step->ends[end].goal, now))
            return end;
    return -1;
}

static bool is_possible(const struct coach_table *table, const struct race *race,
                        const char *action)
{
    struct race *trial = table->game->copy(race);
    struct event_list events = {0};
    struct error error;
    bool is = table->game->apply(trial, race_next_car(race), action, &events, &error);
    event_list_free(&events);
    table->game->free(trial);
    return is;
}

/* The next action of the other cars, as if the lesson had begun at that step. */
static void choose_for_others(const struct coach_table *table, const struct coach_lesson *lesson,
                              const struct session *session, int begun,
                              char action[COACH_ACTION_BYTES])
{
    const struct race *race = session_race(session);
    int done = 0;
    for (int i = lesson->others_begin ? 0 : begun; i < session_step_count(session); i++)
        done += session_step(session, i).car > COACH_PUPIL;
    if (!coach_pick(lesson->others, done, action, COACH_ACTION_BYTES) ||
        !is_possible(table, race, action))
        table->stand_in(race, action);
}

static bool set_rules(struct setup *setup, const char *rules, struct error *error)
{
    char pair[60];
    for (int i = 0; coach_pick(rules, i, pair, sizeof pair); i++)
        if (!setup_set_pair(setup, pair, error))
            return false;
    return true;
}

static bool lead_on(const struct coach_table *table, const struct coach_lesson *lesson,
                    struct session *session, struct error *error)
{
    char action[COACH_ACTION_BYTES];
    for (int i = 0;;) {
        if (lesson->others_begin && race_next_car(session_race(session)) > COACH_PUPIL)
            choose_for_others(table, lesson, session, 0, action);
        else if (!coach_pick(lesson->begin, i++, action, sizeof action))
            return true;
        if (!session_do(session, 0, action, error))
            return false;
    }
}

struct session *coach_begin(const struct coach_table *table, const struct coach_lesson *lesson,
                            struct error *error)
{
    static const struct player players[] = {
        {"Orange", 2, "human"}, {"Blue", 1, "human"}, {"Green", 3, "human"}};
    struct setup setup = setup_from_preset(table->game, table->preset);
    setup.course = table->course
                       ? table->course(error)
                       : course_read(table->game, lesson->course, strlen(lesson->course), error);
    setup.players = lesson->cars;
    struct session *session = NULL;
    if (!setup.course.body)
        return NULL;
    if (set_rules(&setup, table->rules, error) && set_rules(&setup, lesson->rules, error))
        session = session_begin(&setup, players, (struct allow){.undo = true}, error);
    course_release(setup.course);
    if (session && !lead_on(table, lesson, session, error)) {
        session_free(session);
        return NULL;
    }
    return session;
}

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

/* From its beginning, in place of the lesson that is on the screen. */
static void begin_lesson(struct app *app, int lesson)
{
    struct error error;
    struct session *session = coach_begin(coach.table, &coach.table->lessons[lesson], &error);
    if (!session) {
        app_tell(app, "This lesson cannot begin: %s", error.text);
        return;
    }
    struct session *old = coach.session;
    coach.session = app->session = session;
    /* The frame shows the new session from its first picture on. */
    bool folded = coach.race && coach.race->folded;
    if (coach.race)
        race_close(coach.race);
    coach.race = race_open(app, &screen_lessons);
    race_teach(coach.race, COACH_PUPIL);
    race_fold(coach.race, folded);
    race_choose_again(app, coach.race);
    session_free(old);
    note_lesson(lesson);
}

static void go_to_lesson(struct app *app, int lesson)
{
    if (coach.table->lessons[lesson].goes_on)
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
    return lesson == coach.table->count - 1;
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
        invite_follow_race(coach.before, app->session);
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
    choose_for_others(coach.table, &coach.table->lessons[coach.now.lesson], coach.session,
                      coach.now.begun, action);
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

static const struct coach_step *step_now(void)
{
    return coach_step(coach.table, coach.now.lesson, coach.now.step);
}

static void judge(void)
{
    if (coach.finished || coach.race->running >= 0)
        return;
    int end = coach_reached(coach.table, &coach.now);
    if (end < 0)
        return;
    coach.praise = step_now()->ends[end].praise;
    if (coach_step(coach.table, coach.now.lesson, coach.now.step + 1)) {
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

/* The numbers that are filled in are shorter than their places. */
static int text_height(struct canvas *canvas, int width, enum canvas_style style)
{
    const struct coach_step *step;
    int most = 0;
    for (int i = 0; i < coach.table->count; i++) {
        const char *praise = "";
        for (int k = 0; (step = coach_step(coach.table, i, k)); k++) {
            const char *said = ui_words("%s%s%s", praise, praise[0] ? " " : "", step->say);
            most = number_larger(most, canvas_paragraph_height(canvas, style, said, width));
            for (int end = 0; end < COACH_ENDS && step->ends[end].praise; end++)
                most = number_larger(
                    most, canvas_paragraph_height(canvas, style, step->ends[end].praise, width));
            praise = step->ends[0].praise;
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

static void tutorial_draw_halo(struct ui *ui, const char *id);

static void give_answer(struct app *app, enum tutorial_answer answer)
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

static enum tutorial_answer tutorial_card_build(struct ui *ui, struct box box,
                                                const struct tutorial_card *card);

static int tutorial_card_height(struct ui *ui, int width, const void *whose,
                                tutorial_measure *measure);

static void build(struct app *app, struct ui *ui)
{
    struct box rest = canvas_box(ui_canvas(ui));
    follow_undo(app);
    let_others_act(app);
    coach.seen = session_step_count(coach.session);
    judge();
    const char *mishap = find_mishap();
    bool over = coach.finished && is_last(coach.now.lesson);
    struct tutorial_card card = (struct tutorial_card){
        coach.table->lessons[coach.now.lesson].title,
        coach.now.lesson,
        coach.table->count,
        write_words(step_now(), mishap),
        {what_helps(ui, step_now(), mishap), over ? TUTORIAL_HOME : TUTORIAL_MENU}};
    struct box top = box_cut_top(&rest, tutorial_card_height(ui, rest.w, coach.table, text_height));
    give_answer(app, tutorial_card_build(ui, top, &card));
    /* Where there is little room the sheet has all of it. */
    struct race_screen *race = coach.race;
    bool folded = race->folded;
    race_fold(race, folded || rest.h < canvas_units(ui_canvas(ui), PANEL_HEIGHT));
    race_build(app, ui, race, rest);
    race_fold(race, folded);
    if (coach.race->asked.action.length > 0)
        return;
    char target[COACH_TARGET_BYTES];
    if ((step_now()->points || coach.shown) && suggest(ui, target))
        tutorial_draw_halo(ui, target);
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

/* === tutorial ================================================================================= */

/* See tutorial.h. Sentences and lessons are the games' own. */

static const double PADDING = 14, NARROW_PADDING = 6; /* interface pixels */
static const double SIDE = 20;
static const double TITLE = 28;
static const double BUTTONS = 150, NARROW_BUTTON = 104, NARROW_ROW = 36;
static const double GAP = 10;
static const double NARROW = 640; /* below it the buttons stand beside the title, in small type */

static bool is_narrow(const struct canvas *canvas, int width)
{
    return width < canvas_units(canvas, NARROW);
}

static enum canvas_style text_style(const struct canvas *canvas, int width)
{
    return is_narrow(canvas, width) ? STYLE_SMALL : STYLE_BODY;
}

static int text_width(const struct canvas *canvas, int width)
{
    int inside = width - 2 * canvas_units(canvas, SIDE);
    return is_narrow(canvas, width) ? inside : inside - canvas_units(canvas, BUTTONS + SIDE);
}

/* Measuring words takes time, so it is done once for a width and a tutorial. */
static int tutorial_text_height(struct canvas *canvas, int width, const void *whose,
                                tutorial_measure *measure)
{
    static struct {
        const void *whose;
        int width, height;
        double scale;
    } known;
    int inside = text_width(canvas, width);
    if (known.whose == whose && known.width == width && known.scale == canvas_scale(canvas))
        return known.height;
    known.whose = whose;
    known.width = width;
    known.scale = canvas_scale(canvas);
    known.height = measure(canvas, inside, text_style(canvas, width));
    return known.height;
}

static int tutorial_card_height(struct ui *ui, int width, const void *whose,
                                tutorial_measure *measure)
{
    struct canvas *canvas = ui_canvas(ui);
    int text = tutorial_text_height(canvas, width, whose, measure);
    int padding = canvas_units(canvas, PADDING), gap = canvas_units(canvas, GAP);
    int buttons = ui_button_height(ui);
    int tall = canvas_units(canvas, TITLE) + text;
    if (is_narrow(canvas, width))
        return canvas_units(canvas, 2 * NARROW_PADDING + NARROW_ROW) + text;
    return 2 * padding + (tall > 2 * buttons + gap ? tall : 2 * buttons + gap);
}

static const struct {
    const char *id, *label;
    enum ui_look look;
} offers[] = {[TUTORIAL_SHOW_ME] = {"button show-me", "Show me", LOOK_PLAIN},
              [TUTORIAL_TRY_AGAIN] = {"button try-again", "Try again", LOOK_PRIMARY},
              [TUTORIAL_NEXT] = {"button next", "Next", LOOK_PRIMARY},
              [TUTORIAL_MENU] = {"button lessons", "Lessons", LOOK_PLAIN},
              [TUTORIAL_NEW_RACE] = {"button new-race", "New race", LOOK_PRIMARY},
              [TUTORIAL_HOME] = {"button home", "Home", LOOK_PLAIN}};

static enum tutorial_answer tutorial_card_build(struct ui *ui, struct box box,
                                                const struct tutorial_card *card)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool narrow = is_narrow(canvas, box.w);
    canvas_fill(canvas, box, theme->card);
    struct box edge = box;
    canvas_fill(canvas, box_cut_bottom(&edge, canvas_units(canvas, 2)), theme->panel_edge);
    struct box inside = box_inset(box, canvas_units(canvas, SIDE),
                                  canvas_units(canvas, narrow ? NARROW_PADDING : PADDING));
    struct box title, buttons;
    if (narrow) {
        title = box_cut_top(&inside, canvas_units(canvas, NARROW_ROW));
        buttons = box_cut_right(&title, canvas_units(canvas, 2 * NARROW_BUTTON + GAP));
        buttons.h -= canvas_units(canvas, 4);
    } else {
        buttons = box_cut_right(&inside, canvas_units(canvas, BUTTONS));
        inside.w = text_width(canvas, box.w);
        title = box_cut_top(&inside, canvas_units(canvas, TITLE));
    }
    struct box row = title;
    char count[40];
    int width = canvas_text_width(canvas, STYLE_HEADING, card->title) + canvas_units(canvas, 14);
    snprintf(count, sizeof count, "Lesson %d of %d", card->lesson + 1, card->count);
    canvas_text(canvas, STYLE_HEADING, theme->action, card->title, box_cut_left(&row, width),
                ALIGN_LEFT);
    if (canvas_text_width(canvas, STYLE_SMALL, count) <= row.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, count, row, ALIGN_LEFT);
    canvas_paragraph(canvas, text_style(canvas, box.w), theme->ink, card->text, inside, ALIGN_LEFT);
    int gap = canvas_units(ui_canvas(ui), GAP), height = ui_button_height(ui);
    enum tutorial_answer answer = TUTORIAL_NOTHING;
    struct box below = {buttons.x, buttons.y, buttons.w, height};
    for (int i = 0; i < 2; i++) {
        enum tutorial_answer offer = card->offers[i];
        if (offer == TUTORIAL_NOTHING)
            continue;
        if (ui_button(ui, offers[offer].id, offers[offer].label,
                      narrow ? box_column(buttons, i, 2, gap) : below, offers[offer].look))
            answer = offer;
        below.y += height + gap;
    }
    if (card->offers[0] && offers[card->offers[0]].look == LOOK_PRIMARY)
        ui_default(ui, offers[card->offers[0]].id);
    return answer;
}

static void paint_halo(cairo_t *cairo, int width, int height, const void *data)
{
    const struct paper_theme *theme = data;
    struct paper_color color = theme->focus;
    double x = width / 2.0, y = height / 2.0, radius = fmin(x, y);
    cairo_pattern_t *glow = cairo_pattern_create_radial(x, y, radius * 0.3, x, y, radius);
    cairo_pattern_add_color_stop_rgba(glow, 0, color.red, color.green, color.blue, 0);
    cairo_pattern_add_color_stop_rgba(glow, 0.5, color.red, color.green, color.blue, 0.75);
    cairo_pattern_add_color_stop_rgba(glow, 1, color.red, color.green, color.blue, 0);
    cairo_set_source(cairo, glow);
    cairo_paint(cairo);
    cairo_pattern_destroy(glow);
}

static struct box find_target(const struct ui *ui, const char *id)
{
    for (int i = 0; i < ui_target_count(ui); i++)
        if (strcmp(ui_target_at(ui, i)->id, id) == 0)
            return ui_target_at(ui, i)->box;
    return (struct box){0, 0, 0, 0};
}

/* It has an edge of its own, unlike what can be chosen on the sheet. */
static bool is_button(const char *id)
{
    static const char *const beginnings[] = {"button ", "speed ", "end ", "force ", "chip", "keep"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(id, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

/* A soft ring round what is to be clicked. */
static void tutorial_draw_halo(struct ui *ui, const char *id)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box target = find_target(ui, id);
    if (target.w == 0 || target.h == 0)
        return;
    int margin = canvas_units(canvas, 4);
    if (is_button(id)) {
        struct card ring = {.edge = theme->focus, .radius = 9, .edge_width = 3};
        canvas_card(canvas, box_inset(target, -margin, -margin), &ring);
        return;
    }
    int size = canvas_units(canvas, 46);
    struct box box = {target.x + target.w / 2 - size / 2, target.y + target.h / 2 - size / 2, size,
                      size};
    canvas_shape(canvas, "halo", box, paint_halo, theme);
}

/* --- the menu --------------------------------------------------------------------------------- */

static const double ROW = 44, ROW_GAP = 8; /* interface pixels */

static void build_lesson(struct app *app, struct ui *ui, int lesson, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[40], label[80];
    const struct coach_lesson *of = &coach.table->lessons[lesson];
    bool done = coach.table->memory->done[lesson];
    snprintf(id, sizeof id, "lesson %s", of->name);
    snprintf(label, sizeof label, "%d. %s", lesson + 1, of->title);
    bool clicked = ui_card(ui, id, done ? "done" : "", box, lesson == coach.now.lesson);
    struct box inside = box_inset(box, canvas_units(canvas, 16), 0);
    const struct paper_theme *theme = canvas_theme(canvas);
    if (done)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, "done",
                    box_cut_right(&inside, canvas_units(canvas, 44)), ALIGN_RIGHT);
    canvas_text(canvas, STYLE_BODY, theme->ink, label, inside, ALIGN_LEFT);
    if (clicked) {
        begin_lesson(app, lesson);
        app_close_over(app);
    }
}

static bool is_another(const struct contest *contest)
{
    const struct coach_table *table = lesson_book_of(contest->game)->tutorial;
    return contest->which == 0 && table && table != coach.table;
}

/* Those of the other games, side by side. */
static void build_others(struct app *app, struct layout *column)
{
    int count = 0, index = 0, gap = canvas_units(ui_canvas(column->ui), ROW_GAP);
    struct contest contest;
    for (int i = 0; contest_at(i, &contest); i++)
        count += is_another(&contest);
    struct box row = layout_take(column, AT_TOP, ROW);
    for (int i = 0; contest_at(i, &contest); i++)
        if (is_another(&contest) && ui_button(column->ui, coach_button(&contest), contest.title,
                                              box_column(row, index++, count, gap), LOOK_PLAIN))
            coach_open(app, &contest);
}

static void build_menu(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct dialog dialog = {"lessons", "Tutorial", "button resume", 460, true, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    int gap = canvas_units(ui_canvas(ui), ROW_GAP);
    column.gap = ROW_GAP;
    if (ui_button(ui, "button resume", "Go on", layout_take(&column, AT_TOP, ROW), LOOK_PRIMARY))
        app_close_over(app);
    build_others(app, &column);
    ui_group_begin(ui);
    for (int i = 0; i < coach.table->count; i++)
        build_lesson(app, ui, i, layout_take(&column, AT_TOP, ROW));
    ui_group_end(ui);
    struct box row = layout_take(&column, AT_TOP, ROW);
    if (ui_button(ui, "button help", "How to play", box_column(row, 0, 2, gap), LOOK_PLAIN))
        app_open_over(app, &screen_help);
    if (ui_button(ui, "button leave", "Leave", box_column(row, 1, 2, gap), LOOK_PLAIN))
        app_go_back(app);
    dialog_end(&column);
    ui_default(ui, "button resume");
    ui_status(ui, "The lessons of the tutorial");
}

const struct screen screen_lessons = {.name = "lessons", .build = build_menu};
