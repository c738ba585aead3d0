/* What lens and hand do to the light on its way to a photo. */
#ifndef GRAPHPRIX_TESTS_SUPPORT_LENS_H
#define GRAPHPRIX_TESTS_SUPPORT_LENS_H

#include "photograph.h"

/* Motion, defocus and blur of the scene, on red, green and blue of each pixel, row by row. */
void lens_blur(const struct scene *scene, float *pixels);

#endif
