/* Maps with a post round them: whatever forums, mail and word processors make of a map, files and
 * pasting read the same one; what is wrong with it is told where it stands in the post. The ring
 * and its places are worked out by hand.
 */
#include "base/text.h"
#include "rules/game.h"
#include "session/session.h"
#include "studio/stock_cars/plan.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

#define H "name: Ring\nrace: N\n"
#define R "*****\n*   *\nF   *\n1   *\n*****\n"

static const char *const posts[] = {
    H "\n" R,
    "\xEF\xBB\xBF" H "\n" R, /* a mark of UTF-8 */
    "name: Ring\r\nrace: N\r\n\r\n*****\r\n*   *\r\nF   *\r\n1   *\r\n*****\r\n",
    "name: Ring\rrace: N\r\r*****\r*   *\rF   *\r1   *\r*****\r",
    "\n\n" H "\n" R,
    /* Blanks. */
    H "\n*****\n*\u00a0 \u00a0*\nF \u00a0 *\n1\u00a0\u00a0\u00a0*\n*****\n",
    "name:\u00a0Ring\nrace:\u00a0N\n\u00a0\n*****\n*   *\nF   *\n1   *\n*****\n",
    H "\n*****\n*\u2007\u2007\u2007*\nF\u3000\u3000\u3000*\n1\u2800\u2003\u202f*\n*****\n",
    H "\n*****\n*\xa0 \xa0*\nF   *\n1   *\n*****\n", /* as Windows writes it */
    H "\n\u200b*****\n\u200e*   *\nF \u2060  *\n1   *\u00ad\n*****\ufeff\n",
    H "\u200b\n" R,
    H "\n*****\t\n*   *\t\nF   *\n1   *\n*****\t\n",
    H "\n*****\n*&nbsp;&nbsp; *\nF&#160; &#xA0;*\n1&ensp;  *\n*****\n",
    /* Code. */
    "[code]\n" H "\n" R "[/code]\n",
    "[CODE]" H "\n" R "[/CODE]",
    "[code=text]" H "\n" R "[/code] Bye!\n",
    "Code: Select all\n" H "\n" R,
    "[quote=\"Ada\" post_id=3]\n[code]\n" H "\n" R "[/code]\n[/quote]\nNice!\n",
    "[spoiler][font=Courier New]\n" H "\n" R "[/font][/spoiler]\n",
    H "\n[code]\n" R "[/code]\n",
    "```\n" H "\n" R "```\n",
    "So:\n```text\n" H "\n" R "```\nBye!\n",
    H "```\n" R "```\n",
    "~~~\n" H "\n" R "~~~\n",
    "Here:\n\n    name: Ring\n    race: N\n\n    *****\n    *   *\n    F   *\n    1   *\n    "
    "*****\n\nBye\n",
    "\tname: Ring\n\trace: N\n\n\t*****\n\t*   *\n\tF   *\n\t1   *\n\t*****\n",
    H "\n`*****`\n`*   *`\n`F   *`\n`1   *`\n`*****`\n",
    /* Quotes. */
    "> name: Ring\n> race: N\n> \n> *****\n> *   *\n> F   *\n> 1   *\n> *****\n",
    "> name: Ring\n> race: N\n>\n> *****\n> *   *\n> F   *\n> 1   *\n> *****\n",
    ">name: Ring\n>race: N\n>\n>*****\n>*   *\n>F   *\n>1   *\n>*****\n",
    "Jo wrote:\n>> name: Ring\n>> race: N\n>> \n>> *****\n>> *   *\n>> F   *\n>> 1   *\n>> *****\n",
    "> > name: Ring\n> > race: N\n> >\n> > *****\n> > *   *\n> > F   *\n> > 1   *\n> > *****\n",
    "| name: Ring\n| race: N\n|\n| *****\n| *   *\n| F   *\n| 1   *\n| *****\n",
    "&gt; name: Ring\n&gt; race: N\n&gt;\n&gt; *****\n&gt; *   *\n&gt; F   *\n&gt; 1   *\n&gt; "
    "*****\n",
    /* Words. */
    "Hi all, here is my map:\n\n" H "\n" R "\nhave fun, Jo\n",
    "Hi all, here is my map:\n" H "\n" R "have fun, Jo\n",
    "From: Jo <jo@example.org>\nSubject: a map\nDate: today\n\nHi!\n\n" H "\n" R "\n-- \nJo\n",
    "Jo \u2014 Today at 12:01\n" H "\n" R "(edited)\n",
    "#5\n\nPost by Ada\n\n" H "\n" R "\nbob\n",
    "* * *\n\n" H "\n" R "\n***\n\nBye\n",
    "What is <svg?\nIt has data-lanes.\n\n" H "\n" R,
    /* HTML and word processors. */
    "<pre>\n" H "\n" R "</pre>\n",
    "<div class=\"post\"><pre><code>" H "\n" R "</code></pre></div>\n",
    "name: Ring<br>\nrace: N<br>\n<br>\n*****<br>\n*   *<br>\nF   *<br>\n1   *<br>\n*****<br>\n",
    "name: Ring<br/>race: N<br/><br/>*****<br/>*&nbsp;&nbsp; *<br/>F   *<br/>1   *<br/>*****",
    "<p>name: Ring</p>\n<p>race: N</p>\n<p>&nbsp;</p>\n<p>*****</p>\n<p>*   *</p>\n<p>F   *</p>\n"
    "<p>1   *</p>\n<p>*****</p>\n",
    "name: Ring\n\nrace: N\n\n\n\n*****\n\n*   *\n\nF   *\n\n1   *\n\n*****\n\n",
    H "\n\\*\\*\\*\\*\\*\n\\*   \\*\nF   \\*\n1   \\*\n\\*\\*\\*\\*\\*\n",
    H "\n\u201c*****\u201d\n\u201c*   *\u201d\n\u201cF   *\u201d\n\u201c1   "
      "*\u201d\n\u201c*****\u201d\n",
    H "\n\"*****\"\n\"*   *\"\n\"F   *\"\n\"1   *\"\n\"*****\"\n",
    "name\uff1a Ring\nrace\uff1a \uff2e\n\n\uff0a****\n*   \uff0a\n\uff26   *\n1   *\n*****\n",
    "[b]name: Ring[/b]\n[b]race: N[/b]\n\n" R,
    "[color=red]name: Ring[/color]\nrace: N\n\n[color=red]*****[/color]\n[color=red]*   *[/color]\n"
    "F   *\n1   *\n*****\n",
};

