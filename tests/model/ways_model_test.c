/* The moves that stay on the track, asked for a block of starting points at once, against the
 * ground's answer for each one; and whether they get beyond a line, against their exits. On the
 * largest track that comes with the game, where boxes without walls decide most, and on random ones
 * with declared points. Run from the top of the tree, where tracks/ is.
 */
#include "drivers/graph_paper/solver/search.h"
#include "rules_random.h"
#include "support/cmocka.h"

enum { SEED = 20261120, TRACKS = 60, MOVES = 300 };

static bool is_legal(const struct ground *ground, bool end_only, struct point from,
                     struct point move)
{
    struct point to = point_add(from, move);
    return end_only ? ground_holds_point(ground, to) : ground_holds_move(ground, from, to);
}

static void compare_word(const struct ways *ways, struct point move, struct point corner)
{
    uint64_t held = *bits_word(&ways->held, corner);
    struct ways_sorted sorted = ways_sort(ways, move, corner, held);
    uint64_t legal = sorted.legal | ways_keep_exactly(ways, move, corner, sorted.unsure);
    assert_true((sorted.legal & sorted.unsure) == 0);
    for (int bit = 0; bit < BLOCK * BLOCK; bit++) {
        struct point from = {corner.x + bit % BLOCK, corner.y + bit / BLOCK};
        bool expected =
            (held >> bit & 1) != 0 && is_legal(&ways->ground, ways->end_only, from, move);
        if ((legal >> bit & 1) != expected)
            fail_msg("%d,%d by %d,%d: %d", from.x, from.y, move.x, move.y, !expected);
    }
}

static void compare_line(const struct ways *ways, struct point move, struct point corner)
{
    const struct track_line *line = &ways->ground.track->finish;
    uint64_t word = *bits_word(&ways->held, corner);
    for (uint64_t left = word; left != 0; left &= left - 1) {
        struct point from = bits_first(left, corner);
        struct exact_point to = exact_from_grid(point_add(from, move));
        if (track_line_crossing(line, false, from, to) <= 0)
            word ^= left & -left;
    }
    struct ways_answer answer = ways_get_beyond(ways, move, corner, line, word);
    assert_true((answer.yes & answer.no) == 0 && ((answer.yes | answer.no) & ~word) == 0);
    for (uint64_t left = answer.yes | answer.no; left != 0; left &= left - 1) {
        struct point from = bits_first(left, corner);
        struct point to = point_add(from, move);
        struct exact_point exit;
        bool expected = ground_find_exit(&ways->ground, from, to, &exit) ||
                        track_line_crossing(line, false, from, exit) > 0;
        if (((answer.yes & left & -left) != 0) != expected)
            fail_msg("%d,%d by %d,%d over the line: not %d", from.x, from.y, move.x, move.y,
                     !expected);
    }
}

static void compare_track(struct random *random, const struct track *track, int longest)
{
    bool walls_out = random_chance(random, 50);
    struct ways ways = ways_create(track, walls_out, random_chance(random, 20));
    for (int i = 0; i < MOVES; i++) {
        int right = random_from_to(random, -longest, longest);
        int up = random_from_to(random, -longest, longest);
        struct point move = {right, up};
        struct point corner = {random_from_to(random, 0, track->width / BLOCK) * BLOCK,
                               random_from_to(random, 0, track->height / BLOCK) * BLOCK};
        compare_word(&ways, move, corner);
        for (corner.x = 0; corner.x <= track->width; corner.x += BLOCK)
            compare_line(&ways, move, corner);
    }
    ways_free(&ways);
}

static void test_random_tracks(void **state)
{
    (void)state;
    struct random random = random_seeded(SEED);
    for (int i = 0; i < TRACKS; i++) {
        struct track *track = random_track(&random);
        compare_track(&random, track, 12);
        track_release(track);
    }
}

static void test_large_track(void **state)
{
    (void)state;
    struct error error = {0};
    struct random random = random_seeded(SEED);
    static const char *const files[] = {"tracks/graph-paper/long-road.svg",
                                        "tracks/graph-paper/three-ponds.svg",
                                        "tracks/graph-paper/island-ring.svg"};
    for (int i = 0; i < 3; i++) {
        struct track *track = svg_load_track(files[i], &error);
        assert_non_null(track);
        for (int k = 0; k < 4; k++)
            compare_track(&random, track, k % 2 == 0 ? 24 : 8);
        track_release(track);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_tracks),
                                       cmocka_unit_test(test_large_track)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
