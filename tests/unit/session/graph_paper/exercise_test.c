/* Every kind of exercise in every difficulty: it can be answered, what is right is judged right,
 * what is offered as wrong is judged wrong and explained, and it is the same again.
 */
#include "session/graph_paper/exercise.h"
#include "session/graph_paper/lesson/lesson.h"
#include "session/graph_paper/scene.h"
#include "session/graph_paper/task.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SEEDS = 8 };

static void fail_at(int kind, int difficulty, int seed, const char *what)
{
    fail_msg("%s %d, seed %d: %s", exercise_name(kind), difficulty, seed, what);
}

/* Calls it for every kind, difficulty and some seeds. */
static void for_all(void (*test)(const struct task *task, int kind, int difficulty, int seed))
{
    for (int kind = 0; kind < exercise_kind_count(); kind++)
        for (int difficulty = EXERCISE_EASY; difficulty <= EXERCISE_HARD; difficulty++)
            for (int seed = 0; seed < SEEDS; seed++) {
                struct task task;
                exercise_make(kind, difficulty, (uint64_t)seed, &task);
                test(&task, kind, difficulty, seed);
                task_free(&task);
            }
}

static void expect_right(const struct task *task, int kind, int difficulty, int seed)
{
    struct task_answer answer;
    struct task_words words;
    struct task_reply reply;
    struct error error = {0};
    if (!task_check(task, &error))
        fail_at(kind, difficulty, seed, error.text);
    task_solve(task, &answer, &words);
    task_judge(task, &answer, &reply);
    if (reply.verdict != TASK_RIGHT)
        fail_at(kind, difficulty, seed, reply.words.text);
    if (task->sentence[0] == '\0' || task->hint[0] == '\0' || words.text[0] == '\0')
        fail_at(kind, difficulty, seed, "says nothing");
    for (int i = 0; i < words.mark_count; i++)
        if (words.marks[i].kind < TASK_MARK_ROW &&
            (!exercise_is_on_sheet(task, words.marks[i].from) ||
             !exercise_is_on_sheet(task, words.marks[i].to)))
            fail_at(kind, difficulty, seed, "an arrow leaves the sheet");
    for (int i = 0; i < words.mark_count && task->ask == TASK_POINT; i++)
        if (words.marks[i].kind == TASK_MARK_RING &&
            !point_equal(words.marks[i].to, task->points[0]))
            fail_at(kind, difficulty, seed, "a ring is round something else than the answer");
}

static void test_what_is_right_is_right(void **state)
{
    (void)state;
    for_all(expect_right);
}

/* Of "Can this bend be taken?" either answer is as likely, or guessing would do. */
static void test_bends_can_be_taken_or_not(void **state)
{
    enum { BENDS = 200 };
    int kind = exercise_find("bend"), yes = 0;
    (void)state;
    for (int seed = 0; seed < BENDS; seed++) {
        struct task task;
        exercise_make(kind, EXERCISE_EASY, (uint64_t)seed, &task);
        yes += task.choices[0].right;
        task_free(&task);
    }
    assert_in_range(yes, BENDS * 2 / 5, BENDS * 3 / 5);
}

static void expect_wrong(const struct task *task, int kind, int difficulty, int seed)
{
    for (int i = 0; i < task->wrong_count; i++) {
        struct task_reply reply;
        task_judge(task, &task->wrongs[i].answer, &reply);
        if (reply.verdict != TASK_WRONG)
            fail_at(kind, difficulty, seed, "what is offered as wrong is not");
        if (reply.words.text[0] == '\0')
            fail_at(kind, difficulty, seed, "a wrong answer is not explained");
    }
}

static void test_what_is_offered_as_wrong_is_wrong(void **state)
{
    (void)state;
    for_all(expect_wrong);
}

