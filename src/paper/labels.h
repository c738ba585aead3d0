/* Finding room for labels: beside what they name, over nothing that matters. For this folder.
 *
 * What is already on the picture is put in as boxes with a weight; a label tries places round its
 * anchor and takes the one that costs least. Each placed label is in the way of the next.
 */
#ifndef GRAPHPRIX_PAPER_LABELS_H
#define GRAPHPRIX_PAPER_LABELS_H

#include "paper/brush.h"

enum { LABEL_OBSTACLE_LIMIT = 160 };

struct label_box {
    double x, y, w, h;
};

struct label_field {
    struct label_box seen; /* labels stay inside */
    double unit;           /* device pixels of an interface pixel */
    struct {
        struct label_box box;
        double weight;
    } obstacles[LABEL_OBSTACLE_LIMIT];
    int count; /* more than the limit are left out */
};

void labels_avoid(struct label_field *field, struct label_box box, double weight);
void labels_avoid_disc(struct label_field *field, double x, double y, double radius, double weight);
void labels_avoid_line(struct label_field *field, double x1, double y1, double x2, double y2,
                       double weight);

/* A place for a label w x h near (x, y), at least `away` pixels from it; (prefer_x, prefer_y) is a
 * direction that it should lie in, or zero. The box is put in the way of later ones. */
struct label_box labels_place(struct label_field *field, double w, double h, double x, double y,
                              double away, double prefer_x, double prefer_y);

#endif
