/* Maps as people post them: copied out, and read back out of a post. */
#include "studio/stock_cars/plan.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum { TAB = 8 };

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

/* --- lines of a post -------------------------------------------------------------------------- */

/* A line without quote marks in front, tabs and what ends it. */
struct post_line {
    char *words;
    bool blank, row; /* a row has nothing but tiles */
};

struct post {
    struct post_line *items;
    int count, capacity;
};

/* "> > ***", "| ***": a blank behind the last mark belongs to it. */
static const char *skip_quotes(const char *at, const char *end)
{
    for (const char *mark = at; mark < end; mark++) {
        if (*mark == '>' || *mark == '|')
            at = mark + 1 < end && mark[1] == ' ' ? mark + 2 : mark + 1;
        else if (*mark != ' ')
            break;
    }
    return at;
}

static char *plain_line(const char *at, const char *end)
{
    struct text line = {0};
    for (at = skip_quotes(at, end); at < end; at++) {
        if (*at == '\t')
            do
                text_append(&line, " ");
            while (line.length % TAB != 0);
        else if (strncmp(at, "\u00a0", 2) == 0) /* blanks out of a page */
            text_append(&line, " "), at++;
        else if (*at != '\r' && *at != '"')
            text_append_bytes(&line, at, 1);
    }
    text_append(&line, "");
    size_t length = line.length;
    while (length > 0 && line.data[length - 1] == ' ')
        length--;
    text_cut(&line, length);
    return line.data;
}

static bool is_row(const char *words)
{
    for (; *words; words++)
        if (!tile_is_known(*words))
            return false;
    return true;
}

static struct post read_lines(const char *text)
{
    struct post post = {0};
    while (*text) {
        const char *end = text + strcspn(text, "\n");
        char *words = plain_line(text, end);
        list_add(&post, (struct post_line){words, words[0] == '\0', words[0] && is_row(words)});
        text = *end ? end + 1 : end;
    }
    return post;
}

static void free_lines(struct post *post)
{
    for (int i = 0; i < post->count; i++)
        free(post->items[i].words);
    free(post->items);
}

/* --- the map among them ----------------------------------------------------------------------- */

/* The rows that hang together and hold the most; blank lines between them belong to them. */
static void find_rows(const struct post *post, int *first, int *end)
{
    size_t most = 0, held = 0;
    int from = -1;
    *first = *end = 0;
    for (int i = 0; i < post->count; i++) {
        const struct post_line *line = &post->items[i];
        if (line->row) {
            held = from < 0 ? 0 : held;
            from = from < 0 ? i : from;
            held += strlen(line->words);
            if (held > most) {
                most = held;
                *first = from;
                *end = i + 1;
            }
        } else if (!line->blank) {
            from = -1;
        }
    }
}

/* Columns that are blank in front of all rows. */
static size_t indentation(const struct post *post, int first, int end)
{
    size_t least = SIZE_MAX;
    for (int i = first; i < end; i++) {
        size_t blanks = strspn(post->items[i].words, " ");
        if (post->items[i].row && blanks < least)
            least = blanks;
    }
    return least;
}

/* The lines of the header that can be read stand before the map; what else stands there is words.
 * Each is tried on its own, so that a wrong one is words, too. */
static bool is_header(const char *words)
{
    struct text file = {0};
    struct map_draft draft;
    struct error error;
    bool race = strncmp(words + strspn(words, " "), "race", 4) == 0;
    text_append_format(&file, "%s%s\n\n*\n", race ? "" : "race: N\n", words);
    bool read = map_draft_read(text_string(&file), file.length, &draft, NULL, &error);
    if (read)
        map_draft_free(&draft);
    text_free(&file);
    return read;
}

/* A file of the map: its header, as far as it says one, and the rows. */
static void write_file(const struct post *post, int first, int end, bool header, struct text *file)
{
    bool has_race = false;
    for (int i = 0; i < first && header; i++)
        if (!post->items[i].blank && is_header(post->items[i].words)) {
            text_append_format(file, "%s\n", post->items[i].words);
            has_race |=
                strncmp(post->items[i].words + strspn(post->items[i].words, " "), "race", 4) == 0;
        }
    if (!has_race)
        text_append(file, "race: N\n");
    size_t blanks = indentation(post, first, end);
    text_append(file, "\n");
    for (int i = first; i < end; i++) {
        const char *words = post->items[i].words;
        text_append_format(file, "%s\n", strlen(words) > blanks ? words + blanks : "");
    }
}

static bool says_header(const struct post *post, int first)
{
    for (int i = 0; i < first; i++)
        if (!post->items[i].blank && is_header(post->items[i].words))
            return true;
    return false;
}

/* A header in which a key stands twice is passed over as a whole. */
static bool read_rows(const struct post *post, struct map_draft *into, bool *has_header,
                      struct error *error)
{
    int first, end;
    find_rows(post, &first, &end);
    if (first == end)
        return error_set(error, "there is no map in what was copied: no line of tiles (* o . S s b "
                                "F p # P, 1 to 8)");
    *has_header = says_header(post, first);
    for (bool header = *has_header;; header = false) {
        struct text file = {0};
        write_file(post, first, end, header, &file);
        bool read = map_draft_read(text_string(&file), file.length, into, NULL, error);
        text_free(&file);
        *has_header = header && read;
        if (read || !header)
            return read;
    }
}

bool map_plan_read_post(const char *post, struct map_draft *into, bool *has_header,
                        struct error *error)
{
    if (strlen(post) > STOCK_MAP_BYTES)
        return error_set(error, "what was copied is over 1 MiB: no map is so large");
    struct post lines = read_lines(post);
    bool read = read_rows(&lines, into, has_header, error);
    free_lines(&lines);
    if (!read)
        error->line = error->column = 0;
    return read;
}
