/* Lessons as a teacher writes them: what is wrong is told with its line and what to do. */
#include "session/graph_paper/lesson/lesson.h"

#include "base/number.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const sound[] = {
    "graphprix lesson 1",
    "title: Inertia",
    "minutes: 10",
    "[teacher]",
    "aim: What is left alone goes on.",
    "[step]",
    "say: Ada goes on.",
    "sheet: 14 x 8",
    "car: Ada at 2,2 velocity 3,1",
    "ask: Where is she next?",
    "point: 5,3",
};
enum { SOUND_LINES = sizeof sound / sizeof *sound };

/* The sound lesson with other words in place of a line (counted from 1; 0: none). */
static struct text altered(int number, const char *words)
{
    struct text text = {0};
    for (int i = 0; i < SOUND_LINES; i++)
        if (i + 1 != number)
            text_append_format(&text, "%s\n", sound[i]);
        else if (words)
            text_append_format(&text, "%s\n", words);
    return text;
}

static const struct wrong {
    int number;        /* of the line that is altered */
    const char *words; /* NULL: the line is left out */
    int line;          /* that is told */
    const char *told;
} wrongs[] = {
    /* the file and its head */
    {1, "a lesson", 1, "this is no lesson"},
    {1, "graphprix lesson 2", 1, "another format"},
    {2, NULL, 1, "no title"},
    {2, "title: A\ntitle: B", 3, "\"title\" is there already"},
    {2, "title:", 2, "nothing stands behind"},
    {2, "Title: A", 2, "a line is \"key: value\""},
    {2, "title: a\tb", 2, "a tab"},
    {2, "title: \xff", 2, "no UTF-8"},
    {2, "title: 0123456789012345678901234567890123456789012345678901234567890123456789012345678901",
     2, "too long"},
    {2, "titel: A", 2, "no \"titel\" in the head"},
    {3, NULL, 1, "how long it takes"},
    {3, "minutes: 0", 3, "from 1 to 90"},
    {3, "minutes: 91", 3, "from 1 to 90"},
    {3, "minutes: 5\nminutes: 5", 4, "there already"},
    {3, "minutes: 5\nlevel: hardest", 4, "easy, medium or hard"},
    {4, "[teachers]", 4, "[teacher] and [step]"},
    {5, NULL, 1, "no aim"},
    {5, "aims: A", 5, "no \"aims\" for the teacher"},
    {5, "aim: A\naim: B", 6, "there already"},
    {11, "point: 5,3\n[teacher]", 12, "comes once"},
    /* steps and their sheets */
    {7, NULL, 6, "says nothing"},
    {7, "say: a\nsay: b", 8, "there already"},
    {8, NULL, 8, "needs \"sheet\" or \"track\""},
    {8, "sheet: 14 by 8", 8, "takes a width and a height"},
    {8, "sheet: 1 x 8", 8, "from 2 to 400"},
    {8, "sheet: 14 x 401", 8, "from 2 to 400"},
    {8, "sheet: 14 x 8\ntrack: kidney", 9, "one sheet"},
    {8, "track: ../kidney", 8, "names no files"},
    {8, "track: nowhere", 8, "no track \"nowhere\""},
    {8, "sheet: 14 x 8\nwind: 1", 9, "\"wind\" takes"},
    {8, "sheet: 14 x 8\nwind: 1,0\nwind: 0,1", 10, "one \"wind\": take out the second"},
    {8, "sheet: 14 x 8\nreach: -1", 9, "\"reach\" takes"},
    {8, "sheet: 14 x 8\nwall: 1,1", 9, "two ends"},
    {8, "sheet: 14 x 8\nwall: 1,1 15,1", 9, "leaves the sheet"},
    {8, "sheet: 14 x 8\ntarget: 3", 9, "\"target\" takes"},
    {8, "sheet: 14 x 8\ntarget: 3,9", 9, "off the sheet"},
    {8, "sheet: 14 x 8\nmoves: 1,0", 9, "needs a line \"car\""},
    {9, "car: Ada 2,2", 9, "\"car\" takes"},
    {9, "car: Ada at 2,9", 9, "off the sheet"},
    {9, "car: Abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrs at 2,2", 9,
     "name of a car is too long"},
    {9, "car: Ada at 2,2\nmoves: 1,0 1", 10, "\"moves\" takes"},
    {9, "car: Ada at 2,2\nmoves: 1,0\nmoves: 1,0", 11, "all in one"},
    {9, "car: Ada at 2,2 velocity 3,1\nmoves: 0,0 0,0 0,0 0,0 0,0", 9, "leaves the sheet"},
    {9, "car: Ada at 2,2\nmoves: 2,0", 9, ""}, /* out of reach */
    {9, "car: Ada at 2,2\nmoves: 1,0\nnow: 2", 8, "only 1 moves"},
    {9, "car: Ada at 2,2\nnow: x", 10, "\"now\" takes"},
    {9, "colour: red", 9, "no \"colour\" in a step"},
    {9, "car: Ada at 2,2\nshow: arows", 10, "\"show\" takes"},
    {9, "car: Ada at 2,2\ntable: t u", 10, "columns are"},
    {9, "car: Ada at 2,2\ngraph: t", 10, "columns are"},
    {9, "table: t x", 6, "needs a car"},
    /* what is asked */
    {10, NULL, 6, "asks nothing"},
    {10, "ask: a\nask: b", 11, "there already"},
    {11, NULL, 6, "there is no answer"},
    {11, "point: 5", 11, "\"point\" takes"},
    {11, "point: 15,3", 6, "lies off the sheet"},
    {11, "point: 5,3\nnumber: 3", 12, "one kind of answer"},
    {11, "acceleration: 2,0", 6, "out of reach"},
    {11, "acceleration: up", 11, "\"acceleration\" takes"},
    {11, "number: three", 11, "no"},
    {11, "number: a = 1\nnumber: b = 2\nnumber: c = 3\nnumber: d = 4\nnumber: e = 5", 15,
     "at most 4"},
    {11, "right: yes", 6, "at least one \"wrong\""},
    {11, "wrong: no\nwrong: never", 6, "needs one \"right\""},
    {11, "right: yes\nright: yes, too", 12, "one answer of a choice"},
    {11, "right: a sentence that is a good deal longer than a card has room for", 11, "too long"},
    {11, "drive: there", 11, "\"drive\" takes"},
    {11, "drive: target", 6, "a car and a target"},
    {11, "point: 5,3\nmistake: 3,5", 12, "\"mistake\" takes"},
    {11, "point: 5,3\nmistake: x | why", 12, "no point"},
    {11, "number: vx = 3\nnumber: vy = 1\nmistake: 3 | why", 13, "a number for each"},
    {11, "number: a = 1\nmistake: 2 | why\nnumber: b = 3", 13, "above the mistakes"},
    {11, "mistake: 3,5 | why", 11, "comes below"},
    {11, "number: |v| = √13\nmistake: √13 | why", 12, "counts as right"},
    {11, "point: 5,3\nmistake: 3,5 | why\nmistake: 3,5 | why", 13, "already"},
    {11, "point: 5,3\nmistake: 3,5 | why\npoint: 5,4", 13, "above the mistakes"},
    {11, "right: yes\nwrong: yes", 12, "already"},
    {11, "number: v = three", 11, "\"three\" is no number"},
    {11, "point: 5,3\nhint: a\nhint: b\nhint: c\nhint: d\nhint: e", 16, "at most 4 hints"},
    {11, "point: 5,3\nexplain: a\nexplain: b", 13, "there already"},
    {11, "point: 5,3\nmark: speed 2,2 to 5,3", 12, "\"mark\" takes"},
    {11, "point: 5,3\nmark: velocity 2,2", 12, "\"mark\" takes"},
    {11, "point: 5,3\nsolution: 1,0", 6, "belongs to a drive"},
    {11, "point: 5,3\nsolution: x", 12, "\"solution\" takes"},
};

