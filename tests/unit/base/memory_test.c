#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void test_blocks(void **state)
{
    (void)state;
    int *numbers = memory_allocate(1000, sizeof *numbers);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(numbers[i], 0);
        numbers[i] = i;
    }
    numbers = memory_resize(numbers, 2000, sizeof *numbers);
    assert_int_equal(numbers[999], 999);
    int *copy = memory_copy(numbers, 1000, sizeof *copy);
    assert_memory_equal(copy, numbers, 1000 * sizeof *copy);
    free(copy);
    free(numbers);
    char *string = memory_copy_string("abc");
    assert_string_equal(string, "abc");
    free(string);
}

static void test_empty_blocks_are_there(void **state)
{
    (void)state;
    void *none = memory_allocate(0, 8);
    assert_non_null(none);
    none = memory_resize(none, 0, 8);
    assert_non_null(none);
    free(none);
    none = memory_copy(NULL, 0, 8);
    assert_non_null(none);
    free(none);
}

static void test_array_grows(void **state)
{
    (void)state;
    int *items = NULL;
    int capacity = 0;
    for (int i = 0; i < 5000; i++) {
        items = array_grow(items, i, &capacity, sizeof *items);
        assert_true(capacity > i);
        items[i] = i;
    }
    for (int i = 0; i < 5000; i++) {
        assert_int_equal(items[i], i);
    }
    free(items);
}

enum { ALLOCATE, RESIZE };

/* In a child process: it must end with a message and a failure, not crash. */
static void expect_end_of_memory(int kind, size_t count, size_t size)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        free(kind == ALLOCATE ? memory_allocate(count, size) : memory_resize(NULL, count, size));
        _exit(0);
    }
    close(ends[1]);
    char message[20000] = "";
    size_t length = 0;
    ssize_t got;
    while ((got = read(ends[0], message + length, sizeof message - 1 - length)) > 0) {
        length += (size_t)got;
    }
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
    assert_non_null(strstr(message, "out of memory"));
}

static void test_end_of_memory(void **state)
{
    (void)state;
    expect_end_of_memory(ALLOCATE, SIZE_MAX / 2, 4);
    /* Four times this is 4, if one multiplies without care. */
    expect_end_of_memory(RESIZE, SIZE_MAX / 4 + 2, 4);
}

/* AddressSanitizer, if it is there, asks this whether memory may run out at all. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_empty_blocks_are_there),
        cmocka_unit_test(test_array_grows),
        cmocka_unit_test(test_end_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
