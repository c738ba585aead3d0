/* The motion of bodies in numbers; how they are written is in kinematics_csv.c.
 */
#include "session/graph_paper/kinematics.h"

#include "base/number.h"
#include "geometry/point.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

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
    if (!measure_read(typed, "", &number, error))
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
        [COLUMN_VX] = 1, [COLUMN_VY] = 1,          [COLUMN_SPEED] = 1, [COLUMN_AX] = 2,
        [COLUMN_AY] = 2, [COLUMN_PX] = 2,          [COLUMN_PY] = 2,    [COLUMN_WX] = 2,
        [COLUMN_WY] = 2, [COLUMN_ACCELERATION] = 2};
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

bool kinematics_has_wind(const struct scene *scene)
{
    if (scene->wind.x != 0 || scene->wind.y != 0)
        return true;
    for (int i = 0; i < scene->body_count; i++)
        for (int row = 0; row < scene->bodies[i].count; row++) {
            struct point wind = scene->bodies[i].moves[row].wind;
            if (wind.x != 0 || wind.y != 0)
                return true;
        }
    return false;
}

struct kinematics kinematics_of(const struct scene *scene, struct kinematics_look look)
{
    struct kinematics of = {.scene = scene, .look = look};
    for (int i = 0; i < scene->body_count; i++)
        of.lines[of.line_count++] = (struct kinematics_line){i, -1};
    if (!kinematics_has_wind(scene))
        of.look.columns &= ~(unsigned)KINEMATICS_WIND;
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
        *vector = move ? point_add(move->choice, move->wind) : (struct point){0, 0};
        return move && move->kind == SCENE_CHOSEN;
    case COLUMN_PX:
    case COLUMN_PY:
        *vector = move ? move->choice : (struct point){0, 0};
        return move && move->kind == SCENE_CHOSEN;
    case COLUMN_WX:
    case COLUMN_WY:
        *vector = move ? move->wind : (struct point){0, 0};
        return move && move->kind == SCENE_CHOSEN;
    default:
        *vector = scene_velocity(body, row);
        return true;
    }
}

static bool is_second(enum kinematics_column column)
{
    return column < COLUMN_SPEED && (int)column % 2 == 0;
}

int kinematics_number(const struct scene_body *body, int row, enum kinematics_column column)
{
    struct point vector = {row, row};
    if (column != COLUMN_T)
        find_vector(body, row, column, &vector);
    return is_second(column) ? vector.y : vector.x;
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

/* === csv ====================================================================================== */

/* How the numbers of a motion are written: on screens, paper and in CSV files.
 */

struct column_words {
    const char *title, *id, *words;
    const char *plain, *metric; /* units */
};

static const struct column_words columns[COLUMN_COUNT] = {
    [COLUMN_T] = {"t", "t", "time, counted in moves", "moves", "s"},
    [COLUMN_X] = {"x", "x", "position to the right", "squares", "m"},
    [COLUMN_Y] = {"y", "y", "position upward", "squares", "m"},
    [COLUMN_VX] = {"vx", "vx", "velocity to the right", "squares/move", "m/s"},
    [COLUMN_VY] = {"vy", "vy", "velocity upward", "squares/move", "m/s"},
    [COLUMN_AX] = {"ax", "ax", "acceleration to the right", "squares/move²", "m/s²"},
    [COLUMN_AY] = {"ay", "ay", "acceleration upward", "squares/move²", "m/s²"},
    [COLUMN_PX] = {"px", "px", "the driver's push, to the right", "squares/move²", "m/s²"},
    [COLUMN_PY] = {"py", "py", "the driver's push, upward", "squares/move²", "m/s²"},
    [COLUMN_WX] = {"wx", "wx", "wind or turbo area, to the right", "squares/move²", "m/s²"},
    [COLUMN_WY] = {"wy", "wy", "wind or turbo area, upward", "squares/move²", "m/s²"},
    [COLUMN_SPEED] = {"|v|", "speed", "speed", "squares/move", "m/s"},
    [COLUMN_ACCELERATION] = {"|a|", "acceleration", "size of the acceleration", "squares/move²",
                             "m/s²"},
    [COLUMN_DIRECTION] = {"direction", "direction", "of v, anticlockwise from the x axis", "°",
                          "°"},
};

const char *kinematics_title(enum kinematics_column column)
{
    return columns[column].title;
}

const char *kinematics_id(enum kinematics_column column)
{
    return columns[column].id;
}

const char *kinematics_words(enum kinematics_column column)
{
    return columns[column].words;
}

const char *kinematics_unit_of(const struct kinematics_look *look, enum kinematics_column column)
{
    return look->unit.metric ? columns[column].metric : columns[column].plain;
}

/* --- columns ---------------------------------------------------------------------------------- */

static bool shows(const struct kinematics_look *look, int column)
{
    return (look->columns >> column & 1) != 0;
}

/* Which columns are a pair, and what that is called. */
static const char *pair_title(enum kinematics_column first)
{
    switch (first) {
    case COLUMN_X:
        return "p";
    case COLUMN_VX:
        return "v";
    case COLUMN_AX:
        return "a";
    case COLUMN_PX:
        return "push";
    case COLUMN_WX:
        return "wind";
    default:
        return NULL;
    }
}

int kinematics_places(const struct kinematics_look *look,
                      struct kinematics_place places[COLUMN_COUNT])
{
    int count = 0;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        const char *pair = pair_title((enum kinematics_column)i);
        if (!shows(look, i))
            continue;
        struct kinematics_place place = {columns[i].title, (enum kinematics_column)i, -1};
        if (look->vectors && pair && shows(look, i + 1)) {
            place.title = pair;
            place.second = ++i;
        }
        places[count++] = place;
    }
    return count;
}

