/* A saved race read back: every action is done again and must lead to the hash that stands beside
 * it.
 *
 * The bytes may be anything. Lines are found first, so that an error can name its line and nothing
 * is parsed that is longer than it may be; jansson refuses duplicate keys, bad UTF-8 and zeros and
 * bounds the depth of nesting. Keys that are not known are ignored. The first line makes the
 * session; whatever is wrong in a later one ends the reading there, with the race up to it.
 */
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "session/inside.h"
#include "session/json_words.h"
#include "session/save.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *bytes;
    size_t length;
    size_t at;
    int line;          /* of `start`, from 1 */
    const char *start; /* the line that was read last, without its line break */
    size_t line_length;
    bool cut; /* it has no line break: the file ends in it */
};

static bool read_line(struct reader *reader)
{
    if (reader->at >= reader->length)
        return false;
    size_t rest = reader->length - reader->at;
    reader->start = reader->bytes + reader->at;
    const char *end = memchr(reader->start, '\n', rest);
    reader->cut = end == NULL;
    reader->line_length = end == NULL ? rest : (size_t)(end - reader->start);
    reader->at += reader->line_length + 1;
    reader->line++;
    return true;
}

/* NULL and the error without its line, which the caller knows. */
static json_t *parse_object(const struct reader *reader, struct error *error)
{
    if (reader->line_length == 0) {
        error_set(error, "the line is empty");
        return NULL;
    }
    json_error_t problem;
    json_t *json = json_loadb(reader->start, reader->line_length, JSON_REJECT_DUPLICATES, &problem);
    if (json == NULL) {
        error_set_at(error, 0, problem.column > 0 ? problem.column : 0, "the line is damaged: %s",
                     json_words(&problem));
        return NULL;
    }
    if (!json_is_object(json)) {
        json_decref(json);
        error_set(error, "the line is damaged: it is not a JSON object");
        return NULL;
    }
    return json;
}

/* In this order: the game says what the rules may be. */
static bool (*const head_readers[])(const json_t *, struct save_head *, struct error *) = {
    save_read_format,  save_read_game, save_read_seed,  save_read_rules,
    save_read_players, save_read_last, save_read_allow, save_read_course,
};

static struct session *begin_from(const json_t *object, struct error *error)
{
    struct save_head head = {0};
    struct session *session = NULL;
    size_t done = 0;
    size_t count = sizeof head_readers / sizeof *head_readers;
    while (done < count && head_readers[done](object, &head, error))
        done++;
    if (done == count)
        session = session_begin(&head.setup, head.players, head.allow, error);
    course_release(head.setup.course);
    return session;
}

static struct session *read_first_line(struct reader *reader, struct error *error)
{
    if (!read_line(reader)) {
        error_set(error, "the file is empty: there is no race in it");
        return NULL;
    }
    if (reader->line_length > HEAD_LINE_LIMIT) {
        error_set(error, "the first line is longer than %d bytes", HEAD_LINE_LIMIT);
        return NULL;
    }
    json_t *object = parse_object(reader, error);
    struct session *session = object == NULL ? NULL : begin_from(object, error);
    json_decref(object);
    return session;
}

static bool redo_action(struct session *session, const json_t *object, struct error *error)
{
    int car;
    if (!save_read_number(object, "car", 1, CAR_LIMIT, &car, error))
        return false;
    const char *action = save_read_string(object, "do", error);
    const char *hash = action == NULL ? NULL : save_read_string(object, "hash", error);
    if (hash == NULL)
        return false;
    int to_move = race_next_car(session_race(session));
    if (to_move == 0)
        return error_set(error, "an action after the end of the race");
    if (!race_owes(session_race(session), car))
        return error_set(error, "car %d acts, but it is the turn of car %d", car, to_move);
    struct error inner = {0};
    if (session_perform(session, car, action, hash, &inner))
        return true;
    return error_set(error, "the action \"%.40s\": %s", action, inner.text);
}

static bool redo_record(struct session *session, const json_t *object, struct error *error)
{
    int number;
    int expected = session->record_count + 1;
    if (!save_read_number(object, "n", 1, RECORD_LIMIT, &number, error))
        return false;
    if (number != expected)
        return error_set(error,
                         "number %d stands where number %d should: lines are missing or "
                         "out of order",
                         number, expected);
    const json_t *undo = json_object_get(object, "undo");
    if (undo == NULL)
        return redo_action(session, object, error);
    if (!json_is_true(undo))
        return error_set(error, "\"undo\" can only be true");
    return session_undo(session, error);
}

static json_t *parse_record(const struct reader *reader, struct error *error)
{
    if (reader->line_length <= RECORD_LINE_LIMIT)
        return parse_object(reader, error);
    error_set(error, "the line is longer than %d bytes", RECORD_LINE_LIMIT);
    return NULL;
}

/* False: damaged. Half a line at the end is what a crash leaves behind, and no damage. */
static bool redo_lines(struct session *session, struct reader *reader, struct error *error)
{
    bool sound = true;
    while (sound && read_line(reader)) {
        json_t *object = parse_record(reader, error);
        if (object == NULL && reader->cut && reader->line_length <= RECORD_LINE_LIMIT)
            return !error_set_at(error, reader->line, 0,
                                 "the last line is cut off and was left out; the race goes on "
                                 "after %d action%s",
                                 session->step_count, session->step_count == 1 ? "" : "s");
        sound = object != NULL && redo_record(session, object, error);
        json_decref(object);
        if (!sound)
            error->line = reader->line;
    }
    return sound;
}

struct session *session_read(const char *bytes, size_t length, bool *damaged, struct error *error)
{
    struct reader reader = {.bytes = bytes, .length = length};
    *error = (struct error){0};
    struct session *session = read_first_line(&reader, error);
    if (session == NULL) {
        error->line = reader.line;
        *damaged = true;
        return NULL;
    }
    *damaged = !redo_lines(session, &reader, error);
    return session;
}

struct session *session_load(const char *path, bool *damaged, struct error *error)
{
    struct text content = {0};
    struct session *session = NULL;
    *damaged = true;
    *error = (struct error){0};
    if (file_read(path, SAVE_FILE_LIMIT, &content, error))
        session = session_read(text_string(&content), content.length, damaged, error);
    text_free(&content);
    return session;
}
