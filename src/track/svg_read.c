/* Reading a track or a draft from SVG: elements become items of a draft.
 *
 * Only what is drawn counts: shapes in the document itself, in its groups, and what clones (<use>)
 * show of the same file. What else stands in definitions, patterns, embedded documents or other
 * languages is ignored.
 *
 * A track is read strictly. A draft takes everything that can be drawn: shapes without a role are
 * its decoration as far as they are seen, and what is wrong on the sheet is left to its problems.
 * An error carries the line and column of the element it is about.
 *
 * Clones may show clones. What they show counts towards the limit of a file as if it stood there,
 * so that nested ones are no bombs.
 */
#include "track/svg.h"

#include "base/fold.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "track/draft.h"
#include "track/inside.h"
#include "track/scan.h"
#include "track/shape.h"
#include "track/svg_attributes.h"
#include "track/svg_tree.h"

#include <stdlib.h>
#include <string.h>

enum { QUOTE_BYTES = 24, CLONED_ELEMENT_BYTES = 32 };

struct reader {
    struct svg_tree tree;
    struct svg_styles styles;
    struct draft draft;
    struct pencil pencil;
    bool lenient;              /* it reads a draft, not a track */
    bool full;                 /* of decoration */
    double square;             /* asked for; 0: as the file says */
    int uses[SVG_DEPTH_LIMIT]; /* the clones that are being drawn, from the outside in */
    int use_count;
    int64_t cloned; /* bytes shown by clones */
    struct error *error;
};

/* Where and how an element is drawn. */
struct placing {
    struct transform transform;
    bool hidden;
    int depth;
    const struct svg_element *clone; /* the outermost one that says what it shows, or NULL */
    int line;                        /* of the outermost clone; 0: none */
};

static const struct svg_element *element_at(const struct reader *reader, int index)
{
    return &reader->tree.elements[index];
}

/* An error that has no line yet gets that of the element. Returns `done`. */
static bool tell_place(struct reader *reader, const struct svg_element *element, bool done)
{
    if (!done && reader->error->line == 0) {
        reader->error->line = element->line;
        reader->error->column = element->column;
    }
    return done;
}

static bool begin_document(struct reader *reader)
{
    const struct svg_element *root = element_at(reader, 0);
    const char *format = scan_attribute(root->attributes, "data-graphprix");
    char quote[QUOTE_BYTES];
    if (format && strcmp(format, "1") != 0)
        return error_set(reader->error,
                         "this track has the format %s, which this version does "
                         "not know; a newer "
                         "one may",
                         scan_quote(format, quote, QUOTE_BYTES));
    reader->draft.line = root->line;
    return svg_sheet_read(root->attributes, reader->square, reader->lenient, &reader->draft,
                          &reader->pencil.sheet, reader->error);
}

/* Shapes. */

/* A clone that says what it shows may say more of it. */
static const char *told(const struct svg_element *element, const struct placing *place,
                        const char *name)
{
    const char *text = place->clone ? scan_attribute(place->clone->attributes, name) : NULL;
    return text ? text : scan_attribute(element->attributes, name);
}

static bool read_number(struct reader *reader, const char *text, const struct role *role,
                        struct draft_item *item)
{
    int64_t number = role->id_number;
    bool read = !text || number_is_integer(text, 1, INT32_MAX, &number);
    item->number = read ? (int)number : 0;
    if (item->number < 1 && !reader->lenient)
        return error_set(reader->error, "data-number must say which checkpoint it is: 1, 2, ...");
    return true;
}

static bool read_arrow(struct reader *reader, const char *cursor, struct draft_item *item)
{
    int64_t x = 0, y = 0;
    bool read = false;
    if (cursor) {
        scan_spaces(&cursor);
        read = number_read_integer(&cursor, -SHEET_MAX, SHEET_MAX, &x);
        scan_separator(&cursor);
        read = read && number_read_integer(&cursor, -SHEET_MAX, SHEET_MAX, &y);
        scan_spaces(&cursor);
        read = read && *cursor == '\0' && (x != 0 || y != 0);
    }
    item->arrow = read ? (struct point){(int32_t)x, (int32_t)y} : (struct point){0, 0};
    return read || reader->lenient ||
           error_set(reader->error, "data-arrow must hold two whole numbers, not both 0: how "
                                    "far the area "
                                    "pushes to the right and up, such as \"2 1\"");
}

