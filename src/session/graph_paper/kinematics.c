/* The motion of bodies in numbers; how they are written is in kinematics_csv.c.
 */
#include "session/graph_paper/kinematics.h"

#include "base/number.h"
#include "geometry/exact.h"

#include <assert.h>

const struct kinematics_unit kinematics_squares = {false, {1, 1, 1}, {1, 1, 1}};

/* --- units ------------------------------------------------------------------------------------ */

/* Keeps every number of a table below MEASURE_MOST: positions to 6 million squares, velocities to
 * 30,000, accelerations to 500, with the unit of time twice under the line. */
enum { UNIT_DIGITS = 9999, UNIT_PARTS = 100, UNIT_MOST = 1000 };

static bool find_fraction(const struct measure_typed *typed, struct measure *unit)
{
    int64_t denominator = 1;
    if (!typed->is_decimal) {
        *unit = typed->value;
        return typed->value.radicand == 1;
    }
    for (int i = 0; i < typed->places; i++)
        denominator *= 10;
    *unit = measure_fraction(typed->digits, denominator);
    return true;
}

bool kinematics_read_unit(const char *typed, struct measure *unit, struct error *error)
{
    struct measure_typed number;
    struct measure value;
    if (!measure_read(typed, &number, error))
        return false;
    if (!find_fraction(&number, &value))
        return error_set(error, "A root cannot be a unit: type a number like 2, 2.5 or 1/4.");
    if (value.numerator <= 0)
        return error_set(error, "It must be more than 0: type a number like 2, 2.5 or 1/4.");
    if (value.numerator > UNIT_MOST * value.denominator ||
        value.numerator * UNIT_PARTS < value.denominator)
        return error_set(error, "It must be from 0.01 to 1000.");
    if (number.was_cut || value.numerator > UNIT_DIGITS || value.denominator > UNIT_PARTS)
        return error_set(error,
                         "That is too fine: at most four digits, two of them behind the point.");
    *unit = value;
    return true;
}

/* What a number of a column is multiplied by. */
static struct measure scale(struct measure number, const struct kinematics_unit *unit,
                            enum kinematics_column column)
{
    static const int moves[COLUMN_COUNT] = {
        [COLUMN_VX] = 1, [COLUMN_VY] = 1, [COLUMN_SPEED] = 1, [COLUMN_AX] = 2,
        [COLUMN_AY] = 2, [COLUMN_WX] = 2, [COLUMN_WY] = 2,    [COLUMN_ACCELERATION] = 2};
    if (!unit->metric || column == COLUMN_DIRECTION)
        return number;
    if (column == COLUMN_T)
        return measure_times(number, unit->move.numerator, unit->move.denominator);
    number = measure_times(number, unit->square.numerator, unit->square.denominator);
    for (int i = 0; i < moves[column]; i++)
        number = measure_times(number, unit->move.denominator, unit->move.numerator);
    return number;
}

/* --- lines ------------------------------------------------------------------------------------ */

bool kinematics_has_push(const struct scene *scene)
{
    if (scene->wind.x != 0 || scene->wind.y != 0)
        return true;
    for (int i = 0; i < scene->body_count; i++)
        for (int row = 0; row < scene->bodies[i].count; row++) {
            struct point push = scene->bodies[i].moves[row].push;
            if (push.x != 0 || push.y != 0)
                return true;
        }
    return false;
}

struct kinematics kinematics_of(const struct scene *scene, struct kinematics_look look)
{
    struct kinematics of = {.scene = scene, .look = look};
    for (int i = 0; i < scene->body_count; i++)
        of.lines[of.line_count++] = (struct kinematics_line){i, -1};
    if (!kinematics_has_push(scene))
        of.look.columns &= ~(1u << COLUMN_WX | 1u << COLUMN_WY);
    return of;
}

static const struct scene_body *body_of(const struct kinematics *of, int line)
{
    return &of->scene->bodies[of->lines[line].body];
}

/* The one that it is seen by; NULL: nobody. */
static const struct scene_body *minus_of(const struct kinematics *of, int line)
{
    int minus = of->lines[line].minus;
    return minus >= 0 ? &of->scene->bodies[minus] : NULL;
}

int kinematics_last(const struct kinematics *of, int line)
{
    const struct scene_body *minus = minus_of(of, line);
    int last = body_of(of, line)->count;
    return minus ? number_smaller(last, minus->count) : last;
}

void kinematics_name(const struct kinematics *of, int line, struct text *into)
{
    const struct scene_body *minus = minus_of(of, line);
    text_append_visible(into, body_of(of, line)->name);
    if (minus) {
        text_append(into, " − ");
        text_append_visible(into, minus->name);
    }
}

