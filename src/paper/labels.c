/* Finding room for labels, and drawing them. Out of memory is the only failure. */
#include "paper/labels.h"

#include "base/memory.h"
#include "base/text.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 24, RINGS = 4, MORE_RINGS = 40 };
static const double DISTANCE_COST = 6; /* for each interface pixel further from the anchor */
static const double TURN_COST = 14;    /* interface pixels further: for lying quite elsewhere */
static const double PLATE_SIDE = 0.5, PLATE_HEAD = 0.3, PLATE_STEP = 1.3; /* of the type's size */
static const double RIMMED_HEIGHT = 1.3, NUMBER_HEIGHT = 1, RIM = 0.1;

struct labels labels_begin(struct label_box seen, double unit)
{
    return (struct labels){.seen = seen, .unit = unit};
}

void labels_end(struct labels *labels)
{
    for (int i = 0; i < labels->count; i++)
        free(labels->items[i].text);
    free(labels->items);
    free(labels->obstacles);
    if (labels->measure)
        cairo_destroy(labels->measure);
    *labels = (struct labels){0};
}

void labels_return(struct labels *labels, int count, int obstacle_count)
{
    while (labels->count > count)
        free(labels->items[--labels->count].text);
    if (labels->obstacle_count > obstacle_count)
        labels->obstacle_count = obstacle_count;
}

bool labels_can_see(const struct labels *labels, struct pixel at)
{
    const struct label_box *seen = &labels->seen;
    return at.x >= seen->x && at.x <= seen->x + seen->w && at.y >= seen->y &&
           at.y <= seen->y + seen->h;
}

/* --- what is in the way ----------------------------------------------------------------------- */

static void add_obstacle(struct labels *labels, struct label_box box, double weight, bool never)
{
    array_add(labels->obstacles, labels->obstacle_count, labels->obstacle_capacity,
              (struct label_obstacle){box, weight, never});
}

static struct label_box disc_box(double x, double y, double radius)
{
    return (struct label_box){x - radius, y - radius, 2 * radius, 2 * radius};
}

void labels_keep_off(struct labels *labels, struct label_box box)
{
    add_obstacle(labels, box, 0, true);
}

void labels_keep_off_disc(struct labels *labels, double x, double y, double radius)
{
    labels_keep_off(labels, disc_box(x, y, radius));
}

void labels_avoid(struct labels *labels, struct label_box box, double weight)
{
    add_obstacle(labels, box, weight, false);
}

void labels_avoid_disc(struct labels *labels, double x, double y, double radius, double weight)
{
    labels_avoid(labels, disc_box(x, y, radius), weight);
}

void labels_avoid_line(struct labels *labels, double x1, double y1, double x2, double y2,
                       double weight)
{
    double half = 4 * labels->unit;
    int pieces = (int)brush_clamp(hypot(x2 - x1, y2 - y1) / (2 * half), 1, 24);
    for (int i = 0; i <= pieces; i++)
        labels_avoid_disc(labels, x1 + (x2 - x1) * i / pieces, y1 + (y2 - y1) * i / pieces, half,
                          weight);
}

/* --- places ----------------------------------------------------------------------------------- */

static double overlap(struct label_box a, struct label_box b)
{
    if (a.x >= b.x + b.w || b.x >= a.x + a.w || a.y >= b.y + b.h || b.y >= a.y + a.h)
        return 0; /* nearly always */
    double w = fmin(a.x + a.w, b.x + b.w) - fmax(a.x, b.x);
    double h = fmin(a.y + a.h, b.y + b.h) - fmax(a.y, b.y);
    return w * h;
}

/* INFINITY if the place is not free. */
static double cost_of(const struct labels *labels, struct label_box box)
{
    const struct label_box *seen = &labels->seen;
    double cost = 0;
    if (box.x < seen->x || box.y < seen->y || box.x + box.w > seen->x + seen->w ||
        box.y + box.h > seen->y + seen->h)
        return INFINITY;
    for (int i = 0; i < labels->obstacle_count; i++) {
        double covered = overlap(box, labels->obstacles[i].box);
        if (covered > 0 && labels->obstacles[i].never)
            return INFINITY;
        cost += covered * labels->obstacles[i].weight;
    }
    return cost;
}

bool labels_put(struct labels *labels, struct label_box box)
{
    if (cost_of(labels, box) == INFINITY)
        return false;
    labels_keep_off(labels, box);
    return true;
}

/* The best place so far. */
struct found {
    struct label_box box;
    double cost;
};

static void try_place(const struct labels *labels, struct label_box box, double extra,
                      struct found *best)
{
    if (extra >= best->cost)
        return;
    double cost = cost_of(labels, box) + extra;
    if (cost < best->cost)
        *best = (struct found){box, cost};
}