static struct course find_track(const char *name)
{
    struct text path = {0};
    struct error error;
    struct course course = {0};
    text_append_format(&path, "tracks/%s/%s%s", graph_paper_game.name, name,
                       graph_paper_game.course->extension);
    if (file_exists(text_string(&path)))
        course = course_load(text_string(&path), &error);
    text_free(&path);
    return course;
}

static bool reads(struct lesson_plan *plan, const struct text *text, struct error *error)
{
    return lesson_read(plan, text_string(text), text->length, find_track, error);
}

static void each_mistake_is_told_with_its_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const struct wrong *wrong = &wrongs[i];
        struct lesson_plan plan;
        struct error error = {0};
        struct text text = altered(wrong->number, wrong->words);
        if (reads(&plan, &text, &error))
            fail_msg("\"%s\" in line %d is read", wrong->words ? wrong->words : "(nothing)",
                     wrong->number);
        if (error.line != wrong->line || !strstr(error.text, wrong->told))
            fail_msg("\"%s\": line %d, \"%s\"; not line %d, \"%s\"",
                     wrong->words ? wrong->words : "(nothing)", error.line, error.text, wrong->line,
                     wrong->told);
        assert_int_equal(plan.step_count, 0);
        assert_null(plan.steps);
        text_free(&text);
    }
}

