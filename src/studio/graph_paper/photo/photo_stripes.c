/* See photo_grid.h: parallel lines in a patch of a photo.
 *
 * Looked at along its lines, a grid is a comb: the darkness, summed along a direction, changes most
 * from one line to the next where the direction is the right one. How far the teeth are apart is
 * what the sums look most like when they are moved by it.
 */
#include "studio/graph_paper/photo/photo_grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROFILE = 512, PERIOD_LEAST = 6, SAMPLE_STEP = 4 };

static const double degree = 3.14159265358979 / 180;
static const double least_likeness = .25;
static const int grid_percentile = 92; /* a grid's lines are at least the darkest twelfth */

struct profile {
    double
        sums[PROFILE]; /* means, one a pixel of distance, the middle of the patch at PROFILE / 2 */
    bool seen[PROFILE];
};

/* How the darkness of a patch counts: what is drawn is darker than a grid, and must not outweigh
 * it.
 */
struct weights {
    double of[256];
};

static struct weights weigh(const struct plane *darkness, struct photo_place middle, int radius)
{
    int counts[256] = {0};
    int total = 0;
    for (int y = (int)middle.y - radius; y <= (int)middle.y + radius; y += 2)
        for (int x = (int)middle.x - radius; x <= (int)middle.x + radius; x += 2)
            if (x >= 0 && y >= 0 && x < darkness->width && y < darkness->height) {
                counts[plane_row(darkness, y)[x]]++;
                total++;
            }
    int half = 0;
    int cap = 0;
    for (int i = 0, sum = 0; i < 256; i++) {
        sum += counts[i];
        half = 2 * sum < total ? i + 1 : half;
        cap = 100 * sum < grid_percentile * total ? i + 1 : cap;
    }
    struct weights weights;
    for (int i = 0; i < 256; i++)
        weights.of[i] = i < cap ? i : i <= 2 * cap + 10 ? cap : half;
    return weights;
}

/* A quarter of the pixels is enough, if other ones in each row. */
static void take_profile(const struct plane *darkness, const struct weights *weights,
                         struct photo_place middle, int radius, double angle,
                         struct profile *profile)
{
    double counts[PROFILE + 1] = {0};
    double sums[PROFILE + 1] = {0};
    double c = cos(angle);
    double s = sin(angle);
    for (int v = -radius; v <= radius; v++) {
        int y = (int)middle.y + v;
        int half = (int)sqrt((double)(radius * radius - v * v));
        if (y < 0 || y >= darkness->height)
            continue;
        const uint8_t *row = plane_row(darkness, y);
        for (int u = -half + (v & 3); u <= half; u += SAMPLE_STEP) {
            int x = (int)middle.x + u;
            if (x < 0 || x >= darkness->width)
                continue;
            double at = u * c + v * s + PROFILE / 2;
            int bin = (int)at;
            double value = weights->of[row[x]];
            sums[bin] += (1 - (at - bin)) * value;
            counts[bin] += 1 - (at - bin);
            sums[bin + 1] += (at - bin) * value;
            counts[bin + 1] += at - bin;
        }
    }
    for (int i = 0; i < PROFILE; i++) {
        profile->seen[i] = counts[i] > radius / 8.0;
        profile->sums[i] = profile->seen[i] ? sums[i] / counts[i] : 0;
    }
}

static double sharpness(const struct profile *profile)
{
    double sum = 0;
    int count = 1;
    for (int i = 2; i < PROFILE; i++)
        if (profile->seen[i] && profile->seen[i - 2]) {
            double step = profile->sums[i] - profile->sums[i - 2];
            sum += step * step;
            count++;
        }
    return sum / count;
}

static double best_angle(const struct plane *darkness, const struct weights *weights,
                         struct photo_place middle, int radius, double from, double to, double step)
{
    struct profile profile;
    double best = -1;
    double found = from;
    for (double angle = from; angle <= to; angle += step) {
        take_profile(darkness, weights, middle, radius, angle, &profile);
        double sharp = sharpness(&profile);
        if (sharp > best) {
            best = sharp;
            found = angle;
        }
    }
    return found;
}

