/* Orders out of posts: whatever people and programs put round them they are read, what cannot be
 * read is told and never passed over, computers order for themselves, and names that posts cannot
 * hold are refused. Every case leads to the state of the two plain lines, or to the refusal that
 * its words ask for.
 */
#include "session/session.h"

#include "base/text.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

static const char ring[] = "name: Ring\nrace: N\nlaps: 1\n\n*****\n*   *\nF   *\n1   *\n2   *\n"
                           "3   *\n*****\n";

static struct session *begun(const char *const *names, const char *const *drivers, int count,
                             bool open)
{
    struct error error = {0};
    struct player players[PLAYER_LIMIT] = {{{0}, 0, {0}}};
    /* Computers learn a small one sooner. */
    struct course course = drivers
                               ? course_read(game_find("stock-cars"), ring, strlen(ring), &error)
                               : course_load("tests/golden/yard.map", &error);
    assert_non_null(course.body);
    struct setup setup = setup_from_preset(course.game, 0);
    setup.course = course;
    setup.players = count;
    setup.seed = 1;
    assert_true(setup_set(&setup, "specials", "off", &error));
    assert_true(setup_set(&setup, "orders", open ? "open" : "secret", &error));
    for (int i = 0; i < count; i++) {
        snprintf(players[i].name, sizeof players[i].name, "%s", names[i]);
        snprintf(players[i].driver, sizeof players[i].driver, "%s", drivers ? drivers[i] : "human");
        players[i].pen = i + 1;
    }
    struct session *session = session_begin(&setup, players, (struct allow){true, true}, &error);
    assert_non_null(session);
    course_release(course);
    return session;
}

static struct session *ada_and_bob(void)
{
    static const char *const names[] = {"Ada", "Bob"};
    return begun(names, NULL, 2, false);
}

static uint64_t hash_of(const struct session *session)
{
    return session_setup(session)->game->hash(session_race(session));
}

struct outcome {
    bool done;
    struct text faults, notes;
    uint64_t hash;
};

static struct outcome take(struct session *session, const char *post, struct post_wish wish)
{
    struct outcome outcome = {0};
    uint64_t before = hash_of(session);
    outcome.done = post_take(session, post, strlen(post), wish, &outcome.faults, &outcome.notes);
    outcome.hash = hash_of(session);
    assert_true(outcome.done == (outcome.faults.length == 0));
    assert_true(outcome.done == (before != outcome.hash));
    return outcome;
}

static void drop(struct outcome *outcome, struct session *session)
{
    text_free(&outcome->faults);
    text_free(&outcome->notes);
    session_free(session);
}

/* --- what is read ----------------------------------------------------------------------------- */

static const char *const read[] = {
    "\xEF\xBB\xBF"
    "Ada: AM\r\nBob: AR\r\n",
    "Ada\u00a0: AM\nBob\u202f: AR",
    "\u200bAda: AM\nBob:\u200bAR",
    "\u200e\u202aAda: AM\u202c\n\u200fBob: AR",
    "Ada\xa0: AM\nBob: AR", /* as Windows writes it */
    "[b]Ada[/b]: AM\n[B]Bob:[/B] AR",
    "[color=#ff0000][size=150]Ada[/size][/color]: AM\nBob: [i]AR[/i]",
    "**Ada:** AM\n**Bob**: AR",
    "*Ada*: AM\n__Bob__: AR",
    "***Ada: AM***\n_Bob:_ AR",
    "**Ada**: **AM**\n`Bob: AR`",
    "\\*\\*Ada:\\*\\* AM\n\\- Bob: AR",
    "- Ada: AM\n* Bob: AR",
    "+ Ada: AM\n\u2022 Bob: AR",
    "\u2013 Ada: AM\n\u2014 Bob: AR",
    "\u00b7\tAda: AM\n\uf0b7\tBob: AR", /* bullets of Word */
    "1. Ada: AM\n2) Bob: AR",
    "(1) Ada: AM\n[2] Bob: AR",
    "a) Ada: AM\nb) Bob: AR",
    "1. **Ada**: AM\n2.\t**Bob:** AR",
    "1\ufe0f\u20e3 Ada: AM\n2\ufe0f\u20e3 Bob: AR",
    "[list]\n[*]Ada: AM\n[*][b]Bob[/b]: AR\n[/list]",
    "- [ ] Ada: AM\n- [x] Bob: AR",
    "# Ada: AM\n### Bob: AR",
    "<b>Ada</b>: AM<br>\n<strong>Bob:</strong> AR<br/>",
    "<p><b>Ada:</b>&nbsp;AM</p>\n<li>Bob&nbsp;: AR</li>",
    "<span style=\"color: red\">Ada:</span> AM\n<div>Bob&#58; AR</div>",
    "Ada\uff1aAM\nBob\uff1a\uff21\uff32",
    "Ada : AM\n\tBob  :AR",
    "Ada: AM :)\nBob: AR ;-)",
    "Ada: AM \U0001f600\nBob: AR :smile:",
    "Ada: AM :D :D\nBob: AR <3",
    "Ada: AM^^\nBob: AR xD",
    "Ada: AM.\nBob: AR!",
    "\U0001f3ce\ufe0f Ada: AM\n\u27a1\ufe0f Bob \U0001f697: AR",
    "@Ada: AM\n-> Bob: AR",
    "<Ada>: AM\n[12:01] <Bob>: AR",
    "12:01 Ada: AM\n[12:02] Bob: AR",
    "||Ada: AM||\n>!Bob: AR!<",
    "[spoiler]Ada: AM[/spoiler]\n[hide]Bob: AR[/hide]",
    "\"Ada: AM\"\n\u201cBob: AR\u201d",
    "> Ada: (9M)\nAda: AM\n>> Bob: (9M)\nBob: AR",
    "[quote=\"Ada\"]Ada: (9M)[/quote]\nAda: AM\nBob: AR",
    "<blockquote>Bob: (9M)</blockquote>Ada: AM\nBob: AR",
    "Hi all!\nNote: I am away next week.\nAda: AM\nSee http://example.org: nice\nBob: AR\n"
    "PS: see you",
    "ADA: a m\nbob: ar\nAda: AM",
};

