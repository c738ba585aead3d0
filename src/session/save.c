/* A race as the lines of a saved race (files-and-protocols section 3), read
 * back, and kept on disk.
 *
 * The text of a session is made as it goes on (inside.h), so writing is copying
 * it. The first line says what the race was set up with; a series (series.c)
 * keeps the same keys. Each reader looks at its own keys, so the order in which
 * they are called is the order in which mistakes are found.
 *
 * Of the other lines every action is done again and must lead to the hash that
 * stands beside it. The bytes may be anything. Lines are found first, so that
 * an error can name its line and nothing is parsed that is longer than it may
 * be; jansson refuses duplicate keys, bad UTF-8 and zeros and bounds the depth
 * of nesting. Keys that are not known are ignored. The first line makes the
 * session; whatever is wrong in a later one ends the reading there, with the
 * race up to it.
 */
#include "session/session.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "rules/game.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- writing -------------------------------------------------------------------------------- */

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
    const struct setup *setup = session_setup(session);
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
    json_t *head = json_pack(
        "{s:i, s:s, s:s, s:s, s:o, s:o, s:o}", "graphprix", SAVE_FORMAT, "game", setup->game->name,
        "seed", seed, "preset", setup->game->table->presets[setup->preset].name, "rules",
        session_rules_to_json(setup, true), "track", save_course_to_json(setup->course), "players",
        save_players_to_json(session_player(session, 1), setup->players));
    if (setup->last_count > 0)
        json_object_set_new(head, "last", json_numbers(setup->last, setup->last_count));
    json_object_set_new(head, "allow", save_allow_to_json(session_allow(session)));
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

/* --- the first line ------------------------------------------------------------------------- */

const char *save_read_string(const json_t *object, const char *key, struct error *error)
{
    const char *value = json_string_value(json_object_get(object, key));
    if (value == NULL)
        error_set(error, "\"%s\" must be a string", key);
    return value;
}

/* From 1 on. */
static bool save_read_number(const json_t *object, const char *key, int maximum, int *value,
                             struct error *error)
{
    const json_t *json = json_object_get(object, key);
    json_int_t number = json_integer_value(json);
    if (!json_is_integer(json) || number < 1 || number > maximum)
        return error_set(error, "\"%s\" must be a whole number from 1 to %d", key, maximum);
    *value = (int)number;
    return true;
}

static bool copy_string(const json_t *object, const char *key, char *into, size_t size,
                        struct error *error)
{
    const char *value = save_read_string(object, key, error);
    if (value == NULL)
        return false;
    if (strlen(value) >= size)
        return error_set(error, "\"%s\" is longer than %zu bytes", key, size - 1);
    strcpy(into, value);
    return true;
}

static bool save_read_format(const json_t *object, struct save_head *head, struct error *error)
{
    (void)head;
    const json_t *json = json_object_get(object, "graphprix");
    if (!json_is_integer(json))
        return error_set(error, "this is not a saved race: its first line has no \"graphprix\"");
    if (json_integer_value(json) != SAVE_FORMAT)
        return error_set(error,
                         "the race is saved in format %" JSON_INTEGER_FORMAT
                         ", this program knows format %d: get a newer Graph Prix",
                         json_integer_value(json), SAVE_FORMAT);
    return true;
}

bool save_read_game(const json_t *object, struct save_head *head, struct error *error)
{
    const char *wanted = save_read_string(object, "game", error);
    if (wanted == NULL)
        return false;
    const struct game *game = game_find(wanted);
    if (game == NULL)
        return error_set(error, "the game \"%.40s\" is not available yet; it may be %s", wanted,
                         game_usual->name);
    const char *name = save_read_string(object, "preset", error);
    if (name == NULL)
        return false;
    int preset = fields_find_preset(game->table, name);
    if (preset < 0)
        return error_set(error, "there is no preset \"%.40s\"", name);
    head->setup = setup_from_preset(game, preset);
    return true;
}

static bool save_read_seed(const json_t *object, struct save_head *head, struct error *error)
{
    const char *seed = save_read_string(object, "seed", error);
    if (seed == NULL)
        return false;
    if (!number_is_unsigned(seed, &head->setup.seed))
        return error_set(error, "\"seed\" must be a string of digits below 2^64");
    return true;
}