static bool is_length(enum kinematics_column column)
{
    return column == COLUMN_SPEED || column == COLUMN_ACCELERATION;
}

void kinematics_append(const struct kinematics *of, int line, int row,
                       enum kinematics_column column, struct text *into)
{
    struct measure value;
    if (!kinematics_value(of, line, row, column, &value))
        return;
    bool root = is_length(column) && value.radicand != 1;
    measure_append(into, value, root ? MEASURE_BOTH : MEASURE_DECIMAL);
    text_append(into, column == COLUMN_DIRECTION ? "°" : "");
}

/* --- CSV -------------------------------------------------------------------------------------- */

static void append_place(const struct kinematics *of, int line, int row,
                         const struct kinematics_place *place, struct csv *csv)
{
    struct measure value, second;
    struct text first_data = {0}, other = {0};
    bool exact = is_length(place->first);
    if (!kinematics_value(of, line, row, place->first, &value)) {
        csv_empty(csv, exact ? 2 : 1);
        return;
    }
    measure_append_data(&first_data, value);
    if (exact && value.radicand == 1 && value.denominator == 1) {
        csv_decimal(csv, text_string(&first_data));
    } else if (exact) {
        measure_append(&other, value, MEASURE_EXACT);
        csv_text(csv, text_string(&other));
    }
    if (place->second >= 0 &&
        kinematics_value(of, line, row, (enum kinematics_column)place->second, &second)) {
        measure_append_data(&other, second);
        csv_pair(csv, text_string(&first_data), text_string(&other));
    } else {
        csv_decimal(csv, text_string(&first_data));
    }
    text_free(&first_data);
    text_free(&other);
}

static void append_headings(const struct kinematics *of, const struct kinematics_place *places,
                            int count, struct csv *csv)
{
    struct text headings = {0};
    text_append(&headings, "car");
    for (int i = 0; i < count; i++) {
        const char *unit = kinematics_unit_of(&of->look, places[i].first);
        if (is_length(places[i].first))
            text_append_format(&headings, ",%s exactly [%s]", places[i].title, unit);
        text_append_format(&headings, ",%s [%s]", places[i].title, unit);
    }
    text_append(&headings, ",note");
    csv_headings(csv, text_string(&headings));
    csv_end_line(csv);
    text_free(&headings);
}

void kinematics_append_csv(const struct kinematics *of, struct csv *csv)
{
    struct kinematics_place places[COLUMN_COUNT];
    int count = kinematics_places(&of->look, places);
    append_headings(of, places, count, csv);
    for (int line = 0; line < of->line_count; line++) {
        struct text name = {0};
        kinematics_name(of, line, &name);
        for (int row = 0; row <= kinematics_last(of, line); row++) {
            csv_text(csv, text_string(&name));
            for (int i = 0; i < count; i++)
                append_place(of, line, row, &places[i], csv);
            csv_text(csv, kinematics_note_words(kinematics_note(of, line, row)));
            csv_end_line(csv);
        }
        text_free(&name);
    }
}

