/* `graphprix lesson check`: reads lessons as a class would see them and tells what is wrong. */
#include "commands/command.h"

#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/graph_paper/lesson/lesson.h"
#include "session/session.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char lesson_help[] =
    "Reads each lesson (.lesson) as the classroom does. Without --json nothing is printed about a\n"
    "sound one. What is wrong with the others is told as file:line: text, with what to do, and "
    "the\n"
    "status is then 1. Moves that are asked for are searched for: a flag that cannot be reached "
    "in\n"
    "so many moves is wrong, too, and so is a sum, a vector, a list or a count in a text that is\n"
    "not what is drawn.\n"
    "How lessons are written is told in docs/writing-lessons.md.\n"
    "  --json   an array with an object for each file: file, ok; of a sound one title, minutes,\n"
    "           steps, questions; else error, and line if there is one\n";

struct course lesson_find_track(const char *name)
{
    const char *folder = command_asset_folder("tracks");
    struct text path = {0};
    struct error error;
    struct course course = {0};
    if (!folder || strchr(name, '/') || strchr(name, '.'))
        return course;
    text_append_format(&path, "%s/%s/%s%s", folder, graph_paper_game.name, name,
                       graph_paper_game.course->extension);
    if (file_exists(text_string(&path)))
        course = course_load(text_string(&path), &error);
    text_free(&path);
    return course;
}

static void tell_error(const char *path, const struct error *error, json_t *object)
{
    char text[4096 + sizeof error->text];
    struct text shown = {0};
    error_describe(error, path, text, (int)sizeof text);
    text_append_visible(&shown, text);
    fprintf(stderr, "%s\n", text_string(&shown));
    text_free(&shown);
    json_object_set_new(object, "error", command_text_to_json(error->text));
    if (error->line > 0)
        json_object_set_new(object, "line", json_integer(error->line));
}

static bool check_file(const char *path, json_t *rows)
{
    struct lesson_plan plan;
    struct error error = {0};
    json_t *object = json_object();
    bool loaded = lesson_load(&plan, path, lesson_find_track, &error);
    bool sound = loaded && lesson_check_claims(&plan, &error);
    json_object_set_new(object, "file", command_text_to_json(path));
    json_object_set_new(object, "ok", json_boolean(sound));
    if (sound) {
        int questions = 0;
        for (int i = 0; i < plan.step_count; i++)
            questions += plan.steps[i].asks;
        json_object_set_new(object, "title", command_text_to_json(plan.title));
        json_object_set_new(object, "minutes", json_integer(plan.minutes));
        json_object_set_new(object, "steps", json_integer(plan.step_count));
        json_object_set_new(object, "questions", json_integer(questions));
    } else {
        tell_error(path, &error, object);
    }
    if (loaded)
        lesson_free(&plan);
    json_array_append_new(rows, object);
    return sound;
}

int lesson_run(int argument_count, char **arguments)
{
    if (argument_count == 0 || strcmp(arguments[0], "check") != 0)
        return command_fail(STATUS_USAGE, "lesson takes \"check\" and files; try \"graphprix help "
                                          "lesson\"");
    struct error error = {0};
    bool as_json;
    arguments++, argument_count--;
    if (!options_read_files("lesson check", &as_json, &argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    json_t *rows = json_array();
    bool all_sound = true;
    for (int i = 0; i < argument_count; i++)
        all_sound = check_file(arguments[i], rows) && all_sound;
    if (as_json)
        command_print_json(rows, 6);
    else
        json_decref(rows);
    return all_sound ? STATUS_DONE : STATUS_FAILED;
}
