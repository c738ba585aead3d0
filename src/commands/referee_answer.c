/* The commands of the referee, in one table.
 *
 * A command that is refused leaves the race as it was: session_do and session_undo promise that,
 * and `load` swaps the races only when the file was in order.
 */
#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "commands/command.h"
#include "commands/referee.h"
#include "session/save.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rules *rules_of(const struct referee *referee)
{
    return session_setup(referee->session)->rules;
}

static json_t *state_of(const struct referee *referee)
{
    return rules_of(referee)->state_to_json(session_race(referee->session));
}

static json_t *race_of(const struct referee *referee)
{
    const struct setup *setup = session_setup(referee->session);
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
    return json_pack("{s:s, s:s, s:o, s:s, s:o, s:[i,i]}", "game", setup->rules->name, "preset",
                     setup->rules->table->presets[setup->preset].name, "rules",
                     session_rules_to_json(setup, false), "seed", seed, "order",
                     setup->rules->order_to_json(session_race(referee->session)), "sheet",
                     setup->track->width, setup->track->height);
}

static json_t *events_since(const struct referee *referee, int steps)
{
    json_t *events = json_array();
    for (int i = steps; i < session_step_count(referee->session); i++) {
        struct step step = session_step(referee->session, i);
        for (int j = 0; j < step.event_count; j++)
            json_array_append_new(events, rules_of(referee)->event_to_json(&step.events[j]));
    }
    return events;
}

/* Frees the note, which is told only if there is one. */
static void set_note(json_t *answer, struct text *note)
{
    if (note->length > 0)
        json_object_set_new(answer, "note", command_text_to_json(note->data));
    text_free(note);
}

static json_t *greet(struct referee *referee, struct text *note)
{
    json_t *greeting = json_pack("{s:b, s:o}", "ok", 1, "race", race_of(referee));
    int before = session_step_count(referee->session);
    referee_drive(referee, note);
    if (session_step_count(referee->session) > before)
        json_object_set_new(greeting, "events", events_since(referee, before));
    json_object_set_new(greeting, "state", state_of(referee));
    set_note(greeting, note);
    return greeting;
}

json_t *referee_greet(struct referee *referee)
{
    struct text note = {0};
    return greet(referee, &note);
}

json_t *referee_refuse(const char *text)
{
    return json_pack("{s:b, s:o}", "ok", 0, "error", command_text_to_json(text));
}

static json_t *answer_state(struct referee *referee, const char *argument, struct error *error)
{
    (void)argument;
    (void)error;
    return json_pack("{s:b, s:o}", "ok", 1, "state", state_of(referee));
}

static bool read_start(const char *argument, struct point *start, struct error *error)
{
    int64_t x;
    int64_t y;
    bool named = strncmp(argument, "FROM ", 5) == 0 || strncmp(argument, "from ", 5) == 0;
    const char *cursor = named ? argument + strlen("FROM ") : argument;
    if (!number_read_integer(&cursor, 0, SHEET_MAX, &x) || *cursor++ != ',' ||
        !number_read_integer(&cursor, 0, SHEET_MAX, &y) || *cursor != '\0')
        return error_set(error,
                         "\"moves\" stands alone or as \"moves FROM X,Y\" with a grid "
                         "point, not with \"%.40s\"",
                         argument);
    *start = (struct point){(int32_t)x, (int32_t)y};
    return true;
}

static json_t *answer_moves(struct referee *referee, const char *argument, struct error *error)
{
    struct point start;
    bool from = argument[0] != '\0';
    if (from && !read_start(argument, &start, error))
        return NULL;
    json_t *moves = rules_of(referee)->moves_to_json(session_race(referee->session),
                                                     from ? &start : NULL, error);
    return moves == NULL ? NULL : json_pack("{s:b, s:o}", "ok", 1, "moves", moves);
}

static json_t *answer_do(struct referee *referee, const char *argument, struct error *error)
{
    struct text note = {0};
    int before = session_step_count(referee->session);
    if (!session_do(referee->session, argument, error))
        return NULL;
    referee_drive(referee, &note);
    json_t *answer = json_pack("{s:b, s:o, s:o}", "ok", 1, "events", events_since(referee, before),
                               "state", state_of(referee));
    set_note(answer, &note);
    return answer;
}

static json_t *answer_undo(struct referee *referee, const char *argument, struct error *error)
{
    return session_undo(referee->session, error) ? answer_state(referee, argument, error) : NULL;
}

static void name_file(struct error *error, const char *path)
{
    char text[sizeof error->text];
    error_describe(error, path, text, (int)sizeof text);
    error_set(error, "%s", text);
}