bool session_rule_from_json(struct setup *setup, const char *field, const json_t *value,
                            struct error *error)
{
    if (json_is_string(value))
        return setup_set(setup, field, json_string_value(value), error);
    if (!json_is_integer(value))
        return error_set(error, "the rule \"%.40s\" must be a string or a whole number", field);
    char number[24];
    snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return setup_set(setup, field, number, error);
}

bool save_read_rules(const json_t *object, struct save_head *head, struct error *error)
{
    json_t *rules = json_object_get(object, "rules");
    if (rules == NULL)
        return true;
    if (!json_is_object(rules))
        return error_set(error, "\"rules\" must be an object");
    const char *field;
    json_t *value;
    json_object_foreach(rules, field, value)
    {
        if (!session_rule_from_json(&head->setup, field, value, error))
            return false;
    }
    return true;
}

bool save_read_course(const json_t *object, struct save_head *head, struct error *error)
{
    const struct game *game = head->setup.game;
    const char *noun = game->course->noun, *key = game->course->key;
    const json_t *course = json_object_get(object, "track");
    if (!json_is_object(course))
        return error_set(error, "\"track\" must be an object");
    const json_t *file = json_object_get(course, key);
    if (!json_is_string(file))
        return error_set(error, "the %s's \"%s\" must be a string", noun, key);
    struct error inner = {0};
    struct known_course *known = head->known;
    const char *text = json_string_value(file);
    if (known && known->course.game == game && strcmp(text_string(&known->file), text) == 0) {
        head->setup.course = course_retain(known->course);
        return true;
    }
    head->setup.course = course_read(game, text, json_string_length(file), &inner);
    if (!head->setup.course.body)
        return error_set(error, "the %s, at its line %d: %s", noun, inner.line, inner.text);
    if (known) {
        course_release(known->course);
        text_clear(&known->file);
        text_append(&known->file, text);
        known->course = course_retain(head->setup.course);
    }
    return true;
}

static bool read_player(const json_t *object, int number, struct player *player,
                        struct error *error)
{
    struct error inner = {0};
    if (json_is_object(object) &&
        copy_string(object, "name", player->name, sizeof player->name, &inner) &&
        save_read_number(object, "pen", PEN_COUNT, &player->pen, &inner) &&
        copy_string(object, "driver", player->driver, sizeof player->driver, &inner))
        return true;
    return error_set(error, "player %d: %s", number,
                     inner.text[0] != '\0' ? inner.text : "must be an object");
}

bool save_read_players(const json_t *object, struct save_head *head, struct error *error)
{
    const json_t *players = json_object_get(object, "players");
    size_t count = json_array_size(players);
    if (!json_is_array(players) || count < 1 || count > PLAYER_LIMIT)
        return error_set(error, "\"players\" must be an array of 1 to %d players", PLAYER_LIMIT);
    for (size_t i = 0; i < count; i++)
        if (!read_player(json_array_get(players, i), (int)i + 1, &head->players[i], error))
            return false;
    head->setup.players = (int)count;
    return true;
}

static bool save_read_last(const json_t *object, struct save_head *head, struct error *error)
{
    const json_t *last = json_object_get(object, "last");
    if (last == NULL)
        return true;
    size_t count = json_array_size(last);
    if (!json_is_array(last) || count > CAR_LIMIT)
        return error_set(error, "\"last\" must be an array of at most %d car numbers", CAR_LIMIT);
    bool seen[CAR_LIMIT + 1] = {false};
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(last, i);
        json_int_t car = json_integer_value(json);
        if (!json_is_integer(json) || car < 1 || car > CAR_LIMIT || seen[car])
            return error_set(error, "\"last\" must hold each car's number once");
        seen[car] = true;
        head->setup.last[i] = (int)car;
    }
    head->setup.last_count = (int)count;
    return true;
}

static bool read_permission(const json_t *allow, const char *key, bool *value, struct error *error)
{
    const json_t *json = json_object_get(allow, key);
    if (json == NULL)
        return true;
    if (!json_is_boolean(json))
        return error_set(error, "\"%s\" in \"allow\" must be true or false", key);
    *value = json_is_true(json);
    return true;
}

