/* Tracks out of nothing: every one valid, with a lap in the promised range, none like another, and
 * the same again for the same wish.
 *
 * generate_test [WISHES]: 200 without a number. Wishes go through styles, difficulties and sizes;
 * the number of the first that fails is told.
 */
#include "base/number.h"
#include "drivers/graph_paper/driving.h"
#include "studio/graph_paper/generate/generate.h"
#include "support/cmocka.h"
#include "track/draft.h"
#include "track/track.h"

#include <stdlib.h>
#include <string.h>

enum { WISHES_USUAL = 200, STARTS_LEAST = 4, RUN = 6, VERTICES_MOST = 800 };

static int wishes = WISHES_USUAL;

/* Mostly of sizes that people take; one in eleven is a large one. */
static struct generator_wish make_wish(int index)
{
    static const struct {
        int width, height;
    } sizes[] = {{24, 24}, {60, 45}, {36, 28}, {45, 60}, {72, 24},  {30, 40},
                 {24, 72}, {50, 50}, {33, 61}, {80, 50}, {120, 90}, {90, 31},
                 {40, 30}, {64, 24}, {28, 36}, {27, 27}, {57, 43}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    struct generator_wish wish = {.seed = (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15)};
    wish.style = (enum generator_style)(index % GENERATOR_STYLE_COUNT);
    wish.difficulty = 1 + index / GENERATOR_STYLE_COUNT % GENERATOR_DIFFICULTY_MOST;
    wish.width = sizes[index % SIZES].width;
    wish.height = sizes[index % SIZES].height;
    if (index % 997 == 500)
        wish.width = wish.height = GENERATOR_SIDE_MOST;
    return wish;
}

static struct track *generate(const struct generator_wish *wish, int *par)
{
    struct error error = {0};
    struct track *track = generate_track(wish, NULL, par, &error);
    if (!track)
        fail_msg("%d x %d, %s, difficulty %d, seed %llu: %s", wish->width, wish->height,
                 generator_style_names[wish->style], wish->difficulty,
                 (unsigned long long)wish->seed, error.text);
    return track;
}

/* Six squares ahead, at most one aside, as the shipped tracks are held to. */
static bool has_run(const struct track *track, struct point at)
{
    const struct track_line *line = &track->start;
    int across_x = (line->to.x > line->from.x) - (line->to.x < line->from.x);
    int across_y = (line->to.y > line->from.y) - (line->to.y < line->from.y);
    struct ground ground = {track, false};
    for (int aside = -1; aside <= 1; aside++) {
        struct point ahead = {at.x - RUN * across_y + aside * across_x,
                              at.y + RUN * across_x + aside * across_y};
        if (ground_holds_move(&ground, at, ahead))
            return true;
    }
    return false;
}

static void check_start(const struct track *track)
{
    struct ground ground = {track, false};
    struct point from = track->start.from;
    struct point to = track->start.to;
    int starts = 0;
    assert_true(from.x == to.x || from.y == to.y);
    for (int y = from.y < to.y ? from.y : to.y; y <= (from.y < to.y ? to.y : from.y); y++)
        for (int x = from.x < to.x ? from.x : to.x; x <= (from.x < to.x ? to.x : from.x); x++)
            if (ground_holds_point(&ground, (struct point){x, y})) {
                starts++;
                assert_true(has_run(track, (struct point){x, y}));
            }
    assert_in_range(starts, STARTS_LEAST, 60);
    assert_false(ground_holds_point(&ground, from) && ground_holds_point(&ground, to));
}

/* The proof is asked again, of the track that a file gives. */
static void check_lap(const struct track *track, const struct generator_wish *wish, int told)
{
    struct lap lap;
    struct error error = {0};
    int least, most;
    generator_promise(wish, &least, &most);
    assert_true(lap_prove(track, NULL, &lap, &error));
    assert_true(lap.possible);
    assert_int_equal(lap.rounds, told);
    if (wish->style == ARENA_STYLE)
        assert_in_range(area_loop_count(track->surface) - 1, least, most);
    else
        assert_in_range(lap.rounds, least, most);
}

/* What is written is the same track when it is read again. */
static void check_file(const struct track *track, const struct generator_wish *wish, int par)
{
    struct error error = {0};
    struct text first = {0};
    struct text second = {0};
    svg_write_track(track, &first);
    struct track *again = svg_read_track(first.data, first.length, &error);
    if (!again)
        fail_msg("line %d: %s", error.line, error.text);
    svg_write_track(again, &second);
    assert_string_equal(first.data, second.data);
    assert_true(track_fingerprint(track) == track_fingerprint(again));
    check_lap(again, wish, par);
    text_free(&first);
    text_free(&second);
    track_release(again);
}

static int compare_prints(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a;
    uint64_t other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

static void test_every_wish_gives_a_sound_track_of_its_own(void **state)
{
    (void)state;
    uint64_t *prints = calloc((size_t)wishes, sizeof *prints);
    for (int i = 0; i < wishes; i++) {
        struct generator_wish wish = make_wish(i);
        int par = -1;
        struct track *track = generate(&wish, &par);
        assert_int_equal(track->width, wish.width);
        assert_int_equal(track->height, wish.height);
        assert_int_equal(track->has_line, wish.style != ARENA_STYLE);
        assert_true(strlen(track->name) > 4 && strchr(track->name, ' '));
        if (wish.width * wish.height <= 60 * 45)
            assert_in_range(area_edge_count(track->surface), 3, VERTICES_MOST);
        if (track->has_line)
            check_start(track);
        check_file(track, &wish, par);
        prints[i] = track_fingerprint(track);
        track_release(track);
    }
    qsort(prints, (size_t)wishes, sizeof *prints, compare_prints);
    for (int i = 1; i < wishes; i++)
        assert_true(prints[i] != prints[i - 1]);
    free(prints);
}

/* Seeds that people have told each other stay worth something only as long as these stay. Whoever
 * changes the generator on purpose writes down what it makes then. The numbers are FNV-1a over the
 * file, computed by another program. */
static void test_the_same_wish_gives_the_same_file_as_ever(void **state)
{
    (void)state;
    static const struct {
        struct generator_wish wish;
        const char *name;
        int par;
        uint64_t file;
    } known[] = {
        {{1, 60, 45, FLOWING, 2}, "Pebble Hollow", 42, UINT64_C(0x573576c0831b6edb)},
        {{2, 60, 45, FLOWING, 5}, "Thistle Valley", 55, UINT64_C(0x5fb574cb00320457)},
        {{3, 60, 45, TIGHT, 1}, "Bramble Ladder", 45, UINT64_C(0x9092e45892768d73)},
        {{4, 44, 60, TIGHT, 4}, "Orchard Pass", 74, UINT64_C(0x251c926ca6bcc095)},
        {{5, 60, 45, STREET, 3}, "Quarry Docks", 61, UINT64_C(0x8b96fc45fcef2f39)},
        {{6, 24, 24, STREET, 5}, "Quarry Yard", 27, UINT64_C(0xc82e6c875ec0b9f3)},
        {{7, 72, 24, FLOWING, 1}, "Badger Ring", 34, UINT64_C(0xda4112f4a45811b2)},
        {{8, 36, 26, ARENA_STYLE, 4}, "Tinker Pit", 0, UINT64_C(0x9c76b261bbe3a626)},
        {{9, 120, 90, ARENA_STYLE, 2}, "Raven Court", 0, UINT64_C(0xc067d8b71fc40ef0)},
        {{10, 120, 60, TIGHT, 3}, "Otter Thicket", 112, UINT64_C(0x1f87e85054e68b49)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int par;
        struct text svg = {0};
        struct track *track = generate(&known[i].wish, &par);
        svg_write_track(track, &svg);
        uint64_t file = hash_bytes(HASH_START, svg.data, svg.length);
        if (file != known[i].file || par != known[i].par || strcmp(track->name, known[i].name) != 0)
            fail_msg("seed %d: {.., \"%s\", %d, UINT64_C(0x%016llx)}", (int)known[i].wish.seed,
                     track->name, par, (unsigned long long)file);
        text_free(&svg);
        track_release(track);
    }
}

/* The same for the tracks of dates: whoever changes one counts GENERATOR_VERSION on. */
static void test_a_date_gives_the_same_file_as_ever(void **state)
{
    (void)state;
    static const struct {
        const char *date;
        int par;
        uint64_t file;
    } known[] = {
        {"2026-11-24", 29, UINT64_C(0xb279c722e6c0128c)},
        {"2028-02-29", 42, UINT64_C(0x2adb87db83538390)},
        {"2030-01-06", 44, UINT64_C(0x595b5496c2dd0ff2)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int day, par;
        struct text svg = {0};
        assert_true(date_read(known[i].date, &day));
        struct track *track = daily_track(day, NULL, &par);
        svg_write_track(track, &svg);
        uint64_t file = hash_bytes(HASH_START, svg.data, svg.length);
        if (file != known[i].file || par != known[i].par)
            fail_msg("%s: %d, UINT64_C(0x%016llx)", known[i].date, par, (unsigned long long)file);
        text_free(&svg);
        track_release(track);
    }
}

static void test_one_step_of_the_wish_is_another_track(void **state)
{
    (void)state;
    struct generator_wish wishes_near[] = {
        {7, 40, 30, FLOWING, 2}, {8, 40, 30, FLOWING, 2}, {7, 41, 30, FLOWING, 2},
        {7, 40, 31, FLOWING, 2}, {7, 40, 30, TIGHT, 2},   {7, 40, 30, FLOWING, 3},
    };
    enum { COUNT = sizeof wishes_near / sizeof *wishes_near };
    uint64_t prints[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct track *track = generate(&wishes_near[i], NULL);
        prints[i] = track_fingerprint(track);
        for (int j = 0; j < i; j++)
            assert_true(prints[i] != prints[j]);
        track_release(track);
    }
}

static void test_promises_follow_on_each_other(void **state)
{
    (void)state;
    for (int style = 0; style < GENERATOR_STYLE_COUNT; style++)
        for (int width = GENERATOR_SIDE_LEAST; width <= GENERATOR_SIDE_MOST; width++)
            for (int height = GENERATOR_SIDE_LEAST; height <= GENERATOR_SIDE_MOST; height += 8) {
                struct generator_wish wish = {1, width, height, (enum generator_style)style, 1};
                int least, most, before = 0;
                for (; wish.difficulty <= GENERATOR_DIFFICULTY_MOST; wish.difficulty++) {
                    struct error error;
                    if (!generator_check(&wish, &error))
                        continue;
                    generator_promise(&wish, &least, &most);
                    assert_true(least <= most);
                    assert_true(wish.difficulty == 1 || least == before + 1);
                    before = most;
                }
            }
}

static void expect_refused(struct generator_wish wish, const char *words)
{
    struct error error = {0};
    int par = 5;
    assert_null(generate_track(&wish, NULL, &par, &error));
    if (!strstr(error.text, words))
        fail_msg("\"%s\" lacks \"%s\"", error.text, words);
}

static void test_wishes_without_meaning(void **state)
{
    (void)state;
    expect_refused((struct generator_wish){1, 23, 24, FLOWING, 1}, "23 × 24");
    expect_refused((struct generator_wish){1, 240, 241, FLOWING, 1}, "24 to 240");
    expect_refused((struct generator_wish){1, 24, 73, TIGHT, 1}, "at most 3 times");
    expect_refused((struct generator_wish){1, 181, 60, ARENA_STYLE, 1}, "at most 3 times");
    expect_refused((struct generator_wish){1, -60, 45, STREET, 1}, "-60 × 45");
    expect_refused((struct generator_wish){1, 60, 45, STREET, 0}, "difficulty");
    expect_refused((struct generator_wish){1, 60, 45, STREET, 6}, "difficulty");
    expect_refused((struct generator_wish){1, 60, 45, GENERATOR_STYLE_COUNT, 2}, "style");
}

static void test_cancelling(void **state)
{
    (void)state;
    struct error error = {.text = "old"};
    struct generator_wish wish = {1, 240, 240, TIGHT, 5};
    const atomic_bool cancelled = true;
    assert_null(generate_track(&wish, &cancelled, NULL, &error));
    assert_string_equal(error.text, "");
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_wish_gives_a_sound_track_of_its_own),
        cmocka_unit_test(test_the_same_wish_gives_the_same_file_as_ever),
        cmocka_unit_test(test_a_date_gives_the_same_file_as_ever),
        cmocka_unit_test(test_one_step_of_the_wish_is_another_track),
        cmocka_unit_test(test_promises_follow_on_each_other),
        cmocka_unit_test(test_wishes_without_meaning),
        cmocka_unit_test(test_cancelling),
    };
    if (argument_count > 1)
        wishes = atoi(arguments[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