static void expect_ring(const char *bytes, size_t length, const char *what)
{
    struct error error = {0};
    struct text tiles = {0};
    bool has_header;
    struct map_draft draft;
    if (course_recognise(bytes, length) == NULL ||
        course_recognise(bytes, length)->course != &stock_maps)
        fail_msg("not recognised: %s", what);
    const struct stock_map *map = stock_maps.read(bytes, length, &error);
    if (!map)
        fail_msg("%d:%d: %s in: %s", error.line, error.column, error.text, what);
    stock_maps.write(map, &tiles);
    if (strcmp(text_string(&tiles), "name: Ring\nrace: N\nlaps: 3\n\n" R) != 0)
        fail_msg("another map:\n%s of: %s", text_string(&tiles), what);
    text_clear(&tiles);
    assert_true(map_draft_read(bytes, length, &draft, NULL, &error));
    map_draft_free(&draft);
    if (strlen(bytes) == length) {
        if (!map_plan_read_post(bytes, &draft, &has_header, &error))
            fail_msg("%s in: %s", error.text, what);
        map_draft_write(&draft, &tiles);
        assert_true(has_header);
        assert_string_equal(text_string(&tiles), "name: Ring\nrace: N\nlaps: 3\n\n" R);
        map_draft_free(&draft);
    }
    stock_maps.release(map);
    text_free(&tiles);
}

static void test_a_map_is_the_same_whatever_is_round_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++)
        expect_ring(posts[i], strlen(posts[i]), posts[i]);
}

static void test_a_map_of_two_bytes_a_letter(void **state)
{
    (void)state;
    static const char plain[] = H "\n" R;
    char little[2 * sizeof plain] = "\xff\xfe", big[2 * sizeof plain] = "\xfe\xff";
    for (size_t i = 0; i + 1 < sizeof plain; i++) {
        little[2 + 2 * i] = big[3 + 2 * i] = plain[i];
        little[3 + 2 * i] = big[2 + 2 * i] = '\0';
    }
    expect_ring(little, 2 * sizeof plain, "UTF-16");
    expect_ring(big, 2 * sizeof plain, "UTF-16, the other way");
}

