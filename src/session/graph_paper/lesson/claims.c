/* Is what a step says in numbers true? Sums are worked out, and each vector or point in words must
 * be one of the sheet, of the answer or of what is drawn with it.
 *
 * A claim is a chain of expressions with "=" between them, as "(4, 2) + (3, 2) = (7, 4)" or
 * "3 · 2/2 = 3"; what has letters or roots in it is no claim. Words are held against what is there
 * to be counted alone: where nothing moves, "in five moves" may be an idea.
 */
#include "session/graph_paper/lesson/lesson.h"

#include "base/number.h"

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

enum quantity { TOLD_PLACE, TOLD_VELOCITY, TOLD_PUSH, TOLD_ACCELERATION, TOLD };

static struct point told_vector(const struct scene_body *body, int row, enum quantity told)
{
    const struct scene_move *move = scene_move_of(body, row);
    struct point none = {0, 0};
    switch (told) {
    case TOLD_PLACE:
        return scene_at(body, row);
    case TOLD_VELOCITY:
        return scene_velocity(body, row);
    case TOLD_PUSH:
        return move ? move->choice : none;
    default:
        return move ? point_add(move->choice, move->wind) : none;
    }
}

/* As it is seen from another body, from where it began (`from` is the body itself), from a flag, or
 * from the sheet. */
static struct point seen_from(const struct scene *scene, int body, int row, enum quantity told,
                              int from)
{
    struct point vector = told_vector(&scene->bodies[body], row, told), none = {0, 0}, minus = none;
    int target = from - scene->body_count;
    if (target < 0 && from != body)
        minus = told_vector(&scene->bodies[from], row, told);
    else if (target < 0 && told == TOLD_PLACE)
        minus = scene->bodies[body].start;
    else if (target >= 0 && target < scene->target_count)
        minus = told == TOLD_PLACE      ? scene_target_at(&scene->targets[target], row)
                : told == TOLD_VELOCITY ? scene->targets[target].drift
                                        : none;
    return point_subtract(vector, minus);
}

/* What may be told of a body in a row: each quantity, seen from each place. */
static int count_told(const struct scene *scene)
{
    return TOLD * (scene->body_count + scene->target_count + 1);
}

static bool is_of_bodies(const struct scene *scene, const struct value *value)
{
    for (int body = 0; body < scene->body_count; body++)
        for (int row = 0; row <= scene->bodies[body].count; row++)
            for (int way = 0; way < count_told(scene); way++)
                if (is_vector(seen_from(scene, body, row, (enum quantity)(way % TOLD), way / TOLD),
                              value))
                    return true;
    return false;
}

/* A step and its answer, driven on a copy. */
struct shown {
    const struct task *task;
    struct scene after; /* owned */
    int moves;          /* the most that are driven, drawn as a way, or allowed */
};

static struct shown show(const struct task *task)
{
    struct shown shown = {.task = task};
    struct task_answer answer;
    struct task_words words;
    struct error error;
    task_solve(task, &answer, &words);
    scene_copy(&shown.after, &task->scene);
    if (task->ask == TASK_ACCELERATION) {
        answer.moves[0] = task->points[0];
        answer.move_count = 1;
    }
    for (int i = 0; i < answer.move_count; i++)
        if (scene_choose(&shown.after, task->body, answer.moves[i], &error))
            scene_step(&shown.after);
    shown.moves = task->moves_most;
    for (int i = 0; i < shown.after.body_count; i++)
        shown.moves = number_larger(shown.moves, shown.after.bodies[i].count);
    int told = 0; /* of an answer in numbers, or drawn with it */
    for (int i = 0; i < task->why.mark_count; i++)
        told += task->why.marks[i].kind == TASK_MARK_GHOST;
    for (int i = 0; i < task->field_count; i++)
        told = number_larger(told, (int)measure_round(task->fields[i].right, 0));
    if (shown.moves > 0)
        shown.moves = number_larger(shown.moves, told);
    return shown;
}