bool save_read_allow(const json_t *object, struct save_head *head, struct error *error)
{
    const json_t *allow = json_object_get(object, "allow");
    head->allow = (struct allow){.undo = true, .hints = true};
    if (allow == NULL)
        return true;
    if (!json_is_object(allow))
        return error_set(error, "\"allow\" must be an object");
    return read_permission(allow, "undo", &head->allow.undo, error) &&
           read_permission(allow, "hints", &head->allow.hints, error);
}

/* --- all lines ------------------------------------------------------------------------------ */

struct save_reader {
    const char *bytes;
    size_t length;
    size_t at;
    int line;          /* of `start`, from 1 */
    const char *start; /* the line that was read last, without its line break */
    size_t line_length;
    bool cut; /* it has no line break: the file ends in it */
};

static bool read_line(struct save_reader *reader)
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
static json_t *parse_object(const struct save_reader *reader, int limit, struct error *error)
{
    json_t *json = NULL;
    if (reader->line_length > (size_t)limit)
        error_set(error, "the %sline is longer than %d bytes", reader->line == 1 ? "first " : "",
                  limit);
    else if (reader->line_length == 0)
        error_set(error, "the line is empty");
    else if (!(json = json_file_parse(reader->start, reader->line_length, error)))
        error_set_at(error, 0, error->column, "the line is damaged: %s", error->text);
    else if (!json_is_object(json))
        error_set(error, "the line is damaged: it is not a JSON object");
    if (json_is_object(json))
        return json;
    json_decref(json);
    return NULL;
}

/* In this order: the game says what the rules may be. */
static bool (*const head_readers[])(const json_t *, struct save_head *, struct error *) = {
    save_read_format,  save_read_game, save_read_seed,  save_read_rules,
    save_read_players, save_read_last, save_read_allow, save_read_course,
};

