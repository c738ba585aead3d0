/* Every kind of exercise in every difficulty: it can be answered, what is right is judged right,
 * what is offered as wrong is judged wrong and explained, and it is the same again.
 */
#include "session/graph_paper/exercise.h"
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
}

static void test_what_is_right_is_right(void **state)
{
    (void)state;
    for_all(expect_right);
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

/* Texts are whole: nothing was cut, and nothing is a hole in a format. */
static void expect_whole_texts(const struct task *task, int kind, int difficulty, int seed)
{
    const char *const texts[] = {task->sentence, task->hint, task->why.text};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(texts[i]);
        if (length + 4 >= TASK_TEXT_BYTES || strchr(".?)", texts[i][length - 1]) == NULL ||
            strchr(texts[i], '%') != NULL || strstr(texts[i], "  ") != NULL)
            fail_at(kind, difficulty, seed, texts[i]);
    }
    for (int i = 0; i < task->wrong_count; i++) {
        const char *text = task->wrongs[i].why.text;
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

/* No reply to a wrong answer is words alone: something on the sheet, in the table or the graph
 * belongs to it, be the answer expected or not. */
static void expect_marks(const struct task *task, int kind, int difficulty, int seed)
{
    struct task_answer answer = {.point = {-1, -1}, .number = -1};
    struct task_reply reply;
    for (int i = 0; i < task->wrong_count; i++) {
        task_judge(task, &task->wrongs[i].answer, &reply);
        if (reply.words.mark_count == 0)
            fail_at(kind, difficulty, seed, reply.words.text);
    }
    for (int i = 0; i < task->field_count; i++)
        snprintf(answer.typed[i], sizeof answer.typed[i], "%d", 98);
    task_judge(task, &answer, &reply);
    if (reply.verdict == TASK_WRONG && reply.words.mark_count == 0)
        fail_at(kind, difficulty, seed, reply.words.text);
}

static void test_explanations_are_drawn(void **state)
{
    (void)state;
    for_all(expect_marks);
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
    assert_non_null(strstr(reply.words.text, "but with v = (1, 0)"));
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
        cmocka_unit_test(test_what_is_offered_as_wrong_is_wrong),
        cmocka_unit_test(test_texts_are_whole),
        cmocka_unit_test(test_explanations_are_drawn),
        cmocka_unit_test(test_a_seed_makes_one_exercise),
        cmocka_unit_test(test_replies_to_anything),
        cmocka_unit_test(test_mixed_sets_have_each_kind_once),
        cmocka_unit_test(test_kinds_are_found_by_name),
        cmocka_unit_test(test_judges_a_drive),
        cmocka_unit_test(test_walls_of_a_scene_are_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
