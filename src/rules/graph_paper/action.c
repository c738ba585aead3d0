/* Actions as text: "7,3" and "7,3>8,4" (files-and-protocols section 2). */
#include "rules/graph_paper/graph_paper.h"

#include "base/number.h"

/* Far outside every sheet, near enough for sums of a few of them. */
enum { COORDINATE_LIMIT = 1000000 };

static bool read_point(const char **cursor, struct point *point)
{
    int64_t x = 0;
    int64_t y = 0;
    if (!number_read_integer(cursor, -COORDINATE_LIMIT, COORDINATE_LIMIT, &x) || **cursor != ',')
        return false;
    (*cursor)++;
    if (!number_read_integer(cursor, -COORDINATE_LIMIT, COORDINATE_LIMIT, &y))
        return false;
    *point = (struct point){(int32_t)x, (int32_t)y};
    return true;
}

bool graph_paper_parse_action(const char *text, struct graph_paper_action *action,
                              struct error *error)
{
    const char *cursor = text;
    struct graph_paper_action read = {0};
    bool good = read_point(&cursor, &read.to);
    if (good && *cursor == '>') {
        cursor++;
        read.has_start = true;
        read.start = read.to;
        good = read_point(&cursor, &read.to);
    }
    if (!good || *cursor != '\0') {
        return error_set(error,
                         "\"%.40s\" is not a move: write it like 12,9, or 7,3>8,4 for a start "
                         "point and the first move",
                         text);
    }
    *action = read;
    return true;
}

static void append_point(struct point point, struct text *into)
{
    text_append_integer(into, point.x);
    text_append_bytes(into, ",", 1);
    text_append_integer(into, point.y);
}

void graph_paper_print_action(const struct graph_paper_action *action, struct text *into)
{
    if (action->has_start) {
        append_point(action->start, into);
        text_append_bytes(into, ">", 1);
    }
    append_point(action->to, into);
}
