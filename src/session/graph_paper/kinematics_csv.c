/* How the numbers of a motion are written: on screens, paper and in CSV files.
 */
#include "session/graph_paper/kinematics.h"

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
