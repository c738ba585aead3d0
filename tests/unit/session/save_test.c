/* Saved races: the lines as the contract shows them, read back, and everything that can be wrong
 * with them (files-and-protocols section 3). */
#include "base/memory.h"
#include "base/system/file.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct session *read_text(const char *text, bool *damaged, struct error *error)
{
    return session_read(text, strlen(text), damaged, error);
}

static struct text written(const struct session *session)
{
    struct text text = {0};
    session_write(session, &text);
    return text;
}

/* Line `number` of a text, counted from 1, without its line break; free it. */
static char *line_of(const char *text, int number)
{
    for (int i = 1; i < number; i++)
        text = strchr(text, '\n') + 1;
    size_t length = strcspn(text, "\n");
    char *line = memory_allocate(length + 1, 1);
    memcpy(line, text, length);
    return line;
}

static struct session *started(void)
{
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    static const char *const actions[] = {"10,3>11,3", "10,2>11,2"};
    ring_do(session, actions, 2);
    return session;
}

static void the_first_line_is_as_in_the_contract(void **state)
{
    (void)state;
    struct session *session = ring_session("racing-car", 2, (struct allow){false, true});
    struct text svg = {0};
    svg_write_track(graph_paper_track(session_setup(session)), &svg);
    json_t *quoted = json_string(svg.data);
    char *svg_json = json_dumps(quoted, JSON_COMPACT | JSON_ENCODE_ANY);
    struct text expected = {0};
    text_append_format(
        &expected,
        "{\"graphprix\":1,\"game\":\"graph-paper\",\"seed\":\"7\",\"preset\":\"racing-car\","
        "\"rules\":{\"order\":\"listed\"},\"track\":{\"name\":\"Ring\",\"svg\":%s},"
        "\"players\":[{\"name\":\"Ada\",\"pen\":1,\"driver\":\"human\"},"
        "{\"name\":\"Blaise\",\"pen\":2,\"driver\":\"human\"}],"
        "\"allow\":{\"undo\":false,\"hints\":true}}\n",
        svg_json);
    struct text text = written(session);
    assert_string_equal(text.data, expected.data);
    free(svg_json);
    json_decref(quoted);
    text_free(&svg);
    text_free(&text);
    text_free(&expected);
    session_free(session);
}

static void actions_and_undos_are_lines(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = started();
    char expected[128];
    snprintf(expected, sizeof expected,
             "{\"n\":2,\"car\":2,\"do\":\"10,2>11,2\",\"hash\":\"%016" PRIx64 "\"}",
             graph_paper_game.hash(session_race(session)));
    assert_true(session_undo(session, &error));
    struct text text = written(session);
    char *second = line_of(text.data, 3);
    char *undo = line_of(text.data, 4);
    assert_string_equal(second, expected);
    assert_string_equal(undo, "{\"n\":3,\"undo\":true}");
    free(second);
    free(undo);
    text_free(&text);
    session_free(session);
}

static void assert_same_race(const struct session *one, const struct session *other)
{
    assert_int_equal(session_step_count(one), session_step_count(other));
    for (int i = 0; i <= session_step_count(one); i++)
        assert_true(graph_paper_game.hash(session_race_after(one, i)) ==
                    graph_paper_game.hash(session_race_after(other, i)));
    struct text first = written(one);
    struct text second = written(other);
    assert_string_equal(first.data, second.data);
    text_free(&first);
    text_free(&second);
}

static void what_was_written_is_read_back(void **state)
{
    (void)state;
    const uint64_t seed = 20261120;
    print_message("seed %" PRIu64 "\n", seed);
    struct random random = random_seeded(seed);
    for (int race = 0; race < 30; race++) {
        struct error error = {0};
        static const char *const presets[] = {"racing-car", "babylon", "classroom"};
        struct session *session = ring_session(presets[race % 3], 1 + race % 8, ring_allow_all);
        for (int i = 0; i < 60 && ring_act_at_random(session, &random); i++)
            if (random_below(&random, 5) == 0)
                session_undo(session, &error);
        struct text text = written(session);
        bool damaged = true;
        struct session *again = session_read(text.data, text.length, &damaged, &error);
        assert_non_null(again);
        assert_false(damaged);
        assert_string_equal(error.text, "");
        assert_same_race(session, again);
        session_free(again);
        session_free(session);
        text_free(&text);
    }
}