/* One alone is no plural: "1 square", "1 move", and "n more squares" are others. */
static bool counts_well(const char *text)
{
    static const char *const plurals[] = {" 1 squares", " 1 moves"};
    return strstr(text, plurals[0]) == NULL && strstr(text, plurals[1]) == NULL;
}

/* Texts are whole: nothing was cut, and nothing is a hole in a format. What they say in numbers is
 * true, as of a lesson. */
static void expect_whole_texts(const struct task *task, int kind, int difficulty, int seed)
{
    const char *const texts[] = {task->sentence, task->hint, task->why.text};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(texts[i]);
        if (length + 4 >= TASK_TEXT_BYTES || strchr(".?)", texts[i][length - 1]) == NULL ||
            strchr(texts[i], '%') != NULL || strstr(texts[i], "  ") != NULL ||
            !counts_well(texts[i]))
            fail_at(kind, difficulty, seed, texts[i]);
    }
    struct plan_step step = {.say = (char *)task->sentence, .task = *task};
    const struct lesson_plan plan = {.steps = &step, .step_count = 1};
    struct error error = {0};
    if (!lesson_check_claims(&plan, &error))
        fail_at(kind, difficulty, seed, error.text);
    for (int i = 0; i < task->wrong_count; i++) {
        const char *text = task->wrongs[i].why;
        if (strlen(text) + 4 >= TASK_TEXT_BYTES || strchr(".)", text[strlen(text) - 1]) == NULL)
            fail_at(kind, difficulty, seed, text);
    }
}

static void test_texts_are_whole(void **state)
{
    (void)state;
    for_all(expect_whole_texts);
}

static void expect_same_again(const struct task *task, int kind, int difficulty, int seed)
{
    struct text first = {0}, second = {0}, third = {0};
    struct task again, copy, other;
    exercise_make(kind, difficulty, (uint64_t)seed, &again);
    exercise_make(kind, difficulty, (uint64_t)seed + 1000, &other);
    task_copy(&copy, &again);
    task_free(&again);
    task_append_json(&first, task);
    task_append_json(&second, &copy);
    task_append_json(&third, &other);
    assert_string_equal(text_string(&first), text_string(&second));
    if (strcmp(text_string(&first), text_string(&third)) == 0 && seed == 0)
        fail_at(kind, difficulty, seed, "another seed makes the same");
    task_free(&copy);
    task_free(&other);
    text_free(&first);
    text_free(&second);
    text_free(&third);
}

static void test_a_seed_makes_one_exercise(void **state)
{
    (void)state;
    for_all(expect_same_again);
}

/* --- no reply gives the answer away ----------------------------------------------------------- */

enum { MANY_SEEDS = 1000, NAMES = 40 };

/* The kinds of error that were told, by their names. */
static const char *met[NAMES];
static int met_count;

static void meet(const char *name)
{
    for (int i = 0; i < met_count; i++)
        if (strcmp(met[i], name) == 0)
            return;
    assert_true(met_count < NAMES);
    met[met_count++] = name;
}

/* Does a number stand in a text as one of its own, "3" in "(3, 1)" but not in "13" or "3.5"? */
static bool has_number(const char *text, const char *number)
{
    size_t length = strlen(number);
    for (const char *at = strstr(text, number); at != NULL; at = strstr(at + 1, number)) {
        char before = at > text ? at[-1] : ' ', after = at[length];
        bool digit_before = (before >= '0' && before <= '9') || before == '.';
        bool digit_after = (after >= '0' && after <= '9') ||
                           (after == '.' && at[length + 1] >= '0' && at[length + 1] <= '9');
        if (!digit_before && !digit_after)
            return true;
    }
    return false;
}

