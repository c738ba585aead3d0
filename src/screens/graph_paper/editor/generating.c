/* What is found out beside the window: the best lap of what is drawn, and tracks that are
 * generated.
 */

#include "base/memory.h"
#include "base/number.h"
#include "base/system/worker.h"
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/app.h"
#include "screens/graph_paper/editor/editor.h"
#include "screens/tracks/tracks.h"
#include "studio/graph_paper/generate/generate.h"
#include "ui/layout.h"

#include <SDL.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- the best lap: what the window shows is its own copy, so that a new finding cannot pull the
 * line from under it */

struct generating_search {
    const struct track *track; /* retained */
    uint64_t version;
    bool sound, is_shown;
    struct lap_finding finding;
    struct error error;
};

struct best_lap {
    struct worker *worker;
    bool wants; /* an answer, about this version */
    uint64_t version;
    bool has_shown;
    struct generating_search shown; /* without its track */
};

static void work(void *own, void *job, const atomic_bool *dropped)
{
    struct generating_search *search = job;
    (void)own;
    struct budget budget = {.bytes_most = WINDOW_SEARCH_BYTES, .cancelled = dropped};
    search->sound = lap_find(search->track, &budget, &search->finding, &search->error);
}

static void free_search(void *job)
{
    struct generating_search *search = job;
    track_release(search->track);
    free(search->finding.line);
    free(search);
}

struct best_lap *best_lap_create(void)
{
    static const struct worker_kind kind = {work, free_search, NULL};
    struct best_lap *best_lap = memory_allocate(1, sizeof *best_lap);
    best_lap->worker = worker_create(&kind, NULL);
    return best_lap;
}

static void forget_shown(struct best_lap *best_lap)
{
    free(best_lap->shown.finding.line);
    best_lap->shown = (struct generating_search){0};
    best_lap->has_shown = false;
}

void best_lap_free(struct best_lap *best_lap)
{
    if (!best_lap)
        return;
    worker_close(best_lap->worker);
    forget_shown(best_lap);
    free(best_lap);
}

void best_lap_ask(struct best_lap *best_lap, const struct track *track, uint64_t version)
{
    struct generating_search *search = NULL;
    if (track && best_lap->wants && version == best_lap->version)
        return;
    if (track) {
        search = memory_allocate(1, sizeof *search);
        search->track = track_retain(track);
        search->version = version;
    } else {
        forget_shown(best_lap);
    }
    best_lap->wants = track != NULL;
    best_lap->version = version;
    worker_ask(best_lap->worker, search);
}

struct best_lap_answer best_lap_answer(struct best_lap *best_lap)
{
    struct generating_search *answer = worker_answer(best_lap->worker);
    const struct generating_search *shown = &best_lap->shown;
    struct best_lap_answer told = {.state = BEST_LAP_NONE};
    if (!best_lap->wants)
        return told;
    if (answer && !answer->is_shown) {
        forget_shown(best_lap);
        best_lap->shown = *answer;
        best_lap->has_shown = answer->is_shown = true;
        answer->finding.line = NULL;
    }
    told.state = !answer ? BEST_LAP_SEARCHING : shown->sound ? BEST_LAP_LAP : BEST_LAP_NO_LAP;
    if (!best_lap->has_shown)
        return told;
    told.version = shown->version;
    told.finding = shown->finding;
    if (!shown->sound)
        SDL_strlcpy(told.why, shown->error.text, sizeof told.why);
    return told;
}

/* === generating =============================================================================== */

/* Tracks are generated: what is wished for at the left, six candidates of it at the right, one of
 * which is taken. The last wish of the sitting is remembered.
 *
 * Candidates are tracks of neighbouring seeds, made one after the other beside the window, which is
 * woken whenever one more is there. A batch of them is a worker's one job. It writes what it has
 * made before the state, the dialog reads it after that, so both need no lock.
 */

enum { SEED_BYTES = 24, SEEDS_DRAWN = 1000000, BATCH_SIZE = 6 };
enum candidate_state { WAITING, MADE, FAILED };

struct generating_candidate {
    atomic_int state; /* enum candidate_state: what is below is the window's when it is made */
    struct track *track;
    int par; /* 0: an arena */
    struct error error;
};

