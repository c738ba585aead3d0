/* Labels find room: near what they name, inside of what is seen, never over each other or what must
 * not be covered, and rather not over what matters less. */
#include "base/number.h"
#include "paper/labels.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 800, HEIGHT = 600, LABEL_WIDTH = 110, LABEL_HEIGHT = 28, CROWD = 60 };

static struct labels new_labels(void)
{
    return labels_begin((struct label_box){0, 0, WIDTH, HEIGHT}, 1);
}

static bool overlap(struct label_box a, struct label_box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static void assert_inside(struct label_box box)
{
    assert_true(box.x >= 0 && box.y >= 0);
    assert_true(box.x + box.w <= WIDTH && box.y + box.h <= HEIGHT);
}

/* Nine points round a middle, as in a turn, one of them named. */
static void add_points(struct labels *labels, double x, double y, double square)
{
    for (int i = -1; i <= 1; i++)
        for (int k = -1; k <= 1; k++)
            labels_keep_off_disc(labels, x + i * square, y + k * square, 6);
}

static void a_label_keeps_off_the_points_and_in_sight(void **state)
{
    (void)state;
    static const double middles[][2] = {{400, 300}, {30, 30},  {770, 570}, {30, 570},
                                        {770, 30},  {400, 10}, {790, 300}};
    for (size_t i = 0; i < sizeof middles / sizeof middles[0]; i++) {
        struct labels labels = new_labels();
        add_points(&labels, middles[i][0], middles[i][1], 21);
        int points = labels.obstacle_count;
        struct label_wish wish = {middles[i][0], middles[i][1], 12, 0, 0};
        struct label_box box;
        assert_true(labels_place(&labels, LABEL_WIDTH, LABEL_HEIGHT, &wish, &box));
        assert_inside(box);
        for (int k = 0; k < points; k++)
            assert_false(overlap(box, labels.obstacles[k].box));
        labels_end(&labels);
    }
}

static void a_label_stays_near_and_lies_where_it_is_wanted(void **state)
{
    (void)state;
    struct labels labels = new_labels();
    struct label_wish over = {400, 300, 10, 0, -1}, beside = {200, 100, 10, 1, 0};
    struct label_box above, right;
    assert_true(labels_place(&labels, LABEL_WIDTH, LABEL_HEIGHT, &over, &above));
    assert_true(above.y + above.h <= 300 && above.y + above.h >= 280);
    assert_true(labels_place(&labels, LABEL_WIDTH, LABEL_HEIGHT, &beside, &right));
    assert_true(right.x >= 200 && right.x <= 220);
    labels_end(&labels);
}

static void what_matters_less_is_left_free_where_there_is_room(void **state)
{
    (void)state;
    struct labels labels = new_labels();
    struct label_wish wish = {400, 300, 10, 0, -1};
    struct label_box box, ink = {300, 200, 200, 95};
    labels_avoid(&labels, ink, 10);
    assert_true(labels_place(&labels, LABEL_WIDTH, LABEL_HEIGHT, &wish, &box));
    assert_false(overlap(box, ink));
    labels_end(&labels);
}

/* Texts of many lengths and looks among obstacles, at anchors that may be out of sight. */
static void add_crowd(struct labels *labels, struct random *random)
{
    static const char words[] = "a sentence of some words about (12, 7) and more";
    for (int i = 0; i < CROWD; i++) {
        double x = random_below(random, WIDTH + 200) - 100.0;
        double y = random_below(random, HEIGHT + 200) - 100.0;
        switch (random_below(random, 6)) {
        case 0:
            labels_keep_off_disc(labels, x, y, 4 + random_below(random, 20));
            break;
        case 1:
            labels_keep_off(labels, (struct label_box){x, y, 1 + random_below(random, 200),
                                                       1 + random_below(random, 90)});
            break;
        case 2:
            labels_avoid_line(labels, x, y, y, x, random_below(random, 40));
            break;
        case 3:
            labels_add_number(labels, "135", 14, (struct paper_color){0}, x, y);
            break;
        default: {
            char text[sizeof words];
            struct label_wish wish = {x, y, random_below(random, 30), random_below(random, 3) - 1.0,
                                      random_below(random, 3) - 1.0};
            snprintf(text, 2 + (size_t)random_below(random, sizeof words - 2), "%s", words);
            labels_add(labels, random_below(random, 2) ? LABEL_PLATE : LABEL_RIMMED, text,
                       14 + random_below(random, 6), (struct paper_color){0},
                       random_below(random, 2) * 120.0, &wish);
        }
        }
    }
}

static void nothing_ever_overlaps(void **state)
{
    (void)state;
    struct random random = random_seeded(11);
    int placed = 0, left_out = 0;
    print_message("seed 11\n");
    for (int round = 0; round < 300; round++) {
        struct labels labels = new_labels();
        int crowds = 1 + (int)random_below(&random, 4);
        for (int i = 0; i < crowds; i++)
            add_crowd(&labels, &random);
        for (int i = 0; i < labels.count; i++) {
            struct label_box box = labels.items[i].box;
            assert_inside(box);
            /* Itself is in the way of all later ones, and over none that was there before it. */
            int own = 0;
            while (memcmp(&box, &labels.obstacles[own].box, sizeof box) != 0)
                own++;
            for (int k = 0; k < own; k++)
                assert_false(labels.obstacles[k].never && overlap(box, labels.obstacles[k].box));
            assert_true(labels.obstacles[own].never);
        }
        placed += labels.count;
        left_out += crowds * CROWD - labels.count;
        labels_end(&labels);
    }
    assert_true(placed > 3000 && left_out > 0);
}

/* Rows of obstacles with one gap: it is found, however far it is; without it nothing is placed. */
static void the_last_free_place_is_found(void **state)
{
    (void)state;
    for (int gap = 0; gap < 6; gap++) {
        struct labels labels = new_labels();
        struct label_box box;
        struct label_wish wish = {790, 590, 5, 0, 0};
        for (int row = 0; row < 6; row++)
            for (int column = 0; column < 4; column++)
                if (row != gap || column != gap % 4)
                    labels_keep_off(&labels,
                                    (struct label_box){column * 200.0, row * 100.0, 200, 100});
        assert_true(labels_place(&labels, LABEL_WIDTH, LABEL_HEIGHT, &wish, &box));
        assert_true(box.x >= gap % 4 * 200 && box.x + box.w <= gap % 4 * 200 + 200);
        assert_true(box.y >= gap * 100 && box.y + box.h <= gap * 100 + 100);
        labels_keep_off(&labels, (struct label_box){gap % 4 * 200.0, gap * 100.0, 200, 100});
        assert_false(labels_place(&labels, LABEL_WIDTH, LABEL_HEIGHT, &wish, &box));
        labels_end(&labels);
    }
}

static void a_place_is_taken_once(void **state)
{
    (void)state;
    struct labels labels = new_labels();
    struct label_box box = {10, 10, 50, 20}, beside = {60, 10, 50, 20}, beyond = {780, 10, 50, 20};
    assert_true(labels_put(&labels, box));
    assert_false(labels_put(&labels, box));
    assert_true(labels_put(&labels, beside));
    assert_false(labels_put(&labels, beyond));
    labels_end(&labels);
}

static void lines_break_between_words_and_not_within_coordinates(void **state)
{
    (void)state;
    struct label_wish wish = {400, 300, 5, 0, 0};
    for (int widest = 40; widest < 400; widest += 3) {
        struct labels labels = new_labels();
        labels_add(&labels, LABEL_PLATE, "Blue ran into Red at (12, 7) and at (-3, 140)", 16,
                   (struct paper_color){0}, widest, &wish);
        assert_int_equal(labels.count, 1);
        assert_non_null(strstr(labels.items[0].text, "(12, 7)"));
        assert_non_null(strstr(labels.items[0].text, "(-3, 140)"));
        assert_true(strchr(labels.items[0].text, '\n') || widest > 300);
        labels_end(&labels);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_keeps_off_the_points_and_in_sight),
        cmocka_unit_test(a_label_stays_near_and_lies_where_it_is_wanted),
        cmocka_unit_test(what_matters_less_is_left_free_where_there_is_room),
        cmocka_unit_test(nothing_ever_overlaps),
        cmocka_unit_test(the_last_free_place_is_found),
        cmocka_unit_test(a_place_is_taken_once),
        cmocka_unit_test(lines_break_between_words_and_not_within_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
