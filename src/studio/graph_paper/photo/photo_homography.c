/* See photo_homography.h. */
#include "studio/graph_paper/photo/photo_homography.h"

#include <math.h>

struct photo_place homography_apply(const struct homography *homography, struct photo_place place)
{
    const double *m = homography->m;
    double scale = m[6] * place.x + m[7] * place.y + m[8];
    if (fabs(scale) < 1e-12)
        scale = scale < 0 ? -1e-12 : 1e-12;
    return (struct photo_place){(m[0] * place.x + m[1] * place.y + m[2]) / scale,
                                (m[3] * place.x + m[4] * place.y + m[5]) / scale};
}

bool homography_invert(const struct homography *homography, struct homography *inverse)
{
    const double *m = homography->m;
    double *w = inverse->m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3;
            int b = (j + 2) % 3;
            int c = (i + 1) % 3;
            int d = (i + 2) % 3;
            w[3 * i + j] = m[3 * a + c] * m[3 * b + d] - m[3 * a + d] * m[3 * b + c];
        }
    double determinant = m[0] * w[0] + m[1] * w[3] + m[2] * w[6];
    if (!(fabs(determinant) > 1e-12))
        return false;
    for (int i = 0; i < 9; i++)
        w[i] /= determinant;
    return true;
}

struct homography homography_join(const struct homography *first, const struct homography *second)
{
    struct homography joined = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                joined.m[3 * i + j] += second->m[3 * i + k] * first->m[3 * k + j];
    return joined;
}

static double side_of(struct photo_place o, struct photo_place a, struct photo_place b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static bool is_convex(const struct photo_place corners[4])
{
    int left = 0;
    for (int i = 0; i < 4; i++) {
        double side = side_of(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]);
        if (!(fabs(side) > 1e-6))
            return false;
        left += side > 0;
    }
    return left == 0 || left == 4;
}

/* Heckbert, Fundamentals of Texture Mapping, 1989. */
bool homography_from_unit(const struct photo_place corners[4], struct homography *homography)
{
    if (!is_convex(corners))
        return false;
    double ax = corners[1].x - corners[2].x;
    double ay = corners[1].y - corners[2].y;
    double bx = corners[3].x - corners[2].x;
    double by = corners[3].y - corners[2].y;
    double sx = corners[0].x - corners[1].x + corners[2].x - corners[3].x;
    double sy = corners[0].y - corners[1].y + corners[2].y - corners[3].y;
    double determinant = ax * by - bx * ay;
    double g = (sx * by - bx * sy) / determinant;
    double h = (ax * sy - sx * ay) / determinant;
    *homography = (struct homography){{corners[1].x - corners[0].x + g * corners[1].x,
                                       corners[3].x - corners[0].x + h * corners[3].x, corners[0].x,
                                       corners[1].y - corners[0].y + g * corners[1].y,
                                       corners[3].y - corners[0].y + h * corners[3].y, corners[0].y,
                                       g, h, 1}};
    return true;
}

bool solve_equations(double *rows, int count)
{
    int wide = count + 1;
    for (int i = 0; i < count; i++) {
        int best = i;
        for (int j = i + 1; j < count; j++)
            best = fabs(rows[j * wide + i]) > fabs(rows[best * wide + i]) ? j : best;
        if (!(fabs(rows[best * wide + i]) > 1e-12))
            return false;
        for (int k = 0; k < wide; k++) {
            double kept = rows[i * wide + k];
            rows[i * wide + k] = rows[best * wide + k];
            rows[best * wide + k] = kept;
        }
        for (int j = 0; j < count; j++) {
            double factor = j == i ? 0 : rows[j * wide + i] / rows[i * wide + i];
            for (int k = i; factor != 0 && k < wide; k++)
                rows[j * wide + k] -= factor * rows[i * wide + k];
        }
    }
    for (int i = 0; i < count; i++)
        rows[i * wide + count] /= rows[i * wide + i];
    return true;
}
