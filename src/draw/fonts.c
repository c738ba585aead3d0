/* The faces of the interface, found by family name, opened once a size.
 *
 * A file in assets/fonts wins, then fontconfig's best match; with neither Andika nor Comic Neue
 * that is DejaVu or whatever the system has with letters in it; where it has but pictures and
 * symbols lettering is built in. A word with characters that its face does not have is
 * set in a spare face that has them all, or else each character in one that has it. Only a system
 * without any font is an error. A font is never resized: another scale opens all of them anew.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "draw/inside.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct face_source {
    const char *family;
    bool bold;
    const char *files[2]; /* in assets/fonts */
};
static const struct face_source face_sources[FACE_COUNT] = {
    [FACE_REGULAR] = {"Andika", false, {"Andika-Regular.ttf", NULL}},
    [FACE_BOLD] = {"Andika", true, {"Andika-Bold.ttf", NULL}},
    [FACE_TITLE] = {"Comic Neue", true, {"ComicNeue-Bold.otf", "ComicNeue-Bold.ttf"}},
};

enum { FONT_FILE_LIMIT = 64 * 1024 * 1024 };

struct style_source {
    enum face face;
    double size; /* pixels of the em at 100 % */
};
static const struct style_source style_sources[STYLE_COUNT] = {
    [STYLE_SMALL] = {FACE_REGULAR, 15}, [STYLE_BODY] = {FACE_REGULAR, 17},
    [STYLE_STRONG] = {FACE_BOLD, 17},   [STYLE_HEADING] = {FACE_BOLD, 20},
    [STYLE_TITLE] = {FACE_TITLE, 36},   [STYLE_DISPLAY] = {FACE_TITLE, 62},
};

static char *asset_font(const struct face_source *source)
{
    const char *folder = command_asset_folder("fonts");
    for (int i = 0; folder && i < 2 && source->files[i]; i++) {
        char *path = file_join(folder, source->files[i]);
        if (file_exists(path))
            return path;
        free(path);
    }
    return NULL;
}

bool fonts_find(struct fonts *fonts, struct error *error)
{
    for (int i = 0; i < FACE_COUNT; i++) {
        const struct face_source *source = &face_sources[i];
        bool any = true;
        fonts->paths[i] = asset_font(source);
        if (!fonts->paths[i])
            fonts->paths[i] = face_of_letters(source->family, source->bold, FACE_FILE, &any);
        if (!any)
            return error_set(error, "no font was found: install fonts-sil-andika and "
                                    "fonts-comic-neue, or any other font");
        if (fonts->paths[i] &&
            !file_read(fonts->paths[i], FONT_FILE_LIMIT, &fonts->files[i], error))
            return false;
    }
    return true;
}

static int size_of(enum canvas_style style, double scale)
{
    return (int)lround(fmax(style_sources[style].size * scale, 6));
}

/* The file at a path, or one that was read already and stays where it is. */
static TTF_Font *open_font(SDL_RWops *file, enum canvas_style style, double scale)
{
    TTF_Font *font = TTF_OpenFontRW(file, 1, size_of(style, scale));
    if (font)
        TTF_SetFontHinting(font, TTF_HINTING_LIGHT);
    return font;
}

static int capital_height(TTF_Font *font)
{
    int top = 0;
    if (TTF_GlyphMetrics32(font, 'H', NULL, NULL, NULL, &top, NULL) != 0)
        top = TTF_FontAscent(font) * 7 / 10;
    return top;
}

/* --- the built-in lettering ------------------------------------------------------------------- */

static cairo_t *begin_built_in(const struct style_font *style, cairo_format_t format, int width)
{
    cairo_surface_t *surface = cairo_image_surface_create(format, width, style->height);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    cairo_select_font_face(cairo, face_built_in, CAIRO_FONT_SLANT_NORMAL,
                           style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, style->size * 0.92); /* its letters are large for their size */
    return cairo;
}

static struct style_font measure_built_in(int size, bool bold)
{
    struct style_font style = {.bold = bold, .size = size, .height = 1};
    cairo_font_extents_t font;
    cairo_text_extents_t capital;
    cairo_t *cairo = begin_built_in(&style, CAIRO_FORMAT_A8, 1);
    cairo_font_extents(cairo, &font);
    cairo_text_extents(cairo, "H", &capital);
    cairo_destroy(cairo);
    style.ascent = (int)ceil(font.ascent) + 1;
    style.height = (style.ascent + (int)ceil(font.descent) + 1) * 100 / 83;
    style.capital_height = (int)lround(capital.height);
    return style;
}

int fonts_width(const struct style_font *style, TTF_Font *font, const char *text)
{
    int width = 0;
    if (font) {
        TTF_SizeUTF8(font, text, &width, NULL);
        return width;
    }
    cairo_text_extents_t extents;
    cairo_t *cairo = begin_built_in(style, CAIRO_FORMAT_A8, 1);
    cairo_text_extents(cairo, text, &extents);
    cairo_destroy(cairo);
    return (int)ceil(extents.x_advance);
}

int fonts_ascent(const struct style_font *style, TTF_Font *font)
{
    return font ? TTF_FontAscent(font) : style->ascent;
}

