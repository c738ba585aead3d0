/* Makes photos of drawn tracks as files: render SHAPE FILE [NAME=VALUE...]
 *
 * SHAPE is a number, the names are those of struct scene: seed, width, height, view (page, filled,
 * flat), skew, tilt_x, tilt_y, grid, pen, grid_depth, shadow, blur, noise, quality, orientation,
 * start_line, gap, spurs, words. Run from the top of the tree.
 */
#include "base/system/file.h"
#include "support/photograph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool set(struct scene *scene, const char *name, double value)
{
    struct {
        const char *name;
        double *number;
        int *count;
        bool *flag;
    } const settings[] = {
        {"skew", &scene->skew, NULL, NULL},
        {"tilt_x", &scene->tilt_x, NULL, NULL},
        {"tilt_y", &scene->tilt_y, NULL, NULL},
        {"grid_depth", &scene->grid_depth, NULL, NULL},
        {"shadow", &scene->shadow, NULL, NULL},
        {"blur", &scene->blur, NULL, NULL},
        {"noise", &scene->noise, NULL, NULL},
        {"gap", &scene->gap, NULL, NULL},
        {"spurs", &scene->spurs, NULL, NULL},
        {"width", NULL, &scene->width, NULL},
        {"height", NULL, &scene->height, NULL},
        {"quality", NULL, &scene->quality, NULL},
        {"orientation", NULL, &scene->orientation, NULL},
        {"grid", NULL, NULL, &scene->grid},
        {"pen", NULL, NULL, &scene->pen},
        {"start_line", NULL, NULL, &scene->start_line},
        {"words", NULL, NULL, &scene->words},
        {"board", NULL, NULL, &scene->board},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (strcmp(settings[i].name, name) != 0)
            continue;
        if (settings[i].number != NULL)
            *settings[i].number = value;
        if (settings[i].count != NULL)
            *settings[i].count = (int)value;
        if (settings[i].flag != NULL)
            *settings[i].flag = value != 0;
        return true;
    }
    if (strcmp(name, "line_ink") == 0)
        scene->line_ink = (uint32_t)value;
    if (strcmp(name, "seed") == 0)
        scene->seed = (uint64_t)value;
    return strcmp(name, "seed") == 0 || strcmp(name, "line_ink") == 0;
}

static bool set_from(struct scene *scene, const char *setting)
{
    static const char *const views[] = {"page", "filled", "flat"};
    const char *equals = strchr(setting, '=');
    char name[32] = "";
    if (equals == NULL || equals - setting >= (int)sizeof name)
        return false;
    memcpy(name, setting, (size_t)(equals - setting));
    for (int i = 0; strcmp(name, "view") == 0 && i < 3; i++)
        if (strcmp(equals + 1, views[i]) == 0) {
            scene->view = (enum photo_view)i;
            return true;
        }
    return set(scene, name, strtod(equals + 1, NULL));
}

int main(int argument_count, char **arguments)
{
    struct scene scene = {.seed = 1, .width = 2000, .height = 1500, .quality = 88};
    int shape = argument_count > 2 ? (int)strtol(arguments[1], NULL, 10) : -1;
    bool understood = shape >= 0 && shape < DRAWING_COUNT;
    for (int i = 3; i < argument_count; i++)
        understood = set_from(&scene, arguments[i]) && understood;
    if (!understood) {
        fprintf(stderr, "render SHAPE FILE [NAME=VALUE...], SHAPE from 0 to %d\n",
                DRAWING_COUNT - 1);
        return 2;
    }
    struct drawing drawing = drawing_make(shape, scene.seed);
    struct photograph photograph = photograph_take(&drawing, &scene);
    struct error error;
    bool written = file_write_atomically(arguments[2], photograph.bytes, photograph.length, &error);
    if (!written)
        fprintf(stderr, "render: %s\n", error.text);
    photograph_free(&photograph);
    drawing_free(&drawing);
    return written ? 0 : 1;
}
