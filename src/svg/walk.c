/* A place is made of the one it lies in and of what the element's look says; it lives as long as
 * what lies in the element is walked.
 *
 * Clones may show clones. What they show counts towards the limit of a file as if it stood there,
 * so that nested ones are no bombs.
 */
#include "svg/svg.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { QUOTE_BYTES = 24, CLONED_ELEMENT_BYTES = 32, GEOMETRY_COUNT = PROPERTY_D - PROPERTY_X + 1 };

struct svg_walk {
    const struct svg_tree *tree;
    struct svg_styles *styles;
    const struct svg_visitor *visitor;
    int uses[SVG_DEPTH_LIMIT]; /* the clones that are being drawn, from the outside in */
    int use_count;
    int64_t cloned; /* bytes shown by clones */
    struct text scratch;
    struct error *error;
};

/* One element's place with what it needs while it is there. */
struct stay {
    struct svg_place place;
    struct svg_look look;
    struct svg_cut cuts[2]; /* by clip-path and by its own edge */
    struct error trouble;
};

static const struct svg_element *element_at(const struct svg_walk *walk, int index)
{
    return &walk->tree->elements[index];
}

/* An error that has no line yet gets that of the element. Returns `done`. */
static bool tell_place(struct error *error, const struct svg_element *element, bool done)
{
    if (!done && error->line == 0) {
        error->line = element->line;
        error->column = element->column;
    }
    return done;
}

/* The first trouble stays. */
static void take_trouble(struct stay *stay, const struct svg_element *element)
{
    tell_place(&stay->trouble, element, false);
    if (!stay->place.trouble)
        stay->place.trouble = &stay->trouble;
}

static const char *copy_slice(struct svg_walk *walk, struct svg_slice slice)
{
    text_clear(&walk->scratch);
    text_append_bytes(&walk->scratch, slice.start, slice.length);
    return text_string(&walk->scratch);
}

/* --- transforms ------------------------------------------------------------------------------- */

static bool is_none(struct svg_slice value)
{
    return !value.start || svg_slice_is(value, "none");
}

static bool is_identity(const struct transform *t)
{
    return t->a == 1 && t->b == 0 && t->c == 0 && t->d == 1 && t->e == 0 && t->f == 0;
}

static struct transform moved(double x, double y)
{
    return (struct transform){1, 0, 0, 1, x, y};
}

/* "10px 50%", "left top", "center": lengths, or words for sides. */
static bool read_origin(const char *text, bool plain, struct vector viewport, struct vector *origin,
                        struct error *error)
{
    static const struct {
        const char *word;
        double part;
        bool across, up;
    } words[] = {{"left", 0, true, false},
                 {"right", 1, true, false},
                 {"top", 0, false, true},
                 {"bottom", 1, false, true},
                 {"center", .5, true, true}};
    double whole[2] = {viewport.x, viewport.y}, values[2] = {viewport.x / 2, viewport.y / 2};
    int count = 0;
    bool turned = false;
    for (scan_spaces(&text); *text; scan_spaces(&text), count++) {
        size_t length = strcspn(text, " \t\r\n\f"), i = 0;
        bool up = turned ? count == 0 : count == 1;
        while (i < 5 &&
               (strlen(words[i].word) != length || strncasecmp(words[i].word, text, length) != 0))
            i++;
        if (count == 2) { /* a depth, which a flat drawing has not */
            double depth;
            return scan_css_length(&text, 0, &depth, error) && *text == '\0';
        }
        if (i < 5) {
            turned = turned || (count == 0 && !words[i].across);
            up = turned ? count == 0 : count == 1;
            if (up ? !words[i].up : !words[i].across)
                return error_set(error, "its sides do not go together");
            values[up] = words[i].part * whole[up];
            text += length;
        } else if (turned && count == 1 ? !scan_css_length(&text, whole[0], &values[0], error)
                   : plain && scan_sees_number(text)
                       ? !scan_number(&text, &values[up], error)
                       : !scan_css_length(&text, whole[up], &values[up], error)) {
            return false;
        } else if (plain && *text == '%') {
            values[up] *= whole[up] / 100;
            text++;
        }
    }
    *origin = (struct vector){values[0], values[1]};
    return count > 0 || error_set(error, "it is empty");
}

