/* The ground against a model that goes by the words of the rules: whether a point is track is asked
 * of the point alone, and a segment is looked at in all places where anything may change and once
 * between each two of them.
 */
#include "model/area_model.h"
#include "track/draft.h"
#include "track/track.h"

enum { DECLARED_MAX = 8, PLACES_MAX = CONTACTS_MAX + 4 * DECLARED_MAX + 4, PIECES_MAX = 64 };

struct sheet {
    struct walled_sheet *shape;
    struct track_inspected declared[DECLARED_MAX];
    int declared_count;
    bool walls_out;
};

/* ---- The model. ---- */

static int128 size_of(int128 number)
{
    return number < 0 ? -number : number;
}

/* The farther one of the distances on the two axes, times w. */
static int128 distance_to(struct point grid, struct place_point p)
{
    struct point fine = point_to_fine(grid);
    int128 x = size_of(p.x - times(fine.x, p.w));
    int128 y = size_of(p.y - times(fine.y, p.w));
    return x > y ? x : y;
}

static bool model_is_track(const struct sheet *sheet, struct place_point p)
{
    if (p.x < 0 || p.y < 0 || p.x > times(sheet->shape->width * FINE, p.w) ||
        p.y > times(sheet->shape->height * FINE, p.w))
        return false;
    for (int i = 0; i < sheet->declared_count; i++) {
        const struct track_inspected *point = &sheet->declared[i];
        int128 distance = distance_to(point->at, p);
        int128 quarter = times(FINE / 4, p.w);
        if (point->inside ? distance <= quarter : distance < quarter)
            return point->inside;
    }
    enum place place = model_place(sheet->shape, p);
    return place == PLACE_INSIDE || (place == PLACE_WALL && !sheet->walls_out);
}

/* Where the segment meets the four lines of a box. */
static int contacts_with_box(const struct segment *s, struct point low, struct point high,
                             struct rational *contacts, int count)
{
    int128 w = s->start.w;
    int128 tops[4] = {times(low.x, w) - s->start.x, times(high.x, w) - s->start.x,
                      times(low.y, w) - s->start.y, times(high.y, w) - s->start.y};
    for (int i = 0; i < 4; i++)
        if ((i < 2 ? s->dx : s->dy) != 0)
            count = add_contact(contacts, count, tops[i], i < 2 ? s->dx : s->dy);
    return count;
}

/* What the segment is in each place, and behind it up to the next one. */
struct looked_at {
    struct rational at;
    bool here;
    bool after;
};

static int look_along(const struct sheet *sheet, const struct segment *s,
                      struct looked_at looked[PLACES_MAX])
{
    struct rational at[PLACES_MAX];
    int count = list_contacts(sheet->shape, s, at);
    struct point corner = point_to_fine((struct point){sheet->shape->width, sheet->shape->height});
    count = contacts_with_box(s, (struct point){0, 0}, corner, at, count);
    for (int i = 0; i < sheet->declared_count; i++) {
        struct point fine = point_to_fine(sheet->declared[i].at);
        struct point reach = {FINE / 4, FINE / 4};
        count =
            contacts_with_box(s, point_subtract(fine, reach), point_add(fine, reach), at, count);
    }
    qsort(at, (size_t)count, sizeof *at, compare_for_sort);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept > 0 && compare(looked[kept - 1].at, at[i]) == 0)
            continue;
        looked[kept].at = at[i];
        looked[kept++].here = model_is_track(sheet, point_on(s, at[i]));
    }
    for (int i = 0; i + 1 < kept; i++) {
        struct rational middle = between(looked[i].at, looked[i + 1].at);
        looked[i].after = model_is_track(sheet, point_on(s, middle));
    }
    looked[kept - 1].after = false;
    return kept;
}

struct model_piece {
    struct rational enter;
    struct rational leave;
};

/* Runs of what is track: point, stretch, point, ... */
static int model_pieces(const struct looked_at *looked, int count, struct model_piece *pieces)
{
    int found = 0;
    bool before = false;
    for (int i = 0; i < 2 * count - 1; i++) {
        bool is_track = i % 2 == 0 ? looked[i / 2].here : looked[i / 2].after;
        if (is_track && !before)
            pieces[found++].enter = looked[i / 2].at;
        if (is_track)
            pieces[found - 1].leave = looked[(i + 1) / 2].at;
        before = is_track;
    }
    return found;
}

/* ---- Random sheets. ---- */

