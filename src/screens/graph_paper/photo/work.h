/* A photo is decoded and traced beside the window (base/system/worker.h), as often as wishes
 * change. What was found waits to be taken.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_PHOTO_WORK_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_PHOTO_WORK_H

#include "studio/graph_paper/photo/photo.h"

enum { PHOTO_LEVEL_LIMIT = 6, PHOTO_LEVEL_SIDE = 4096 };

/* The picture in several sizes, each half of the one before it, 0xffRRGGBB row by row. */
struct photo_level {
    uint32_t *pixels;
    int width, height;
};
struct photo_picture {
    int width, height; /* of the photo itself, turned as it is now */
    struct photo_level levels[PHOTO_LEVEL_LIMIT];
    int count; /* 0: there is none */
};
void photo_picture_free(struct photo_picture *picture);

struct photo_finding {
    bool found; /* at least one closed line; else the error says why not */
    struct photo_tracing tracing;
    struct error error;
};
void photo_finding_free(struct photo_finding *finding);

struct photo_work;

struct photo_work *photo_work_open(const char *path);
void photo_work_close(struct photo_work *work); /* NULL is allowed */

/* Traces with this wish, the picture turned to the right by so many quarters as it is in its file.
 */
void photo_work_ask(struct photo_work *work, const struct photo_wish *wish, int turns);
/* Nothing is wanted any more until the next wish. */
void photo_work_rest(struct photo_work *work);

/* Each moves what is there to the caller, once; the picture comes first, and anew when it was
 * turned. */
bool photo_work_take_picture(struct photo_work *work, struct photo_picture *picture);
bool photo_work_take_finding(struct photo_work *work, struct photo_finding *finding);
/* Could the file not be read? */
bool photo_work_has_failed(struct photo_work *work, struct error *error);

#endif