static bool is_told(const struct task *task, const struct task_answer *right,
                    const struct task_answer *given, const struct task_reply *reply)
{
    for (int i = 0; i < task->field_count; i++) {
        bool typed = false;
        for (int k = 0; k < task->field_count; k++)
            typed = typed || strcmp(given->typed[k], right->typed[i]) == 0;
        if (!typed && has_number(reply->words.text, right->typed[i]))
            return true;
    }
    if (task->ask == TASK_CHOICE && task->choices[right->number].scene == NULL)
        return strstr(reply->words.text, task->choices[right->number].text) != NULL;
    if (task->ask == TASK_CHOICE) { /* "In graph B ...": the one that was clicked */
        char name[TASK_LABEL_BYTES + 8];
        snprintf(name, sizeof name, "graph %s", task->choices[right->number].text);
        return strstr(reply->words.text, name) != NULL;
    }
    char number[16];
    snprintf(number, sizeof number, "%d", right->number);
    if (task->ask == TASK_ROW && has_number(reply->words.text, number))
        return true;
    /* On the sheet nothing points to what is right, but an answer that ends there itself. */
    if (task->ask == TASK_POINT)
        for (int i = 0; i < reply->words.mark_count; i++)
            for (int k = 0; k < task->point_count; k++)
                if (point_equal(reply->words.marks[i].to, task->points[k]))
                    return true;
    return (task->ask == TASK_POINT || task->ask == TASK_ACCELERATION) &&
           strpbrk(reply->words.text, "0123456789") != NULL;
}

static void expect_silence(const struct task *task, const struct task_answer *right,
                           const struct task_answer *answer, int kind, int difficulty, int seed)
{
    struct task_reply reply;
    task_judge(task, answer, &reply);
    if (reply.verdict != TASK_WRONG)
        return;
    if (reply.words.text[0] == '\0')
        fail_at(kind, difficulty, seed, "a wrong answer is told nothing");
    if (is_told(task, right, answer, &reply))
        fail_at(kind, difficulty, seed, reply.words.text);
    if (reply.error != NULL)
        meet(reply.error);
}

/* Each field alone, and all of them, with numbers from around it; each point and choice. */
static void try_answers(const struct task *task, int kind, int difficulty, int seed)
{
    struct task_answer right, answer;
    struct task_words words;
    if (task->ask == TASK_DRIVE)
        return;
    task_solve(task, &right, &words);
    for (int number = -5; task->ask == TASK_NUMBERS && number <= 15; number++) {
        struct task_answer all = right;
        for (int i = 0; i < task->field_count; i++) {
            answer = right;
            snprintf(answer.typed[i], TASK_TYPED_BYTES, "%d", number);
            memcpy(all.typed[i], answer.typed[i], TASK_TYPED_BYTES);
            expect_silence(task, &right, &answer, kind, difficulty, seed);
        }
        expect_silence(task, &right, &all, kind, difficulty, seed);
    }
    for (int i = 0; i < task->wrong_count; i++)
        expect_silence(task, &right, &task->wrongs[i].answer, kind, difficulty, seed);
    for (int i = 0; (task->ask == TASK_CHOICE || task->ask == TASK_ROW) && i < TASK_ROWS; i++) {
        answer = (struct task_answer){.number = i};
        expect_silence(task, &right, &answer, kind, difficulty, seed);
    }
    bool far = task->ask == TASK_POINT;
    for (int y = far ? 0 : -1; y <= (far ? task->scene.height : 1); y++)
        for (int x = far ? 0 : -1; x <= (far ? task->scene.width : 1); x++) {
            answer = (struct task_answer){.point = {x, y}, .number = -1};
            if (task->ask == TASK_POINT || task->ask == TASK_ACCELERATION)
                expect_silence(task, &right, &answer, kind, difficulty, seed);
        }
}

/* Over 1,000 seeds a kind: what is said to a wrong answer has no number of the right one, unless it
 * was typed, and nothing on the sheet points to the right point. */
static void test_no_reply_gives_the_answer_away(void **state)
{
    (void)state;
    for (int kind = 0; kind < exercise_kind_count(); kind++)
        for (int seed = 0; seed < MANY_SEEDS; seed++) {
            struct task task;
            int difficulty = EXERCISE_EASY + seed % 3;
            exercise_make(kind, difficulty, (uint64_t)seed, &task);
            try_answers(&task, kind, difficulty, seed);
            task_free(&task);
        }
    assert_true(met_count >= 12);
}

