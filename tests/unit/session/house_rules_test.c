/* House rules: what is kept comes back, and no file can hurt. */
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/records.h"
#include "support/cmocka.h"
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct house_rules house;
static struct text told;
static struct error error;

static void read_text(const char *text)
{
    text_clear(&told);
    json_list_read(&house_rules_list, text, strlen(text), &house, &told);
}

static void assert_told(const char *part)
{
    if (!strstr(text_string(&told), part))
        fail_msg("told \"%s\" instead of \"%s\"", text_string(&told), part);
}

static struct setup changed_setup(void)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_BABYLON);
    assert_true(setup_set(&setup, "walls", "out", &error));
    assert_true(setup_set(&setup, "laps", "7", &error));
    return setup;
}

static void write_file(const char *path, const char *text)
{
    assert_true(file_write_atomically(path, text, strlen(text), &error));
}

/* Puts them into the file; what a window shows is `shown`. */
static void keep(const char *path, struct house_rules *shown, const char *name,
                 const struct setup *setup)
{
    text_clear(&told);
    assert_true(house_rules_keep(path, shown, name, setup, &told, &error) >= 0);
    assert_int_equal(told.length, 0);
}

static void comes_back_as_it_was(void **state)
{
    (void)state;
    char *path = folder_path("deep/house-rules.json");
    struct setup setup = changed_setup();
    keep(path, &(struct house_rules){0}, "  Zoë's \"school\"\n", &setup);
    house_rules_load(path, &house, &told);
    assert_int_equal(told.length, 0);
    assert_int_equal(house.count, 1);
    assert_string_equal(house.items[0].name, "Zoë's \"school\"");
    assert_int_equal(house.items[0].preset, PRESET_BABYLON);
    assert_memory_equal(house.items[0].values, setup.values, sizeof setup.values);
    struct setup back = house_rules_setup(&house.items[0]);
    assert_int_equal(back.values[FIELD_LAPS], 7);
    free(path);
}

static void the_same_name_is_replaced(void **state)
{
    (void)state;
    struct house_rules rules = {0};
    struct setup setup = changed_setup();
    assert_int_equal(house_rules_put(&rules, "One", &setup, &error), 0);
    assert_int_equal(house_rules_put(&rules, "Two", &setup, &error), 1);
    setup.values[FIELD_LAPS] = 3;
    assert_int_equal(house_rules_put(&rules, " One ", &setup, &error), 0);
    assert_int_equal(rules.count, 2);
    assert_int_equal(rules.items[0].values[FIELD_LAPS], 3);
    house_rules_remove(&rules, 0);
    assert_int_equal(rules.count, 1);
    assert_int_equal(house_rules_find(&rules, "Two"), 0);
    assert_int_equal(house_rules_find(&rules, "One"), -1);
}

static void names_are_bounded(void **state)
{
    (void)state;
    struct house_rules rules = {0};
    struct setup setup = changed_setup();
    assert_int_equal(house_rules_put(&rules, "  ", &setup, &error), -1);
    assert_non_null(strstr(error.text, "name"));
    /* Control characters are blanks, also where they stand round it. */
    assert_int_equal(house_rules_put(&rules, " \x01\x7F \t", &setup, &error), -1);
    memset(&house, 0, sizeof house);
    assert_int_equal(house_rules_put(&house,
                                     "\x7F\x02 A\x7F"
                                     "b\x01 ",
                                     &setup, &error),
                     0);
    assert_string_equal(house.items[0].name, "A b");
    char name[200];
    memset(name, 'x', 62);
    strcpy(name + 62, "ëëë"); /* the first of them would end in the 64th byte */
    assert_int_equal(house_rules_put(&rules, name, &setup, &error), 0);
    assert_int_equal(strlen(rules.items[0].name), 62);
    for (int i = 1; i < HOUSE_RULES_LIMIT; i++) {
        snprintf(name, sizeof name, "%d", i);
        assert_int_equal(house_rules_put(&rules, name, &setup, &error), i);
    }
    assert_int_equal(house_rules_put(&rules, "one more", &setup, &error), -1);
    assert_int_equal(house_rules_put(&rules, "1", &setup, &error), 1);
}

