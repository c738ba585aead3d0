/* Another title in a file's own text: where it stands, where there was none, what else is called
 * title, encodings, rubbish.
 */
#include "base/formats.h"
#include "support/cmocka.h"

#include <string.h>

static void assert_titled(const char *before, const char *name, const char *after)
{
    struct text text = {0};
    struct error error;
    assert_true(svg_write_title(before, strlen(before), name, &text, &error));
    assert_string_equal(text_string(&text), after);
    text_free(&text);
}

static void assert_refused(const char *bytes, size_t length, const char *why)
{
    struct text text = {0};
    struct error error;
    assert_false(svg_write_title(bytes, length, "New", &text, &error));
    assert_non_null(strstr(error.text, why));
    assert_int_equal(text.length, 0);
    text_free(&text);
}

static void the_title_is_replaced(void **state)
{
    (void)state;
    assert_titled("<svg>\n <title id='t'>Old</title><g/></svg>", "Élan <2>",
                  "<svg>\n <title>Élan &lt;2&gt;</title><g/></svg>");
    assert_titled("<svg><title/><path/></svg>", "New", "<svg><title>New</title><path/></svg>");
    assert_titled("<svg:svg xmlns:svg='http://www.w3.org/2000/svg'><svg:title>Old</svg:title>"
                  "</svg:svg>",
                  "New",
                  "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'><svg:title>New</svg:title>"
                  "</svg:svg>");
}

static void one_is_made_where_there_is_none(void **state)
{
    (void)state;
    assert_titled("<?xml version='1.0'?>\n<svg width='1'><g/></svg>", "New",
                  "<?xml version='1.0'?>\n<svg width='1'>\n  <title>New</title><g/></svg>");
}

static void other_titles_stay(void **state)
{
    (void)state;
    assert_titled("<svg><g><title>Layer</title></g><m><title>In</title></m><title>Old</title>"
                  "<title>Second</title></svg>",
                  "New",
                  "<svg><g><title>Layer</title></g><m><title>In</title></m><title>New</title>"
                  "<title>Second</title></svg>");
    assert_titled("<svg xmlns:dc='d'><dc:title>Old</dc:title></svg>", "New",
                  "<svg xmlns:dc='d'>\n  <title>New</title><dc:title>Old</dc:title></svg>");
    assert_titled("<svg><!-- <title>no</title> --><![CDATA[<title>no</title>]]></svg>", "New",
                  "<svg>\n  <title>New</title><!-- <title>no</title> -->"
                  "<![CDATA[<title>no</title>]]></svg>");
}

static void letters_become_numbers_in_other_encodings(void **state)
{
    (void)state;
    assert_titled("<?xml version='1.0' encoding='ISO-8859-1'?><svg><title>\xE9</title></svg>",
                  "Ёa&",
                  "<?xml version='1.0' encoding='ISO-8859-1'?><svg><title>&#1025;a&amp;"
                  "</title></svg>");
    assert_titled("<?xml version='1.0' encoding='utf-8'?><svg><title>a</title></svg>", "Ё",
                  "<?xml version='1.0' encoding='utf-8'?><svg><title>Ё</title></svg>");
}

static void what_is_no_xml_is_refused(void **state)
{
    (void)state;
    assert_refused("<svg><title>Old</svg>", 21, "not well-formed");
    assert_refused("", 0, "not well-formed");
    assert_refused("<svg/>", 6, "nothing in this drawing");
    assert_refused("\xFF\xFE<\0s\0v\0g\0", 10, "UTF-16");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_title_is_replaced),
        cmocka_unit_test(one_is_made_where_there_is_none),
        cmocka_unit_test(other_titles_stay),
        cmocka_unit_test(letters_become_numbers_in_other_encodings),
        cmocka_unit_test(what_is_no_xml_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