/* One change to a sound file and what reading it then says. */
struct damage {
    const char *find;
    const char *replace;
    int line;  /* where the error is */
    int steps; /* that are left; -1: no race at all */
    const char *says;
};

static const struct damage damages[] = {
    /* the head */
    {"\"graphprix\":1", "\"graphprix\":2", 1, -1, "newer"},
    {"\"graphprix\":1,", "", 1, -1, "not a saved race"},
    {"\"graphprix\":1", "\"graphprix\":\"1\"", 1, -1, "not a saved race"},
    {"\"graph-paper\"", "\"karts\"", 1, -1, "not available yet"},
    {"\"game\":\"graph-paper\",", "", 1, -1, "\"game\""},
    {"\"seed\":\"7\"", "\"seed\":7", 1, -1, "\"seed\""},
    {"\"seed\":\"7\"", "\"seed\":\"-7\"", 1, -1, "\"seed\""},
    {"\"seed\":\"7\"", "\"seed\":\"18446744073709551616\"", 1, -1, "\"seed\""},
    {"\"seed\":\"7\"", "\"seed\":\"7\",\"seed\":\"7\"", 1, -1, "uplicate"},
    {"\"preset\":\"racing-car\"", "\"preset\":\"racing\"", 1, -1, "racing"},
    {"\"order\":\"listed\"", "\"order\":\"sorted\"", 1, -1, "order"},
    {"\"order\":\"listed\"", "\"orders\":\"listed\"", 1, -1, "orders"},
    {"\"order\":\"listed\"", "\"nitros\":100", 1, -1, "nitros"},
    {"\"order\":\"listed\"", "\"nitros\":1e2", 1, -1, "nitros"},
    {"\"order\":\"listed\"", "\"nitros\":99999999999999999999", 1, -1, "damaged"},
    {"\"order\":\"listed\"", "\"nitros\":null", 1, -1, "nitros"},
    {"{\"order\":\"listed\"}", "7", 1, -1, "\"rules\""},
    {"\"svg\":\"", "\"svg\":\"x", 1, -1, "track"},
    {"\"svg\":", "\"vsg\":", 1, -1, "svg"},
    {"\"players\":[", "\"players\":[7,", 1, -1, "player 1"},
    {"\"players\":[", "\"players\":[],\"sreyalp\":[", 1, -1, "players"},
    {"\"name\":\"Ada\"", "\"name\":\"\"", 1, -1, "name"},
    {"\"name\":\"Ada\"", "\"name\":\"A\\u0000\"", 1, -1, "damaged"},
    {"\"name\":\"Ada\"", "\"name\":\"A\xff\"", 1, -1, "damaged"},
    {"\"name\":\"Ada\"", "\"name\":\"A\\n\"", 1, -1, "one line"},
    {"\"pen\":1", "\"pen\":9", 1, -1, "pen"},
    {"\"pen\":1", "\"pen\":-1", 1, -1, "pen"},
    {"\"driver\":\"human\"", "\"driver\":\"chauffeur\"", 1, -1, "there is no driver"},
    {"\"driver\":\"human\"", "\"driver\":\"bot:\"", 1, -1, "needs a command"},
    {"\"allow\":{", "\"allow\":{\"undo\":1,\"u\":{", 1, -1, "damaged"},
    {"\"undo\":true,\"hints\"", "\"undo\":1,\"hints\"", 1, -1, "undo"},
    {"\"allow\":{", "\"last\":[1,1],\"allow\":{", 1, -1, "last"},
    {"\"allow\":{", "\"last\":[0],\"allow\":{", 1, -1, "last"},
    {"\"allow\":{", "\"last\":7,\"allow\":{", 1, -1, "last"},
    {"{\"graphprix\"", "[{\"graphprix\"", 1, -1, "damaged"},
    {"{\"graphprix\"", "\n{\"graphprix\"", 1, -1, "empty"},
    /* the actions */
    {"\"n\":1", "\"n\":2", 2, 0, "number 2"},
    {"\"n\":1,", "", 2, 0, "\"n\""},
    {"\"n\":2", "\"n\":\"2\"", 3, 1, "\"n\""},
    {"\"n\":2", "\"n\":3", 3, 1, "missing"},
    {"\"n\":2", "\"n\":2,\"n\":2", 3, 1, "uplicate"},
    {"\"car\":2", "\"car\":1", 3, 1, "turn of car 2"},
    {"\"car\":2", "\"car\":0", 3, 1, "\"car\""},
    {"\"do\":\"10,2>11,2\"", "\"do\":\"10,2>11,4\"", 3, 1, "10,2>11,4"},
    {"\"do\":\"10,2>11,2\"", "\"do\":\"10,2>11,1\"", 3, 1, "hash"},
    {"\"do\":\"10,2>11,2\"", "\"do\":7", 3, 1, "\"do\""},
    {"\"hash\":\"", "\"hash\":\"0", 2, 0, "hash"},
    {"\"hash\":\"", "\"hsah\":\"", 2, 0, "\"hash\""},
    {"\"n\":2,", "\"n\":2,\"undo\":false,", 3, 1, "undo"},
    {"{\"n\":2", "{{\"n\":2", 3, 1, "damaged"},
    {"{\"n\":2", "{\"n\":2,\"x\":\"\x01\"", 3, 1, "damaged"},
    {"{\"n\":2", "\n{\"n\":2", 3, 1, "empty"},
    {"{\"n\":2", "[1,2]\n{\"n\":2", 3, 1, "not a JSON object"},
};