/* "none", "2", "150% 1", "10px 20px": two values, of which the second may be missing. */
static bool read_pair(const char *text, bool lengths, struct vector viewport, double values[2],
                      struct error *error)
{
    int count = 0;
    for (scan_spaces(&text); *text && count < 2; scan_spaces(&text), count++) {
        if (lengths
                ? !scan_css_length(&text, count ? viewport.y : viewport.x, &values[count], error)
                : !scan_number(&text, &values[count], error))
            return false;
        if (!lengths && *text == '%') {
            values[count] /= 100;
            text++;
        }
    }
    if (count == 1 && !lengths)
        values[1] = values[0];
    return (count > 0 && *text == '\0') || error_set(error, "it has too many values or none");
}

/* One property, where it says something; false with the error. */
static bool read_property(struct svg_walk *walk, const struct svg_look *look, int property,
                          struct vector viewport, struct transform *made, struct error *error)
{
    const struct svg_value *value = &look->of[property];
    double pair[2] = {0, 0}, angle;
    *made = transform_identity;
    if (is_none(value->text))
        return true;
    const char *text = copy_slice(walk, value->text);
    switch (property) {
    case PROPERTY_TRANSFORM:
        return value->is_attribute ? transform_read(text, made, error)
                                   : transform_read_css(text, viewport, made, error);
    case PROPERTY_TRANSLATE:
        if (!read_pair(text, true, viewport, pair, error))
            return false;
        *made = moved(pair[0], pair[1]);
        return true;
    case PROPERTY_SCALE:
        if (!read_pair(text, false, viewport, pair, error))
            return false;
        *made = (struct transform){pair[0], 0, 0, pair[1], 0, 0};
        return true;
    default:
        if (!scan_css_angle(&text, &angle, error))
            return false;
        struct vector to = transform_direction(angle);
        *made = (struct transform){to.x, to.y, -to.y, to.x, 0, 0};
        return *text == '\0' || error_set(error, "it is no single angle");
    }
}

/* All that moves the element, in the order of CSS Transforms. */
static bool read_transform(struct svg_walk *walk, const struct svg_look *look,
                           struct vector viewport, struct transform *whole, struct error *error)
{
    static const int steps[] = {PROPERTY_TRANSLATE, PROPERTY_ROTATE, PROPERTY_SCALE,
                                PROPERTY_TRANSFORM};
    const struct svg_value *given = &look->of[PROPERTY_TRANSFORM_ORIGIN];
    const struct svg_value *box = &look->of[PROPERTY_TRANSFORM_BOX];
    struct vector origin = {0, 0};
    bool any = false;
    for (int i = 0; i < 4; i++)
        any = any || !is_none(look->of[steps[i]].text);
    *whole = transform_identity;
    if (!any)
        return true;
    if (box->text.start && !svg_slice_is(box->text, "view-box"))
        return error_set_at(error, box->line, 0,
                            "the transform is one of its own box "
                            "(transform-box), which is not followed");
    if (given->text.start &&
        !read_origin(copy_slice(walk, given->text), given->is_attribute, viewport, &origin, error))
        return error_set_at(error, given->line, 0, "the transform-origin is not understood: %s",
                            error->text);
    struct transform all = moved(origin.x, origin.y);
    for (int i = 0; i < 4; i++) {
        struct transform next;
        if (!read_property(walk, look, steps[i], viewport, &next, error)) {
            const struct svg_value *wrong = &look->of[steps[i]];
            return wrong->is_attribute
                       ? false
                       : error_set_at(error, wrong->line, 0,
                                      "the property %s is not understood: %s",
                                      svg_property_name((enum svg_property)steps[i]), error->text);
        }
        all = transform_multiply(&all, &next);
    }
    struct transform back = moved(-origin.x, -origin.y);
    *whole = transform_multiply(&all, &back);
    return true;
}

/* --- lengths ---------------------------------------------------------------------------------- */

/* A length of the look that stays as it is where nothing is said. */
static bool read_length(struct svg_walk *walk, const struct svg_look *look, int property,
                        double whole, double *value, struct error *error)
{
    const struct svg_value *given = &look->of[property];
    const char *name = svg_property_name((enum svg_property)property);
    if (!given->text.start || svg_slice_is(given->text, "auto"))
        return true;
    const char *text = copy_slice(walk, given->text);
    if (given->is_attribute)
        return scan_length_of(text, whole, value, error) ||
               error_set(error, "the attribute %s is wrong: %s", name, error->text);
    return (scan_css_length(&text, whole, value, error) && *text == '\0') ||
           error_set_at(error, given->line, 0, "the property %s is not understood: %s", name,
                        error->text);
}

