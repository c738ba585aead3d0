/* Reading a track or a draft from SVG: what svg_walk.h shows becomes items of a draft.
 *
 * A track is read strictly. A draft takes everything that can be drawn: shapes without a role are
 * its decoration as far as they are seen, and what is wrong on the sheet is left to its problems.
 * What plays a part and is not seen plays none. An error carries the line and column of the element
 * it is about.
 */
#include "track/svg.h"

#include "base/fold.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "svg/scan.h"
#include "svg/walk.h"
#include "track/draft.h"
#include "track/inside.h"
#include "track/shape.h"
#include "track/svg_attributes.h"

#include <stdlib.h>
#include <string.h>

enum { QUOTE_BYTES = 24 };

/* What an element says of its part, asked once. */
struct said {
    bool asked, decoration, meant;
    enum role_answer answer;
    struct role role;
};

struct reader {
    struct svg_tree tree;
    struct said *said; /* by element */
    struct draft draft;
    struct pencil pencil;
    bool lenient;        /* it reads a draft, not a track */
    bool full;           /* of decoration */
    bool coloured;       /* by a rule */
    double square;       /* asked for; 0: as the file says */
    struct text remarks; /* on names that were not taken */
    int remark_count;
    struct error *error;
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

/* --- names ------------------------------------------------------------------------------------ */

static const struct said *ask(struct reader *reader, int index)
{
    struct said *said = &reader->said[index];
    const char *const *attributes = (const char *const *)element_at(reader, index)->attributes;
    struct error ignored;
    struct svg_slice name;
    if (said->asked)
        return said;
    said->asked = true;
    said->answer = role_find(attributes, &said->role, &ignored);
    said->decoration = role_is_decoration(attributes);
    said->meant = role_is_meant(attributes, &name);
    return said;
}

/* The layer's own name, which all areas in it have; what is a line or a point has one of its own.
 */
static bool is_layer_of(const struct svg_element *group, enum draft_role role)
{
    const char *mode = scan_attribute(group->attributes, "groupmode");
    return mode && strcmp(mode, "layer") == 0 && draft_role_is_area(role);
}

/* What says which part a shape plays, or that it plays none: the shape or the outermost clone that
 * it is shown by, else the group that it alone is in, else its layer. */
static int find_teller(struct reader *reader, const struct svg_place *place)
{
    int own = place->clone >= 0 ? place->clone : place->element;
    if (ask(reader, own)->answer != ROLE_NONE || ask(reader, own)->decoration)
        return own;
    for (const struct svg_place *at = place->outer; at; at = at->outer) {
        const struct svg_element *group = element_at(reader, at->element);
        if (group->kind != SVG_GROUP)
            continue;
        const struct said *said = ask(reader, at->element);
        bool alone = group->shapes == 1;
        if ((alone && said->decoration) ||
            (said->answer == ROLE_FOUND && (alone || is_layer_of(group, said->role.role))))
            return at->element;
    }
    return own;
}

/* A name that begins like a role is told where it was not taken; the nearest one. */
static void note_name(struct reader *reader, const struct svg_place *place)
{
    for (; place; place = place->outer) {
        const struct svg_element *element = element_at(reader, place->element);
        struct svg_slice name;
        char part[QUOTE_BYTES], quote[QUOTE_BYTES];
        if (element->kind == SVG_VIEW || !ask(reader, place->element)->meant)
            continue;
        if (ask(reader, place->element)->decoration || reader->remark_count++ > 0)
            return;
        role_is_meant((const char *const *)element->attributes, &name);
        size_t length = name.length < sizeof part - 1 ? name.length : sizeof part - 1;
        memcpy(part, name.start, length);
        part[length] = '\0';
        text_append_format(&reader->remarks, "line %d: %s begins like a part of a track, but %s",
                           element->line, scan_quote(part, quote, QUOTE_BYTES),
                           element->kind == SVG_GROUP && element->shapes > 1
                               ? "the group holds several shapes, so it names none of them; name "
                                 "each"
                               : "is none, so it is decoration; name it wall, slick, turbo, start, "
                                 "finish, start finish, checkpoint, inside or outside");
        return;
    }
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* What says which part a shape plays may say more of it. */
static const char *told(const struct svg_element *element, const struct svg_element *teller,
                        const char *name)
{
    const char *text = scan_attribute(teller->attributes, name);
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

/* Tools leave out what lies on a straight way; how many points there were tells it. */
static bool check_points(struct reader *reader, const char *said)
{
    const struct draft_item *item = &reader->draft.items[reader->draft.count - 1];
    int64_t wanted;
    int drawn = 0;
    for (int i = 0; i < item->loop_count; i++)
        drawn += item->loops[i].count;
    if (!said || !number_is_integer(said, 1, TRACK_VERTEX_LIMIT, &wanted) || drawn >= wanted ||
        draft_fill_steps(&reader->draft, (int)wanted))
        return true;
    return reader->lenient ||
           error_set(reader->error,
                     "data-points says %d points, but %d are drawn: a program that tidies drawings "
                     "may have left some out; draw them, or take data-points away",
                     (int)wanted, drawn);
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

/* Where a cut leaves something out: false, with the error. */
static bool check_cuts(const struct reader *reader, const struct svg_place *place,
                       const struct draft_item *item, struct error *error)
{
    const struct pencil_sheet *sheet = &reader->pencil.sheet;
    for (int i = 0; place->cut && i < item->loop_count; i++)
        for (int k = 0; k < item->loops[i].count; k++) {
            struct point fine = item->loops[i].vertices[k];
            double y = (double)reader->draft.height - (double)fine.y / FINE;
            struct vector at = {(double)fine.x / FINE * sheet->square + sheet->corner.x,
                                y * sheet->square + sheet->corner.y};
            const struct svg_cut *cut = svg_cut_of(place->cut, at, sheet->square / 64);
            if (cut)
                return error_set(error,
                                 "a part is cut off by %s; release the clip, or draw within "
                                 "it",
                                 cut->what);
        }
    return true;
}

static bool draw_item(struct reader *reader, const struct svg_place *place, const struct role *role,
                      const struct svg_element *teller, const char *const *attributes)
{
    const struct svg_element *element = element_at(reader, place->element);
    struct draft_item *item =
        draft_add_item(&reader->draft, role->role, place->line ? place->line : element->line);
    struct pencil *pencil = &reader->pencil;
    bool inspected = role->role == DRAFT_INSIDE || role->role == DRAFT_OUTSIDE;
    pencil->transform = place->transform;
    pencil->viewport = place->viewport;
    if ((role->role == DRAFT_CHECKPOINT &&
         !read_number(reader, told(element, teller, "data-number"), role, item)) ||
        (role->role == DRAFT_TURBO &&
         !read_arrow(reader, told(element, teller, "data-arrow"), item)))
        return false;
    pencil_move(pencil, (struct vector){0, 0});
    if (inspected ? !shape_draw_centre(shape_find(element->name), attributes, pencil, reader->error)
                  : !shape_find(element->name)->draw(attributes, pencil, reader->error))
        return false;
    item = &reader->draft.items[reader->draft.count - 1];
    draft_drop_specks(&reader->draft);
    if (role->role == DRAFT_CHECKPOINT &&
        !check_points(reader, told(element, teller, "data-points")))
        return false;
    return check_cuts(reader, place, item, reader->error);
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
static void read_decoration(struct reader *reader, const struct svg_place *place, bool told_so,
                            const char *const *attributes)
{
    static const struct role role = {DRAFT_DECORATION, 0};
    struct draft *draft = &reader->draft;
    const struct svg_element *element = element_at(reader, place->element);
    struct error ignored = *reader->error;
    if (reader->full || svg_place_is_hidden(place) || place->trouble) {
        draft->source.losses.shapes++;
        return;
    }
    bool drawn = draw_item(reader, place, &role, element, attributes);
    *reader->error = ignored;
    struct draft_item *item = &draft->items[draft->count - 1];
    item->nameless = !told_so;
    reader->full = draft->decoration_vertex_count >= DRAFT_DECORATION_VERTEX_LIMIT;
    draft->source.losses.shapes += !drawn;
    if (!drawn || item->loop_count == 0 || (!told_so && is_paper(draft, item)))
        draft_drop_item(draft);
}

/* What will look otherwise when it is saved. */
static void note_look(struct reader *reader, const struct svg_element *element)
{
    struct draft_losses *losses = &reader->draft.source.losses;
    const char *data = scan_attribute(element->attributes, "d");
    if (!reader->lenient || !reader->draft.source.is_other)
        return;
    losses->colours = losses->colours || svg_style_colours(element->attributes);
    losses->curves = losses->curves || shape_find(element->name)->is_round ||
                     (data && strpbrk(data, "CcSsQqTtAa"));
}

/* What cannot be told of the shape; the error has the line of what is to blame. */
static bool tell_trouble(struct reader *reader, const struct svg_place *place,
                         const struct error *trouble, enum draft_role role)
{
    int line = element_at(reader, place->element)->line;
    if (trouble->line == line)
        return error_set_at(reader->error, line, trouble->column, "in this %s %s", words_role(role),
                            trouble->text);
    return error_set_at(reader->error, trouble->line, trouble->column,
                        "it concerns the %s in line %d that %s", words_role(role), line,
                        trouble->text);
}

static bool read_shape(void *data, const struct svg_place *place, const char *const *attributes,
                       struct error *error)
{
    struct reader *reader = data;
    int told_by = find_teller(reader, place);
    const struct svg_element *element = element_at(reader, place->element);
    const struct svg_element *teller = element_at(reader, told_by);
    const struct error *trouble = place->trouble ? place->trouble : place->doubt;
    const struct said *said = ask(reader, told_by);
    note_look(reader, element);
    if (said->answer == ROLE_WRONG) {
        struct role role;
        role_find((const char *const *)teller->attributes, &role, error);
        return tell_place(reader, teller, false);
    }
    if (said->answer == ROLE_NONE) {
        if (!said->decoration && !svg_place_is_hidden(place))
            note_name(reader, place);
        if (reader->lenient)
            read_decoration(reader, place, said->decoration, attributes);
        return true;
    }
    reader->draft.source.has_roles = true;
    if (svg_place_is_hidden(place) && !place->doubt) {
        reader->draft.source.losses.shapes++;
        return true;
    }
    if (trouble)
        return tell_trouble(reader, place, trouble, said->role.role);
    if (draw_item(reader, place, &said->role, teller, attributes))
        return true;
    error_set(error, "in this %s %s", words_role(said->role.role), error->text);
    return tell_place(reader, element, false);
}

/* What a clone says of what it shows. */
static bool read_clone(void *data, int clone, struct error *error, const char **says)
{
    struct reader *reader = data;
    struct role role;
    const struct said *said = ask(reader, clone);
    *says = said->answer == ROLE_FOUND ? words_role(said->role.role)
            : said->decoration         ? "decoration"
                                       : NULL;
    return said->answer != ROLE_WRONG ||
           (role_find((const char *const *)element_at(reader, clone)->attributes, &role, error),
            false);
}

static void lose_clone(void *data)
{
    ((struct reader *)data)->draft.source.losses.shapes++;
}

/* --- the document ----------------------------------------------------------------------------- */

static void note_losses(struct reader *reader)
{
    struct draft_source *source = &reader->draft.source;
    const struct svg_tree *seen = &reader->tree;
    source->losses.texts = seen->texts;
    source->losses.pictures = seen->pictures;
    if (!source->is_other) /* what our own files look like is no loss */
        return;
    source->losses.colours = source->losses.colours || reader->coloured;
    source->losses.gradients = seen->gradients;
    source->losses.effects = seen->effects;
}

static bool draw_document(struct reader *reader)
{
    const struct svg_visitor visitor = {.data = reader,
                                        .lenient = reader->lenient,
                                        .shape = read_shape,
                                        .names = read_clone,
                                        .lost = lose_clone};
    if (!tell_place(reader, element_at(reader, 0), begin_document(reader)))
        return false;
    const struct draft_source *source = &reader->draft.source;
    reader->said = memory_allocate((size_t)reader->tree.count, sizeof *reader->said);
    bool drawn = svg_walk(&reader->tree, (struct vector){source->width, source->height}, &visitor,
                          &reader->coloured, reader->error);
    free(reader->said);
    note_losses(reader);
    return drawn;
}

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

/* --- what may be meant otherwise -------------------------------------------------------------- */

static struct point beyond(const struct track *track, struct point end, struct point before)
{
    struct point way = point_subtract(end, before);
    int across = way.x < 0 ? -way.x : way.x, up = way.y < 0 ? -way.y : way.y;
    int longer = across > up ? across : up;
    int x = end.x + (int)((int64_t)way.x * FINE / 2 / longer);
    int y = end.y + (int)((int64_t)way.y * FINE / 2 / longer);
    const int right = track->width * FINE, top = track->height * FINE;
    return (struct point){x < 0 ? 0 : x > right ? right : x, y < 0 ? 0 : y > top ? top : y};
}

/* Does it go from wall to wall, or half a square less, with the road between? */
static bool crosses_road(const struct track *track, const struct draft_item *item)
{
    const struct draft_loop *loop = item->loops;
    int last = loop->count - 1;
    if (item->loop_count != 1 || draft_loop_is_closed(loop) || loop->count < 2)
        return false;
    const struct point *v = loop->vertices;
    for (int i = 0; i <= last; i++)
        if (v[i].x < 0 || v[i].y < 0 || v[i].x > track->width * FINE ||
            v[i].y > track->height * FINE)
            return false;
    struct point a = v[last / 2], b = v[last / 2 + 1];
    struct point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return area_place_fine(track->surface, middle) == PLACE_INSIDE &&
           area_place_fine(track->surface, beyond(track, v[0], v[1])) != PLACE_INSIDE &&
           area_place_fine(track->surface, beyond(track, v[last], v[last - 1])) != PLACE_INSIDE;
}

/* A sheet without lines is an arena, unless the line has lost its name: walls within walls, and a
 * stroke across the road that says nothing of itself. */
static bool check_arena(const struct track *track, const char *bytes, size_t length,
                        struct error *error)
{
    struct draft draft;
    struct error ignored = {0};
    int line = 0;
    if (track->has_line || area_loop_count(track->surface) < 2 ||
        !svg_read_draft(bytes, length, &draft, &ignored))
        return true;
    for (int i = 0; i < draft.count && line == 0; i++) {
        const struct draft_item *item = &draft.items[i];
        if (item->nameless && crosses_road(track, item))
            line = item->line;
    }
    draft_free(&draft);
    return line == 0 ||
           error_set_at(error, line, 0,
                        "without a start line this reads as an arena, but a stroke without a name "
                        "crosses the road here as the line of a race track would; name it \"start "
                        "finish\", or \"decoration\" by its class if it is none");
}

/* Names that were not taken go with the track, or with what is wrong. */
static void tell_remarks(struct reader *reader, struct track *track)
{
    struct error *error = reader->error, before = *error;
    if (reader->remark_count > 1)
        text_append_format(&reader->remarks, " (and %d more)", reader->remark_count - 1);
    if (track && reader->remark_count > 0)
        track->remark = memory_copy_string(reader->remarks.data);
    else if (reader->remark_count > 0)
        error_set_at(error, before.line, before.column, "%s (%s)", before.text,
                     reader->remarks.data);
    text_free(&reader->remarks);
}

struct track *svg_read_track(const char *bytes, size_t length, struct error *error)
{
    struct reader reader = {.error = error};
    struct track *track = NULL;
    if (read_document(&reader, bytes, length))
        track = track_from_draft(&reader.draft, error);
    if (track && !check_arena(track, bytes, length, error)) {
        track_release(track);
        track = NULL;
    }
    tell_remarks(&reader, track);
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
    text_free(&reader.remarks);
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
    if (file_read_unpacked(path, TRACK_FILE_LIMIT, &content, error))
        track = svg_read_track(text_string(&content), content.length, error);
    text_free(&content);
    return track;
}
