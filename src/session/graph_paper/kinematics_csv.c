/* How the numbers of a motion are written: on screens, paper and in CSV files.
 */
#include "session/graph_paper/kinematics.h"

#include <stdlib.h>
#include <string.h>

struct column_words {
    const char *title, *id, *words;
    const char *plain, *metric; /* units */
};

static const struct column_words columns[COLUMN_COUNT] = {
    [COLUMN_T] = {"t", "t", "time, counted in rounds", "moves", "s"},
    [COLUMN_X] = {"x", "x", "place to the right", "squares", "m"},
    [COLUMN_Y] = {"y", "y", "place upward", "squares", "m"},
    [COLUMN_VX] = {"vx", "vx", "velocity to the right", "squares/move", "m/s"},
    [COLUMN_VY] = {"vy", "vy", "velocity upward", "squares/move", "m/s"},
    [COLUMN_AX] = {"ax", "ax", "acceleration chosen, to the right", "squares/move²", "m/s²"},
    [COLUMN_AY] = {"ay", "ay", "acceleration chosen, upward", "squares/move²", "m/s²"},
    [COLUMN_WX] = {"wx", "wx", "wind or turbo area, to the right", "squares/move²", "m/s²"},
    [COLUMN_WY] = {"wy", "wy", "wind or turbo area, upward", "squares/move²", "m/s²"},
    [COLUMN_SPEED] = {"|v|", "speed", "how fast", "squares/move", "m/s"},
    [COLUMN_ACCELERATION] = {"|a|", "acceleration", "how large the acceleration is",
                             "squares/move²", "m/s²"},
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
    case COLUMN_WX:
        return "w";
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
}

/* --- CSV -------------------------------------------------------------------------------------- */

/* A field in quotes where it needs them. One that a spreadsheet would take for a formula has a
 * blank in front. */
static void append_field(const char *field, struct text *into)
{
    bool formula = field[0] && strchr("=+-@\t", field[0]);
    bool quoted = formula || strpbrk(field, ",\"\n\r");
    text_append(into, quoted ? "\"" : "");
    text_append(into, formula ? " " : "");
    for (const char *at = field; *at; at++) {
        text_append_bytes(into, at, 1);
        if (*at == '"')
            text_append(into, "\"");
    }
    text_append(into, quoted ? "\"" : "");
}

static void append_data(const struct kinematics *of, int line, int row, int column,
                        struct text *into)
{
    struct measure value;
    if (kinematics_value(of, line, row, (enum kinematics_column)column, &value))
        measure_append_data(into, value);
}

static void append_place(const struct kinematics *of, int line, int row,
                         const struct kinematics_place *place, struct text *into)
{
    struct measure value;
    bool there = kinematics_value(of, line, row, place->first, &value);
    if (place->second >= 0 && there)
        text_append(into, "\"(");
    if (is_length(place->first) && there)
        measure_append(into, value, MEASURE_EXACT);
    if (is_length(place->first))
        text_append(into, ",");
    append_data(of, line, row, (int)place->first, into);
    if (place->second >= 0 && there) {
        text_append(into, ", ");
        append_data(of, line, row, place->second, into);
        text_append(into, ")\"");
    }
}

static void append_heading(const struct kinematics *of, const struct kinematics_place *place,
                           struct text *into)
{
    const char *unit = kinematics_unit_of(&of->look, place->first);
    if (is_length(place->first))
        text_append_format(into, ",%s exactly [%s]", place->title, unit);
    text_append_format(into, ",%s [%s]", place->title, unit);
}

void kinematics_append_csv(const struct kinematics *of, struct text *into)
{
    struct kinematics_place places[COLUMN_COUNT];
    int count = kinematics_places(&of->look, places);
    text_append(into, "car");
    for (int i = 0; i < count; i++)
        append_heading(of, &places[i], into);
    text_append(into, ",note\n");
    for (int line = 0; line < of->line_count; line++) {
        struct text name = {0};
        kinematics_name(of, line, &name);
        for (int row = 0; row <= kinematics_last(of, line); row++) {
            append_field(text_string(&name), into);
            for (int i = 0; i < count; i++) {
                text_append(into, ",");
                append_place(of, line, row, &places[i], into);
            }
            text_append_format(into, ",%s\n",
                               kinematics_note_words(kinematics_note(of, line, row)));
        }
        text_free(&name);
    }
}