/* The text with the first `find` replaced; free it. */
static struct text changed(const struct text *text, const char *find, const char *replace)
{
    const char *place = strstr(text->data, find);
    if (place == NULL)
        fail_msg("%s is not in the file", find);
    struct text result = {0};
    text_append_bytes(&result, text->data, (size_t)(place - text->data));
    text_append(&result, replace);
    text_append(&result, place + strlen(find));
    return result;
}

static struct session *started_racing_car(void)
{
    struct session *session = ring_session("racing-car", 2, ring_allow_all);
    static const char *const actions[] = {"10,3>11,3", "10,2>11,2"};
    ring_do(session, actions, 2);
    return session;
}

static void damage_is_told_with_its_line(void **state)
{
    (void)state;
    struct session *session = started_racing_car();
    struct text sound = written(session);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const struct damage *damage = &damages[i];
        struct text text = changed(&sound, damage->find, damage->replace);
        bool damaged = false;
        struct error error = {0};
        struct session *read = session_read(text.data, text.length, &damaged, &error);
        if (!damaged || error.line != damage->line || strstr(error.text, damage->says) == NULL)
            fail_msg("%s: damaged %d, line %d: %s", damage->replace, damaged, error.line,
                     error.text);
        assert_int_equal(read == NULL ? -1 : session_step_count(read), damage->steps);
        session_free(read);
        text_free(&text);
    }
    text_free(&sound);
    session_free(session);
}

static void places_of_the_race_before_are_kept(void **state)
{
    (void)state;
    struct session *session = started_racing_car();
    struct text text = written(session);
    struct text with_last = changed(&text, "\"allow\"", "\"last\":[3,1,2],\"allow\"");
    bool damaged = true;
    struct error error = {0};
    struct session *read = read_text(with_last.data, &damaged, &error);
    assert_non_null(read);
    assert_int_equal(session_setup(read)->last_count, 3);
    assert_int_equal(session_setup(read)->last[0], 3);
    struct text again = written(read);
    assert_string_equal(again.data, with_last.data);
    text_free(&text);
    text_free(&with_last);
    text_free(&again);
    session_free(read);
    session_free(session);
}