static bool is_of_answer(const struct task *task, const struct value *value)
{
    bool found = false;
    for (int i = 0; i < task->point_count; i++)
        found = found || is_vector(task->points[i], value);
    if (task->field_count == 2 && task->fields[0].right.radicand == 1) {
        struct measure x = task->fields[0].right, y = task->fields[1].right;
        found = found || (x.numerator * value->below == value->x * x.denominator &&
                          y.numerator * value->below == value->y * y.denominator);
    }
    return found;
}

static bool is_there(const struct shown *shown, const struct value *value)
{
    const struct task *task = shown->task;
    const struct scene *scene = &task->scene;
    bool found = is_vector(scene->wind, value) || is_of_bodies(scene, value) ||
                 is_of_bodies(&shown->after, value) || is_of_answer(task, value) ||
                 (value->x == 0 && value->y == 0);
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
static bool check_chain(const struct shown *shown, const char **at, struct error *error)
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
    if (sides == 1 && first.pair && !is_there(shown, &first))
        return error_set(error,
                         "\"%.*s\" is neither on the sheet nor in the answer: mend the text, or "
                         "draw it with \"mark\"",
                         (int)(*at - from), from);
    return true;
}

/* --- lists and counts in words ---------------------------------------------------------------- */

enum { LIST_LEAST = 3, LIST_MOST = 12, COUNT_MOST = 99 };
static bool is_item(struct point vector, const struct value *item, int axis, int sign)
{
    struct point turned = {sign * vector.x, sign * vector.y};
    if (item->pair)
        return is_vector(turned, item);
    return (int64_t)(axis ? turned.y : turned.x) * item->below == item->x;
}

/* Do the numbers of a body, or its vectors, follow each other like that? What falls may be told
 * without its sign. */
static bool is_run_of(const struct scene *scene, int body, const struct value *items, int count)
{
    int last = scene->bodies[body].count;
    for (int way = 0; way < count_told(scene) * 4; way++)
        for (int row = 0; row + count - 1 <= last; row++) {
            int i = 0;
            while (i < count && is_item(seen_from(scene, body, row + i,
                                                  (enum quantity)(way / 4 % TOLD), way / 4 / TOLD),
                                        &items[i], way & 1, way & 2 ? -1 : 1))
                i++;
            if (i == count)
                return true;
        }
    return false;
}

/* "3, 2, 1 and 0", "(2, 1), (1, 2) and (0, 3)": how many; the last one ends at *end. */
static int read_list(const char *at, const char **end, struct value *items)
{
    int count = 0;
    while (count < LIST_MOST && read_factor(&at, &items[count], 0) &&
           items[count].pair == items[0].pair && !goes_on(at)) {
        count++;
        *end = at;
        if (!take(&at, ", and ") && !take(&at, ",") && !take(&at, "and "))
            break;
    }
    return count;
}

/* "moves 5, 6 and 7", "after 1, 2, 3, 4 moves" */
static bool is_list_of_moves(const struct shown *shown, const char *text, const char *at,
                             const char *end, const struct value *items, int count)
{
    static const char before[] = "oves ", behind[] = " moves";
    size_t length = strlen(before);
    if (strncmp(end, behind, strlen(behind)) != 0 &&
        ((size_t)(at - text) < length || strncmp(at - length, before, length) != 0))
        return false;
    for (int i = 0; i < count; i++)
        if (items[i].pair || items[i].x < 0 || items[i].x > shown->moves * items[i].below)
            return false;
    return true;
}

