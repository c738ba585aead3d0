/* Chalk on a board: a negative of the photo is traced as paper is. */
#include "studio/graph_paper/photo/lines.h"

#include "base/memory.h"

#include <stdlib.h>

enum {
    SHRUNK = 2,
    LINE_PART = 140, /* of the picture's longer side: half of what is too wide for a line */
    LEAST_STEP = 36, /* of 255, from line to ground */
    LIGHTEST_BOARD = 128,
    DIM = 40 /* of 255: darker than this noise counts more than light */
};

/* What differs from its ground by more than a little, in a plane where lines are darker; the light
 * of that ground on average. */
static int64_t count_lines(const struct plane *light, const atomic_bool *cancelled, int *ground)
{
    struct plane paper = plane_copy(light);
    int longer = light->width > light->height ? light->width : light->height;
    int64_t count = 0, sum = 0;
    if (!photo_is_cancelled(cancelled))
        plane_close(&paper, longer / LINE_PART + 1);
    size_t cells = (size_t)light->width * (size_t)light->height;
    for (size_t i = 0; i < cells; i++)
        if (paper.cells[i] - light->cells[i] >= LEAST_STEP) {
            count++;
            sum += paper.cells[i];
        }
    plane_free(&paper);
    *ground = count > 0 ? (int)(sum / count) : 0;
    return count;
}

bool photo_is_board(const struct photo *photo, const atomic_bool *cancelled)
{
    struct plane whole = photo_light(photo), light = plane_shrink(&whole, SHRUNK);
    int paper, board;
    int64_t dark_lines = count_lines(&light, cancelled, &paper);
    size_t cells = (size_t)light.width * (size_t)light.height;
    for (size_t i = 0; i < cells; i++)
        light.cells[i] = (uint8_t)(255 - light.cells[i]);
    int64_t light_lines = count_lines(&light, cancelled, &board);
    plane_free(&light);
    plane_free(&whole);
    return light_lines > 2 * dark_lines && 255 - board < LIGHTEST_BOARD;
}

/* What is twice as light becomes half as light, so that chalk in the shadow is as clear as
 * elsewhere.
 */
struct photo photo_negative(const struct photo *photo)
{
    struct photo negative = *photo;
    uint32_t inverse[256];
    for (uint32_t i = 0; i < 256; i++)
        inverse[i] = 255 * DIM / (i + DIM);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    negative.pixels = memory_copy(photo->pixels, count, sizeof *photo->pixels);
    for (size_t i = 0; i < count; i++)
        negative.pixels[i] = 0xff000000 | inverse[photo->pixels[i] >> 16 & 255] << 16 |
                             inverse[photo->pixels[i] >> 8 & 255] << 8 |
                             inverse[photo->pixels[i] & 255];
    return negative;
}
