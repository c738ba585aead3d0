/* See photo_ink.h. */
#include "studio/graph_paper/photo/photo_ink.h"

#include <string.h>

enum {
    WIDEST_PART = 70,  /* no stroke is wider than 2 / 70 of the picture */
    LEAST_STEP = 9,    /* parts of 255: what is less darker than the paper's noise is not ink */
    LEAST_INK = 40,    /* pixels */
    DARKEST_PAPER = 24 /* of 255: darker paper counts as this dark, its noise would become ink */
};

static struct plane find_light(const struct photo *photo)
{
    struct plane light = plane_create(photo->across, photo->down);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = photo->pixels[i];
        light.cells[i] =
            (uint8_t)((77 * (pixel >> 16 & 255) + 150 * (pixel >> 8 & 255) + 29 * (pixel & 255)) >>
                      8);
    }
    return light;
}

struct plane photo_darkness(const struct photo *photo, const atomic_bool *cancelled)
{
    struct plane light = find_light(photo);
    plane_blur(&light);
    struct plane paper = plane_copy(&light);
    int longer = photo->across > photo->down ? photo->across : photo->down;
    if (!photo_is_cancelled(cancelled))
        plane_close(&paper, longer / WIDEST_PART + 2);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    for (size_t i = 0; i < count; i++) {
        int white = paper.cells[i] < DARKEST_PAPER ? DARKEST_PAPER : paper.cells[i];
        light.cells[i] = (uint8_t)((paper.cells[i] - light.cells[i]) * 255 / white);
    }
    plane_free(&paper);
    return light;
}

struct histogram {
    int counts[256];
    int total;
};

static struct histogram count_levels(const struct plane *darkness, const struct plane *counts)
{
    struct histogram histogram = {0};
    size_t cells = (size_t)darkness->width * (size_t)darkness->height;
    for (size_t i = 0; i < cells; i++)
        if (counts == NULL || counts->cells[i]) {
            histogram.counts[darkness->cells[i]]++;
            histogram.total++;
        }
    return histogram;
}

static int quantile(const struct histogram *histogram, double part)
{
    double left = part * histogram->total;
    int level = 0;
    while (level < 255 && left > histogram->counts[level])
        left -= histogram->counts[level++];
    return level;
}

/* The level that parts what is above `from` best into two (Otsu, 1979). */
static int best_split(const struct histogram *histogram, int from)
{
    double total = 0;
    double weight = 0;
    for (int i = from; i < 256; i++) {
        total += histogram->counts[i];
        weight += (double)i * histogram->counts[i];
    }
    double below = 0;
    double below_weight = 0;
    double best = -1;
    int split = from;
    for (int i = from; i < 255; i++) {
        below += histogram->counts[i];
        below_weight += (double)i * histogram->counts[i];
        double above = total - below;
        if (below == 0 || above == 0)
            continue;
        double step = below_weight / below - (weight - below_weight) / above;
        double between = below * above * step * step;
        if (between > best) {
            best = between;
            split = i + 1;
        }
    }
    return split;
}

bool photo_find_levels(const struct plane *darkness, const struct plane *counts,
                       struct ink_levels *levels)
{
    struct histogram histogram = count_levels(darkness, counts);
    int middle = quantile(&histogram, .5);
    int spread = middle - quantile(&histogram, .1);
    levels->paper = middle + 4 * spread + LEAST_STEP;
    if (levels->paper > 254)
        return false;
    int found = 0;
    for (int i = levels->paper; i < 256; i++)
        found += histogram.counts[i];
    levels->stroke = best_split(&histogram, levels->paper);
    return found >= LEAST_INK;
}

struct plane photo_find_ink(const struct plane *darkness, const struct plane *counts,
                            const struct ink_levels *levels)
{
    struct plane ink = plane_create(darkness->width, darkness->height);
    int weak = levels->stroke * 6 / 10 > levels->paper ? levels->stroke * 6 / 10 : levels->paper;
    size_t cells = (size_t)darkness->width * (size_t)darkness->height;
    for (size_t i = 0; i < cells; i++)
        if (counts == NULL || counts->cells[i])
            ink.cells[i] =
                (uint8_t)((darkness->cells[i] >= weak) +
                          (darkness->cells[i] >= levels->stroke && levels->stroke >= weak));
    return ink;
}