static void what_is_wrong_is_told_and_the_rest_kept(void **state)
{
    (void)state;
    read_text("{\"graphprix\":1,\"house_rules\":["
              "{\"name\":\"A\",\"game\":\"graph-paper\",\"preset\":\"racing-car\","
              "\"rules\":{\"laps\":4,\"wings\":2,\"walls\":\"glass\",\"nitros\":true}},"
              "{\"name\":\"B\",\"game\":\"croquet\",\"preset\":\"racing-car\"},"
              "{\"name\":\"C\",\"game\":\"graph-paper\",\"preset\":\"monsoon\"},"
              "{\"name\":\"A\",\"game\":\"graph-paper\",\"preset\":\"babylon\"},"
              "{\"game\":\"graph-paper\",\"preset\":\"babylon\"},"
              "17, null,"
              "{\"name\":\"D\",\"game\":\"graph-paper\",\"preset\":\"derby\"}]}");
    assert_int_equal(house.count, 2);
    assert_string_equal(house.items[0].name, "A");
    assert_int_equal(house.items[0].values[FIELD_LAPS], 4);
    assert_int_equal(house.items[0].values[FIELD_WALLS], WALLS_IN);
    assert_int_equal(house.items[0].values[FIELD_NITROS], 3);
    assert_string_equal(house.items[1].name, "D");
    assert_told("there is no rule \"wings\"");
    assert_told("walls cannot be \"glass\"");
    assert_told("\"nitros\" must be");
    assert_told("there is no game \"croquet\"");
    assert_told("there is no preset \"monsoon\"");
    assert_told("they are there twice");
    assert_told("need a name");
}

static void rubbish_is_no_house_rules(void **state)
{
    (void)state;
    static const char *const files[] = {
        "",
        "[",
        "[]",
        "null",
        "{\"graphprix\":1}",
        "{\"graphprix\":0,\"house_rules\":[]}",
        "{\"graphprix\":2,\"house_rules\":[]}",
        "{\"graphprix\":1,\"house_rules\":{}}",
        "{\"graphprix\":1,\"graphprix\":1,\"house_rules\":[]}",
        "{\"graphprix\":1e99,\"house_rules\":[]}",
        "\xff\xfe{}",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        read_text(files[i]);
        assert_int_equal(house.count, 0);
        assert_told("cannot be read");
    }
}

/* A sound file cut anywhere, or with any byte changed, is read to something and never hurts. */
static void damaged_files_never_hurt(void **state)
{
    (void)state;
    char *path = folder_path("whole.json");
    struct house_rules saved = {0};
    struct setup setup = changed_setup();
    keep(path, &saved, "Friday", &setup);
    struct text content = {0};
    assert_true(file_read(path, 100000, &content, &error));
    for (size_t i = 0; i < content.length; i++) {
        text_clear(&told);
        json_list_read(&house_rules_list, content.data, i, &house, &told);
        assert_int_equal(house.count, 0);
        assert_told("cannot be read");
        char byte = content.data[i];
        for (int j = 0; j < 4; j++) {
            content.data[i] = "\0{\x80"
                              "9"[j];
            json_list_read(&house_rules_list, content.data, content.length, &house, &told);
            assert_true(house.count <= 1);
        }
        content.data[i] = byte;
    }
    text_free(&content);
    free(path);
}

