/* Sheets, changes, and the words on a sheet.
 *
 * Sheets of different steps share the pieces that are the same in both, so a step costs what was
 * changed in it and a list of pointers.
 */

#include "studio/graph_paper/sketch/sketch.h"
#include "base/memory.h"
#include "drivers/graph_paper/driving.h"
#include "track/draft.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTERS_KEPT = 8000000 }; /* in all steps: on a sheet of more things there are fewer */

/* --- pieces ---------------------------------------------------------------------------------- */

static void item_clear(struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        free(item->loops[i].vertices);
    free(item->loops);
    item->loops = NULL;
    item->loop_count = item->loop_capacity = 0;
}

static void piece_release(struct sketch_piece *piece)
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

static bool pieces_equal(const struct sketch_piece *one, const struct sketch_piece *other)
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

static void sheet_copy(const void *from, void *into)
{
    const struct sketch_sheet *sheet = from;
    struct sketch_sheet *copy = into;
    *copy = *sheet;
    copy->pieces = memory_copy(sheet->pieces, (size_t)sheet->count, sizeof(struct sketch_piece *));
    copy->capacity = sheet->count;
    copy->draft = memory_allocate(1, sizeof *copy->draft);
    for (int i = 0; i < copy->count; i++)
        copy->pieces[i]->references++;
    copy->words->references++;
}

static void sheet_release(void *released)
{
    struct sketch_sheet *sheet = released;
    for (int i = 0; i < sheet->count; i++)
        piece_release(sheet->pieces[i]);
    free(sheet->pieces);
    words_release(sheet->words);
    free(sheet->draft->items);
    free(sheet->draft);
}

