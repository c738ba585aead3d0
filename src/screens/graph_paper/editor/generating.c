/* Tracks are generated: what is wished for at the left, six candidates of it at the right, one of
 * which is taken. The last wish of the sitting is remembered.
 */
#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/editor/generating_batch.h"
#include "screens/graph_paper/editor/making.h"
#include "screens/tracks/gallery.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEED_BYTES = 24, SEEDS_DRAWN = 1000000 };

static struct {
    bool opened_before;
    struct generator_wish wish;
    char seed[SEED_BYTES]; /* as it stands in the field */
    int chosen;
    struct batch *batch; /* NULL: the wish has no meaning */
    struct error problem;
    struct thumbnail thumbnails[BATCH_SIZE];
    struct ui_scroll scroll;
    void (*take)(struct app *app, struct course course);
} state;

static const double WIDE = 600, LEFT = 250, BETWEEN = 24, GAP = 10; /* interface pixels */
static const double PREVIEW_WORDS = 50;

/* --- the wish -----------------------------------------------------------------------------------
 */

static void drop_batch(void)
{
    batch_free(state.batch);
    state.batch = NULL;
    for (int i = 0; i < BATCH_SIZE; i++)
        thumbnail_clear(&state.thumbnails[i]);
}

/* After each change of the wish. */
static void begin_batch(void)
{
    drop_batch();
    state.problem.text[0] = '\0';
    state.chosen = 0;
    if (!number_is_unsigned(state.seed, &state.wish.seed))
        error_set(&state.problem, "The seed must be a whole number from 0 to 2^64 - 1.");
    else if (generator_check(&state.wish, &state.problem))
        state.batch = batch_begin(&state.wish);
}

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

/* --- controls -----------------------------------------------------------------------------------
 */

static struct box cut(struct canvas *canvas, struct box *rest, double height, double gap)
{
    struct box row = box_cut_top(rest, canvas_units(canvas, height));
    box_cut_top(rest, canvas_units(canvas, gap));
    return row;
}

static void write_label(struct canvas *canvas, struct box *rest, const char *text)
{
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, text, cut(canvas, rest, 24, 4),
                ALIGN_LEFT);
}

static bool build_styles(struct ui *ui, struct box *rest)
{
    static const char *const titles[GENERATOR_STYLE_COUNT] = {"Flowing", "Tight", "Street",
                                                              "Arena"};
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool changed = false;
    for (int i = 0; i < GENERATOR_STYLE_COUNT; i += 2) {
        struct box row = cut(canvas, rest, 38, 8);
        for (int j = 0; j < 2; j++) {
            char id[48];
            bool chosen = state.wish.style == (enum generator_style)(i + j);
            struct box box = box_column(row, j, 2, canvas_units(canvas, 8));
            snprintf(id, sizeof id, "choice style %s", generator_style_names[i + j]);
            if (ui_card(ui, id, generator_style_sentences[i + j], box, chosen) && !chosen) {
                state.wish.style = (enum generator_style)(i + j);
                changed = true;
            }
            canvas_text(canvas, STYLE_BODY, theme->ink, titles[i + j], box, ALIGN_CENTRE);
        }
    }
    const char *sentence = generator_style_sentences[state.wish.style];
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, sentence, rest->w);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, sentence, box_cut_top(rest, height),
                     ALIGN_LEFT);
    box_cut_top(rest, canvas_units(canvas, GAP));
    return changed;
}

static bool build_side(struct ui *ui, struct box *rest, const char *id, const char *label,
                       int *side)
{
    static const struct ui_range range = {GENERATOR_SIDE_LEAST, GENERATOR_SIDE_MOST, 1, "", NULL};
    struct canvas *canvas = ui_canvas(ui);
    struct box row = cut(canvas, rest, 34, 2);
    char told[40];
    snprintf(told, sizeof told, "%d", *side);
    struct box name = box_cut_left(&row, canvas_units(canvas, 62));
    struct box number = box_cut_right(&row, canvas_units(canvas, 44));
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, label, name, ALIGN_LEFT);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, told, number, ALIGN_RIGHT);
    return ui_slider(ui, id, told, row, side, &range);
}