struct batch {
    struct worker *worker;
    struct generator_wish wish;
    struct generating_candidate items[BATCH_SIZE];
};

static struct {
    bool opened_before;
    struct generator_wish wish;
    char seed[SEED_BYTES]; /* as it stands in the field */
    int chosen;
    struct batch *batch; /* NULL: the wish has no meaning */
    struct error problem;
    struct picture *thumbnails[BATCH_SIZE];
    struct ui_scroll scroll;
    void (*take)(struct app *app, struct course course);
} state;

static const double WIDE = 600, LEFT = 250, GENERATING_BETWEEN = 24,
                    GENERATING_GAP = 10; /* interface pixels */
static const double PREVIEW_WORDS = 50, LINE_GAP = 6, ALL = 420, AROUND = 210;

/* --- candidates beside the window ------------------------------------------------------------ */

static void make(struct batch *batch, int index, const atomic_bool *dropped)
{
    struct generating_candidate *item = &batch->items[index];
    struct generator_wish wish = batch->wish;
    wish.seed += (uint64_t)index;
    item->track = generate_track(&wish, dropped, &item->par, &item->error);
    if (atomic_load(dropped))
        return;
    atomic_store(&item->state, item->track ? MADE : FAILED);
    worker_wake();
}

static void make_all(void *own, void *job, const atomic_bool *dropped)
{
    (void)own;
    for (int i = 0; i < BATCH_SIZE && !atomic_load(dropped); i++)
        make(job, i, dropped);
}

static void free_batch(void *job)
{
    struct batch *batch = job;
    for (int i = 0; i < BATCH_SIZE; i++)
        track_release(batch->items[i].track);
    free(batch);
}

static void drop_batch(void)
{
    if (state.batch)
        worker_close(state.batch->worker);
    state.batch = NULL;
    for (int i = 0; i < BATCH_SIZE; i++)
        picture_free(&state.thumbnails[i]);
}

/* After each change of the wish. */
static void begin_batch(void)
{
    static const struct worker_kind kind = {make_all, free_batch, NULL};
    drop_batch();
    state.problem.text[0] = '\0';
    state.chosen = 0;
    if (!number_is_unsigned(state.seed, &state.wish.seed)) {
        error_set(&state.problem, "The seed must be a whole number from 0 to 2^64 - 1.");
    } else if (generator_check(&state.wish, &state.problem)) {
        state.batch = memory_allocate(1, sizeof *state.batch);
        state.batch->wish = state.wish;
        state.batch->worker = worker_create(&kind, NULL);
        worker_ask(state.batch->worker, state.batch);
    }
}

static enum candidate_state state_of(const struct generating_candidate *candidate)
{
    return (enum candidate_state)atomic_load(&candidate->state);
}

/* The one that is chosen, if it is made; else NULL. */
static const struct generating_candidate *chosen_candidate(void)
{
    const struct generating_candidate *chosen =
        state.batch ? &state.batch->items[state.chosen] : NULL;
    return chosen && state_of(chosen) == MADE ? chosen : NULL;
}

/* --- the wish --------------------------------------------------------------------------------- */

static void set_seed(uint64_t seed)
{
    snprintf(state.seed, sizeof state.seed, "%" PRIu64, seed);
}

/* Short numbers, so that one can write them down. */
static uint64_t draw_seed(uint64_t from)
{
    struct random random = random_seeded(from);
    return random_below(&random, SEEDS_DRAWN);
}

static void enter(struct app *app)
{
    (void)app;
    if (!state.opened_before) {
        state.wish = generator_usual_wish;
        set_seed(draw_seed((uint64_t)time(NULL)));
        state.opened_before = true;
    }
    state.scroll.offset = 0;
    begin_batch();
}

static void leave(struct app *app)
{
    (void)app;
    drop_batch();
}

/* --- controls --------------------------------------------------------------------------------- */

static void write_label(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_BODY, canvas_theme(ui_canvas(column->ui))->ink_soft, text);
}