static struct session *begin_from(const json_t *object, struct known_course *known,
                                  struct error *error)
{
    struct save_head head = {.known = known};
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

static struct session *read_first_line(struct save_reader *reader, struct known_course *known,
                                       struct error *error)
{
    if (!read_line(reader)) {
        error_set(error, "the file is empty: there is no race in it");
        return NULL;
    }
    json_t *object = parse_object(reader, HEAD_LINE_LIMIT, error);
    struct session *session = object == NULL ? NULL : begin_from(object, known, error);
    json_decref(object);
    return session;
}

static bool redo_action(struct session *session, int car, const char *action, const char *hash,
                        struct error *error)
{
    int to_move = race_next_car(session_race(session));
    bool drives_on = strcmp(action, ACTION_DRIVE_ON) == 0 && session_left_car(session) == car;
    if (to_move == 0 && !drives_on)
        return error_set(error, "an action after the end of the race");
    if (!drives_on && !race_owes(session_race(session), car))
        return error_set(error, "car %d acts, but it is the turn of car %d", car, to_move);
    struct error inner = {0};
    if (session_perform(session, car, action, hash, &inner))
        return true;
    return error_set(error, "the action \"%.40s\": %s", action, inner.text);
}

static bool redo_record(struct session *session, const json_t *object, struct error *error)
{
    int car, number, expected = session_line_count(session) + 1;
    if (!save_read_number(object, "n", RECORD_LIMIT, &number, error))
        return false;
    if (number != expected)
        return error_set(
            error, "number %d stands where number %d should: lines are missing or out of order",
            number, expected);
    const json_t *undo = json_object_get(object, "undo");
    if (undo)
        return json_is_true(undo) ? session_undo(session, error)
                                  : error_set(error, "\"undo\" can only be true");
    if (!save_read_number(object, "car", CAR_LIMIT, &car, error))
        return false;
    const char *action = save_read_string(object, "do", error);
    const char *hash = action == NULL ? NULL : save_read_string(object, "hash", error);
    return hash && redo_action(session, car, action, hash, error);
}

/* A line that is passed over piece by piece, as save_append_action writes it; `at` NULL: it is none
 * such. */
struct plain_line {
    const char *at, *end;
};

static void pass_words(struct plain_line *line, const char *words)
{
    size_t length = strlen(words);
    bool there = line->at && (size_t)(line->end - line->at) >= length &&
                 memcmp(line->at, words, length) == 0;
    line->at = there ? line->at + length : NULL;
}

static int pass_number(struct plain_line *line, int most)
{
    int number = 0;
    while (line->at && line->at < line->end && isdigit((unsigned char)*line->at) &&
           (number > 0 || *line->at > '0')) {
        number = 10 * number + *line->at++ - '0';
        if (number > most)
            line->at = NULL;
    }
    return number;
}

static void pass_string(struct plain_line *line, char *into, size_t size)
{
    while (line->at && line->at < line->end && *line->at != '"')
        if (--size == 0 || *line->at < ' ' || *line->at > '~' || *line->at == '\\')
            line->at = NULL;
        else
            *into++ = *line->at++;
    *into = '\0';
}

/* Nearly all lines are an action as it is written here, and need not be read as JSON. */
static bool redo_line(struct session *session, const struct save_reader *reader, bool *is_json,
                      struct error *error)
{
    char action[ACTION_BYTES], hash[HASH_BYTES];
    struct plain_line line = {reader->start, reader->start + reader->line_length};
    pass_words(&line, "{\"n\":");
    int number = pass_number(&line, RECORD_LIMIT);
    pass_words(&line, ",\"car\":");
    int car = pass_number(&line, CAR_LIMIT);
    pass_words(&line, ",\"do\":\"");
    pass_string(&line, action, sizeof action);
    pass_words(&line, "\",\"hash\":\"");
    pass_string(&line, hash, sizeof hash);
    pass_words(&line, "\"}");
    *is_json = true;
    if (line.at == line.end && car > 0 && number == session_line_count(session) + 1)
        return redo_action(session, car, action, hash, error);
    json_t *object = parse_object(reader, RECORD_LINE_LIMIT, error);
    *is_json = object != NULL;
    bool done = object != NULL && redo_record(session, object, error);
    json_decref(object);
    return done;
}

/* False: damaged. Half a line at the end is what a crash leaves behind, and no damage. */
static bool redo_lines(struct session *session, struct save_reader *reader, struct error *error)
{
    bool sound = true, is_json;
    while (sound && read_line(reader)) {
        sound = redo_line(session, reader, &is_json, error);
        if (!is_json && reader->cut && reader->line_length <= RECORD_LINE_LIMIT)
            return !error_set_at(
                error, reader->line, 0,
                "the last line is cut off and was left out; the race goes on after %d action%s",
                session_step_count(session), number_plural_ending(session_step_count(session)));
        if (!sound)
            error->line = reader->line;
    }
    return sound;
}

bool session_take_line(struct session *session, const char *line, size_t length,
                       struct error *error)
{
    bool is_json;
    return redo_line(session,
                     &(struct save_reader){.start = line, .line_length = length, .line = 2},
                     &is_json, error);
}

struct session *session_take_head(const char *line, size_t length, struct known_course *known,
                                  struct error *error)
{
    struct save_reader reader = {.bytes = line, .length = length};
    return read_first_line(&reader, known, error);
}

struct session *session_read(const char *bytes, size_t length, bool *damaged, struct error *error)
{
    /* What editors and mail put round a file: a mark of UTF-8, blank lines behind the last. */
    static const char mark[] = "\xEF\xBB\xBF";
    size_t first = length >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0, end = length;
    for (size_t i = length; i > first && isspace((unsigned char)bytes[i - 1]); i--)
        end = bytes[i - 1] == '\n' ? i : end;
    struct save_reader reader = (struct save_reader){.bytes = bytes, .length = end, .at = first};
    *error = (struct error){0};
    struct session *session = read_first_line(&reader, NULL, error);
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

/* === course =================================================================================== */

/* Files: those of folders, the newest first, names for new ones, and those of courses, whichever
 * game they belong to.
 */

enum { SLUG_LETTERS = 40 };

/* Newest first; files of the same moment by name, the later name first. */
static int newest_first(const void *a, const void *b)
{
    const struct saved_file *one = a, *other = b;
    if (one->stamp.seconds != other->stamp.seconds)
        return one->stamp.seconds > other->stamp.seconds ? -1 : 1;
    if (one->stamp.nanoseconds != other->stamp.nanoseconds)
        return one->stamp.nanoseconds > other->stamp.nanoseconds ? -1 : 1;
    return strcmp(other->path, one->path);
}

struct saved_file *saved_files_newest_first(const char *const *folders, int folder_count,
                                            const char *suffix, int *count)
{
    struct saved_file *files = NULL;
    int capacity = 0, name_count;
    *count = 0;
    for (int folder = 0; folder < folder_count; folder++) {
        char **names = file_list_folder(folders[folder], suffix, &name_count);
        for (int i = 0; i < name_count; i++) {
            char *path = file_join(folders[folder], names[i]);
            struct saved_file file = {path, folder, file_stamp(path)};
            files = array_grow(files, *count, &capacity, sizeof *files);
            files[*count] = file;
            *count += file.stamp.known;
            if (!file.stamp.known)
                free(path);
        }
        file_free_names(names, name_count);
    }
    if (*count > 0)
        qsort(files, (size_t)*count, sizeof *files, newest_first);
    return files;
}

/* Letters and digits of ASCII in lower case, everything between them as one hyphen: a name that no
 * file system and no shell minds. */
static void append_slug(struct text *into, const char *name)
{
    size_t start = into->length;
    bool gap = false;
    for (; *name != '\0' && into->length - start < SLUG_LETTERS; name++) {
        char c = *name;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) {
            gap = true;
            continue;
        }
        if (gap && into->length > start)
            text_append(into, "-");
        gap = false;
        text_append_bytes(into, &c, 1);
    }
    if (into->length == start)
        text_append(into, "race");
}

char *saved_new_path(const char *folder, const char *wish, const char *suffix)
{
    struct text stem = {0};
    char today[DATE_BYTES];
    date_write(clock_today(), today);
    text_append_format(&stem, "%s-", today);
    append_slug(&stem, wish);
    char *path = NULL;
    for (int number = 1; path == NULL; number++) {
        struct text name = {0};
        text_append(&name, stem.data);
        if (number > 1)
            text_append_format(&name, "-%d", number);
        text_append(&name, suffix);
        path = file_join(folder, name.data);
        text_free(&name);
        if (file_exists(path)) {
            free(path);
            path = NULL;
        }
    }
    text_free(&stem);
    return path;
}

char *saved_race_new_path(const char *folder, const char *track_name)
{
    return saved_new_path(folder, track_name, ".race");
}

char **saved_paths_newest_first(const char *folder, const char *suffix, int *count)
{
    struct saved_file *files = saved_files_newest_first(&folder, 1, suffix, count);
    char **paths = memory_allocate((size_t)*count, sizeof *paths);
    for (int i = 0; i < *count; i++)
        paths[i] = files[i].path;
    free(files);
    return paths;
}

/* --- courses -------------------------------------------------------------------------------- */

/* With a z behind it, it is packed. */
static bool ends_like(const char *path, const struct game *game)
{
    const char *ending = game->course->extension;
    size_t length = strlen(path), tail = strlen(ending);
    length -= length > 0 && (path[length - 1] == 'z' || path[length - 1] == 'Z');
    return length >= tail && strncasecmp(path + length - tail, ending, tail) == 0;
}

/* The only one whose files end like this; NULL: none, or several. */
static const struct game *game_by_name(const char *path)
{
    const struct game *found = NULL;
    for (const struct game *const *game = games; *game; game++)
        if (ends_like(path, *game)) {
            if (found)
                return NULL;
            found = *game;
        }
    return found;
}

struct course course_load_keeping(const char *path, struct text *content, struct error *error)
{
    struct course course = {0};
    const struct game *named = game_by_name(path);
    *error = (struct error){0};
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, content, error)) {
        const char *bytes = text_string(content);
        const struct game *game = course_recognise(bytes, content->length);
        game = game ? game : named ? named : game_usual;
        course = course_read(game, bytes, content->length, error);
        if (!course.body && named && named != game)
            course = course_read(named, bytes, content->length, error);
    }
    return course;
}

