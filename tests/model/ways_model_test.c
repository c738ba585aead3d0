/* The moves that stay on the track, asked for 64 starting points at once, against the ground's
 * answer for each one; and whether they get beyond a line, against their exits. On the largest
 * track that comes with the game, where boxes without walls decide most, and on random ones with
 * declared points. Run from the top of the tree, where tracks/ is.
 */
#include "drivers/graph_paper/solver/ways.h"
#include "rules_random.h"
#include "support/cmocka.h"

enum { SEED = 20261120, TRACKS = 60, MOVES = 300, ROWS = 32 };

static bool is_legal(const struct ground *ground, bool end_only, struct point from,
                     struct point move)
{
    struct point to = point_add(from, move);
    return end_only ? ground_holds_point(ground, to) : ground_holds_move(ground, from, to);
}

static void compare_bits(const struct ways *ways, struct point move, int column, int y, int count)
{
    uint64_t words[ROWS], given[ROWS];
    for (int i = 0; i < count; i++)
        given[i] = words[i] = bits_word(&ways->held, column, y + i);
    ways_keep_legal(ways, move, column, y, count, words);
    for (int i = 0; i < count; i++)
        for (int bit = 0; bit < WORD; bit++) {
            struct point from = {column * WORD + bit, y + i};
            bool expected =
                (given[i] >> bit & 1) != 0 && is_legal(&ways->ground, ways->end_only, from, move);
            if ((words[i] >> bit & 1) != expected)
                fail_msg("%d,%d by %d,%d: %d", from.x, from.y, move.x, move.y, !expected);
        }
}

static void compare_line(const struct ways *ways, struct point from, struct point move)
{
    const struct track_line *line = &ways->ground.track->finish;
    struct point to = point_add(from, move);
    if (!ground_holds_point(&ways->ground, from) ||
        track_line_crossing(line, false, from, exact_from_grid(to)) <= 0)
        return;
    struct exact_point exit;
    bool expected = ground_find_exit(&ways->ground, from, to, &exit) ||
                    track_line_crossing(line, false, from, exit) > 0;
    enum ways_answer answer = ways_get_beyond(ways, from, move, line);
    if (answer != WAYS_UNSURE && (answer == WAYS_YES) != expected)
        fail_msg("%d,%d by %d,%d over the line: not %d", from.x, from.y, move.x, move.y, answer);
}

static void compare_track(struct random *random, const struct track *track, int longest)
{
    bool walls_out = random_chance(random, 50);
    struct ways ways = ways_create(track, walls_out, random_chance(random, 20));
    for (int i = 0; i < MOVES; i++) {
        int count = random_from_to(random, 1, track->height < ROWS ? track->height : ROWS);
        int column = random_from_to(random, 0, track->width / WORD);
        int y = random_from_to(random, 0, track->height + 1 - count);
        int right = random_from_to(random, -longest, longest);
        int up = random_from_to(random, -longest, longest);
        struct point move = {right, up};
        compare_bits(&ways, move, column, y, count);
        for (int x = 0; x <= track->width; x++)
            compare_line(&ways, (struct point){x, y}, move);
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
    static const char *const files[] = {"tracks/long-road.svg", "tracks/three-ponds.svg",
                                        "tracks/island-ring.svg"};
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
