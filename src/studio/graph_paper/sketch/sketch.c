/* Sheets, changes, the steps between them, and the words on a sheet.
 *
 * A step holds the sheet that was there before it; undo puts that in the place of the one that is
 * there, which waits in the step for redo. Sheets share the pieces that are the same in both, so a
 * step costs what was changed in it and a list of pointers.
 */
#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch_inside.h"
#include "track/svg.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { POINTERS_KEPT = 8000000 }; /* in all steps: on a sheet of more things there are fewer */

/* --- pieces ---------------------------------------------------------------------------------- */

void item_clear(struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        free(item->loops[i].vertices);
    free(item->loops);
    item->loops = NULL;
    item->loop_count = item->loop_capacity = 0;
}

static void piece_release(struct piece *piece)
{
    if (--piece->references > 0)
        return;
    item_clear(&piece->item);
    free(piece);
}

struct draft_item item_copy(const struct draft_item *item)
{
    struct draft_item copy = *item;
    copy.loops = NULL;
    copy.loop_count = copy.loop_capacity = 0;
    for (int i = 0; i < item->loop_count; i++)
        item_add_loop(&copy, item->loops[i].vertices, item->loops[i].count, item->loops[i].closed);
    return copy;
}

void item_add_loop(struct draft_item *item, const struct point *points, int count, bool closed)
{
    struct draft_loop loop = {.closed = closed, .capacity = count};
    loop.vertices = memory_allocate((size_t)count, sizeof *loop.vertices);
    for (int i = 0; i < count; i++)
        if (loop.count == 0 || !point_equal(loop.vertices[loop.count - 1], points[i]))
            loop.vertices[loop.count++] = points[i];
    array_add(item->loops, item->loop_count, item->loop_capacity, loop);
}

bool item_is_outline(const struct draft_item *item)
{
    return draft_role_is_area(item->role) || item->role == DRAFT_DECORATION;
}

static bool loops_equal(const struct draft_loop *a, const struct draft_loop *b)
{
    return a->count == b->count && a->closed == b->closed &&
           (a->count == 0 ||
            memcmp(a->vertices, b->vertices, (size_t)a->count * sizeof *a->vertices) == 0);
}

static bool pieces_equal(const struct piece *one, const struct piece *other)
{
    const struct draft_item *a = &one->item, *b = &other->item;
    if (one == other)
        return true;
    if (a->role != b->role || a->number != b->number || !point_equal(a->arrow, b->arrow) ||
        a->loop_count != b->loop_count)
        return false;
    for (int i = 0; i < a->loop_count; i++)
        if (!loops_equal(&a->loops[i], &b->loops[i]))
            return false;
    return true;
}

/* --- sheets ---------------------------------------------------------------------------------- */

static struct words *words_make(const struct sketch_texts *texts, const char *description)
{
    struct words *words = memory_allocate(1, sizeof *words);
    words->references = 1;
    words->texts = *texts;
    words->description = memory_copy_string(description);
    return words;
}

static void words_release(struct words *words)
{
    if (--words->references > 0)
        return;
    free(words->description);
    free(words);
}

enum { FIELD_NAME = 1, FIELD_AUTHOR = 2, FIELD_NOTE = 4 };

static int find_changed(const struct sketch_texts *a, const struct sketch_texts *b)
{
    return (strcmp(a->name, b->name) != 0 ? FIELD_NAME : 0) |
           (strcmp(a->author, b->author) != 0 ? FIELD_AUTHOR : 0) |
           (strcmp(a->note, b->note) != 0 ? FIELD_NOTE : 0);
}

static struct sketch_sheet sheet_copy(const struct sketch_sheet *sheet)
{
    struct sketch_sheet copy = *sheet;
    copy.pieces = memory_copy(sheet->pieces, (size_t)sheet->count, sizeof(struct piece *));
    copy.capacity = sheet->count;
    for (int i = 0; i < copy.count; i++)
        copy.pieces[i]->references++;
    copy.words->references++;
    return copy;
}

static void sheet_release(struct sketch_sheet *sheet)
{
    for (int i = 0; i < sheet->count; i++)
        piece_release(sheet->pieces[i]);
    free(sheet->pieces);
    words_release(sheet->words);
    *sheet = (struct sketch_sheet){0};
}

