/* See worksheet.h: what stands on the pages of each version. */
#include "paper/graph_paper/classroom/worksheet_inside.h"

#include "base/memory.h"
#include "base/pair.h"
#include "base/random.h"
#include "drivers/graph_paper/solver/solver.h"
#include "paper/graph_paper/arrows.h"
#include "session/graph_paper/exercise.h"
#include "session/graph_paper/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned worksheet_arrows(const struct task *task)
{
    unsigned arrows = 0;
    if (task->show & TASK_SHOW_ACCELERATIONS)
        arrows |= 1u << ARROWS_WAY | 1u << ARROWS_SUM;
    if (task->show & TASK_SHOW_INERTIA)
        arrows |= 1u << ARROWS_INERTIA;
    return arrows;
}

/* --- exercises and lessons -------------------------------------------------------------------- */

/* Of a drive that was not explained by arrows: where it goes. */
static void mark_drive(struct task *task, const struct task_answer *answer)
{
    struct scene scene;
    struct error error;
    scene_copy(&scene, &task->scene);
    for (int i = 0; i < answer->move_count; i++) {
        struct point from = scene_at(&scene.bodies[task->body], scene.now);
        scene_choose(&scene, task->body, answer->moves[i], &error);
        scene_step(&scene);
        task_mark(&task->why, TASK_MARK_GHOST, from, scene_at(&scene.bodies[task->body], scene.now),
                  "");
    }
    scene_free(&scene);
}

static void solve(struct worksheet_item *item)
{
    struct task_answer answer;
    struct task_words words;
    struct text told = {0};
    if (item->asks) {
        task_solve(&item->task, &answer, &words);
        if (item->task.ask == TASK_DRIVE && item->task.why.mark_count == 0)
            mark_drive(&item->task, &answer);
        task_append_answer(&told, &item->task, &answer);
        text_append_format(&told, "%s%s", words.text[0] ? ". " : ".", words.text);
    }
    item->solution = memory_copy_string(text_string(&told));
    text_free(&told);
}

static bool make_exercises(const struct worksheet_wish *wish, int version,
                           struct worksheet_item *items, struct error *error)
{
    uint64_t seed = exercise_seed(wish->seed, version);
    for (int i = 0; i < wish->count; i++) {
        if (!worksheet_goes_on(&wish->follower, 0, TASKS_MADE, version * wish->count + i,
                               wish->versions * wish->count, error))
            return false;
        items[i].kind = wish->kind >= 0 ? wish->kind : exercise_mixed_kind(seed, i);
        items[i].asks = true;
        exercise_make(items[i].kind, wish->difficulty, exercise_seed(seed, i), &items[i].task);
        items[i].arrows = worksheet_arrows(&items[i].task);
        solve(&items[i]);
    }
    return true;
}

/* The answers of a choice in another order. */
static void shuffle_choices(struct task *task, struct random *random)
{
    int from[TASK_CHOICES] = {0}; /* the place that each had */
    struct task_choice choices[TASK_CHOICES];
    memcpy(choices, task->choices, sizeof choices);
    for (int i = 0; i < task->choice_count; i++) {
        int other = (int)random_below(random, (uint32_t)i + 1);
        from[i] = from[other];
        from[other] = i;
    }
    for (int i = 0; i < task->choice_count; i++)
        task->choices[i] = choices[from[i]];
    for (int i = 0; i < task->wrong_count; i++)
        for (int k = 0; k < task->choice_count; k++)
            if (from[k] == task->wrongs[i].answer.number) {
                task->wrongs[i].answer.number = k;
                break;
            }
}

/* Is there nothing on its sheet that the one above does not show, and nothing to be drawn? */
static bool needs_no_sheet(const struct plan_step *step)
{
    const struct plan_step *before = step - 1;
    bool writes = !step->asks || step->task.ask == TASK_NUMBERS || step->task.ask == TASK_CHOICE;
    const uint32_t figures = TASK_SHOW_TABLE | TASK_SHOW_GRAPH;
    return step->continues && writes && step->arrows == before->arrows &&
           (step->task.show | figures) == (before->task.show | figures);
}

/* Do the tables and graphs above have all of its own? */
static bool needs_no_figures(const struct plan_step *step)
{
    if (!needs_no_sheet(step))
        return false;
    const struct task *task = &step->task, *before = &(step - 1)->task;
    return (task->show & ~before->show) == 0 && (task->graphs & ~before->graphs) == 0 &&
           (task->table.columns & ~before->table.columns) == 0;
}

