/* Telling tests, and whoever cannot see the screen, what is on it. A reader that goes away is no
 * reason to stop the game: failed writes are let go. */
#include "app/inside.h"

#include "base/hash.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "ui/clock.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct watch {
    FILE *file;
    uint64_t told; /* what stood in the last line behind the number of its picture */
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
static void append_text(struct text *line, const char *key, const char *text)
{
    json_text_key_string(line, key, text_is_utf8(text) ? text : "");
}

static int to_units(int pixels, double ratio)
{
    return (int)lround(pixels / ratio);
}

static void append_thing(struct text *line, struct box box, const char *text, double ratio)
{
    json_text_key_integer(line, "x", to_units(box.x, ratio));
    json_text_key_integer(line, "y", to_units(box.y, ratio));
    json_text_key_integer(line, "w", to_units(box.w, ratio));
    json_text_key_integer(line, "h", to_units(box.h, ratio));
    append_text(line, "text", text);
    json_text_close(line, '}');
}

void watch_write(struct watch *watch, const struct watch_picture *picture)
{
    struct text line = {0};
    const char *focus = ui_focus(picture->ui);
    json_text_open(&line, '{');
    json_text_key_integer(&line, "frame", picture->frame);
    json_text_key_integer(&line, "type", picture->smallest_type);
    size_t number = line.length;
    append_text(&line, "screen", picture->screen);
    if (clock_is_held())
        json_text_key_integer(&line, "clock", clock_now());
    text_append_format(&line, ",\"size\":[%d,%d]", picture->width, picture->height);
    append_text(&line, "status", ui_status_text(picture->ui));
    if (focus)
        append_text(&line, "focus", focus);
    else
        json_text_key_integer_or_null(&line, "focus", false, 0);
    text_append(&line, ",\"targets\":[");
    for (int i = 0; i < ui_target_count(picture->ui); i++) {
        const struct ui_target *target = ui_target_at(picture->ui, i);
        json_text_open(&line, '{');
        append_text(&line, "id", target->id);
        append_thing(&line, target->box, target->text, picture->ratio);
    }
    text_append(&line, "],\"labels\":[");
    for (int i = 0; i < ui_label_count(picture->ui); i++) {
        const struct ui_label *label = ui_label_at(picture->ui, i);
        json_text_open(&line, '{');
        append_thing(&line, label->box, label->text, picture->ratio);
    }
    text_append(&line, picture->ornament ? "],\"moving\":true}\n" : "]}\n");
    uint64_t told = hash_bytes(HASH_START, line.data + number, line.length - number);
    if (!picture->ornament || told != watch->told) {
        fwrite(line.data, 1, line.length, watch->file);
        fflush(watch->file);
    }
    watch->told = told;
    text_free(&line);
}