/* --- kinds of error, by hand ------------------------------------------------------------------ */

struct known {
    const char *typed[2], *error;
};

static void expect_errors(const struct task *task, const struct known *known, int count)
{
    for (int i = 0; i < count; i++) {
        struct task_answer answer = {.number = -1};
        struct task_reply reply;
        for (int k = 0; k < task->field_count; k++)
            snprintf(answer.typed[k], TASK_TYPED_BYTES, "%s", known[i].typed[k]);
        task_judge(task, &answer, &reply);
        assert_int_equal(reply.verdict, TASK_WRONG);
        if (known[i].error == NULL)
            assert_null(reply.error);
        else
            assert_string_equal(reply.error ? reply.error : "none", known[i].error);
    }
}

/* From (5, 3) with (2, 1) and then a = (1, -3): (3, -2) to (10, 2). */
static void begin_two_moves(struct task *task)
{
    struct error error;
    task_init(task, 16, 10);
    task->scene.reach = 3;
    scene_add_body(&task->scene, (struct point){5, 3}, (struct point){2, 1});
    scene_step(&task->scene);
    assert_true(scene_choose(&task->scene, 0, (struct point){1, -3}, &error));
    scene_step(&task->scene);
}

static void test_kinds_of_error_of_vectors(void **state)
{
    (void)state;
    struct task task;
    begin_two_moves(&task);
    task_add_field(&task, "vx", "", measure_whole(3));
    task_add_field(&task, "vy", "", measure_whole(-2));
    expect_errors(&task,
                  (const struct known[]){{{"-3", "2"}, "sign"},
                                         {{"3 squares a move", "2 squares"}, "sign"},
                                         {{"-2", "3"}, "swapped"},
                                         {{"10", "2"}, "place"},
                                         {{"10", "-2"}, "place"},
                                         {{"1", "-3"}, "acceleration"},
                                         {{"2", "1"}, "move"},
                                         {{"6", "-4"}, "whole-way"},
                                         {{"9", "9"}, NULL}},
                  9);
    task_free(&task);
    begin_two_moves(&task);
    task_add_field(&task, "ax", "", measure_whole(1));
    task_add_field(&task, "ay", "", measure_whole(-3));
    expect_errors(&task, (const struct known[]){{{"3", "-2"}, "velocity"}, {{"10", "2"}, "place"}},
                  2);
    task_free(&task);
}

/* From (10, 2) with (3, -2) each part can change by one; written is the velocity, the push or both.
 */
