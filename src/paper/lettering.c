/* Type on the sheet. Owns nothing; where no font has letters cairo's own built-in face is
 * drawn. */
#include "paper/lettering.h"

#include "base/memory.h"
#include "base/text.h"

#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_BYTES = 64 };
static const double CAPITAL_SHARE = 0.36; /* half the capitals' height, of the type's size */
static const double ARROW_SHARE = 0.80;   /* width and height of an arrow's field */

static const char letters[] = "Andika", handwriting[] = "Comic Neue";

/* --- faces ------------------------------------------------------------------------------------ */

uint32_t face_next_character(const char **cursor)
{
    FcChar32 character = 0;
    while (**cursor) {
        int left = 0;
        while (left < 4 && (*cursor)[left])
            left++;
        int length = FcUtf8ToUcs4((const FcChar8 *)*cursor, &character, left);
        *cursor += length > 0 ? length : 1;
        if (length > 0)
            return character;
    }
    return 0;
}

static void add_characters(FcPattern *pattern, const char *text)
{
    FcCharSet *characters = FcCharSetCreate();
    for (FcChar32 c = face_next_character(&text); c; c = face_next_character(&text))
        FcCharSetAddChar(characters, c);
    FcPatternAddCharSet(pattern, FC_CHARSET, characters);
    FcCharSetDestroy(characters);
}

static FcPattern *match_face(const char *family, bool bold, const char *characters)
{
    FcPattern *pattern = FcPatternCreate();
    if (family)
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    if (characters)
        add_characters(pattern, characters);
    FcPatternAddInteger(pattern, FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"DejaVu Sans");
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcPattern *match = FcFontMatch(NULL, pattern, &result);
    FcPatternDestroy(pattern);
    return match;
}

/* Gives the match up, which may be NULL. */
static char *take_answer(FcPattern *match, enum face_answer answer)
{
    FcChar8 *told = NULL;
    char *copy = NULL;
    if (match && FcPatternGetString(match, answer == FACE_FILE ? FC_FILE : FC_FAMILY, 0, &told) ==
                     FcResultMatch)
        copy = memory_copy_string((const char *)told);
    if (match)
        FcPatternDestroy(match);
    return copy;
}

char *face_match(const char *family, bool bold, const char *characters, enum face_answer answer)
{
    return take_answer(match_face(family, bold, characters), answer);
}

/* Fonts of symbols are told to have the letters in whose places their symbols lie. */
static bool has_letters(const FcPattern *match, const char *needed)
{
    FcCharSet *has = NULL;
    FcBool symbols = FcFalse;
    if (FcPatternGetCharSet(match, FC_CHARSET, 0, &has) != FcResultMatch)
        return false;
    if (FcPatternGetBool(match, FC_SYMBOL, 0, &symbols) == FcResultMatch && symbols)
        return false;
    while (*needed && FcCharSetHasChar(has, (FcChar32)*needed))
        needed++;
    return !*needed;
}

char *face_of_letters(const char *family, bool bold, enum face_answer answer, bool *any)
{
    char needed[128] = "";
    for (int c = ' '; c < 127; c++)
        needed[c - ' '] = (char)c;
    FcPattern *match = match_face(family, bold, needed);
    *any = match != NULL;
    if (match && !has_letters(match, needed)) {
        FcPatternDestroy(match);
        match = NULL;
    }
    return take_answer(match, answer);
}

const char face_built_in[] = "@cairo:";

char *face_ascii(const char *text, bool arrows_too)
{
    static const struct {
        const char *sign, *ascii;
    } signs[] = {{"−", "-"},      {"–", "-"},  {"—", "-"},  {"…", "..."}, {"·", "."},
                 {"×", "x"},      {"“", "\""}, {"”", "\""}, {"‘", "'"},   {"’", "'"},
                 {"\u00a0", " "}, {"≈", "~"},  {"°", "o"},  {"²", "2"},   {"√", "root "},
                 {"½", "1/2"},    {"′", "'"},  {"‹", "<"},  {"›", ">"},   {"←", "<-"},
                 {"→", "->"},     {"↑", "^"},  {"↓", "v"}};
    enum { ALL = sizeof signs / sizeof *signs, ARROWS = 4 };
    struct text ascii = {0};
    text_append(&ascii, "");
    while (*text) {
        int at = 0, count = arrows_too ? ALL : ALL - ARROWS;
        while (at < count && strncmp(text, signs[at].sign, strlen(signs[at].sign)) != 0)
            at++;
        if (at < count)
            text_append(&ascii, signs[at].ascii);
        else
            text_append_bytes(&ascii, text, 1);
        text += at < count ? strlen(signs[at].sign) : 1;
    }
    return ascii.data;
}

