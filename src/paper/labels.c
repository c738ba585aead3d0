/* Finding room for labels. Owns nothing, cannot fail: at worst a label covers something. */
#include "paper/labels.h"

#include <math.h>

enum { DIRECTIONS = 24, RINGS = 4 };
static const double DISTANCE_COST = 6; /* for each interface pixel further from the anchor */
static const double UNSEEN_WEIGHT = 40;
static const double LABEL_WEIGHT = 30;

void labels_avoid(struct label_field *field, struct label_box box, double weight)
{
    if (field->count == LABEL_OBSTACLE_LIMIT)
        return;
    field->obstacles[field->count].box = box;
    field->obstacles[field->count++].weight = weight;
}

void labels_avoid_disc(struct label_field *field, double x, double y, double radius, double weight)
{
    labels_avoid(field, (struct label_box){x - radius, y - radius, 2 * radius, 2 * radius}, weight);
}

void labels_avoid_line(struct label_field *field, double x1, double y1, double x2, double y2,
                       double weight)
{
    double half = 4 * field->unit;
    int pieces = (int)brush_clamp(hypot(x2 - x1, y2 - y1) / (2 * half), 1, 24);
    for (int i = 0; i <= pieces; i++)
        labels_avoid_disc(field, x1 + (x2 - x1) * i / pieces, y1 + (y2 - y1) * i / pieces, half,
                          weight);
}

static double overlap(struct label_box a, struct label_box b)
{
    double w = fmin(a.x + a.w, b.x + b.w) - fmax(a.x, b.x);
    double h = fmin(a.y + a.h, b.y + b.h) - fmax(a.y, b.y);
    return w > 0 && h > 0 ? w * h : 0;
}

static double cost_of(const struct label_field *field, struct label_box box)
{
    double cost = (box.w * box.h - overlap(box, field->seen)) * UNSEEN_WEIGHT;
    for (int i = 0; i < field->count; i++)
        cost += overlap(box, field->obstacles[i].box) * field->obstacles[i].weight;
    return cost;
}

struct label_box labels_place(struct label_field *field, double w, double h, double x, double y,
                              double away, double prefer_x, double prefer_y)
{
    struct label_box best = {x, y, w, h};
    double best_cost = INFINITY;
    double prefer = hypot(prefer_x, prefer_y);
    for (int ring = 0; ring < RINGS; ring++) {
        double distance = away + ring * (h + 4 * field->unit) * 0.75;
        for (int i = 0; i < DIRECTIONS; i++) {
            double dx = cos(i * 6.2831853 / DIRECTIONS), dy = sin(i * 6.2831853 / DIRECTIONS);
            /* The nearest side or corner of the label lies at the distance. */
            double middle_x = x + dx * distance + brush_clamp(dx * 2, -1, 1) * w / 2;
            double middle_y = y + dy * distance + brush_clamp(dy * 2, -1, 1) * h / 2;
            struct label_box box = {round(middle_x - w / 2), round(middle_y - h / 2), w, h};
            double turned = prefer > 0 ? 1 - (dx * prefer_x + dy * prefer_y) / prefer : 0;
            double cost = cost_of(field, box) +
                          (distance + turned * 14 * field->unit) * DISTANCE_COST * field->unit;
            if (cost < best_cost) {
                best_cost = cost;
                best = box;
            }
        }
    }
    labels_avoid(field, best, LABEL_WEIGHT);
    return best;
}