static void declare_points(struct random *random, struct sheet *sheet)
{
    int wanted = (int)random_below(random, DECLARED_MAX + 1);
    for (int i = 0; i < wanted; i++) {
        struct point at = random_grid(random, sheet->shape, 0);
        bool known = false;
        for (int j = 0; j < sheet->declared_count; j++)
            known |= point_equal(sheet->declared[j].at, at);
        if (!known)
            sheet->declared[sheet->declared_count++] =
                (struct track_inspected){at, random_below(random, 2) == 0};
    }
}

static struct track *make_track(const struct sheet *sheet)
{
    const struct walled_sheet *shape = sheet->shape;
    struct track *plain = track_new();
    plain->width = shape->width;
    plain->height = shape->height;
    plain->surface = area_create(shape->loops, shape->loop_count, shape->width, shape->height);
    struct track *track = track_with_inspected(plain, sheet->declared, sheet->declared_count);
    track_release(plain);
    return track;
}

/* ---- Comparisons. ---- */

static void compare_way(const struct sheet *sheet, const struct ground *ground,
                        struct exact_point from, struct point to)
{
    struct segment s = way_segment(from, to);
    struct looked_at looked[PLACES_MAX];
    int count = look_along(sheet, &s, looked);
    bool expected = looked[count - 1].here;
    for (int i = 0; i + 1 < count; i++)
        expected &= looked[i].after && (i == 0 || looked[i].here);
    if (s.dx == 0 && s.dy == 0)
        expected = looked[0].here;
    assert_int_equal(ground_holds_way(ground, from, to), expected);
}

static void compare_ways(struct random *random, const struct sheet *sheet,
                         const struct ground *ground, struct exact_point from)
{
    for (int i = 0; i < 4; i++) {
        struct point to = {(int32_t)(from.x / from.w) + (int32_t)random_below(random, 4) - 1,
                           (int32_t)(from.y / from.w) + (int32_t)random_below(random, 4) - 1};
        compare_way(sheet, ground, from, to);
    }
}

static void compare_pieces(const struct ground *ground, struct point from, struct point to,
                           const struct segment *s, const struct looked_at *looked, int count)
{
    struct model_piece expected[PLACES_MAX];
    struct ground_piece pieces[PIECES_MAX];
    int wanted = model_pieces(looked, count, expected);
    assert_int_equal(ground_list_pieces(ground, from, to, pieces, PIECES_MAX), wanted);
    for (int i = 0; i < wanted && i < PIECES_MAX; i++) {
        assert_true(same_point(pieces[i].enter, point_on(s, expected[i].enter)));
        assert_true(same_point(pieces[i].leave, point_on(s, expected[i].leave)));
    }
    struct ground_piece first = {0};
    int limited = ground_list_pieces(ground, from, to, &first, 1);
    assert_int_equal(limited > 1, wanted > 1);
    if (wanted > 0)
        assert_true(exact_equal(first.leave, pieces[0].leave));
}

static void compare_move(struct random *random, const struct sheet *sheet,
                         const struct ground *ground, bool with_ways)
{
    struct point from = random_grid(random, sheet->shape, 0);
    struct point to = random_grid(random, sheet->shape, 3);
    struct segment s = move_segment(from, to);
    struct looked_at looked[PLACES_MAX];
    int count = 1;
    if (point_equal(from, to)) {
        bool here = model_is_track(sheet, s.start);
        looked[0] = (struct looked_at){{0, 1}, here, false};
    } else {
        count = look_along(sheet, &s, looked);
    }
    int out = 0;
    while (out < count && looked[out].here && (out == count - 1 || looked[out].after))
        out++;
    assert_int_equal(ground_holds_point(ground, from), looked[0].here);
    assert_int_equal(ground_holds_point(ground, to), looked[count - 1].here);
    assert_int_equal(ground_holds_move(ground, from, to), out == count);
    assert_int_equal(ground_holds_move(ground, to, from), out == count);
    compare_pieces(ground, from, to, &s, looked, count);
    struct exact_point exit = {0, 0, 0};
    assert_int_equal(ground_find_exit(ground, from, to, &exit), out == count);
    if (out < count) {
        assert_true(same_point(exit, point_on(&s, looked[out].at)));
        if (with_ways)
            compare_ways(random, sheet, ground, exit);
    }
}