static enum kinematics_note note_of(const struct scene_body *body, int row)
{
    const struct scene_move *move = scene_move_of(body, row);
    if (!move)
        return NOTE_NONE;
    switch (move->kind) {
    case SCENE_STOPPED:
        return NOTE_STOPPED;
    case SCENE_MISSED:
        return NOTE_MISSED;
    default:
        return move->stands ? NOTE_STANDS : NOTE_NONE;
    }
}

enum kinematics_note kinematics_note(const struct kinematics *of, int line, int row)
{
    const struct scene_body *minus = minus_of(of, line);
    enum kinematics_note note = note_of(body_of(of, line), row);
    return note == NOTE_NONE && minus ? note_of(minus, row) : note;
}

const char *kinematics_note_words(enum kinematics_note note)
{
    static const char *const words[] = {"", "stopped", "missed", "then stopped"};
    return words[note];
}

/* --- values ----------------------------------------------------------------------------------- */

/* The vector that a column is about. False: there is none in that row. */
static bool find_vector(const struct scene_body *body, int row, enum kinematics_column column,
                        struct point *vector)
{
    const struct scene_move *move = scene_move_of(body, row);
    switch (column) {
    case COLUMN_X:
    case COLUMN_Y:
        *vector = scene_at(body, row);
        return true;
    case COLUMN_AX:
    case COLUMN_AY:
    case COLUMN_ACCELERATION:
        *vector = move ? move->choice : (struct point){0, 0};
        return move && move->kind == SCENE_CHOSEN;
    case COLUMN_WX:
    case COLUMN_WY:
        *vector = move ? move->push : (struct point){0, 0};
        return move && move->kind == SCENE_CHOSEN;
    default:
        *vector = scene_velocity(body, row);
        return true;
    }
}

static bool is_second(enum kinematics_column column)
{
    return column == COLUMN_Y || column == COLUMN_VY || column == COLUMN_AY || column == COLUMN_WY;
}

bool kinematics_value(const struct kinematics *of, int line, int row, enum kinematics_column column,
                      struct measure *value)
{
    const struct scene_body *minus = minus_of(of, line);
    struct point vector, other = {0, 0};
    assert(row >= 0 && row <= kinematics_last(of, line));
    if (column == COLUMN_T) {
        *value = scale(measure_whole(row), &of->look.unit, column);
        return true;
    }
    if (!find_vector(body_of(of, line), row, column, &vector) ||
        (minus && !find_vector(minus, row, column, &other)))
        return false;
    vector = point_subtract(vector, other);
    if (column == COLUMN_DIRECTION) {
        if (vector.x == 0 && vector.y == 0)
            return false;
        *value = measure_fraction(kinematics_direction(vector), 10);
        return true;
    }
    if (column == COLUMN_SPEED || column == COLUMN_ACCELERATION)
        *value = measure_length(vector);
    else
        *value = measure_whole(is_second(column) ? vector.y : vector.x);
    *value = scale(*value, &of->look.unit, column);
    return true;
}

/* --- angles ----------------------------------------------------------------------------------- */

/* Below or at 45 degrees (0 <= up <= across), by Euler's series
 *
 *     atan(u / a) = sum of (2n)!! / (2n + 1)!! * (u / a) / (1 + (u / a)^2) * (u^2 / (a^2 + u^2))^n,
 *
 * in parts of 2^-60. Each term is less than half the one before. No tangent of such an angle is a
 * fraction but those of 0 and 45 degrees, so nothing lies on the edge between two tenths. */
static int tenths_up_to_45(int64_t across, int64_t up)
{
    static const int64_t pi = INT64_C(3622009729038561421); /* * 2^-60 */
    int64_t square = across * across + up * up;
    int128 term = ((int128)(across * up) << 60) / square, sum = 0;
    for (int n = 0; term > 0; n++) {
        sum += term;
        term = term * (up * up) / square * (2 * n + 2) / (2 * n + 3);
    }
    return (int)((sum * 3600 + pi) / ((int128)2 * pi));
}

int kinematics_direction(struct point vector)
{
    int64_t across = vector.x < 0 ? -(int64_t)vector.x : vector.x;
    int64_t up = vector.y < 0 ? -(int64_t)vector.y : vector.y;
    int tenths = up <= across ? tenths_up_to_45(across, up) : 900 - tenths_up_to_45(up, across);
    assert(across > 0 || up > 0);
    if (vector.x < 0)
        tenths = 1800 - tenths;
    if (vector.y < 0)
        tenths = 3600 - tenths;
    return tenths % 3600;
}
