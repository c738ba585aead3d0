/* A sheet that was drawn here, then opened and saved by another program, which says the same in
 * other words: new ids, groups with transforms, millimetres or pixels, relative coordinates, other
 * elements. It comes back as the same sheet.
 */
#include "base/number.h"
#include "studio/graph_paper/sketch/sketch.h"
#include "unit/track/drafts.h"

#include <math.h>
#include <stdio.h>

/* A map x -> xx x + xy y + x0 (in squares, y down) that the file undoes again; numbers are whole or
 * powers of two, so that nothing is rounded. */
struct move {
    const char *transform;
    int xx, xy, yx, yy; /* the inverse, in eighths */
    int x0, y0;         /* added before, in squares */
};

static const struct move moves[] = {
    {"", 8, 0, 0, 8, 0, 0},
    {"translate(-10,-20)", 8, 0, 0, 8, 10, 20},
    {"scale(0.25)", 32, 0, 0, 32, 0, 0},
    {"scale(8,-2)", 1, 0, 0, -4, 0, 0},
    {"rotate(90)", 0, 8, -8, 0, 0, 0},
    {"matrix(0 2 -2 0 3 -5)", 0, 4, -4, 0, -3, 5},
    {"translate(7.5) scale(-1 1)", -8, 0, 0, 8, -15, 0},
};
enum { MOVES = sizeof moves / sizeof *moves };

struct writer {
    struct text svg;
    struct random random;
    int height;
    double unit; /* user units in a square */
    bool exact;
    bool by_id;
    int next_id;
    const struct move *move;
};

static int below(struct writer *writer, int limit)
{
    return (int)random_below(&writer->random, (uint32_t)limit);
}

/* A number of squares; what is exact is a multiple of 1/8192. */
static void append_number(struct writer *writer, double squares)
{
    char digits[40];
    snprintf(digits, sizeof digits, writer->exact ? "%.13f" : "%.7g", squares * writer->unit);
    if (strchr(digits, '.'))
        for (size_t end = strlen(digits); digits[end - 1] == '0'; end--)
            digits[end - 1] = '\0';
    text_append(&writer->svg, digits);
}

/* Where a vertex stands in the file, in squares: what the group's map leads back. */
static void place(const struct writer *writer, struct point fine, double *x, double *y)
{
    const struct move *m = writer->move;
    double half = m->x0 == -15 ? 0.5 : 1; /* the one with 7.5 */
    double across = (double)fine.x / FINE + m->x0 * half / writer->unit;
    double down = writer->height - (double)fine.y / FINE + m->y0 / writer->unit;
    *x = (m->xx * across + m->xy * down) / 8;
    *y = (m->yx * across + m->yy * down) / 8;
}

static void append_place(struct writer *writer, struct point fine, const char *between)
{
    double x, y;
    place(writer, fine, &x, &y);
    append_number(writer, x);
    text_append(&writer->svg, between);
    append_number(writer, y);
}

static void append_absolute(struct writer *writer, const struct draft_loop *loop)
{
    for (int i = 0; i < loop->count; i++) {
        text_append(&writer->svg, i == 0 ? "M " : i == 1 ? " L " : " ");
        append_place(writer, loop->vertices[i], ",");
    }
    text_append(&writer->svg, loop->closed ? " Z " : " ");
}

static void append_relative(struct writer *writer, const struct draft_loop *loop)
{
    double before_x = 0, before_y = 0;
    for (int i = 0; i < loop->count; i++) {
        double x, y;
        place(writer, loop->vertices[i], &x, &y);
        text_append(&writer->svg, i == 0 ? "M " : i == 1 ? " l " : " ");
        append_number(writer, x - before_x);
        text_append(&writer->svg, ",");
        append_number(writer, y - before_y);
        before_x = x;
        before_y = y;
    }
    text_append(&writer->svg, loop->closed ? " z " : " ");
}