static bool build_seed(struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box row = cut(canvas, rest, 38, GAP);
    struct box button = box_cut_right(&row, ui_button_width(ui, "Another"));
    box_cut_right(&row, canvas_units(canvas, 8));
    struct box label = box_cut_left(&row, canvas_units(canvas, 48));
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, "Seed", label, ALIGN_LEFT);
    bool changed = ui_text_field(ui, "choice seed", state.seed, SEED_BYTES, row);
    if (ui_button(ui, "button another", "Another", button, LOOK_PLAIN)) {
        set_seed(draw_seed(state.wish.seed));
        changed = true;
    }
    return changed;
}

static void write_promise(struct canvas *canvas, struct box *rest)
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
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, promise,
                cut(canvas, rest, 22, GAP), ALIGN_LEFT);
}

static void build_controls(struct ui *ui, struct box *rest)
{
    static const struct ui_range difficulties = {GENERATOR_DIFFICULTY_LEAST,
                                                 GENERATOR_DIFFICULTY_MOST, 1, "", NULL};
    struct canvas *canvas = ui_canvas(ui);
    write_label(canvas, rest, "Style");
    bool changed = build_styles(ui, rest);
    changed |= ui_stepper(ui, "choice difficulty", "Difficulty", cut(canvas, rest, 36, 2),
                          &state.wish.difficulty, &difficulties);
    write_promise(canvas, rest);
    write_label(canvas, rest, "Squares");
    changed |= build_side(ui, rest, "choice width", "Width", &state.wish.width);
    changed |= build_side(ui, rest, "choice height", "Height", &state.wish.height);
    box_cut_top(rest, canvas_units(canvas, GAP));
    changed |= build_seed(ui, rest);
    if (changed)
        begin_batch();
}

/* --- candidates ---------------------------------------------------------------------------------
 */

static void say_par(const struct batch_answer *answer, char *into, size_t size)
{
    if (answer->state == BATCH_WAITING)
        snprintf(into, size, "…");
    else if (answer->state == BATCH_FAILED)
        snprintf(into, size, "none");
    else if (answer->par > 0)
        snprintf(into, size, "par %d", answer->par);
    else
        snprintf(into, size, "%d pillars", area_loop_count(answer->track->surface) - 1);
}

static void build_candidate(struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct batch_answer answer = batch_answer(state.batch, index);
    char id[40], par[40], told[200], words[80];
    say_par(&answer, par, sizeof par);
    snprintf(id, sizeof id, "candidate %d", index + 1);
    snprintf(told, sizeof told, "%s%s%s", answer.track ? answer.track->name : "",
             answer.track ? ", " : "", par);
    if (ui_card(ui, id, told, box, state.chosen == index))
        state.chosen = index;
    int side = canvas_units(canvas, 8);
    struct box inside = box_inset(box, side, side);
    struct box below = box_cut_bottom(&inside, canvas_units(canvas, PREVIEW_WORDS - 8));
    if (!answer.track) {
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, par, inside, ALIGN_CENTRE);
        return;
    }
    thumbnail_draw(&state.thumbnails[index], graph_paper_course(answer.track), canvas, inside);
    snprintf(words, sizeof words, "%s · seed %" PRIu64, par, state.wish.seed + (uint64_t)index);
    canvas_text(canvas, STYLE_STRONG, theme->ink, answer.track->name,
                box_cut_top(&below, below.h / 2), ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, words, below, ALIGN_LEFT);
}

