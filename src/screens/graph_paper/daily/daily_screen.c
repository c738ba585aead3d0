/* The track of the date, over home: what it looks like, its par, how today went and the streak. The
 * track is made beside the window; the race is one person's, under the first preset, and nothing
 * can be taken back in it, so that results can be compared.
 */
#include "base/memory.h"
#include "base/number.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/after/after.h"
#include "screens/course_tools.h"
#include "screens/graph_paper/editor/editor.h"
#include "screens/tracks/tracks.h"
#include "studio/graph_paper/generate/generate.h"
#include "ui/layout.h"

#include <stdio.h>
#include <stdlib.h>

struct order {
    int day;
    struct track *track; /* NULL: it is being made */
    int par;
};

static struct {
    int day;
    struct worker *worker;
    struct order *order; /* once it is done: the worker's */
    struct daily result; /* of the day; no rounds: it was not finished */
    int streak;
    struct picture *thumbnail;
    struct ui_scroll scroll;
} state;

static const double PICTURE_SHARE = 0.62, PICTURE_LEAST = 80; /* of the width; interface pixels */

/* --- the track ------------------------------------------------------------------------------- */

static void make(void *own, void *job, const atomic_bool *dropped)
{
    struct order *order = job;
    (void)own;
    order->track = daily_track(order->day, dropped, &order->par);
}

static void free_order(void *job)
{
    track_release(((struct order *)job)->track);
    free(job);
}

static void enter(struct app *app)
{
    static const struct worker_kind kind = {make, free_order, NULL};
    struct order *order = memory_allocate(1, sizeof *order);
    state.day = order->day = clock_today();
    state.order = NULL;
    state.scroll = (struct ui_scroll){0};
    struct text told = {0};
    struct dailies *dailies = dailies_load(app->daily_path, &told);
    const struct daily *result = dailies_find(dailies, state.day);
    state.result = result ? *result : (struct daily){0};
    state.streak = dailies_streak_today(dailies, state.day);
    dailies_free(dailies);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
    state.worker = worker_create(&kind, NULL);
    worker_ask(state.worker, order);
}

static void leave(struct app *app)
{
    (void)app;
    worker_close(state.worker);
    picture_free(&state.thumbnail);
    state.worker = NULL;
    state.order = NULL;
}

/* --- the race -------------------------------------------------------------------------------- */

static bool remember_begin(struct app *app, const struct track *track, struct error *error)
{
    struct text told = {0};
    struct daily daily = {.day = state.day,
                          .generator = GENERATOR_VERSION,
                          .track = course_fingerprint(graph_paper_course(track)),
                          .par = state.order->par};
    bool kept = daily_begin(app->daily_path, &daily, &told, error);
    text_free(&told); /* was told when the day was looked up */
    return kept;
}

static void start(struct app *app)
{
    struct error error;
    struct player player = course_tools_tester(&app->settings);
    struct setup setup = setup_from_preset(&graph_paper_game, 0);
    setup.course = graph_paper_course(state.order->track);
    setup.seed = 1;
    bool kept = remember_begin(app, state.order->track, &error);
    app_keeping(app, KEPT_DAILY, app->daily_path, kept, &error);
    if (app_begin_race(app, &setup, &player, (struct allow){false, false}, &error))
        return;
    app_tell(app, "The race cannot start: %s", error.text);
}

/* --- the dialog ------------------------------------------------------------------------------ */

static void build_picture(struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    int most = canvas_box(canvas).h - canvas_units(canvas, 300);
    int least = canvas_units(canvas, PICTURE_LEAST);
    int height = (int)(column->rest.w * PICTURE_SHARE);
    height = height > most ? most : height;
    struct box box = layout_cut(column, AT_TOP, height < least ? least : height);
    struct card card = card_plain(canvas);
    card.fill = canvas_theme(canvas)->paper;
    canvas_card(canvas, box, &card);
    if (!state.order) {
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, "…", box, ALIGN_CENTRE);
        return;
    }
    struct course course = graph_paper_course(state.order->track);
    canvas_picture(canvas, &state.thumbnail,
                   box_inset(box, canvas_units(canvas, 8), canvas_units(canvas, 8)), gallery_paint,
                   &course);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct dialog dialog = {.id = "daily",
                            .title = "Daily track",
                            .cancel_id = "button cancel",
                            .width = 520,
                            .scroll = &state.scroll};
    struct text words = {0};
    char date[DATE_WORDS];
    state.order = worker_answer(state.worker);
    date_say(state.day, date);
    /* "Par 29 moves. Finished in 31 moves; streak 4 days." */
    if (state.order)
        text_append_format(&words, "Par %d moves. ", state.order->par);
    if (state.result.rounds > 0)
        text_append_format(&words, "You have finished it in %d.", state.result.rounds);
    else if (state.streak > 0)
        text_append_format(&words, "Finish it today, and your streak is %d days.",
                           state.streak + 1);
    else
        text_append(&words,
                    "The same track for everybody who races today. Finish one every day, and "
                    "it is a streak.");
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 10;
    layout_paragraph(&column, STYLE_STRONG, theme->ink, date);
    build_picture(&column);
    layout_paragraph(&column, STYLE_BODY, theme->ink, text_string(&words));
    if (state.result.rounds > 0)
        sharing_build(app, &column, &state.result, state.streak);
    dialog_end(&column);
    ui_status(ui, ui_words("%s. %s", date, text_string(&words)));
    text_free(&words);
    const char *label = state.result.rounds > 0 ? "Race it again" : "Race it";
    struct box go = layout_cut(&dialog.foot, AT_RIGHT, ui_button_width(ui, label));
    if (layout_button(&dialog.foot, AT_RIGHT, "button cancel", "Cancel", LOOK_PLAIN))
        app_close_over(app);
    if (!state.order)
        ui_button_disabled(ui, label, go);
    else if (ui_button(ui, "button start-daily", label, go, LOOK_PRIMARY))
        start(app);
    ui_default(ui, "button start-daily");
}

const struct screen screen_daily = {
    .name = "daily", .enter = enter, .leave = leave, .build = build};