static void test_orders_are_read_whatever_is_round_them(void **state)
{
    (void)state;
    struct session *session = ada_and_bob();
    struct outcome plain = take(session, "Ada: AM\nBob: AR\n", (struct post_wish){0});
    assert_true(plain.done);
    drop(&plain, session);
    for (size_t i = 0; i < 2 * sizeof read / sizeof *read; i++) {
        session = ada_and_bob();
        struct outcome outcome = take(session, read[i / 2], (struct post_wish){.drive_on = i % 2});
        if (outcome.hash != plain.hash || outcome.notes.length > 0)
            fail_msg("%s%s of:\n%s", text_string(&outcome.faults), text_string(&outcome.notes),
                     read[i / 2]);
        drop(&outcome, session);
    }
}

static void test_two_bytes_a_letter(void **state)
{
    (void)state;
    static const char post[] = "\xff\xfe"
                               "A\0d\0a\0:\0 \0A\0M\0\r\0\n\0B\0o\0b\0:\0A\0R\0";
    struct text faults = {0}, notes = {0};
    struct session *session = ada_and_bob();
    assert_true(post_take(session, post, sizeof post - 1, (struct post_wish){0}, &faults, &notes));
    session_free(session);
}

/* --- what is told ----------------------------------------------------------------------------- */

static const struct {
    const char *says, *post;
} refused[] = {
    {"Ada: line 1 begins with this name and is not read", "Ada AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "Ada - AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "Ada; AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "Ada = AM\nBob: AR"},
    {"Ada: line 2 begins with this name", "Bob: AR\nAda:\n"},
    {"Ada: line 1 begins with this name", "~~Ada: AM~~\nBob: AR"},
    {"Ada: line 1 begins with this name", "[s]Ada: AM[/s]\nBob: AR"},
    {"Ada: line 1 begins with this name", "- <del>Ada: AM</del>\nBob: AR"},
    {"Ada: line 1 begins with this name", "| Ada | AM |\nBob: AR"},
    {"Ada: line 1 begins with this name", "| Ada: AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "\u00bb Ada: AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "Ada (car 1): AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "Ada's order: AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "Ada & Bob: AM\nBob: AR"},
    {"Ada: line 1 begins with this name", "ADA, come on!\nBob: AR"},
    {"Ada, line 1, column 4: ", "Ada: AM hello\nBob: AR"},
    {"Ada, line 1: there are two different orders", "Ada: AM\n**Ada:** AR\nBob: AR"},
    {"line 2: it begins with the name of Ada and may be another order", "Ada: AM\nAda AR\nBob: AR"},
    {"line 1: nobody here is called \"Adda\"", "Adda: AM\nBob: AR"},
    {"line 1: nobody here is called \"Adda\"", "**Adda:** AM\nBob: AR"},
    {"line 1: nobody here is called \"Adda\"", "- Adda: AMMM\nBob: AR"},
    {"line 3: nobody here is called \"Cleo<U+0007>\"", "Ada: AM\nBob: AR\nCleo\x07: AM"},
    {"line 1: [quote] without [/quote]", "[quote]\nAda: AM\nBob: AR"},
};

static void test_what_is_not_read_is_told_and_never_missing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct session *session = ada_and_bob();
        struct outcome outcome =
            take(session, refused[i].post, (struct post_wish){.drive_on = true});
        if (outcome.done || !strstr(text_string(&outcome.faults), refused[i].says) ||
            strstr(text_string(&outcome.faults), "missing"))
            fail_msg("not \"%s\" but \"%s\" of:\n%s", refused[i].says, text_string(&outcome.faults),
                     refused[i].post);
        drop(&outcome, session);
    }
}