/* What cairo is to be asked for; it lives as long as the program. */
static const char *family_of_letters(const char *wanted)
{
    static _Thread_local struct {
        const char *wanted;
        char found[128];
    } known[2];
    int at = known[0].wanted && known[0].wanted != wanted;
    if (!known[at].wanted) {
        bool any;
        char *family = face_of_letters(wanted, false, FACE_FAMILY, &any);
        snprintf(known[at].found, sizeof known[at].found, "%s", family ? family : face_built_in);
        free(family);
        known[at].wanted = wanted;
    }
    return known[at].found;
}

/* --- pieces of text --------------------------------------------------------------------------- */

/* Length in bytes of the arrow (U+2190 to U+2193) at `text` and its direction, or 0. */
static int read_arrow(const char *text, int *dx, int *dy)
{
    static const int directions[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] != 0xe2 || bytes[1] != 0x86 || bytes[2] < 0x90 || bytes[2] > 0x93)
        return 0;
    *dx = directions[bytes[2] - 0x90][0];
    *dy = directions[bytes[2] - 0x90][1];
    return 3;
}

/* The text as it is drawn: itself, or with marks, in `marked`, which is to be freed. */
static const char *shown(const char *text, struct text *marked)
{
    *marked = (struct text){0};
    bool built_in = strcmp(family_of_letters(letters), face_built_in) == 0;
    if (text_is_visible(text) && !built_in)
        return text;
    text_append_visible(marked, text);
    if (built_in) {
        char *ascii = face_ascii(text_string(marked), false);
        text_clear(marked);
        text_append(marked, ascii);
        free(ascii);
    }
    return text_string(marked);
}

