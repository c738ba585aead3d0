/* The faces of the interface, found by family name, opened once a size.
 *
 * A file in assets/fonts wins, then one where Debian puts it, lest all of the system's fonts be
 * looked at before the first picture, then fontconfig's best match; with neither Andika nor Comic
 * Neue that is DejaVu or whatever the system has with letters in it; where it has but pictures and
 * symbols lettering is built in. A word with characters that its face does not have is
 * set in a spare face that has them all, or else each character in one that has it. Only a system
 * without any font is an error. A font is never resized: another scale opens all of them anew.
 */

#include "base/text.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "draw/canvas.h"
#include "draw/inside.h"
#include "paper/paper.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct face_source {
    const char *family;
    bool bold;
    const char *files[2];
    const char *folder; /* of Debian's package */
};
static const struct face_source face_sources[FACE_COUNT] = {
    [FACE_REGULAR] = {"Andika", false, {"Andika-Regular.ttf"}, "/usr/share/fonts/truetype/andika"},
    [FACE_BOLD] = {"Andika", true, {"Andika-Bold.ttf"}, "/usr/share/fonts/truetype/andika"},
    [FACE_TITLE] = {"Comic Neue",
                    true,
                    {"ComicNeue-Bold.otf", "ComicNeue-Bold.ttf"},
                    "/usr/share/fonts/opentype/comic-neue"},
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

static char *known_font(const struct face_source *source)
{
    const char *const folders[] = {command_asset_folder("fonts"),
                                   getenv("FONTCONFIG_FILE") ? NULL : source->folder};
    for (int i = 0; i < 4; i++) {
        const char *folder = folders[i / 2], *name = source->files[i % 2];
        if (!folder || !name)
            continue;
        char *path = file_join(folder, name);
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
        fonts->paths[i] = known_font(source);
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

static cairo_t *begin_built_in(const struct style_font *style, int width)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, style->height);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    cairo_select_font_face(cairo, face_built_in, CAIRO_FONT_SLANT_NORMAL,
                           style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, style->size * 0.92); /* its letters are large for their size */
    return cairo;
}

static int fonts_width(const struct style_font *style, TTF_Font *font, const char *text)
{
    int width = 0;
    if (font) {
        TTF_SizeUTF8(font, text, &width, NULL);
        return width;
    }
    cairo_text_extents_t extents;
    cairo_t *cairo = begin_built_in(style, 1);
    cairo_text_extents(cairo, text, &extents);
    cairo_destroy(cairo);
    return (int)ceil(extents.x_advance);
}

/* What cairo has drawn, in that colour; both are given up. */
static SDL_Surface *take_drawn(cairo_t *cairo, int width, int height, SDL_Color ink)
{
    SDL_Surface *drawn =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    cairo_surface_t *surface = cairo_get_target(cairo);
    cairo_surface_flush(surface);
    const unsigned char *from = cairo_image_surface_get_data(surface);
    for (int y = 0; drawn && from && y < height; y++) {
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

/* Of a run in that font, NULL being the built-in lettering of the style; NULL: there is none. */
static SDL_Surface *fonts_draw(const struct style_font *style, TTF_Font *font, const char *text,
                               SDL_Color ink)
{
    if (font)
        return TTF_RenderUTF8_Blended(font, text, ink);
    int width = fonts_width(style, NULL, text);
    if (width <= 0)
        return NULL;
    cairo_t *cairo = begin_built_in(style, width);
    cairo_move_to(cairo, 0, style->ascent);
    cairo_show_text(cairo, text);
    return take_drawn(cairo, width, style->height, ink);
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
            bool bold = face_sources[face].bold;
            struct style_font style = {.bold = bold, .size = size, .height = 1};
            cairo_font_extents_t font;
            cairo_text_extents_t capital;
            cairo_t *cairo = begin_built_in(&style, 1);
            cairo_font_extents(cairo, &font);
            cairo_text_extents(cairo, "H", &capital);
            cairo_destroy(cairo);
            style.ascent = (int)ceil(font.ascent) + 1;
            style.height = (style.ascent + (int)ceil(font.descent) + 1) * 100 / 83;
            style.capital_height = (int)lround(capital.height);
            fonts->styles[i] = style;
            continue;
        }
        SDL_RWops *bytes = SDL_RWFromConstMem(text_string(file), (int)file->length);
        TTF_Font *font = open_font(bytes, (enum canvas_style)i, scale);
        if (!font)
            return error_set(error, "the font %s cannot be used: %s", fonts->paths[face],
                             TTF_GetError());
        fonts->styles[i] =
            (struct style_font){.font = font,
                                .bold = face_sources[face].bold,
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
    char *path = face_match(bold, text, FACE_FILE);
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

size_t fonts_next_run(struct fonts *fonts, enum canvas_style style, double scale, const char *text,
                      TTF_Font **font)
{
    TTF_Font *own = fonts->styles[style].font;
    char piece[LABEL_BYTES];
    *font = own;
    /* As many words as the style's own font has, with the blanks round them. */
    char word[LABEL_BYTES];
    size_t length = strspn(text, " ");
    while (text[length]) {
        size_t end = strcspn(text + length, " ");
        if (!has_all(own, piece_of(text + length, end, word)))
            break;
        length += end;
        length += strspn(text + length, " ");
    }
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
    *font = *font ? *font : own; /* nobody has it: its box or mark is drawn */
    return length;
}

/* === text ===================================================================================== */

/* Labels and paragraphs. A label is rendered whole, once, and kept as a texture.
 *
 * Labels of one style have the same baseline in boxes of the same height, whatever letters they
 * hold, because the height of capitals is what is centred.
 */

static const char ellipsis[] = "…";

/* With marks, but for line breaks, and tabs, which become blanks. */
static const struct text *append_marked(struct text *into, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n\t");
        char *piece = memory_allocate(length + 1, 1);
        memcpy(piece, text, length);
        text_append_visible(into, piece);
        free(piece);
        text += length;
        if (*text)
            text_append(into, *text++ == '\n' ? "\n" : " ");
    }
    return into;
}

/* One line, short enough for a texture: line breaks and tabs become blanks, what nobody would see
 * stands as marks. */
static void clean(const struct canvas *canvas, const char *given, char *into)
{
    struct text marked = {0};
    const char *text = text_is_visible(given) ? given : text_string(append_marked(&marked, given));
    char *ascii = canvas->fonts.styles[STYLE_BODY].font ? NULL : face_ascii(text, true);
    text = ascii ? ascii : text;
    size_t length = strlen(text);
    if (length >= LABEL_BYTES) {
        length = LABEL_BYTES - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    for (size_t i = 0; i < length; i++)
        into[i] = text[i] == '\n' ? ' ' : text[i];
    into[length] = 0;
    free(ascii);
    text_free(&marked);
}

/* A piece of a label that is set in one font. */
struct text_run {
    char text[LABEL_BYTES];
    TTF_Font *font;
    bool vector; /* or a column vector */
};

static bool take_run(struct canvas *canvas, enum canvas_style style, const char **rest,
                     struct text_run *run)
{
    if (!**rest)
        return false;
    size_t length = lettering_vector(*rest);
    run->vector = length > 0;
    const char *plain = *rest;
    if (!run->vector && lettering_columns()) {
        snprintf(run->text, sizeof run->text, "%.*s", (int)lettering_before_vector(*rest), *rest);
        plain = run->text;
    }
    if (!run->vector)
        length = fonts_next_run(&canvas->fonts, style, canvas->scale, plain, &run->font);
    snprintf(run->text, sizeof run->text, "%.*s", (int)length, *rest);
    if (!run->font && (unsigned char)run->text[0] >= 128)
        strcpy(run->text, FACE_UNKNOWN);
    *rest += length;
    return true;
}

/* Its picture, or how wide that is. */
static int vector_width(const struct style_font *style, const char *vector)
{
    cairo_t *cairo = begin_built_in(style, 1);
    double width = lettering_width(cairo, vector, style->size, style->bold);
    cairo_destroy(cairo);
    return (int)ceil(width) + 1;
}

static SDL_Surface *draw_vector(const struct style_font *style, const char *vector, SDL_Color ink,
                                int *above)
{
    int width = vector_width(style, vector);
    int height = (int)ceil(lettering_height(vector) * style->size);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    lettering_draw(cairo, vector, 0, height / 2.0, style->size, style->bold,
                   (struct paper_color){0, 0, 0, 1});
    *above = height / 2 + style->capital_height / 2 - style->ascent;
    return take_drawn(cairo, width, height, ink);
}

/* What was measured lately is remembered: a page of text is laid out in each pass. */
static int measure(struct canvas *canvas, enum canvas_style style, const char *cleaned)
{
    uint64_t hash = hash_number(hash_number(HASH_START, style), lettering_columns());
    hash = hash_bytes(hash, cleaned, strlen(cleaned));
    hash = hash_bytes(hash, &canvas->scale, sizeof canvas->scale);
    struct measured *known = &canvas->measured[hash % MEASURED_COUNT];
    if (known->hash == hash)
        return known->width;
    int width = 0;
    struct text_run run = {0};
    for (const char *rest = cleaned; take_run(canvas, style, &rest, &run);) {
        const struct style_font *own = &canvas->fonts.styles[style];
        width += run.vector ? vector_width(own, run.text) : fonts_width(own, run.font, run.text);
    }
    *known = (struct measured){hash, width};
    return width;
}

int canvas_text_width(struct canvas *canvas, enum canvas_style style, const char *text)
{
    char label[LABEL_BYTES];
    clean(canvas, text, label);
    return measure(canvas, style, label);
}

int canvas_line_height(const struct canvas *canvas, enum canvas_style style)
{
    /* Andika leaves much room above and below its letters: its own line height is too loose. */
    return canvas->fonts.styles[style].height * 83 / 100;
}

int canvas_text_height(const struct canvas *canvas, enum canvas_style style, const char *text)
{
    int line = canvas_line_height(canvas, style);
    double tall = lettering_height(text) * canvas->fonts.styles[style].size;
    return tall > line ? (int)ceil(tall) : line;
}

static size_t back_one(const char *text, size_t length)
{
    do
        length--;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
    return length;
}

/* Joins a run to what is set of a label, on one baseline; takes over both pictures. `above` are the
 * rows of the whole over those of the style's own font. */
static SDL_Surface *join_run(SDL_Surface *whole, SDL_Surface *run, int run_above, int *above)
{
    int top = !whole || run_above > *above ? run_above : *above;
    if (!whole) {
        *above = run_above;
        return run;
    }
    int whole_foot = whole->h - *above, run_foot = run->h - run_above;
    int foot = whole_foot > run_foot ? whole_foot : run_foot;
    SDL_Surface *joined = SDL_CreateRGBSurfaceWithFormat(0, whole->w + run->w, top + foot, 32,
                                                         SDL_PIXELFORMAT_ARGB8888);
    SDL_Rect left = {0, top - *above, whole->w, whole->h};
    SDL_Rect right = {whole->w, top - run_above, run->w, run->h};
    SDL_SetSurfaceBlendMode(whole, SDL_BLENDMODE_NONE);
    SDL_SetSurfaceBlendMode(run, SDL_BLENDMODE_NONE);
    if (joined) {
        SDL_BlitSurface(whole, NULL, joined, &left);
        SDL_BlitSurface(run, NULL, joined, &right);
        *above = top;
    }
    SDL_FreeSurface(run);
    if (!joined)
        return whole;
    SDL_FreeSurface(whole);
    return joined;
}

static SDL_Surface *set_runs(struct canvas *canvas, enum canvas_style style, SDL_Color ink,
                             const char *label, int *above)
{
    SDL_Surface *whole = NULL;
    struct text_run run = {0};
    const struct style_font *own = &canvas->fonts.styles[style];
    while (take_run(canvas, style, &label, &run)) {
        int over = (run.font ? TTF_FontAscent(run.font) : own->ascent) - own->ascent;
        SDL_Surface *more = run.vector ? draw_vector(own, run.text, ink, &over)
                                       : fonts_draw(own, run.font, run.text, ink);
        if (more)
            whole = join_run(whole, more, over, above);
    }
    return whole;
}

static struct cached *render(struct canvas *canvas, enum canvas_style style,
                             struct paper_color color, const char *label, const char *key)
{
    int above = 0;
    SDL_Surface *surface =
        label[0] ? set_runs(canvas, style, color_bytes(color), label, &above) : NULL;
    if (!surface)
        return cache_add(canvas, key, NULL, 0, 0);
    SDL_Texture *texture =
        texture_own(canvas, SDL_CreateTextureFromSurface(canvas->renderer, surface), false);
    struct cached *cached = cache_add(canvas, key, texture, surface->w, surface->h);
    cached->above = above;
    SDL_FreeSurface(surface);
    return cached;
}

/* `width` 0: as wide as it is. */
static struct cached *label_texture(struct canvas *canvas, enum canvas_style style,
                                    struct paper_color color, const char *text, int width)
{
    char key[LABEL_BYTES + 64];
    snprintf(key, sizeof key, "text %d %d %.3f %.3f %.3f %.2f %s", (int)style, width, color.red,
             color.green, color.blue, color.alpha, text);
    struct cached *cached = cache_find(canvas, key);
    if (cached)
        return cached;
    char label[LABEL_BYTES];
    clean(canvas, text, label);
    if (width > 0) {
        /* Cuts the label and puts an ellipsis behind it, so that it is at most `width` wide. */
        size_t length = strlen(label);
        char cut[LABEL_BYTES + sizeof ellipsis];
        snprintf(cut, sizeof cut, "%s", label);
        while (length > 0 && measure(canvas, style, cut) > width) {
            length = back_one(label, length);
            size_t end = length;
            while (end > 0 && label[end - 1] == ' ')
                end--;
            snprintf(cut, sizeof cut, "%.*s%s", (int)end, label, ellipsis);
        }
        clean(canvas, cut, label);
    }
    return render(canvas, style, color, label, key);
}

static int baseline_offset(const struct canvas *canvas, enum canvas_style style, int height)
{
    const struct style_font *font = &canvas->fonts.styles[style];
    return (height + font->capital_height + 1) / 2 - font->ascent;
}

static void tell_cut(struct canvas *canvas, const char *text)
{
    text_append(&canvas->cut, text);
    text_append(&canvas->cut, "\n");
}

const char *canvas_cut(const struct canvas *canvas)
{
    return text_string(&canvas->cut);
}

/* --- words that are looked for ---------------------------------------------------------------- */

void canvas_seek(struct canvas *canvas, const struct canvas_word *words)
{
    canvas->sought = words;
    canvas->found_count = 0;
}

int canvas_found(const struct canvas *canvas, const struct canvas_found **found)
{
    *found = canvas->found;
    return canvas->found_count;
}

void canvas_forget_found(struct canvas *canvas, int count)
{
    canvas->found_count = count;
}

static bool is_letter(char byte)
{
    return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}

/* Bytes of the word where it stands by itself, with a plural's ending; 0: it does not. */
static size_t word_at(const char *text, const char *word)
{
    if ((text[0] | 32) != word[0] || SDL_strncasecmp(text, word, strlen(word)) != 0)
        return 0;
    size_t length = strlen(word);
    length += text[length] == 's';
    return is_letter(text[length]) ? 0 : length;
}

/* In a line that begins at the box's left side. */
static void seek(struct canvas *canvas, enum canvas_style style, const char *label, struct box box)
{
    char part[LABEL_BYTES];
    int height = canvas_line_height(canvas, style);
    struct box seen = canvas->clip_count > 0 ? canvas->clips[canvas->clip_count - 1] : canvas->box;
    for (const char *at = label; *at; at++) {
        const struct canvas_word *sought = canvas->sought;
        size_t length = 0;
        while (is_letter(*at) && (at == label || !is_letter(at[-1])) && sought->word &&
               (length = word_at(at, sought->word)) == 0)
            sought++;
        if (length == 0 || canvas->found_count == FOUND_MOST)
            continue;
        int left = measure(canvas, style, piece_of(label, (size_t)(at - label), part));
        at += length - 1;
        int right = measure(canvas, style, piece_of(label, (size_t)(at + 1 - label), part));
        if (right > box.w)
            return; /* there the line is cut */
        struct box all = {box.x + left, box.y + (box.h - height) / 2, right - left, height};
        all = box_intersect(all, seen);
        if (!box_is_empty(all))
            canvas->found[canvas->found_count++] = (struct canvas_found){sought, all};
    }
}

void canvas_text(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                 const char *text, struct box box, enum canvas_align align)
{
    char label[LABEL_BYTES];
    clean(canvas, text, label);
    if (box.w <= 0 || !label[0])
        return;
    if (canvas->sought && style <= STYLE_BODY) {
        int spare = align == ALIGN_LEFT ? 0 : box.w - measure(canvas, style, label);
        int before = spare <= 0 ? 0 : align == ALIGN_CENTRE ? spare / 2 : spare;
        seek(canvas, style, label, box_make(box.x + before, box.y, box.w, box.h));
    }
    if (canvas->muted)
        return;
    struct cached *cached = label_texture(canvas, style, color, label, 0);
    if (cached->width > box.w) {
        cached = label_texture(canvas, style, color, label, box.w);
        tell_cut(canvas, label);
    }
    int spare = box.w - cached->width, size = canvas->fonts.styles[style].size;
    if (canvas->smallest_type == 0 || size < canvas->smallest_type)
        canvas->smallest_type = size;
    int x = box.x + (align == ALIGN_RIGHT ? spare : align == ALIGN_CENTRE ? spare / 2 : 0);
    canvas_copy(canvas, cached, x, box.y + baseline_offset(canvas, style, box.h) - cached->above);
}

int canvas_take_smallest_type(struct canvas *canvas)
{
    int told = canvas->smallest_type, sheets = (int)floor(lettering_take_smallest());
    canvas->smallest_type = 0;
    return sheets > 0 && (told == 0 || sheets < told) ? sheets : told;
}

void canvas_title(struct canvas *canvas, struct box box, const char *text, enum canvas_align align)
{
    bool fits = canvas_text_width(canvas, STYLE_TITLE, text) <= box.w;
    canvas_text(canvas, fits ? STYLE_TITLE : STYLE_HEADING, canvas->theme->ink, text, box, align);
}

/* Length of the piece of a word that fits into a line, up to a blank of a formula or at least one
 * character, if there is one. */
static size_t fit_word(struct canvas *canvas, enum canvas_style style, const char *word, int width)
{
    char label[LABEL_BYTES];
    size_t fitting = 0, whole = text_word(word);
    for (size_t end = 1; end <= whole && end < LABEL_BYTES; end++) {
        if (((unsigned char)word[end] & 0xc0) == 0x80)
            continue; /* within a character */
        memcpy(label, word, end);
        label[end] = 0;
        if (fitting > 0 && measure(canvas, style, label) > width)
            break;
        fitting = end;
    }
    for (size_t end = fitting; fitting < whole && end > 0; end--)
        if (word[end] == ' ')
            return end;
    return fitting;
}

enum { ONE_LINE_MOST = 120 };

/* Length of the piece of text that fits into a line, up to a blank or a line break, or within a
 * word that is longer than a line; at least one character. */
static size_t fit_line(struct canvas *canvas, enum canvas_style style, const char *text, int width)
{
    size_t fitting = 0, end = strcspn(text, "\n");
    char label[LABEL_BYTES];
    /* Most lines are one: asked as a whole, its words are not measured one by one. */
    if (end > 0 && end <= ONE_LINE_MOST) {
        memcpy(label, text, end);
        label[end] = 0;
        if (measure(canvas, style, label) <= width)
            return end;
    }
    end = 0;
    while (text[end] && text[end] != '\n') {
        end += strspn(text + end, " ");
        end += text_word(text + end);
        if (end >= LABEL_BYTES)
            break;
        memcpy(label, text, end);
        label[end] = 0;
        if (measure(canvas, style, label) > width)
            break;
        fitting = end;
    }
    if (fitting > 0 || text[0] == '\n')
        return fitting;
    end = strspn(text, " ");
    return end + fit_word(canvas, style, text + end, width);
}

struct paragraph {
    struct canvas *canvas;
    enum canvas_style style;
    struct paper_color color;
    struct box box;
    enum canvas_align align;
    bool draw; /* false: it is only measured */
};

static void draw_line(const struct paragraph *p, const struct text *line, struct box box, bool more)
{
    struct text cut = {0};
    if (more) {
        text_append_format(&cut, "%s%s", text_string(line), ellipsis);
        tell_cut(p->canvas, text_string(&cut));
    }
    canvas_text(p->canvas, p->style, p->color, text_string(more ? &cut : line), box, p->align);
    text_free(&cut);
}

/* Returns the height of the lines. */
static int set_lines(const struct paragraph *p, const char *string)
{
    struct text marked = {0}, line = {0};
    const char *text =
        text_is_visible(string) ? string : text_string(append_marked(&marked, string));
    int height = canvas_line_height(p->canvas, p->style), top = 0;
    /* Half a line is forgiven: boxes are made of rounded pieces. */
    int room = p->draw ? p->box.h + height / 2 - height : INT_MAX;
    while (*text && top <= room) {
        text += strspn(text, " ");
        size_t length = fit_line(p->canvas, p->style, text, p->box.w);
        text_clear(&line);
        text_append_bytes(&line, text, length);
        text += length;
        text += *text == '\n';
        int tall = canvas_text_height(p->canvas, p->style, text_string(&line));
        if (p->draw)
            draw_line(p, &line, box_make(p->box.x, p->box.y + top, p->box.w, tall),
                      *text && top + tall > room);
        top += tall;
    }
    text_free(&line);
    text_free(&marked);
    return top;
}

int canvas_paragraph(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                     const char *text, struct box box, enum canvas_align align)
{
    struct paragraph p = {canvas, style, color, box, align, true};
    return set_lines(&p, text);
}

int canvas_paragraph_height(struct canvas *canvas, enum canvas_style style, const char *text,
                            int width)
{
    struct paragraph p = {.canvas = canvas, .style = style, .box = {0, 0, width, 0}, .draw = false};
    return set_lines(&p, text);
}

/* === icons ==================================================================================== */

/* Signs as path data, in a square of side 100 with y down. A letter and its numbers:
 *
 * M x y, L x y, C x y x y x y, Z   as in SVG, absolute
 * O x y radius, R x y w h          a circle, a rectangle
 * d on off                         dashes from here on; 0 off: none
 * s width, S width                 strokes the path; and keeps it
 * f, b width                       fills the path; fills and strokes it
 * k                                keeps what follows within the path
 * m                                the other way round, left and right
 */

#define BLOB "M16 54 C12 26 42 18 58 26 C86 26 94 56 76 68 C62 84 20 86 16 54 Z"
#define BACK "M24 40 L60 40 C90 42 88 78 60 76 L40 76 M20 40 L38.8 28.5 M20 40 L38.8 51.5 s7.5"
#define STEP "R33 32 7 36 M45 33 L71 50 L45 67 Z b3"
#define JUMP "M30 31 L60 50 L30 69 Z R63 31 7 38 b3"

static const char *const icons[ICON_COUNT] = {
    [ICON_SELECT] = "M32 18 L32 72 L45 60 L54 82 L64 77 L55 57 L72 56 Z s6",
    [ICON_PEN] = "M20 80 L26 60 L66 18 L81 33 L40 74 Z s6 M57 28 L71 42 s4.5 O21.5 78.5 4.5 f",
    [ICON_POLYGON] =
        "M24 72 L18 36 L52 18 L82 44 L68 80 Z s5.5 O24 72 7 O18 36 7 O52 18 7 O82 44 7 "
        "O68 80 7 f",
    [ICON_ERASER] = "M18 62 L54 22 L80 44 L46 82 L33 82 Z s6 M33 46 L60 67 M56 83 L84 83 s4.5",
    [ICON_REDRAW] = "M14 66 C30 66 30 66 36 62 M68 62 C74 66 74 66 88 66 M36 62 C40 22 64 22 68 62 "
                    "s7.5 d7 9 M36 68 C46 84 58 84 68 68 s4.5",
    [ICON_PARALLEL] = "M16 78 C14 30 34 16 84 18 s7.5 d8 9 M46 82 C44 56 54 46 84 48 s7.5",
    [ICON_LINE] = "R26 18 11 16 R37 34 11 16 R26 50 11 16 R37 66 11 16 f R26 18 22 64 s3 "
                  "M58 50 L86 50 M86 50 L73.2 57.8 M86 50 L73.2 42.2 s6",
    [ICON_SLICK] =
        BLOB "S6 k M10 90 L30 10 M25 90 L45 10 M40 90 L60 10 M55 90 L75 10 M70 90 L90 10 "
             "M85 90 L105 10 M100 90 L120 10 s4.5",
    [ICON_TURBO] = "d10 8" BLOB "s5 d0 0 M34 62 L66 40 M66 40 L59.1 55.5 M66 40 L49 40.9 s7.5",
    [ICON_CHECKPOINT] = "M22 82 L46 58 M66 38 L84 20 s7.5 O56 48 20 s5 M51 42 L57 37 L57 59 s5",
    [ICON_INSPECT] = "O43 43 25 s6 M61 61 L84 84 s10 O43 43 7 f",
    [ICON_UNDO] = BACK,
    [ICON_REDO] = "m" BACK,
    [ICON_TO_START] = "m" JUMP,
    [ICON_BACK] = "m" STEP,
    [ICON_PLAY] = "M34 27 L74 50 L34 73 Z b3",
    [ICON_PAUSE] = "R33 29 11 42 R56 29 11 42 b3",
    [ICON_FORWARD] = STEP,
    [ICON_TO_END] = JUMP,
    [ICON_HAS_SLICKS] =
        "M93.3 50 C93.3 66.6 73.9 80 50 80 C26.1 80 6.7 66.6 6.7 50 C6.7 33.4 26.1 20 "
        "50 20 C73.9 20 93.3 33.4 93.3 50 Z S8.7 k M-13.3 93.3 L33.3 6.7 M13.3 93.3 "
        "L60 6.7 M40 93.3 L86.7 6.7 M66.7 93.3 L113.3 6.7 M93.3 93.3 L140 6.7 s8.7",
    [ICON_HAS_TURBOS] = "R10 10 80 80 M26.7 50 L70 50 M50 30 L70 50 L50 70 s8.7",
    [ICON_HAS_CHECKPOINTS] = "O50 33.3 25.3 s8.7 R10.7 76.7 12 14.7 R30.7 76.7 12 14.7 "
                             "R50.7 76.7 12 14.7 R70.7 76.7 12 14.7 f",
    [ICON_IS_OPEN] = "M13.3 13.3 L13.3 86.7 M86.7 13.3 L86.7 86.7 M30 50 L70 50 "
                     "M53.3 33.3 L70 50 L53.3 66.7 s8.7",
    [ICON_IS_ARENA] = "O50 50 40 M55.5 53.8 L68.7 62.8 M46.2 55.5 L37.2 68.7 M44.5 46.2 L31.3 37.2 "
                      "M53.8 44.5 L62.8 31.3 s8.7",
    [ICON_HAS_OIL] =
        "M50 8 C68 36 80 48 80 64 C80 80 67 91 50 91 C33 91 20 80 20 64 C20 48 32 36 50 8 Z "
        "f",
    [ICON_HAS_SAND] = "O20 76 8 O50 76 8 O80 76 8 O35 50 8 O65 50 8 O50 24 8 f",
    [ICON_HAS_PITS] = "M10 18 L90 18 M10 82 L90 82 M26 50 L74 50 s8.7",
    [ICON_TICK] = "M22 52 L43 73 L80 26 s13",
    [ICON_CROSS] = "M32 32 L68 68 M68 32 L32 68 s6.5",
    [ICON_LESS] = "M28 50 L72 50 s7.5",
    [ICON_MORE] = "M28 50 L72 50 M50 28 L50 72 s7.5",
    [ICON_ROBOT] =
        "M10 46 C10 36.1 18.1 28 28 28 L72 28 C81.9 28 90 36.1 90 46 L90 72 C90 81.9 81.9 "
        "90 72 90 L28 90 C18.1 90 10 81.9 10 72 Z M50 28 L50 10 s10 O34 59 8 O66 59 8 f",
    [ICON_GATE] = "O50 50 42 M29 52.1 L44.8 66.8 L71 34.3 s11",
    [ICON_GAP] = "M20 50 L35 50 M65 50 L80 50 s13",
    [ICON_REMARK] = "M50 23 L50 56 M50 77 L50 77 s13",
    [ICON_STRAIGHT] = "M16 34 L84 34 M16 68 L84 68 s7.5 M20 51 L80 51 d9 9 s4.5",
    [ICON_BEND] = "M30 86 L30 56 L56 30 L86 30 s7.5 M58 86 L58 68 L68 58 L86 58 s7.5",
    [ICON_FILL] = "M20 48 L50 18 L78 46 L48 76 Z s6 M24 50 L74 50 L48 74 Z f "
                  "M84 62 C92 74 90 84 84 84 C78 84 76 74 84 62 Z f",
    [ICON_BANK] = "M16 80 C18 40 40 18 84 16 s7.5 M46 82 C46 60 60 46 84 46 s4.5 "
                  "M22 56 L48 66 M40 30 L58 54 M62 20 L70 48 s4.5",
    [ICON_PITS] =
        "M16 22 L84 22 M16 78 L84 78 s6 M30 50 L70 50 s6 d0 0 R18 42 14 16 R68 42 14 16 f",
    [ICON_GRID] = "R20 18 24 24 R56 30 24 24 R20 50 24 24 R56 62 24 24 s6",
    [ICON_DOTS] = "M12 72 C14 36 36 14 72 12 M46 90 C48 64 64 48 90 46 s4.5 d0.1 15 M29 84 C31 52 "
                  "52 31 84 29 s9",
    [ICON_MENU] = "M20 30 L80 30 M20 50 L80 50 M20 70 L80 70 s8",
    [ICON_LAMP] = "M40 66 C40 56 27 52 27 37 C27 23 38 14 50 14 C62 14 73 23 73 37 C73 52 60 56 60 "
                  "66 Z s7 M41 77 L59 77 M45 87 L55 87 s7",
    [ICON_FLAME] =
        "M52 10 C58 28 80 40 80 62 C80 80 66 90 50 90 C34 90 20 80 20 62 C20 50 28 42 32 "
        "32 C36 42 40 44 44 44 C48 34 46 22 52 10 Z s7 M50 88 C40 82 40 70 50 60 C60 70 "
        "60 82 50 88 Z s5",
    [ICON_REACH] = "O20 50 9 f M38 42 L78 20 M40 50 L86 50 M38 58 L78 80 s7.5",
    [ICON_TURBINE] = "M24 22 L50 50 L24 78 M54 22 L80 50 L54 78 s11",
    [ICON_SWAYBARS] = "M24 86 C24 44 72 58 72 18 M72 18 L54 34 M72 18 L88 36 s9",
    [ICON_PERFORMANCE] = "M14 72 C14 14 86 14 86 72 s9 M50 70 L68 42 s8 O50 70 7 f",
    [ICON_VECTORS] = "M18 82 L78 22 M78 22 L72 44 M78 22 L56 28 s8 M18 82 L80 82 L80 50 d9 10 s5",
};

enum { NUMBERS_MOST = 6 };

static void do_letter(cairo_t *cairo, char letter, const double *n)
{
    switch (letter) {
    case 'M':
        cairo_move_to(cairo, n[0], n[1]);
        break;
    case 'L':
        cairo_line_to(cairo, n[0], n[1]);
        break;
    case 'C':
        cairo_curve_to(cairo, n[0], n[1], n[2], n[3], n[4], n[5]);
        break;
    case 'Z':
        cairo_close_path(cairo);
        break;
    case 'O':
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, n[0], n[1], n[2], 0, 2 * M_PI);
        cairo_close_path(cairo);
        break;
    case 'R':
        cairo_rectangle(cairo, n[0], n[1], n[2], n[3]);
        break;
    case 'd':
        cairo_set_dash(cairo, n, n[0] > 0 ? 2 : 0, 0);
        break;
    case 'k':
        cairo_clip(cairo);
        break;
    case 'm':
        cairo_translate(cairo, 100, 0);
        cairo_scale(cairo, -1, 1);
        break;
    default:
        assert(strchr("sSfb", letter));
        double width = n[0];
        cairo_set_line_width(cairo, width);
        if (letter == 'f' || letter == 'b')
            cairo_fill_preserve(cairo);
        if (letter != 'f')
            cairo_stroke_preserve(cairo);
        if (letter != 'S')
            cairo_new_path(cairo);
    }
}

struct text_look {
    const char *path;
    struct paper_color color;
};

static void paint_icon(cairo_t *cairo, int width, int height, const void *data)
{
    const struct text_look *look = data;
    const char *at = look->path;
    cairo_scale(cairo, width / 100.0, height / 100.0);
    cairo_set_source_rgba(cairo, look->color.red, look->color.green, look->color.blue,
                          look->color.alpha);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    while (*at) {
        double numbers[NUMBERS_MOST] = {0};
        char letter = *at++, *end;
        for (int i = 0; i < NUMBERS_MOST; i++, at = end) {
            numbers[i] = strtod(at, &end);
            if (end == at)
                break;
        }
        do_letter(cairo, letter, numbers);
        at += strspn(at, " ");
    }
}

void canvas_icon(struct canvas *canvas, enum icon icon, struct box box, struct paper_color color)
{
    struct text_look look = {icons[icon], color};
    char key[64];
    snprintf(key, sizeof key, "icon %d %.3f %.3f %.3f %.3f", (int)icon, color.red, color.green,
             color.blue, color.alpha);
    canvas_shape(canvas, key, box, paint_icon, &look);
}