static json_t *answer_save(struct referee *referee, const char *argument, struct error *error)
{
    if (referee->track && file_is_same(referee->track, argument))
        error_set(error, "this is the track that was read: give the race another name");
    else if (referee->files->save(referee->session, argument, error))
        return answer_state(referee, argument, error);
    name_file(error, argument);
    return NULL;
}

/* A cut last line is told in a note; the race may be another one, so its head comes along. */
static json_t *answer_load(struct referee *referee, const char *argument, struct error *error)
{
    bool damaged;
    struct session *loaded = referee->files->load(argument, &damaged, error);
    if (loaded != NULL && !damaged && !referee_check_programs(referee, loaded, error))
        damaged = true;
    if (loaded == NULL || damaged) {
        session_free(loaded);
        name_file(error, argument);
        return NULL;
    }
    struct text note = {0};
    if (error->text[0] != '\0') {
        name_file(error, argument);
        text_append(&note, error->text);
    }
    referee_end(referee);
    referee->session = loaded;
    return greet(referee, &note);
}

static json_t *answer_quit(struct referee *referee, const char *argument, struct error *error)
{
    (void)argument;
    (void)error;
    referee->quit = true;
    return json_pack("{s:b}", "ok", 1);
}

enum argument { ARGUMENT_NONE, ARGUMENT_ALLOWED, ARGUMENT_NEEDED };

static const struct request {
    const char *name;
    enum argument argument;
    const char *needs; /* what the argument is, for people */
    json_t *(*answer)(struct referee *referee, const char *argument, struct error *error);
} requests[] = {
    {"state", ARGUMENT_NONE, NULL, answer_state},
    {"moves", ARGUMENT_ALLOWED, NULL, answer_moves},
    {"do", ARGUMENT_NEEDED, "an action, like \"do 12,9\"", answer_do},
    {"undo", ARGUMENT_NONE, NULL, answer_undo},
    {"save", ARGUMENT_NEEDED, "a file to save to", answer_save},
    {"load", ARGUMENT_NEEDED, "a file to load", answer_load},
    {"quit", ARGUMENT_NONE, NULL, answer_quit},
};
enum { REQUEST_COUNT = sizeof requests / sizeof *requests };

static const struct request *find_request(const char *name, struct error *error)
{
    for (int i = 0; i < REQUEST_COUNT; i++)
        if (strcmp(name, requests[i].name) == 0)
            return &requests[i];
    struct text known = {0};
    for (int i = 0; i < REQUEST_COUNT; i++)
        text_append_format(&known, i == 0 ? "%s" : ", %s", requests[i].name);
    if (name[0] == '\0')
        error_set(error, "an empty line is no command; there are %s", text_string(&known));
    else
        error_set(error, "there is no command \"%.40s\"; there are %s", name, text_string(&known));
    text_free(&known);
    return NULL;
}

static json_t *answer_words(struct referee *referee, const char *name, const char *argument,
                            struct error *error)
{
    const struct request *request = find_request(name, error);
    if (request == NULL)
        return NULL;
    if (request->argument == ARGUMENT_NEEDED && argument[0] == '\0') {
        error_set(error, "\"%s\" needs %s", name, request->needs);
        return NULL;
    }
    if (request->argument == ARGUMENT_NONE && argument[0] != '\0') {
        error_set(error, "\"%s\" stands alone, and there is \"%.40s\"", name, argument);
        return NULL;
    }
    return request->answer(referee, argument, error);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts the line into its first word and the rest, without the blanks around either. */
static json_t *answer_text(struct referee *referee, char *text, struct error *error)
{
    size_t end = strlen(text);
    while (end > 0 && is_blank(text[end - 1]))
        text[--end] = '\0';
    char *name = text;
    while (is_blank(*name))
        name++;
    char *argument = name;
    while (*argument != '\0' && !is_blank(*argument))
        argument++;
    while (is_blank(*argument))
        *argument++ = '\0';
    return answer_words(referee, name, argument, error);
}

json_t *referee_answer(struct referee *referee, const char *line, size_t length)
{
    if (length > REFEREE_LINE_LIMIT)
        return referee_refuse("the line is too long: at most 8192 bytes");
    if (memchr(line, '\0', length) != NULL)
        return referee_refuse("the line holds a zero byte");
    struct error error = {0};
    char *text = memory_allocate(length + 1, 1);
    memcpy(text, line, length);
    json_t *answer = answer_text(referee, text, &error);
    free(text);
    return answer != NULL ? answer : referee_refuse(error.text);
}