static void a_drive_that_cannot_be_done_is_told(void **state)
{
    (void)state;
    struct lesson_plan plan;
    struct error error = {0};
    /* From rest three squares are a matter of two moves: 1 + 2. */
    struct text one = altered(9, "car: Ada at 2,2\ntarget: 5,2");
    struct text two = {0};
    text_append_bytes(&two, one.data, (size_t)(strstr(text_string(&one), "point:") - one.data));
    text_append(&two, "drive: target within 2 moves\n");
    assert_true(reads(&plan, &two, &error));
    assert_int_equal(plan.steps[0].task.moves_most, 2);
    lesson_free(&plan);
    text_clear(&two);
    text_append_bytes(&two, one.data, (size_t)(strstr(text_string(&one), "point:") - one.data));
    text_append(&two, "drive: target within 1 move\n");
    assert_false(reads(&plan, &two, &error));
    assert_int_equal(error.line, 6);
    text_free(&one);
    text_free(&two);
}

/* Along the third line of the sheet, two moves: 1 and 2. */
static bool reads_drive(const char *lines, struct lesson_plan *plan, struct error *error)
{
    struct text begun = altered(9, "car: Ada at 2,2\ntarget: 5,2"), text = {0};
    text_append_bytes(&text, begun.data, (size_t)(strstr(begun.data, "point:") - begun.data));
    text_append(&text, lines);
    bool whole = reads(plan, &text, error);
    text_free(&begun);
    text_free(&text);
    return whole;
}

static void a_drive_shows_its_own_answer(void **state)
{
    (void)state;
    struct lesson_plan plan;
    struct error error = {0};
    struct task_answer answer;
    struct task_words words;
    assert_true(
        reads_drive("drive: target within 4 moves\nsolution: 1,0 0,0 0,0\n", &plan, &error));
    task_solve(&plan.steps[0].task, &answer, &words);
    assert_int_equal(answer.move_count, 3); /* two would do */
    lesson_free(&plan);
    assert_false(reads_drive("drive: target\nsolution: 1,0 0,0\n", &plan, &error));
    assert_non_null(strstr(error.text, "does not get there"));
    assert_false(
        reads_drive("drive: target within 2 moves\nsolution: 1,0 0,0 0,0\n", &plan, &error));
}

/* From rest to rest over 6 squares takes 1, 2, 2, 1, 0; up and down again it could have gone, too.
 */