static void make_lesson(const struct lesson_plan *plan, uint64_t seed, struct worksheet_item *items)
{
    struct random random = random_seeded(seed);
    for (int i = 0; i < plan->step_count; i++) {
        const struct plan_step *step = &plan->steps[i];
        items[i] = (struct worksheet_item){.say = step->say,
                                           .asks = step->asks,
                                           .same_sheet = needs_no_sheet(step),
                                           .same_figures = needs_no_figures(step),
                                           .arrows = step->arrows,
                                           .kind = -1};
        task_copy(&items[i].task, &step->task);
        shuffle_choices(&items[i].task, &random);
        solve(&items[i]);
    }
}

/* --- races ------------------------------------------------------------------------------------ */

/* One car that chooses its start point and then its moves. */
static bool make_setup(struct course course, struct setup *setup, struct error *error)
{
    if (course.game != &graph_paper_game)
        return error_set(error, "a worksheet is raced on a track of graph paper");
    *setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    setup->players = 1;
    setup->course = course;
    setup->values[FIELD_CHOOSE] = CHOOSE_REVERSE;
    return setup_check(setup, error);
}

static struct session *begin_race(const struct setup *setup)
{
    struct player player = {.name = "Car", .pen = 1, .driver = "human"};
    struct error error;
    return session_begin(setup, &player, (struct allow){0}, &error);
}

static void do_point(struct session *session, struct point point)
{
    char action[40];
    struct error error;
    snprintf(action, sizeof action, "%d,%d", point.x, point.y);
    session_do(session, 0, action, &error);
}

static void shuffle_points(struct point_list *points, uint64_t seed)
{
    struct random random = random_seeded(seed);
    for (int i = points->count - 1; i > 0; i--) {
        int other = (int)random_below(&random, (uint32_t)i + 1);
        struct point moved = points->items[i];
        points->items[i] = points->items[other];
        points->items[other] = moved;
    }
}

/* The best way from one start point after the other; each comes before one comes again. */
static bool find_lines(const struct setup *setup, const struct worksheet_wish *wish,
                       struct point_list *lines, struct error *error)
{
    struct budget budget = {.cancelled = wish->follower.dropped};
    struct solver_options options = {.for_questions = true, .budget = &budget};
    struct solver *solver = solver_create(setup, &options, error);
    struct session *session = begin_race(setup);
    struct point_list starts = {0};
    int found = 0;
    bool prepared = solver != NULL && solver_prepare(solver, error);
    graph_paper_starts(session_race(session), &starts);
    shuffle_points(&starts, wish->seed);
    for (int i = 0; prepared && found < wish->versions; i++) {
        struct car car = graph_paper_placed(session_race(session), starts.items[i % starts.count]);
        if (i == starts.count && found == 0)
            break;
        found += solver_line_from(solver, &car, &lines[found]);
    }
    if (prepared && found == 0)
        error_set(error, "no way leads from a start point to the finish");
    free(starts.items);
    session_free(session);
    solver_free(solver);
    return found > 0;
}

/* What the rules of a class take no notice of. */
static bool has_idle(const struct track *track)
{
    return track->slick_count + track->turbo_count + track->checkpoint_count > 0;
}

/* Pupils get the start point alone. */
static bool lay_out_race(struct worksheet_part *part, const struct setup *setup,
                         enum print_paper paper, const struct point_list *line, struct error *error)
{
    size_t length = strlen(part->label);
    struct point start = line->items[0];
    snprintf(part->label + length, sizeof part->label - length, ", start %s",
             pair_of(start.x, start.y).text);
    length = strlen(part->label);
    if (part->solved)
        snprintf(part->label + length, sizeof part->label - length, ", %d moves", line->count - 1);
    part->session = begin_race(setup);
    for (int i = 0; i < (part->solved ? line->count : 1); i++)
        do_point(part->session, line->items[i]);
    part->title = course_title(setup->course);
    part->subject = (struct print_subject){.session = part->session,
                                           .steps = session_step_count(part->session)};
    part->options = print_usual;
    part->options.paper = paper;
    part->options.no_rules = true;
    part->options.sheet = part->label;
    part->options.remark =
        has_idle(graph_paper_track(setup)) ? "Only walls and the line count." : NULL;
    part->options.solved = part->solved;
    bool laid = print_lay_out(&part->subject, &part->options, &part->layout, error);
    part->pages = part->layout.plan.pages;
    part->width = part->layout.plan.page_width;
    part->height = part->layout.plan.page_height;
    return laid;
}

