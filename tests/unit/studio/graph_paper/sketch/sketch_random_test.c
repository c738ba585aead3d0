/* Whatever is done to a sheet, with whatever arguments: it stays a sheet, undo leads back to its
 * beginning and redo to its end, and a file gives back what was written.
 */
#include "base/number.h"
#include "studio/graph_paper/sketch/sketch.h"
#include "unit/track/drafts.h"

#include <math.h>
#include <stdio.h>

struct game {
    struct steps *sketch;
    struct random random;
};

static int below(struct game *game, int limit)
{
    return (int)random_below(&game->random, (uint32_t)limit);
}

static double between(struct game *game, double low, double high)
{
    return low + (high - low) * below(game, 1 << 20) / (1 << 20);
}

/* Mostly on the sheet, sometimes off it, sometimes no place at all. */
static struct spot any_spot(struct game *game)
{
    static const double odd[] = {0, -1, 1e9, -1e300, 0.5, 40, 1e-300};
    struct spot spot = {between(game, -3, 43), between(game, -3, 33)};
    if (below(game, 40) == 0)
        spot.x = odd[below(game, 7)];
    if (below(game, 200) == 0)
        spot.y = below(game, 2) ? NAN : INFINITY;
    return spot;
}

static int any_item(struct game *game)
{
    int count = sketch_draft(game->sketch)->count;
    return below(game, 12) == 0 ? below(game, 2000) - 1000 : below(game, count + 1) - 1;
}

static enum draft_role any_role(struct game *game)
{
    return below(game, 20) == 0 ? (enum draft_role)(below(game, 100) - 50)
                                : (enum draft_role)below(game, DRAFT_ROLE_COUNT);
}

static int any_path(struct game *game, struct spot *path, int limit)
{
    int count = below(game, limit + 1);
    if (count == 0)
        return 0;
    path[0] = any_spot(game);
    double turn = between(game, 0, 6), bend = between(game, -0.2, 0.2), step = between(game, 0, 1);
    for (int i = 1; i < count; i++) {
        path[i] = (struct spot){path[i - 1].x + step * cos(turn), path[i - 1].y + step * sin(turn)};
        turn += bend;
        if (below(game, 30) == 0)
            path[i] = any_spot(game);
    }
    return count;
}

static void draw(struct game *game, struct error *error)
{
    struct spot path[200];
    int count = any_path(game, path, 200);
    int made = sketch_draw_stroke(game->sketch, below(game, 3) ? DRAFT_WALL : any_role(game), path,
                                  count, between(game, -0.2, 2), error);
    assert_true(made >= -1 && made < sketch_draft(game->sketch)->count);
    assert_true(made >= 0 || error->text[0] != '\0');
}

static void draw_polygon(struct game *game, struct error *error)
{
    struct spot path[12];
    int count = any_path(game, path, 12);
    int made =
        sketch_draw_polygon(game->sketch, any_role(game), path, count, below(game, 2), error);
    assert_true(made >= -1 && made < sketch_draft(game->sketch)->count);
}

static void redraw(struct game *game, struct error *error)
{
    struct spot path[100];
    int count = any_path(game, path, 100);
    int item = any_item(game);
    struct spot low, high;
    if (count > 1 && sketch_box(game->sketch, item, &low, &high)) {
        const struct draft_loop *loop = &sketch_draft(game->sketch)->items[item].loops[0];
        struct point a = loop->vertices[below(game, loop->count)];
        struct point b = loop->vertices[below(game, loop->count)];
        path[0] = (struct spot){(double)a.x / FINE, (double)a.y / FINE};
        path[count - 1] = (struct spot){(double)b.x / FINE, (double)b.y / FINE};
    }
    sketch_redraw(game->sketch, item, path, count, between(game, 0, 2), error);
}

static void erase(struct game *game, struct error *error)
{
    struct spot path[5];
    int count = any_path(game, path, 5);
    sketch_erase(game->sketch, path, count, between(game, -0.1, 1.5), error);
}

static void add_parallel(struct game *game, struct error *error)
{
    if (below(game, 4) == 0)
        sketch_add_parallel(game->sketch, any_item(game), between(game, -4, 4), error);
}

static void set_line(struct game *game, struct error *error)
{
    sketch_set_line(game->sketch, below(game, 2) ? DRAFT_START_FINISH : any_role(game),
                    any_spot(game), any_spot(game), error);
    sketch_flip_line(game->sketch, any_item(game));
}