static void a_drive_goes_straight_where_it_can(void **state)
{
    (void)state;
    struct lesson_plan plan;
    struct error error = {0};
    struct task_answer answer;
    struct task_words words;
    struct text begun = altered(9, "car: Ada at 2,2\ntarget: 8,2 velocity 0,0"), text = {0};
    text_append_bytes(&text, begun.data, (size_t)(strstr(begun.data, "point:") - begun.data));
    text_append(&text, "drive: target\n");
    assert_true(reads(&plan, &text, &error));
    task_solve(&plan.steps[0].task, &answer, &words);
    assert_int_equal(answer.move_count, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(answer.moves[i].y, 0);
    lesson_free(&plan);
    text_free(&begun);
    text_free(&text);
}

/* --- what is said is so ----------------------------------------------------------------------- */

static const struct {
    const char *explain;
    bool so;
} claims[] = {
    {"(2, 2) + (3, 1) = (5, 3).", true},
    {"(2, 2) + (3, 1) = (5, 4).", false},
    {"2 + 3 = 5, and 2 + 1 = 3.", true},
    {"2 + 3 = 5, and 2 + 1 = 4.", false},
    {"3 + 2 + 1 + 0 = 6 = 4 · 3/2.", true},
    {"3 + 2 + 1 + 0 = 6 = 4 · 5/2.", false},
    {"4² + (−3)² = 16 + 9 = 25, so |v| = 5.", true},
    {"4² + (−3)² = 16 + 9 = 24.", false},
    {"9⁵ = 59,049.", true},
    {"9⁵ = 59,048.", false},
    {"50 − 45.5 = 4.5.", true},
    {"50 − 45.5 = 5.", false},
    {"(9/3, 3/3) = (3, 1).", true},
    {"(−1, 1) · (3, 3) = 0.", true},
    {"(−1, 1) · (3, 3) = 6.", false},
    {"Her velocity is (3, 1).", true},
    {"Her velocity is (1, 3).", false},
    {"From (2, 2) she comes to (5, 3).", true},
    {"From (2, 2) she comes to (6, 3).", false},
    {"k(k + 1)/2 with 2n = 4, √(9 + 1) = √10, 6 · 5 m = 30 m.", true}, /* no claims */
};

static void what_is_said_is_held_against_what_is_shown(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        struct lesson_plan plan;
        struct error error = {0};
        struct text text = altered(0, NULL);
        text_append_format(&text, "explain: %s\n", claims[i].explain);
        assert_true(reads(&plan, &text, &error));
        if (lesson_check_claims(&plan, &error) != claims[i].so)
            fail_msg("\"%s\" %s: %s", claims[i].explain, claims[i].so ? "is so" : "is not so",
                     error.text);
        assert_int_equal(error.line, claims[i].so ? 0 : 6);
        lesson_free(&plan);
        text_free(&text);
    }
}

/* Ada goes (1, 0), (2, 0), (2, 1), (1, 1) from (2, 2): by (3, 2), (5, 2), (7, 3) to (8, 4). Bo
 * keeps (2, −1) from (1, 6): by (3, 5), (5, 4), (7, 3) to (9, 2). */
static const char drawn[] = "car: Ada at 2,2\nmoves: 1,0 1,0 0,1 -1,0\n"
                            "car: Bo at 1,6 velocity 2,-1\nmoves: 0,0 0,0 0,0 0,0";