/* As many beside each other as suits their shape. */
static void build_candidates(struct ui *ui, struct box *rest, int room)
{
    struct canvas *canvas = ui_canvas(ui);
    if (!state.batch) {
        canvas_paragraph(canvas, STYLE_BODY, canvas_theme(canvas)->warning, state.problem.text,
                         cut(canvas, rest, 120, 0), ALIGN_LEFT);
        return;
    }
    int gap = canvas_units(canvas, GAP);
    int words = canvas_units(canvas, PREVIEW_WORDS + 8);
    int columns = rest->w < canvas_units(canvas, 330)          ? 2
                  : state.wish.width > 1.7 * state.wish.height ? 2
                                                               : 3;
    int rows = BATCH_SIZE / columns;
    int width = (rest->w - (columns - 1) * gap) / columns;
    int height = (width - canvas_units(canvas, 16)) * state.wish.height / state.wish.width + words;
    int most = (room - (rows - 1) * gap) / rows;
    int least = words + canvas_units(canvas, 70);
    most = most < least ? least : most;
    height = height > most ? most : height < least ? least : height;
    for (int i = 0; i < BATCH_SIZE; i += columns) {
        struct box row = box_cut_top(rest, height);
        box_cut_top(rest, gap);
        for (int j = 0; j < columns; j++)
            build_candidate(ui, i + j, box_column(row, j, columns, gap));
    }
}

/* --- the dialog ---------------------------------------------------------------------------------
 */

static void take_chosen(struct app *app, const struct track *track)
{
    struct track *taken = track_retain(track);
    app_close_over(app);
    state.take(app, graph_paper_course(taken));
    track_release(taken);
}

static void build_buttons(struct app *app, struct ui *ui, struct box row)
{
    struct batch_answer answer = {0};
    if (state.batch)
        answer = batch_answer(state.batch, state.chosen);
    struct box take = box_cut_right(&row, ui_button_width(ui, "Take this one"));
    box_cut_right(&row, canvas_units(ui_canvas(ui), 12));
    struct box cancel = box_cut_right(&row, ui_button_width(ui, "Cancel"));
    if (ui_button(ui, "button cancel", "Cancel", cancel, LOOK_PLAIN))
        app_close_over(app);
    if (!answer.track)
        ui_button_disabled(ui, "Take this one", take);
    else if (ui_button(ui, "button take", "Take this one", take, LOOK_PRIMARY))
        take_chosen(app, answer.track);
    ui_default(ui, "button take");
}

static void say_status(struct ui *ui)
{
    char status[500];
    struct batch_answer answer = {0};
    if (state.batch)
        answer = batch_answer(state.batch, state.chosen);
    if (!state.batch)
        snprintf(status, sizeof status, "%s", state.problem.text);
    else if (answer.track)
        snprintf(status, sizeof status, "%s. %s", answer.track->name, answer.track->description);
    else
        snprintf(status, sizeof status, "%s", answer.why && answer.why[0] ? answer.why : "…");
    ui_status(ui, status);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box inside = ui_dialog(ui, 960, 590, "button cancel");
    struct box buttons = box_cut_bottom(&inside, ui_button_height(ui));
    box_cut_bottom(&inside, canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, "Generate a track",
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 6));
    struct box area = box_inset(inside, -canvas_units(canvas, 14), 0);
    int top = ui_scroll_begin(ui, "generating", area, &state.scroll);
    struct box rest = {inside.x, top + canvas_units(canvas, 4), inside.w, 100000};
    int bottom;
    if (inside.w >= canvas_units(canvas, WIDE)) {
        struct box left = box_cut_left(&rest, canvas_units(canvas, LEFT));
        box_cut_left(&rest, canvas_units(canvas, BETWEEN));
        build_controls(ui, &left);
        build_candidates(ui, &rest, inside.h - canvas_units(canvas, 8));
        bottom = left.y > rest.y ? left.y : rest.y;
    } else {
        build_controls(ui, &rest);
        build_candidates(ui, &rest, inside.h);
        bottom = rest.y;
    }
    ui_scroll_end(ui, bottom);
    build_buttons(app, ui, buttons);
    say_status(ui);
}

void app_generate(struct app *app, void (*take)(struct app *app, struct course course))
{
    state.take = take;
    app_open_over(app, &screen_generating);
}

const struct screen screen_generating = {
    .name = "generating", .enter = enter, .leave = leave, .build = build};
