/* Is what a step says in numbers true? Sums are worked out, and each vector or point in words must
 * be one of the sheet, of the answer or of what is drawn with it.
 *
 * A claim is a chain of expressions with "=" between them, as "(4, 2) + (3, 2) = (7, 4)" or
 * "3 · 2/2 = 3"; what has letters or roots in it is no claim.
 */
#include "session/graph_paper/lesson/lesson.h"

#include <stdlib.h>
#include <string.h>

/* --- exact numbers and pairs of them ---------------------------------------------------------- */

enum { MOST = 1000000 }; /* of numerators and denominators: no product of two overflows */

struct value {
    int64_t x, y, below; /* x/below, or (x/below, y/below) */
    bool pair;
};

static bool is_small(const struct value *value)
{
    return llabs(value->x) <= MOST && llabs(value->y) <= MOST && value->below <= MOST;
}

static bool is_equal(const struct value *a, const struct value *b)
{
    return a->pair == b->pair && a->x * b->below == b->x * a->below &&
           a->y * b->below == b->y * a->below;
}

static bool add(struct value *a, const struct value *b, int sign)
{
    if (a->pair != b->pair)
        return false;
    *a = (struct value){a->x * b->below + sign * b->x * a->below,
                        a->y * b->below + sign * b->y * a->below, a->below * b->below, a->pair};
    return is_small(a);
}

static bool multiply(struct value *a, const struct value *b)
{
    if (a->pair && b->pair)
        *a = (struct value){a->x * b->x + a->y * b->y, 0, a->below * b->below, false};
    else if (b->pair)
        *a = (struct value){a->x * b->x, a->x * b->y, a->below * b->below, true};
    else
        *a = (struct value){a->x * b->x, a->y * b->x, a->below * b->below, a->pair};
    return is_small(a);
}

static bool divide(struct value *a, const struct value *b)
{
    int64_t sign = b->x < 0 ? -1 : 1;
    if (b->pair || b->x == 0)
        return false;
    *a = (struct value){sign * a->x * b->below, sign * a->y * b->below, sign * a->below * b->x,
                        a->pair};
    return is_small(a);
}

/* --- expressions ------------------------------------------------------------------------------ */

static void skip(const char **at)
{
    while (**at == ' ' || strncmp(*at, "\u00a0", strlen("\u00a0")) == 0)
        *at += **at == ' ' ? 1 : strlen("\u00a0");
}

static bool take(const char **at, const char *sign)
{
    const char *next = *at + strspn(*at, " ");
    if (strncmp(next, sign, strlen(sign)) != 0)
        return false;
    *at = next + strlen(sign);
    return true;
}

static bool read_sum(const char **at, struct value *value, int depth);

/* "59,049" and "4.5" */
static bool read_decimal(const char **at, struct value *value)
{
    const char *from = *at;
    *value = (struct value){.below = 1};
    for (bool point = false; (**at >= '0' && **at <= '9') || **at == '.' || **at == ','; (*at)++) {
        bool digit_next = (*at)[1] >= '0' && (*at)[1] <= '9';
        if ((**at == '.' || **at == ',') && (!digit_next || point || *at == from))
            break;
        if (**at == '.')
            point = true;
        if (**at < '0' || **at > '9')
            continue;
        value->x = value->x * 10 + (**at - '0');
        value->below *= point ? 10 : 1;
        if (!is_small(value))
            return false;
    }
    return *at > from;
}

static bool read_factor(const char **at, struct value *value, int depth)
{
    static const char *const powers[] = {"²", "³", "⁴", "⁵"};
    skip(at);
    if (take(at, "−") || take(at, "-"))
        return read_factor(at, value, depth) && multiply(value, &(struct value){-1, 0, 1, false});
    if (take(at, "(")) {
        struct value second;
        if (depth > 3 || !read_sum(at, value, depth + 1))
            return false;
        if (take(at, ",")) {
            if (value->pair || !read_sum(at, &second, depth + 1) || second.pair)
                return false;
            *value = (struct value){value->x * second.below, second.x * value->below,
                                    value->below * second.below, true};
        }
        if (!take(at, ")"))
            return false;
    } else if (!read_decimal(at, value)) {
        return false;
    }
    for (int i = 0; i < 4; i++)
        if (strncmp(*at, powers[i], strlen(powers[i])) == 0) {
            struct value base = *value;
            *at += strlen(powers[i]);
            for (int k = 0; k <= i; k++)
                if (!multiply(value, &base))
                    return false;
            break;
        }
    return is_small(value);
}

static bool read_product(const char **at, struct value *value, int depth)
{
    struct value next;
    if (!read_factor(at, value, depth))
        return false;
    while (true) {
        bool over = take(at, "/");
        if (!over && !take(at, "·"))
            return true;
        if (!read_factor(at, &next, depth) ||
            !(over ? divide(value, &next) : multiply(value, &next)))
            return false;
    }
}

static bool read_sum(const char **at, struct value *value, int depth)
{
    struct value next;
    if (!read_product(at, value, depth))
        return false;
    while (true) {
        bool minus = take(at, "−");
        if (!minus && !take(at, "+"))
            return true;
        if (!read_product(at, &next, depth) || !add(value, &next, minus ? -1 : 1))
            return false;
    }
}

/* --- what is there ---------------------------------------------------------------------------- */

static bool is_vector(struct point point, const struct value *value)
{
    return value->x == (int64_t)point.x * value->below &&
           value->y == (int64_t)point.y * value->below;
}