static void try_ring(const struct labels *labels, double w, double h, double distance,
                     const struct label_wish *wish, struct found *best)
{
    double prefer = hypot(wish->prefer_x, wish->prefer_y);
    for (int i = 0; i < DIRECTIONS; i++) {
        double dx = cos(i * 6.2831853 / DIRECTIONS), dy = sin(i * 6.2831853 / DIRECTIONS);
        /* The nearest side or corner of the label lies at the distance. */
        double x = wish->x + dx * distance + brush_clamp(dx * 2, -1, 1) * w / 2;
        double y = wish->y + dy * distance + brush_clamp(dy * 2, -1, 1) * h / 2;
        double turned = prefer > 0 ? 1 - (dx * wish->prefer_x + dy * wish->prefer_y) / prefer : 0;
        try_place(labels, (struct label_box){round(x - w / 2), round(y - h / 2), w, h},
                  (distance + turned * TURN_COST * labels->unit) * DISTANCE_COST * labels->unit,
                  best);
    }
}

/* When all is full: any place, the nearest first. */
static void try_everywhere(const struct labels *labels, double w, double h,
                           const struct label_wish *wish, struct found *best)
{
    const struct label_box *seen = &labels->seen;
    double step = fmax(h / 3, 2);
    for (double y = seen->y; y + h <= seen->y + seen->h; y += step)
        for (double x = seen->x; x + w <= seen->x + seen->w; x += step) {
            double distance = hypot(x + w / 2 - wish->x, y + h / 2 - wish->y);
            try_place(labels, (struct label_box){x, y, w, h},
                      distance * DISTANCE_COST * labels->unit, best);
        }
}

bool labels_place(struct labels *labels, double w, double h, const struct label_wish *wish,
                  struct label_box *placed)
{
    struct found best = {{0}, INFINITY};
    for (int ring = 0; ring < MORE_RINGS && (ring < RINGS || best.cost == INFINITY); ring++)
        try_ring(labels, w, h, wish->away + ring * (h + 4 * labels->unit) * 0.75, wish, &best);
    if (best.cost == INFINITY)
        try_everywhere(labels, w, h, wish, &best);
    if (best.cost == INFINITY)
        return false;
    *placed = best.box;
    labels_keep_off(labels, best.box);
    return true;
}

/* --- texts ------------------------------------------------------------------------------------ */

static cairo_t *measuring(struct labels *labels)
{
    if (!labels->measure) {
        cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
        labels->measure = cairo_create(surface);
        cairo_surface_destroy(surface);
    }
    return labels->measure;
}

double labels_text_width(struct labels *labels, enum label_look look, const char *text, double size)
{
    return lettering_width(measuring(labels), text, size, look == LABEL_PLATE);
}

/* Breaks between words; returns the width of the widest line. */
static double break_lines(struct labels *labels, const struct label *label, const char *text,
                          double widest, struct text *into)
{
    double width = 0;
    size_t line = 0; /* where the last one begins */
    while (*text) {
        size_t length = text_word(text);
        size_t before = into->length;
        if (before > line)
            text_append(into, " ");
        text_append_bytes(into, text, length);
        double now = labels_text_width(labels, label->look, text_string(into) + line, label->size);
        if (widest > 0 && now > widest && before > line) {
            into->data[before] = '\n';
            line = before + 1;
            now = labels_text_width(labels, label->look, text_string(into) + line, label->size);
        }
        width = fmax(width, now);
        text += length;
        text += strspn(text, " ");
    }
    return width;
}