static const struct {
    const char *explain;
    bool so;
} in_words[] = {
    {"Her vx is 1, 2, 2 and 1.", true},
    {"Her vx is 1, 2, 1 and 2.", false},
    {"x is 3, 5, 7 and 8.", true},
    {"x is 3, 5, 8 and 7.", false},
    {"Bo falls 1, 2, 3 and 4 squares.", true}, /* from where he began */
    {"Bo falls 1, 2, 4 and 6 squares.", false},
    {"Seen from Bo, x changes by −1, 0, 0 and −1.", true},
    {"Her velocities are (1, 0), (2, 0), (2, 1) and (1, 1).", true},
    {"Her velocities are (2, 0), (1, 0), (2, 1) and (1, 1).", false},
    {"In moves 2, 3 and 4 she is fast.", true},
    {"In moves 3, 4 and 5 she is fast.", false},
    {"She takes four moves.", true},
    {"She takes five moves.", false},
    {"She takes 4 moves.", true},
    {"She takes 5 moves.", false},
    {"In three moves she goes from (2,2) to (7,3).", true},
    {"In two moves she goes from (2,2) to (7,3).", false},
    {"Both go on. After three moves Bo is at (7,3).", true},
    {"Both go on. After two moves Bo is at (7,3).", false},
    {"Two cars meet.", true},
    {"Three cars meet.", false},
    {"Ada and Bo meet.", true},
    {"Ada, Bo and Cy meet.", false},
    {"Cy and Ada meet.", false},
    {"Ada and I meet.", true}, /* who speaks is no car */
    {"You, Ada and Bo meet.", true},
    {"You, Ada and Cy meet.", false},
    {"They meet. Now, Ada and Bo go on.", true},
    {"They meet. Now, Ada and Cy go on.", false},
    {"It is at the points A and B.", false},
    {"Newton, Galileo and Kepler knew.", true},
    {"From speed 1, 2, 3, 4, 5, 6 and 7 it is more.", true}, /* nothing here is so long */
};

static void lists_and_counts_in_words_are_those_of_the_sheet(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof in_words / sizeof *in_words; i++) {
        struct lesson_plan plan;
        struct error error = {0};
        struct text text = altered(9, drawn);
        text_append_format(&text, "explain: %s\n", in_words[i].explain);
        if (!reads(&plan, &text, &error))
            fail_msg("%s", error.text);
        if (lesson_check_claims(&plan, &error) != in_words[i].so)
            fail_msg("\"%s\" %s: %s", in_words[i].explain, in_words[i].so ? "is so" : "is not so",
                     error.text);
        lesson_free(&plan);
        text_free(&text);
    }
}

/* What is drawn on purpose is there, too. */
static void what_is_marked_may_be_named(void **state)
{
    (void)state;
    struct lesson_plan plan;
    struct error error = {0};
    struct text text = altered(0, NULL);
    text_append(&text, "explain: (6, 2) is twice as long.\nmark: part 2,2 to 8,4 twice\n");
    assert_true(reads(&plan, &text, &error));
    assert_true(lesson_check_claims(&plan, &error));
    assert_int_equal(plan.steps[0].task.why.mark_count, 1);
    assert_int_equal(plan.steps[0].task.why.marks[0].kind, TASK_MARK_PART);
    assert_string_equal(plan.steps[0].task.why.marks[0].label, "twice");
    lesson_free(&plan);
    text_free(&text);
}

static void a_lesson_is_read(void **state)
{
    (void)state;
    struct lesson_plan plan;
    struct error error = {0};
    struct text text =
        altered(7, "# a remark\nsay: Ada\n  goes (3, -1) from (2,2) (so, it is).\r\n   ");
    assert_true(reads(&plan, &text, &error));
    assert_string_equal(plan.title, "Inertia");
    assert_int_equal(plan.minutes, 10);
    assert_string_equal(plan.notes[PLAN_AIM], "What is left alone goes on.");
    assert_int_equal(plan.step_count, 1);
    const struct plan_step *step = &plan.steps[0];
    assert_string_equal(step->say, "Ada goes (3,\u00a0-1) from (2, 2) (so, it is).");
    assert_true(step->asks);
    assert_int_equal(step->task.ask, TASK_POINT);
    assert_int_equal(step->task.scene.bodies[0].velocity.x, 3);
    assert_int_equal(step->task.points[0].x, 5);
    assert_int_equal(step->task.points[0].y, 3);
    lesson_free(&plan);
    text_free(&text);
}

/* --- the lessons that come with the game ------------------------------------------------------ */

static void for_each_lesson(void (*test)(const char *path))
{
    int count;
    char **names = file_list_folder("assets/lessons", LESSON_EXTENSION, &count);
    assert_int_equal(count, 11);
    for (int i = 0; i < count; i++) {
        char *path = file_join("assets/lessons", names[i]);
        test(path);
        free(path);
    }
    file_free_names(names, count);
}