/* === measure ================================================================================== */

/* See kinematics.h. Products are formed in 128 bits. */

__extension__ typedef unsigned __int128 uint128;

/* --- making ----------------------------------------------------------------------------------- */

static struct measure lowest(int128 numerator, int128 denominator, int64_t radicand)
{
    assert(denominator != 0);
    int128 a = numerator < 0 ? -numerator : numerator;
    int128 b = denominator < 0 ? -denominator : denominator;
    while (b != 0) {
        int128 rest = a % b;
        a = b;
        b = rest;
    }
    int128 common = denominator < 0 ? -a : a;
    numerator /= common;
    denominator /= common;
    assert(numerator < MEASURE_MOST && numerator > -MEASURE_MOST && denominator < MEASURE_MOST);
    return (struct measure){(int64_t)numerator, (int64_t)denominator,
                            numerator == 0 ? 1 : radicand};
}

struct measure measure_whole(int64_t number)
{
    return lowest(number, 1, 1);
}

struct measure measure_fraction(int64_t numerator, int64_t denominator)
{
    return lowest(numerator, denominator, 1);
}

/* The root, rounded down. */
static int64_t whole_root(uint128 number)
{
    uint128 root = 0;
    for (uint128 bit = (uint128)1 << 63; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return (int64_t)root;
}

/* What can be drawn out of the root; `number` keeps what stays under it. Behind the divisors up to
 * its third root, what is left has at most two prime factors. */
static int64_t draw_out(int64_t *number)
{
    int64_t left = *number, outside = 1, inside = 1;
    for (int64_t divisor = 2; divisor * divisor <= left / divisor; divisor++)
        while (left % divisor == 0) {
            left /= divisor;
            if (left % divisor == 0) {
                left /= divisor;
                outside *= divisor;
            } else {
                inside *= divisor;
            }
        }
    int64_t root = whole_root((uint128)left);
    bool is_square = root * root == left;
    *number = is_square ? inside : inside * left;
    return outside * (is_square ? root : 1);
}

struct measure measure_root(int64_t numerator, int64_t denominator)
{
    assert(numerator >= 0 && denominator > 0);
    struct measure square = lowest(numerator, denominator, 1);
    int64_t above = square.numerator, below = square.denominator;
    if (above == 0)
        return square;
    int64_t outside = draw_out(&above);
    int64_t outside_below = draw_out(&below);
    return lowest(outside, (int128)outside_below * below, above * below);
}

struct measure measure_length(struct point vector)
{
    return measure_root((int64_t)vector.x * vector.x + (int64_t)vector.y * vector.y, 1);
}

struct measure measure_times(struct measure number, int64_t numerator, int64_t denominator)
{
    return lowest((int128)number.numerator * numerator, (int128)number.denominator * denominator,
                  number.radicand);
}

bool measure_equal(struct measure a, struct measure b)
{
    return a.numerator == b.numerator && a.denominator == b.denominator && a.radicand == b.radicand;
}

/* Twice the size and rounded down first: that is where halves go up. */
int64_t measure_round(struct measure number, int places)
{
    assert(places >= 0 && places <= 3);
    int64_t power = 1;
    for (int i = 0; i < places; i++)
        power *= 10;
    int64_t size = number.numerator < 0 ? -number.numerator : number.numerator;
    int64_t doubled;
    assert((int128)size * size < ((int128)1 << 104) / number.radicand);
    if (number.radicand == 1) {
        doubled = (int64_t)((int128)size * 2 * power / number.denominator);
    } else {
        uint128 square = (uint128)size * (uint128)size * (uint128)number.radicand * 4 *
                         (uint128)power * (uint128)power;
        doubled = whole_root(square / ((uint128)number.denominator * (uint128)number.denominator));
    }
    int64_t rounded = (doubled + 1) / 2;
    return number.numerator < 0 ? -rounded : rounded;
}

/* --- showing ---------------------------------------------------------------------------------- */

enum { PLACES = 2, POWER = 100 };

/* Is it its own decimal of two places? */
static bool is_short(struct measure number)
{
    return number.radicand == 1 && POWER % number.denominator == 0;
}

/* The size of the number; what is not exact keeps its zeros. */
static void append_size(struct text *text, struct measure number)
{
    int64_t rounded = measure_round(number, PLACES);
    rounded = rounded < 0 ? -rounded : rounded;
    text_append_integer(text, rounded / POWER);
    int64_t rest = rounded % POWER;
    if (is_short(number) && rest == 0)
        return;
    if (is_short(number) && rest % 10 == 0)
        text_append_format(text, ".%d", (int)(rest / 10));
    else
        text_append_format(text, ".%02d", (int)rest);
}

void measure_append(struct text *text, struct measure number, enum measure_style style)
{
    const char *sign = number.numerator < 0 ? "−" : "";
    bool is_whole = number.radicand == 1 && number.denominator == 1;
    if (style != MEASURE_DECIMAL || is_whole) {
        text_append(text, sign);
        int64_t size = number.numerator < 0 ? -number.numerator : number.numerator;
        /* As pupils get it from Pythagoras: √8, not 2√2. */
        int128 under = (int128)size * size * number.radicand;
        if (number.radicand == 1)
            text_append_integer(text, size);
        else if (under < MEASURE_MOST)
            text_append_format(text, "√%lld", (long long)under);
        else
            text_append_format(text, "%lld√%lld", (long long)size, (long long)number.radicand);
        if (number.denominator != 1)
            text_append_format(text, "/%lld", (long long)number.denominator);
    }
    if (is_whole || style == MEASURE_EXACT)
        return;
    if (style == MEASURE_BOTH)
        text_append(text, is_short(number) ? " = " : " ≈ ");
    text_append(text, sign);
    append_size(text, number);
}

void measure_append_data(struct text *text, struct measure number)
{
    if (number.numerator < 0)
        text_append(text, "-");
    append_size(text, number);
}

/* --- reading ---------------------------------------------------------------------------------- */

enum { WHOLE_MOST = 100000, PLACES_KEPT = 10 };

static void skip_blanks(const char **cursor)
{
    static const char *const blanks[] = {" ", "\t", "\u00a0", "\u202f", "\u2009"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (strncmp(*cursor, blanks[i], strlen(blanks[i])) == 0) {
            *cursor += strlen(blanks[i]);
            i = (size_t)-1;
        }
}

static bool skip_word(const char **cursor, const char *word)
{
    for (size_t i = 0; word[i] != '\0'; i++) {
        char c = (*cursor)[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != word[i])
            return false;
    }
    *cursor += strlen(word);
    return true;
}

static bool at_digit(const char *cursor)
{
    return *cursor >= '0' && *cursor <= '9';
}

static bool read_whole(const char **cursor, int64_t *number, struct error *error)
{
    if (!number_read_integer(cursor, 0, WHOLE_MOST, number))
        return at_digit(*cursor) ? error_set(error, "That is too large: at most %d.", WHOLE_MOST)
                                 : error_set(error, "A number is missing there.");
    skip_blanks(cursor);
    return true;
}

/* "3", or "3/2" where it may be a fraction. */
static bool read_fraction(const char **cursor, int64_t *above, int64_t *below, struct error *error)
{
    *below = 1;
    if (!read_whole(cursor, above, error))
        return false;
    if (!skip_word(cursor, "/"))
        return true;
    skip_blanks(cursor);
    return read_whole(cursor, below, error) &&
           (*below != 0 || error_set(error, "Nothing can be divided by 0."));
}

static bool skip_root(const char **cursor)
{
    if (!skip_word(cursor, "√") && !skip_word(cursor, "sqrt") && !skip_word(cursor, "root"))
        return false;
    skip_blanks(cursor);
    return true;
}

/* What stands behind the root: "13", "(13)", "(13/4)". */
static bool read_under_root(const char **cursor, struct measure *root, struct error *error)
{
    int64_t above, below = 1;
    if (!skip_word(cursor, "(")) {
        if (!read_whole(cursor, &above, error))
            return false;
    } else {
        skip_blanks(cursor);
        if (!read_fraction(cursor, &above, &below, error))
            return false;
        if (!skip_word(cursor, ")"))
            return error_set(error, "The bracket is not closed.");
        skip_blanks(cursor);
    }
    *root = measure_root(above, below);
    return true;
}

/* "/2" or "/√2" behind a root or a number; the denominator of what was read. */
static bool read_divisor(const char **cursor, struct measure *number, struct error *error)
{
    struct measure root;
    int64_t below;
    if (!skip_word(cursor, "/"))
        return true;
    skip_blanks(cursor);
    if (!skip_root(cursor)) {
        if (!read_whole(cursor, &below, error))
            return false;
        root = measure_whole(below);
    } else if (!read_under_root(cursor, &root, error)) {
        return false;
    }
    if (root.numerator == 0)
        return error_set(error, "Nothing can be divided by 0.");
    if (root.radicand != 1 && number->radicand != 1)
        return error_set(error, "Put both under one root: √(3/2), not √3/√2.");
    /* a / (b√r / c) = ac√r / (br) */
    int128 divisor = (int128)root.numerator * root.radicand;
    if (divisor * number->denominator >= MEASURE_MOST ||
        (int128)number->numerator * root.denominator >= MEASURE_MOST)
        return error_set(error, "These numbers are too large.");
    *number = measure_times(
        (struct measure){number->numerator, number->denominator, number->radicand * root.radicand},
        root.denominator, (int64_t)divisor);
    return true;
}

static bool is_decimal_mark(const char *cursor)
{
    return *cursor == '.' || *cursor == ',';
}

/* From the first digit or the mark; digits behind more than can matter are dropped. */
static bool read_decimal(const char **cursor, struct measure_typed *typed, struct error *error)
{
    bool behind = false, any = false;
    for (; at_digit(*cursor) || (is_decimal_mark(*cursor) && !behind); (*cursor)++) {
        if (is_decimal_mark(*cursor)) {
            behind = true;
            continue;
        }
        any = true;
        if (typed->places == PLACES_KEPT) {
            typed->was_cut = typed->was_cut || **cursor != '0';
            continue;
        }
        typed->places += behind;
        typed->digits = typed->digits * 10 + (**cursor - '0');
        if (!behind && typed->digits > WHOLE_MOST)
            return error_set(error, "That is too large: at most %d.", WHOLE_MOST);
    }
    typed->is_decimal = true;
    if (is_decimal_mark(*cursor))
        return error_set(error, "Write it with one point or comma: 1234.5");
    return any || error_set(error, "A number is missing there.");
}

static bool is_decimal(const char *cursor)
{
    while (at_digit(cursor))
        cursor++;
    return is_decimal_mark(cursor);
}

/* A fraction, a root, or both; the sign has been read. */
static bool read_exact(const char **cursor, struct measure *number, struct error *error)
{
    int64_t whole = 1, above, below;
    *number = measure_whole(1);
    bool has_number = at_digit(*cursor);
    if (has_number && !read_whole(cursor, &whole, error))
        return false;
    if (has_number && at_digit(*cursor)) { /* "3 1/2" */
        if (!read_fraction(cursor, &above, &below, error))
            return false;
        *number = measure_fraction(whole * below + above, below);
        return below != 1 ||
               error_set(error, "There are two numbers: type one, like 3.5 or 3 1/2 or 7/2.");
    }
    *number = measure_whole(whole);
    if (has_number && (skip_word(cursor, "*") || skip_word(cursor, "·") || skip_word(cursor, "×")))
        skip_blanks(cursor);
    if (skip_root(cursor)) {
        struct measure root;
        if (!read_under_root(cursor, &root, error))
            return false;
        *number = measure_times(root, whole, 1);
    } else if (!has_number) {
        return error_set(error, "Type a number, like 3, -2, 3.5, 7/2 or sqrt 13.");
    }
    return read_divisor(cursor, number, error);
}

/* A unit that is read word by word. */
struct unit_words {
    const char *at;
    char word[16]; /* the last one, in small letters, one of many as one alone: "square" */
    bool again;    /* it comes once more, as "move" does in "squares/move²" */
};

/* A word as units have it: a turn is a move, and words between the others are none. */
static const char *plain_unit(const char *word)
{
    static const char *const others[][2] = {
        {"turn", "move"}, {"round", "move"}, {"metre", "m"}, {"meter", "m"}, {"second", "s"},
        {"sec", "s"},     {"degree", "°"},   {"a", ""},      {"per", ""},    {"each", ""},
        {"every", ""},    {"in", ""},        {"one", ""},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i][0]) == 0)
            return others[i][1];
    return word;
}