static int count_lines(const char *text)
{
    int lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

void labels_add(struct labels *labels, enum label_look look, const char *text, double size,
                struct paper_color color, double widest, const struct label_wish *wish)
{
    struct label label = {.look = look, .color = color, .size = size, .wish = *wish};
    struct text lines = {0};
    bool plate = look == LABEL_PLATE;
    double side = plate ? 2 * PLATE_SIDE * size : 2 * RIM * size;
    double room = labels->seen.w - side;
    double width =
        break_lines(labels, &label, text, widest > 0 && widest < room ? widest : room, &lines);
    double height = plate ? size + (count_lines(text_string(&lines)) - 1) * PLATE_STEP * size +
                                2 * PLATE_HEAD * size
                          : size * (look == LABEL_NUMBER ? NUMBER_HEIGHT : RIMMED_HEIGHT);
    if (labels_place(labels, ceil(width + side), ceil(height), wish, &label.box)) {
        label.text = memory_copy_string(text_string(&lines));
        list_add(labels, label);
    }
    text_free(&lines);
}

void labels_add_at(struct labels *labels, enum label_look look, const char *text, double size,
                   struct paper_color color, double x, double y)
{
    double height = size * (look == LABEL_NUMBER ? NUMBER_HEIGHT : RIMMED_HEIGHT);
    struct label label = {.look = look, .color = color, .size = size, .wish = {.x = x, .y = y}};
    label.box =
        (struct label_box){x - RIM * size, y - height / 2,
                           labels_text_width(labels, look, text, size) + 2 * RIM * size, height};
    if (!labels_put(labels, label.box))
        return;
    label.text = memory_copy_string(text);
    list_add(labels, label);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* From a plate that found no room near what it names, as x1, y1, x2, y2. False: it is near. */
static bool find_leader(const struct labels *labels, const struct label *label, double ends[4])
{
    const struct label_box *box = &label->box;
    const struct label_wish *wish = &label->wish;
    double x = brush_clamp(wish->x, box->x, box->x + box->w);
    double y = brush_clamp(wish->y, box->y, box->y + box->h);
    double dx = wish->x - x, dy = wish->y - y, length = hypot(dx, dy);
    if (label->look != LABEL_PLATE || length < wish->away + label->size * 0.5)
        return false;
    double stop = 1 - 3 * labels->unit / length;
    ends[0] = x;
    ends[1] = y;
    ends[2] = x + dx * stop;
    ends[3] = y + dy * stop;
    return true;
}

static void draw_leader(cairo_t *cairo, const struct labels *labels, const struct label *label)
{
    double ends[4];
    if (!find_leader(labels, label, ends))
        return;
    brush_color(cairo, label->color);
    brush_add_line(cairo, (struct pixel){ends[0], ends[1]}, (struct pixel){ends[2], ends[3]});
    brush_stroke(cairo, fmax(labels->unit, 1), 0, 0);
}

static void draw_card(cairo_t *cairo, const struct labels *labels, const struct label *label,
                      const struct paper_theme *theme)
{
    struct label_box box = label->box;
    double line = fmax(round(1.5 * labels->unit), 1), radius = label->size * 0.28;
    double x = box.x + line / 2, y = box.y + line / 2;
    double right = box.x + box.w - line / 2, bottom = box.y + box.h - line / 2;
    cairo_new_path(cairo);
    cairo_arc(cairo, x + radius, y + radius, radius, 3.1415927, 4.7123890);
    cairo_arc(cairo, right - radius, y + radius, radius, 4.7123890, 6.2831853);
    cairo_arc(cairo, right - radius, bottom - radius, radius, 0, 1.5707963);
    cairo_arc(cairo, x + radius, bottom - radius, radius, 1.5707963, 3.1415927);
    cairo_close_path(cairo);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, label->color);
    cairo_set_line_width(cairo, line);
    cairo_stroke(cairo);
}

static void draw_plate(cairo_t *cairo, const struct labels *labels, const struct label *label,
                       const struct paper_theme *theme)
{
    draw_card(cairo, labels, label, theme);
    double step = label->size * PLATE_STEP, x = label->box.x + label->size * PLATE_SIDE;
    double y = label->box.y + label->box.h / 2 - (count_lines(label->text) - 1) * step / 2;
    struct text line = {0};
    for (const char *rest = label->text; *rest; y += step) {
        size_t length = strcspn(rest, "\n");
        text_clear(&line);
        text_append_bytes(&line, rest, length);
        lettering_draw(cairo, text_string(&line), x, y, label->size, true, theme->ink);
        rest += length + (rest[length] == '\n');
    }
    text_free(&line);
}

void labels_drawn_box(const struct labels *labels, const struct label *label, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double ends[4], margin = 2 * labels->unit + 1;
    const struct label_box *own = &label->box;
    extent_add(&extent, (struct pixel){own->x, own->y}, margin);
    extent_add(&extent, (struct pixel){own->x + own->w, own->y + own->h}, margin);
    if (find_leader(labels, label, ends))
        extent_add(&extent, (struct pixel){ends[2], ends[3]}, margin);
    extent_box(&extent, box);
}

static bool is_seen(cairo_t *cairo, const struct labels *labels, const struct label *label)
{
    double box[4];
    labels_drawn_box(labels, label, box);
    return brush_box_is_seen(cairo, box);
}

void labels_draw(cairo_t *cairo, const struct labels *labels, const struct paper_theme *theme)
{
    for (int i = 0; i < labels->count; i++)
        draw_leader(cairo, labels, &labels->items[i]);
    for (int i = 0; i < labels->count; i++) {
        const struct label *label = &labels->items[i];
        if (!is_seen(cairo, labels, label))
            continue;
        if (label->look == LABEL_PLATE)
            draw_plate(cairo, labels, label, theme);
        else
            lettering_draw_rimmed(cairo, label->text, label->box.x + RIM * label->size,
                                  label->box.y + label->box.h / 2, label->size, label->color,
                                  theme);
    }
}