static void append_role(struct writer *writer, const struct draft_item *item)
{
    static const char *const classes[] = {"wall",    "slick",     "turbo",      "start finish",
                                          "start",   "finish",    "checkpoint", "inside",
                                          "outside", "decoration"};
    static const char *const ids[] = {"wall",   "slick",      "turbo",  "start-finish", "start",
                                      "finish", "checkpoint", "inside", "outside",      "path"};
    if (writer->by_id)
        text_append_format(&writer->svg, " id='%s-%d' class='st%d'", ids[item->role],
                           writer->next_id++, below(writer, 3));
    else
        text_append_format(&writer->svg, " id='%s%d' class='st0 %s'",
                           below(writer, 2) ? "path" : "wall-", writer->next_id++,
                           classes[item->role]);
    if (item->role == DRAFT_CHECKPOINT)
        text_append_format(&writer->svg, " data-number='%d'", item->number);
    if (item->role == DRAFT_TURBO)
        text_append_format(&writer->svg, " data-arrow='%d,%d'", item->arrow.x, item->arrow.y);
}

static void append_shape(struct writer *writer, const struct draft_item *item)
{
    bool single = item->loop_count == 1;
    struct text *svg = &writer->svg;
    text_append(svg, single && item->loops[0].count == 1 ? "<circle"
                     : single && below(writer, 2) ? item->loops[0].closed ? "<polygon" : "<polyline"
                                                  : "<path");
    const char *element = strrchr(svg->data, '<');
    bool circle = strcmp(element, "<circle") == 0, path = strcmp(element, "<path") == 0;
    append_role(writer, item);
    text_append(svg, " style='fill:none;stroke:#000;stroke-width:0.2'\n  ");
    if (circle) {
        text_append(svg, "r='0.3' cx='");
        append_place(writer, item->loops[0].vertices[0], "' cy='");
    } else if (!path) {
        text_append(svg, "points='");
        for (int i = 0; i < item->loops[0].count; i++) {
            append_place(writer, item->loops[0].vertices[i], ",");
            text_append(svg, "\n ");
        }
    } else {
        text_append(svg, "d='");
        bool relative = below(writer, 2);
        for (int i = 0; i < item->loop_count; i++)
            (relative ? append_relative : append_absolute)(writer, &item->loops[i]);
    }
    text_append(svg, "'/>\n");
}

static void append_item(struct writer *writer, const struct draft_item *item)
{
    static const char *const names[] = {"layer", "wall-", "start"};
    const char *name =
        names[below(writer, 3)]; /* of one shape that has none: it would be its role */
    writer->move = &moves[writer->exact ? below(writer, MOVES) : 0];
    text_append_format(&writer->svg, "<g id='%s%d' inkscape:label='x'><g transform='%s'>\n",
                       item->role == DRAFT_DECORATION ? names[0] : name, writer->next_id++,
                       writer->move->transform);
    append_shape(writer, item);
    text_append(&writer->svg, "</g></g>\n");
}

/* The same drawing in other words. */
static char *rewrite(const struct draft *draft, uint64_t seed, double unit, bool exact)
{
    struct writer writer = {.random = random_seeded(seed),
                            .height = draft->height,
                            .unit = unit,
                            .exact = exact,
                            .by_id = seed % 2,
                            .next_id = 2};
    text_append_format(&writer.svg,
                       "<?xml version='1.0'?>\n<svg width='%dmm' height='%dmm' "
                       "viewBox='0 0 %.9g %.9g' data-square='%.12g' id='svg1'\n"
                       "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "
                       "xmlns='http://www.w3.org/2000/svg'>\n<defs id='defs1'/>\n",
                       draft->width * 5, draft->height * 5, draft->width * unit,
                       draft->height * unit, unit);
    text_append(&writer.svg, "<title>");
    text_append_xml(&writer.svg, draft->name);
    text_append(&writer.svg, "</title>\n<desc>");
    text_append_xml(&writer.svg, draft->description);
    text_append(&writer.svg, "</desc>\n");
    for (int i = 0; i < draft->count; i++)
        append_item(&writer, &draft->items[i]);
    text_append(&writer.svg, "</svg>\n");
    return writer.svg.data;
}

/* A sheet with everything on it, drawn by hand. */

static void add_loop(struct steps *sketch, enum draft_role role, struct spot middle, double across,
                     double up, double turns, struct random *random)
{
    struct spot raw[300];
    struct error error;
    for (int i = 0; i < 300; i++) {
        double angle = 6.283 * turns * i / 300;
        double tremor = (random_below(random, 100) - 50.0) / 1500;
        raw[i] = (struct spot){middle.x + (across + tremor) * cos(angle) + sin(3 * angle) / 3,
                               middle.y + (up + tremor) * sin(angle) + cos(2 * angle) / 3};
    }
    assert_true(sketch_draw_stroke(sketch, role, raw, 300, 0.5, &error) >= 0);
}