struct course course_load(const char *path, struct error *error)
{
    struct text content = {0};
    struct course course = course_load_keeping(path, &content, error);
    text_free(&content);
    return course;
}

const struct game *course_file_recognise(const char *path)
{
    struct text content = {0};
    struct error ignored;
    const struct game *found = NULL;
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, &content, &ignored))
        found = course_recognise(text_string(&content), content.length);
    text_free(&content);
    return found;
}

const struct game *course_file_game(const char *path)
{
    const struct game *named = ends_like(path, game_usual) ? game_usual : NULL;
    for (int i = 0; games[i] && !named; i++)
        named = ends_like(path, games[i]) ? games[i] : NULL;
    const struct game *recognised = named ? course_file_recognise(path) : NULL;
    return recognised && ends_like(path, recognised) ? recognised : named;
}

/* === json ===================================================================================== */

enum { LIST_FORMAT = 1 };

static const char *json_words(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_premature_end_of_input:
        return "it ends in the middle, as after a full disk; a copy of an earlier day may be whole";
    case json_error_duplicate_key:
        return "it has a duplicate key: take away the one that is wrong";
    case json_error_invalid_utf8:
        return "it holds bytes that are not text: an editor may have saved it in another encoding "
               "than UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "it holds a zero character: take it away";
    case json_error_end_of_input_expected:
        return "something stands behind its end: take that away";
    case json_error_numeric_overflow:
        return "a number in it is too large";
    default:
        return "it is not JSON there: a bracket, a comma or a quotation mark may be missing";
    }
}