static bool make_race(struct worksheet *worksheet, const struct worksheet_wish *wish,
                      struct error *error)
{
    struct setup setup;
    if (!make_setup(wish->course, &setup, error))
        return false;
    worksheet->lines = memory_allocate((size_t)wish->versions, sizeof *worksheet->lines);
    if (!find_lines(&setup, wish, worksheet->lines, error))
        return false;
    for (int i = 0; i < worksheet->part_count; i++)
        if (!lay_out_race(&worksheet->parts[i], &setup, wish->paper,
                          &worksheet->lines[i % worksheet->versions], error))
            return false;
    return true;
}

/* --- the worksheet ---------------------------------------------------------------------------- */

bool worksheet_check(const struct worksheet_wish *wish, struct error *error)
{
    return wish->count * wish->versions <= WORKSHEET_MADE_MOST ||
           error_set(error, "that would be %d exercises, and at most %d are made at once",
                     wish->count * wish->versions, WORKSHEET_MADE_MOST);
}

static void name_parts(struct worksheet *worksheet, const struct worksheet_wish *wish)
{
    for (int i = 0; i < worksheet->part_count; i++) {
        struct worksheet_part *part = &worksheet->parts[i];
        int version = i % wish->versions;
        snprintf(part->label, sizeof part->label, "seed %llu, version %d",
                 (unsigned long long)wish->seed, version + 1);
        part->solved = i >= wish->versions;
        part->width = print_paper_sizes[wish->paper][0];
        part->height = print_paper_sizes[wish->paper][1];
        part->title = wish->lesson      ? wish->lesson->title
                      : wish->kind >= 0 ? exercise_title(wish->kind)
                                        : "Exercises";
        part->items = worksheet->items + version * worksheet->count;
        part->count = worksheet->count;
        part->notes = part->solved ? wish->lesson : NULL;
    }
}

static bool make_items(struct worksheet *worksheet, const struct worksheet_wish *wish,
                       struct error *error)
{
    worksheet->count = wish->lesson ? wish->lesson->step_count : wish->count;
    worksheet->items =
        memory_allocate((size_t)(wish->versions * worksheet->count), sizeof *worksheet->items);
    for (int i = 0; i < wish->versions; i++) {
        struct worksheet_item *items = worksheet->items + i * worksheet->count;
        if (wish->lesson)
            make_lesson(wish->lesson, exercise_seed(wish->seed, i), items);
        else if (!make_exercises(wish, i, items, error))
            return false;
    }
    return true;
}

static bool count_pages(struct worksheet *worksheet, struct error *error)
{
    for (int i = 0; i < worksheet->part_count; i++) {
        worksheet->parts[i].pages = worksheet_count_pages(&worksheet->parts[i]);
        if (!worksheet_goes_on(&worksheet->follower, TASKS_MADE, LAID_OUT, i + 1,
                               worksheet->part_count, error))
            return false;
    }
    return true;
}

struct worksheet *worksheet_make(const struct worksheet_wish *wish, struct error *error)
{
    struct worksheet *worksheet = memory_allocate(1, sizeof *worksheet);
    worksheet->follower = wish->follower;
    worksheet->versions = wish->versions;
    worksheet->part_count = wish->solutions ? 2 * wish->versions : wish->versions;
    worksheet->parts = memory_allocate((size_t)worksheet->part_count, sizeof *worksheet->parts);
    bool race = wish->course.body != NULL, made = race || make_items(worksheet, wish, error);
    name_parts(worksheet, wish);
    made = made && (race ? make_race(worksheet, wish, error) : count_pages(worksheet, error));
    if (made)
        return worksheet;
    worksheet_free(worksheet);
    return NULL;
}

void worksheet_free(struct worksheet *worksheet)
{
    if (worksheet == NULL)
        return;
    for (int i = 0; i < worksheet->versions * worksheet->count; i++) {
        task_free(&worksheet->items[i].task);
        free(worksheet->items[i].solution);
    }
    for (int i = 0; i < worksheet->part_count; i++)
        session_free(worksheet->parts[i].session);
    for (int i = 0; worksheet->lines != NULL && i < worksheet->versions; i++)
        free(worksheet->lines[i].items);
    free(worksheet->lines);
    free(worksheet->items);
    free(worksheet->parts);
    free(worksheet);
}

int worksheet_task_count(const struct worksheet *worksheet)
{
    return worksheet->count;
}

const struct task *worksheet_task(const struct worksheet *worksheet, int version, int index,
                                  int *kind)
{
    const struct worksheet_item *item = &worksheet->items[version * worksheet->count + index];
    *kind = item->kind;
    return item->asks ? &item->task : NULL;
}

const struct point *worksheet_line(const struct worksheet *worksheet, int version, int *moves)
{
    if (worksheet->lines == NULL)
        return NULL;
    *moves = worksheet->lines[version].count - 1;
    return worksheet->lines[version].items;
}