static void add_things(struct game *game, struct error *error)
{
    struct spot path[6];
    int count = any_path(game, path, 6);
    sketch_add_checkpoint(game->sketch, path, count, error);
    sketch_set_number(game->sketch, any_item(game), below(game, 20) - 5);
    sketch_turn_inspected(game->sketch, any_spot(game));
    struct point arrow = {below(game, 9) - 4, below(game, 9) - 4};
    sketch_set_arrow(game->sketch, any_item(game), arrow, error);
    sketch_set_role(game->sketch, any_item(game), any_role(game), error);
}

static int any_items(struct game *game, int *items)
{
    int count = below(game, 5);
    for (int i = 0; i < count; i++)
        items[i] = any_item(game);
    return count;
}

static void transform(struct game *game, struct error *error)
{
    int items[5];
    int count = any_items(game, items);
    struct sketch_transform transforms[] = {
        sketch_moving(between(game, -5, 5), between(game, -5, 5)),
        sketch_scaling(any_spot(game), between(game, -2, 2), between(game, 0, 2)),
        sketch_turning(any_spot(game), between(game, -400, 400)),
        {NAN, 1, 1, 1, 1, 1},
        {0, 0, 0, 0, 5, 5},
    };
    sketch_transform(game->sketch, items, count, &transforms[below(game, 5)], error);
}

static void copy_or_delete(struct game *game, struct error *error)
{
    int items[5];
    int count = any_items(game, items);
    if (below(game, 2) && sketch_draft(game->sketch)->count < 60)
        sketch_duplicate(game->sketch, items, count, error);
    else
        sketch_delete(game->sketch, items, count);
}

static void resize(struct game *game, struct error *error)
{
    struct sketch_transform moving = sketch_moving(below(game, 9) - 4, below(game, 9) - 4);
    if (below(game, 8) == 0)
        sketch_resize(game->sketch, below(game, 50), below(game, 50), &moving, error);
}

static void type(struct game *game, struct error *error)
{
    struct sketch_texts texts, back;
    (void)error;
    sketch_texts(game->sketch, &texts);
    char *field = below(game, 2) ? texts.name : below(game, 2) ? texts.author : texts.note;
    snprintf(field, SKETCH_TEXT_BYTES, "%s%d", below(game, 2) ? "a <b> & \"c\" " : "",
             below(game, 5));
    if (sketch_set_texts(game->sketch, &texts)) {
        sketch_texts(game->sketch, &back);
        assert_string_equal(back.name, texts.name);
        assert_string_equal(back.author, texts.author);
        assert_string_equal(back.note, texts.note);
    }
}

static void look(struct game *game, struct error *error)
{
    int items[20];
    struct spot at = any_spot(game), low = any_spot(game), high = any_spot(game);
    int count = sketch_draft(game->sketch)->count;
    int found = sketch_find(game->sketch, at, between(game, -1, 3));
    (void)error;
    assert_true(found >= -1 && found < count);
    for (int i = sketch_find_in_box(game->sketch, low, high, items, 20); i > 0; i--)
        assert_true(items[i - 1] >= 0 && items[i - 1] < count);
}

/* As if it had been saved and opened: the same sheet, and nothing to undo. */
static void open_again(struct game *game)
{
    struct draft copy;
    char *before = draft_text(sketch_draft(game->sketch));
    draft_copy(&copy, sketch_draft(game->sketch));
    struct steps *again = sketch_from_draft(&copy);
    char *after = draft_text(sketch_draft(again));
    assert_string_equal(before, after);
    assert_null(steps_undo_name(again));
    assert_false(steps_undo(again));
    assert_int_equal(copy.count, 0);
    steps_free(again);
    free(before);
    free(after);
}

static void walk_history(struct game *game, struct error *error)
{
    (void)error;
    for (int i = below(game, 6); i > 0; i--)
        steps_undo(game->sketch);
    for (int i = below(game, 4); i > 0; i--)
        steps_redo(game->sketch);
}

static void begin_or_end(struct game *game, struct error *error)
{
    (void)error;
    if (steps_is_open(game->sketch))
        steps_end(game->sketch, false);
    else if (below(game, 2))
        steps_begin(game->sketch, "several");
}

static void (*const deeds[])(struct game *, struct error *) = {
    draw,       draw,      draw_polygon,   redraw, redraw, erase,        add_parallel, set_line,
    add_things, transform, copy_or_delete, resize, type,   walk_history, begin_or_end, look,
};