static bool read_transform(struct reader *reader, const struct svg_element *element,
                           struct transform *whole)
{
    const char *text = scan_attribute(element->attributes, "transform");
    struct transform own;
    if (!text)
        return true;
    if (!transform_read(text, &own, reader->error))
        return false;
    *whole = transform_multiply(whole, &own);
    return true;
}

static bool draw_item(struct reader *reader, const struct svg_element *element,
                      const struct placing *place, const struct role *role)
{
    struct draft_item *item =
        draft_add_item(&reader->draft, role->role, place->line ? place->line : element->line);
    struct pencil *pencil = &reader->pencil;
    bool inspected = role->role == DRAFT_INSIDE || role->role == DRAFT_OUTSIDE;
    pencil->transform = place->transform;
    if (!read_transform(reader, element, &pencil->transform) ||
        (role->role == DRAFT_CHECKPOINT &&
         !read_number(reader, told(element, place, "data-number"), role, item)) ||
        (role->role == DRAFT_TURBO &&
         !read_arrow(reader, told(element, place, "data-arrow"), item)))
        return false;
    pencil_move(pencil, (struct vector){0, 0});
    return inspected ? shape_draw_centre(element->shape, element->attributes, pencil, reader->error)
                     : element->shape->draw(element->attributes, pencil, reader->error);
}

/* Is it the paper that the game, or another program, has put under the drawing? */
static bool is_paper(const struct draft *draft, const struct draft_item *item)
{
    if (item->loop_count != 1 || draft_loop_corners(&item->loops[0]) != 4)
        return false;
    unsigned corners = 0;
    for (int i = 0; i < 4; i++) {
        struct point v = item->loops[0].vertices[i];
        if ((v.x != 0 && v.x != draft->width * FINE) || (v.y != 0 && v.y != draft->height * FINE))
            return false;
        corners |= 1U << ((v.x != 0) + 2 * (v.y != 0));
    }
    return corners == 15;
}

/* Nothing of the race is lost with decoration that cannot be read, so it is left out. */
static void read_decoration(struct reader *reader, const struct svg_element *element,
                            const struct placing *place, bool told_so)
{
    static const struct role role = {DRAFT_DECORATION, 0};
    struct draft *draft = &reader->draft;
    struct error ignored = *reader->error;
    if (reader->full || place->hidden || svg_styles_hide(&reader->styles, element->attributes)) {
        draft->source.losses.shapes++;
        return;
    }
    bool drawn = draw_item(reader, element, place, &role);
    *reader->error = ignored;
    struct draft_item *item = &draft->items[draft->count - 1];
    reader->full = draft->decoration_vertex_count >= DRAFT_DECORATION_VERTEX_LIMIT;
    draft->source.losses.shapes += !drawn;
    if (!drawn || item->loop_count == 0 || (!told_so && is_paper(draft, item)))
        draft_drop_item(draft);
}

static enum role_answer find_role(struct reader *reader, const struct svg_element *element,
                                  struct role *role)
{
    return role_find(scan_attribute(element->attributes, "class"),
                     scan_attribute(element->attributes, "id"), role, reader->error);
}

static bool says_decoration(const struct svg_element *element)
{
    const char *classes = scan_attribute(element->attributes, "class");
    return classes && role_is_decoration(classes);
}

/* What will look otherwise when it is saved. */
static void note_look(struct reader *reader, const struct svg_element *element)
{
    struct draft_losses *losses = &reader->draft.source.losses;
    const char *data = scan_attribute(element->attributes, "d");
    if (!reader->lenient || !reader->draft.source.is_other)
        return;
    losses->colours = losses->colours || svg_styles_colour(element->attributes);
    losses->curves =
        losses->curves || element->shape->is_round || (data && strpbrk(data, "CcSsQqTtAa"));
}

