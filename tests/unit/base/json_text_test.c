/* What is written must be what jansson writes of the same values. */
#include "base/formats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static void test_nested_values(void **state)
{
    (void)state;
    struct text text = {0};
    json_text_open(&text, '{');
    json_text_key(&text, "none");
    json_text_open(&text, '[');
    json_text_close(&text, ']');
    json_text_key(&text, "list");
    json_text_open(&text, '[');
    json_text_integer(&text, -3);
    json_text_open(&text, '{');
    json_text_close(&text, '}');
    json_text_null(&text);
    json_text_string(&text, "");
    json_text_string(&text, "a,[{:");
    json_text_boolean(&text, true);
    json_text_close(&text, ']');
    json_text_key(&text, "last");
    json_text_value(&text, "[1,2]");
    json_text_close(&text, '}');
    assert_string_equal(text.data, "{\"none\":[],\"list\":[-3,{},null,\"\",\"a,[{:\",true],"
                                   "\"last\":[1,2]}");
    text_free(&text);
}

/* Every character of one byte and some of more, with something before and behind. */
static void test_strings(void **state)
{
    (void)state;
    for (int byte = 1; byte < 130; byte++) {
        char string[16] = {'a', (char)byte, 'b', '\0'};
        if (byte == 128)
            strcpy(string, "Zo\xC3\xAB \xE2\x86\x92");
        if (byte == 129)
            strcpy(string, "\xF0\x9F\x8F\x81\n\"");
        struct text text = {0};
        json_text_string(&text, string);
        json_t *json = json_string(string);
        char *expected = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
        assert_string_equal(text.data, expected);
        free(expected);
        json_decref(json);
        text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested_values),
        cmocka_unit_test(test_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
