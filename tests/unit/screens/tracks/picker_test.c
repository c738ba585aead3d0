/* The track browser's search, filters and orders. */
#include "rules/graph_paper/graph_paper.h"
#include "screens/tracks/tracks.h"
#include "support/cmocka.h"

#include <string.h>

#define TRACK(width, has) .course = {&graph_paper_game, ""}, .sheet = {width, 10}, .marks = has

static const struct gallery_entry kidney = {.folded = "kidney",
                                            .words = "kidney\ntwo round ends; by anna",
                                            .place = GALLERY_SHIPPED,
                                            TRACK(120, 0),
                                            .par = {.rounds = 20}};
static const struct gallery_entry climb = {.folded = "hill climb 10",
                                           .words = "hill climb 10\n",
                                           .place = GALLERY_OWN,
                                           TRACK(350, 1u << MARK_OPEN | 1u << MARK_TURBO),
                                           .par = {.rounds = 67},
                                           .stamp = {.seconds = 50}};
static const struct gallery_entry bowl = {.folded = "round bowl",
                                          .words = "round bowl\nno line",
                                          .place = GALLERY_OWN,
                                          TRACK(151, 1u << MARK_ARENA),
                                          .stamp = {.seconds = 60}};
static const struct gallery_entry broken = {.folded = "broken.svg",
                                            .words = "broken.svg",
                                            .place = GALLERY_OWN,
                                            .stamp = {.seconds = 60, .nanoseconds = 1}};

/* `typed` in small letters and without accents. */
static bool finds(const char *typed, const struct gallery_entry *entry)
{
    return tracks_is_wished(&(struct tracks_wish){0}, typed, entry);
}

static bool is_wished(struct tracks_wish wish, const struct gallery_entry *entry)
{
    return tracks_is_wished(&wish, "", entry);
}

static void all_words_are_searched(void **state)
{
    (void)state;
    assert_true(finds("", &kidney));
    assert_true(finds("  ", &kidney));
    assert_true(finds("kid", &kidney));
    assert_true(finds("anna kidney", &kidney));
    assert_true(finds("ends", &kidney));
    assert_false(finds("kidney bowl", &kidney));
    assert_false(finds("kidneys", &kidney));
    assert_true(finds("climb 1", &climb));
    assert_false(finds("?", &kidney));
}

static void filters_go_together(void **state)
{
    (void)state;
    assert_true(is_wished((struct tracks_wish){.from = FROM_OWN}, &climb));
    assert_false(is_wished((struct tracks_wish){.from = FROM_OWN}, &kidney));
    assert_true(is_wished((struct tracks_wish){.from = FROM_SHIPPED}, &kidney));
    assert_true(is_wished((struct tracks_wish){.game = GAME_RACE}, &kidney));
    assert_false(is_wished((struct tracks_wish){.game = GAME_RACE}, &bowl));
    assert_true(is_wished((struct tracks_wish){.game = GAME_DERBY}, &bowl));
    assert_true(is_wished((struct tracks_wish){.course = COURSE_OPEN}, &climb));
    assert_false(is_wished((struct tracks_wish){.course = COURSE_LAPS}, &climb));
    assert_false(is_wished((struct tracks_wish){.course = COURSE_LAPS}, &bowl));
    assert_true(is_wished((struct tracks_wish){.has = 1u << MARK_TURBO}, &climb));
    assert_false(
        is_wished((struct tracks_wish){.has = 1u << MARK_TURBO | 1u << MARK_SLICKS}, &climb));
    assert_true(is_wished((struct tracks_wish){.size = SIZE_SMALL}, &kidney));
    assert_true(is_wished((struct tracks_wish){.size = SIZE_MEDIUM}, &bowl));
    assert_true(is_wished((struct tracks_wish){.size = SIZE_LARGE}, &climb));
    assert_false(is_wished((struct tracks_wish){.size = SIZE_LARGE}, &bowl));
    assert_false(is_wished((struct tracks_wish){.size = SIZE_LARGE, .from = FROM_SHIPPED}, &climb));
    /* Of what cannot be read nothing is known. */
    assert_true(is_wished((struct tracks_wish){.from = FROM_OWN}, &broken));
    assert_false(is_wished((struct tracks_wish){.size = SIZE_SMALL}, &broken));
    assert_false(is_wished((struct tracks_wish){.game = GAME_DERBY}, &broken));
}

static void is_limited_by_anything_but_the_order(void **state)
{
    (void)state;
    struct tracks_wish wish = {.order = ORDER_PAR};
    assert_false(tracks_is_limited(&wish));
    wish.search[0] = 'a';
    assert_true(tracks_is_limited(&wish));
    assert_true(tracks_is_limited(&(struct tracks_wish){.course = COURSE_OPEN}));
}

static void assert_order(int order, const struct gallery_entry *one,
                         const struct gallery_entry *other)
{
    assert_true(tracks_compare(order, one, other) < 0);
    assert_true(tracks_compare(order, other, one) > 0);
}

static void is_sorted_with_the_unknown_last(void **state)
{
    (void)state;
    struct gallery_entry ninth = climb;
    ninth.folded = "hill climb 9";
    assert_order(ORDER_NAME, &ninth, &climb);
    assert_order(ORDER_NAME, &climb, &kidney);
    assert_order(ORDER_SIZE, &kidney, &bowl);
    assert_order(ORDER_SIZE, &climb, &broken);
    assert_order(ORDER_PAR, &kidney, &climb);
    assert_order(ORDER_PAR, &climb, &bowl);
    assert_order(ORDER_PAR, &broken, &bowl); /* both without par: by name */
    assert_order(ORDER_NEWEST, &broken, &bowl);
    assert_order(ORDER_NEWEST, &bowl, &climb);
    assert_order(ORDER_NEWEST, &climb, &kidney); /* one's own before the shipped ones */
    assert_int_equal(tracks_compare(ORDER_NAME, &kidney, &kidney), 0);
}

static void assert_split(const char *description, const char *note, const char *author)
{
    char found[24], by[24];
    tracks_split_description(description, found, by, sizeof found);
    assert_string_equal(found, note);
    assert_string_equal(by, author);
}

static void descriptions_fall_into_note_and_author(void **state)
{
    (void)state;
    assert_split("Two ends; by Anna", "Two ends", "Anna");
    assert_split("First; by hand; by Zoë", "First; by hand", "Zoë");
    assert_split("by Anna", "", "Anna");
    assert_split("Go by the wall", "Go by the wall", "");
    assert_split("", "", "");
    assert_split("abcdefghijklmnopqrstuvé and more", "abcdefghijklmnopqrstuv", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_words_are_searched),
        cmocka_unit_test(filters_go_together),
        cmocka_unit_test(is_limited_by_anything_but_the_order),
        cmocka_unit_test(is_sorted_with_the_unknown_last),
        cmocka_unit_test(descriptions_fall_into_note_and_author),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
