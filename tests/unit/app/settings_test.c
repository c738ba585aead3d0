/* settings.json: what we write we read, and no file can hurt. */
#include "app/settings.h"
#include "base/system/file.h"
#include "support/cmocka.h"
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct settings settings;
static struct error error;
static struct text told;

static bool read_text(const char *text)
{
    memset(&error, 0, sizeof error);
    return settings_read(text, strlen(text), &settings, &error);
}

static void assert_default(void)
{
    assert_string_equal(settings.theme, "paper");
    assert_int_equal(settings.scale, 100);
    assert_true(settings.stroke_animation);
    assert_true(settings.ask_before_crash);
    assert_true(settings.sound);
    assert_int_equal(settings.volume, 60);
    assert_false(settings.hints);
    assert_int_equal(settings.player_count, 2);
}

static void comes_back_as_it_was(void **state)
{
    (void)state;
    char *path = folder_path("deep/settings.json");
    struct settings saved = settings_default();
    saved.scale = 175;
    strcpy(saved.theme, "blackboard");
    saved.ask_before_crash = false;
    saved.hints = true;
    saved.sound = false;
    saved.volume = 30;
    saved.player_count = 3;
    strcpy(saved.players[0].name, "Zoë \"Z\"");
    saved.players[0].pen = 8;
    saved.players[2].pen = 1;
    strcpy(saved.players[1].driver, "ace");
    strcpy(saved.players[2].driver, "bot:python3 'left turn.py'");
    strcpy(saved.players[2].name, "Pixel");
    struct settings known = settings_default();
    assert_true(settings_save(path, &saved, &known, &told, &error));
    assert_true(settings_load(path, &settings, &told));
    assert_int_equal(told.length, 0);
    assert_int_equal(settings.scale, 175);
    assert_string_equal(settings.theme, "blackboard");
    assert_true(settings.stroke_animation);
    assert_false(settings.ask_before_crash);
    assert_true(settings.hints);
    assert_false(settings.sound);
    assert_int_equal(settings.volume, 30);
    assert_int_equal(settings.player_count, 3);
    assert_string_equal(settings.players[1].driver, "ace");
    assert_string_equal(settings.players[2].driver, "bot:python3 'left turn.py'");
    assert_string_equal(settings.players[0].name, "Zoë \"Z\"");
    assert_int_equal(settings.players[0].pen, 8);
    assert_string_equal(settings.players[0].driver, "human");
    remove(path);
    free(path);
    path = folder_path("deep");
    remove(path);
    free(path);
}

static void does_without_a_file(void **state)
{
    (void)state;
    char *path = folder_path("none.json");
    assert_true(settings_load(path, &settings, &told));
    assert_default();
    free(path);
}

static void survives_rubbish(void **state)
{
    (void)state;
    static const char *const rubbish[] = {
        "", "{", "[]", "7", "null", "{\"scale\":1,\"scale\":2}", "\xff\xfe", "{\"scale\": 1e999}"};
    for (size_t i = 0; i < sizeof rubbish / sizeof rubbish[0]; i++) {
        assert_false(read_text(rubbish[i]));
        assert_true(error.text[0] != 0);
        assert_default();
    }
    assert_false(settings_read("{}\0{}", 5, &settings, &error));
}

static void takes_each_value_by_itself(void **state)
{
    (void)state;
    assert_false(read_text("{\"scale\":9000,\"stroke_animation\":false,\"ask_before_crash\":\"no\","
                           "\"players\":7,\"unknown\":[1],\"theme\":\"neon\"}"));
    assert_string_equal(settings.theme, "paper");
    assert_int_equal(settings.scale, 100);
    assert_false(settings.stroke_animation);
    assert_true(settings.ask_before_crash);
    assert_int_equal(settings.player_count, 2);
}

/* Files from before it was a setting know only of strokes. */
static void reduced_motion_is_read_from_older_files(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool reduced;
    } files[] = {{"{}", false},
                 {"{\"stroke_animation\":true}", false},
                 {"{\"stroke_animation\":false}", true},
                 {"{\"stroke_animation\":false,\"reduced_motion\":false}", false},
                 {"{\"stroke_animation\":true,\"reduced_motion\":true}", true}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        assert_true(read_text(files[i].text));
        assert_true(settings.reduced_motion == files[i].reduced);
        assert_true(settings_draw_strokes(&settings) ==
                    (settings.stroke_animation && !files[i].reduced));
    }
}