/* --- texts ---------------------------------------------------------------------------------- */

json_t *json_file_parse(const char *bytes, size_t length, struct error *error)
{
    json_error_t where;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where);
    if (root == NULL)
        error_set_at(error, where.line > 0 ? where.line : 0, where.column > 0 ? where.column : 0,
                     "%s", json_words(&where));
    return root;
}

bool json_file_print(json_t *root, int indent, struct text *into)
{
    char *text = json_dumps(root, indent > 0 ? JSON_INDENT(indent) : JSON_COMPACT);
    bool printed = text != NULL;
    if (printed)
        text_append(into, text);
    free(text);
    json_decref(root);
    return printed;
}

bool json_file_write(const char *path, json_t *root, int indent, struct error *error)
{
    struct text text = {0};
    bool written = json_file_print(root, indent, &text)
                       ? file_write_atomically(path, text.data, text.length, error)
                       : error_set(error, "a name cannot be written");
    text_free(&text);
    return written;
}

const char *json_file_string(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : "";
}

json_t *json_numbers(const int *numbers, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(numbers[i]));
    return array;
}

/* --- members -------------------------------------------------------------------------------- */

static bool read_member(const struct json_member *member, const json_t *value, char *into,
                        struct error *error)
{
    json_int_t number = json_integer_value(value);
    switch (member->kind) {
    case JSON_KIND_NUMBER:
        if (!json_is_integer(value) || number < member->least || number > member->most)
            return error_set(error, "\"%s\" must be a number from %d to %d", member->name,
                             member->least, member->most);
        *(int *)(void *)into = (int)number;
        return true;
    case JSON_KIND_SWITCH:
        if (!json_is_boolean(value))
            return error_set(error, "\"%s\" must be true or false", member->name);
        *(bool *)into = json_is_true(value);
        return true;
    case JSON_KIND_WORDS:
        if (!json_is_string(value) || json_string_length(value) >= (size_t)member->most)
            return error_set(error, "\"%s\" must be a short text", member->name);
        strcpy(into, json_string_value(value));
    }
    return true;
}

bool json_members_read(const struct json_member *table, const json_t *object, void *into,
                       struct error *error)
{
    bool good = true;
    for (const struct json_member *member = table; member->name; member++) {
        const json_t *value = json_object_get(object, member->name);
        if (value)
            good &= read_member(member, value, (char *)into + member->offset, error);
    }
    return good;
}

/* Words need not be UTF-8; then they are not written. */
json_t *json_members_write(const struct json_member *table, const void *from)
{
    json_t *object = json_object();
    for (const struct json_member *member = table; member->name; member++) {
        const void *at = (const char *)from + member->offset;
        json_object_set_new(object, member->name,
                            member->kind == JSON_KIND_NUMBER   ? json_integer(*(const int *)at)
                            : member->kind == JSON_KIND_SWITCH ? json_boolean(*(const bool *)at)
                                                               : json_string(at));
    }
    return object;
}