/* Of a way that is as long, or longer; *end is moved behind a list. */
static bool check_list(const struct shown *shown, const char *text, const char *at,
                       const char **end, struct error *error)
{
    struct value items[LIST_MOST];
    const char *behind = at;
    int count = read_list(at, &behind, items);
    bool tells = false, found = false;
    if (count < LIST_LEAST)
        return true;
    *end = behind;
    for (int i = 0; i < shown->after.body_count; i++) {
        tells = tells || shown->after.bodies[i].count + 1 >= count;
        found = found || is_run_of(&shown->after, i, items, count);
    }
    return !tells || found || is_list_of_moves(shown, text, at, behind, items, count) ||
           error_set(error,
                     "\"%.*s\": nothing on the sheet or in the answer changes like that, move by "
                     "move",
                     (int)(behind - at), at);
}

/* "three", "12" */
static int read_count(const char **at)
{
    static const char *const words[] = {"two",   "three", "four", "five",   "six",   "seven",
                                        "eight", "nine",  "ten",  "eleven", "twelve"};
    int64_t number;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((**at | 0x20) == words[i][0] &&
            strncmp(*at + 1, words[i] + 1, strlen(words[i]) - 1) == 0) {
            *at += strlen(words[i]);
            return (int)i + 2;
        }
    return number_read_integer(at, 0, COUNT_MOST, &number) ? (int)number : 0;
}

/* The sentence, or the part of it, that a place of a text is in. */
static const char *sentence_end(const char *at)
{
    while (*at != '\0' && !(strchr(".:;?", *at) && (at[1] == ' ' || at[1] == '\0')))
        at++;
    return at;
}

static const char *sentence_start(const char *text, const char *at)
{
    while (at > text && !(at[-1] == ' ' && at - 1 > text && strchr(".:;?", at[-2])))
        at--;
    return at;
}

/* The pair behind a word of a sentence. */
static bool find_pair(const char *from, const char *end, const char *word, struct value *pair)
{
    const char *at = strstr(from, word);
    if (!at || at >= end)
        return false;
    at += strlen(word);
    return read_factor(&at, pair, 0) && pair->pair && at <= end;
}

/* Is a body, or its velocity, `first` in a row and `last` so many moves later? NULL: from the start
 * or from now on. */
static bool is_led(const struct shown *shown, const struct value *first, const struct value *last,
                   int moves)
{
    for (int i = 0; i < shown->after.body_count; i++) {
        const struct scene_body *body = &shown->after.bodies[i];
        for (int row = 0; row + moves <= body->count; row++)
            for (int told = TOLD_PLACE; told <= TOLD_VELOCITY; told++)
                if ((first ? is_vector(told_vector(body, row, (enum quantity)told), first)
                           : row == 0 || row == shown->task->scene.now) &&
                    is_vector(told_vector(body, row + moves, (enum quantity)told), last))
                    return true;
    }
    return false;
}

/* "from (1,1) to (10,4)" in so many moves, and "After five moves she is at (7,7)": `at` is where
 * the number stands. */
static bool check_way(const struct shown *shown, const char *text, const char *at, int moves,
                      struct error *error)
{
    static const char after[] = "fter ";
    const char *start = sentence_start(text, at), *end = sentence_end(at);
    size_t length = strlen(after);
    struct value first, last;
    bool leads = find_pair(start, end, "rom ", &first) && find_pair(start, end, " to ", &last);
    bool comes = !leads && (size_t)(at - text) >= length &&
                 strncmp(at - length, after, length) == 0 && find_pair(at, end, " at ", &last);
    return (!leads && !comes) || is_led(shown, leads ? &first : NULL, &last, moves) ||
           error_set(error, "\"%.*s\" is not so: no way does that in %d moves", (int)(end - start),
                     start, moves);
}

/* "three moves", "two cars": no more than there are, if there are any. */
static bool check_count(const struct shown *shown, const char *text, const char *at,
                        struct error *error)
{
    const struct {
        const char *noun;
        int most;
    } counted[] = {{" moves", shown->moves},
                   {" cars", shown->after.body_count},
                   {" flags", shown->after.target_count}};
    const char *end = at;
    int number = read_count(&end);
    for (size_t i = 0; i < sizeof counted / sizeof *counted && number > 0; i++)
        if (counted[i].most > 0 && strncmp(end, counted[i].noun, strlen(counted[i].noun)) == 0) {
            if (number > counted[i].most)
                return error_set(error, "\"%.*s%s\": there are no more than %d", (int)(end - at),
                                 at, counted[i].noun, counted[i].most);
            return i > 0 || check_way(shown, text, at, number, error);
        }
    return true;
}

