/* Reading a lesson: lines "key: value" in a head, a part for the teacher and steps. Everything is
 * checked here, so whoever shows a plan has nothing left to doubt.
 */

#include "session/graph_paper/lesson/lesson.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "session/graph_paper/task.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTES_MOST = 90, LINE_BYTES = 4096 };
static const char first_line[] = "graphprix lesson 1";
static const char first_words[] = "graphprix lesson";

const char *const plan_note_titles[PLAN_NOTES] = {[PLAN_AIM] = "Aim",
                                                  [PLAN_MISTAKES] = "What pupils get wrong",
                                                  [PLAN_QUESTIONS] = "What to ask",
                                                  [PLAN_BOOK] = "Squared paper and the textbook"};

enum section { IN_HEAD, IN_NOTES, IN_STEP };

struct lesson_reader {
    const char *at, *end, *step; /* which begins there */
    int taken;                   /* lines */
    int line;                    /* that is read, or told about: where it begins */
    struct text value;
    char key[24];
    struct lesson_plan *plan;
    lesson_track_finder *find;
    struct error *error;
    enum section section;
    struct sheet_draft sheet;
};

static bool fail(struct lesson_reader *reader, const char *text)
{
    return error_set_at(reader->error, reader->line, 0, "%s", text);
}

static const char *const note_keys[PLAN_NOTES] = {"aim", "mistakes", "questions", "book"};

/* --- lines ------------------------------------------------------------------------------------ */

/* The next line without its break; false at the end. */
static bool take_line(struct lesson_reader *reader, const char **line, size_t *length)
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
    reader->line = ++reader->taken;
    return true;
}

static bool goes_on(const struct lesson_reader *reader)
{
    const char *at = reader->at;
    if (at >= reader->end || *at != ' ')
        return false;
    while (at < reader->end && *at == ' ')
        at++;
    return at < reader->end && *at != '\n' && *at != '\r';
}

/* Adds to the value, blanks at both ends left out. */
static void add_to_value(struct lesson_reader *reader, const char *words, size_t length)
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

static bool check_words(struct lesson_reader *reader)
{
    const char *value = text_string(&reader->value);
    if (strlen(value) != reader->value.length || !text_is_utf8(value))
        return fail(reader, "this line is no UTF-8 text: save the file as UTF-8");
    if (!text_is_visible(value))
        return fail(reader, "this line holds a tab or a sign that nobody sees: take it out");
    return reader->value.length < LINE_BYTES || fail(reader, "this is too long for one line");
}

/* Of the numbers, signs and single letters of a pair. */
static size_t part_of_pair(const char *words)
{
    size_t length = 0;
    while (words[length] &&
           (strchr("0123456789 +-/.", words[length]) || words[length] & 0x80 ||
            (islower((unsigned char)words[length]) && !isalpha((unsigned char)words[length + 1]))))
        length++;
    return length;
}

/* In sentences "(3, 1)" is a vector and "(3,1)" a point; both are written with a blank. */
static void tell_vectors(struct text *value)
{
    struct text told = {0};
    const char *words = text_string(value);
    while (*words) {
        size_t first = *words == '(' ? 1 + part_of_pair(words + 1) : 0;
        bool blank = first > 0 && words[first] == ',' && words[first + 1] == ' ';
        size_t rest = first + 1 + blank;
        if (first > 1 && words[first] == ',' && words[rest] != ')' &&
            words[rest + part_of_pair(words + rest)] == ')') {
            text_append_bytes(&told, words, first);
            text_append(&told, blank ? VECTOR_COMMA : ", ");
            words += rest;
        } else {
            text_append_bytes(&told, words++, 1);
        }
    }
    text_free(value);
    *value = told;
}

/* The key and the value, which goes on in lines that begin with a blank. */
static bool split_line(struct lesson_reader *reader, const char *line, size_t length)
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
    if (reader->section == IN_STEP)
        tell_vectors(&reader->value);
    if (!check_words(reader))
        return false;
    return reader->value.length > 0 ||
           error_set_at(reader->error, reader->line, 0,
                        "nothing stands behind \"%s:\": write it, or take the line out",
                        reader->key);
}

/* --- values ----------------------------------------------------------------------------------- */