static bool sheets_equal(const void *one, const void *other)
{
    const struct sketch_sheet *a = one, *b = other;
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

static int most_steps(const void *sheet)
{
    int most = POINTERS_KEPT / (((const struct sketch_sheet *)sheet)->count + 1);
    return most < SKETCH_UNDO_LIMIT ? most : SKETCH_UNDO_LIMIT;
}

const struct sketch_sheet *sketch_sheet(const struct steps *sketch)
{
    return steps_sheet(sketch);
}

/* Anew what others see of the sheet. */
static void show(const struct sketch_sheet *sheet)
{
    struct draft *draft = sheet->draft;
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

const struct draft *sketch_draft(const struct steps *sketch)
{
    const struct sketch_sheet *sheet = sketch_sheet(sketch);
    if (sheet->draft->width == 0)
        show(sheet);
    return sheet->draft;
}

/* --- changes --------------------------------------------------------------------------------- */

struct change change_begin(struct steps *sketch)
{
    struct change change = {.sketch = sketch};
    sheet_copy(sketch_sheet(sketch), &change.sheet);
    return change;
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
    struct sketch_piece **piece = &change->sheet.pieces[index];
    assert(index >= 0 && index < change->sheet.count);
    if ((*piece)->references > 1) {
        struct sketch_piece *own = memory_allocate(1, sizeof *own);
        *own = (struct sketch_piece){1, item_copy(&(*piece)->item)};
        piece_release(*piece);
        *piece = own;
    }
    return &(*piece)->item;
}

struct draft_item *change_insert(struct change *change, int index, enum draft_role role)
{
    struct sketch_sheet *sheet = &change->sheet;
    struct sketch_piece *piece = memory_allocate(1, sizeof *piece);
    *piece = (struct sketch_piece){1, {.role = role}};
    sheet->pieces =
        array_grow(sheet->pieces, sheet->count, &sheet->capacity, sizeof(struct sketch_piece *));
    memmove(&sheet->pieces[index + 1], &sheet->pieces[index],
            (size_t)(sheet->count - index) * sizeof(struct sketch_piece *));
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
            (size_t)(sheet->count - index) * sizeof(struct sketch_piece *));
}

/* --- steps ----------------------------------------------------------------------------------- */

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

static void settle_pieces(struct sketch_sheet *sheet)
{
    for (int i = 0; i < sheet->count; i++)
        if (sheet->pieces[i]->references == 1) {
            /* An outline whose last vertex repeats its first is a closed one. */
            struct draft_item *item = &sheet->pieces[i]->item;
            for (int j = 0; j < item->loop_count; j++) {
                struct draft_loop *loop = &item->loops[j];
                if (!item_is_outline(item) || !draft_loop_is_closed(loop))
                    continue;
                loop->closed = true;
                loop->count = draft_loop_corners(loop);
            }
        }
}

static bool finish(struct change *change, const char *name, bool goes_on, struct error *error)
{
    struct steps *sketch = change->sketch;
    bool whole = !steps_is_open(sketch);
    settle_pieces(&change->sheet);
    if (!check_size(&change->sheet, error))
        return change_drop(change);
    if (whole)
        steps_begin(sketch, name);
    struct sketch_sheet *sheet = steps_change(sketch), before = *sheet;
    *sheet = change->sheet;
    sheet->draft = before.draft;
    before.draft = change->sheet.draft;
    show(sheet);
    sheet_release(&before);
    if (whole)
        steps_end(sketch, goes_on);
    return true;
}

bool change_finish(struct change *change, const char *name, struct error *error)
{
    return finish(change, name, false, error);
}

/* --- the whole ------------------------------------------------------------------------------- */

static struct steps *begin(struct sketch_sheet sheet)
{
    static const struct steps_kind kind = {sizeof(struct sketch_sheet), sheet_copy, sheet_release,
                                           sheets_equal, most_steps};
    return steps_create(&kind, &sheet);
}

static struct sketch_sheet empty_sheet(int width, int height, const struct sketch_texts *texts,
                                       const char *description)
{
    struct sketch_sheet sheet = {.width = width, .height = height};
    assert(width >= 1 && width <= SHEET_MAX && height >= 1 && height <= SHEET_MAX);
    sheet.words = words_make(texts, description);
    sheet.draft = memory_allocate(1, sizeof *sheet.draft);
    return sheet;
}

struct steps *sketch_create(int width, int height)
{
    return begin(empty_sheet(width, height, &(struct sketch_texts){.name = ""}, ""));
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

struct steps *sketch_from_draft(struct draft *draft)
{
    const char *description = draft->description ? draft->description : "";
    struct sketch_texts texts = {.name = ""};
    /* "note; by author", "by author" or a note alone. */
    const char *author = strncmp(description, by + 2, strlen(by + 2)) == 0 ? description : NULL;
    size_t note = author ? 0 : strlen(description);
    for (const char *at = strstr(description, by); at && note > 0; at = strstr(at + 1, by)) {
        author = at + 2;
        note = (size_t)(at - description);
    }
    author = author ? author + strlen(by + 2) : "";
    copy_text(texts.author, author, strlen(author), SKETCH_TEXT_BYTES - 1);
    copy_text(texts.note, description, note, SKETCH_TEXT_BYTES - 1);
    if (draft->name)
        copy_text(texts.name, draft->name, strlen(draft->name), SVG_TITLE_LIMIT);
    struct change change = {.sheet = empty_sheet(draft->width, draft->height, &texts, description)};
    for (int i = 0; i < draft->count; i++)
        take_item(&change, &draft->items[i]);
    settle_pieces(&change.sheet);
    draft_free(draft);
    return begin(change.sheet);
}

void sketch_texts(const struct steps *sketch, struct sketch_texts *texts)
{
    *texts = sketch_sheet(sketch)->words->texts;
}

static const char *name_of_change(int fields)
{
    return fields == FIELD_NAME     ? "Change name"
           : fields == FIELD_AUTHOR ? "Change author"
           : fields == FIELD_NOTE   ? "Change note"
                                    : "Change texts";
}

bool sketch_set_texts(struct steps *sketch, const struct sketch_texts *given)
{
    struct sketch_texts texts = *given;
    struct text description = {0};
    struct error error;
    const struct words *words = sketch_sheet(sketch)->words;
    copy_text(texts.name, given->name, strlen(given->name), SVG_TITLE_LIMIT);
    int fields = find_changed(&words->texts, &texts);
    if (fields == 0)
        return false;
    if (fields == FIELD_NAME)
        text_append(&description, words->description);
    else {
        text_append(&description, texts.note);
        if (texts.author[0] != '\0')
            text_append(&description, texts.note[0] != '\0' ? by : by + 2);
        text_append(&description, texts.author);
    }
    struct change change = change_begin(sketch);
    words_release(change.sheet.words);
    change.sheet.words = words_make(&texts, text_string(&description));
    text_free(&description);
    return finish(&change, name_of_change(fields), true, &error);
}

/* === draw ===================================================================================== */

/* Strokes and polygons that become walls, slicks and turbo areas, go on where such a stroke was
 * left, or draw a part of one anew.
 */

static const double SHORTEST = 0.2;
static const double WELD = 5; /* grains on both sides of where strokes meet */

/* As vertices on the sheet; the last one does not repeat the first if it is closed. */
static void add_trail(const struct change *change, struct draft_item *item,
                      const struct trail *trail, bool closed)
{
    struct point *points = memory_allocate((size_t)trail->count, sizeof *points);
    int count = 0;
    for (int i = 0; i < trail->count; i++) {
        struct point at = sketch_sheet_place(&change->sheet, trail->spots[i]);
        if (count == 0 || !point_equal(points[count - 1], at))
            points[count++] = at;
    }
    while (closed && count > 1 && point_equal(points[0], points[count - 1]))
        count--;
    item_add_loop(item, points, count, closed);
    free(points);
}

/* before + stroke + after as one line: drawn anew is only the stroke, and what lies near it. */
static struct trail weld(const struct trail *before, const struct trail *stroke,
                         const struct trail *after, double grain)
{
    double back = trail_length(before) - WELD * grain, on = WELD * grain;
    struct trail whole = trail_part(before, 0, back);
    struct trail seam = trail_part(before, back, trail_length(before));
    struct trail head = trail_part(after, 0, on);
    struct trail rest = trail_part(after, on, trail_length(after));
    if (before->count == 1)
        trail_append(&seam, before);
    if (after->count == 1)
        trail_append(&head, after);
    trail_append(&seam, stroke);
    trail_append(&seam, &head);
    struct trail drawn = stroke_draw(&seam, grain, false);
    trail_append(&whole, &drawn);
    trail_append(&whole, &rest);
    trail_free(&seam);
    trail_free(&head);
    trail_free(&rest);
    trail_free(&drawn);
    return whole;
}

/* The same where the stroke closes what is left of a loop. */
static struct trail weld_loop(const struct trail *left, const struct trail *stroke, double grain)
{
    double length = trail_length(left);
    if (length < 4 * WELD * grain) {
        struct trail whole = {0};
        trail_append(&whole, left);
        trail_append(&whole, stroke);
        struct trail drawn = stroke_draw(&whole, grain, true);
        trail_free(&whole);
        return drawn;
    }
    struct trail before = trail_part(left, length / 2, length);
    struct trail after = trail_part(left, 0, length / 2);
    struct trail whole = weld(&before, stroke, &after, grain);
    trail_free(&before);
    trail_free(&after);
    return whole;
}

/* False with the error if it is too short to be anything. */
static bool check_stroke(const struct spot *raw, int count, double reach, struct error *error)
{
    struct trail clean = stroke_clean(raw, count, stroke_grain(reach));
    bool long_enough = clean.count > 1 && trail_length(&clean) >= SHORTEST;
    trail_free(&clean);
    return long_enough ||
           error_set(error, "this stroke is too short to be anything; hold the button and draw on");
}

/* --- a part anew ----------------------------------------------------------------------------- */

/* How far two ways are apart on the whole: the mean of places as far along each of them. */
static double compare_ways(const struct trail *a, const struct trail *b)
{
    enum { SAMPLES = 16 };
    double sum = 0, length_a = trail_length(a), length_b = trail_length(b);
    for (int i = 1; i < SAMPLES; i++) {
        struct trail one = trail_part(a, 0, length_a * i / SAMPLES);
        struct trail other = trail_part(b, 0, length_b * i / SAMPLES);
        if (one.count > 0 && other.count > 0)
            sum += spot_distance(one.spots[one.count - 1], other.spots[other.count - 1]);
        trail_free(&one);
        trail_free(&other);
    }
    return sum;
}

/* From one length to another, forward over the place where the loop begins if need be. */
static struct trail part_of_loop(const struct trail *loop, double from, double to)
{
    if (from <= to)
        return trail_part(loop, from, to);
    struct trail part = trail_part(loop, from, trail_length(loop));
    struct trail rest = trail_part(loop, 0, to);
    trail_append(&part, &rest);
    trail_free(&rest);
    return part;
}

static struct trail redraw_loop(const struct trail *loop, struct trail *stroke, double from,
                                double to, double grain)
{
    struct trail forward = part_of_loop(loop, from, to);
    struct trail backward = part_of_loop(loop, to, from);
    trail_reverse(&backward); /* it, too, now leads from `from` to `to` */
    bool with = compare_ways(&forward, stroke) <= compare_ways(&backward, stroke);
    struct trail *left = with ? &backward : &forward;
    trail_reverse(left);
    struct trail whole = {0};
    if (left->count > 1) {
        stroke_bend(stroke, left->spots[left->count - 1], left->spots[0], grain);
        whole = weld_loop(left, stroke, grain);
    } else {
        whole = stroke_draw(stroke, grain, true);
    }
    trail_free(&forward);
    trail_free(&backward);
    return whole;
}

static struct trail redraw_stroke(const struct trail *line, struct trail *stroke, double from,
                                  double to, double grain)
{
    if (from > to) {
        double swapped = from;
        from = to;
        to = swapped;
        trail_reverse(stroke);
    }
    struct trail before = trail_part(line, 0, from);
    struct trail after = trail_part(line, to, trail_length(line));
    stroke_bend(stroke, before.count > 0 ? before.spots[before.count - 1] : line->spots[0],
                after.count > 0 ? after.spots[0] : line->spots[line->count - 1], grain);
    struct trail whole = weld(&before, stroke, &after, grain);
    trail_free(&before);
    trail_free(&after);
    return whole;
}

/* The loop of the item that both ends of the stroke are at; -1 if there is none. */
static int find_redrawn(const struct draft_item *item, const struct trail *stroke, double reach,
                        double *from, double *to)
{
    int found = -1;
    double best = 2 * reach;
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        struct trail trail = trail_of_loop(loop);
        double away, gone;
        double start = trail_nearest(&trail, stroke->spots[0], &away);
        double end = trail_nearest(&trail, stroke->spots[stroke->count - 1], &gone);
        trail_free(&trail);
        if (away > reach || gone > reach || away + gone > best)
            continue;
        best = away + gone;
        found = i;
        *from = start;
        *to = end;
    }
    return found;
}

static bool check_outline(const struct steps *sketch, int item, struct error *error)
{
    return sketch_check_item(sketch, item, error) &&
           (item_is_outline(&sketch_draft(sketch)->items[item]) ||
            error_set(error, "only a part of a wall, a slick or a turbo area can be drawn anew"));
}

bool sketch_redraw(struct steps *sketch, int index, const struct spot *raw, int count, double reach,
                   struct error *error)
{
    double grain = stroke_grain(reach), from = 0, to = 0;
    if (!check_outline(sketch, index, error) || !check_stroke(raw, count, reach, error))
        return false;
    struct change change = change_begin(sketch);
    struct trail stroke = stroke_clean(raw, count, grain);
    int at = find_redrawn(change_item(&change, index), &stroke, reach, &from, &to);
    if (at < 0) {
        trail_free(&stroke);
        change_drop(&change);
        return error_set(error, "begin and end the stroke on the outline of which it is to "
                                "replace a part");
    }
    struct draft_item *item = change_edit(&change, index);
    struct draft_loop old = item->loops[at];
    struct trail line = trail_of_loop(&old);
    struct trail whole =
        (old.closed ? redraw_loop : redraw_stroke)(&line, &stroke, from, to, grain);
    add_trail(&change, item, &whole, old.closed);
    free(old.vertices);
    item->loops[at] = item->loops[--item->loop_count];
    trail_free(&line);
    trail_free(&whole);
    trail_free(&stroke);
    return change_finish(&change, "Redraw", error);
}

/* --- strokes --------------------------------------------------------------------------------- */

static const double PARALLEL_LEAST = 0.25; /* squares from wall to wall */
static const double ROOM_LEAST = 0.5;      /* squares of area between them */

static const char *name_of_drawing(enum draft_role role)
{
    return role == DRAFT_WALL         ? "Draw wall"
           : role == DRAFT_SLICK      ? "Draw slick"
           : role == DRAFT_TURBO      ? "Draw turbo area"
           : role == DRAFT_DECORATION ? "Draw decoration"
                                      : NULL;
}

static bool check_role(enum draft_role role, struct error *error)
{
    return ((int)role >= 0 && role < DRAFT_ROLE_COUNT && name_of_drawing(role)) ||
           error_set(error, "only walls, slicks and turbo areas are drawn with a pen");
}

static struct draft_item *add_area(struct change *change, enum draft_role role)
{
    struct draft_item *item = change_add(change, role);
    if (role == DRAFT_TURBO)
        item->arrow = (struct point){1, 0};
    return item;
}

/* In the middle of what its first loop encloses. */
static struct point middle_of(const struct draft_item *item)
{
    const struct draft_loop *loop = &item->loops[0];
    struct point low = loop->vertices[0], high = low;
    for (int i = 1; i < loop->count; i++) {
        struct point at = loop->vertices[i];
        low = (struct point){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
        high = (struct point){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
    }
    return (struct point){(low.x + high.x + FINE) / (2 * FINE),
                          (low.y + high.y + FINE) / (2 * FINE)};
}

void item_begin_arrow(const struct change *change, struct draft_item *item)
{
    struct error unused;
    if (item->role != DRAFT_TURBO || item->loop_count == 0 || item->loops[0].count == 0)
        return;
    struct track *track = track_from_draft(sketch_draft(change->sketch), &unused);
    struct point way = track ? lap_heading(track, middle_of(item)) : (struct point){0, 0};
    track_release(track);
    if (way.x != 0 || way.y != 0)
        item->arrow = way;
}

/* --- going on -------------------------------------------------------------------------------- */

/* An end of a stroke that is not closed. */
struct sketch_loose_end {
    int item; /* -1: none */
    bool at_start;
};

/* The loose end of that role nearest to the spot, other than the one given. */
static struct sketch_loose_end find_loose_end(const struct change *change, enum draft_role role,
                                              struct spot spot, double reach,
                                              const struct sketch_loose_end *other)
{
    struct sketch_loose_end found = {-1, false};
    double nearest = reach;
    for (int i = 0; i < change->sheet.count; i++) {
        const struct draft_item *item = change_item(change, i);
        if (item->role != role ||
            !(item->loop_count == 1 && !item->loops[0].closed && item->loops[0].count > 0))
            continue;
        for (int at_start = 0; at_start < 2; at_start++) {
            const struct draft_loop *loop = &item->loops[0];
            struct spot end = spot_of(loop->vertices[at_start ? 0 : loop->count - 1]);
            double away = spot_distance(spot, end);
            if (away > nearest || (other && other->item == i && other->at_start == at_start))
                continue;
            nearest = away;
            found = (struct sketch_loose_end){i, at_start};
        }
    }
    return found;
}

static struct trail trail_of_end(const struct change *change, struct sketch_loose_end end,
                                 bool ends_there)
{
    const struct draft_loop *loop = &change_item(change, end.item)->loops[0];
    struct trail trail = trail_of_loop(loop);
    if (end.at_start == ends_there)
        trail_reverse(&trail);
    return trail;
}

static void replace_stroke(struct change *change, int index, const struct trail *trail, bool closed)
{
    struct draft_item *item = change_edit(change, index);
    item_clear(item);
    add_trail(change, item, trail, closed);
}

/* Both ends of the stroke lie at ends of one stroke, or of two. Returns the item. */
static int join_ends(struct change *change, struct sketch_loose_end first,
                     struct sketch_loose_end last, struct trail *stroke, double grain)
{
    struct trail before = trail_of_end(change, first, true), whole;
    bool closed = first.item == last.item;
    if (closed) {
        stroke_bend(stroke, before.spots[before.count - 1], before.spots[0], grain);
        whole = weld_loop(&before, stroke, grain);
    } else {
        struct trail after = trail_of_end(change, last, false);
        stroke_bend(stroke, before.spots[before.count - 1], after.spots[0], grain);
        whole = weld(&before, stroke, &after, grain);
        trail_free(&after);
    }
    replace_stroke(change, first.item, &whole, closed);
    trail_free(&before);
    trail_free(&whole);
    if (closed)
        return first.item;
    change_remove(change, last.item);
    return first.item - (last.item < first.item);
}

/* The stroke begins at the end of another one, and may cross it or come back to its start. */
static int join_end(struct change *change, struct sketch_loose_end end, struct trail *stroke,
                    double reach)
{
    double grain = stroke_grain(reach);
    struct trail before = trail_of_end(change, end, true), loop = {0}, whole, both = {0};
    double length = trail_length(&before);
    stroke_bend(stroke, before.spots[before.count - 1], stroke->spots[stroke->count - 1], grain);
    trail_append(&both, &before);
    trail_append(&both, stroke);
    bool closed = stroke_find_loop(&both, reach, &loop);
    if (closed) {
        double distance;
        double cut = trail_nearest(&before, loop.spots[0], &distance);
        struct trail left = trail_part(&before, distance < grain ? cut : 0, length);
        double rest = trail_length(&loop) - trail_length(&left);
        struct trail end_part = trail_part(&loop, trail_length(&loop) - rest, trail_length(&loop));
        stroke_bend(&end_part, end_part.spots[0], left.spots[0], grain);
        whole = weld_loop(&left, &end_part, grain);
        trail_free(&left);
        trail_free(&end_part);
    } else {
        struct trail none = {0};
        whole = weld(&before, stroke, &none, grain);
    }
    replace_stroke(change, end.item, &whole, closed);
    trail_free(&before);
    trail_free(&loop);
    trail_free(&both);
    trail_free(&whole);
    return end.item;
}

/* --- strokes --------------------------------------------------------------------------------- */

static int add_stroke(struct change *change, enum draft_role role, const struct spot *raw,
                      int count, double reach)
{
    bool closed;
    struct trail trail = stroke_smooth(raw, count, reach, &closed);
    struct draft_item *item = add_area(change, role);
    add_trail(change, item, &trail, closed);
    item_begin_arrow(change, item);
    trail_free(&trail);
    return change->sheet.count - 1;
}

static int draw_stroke(struct change *change, enum draft_role role, const struct spot *raw,
                       int count, double reach)
{
    double grain = stroke_grain(reach);
    struct trail stroke = stroke_clean(raw, count, grain);
    struct spot start = stroke.spots[0], end = stroke.spots[stroke.count - 1];
    struct sketch_loose_end first = find_loose_end(change, role, start, reach, NULL);
    struct sketch_loose_end last =
        find_loose_end(change, role, end, reach, first.item >= 0 ? &first : NULL);
    int item;
    if (first.item >= 0 && last.item >= 0) {
        item = join_ends(change, first, last, &stroke, grain);
    } else if (first.item >= 0) {
        item = join_end(change, first, &stroke, reach);
    } else if (last.item >= 0) {
        trail_reverse(&stroke);
        item = join_end(change, last, &stroke, reach);
    } else {
        item = add_stroke(change, role, raw, count, reach);
    }
    trail_free(&stroke);
    return item;
}

int sketch_draw_stroke(struct steps *sketch, enum draft_role role, const struct spot *raw,
                       int count, double reach, struct error *error)
{
    if (!check_role(role, error) || !check_stroke(raw, count, reach, error))
        return -1;
    struct change change = change_begin(sketch);
    int item = draw_stroke(&change, role, raw, count, reach);
    if (!change_finish(&change, name_of_drawing(role), error))
        return -1;
    return item;
}

/* --- polygons -------------------------------------------------------------------------------- */

int sketch_draw_polygon(struct steps *sketch, enum draft_role role, const struct spot *corners,
                        int count, bool closed, struct error *error)
{
    struct trail trail = {0};
    if (!check_role(role, error))
        return -1;
    for (int i = 0; i < count; i++)
        if (spot_is_sound(corners[i]))
            trail_add(&trail, corners[i]);
    struct change change = change_begin(sketch);
    struct draft_item *item = add_area(&change, role);
    add_trail(&change, item, &trail, closed);
    trail_free(&trail);
    if (item->loops[0].count < (closed ? 3 : 2)) {
        error_set(error, "%s",
                  closed ? "a closed outline needs three corners at different places"
                         : "an edge needs two different places");
        change_drop(&change);
        return -1;
    }
    item_begin_arrow(&change, item);
    int index = change.sheet.count - 1;
    return change_finish(&change, name_of_drawing(role), error) ? index : -1;
}

/* --- beside a wall --------------------------------------------------------------------------- */

static bool check_wall(const struct steps *sketch, int index, double squares, struct error *error)
{
    if (!sketch_check_item(sketch, index, error))
        return false;
    const struct draft_item *item = &sketch_draft(sketch)->items[index];
    if (!draft_role_is_area(item->role) || item->loop_count != 1 || !item->loops[0].closed ||
        item->loops[0].count < 3)
        return error_set(error, "only a closed wall can have another one beside it");
    return (fabs(squares) >= PARALLEL_LEAST && fabs(squares) <= SHEET_MAX) ||
           error_set(error, "choose at least %s of a square between the two walls", "1/4");
}

/* Outside, the sheet's edge may leave less room than was asked for, but some. */
bool sketch_find_parallel(const struct steps *sketch, int index, double squares,
                          struct trail *beside, struct error *error)
{
    *beside = (struct trail){0};
    if (!check_wall(sketch, index, squares, error))
        return false;
    struct trail line = trail_of_loop(&sketch_draft(sketch)->items[index].loops[0]);
    bool room = parallel_find(&line, squares, beside);
    for (int i = 0; i < beside->count; i++)
        beside->spots[i] = spot_of(sketch_sheet_place(sketch_sheet(sketch), beside->spots[i]));
    if (squares < 0)
        room = room && trail_area(beside) - fabs(trail_area(&line)) >= ROOM_LEAST;
    trail_free(&line);
    if (room)
        return true;
    trail_free(beside);
    return error_set(error,
                     "there is no room for another wall %g squares %s this one; choose fewer",
                     fabs(squares), squares > 0 ? "inside" : "outside");
}

int sketch_add_parallel(struct steps *sketch, int index, double squares, struct error *error)
{
    struct trail beside;
    if (!sketch_find_parallel(sketch, index, squares, &beside, error))
        return -1;
    struct change change = change_begin(sketch);
    add_trail(&change, add_area(&change, change_item(&change, index)->role), &beside, true);
    trail_free(&beside);
    int item = change.sheet.count - 1;
    return change_finish(&change, "Draw wall beside", error) ? item : -1;
}
