/* Maps as people post them: copied out, and read back out of a post. */
#include "studio/stock_cars/plan.h"

#include "rules/stock_cars/map_post.h"

#include <string.h>

void map_plan_copy(const struct steps *plan, struct text *into)
{
    map_draft_write(map_plan_draft(plan), into);
}

void map_plan_copy_part(const struct steps *plan, struct point_range part, struct text *into)
{
    for (int y = part.high.y - 1; y >= part.low.y; y--) {
        size_t end = into->length;
        for (int x = part.low.x; x < part.high.x; x++) {
            char tile = map_draft_tile(map_plan_draft(plan), (struct point){x, y});
            text_append_bytes(into, &tile, 1);
            end = tile == TILE_OFF ? end : into->length;
        }
        if (into->length > end)
            text_cut(into, end);
        text_append(into, "\n");
    }
}

/* --- out of a post ---------------------------------------------------------------------------- */

/* The header's line `i` by itself, in a file that would be right with it. */
static bool is_sound(const char *line, size_t length)
{
    struct text file = {0};
    struct map_draft draft;
    struct error error;
    text_append_format(&file, "%s%.*s\n\n*\n", strncmp(line, "race", 4) == 0 ? "" : "race: N\n",
                       (int)length, line);
    bool read = map_draft_read(text_string(&file), file.length, &draft, NULL, &error);
    if (read)
        map_draft_free(&draft);
    text_free(&file);
    return read;
}

/* Of a header that is wrong what can be read of it, if no key stands there twice, else nothing. */
static bool read_rows(const struct map_post *post, struct map_draft *into, bool *has_header,
                      struct error *error)
{
    struct text file = {0};
    const char *line = text_string(&post->file);
    bool has_race = false;
    for (int i = 0; i < post->header; i++) {
        size_t length = strcspn(line, "\n") + 1;
        if (*has_header && is_sound(line, length - 1)) {
            text_append_bytes(&file, line, length);
            has_race |= strncmp(line, "race", 4) == 0;
        }
        line += length;
    }
    *has_header = file.length > 0;
    text_append_format(&file, "%s%s", has_race ? "" : "race: N\n", line);
    bool read = map_draft_read(text_string(&file), file.length, into, NULL, error);
    text_free(&file);
    return read;
}

bool map_plan_read_post(const char *bytes, struct map_draft *into, bool *has_header,
                        struct error *error)
{
    struct map_post post = {0};
    size_t length = strlen(bytes);
    *has_header = map_draft_read(bytes, length, into, NULL, error);
    if (*has_header)
        return true;
    if (length > STOCK_MAP_BYTES)
        return error_set(error, "what was copied is over 1 MiB: no map is so large");
    bool read = false;
    if (!map_post_find(bytes, length, &post))
        error_set(error,
                  "there is no map in what was copied: no line of tiles (* o . S s b F p # "
                  "P, 1 to %d)",
                  PLAYER_LIMIT);
    else if (post.other == 0) {
        *has_header = true;
        read = read_rows(&post, into, has_header, error);
        if (!read && *has_header) {
            *has_header = false;
            read = read_rows(&post, into, has_header, error);
        }
    }
    map_post_free(&post);
    error->line = error->column = 0;
    return read;
}
