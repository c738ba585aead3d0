/* `graphprix check`: reads each file as a race would and tells what is wrong with it.
 *
 * Nothing is said about a sound file unless --json asks. What is wrong goes to stderr as
 * file:line:column: text, where editors find it, also with --json. A saved race whose cut last line
 * was dropped is sound; that is told all the same.
 */
#include "commands/command.h"
#include "drivers/driving.h"
#include "session/session.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char check_help[] =
    "FILE is a track (.svg or .map, or the name of a shipped one) or a saved race (.race). "
    "Without\n"
    "--json nothing is printed about a sound file. What is wrong with the others is told as\n"
    "file:line:column: text, and the status is then 1. What a sound file may mean otherwise is\n"
    "told as file: note: text.\n"
    "  --json   an array with an object for each file: file, kind, ok; of a track name, size,\n"
    "           vertices, open, arena and par (the fewest rounds of a lap under racing-car\n"
    "           without nitros; of other games those of the car that par_of tells; null if\n"
    "           they were not counted); of a race track, actions and over;\n"
    "           error, line and column if there is one, and the note\n";

/* Adds to the object what is known of a sound file. */
typedef bool checker(const char *path, json_t *object, struct error *error);

/* Of which game it is, is told where there are several. */
static json_t *facts_of(struct course course, int par)
{
    struct course_facts facts = course_facts(course);
    json_t *game = games[1] ? json_string(course.game->name) : NULL;
    json_t *vertices = facts.vertices >= 0 ? json_integer(facts.vertices) : NULL;
    struct setup setup = setup_from_preset(course.game, 0);
    const struct driving *driving = driving_of(course.game);
    setup.course = course;
    setup.players = 1;
    json_t *whose = par > 0 && driving->par_of ? json_string(driving->par_of(&setup)) : NULL;
    return json_pack("{s:s, s:o*, s:[i,i], s:o*, s:b, s:b, s:o, s:o*}", "name", facts.name, "game",
                     game, "size", facts.size.x, facts.size.y, "vertices", vertices, "open",
                     course_has_mark(course, MARK_OPEN), "arena",
                     course_has_mark(course, MARK_ARENA), "par",
                     par > 0 ? json_integer(par) : json_null(), "par_of", whose);
}

/* What is sound and may be meant otherwise. */
static void tell_remark(const char *path, struct course course, json_t *object)
{
    struct text shown = {0};
    const char *remark = course_remark(course);
    if (!remark)
        return;
    text_append_visible(&shown, remark);
    fprintf(stderr, "%s: note: %s\n", path, text_string(&shown));
    text_free(&shown);
    json_object_set_new(object, "note", command_text_to_json(remark));
}

static bool check_track(const char *path, json_t *object, struct error *error)
{
    struct course course = course_load(path, error);
    const struct driving *driving = course.body ? driving_of(course.game) : NULL;
    int par = 0;
    bool sound = driving && (!driving->prove || driving->prove(course, NULL, &par, error));
    if (sound) {
        json_object_update_new(object, facts_of(course, par));
        tell_remark(path, course, object);
    }
    course_release(course);
    return sound;
}

static bool check_race(const char *path, json_t *object, struct error *error)
{
    bool damaged;
    struct session *session = session_load(path, &damaged, error);
    if (session != NULL && !damaged) {
        const struct setup *setup = session_setup(session);
        bool over = setup->game->over(session_race(session));
        json_object_update_new(object,
                               json_pack("{s:s, s:i, s:b}", "track", course_name(setup->course),
                                         "actions", session_step_count(session), "over", over));
    }
    session_free(session);
    return session != NULL && !damaged;
}

/* The object about one file; the caller owns it. */
static json_t *check_file(const char *name, bool *sound)
{
    bool is_race = file_ends_with(name, ".race");
    checker *check = is_race ? check_race : check_track;
    char *path = command_track_path(name);
    struct error error = {0};
    json_t *object = json_object();
    json_object_set_new(object, "file", json_string(name));
    json_object_set_new(object, "kind", json_string(is_race ? "race" : "track"));
    *sound = check(path, object, &error);
    json_object_set_new(object, "ok", json_boolean(*sound));
    if (error.text[0] != '\0') {
        char text[4096 + sizeof error.text];
        error_describe(&error, path, text, (int)sizeof text);
        struct text shown = {0};
        text_append_visible(&shown, text);
        fprintf(stderr, "%s\n", text_string(&shown));
        text_free(&shown);
        json_object_set_new(object, "error", json_string(error.text));
        if (error.line > 0)
            json_object_set_new(object, "line", json_integer(error.line));
        if (error.column > 0)
            json_object_set_new(object, "column", json_integer(error.column));
    }
    free(path);
    return object;
}

int check_run(int argument_count, char **arguments)
{
    struct error error = {0};
    bool as_json;
    if (!options_read_files("check", &as_json, &argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    json_t *rows = json_array();
    bool all_sound = true;
    for (int i = 0; i < argument_count; i++) {
        bool sound;
        json_t *object = check_file(arguments[i], &sound);
        all_sound = all_sound && sound;
        json_array_append_new(rows, object);
    }
    if (as_json)
        command_print_json(rows, 6);
    else
        json_decref(rows);
    return all_sound ? STATUS_DONE : STATUS_FAILED;
}
