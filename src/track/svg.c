/* What elements say of themselves: their role, and of the document the sheet, its view box in
 * squares.
 */

#include "svg/svg.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/text.h"
#include "track/draft.h"

#include <stdlib.h>
#include <string.h>

/* --- roles ------------------------------------------------------------------------------------ */

/* Words as bits: a role is a set of words that go together. */
enum { WORD_START = 1, WORD_FINISH = 2, WORD_OTHER = 4 };

static const struct {
    const char *name;
    unsigned word;
    enum draft_role role;
} words[] = {
    {"wall", WORD_OTHER << DRAFT_WALL, DRAFT_WALL},
    {"slick", WORD_OTHER << DRAFT_SLICK, DRAFT_SLICK},
    {"turbo", WORD_OTHER << DRAFT_TURBO, DRAFT_TURBO},
    {"start", WORD_START, DRAFT_START},
    {"finish", WORD_FINISH, DRAFT_FINISH},
    {"startfinish", WORD_START | WORD_FINISH, DRAFT_START_FINISH},
    {"finishstart", WORD_START | WORD_FINISH, DRAFT_START_FINISH},
    {"checkpoint", WORD_OTHER << DRAFT_CHECKPOINT, DRAFT_CHECKPOINT},
    {"inside", WORD_OTHER << DRAFT_INSIDE, DRAFT_INSIDE},
    {"outside", WORD_OTHER << DRAFT_OUTSIDE, DRAFT_OUTSIDE},
};
enum { WORD_COUNT = sizeof words / sizeof *words, NAME_LETTERS = 24 };

static const char blanks[] = " \t\r\n\f";

/* A name without what programs make of it: its letters in small ones up to the first number, that
 * number, and whether anything but numbers comes behind. */
struct plain_name {
    char letters[NAME_LETTERS];
    int number; /* 0: none */
    bool ends;
};

static int hexadecimal(char c)
{
    return scan_is_digit(c) ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 87 : -1;
}

/* Behind "_x0020_", as Illustrator writes what an id may not hold; 0 if none stands here. */
static size_t read_escape(const char *at, uint32_t *code)
{
    size_t length = 2;
    *code = 0;
    if (at[0] != '_' || at[1] != 'x')
        return 0;
    for (; length < 8 && hexadecimal(at[length]) >= 0; length++)
        *code = *code * 16 + (uint32_t)hexadecimal(at[length]);
    return length > 2 && at[length] == '_' ? length + 1 : 0;
}

/* Blanks of any kind, and signs of ASCII. */
static bool is_gap(uint32_t code)
{
    bool letter = scan_is_digit((char)code) || ((code | 32) >= 'a' && (code | 32) <= 'z');
    return code < 0x80 ? !letter
                       : code == 0xA0 || (code >= 0x2000 && code <= 0x2015) || code == 0x202F ||
                             code == 0x3000 || code == 0xFEFF;
}

static struct plain_name read_plain(const char *at, const char *end)
{
    struct plain_name plain = {.ends = true};
    size_t length = 0;
    bool counting = false, counted = false;
    while (at < end) {
        uint32_t code;
        size_t escape = read_escape(at, &code);
        if (escape)
            at += escape;
        else
            code = fold_next(&at);
        bool digit = code < 0x80 && scan_is_digit((char)code);
        if (digit && !counted && plain.number < INT32_MAX / 10 - 1)
            plain.number = plain.number * 10 + (int)code - '0';
        counted = counted || (counting && !digit);
        counting = counting || digit;
        if (digit || is_gap(code))
            continue;
        plain.ends = plain.ends && !counting && code < 0x80 && length + 1 < NAME_LETTERS;
        if (plain.ends)
            plain.letters[length++] = (char)(code | 32);
    }
    return plain;
}

/* The next of the words that stand between blanks, which it moves behind; false: there is none. */
static bool next_word(const char **cursor, struct svg_slice *word)
{
    const char *start = *cursor + strspn(*cursor, blanks);
    *word = (struct svg_slice){start, strcspn(start, blanks)};
    *cursor = start + word->length;
    return word->length > 0;
}

static int find_word(const struct plain_name *plain)
{
    for (int i = 0; i < WORD_COUNT; i++)
        if (plain->ends && strcmp(plain->letters, words[i].name) == 0)
            return i;
    return -1;
}

