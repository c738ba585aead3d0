/* The basic shapes, drawn with the strokes that SVG says they are equal to. */
#include "track/shape.h"

#include "track/path.h"
#include "track/scan.h"

#include <string.h>

struct shape {
    const char *element;
    bool (*draw)(const char *const *attributes, struct pencil *pencil, struct error *error);
    bool is_round;
};

const char *shape_attribute(const char *const *attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* 0 if the attribute is not there. */
static bool read_length(const char *const *attributes, const char *name, double *value,
                        struct error *error)
{
    const char *text = shape_attribute(attributes, name);
    *value = 0;
    if (!text || scan_length(text, value, error))
        return true;
    return error_set(error, "the attribute %s is wrong: %s", name, error->text);
}

static bool read_size(const char *const *attributes, const char *name, double *value,
                      struct error *error)
{
    if (!read_length(attributes, name, value, error))
        return false;
    return *value >= 0 || error_set(error, "the attribute %s must not be negative", name);
}

static bool draw_path(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    const char *data = shape_attribute(attributes, "d");
    return path_draw(data ? data : "", pencil, error);
}

static bool draw_points(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    const char *cursor = shape_attribute(attributes, "points");
    struct vector at;
    bool first = true;
    if (!cursor)
        return true;
    scan_spaces(&cursor);
    for (; *cursor != '\0'; first = false) {
        if (!first)
            scan_separator(&cursor);
        if (!scan_number(&cursor, &at.x, error))
            return false;
        scan_separator(&cursor);
        if (!scan_number(&cursor, &at.y, error))
            return false;
        if (first) /* a point alone counts, too: it may be a checkpoint */
            pencil_move(pencil, at);
        if (!pencil_line(pencil, at, error))
            return false;
        scan_spaces(&cursor);
    }
    return true;
}

static bool draw_polygon(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    return draw_points(attributes, pencil, error) &&
           (!pencil->begun || pencil_close(pencil, error));
}

static bool draw_line(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    struct vector from, to;
    if (!read_length(attributes, "x1", &from.x, error) ||
        !read_length(attributes, "y1", &from.y, error) ||
        !read_length(attributes, "x2", &to.x, error) ||
        !read_length(attributes, "y2", &to.y, error))
        return false;
    pencil_move(pencil, from);
    return pencil_line(pencil, to, error);
}

static bool draw_quarter(struct pencil *pencil, double rx, double ry, double x, double y,
                         struct error *error)
{
    struct pencil_arc arc = {rx, ry, 0, false, true, {x, y}};
    return pencil_arc(pencil, &arc, error);
}

static bool draw_oval(double cx, double cy, double rx, double ry, struct pencil *pencil,
                      struct error *error)
{
    pencil_move(pencil, (struct vector){cx + rx, cy});
    return draw_quarter(pencil, rx, ry, cx, cy + ry, error) &&
           draw_quarter(pencil, rx, ry, cx - rx, cy, error) &&
           draw_quarter(pencil, rx, ry, cx, cy - ry, error) &&
           draw_quarter(pencil, rx, ry, cx + rx, cy, error) && pencil_close(pencil, error);
}

static bool draw_circle(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    double cx, cy, r;
    return read_length(attributes, "cx", &cx, error) && read_length(attributes, "cy", &cy, error) &&
           read_size(attributes, "r", &r, error) && draw_oval(cx, cy, r, r, pencil, error);
}

static bool draw_ellipse(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    double cx, cy, rx, ry;
    return read_length(attributes, "cx", &cx, error) && read_length(attributes, "cy", &cy, error) &&
           read_size(attributes, "rx", &rx, error) && read_size(attributes, "ry", &ry, error) &&
           draw_oval(cx, cy, rx, ry, pencil, error);
}

struct rectangle {
    double x, y, width, height, rx, ry;
};

/* One radius stands for both, and neither is more than half a side. */
static bool read_box(const char *const *attributes, struct rectangle *box, struct error *error)
{
    if (!read_length(attributes, "x", &box->x, error) ||
        !read_length(attributes, "y", &box->y, error) ||
        !read_size(attributes, "width", &box->width, error) ||
        !read_size(attributes, "height", &box->height, error) ||
        !read_size(attributes, "rx", &box->rx, error) ||
        !read_size(attributes, "ry", &box->ry, error))
        return false;
    if (!shape_attribute(attributes, "ry"))
        box->ry = box->rx;
    if (!shape_attribute(attributes, "rx"))
        box->rx = box->ry;
    if (box->rx > box->width / 2)
        box->rx = box->width / 2;
    if (box->ry > box->height / 2)
        box->ry = box->height / 2;
    if (box->rx == 0 || box->ry == 0)
        box->rx = box->ry = 0;
    return true;
}

static bool draw_rect(const char *const *attributes, struct pencil *pencil, struct error *error)
{
    struct rectangle box;
    if (!read_box(attributes, &box, error))
        return false;
    double right = box.x + box.width, bottom = box.y + box.height;
    double rx = box.rx, ry = box.ry;
    pencil_move(pencil, (struct vector){box.x + rx, box.y});
    return pencil_line(pencil, (struct vector){right - rx, box.y}, error) &&
           draw_quarter(pencil, rx, ry, right, box.y + ry, error) &&
           pencil_line(pencil, (struct vector){right, bottom - ry}, error) &&
           draw_quarter(pencil, rx, ry, right - rx, bottom, error) &&
           pencil_line(pencil, (struct vector){box.x + rx, bottom}, error) &&
           draw_quarter(pencil, rx, ry, box.x, bottom - ry, error) &&
           pencil_line(pencil, (struct vector){box.x, box.y + ry}, error) &&
           draw_quarter(pencil, rx, ry, box.x + rx, box.y, error) && pencil_close(pencil, error);
}

static const struct shape shapes[] = {
    {"path", draw_path, false},       {"polygon", draw_polygon, false},
    {"polyline", draw_points, false}, {"line", draw_line, false},
    {"rect", draw_rect, false},       {"circle", draw_circle, true},
    {"ellipse", draw_ellipse, true},
};

const struct shape *shape_find(const char *element)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].element, element) == 0)
            return &shapes[i];
    return NULL;
}

bool shape_is_round(const struct shape *shape)
{
    return shape->is_round;
}

bool shape_draw(const struct shape *shape, const char *const *attributes, struct pencil *pencil,
                struct error *error)
{
    return shape->draw(attributes, pencil, error);
}

bool shape_draw_centre(const struct shape *shape, const char *const *attributes,
                       struct pencil *pencil, struct error *error)
{
    struct vector centre;
    if (!shape->is_round)
        return error_set(error,
                         "an inspected point must be a circle round its grid point, not a %s",
                         shape->element);
    if (!read_length(attributes, "cx", &centre.x, error) ||
        !read_length(attributes, "cy", &centre.y, error))
        return false;
    pencil_move(pencil, centre);
    return pencil_line(pencil, centre, error);
}
