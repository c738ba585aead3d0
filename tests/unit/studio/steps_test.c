/* Undo of whole sheets: here a sheet is a number and a word. */
#include "studio/studio.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct sheet {
    int number;
    char *word;
};

static void copy(const void *sheet, void *into)
{
    const struct sheet *from = sheet;
    *(struct sheet *)into = (struct sheet){from->number, memory_copy_string(from->word)};
}

static void give_back(void *sheet)
{
    free(((struct sheet *)sheet)->word);
}

static bool is_same(const void *one, const void *other)
{
    const struct sheet *a = one, *b = other;
    return a->number == b->number && strcmp(a->word, b->word) == 0;
}

static const struct steps_kind kind = {sizeof(struct sheet), copy, give_back, is_same, NULL};

static struct steps *begin_with(int number)
{
    struct sheet sheet = {number, memory_copy_string("")};
    return steps_create(&kind, &sheet);
}

static int number_of(const struct steps *steps)
{
    return ((const struct sheet *)steps_sheet(steps))->number;
}

static void set(struct steps *steps, int number)
{
    ((struct sheet *)steps_change(steps))->number = number;
}

static void do_step(struct steps *steps, const char *name, int number, bool goes_on)
{
    steps_begin(steps, name);
    set(steps, number);
    steps_end(steps, goes_on);
}

static void test_steps_go_back_and_forth(void **state)
{
    (void)state;
    struct steps *steps = begin_with(1);
    uint64_t first = steps_version(steps);
    assert_false(steps_undo(steps));
    do_step(steps, "two", 2, false);
    do_step(steps, "three", 3, false);
    uint64_t third = steps_version(steps);
    assert_string_equal(steps_undo_name(steps), "three");
    assert_true(steps_undo(steps) && number_of(steps) == 2);
    assert_true(steps_undo(steps) && number_of(steps) == 1);
    assert_true(steps_version(steps) == first);
    assert_null(steps_undo_name(steps));
    assert_string_equal(steps_redo_name(steps), "two");
    assert_true(steps_redo(steps) && steps_redo(steps) && !steps_redo(steps));
    assert_true(number_of(steps) == 3 && steps_version(steps) == third);
    steps_undo(steps);
    do_step(steps, "four", 4, false); /* forgets what could be done again */
    assert_null(steps_redo_name(steps));
    assert_true(steps_undo(steps) && number_of(steps) == 2);
    steps_free(steps);
}

static void test_what_goes_on_is_one_step(void **state)
{
    (void)state;
    struct steps *steps = begin_with(1);
    do_step(steps, "type", 2, true);
    do_step(steps, "type", 3, true);
    do_step(steps, "type", 3, true); /* nothing has changed */
    assert_true(steps_undo(steps) && number_of(steps) == 1 && !steps_undo(steps));
    assert_true(steps_redo(steps) && number_of(steps) == 3);
    do_step(steps, "type", 1, true); /* back to where it began: no step is left */
    assert_null(steps_undo_name(steps));
    do_step(steps, "type", 3, true);
    do_step(steps, "other", 4, true);
    assert_true(steps_undo(steps) && number_of(steps) == 3);
    steps_free(steps);
}

static void test_a_step_is_done_once_more(void **state)
{
    (void)state;
    struct steps *steps = begin_with(10);
    steps_begin_again(steps, "double");
    set(steps, 2 * number_of(steps));
    steps_end(steps, false);
    steps_begin_again(steps, "double"); /* from 10, not from 20 */
    set(steps, 3 * number_of(steps));
    steps_end(steps, false);
    assert_int_equal(number_of(steps), 30);
    steps_begin_again(steps, "double"); /* back to what it was: no step is left */
    steps_end(steps, false);
    assert_int_equal(number_of(steps), 10);
    assert_null(steps_undo_name(steps));
    do_step(steps, "double", 20, false);
    steps_undo(steps);
    steps_begin_again(steps, "double"); /* what was undone is none to go on with */
    set(steps, 5);
    steps_end(steps, false);
    assert_true(steps_undo(steps) && number_of(steps) == 10);
    steps_free(steps);
}

static void test_a_step_is_given_up(void **state)
{
    (void)state;
    struct steps *steps = begin_with(1);
    steps_begin(steps, "word");
    steps_set_text(steps, offsetof(struct sheet, word), "one");
    set(steps, 9);
    assert_false(steps_undo(steps)); /* it is not ended */
    steps_restart(steps);
    steps_set_text(steps, offsetof(struct sheet, word), "other");
    steps_end(steps, false);
    const struct sheet *sheet = steps_sheet(steps);
    assert_true(sheet->number == 1 && strcmp(sheet->word, "other") == 0);
    steps_undo(steps);
    assert_string_equal(sheet->word, "");
    steps_begin(steps, "none");
    set(steps, 2);
    steps_free(steps); /* with a step open */
}

static void test_two_hundred_steps_are_kept(void **state)
{
    (void)state;
    struct steps *steps = begin_with(0);
    for (int i = 1; i <= 250; i++)
        do_step(steps, "count", i, false);
    int back = 0;
    while (steps_undo(steps))
        back++;
    assert_int_equal(back, 200);
    assert_int_equal(number_of(steps), 50);
    steps_free(steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_go_back_and_forth),
        cmocka_unit_test(test_what_goes_on_is_one_step),
        cmocka_unit_test(test_a_step_is_done_once_more),
        cmocka_unit_test(test_a_step_is_given_up),
        cmocka_unit_test(test_two_hundred_steps_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