static enum role_answer find_in_classes(const char *classes, struct role *found,
                                        struct error *error)
{
    unsigned seen = 0;
    int number = 0;
    for (struct svg_slice name; next_word(&classes, &name);) {
        struct plain_name plain = read_plain(name.start, name.start + name.length);
        int word = find_word(&plain);
        seen |= word >= 0 ? words[word].word : 0;
        number = word >= 0 ? plain.number : number;
    }
    if (seen == 0)
        return ROLE_NONE;
    for (int i = 0; i < WORD_COUNT; i++)
        if (words[i].word == seen) {
            *found = (struct role){words[i].role, number};
            return ROLE_FOUND;
        }
    error_set(error, "one shape cannot be all of that: its class may name one of wall, slick, "
                     "turbo, checkpoint, inside, outside, or start, finish or both");
    return ROLE_WRONG;
}

static bool find_in_name(const char *name, struct role *found)
{
    if (!name)
        return false;
    struct plain_name plain = read_plain(name, name + strlen(name));
    int word = find_word(&plain);
    if (word >= 0)
        *found = (struct role){words[word].role, plain.number};
    return word >= 0;
}

/* Names that programs let people give, the ones that they show first. */
static const char *const name_attributes[] = {"label", "data-name", "id"};
enum { NAME_ATTRIBUTES = 3 };

static bool role_is_decoration(const char *const *attributes)
{
    const char *classes = scan_attribute(attributes, "class");
    for (struct svg_slice word; classes && next_word(&classes, &word);)
        if (svg_slice_is(word, "decoration"))
            return true;
    return false;
}

/* ROLE_WRONG, with the error, is for classes that do not go together. */
static enum role_answer role_find(const char *const *attributes, struct role *found,
                                  struct error *error)
{
    const char *classes = scan_attribute(attributes, "class");
    enum role_answer answer = classes ? find_in_classes(classes, found, error) : ROLE_NONE;
    if (answer != ROLE_NONE || role_is_decoration(attributes))
        return answer;
    for (int i = 0; i < NAME_ATTRIBUTES; i++)
        if (find_in_name(scan_attribute(attributes, name_attributes[i]), found))
            return ROLE_FOUND;
    return ROLE_NONE;
}

static bool begins_like_role(const char *name, size_t length)
{
    struct plain_name plain = read_plain(name, name + length);
    for (int i = 0; i < WORD_COUNT; i++)
        if (strncmp(plain.letters, words[i].name, strlen(words[i].name)) == 0)
            return true;
    return false;
}

/* Does a class or a name begin like a role ("walls")? Which. */
static bool role_is_meant(const char *const *attributes, struct svg_slice *name)
{
    const char *classes = scan_attribute(attributes, "class");
    while (classes && next_word(&classes, name))
        if (begins_like_role(name->start, name->length))
            return true;
    for (int i = 0; i < NAME_ATTRIBUTES; i++) {
        const char *text = scan_attribute(attributes, name_attributes[i]);
        *name = (struct svg_slice){text, text ? strlen(text) : 0};
        if (text && begins_like_role(text, name->length))
            return true;
    }
    return false;
}

/* --- the sheet -------------------------------------------------------------------------------- */

/* Width and height in user units: those of the view box, or else of the document itself. */
static bool read_view(const char *const *attributes, struct vector *corner, struct vector *size,
                      struct error *error)
{
    const char *view = scan_attribute(attributes, "viewBox");
    const char *width = scan_attribute(attributes, "width");
    const char *height = scan_attribute(attributes, "height");
    double box[4] = {0};
    if (view && !scan_numbers(view, box, 4, error))
        return error_set(error, "in the viewBox %s", error->text);
    if (!view && (!width || !height || strchr(width, '%') || strchr(height, '%')))
        return error_set(error, "the size of the sheet is missing: give <svg> a viewBox, "
                                "such as \"0 0 40 30\" for 40 x 30 squares");
    if (!view && (!scan_length(width, &box[2], error) || !scan_length(height, &box[3], error)))
        return error_set(error, "in the width and height of <svg> %s", error->text);
    *corner = (struct vector){box[0], box[1]};
    *size = (struct vector){box[2], box[3]};
    return true;
}

/* The sheet holds all of the drawing; what is within the rounding of vertices, as in files in
 * millimetres or pixels, is whole. */
static int count_squares(double squares)
{
    int whole = (int)squares;
    int count = whole + (squares - whole > 0.5 / FINE);
    return count > 0 ? count : 1;
}

/* A drawing of another program may have any size. */
static bool is_too_large(struct vector size, double side)
{
    return !(size.x / side <= SHEET_MAX && size.y / side <= SHEET_MAX);
}

/* How long one of so many user units is on paper, by a width or height with its unit; 0: that is
 * not told. */