static void select_family(cairo_t *cairo, const char *family, double size, bool bold)
{
    cairo_select_font_face(cairo, family, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

/* Has the face that is selected all of these bytes' letters? */
static bool has_all(cairo_t *cairo, const char *text, int length)
{
    cairo_glyph_t *glyphs = NULL;
    int count = 0, ascii = 0;
    while (ascii < length && (unsigned char)text[ascii] < 128)
        ascii++;
    if (ascii == length)
        return true;
    bool whole =
        cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(cairo), 0, 0, text, length, &glyphs,
                                         &count, NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS;
    for (int i = 0; i < count; i++)
        whole = whole && glyphs[i].index != 0;
    cairo_glyph_free(glyphs);
    return whole;
}

/* Selects a face that has all of the piece; false if there is none. */
static bool select_spare(cairo_t *cairo, const char *piece, double size, bool bold)
{
    char *family = face_match(NULL, bold, piece, FACE_FAMILY);
    if (family)
        select_family(cairo, family, size, bold);
    free(family);
    return family && has_all(cairo, piece, (int)strlen(piece));
}

/* The next piece of the text that has no arrow, copied into `piece`. */
static int take_letters(const char *text, char piece[PIECE_BYTES])
{
    int length = 0, dx, dy;
    while (length < PIECE_BYTES - 1 && text[length] && !read_arrow(text + length, &dx, &dy)) {
        if (length > PIECE_BYTES - 8 && (text[length] & 0xc0) != 0x80)
            break; /* between characters */
        piece[length] = text[length];
        length++;
    }
    piece[length] = '\0';
    return length;
}

static int cut(char piece[PIECE_BYTES], size_t length)
{
    piece[length] = '\0';
    return (int)length;
}

/* The next piece that is set in one face, which is selected: words of ours, a word of another face
 * that has it all, or a character. */
static int take_piece(cairo_t *cairo, const char *text, double size, bool bold,
                      char piece[PIECE_BYTES])
{
    int length = take_letters(text, piece);
    select_family(cairo, family_of_letters(letters), size, bold);
    if (has_all(cairo, piece, length))
        return length;
    size_t own = strspn(piece, " ");
    while (piece[own]) {
        size_t word = strcspn(piece + own, " ");
        if (!has_all(cairo, piece + own, (int)word))
            break;
        own += word;
        own += strspn(piece + own, " ");
    }
    if (own > 0)
        return cut(piece, own);
    length = cut(piece, strcspn(piece, " "));
    if (select_spare(cairo, piece, size, bold))
        return length;
    size_t first = 1;
    while ((piece[first] & 0xc0) == 0x80)
        first++;
    length = cut(piece, first);
    select_family(cairo, family_of_letters(letters), size, bold);
    if (!has_all(cairo, piece, length))
        select_spare(cairo, piece, size, bold);
    return length;
}

static void draw_arrow(cairo_t *cairo, double x, double y, double size, int dx, int dy, bool bold)
{
    double middle = x + size * ARROW_SHARE / 2;
    double half = size * 0.31;
    brush_arrow(cairo, middle - dx * half, y - dy * half, middle + dx * half, y + dy * half,
                size * (bold ? 0.12 : 0.09), size * 0.26);
}

double lettering_width(cairo_t *cairo, const char *string, double size, bool bold)
{
    double width = 0;
    char piece[PIECE_BYTES];
    struct text marked;
    const char *text = shown(string, &marked);
    while (*text) {
        int dx, dy;
        int length = read_arrow(text, &dx, &dy);
        if (length > 0) {
            width += size * ARROW_SHARE;
        } else {
            cairo_text_extents_t extents;
            length = take_piece(cairo, text, size, bold, piece);
            cairo_text_extents(cairo, piece, &extents);
            width += extents.x_advance;
        }
        text += length;
    }
    text_free(&marked);
    return width;
}

/* A text is shown at its place, or so far from it in eight directions. */
struct copies {
    int count;
    const int (*aside)[2];
    double reach;
};
static const struct copies one_copy = {1, (const int[1][2]){{0, 0}}, 0};
static const int around[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                 {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

static void show_piece(cairo_t *cairo, const char *piece, double x, double base,
                       const struct copies *copies)
{
    for (int i = 0; i < copies->count; i++) {
        cairo_move_to(cairo, x + copies->aside[i][0] * copies->reach,
                      base + copies->aside[i][1] * copies->reach);
        cairo_show_text(cairo, piece);
    }
}

/* Shows the text or adds its outlines (no copies); `base` is its baseline. */
static void set_pieces(cairo_t *cairo, const char *text, double x, double base, double size,
                       bool bold, const struct copies *copies)
{
    char piece[PIECE_BYTES];
    while (*text) {
        int dx, dy;
        int length = read_arrow(text, &dx, &dy);
        if (length > 0) {
            for (int i = 0; copies && i < copies->count; i++)
                draw_arrow(cairo, x + copies->aside[i][0] * copies->reach,
                           base + copies->aside[i][1] * copies->reach - size * CAPITAL_SHARE, size,
                           dx, dy, bold);
            x += size * ARROW_SHARE;
        } else {
            cairo_text_extents_t extents;
            length = take_piece(cairo, text, size, bold, piece);
            cairo_text_extents(cairo, piece, &extents);
            cairo_move_to(cairo, x, base);
            if (copies)
                show_piece(cairo, piece, x, base, copies);
            else
                cairo_text_path(cairo, piece);
            x += extents.x_advance;
        }
        text += length;
    }
}

static _Thread_local double smallest; /* that was drawn; 0: none */

double lettering_take_smallest(void)
{
    double told = smallest;
    smallest = 0;
    return told;
}

void lettering_draw(cairo_t *cairo, const char *string, double x, double y, double size, bool bold,
                    struct paper_color color)
{
    struct text marked;
    const char *text = shown(string, &marked);
    double base = y + size * CAPITAL_SHARE;
    bool vector = brush_is_vector(cairo);
    if (!vector && (smallest == 0 || size < smallest))
        smallest = size;
    brush_color(cairo, color);
    set_pieces(cairo, text, x, vector ? base : round(base), size, bold, &one_copy);
    cairo_new_path(cairo);
    text_free(&marked);
}

void lettering_draw_aligned(cairo_t *cairo, const char *text, double x, double y, double share,
                            double size, bool bold, struct paper_color color)
{
    double left = x - lettering_width(cairo, text, size, bold) * share;
    lettering_draw(cairo, text, left, y, size, bold, color);
}

void lettering_draw_number(cairo_t *cairo, int number, double x, double y, double share,
                           double size, bool bold, struct paper_color color)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    lettering_draw_aligned(cairo, text, x, y, share, size, bold, color);
}

static void draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                        struct paper_color color, const struct paper_theme *theme)
{
    const struct copies rim = {8, around, fmax(round(size / 10), 1)};
    double base = y + size * CAPITAL_SHARE;
    brush_color(cairo, theme->paper);
    if (brush_is_vector(cairo)) {
        /* One stroke round the letters, so that the file holds the text but once. */
        set_pieces(cairo, text, x, base, size, false, NULL);
        cairo_set_line_width(cairo, 2 * rim.reach);
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
        cairo_stroke(cairo);
        lettering_draw(cairo, text, x, y, size, false, color);
        return;
    }
    x = round(x);
    set_pieces(cairo, text, x, round(base), size, false, &rim);
    lettering_draw(cairo, text, x, y, size, false, color);
}

void lettering_draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                           struct paper_color color, const struct paper_theme *theme)
{
    struct text marked;
    draw_rimmed(cairo, shown(text, &marked), x, y, size, color, theme);
    text_free(&marked);
}

/* Selects the handwriting face; false if it cannot write all of the text. */
static bool select_title_face(cairo_t *cairo, const char *text, double size)
{
    select_family(cairo, family_of_letters(handwriting), size, true);
    return has_all(cairo, text, (int)strlen(text));
}

void lettering_draw_title(cairo_t *cairo, const char *text, double x, double y, double size,
                          struct paper_color color)
{
    if (!text_is_visible(text) || !select_title_face(cairo, text, size)) {
        lettering_draw(cairo, text, x, y, size, true, color);
        return;
    }
    brush_color(cairo, color);
    cairo_move_to(cairo, x, y + size * CAPITAL_SHARE);
    cairo_show_text(cairo, text);
    cairo_new_path(cairo);
}