void json_members_take(const struct json_member *table, void *into, const void *mine,
                       const void *known)
{
    for (const struct json_member *member = table; member->name; member++) {
        const char *one = (const char *)mine + member->offset;
        const char *other = (const char *)known + member->offset;
        bool is_words = member->kind == JSON_KIND_WORDS;
        size_t size = is_words                           ? strlen(one) + 1
                      : member->kind == JSON_KIND_NUMBER ? sizeof(int)
                                                         : sizeof(bool);
        if (is_words ? strcmp(one, other) != 0 : memcmp(one, other, size) != 0)
            memcpy((char *)into + member->offset, one, size);
    }
}

/* --- lists ---------------------------------------------------------------------------------- */

static void refuse_list(const struct json_list *kind, struct text *told, const char *why)
{
    text_append_format(told, "The %s cannot be read: %s. ", kind->what, why);
}

void json_list_read(const struct json_list *kind, const char *bytes, size_t length, void *data,
                    struct text *told)
{
    struct error error;
    json_t *root = json_file_parse(bytes, length, &error);
    const json_t *list = json_object_get(root, kind->key);
    json_int_t format = json_integer_value(json_object_get(root, "graphprix"));
    bool sound = json_is_array(list) && format == LIST_FORMAT;
    kind->take(data, sound ? list : NULL, told);
    if (root == NULL)
        text_append_format(told, "The %s cannot be read: line %d: %s. ", kind->what, error.line,
                           error.text);
    else if (json_is_array(list) && format > LIST_FORMAT)
        refuse_list(kind, told, "they were written by a newer Graph Prix");
    else if (!sound)
        refuse_list(kind, told, "the file holds something else");
    json_decref(root);
}

static json_t *root_of(const struct json_list *kind, const void *data)
{
    return json_pack("{s:i, s:o}", "graphprix", LIST_FORMAT, kind->key, kind->list(data));
}

bool json_list_print(const struct json_list *kind, const void *data, struct text *into)
{
    return json_file_print(root_of(kind, data), kind->indent, into);
}

bool json_list_save(const struct json_list *kind, const char *path, const void *data,
                    struct error *error)
{
    return json_file_write(path, root_of(kind, data), kind->indent, error);
}

static void read_file(const struct json_list *kind, const char *path, void *data, struct text *told)
{
    struct text content = {0};
    struct error error;
    bool there = path && file_exists(path);
    bool read = there && file_read(path, kind->limit, &content, &error);
    if (read)
        json_list_read(kind, text_string(&content), content.length, data, told);
    else
        kind->take(data, NULL, told);
    if (there && !read)
        refuse_list(kind, told, error.text);
    text_free(&content);
}

static bool is_empty(const struct json_list *kind, const void *data)
{
    json_t *list = kind->list(data);
    bool empty = json_array_size(list) == 0;
    json_decref(list);
    return empty;
}

/* With the lock held. False and the error if a damaged file stays where it is:
 * then nothing may be written over it. */
static bool read_anew(const struct json_list *kind, const char *path, void *data, struct text *told,
                      struct error *error)
{
    struct text aside = {0};
    size_t before = told->length;
    read_file(kind, path, data, told);
    if (told->length == before)
        return true;
    bool kept = file_set_aside(path, &aside, error);
    if (!kept)
        error_set(error, "the file cannot be kept aside: %s", error->text);
    else
        text_append_format(told, "The file is kept as %s. ", text_string(&aside));
    if (kept && !is_empty(kind, data) && !json_list_save(kind, path, data, error))
        text_append_format(told, "The rest cannot be saved: %s. ", error->text);
    text_free(&aside);
    return kept;
}

void json_list_load(const struct json_list *kind, const char *path, void *data, struct text *told)
{
    struct text problems = {0};
    struct error error;
    read_file(kind, path, data, &problems);
    struct file_lock *lock = problems.length > 0 ? file_lock_wait(path, &error) : NULL;
    if (lock) {
        text_clear(&problems);
        if (!read_anew(kind, path, data, &problems, &error))
            text_append_format(&problems, "The %s cannot be saved: %s. ", kind->what, error.text);
    }
    file_lock_release(lock);
    text_append(told, text_string(&problems));
    text_free(&problems);
}

struct file_lock *json_list_lock(const struct json_list *kind, const char *path, void *data,
                                 struct text *told, struct error *error)
{
    struct file_lock *lock = file_lock_wait(path, error);
    if (!lock || read_anew(kind, path, data, told, error))
        return lock;
    file_lock_release(lock);
    return NULL;
}