static double measure(const char *text, double size)
{
    static const char *const units[] = {"mm", "cm", "in", "pt", "pc", "Q"};
    struct error ignored = {0};
    double pixels;
    bool has_unit = false;
    for (size_t i = 0; text && i < sizeof units / sizeof *units; i++)
        has_unit = has_unit || strstr(text, units[i]);
    if (!has_unit || !scan_length(text, &pixels, &ignored) || !(pixels > 0 && size > 0))
        return 0;
    return pixels * 25.4 / 96 / size;
}

/* The drawing keeps its shape on paper: the smaller of both scales counts, with "slice" the larger.
 */
static double measure_unit(const char *const *attributes, struct vector size)
{
    const char *how = scan_attribute(attributes, "preserveAspectRatio");
    double across = measure(scan_attribute(attributes, "width"), size.x);
    double up = measure(scan_attribute(attributes, "height"), size.y);
    bool slice = how && strstr(how, "slice");
    if (across == 0 || up == 0)
        return across + up;
    return (across < up) != slice ? across : up;
}

/* How large the sheet of a document is, and how its user units lie on it, by the attributes of
 * <svg>; fills the draft's size and its source but for the losses, and the pencil's sheet. Squares
 * have `wanted` user units, or with 0 as many as the file says, one if it does not; a drawing
 * (`lenient`) that says nothing may then have any size. */
static bool svg_sheet_read(const char *const *attributes, double wanted, bool lenient,
                           struct draft *draft, struct pencil_sheet *sheet, struct error *error)
{
    const char *square = scan_attribute(attributes, "data-square");
    struct draft_source *source = &draft->source;
    struct vector size = {0, 0};
    double side = 1;
    if (square && (!scan_numbers(square, &side, 1, error) || !(side > 0)))
        return error_set(error, "data-square must be one number above 0: how many user "
                                "units a square has");
    if (!read_view(attributes, &sheet->corner, &size, error))
        return false;
    if (wanted > 0)
        side = wanted;
    else
        while (lenient && !square && is_too_large(size, side) && side < 1e9)
            side *= 2;
    *source = (struct draft_source){.width = size.x, .height = size.y, .square = side};
    source->is_other = !square && !scan_attribute(attributes, "data-graphprix");
    source->millimetres = measure_unit(attributes, size);
    sheet->square = side;
    if (!(size.x / side > 0 && size.y / side > 0) || is_too_large(size, side))
        return error_set(error,
                         "the sheet must have 1 to %d squares each way; look at the viewBox and at "
                         "data-square",
                         SHEET_MAX);
    draft->width = count_squares(size.x / side);
    draft->height = count_squares(size.y / side);
    return true;
}

/* === read ===================================================================================== */

/* Reading a track or a draft from SVG: what svg_walk shows becomes items of a draft.
 *
 * A track is read strictly. A draft takes everything that can be drawn: shapes without a role are
 * its decoration as far as they are seen, and what is wrong on the sheet is left to its problems.
 * What plays a part and is not seen plays none. An error carries the line and column of the element
 * it is about.
 */

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

static const struct said *ask_element(struct reader *reader, int index)
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
    if (ask_element(reader, own)->answer != ROLE_NONE || ask_element(reader, own)->decoration)
        return own;
    for (const struct svg_place *at = place->outer; at; at = at->outer) {
        const struct svg_element *group = element_at(reader, at->element);
        if (group->kind != SVG_GROUP)
            continue;
        const struct said *said = ask_element(reader, at->element);
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
        if (element->kind == SVG_VIEW || !ask_element(reader, place->element)->meant)
            continue;
        if (ask_element(reader, place->element)->decoration || reader->remark_count++ > 0)
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
static const char *told_value(const struct svg_element *element, const struct svg_element *teller,
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
         !read_number(reader, told_value(element, teller, "data-number"), role, item)) ||
        (role->role == DRAFT_TURBO &&
         !read_arrow(reader, told_value(element, teller, "data-arrow"), item)))
        return false;
    pencil_move(pencil, (struct vector){0, 0});
    if (inspected ? !shape_draw_centre(shape_find(element->name), attributes, pencil, reader->error)
                  : !shape_find(element->name)->draw(attributes, pencil, reader->error))
        return false;
    item = &reader->draft.items[reader->draft.count - 1];
    draft_drop_specks(&reader->draft);
    if (role->role == DRAFT_CHECKPOINT &&
        !check_points(reader, told_value(element, teller, "data-points")))
        return false;
    /* Where a cut leaves something out: false, with the error. */
    struct error *error = reader->error;
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
    const struct said *said = ask_element(reader, told_by);
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

