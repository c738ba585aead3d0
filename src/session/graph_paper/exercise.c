/* The table of kinds, and what they share: see exercise.h and exercise_inside.h. */
#include "session/graph_paper/exercise_inside.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/number.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *title, *aim;
    exercise_maker *make;
} kinds[] = {
    {"velocity", "Velocity now", "Reads a velocity off the last move.", exercise_make_velocity},
    {"choose", "Which acceleration?", "Finds the acceleration that leads to a point.",
     exercise_make_choose},
    {"inertia", "Where inertia leads", "Predicts where a car is if nothing is chosen.",
     exercise_make_inertia},
    {"chosen", "What was chosen?", "Finds the acceleration between two moves.",
     exercise_make_chosen},
    {"table", "Complete the table", "Uses v = v before + a and p = p before + v, both ways.",
     exercise_make_table},
    {"mistake", "Find the mistake", "Checks a record row by row.", exercise_make_mistake},
    {"graph", "Read the graph", "Reads values, slopes and areas off a graph.", exercise_make_graph},
    {"which-graph", "Which graph?", "Finds the graph that belongs to a way.",
     exercise_make_which_graph},
    {"stop", "Until it stands", "Adds up a braking distance.", exercise_make_stop},
    {"brake-wall", "Before the wall", "Finds the last moment to brake.", exercise_make_brake_wall},
    {"bend", "Can this bend be taken?", "Judges a speed before a bend.", exercise_make_bend},
    {"fewest", "From rest to rest", "Plans the fewest moves between two points.",
     exercise_make_fewest},
    {"meet", "Meet the target", "Plans a meeting with something that moves.", exercise_make_meet},
    {"relative", "As the other one sees it", "Takes the difference of two motions.",
     exercise_make_relative},
    {"throw", "In the wind", "Follows a throw under a constant acceleration.", exercise_make_throw},
    {"along", "Along and across", "Tells choices that change the speed from those that turn.",
     exercise_make_along},
};
enum { KINDS = sizeof kinds / sizeof *kinds, TRIES = 100000 };
static const char *const difficulties[] = {"easy", "medium", "hard"};

int exercise_kind_count(void)
{
    return KINDS;
}

const char *exercise_name(int kind)
{
    return kinds[kind].name;
}

const char *exercise_title(int kind)
{
    return kinds[kind].title;
}

const char *exercise_aim(int kind)
{
    return kinds[kind].aim;
}

int exercise_find(const char *name)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return i;
    return -1;
}

const char *exercise_difficulty_name(int difficulty)
{
    return difficulties[difficulty - EXERCISE_EASY];
}

bool exercise_find_difficulty(const char *name, int *difficulty)
{
    int64_t number;
    if (number_is_integer(name, EXERCISE_EASY, EXERCISE_HARD, &number)) {
        *difficulty = (int)number;
        return true;
    }
    for (int i = EXERCISE_EASY; i <= EXERCISE_HARD; i++)
        if (strcmp(exercise_difficulty_name(i), name) == 0) {
            *difficulty = i;
            return true;
        }
    return false;
}

/* By the name, so that a new kind leaves what the others make as it is. */
static struct random random_of(int kind, int difficulty, uint64_t seed)
{
    uint64_t mixed = hash_bytes(HASH_START, kinds[kind].name, strlen(kinds[kind].name));
    mixed = hash_number(mixed, difficulty);
    return random_seeded(hash_number(mixed, (int64_t)seed));
}

void exercise_make(int kind, int difficulty, uint64_t seed, struct task *task)
{
    assert(kind >= 0 && kind < KINDS);
    assert(difficulty >= EXERCISE_EASY && difficulty <= EXERCISE_HARD);
    struct random random = random_of(kind, difficulty, seed);
    for (int i = 0; i < TRIES; i++) {
        *task = (struct task){0};
        if (kinds[kind].make(&random, difficulty, task))
            return;
        task_free(task);
    }
    assert(false && "an exercise of each kind is found sooner");
}