static bool read_shape(struct reader *reader, const struct svg_element *element,
                       const struct placing *place)
{
    const struct svg_element *teller = place->clone ? place->clone : element;
    struct role role;
    enum role_answer answer = find_role(reader, teller, &role);
    note_look(reader, element);
    reader->draft.source.has_roles = reader->draft.source.has_roles || answer == ROLE_FOUND;
    if (answer == ROLE_NONE && reader->lenient)
        read_decoration(reader, element, place, says_decoration(teller));
    if (answer != ROLE_FOUND)
        return tell_place(reader, teller, answer == ROLE_NONE);
    if (draw_item(reader, element, place, &role))
        return true;
    error_set(reader->error, "in this %s %s", words_role(role.role), reader->error->text);
    return tell_place(reader, element, false);
}

/* Clones. */

/* Would the clone, or one that it is drawn for, show itself? */
static bool is_cycle(const struct reader *reader, int target)
{
    int end = element_at(reader, target)->end;
    for (int i = 0; i < reader->use_count; i++)
        if (reader->uses[i] >= target && reader->uses[i] < end)
            return true;
    return false;
}

/* A symbol's view box is fitted into the clone's box, in its middle. */
static bool fit_symbol(const struct reader *reader, const struct svg_element *symbol,
                       const struct svg_element *use, struct transform *whole)
{
    const char *view = scan_attribute(symbol->attributes, "viewBox");
    const char *how = scan_attribute(symbol->attributes, "preserveAspectRatio");
    struct vector size = {reader->draft.source.width, reader->draft.source.height};
    double box[4];
    if (!view)
        return true;
    if (!scan_numbers(view, box, 4, reader->error) ||
        !scan_attribute_length(use->attributes, "width", &size.x, reader->error) ||
        !scan_attribute_length(use->attributes, "height", &size.y, reader->error))
        return false;
    if (!(box[2] > 0 && box[3] > 0 && size.x > 0 && size.y > 0))
        return error_set(reader->error, "the view box and the size must be above 0");
    struct vector by = {size.x / box[2], size.y / box[3]};
    if (!how || strcmp(how, "none") != 0)
        by.x = by.y = by.x < by.y ? by.x : by.y;
    struct transform fit = {by.x,
                            0,
                            0,
                            by.y,
                            (size.x - by.x * box[2]) / 2 - by.x * box[0],
                            (size.y - by.y * box[3]) / 2 - by.y * box[1]};
    *whole = transform_multiply(whole, &fit);
    return true;
}

static bool place_clone(struct reader *reader, const struct svg_element *use,
                        const struct svg_element *target, struct placing *place)
{
    struct transform move = transform_identity;
    if (!read_transform(reader, use, &place->transform) ||
        !scan_attribute_length(use->attributes, "x", &move.e, reader->error) ||
        !scan_attribute_length(use->attributes, "y", &move.f, reader->error))
        return false;
    place->transform = transform_multiply(&place->transform, &move);
    return target->kind != SVG_SYMBOL || fit_symbol(reader, target, use, &place->transform);
}

static bool walk(struct reader *reader, int index, const struct placing *place);
static bool walk_inside(struct reader *reader, int index, const struct placing *place);

static bool show_clone(struct reader *reader, int index, int target, struct placing *place)
{
    const struct svg_element *use = element_at(reader, index);
    reader->uses[reader->use_count++] = index;
    bool shown;
    if (is_cycle(reader, target))
        shown = error_set(reader->error, "this <use> shows itself; unlink the clone");
    else if (!place_clone(reader, use, element_at(reader, target), place)) {
        shown = error_set(reader->error, "in this <use> %s", reader->error->text);
        if (reader->lenient) { /* as with any decoration */
            *reader->error = (struct error){0};
            reader->draft.source.losses.shapes++;
            shown = true;
        }
    } else if (element_at(reader, target)->kind == SVG_SYMBOL)
        shown = walk_inside(reader, target, place);
    else
        shown = walk(reader, target, place);
    reader->use_count--;
    return tell_place(reader, use, shown);
}