struct walk_box {
    struct vector corner, size;
};

static bool read_box(struct svg_walk *walk, const struct svg_look *look, struct vector viewport,
                     struct walk_box *box, struct error *error)
{
    return read_length(walk, look, PROPERTY_X, viewport.x, &box->corner.x, error) &&
           read_length(walk, look, PROPERTY_Y, viewport.y, &box->corner.y, error) &&
           read_length(walk, look, PROPERTY_WIDTH, viewport.x, &box->size.x, error) &&
           read_length(walk, look, PROPERTY_HEIGHT, viewport.y, &box->size.y, error) &&
           ((box->size.x >= 0 && box->size.y >= 0) ||
            error_set(error, "width and height must not be negative"));
}

/* xMinYMin and its kin: where the box lies in what is left, 0, 1/2 or 1. */
static bool read_alignment(const char *how, struct vector *part, bool *slice, bool *none)
{
    static const struct {
        const char *word;
        double part;
    } words[] = {{"Min", 0}, {"Mid", .5}, {"Max", 1}};
    *part = (struct vector){.5, .5};
    *slice = *none = false;
    if (!how)
        return true;
    scan_spaces(&how);
    how += strncmp(how, "defer ", 6) == 0 ? 6 : 0;
    if (strncmp(how, "none", 4) == 0) {
        *none = true;
        how += 4;
    } else {
        for (int axis = 0; axis < 2; axis++, how += 4) {
            int i = 0;
            if (how[0] != (axis ? 'Y' : 'x'))
                return false;
            while (i < 3 && strncmp(how + 1, words[i].word, 3) != 0)
                i++;
            if (i == 3)
                return false;
            *(axis ? &part->y : &part->x) = words[i].part;
        }
    }
    scan_spaces(&how);
    *slice = strncmp(how, "slice", 5) == 0;
    how += *slice ? 5 : strncmp(how, "meet", 4) == 0 ? 4 : 0;
    scan_spaces(&how);
    return *how == '\0';
}

/* How a view box is fitted into a size (preserveAspectRatio, which may be NULL). False with the
 * error if that is none of SVG's words. */
static bool svg_fit(const char *how, struct vector corner, struct vector box, struct vector size,
                    struct transform *fit, struct error *error)
{
    struct vector by = {size.x / box.x, size.y / box.y}, part;
    bool slice, none;
    char quote[QUOTE_BYTES];
    if (!read_alignment(how, &part, &slice, &none))
        return error_set(error, "preserveAspectRatio is not understood: %s",
                         scan_quote(how, quote, QUOTE_BYTES));
    if (!none)
        by.x = by.y = (by.x < by.y) != slice ? by.x : by.y;
    *fit = (struct transform){by.x,
                              0,
                              0,
                              by.y,
                              (size.x - by.x * box.x) * part.x - by.x * corner.x,
                              (size.y - by.y * box.y) * part.y - by.y * corner.y};
    return true;
}

/* --- cuts ------------------------------------------------------------------------------------- */

static void cut_by(struct stay *stay, struct svg_cut *cut, const struct transform *transform,
                   struct walk_box box, const char *what)
{
    struct vector low = box.corner, high = {low.x + box.size.x, low.y + box.size.y};
    const struct vector corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    *cut = (struct svg_cut){.outer = stay->place.cut, .what = what};
    for (int i = 0; i < 4; i++)
        cut->corners[i] = transform_apply(transform, corners[i]);
    stay->place.cut = cut;
}

/* Is it on the same side of all four edges, or at most `slack` beyond one? */
static bool is_left(const struct svg_cut *cut, struct vector at, double slack)
{
    double least = 0, most = 0;
    for (int i = 0; i < 4; i++) {
        struct vector a = cut->corners[i], b = cut->corners[(i + 1) % 4];
        double x = b.x - a.x, y = b.y - a.y, length = transform_square_root(x * x + y * y);
        double off = length > 0 ? (x * (at.y - a.y) - y * (at.x - a.x)) / length : 0;
        least = off < least ? off : least;
        most = off > most ? off : most;
    }
    return least >= -slack || most <= slack;
}