/* Programs that tidy up take away what a clone shows where they know only the older xlink:href. Of
 * texts and pictures the tree keeps no ids. */
static void note_clone(struct reader *reader, const struct svg_element *use)
{
    const char *href = scan_attribute(use->attributes, "href");
    char quote[QUOTE_BYTES];
    if (!href || *href != '#' || svg_tree_find(&reader->tree, href + 1) >= 0 ||
        reader->tree.texts + reader->tree.pictures > 0 || reader->remark_count++ > 0)
        return;
    text_append_format(&reader->remarks,
                       "line %d: a <use> of %s shows nothing, as there is no such thing in this "
                       "file; draw it again or take it out",
                       use->line, scan_quote(href, quote, QUOTE_BYTES));
}

/* What a clone says of what it shows. */
static bool read_clone(void *data, int clone, struct error *error, const char **says)
{
    struct reader *reader = data;
    struct role role;
    const struct said *said = ask_element(reader, clone);
    *says = said->answer == ROLE_FOUND ? words_role(said->role.role)
            : said->decoration         ? "decoration"
                                       : NULL;
    if (said->answer == ROLE_NONE && !said->decoration)
        note_clone(reader, element_at(reader, clone));
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

static struct point point_beyond(const struct track *track, struct point end, struct point before)
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
           area_place_fine(track->surface, point_beyond(track, v[0], v[1])) != PLACE_INSIDE &&
           area_place_fine(track->surface, point_beyond(track, v[last], v[last - 1])) !=
               PLACE_INSIDE;
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

/* === write ==================================================================================== */

/* Writing a draft or a track as SVG: the form of files-and-protocols section 1, with
 * colours so that every viewer shows squared paper, walls and lines, and a size that prints 5 mm
 * squares.
 *
 * Every number is an exact decimal, so reading gives the same vertices to the last unit.
 */

enum { SQUARE_MILLIMETRES = 5 };

static const char paper[] =
    "  <defs><pattern id=\"squares\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">"
    "<path d=\"M 0 0 H 1 V 1 H 0 Z\" fill=\"#fbfaf4\" stroke=\"#b4cde0\" stroke-width=\".04\"/>"
    "</pattern></defs>\n";

/* "x y" in squares, y down. */
static void append_place(const struct draft *draft, struct text *into, struct point fine,
                         const char *between)
{
    text_append_fine(into, fine.x);
    text_append(into, between);
    text_append_fine(into, draft->height * FINE - fine.y);
}

/* A stroke of one vertex is drawn to where it begins: a move alone would be nothing. */
static void append_loop(const struct draft *draft, struct text *into, const struct draft_loop *loop)
{
    for (int i = 0; i < loop->count; i++) {
        text_append(into, i > 0 ? " L " : "M ");
        append_place(draft, into, loop->vertices[i], " ");
    }
    if (loop->count == 1 && !loop->closed) {
        text_append(into, " L ");
        append_place(draft, into, loop->vertices[0], " ");
    }
    text_append(into, loop->count > 0 && loop->closed ? " Z" : "");
}

static const char *class_of(enum draft_role role)
{
    static const char *const classes[DRAFT_ROLE_COUNT] = {
        [DRAFT_WALL] = "wall",
        [DRAFT_SLICK] = "slick",
        [DRAFT_TURBO] = "turbo",
        [DRAFT_START_FINISH] = "start finish",
        [DRAFT_START] = "start",
        [DRAFT_FINISH] = "finish",
        [DRAFT_CHECKPOINT] = "checkpoint",
        [DRAFT_INSIDE] = "inside",
        [DRAFT_OUTSIDE] = "outside",
        [DRAFT_DECORATION] = "decoration",
    };
    return classes[role];
}

/* Attributes, not rules: tools that tidy drawings up take classes away with the rules for them. */
static void append_look(enum draft_role role, struct text *into)
{
    static const char line[] = " stroke=\"#b03030\" stroke-width=\".2\"";
    static const char point[] = " fill=\"none\" stroke=\"#3a3a3a\" stroke-width=\".06\"";
    static const char *const looks[DRAFT_ROLE_COUNT] = {
        [DRAFT_WALL] = " fill=\"none\" stroke=\"#3a3a3a\" stroke-width=\".12\" "
                       "stroke-linejoin=\"round\"",
        [DRAFT_SLICK] = " fill=\"#8a8a8a\" fill-opacity=\".35\"",
        [DRAFT_TURBO] = " fill=\"#2f5d8a\" fill-opacity=\".35\"",
        [DRAFT_START_FINISH] = line,
        [DRAFT_START] = line,
        [DRAFT_FINISH] = line,
        [DRAFT_CHECKPOINT] = " fill=\"none\" stroke=\"#2f5d8a\" stroke-width=\".2\"",
        [DRAFT_INSIDE] = point,
        [DRAFT_OUTSIDE] = point,
        [DRAFT_DECORATION] = " fill=\"none\" stroke=\"#9a9a9a\" stroke-width=\".06\"",
    };
    text_append(into, looks[role]);
    text_append(into, "/>\n");
}

/* Which one it is, and how many points it has, of which tools leave out some. */
static void append_numbers(const struct draft_item *item, struct text *into)
{
    int points = 0;
    for (int i = 0; i < item->loop_count; i++)
        points += item->loops[i].count;
    text_append_format(into, " data-number=\"%d\" data-points=\"%d\"", item->number, points);
}

static void append_path(const struct draft *draft, const struct draft_item *item, struct text *into)
{
    text_append_format(into, "  <path class=\"%s\"", class_of(item->role));
    if (item->role == DRAFT_TURBO)
        text_append_format(into, " data-arrow=\"%d %d\"", item->arrow.x, item->arrow.y);
    if (item->role == DRAFT_CHECKPOINT)
        append_numbers(item, into);
    /* Of paths alike in all else, tools make one; so these say which they are. */
    if (item->role == DRAFT_SLICK || item->role == DRAFT_TURBO)
        text_append_format(into, " data-number=\"%d\"", (int)(item - draft->items) + 1);
    text_append(into, " d=\"");
    for (int i = 0; i < item->loop_count; i++) {
        text_append(into, i > 0 ? " " : "");
        append_loop(draft, into, &item->loops[i]);
    }
    text_append(into, "\"");
    append_look(item->role, into);
}

/* What is not what its role should be is written as the path that it was. */
static void append_item(const struct draft *draft, const struct draft_item *item, struct text *into)
{
    const struct draft_loop *loop = item->loops;
    bool stroke = item->loop_count == 1 && !loop->closed;
    bool point = item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE;
    if (point && stroke && loop->count == 1) {
        text_append_format(into, "  <circle class=\"%s\" cx=\"", class_of(item->role));
        append_place(draft, into, item->loops[0].vertices[0], "\" cy=\"");
        text_append(into, "\" r=\".25\"");
        append_look(item->role, into);
    } else if (item->role == DRAFT_CHECKPOINT && stroke) {
        text_append(into, "  <polyline class=\"checkpoint\"");
        append_numbers(item, into);
        text_append(into, " points=\"");
        for (int j = 0; j < item->loops[0].count; j++) {
            text_append(into, j > 0 ? " " : "");
            append_place(draft, into, item->loops[0].vertices[j], ",");
        }
        text_append(into, "\"");
        append_look(item->role, into);
    } else if (draft_role_is_line(item->role) && stroke && loop->count == 2) {
        const struct point *ends = item->loops[0].vertices;
        text_append_format(into, "  <line class=\"%s\" x1=\"", class_of(item->role));
        append_place(draft, into, ends[0], "\" y1=\"");
        text_append(into, "\" x2=\"");
        append_place(draft, into, ends[1], "\" y2=\"");
        text_append(into, "\"");
        append_look(item->role, into);
    } else if (!point)
        append_path(draft, item, into);
}

static void append_words(struct text *into, const char *element, const char *content)
{
    if (!content || *content == '\0')
        return;
    text_append_format(into, "  <%s>", element);
    text_append_xml(into, content);
    text_append_format(into, "</%s>\n", element);
}

void svg_write_draft(const struct draft *draft, struct text *into)
{
    text_append_format(into,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%dmm\" height=\"%dmm\" "
                       "viewBox=\"0 0 %d %d\" data-graphprix=\"1\">\n",
                       draft->width * SQUARE_MILLIMETRES, draft->height * SQUARE_MILLIMETRES,
                       draft->width, draft->height);
    append_words(into, "title", draft->name);
    append_words(into, "desc", draft->description);
    text_append(into, paper);
    text_append_format(into, "  <rect width=\"%d\" height=\"%d\" fill=\"url(#squares)\"/>\n",
                       draft->width, draft->height);
    for (int i = 0; i < draft->count; i++)
        append_item(draft, &draft->items[i], into);
    text_append(into, "</svg>\n");
}

void svg_write_track(const struct track *track, struct text *into)
{
    struct draft draft;
    draft_from_track(&draft, track);
    svg_write_draft(&draft, into);
    draft_free(&draft);
}