static bool take_unit_word(struct unit_words *words)
{
    static const char *const squares[] = {"²", "^2", "2"};
    bool again = words->again;
    words->again = false;
    while (!again) {
        char word[sizeof words->word];
        skip_blanks(&words->at);
        if (*words->at == '/') {
            words->at++;
            continue;
        }
        size_t length = 0;
        for (; *words->at && !strchr(" /", *words->at); words->at++)
            if (length < sizeof word - 1)
                word[length++] = (char)tolower((unsigned char)*words->at);
        word[length] = '\0';
        for (size_t i = 0; i < sizeof squares / sizeof *squares && !words->again; i++) {
            size_t end = strlen(squares[i]);
            words->again = length > end && strcmp(word + length - end, squares[i]) == 0;
            length -= words->again ? end : 0;
        }
        word[length - (length > 1 && word[length - 1] == 's')] = '\0';
        again = length == 0 || plain_unit(word)[0];
        snprintf(words->word, sizeof words->word, "%s", plain_unit(word));
    }
    return words->word[0] != '\0';
}

static bool is_unit(const char *typed, const char *unit)
{
    struct unit_words found = {.at = typed}, wanted = {.at = unit};
    while (take_unit_word(&found))
        if (!take_unit_word(&wanted) || strcmp(found.word, wanted.word) != 0)
            return false;
    return strcmp(wanted.word, "square") == 0 || (unit[0] && !take_unit_word(&wanted));
}