static bool build_styles(struct layout *column)
{
    static const char *const titles[GENERATOR_STYLE_COUNT] = {"Flowing", "Tight", "Street",
                                                              "Arena"};
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct grid grid = grid_in(column, 100, GENERATING_GAP, 2);
    grid.height = canvas_units(canvas, 38);
    bool changed = false;
    ui_group_begin(column->ui);
    for (int i = 0; i < GENERATOR_STYLE_COUNT; i++) {
        char id[48];
        bool chosen = state.wish.style == (enum generator_style)i;
        struct box box = grid_cell(&grid, i);
        snprintf(id, sizeof id, "choice style %s", generator_style_names[i]);
        if (ui_chip(column->ui, id, titles[i], generator_style_sentences[i], box, chosen).clicked &&
            !chosen) {
            state.wish.style = (enum generator_style)i;
            changed = true;
        }
    }
    ui_group_end(column->ui);
    layout_cut(column, AT_TOP, grid_height(&grid, GENERATOR_STYLE_COUNT));
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft,
                     generator_style_sentences[state.wish.style]);
    return changed;
}

static bool build_side(struct layout *column, const char *id, const char *label, int *side)
{
    static const struct ui_range range = {GENERATOR_SIDE_LEAST, GENERATOR_SIDE_MOST, 1, "", NULL};
    struct canvas *canvas = ui_canvas(column->ui);
    struct layout row = layout_row(column, 34, 0);
    char told[40];
    snprintf(told, sizeof told, "%d", *side);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, label,
                layout_take(&row, AT_LEFT, 62), ALIGN_LEFT);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, told,
                layout_take(&row, AT_RIGHT, 44), ALIGN_RIGHT);
    return ui_slider(column->ui, id, told, row.rest, side, &range);
}

static bool build_seed(struct layout *column)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct layout row = layout_row(column, 38, GENERATING_GAP);
    struct box button = layout_cut(&row, AT_RIGHT, ui_button_width(ui, "Another"));
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, "Seed",
                layout_take(&row, AT_LEFT, 40), ALIGN_LEFT);
    bool changed = ui_text_field(ui, "choice seed", state.seed, SEED_BYTES, row.rest);
    if (ui_button(ui, "button another", "Another", button, LOOK_PLAIN)) {
        set_seed(draw_seed(state.wish.seed));
        changed = true;
    }
    return changed;
}

static void write_promise(struct layout *column)
{
    char promise[120];
    int least, most;
    if (!state.batch)
        return;
    generator_promise(&state.wish, &least, &most);
    if (state.wish.style == ARENA_STYLE)
        snprintf(promise, sizeof promise, "Promises %d to %d pillars.", least, most);
    else
        snprintf(promise, sizeof promise, "Promises a lap of %d to %d moves.", least, most);
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft, promise);
}

static void build_controls(struct layout *column)
{
    static const struct ui_range difficulties = {GENERATOR_DIFFICULTY_LEAST,
                                                 GENERATOR_DIFFICULTY_MOST, 1, "", NULL};
    write_label(column, "Style");
    bool changed = build_styles(column);
    changed |= ui_stepper(column->ui, "choice difficulty", "Difficulty",
                          layout_take(column, AT_TOP, 36), &state.wish.difficulty, &difficulties);
    write_promise(column);
    write_label(column, "Squares");
    changed |= build_side(column, "choice width", "Width", &state.wish.width);
    changed |= build_side(column, "choice height", "Height", &state.wish.height);
    changed |= build_seed(column);
    if (changed)
        begin_batch();
}

/* --- candidates ------------------------------------------------------------------------------- */

static void build_candidate(struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct generating_candidate *candidate = &state.batch->items[index];
    const struct track *track = state_of(candidate) == MADE ? candidate->track : NULL;
    char id[40], par[40], told[200], words[80];
    size_t size = sizeof par;
    if (state_of(candidate) == WAITING)
        snprintf(par, size, "…");
    else if (state_of(candidate) == FAILED)
        snprintf(par, size, "none");
    else if (candidate->par > 0)
        snprintf(par, size, "par %d", candidate->par);
    else
        snprintf(par, size, "%d pillars", area_loop_count(candidate->track->surface) - 1);
    snprintf(id, sizeof id, "candidate %d", index + 1);
    snprintf(told, sizeof told, "%s%s%s", track ? track->name : "", track ? ", " : "", par);
    if (ui_card(ui, id, told, box, state.chosen == index))
        state.chosen = index;
    struct layout inside = layout_inside(ui, box, 8, 8, 0);
    struct box below = layout_take(&inside, AT_BOTTOM, PREVIEW_WORDS - 8);
    if (!track) {
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, par, inside.rest, ALIGN_CENTRE);
        return;
    }
    struct course course = graph_paper_course(track);
    canvas_picture(canvas, &state.thumbnails[index], inside.rest, gallery_paint, &course);
    snprintf(words, sizeof words, "%s · seed %" PRIu64, par, state.wish.seed + (uint64_t)index);
    canvas_text(canvas, STYLE_STRONG, theme->ink, track->name, box_cut_top(&below, below.h / 2),
                ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, words, below, ALIGN_LEFT);
}