int exercise_mixed_kind(uint64_t seed, int index)
{
    int order[KINDS] = {0};
    struct random random = random_seeded(seed + (uint64_t)(index / KINDS));
    for (int i = 0; i < KINDS; i++) {
        int other = (int)random_below(&random, (uint32_t)i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    return order[index % KINDS];
}

uint64_t exercise_seed(uint64_t seed, int index)
{
    struct random random = random_seeded(seed);
    uint64_t drawn = seed;
    for (int i = 0; i < index; i++)
        drawn = random_next(&random);
    return drawn;
}

/* --- drawing at random ------------------------------------------------------------------------ */

int exercise_draw(struct random *random, int low, int high)
{
    return low + (int)random_below(random, (uint32_t)(high - low) + 1);
}

bool exercise_toss(struct random *random)
{
    return random_below(random, 2) == 1;
}

struct point exercise_draw_point(struct random *random, struct point low, struct point high)
{
    struct point drawn;
    drawn.x = exercise_draw(random, low.x, high.x);
    drawn.y = exercise_draw(random, low.y, high.y);
    return drawn;
}

/* --- bodies ----------------------------------------------------------------------------------- */

bool exercise_is_on_sheet(const struct task *task, struct point point)
{
    const struct scene *scene = &task->scene;
    return point.x >= 0 && point.y >= 0 && point.x <= scene->width && point.y <= scene->height;
}

static bool keeps_to(const struct task *task, const struct exercise_way *way, struct point at,
                     struct point velocity)
{
    return at.x >= way->margin && at.y >= way->margin && at.x <= task->scene.width - way->margin &&
           at.y <= task->scene.height - way->margin && point_reach(velocity) <= way->speed;
}

/* The accelerations of a way that keeps to what is wanted. */
static bool draw_choices(struct random *random, const struct task *task,
                         const struct exercise_way *way, struct point at, struct point velocity,
                         struct point choices[])
{
    for (int i = 0; i < way->moves; i++) {
        choices[i] = exercise_draw_point(random, (struct point){-1, way->straight ? 0 : -1},
                                         (struct point){1, way->straight ? 0 : 1});
        velocity = point_add(point_add(velocity, choices[i]), task->scene.wind);
        at = point_add(at, velocity);
        if (!keeps_to(task, way, at, velocity))
            return false;
    }
    return true;
}

int exercise_add_way(struct random *random, struct task *task, const struct exercise_way *way)
{
    struct scene *scene = &task->scene;
    struct point velocity = {0, 0}, choices[TASK_ROWS];
    struct error error;
    struct point at = exercise_draw_point(
        random, (struct point){way->margin, way->margin},
        (struct point){scene->width - way->margin, scene->height - way->margin});
    assert(way->moves < TASK_ROWS);
    if (!way->from_rest)
        velocity = exercise_draw_point(random,
                                       (struct point){-way->speed, way->straight ? 0 : -way->speed},
                                       (struct point){way->speed, way->straight ? 0 : way->speed});
    if (!draw_choices(random, task, way, at, velocity, choices))
        return -1;
    bool first = scene->body_count == 0;
    scene_go(scene, 0);
    int body = scene_add_body(scene, at, velocity);
    for (int i = 0; i < way->moves; i++) {
        scene_choose(scene, body, choices[i], &error);
        scene_step(scene);
    }
    return first || scene_length(scene) == way->moves ? body : -1;
}

void exercise_drive(struct scene *scene, const struct point *accelerations, int count)
{
    struct error error;
    for (int i = 0; i < count; i++) {
        scene_choose(scene, 0, accelerations[i], &error);
        scene_step(scene);
    }
}

/* --- words ------------------------------------------------------------------------------------ */

void exercise_ask_pair(struct task *task, const char *letter, const char *unit, struct point right)
{
    char label[8];
    snprintf(label, sizeof label, "%sx", letter);
    task_add_field(task, label, unit, measure_whole(right.x));
    snprintf(label, sizeof label, "%sy", letter);
    task_add_field(task, label, unit, measure_whole(right.y));
}

static bool is_same_answer(const struct task *task, const struct task_answer *a,
                           const struct task_answer *b)
{
    for (int i = 0; i < task->field_count; i++)
        if (strcmp(a->typed[i], b->typed[i]) != 0)
            return false;
    return point_equal(a->point, b->point) && a->number == b->number;
}

static struct task_words *offer(struct task *task, const struct task_answer *answer)
{
    if (task->wrong_count == TASK_WRONGS)
        return NULL;
    for (int i = 0; i < task->wrong_count; i++)
        if (is_same_answer(task, &task->wrongs[i].answer, answer))
            return NULL;
    struct task_wrong *wrong = task_add_wrong(task);
    wrong->answer = *answer;
    return &wrong->why;
}

struct task_words *exercise_offer(struct task *task, const struct measure *numbers)
{
    struct task_answer answer = {.number = -1};
    bool right = true;
    for (int i = 0; i < task->field_count; i++) {
        struct text text = {0};
        measure_append(&text, numbers[i], MEASURE_EXACT);
        task_say(answer.typed[i], TASK_TYPED_BYTES, "%s", text_string(&text));
        text_free(&text);
        right = right && measure_equal(numbers[i], task->fields[i].right);
    }
    return right ? NULL : offer(task, &answer);
}

struct task_words *exercise_offer_pair(struct task *task, struct point numbers)
{
    const struct measure both[] = {measure_whole(numbers.x), measure_whole(numbers.y)};
    return exercise_offer(task, both);
}

struct task_words *exercise_offer_number(struct task *task, int64_t number)
{
    const struct measure numbers[] = {measure_whole(number)};
    return exercise_offer(task, numbers);
}

struct task_words *exercise_offer_point(struct task *task, struct point point)
{
    for (int i = 0; i < task->point_count; i++)
        if (point_equal(task->points[i], point))
            return NULL;
    if (task->ask == TASK_POINT && !exercise_is_on_sheet(task, point))
        return NULL;
    return offer(task, &(struct task_answer){.point = point, .number = -1});
}

struct task_words *exercise_offer_choice(struct task *task, int choice)
{
    bool right =
        task->ask == TASK_ROW ? (task->right_rows >> choice & 1) != 0 : task->choices[choice].right;
    return right ? NULL : offer(task, &(struct task_answer){.number = choice});
}

void exercise_mark_way(struct task_words *words, const struct scene *scene, int body,
                       const struct point *accelerations, int count)
{
    struct point at = scene_at(&scene->bodies[body], scene->now);
    struct point velocity = scene_inertia(&scene->bodies[body], scene->now);
    for (int i = 0; i < count; i++) {
        velocity = point_add(point_add(velocity, scene->wind), accelerations[i]);
        struct point to = point_add(at, velocity);
        task_mark(words, TASK_MARK_GHOST, at, to, "");
        at = to;
    }
}

void exercise_lay(struct scene *scene, const struct exercise_loop *loops, int count)
{
    struct error error;
    struct draft draft = {.width = scene->width, .height = scene->height};
    draft_add_item(&draft, DRAFT_WALL, 0);
    for (int i = 0; i < count; i++) {
        draft_begin_loop(&draft);
        for (int k = 0; k < loops[i].count; k++)
            draft_add_vertex(&draft, point_to_fine(loops[i].corners[k]), &error);
        draft_close_loop(&draft);
    }
    struct track *track = track_from_draft(&draft, &error);
    assert(track != NULL);
    scene_lay(scene, graph_paper_course(track));
    track_release(track);
    draft_free(&draft);
}