static void tells_which_value_is_bad(void **state)
{
    (void)state;
    static const struct {
        const char *text, *told;
    } bad[] = {
        {"{\"theme\":\"neon\"}", "there is no theme \"neon\""},
        {"{\"theme\":7}", "\"theme\""},
        {"{\"scale\":9000}", "\"scale\" must be a number from 75 to 250"},
        {"{\"scale\":\"big\"}", "\"scale\""},
        {"{\"stroke_animation\":1}", "\"stroke_animation\" must be true or false"},
        {"{\"ask_before_crash\":null}", "\"ask_before_crash\""},
        {"{\"players\":7}", "\"players\""},
        {"{\"players\":[{\"name\":\"A\",\"pen\":9}]}", "\"players\""},
        {"{\"last_track\":[]}", "\"last_track\""},
        {"{\"last_rules\":5}", "\"last_rules\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(read_text(bad[i].text));
        assert_non_null(strstr(error.text, bad[i].told));
        assert_default();
    }
    assert_true(read_text("{\"unknown\":[1]}"));
}

static void leaves_out_impossible_players(void **state)
{
    (void)state;
    assert_false(read_text("{\"players\":[{\"name\":\"A\",\"pen\":3},{\"name\":\"B\",\"pen\":3},"
                           "{\"name\":5,\"pen\":1},{\"pen\":2},{\"name\":\"C\",\"pen\":9},"
                           "{\"name\":\"D\",\"pen\":0},4,{\"name\":\"E\\tF\",\"pen\":1}]}"));
    assert_int_equal(settings.player_count, 2);
    assert_string_equal(settings.players[0].name, "A");
    assert_string_equal(settings.players[1].name, "E");
}

static void puts_a_person_in_place_of_unknown_drivers(void **state)
{
    (void)state;
    const char *const drivers[] = {"\"master\"", "7", "\"bot:\"", "\"bot:\\u0001 x\""};
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"players\":[{\"name\":\"A\",\"pen\":3,\"driver\":%s}]}",
                 drivers[i]);
        assert_false(read_text(text));
        assert_int_equal(settings.player_count, 1);
        assert_string_equal(settings.players[0].driver, "human");
    }
}

static void cuts_long_names_between_characters(void **state)
{
    (void)state;
    char text[400] = "{\"players\":[{\"pen\":1,\"name\":\"x";
    for (int i = 0; i < 60; i++)
        strcat(text, "ë");
    strcat(text, "\"}]}");
    assert_true(read_text(text));
    assert_int_equal(strlen(settings.players[0].name), 63);
    assert_int_equal((unsigned char)settings.players[0].name[62], 0xab);
}

static void save(const char *path, const struct settings *changed, struct settings *known)
{
    assert_true(settings_save(path, changed, known, &told, &error));
    assert_int_equal(told.length, 0);
    *known = *changed;
}

/* Each writes what it has changed, and nothing else. */
static void two_windows_lose_nothing(void **state)
{
    (void)state;
    char *path = folder_path("shared.json");
    struct settings one = settings_default(), one_known = one;
    struct settings two = settings_default(), two_known = two;
    one.scale = 150;
    strcpy(one.last_rules, "house Friday");
    save(path, &one, &one_known);
    strcpy(two.theme, "blackboard");
    two.hints = true;
    save(path, &two, &two_known);
    one.stroke_animation = false;
    one.player_count = 1;
    strcpy(one.players[0].name, "Zoë");
    save(path, &one, &one_known);
    /* Letters of a longer name behind the end are no change. */
    two.players[0].name[PLAYER_NAME_BYTES - 2] = 'x';
    two.ask_before_crash = false;
    strcpy(two.last_track, "tracks/oval.svg");
    save(path, &two, &two_known);
    assert_true(settings_load(path, &settings, &told));
    assert_int_equal(settings.scale, 150);
    assert_string_equal(settings.theme, "blackboard");
    assert_true(settings.hints);
    assert_false(settings.stroke_animation);
    assert_false(settings.ask_before_crash);
    assert_int_equal(settings.player_count, 1);
    assert_string_equal(settings.players[0].name, "Zoë");
    assert_string_equal(settings.last_rules, "house Friday");
    assert_string_equal(settings.last_track, "tracks/oval.svg");
    two.scale = 200; /* what both have changed is the later one's */
    save(path, &two, &two_known);
    assert_true(settings_load(path, &settings, &told));
    assert_int_equal(settings.scale, 200);
    remove(path);
    free(path);
}

static void expect_file(const char *name, const char *bytes)
{
    char *path = folder_path(name);
    struct text content = {0};
    assert_true(file_read(path, 1000, &content, &error));
    assert_string_equal(text_string(&content), bytes);
    text_free(&content);
    free(path);
}

static void broken_ones_are_all_kept(void **state)
{
    (void)state;
    char *path = folder_path("bad.json");
    struct settings mine = settings_default(), known = mine;
    mine.scale = 125;
    assert_true(file_write_atomically(path, "first", 5, &error));
    assert_false(settings_load(path, &settings, &told));
    assert_non_null(strstr(text_string(&told), "bad.json.broken."));
    assert_default();
    assert_false(file_exists(path));
    text_clear(&told);
    assert_true(file_write_atomically(path, "second", 6, &error));
    assert_true(settings_save(path, &mine, &known, &told, &error));
    assert_non_null(strstr(text_string(&told), "bad.json.broken-2."));
    assert_true(settings_load(path, &settings, &told));
    assert_int_equal(settings.scale, 125);
    expect_file("bad.json.broken", "first");
    expect_file("bad.json.broken-2", "second");
    folder_empty();
    text_clear(&told);
    free(path);
}

static int tear_down(void **state)
{
    text_free(&told);
    return folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back_as_it_was),
        cmocka_unit_test(does_without_a_file),
        cmocka_unit_test(survives_rubbish),
        cmocka_unit_test(reduced_motion_is_read_from_older_files),
        cmocka_unit_test(takes_each_value_by_itself),
        cmocka_unit_test(tells_which_value_is_bad),
        cmocka_unit_test(leaves_out_impossible_players),
        cmocka_unit_test(puts_a_person_in_place_of_unknown_drivers),
        cmocka_unit_test(cuts_long_names_between_characters),
        cmocka_unit_test(two_windows_lose_nothing),
        cmocka_unit_test(broken_ones_are_all_kept),
    };
    return cmocka_run_group_tests(tests, folder_set_up, tear_down);
}
