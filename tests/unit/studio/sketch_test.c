/* The sheet that somebody draws: changes, steps, places. */
#include "studio/sketch.h"
#include "support/cmocka.h"
#include "track/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An ellipse as a hand draws it: `turns` of it from the right, with a tremor. */
static int draw_ellipse(struct spot *into, int count, struct spot middle, double across, double up,
                        double turns)
{
    for (int i = 0; i < count; i++) {
        double angle = 6.283185307179586 * turns * i / (count - 1);
        double tremor = 0.03 * ((i * 7919) % 13 - 6) / 6.0;
        into[i] = (struct spot){middle.x + (across + tremor) * cos(angle),
                                middle.y + (up - tremor) * sin(angle)};
    }
    return count;
}

static int add_ellipse(struct sketch *sketch, double across, double up)
{
    struct spot raw[400];
    struct error error = {0};
    int count = draw_ellipse(raw, 400, (struct spot){20, 15}, across, up, 0.995);
    int item = sketch_draw_stroke(sketch, DRAFT_WALL, raw, count, 0.5, &error);
    if (item < 0)
        fail_msg("%s", error.text);
    return item;
}

static void test_a_track_is_drawn(void **state)
{
    (void)state;
    struct sketch *sketch = sketch_create(40, 30);
    struct draft_problem problems[20];
    struct error error = {0};
    assert_int_equal(draft_list_problems(sketch_draft(sketch), problems, 20), 1);
    assert_true(problems[0].missing);
    assert_int_equal(add_ellipse(sketch, 18, 13), 0);
    assert_int_equal(add_ellipse(sketch, 9, 6), 1);
    assert_int_equal(sketch_draft(sketch)->items[1].loop_count, 1);
    assert_true(sketch_draft(sketch)->items[1].loops[0].closed);
    int line = sketch_set_line(sketch, DRAFT_START_FINISH, (struct spot){27.6, 15.2},
                               (struct spot){39, 14.7}, &error);
    assert_int_equal(line, 2);
    assert_int_equal(draft_list_problems(sketch_draft(sketch), problems, 20), 0);
    struct track *track = track_from_draft(sketch_draft(sketch), &error);
    assert_non_null(track);
    assert_int_equal(track->start.from.x, 28);
    track_release(track);
    track = track_to_look_at(sketch_draft(sketch));
    assert_int_equal(area_loop_count(track->surface), 2);
    track_release(track);
    sketch_free(sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_track_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