/* No answer stands in what is told to a wrong one. */
static void expect_no_answer(const struct task *task, const char *path)
{
    for (int i = 0; i < task->wrong_count; i++) {
        const char *why = task->wrongs[i].why;
        if (task->field_count > 0 || task->point_count > 0)
            for (const char *at = why; *at != '\0'; at++)
                for (int k = 0; k < task->field_count && *at >= '0' && *at <= '9'; k++)
                    if (measure_equal(task->fields[k].right, measure_whole(strtol(at, NULL, 10))))
                        fail_msg("%s: \"%s\" tells the answer of \"%s\"", path, why,
                                 task->sentence);
        for (int k = 0; k < task->point_count; k++)
            if (strstr(why, pair_of(task->points[k].x, task->points[k].y).text))
                fail_msg("%s: \"%s\" tells the answer of \"%s\"", path, why, task->sentence);
    }
}

static void is_true(const char *path)
{
    struct lesson_plan plan;
    struct error error = {0};
    assert_true(lesson_load(&plan, path, find_track, &error));
    if (!lesson_check_claims(&plan, &error))
        fail_msg("%s:%d: %s", path, error.line, error.text);
    for (int i = 0; i < plan.step_count; i++)
        expect_no_answer(&plan.steps[i].task, path);
    lesson_free(&plan);
}

static void what_lessons_say_is_so(void **state)
{
    (void)state;
    for_each_lesson(is_true);
    is_true("assets/example.lesson");
}

/* Who writes a lesson is shown the step that changed. */
static void what_changed_is_found(void **state)
{
    (void)state;
    struct lesson_plan before, now;
    struct error error;
    const char *ends[] = {"[step]\nsay: On.\n[step]\nsay: And on.\n",
                          "[step]\nsay: On!\n[step]\nsay: And on.\n",
                          "[step]\nsay: On.\n[step]\nsay: And on!\n", "[step]\nsay: On.\n", ""};
    const int changed[] = {-1, 1, 2, 1, 0};
    struct text text = altered(0, NULL);
    size_t length = text.length;
    text_append(&text, ends[0]);
    assert_true(reads(&before, &text, &error));
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        text.length = length;
        text_append(&text, ends[i]);
        assert_true(reads(&now, &text, &error));
        assert_int_equal(lesson_find_change(&before, &now), changed[i]);
        lesson_free(&now);
    }
    lesson_free(&before);
    text_free(&text);
}

/* Sentences that no schoolbook has, which lessons once had. */
static void expect_plain_words(const char *path)
{
    static const char *const worst[] = {
        "lick",           "slant",          "soonest",        "within reach", "same of both",
        "Which velocity", "elsewhere",      "On what way",    "slower one",   "startled",
        "Ways to the",    "Not vy",         "counted with a", "moves lead",   "squares in one move",
        "stands.",        "until it stand", "squares = ",     "moves = "};
    struct text content = {0};
    struct error error = {0};
    assert_true(file_read(path, PLAN_FILE_LIMIT, &content, &error));
    const char *steps = strstr(text_string(&content), "[step]");
    for (size_t i = 0; i < sizeof worst / sizeof *worst; i++) {
        const char *found = strstr(steps, worst[i]);
        if (found && strncmp(found - 10, "number of moves = ", 18) != 0)
            fail_msg("%s: \"%.60s\"", path, found);
    }
    text_free(&content);
}

static void lessons_are_in_plain_words(void **state)
{
    (void)state;
    for_each_lesson(expect_plain_words);
}