static void an_undo_that_cannot_be_is_damage(void **state)
{
    (void)state;
    bool damaged = false;
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct text text = written(session);
    text_append(&text, "{\"n\":1,\"undo\":true}\n");
    struct session *read = read_text(text.data, &damaged, &error);
    assert_true(damaged);
    assert_int_equal(error.line, 2);
    assert_non_null(read);
    session_free(read);
    session_free(session);
    text_free(&text);
}

static void unknown_keys_and_line_ends_of_windows_are_no_damage(void **state)
{
    (void)state;
    struct session *session = started();
    struct text text = written(session);
    struct text head = changed(&text, "{\"graphprix\"", "{\"mood\":[{}],\"graphprix\"");
    struct text action = changed(&head, "{\"n\":2", "{\"mood\":1.5,\"n\":2");
    struct text line_end = changed(&action, "}\n", "}\r\n");
    bool damaged = true;
    struct error error = {0};
    struct session *read = read_text(line_end.data, &damaged, &error);
    assert_non_null(read);
    assert_false(damaged);
    assert_same_race(session, read);
    session_free(read);
    session_free(session);
    text_free(&text);
    text_free(&head);
    text_free(&action);
    text_free(&line_end);
}

/* Cut anywhere: in the first line there is no race; behind it, it is a beginning of the race and
 * never damage; a line without its line break counts when it is whole. */
static void a_file_may_be_cut_anywhere(void **state)
{
    (void)state;
    struct session *session = started();
    struct text text = written(session);
    size_t head = strcspn(text.data, "\n");
    size_t first = head + 1 + strcspn(text.data + head + 1, "\n");
    for (size_t length = 0; length <= text.length; length++) {
        bool damaged = false;
        struct error error = {0};
        char *cut = memory_copy(text.data, length, 1);
        struct session *read = session_read(cut, length, &damaged, &error);
        assert_int_equal(read != NULL, length >= head);
        assert_int_equal(damaged, length < head);
        if (read != NULL) {
            int steps = length < first ? 0 : length < text.length - 1 ? 1 : 2;
            assert_int_equal(session_step_count(read), steps);
            bool whole = length == head || length == head + 1 || length == first ||
                         length == first + 1 || length >= text.length - 1;
            assert_int_equal(error.text[0] == '\0', whole);
            const char *told = steps == 0 ? "goes on after 0 actions" : "goes on after 1 action";
            assert_true(whole || strcmp(strstr(error.text, "goes on"), told) == 0);
        }
        session_free(read);
        free(cut);
    }
    text_free(&text);
    session_free(session);
}

/* A mark of UTF-8, lines that end as on Windows, and blank lines behind the last are no damage. */
static void what_editors_put_round_a_file_is_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *before, *line_end, *behind;
    } round[] = {
        {"\xEF\xBB\xBF", "\n", ""},       {"", "\r\n", ""},       {"", "\n", "\n"},
        {"", "\n", "\n \t\n\n"},          {"", "\n", "\r\n"},     {"", "\n", "  "},
        {"\xEF\xBB\xBF", "\r\n", "\r\n"}, {"", "\r\n", "\r\n  "},
    };
    struct session *session = started();
    struct text text = written(session), again = {0};
    for (size_t i = 0; i < sizeof round / sizeof *round; i++) {
        struct text file = {0};
        struct error error = {0};
        bool damaged = true;
        text_append(&file, round[i].before);
        for (const char *c = text.data; *c; c++)
            text_append_bytes(&file, *c == '\n' ? round[i].line_end : c,
                              *c == '\n' ? strlen(round[i].line_end) : 1);
        text_append(&file, round[i].behind);
        struct session *read = session_read(file.data, file.length, &damaged, &error);
        if (!read || damaged || error.text[0])
            fail_msg("row %d: %s", (int)i, error.text);
        text_clear(&again);
        session_write(read, &again);
        assert_string_equal(text_string(&again), text.data);
        session_free(read);
        text_free(&file);
    }
    text_free(&again);
    text_free(&text);
    session_free(session);
}

