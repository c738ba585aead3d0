/* What gzip packed (the bytes come from gzip and Python's module), and what is none of that. */
#include "support/cmocka.h"

#include "base/formats.h"

#include <string.h>
#include <zlib.h>

/* "hello\n" by gzip. */
static const char hello[] = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\x48\xcd\xc9\xc9\xe7\x02"
                            "\x00\x20\x30\x3a\x36\x06\x00\x00\x00";
enum { HELLO = sizeof hello - 1 };

static void expect_refused(const char *bytes, size_t length, size_t limit, const char *words)
{
    struct text into = {0};
    struct error error = {0};
    text_append(&into, "before");
    assert_false(unpack_append(bytes, length, limit, &into, &error));
    assert_non_null(strstr(error.text, words));
    assert_string_equal(into.data, "before");
    text_free(&into);
}

static void test_what_was_packed_comes_back(void **state)
{
    (void)state;
    struct text into = {0};
    struct error error = {0};
    char twice[2 * HELLO + 3];
    assert_true(unpack_is_packed(hello, HELLO));
    assert_false(unpack_is_packed("<svg/>", 6));
    assert_false(unpack_is_packed(hello, 2));
    assert_true(unpack_append(hello, HELLO, 6, &into, &error));
    assert_string_equal(into.data, "hello\n");
    memcpy(twice, hello, HELLO);
    memcpy(twice + HELLO, hello, HELLO);
    memcpy(twice + 2 * HELLO, "xyz", 3);
    assert_true(unpack_append(twice, sizeof twice, 12, &into, &error));
    assert_string_equal(into.data, "hello\nhello\nhello\n");
    text_free(&into);
}

static void test_what_is_damaged_or_too_much(void **state)
{
    (void)state;
    char copy[HELLO];
    expect_refused(hello, HELLO, 5, "larger than 0 MiB");
    for (size_t length = 3; length < HELLO; length++)
        expect_refused(hello, length, 100, "cut or damaged");
    memcpy(copy, hello, HELLO);
    copy[HELLO - 8] ^= 1; /* of its checksum */
    expect_refused(copy, HELLO, 100, "cut or damaged");
}

/* A gigabyte of zeros in a megabyte ends at the limit. */
static void test_a_bomb(void **state)
{
    (void)state;
    static char zeros[1 << 20];
    struct text bomb = {0};
    char piece[1 << 16];
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY), Z_OK);
    for (int i = 0; i <= 64; i++) {
        stream.next_in = (Bytef *)zeros;
        stream.avail_in = sizeof zeros;
        do {
            stream.next_out = (Bytef *)piece;
            stream.avail_out = sizeof piece;
            deflate(&stream, i == 64 ? Z_FINISH : Z_NO_FLUSH);
            text_append_bytes(&bomb, piece, sizeof piece - stream.avail_out);
        } while (stream.avail_out == 0);
    }
    deflateEnd(&stream);
    assert_true(bomb.length < 200000);
    expect_refused(bomb.data, bomb.length, 16 << 20, "unpacked, the file is larger than 16 MiB");
    text_free(&bomb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_packed_comes_back),
        cmocka_unit_test(test_what_is_damaged_or_too_much),
        cmocka_unit_test(test_a_bomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