static bool sheets_equal(const struct sketch_sheet *a, const struct sketch_sheet *b)
{
    if (a->width != b->width || a->height != b->height || a->count != b->count ||
        find_changed(&a->words->texts, &b->words->texts) != 0 ||
        strcmp(a->words->description, b->words->description) != 0)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!pieces_equal(a->pieces[i], b->pieces[i]))
            return false;
    return true;
}

static void count_vertices(const struct draft_item *item, struct draft *draft)
{
    int *count =
        item->role == DRAFT_DECORATION ? &draft->decoration_vertex_count : &draft->vertex_count;
    for (int i = 0; i < item->loop_count; i++)
        *count += item->loops[i].count;
}

/* Anew what others see of the sheet. */
static void show(struct sketch *sketch)
{
    struct draft *draft = &sketch->draft;
    const struct sketch_sheet *sheet = &sketch->sheet;
    draft->width = sheet->width;
    draft->height = sheet->height;
    draft->name = sheet->words->texts.name;
    draft->description = sheet->words->description;
    draft->vertex_count = draft->decoration_vertex_count = 0;
    draft->items = memory_resize(draft->items, (size_t)sheet->count, sizeof *draft->items);
    draft->count = draft->capacity = sheet->count;
    for (int i = 0; i < sheet->count; i++) {
        draft->items[i] = sheet->pieces[i]->item;
        count_vertices(&draft->items[i], draft);
    }
}

/* --- changes --------------------------------------------------------------------------------- */

struct change change_begin(struct sketch *sketch)
{
    return (struct change){sketch, sheet_copy(&sketch->sheet)};
}

bool change_drop(struct change *change)
{
    sheet_release(&change->sheet);
    return false;
}

const struct draft_item *change_item(const struct change *change, int index)
{
    assert(index >= 0 && index < change->sheet.count);
    return &change->sheet.pieces[index]->item;
}

struct draft_item *change_edit(struct change *change, int index)
{
    struct piece **piece = &change->sheet.pieces[index];
    assert(index >= 0 && index < change->sheet.count);
    if ((*piece)->references > 1) {
        struct piece *own = memory_allocate(1, sizeof *own);
        *own = (struct piece){1, item_copy(&(*piece)->item)};
        piece_release(*piece);
        *piece = own;
    }
    return &(*piece)->item;
}

struct draft_item *change_insert(struct change *change, int index, enum draft_role role)
{
    struct sketch_sheet *sheet = &change->sheet;
    struct piece *piece = memory_allocate(1, sizeof *piece);
    *piece = (struct piece){1, {.role = role}};
    sheet->pieces =
        array_grow(sheet->pieces, sheet->count, &sheet->capacity, sizeof(struct piece *));
    memmove(&sheet->pieces[index + 1], &sheet->pieces[index],
            (size_t)(sheet->count - index) * sizeof(struct piece *));
    sheet->pieces[index] = piece;
    sheet->count++;
    return &piece->item;
}

struct draft_item *change_add(struct change *change, enum draft_role role)
{
    return change_insert(change, change->sheet.count, role);
}

void change_remove(struct change *change, int index)
{
    struct sketch_sheet *sheet = &change->sheet;
    assert(index >= 0 && index < sheet->count);
    piece_release(sheet->pieces[index]);
    sheet->count--;
    memmove(&sheet->pieces[index], &sheet->pieces[index + 1],
            (size_t)(sheet->count - index) * sizeof(struct piece *));
}

/* --- steps ----------------------------------------------------------------------------------- */

static void forget_redo(struct sketch *sketch)
{
    while (sketch->step_count > sketch->done)
        sheet_release(&sketch->steps[--sketch->step_count].sheet);
}

static void forget_first_steps(struct sketch *sketch)
{
    int most = POINTERS_KEPT / (sketch->sheet.count + 1);
    int surplus = sketch->step_count - (most < SKETCH_UNDO_LIMIT ? most : SKETCH_UNDO_LIMIT);
    if (surplus <= 0)
        return;
    for (int i = 0; i < surplus; i++)
        sheet_release(&sketch->steps[i].sheet);
    sketch->done = sketch->step_count -= surplus;
    memmove(sketch->steps, sketch->steps + surplus,
            (size_t)sketch->step_count * sizeof *sketch->steps);
}