static void rubbish_is_survived(void **state)
{
    (void)state;
    const uint64_t seed = 11;
    print_message("seed %" PRIu64 "\n", seed);
    struct random random = random_seeded(seed);
    struct session *session = started();
    struct text text = written(session);
    for (int round = 0; round < 2000; round++) {
        bool damaged;
        struct error error;
        char *bytes = memory_copy(text.data, text.length, 1);
        for (int i = 0; i < 3; i++)
            bytes[random_below(&random, (uint32_t)text.length)] = (char)random_below(&random, 256);
        session_free(session_read(bytes, text.length, &damaged, &error));
        free(bytes);
    }
    struct text deep = {0};
    for (int i = 0; i < 1000000; i++)
        text_append(&deep, "[");
    bool damaged = false;
    struct error error = {0};
    assert_null(session_read(deep.data, deep.length, &damaged, &error));
    assert_true(damaged);
    text_free(&deep);
    text_free(&text);
    session_free(session);
}

static void a_line_that_is_too_long_is_damage(void **state)
{
    (void)state;
    struct session *session = started();
    struct text text = written(session);
    char spaces[RECORD_LINE_LIMIT + 1];
    memset(spaces, ' ', sizeof spaces - 1);
    spaces[sizeof spaces - 1] = '\0';
    struct text padded = changed(&text, "{\"n\":2", spaces);
    bool damaged = false;
    struct error error = {0};
    struct session *read = read_text(padded.data, &damaged, &error);
    assert_true(damaged);
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.text, "longer"));
    assert_int_equal(session_step_count(read), 1);
    session_free(read);
    session_free(session);
    text_free(&text);
    text_free(&padded);
}

static void files_that_cannot_be_read_are_told(void **state)
{
    (void)state;
    bool damaged = false;
    struct error error = {0};
    assert_null(session_load("/", &damaged, &error));
    assert_true(damaged && error.text[0] != '\0');
    assert_null(session_load("no-such-file.race", &damaged, &error));
    assert_true(damaged && error.text[0] != '\0');
    assert_null(session_load("/dev/zero", &damaged, &error));
    assert_true(damaged && error.text[0] != '\0');
}

static void a_race_is_saved_and_loaded(void **state)
{
    (void)state;
    char *path = folder_path("a.race");
    bool damaged = true;
    struct error error = {0};
    struct session *session = started();
    assert_true(session_save(session, path, &error));
    struct session *loaded = session_load(path, &damaged, &error);
    assert_non_null(loaded);
    assert_false(damaged);
    assert_same_race(session, loaded);
    assert_false(session_save(session, "no-such-folder/a.race", &error));
    assert_true(error.text[0] != '\0');
    session_free(loaded);
    session_free(session);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_is_as_in_the_contract),
        cmocka_unit_test(actions_and_undos_are_lines),
        cmocka_unit_test(what_was_written_is_read_back),
        cmocka_unit_test(damage_is_told_with_its_line),
        cmocka_unit_test(places_of_the_race_before_are_kept),
        cmocka_unit_test(an_undo_that_cannot_be_is_damage),
        cmocka_unit_test(unknown_keys_and_line_ends_of_windows_are_no_damage),
        cmocka_unit_test(a_file_may_be_cut_anywhere),
        cmocka_unit_test(what_editors_put_round_a_file_is_nothing),
        cmocka_unit_test(rubbish_is_survived),
        cmocka_unit_test(a_line_that_is_too_long_is_damage),
        cmocka_unit_test(files_that_cannot_be_read_are_told),
        cmocka_unit_test(a_race_is_saved_and_loaded),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