static void a_broken_file_is_kept_aside(void **state)
{
    (void)state;
    char *path = folder_path("house.json"), *aside = folder_path("house.json.broken");
    const char *half = "{\"graphprix\":1,\"house_rules\":["
                       "{\"name\":\"A\",\"game\":\"graph-paper\",\"preset\":\"derby\"}, 5]}";
    struct text content = {0};
    write_file(path, half);
    text_clear(&told);
    house_rules_load(path, &house, &told);
    assert_told("house.json.broken");
    assert_int_equal(house.count, 1);
    assert_true(file_read(aside, 100000, &content, &error));
    assert_string_equal(text_string(&content), half);
    text_clear(&told);
    house_rules_load(path, &house, &told); /* the sound part has taken its place */
    assert_int_equal(told.length, 0);
    assert_int_equal(house.count, 1);
    write_file(path, "nothing of the kind");
    house_rules_load(path, &house, &told);
    assert_int_equal(house.count, 0);
    assert_false(file_exists(path));
    /* The first one lies there as it was. */
    char *second = folder_path("house.json.broken-2");
    text_clear(&content);
    assert_true(file_read(aside, 100000, &content, &error));
    assert_string_equal(text_string(&content), half);
    text_clear(&content);
    assert_true(file_read(second, 100000, &content, &error));
    assert_string_equal(text_string(&content), "nothing of the kind");
    assert_told("house.json.broken-2");
    text_free(&content);
    free(second);
    free(path);
    free(aside);
}

static void expect_names(const struct house_rules *rules, const char *names)
{
    struct text found = {0};
    for (int i = 0; i < rules->count; i++)
        text_append_format(&found, "%s%s", i > 0 ? " " : "", rules->items[i].name);
    assert_string_equal(text_string(&found), names);
    text_free(&found);
}

static void two_windows_lose_nothing(void **state)
{
    (void)state;
    char *path = folder_path("shared.json");
    struct setup setup = changed_setup();
    struct house_rules one = {0}, two = {0};
    keep(path, &one, "Old", &setup);
    house_rules_load(path, &two, &told);
    keep(path, &one, "Anna's", &setup);
    keep(path, &two, "Ben's", &setup);
    expect_names(&two, "Old Anna's Ben's");
    house_rules_forget(path, &one, "Old", &told);
    expect_names(&one, "Anna's Ben's");
    house_rules_forget(path, &two, "Old", &told); /* it is gone already */
    expect_names(&two, "Anna's Ben's");
    setup.values[FIELD_LAPS] = 3;
    keep(path, &two, "Anna's", &setup);
    house_rules_forget(path, &one, "Ben's", &told);
    house_rules_load(path, &house, &told);
    expect_names(&house, "Anna's");
    assert_int_equal(house.items[0].values[FIELD_LAPS], 3);
    assert_int_equal(told.length, 0);
    free(path);
}

static void what_cannot_be_written_is_told(void **state)
{
    (void)state;
    char *path = folder_path("held.json");
    struct setup setup = changed_setup();
    struct house_rules rules = {0};
    struct file_lock *held = file_lock_take(path);
    text_clear(&told);
    assert_int_equal(house_rules_keep(path, &rules, "Mine", &setup, &told, &error), 0);
    assert_told("another window");
    expect_names(&rules, "Mine"); /* for this sitting */
    assert_false(file_exists(path));
    file_lock_release(held);
    assert_int_equal(house_rules_keep(NULL, &rules, "More", &setup, &told, &error), 1);
    free(path);
}

static void a_missing_file_holds_none(void **state)
{
    (void)state;
    char *path = folder_path("nowhere.json");
    text_clear(&told);
    house_rules_load(path, &house, &told);
    assert_int_equal(house.count, 0);
    assert_int_equal(told.length, 0);
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
        cmocka_unit_test(the_same_name_is_replaced),
        cmocka_unit_test(names_are_bounded),
        cmocka_unit_test(what_is_wrong_is_told_and_the_rest_kept),
        cmocka_unit_test(rubbish_is_no_house_rules),
        cmocka_unit_test(damaged_files_never_hurt),
        cmocka_unit_test(a_broken_file_is_kept_aside),
        cmocka_unit_test(a_missing_file_holds_none),
        cmocka_unit_test(two_windows_lose_nothing),
        cmocka_unit_test(what_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, folder_set_up, tear_down);
}
