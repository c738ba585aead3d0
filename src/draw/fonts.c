/* The faces of the interface, found by family name, opened once a size.
 *
 * A file in assets/fonts wins, then fontconfig's best match; with neither Andika nor Comic Neue
 * that is DejaVu or whatever the system has. A text with characters that its face does not have is
 * set in a spare face that has them all, if there is one. Only a system without any font is an
 * error. A font is never resized: another scale opens all of them anew.
 */
#include "base/file.h"
#include "base/memory.h"
#include "commands/command.h"
#include "draw/inside.h"

#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdlib.h>

struct face_source {
    const char *family;
    int weight;
    const char *files[2]; /* in assets/fonts */
};
static const struct face_source face_sources[FACE_COUNT] = {
    [FACE_REGULAR] = {"Andika", FC_WEIGHT_REGULAR, {"Andika-Regular.ttf", NULL}},
    [FACE_BOLD] = {"Andika", FC_WEIGHT_BOLD, {"Andika-Bold.ttf", NULL}},
    [FACE_TITLE] = {"Comic Neue", FC_WEIGHT_BOLD, {"ComicNeue-Bold.otf", "ComicNeue-Bold.ttf"}},
};

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

/* Takes over the pattern; NULL if there is no font. */
static char *best_match(FcPattern *pattern)
{
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"DejaVu Sans");
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcPattern *match = FcFontMatch(NULL, pattern, &result);
    FcPatternDestroy(pattern);
    FcChar8 *file = NULL;
    char *path = NULL;
    if (match && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch)
        path = memory_copy_string((const char *)file);
    if (match)
        FcPatternDestroy(match);
    return path;
}

static char *system_font(const char *family, int weight)
{
    FcPattern *pattern = FcPatternCreate();
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    FcPatternAddInteger(pattern, FC_WEIGHT, weight);
    return best_match(pattern);
}

bool fonts_find(struct fonts *fonts, struct error *error)
{
    for (int i = 0; i < FACE_COUNT; i++) {
        const struct face_source *source = &face_sources[i];
        fonts->paths[i] = asset_font(source);
        if (!fonts->paths[i])
            fonts->paths[i] = system_font(source->family, source->weight);
        if (!fonts->paths[i])
            return error_set(error, "no font was found: install fonts-sil-andika and "
                                    "fonts-comic-neue, or any other font");
    }
    return true;
}

static TTF_Font *open_font(const char *path, enum canvas_style style, double scale)
{
    double size = style_sources[style].size * scale;
    TTF_Font *font = TTF_OpenFont(path, (int)lround(fmax(size, 6)));
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

bool fonts_open(struct fonts *fonts, double scale, struct error *error)
{
    fonts_close(fonts);
    for (int i = 0; i < STYLE_COUNT; i++) {
        const char *path = fonts->paths[style_sources[i].face];
        TTF_Font *font = open_font(path, (enum canvas_style)i, scale);
        if (!font)
            return error_set(error, "the font %s cannot be used: %s", path, TTF_GetError());
        fonts->styles[i] = (struct style_font){font, capital_height(font)};
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
    for (int i = 0; i < FACE_COUNT; i++)
        free(fonts->paths[i]);
}

/* The characters of a text; 0 at its end. Bytes that are no UTF-8 are skipped. */
static FcChar32 next_character(const char **cursor)
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

static bool has_all(TTF_Font *font, const char *text)
{
    for (FcChar32 c = next_character(&text); c; c = next_character(&text))
        if (c >= 32 && !TTF_GlyphIsProvided32(font, c))
            return false;
    return true;
}

static char *font_with(const char *text, int weight)
{
    FcCharSet *characters = FcCharSetCreate();
    for (FcChar32 c = next_character(&text); c; c = next_character(&text))
        FcCharSetAddChar(characters, c);
    FcPattern *pattern = FcPatternCreate();
    FcPatternAddCharSet(pattern, FC_CHARSET, characters);
    FcPatternAddInteger(pattern, FC_WEIGHT, weight);
    FcCharSetDestroy(characters);
    return best_match(pattern);
}

static TTF_Font *add_spare(struct fonts *fonts, enum canvas_style style, double scale,
                           const char *text)
{
    char *path = font_with(text, face_sources[style_sources[style].face].weight);
    TTF_Font *font = path ? open_font(path, style, scale) : NULL;
    if (!font) {
        free(path);
        return fonts->styles[style].font;
    }
    if (fonts->spare_count == SPARE_FONT_LIMIT)
        close_spares(fonts);
    fonts->spares[fonts->spare_count++] = (struct spare_font){path, style, font};
    return font;
}

TTF_Font *fonts_for_text(struct fonts *fonts, enum canvas_style style, double scale,
                         const char *text)
{
    TTF_Font *font = fonts->styles[style].font;
    if (has_all(font, text))
        return font;
    for (int i = 0; i < fonts->spare_count; i++)
        if (fonts->spares[i].style == style && has_all(fonts->spares[i].font, text))
            return fonts->spares[i].font;
    return add_spare(fonts, style, scale, text);
}