bool measure_read(const char *string, const char *unit, struct measure_typed *typed,
                  struct error *error)
{
    const char *cursor = string;
    *typed = (struct measure_typed){.value = {0, 1, 1}};
    skip_blanks(&cursor);
    if (skip_word(&cursor, "≈") || skip_word(&cursor, "="))
        skip_blanks(&cursor);
    if (*cursor == '\0')
        return error_set(error, "Nothing is typed yet.");
    static const char *const minus[] = {"-", "−", "–", "\u2010", "\u2011"};
    bool negative = false;
    if (!skip_word(&cursor, "+"))
        for (size_t i = 0; i < sizeof minus / sizeof *minus && !negative; i++)
            negative = skip_word(&cursor, minus[i]);
    skip_blanks(&cursor);
    bool read = is_decimal(cursor) ? read_decimal(&cursor, typed, error)
                                   : read_exact(&cursor, &typed->value, error);
    if (!read)
        return false;
    skip_blanks(&cursor);
    if (*cursor != '\0' && !is_unit(cursor, unit))
        return unit[0]
                   ? error_set(error, "Type the number alone, or in %s.", unit)
                   : error_set(error, "Type the number alone, like 3, -2, 3.5, 7/2 or sqrt 13.");
    if (negative) {
        typed->digits = -typed->digits;
        typed->value.numerator = -typed->value.numerator;
    }
    return true;
}