/* Everything on the sheet, nothing twice, whole numbers where they belong. */
static void expect_sound(const struct draft *draft)
{
    int vertices = 0;
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        bool grid = !draft_role_is_area(item->role) && item->role != DRAFT_DECORATION;
        assert_true((int)item->role >= 0 && item->role < DRAFT_ROLE_COUNT);
        assert_true(item->loop_count > 0);
        assert_true(item->role != DRAFT_WALL || item->loop_count == 1);
        assert_true(item->role != DRAFT_TURBO || item->arrow.x != 0 || item->arrow.y != 0);
        for (int j = 0; j < item->loop_count; j++) {
            const struct draft_loop *loop = &item->loops[j];
            assert_true(loop->count > 0);
            vertices += item->role == DRAFT_DECORATION ? 0 : loop->count;
            for (int k = 0; k < loop->count; k++) {
                struct point at = loop->vertices[k];
                assert_true(at.x >= 0 && at.x <= draft->width * FINE);
                assert_true(at.y >= 0 && at.y <= draft->height * FINE);
                assert_true(!grid || (at.x % FINE == 0 && at.y % FINE == 0));
                assert_true(k == 0 || !point_equal(at, loop->vertices[k - 1]));
            }
        }
    }
    assert_int_equal(draft->vertex_count, vertices);
}

static void expect_problems_told(const struct draft *draft)
{
    struct draft_problem problems[30];
    struct error error = {0};
    int count = draft_list_problems(draft, problems, 30);
    struct track *track = track_from_draft(draft, &error);
    assert_true((count == 0) == (track != NULL));
    for (int i = 0; i < count; i++) {
        assert_true(problems[i].error.text[0] != '\0' && problems[i].error.line == 0);
        assert_true(problems[i].item >= -1 && problems[i].item < draft->count);
        assert_true(problems[i].other >= -1 && problems[i].other < draft->count);
        assert_true(i == 0 || problems[i].missing >= problems[i - 1].missing);
        assert_null(strstr(problems[i].error.text, "line 0"));
    }
    track_release(track);
    track_release(track_to_look_at(draft));
}

static void do_something(struct game *game, int round)
{
    struct error error = {0};
    char *before = draft_text(sketch_draft(game->sketch));
    uint64_t version = steps_version(game->sketch);
    deeds[below(game, (int)(sizeof deeds / sizeof *deeds))](game, &error);
    expect_sound(sketch_draft(game->sketch));
    char *after = draft_text(sketch_draft(game->sketch));
    if (steps_version(game->sketch) == version)
        assert_string_equal(before, after);
    if (round % 8 == 0)
        expect_problems_told(sketch_draft(game->sketch));
    if (round % 20 == 0)
        open_again(game);
    if (round % 16 == 0)
        expect_written_and_read(sketch_draft(game->sketch));
    free(before);
    free(after);
}

/* The sheet as text and its number, to come back to. */
struct moment {
    char *text;
    uint64_t version;
};

static struct moment now(const struct game *game)
{
    return (struct moment){draft_text(sketch_draft(game->sketch)), steps_version(game->sketch)};
}

static void expect_moment(const struct game *game, struct moment moment)
{
    char *text = draft_text(sketch_draft(game->sketch));
    assert_string_equal(text, moment.text);
    assert_int_equal(steps_version(game->sketch), moment.version);
    free(text);
}

/* From wherever it stands to the end, back to the beginning, and to the end again; on the way it
 * comes by where it stood. */
static void expect_history(struct game *game, struct moment first)
{
    bool met = false;
    if (steps_is_open(game->sketch))
        steps_end(game->sketch, false);
    struct moment here = now(game);
    while (steps_redo(game->sketch))
        expect_sound(sketch_draft(game->sketch));
    struct moment last = now(game);
    while (steps_undo(game->sketch))
        expect_sound(sketch_draft(game->sketch));
    expect_moment(game, first);
    do {
        if (steps_version(game->sketch) != here.version)
            continue;
        expect_moment(game, here);
        met = true;
    } while (steps_redo(game->sketch));
    assert_true(met);
    expect_moment(game, last);
    free(here.text);
    free(last.text);
}

static void play(uint64_t seed, int rounds)
{
    struct game game = {.sketch = sketch_create(40, 30), .random = random_seeded(seed)};
    struct moment first = now(&game);
    for (int i = 0; i < rounds; i++)
        do_something(&game, i);
    expect_history(&game, first);
    free(first.text);
    steps_free(game.sketch);
}

static void test_anything_may_be_done(void **state)
{
    (void)state;
    const char *seeds = getenv("GRAPHPRIX_SKETCH_SEEDS");
    int count = seeds ? atoi(seeds) : 15;
    for (int seed = 1; seed <= count; seed++)
        play((uint64_t)seed, 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_anything_may_be_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