/* A place, velocity, push or acceleration of a way, or one seen from another body. */
static bool is_of_bodies(const struct scene *scene, const struct value *value)
{
    for (int i = 0; i < scene->body_count; i++)
        for (int row = 0; row <= scene->bodies[i].count; row++) {
            const struct scene_body *body = &scene->bodies[i];
            const struct scene_move *move = scene_move_of(body, row);
            if (is_vector(scene_at(body, row), value) ||
                is_vector(scene_velocity(body, row), value) ||
                (move && (is_vector(move->choice, value) ||
                          is_vector(point_add(move->choice, move->wind), value))))
                return true;
            for (int k = 0; k < scene->body_count; k++)
                if (row <= scene->bodies[k].count &&
                    is_vector(point_subtract(scene_velocity(&scene->bodies[k], row),
                                             scene_velocity(body, row)),
                              value))
                    return true;
        }
    return false;
}

/* Drives on a copy as the answer does. */
static bool is_of_answer(const struct task *task, const struct value *value)
{
    struct task_answer answer;
    struct task_words words;
    struct scene scene;
    struct error error;
    task_solve(task, &answer, &words);
    scene_copy(&scene, &task->scene);
    if (task->ask == TASK_ACCELERATION) {
        answer.moves[0] = task->points[0];
        answer.move_count = 1;
    }
    for (int i = 0; i < answer.move_count; i++)
        if (scene_choose(&scene, task->body, answer.moves[i], &error))
            scene_step(&scene);
    bool found = is_of_bodies(&scene, value);
    scene_free(&scene);
    for (int i = 0; i < task->point_count; i++)
        found = found || is_vector(task->points[i], value);
    if (task->field_count == 2 && task->fields[0].right.radicand == 1) {
        struct measure x = task->fields[0].right, y = task->fields[1].right;
        found = found || (x.numerator * value->below == value->x * x.denominator &&
                          y.numerator * value->below == value->y * y.denominator);
    }
    return found;
}

static bool is_there(const struct task *task, const struct value *value)
{
    const struct scene *scene = &task->scene;
    bool found = is_vector(scene->wind, value) || is_of_bodies(scene, value) ||
                 is_of_answer(task, value) || (value->x == 0 && value->y == 0);
    for (int i = 0; i < scene->target_count; i++)
        found = found || is_vector(scene->targets[i].at, value) ||
                is_vector(scene->targets[i].velocity, value) ||
                is_vector(scene->targets[i].drift, value);
    for (int i = 0; i < task->why.mark_count; i++) {
        const struct task_mark *mark = &task->why.marks[i];
        found = found || is_vector(mark->from, value) || is_vector(mark->to, value) ||
                is_vector(point_subtract(mark->to, mark->from), value);
    }
    for (int i = 0; i < task->choice_count; i++)
        if (task->choices[i].right) {
            const char *at = strchr(task->choices[i].text, '(');
            struct value told;
            found = found || (at && read_factor(&at, &told, 0) && is_equal(&told, value));
        }
    return found;
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Does an operator, or what could be a name, stand before it or behind it? Then it is a part. */
static bool is_part(const char *text, const char *at)
{
    while (at > text && at[-1] == ' ')
        at--;
    unsigned char before = at > text ? (unsigned char)at[-1] : ' ';
    static const char *const signs[] = {"·", "−", "√", "′", "²", "³"};
    for (int i = 0; i < 6; i++) {
        size_t length = strlen(signs[i]);
        if ((size_t)(at - text) >= length && strncmp(at - length, signs[i], length) == 0)
            return true;
    }
    return strchr("+/|^", before) != NULL && before != '\0';
}

static bool goes_on(const char *at)
{
    static const char *const signs[] = {"·", "−", "+", "/", "√", "(", "k", "g", "n", "v", "a"};
    skip(&at);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if ((i < 6 || at[0] == '\0' || at[1] == ' ' || at[1] == '(' || at[1] == '\0') &&
            strncmp(at, signs[i], strlen(signs[i])) == 0)
            return true;
    return false;
}

static bool is_claim_start(const char *text, const char *at)
{
    char before = at > text ? at[-1] : ' ';
    bool begins = (*at >= '0' && *at <= '9') || *at == '(' || strncmp(at, "−", strlen("−")) == 0;
    return begins && strchr(" (=:", before) != NULL && !is_part(text, at);
}

/* One chain from here; `at` moves behind it. */
static bool check_chain(const struct task *task, const char **at, struct error *error)
{
    struct value first, next;
    const char *from = *at, *end = *at;
    int sides = 0;
    while (read_sum(&end, sides ? &next : &first, 0) && !goes_on(end)) {
        sides++;
        *at = end;
        if (sides > 1 && !is_equal(&first, &next))
            return error_set(error, "\"%.*s\" is not so: mend the sum", (int)(end - from), from);
        if (!take(&end, "="))
            break;
    }
    if (sides == 1 && first.pair && !is_there(task, &first))
        return error_set(error,
                         "\"%.*s\" is neither on the sheet nor in the answer: mend the text, or "
                         "draw it with \"mark\"",
                         (int)(*at - from), from);
    return true;
}

static bool check_text(const struct task *task, const char *text, struct error *error)
{
    for (const char *at = text; *at != '\0';) {
        const char *from = at;
        if (is_claim_start(text, at) && !check_chain(task, &at, error))
            return false;
        at += at == from;
    }
    return true;
}

bool lesson_check_claims(const struct lesson_plan *plan, struct error *error)
{
    for (int i = 0; i < plan->step_count; i++) {
        const struct plan_step *step = &plan->steps[i];
        if (!check_text(&step->task, step->say, error) ||
            !check_text(&step->task, step->task.why.text, error)) {
            error->line = step->line;
            return false;
        }
    }
    return true;
}