/* A clone of nothing that should play a part would silently be missing. */
static bool read_use(struct reader *reader, int index, const struct placing *where)
{
    const struct svg_element *use = element_at(reader, index);
    const char *href = scan_attribute(use->attributes, "href");
    struct placing place = *where;
    struct role role;
    char quote[QUOTE_BYTES];
    enum role_answer answer = find_role(reader, use, &role);
    if (answer == ROLE_WRONG)
        return tell_place(reader, use, false);
    if (!place.clone && (answer == ROLE_FOUND || says_decoration(use)))
        place.clone = use;
    place.line = place.line ? place.line : use->line;
    place.hidden = place.hidden || svg_styles_hide(&reader->styles, use->attributes);
    int target = href && *href == '#' ? svg_tree_find(&reader->tree, href + 1) : -1;
    if (target >= 0 && element_at(reader, target)->kind != SVG_OTHER && target != 0)
        return show_clone(reader, index, target, &place);
    if (answer == ROLE_NONE)
        return true;
    error_set(reader->error,
              "this %s is a <use> of %s, which is no shape or group of this "
              "file; unlink the clone",
              words_role(role.role), scan_quote(href ? href : "", quote, QUOTE_BYTES));
    return tell_place(reader, use, false);
}

/* Elements. */

/* What clones show counts as if it stood there. */
static bool count_cloned(struct reader *reader, const struct svg_element *element)
{
    if (reader->use_count == 0)
        return true;
    reader->cloned += element->bytes + CLONED_ELEMENT_BYTES;
    if (reader->cloned <= TRACK_FILE_LIMIT)
        return true;
    error_set(reader->error,
              "clones (<use>) show so much that the file would be larger than %d MiB "
              "without them; draw it with fewer",
              TRACK_FILE_LIMIT / 1024 / 1024);
    return tell_place(reader, element_at(reader, reader->uses[0]), false);
}

static bool walk_inside(struct reader *reader, int index, const struct placing *place)
{
    int end = element_at(reader, index)->end;
    for (int i = index + 1; i < end; i = element_at(reader, i)->end)
        if (!walk(reader, i, place))
            return false;
    return true;
}

static bool walk_group(struct reader *reader, int index, const struct placing *where)
{
    const struct svg_element *group = element_at(reader, index);
    struct placing place = *where;
    if (!read_transform(reader, group, &place.transform))
        return tell_place(reader, group, false);
    place.hidden = place.hidden || svg_styles_hide(&reader->styles, group->attributes);
    return walk_inside(reader, index, &place);
}

static bool walk(struct reader *reader, int index, const struct placing *where)
{
    const struct svg_element *element = element_at(reader, index);
    struct placing place = *where;
    if (++place.depth > SVG_DEPTH_LIMIT) {
        error_set(reader->error, "groups and clones are nested more than %d deep; ungroup some",
                  SVG_DEPTH_LIMIT);
        return tell_place(reader, element, false);
    }
    if (!count_cloned(reader, element))
        return false;
    switch (element->kind) {
    case SVG_GROUP:
        return walk_group(reader, index, &place);
    case SVG_SHAPE:
        return read_shape(reader, element, &place);
    case SVG_USE:
        return read_use(reader, index, &place);
    case SVG_SYMBOL:
    case SVG_OTHER:
        return true;
    }
    return true;
}

static void note_losses(struct reader *reader)
{
    struct draft_source *source = &reader->draft.source;
    const struct draft_losses *seen = &reader->tree.losses;
    source->losses.texts = seen->texts;
    source->losses.pictures = seen->pictures;
    if (!source->is_other) /* what our own files look like is no loss */
        return;
    source->losses.colours = source->losses.colours || reader->styles.coloured;
    source->losses.gradients = seen->gradients;
    source->losses.effects = seen->effects;
}