/* As many beside each other as suits their shape, and as high as suits the window. */
static void build_candidates(struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct generator_wish *wish = &state.wish;
    if (!state.batch) {
        layout_paragraph(column, STYLE_BODY, canvas_theme(canvas)->warning, state.problem.text);
        return;
    }
    struct grid grid =
        grid_in(column, 110, GENERATING_GAP, wish->width > 1.7 * wish->height ? 2 : 3);
    int words = canvas_units(canvas, PREVIEW_WORDS + 8), least = words + canvas_units(canvas, 70);
    int rows = (BATCH_SIZE + grid.columns - 1) / grid.columns;
    int most = (canvas_box(canvas).h - canvas_units(canvas, AROUND)) / rows;
    most = most < least                              ? least
           : most * rows > canvas_units(canvas, ALL) ? canvas_units(canvas, ALL) / rows
                                                     : most;
    grid.height =
        (grid_width(&grid) - canvas_units(canvas, 16)) * wish->height / wish->width + words;
    grid.height = grid.height > most ? most : grid.height < least ? least : grid.height;
    for (int i = 0; i < BATCH_SIZE; i++)
        build_candidate(column->ui, i, grid_cell(&grid, i));
    layout_cut(column, AT_TOP, grid_height(&grid, BATCH_SIZE));
}

/* --- the dialog ------------------------------------------------------------------------------- */

static void build(struct app *app, struct ui *ui)
{
    struct dialog dialog = {.id = "generating",
                            .title = "Generate a track",
                            .cancel_id = "button cancel",
                            .width = 960,
                            .scroll = &state.scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = GENERATING_GAP;
    if (column.rest.w >= canvas_units(ui_canvas(ui), WIDE)) {
        struct layout left = {ui, layout_take(&column, AT_LEFT, LEFT), LINE_GAP};
        layout_skip(&column, AT_LEFT, GENERATING_BETWEEN - GENERATING_GAP);
        build_controls(&left);
        build_candidates(&column);
        column.rest.y = left.rest.y > column.rest.y ? left.rest.y : column.rest.y;
    } else {
        build_controls(&column);
        build_candidates(&column);
    }
    dialog_end(&column);
    char status[500];
    const struct generating_candidate *chosen =
        state.batch ? &state.batch->items[state.chosen] : NULL;
    if (!chosen)
        snprintf(status, sizeof status, "%s", state.problem.text);
    else if (state_of(chosen) == MADE)
        snprintf(status, sizeof status, "%s. %s", chosen->track->name, chosen->track->description);
    else
        snprintf(status, sizeof status, "%s",
                 state_of(chosen) == FAILED ? chosen->error.text : "…");
    ui_status(ui, status);
    struct layout *foot = &dialog.foot;
    struct box take = layout_cut(foot, AT_RIGHT, ui_button_width(foot->ui, "Take this one"));
    if (layout_button(foot, AT_RIGHT, "button cancel", "Cancel", LOOK_PLAIN))
        app_close_over(app);
    if (!chosen_candidate())
        ui_button_disabled(foot->ui, "Take this one", take);
    else if (ui_button(foot->ui, "button take", "Take this one", take, LOOK_PRIMARY)) {
        struct track *taken = track_retain(chosen_candidate()->track);
        app_close_over(app);
        state.take(app, graph_paper_course(taken));
        track_release(taken);
    }
    ui_default(foot->ui, "button take");
}

static const struct screen screen_generating = {
    .name = "generating", .enter = enter, .leave = leave, .build = build};

void app_generate(struct app *app, void (*take)(struct app *app, struct course course))
{
    state.take = take;
    app_open_over(app, &screen_generating);
}