static void test_what_hinders_nobody_is_noted(void **state)
{
    (void)state;
    struct session *session = ada_and_bob();
    struct outcome outcome =
        take(session, "Ada, nice car!\nAda: AM\nBob: AR\nBob said so.", (struct post_wish){0});
    assert_true(outcome.done);
    assert_string_equal(text_string(&outcome.notes),
                        "line 1: it begins with the name of Ada and is no order\n"
                        "line 4: it begins with the name of Bob and is no order\n");
    text_free(&outcome.notes);
    /* What the program has posted itself begins with names, too. */
    struct text post = {0};
    post_write(session, 0, &post);
    assert_non_null(strstr(post.data, "Ada drives at 1: AM"));
    text_append(&post, "Ada: M\nBob: M\n");
    outcome = take(session, post.data, (struct post_wish){0});
    if (!outcome.done || outcome.notes.length > 0)
        fail_msg("%s%s", text_string(&outcome.faults), text_string(&outcome.notes));
    text_free(&post);
    drop(&outcome, session);
}

/* --- computers -------------------------------------------------------------------------------- */

static void test_a_computer_orders_for_itself(void **state)
{
    (void)state;
    static const char *const names[] = {"Ada", "Rookie", "Bob"};
    static const char *const drivers[] = {"human", "rookie", "human"};
    for (int open = 0; open < 2; open++) {
        struct session *session = begun(names, drivers, 3, open);
        struct outcome outcome =
            take(session, "Ada: AM\nBob: AR\n", (struct post_wish){.computers = true});
        assert_true(outcome.done);
        assert_int_equal(session_step_count(session), 3);
        assert_int_equal(session_setup(session)->game->round(session_race(session)), 2);
        drop(&outcome, session);
    }
    /* In the window it does so by itself. */
    struct session *session = begun(names, drivers, 3, false);
    struct outcome outcome = take(session, "Ada: AM\nRookie: AM\nBob: AR\n", (struct post_wish){0});
    assert_true(outcome.done);
    assert_int_equal(session_step_count(session), 2);
    assert_true(race_owes(session_race(session), 2));
    assert_string_equal(text_string(&outcome.notes),
                        "line 2: Rookie is driven by a computer, which orders for itself\n");
    struct text post = {0};
    post_write(session, 0, &post);
    assert_non_null(strstr(post.data, "Computers order for themselves."));
    text_free(&post);
    drop(&outcome, session);
    /* One by one, whose turn comes behind the computer's is told. */
    session = begun(names, drivers, 3, true);
    outcome = take(session, "Ada: AM\nBob: AR\n", (struct post_wish){0});
    assert_true(outcome.done);
    assert_int_equal(session_step_count(session), 1);
    assert_string_equal(text_string(&outcome.notes),
                        "line 2: Bob owes no order now: this one is not carried out\n");
    drop(&outcome, session);
}

static void test_persons_alone_are_asked(void **state)
{
    (void)state;
    static const char *const names[] = {"Rookie", "Ada"};
    static const char *const drivers[] = {"rookie", "human"};
    struct session *session = begun(names, drivers, 2, false);
    struct text post = {0};
    post_write(session, 0, &post);
    assert_non_null(strstr(post.data, "Turn 1. Orders, please, like \"Ada: A(2M)RM\": Ada.\n"));
    text_free(&post);
    session_free(session);
}

static void test_no_program_is_started(void **state)
{
    (void)state;
    static const char *const names[] = {"Ada", "Pip"};
    static const char *const drivers[] = {"human", "bot:touch build/asan/started"};
    struct session *session = begun(names, drivers, 2, false);
    struct outcome outcome = take(session, "Ada: AM\n", (struct post_wish){.computers = true});
    assert_non_null(strstr(text_string(&outcome.faults), "Pip: a program drives this car"));
    drop(&outcome, session);
    assert_null(fopen("build/asan/started", "r"));
}

/* --- names ------------------------------------------------------------------------------------ */