/* Bytes altered, lines lost: it is read or told, and nothing is left behind. */
static void spoil(const char *path)
{
    struct text content = {0};
    struct error error = {0};
    struct random random = random_seeded(11);
    assert_true(file_read(path, PLAN_FILE_LIMIT, &content, &error));
    for (int i = 0; i < 60; i++) {
        struct lesson_plan plan;
        struct text spoilt = {0};
        size_t length = content.length;
        if (i % 3 == 0)
            length = (size_t)random_below(&random, (uint32_t)length);
        text_append_bytes(&spoilt, content.data, length);
        for (int k = 0; k < 3 && length > 0; k++)
            spoilt.data[random_below(&random, (uint32_t)length)] =
                "0-9,:[ \n|=x\xff"[random_below(&random, 12)];
        error = (struct error){0};
        if (lesson_read(&plan, text_string(&spoilt), spoilt.length, NULL, &error))
            lesson_free(&plan);
        else if (error.text[0] == '\0' || error.line < 1)
            fail_msg("%s, spoilt %d: \"%s\" in line %d", path, i, error.text, error.line);
        text_free(&spoilt);
    }
    text_free(&content);
}

/* A step without a sheet is shown as the one before, unless it says otherwise. */
static void a_sheet_that_goes_on_is_shown_alike(void **state)
{
    (void)state;
    struct lesson_plan plan;
    struct error error;
    struct text text = altered(0, NULL);
    text_append(&text, "show: way\ngraph: x vx\n[step]\nsay: On.\n"
                       "[step]\nsay: Only a graph.\ngraph: y\n"
                       "[step]\nsay: Bare.\nshow: nothing\n");
    assert_true(lesson_read(&plan, text_string(&text), text.length, NULL, &error));
    assert_int_equal(plan.steps[1].arrows, PLAN_ARROWS_WAY);
    assert_int_equal(plan.steps[1].task.show, plan.steps[0].task.show);
    assert_int_equal(plan.steps[1].task.graphs, plan.steps[0].task.graphs);
    assert_int_equal(plan.steps[2].arrows, 0);
    assert_int_equal(plan.steps[2].task.show, TASK_SHOW_SHEET | TASK_SHOW_GRAPH);
    assert_int_equal(plan.steps[3].task.show, TASK_SHOW_SHEET);
    text_free(&text);
    lesson_free(&plan);
}

/* With a car of its own, too: size, walls and wind stay, cars and flags do not. */
static void a_car_alone_keeps_the_sheet(void **state)
{
    (void)state;
    struct lesson_plan plan;
    struct error error = {0};
    struct text text = altered(8, "sheet: 14 x 8\nwall: 9,0 9,8\nwind: 0,-1\ntarget: 8,7");
    text_append(&text, "[step]\nsay: Another car.\ncar: Bo at 3,4\n");
    assert_true(reads(&plan, &text, &error));
    const struct scene *scene = &plan.steps[1].task.scene;
    assert_int_equal(scene->width, 14);
    assert_int_equal(scene->height, 8);
    assert_int_equal(scene->wall_count, 1);
    assert_int_equal(scene->wind.y, -1);
    assert_int_equal(scene->target_count, 0);
    assert_int_equal(scene->body_count, 1);
    assert_string_equal(scene->bodies[0].name, "Bo");
    lesson_free(&plan);
    text_free(&text);
}

static void spoilt_lessons_are_told_of(void **state)
{
    (void)state;
    for_each_lesson(spoil);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesson_is_read),
        cmocka_unit_test(each_mistake_is_told_with_its_line),
        cmocka_unit_test(a_drive_that_cannot_be_done_is_told),
        cmocka_unit_test(a_drive_shows_its_own_answer),
        cmocka_unit_test(a_drive_goes_straight_where_it_can),
        cmocka_unit_test(what_is_said_is_held_against_what_is_shown),
        cmocka_unit_test(lists_and_counts_in_words_are_those_of_the_sheet),
        cmocka_unit_test(what_is_marked_may_be_named),
        cmocka_unit_test(what_lessons_say_is_so),
        cmocka_unit_test(lessons_are_in_plain_words),
        cmocka_unit_test(what_changed_is_found),
        cmocka_unit_test(a_sheet_that_goes_on_is_shown_alike),
        cmocka_unit_test(a_car_alone_keeps_the_sheet),
        cmocka_unit_test(spoilt_lessons_are_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
