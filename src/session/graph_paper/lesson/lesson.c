/* Reading a lesson: lines "key: value" in a head, a part for the teacher and steps. Everything is
 * checked here, so whoever shows a plan has nothing left to doubt.
 */
#include "session/graph_paper/lesson/inside.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTES_MOST = 90, LINE_BYTES = 4096 };
static const char first_line[] = "graphprix lesson 1";
static const char first_words[] = "graphprix lesson";

const char *const plan_note_titles[PLAN_NOTES] = {[PLAN_AIM] = "Aim",
                                                  [PLAN_MISTAKES] = "What pupils get wrong",
                                                  [PLAN_QUESTIONS] = "What to ask",
                                                  [PLAN_BOOK] = "Squares and the book"};

enum section { IN_HEAD, IN_NOTES, IN_STEP };

struct reader {
    const char *at, *end;
    int line; /* of the line that was taken last */
    struct text value;
    char key[24];
    struct lesson_plan *plan;
    lesson_track_finder *find;
    struct error *error;
    enum section section;
    struct sheet_draft sheet;
};

static bool fail(struct reader *reader, const char *text)
{
    return error_set_at(reader->error, reader->line, 0, "%s", text);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The next line without its break; false at the end. */
static bool take_line(struct reader *reader, const char **line, size_t *length)
{
    if (reader->at >= reader->end)
        return false;
    size_t rest = (size_t)(reader->end - reader->at);
    const char *stop = memchr(reader->at, '\n', rest);
    *line = reader->at;
    *length = stop ? (size_t)(stop - reader->at) : rest;
    reader->at = stop ? stop + 1 : reader->end;
    if (*length > 0 && (*line)[*length - 1] == '\r')
        --*length;
    reader->line++;
    return true;
}

static bool goes_on(const struct reader *reader)
{
    const char *at = reader->at;
    if (at >= reader->end || *at != ' ')
        return false;
    while (at < reader->end && *at == ' ')
        at++;
    return at < reader->end && *at != '\n' && *at != '\r';
}

/* Adds to the value, blanks at both ends left out. */
static void add_to_value(struct reader *reader, const char *words, size_t length)
{
    while (length > 0 && *words == ' ') {
        words++;
        length--;
    }
    while (length > 0 && words[length - 1] == ' ')
        length--;
    if (reader->value.length > 0 && length > 0)
        text_append(&reader->value, " ");
    text_append_bytes(&reader->value, words, length);
}

static bool check_words(struct reader *reader)
{
    const char *value = text_string(&reader->value);
    if (strlen(value) != reader->value.length || !text_is_utf8(value))
        return fail(reader, "this line is no UTF-8 text: save the file as UTF-8");
    if (!text_is_visible(value))
        return fail(reader, "this line holds a tab or a sign that nobody sees: take it out");
    return reader->value.length < LINE_BYTES || fail(reader, "this is too long for one line");
}

/* The key and the value, which goes on in lines that begin with a blank. */
static bool split_line(struct reader *reader, const char *line, size_t length)
{
    int begun = reader->line;
    size_t key = 0;
    while (key < length && ((line[key] >= 'a' && line[key] <= 'z') || line[key] == '-'))
        key++;
    if (key == 0 || key >= sizeof reader->key || key == length || line[key] != ':')
        return fail(reader, "a line is \"key: value\", \"[teacher]\" or \"[step]\", begins with # "
                            "as a remark, or with a blank to go on with the line above");
    memcpy(reader->key, line, key);
    reader->key[key] = '\0';
    text_clear(&reader->value);
    add_to_value(reader, line + key + 1, length - key - 1);
    while (goes_on(reader) && take_line(reader, &line, &length))
        add_to_value(reader, line, length);
    reader->line = begun;
    if (!check_words(reader))
        return false;
    return reader->value.length > 0 ||
           error_set_at(reader->error, reader->line, 0,
                        "nothing stands behind \"%s:\": write it, or take the line out",
                        reader->key);
}

/* --- values ----------------------------------------------------------------------------------- */

static bool is_key(const struct reader *reader, const char *key)
{
    return strcmp(reader->key, key) == 0;
}

static bool fail_twice(struct reader *reader)
{
    return error_set_at(reader->error, reader->line, 0, "\"%s\" is there already: take one out",
                        reader->key);
}

static bool fail_long(struct reader *reader, int most)
{
    return error_set_at(reader->error, reader->line, 0,
                        "\"%s\" is too long: at most %d bytes, so that there is room for it",
                        reader->key, most - 1);
}

static bool take_text(struct reader *reader, char **into, int most)
{
    if (*into)
        return fail_twice(reader);
    if (reader->value.length >= (size_t)most)
        return fail_long(reader, most);
    *into = memory_copy_string(text_string(&reader->value));
    return true;
}

static bool take_name(struct reader *reader, char *into, size_t size)
{
    if (into[0])
        return fail_twice(reader);
    if (reader->value.length >= size)
        return fail_long(reader, (int)size);
    memcpy(into, text_string(&reader->value), reader->value.length + 1);
    return true;
}

/* --- head and teacher ------------------------------------------------------------------------- */

static bool read_head(struct reader *reader)
{
    struct lesson_plan *plan = reader->plan;
    if (is_key(reader, "title"))
        return take_name(reader, plan->title, sizeof plan->title);
    if (is_key(reader, "author"))
        return take_name(reader, plan->author, sizeof plan->author);
    if (is_key(reader, "about"))
        return take_text(reader, &plan->about, PLAN_SAY_BYTES);
    if (!is_key(reader, "minutes"))
        return error_set_at(reader->error, reader->line, 0,
                            "there is no \"%s\" in the head of a lesson: it has title, author, "
                            "minutes and about",
                            reader->key);
    int64_t minutes;
    if (plan->minutes)
        return fail_twice(reader);
    if (!number_is_integer(text_string(&reader->value), 1, MINUTES_MOST, &minutes))
        return fail(reader, "\"minutes\" takes a number from 1 to 90");
    plan->minutes = (int)minutes;
    return true;
}

static bool read_note(struct reader *reader)
{
    static const char *const keys[PLAN_NOTES] = {"aim", "mistakes", "questions", "book"};
    for (int i = 0; i < PLAN_NOTES; i++)
        if (is_key(reader, keys[i]))
            return take_text(reader, &reader->plan->notes[i], PLAN_NOTES_BYTES);
    return error_set_at(reader->error, reader->line, 0,
                        "there is no \"%s\" for the teacher: there are aim, mistakes, questions "
                        "and book",
                        reader->key);
}

static struct plan_step *step_now(const struct reader *reader)
{
    return &reader->plan->steps[reader->plan->step_count - 1];
}

/* --- steps ------------------------------------------------------------------------------------ */

static bool read_hint(struct reader *reader)
{
    struct plan_step *step = step_now(reader);
    if (step->hint_count == PLAN_HINTS)
        return fail(reader, "a step has at most 4 hints");
    step->hints[step->hint_count] = NULL;
    return take_text(reader, &step->hints[step->hint_count++], TASK_TEXT_BYTES);
}

static bool fail_unknown(struct reader *reader)
{
    return error_set_at(reader->error, reader->line, 0,
                        "there is no \"%s\" in a step: see docs/writing-lessons.md for the keys",
                        reader->key);
}

static bool read_step_line(struct reader *reader)
{
    struct plan_step *step = step_now(reader);
    const char *value = text_string(&reader->value);
    bool known;
    if (is_key(reader, "say"))
        return take_text(reader, &step->say, PLAN_SAY_BYTES);
    if (is_key(reader, "hint"))
        return read_hint(reader);
    if (is_key(reader, "sheet") || is_key(reader, "track"))
        reader->sheet.line = reader->line;
    bool sound = ask_read_line(step, reader->key, value, &known, reader->error);
    if (!known)
        sound = sheet_read_line(&reader->sheet, reader->key, value, reader->find, &known,
                                reader->error);
    if (!known)
        return fail_unknown(reader);
    if (sound && is_key(reader, "car"))
        reader->sheet.cars[reader->sheet.car_count - 1].line = reader->line;
    if (!sound)
        reader->error->line = reader->line;
    return sound;
}

static bool begin_step(struct reader *reader)
{
    struct lesson_plan *plan = reader->plan;
    if (plan->step_count == PLAN_STEPS)
        return fail(reader, "a lesson has at most 40 steps: make two lessons of it");
    plan->steps =
        array_grow(plan->steps, plan->step_count, &plan->step_capacity, sizeof *plan->steps);
    plan->steps[plan->step_count++] =
        (struct plan_step){.line = reader->line, .task = {.show = TASK_SHOW_SHEET}};
    reader->section = IN_STEP;
    return true;
}

/* A sheet that goes on is shown with the same arrows, table and graphs. */
static void go_on_showing(struct plan_step *step, const struct plan_step *before)
{
    step->arrows = before->arrows;
    step->task.show = before->task.show;
    step->task.table.columns = before->task.table.columns;
    step->task.graphs = before->task.graphs;
}

/* Its own sheet, or that of the step before. */
static bool take_sheet(struct reader *reader)
{
    struct lesson_plan *plan = reader->plan;
    struct plan_step *step = step_now(reader), *before = step - 1;
    if (reader->sheet.begun) {
        bool made = sheet_make_scene(&reader->sheet, &step->task.scene, reader->error);
        snprintf(step->track, sizeof step->track, "%s", reader->sheet.track);
        if (made || reader->error->line)
            return made;
        return fail(reader, "this sheet cannot be: look at its cars and moves");
    }
    if (plan->step_count == 1)
        return fail(reader, "the first step needs a line \"sheet\" or \"track\"");
    scene_copy(&step->task.scene, &before->task.scene);
    memcpy(step->track, before->track, sizeof step->track);
    step->continues = true;
    if (!step->shows)
        go_on_showing(step, before);
    return true;
}

static bool end_step(struct reader *reader)
{
    struct plan_step *step = step_now(reader);
    reader->line = step->line;
    if (!step->say)
        return fail(reader, "this step says nothing: give it a line \"say\", a sentence for the "
                            "projector");
    if (!take_sheet(reader))
        return false;
    bool is_whole = step->track[0] == '\0' || step->task.scene.course.body != NULL;
    sheet_forget(&reader->sheet);
    if (step->hint_count > 0)
        task_say(step->task.hint, sizeof step->task.hint, "%s", step->hints[0]);
    if (step->hint_count > 0 && !step->asks)
        return fail(reader, "this step has a hint and asks nothing: give it a line \"ask\"");
    if (ask_end(step, is_whole, reader->error))
        return true;
    reader->error->line = step->line;
    return false;
}

static bool change_section(struct reader *reader, const char *line, size_t length)
{
    bool teacher = length == strlen("[teacher]") && memcmp(line, "[teacher]", length) == 0;
    bool step = length == strlen("[step]") && memcmp(line, "[step]", length) == 0;
    int at = reader->line;
    if (!teacher && !step)
        return fail(reader, "the parts of a lesson are [teacher] and [step]");
    if (teacher && reader->section != IN_HEAD)
        return fail(reader, "[teacher] comes once, before the first [step]");
    if (reader->section == IN_STEP && !end_step(reader))
        return false;
    reader->line = at;
    if (teacher)
        reader->section = IN_NOTES;
    return teacher || begin_step(reader);
}

static bool read_lines(struct reader *reader)
{
    const char *line;
    size_t length;
    static bool (*const readers[])(struct reader *) = {read_head, read_note, read_step_line};
    while (take_line(reader, &line, &length)) {
        bool blank = length == 0 || line[0] == '#';
        if (!blank && line[0] == ' ' && strspn(line, " ") >= length)
            blank = true;
        if (blank)
            continue;
        bool sound = line[0] == '['
                         ? change_section(reader, line, length)
                         : split_line(reader, line, length) && readers[reader->section](reader);
        if (!sound)
            return false;
    }
    return reader->section != IN_STEP || end_step(reader);
}

static bool check_whole(struct reader *reader)
{
    const struct lesson_plan *plan = reader->plan;
    reader->line = 1;
    if (!plan->title[0])
        return fail(reader, "the lesson has no title: add a line \"title: ...\" below the first");
    if (!plan->minutes)
        return fail(reader, "the lesson does not say how long it takes: add \"minutes: 15\"");
    if (!plan->notes[PLAN_AIM])
        return fail(reader, "the lesson has no aim: add [teacher] and below it \"aim: ...\"");
    return plan->step_count > 0 || fail(reader, "the lesson has no steps: add a [step]");
}

static bool check_first_line(struct reader *reader)
{
    const char *line;
    size_t length, wanted = strlen(first_line);
    if (take_line(reader, &line, &length) && length == wanted &&
        memcmp(line, first_line, wanted) == 0)
        return true;
    reader->line = 1;
    if (reader->end > reader->at && lesson_recognise(line, length))
        return fail(reader, "this lesson is of another format: the first line of format 1 is "
                            "\"graphprix lesson 1\"");
    return fail(reader, "this is no lesson: its first line must be \"graphprix lesson 1\"");
}

bool lesson_recognise(const char *bytes, size_t length)
{
    size_t wanted = strlen(first_words);
    return length >= wanted && memcmp(bytes, first_words, wanted) == 0;
}

bool lesson_read(struct lesson_plan *plan, const char *bytes, size_t length,
                 lesson_track_finder *find, struct error *error)
{
    *plan = (struct lesson_plan){.minutes = 0};
    *error = (struct error){.line = 0};
    struct reader reader = {.at = bytes,
                            .end = bytes + length,
                            .plan = plan,
                            .find = find,
                            .error = error,
                            .sheet = {.reach = -1, .now = -1}};
    bool sound = length <= PLAN_FILE_LIMIT ||
                 error_set(error, "a lesson is at most %d KiB of text", PLAN_FILE_LIMIT / 1024);
    sound = sound && check_first_line(&reader) && read_lines(&reader) && check_whole(&reader);
    sheet_forget(&reader.sheet);
    text_free(&reader.value);
    if (!sound)
        lesson_free(plan);
    return sound;
}

bool lesson_load(struct lesson_plan *plan, const char *path, lesson_track_finder *find,
                 struct error *error)
{
    struct text content = {0};
    *plan = (struct lesson_plan){.minutes = 0};
    bool read = file_read(path, PLAN_FILE_LIMIT, &content, error) &&
                lesson_read(plan, text_string(&content), content.length, find, error);
    text_free(&content);
    return read;
}

static void free_step(struct plan_step *step)
{
    free(step->say);
    for (int i = 0; i < step->hint_count; i++)
        free(step->hints[i]);
    task_free(&step->task);
}

void lesson_free(struct lesson_plan *plan)
{
    for (int i = 0; i < plan->step_count; i++)
        free_step(&plan->steps[i]);
    for (int i = 0; i < PLAN_NOTES; i++)
        free(plan->notes[i]);
    free(plan->steps);
    free(plan->about);
    *plan = (struct lesson_plan){.minutes = 0};
}
