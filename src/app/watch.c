/* Telling tests, and whoever cannot see the screen, what is on it. A reader that goes away is no
 * reason to stop the game: failed writes are let go. */
#include "app/watch.h"

#include "base/memory.h"
#include "base/text.h"

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

/* Text from outside may hold anything; what is no UTF-8 is left out. Most text needs no escapes,
 * and an arena has thousands of targets. */
static void append_text(struct text *line, const char *text)
{
    size_t plain = 0;
    while (text[plain] >= ' ' && text[plain] != '"' && text[plain] != '\\' && text[plain] != 127)
        plain++;
    if (text[plain] == '\0') {
        text_append(line, "\"");
        text_append_bytes(line, text, plain);
        text_append(line, "\"");
        return;
    }
    json_t *string = json_string(text);
    char *escaped = json_dumps(string, JSON_ENCODE_ANY);
    text_append(line, escaped ? escaped : "\"\"");
    free(escaped);
    json_decref(string);
}

static int to_units(int pixels, double ratio)
{
    return (int)lround(pixels / ratio);
}

static void append_thing(struct text *line, struct box box, const char *text, double ratio)
{
    text_append_format(line,
                       "\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d,\"text\":", to_units(box.x, ratio),
                       to_units(box.y, ratio), to_units(box.w, ratio), to_units(box.h, ratio));
    append_text(line, text);
    text_append(line, "}");
}

void watch_write(struct watch *watch, const struct watch_picture *picture)
{
    struct text line = {0};
    const char *focus = ui_focus(picture->ui);
    text_append_format(&line, "{\"frame\":%lld,\"screen\":", (long long)picture->frame);
    append_text(&line, picture->screen);
    text_append_format(&line, ",\"size\":[%d,%d],\"status\":", picture->width, picture->height);
    append_text(&line, ui_status_text(picture->ui));
    text_append(&line, ",\"focus\":");
    if (focus)
        append_text(&line, focus);
    else
        text_append(&line, "null");
    text_append(&line, ",\"targets\":[");
    for (int i = 0; i < ui_target_count(picture->ui); i++) {
        const struct ui_target *target = ui_target_at(picture->ui, i);
        text_append(&line, i > 0 ? ",{\"id\":" : "{\"id\":");
        append_text(&line, target->id);
        text_append(&line, ",");
        append_thing(&line, target->box, target->text, picture->ratio);
    }
    text_append(&line, "],\"labels\":[");
    for (int i = 0; i < ui_label_count(picture->ui); i++) {
        const struct ui_label *label = ui_label_at(picture->ui, i);
        text_append(&line, i > 0 ? ",{" : "{");
        append_thing(&line, label->box, label->text, picture->ratio);
    }
    text_append(&line, "]}\n");
    fwrite(line.data, 1, line.length, watch->file);
    fflush(watch->file);
    text_free(&line);
}
