/* Sheets, changes and the steps between them.
 *
 * A step holds the run of pieces that it replaced and the run that stands there since; undo puts
 * the one in the place of the other. So a thousand steps on a large sheet cost what was changed in
 * them and no more.
 */
#include "studio/graph_paper/sketch/sketch.h"

#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Pieces. */

static struct piece *piece_retain(struct piece *piece)
{
    piece->references++;
    return piece;
}

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

static void release_pieces(struct piece **pieces, int count)
{
    for (int i = 0; i < count; i++)
        piece_release(pieces[i]);
    free(pieces);
}

static struct piece **retain_pieces(struct piece *const *pieces, int count)
{
    struct piece **copy = memory_copy(pieces, (size_t)count, sizeof(struct piece *));
    for (int i = 0; i < count; i++)
        piece_retain(copy[i]);
    return copy;
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
    item->loops =
        array_grow(item->loops, item->loop_count, &item->loop_capacity, sizeof *item->loops);
    item->loops[item->loop_count++] = loop;
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

/* Words. */

struct words *words_make(const char *name, const char *description, const char *author,
                         const char *note)
{
    struct words *words = memory_allocate(1, sizeof *words);
    words->references = 1;
    words->name = memory_copy_string(name);
    words->description = memory_copy_string(description);
    words->author = memory_copy_string(author);
    words->note = memory_copy_string(note);
    return words;
}

static struct words *words_retain(struct words *words)
{
    words->references++;
    return words;
}

void words_release(struct words *words)
{
    if (--words->references > 0)
        return;
    free(words->name);
    free(words->description);
    free(words->author);
    free(words->note);
    free(words);
}

static bool words_equal(const struct words *a, const struct words *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->description, b->description) == 0 &&
           strcmp(a->author, b->author) == 0 && strcmp(a->note, b->note) == 0;
}

/* Sheets. */

struct sketch_sheet sketch_sheet_copy(const struct sketch_sheet *sheet)
{
    struct sketch_sheet copy = *sheet;
    copy.pieces = retain_pieces(sheet->pieces, sheet->count);
    copy.capacity = sheet->count;
    words_retain(copy.words);
    return copy;
}

void sketch_sheet_release(struct sketch_sheet *sheet)
{
    release_pieces(sheet->pieces, sheet->count);
    words_release(sheet->words);
    *sheet = (struct sketch_sheet){0};
}

static void count_vertices(const struct draft_item *item, struct draft *draft)
{
    int *count =
        item->role == DRAFT_DECORATION ? &draft->decoration_vertex_count : &draft->vertex_count;
    for (int i = 0; i < item->loop_count; i++)
        *count += item->loops[i].count;
}

/* Anew what others see of the sheet. */
void sketch_show(struct sketch *sketch)
{
    struct draft *draft = &sketch->draft;
    const struct sketch_sheet *sheet = &sketch->sheet;
    draft->width = sheet->width;
    draft->height = sheet->height;
    draft->name = sheet->words->name;
    draft->description = sheet->words->description;
    draft->vertex_count = draft->decoration_vertex_count = 0;
    draft->items = memory_resize(draft->items, (size_t)sheet->count, sizeof *draft->items);
    draft->count = draft->capacity = sheet->count;
    for (int i = 0; i < sheet->count; i++) {
        draft->items[i] = sheet->pieces[i]->item;
        count_vertices(&draft->items[i], draft);
    }
}

/* Changes. */

struct change change_begin(struct sketch *sketch)
{
    return (struct change){sketch, sketch_sheet_copy(&sketch->sheet)};
}