static bool is_key(const struct lesson_reader *reader, const char *key)
{
    return strcmp(reader->key, key) == 0;
}

static bool fail_twice(struct lesson_reader *reader)
{
    return error_set_at(reader->error, reader->line, 0, "\"%s\" is there already: take one out",
                        reader->key);
}

static bool fail_long(struct lesson_reader *reader, int most)
{
    return error_set_at(reader->error, reader->line, 0,
                        "\"%s\" is too long: at most %d bytes, so that there is room for it",
                        reader->key, most - 1);
}

static bool take_text(struct lesson_reader *reader, char **into, int most)
{
    if (*into)
        return fail_twice(reader);
    if (reader->value.length >= (size_t)most)
        return fail_long(reader, most);
    *into = memory_copy_string(text_string(&reader->value));
    return true;
}

static bool take_name(struct lesson_reader *reader, char *into, size_t size)
{
    if (into[0])
        return fail_twice(reader);
    if (reader->value.length >= size)
        return fail_long(reader, (int)size);
    memcpy(into, text_string(&reader->value), reader->value.length + 1);
    return true;
}

/* --- head and teacher ------------------------------------------------------------------------- */

static bool read_head(struct lesson_reader *reader)
{
    struct lesson_plan *plan = reader->plan;
    if (is_key(reader, "title"))
        return take_name(reader, plan->title, sizeof plan->title);
    if (is_key(reader, "author"))
        return take_name(reader, plan->author, sizeof plan->author);
    if (is_key(reader, "after"))
        return take_name(reader, plan->after, sizeof plan->after);
    if (is_key(reader, "about"))
        return take_text(reader, &plan->about, PLAN_SAY_BYTES);
    if (is_key(reader, "level")) {
        const char *value = text_string(&reader->value);
        if (strcmp(value, "easy") != 0 && strcmp(value, "medium") != 0 &&
            strcmp(value, "hard") != 0)
            return fail(reader, "\"level\" is easy, medium or hard");
        return take_name(reader, plan->level, sizeof plan->level);
    }
    if (!is_key(reader, "minutes"))
        return error_set_at(reader->error, reader->line, 0,
                            "there is no \"%s\" in the head of a lesson: it has title, author, "
                            "minutes, level, after and about",
                            reader->key);
    int64_t minutes;
    if (plan->minutes)
        return fail_twice(reader);
    if (!number_is_integer(text_string(&reader->value), 1, MINUTES_MOST, &minutes))
        return fail(reader, "\"minutes\" takes a number from 1 to 90");
    plan->minutes = (int)minutes;
    return true;
}

static bool read_note(struct lesson_reader *reader)
{
    for (int i = 0; i < PLAN_NOTES; i++)
        if (is_key(reader, note_keys[i]))
            return take_text(reader, &reader->plan->notes[i], PLAN_NOTES_BYTES);
    return error_set_at(reader->error, reader->line, 0,
                        "there is no \"%s\" for the teacher: there are aim, mistakes, questions "
                        "and book",
                        reader->key);
}

static struct plan_step *step_now(const struct lesson_reader *reader)
{
    return &reader->plan->steps[reader->plan->step_count - 1];
}

/* --- steps ------------------------------------------------------------------------------------ */

static bool read_hint(struct lesson_reader *reader)
{
    struct plan_step *step = step_now(reader);
    if (step->hint_count == PLAN_HINTS)
        return fail(reader, "a step has at most 4 hints");
    step->hints[step->hint_count] = NULL;
    return take_text(reader, &step->hints[step->hint_count++], TASK_TEXT_BYTES);
}

static bool ask_read_line(struct plan_step *step, const char *key, const char *value, bool *known,
                          struct error *error);

static bool read_step_line(struct lesson_reader *reader)
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
        sound = sheet_read_line(&reader->sheet, reader->key, value,
                                reader->plan->step_count > 1 ? step - 1 : NULL, reader->find,
                                &known, reader->error);
    if (!known) {
        return error_set_at(
            reader->error, reader->line, 0,
            "there is no \"%s\" in a step: see docs/writing-lessons.md for the keys", reader->key);
    }
    if (sound && is_key(reader, "car"))
        reader->sheet.cars[reader->sheet.car_count - 1].line = reader->line;
    if (!sound)
        reader->error->line = reader->line;
    return sound;
}