/* The step from `base` to the sheet as it is, if there is a difference; takes over the base. */
static void record(struct sketch *sketch, struct sketch_sheet *base, uint64_t base_version,
                   const char *name)
{
    sketch->typing = false;
    if (sheets_equal(base, &sketch->sheet)) {
        sketch->version = base_version;
        sheet_release(base);
        return;
    }
    forget_redo(sketch);
    array_add(sketch->steps, sketch->step_count, sketch->step_capacity,
              (struct step){name, base_version, *base});
    sketch->done = sketch->step_count;
    forget_first_steps(sketch);
}

static bool check_size(const struct sketch_sheet *sheet, struct error *error)
{
    struct draft sums = {0};
    for (int i = 0; i < sheet->count; i++)
        count_vertices(&sheet->pieces[i]->item, &sums);
    if (sums.vertex_count <= TRACK_VERTEX_LIMIT &&
        sums.decoration_vertex_count <= DRAFT_DECORATION_VERTEX_LIMIT)
        return true;
    return error_set(error,
                     "there is no room for this: a sheet has at most %d vertices; take "
                     "something away first",
                     TRACK_VERTEX_LIMIT);
}

/* An outline whose last vertex repeats its first is a closed one. */
static void settle(struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++) {
        struct draft_loop *loop = &item->loops[i];
        if (!item_is_outline(item) || !draft_loop_is_closed(loop))
            continue;
        loop->closed = true;
        loop->count = draft_loop_corners(loop);
    }
}

static void settle_pieces(struct sketch_sheet *sheet)
{
    for (int i = 0; i < sheet->count; i++)
        if (sheet->pieces[i]->references == 1)
            settle(&sheet->pieces[i]->item);
}

bool change_finish(struct change *change, const char *name, struct error *error)
{
    struct sketch *sketch = change->sketch;
    settle_pieces(&change->sheet);
    if (!check_size(&change->sheet, error))
        return change_drop(change);
    struct sketch_sheet before = sketch->sheet;
    uint64_t version = sketch->version;
    sketch->sheet = change->sheet;
    sketch->version = ++sketch->last_version;
    if (sketch->nesting > 0) {
        sheet_release(&before);
        sketch->open_name = sketch->open_name ? sketch->open_name : name;
    } else {
        record(sketch, &before, version, name);
    }
    show(sketch);
    return true;
}

void sketch_begin_step(struct sketch *sketch)
{
    if (sketch->nesting > 0)
        sketch_end_step(sketch);
    sketch->nesting = 1;
    sketch->base = sheet_copy(&sketch->sheet);
    sketch->base_version = sketch->version;
    sketch->open_name = NULL;
}

void sketch_end_step(struct sketch *sketch)
{
    if (sketch->nesting == 0)
        return;
    sketch->nesting = 0;
    if (sketch->open_name)
        record(sketch, &sketch->base, sketch->base_version, sketch->open_name);
    else
        sheet_release(&sketch->base);
}

/* The sheet of the step and the one that is there change places. */
static void swap_sheets(struct sketch *sketch, struct step *step)
{
    struct sketch_sheet sheet = sketch->sheet;
    uint64_t version = sketch->version;
    sketch->sheet = step->sheet;
    sketch->version = step->version;
    step->sheet = sheet;
    step->version = version;
    sketch->typing = false;
    show(sketch);
}

bool sketch_undo(struct sketch *sketch)
{
    sketch_end_step(sketch);
    if (sketch->done == 0)
        return false;
    swap_sheets(sketch, &sketch->steps[--sketch->done]);
    return true;
}

bool sketch_redo(struct sketch *sketch)
{
    sketch_end_step(sketch);
    if (sketch->done == sketch->step_count)
        return false;
    swap_sheets(sketch, &sketch->steps[sketch->done++]);
    return true;
}

const char *sketch_undo_name(const struct sketch *sketch)
{
    if (sketch->nesting > 0 && sketch->open_name)
        return sketch->open_name;
    return sketch->done > 0 ? sketch->steps[sketch->done - 1].name : NULL;
}

