/* See lens.h. */
#include "lens.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const double turn = 6.283185307179586;

static void blur_line(float *line, size_t count, size_t step, double sigma, float *room)
{
    int reach = (int)(2.5 * sigma) + 1;
    double weights[32];
    reach = reach < 15 ? reach : 15;
    double sum = 0;
    for (int i = -reach; i <= reach; i++)
        sum += weights[i + reach] = exp(-.5 * i * i / sigma / sigma);
    for (size_t i = 0; i < count; i++)
        room[i] = line[i * step];
    for (int i = 0; i < (int)count; i++) {
        double value = 0;
        for (int j = -reach; j <= reach; j++) {
            int at = i + j < 0 ? 0 : i + j >= (int)count ? (int)count - 1 : i + j;
            value += weights[j + reach] * (double)room[at];
        }
        line[(size_t)i * step] = (float)(value / sum);
    }
}

static void blur(const struct scene *scene, float *pixels)
{
    if (scene->blur <= 0)
        return;
    size_t width = (size_t)scene->width;
    size_t height = (size_t)scene->height;
    float *room = memory_allocate(width + height, sizeof *room);
    for (size_t y = 0; y < height; y++)
        for (size_t i = 0; i < 3; i++)
            blur_line(pixels + 3 * y * width + i, width, 3, scene->blur, room);
    for (size_t x = 0; x < 3 * width; x++)
        blur_line(pixels + x, height, 3 * width, scene->blur, room);
    free(room);
}

struct spread {
    int x[4000], y[4000];
    int count;
};

/* Each pixel becomes the mean of those at the offsets. */
static void spread_out(const struct scene *scene, float *pixels, const struct spread *spread)
{
    size_t cells = 3 * (size_t)scene->width * (size_t)scene->height;
    float *room = memory_copy(pixels, cells, sizeof *room);
    for (int y = 0; y < scene->height; y++)
        for (int x = 0; x < scene->width; x++, pixels += 3) {
            float sum[3] = {0, 0, 0};
            for (int i = 0; i < spread->count; i++) {
                int u = x + spread->x[i];
                int v = y + spread->y[i];
                u = u < 0 ? 0 : u >= scene->width ? scene->width - 1 : u;
                v = v < 0 ? 0 : v >= scene->height ? scene->height - 1 : v;
                const float *from = room + 3 * ((size_t)v * (size_t)scene->width + (size_t)u);
                for (int j = 0; j < 3; j++)
                    sum[j] += from[j];
            }
            for (int j = 0; j < 3; j++)
                pixels[j] = sum[j] / (float)spread->count;
        }
    free(room);
}

/* The camera moves while it looks, or is not focused. */
static void smear(const struct scene *scene, float *pixels)
{
    struct spread *spread = memory_allocate(1, sizeof *spread);
    double angle = scene->motion_angle / 360 * turn;
    int steps = (int)scene->motion;
    for (int i = 0; i <= steps && steps > 0; i++) {
        spread->x[i] = (int)lround((i - steps / 2.0) * cos(angle));
        spread->y[i] = (int)lround((i - steps / 2.0) * sin(angle));
        spread->count = i + 1;
    }
    if (spread->count > 0)
        spread_out(scene, pixels, spread);
    spread->count = 0;
    int reach = (int)scene->defocus;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++)
            if (x * x + y * y <= scene->defocus * scene->defocus) {
                spread->x[spread->count] = x;
                spread->y[spread->count++] = y;
            }
    if (scene->defocus > 0)
        spread_out(scene, pixels, spread);
    free(spread);
}

void lens_blur(const struct scene *scene, float *pixels)
{
    smear(scene, pixels);
    blur(scene, pixels);
}