static struct steps *draw_sheet(uint64_t seed)
{
    struct random random = random_seeded(seed);
    struct steps *sketch = sketch_create(40, 30);
    struct error error;
    struct sketch_texts texts = {"Round & <round>", "Ada", "Brake late"};
    struct spot gate[] = {{20, 24}, {20, 27.4}}, slick[] = {{4, 12}, {6, 12.25}, {5, 15}};
    add_loop(sketch, DRAFT_WALL, (struct spot){20, 15}, 17, 13, 1, &random);
    add_loop(sketch, DRAFT_WALL, (struct spot){20, 15}, 9, 6, 1, &random);
    add_loop(sketch, DRAFT_TURBO, (struct spot){20, 5}, 2, 1, 1, &random);
    add_loop(sketch, DRAFT_DECORATION, (struct spot){20, 15}, 4, 3, 0.6, &random);
    add_loop(sketch, DRAFT_WALL, (struct spot){33, 15}, 1, 1, 0.5, &random);
    sketch_draw_polygon(sketch, DRAFT_SLICK, slick, 3, true, &error);
    sketch_set_arrow(sketch, 2, (struct point){-2, 1}, &error);
    sketch_set_line(sketch, DRAFT_START, (struct spot){28, 15}, (struct spot){39, 15}, &error);
    sketch_set_line(sketch, DRAFT_FINISH, (struct spot){28, 16}, (struct spot){39, 17}, &error);
    sketch_add_checkpoint(sketch, gate, 2, &error);
    sketch_turn_inspected(sketch, (struct spot){10, 10});
    sketch_turn_inspected(sketch, (struct spot){11, 10});
    sketch_turn_inspected(sketch, (struct spot){11, 10});
    sketch_set_texts(sketch, &texts);
    assert_int_equal(sketch_draft(sketch)->count, 11);
    return sketch;
}

static void expect_nearly_same(const struct draft *a, const struct draft *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const struct draft_item *one = &a->items[i], *other = &b->items[i];
        assert_int_equal(one->role, other->role);
        assert_int_equal(one->loop_count, other->loop_count);
        for (int j = 0; j < one->loop_count; j++) {
            assert_int_equal(one->loops[j].count, other->loops[j].count);
            assert_int_equal(one->loops[j].closed, other->loops[j].closed);
            for (int k = 0; k < one->loops[j].count; k++) {
                struct point p = one->loops[j].vertices[k], q = other->loops[j].vertices[k];
                assert_true(abs(p.x - q.x) <= 1 && abs(p.y - q.y) <= 1);
            }
        }
    }
}

static void expect_rewritten(const struct steps *sketch, uint64_t seed, double unit, bool exact)
{
    struct draft draft;
    char *svg = rewrite(sketch_draft(sketch), seed, unit, exact);
    read_draft(svg, &draft);
    if (exact)
        expect_same_draft(sketch_draft(sketch), &draft);
    else
        expect_nearly_same(sketch_draft(sketch), &draft);
    /* And the editor takes it up as it was. */
    struct steps *again = sketch_from_draft(&draft);
    struct sketch_texts texts;
    sketch_texts(again, &texts);
    assert_string_equal(texts.name, "Round & <round>");
    assert_string_equal(texts.author, "Ada");
    assert_string_equal(texts.note, "Brake late");
    if (exact)
        expect_same_draft(sketch_draft(sketch), sketch_draft(again));
    steps_free(again);
    free(svg);
}

static void test_squares(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct steps *sketch = draw_sheet(seed);
        expect_written_and_read(sketch_draft(sketch));
        expect_rewritten(sketch, seed, 1, true);
        steps_free(sketch);
    }
}

static void test_millimetres(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct steps *sketch = draw_sheet(seed);
        expect_rewritten(sketch, seed, 5, true);
        expect_rewritten(sketch, seed, 5, false);
        steps_free(sketch);
    }
}

/* 96 of an inch, seven digits: rounded by the other program, so at most by a unit. */
static void test_pixels(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct steps *sketch = draw_sheet(seed);
        expect_rewritten(sketch, seed, 5 * 96 / 25.4, false);
        steps_free(sketch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_millimetres),
        cmocka_unit_test(test_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