const struct svg_cut *svg_cut_of(const struct svg_cut *cut, struct vector at, double slack)
{
    while (cut && is_left(cut, at, slack))
        cut = cut->outer;
    return cut;
}

/* The name within "url(#name)"; NULL: it is none of this file. Lies in the scratch. */
static const char *read_reference(struct svg_walk *walk, struct svg_slice value)
{
    char *text = (char *)copy_slice(walk, value);
    if (strncasecmp(text, "url(", 4) != 0)
        return NULL;
    text += 4;
    text += strspn(text, " \t\r\n\"'");
    size_t length = strcspn(text, " \t\r\n\"')");
    const char *rest = text + length + strspn(text + length, " \t\r\n\"'");
    if (*text != '#' || rest[0] != ')' || rest[1] != '\0')
        return NULL;
    text[length] = '\0';
    return text + 1;
}

static bool is_plain_rectangle(const struct svg_element *shape)
{
    return shape->kind == SVG_SHAPE && strcmp(shape->name, "rect") == 0 &&
           !scan_attribute(shape->attributes, "rx") && !scan_attribute(shape->attributes, "ry");
}

/* A clip-path with one rectangle in it. */
static bool read_clip(struct svg_walk *walk, struct stay *stay, int clip, struct error *error)
{
    static const char refused[] =
        "a clip-path that is no plain rectangle cuts it; release the clip";
    const struct svg_element *element = element_at(walk, clip);
    const char *units = scan_attribute(element->attributes, "clipPathUnits");
    int inside = clip + 1;
    struct svg_look look;
    struct transform own, inner;
    struct walk_box box = {{0, 0}, {0, 0}};
    if (element->end == inside) {
        stay->place.gone = true;
        return true;
    }
    if ((units && strcmp(units, "userSpaceOnUse") != 0) ||
        element_at(walk, inside)->end != element->end ||
        !is_plain_rectangle(element_at(walk, inside)))
        return error_set(error, "%s", refused);
    svg_styles_look(walk->styles, clip, true, &look);
    if (!is_none(look.of[PROPERTY_CLIP_PATH].text) ||
        !read_transform(walk, &look, stay->place.viewport, &own, error))
        return error_set(error, "%s", refused);
    svg_styles_look(walk->styles, inside, true, &look);
    if (look.of[PROPERTY_RX].text.start || look.of[PROPERTY_RY].text.start ||
        look.of[PROPERTY_DISPLAY].text.start || look.of[PROPERTY_VISIBILITY].text.start ||
        !is_none(look.of[PROPERTY_CLIP_PATH].text) ||
        !read_transform(walk, &look, stay->place.viewport, &inner, error) ||
        !read_box(walk, &look, stay->place.viewport, &box, error))
        return error_set(error, "%s", refused);
    own = transform_multiply(&own, &inner);
    own = transform_multiply(&stay->place.transform, &own);
    cut_by(stay, &stay->cuts[0], &own, box, "its clip-path");
    return true;
}

static bool read_cuts(struct svg_walk *walk, struct stay *stay, struct error *error)
{
    struct svg_slice clip = stay->look.of[PROPERTY_CLIP_PATH].text;
    struct svg_slice mask = stay->look.of[PROPERTY_MASK].text;
    if (!is_none(mask)) {
        const char *name = read_reference(walk, mask);
        if (!name || svg_tree_find(walk->tree, name) >= 0)
            return error_set(error,
                             "a mask, which is not followed, is laid on it; release the mask");
    }
    if (is_none(clip))
        return true;
    const char *name = read_reference(walk, clip);
    if (!name)
        return error_set(error, "a clip-path that is not followed cuts it; release the clip");
    int target = svg_tree_find(walk->tree, name);
    return target < 0 || element_at(walk, target)->kind != SVG_CLIP ||
           read_clip(walk, stay, target, error);
}

/* --- places ----------------------------------------------------------------------------------- */