static const struct {
    int line, column;
    const char *says, *post;
} wrong[] = {
    {7, 3, "no such tile", "Hi!\n\n" H "\n*****\n* x *\nF   *\n1   *\n*****\n\nBye\n"},
    {5, 5, "no such tile",
     "> name: Ring\n> race: N\n>\n> *****\n> * x *\n> F   *\n> 1   *\n> *****\n"},
    /* With no word round it, what stands apart is of the map, and a fault. */
    {10, 1, "no such tile", H "\n" R "\n0\n"},
    {5, 2, "no such tile", H "\n\n.9..\n" R},
    {5, 1, "a tab is no tile", H "\n*****\n\t*   *\nF   *\n1   *\n*****\n"},
    {1, 1, "no key", ": 3\n" H "\n" R},
    {6, 4, "no such tile", "Hi!\n" H "\n*****\n*\u00a0 x*\nF   *\n1   *\n*****\n"},
    {4, 7, "N, E, S or W", "Hi!\n\nname: Ring\nrace: up\n\n" R},
    {4, 1, "\"laqs\" is no key", "Hi!\n\nname: Ring\nlaqs: 3\nrace: N\n\n" R},
    {3, 1, "\"nmae\" is no key", "Hi!\n\nnmae: Ring\nrace: N\n\n" R},
    {4, 0, "add \"race: N\"", "Hi!\n\nname: Ring\n\n" R},
    {0, 0, "put a 1", "[code]" H "\n*****\n*   *\nF   *\n*   *\n*****\n[/code]"},
    {9, 3, "starting place 3 but no 2",
     "[code]\n" H "\n*****\n*   *\nF   *\n1   *\n**3**\n[/code]"},
    {12, 0, "a second map begins here", "Hi!\n" H "\n" R "\nor\n" H "\n" R},
};

static void test_what_is_wrong_is_told_where_it_stands(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        assert_null(stock_maps.read(wrong[i].post, strlen(wrong[i].post), &error));
        if (!strstr(error.text, wrong[i].says) || error.line != wrong[i].line ||
            error.column != wrong[i].column)
            fail_msg("not %d:%d \"%s\" but %d:%d \"%s\" of\n%s", wrong[i].line, wrong[i].column,
                     wrong[i].says, error.line, error.column, error.text, wrong[i].post);
    }
}

static void test_a_map_gets_its_name_and_loses_the_post(void **state)
{
    (void)state;
    struct text renamed = {0};
    struct error error;
    static const char post[] = "Hi!\n[code]\n" H "\n" R "[/code]\n";
    assert_true(stock_maps.retitle(post, strlen(post), "New", &renamed, &error));
    assert_string_equal(text_string(&renamed), "name: New\nrace: N\n\n" R);
    text_free(&renamed);
}

/* Whatever is in a file that is called a map, or looks like one, nobody is told of XML. */
static void test_nothing_that_is_called_a_map_is_told_of_xml(void **state)
{
    (void)state;
    static const char *const contents[] = {
        "",
        "hello\n",
        "<svg>",
        "<?xml version=\"1.0\"?>\n<svg data-graphprix-circuit=\"1\">",
        "\xff\xfe\x01",
        "[code]\n[/code]\n",
        "name Ring\n\n*****\n",
        "data-lanes",
    };
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        static const char path[] = "build/asan/not-a.map";
        struct error error = {0};
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(contents[i], file);
        fclose(file);
        struct course course = course_load(path, &error);
        remove(path);
        assert_null(course.body);
        if (strstr(error.text, "XML") || strstr(error.text, "svg") || !error.text[0])
            fail_msg("told \"%s\" of %s", error.text, contents[i]);
    }
}

/* Walls, road, start and finish of a racetrack course are tiles, too. */
static void test_a_grid_of_another_program_is_no_map(void **state)
{
    (void)state;
    static const char grid[] = "########\n#S....F#\n#S....F#\n########\n", rows[] = "Mine:\n" R;
    assert_null(course_recognise(grid, strlen(grid)));
    assert_true(stock_maps.recognise(rows, strlen(rows)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_map_is_the_same_whatever_is_round_it),
        cmocka_unit_test(test_a_map_of_two_bytes_a_letter),
        cmocka_unit_test(test_what_is_wrong_is_told_where_it_stands),
        cmocka_unit_test(test_a_map_gets_its_name_and_loses_the_post),
        cmocka_unit_test(test_a_grid_of_another_program_is_no_map),
        cmocka_unit_test(test_nothing_that_is_called_a_map_is_told_of_xml),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
