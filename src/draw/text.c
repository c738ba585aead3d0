/* Labels and paragraphs. A label is rendered whole, once, and kept as a texture.
 *
 * Labels of one style have the same baseline in boxes of the same height, whatever letters they
 * hold, because the height of capitals is what is centred.
 */
#include "base/text.h"
#include "base/hash.h"
#include "base/memory.h"
#include "draw/inside.h"
#include "paper/lettering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
struct run {
    char text[LABEL_BYTES];
    TTF_Font *font;
};

static bool take_run(struct canvas *canvas, enum canvas_style style, const char **rest,
                     struct run *run)
{
    if (!**rest)
        return false;
    size_t length = fonts_next_run(&canvas->fonts, style, canvas->scale, *rest, &run->font);
    snprintf(run->text, sizeof run->text, "%.*s", (int)length, *rest);
    *rest += length;
    return true;
}

/* What was measured lately is remembered: a page of text is laid out in each pass. */
static int measure(struct canvas *canvas, enum canvas_style style, const char *cleaned)
{
    uint64_t hash = hash_bytes(hash_number(HASH_START, style), cleaned, strlen(cleaned));
    hash = hash_bytes(hash, &canvas->scale, sizeof canvas->scale);
    struct measured *known = &canvas->measured[hash % MEASURED_COUNT];
    if (known->hash == hash)
        return known->width;
    int width = 0;
    struct run run = {0};
    for (const char *rest = cleaned; take_run(canvas, style, &rest, &run);) {
        width += fonts_width(&canvas->fonts.styles[style], run.font, run.text);
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

static size_t back_one(const char *text, size_t length)
{
    do
        length--;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
    return length;
}

/* Cuts the label and puts an ellipsis behind it, so that it is at most `width` wide. */
static void elide(struct canvas *canvas, enum canvas_style style, char *label, int width)
{
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
    struct run run = {0};
    const struct style_font *own = &canvas->fonts.styles[style];
    while (take_run(canvas, style, &label, &run)) {
        SDL_Surface *more = fonts_draw(own, run.font, run.text, ink);
        if (more)
            whole = join_run(whole, more, fonts_ascent(own, run.font) - own->ascent, above);
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
    if (width > 0)
        elide(canvas, style, label, width);
    return render(canvas, style, color, label, key);
}

static int baseline_offset(const struct canvas *canvas, enum canvas_style style, int height)
{
    const struct style_font *font = &canvas->fonts.styles[style];
    return (height + font->capital_height + 1) / 2 - font->ascent;
}

void canvas_text(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                 const char *text, struct box box, enum canvas_align align)
{
    char label[LABEL_BYTES];
    clean(canvas, text, label);
    if (canvas->muted || box.w <= 0 || !label[0])
        return;
    struct cached *cached = label_texture(canvas, style, color, label, 0);
    if (cached->width > box.w)
        cached = label_texture(canvas, style, color, label, box.w);
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

/* Length of the piece of a word that fits into a line: at least one character, if there is one. */
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
    return fitting;
}

/* Length of the piece of text that fits into a line, up to a blank or a line break, or within a
 * word that is longer than a line; at least one character. */
static size_t fit_line(struct canvas *canvas, enum canvas_style style, const char *text, int width)
{
    size_t fitting = 0, end = 0;
    char label[LABEL_BYTES];
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

/* Calls for each line; `draw` false only counts. Returns the number of lines. */
struct paragraph {
    struct canvas *canvas;
    enum canvas_style style;
    struct paper_color color;
    struct box box;
    enum canvas_align align;
    bool draw;
};

static void draw_line(const struct paragraph *p, const char *text, size_t length, int line,
                      bool more)
{
    int height = canvas_line_height(p->canvas, p->style);
    struct text part = {0};
    text_append_bytes(&part, text, length);
    if (more)
        text_append(&part, ellipsis);
    struct box box = {p->box.x, p->box.y + line * height, p->box.w, height};
    canvas_text(p->canvas, p->style, p->color, text_string(&part), box, p->align);
    text_free(&part);
}

static int set_lines(const struct paragraph *p, const char *string)
{
    struct text marked = {0};
    const char *text =
        text_is_visible(string) ? string : text_string(append_marked(&marked, string));
    int height = canvas_line_height(p->canvas, p->style);
    /* Half a line is forgiven: boxes are made of rounded pieces. */
    int room = p->draw ? (p->box.h + height / 2) / height : 100000;
    int lines = 0;
    while (*text && lines < room) {
        text += strspn(text, " ");
        size_t length = fit_line(p->canvas, p->style, text, p->box.w);
        const char *rest = text + length;
        rest += *rest == '\n';
        if (p->draw)
            draw_line(p, text, length, lines, *rest && lines + 1 == room);
        lines++;
        text = rest;
    }
    text_free(&marked);
    return lines;
}

int canvas_paragraph(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                     const char *text, struct box box, enum canvas_align align)
{
    struct paragraph p = {canvas, style, color, box, align, true};
    return set_lines(&p, text) * canvas_line_height(canvas, style);
}

int canvas_paragraph_height(struct canvas *canvas, enum canvas_style style, const char *text,
                            int width)
{
    struct paragraph p = {.canvas = canvas, .style = style, .box = {0, 0, width, 0}, .draw = false};
    return set_lines(&p, text) * canvas_line_height(canvas, style);
}