static bool begin_step(struct lesson_reader *reader)
{
    struct lesson_plan *plan = reader->plan;
    if (plan->step_count == PLAN_STEPS)
        return fail(reader, "a lesson has at most 40 steps: make two lessons of it");
    plan->steps =
        array_grow(plan->steps, plan->step_count, &plan->step_capacity, sizeof *plan->steps);
    plan->steps[plan->step_count++] =
        (struct plan_step){.line = reader->line, .task = {.show = TASK_SHOW_SHEET}};
    reader->section = IN_STEP;
    reader->step = reader->at;
    return true;
}

/* Its own sheet, or that of the step before. */
static bool take_sheet(struct lesson_reader *reader)
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
    if (!step->shows) {
        /* A sheet that goes on is shown with the same arrows, table and graphs. */
        step->arrows = before->arrows;
        step->task.show = before->task.show;
        step->task.table.columns = before->task.table.columns;
        step->task.graphs = before->task.graphs;
    }
    return true;
}

static bool ask_end(struct plan_step *step, bool is_whole, struct error *error);

static bool end_step(struct lesson_reader *reader, const char *end)
{
    struct plan_step *step = step_now(reader);
    reader->line = step->line;
    step->source = hash_bytes(HASH_START, reader->step, (size_t)(end - reader->step));
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

static bool change_section(struct lesson_reader *reader, const char *line, size_t length)
{
    bool teacher = length == strlen("[teacher]") && memcmp(line, "[teacher]", length) == 0;
    bool step = length == strlen("[step]") && memcmp(line, "[step]", length) == 0;
    if (!teacher && !step)
        return fail(reader, "the parts of a lesson are [teacher] and [step]");
    if (teacher && reader->section != IN_HEAD)
        return fail(reader, "[teacher] comes once, before the first [step]");
    if (reader->section == IN_STEP && !end_step(reader, line))
        return false;
    reader->line = reader->taken;
    if (teacher)
        reader->section = IN_NOTES;
    return teacher || begin_step(reader);
}

static bool read_lines(struct lesson_reader *reader)
{
    const char *line;
    size_t length;
    static bool (*const readers[])(struct lesson_reader *) = {read_head, read_note, read_step_line};
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
    return reader->section != IN_STEP || end_step(reader, reader->end);
}

static bool check_whole(struct lesson_reader *reader)
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

static bool check_first_line(struct lesson_reader *reader)
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
    struct lesson_reader reader = {.at = bytes,
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

int lesson_find_change(const struct lesson_plan *before, const struct lesson_plan *now)
{
    int step = 0;
    while (step < now->step_count && step < before->step_count &&
           now->steps[step].source == before->steps[step].source)
        step++;
    if (step < now->step_count)
        return step;
    return step < before->step_count ? step - 1 : -1;
}

void lesson_free(struct lesson_plan *plan)
{
    for (int i = 0; i < plan->step_count; i++) {
        struct plan_step *step = &plan->steps[i];
        free(step->say);
        for (int j = 0; j < step->hint_count; j++)
            free(step->hints[j]);
        task_free(&step->task);
    }
    for (int i = 0; i < PLAN_NOTES; i++)
        free(plan->notes[i]);
    free(plan->steps);
    free(plan->about);
    *plan = (struct lesson_plan){.minutes = 0};
}

/* === ask ====================================================================================== */

/* The lines of a step about what is shown and asked, read into its task and written.
 */

/* The words of "show:" are bits of the step's arrows, or of what the task shows. */
static const struct {
    const char *word;
    unsigned arrows;
    uint32_t show;
} shown[] = {
    {"arrows", PLAN_ARROWS_SUM, 0},    {"components", PLAN_ARROWS_COMPONENTS, 0},
    {"along", PLAN_ARROWS_ALONG, 0},   {"inertia", PLAN_ARROWS_INERTIA, TASK_SHOW_INERTIA},
    {"way", PLAN_ARROWS_WAY, 0},       {"velocity", 0, TASK_SHOW_VELOCITY},
    {"moments", 0, TASK_SHOW_MOMENTS},
};
enum { SHOWN = sizeof shown / sizeof *shown };

enum line_kind {
    LINE_ASK,
    LINE_SHOW,
    LINE_TABLE,
    LINE_GRAPH,
    LINE_NUMBER,
    LINE_POINT,
    LINE_ACCELERATION,
    LINE_RIGHT,
    LINE_WRONG,
    LINE_DRIVE,
    LINE_MISTAKE,
    LINE_EXPLAIN,
    LINE_MARK,
    LINE_SOLUTION
};
static const char *const keys[] = {"ask",     "show",         "table", "graph",   "number",
                                   "point",   "acceleration", "right", "wrong",   "drive",
                                   "mistake", "explain",      "mark",  "solution"};

/* A task that asks nothing yet: of no kind, told apart by being empty. */
static bool has_answer(const struct task *task)
{
    return task->field_count > 0 || task->point_count > 0 || task->choice_count > 0 ||
           task->ask == TASK_DRIVE;
}

static bool begin_kind(struct task *task, enum task_ask kind, struct error *error)
{
    if (has_answer(task) && task->ask != kind)
        return error_set(error, "a step asks for one kind of answer: numbers, a point, an "
                                "acceleration, a choice or a drive; make another [step] of this");
    task->ask = kind;
    return true;
}

static bool take_words(char *into, size_t size, const char *key, const char *value,
                       struct error *error)
{
    if (into[0])
        return error_set(error, "\"%s\" is there already: take one out", key);
    if (strlen(value) >= size)
        return error_set(error,
                         "\"%s\" is too long: at most %zu bytes, so that there is room for "
                         "it",
                         key, size - 1);
    snprintf(into, size, "%s", value);
    return true;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static bool read_measure(const char *words, struct measure *right, struct error *error)
{
    struct measure_typed typed;
    struct error reason;
    if (!measure_read(words, "", &typed, &reason) || (typed.is_decimal && typed.was_cut))
        return error_set(error,
                         "\"%s\" is no number here: write a whole number, a fraction, a "
                         "decimal or a root, like 7/2, 3.5 or √13",
                         words);
    int64_t whole = 1;
    for (int i = 0; typed.is_decimal && i < typed.places; i++)
        whole *= 10;
    *right = typed.is_decimal ? measure_fraction(typed.digits, whole) : typed.value;
    return true;
}

/* Does a unit begin with this? Nothing that a number is made of does. */
static bool begins_unit(const char *at)
{
    return ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || strncmp(at, "°", 2) == 0) &&
           strncmp(at, "sqrt", 4) != 0;
}

/* "vx = 3", "3", "speed = √13 squares": the unit is behind the last part of a number. */
static bool read_number(struct task *task, const char *value, struct error *error)
{
    static const char how[] = "\"number\" takes a short name, a number and a unit, like \"number: "
                              "speed = √13 squares\"";
    enum { LESSON_FIELDS = 4 };
    char label[TASK_LABEL_BYTES], number[TASK_TYPED_BYTES * 2];
    const char *sign = strstr(value, " = ");
    size_t label_length = sign ? (size_t)(sign - value) : 0, length = 0;
    const char *at = sign ? sign + strlen(" = ") : value;
    struct measure right;
    if (!begin_kind(task, TASK_NUMBERS, error))
        return false;
    if (task->wrong_count > 0)
        return error_set(error, "each \"number\" stands above the mistakes: move this one up");
    if (task->field_count == LESSON_FIELDS)
        return error_set(error, "a step asks for at most %d numbers", LESSON_FIELDS);
    while (at[length] && !begins_unit(at + length))
        length += strncmp(at + length, "sqrt", 4) == 0 ? 4 : 1;
    const char *unit = at + length;
    while (length > 0 && at[length - 1] == ' ')
        length--;
    if (label_length >= sizeof label || strlen(unit) >= TASK_LABEL_BYTES || length >= sizeof number)
        return error_set(error, "%s", how);
    snprintf(label, sizeof label, "%.*s", (int)label_length, value);
    snprintf(number, sizeof number, "%.*s", (int)(length > 0 ? length : strlen(at)), at);
    if (!read_measure(number, &right, error))
        return false;
    task_add_field(task, label, unit, right);
    return true;
}

/* --- places, choices, drives ------------------------------------------------------------------ */

static bool read_place(struct task *task, enum task_ask kind, const char *value,
                       struct error *error)
{
    const char *cursor = value;
    struct point at;
    int most = kind == TASK_POINT ? SHEET_MAX : SCENE_ACCELERATION;
    if (!begin_kind(task, kind, error))
        return false;
    if (task->point_count == TASK_POINTS)
        return error_set(error, "at most %d answers can be right", TASK_POINTS);
    if (task->wrong_count > 0)
        return error_set(error, "what is right stands above the mistakes: move this one up");
    if (!plan_take_point(&cursor, -most, most, &at) || *cursor)
        return error_set(error, "%s",
                         kind == TASK_POINT
                             ? "\"point\" takes the point that is right, like \"point: 5,3\""
                             : "\"acceleration\" takes what is chosen for the first car, like "
                               "\"acceleration: 1,0\"");
    task->points[task->point_count++] = at;
    return true;
}

static bool has_right_choice(const struct task *task)
{
    for (int i = 0; i < task->choice_count; i++)
        if (task->choices[i].right)
            return true;
    return false;
}

/* "wrong: the answer" or "wrong: the answer | why it is wrong" */
static bool read_choice(struct task *task, const char *value, bool right, struct error *error)
{
    char words[TASK_TEXT_BYTES];
    const char *bar = right ? NULL : strstr(value, " | ");
    size_t length = bar ? (size_t)(bar - value) : strlen(value);
    if (!begin_kind(task, TASK_CHOICE, error))
        return false;
    if (right && has_right_choice(task))
        return error_set(error, "one answer of a choice is \"right\": make the others \"wrong\"");
    if (task->choice_count == TASK_CHOICES)
        return error_set(error, "a choice has at most %d answers", TASK_CHOICES);
    if (length >= TASK_LABEL_BYTES)
        return error_set(error,
                         "this answer is too long: at most %d bytes, so that it can be read "
                         "from afar",
                         TASK_LABEL_BYTES - 1);
    if (bar && strlen(bar + 3) >= sizeof words)
        return error_set(error, "this reason is too long: at most %zu bytes", sizeof words - 1);
    snprintf(words, sizeof words, "%.*s", (int)length, value);
    int number = task->choice_count;
    for (int i = 0; i < number; i++)
        if (strcmp(task->choices[i].text, words) == 0)
            return error_set(error, "this answer is there already: take one out");
    task_add_choice(task, words, right);
    if (bar) {
        struct task_wrong *wrong = task_add_wrong(task);
        wrong->answer.number = number;
        task_say(wrong->why, sizeof wrong->why, "%s", bar + 3);
    }
    return true;
}

/* "target", "target within 7 moves" */
static bool read_drive(struct task *task, const char *value, struct error *error)
{
    const char *cursor = value;
    if (task->ask == TASK_DRIVE)
        return error_set(error, "\"drive\" is there already: take one out");
    if (!begin_kind(task, TASK_DRIVE, error))
        return false;
    bool sound = plan_take_word(&cursor, "target");
    if (sound && plan_take_word(&cursor, "within"))
        sound = plan_take_number(&cursor, 1, TASK_MOVES, &task->moves_most) &&
                (plan_take_word(&cursor, "moves") || plan_take_word(&cursor, "move"));
    return (sound && !*cursor) ||
           error_set(error, "\"drive\" takes \"target\" or \"target within 7 moves\", at most %d",
                     TASK_MOVES);
}

/* --- mistakes --------------------------------------------------------------------------------- */

static bool read_typed(const struct task *task, const char *words, struct task_answer *answer,
                       struct error *error)
{
    for (int i = 0; i < task->field_count; i++) {
        const char *next = i + 1 < task->field_count ? strstr(words, " and ") : NULL;
        char number[TASK_TYPED_BYTES * 2];
        struct measure measure;
        struct text exact = {0};
        size_t length = next ? (size_t)(next - words) : strlen(words);
        if ((i + 1 < task->field_count && !next) || length >= sizeof number)
            return error_set(error, "a mistake has a number for each that is asked, like "
                                    "\"mistake: 1 and 3 | why\"");
        snprintf(number, sizeof number, "%.*s", (int)length, words);
        if (!read_measure(number, &measure, error))
            return false;
        measure_append(&exact, measure, MEASURE_EXACT);
        task_say(answer->typed[i], TASK_TYPED_BYTES, "%s", text_string(&exact));
        text_free(&exact);
        words = next ? next + strlen(" and ") : words;
    }
    return true;
}

static bool is_new_mistake(const struct task *task, const struct task_answer *answer,
                           struct error *error)
{
    struct task_reply reply;
    task_judge(task, answer, &reply);
    if (reply.verdict == TASK_RIGHT)
        return error_set(error, "this mistake counts as right: give a wrong answer");
    for (int i = 0; i < task->wrong_count; i++)
        if (memcmp(&task->wrongs[i].answer, answer, sizeof *answer) == 0)
            return error_set(error, "this mistake is explained already: take one out");
    return true;
}

/* "mistake: 10 | why": an answer that is expected, below the right one. */
static bool read_mistake(struct task *task, const char *value, struct error *error)
{
    char words[TASK_TEXT_BYTES];
    struct task_answer answer = {.number = -1};
    const char *bar = strstr(value, " | "), *cursor = words;
    bool numbers = task->field_count > 0;
    if (!numbers && task->point_count == 0)
        return error_set(error, "\"mistake\" comes below the \"number\", \"point\" or "
                                "\"acceleration\" that is right");
    if (!bar || (size_t)(bar - value) >= sizeof words || strlen(bar + 3) >= TASK_TEXT_BYTES)
        return error_set(error, "\"mistake\" takes a wrong answer and why it is wrong, like "
                                "\"mistake: 10 | That is the way with ...\"");
    if (task->wrong_count == TASK_WRONGS)
        return error_set(error, "a step explains at most %d wrong answers", TASK_WRONGS);
    snprintf(words, sizeof words, "%.*s", (int)(bar - value), value);
    if (numbers && !read_typed(task, words, &answer, error))
        return false;
    if (!numbers && (!plan_take_point(&cursor, -SHEET_MAX, SHEET_MAX, &answer.point) || *cursor))
        return error_set(error, "this mistake is no point, like \"mistake: 5,3 | why\"");
    if (!is_new_mistake(task, &answer, error))
        return false;
    struct task_wrong *wrong = task_add_wrong(task);
    wrong->answer = answer;
    task_say(wrong->why, sizeof wrong->why, "%s", bar + 3);
    return true;
}

/* --- what is drawn with the answer ------------------------------------------------------------ */

/* In the order of enum task_mark_kind. */
static const char *const marks[] = {"velocity", "acceleration", "new",   "wind", "part",
                                    "way",      "ring",         "cross", "move"};
enum { MARKS = sizeof marks / sizeof *marks };

/* "velocity 2,3 to 5,4 v", "ring 5,4": an arrow or a sign, and its name */
static bool read_mark(struct task_words *words, const char *value, struct error *error)
{
    const char *cursor = value;
    struct point from = {0}, to;
    int kind = 0, row;
    while (kind < MARKS && !plan_take_word(&cursor, marks[kind]))
        kind++;
    bool moves = kind == TASK_MARK_ROW;
    bool sound = moves ? plan_take_number(&cursor, 1, TASK_ROWS, &row) && !*cursor
                       : kind < MARKS && plan_take_point(&cursor, -SHEET_MAX, SHEET_MAX, &from);
    to = from;
    if (sound && kind < TASK_MARK_RING)
        sound =
            plan_take_word(&cursor, "to") && plan_take_point(&cursor, -SHEET_MAX, SHEET_MAX, &to);
    if (!sound || strlen(cursor) >= TASK_LABEL_BYTES)
        return error_set(error, "\"mark\" takes velocity, acceleration, new, wind, part or way "
                                "with its two ends and a name, like \"mark: velocity 2,3 to 5,4 "
                                "v\", ring or cross with a point, or move with its number");
    if (words->mark_count == TASK_MARKS)
        return error_set(error, "a step has at most %d marks", TASK_MARKS);
    if (moves)
        task_mark_cell(words, row, COLUMN_T);
    else
        task_mark(words, (enum task_mark_kind)kind, from, to, cursor);
    return true;
}

/* "1,0 1,0 -1,0": what is chosen in the drive that is shown as the answer */
static bool read_solution(struct task *task, const char *value, struct error *error)
{
    const char *cursor = value;
    bool sound = task->way_count == 0 && *cursor != '\0';
    while (sound && *cursor && task->way_count < TASK_MOVES)
        sound = plan_take_point(&cursor, -SCENE_ACCELERATION, SCENE_ACCELERATION,
                                &task->way[task->way_count++]);
    return (sound && !*cursor) ||
           error_set(error, "\"solution\" takes the accelerations of a drive, like \"solution: "
                            "1,0 0,0 -1,0\"");
}

/* --- what is shown ---------------------------------------------------------------------------- */

static bool read_show(struct plan_step *step, const char *value, struct error *error)
{
    const char *cursor = value;
    while (*cursor) {
        int word = 0;
        if (plan_take_word(&cursor, "nothing"))
            continue;
        while (word < SHOWN && !plan_take_word(&cursor, shown[word].word))
            word++;
        if (word == SHOWN)
            return error_set(error, "\"show\" takes some of the words arrows, components, along, "
                                    "inertia, way, velocity and moments, or nothing");
        step->arrows |= shown[word].arrows;
        step->task.show |= shown[word].show;
    }
    return true;
}

/* "t x vx": what a table or a graph has of the first car. */
static bool read_columns(unsigned *columns, unsigned allowed, const char *value,
                         struct error *error)
{
    const char *cursor = value;
    if (*columns)
        return error_set(error, "a step has one such line: write all columns in it");
    while (*cursor) {
        int column = 0;
        while (column < COLUMN_SPEED &&
               !((allowed >> column & 1) != 0 &&
                 plan_take_word(&cursor, kinematics_title((enum kinematics_column)column))))
            column++;
        if (column == COLUMN_SPEED)
            return error_set(error,
                             "columns are t, x, y, vx, vy, ax, ay, px, py, wx and wy; a graph is "
                             "against t, so it has none of t");
        *columns |= 1u << column;
    }
    return true;
}

enum { TABLE_COLUMNS = (1 << COLUMN_SPEED) - 1, GRAPH_COLUMNS = TABLE_COLUMNS & ~1 };

static bool read_line(struct plan_step *step, enum line_kind kind, const char *value,
                      struct error *error)
{
    struct task *task = &step->task;
    step->shows = step->shows || kind == LINE_SHOW || kind == LINE_TABLE || kind == LINE_GRAPH;
    switch (kind) {
    case LINE_ASK:
        step->asks = true;
        return take_words(task->sentence, PLAN_SAY_BYTES, "ask", value, error);
    case LINE_SHOW:
        return read_show(step, value, error);
    case LINE_TABLE:
        task->show |= TASK_SHOW_TABLE;
        return read_columns(&task->table.columns, TABLE_COLUMNS, value, error);
    case LINE_GRAPH:
        task->show |= TASK_SHOW_GRAPH;
        return read_columns(&task->graphs, GRAPH_COLUMNS, value, error);
    case LINE_NUMBER:
        return read_number(task, value, error);
    case LINE_POINT:
        return read_place(task, TASK_POINT, value, error);
    case LINE_ACCELERATION:
        return read_place(task, TASK_ACCELERATION, value, error);
    case LINE_RIGHT:
    case LINE_WRONG:
        return read_choice(task, value, kind == LINE_RIGHT, error);
    case LINE_DRIVE:
        return read_drive(task, value, error);
    case LINE_MISTAKE:
        return read_mistake(task, value, error);
    case LINE_EXPLAIN:
        return take_words(task->why.text, sizeof task->why.text, "explain", value, error);
    case LINE_MARK:
        step->marks = true;
        return read_mark(&task->why, value, error);
    case LINE_SOLUTION:
        return read_solution(task, value, error);
    }
    return true;
}

static bool ask_read_line(struct plan_step *step, const char *key, const char *value, bool *known,
                          struct error *error)
{
    size_t index = 0, count = sizeof keys / sizeof *keys;
    while (index < count && strcmp(keys[index], key) != 0)
        index++;
    *known = index < count;
    return !*known || read_line(step, (enum line_kind)index, value, error);
}

/* --- the whole step --------------------------------------------------------------------------- */

static bool is_on_sheet(const struct scene *scene, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x <= scene->width && at.y <= scene->height;
}

static bool check_places(const struct task *task, struct error *error)
{
    const struct scene *scene = &task->scene;
    if (task->ask == TASK_ACCELERATION && scene->body_count == 0)
        return error_set(error, "\"acceleration\" needs a car on the sheet");
    for (int i = 0; i < task->point_count; i++) {
        struct pair right = pair_of(task->points[i].x, task->points[i].y);
        if (task->ask == TASK_POINT && !is_on_sheet(scene, task->points[i]))
            return error_set(error, "the point that is right, %s, lies off the sheet", right.text);
        if (task->ask == TASK_ACCELERATION && scene->reach > 0 &&
            point_reach(task->points[i]) > scene->reach)
            return error_set(error,
                             "the acceleration that is right, %s, is out of reach: see \"reach\"",
                             right.text);
    }
    return true;
}

static bool check_kind(const struct plan_step *step, struct error *error)
{
    const struct task *task = &step->task;
    bool answered = has_answer(task);
    if (step->asks && !answered)
        return error_set(error, "this step asks, and there is no answer: add number, point, "
                                "acceleration, right and wrong, or drive");
    if (!step->asks && (answered || task->why.text[0]))
        return error_set(error, "this step has an answer and asks nothing: give it a line \"ask\"");
    if (task->ask == TASK_CHOICE && answered && (task->choice_count < 2 || !has_right_choice(task)))
        return error_set(error, "a choice needs one \"right\" and at least one \"wrong\"");
    if (task->way_count > 0 && task->ask != TASK_DRIVE)
        return error_set(error, "a \"solution\" belongs to a drive");
    if (task->ask == TASK_DRIVE && (task->scene.body_count == 0 || task->scene.target_count == 0))
        return error_set(error, "a drive needs a car and a target on the sheet");
    if ((task->show & (TASK_SHOW_TABLE | TASK_SHOW_GRAPH)) != 0 &&
        (task->scene.body_count == 0 || task->scene.now >= TASK_ROWS))
        return error_set(error, "a table or a graph needs a car with at most %d moves",
                         TASK_ROWS - 1);
    return check_places(task, error);
}

/* What is drawn on the sheet with every explanation: the last move and its parts, unless those are
 * drawn already, or what inertia does, and the point that was meant. */
static void draw_explanation(struct task *task, bool parts)
{
    const struct scene *scene = &task->scene;
    const struct scene_body *body = &scene->bodies[0];
    int now = scene->now;
    if (scene->body_count == 0 || task->ask == TASK_DRIVE)
        return;
    struct point at = scene_at(body, now), before = scene_at(body, now - 1);
    if (task->ask == TASK_NUMBERS && now > 0 && scene->body_count == 1) {
        struct point corner = {at.x, before.y};
        task_mark(&task->why, TASK_MARK_NEW_VELOCITY, before, at, "v");
        if (!parts && !point_equal(corner, at) && !point_equal(corner, before)) {
            task_mark(&task->why, TASK_MARK_PART, before, corner, "vx");
            task_mark(&task->why, TASK_MARK_PART, corner, at, "vy");
        }
    }
    struct point next = point_add(at, scene_inertia(body, now));
    if (task->ask == TASK_POINT || task->ask == TASK_ACCELERATION) {
        struct point right = task->ask == TASK_POINT
                                 ? task->points[0]
                                 : scene_next_point(scene, 0, task->points[0], NULL);
        if (!point_equal(at, next))
            task_mark(&task->why, TASK_MARK_GHOST, at, next, "v");
        task_mark(&task->why, TASK_MARK_RING, right, right, "");
    }
}

static bool ask_end(struct plan_step *step, bool is_whole, struct error *error)
{
    struct task *task = &step->task;
    if (!check_kind(step, error))
        return false;
    if (task->show & TASK_SHOW_TABLE)
        task_fill_table(task, task->table.columns);
    if (!step->asks)
        return true;
    if (!step->marks)
        draw_explanation(task, step->arrows & PLAN_ARROWS_COMPONENTS);
    return !is_whole || task_check(task, error);
}