/* What the look says of whether it is seen. False: by a word that is not followed. */
static bool read_seen(struct stay *stay, struct error *error)
{
    struct svg_place *place = &stay->place;
    struct svg_slice display = stay->look.of[PROPERTY_DISPLAY].text;
    struct svg_slice visibility = stay->look.of[PROPERTY_VISIBILITY].text;
    struct svg_slice opacity = stay->look.of[PROPERTY_OPACITY].text;
    struct svg_slice said[] = {display, visibility, opacity};
    char number[32];
    double value;
    for (int i = 0; i < 3; i++)
        if (said[i].start && memchr(said[i].start, '(', said[i].length))
            return error_set(error,
                             "the property %s is worked out (var, calc), which is not "
                             "followed",
                             svg_property_name((enum svg_property)i));
    if (display.start && svg_slice_is(display, "contents"))
        return error_set(error, "the property display: contents is not followed");
    place->gone = place->gone || (display.start && svg_slice_is(display, "none"));
    if (visibility.start)
        place->unseen = !svg_slice_is(visibility, "visible");
    if (opacity.start && opacity.length < sizeof number) {
        memcpy(number, opacity.start, opacity.length);
        number[opacity.length] = '\0';
        const char *cursor = number;
        place->gone = place->gone || (scan_number(&cursor, &value, error) && value <= 0);
    }
    return true;
}

/* Which languages a viewer speaks nobody knows. */
static bool read_condition(const struct svg_element *element, struct error *error)
{
    return !scan_attribute(element->attributes, "systemLanguage") ||
           error_set(error, "some languages alone show it (systemLanguage); take it out of the "
                            "switch");
}

static bool read_rest(struct stay *stay, const struct svg_element *element, struct error *error)
{
    const struct svg_value *refused = &stay->look.of[PROPERTY_REFUSED];
    if (element->moved)
        return error_set_at(error, element->moved, 0,
                            "an animation moves or changes it; take that away");
    if (!is_none(refused->text))
        return error_set_at(error, refused->line, 0,
                            "a property (animation, offset-path, zoom, all) moves "
                            "or changes it, which is not followed");
    return read_condition(element, error);
}

/* The element's place in that of what it lies in. False with the error only for a transform that
 * is none; all else is trouble. */
static bool enter_element(struct svg_walk *walk, int index, const struct svg_place *outer,
                          struct stay *stay)
{
    const struct svg_element *element = element_at(walk, index);
    struct svg_place *place = &stay->place;
    struct transform own;
    *place = *outer;
    place->outer = index > 0 ? outer : NULL;
    place->element = index;
    stay->trouble = (struct error){0};
    svg_styles_look(walk->styles, index, false, &stay->look);
    place->doubt = svg_styles_trouble(walk->styles);
    if (!read_seen(stay, &stay->trouble) || !read_rest(stay, element, &stay->trouble))
        take_trouble(stay, element);
    struct error error = {0};
    if (!read_transform(walk, &stay->look, place->viewport, &own, &error)) {
        bool syntax = stay->look.of[PROPERTY_TRANSFORM].is_attribute && error.line == 0;
        stay->trouble = error;
        take_trouble(stay, element);
        if (syntax && element->kind != SVG_SHAPE && element->kind != SVG_USE) {
            *walk->error = stay->trouble;
            return false;
        }
    } else {
        place->transform = transform_multiply(&place->transform, &own);
        if (index == 0 && !is_identity(&own)) {
            error_set(&stay->trouble, "the whole drawing has a transform; move it to a group");
            take_trouble(stay, element);
        }
    }
    if (!read_cuts(walk, stay, &stay->trouble))
        take_trouble(stay, element);
    return true;
}

/* A document within the document, or a symbol, in the box of it or of the clone that shows it. */
static bool enter_view(struct svg_walk *walk, struct stay *stay, struct walk_box box,
                       struct error *error)
{
    const struct svg_element *element = element_at(walk, stay->place.element);
    const char *view = scan_attribute(element->attributes, "viewBox");
    struct svg_slice overflow = stay->look.of[PROPERTY_OVERFLOW].text;
    struct transform move = moved(box.corner.x, box.corner.y), fit;
    struct walk_box inner = {{0, 0}, box.size};
    double v[4];
    stay->place.transform = transform_multiply(&stay->place.transform, &move);
    if (!overflow.start || (!svg_slice_is(overflow, "visible") && !svg_slice_is(overflow, "auto")))
        cut_by(stay, &stay->cuts[1], &stay->place.transform, inner,
               element->kind == SVG_SYMBOL ? "the edge of a symbol" : "the edge of an <svg>");
    stay->place.gone = stay->place.gone || box.size.x == 0 || box.size.y == 0;
    stay->place.viewport = box.size;
    if (!view)
        return true;
    if (!scan_numbers(view, v, 4, error))
        return error_set(error, "in the viewBox %s", error->text);
    if (!(v[2] > 0 && v[3] > 0 && box.size.x > 0 && box.size.y > 0))
        return error_set(error, "the view box and the size must be above 0");
    if (!svg_fit(scan_attribute(element->attributes, "preserveAspectRatio"),
                 (struct vector){v[0], v[1]}, (struct vector){v[2], v[3]}, box.size, &fit, error))
        return false;
    stay->place.transform = transform_multiply(&stay->place.transform, &fit);
    stay->place.viewport = (struct vector){v[2], v[3]};
    return true;
}

