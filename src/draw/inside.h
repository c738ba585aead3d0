/* What the files of the canvas share among themselves; screens include draw/canvas.h only.
 */
#ifndef GRAPHPRIX_DRAW_INSIDE_H
#define GRAPHPRIX_DRAW_INSIDE_H

#include "base/text.h"
#include "draw/canvas.h"

#include <SDL_ttf.h>
#include <stdint.h>

enum { CLIP_DEPTH = 8, SPARE_FONT_LIMIT = 8, LABEL_BYTES = 400, FOUND_MOST = 64 };

/* The faces that styles are set in; SPARE fonts are for characters that a face does not have. */
enum face { FACE_REGULAR, FACE_BOLD, FACE_TITLE, FACE_COUNT };

struct style_font {
    TTF_Font *font; /* NULL: the built-in lettering */
    bool bold;
    int ascent, height, capital_height, size; /* device pixels */
};

struct spare_font {
    char *path;
    enum canvas_style style;
    TTF_Font *font;
};

struct fonts {
    char *paths[FACE_COUNT];
    struct text
        files[FACE_COUNT]; /* what is in them: read bit by bit they take thousands of calls */
    struct style_font styles[STYLE_COUNT];
    struct spare_font spares[SPARE_FONT_LIMIT];
    int spare_count;
};

/* One painted thing. */
struct cached {
    char *key;
    uint64_t hash;
    SDL_Texture *texture;
    int width, height;
    int above;          /* rows of a label over those of its style's own font */
    unsigned last_used; /* the pass */
    struct cached *next;
};

enum { BUCKET_COUNT = 512 };

struct cache {
    struct cached *buckets[BUCKET_COUNT];
    size_t bytes;
};

/* The width of a text, found by the hash of style, scale and text. */
struct measured {
    uint64_t hash; /* 0: none */
    int width;
};

enum { MEASURED_COUNT = 4096 };

/* What is drawn, in its order. */
enum listed_kind { LISTED_TEXTURE, LISTED_COLOR, LISTED_GONE /* the texture is no more */ };
struct listed {
    SDL_Texture *texture;
    struct box from, to; /* the same size, but that what is 1 wide or high may be stretched */
    struct box seen;     /* of `to` */
    enum listed_kind kind;
    SDL_Color color;
};

struct listing {
    struct listed *items;
    int count, capacity;
};

struct canvas {
    SDL_Renderer *renderer;
    const struct paper_theme *theme;
    struct box box;
    double scale;
    bool muted;
    int generation;
    unsigned pass;
    struct box clips[CLIP_DEPTH];
    int clip_count;
    struct fonts fonts;
    struct cache cache;
    struct measured measured[MEASURED_COUNT];
    int smallest_type; /* that was drawn; 0: none */
    struct text cut;   /* what was drawn with an ellipsis, a line each */
    const struct canvas_word *sought;
    struct canvas_found found[FOUND_MOST]; /* further ones are left out */
    int found_count;
    struct listing now, shown; /* what is drawn in this pass, and what the window shows */
    struct box shown_box;      /* of the window when it was shown; empty: all of it is lost */
    struct boxes damage;       /* where textures have changed since */
};

/* draw/text.c */
bool fonts_find(struct fonts *fonts, struct error *error);
bool fonts_open(struct fonts *fonts, double scale, struct error *error); /* closes those before */
void fonts_close(struct fonts *fonts);
void fonts_forget(struct fonts *fonts);
/* How many bytes of the text are set in one font, and which: words in the style's own or in a spare
 * one, or a character of a word that no font has as a whole. The text is shorter than LABEL_BYTES;
 * the font is valid until the next call. */
size_t fonts_next_run(struct fonts *fonts, enum canvas_style style, double scale, const char *text,
                      TTF_Font **font);

/* draw/sheet.c: NULL if it is not there (any more). */
struct cached *cache_find(struct canvas *canvas, const char *key);
/* Takes over the texture, which may be NULL (nothing to show). */
struct cached *cache_add(struct canvas *canvas, const char *key, SDL_Texture *texture, int width,
                         int height);
void cache_trim(struct canvas *canvas);
void cache_clear(struct canvas *canvas);

/* Cairo's premultiplied pixels as a texture with straight alpha, or (opaque) as they
 * are. NULL if the renderer cannot make one. */
SDL_Texture *pixels_make_texture(struct canvas *canvas, cairo_surface_t *surface, bool opaque);

SDL_Color color_bytes(struct paper_color color);

/* draw/canvas.c. Textures are static; all that are drawn are made, or owned after they were made,
 * and freed (NULL is allowed) here. NULL if the renderer cannot make one. */
SDL_Texture *texture_create(struct canvas *canvas, bool opaque, int width, int height);
SDL_Texture *texture_own(struct canvas *canvas, SDL_Texture *texture, bool opaque);
void texture_free(SDL_Texture *texture);
/* Draws a part of a texture (NULL is allowed). Whoever changes its pixels later spoils the box in
 * which they are seen. */
void canvas_put(struct canvas *canvas, SDL_Texture *texture, struct box from, struct box to);
void canvas_spoil(struct canvas *canvas, struct box box);
/* All of it, at (x, y). */
void canvas_copy(struct canvas *canvas, const struct cached *cached, int x, int y);

#endif