static void test_the_next_move_is_written(void **state)
{
    (void)state;
    static const struct {
        char typed[VECTOR_NUMBERS][TASK_TYPED_BYTES];
        enum task_verdict verdict;
        int end_x, end_y; /* of the move that is meant */
        int first;
        unsigned faulty;
        const char *told; /* part of it */
    } cases[] = {
        {{"4", "-1"}, TASK_RIGHT, 14, 1, -1, 0, ""},
        {{"", "", "1", "-1"}, TASK_RIGHT, 14, -1, -1, 0, ""},
        {{"2 squares a move", "-2", "-1", "0"}, TASK_RIGHT, 12, 0, -1, 0, ""},
        {{"", "", "", ""}, TASK_UNREADABLE, 0, 0, 0, 0, ""},
        {{"4", "", "", ""}, TASK_UNREADABLE, 0, 0, 1, 0, ""},
        {{"x", "1", "", ""}, TASK_UNREADABLE, 0, 0, 0, 1, "Type"},
        {{"-2", "3"}, TASK_WRONG, 0, 0, 0, 3, "v: The first number is"},
        {{"3", "2"}, TASK_WRONG, 0, 0, 1, 2, "v: The size is right"},
        {{"13", "0"}, TASK_WRONG, 0, 0, 0, 3, "v: That is a position"},
        {{"1", "1"}, TASK_WRONG, 0, 0, 0, 3, "v: That is the change"},
        {{"5", "-2"}, TASK_WRONG, 0, 0, 0, 3, "v: No move that can be made"},
        {{"4", "-2", "4", "-2"}, TASK_WRONG, 0, 0, 2, 12, "a: That is a velocity"},
        {{"4", "-2", "0", "1"}, TASK_WRONG, 0, 0, 2, 12, "a: The first number is"},
        {{"", "", "3", "-1"}, TASK_WRONG, 0, 0, 2, 4, "a: That is a velocity"},
    };
    struct task task;
    struct scene_move moves[9];
    begin_two_moves(&task);
    for (int i = 0; i < 9; i++) {
        struct point push = {i % 3 - 1, i / 3 - 1}, v = {3 + push.x, -2 + push.y};
        moves[i] = (struct scene_move){
            .choice = push, .velocity = v, .at = point_add((struct point){10, 2}, v)};
    }
    struct kinematics of =
        kinematics_of(&task.scene, (struct kinematics_look){.unit = kinematics_squares});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char typed[VECTOR_NUMBERS][TASK_TYPED_BYTES];
        struct vectors_reply reply;
        memcpy(typed, cases[i].typed, sizeof typed);
        task_judge_vectors(&of, 0, moves, 9, typed, &reply);
        assert_int_equal(reply.verdict, cases[i].verdict);
        assert_int_equal(reply.first, cases[i].first);
        assert_int_equal(reply.faulty, cases[i].faulty);
        assert_non_null(strstr(reply.told, cases[i].told));
        if (reply.verdict == TASK_RIGHT)
            assert_true(
                point_equal(moves[reply.move].at, (struct point){cases[i].end_x, cases[i].end_y}));
        if (reply.verdict == TASK_WRONG)
            assert_null(strpbrk(reply.told, "0123456789"));
    }
    assert_int_equal(of.scene->bodies[0].count, 2);
    task_free(&task);
}