void change_drop(struct change *change)
{
    sketch_sheet_release(&change->sheet);
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

/* Steps. */

static void free_step(struct step *step)
{
    release_pieces(step->removed, step->removed_count);
    release_pieces(step->added, step->added_count);
    words_release(step->words_before);
    words_release(step->words_after);
}

/* What leads from one sheet to the other: they differ between the pieces that both begin with and
 * those that both end with. */
static struct step make_step(const struct sketch_sheet *before, const struct sketch_sheet *after)
{
    int shorter = before->count < after->count ? before->count : after->count;
    int first = 0, last = 0;
    while (first < shorter && pieces_equal(before->pieces[first], after->pieces[first]))
        first++;
    while (last < shorter - first && pieces_equal(before->pieces[before->count - 1 - last],
                                                  after->pieces[after->count - 1 - last]))
        last++;
    struct step step = {
        .first = first,
        .removed_count = before->count - last - first,
        .added_count = after->count - last - first,
        .width_before = before->width,
        .height_before = before->height,
        .width_after = after->width,
        .height_after = after->height,
        .words_before = words_retain(before->words),
        .words_after = words_retain(after->words),
    };
    step.removed = retain_pieces(before->pieces + first, step.removed_count);
    step.added = retain_pieces(after->pieces + first, step.added_count);
    return step;
}

static bool step_is_empty(const struct step *step)
{
    return step->removed_count == 0 && step->added_count == 0 &&
           step->width_before == step->width_after && step->height_before == step->height_after &&
           words_equal(step->words_before, step->words_after);
}

static void forget_redo(struct sketch *sketch)
{
    while (sketch->step_count > sketch->done)
        free_step(&sketch->steps[--sketch->step_count]);
}

static void push_step(struct sketch *sketch, struct step step)
{
    forget_redo(sketch);
    if (sketch->step_count == SKETCH_UNDO_LIMIT) {
        free_step(&sketch->steps[0]);
        sketch->step_count--;
        memmove(sketch->steps, sketch->steps + 1,
                (size_t)sketch->step_count * sizeof *sketch->steps);
    }
    sketch->steps = array_grow(sketch->steps, sketch->step_count, &sketch->step_capacity,
                               sizeof *sketch->steps);
    sketch->steps[sketch->step_count++] = step;
    sketch->done = sketch->step_count;
}

static void end_drag(struct sketch *sketch)
{
    if (sketch->drag.count == 0)
        return;
    free(sketch->drag.items);
    sketch_sheet_release(&sketch->drag_base);
    sketch->drag = (struct drag){0};
}

/* The step from `base` to the sheet as it is, if there is a difference; the base is released. */
static void record(struct sketch *sketch, struct sketch_sheet *base, uint64_t base_version,
                   const char *name)
{
    struct step step = make_step(base, &sketch->sheet);
    sketch_sheet_release(base);
    sketch->typing = false;
    if (step_is_empty(&step)) {
        free_step(&step);
        sketch->version = base_version;
        return;
    }
    step.name = name;
    step.before = base_version;
    step.after = sketch->version;
    push_step(sketch, step);
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

void settle_pieces(struct sketch_sheet *sheet)
{
    for (int i = 0; i < sheet->count; i++)
        if (sheet->pieces[i]->references == 1)
            settle(&sheet->pieces[i]->item);
}

bool change_finish(struct change *change, const char *name, struct error *error)
{
    struct sketch *sketch = change->sketch;
    end_drag(sketch);
    settle_pieces(&change->sheet);
    if (!check_size(&change->sheet, error)) {
        change_drop(change);
        return false;
    }
    struct sketch_sheet before = sketch->sheet;
    uint64_t version = sketch->version;
    sketch->sheet = change->sheet;
    sketch->version = ++sketch->last_version;
    if (sketch->nesting > 0) {
        sketch_sheet_release(&before);
        sketch->open_name = sketch->open_name ? sketch->open_name : name;
    } else {
        record(sketch, &before, version, name);
    }
    sketch_show(sketch);
    return true;
}

bool sketch_join_steps(struct sketch *sketch)
{
    if (sketch->done < 2 || sketch->done != sketch->step_count)
        return false;
    struct step *last = &sketch->steps[--sketch->step_count];
    struct step *first = last - 1;
    sketch->done--;
    words_retain(last->words_after);
    words_release(first->words_after);
    first->words_after = last->words_after;
    first->after = last->after;
    free_step(last);
    if (!step_is_empty(first))
        return true;
    sketch->version = first->before;
    free_step(&sketch->steps[--sketch->step_count]);
    sketch->done--;
    return false;
}

void sketch_begin_step(struct sketch *sketch)
{
    if (sketch->nesting > 0)
        sketch_end_step(sketch);
    sketch->nesting = 1;
    sketch->base = sketch_sheet_copy(&sketch->sheet);
    sketch->base_version = sketch->version;
    sketch->open_name = NULL;
}

void sketch_end_step(struct sketch *sketch)
{
    if (sketch->nesting == 0)
        return;
    sketch->nesting = 0;
    end_drag(sketch);
    if (sketch->open_name)
        record(sketch, &sketch->base, sketch->base_version, sketch->open_name);
    else
        sketch_sheet_release(&sketch->base);
}

/* Puts `in` where `out` stands. */
static void splice(struct sketch_sheet *sheet, int first, int out_count, struct piece *const *in,
                   int in_count)
{
    int rest = sheet->count - first - out_count;
    int count = first + in_count + rest;
    for (int i = 0; i < out_count; i++)
        piece_release(sheet->pieces[first + i]);
    if (count > sheet->capacity) {
        sheet->capacity = count;
        sheet->pieces = memory_resize(sheet->pieces, (size_t)count, sizeof(struct piece *));
    }
    memmove(&sheet->pieces[first + in_count], &sheet->pieces[first + out_count],
            (size_t)rest * sizeof(struct piece *));
    for (int i = 0; i < in_count; i++)
        sheet->pieces[first + i] = piece_retain(in[i]);
    sheet->count = count;
}

static void take_words(struct sketch_sheet *sheet, struct words *words)
{
    words_retain(words);
    words_release(sheet->words);
    sheet->words = words;
}

bool sketch_undo(struct sketch *sketch)
{
    sketch_end_step(sketch);
    if (sketch->done == 0)
        return false;
    const struct step *step = &sketch->steps[--sketch->done];
    splice(&sketch->sheet, step->first, step->added_count, step->removed, step->removed_count);
    take_words(&sketch->sheet, step->words_before);
    sketch->sheet.width = step->width_before;
    sketch->sheet.height = step->height_before;
    sketch->version = step->before;
    sketch->typing = false;
    sketch_show(sketch);
    return true;
}

bool sketch_redo(struct sketch *sketch)
{
    sketch_end_step(sketch);
    if (sketch->done == sketch->step_count)
        return false;
    const struct step *step = &sketch->steps[sketch->done++];
    splice(&sketch->sheet, step->first, step->removed_count, step->added, step->added_count);
    take_words(&sketch->sheet, step->words_after);
    sketch->sheet.width = step->width_after;
    sketch->sheet.height = step->height_after;
    sketch->version = step->after;
    sketch->typing = false;
    sketch_show(sketch);
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

/* The whole. */

struct sketch *sketch_create(int width, int height)
{
    assert(width >= 1 && width <= SHEET_MAX && height >= 1 && height <= SHEET_MAX);
    struct sketch *sketch = memory_allocate(1, sizeof *sketch);
    sketch->sheet = (struct sketch_sheet){.width = width, .height = height};
    sketch->sheet.words = words_make("", "", "", "");
    sketch->version = sketch->last_version = 1;
    sketch_show(sketch);
    return sketch;
}

void sketch_free(struct sketch *sketch)
{
    if (sketch == NULL)
        return;
    sketch_end_step(sketch);
    sketch->done = 0;
    forget_redo(sketch);
    sketch_sheet_release(&sketch->sheet);
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