static bool draw_document(struct reader *reader)
{
    struct placing place = {.transform = transform_identity};
    bool begun = tell_place(reader, element_at(reader, 0), begin_document(reader));
    if (!begun)
        return false;
    svg_styles_read(&reader->styles, &reader->tree.styles);
    bool drawn = walk_inside(reader, 0, &place);
    note_losses(reader);
    return drawn;
}

/* The whole document. */

/* White space at both ends goes, white space within becomes one space: the lines of a file are not
 * those of a screen. */
static char *take_text(struct text *text)
{
    char *into = text->data;
    const char *from = text_string(text);
    if (!into)
        return NULL;
    for (from += strspn(from, " \t\r\n"); *from; from += strspn(from, " \t\r\n")) {
        size_t length = strcspn(from, " \t\r\n");
        if (into != text->data)
            *into++ = ' ';
        memmove(into, from, length);
        into += length;
        from += length;
    }
    *into = '\0';
    return memory_copy_string(text->data);
}

/* To whole characters, and without a blank at the end. */
static void cut_text(char *text, size_t limit)
{
    if (!text || strlen(text) <= limit)
        return;
    limit = fold_cut(text, limit);
    limit -= limit > 0 && text[limit - 1] == ' ';
    text[limit] = '\0';
}

static bool take_texts(struct reader *reader)
{
    struct draft *draft = &reader->draft;
    draft->name = take_text(&reader->tree.title);
    draft->description = take_text(&reader->tree.description);
    if (reader->lenient) {
        cut_text(draft->name, SVG_TITLE_LIMIT);
        cut_text(draft->description, SVG_DESCRIPTION_LIMIT);
    }
    if (draft->name && strlen(draft->name) > SVG_TITLE_LIMIT)
        return error_set_at(reader->error, draft->line, 0,
                            "the title is longer than %d bytes; shorten it", SVG_TITLE_LIMIT);
    if (draft->description && strlen(draft->description) > SVG_DESCRIPTION_LIMIT)
        return error_set_at(reader->error, draft->line, 0,
                            "the description (<desc>) is longer than %d bytes; shorten it",
                            SVG_DESCRIPTION_LIMIT);
    return true;
}

/* Fills the reader's draft, which the caller frees. */
static bool read_document(struct reader *reader, const char *bytes, size_t length)
{
    *reader->error = (struct error){0};
    if (length > TRACK_FILE_LIMIT)
        return error_set(reader->error, "the file is larger than %d MiB; simplify the drawing",
                         TRACK_FILE_LIMIT / 1024 / 1024);
    reader->pencil.draft = &reader->draft;
    reader->pencil.anywhere = reader->lenient;
    bool read = svg_tree_read(&reader->tree, bytes, length, reader->error) &&
                draw_document(reader) && take_texts(reader);
    svg_tree_free(&reader->tree);
    return read;
}

struct track *svg_read_track(const char *bytes, size_t length, struct error *error)
{
    struct reader reader = {.error = error};
    struct track *track = NULL;
    if (read_document(&reader, bytes, length))
        track = track_from_draft(&reader.draft, error);
    draft_free(&reader.draft);
    return track;
}

bool svg_read_draft(const char *bytes, size_t length, struct draft *draft, struct error *error)
{
    return svg_read_draft_at(bytes, length, 0, draft, error);
}

bool svg_read_draft_at(const char *bytes, size_t length, double square, struct draft *draft,
                       struct error *error)
{
    struct reader reader = {.error = error, .lenient = true, .square = square};
    bool read = read_document(&reader, bytes, length);
    if (!read)
        draft_free(&reader.draft);
    *draft = reader.draft;
    return read;
}

struct track *svg_load_track(const char *path, struct error *error)
{
    struct text content = {0};
    struct track *track = NULL;
    *error = (struct error){0};
    if (file_read(path, TRACK_FILE_LIMIT, &content, error))
        track = svg_read_track(text_string(&content), content.length, error);
    text_free(&content);
    return track;
}