static bool is_drawn_name(const struct shown *shown, const char *name, size_t length)
{
    const struct task_words *why = &shown->task->why;
    bool drawn = false;
    for (int i = 0; i < shown->after.body_count + why->mark_count; i++) {
        int mark = i - shown->after.body_count;
        const char *known = mark < 0 ? shown->after.bodies[i].name : why->marks[mark].label;
        drawn = drawn || (strlen(known) == length && strncmp(known, name, length) == 0);
    }
    return drawn;
}

/* Who speaks or reads is no car; nor is "Now, Ada and Bo": a word before a comma with which a
 * sentence begins. */
static bool is_no_name(const char *text, const char *name, size_t length)
{
    static const char *const persons[] = {"I", "We", "You"};
    for (int i = 0; i < 3; i++)
        if (strlen(persons[i]) == length && strncmp(persons[i], name, length) == 0)
            return true;
    return name[length] == ',' && sentence_start(text, name) == name;
}

/* "Ada, Bo and Cy", "the points A and B": all are drawn if one is, or if they are said to be; *end
 * is moved behind the list. */
static bool check_names(const struct shown *shown, const char *text, const char *at,
                        const char **end, struct error *error)
{
    const char *from = at, *missing = NULL;
    size_t missing_length = 0;
    int count = 0, drawn = 0;
    while (*at >= 'A' && *at <= 'Z') {
        size_t length = 1;
        while ((at[length] >= 'a' && at[length] <= 'z') || (unsigned char)at[length] >= 0x80)
            length++;
        bool known = is_drawn_name(shown, at, length);
        count++;
        drawn += known;
        if (!known && !missing && !is_no_name(text, at, length)) {
            missing = at;
            missing_length = length;
        }
        at += length;
        *end = at;
        if (!take(&at, ", and ") && !take(&at, ", ") && !take(&at, "and "))
            break;
    }
    bool said = from - text >= 5 &&
                (strncmp(from - 5, "ints ", 5) == 0 || strncmp(from - 5, "cars ", 5) == 0);
    return count < 2 || !missing || (drawn == 0 && !said) ||
           error_set(error, "\"%.*s\" is not on the sheet", (int)missing_length, missing);
}

static bool check_text(const struct shown *shown, const char *text, struct error *error)
{
    const char *listed = text; /* the end of the last list */
    for (const char *at = text; *at != '\0';) {
        const char *from = at;
        bool word = at == text || strchr(" (", at[-1]) != NULL;
        bool starts = is_claim_start(text, at);
        if ((starts && at >= listed && !check_list(shown, text, at, &listed, error)) ||
            (word && at >= listed && !check_names(shown, text, at, &listed, error)) ||
            (word && !is_part(text, at) && !check_count(shown, text, at, error)) ||
            (starts && !check_chain(shown, &at, error)))
            return false;
        at += at == from;
    }
    return true;
}

bool lesson_check_claims(const struct lesson_plan *plan, struct error *error)
{
    bool so = true;
    for (int i = 0; i < plan->step_count && so; i++) {
        const struct plan_step *step = &plan->steps[i];
        struct shown shown = show(&step->task);
        so = check_text(&shown, step->say, error) &&
             check_text(&shown, step->task.sentence, error) &&
             check_text(&shown, step->task.why.text, error);
        for (int k = 0; k < step->hint_count && so; k++)
            so = check_text(&shown, step->hints[k], error);
        scene_free(&shown.after);
        if (!so)
            error->line = step->line;
    }
    return so;
}