/* Takes away what changes slowly, a shadow that is left, and cuts off what a drawn line adds. */
static void level_profile(struct profile *profile)
{
    double flat[PROFILE] = {0};
    double spread = 0;
    int count = 1;
    for (int i = 0; i < PROFILE; i++) {
        double sum = 0;
        double weight = 0;
        for (int j = i - 24; j <= i + 24; j++)
            if (j >= 0 && j < PROFILE && profile->seen[j]) {
                sum += profile->sums[j];
                weight++;
            }
        if (profile->seen[i]) {
            flat[i] = profile->sums[i] - sum / weight;
            spread += flat[i] * flat[i];
            count++;
        }
    }
    spread = sqrt(spread / count);
    for (int i = 0; i < PROFILE; i++)
        profile->sums[i] = fmin(flat[i], 2.5 * spread);
}

/* How alike the profile is to itself moved by so much, -1 to 1. */
static double likeness(const struct profile *profile, double shift)
{
    double product = 0;
    double first = 1e-9;
    double second = 1e-9;
    int whole = (int)shift;
    double part = shift - whole;
    for (int i = 0; i + whole + 1 < PROFILE; i++) {
        if (!profile->seen[i] || !profile->seen[i + whole] || !profile->seen[i + whole + 1])
            continue;
        double other = (1 - part) * profile->sums[i + whole] + part * profile->sums[i + whole + 1];
        product += profile->sums[i] * other;
        first += profile->sums[i] * profile->sums[i];
        second += other * other;
    }
    return product / sqrt(first * second);
}

static double sharpen_period(const struct profile *profile, double period, double longest)
{
    for (int times = 1; times * period < longest; times++) {
        double best = -2;
        double found = period;
        double reach = times == 1 ? 1.5 : 1.2 / times * 1.5;
        for (double shift = period - reach; shift <= period + reach; shift += reach / 12) {
            double like = likeness(profile, times * shift);
            if (like > best) {
                best = like;
                found = shift;
            }
        }
        if (best < least_likeness)
            break;
        period = found;
    }
    return period;
}

/* The shortest shift that is nearly as good as the best one, so that it is one square and not
 * several. Each profile is like itself before the first tooth has passed: that does not count. Half
 * pixels, because teeth are not much wider. */
static bool find_period(const struct profile *profile, int radius, struct stripes *stripes)
{
    int longest = 2 * (radius < PROFILE / 2 - 2 ? radius : PROFILE / 2 - 2);
    double like[PROFILE] = {0};
    double best = 0;
    int first = 4;
    while (first < longest && likeness(profile, first / 2.0) >= .1)
        first++;
    first = first < 2 * PERIOD_LEAST ? 2 * PERIOD_LEAST : first;
    for (int i = first; i < longest; i++) {
        like[i] = likeness(profile, i / 2.0);
        best = like[i] > best ? like[i] : best;
    }
    if (best < least_likeness)
        return false;
    int found = first;
    while (!(like[found] > .7 * best && like[found] >= like[found + 1]))
        found++;
    stripes->period = sharpen_period(profile, found / 2.0, longest / 2.0);
    stripes->sureness = best;
    return true;
}

static void find_phase(const struct profile *profile, struct photo_place middle,
                       struct stripes *stripes)
{
    double best = -1e9;
    double found = 0;
    for (double phase = 0; phase < stripes->period; phase += .25) {
        double sum = 0;
        for (double at = phase; at < PROFILE - 1; at += stripes->period) {
            int bin = (int)at;
            sum += (1 - (at - bin)) * profile->sums[bin] + (at - bin) * profile->sums[bin + 1];
        }
        if (sum > best) {
            best = sum;
            found = phase;
        }
    }
    stripes->phase = found - PROFILE / 2 + floor(middle.x) * cos(stripes->angle) +
                     floor(middle.y) * sin(stripes->angle) +
                     .5 * (cos(stripes->angle) + sin(stripes->angle));
}

bool photo_find_stripes(const struct plane *darkness, struct photo_place middle, double radius,
                        bool level, double widest, struct stripes *stripes)
{
    int reach = (int)radius < PROFILE / 2 - 4 ? (int)radius : PROFILE / 2 - 4;
    struct weights weights = weigh(darkness, middle, reach);
    double straight = level ? 90 * degree : 0;
    double angle = best_angle(darkness, &weights, middle, reach, straight - widest * degree,
                              straight + widest * degree, degree);
    angle =
        best_angle(darkness, &weights, middle, reach, angle - degree, angle + degree, degree / 5);
    struct profile profile;
    take_profile(darkness, &weights, middle, reach, angle, &profile);
    level_profile(&profile);
    stripes->angle = angle;
    if (!find_period(&profile, reach, stripes))
        return false;
    find_phase(&profile, middle, stripes);
    return true;
}
