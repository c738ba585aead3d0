/* Telling tests, and whoever cannot see the screen, what is on it. A reader that goes away is no
 * reason to stop the game: failed writes are let go. */
#include "app/watch.h"

#include "base/memory.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct watch {
    FILE *file;
};

struct watch *watch_open(const char *path, struct error *error)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!file) {
        error_set(error, "%s cannot be written: %s", path, strerror(errno));
        return NULL;
    }
    struct watch *watch = memory_allocate(1, sizeof *watch);
    watch->file = file;
    return watch;
}

void watch_close(struct watch *watch)
{
    if (watch && watch->file != stdout)
        fclose(watch->file);
    free(watch);
}

/* Text from outside may hold anything; what is no UTF-8 is left out. */
static json_t *text_or_empty(const char *text)
{
    json_t *string = json_string(text);
    return string ? string : json_string("");
}

static int to_units(int pixels, double ratio)
{
    return (int)lround(pixels / ratio);
}

static json_t *describe_target(const struct ui_target *target, double ratio)
{
    struct box box = target->box;
    json_t *object = json_object();
    json_object_set_new(object, "id", text_or_empty(target->id));
    json_object_set_new(object, "x", json_integer(to_units(box.x, ratio)));
    json_object_set_new(object, "y", json_integer(to_units(box.y, ratio)));
    json_object_set_new(object, "w", json_integer(to_units(box.w, ratio)));
    json_object_set_new(object, "h", json_integer(to_units(box.h, ratio)));
    json_object_set_new(object, "text", text_or_empty(target->text));
    return object;
}

void watch_write(struct watch *watch, const struct watch_picture *picture)
{
    json_t *targets = json_array();
    for (int i = 0; i < ui_target_count(picture->ui); i++)
        json_array_append_new(targets,
                              describe_target(ui_target_at(picture->ui, i), picture->ratio));
    const char *focus = ui_focus(picture->ui);
    json_t *line = json_object();
    json_object_set_new(line, "frame", json_integer(picture->frame));
    json_object_set_new(line, "screen", json_string(picture->screen));
    json_object_set_new(line, "size", json_pack("[ii]", picture->width, picture->height));
    json_object_set_new(line, "status", text_or_empty(ui_status_text(picture->ui)));
    json_object_set_new(line, "focus", focus ? text_or_empty(focus) : json_null());
    json_object_set_new(line, "targets", targets);
    json_dumpf(line, watch->file, JSON_COMPACT);
    fputc('\n', watch->file);
    fflush(watch->file);
    json_decref(line);
}
