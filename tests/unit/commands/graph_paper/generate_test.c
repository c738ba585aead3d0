/* What `graphprix generate` writes: the track of the wish, to the file or to the standard output,
 * and nothing beside it.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "studio/graph_paper/generate/generate.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "track/draft.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs the command and returns what it printed. */
static struct text run(int count, const char *const *words)
{
    struct error error;
    struct text printed = {0};
    char *arguments[16];
    char *path = folder_path("printed");
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    assert_non_null(freopen(path, "w", stdout));
    for (int i = 0; i < count; i++)
        arguments[i] = memory_copy_string(words[i]);
    int status = generate_run(count, arguments);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    for (int i = 0; i < count; i++)
        free(arguments[i]);
    assert_int_equal(status, 0);
    assert_true(file_read(path, TRACK_FILE_LIMIT, &printed, &error));
    free(path);
    return printed;
}

static struct text expected_file(const struct generator_wish *wish, int *par)
{
    struct error error;
    struct text svg = {0};
    struct track *track = generate_track(wish, NULL, par, &error);
    assert_non_null(track);
    svg_write_track(track, &svg);
    track_release(track);
    return svg;
}

static void test_to_the_standard_output(void **state)
{
    (void)state;
    struct generator_wish wish = generator_usual_wish;
    int par;
    wish.seed = 11;
    struct text wanted = expected_file(&wish, &par);
    struct text printed = run(2, (const char *[]){"--seed", "11"});
    assert_string_equal(text_string(&printed), wanted.data);
    text_free(&printed);
    text_free(&wanted);
}

static void test_to_a_file(void **state)
{
    (void)state;
    struct error error;
    struct generator_wish wish = {12, 24, 30, TIGHT, 4};
    int par, least, most;
    char *path = folder_path("track.svg");
    struct text wanted = expected_file(&wish, &par);
    const char *words[] = {"--seed=12", "--size=24x30", "--style", "tight", "--difficulty",
                           "4",         "-o",           path,      "--json"};
    struct text printed = run(8, words);
    assert_string_equal(text_string(&printed), "");
    text_free(&printed);
    printed = run(9, words);
    struct text file = {0};
    assert_true(file_read(path, TRACK_FILE_LIMIT, &file, &error));
    assert_string_equal(file.data, wanted.data);
    json_t *object = json_loads(text_string(&printed), 0, NULL);
    assert_non_null(object);
    generator_promise(&wish, &least, &most);
    assert_int_equal(json_integer_value(json_object_get(object, "par")), par);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(object, "promise"), 0)),
                     least);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(object, "promise"), 1)),
                     most);
    assert_string_equal(json_string_value(json_object_get(object, "file")), path);
    assert_non_null(strstr(file.data, json_string_value(json_object_get(object, "name"))));
    json_decref(object);
    text_free(&file);
    text_free(&printed);
    text_free(&wanted);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_to_the_standard_output),
        cmocka_unit_test(test_to_a_file),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