static void test_kinds_of_error_of_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *label;
        int64_t numerator, denominator, square;
        struct known known[9];
    } cases[] = {
        {"|v|",
         0,
         0,
         25, /* of (4, 3) */
         {{{"25", ""}, "root"},
          {{"7", ""}, "corner"},
          {{"1", ""}, "corner"},
          {{"4", ""}, "part"},
          {{"-5", ""}, "sign"},
          {{"3,61", ""}, "squares"}, /* the root of 4 + 3² */
          {{"√7", ""}, "squares"},   /* of 4 + 3, or of 4² - 3² */
          {{"10", ""}, "factor"}}},
        {"|v|",
         0,
         0,
         13, /* of (3, 2) */
         {{{"13", ""}, "root"}, {{"5", ""}, "corner"}, {{"3", ""}, "part"}}},
        {"squares",
         10,
         1,
         0, /* 4 + 3 + 2 + 1 */
         {{{"8", ""}, "book"},
          {{"25/2", ""}, "book"},
          {{"12.5", ""}, "book"},
          {{"6", ""}, "sum-of-moves"},
          {{"15", ""}, "sum-of-moves"},
          {{"11", ""}, "count"},
          {{"20", ""}, "factor"}}},
        {"v", 15, 2, 0, {{{"2/15", ""}, "upside-down"}, {{"15", ""}, "factor"}}},
        {"number of moves", 7, 1, 0, {{{"6 moves", ""}, "count"}, {{"8 turns", ""}, "count"}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct task task;
        int count = 0;
        task_init(&task, 10, 10);
        task_add_field(&task, cases[i].label, "",
                       cases[i].square
                           ? measure_root(cases[i].square, 1)
                           : measure_fraction(cases[i].numerator, cases[i].denominator));
        while (cases[i].known[count].error != NULL)
            count++;
        expect_errors(&task, cases[i].known, count);
        struct task_answer answer = {.number = -1};
        struct task_reply reply;
        struct text opposite = {0};
        measure_append(&opposite, measure_times(task.fields[0].right, -1, 1), MEASURE_EXACT);
        snprintf(answer.typed[0], TASK_TYPED_BYTES, "%s", text_string(&opposite));
        task_judge(&task, &answer, &reply);
        assert_string_equal(reply.error, "sign");
        assert_null(strstr(reply.words.text, "left and down")); /* it has no direction */
        text_free(&opposite);
        task_free(&task);
    }
}

static void test_kinds_of_error_of_points(void **state)
{
    (void)state;
    static const struct {
        struct point clicked;
        const char *error;
    } cases[] = {
        {{5, 3}, "standing"}, {{3, 5}, "axis"},  {{5, 9}, "coordinates"}, {{7, 7}, "swapped"},
        {{1, 1}, "sign"},     {{9, 1}, "sign"},  {{4, 2}, "velocity"},    {{2, 1}, "velocity"},
        {{7, 4}, "move"},     {{11, 6}, "move"}, {{0, 9}, NULL},
    };
    struct task task;
    task_init(&task, 16, 10);
    scene_add_body(&task.scene, (struct point){5, 3}, (struct point){2, 1});
    task.ask = TASK_POINT;
    task.points[task.point_count++] = (struct point){9, 5}; /* two moves on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct task_answer answer = {.point = cases[i].clicked, .number = -1};
        struct task_reply reply;
        task_judge(&task, &answer, &reply);
        assert_int_equal(reply.verdict, TASK_WRONG);
        assert_string_equal(reply.error ? reply.error : "none",
                            cases[i].error ? cases[i].error : "none");
    }
    task_free(&task);
}

/* Whatever is clicked or typed, there is a reply; nothing else than what is right counts. */
static void expect_replies(const struct task *task, int kind, int difficulty, int seed)
{
    struct task_answer answer = {.number = -1};
    struct task_reply reply;
    task_judge(task, &answer, &reply);
    if (task->ask != TASK_POINT && task->ask != TASK_ACCELERATION &&
        reply.verdict != TASK_UNREADABLE)
        fail_at(kind, difficulty, seed, "nothing answered is taken for an answer");
    int right = 0;
    for (int y = -1; y <= task->scene.height; y++)
        for (int x = -1; x <= task->scene.width; x++) {
            answer.point = (struct point){x, y};
            answer.number = x;
            task_judge(task, &answer, &reply);
            right += reply.verdict == TASK_RIGHT;
        }
    if ((task->ask == TASK_POINT || task->ask == TASK_ACCELERATION) && right != task->point_count)
        fail_at(kind, difficulty, seed, "another point counts, too");
}

static void test_replies_to_anything(void **state)
{
    (void)state;
    for_all(expect_replies);
}

static void test_mixed_sets_have_each_kind_once(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        uint32_t seen = 0;
        for (int i = 0; i < exercise_kind_count(); i++)
            seen |= 1u << exercise_mixed_kind(seed, i);
        assert_int_equal(seen, (1u << exercise_kind_count()) - 1);
    }
}

static void test_kinds_are_found_by_name(void **state)
{
    (void)state;
    int difficulty = 0;
    assert_true(exercise_kind_count() >= 12);
    for (int kind = 0; kind < exercise_kind_count(); kind++)
        assert_int_equal(exercise_find(exercise_name(kind)), kind);
    assert_int_equal(exercise_find("nothing"), -1);
    assert_true(exercise_find_difficulty("hard", &difficulty));
    assert_int_equal(difficulty, EXERCISE_HARD);
    assert_true(exercise_find_difficulty("2", &difficulty));
    assert_int_equal(difficulty, EXERCISE_MEDIUM);
    assert_false(exercise_find_difficulty("4", &difficulty));
    assert_false(exercise_find_difficulty("", &difficulty));
}

/* A drive by hand: from rest two squares to the right, so that it stands there. */
static void test_judges_a_drive(void **state)
{
    (void)state;
    struct task task;
    struct task_reply reply;
    task_init(&task, 10, 4);
    scene_add_body(&task.scene, (struct point){1, 1}, (struct point){0, 0});
    task.scene.targets[0] = (struct scene_target){.at = {3, 1}, .has_velocity = true};
    task.scene.target_count = 1;
    task.ask = TASK_DRIVE;
    task.moves_most = 3;
    struct error error;
    assert_true(task_check(&task, &error));
    task.moves_most = 2;
    assert_false(task_check(&task, &error));
    task.moves_most = 3;
    struct task_answer answer = {.moves = {{1, 0}, {0, 0}, {-1, 0}}, .move_count = 3};
    task_judge(&task, &answer, &reply);
    assert_int_equal(reply.verdict, TASK_RIGHT);
    answer.move_count = 2;
    task_judge(&task, &answer, &reply);
    assert_int_equal(reply.verdict, TASK_UNREADABLE);
    answer = (struct task_answer){.moves = {{1, 0}, {-1, 0}, {1, 0}}, .move_count = 3};
    task_judge(&task, &answer, &reply);
    assert_int_equal(reply.verdict, TASK_WRONG);
    assert_non_null(strstr(reply.words.text, "but with v = (1,\u00a00)"));
    answer = (struct task_answer){.moves = {{-1, 0}, {-1, 0}}, .move_count = 2};
    task_judge(&task, &answer, &reply);
    assert_int_equal(reply.verdict, TASK_WRONG);
    assert_non_null(strstr(reply.words.text, "Move 2 leaves"));
    answer = (struct task_answer){.moves = {{2, 0}}, .move_count = 1};
    task_judge(&task, &answer, &reply);
    assert_int_equal(reply.verdict, TASK_UNREADABLE);
    task_free(&task);
}

static void test_walls_of_a_scene_are_not_touched(void **state)
{
    (void)state;
    struct scene scene;
    scene_init(&scene, 10, 10);
    scene.walls[scene.wall_count++] = (struct scene_wall){{5, 2}, {5, 8}};
    static const struct {
        struct point from, to;
        bool clear;
    } moves[] = {
        {{4, 5}, {6, 5}, false}, {{3, 5}, {5, 5}, false}, {{3, 5}, {4, 5}, true},
        {{4, 1}, {6, 3}, false}, {{4, 0}, {6, 2}, true},  {{5, 3}, {5, 4}, false},
        {{5, 0}, {5, 1}, true},  {{4, 9}, {6, 9}, true},  {{9, 5}, {11, 5}, false},
        {{4, 5}, {4, 5}, true},  {{5, 5}, {5, 5}, false},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_int_equal(reach_is_clear(&scene, moves[i].from, moves[i].to), moves[i].clear);
    scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_right_is_right),
        cmocka_unit_test(test_bends_can_be_taken_or_not),
        cmocka_unit_test(test_what_is_offered_as_wrong_is_wrong),
        cmocka_unit_test(test_texts_are_whole),
        cmocka_unit_test(test_no_reply_gives_the_answer_away),
        cmocka_unit_test(test_kinds_of_error_of_vectors),
        cmocka_unit_test(test_the_next_move_is_written),
        cmocka_unit_test(test_kinds_of_error_of_numbers),
        cmocka_unit_test(test_kinds_of_error_of_points),
        cmocka_unit_test(test_a_seed_makes_one_exercise),
        cmocka_unit_test(test_replies_to_anything),
        cmocka_unit_test(test_mixed_sets_have_each_kind_once),
        cmocka_unit_test(test_kinds_are_found_by_name),
        cmocka_unit_test(test_judges_a_drive),
        cmocka_unit_test(test_walls_of_a_scene_are_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