/* A box that is held holds every move in it. */
static void check_box(struct random *random, const struct sheet *sheet, const struct ground *ground)
{
    struct point a = random_grid(random, sheet->shape, 1);
    struct point b = random_grid(random, sheet->shape, 1);
    struct point low = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
    struct point high = point_subtract(point_add(a, b), low);
    if (!ground_holds_box(ground, low, high))
        return;
    for (int y = low.y; y <= high.y; y++)
        for (int x = low.x; x <= high.x; x++) {
            struct point fine = point_to_fine((struct point){x, y});
            assert_true(model_is_track(sheet, (struct place_point){fine.x, fine.y, 1}));
        }
}

/* Is the point at most 1/4 square from the edge? The nearest point of the edge is told by where the
 * foot of the point lies. */
static bool model_is_near(struct point a, struct point b, struct point p)
{
    int128 ex = b.x - a.x, ey = b.y - a.y;
    int128 whole = ex * ex + ey * ey;
    int128 along = ex * (p.x - a.x) + ey * (p.y - a.y);
    along = whole == 0 || along < 0 ? 0 : along > whole ? whole : along;
    int128 scale = whole == 0 ? 1 : whole;
    int128 dx = times(p.x - a.x, scale) - times(ex, along);
    int128 dy = times(p.y - a.y, scale) - times(ey, along);
    int128 quarter = times(FINE / 4, scale);
    return times(dx, dx) + times(dy, dy) <= times(quarter, quarter);
}

static bool model_is_doubtful(const struct walled_sheet *shape, struct point grid)
{
    for (int i = 0; i < shape->loop_count; i++) {
        const struct loop *loop = &shape->loops[i];
        for (int j = 0; j < loop->count; j++)
            if (model_is_near(loop->vertices[j], loop->vertices[(j + 1) % loop->count],
                              point_to_fine(grid)))
                return true;
    }
    return false;
}

static void compare_doubtful(const struct sheet *sheet, const struct track *track)
{
    int count;
    struct point *listed = track_list_doubtful(track, &count);
    int next = 0;
    for (int y = 0; y <= sheet->shape->height; y++)
        for (int x = 0; x <= sheet->shape->width; x++) {
            struct point grid = {x, y};
            bool is_listed = next < count && point_equal(listed[next], grid);
            assert_int_equal(is_listed, model_is_doubtful(sheet->shape, grid));
            next += is_listed;
        }
    assert_int_equal(next, count);
    free(listed);
}

/* Rows together say what is said of each point: with the rows in one piece and in two. */
static void compare_rows(const struct sheet *sheet, const struct ground *ground, int first)
{
    int across = sheet->shape->width + 1, rows = sheet->shape->height + 1;
    bool *holds = calloc((size_t)across * (size_t)rows, sizeof *holds);
    first = first < rows ? first : rows;
    if (first > 0)
        ground_hold_rows(ground, 0, first, holds);
    if (first < rows)
        ground_hold_rows(ground, first, rows - first, holds + (size_t)first * (size_t)across);
    for (int i = 0; i < across * rows; i++) {
        struct point at = {i % across, i / across};
        struct point fine = point_to_fine(at);
        assert_int_equal(holds[i], ground_holds_point(ground, at));
        assert_int_equal(holds[i], model_is_track(sheet, (struct place_point){fine.x, fine.y, 1}));
    }
    free(holds);
}

static void compare_sheets(uint64_t seed, int sheets, int size_max)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    struct random random = random_seeded(seed);
    for (int i = 0; i < sheets; i++) {
        struct sheet sheet = {.shape = random_shape(&random, size_max)};
        declare_points(&random, &sheet);
        struct track *track = make_track(&sheet);
        compare_doubtful(&sheet, track);
        for (int out = 0; out < 2; out++) {
            sheet.walls_out = out != 0;
            struct ground ground = {track, sheet.walls_out};
            compare_rows(&sheet, &ground, (int)random_below(&random, 8));
            for (int j = 0; j < 20; j++) {
                compare_move(&random, &sheet, &ground, size_max <= 8);
                check_box(&random, &sheet, &ground);
            }
        }
        track_release(track);
        free(sheet.shape);
    }
}

static void test_small_sheets(void **state)
{
    (void)state;
    compare_sheets(seed_of_run(), 4000, 5);
}

/* Large enough for cells of several squares and for rows of several words. */
static void test_large_sheets(void **state)
{
    (void)state;
    compare_sheets(seed_of_run() + 1000, 60, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_sheets),
        cmocka_unit_test(test_large_sheets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
