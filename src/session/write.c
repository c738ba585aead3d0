/* A race as the lines of a saved race (files-and-protocols section 3), and keeping it on disk.
 *
 * The text of a session is made as it goes on (inside.h), so writing is copying it.
 */
#include "base/json_text.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "session/inside.h"
#include "session/save.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void save_print_hash(uint64_t hash, char into[HASH_BYTES])
{
    snprintf(into, HASH_BYTES, "%016" PRIx64, hash);
}

static json_t *value_to_json(const struct rule_field *field, int value)
{
    if (field->choices == NULL)
        return json_integer(value);
    char buffer[12];
    return json_string(fields_print(field, value, buffer));
}

json_t *session_rules_to_json(const struct setup *setup, bool only_changes)
{
    const struct rule_table *table = setup->game->table;
    json_t *object = json_object();
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        if (only_changes && setup->values[i] == field->defaults[setup->preset])
            continue;
        json_object_set_new(object, field->name, value_to_json(field, setup->values[i]));
    }
    return object;
}

json_t *save_course_to_json(struct course course)
{
    struct text file = {0};
    course_write(course, &file);
    json_t *object = json_pack("{s:s, s:s}", "name", course_name(course), course.game->course->key,
                               text_string(&file));
    text_free(&file);
    return object;
}

json_t *save_players_to_json(const struct player *players, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        const struct player *player = &players[i];
        json_array_append_new(array, json_pack("{s:s, s:i, s:s}", "name", player->name, "pen",
                                               player->pen, "driver", player->driver));
    }
    return array;
}

json_t *save_last_to_json(const struct setup *setup)
{
    json_t *array = json_array();
    for (int i = 0; i < setup->last_count; i++)
        json_array_append_new(array, json_integer(setup->last[i]));
    return array;
}

json_t *save_allow_to_json(struct allow allow)
{
    return json_pack("{s:b, s:b}", "undo", allow.undo, "hints", allow.hints);
}

static void append_line(json_t *object, struct text *into)
{
    char *line = json_dumps(object, JSON_COMPACT);
    assert(line != NULL);
    text_append(into, line);
    text_append(into, "\n");
    free(line);
    json_decref(object);
}

void save_append_head(const struct session *session, struct text *into)
{
    const struct setup *setup = &session->setup;
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
    json_t *head = json_pack(
        "{s:i, s:s, s:s, s:s, s:o, s:o, s:o}", "graphprix", SAVE_FORMAT, "game", setup->game->name,
        "seed", seed, "preset", setup->game->table->presets[setup->preset].name, "rules",
        session_rules_to_json(setup, true), "track", save_course_to_json(setup->course), "players",
        save_players_to_json(session->players, setup->players));
    if (setup->last_count > 0)
        json_object_set_new(head, "last", save_last_to_json(setup));
    json_object_set_new(head, "allow", save_allow_to_json(session->allow));
    append_line(head, into);
}

void save_append_action(int number, int car, const char *action, const char *hash,
                        struct text *into)
{
    json_text_open(into, '{');
    json_text_key_integer(into, "n", number);
    json_text_key_integer(into, "car", car);
    json_text_key_string(into, "do", action);
    json_text_key_string(into, "hash", hash);
    text_append(into, "}\n");
}

void save_append_undo(int number, struct text *into)
{
    append_line(json_pack("{s:i, s:b}", "n", number, "undo", 1), into);
}

void session_write(const struct session *session, struct text *into)
{
    text_append_bytes(into, session->file.data, session->file.length);
}

bool session_save(const struct session *session, const char *path, struct error *error)
{
    return file_write_atomically(path, session->file.data, session->file.length, error);
}

bool session_keep_locked(struct session *session, const char *path, struct file_lock *lock,
                         struct error *error)
{
    bool written;
    session->lock = lock;
    session->journal = journal_open(path, &session->file, &written, error);
    return written;
}

/* The journal before is closed first, because it may keep the same file; `path` may even be its
 * own. */
bool session_keep(struct session *session, const char *path, struct error *error)
{
    char *copy = memory_copy_string(path);
    journal_close(session->journal);
    session->journal = NULL;
    file_lock_release(session->lock);
    session->lock = NULL;
    struct file_lock *lock = file_lock_take(copy);
    bool kept = lock == NULL ? error_set(error, "another window has this race open")
                             : session_keep_locked(session, copy, lock, error);
    free(copy);
    return kept;
}

struct session *session_resume(const char *path, bool *busy, bool *damaged, struct error *error)
{
    struct file_lock *lock = file_lock_take(path);
    *error = (struct error){0};
    *damaged = false;
    *busy = lock == NULL;
    if (*busy)
        return NULL;
    struct session *session = session_load(path, damaged, error);
    if (session == NULL || *damaged)
        file_lock_release(lock);
    else
        session_keep_locked(session, path, lock, error);
    return session;
}

const char *session_kept_path(const struct session *session)
{
    return session->journal == NULL ? NULL : journal_path(session->journal);
}

bool session_keep_failed(struct session *session, struct error *error)
{
    return session->journal != NULL && journal_failed(session->journal, error);
}

void session_keep_flush(struct session *session)
{
    if (session->journal != NULL)
        journal_flush(session->journal);
}