static const struct {
    const char *says; /* NULL: they are fine */
    const char *names[3];
} named[] = {
    {NULL, {"Ada", "Bob", "Ada Lovelace"}},
    {NULL, {"Player 1", "Player 10", "Jo (red)"}},
    {NULL, {"O\u2019Neil", "Ad\u00e8le", "\u00c4rger"}},
    {NULL, {"J. R.", "7", "Jean-Luc"}},
    {NULL, {"\u5c0f\u660e", "\u0410\u043d\u043d\u0430", "Jo!"}},
    {NULL, {"[GB] Bo", "xX_Zoe_Xx", "\U0001f98a Fox"}},
    {"\"A:B\" cannot be told", {"A", "A:B"}},
    {"\"A\uff1aB\" cannot be told", {"A\uff1aB"}},
    {"\"[quote]\" cannot be told", {"Ada", "[quote]"}},
    {"\"*\" cannot be told", {"2", "*"}},
    {"\"\u2022\" cannot be told", {"\u2022"}},
    {"\"[/quote]\" cannot be told", {"[/quote]"}},
    {"\"Jo [quote\" cannot be told", {"Jo [quote"}},
    {"\"> Ada\" cannot be told", {"> Ada"}},
    {"\"| Ada\" cannot be told", {"| Ada"}},
    {"\"[b]\" cannot be told", {"[b]"}},
    {"\"ada\" is there twice", {"Ada", "ada"}},
    {"\"Ada\" and \"1. Ada\" apart", {"1. Ada", "Ada"}},
    {"holds what nobody sees", {"Ada", "B\u202eob"}},
    {"holds what nobody sees", {"Ada\u200b"}},
    {"holds what nobody sees",
     {"A\x07"
      "da"}},
};

static void test_names_that_posts_cannot_hold_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        struct player players[3] = {{{0}, 0, {0}}};
        struct error error = {0};
        int count = 0;
        for (; count < 3 && named[i].names[count]; count++)
            snprintf(players[count].name, sizeof players[count].name, "%s", named[i].names[count]);
        bool good = post_names_check(players, count, &error);
        if (good != !named[i].says || (!good && !strstr(error.text, named[i].says)))
            fail_msg("\"%s\" of \"%s\"", error.text, named[i].names[count - 1]);
    }
}

/* A race of older days may hold them: what is told and posted shows marks. */
static void test_names_are_shown_marked(void **state)
{
    (void)state;
    static const char *const names[] = {"A\u202eda", "Bob"};
    struct session *session = begun(names, NULL, 2, false);
    struct outcome outcome = take(session, "Bob: AR\n", (struct post_wish){0});
    assert_non_null(strstr(text_string(&outcome.faults), "A<U+202E>da: the order is missing"));
    text_free(&outcome.faults);
    outcome = take(session, "Bob: AR\n", (struct post_wish){.drive_on = true});
    assert_true(outcome.done);
    struct text post = {0};
    post_write(session, 0, &post);
    assert_true(strstr(post.data, "1 A<U+202E>da: at (0") && !strstr(post.data, "\u202e"));
    assert_non_null(strstr(post.data, "like \"A<U+202E>da: A(2M)RM\": A<U+202E>da, Bob."));
    assert_int_equal(strncmp(post.data, "A<U+202E>da ", 12), 0); /* of the log */
    text_free(&post);
    drop(&outcome, session);
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void test_pieces_of_lines(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } pieces[] = {
        {"a\u00a0b\u3000c\u200bd", "a b cd"},
        {"&amp;&lt;b&gt; &nope; & &#x41;&#66;&#0;", "&<b> &nope; & AB&#0;"},
        {"[b]x[/b][zz]y[i][url=http://a]z[/url]", "x[zz]yz"},
        {"<b>x</b><zz>1 < 2<br/>", "x<zz>1 < 2"},
        {"[s]a[/s]<del>b</del>", "~~a~~~~b~~"},
        {"\\*\\a\\", "*\\a\\"},
        {"\u201ca\u2019s\u201d \u2013\u2026\uff1a\uff0a", "\"a's\" -...:*"},
        {"\x93x\x94 \x96 \xff", "\"x\" - \xff"},
        {"[b", "[b"},
    };
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct text plain = {0};
        posted_append(&plain, pieces[i].from, pieces[i].from + strlen(pieces[i].from));
        assert_string_equal(text_string(&plain), pieces[i].to);
        text_free(&plain);
    }
    const char *line = "\u00a0[b]x[/b]&amp;y";
    assert_int_equal(posted_column(line, line + strlen(line), 0), 1);
    assert_int_equal(posted_column(line, line + strlen(line), 1), 5);
    assert_int_equal(posted_column(line, line + strlen(line), 3), 15);
    assert_int_equal(posted_column(line, line + strlen(line), 4), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders_are_read_whatever_is_round_them),
        cmocka_unit_test(test_two_bytes_a_letter),
        cmocka_unit_test(test_what_is_not_read_is_told_and_never_missing),
        cmocka_unit_test(test_what_hinders_nobody_is_noted),
        cmocka_unit_test(test_a_computer_orders_for_itself),
        cmocka_unit_test(test_persons_alone_are_asked),
        cmocka_unit_test(test_no_program_is_started),
        cmocka_unit_test(test_names_that_posts_cannot_hold_are_refused),
        cmocka_unit_test(test_names_are_shown_marked),
        cmocka_unit_test(test_pieces_of_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
