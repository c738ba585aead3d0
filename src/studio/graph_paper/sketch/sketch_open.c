/* A sketch of a draft, and the words on the sheet. */
#include "studio/graph_paper/sketch/sketch_inside.h"
#include "track/svg.h"

#include <stdio.h>
#include <string.h>

static const char by[] = "; by ";

/* Bytes of the longest beginning of whole characters that has at most `limit` of them. */
static size_t whole_characters(const char *string, size_t length, size_t limit)
{
    if (length <= limit)
        return length;
    while (limit > 0 && ((unsigned char)string[limit] & 0xC0) == 0x80)
        limit--;
    return limit;
}

static void copy_text(char into[SKETCH_TEXT_BYTES], const char *from, size_t length, size_t limit)
{
    length = whole_characters(from, length, limit);
    memcpy(into, from, length);
    into[length] = '\0';
}

/* "note; by author", "by author" or a note alone. */
static void split_description(const char *description, struct sketch_texts *texts)
{
    const char *author = strncmp(description, by + 2, strlen(by + 2)) == 0 ? description : NULL;
    size_t note = author ? 0 : strlen(description);
    for (const char *at = strstr(description, by); at && note > 0; at = strstr(at + 1, by)) {
        author = at + 2;
        note = (size_t)(at - description);
    }
    author = author ? author + strlen(by + 2) : "";
    copy_text(texts->author, author, strlen(author), SKETCH_TEXT_BYTES - 1);
    copy_text(texts->note, description, note, SKETCH_TEXT_BYTES - 1);
}

static void join_description(const struct sketch_texts *texts, struct text *into)
{
    text_append(into, texts->note);
    if (texts->author[0] != '\0')
        text_append(into, texts->note[0] != '\0' ? by : by + 2);
    text_append(into, texts->author);
}

/* Each wall gets an item of its own; what has no points is nothing that could be seen or moved. */
static void take_item(struct change *change, const struct draft_item *from)
{
    struct draft_item *item = NULL;
    for (int i = 0; i < from->loop_count; i++) {
        const struct draft_loop *loop = &from->loops[i];
        if (loop->count == 0)
            continue;
        if (!item || from->role == DRAFT_WALL) {
            item = change_add(change, from->role);
            item->arrow = from->arrow;
            item->number = from->number;
        }
        item_add_loop(item, loop->vertices, loop->count, loop->closed);
    }
}

struct sketch *sketch_from_draft(struct draft *draft)
{
    struct sketch *sketch = sketch_create(draft->width, draft->height);
    const char *description = draft->description ? draft->description : "";
    struct sketch_texts texts;
    struct change change = {sketch, sketch->sheet};
    for (int i = 0; i < draft->count; i++)
        take_item(&change, &draft->items[i]);
    sketch->sheet = change.sheet;
    settle_pieces(&sketch->sheet);
    split_description(description, &texts);
    words_release(sketch->sheet.words);
    sketch->sheet.words =
        words_make(draft->name ? draft->name : "", description, texts.author, texts.note);
    sketch_show(sketch);
    draft_free(draft);
    return sketch;
}

void sketch_texts(const struct sketch *sketch, struct sketch_texts *texts)
{
    const struct words *words = sketch->sheet.words;
    snprintf(texts->name, sizeof texts->name, "%s", words->name);
    snprintf(texts->author, sizeof texts->author, "%s", words->author);
    snprintf(texts->note, sizeof texts->note, "%s", words->note);
}

enum { FIELD_NAME = 1, FIELD_AUTHOR = 2, FIELD_NOTE = 4 };

static int find_changed(const struct sketch_texts *a, const struct sketch_texts *b)
{
    return (strcmp(a->name, b->name) != 0 ? FIELD_NAME : 0) |
           (strcmp(a->author, b->author) != 0 ? FIELD_AUTHOR : 0) |
           (strcmp(a->note, b->note) != 0 ? FIELD_NOTE : 0);
}

static const char *name_of_change(int fields)
{
    return fields == FIELD_NAME     ? "Change name"
           : fields == FIELD_AUTHOR ? "Change author"
           : fields == FIELD_NOTE   ? "Change note"
                                    : "Change texts";
}

bool sketch_set_texts(struct sketch *sketch, const struct sketch_texts *given)
{
    struct sketch_texts old = {.name = ""}, texts = *given;
    struct text description = {0};
    struct error error;
    const struct words *words = sketch->sheet.words;
    copy_text(texts.name, given->name, strlen(given->name), SVG_TITLE_LIMIT);
    sketch_texts(sketch, &old);
    int fields = find_changed(&old, &texts);
    if (fields == 0)
        return false;
    if (fields == FIELD_NAME)
        text_append(&description, words->description);
    else
        join_description(&texts, &description);
    struct change change = change_begin(sketch);
    words_release(change.sheet.words);
    change.sheet.words =
        words_make(texts.name, text_string(&description), texts.author, texts.note);
    text_free(&description);
    bool going_on = sketch->typing && sketch->typed_field == fields && sketch->nesting == 0 &&
                    sketch->done == sketch->step_count;
    if (!change_finish(&change, name_of_change(fields), &error))
        return false;
    sketch->typing = sketch->nesting == 0 && (!going_on || sketch_join_steps(sketch));
    sketch->typed_field = fields;
    return true;
}