static bool walk_element(struct svg_walk *walk, int index, const struct svg_place *outer,
                         const struct svg_look *use);

static bool walk_inside(struct svg_walk *walk, int index, const struct svg_place *place)
{
    int end = element_at(walk, index)->end;
    for (int i = index + 1; i < end; i = element_at(walk, i)->end)
        if (!walk_element(walk, i, place, NULL))
            return false;
    return true;
}

/* The first child whose conditions hold; where they hang on a language, those that may be. */
static bool walk_switch(struct svg_walk *walk, int index, const struct svg_place *place)
{
    struct error unsure = {0};
    struct svg_place inside = *place;
    int end = element_at(walk, index)->end;
    for (int i = index + 1; i < end; i = element_at(walk, i)->end) {
        const struct svg_element *child = element_at(walk, i);
        const char *needs = scan_attribute(child->attributes, "requiredExtensions");
        bool by_language = scan_attribute(child->attributes, "systemLanguage") != NULL;
        if (needs && *needs)
            continue;
        if (by_language && !read_condition(child, &unsure) && !inside.trouble) {
            tell_place(&unsure, child, false);
            inside.trouble = &unsure;
        }
        if (!walk_element(walk, i, &inside, NULL))
            return false;
        if (!by_language)
            break;
    }
    return true;
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* What CSS says of the geometry goes in front of the attributes. The list, or NULL with the error;
 * free it if it is another one. */
static const char **with_geometry(const struct svg_element *element, const struct svg_look *look,
                                  struct error *error)
{
    size_t bytes = 0, count = 0, next = 0;
    for (int i = PROPERTY_X; i <= PROPERTY_D; i++)
        bytes += look->of[i].is_attribute ? 0 : look->of[i].text.length + 1;
    while (element->attributes[count])
        count++;
    if (bytes <= GEOMETRY_COUNT)
        return element->attributes;
    const char **list = memory_allocate((count + 2 * GEOMETRY_COUNT + 1) * sizeof *list + bytes, 1);
    char *into = (char *)(list + count + 2 * GEOMETRY_COUNT + 1);
    for (int i = PROPERTY_X; i <= PROPERTY_D; i++) {
        const struct svg_value *value = &look->of[i];
        struct svg_slice text = value->text;
        double ignored;
        if (value->is_attribute || !text.start)
            continue;
        memcpy(into, text.start, text.length);
        const char *cursor = into;
        bool done =
            svg_slice_is(text, "auto") ||
            (i != PROPERTY_D && scan_css_length(&cursor, 1, &ignored, error) && *cursor == '\0');
        if (i == PROPERTY_D && svg_slice_is(text, "none")) {
            *into = '\0';
            done = true;
        } else if (i == PROPERTY_D && text.length > 8 && strncasecmp(into, "path(", 5) == 0) {
            char *quote = strpbrk(into, "\"'"), *end = into + text.length - 1;
            done = quote && *end == ')' && quote < end - 1 && end[-1] == *quote;
            if (done) {
                end[-1] = '\0';
                memmove(into, quote + 1, strlen(quote));
            }
        }
        if (!done) {
            error_set_at(error, value->line, 0, "the property %s is not understood: %.60s",
                         svg_property_name((enum svg_property)i), into);
            free(list);
            return NULL;
        }
        list[next++] = svg_property_name((enum svg_property)i);
        list[next++] = into;
        into += text.length + 1;
    }
    memcpy(list + next, element->attributes, count * sizeof *list);
    return list;
}

/* --- clones ----------------------------------------------------------------------------------- */

/* Would the clone, or one that it is drawn for, show itself? */
static bool is_cycle(const struct svg_walk *walk, int target)
{
    int end = element_at(walk, target)->end;
    for (int i = 0; i < walk->use_count; i++)
        if (walk->uses[i] >= target && walk->uses[i] < end)
            return true;
    return false;
}

static bool show_clone(struct svg_walk *walk, int index, int target, struct stay *stay)
{
    const struct svg_element *use = element_at(walk, index);
    struct walk_box box = {{0, 0}, {0, 0}};
    bool shown, placed = !stay->place.trouble || stay->place.trouble != &stay->trouble;
    walk->uses[walk->use_count++] = index;
    if (is_cycle(walk, target)) {
        shown = error_set(walk->error, "this <use> shows itself; unlink the clone");
    } else if (!read_box(walk, &stay->look, stay->place.viewport, &box, &stay->trouble) ||
               (!placed && walk->visitor->lenient)) {
        shown = walk->visitor->lenient;
        if (!shown)
            error_set(walk->error, "in this <use> %s", stay->trouble.text);
        else if (walk->visitor->lost)
            walk->visitor->lost(walk->visitor->data);
    } else {
        struct transform move = moved(box.corner.x, box.corner.y);
        stay->place.transform = transform_multiply(&stay->place.transform, &move);
        shown = walk_element(walk, target, &stay->place, &stay->look);
    }
    walk->use_count--;
    return tell_place(walk->error, use, shown);
}

/* A clone of nothing that should play a part would silently be missing. */
static bool walk_use(struct svg_walk *walk, int index, struct stay *stay)
{
    const struct svg_element *use = element_at(walk, index);
    const char *href = scan_attribute(use->attributes, "href");
    const char *says = NULL;
    char quote[QUOTE_BYTES];
    if (walk->visitor->names &&
        !walk->visitor->names(walk->visitor->data, index, walk->error, &says))
        return tell_place(walk->error, use, false);
    if (stay->place.clone < 0 && says)
        stay->place.clone = index;
    stay->place.line = stay->place.line ? stay->place.line : use->line;
    int target = href && *href == '#' ? svg_tree_find(walk->tree, href + 1) : -1;
    enum svg_kind kind = target > 0 ? element_at(walk, target)->kind : SVG_OTHER;
    if (kind != SVG_OTHER && kind != SVG_CLIP)
        return show_clone(walk, index, target, stay);
    if (!says || svg_place_is_hidden(&stay->place))
        return true;
    error_set(walk->error,
              "this %s is a <use> of %s, which is no shape or group of this file; unlink the clone",
              says, scan_quote(href ? href : "", quote, QUOTE_BYTES));
    return tell_place(walk->error, use, false);
}

/* --- elements --------------------------------------------------------------------------------- */

/* What clones show counts as if it stood there. */
static bool count_cloned(struct svg_walk *walk, const struct svg_element *element)
{
    if (walk->use_count == 0)
        return true;
    walk->cloned += element->bytes + CLONED_ELEMENT_BYTES;
    if (walk->cloned <= SVG_FILE_LIMIT)
        return true;
    error_set(walk->error,
              "clones (<use>) show so much that the file would be larger than %d MiB "
              "without them; draw it with fewer",
              SVG_FILE_LIMIT / 1024 / 1024);
    return tell_place(walk->error, element_at(walk, walk->uses[0]), false);
}

/* A view's box is its own or, where it says more, that of the clone that shows it. */
static bool walk_view(struct svg_walk *walk, struct stay *stay, const struct svg_look *use)
{
    const struct svg_element *element = element_at(walk, stay->place.element);
    struct vector outside = stay->place.viewport;
    struct walk_box box = {{0, 0}, outside};
    struct svg_look size = {0};
    if (use) {
        size.of[PROPERTY_WIDTH] = use->of[PROPERTY_WIDTH];
        size.of[PROPERTY_HEIGHT] = use->of[PROPERTY_HEIGHT];
    }
    if (!read_box(walk, &stay->look, outside, &box, &stay->trouble) ||
        !read_box(walk, &size, outside, &box, &stay->trouble) ||
        !enter_view(walk, stay, box, &stay->trouble))
        take_trouble(stay, element);
    return walk_inside(walk, stay->place.element, &stay->place);
}

static bool walk_stay(struct svg_walk *walk, struct stay *stay, const struct svg_look *use)
{
    const struct svg_element *element = element_at(walk, stay->place.element);
    const struct svg_visitor *visitor = walk->visitor;
    int index = stay->place.element;
    if (element->kind == SVG_SHAPE) {
        const char **attributes = with_geometry(element, &stay->look, &stay->trouble);
        if (!attributes)
            take_trouble(stay, element);
        bool done = walk->visitor->shape(
            walk->visitor->data, &stay->place,
            (const char *const *)(attributes ? attributes : element->attributes), walk->error);
        if (attributes != element->attributes)
            free(attributes);
        return tell_place(walk->error, element, done);
    }
    if (visitor->group && element->kind != SVG_CLIP && element->kind != SVG_OTHER &&
        !visitor->group(visitor->data, &stay->place, walk->error))
        return tell_place(walk->error, element, false);
    switch (element->kind) {
    case SVG_VIEW:
        return walk_view(walk, stay, use);
    case SVG_GROUP:
        return walk_inside(walk, index, &stay->place);
    case SVG_SWITCH:
        return walk_switch(walk, index, &stay->place);
    case SVG_USE:
        return walk_use(walk, index, stay);
    case SVG_SYMBOL:
        return walk_view(walk, stay, use);
    default:
        return true;
    }
}

/* `use`: the look of the clone that shows it directly, or NULL. */
static bool walk_element(struct svg_walk *walk, int index, const struct svg_place *outer,
                         const struct svg_look *use)
{
    const struct svg_element *element = element_at(walk, index);
    struct stay stay;
    bool drawn = element->kind != SVG_OTHER && element->kind != SVG_CLIP &&
                 (element->kind != SVG_SYMBOL || use);
    if (!drawn)
        return true;
    if (outer->depth >= SVG_DEPTH_LIMIT) {
        error_set(walk->error, "groups and clones are nested more than %d deep; ungroup some",
                  SVG_DEPTH_LIMIT);
        return tell_place(walk->error, element, false);
    }
    if (!count_cloned(walk, element) || !enter_element(walk, index, outer, &stay))
        return false;
    stay.place.depth++;
    return walk_stay(walk, &stay, use);
}

bool svg_walk(struct svg_tree *tree, struct vector size, const struct svg_visitor *visitor,
              bool *coloured, struct error *error)
{
    struct svg_walk walk = {.tree = tree, .visitor = visitor, .error = error};
    struct svg_place nowhere = {.transform = transform_identity, .viewport = size, .clone = -1};
    struct stay stay;
    walk.styles = svg_styles_read(tree);
    *coloured = svg_styles_are_coloured(walk.styles);
    bool done =
        enter_element(&walk, 0, &nowhere, &stay) &&
        (!visitor->group || tell_place(error, element_at(&walk, 0),
                                       visitor->group(visitor->data, &stay.place, error))) &&
        walk_inside(&walk, 0, &stay.place);
    svg_styles_free(walk.styles);
    text_free(&walk.scratch);
    return done;
}

bool svg_walk_in_view(struct svg_tree *tree, const int view[4], const struct svg_visitor *visitor,
                      bool *coloured, struct error *error)
{
    struct vector size = {(double)view[2] / FINE, (double)view[3] / FINE};
    return svg_walk(tree, size, visitor, coloured, error);
}

/* --- for whoever reads in whole numbers ------------------------------------------------------- */

static double to_whole(double value)
{
    double size = value < 0 ? -value : value;
    double whole = (double)(int64_t)(size + .5);
    return value < 0 ? -whole : whole;
}

bool svg_place_is_plain(const struct svg_place *place)
{
    return is_identity(&place->transform);
}

bool svg_place_points(const struct svg_place *place, struct point *points, int count,
                      struct error *error)
{
    bool moves = !svg_place_is_plain(place);
    for (int i = 0; i < count && (moves || place->cut); i++) {
        struct vector at = {points[i].x / (double)FINE, points[i].y / (double)FINE};
        at = transform_apply(&place->transform, at);
        const struct svg_cut *cut = svg_cut_of(place->cut, at, 1. / 64);
        if (cut)
            return error_set(error, "a part is cut off by %s", cut->what);
        if (!(at.x > -1e6 && at.x < 1e6 && at.y > -1e6 && at.y < 1e6))
            return error_set(error, "a point lies too far away");
        if (moves)
            points[i] =
                (struct point){(int32_t)to_whole(at.x * FINE), (int32_t)to_whole(at.y * FINE)};
    }
    return true;
}
