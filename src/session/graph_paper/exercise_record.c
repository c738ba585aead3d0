/* Exercises about a record: cells to be filled in, and a mistake to be found. A record begins at
 * rest, and each row follows from the one before: v = v before + a, p = p before + v, on each axis
 * by itself. See exercise_inside.h.
 */
#include "session/graph_paper/exercise_inside.h"

#include "base/number.h"

#include <string.h>

enum {
    ALONG_X = 1 << COLUMN_X | 1 << COLUMN_VX | 1 << COLUMN_AX,
    ALONG_Y = 1 << COLUMN_Y | 1 << COLUMN_VY | 1 << COLUMN_AY
};
/* Of one axis; those of the other lie one column further. */
static const enum kinematics_column axis_columns[] = {COLUMN_X, COLUMN_VX, COLUMN_AX};
enum { AXIS_COLUMNS = 3, PLACE = 0, SPEED = 1, CHOICE = 2 };

static bool has_axis(const struct task_table *table, int axis)
{
    return (table->columns >> ((int)COLUMN_X + axis) & 1) != 0;
}

/* A record of a car that begins at rest. */
static bool begin_record(struct random *random, int moves, bool straight, struct task *task)
{
    struct exercise_way way = {
        .moves = moves, .speed = straight ? 4 : 3, .straight = straight, .from_rest = true};
    task_init(task, 24, 16);
    if (exercise_add_way(random, task, &way) != 0)
        return false;
    task_fill_table(task, straight ? ALONG_X : ALONG_X | ALONG_Y);
    const int *last = task->table.numbers[task->table.rows - 1];
    int choices = 0;
    for (int row = 1; row < task->table.rows; row++)
        choices += task->table.numbers[row][COLUMN_AX] != 0;
    return choices > 1 && last[COLUMN_X] != task->table.numbers[0][COLUMN_X] &&
           (straight || last[COLUMN_Y] != task->table.numbers[0][COLUMN_Y]);
}

/* --- complete the table ----------------------------------------------------------------------- */

/* What is given, row by row: a sum's three numbers, of which one is missing, give the third. */
struct given {
    bool known[TASK_ROWS][AXIS_COLUMNS];
    int rows;
};

static bool complete(bool *a, bool *b, bool *c)
{
    if (*a + *b + *c != 2)
        return false;
    *a = *b = *c = true;
    return true;
}

/* Does everything follow from what is given? */
static bool is_determined(struct given given)
{
    bool more = true;
    while (more) {
        more = false;
        for (int row = 1; row < given.rows; row++) {
            bool *now = given.known[row], *before = given.known[row - 1];
            more = complete(&now[SPEED], &before[SPEED], &now[CHOICE]) || more;
            more = complete(&now[PLACE], &before[PLACE], &now[SPEED]) || more;
        }
    }
    for (int row = 0; row < given.rows; row++)
        for (int i = 0; i < AXIS_COLUMNS; i++)
            if (!given.known[row][i])
                return false;
    return true;
}

/* In row 0 there is nothing to find but the place. */
static bool may_be_blank(int row, int column)
{
    return row > 0 || column == PLACE;
}

/* Blanks cells one after the other as long as everything still follows. */
static bool blank_cells(struct random *random, struct task *task, int wanted)
{
    struct given given[2];
    bool blank[TASK_ROWS][COLUMN_SPEED] = {{false}};
    int axes = has_axis(&task->table, 1) ? 2 : 1, count = 0;
    memset(given, 1, sizeof given);
    given[0].rows = given[1].rows = task->table.rows;
    for (int tries = 0; tries < 200 && count < wanted; tries++) {
        int axis = exercise_draw(random, 0, axes - 1);
        int row = exercise_draw(random, 0, task->table.rows - 1);
        int column = exercise_draw(random, 0, AXIS_COLUMNS - 1);
        bool *known = &given[axis].known[row][column];
        if (!may_be_blank(row, column) || !*known)
            continue;
        *known = false;
        if (is_determined(given[axis])) {
            blank[row][(int)axis_columns[column] + axis] = true;
            count++;
        } else {
            *known = true;
        }
    }
    for (int row = 0; row < task->table.rows; row++)
        for (int column = 0; column < COLUMN_SPEED; column++)
            if (blank[row][column])
                task_add_cell(task, row, (enum kinematics_column)column);
    return count == wanted;
}

bool exercise_make_table(struct random *random, int difficulty, struct task *task)
{
    static const int moves[] = {4, 4, 5}, blanks[] = {4, 6, 9};
    if (!begin_record(random, moves[difficulty - 1], difficulty == EXERCISE_EASY, task) ||
        !blank_cells(random, task, blanks[difficulty - 1]))
        return false;
    task->show = TASK_SHOW_TABLE;
    exercise_ask(task, "A car begins at rest. Complete the record of its moves.");
    exercise_hint(task, "In each row v is the v above plus a, and the place is the place above "
                        "plus v.");
    exercise_explain(&task->why, "Row by row: v is the v above plus a, and the place is the place "
                                 "above plus v. Backwards you subtract.");
    return true;
}

/* --- find the mistake ------------------------------------------------------------------------- */

static int *cell_of(struct task *task, int row, int axis, int column)
{
    return &task->table.numbers[row][(int)axis_columns[column] + axis];
}

