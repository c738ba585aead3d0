#include "base/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* From the published test vectors of FNV-1a. */
static void test_known_hashes(void **state)
{
    (void)state;
    assert_true(hash_bytes(HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void test_continues(void **state)
{
    (void)state;
    uint64_t hash = hash_bytes(HASH_START, "foo", 3);
    assert_true(hash_bytes(hash, "bar", 3) == UINT64_C(0x85944171f73967e8));
}

static void test_numbers_are_eight_bytes_lowest_first(void **state)
{
    (void)state;
    const unsigned char bytes[] = {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    assert_true(hash_number(HASH_START, -2) == hash_bytes(HASH_START, bytes, 8));
    const unsigned char more[] = {0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01};
    assert_true(hash_number(HASH_START, INT64_C(0x0102030405060708)) ==
                hash_bytes(HASH_START, more, 8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_hashes),
        cmocka_unit_test(test_continues),
        cmocka_unit_test(test_numbers_are_eight_bytes_lowest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