/* --- judging ---------------------------------------------------------------------------------- */

/* digits / 10^places with so many places, halves away from 0. */
static int64_t round_digits(const struct measure_typed *typed, int places)
{
    int64_t size = typed->digits < 0 ? -typed->digits : typed->digits;
    for (int i = typed->places; i < places; i++)
        size *= 10;
    int64_t divisor = 1;
    for (int i = places; i < typed->places; i++)
        divisor *= 10;
    size = size / divisor + (size % divisor * 2 >= divisor);
    return typed->digits < 0 ? -size : size;
}

static bool is_exactly(const struct measure_typed *typed, struct measure right)
{
    if (!typed->is_decimal)
        return measure_equal(typed->value, right);
    int64_t power = 1;
    for (int i = 0; i < typed->places; i++)
        power *= 10;
    return right.radicand == 1 && !typed->was_cut &&
           (int128)typed->digits * right.denominator == (int128)right.numerator * power;
}

enum measure_verdict measure_judge(const struct measure_typed *typed, struct measure right)
{
    if (is_exactly(typed, right))
        return MEASURE_RIGHT;
    if (!typed->is_decimal)
        return MEASURE_WRONG;
    int places = typed->places < PLACES ? typed->places : PLACES;
    if (round_digits(typed, places) != measure_round(right, places))
        return MEASURE_WRONG;
    return typed->places == PLACES ? MEASURE_RIGHT : MEASURE_NEARLY;
}