const char *sketch_redo_name(const struct sketch *sketch)
{
    if (sketch->nesting > 0 && sketch->open_name)
        return NULL;
    return sketch->done < sketch->step_count ? sketch->steps[sketch->done].name : NULL;
}

/* --- the whole ------------------------------------------------------------------------------- */

struct sketch *sketch_create(int width, int height)
{
    assert(width >= 1 && width <= SHEET_MAX && height >= 1 && height <= SHEET_MAX);
    struct sketch *sketch = memory_allocate(1, sizeof *sketch);
    sketch->sheet = (struct sketch_sheet){.width = width, .height = height};
    sketch->sheet.words = words_make(&(struct sketch_texts){.name = ""}, "");
    sketch->version = sketch->last_version = 1;
    show(sketch);
    return sketch;
}

void sketch_free(struct sketch *sketch)
{
    if (sketch == NULL)
        return;
    sketch_end_step(sketch);
    sketch->done = 0;
    forget_redo(sketch);
    sheet_release(&sketch->sheet);
    free(sketch->steps);
    free(sketch->draft.items);
    free(sketch);
}

const struct draft *sketch_draft(const struct sketch *sketch)
{
    return &sketch->draft;
}

uint64_t sketch_version(const struct sketch *sketch)
{
    return sketch->version;
}

/* --- words ----------------------------------------------------------------------------------- */

static const char by[] = "; by ";

/* The longest beginning of whole characters that has at most `limit` bytes. */
static void copy_text(char *into, const char *from, size_t length, size_t limit)
{
    if (length > limit)
        for (length = limit; length > 0 && ((unsigned char)from[length] & 0xC0) == 0x80;)
            length--;
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
    struct sketch_texts texts = {.name = ""};
    struct change change = {sketch, sketch->sheet};
    for (int i = 0; i < draft->count; i++)
        take_item(&change, &draft->items[i]);
    settle_pieces(&change.sheet);
    split_description(description, &texts);
    if (draft->name)
        copy_text(texts.name, draft->name, strlen(draft->name), SVG_TITLE_LIMIT);
    words_release(change.sheet.words);
    change.sheet.words = words_make(&texts, description);
    sketch->sheet = change.sheet;
    show(sketch);
    draft_free(draft);
    return sketch;
}

void sketch_texts(const struct sketch *sketch, struct sketch_texts *texts)
{
    *texts = sketch->sheet.words->texts;
}

static const char *name_of_change(int fields)
{
    return fields == FIELD_NAME     ? "Change name"
           : fields == FIELD_AUTHOR ? "Change author"
           : fields == FIELD_NOTE   ? "Change note"
                                    : "Change texts";
}

/* The last two steps, which changed nothing but words, become one; false if that is none, as
 * everything is as before it. */
static bool join_steps(struct sketch *sketch)
{
    if (sketch->done < 2 || sketch->done != sketch->step_count)
        return false;
    sheet_release(&sketch->steps[--sketch->step_count].sheet);
    sketch->done--;
    struct step *first = &sketch->steps[sketch->done - 1];
    if (!sheets_equal(&first->sheet, &sketch->sheet))
        return true;
    sketch->version = first->version;
    sketch->done--;
    forget_redo(sketch);
    return false;
}

bool sketch_set_texts(struct sketch *sketch, const struct sketch_texts *given)
{
    struct sketch_texts texts = *given;
    struct text description = {0};
    struct error error;
    const struct words *words = sketch->sheet.words;
    copy_text(texts.name, given->name, strlen(given->name), SVG_TITLE_LIMIT);
    int fields = find_changed(&words->texts, &texts);
    if (fields == 0)
        return false;
    if (fields == FIELD_NAME)
        text_append(&description, words->description);
    else
        join_description(&texts, &description);
    struct change change = change_begin(sketch);
    words_release(change.sheet.words);
    change.sheet.words = words_make(&texts, text_string(&description));
    text_free(&description);
    const char *name = name_of_change(fields);
    bool going_on = sketch->typing && sketch->nesting == 0 && sketch->done == sketch->step_count &&
                    sketch_undo_name(sketch) == name;
    if (!change_finish(&change, name, &error))
        return false;
    sketch->typing = sketch->nesting == 0 && (!going_on || join_steps(sketch));
    return true;
}