static bool axis_follows(struct task *task, int axis, int row)
{
    return *cell_of(task, row, axis, SPEED) ==
               *cell_of(task, row - 1, axis, SPEED) + *cell_of(task, row, axis, CHOICE) &&
           *cell_of(task, row, axis, PLACE) ==
               *cell_of(task, row - 1, axis, PLACE) + *cell_of(task, row, axis, SPEED);
}

static bool all_follows(struct task *task, int axis)
{
    for (int row = 1; row < task->table.rows; row++)
        if (!axis_follows(task, axis, row))
            return false;
    return true;
}

/* Could one other number in this row make the record right? */
static bool can_be_mended(struct task *task, int axis, int row)
{
    enum { FAR = 60 };
    bool mended = false;
    for (int column = 0; column < AXIS_COLUMNS && !mended; column++) {
        int *cell = cell_of(task, row, axis, column), kept = *cell;
        for (int number = kept - FAR; number <= kept + FAR && !mended; number++) {
            *cell = number;
            mended = may_be_blank(row, column) && number != kept && all_follows(task, axis);
        }
        *cell = kept;
    }
    return mended;
}

/* Exactly one row is to blame: that one. */
static bool is_the_only_one(struct task *task, int axis, int wrong_row)
{
    for (int row = 0; row < task->table.rows; row++)
        if (can_be_mended(task, axis, row) != (row == wrong_row))
            return false;
    return true;
}

/* From a wrong number on the record goes on as if that were right. */
static void carry_on(struct task *task, int axis, int row, int column)
{
    for (; row < task->table.rows; row++, column = CHOICE) {
        if (row == 0)
            continue;
        if (column != SPEED && column != PLACE)
            *cell_of(task, row, axis, SPEED) =
                *cell_of(task, row - 1, axis, SPEED) + *cell_of(task, row, axis, CHOICE);
        if (column != PLACE)
            *cell_of(task, row, axis, PLACE) =
                *cell_of(task, row - 1, axis, PLACE) + *cell_of(task, row, axis, SPEED);
    }
}

static void explain_mistake(struct task *task, int axis, int row, int column, int right)
{
    const char letter = axis == 0 ? 'x' : 'y';
    struct task_words *why = &task->why;
    if (column == CHOICE)
        exercise_explain(why, "Row %d: v%c goes from %d to %d there, so a%c is %d.", row, letter,
                         *cell_of(task, row - 1, axis, SPEED), *cell_of(task, row, axis, SPEED),
                         letter, right);
    else if (column == SPEED)
        exercise_explain(why, "Row %d: v%c is the %d above and a%c = %d, that is %d.", row, letter,
                         *cell_of(task, row - 1, axis, SPEED), letter,
                         *cell_of(task, row, axis, CHOICE), right);
    else
        exercise_explain(why, "Row %d: %c is the %d above and v%c = %d, that is %d.", row, letter,
                         *cell_of(task, row - 1, axis, PLACE), letter,
                         *cell_of(task, row, axis, SPEED), right);
    task_mark_cell(why, row, (enum kinematics_column)((int)axis_columns[column] + axis));
}

static void offer_rows(struct task *task, int wrong_row, bool carried)
{
    if (wrong_row + 1 >= task->table.rows)
        return;
    struct task_words *words = exercise_offer_choice(task, wrong_row + 1);
    exercise_explain(words,
                     carried ? "Row %d follows from the one above: that one was wrong before."
                             : "Row %d is right by itself: look at the row above it.",
                     wrong_row + 1);
}

bool exercise_make_mistake(struct random *random, int difficulty, struct task *task)
{
    static const int moves[] = {4, 5, 6};
    bool carried = difficulty == EXERCISE_HARD;
    if (!begin_record(random, moves[difficulty - 1], difficulty == EXERCISE_EASY, task))
        return false;
    int axis = difficulty == EXERCISE_EASY ? 0 : exercise_draw(random, 0, 1);
    int row = exercise_draw(random, 1, task->table.rows - (carried ? 2 : 1));
    int column = exercise_draw(random, PLACE, carried ? SPEED : CHOICE);
    int *cell = cell_of(task, row, axis, column), right = *cell;
    *cell += exercise_toss(random) ? 1 : -1;
    if (column == CHOICE && (*cell > 1 || *cell < -1))
        return false;
    if (carried) {
        carry_on(task, axis, row, column);
        int other = 0;
        for (int i = 1; i < task->table.rows; i++)
            other += !axis_follows(task, axis, i);
        if (other != 1)
            return false;
    } else if (!is_the_only_one(task, axis, row)) {
        return false;
    }
    task->ask = TASK_ROW;
    task->right_rows = 1u << row;
    task->show = TASK_SHOW_TABLE;
    exercise_ask(task, carried
                           ? "A car begins at rest. In one row of its record there is a "
                             "mistake, and what follows goes on from it. Which row is it?"
                           : "A car begins at rest. One number of its record is wrong. In which "
                             "row?");
    exercise_hint(task, "Check each row: v is the v above plus a, the place is the place above "
                        "plus v.");
    explain_mistake(task, axis, row, column, right);
    offer_rows(task, row, carried);
    return true;
}