SDL_Surface *fonts_draw(const struct style_font *style, TTF_Font *font, const char *text,
                        SDL_Color ink)
{
    if (font)
        return TTF_RenderUTF8_Blended(font, text, ink);
    int width = fonts_width(style, NULL, text);
    SDL_Surface *drawn = width > 0 ? SDL_CreateRGBSurfaceWithFormat(0, width, style->height, 32,
                                                                    SDL_PIXELFORMAT_ARGB8888)
                                   : NULL;
    if (!drawn)
        return NULL;
    cairo_t *cairo = begin_built_in(style, CAIRO_FORMAT_A8, width);
    cairo_move_to(cairo, 0, style->ascent);
    cairo_show_text(cairo, text);
    cairo_surface_t *surface = cairo_get_target(cairo);
    cairo_surface_flush(surface);
    const unsigned char *from = cairo_image_surface_get_data(surface);
    for (int y = 0; from && y < style->height; y++) {
        const unsigned char *row =
            from + (size_t)y * (size_t)cairo_image_surface_get_stride(surface);
        Uint32 *into =
            (Uint32 *)((unsigned char *)drawn->pixels + (size_t)y * (size_t)drawn->pitch);
        for (int x = 0; x < width; x++)
            into[x] =
                SDL_MapRGBA(drawn->format, ink.r, ink.g, ink.b, (Uint8)(row[x] * ink.a / 255));
    }
    cairo_destroy(cairo);
    return drawn;
}

/* --- opening ---------------------------------------------------------------------------------- */

bool fonts_open(struct fonts *fonts, double scale, struct error *error)
{
    fonts_close(fonts);
    for (int i = 0; i < STYLE_COUNT; i++) {
        enum face face = style_sources[i].face;
        const struct text *file = &fonts->files[face];
        int size = size_of((enum canvas_style)i, scale);
        if (!fonts->paths[face]) {
            fonts->styles[i] = measure_built_in(size, face_sources[face].bold);
            continue;
        }
        SDL_RWops *bytes = SDL_RWFromConstMem(text_string(file), (int)file->length);
        TTF_Font *font = open_font(bytes, (enum canvas_style)i, scale);
        if (!font)
            return error_set(error, "the font %s cannot be used: %s", fonts->paths[face],
                             TTF_GetError());
        fonts->styles[i] =
            (struct style_font){.font = font,
                                .ascent = TTF_FontAscent(font),
                                .height = TTF_FontAscent(font) - TTF_FontDescent(font),
                                .capital_height = capital_height(font),
                                .size = size};
    }
    return true;
}

static void close_spares(struct fonts *fonts)
{
    for (int i = 0; i < fonts->spare_count; i++) {
        TTF_CloseFont(fonts->spares[i].font);
        free(fonts->spares[i].path);
    }
    fonts->spare_count = 0;
}

void fonts_close(struct fonts *fonts)
{
    close_spares(fonts);
    for (int i = 0; i < STYLE_COUNT; i++) {
        if (fonts->styles[i].font)
            TTF_CloseFont(fonts->styles[i].font);
        fonts->styles[i].font = NULL;
    }
}

void fonts_forget(struct fonts *fonts)
{
    for (int i = 0; i < FACE_COUNT; i++) {
        free(fonts->paths[i]);
        text_free(&fonts->files[i]);
    }
}

static bool has_all(TTF_Font *font, const char *text)
{
    for (uint32_t c = face_next_character(&text); c; c = face_next_character(&text))
        if (c >= 32 && (font ? !TTF_GlyphIsProvided32(font, c) : c > 126))
            return false;
    return true;
}

/* NULL if no face has all of the text. */
static TTF_Font *find_spare(struct fonts *fonts, enum canvas_style style, double scale,
                            const char *text)
{
    for (int i = 0; i < fonts->spare_count; i++)
        if (fonts->spares[i].style == style && has_all(fonts->spares[i].font, text))
            return fonts->spares[i].font;
    bool bold = face_sources[style_sources[style].face].bold;
    char *path = face_match(NULL, bold, text, FACE_FILE);
    TTF_Font *font = path ? open_font(SDL_RWFromFile(path, "rb"), style, scale) : NULL;
    if (!font || !has_all(font, text)) {
        if (font)
            TTF_CloseFont(font);
        free(path);
        return NULL;
    }
    if (fonts->spare_count == SPARE_FONT_LIMIT)
        close_spares(fonts);
    fonts->spares[fonts->spare_count++] = (struct spare_font){path, style, font};
    return font;
}

/* The first `length` bytes of a text, which is shorter than a label. */
static const char *piece_of(const char *text, size_t length, char piece[LABEL_BYTES])
{
    memcpy(piece, text, length);
    piece[length] = 0;
    return piece;
}

static size_t character_length(const char *text)
{
    size_t length = 1;
    while (((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

/* As many words as the style's own font has, with the blanks round them. */
static size_t own_words(TTF_Font *own, const char *text)
{
    char word[LABEL_BYTES];
    size_t length = strspn(text, " ");
    while (text[length]) {
        size_t end = strcspn(text + length, " ");
        if (!has_all(own, piece_of(text + length, end, word)))
            break;
        length += end;
        length += strspn(text + length, " ");
    }
    return length;
}

size_t fonts_next_run(struct fonts *fonts, enum canvas_style style, double scale, const char *text,
                      TTF_Font **font)
{
    TTF_Font *own = fonts->styles[style].font;
    char piece[LABEL_BYTES];
    *font = own;
    size_t length = own_words(own, text);
    if (length > 0)
        return length;
    length = strcspn(text, " ");
    *font = find_spare(fonts, style, scale, piece_of(text, length, piece));
    if (*font)
        return length;
    length = character_length(text);
    *font = own;
    if (has_all(own, piece_of(text, length, piece)))
        return length;
    *font = find_spare(fonts, style, scale, piece);
    *font = *font ? *font : own; /* nobody has it: a box is drawn */
    return length;
}
