/* What a frame shows is first listed and then painted, and that only where its list differs from
 * the one before: most of a window is the same from one frame to the next.
 *
 * The lists are compared in their order, and what only one of them has is damage. Each pixel
 * outside of that is made by the same things in the same order, so it is the same.
 */
#include "base/memory.h"
#include "draw/inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_AHEAD = 64, /* for where two lists agree again */
    NEAR_PIXELS = 4000
};

/* --- textures: what is listed must be there when it is painted, or be known to be gone ---------
 */

SDL_Texture *texture_own(struct canvas *canvas, SDL_Texture *texture, bool opaque)
{
    if (texture) {
        SDL_SetTextureUserData(texture, canvas);
        SDL_SetTextureBlendMode(texture, opaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
    }
    return texture;
}

SDL_Texture *texture_create(struct canvas *canvas, bool opaque, int width, int height)
{
    Uint32 format = opaque ? SDL_PIXELFORMAT_RGB888 : SDL_PIXELFORMAT_ARGB8888;
    return texture_own(
        canvas,
        SDL_CreateTexture(canvas->renderer, format, SDL_TEXTUREACCESS_STATIC, width, height),
        opaque);
}

static void strike_out(const struct listing *list, const SDL_Texture *texture)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i].texture == texture)
            list->items[i] = (struct listed){.kind = LISTED_GONE, .seen = list->items[i].seen};
}

void texture_free(SDL_Texture *texture)
{
    if (!texture)
        return;
    const struct canvas *canvas = SDL_GetTextureUserData(texture);
    strike_out(&canvas->now, texture);
    strike_out(&canvas->shown, texture);
    SDL_DestroyTexture(texture);
}

/* --- listing ---------------------------------------------------------------------------------- */

void canvas_put(struct canvas *canvas, SDL_Texture *texture, struct box from, struct box to)
{
    struct box seen = box_intersect(to, canvas_clip(canvas));
    if (texture && !box_is_empty(seen))
        list_add(
            &canvas->now,
            (struct listed){
                .kind = LISTED_TEXTURE, .texture = texture, .from = from, .to = to, .seen = seen});
}

void canvas_fill(struct canvas *canvas, struct box box, struct paper_color color)
{
    struct box seen = box_intersect(box, canvas_clip(canvas));
    if (!canvas->muted && !box_is_empty(seen))
        list_add(&canvas->now,
                 (struct listed){.kind = LISTED_COLOR, .seen = seen, .color = color_bytes(color)});
}

/* A part more costs about as much as so many pixels. */
static bool join_near(struct box a, struct box b)
{
    return box_area(box_join(a, b)) <= box_area(a) + box_area(b) + NEAR_PIXELS;
}

void canvas_spoil(struct canvas *canvas, struct box box)
{
    boxes_add(&canvas->damage, box_intersect(box, canvas->box), join_near);
}

void canvas_lose(struct canvas *canvas)
{
    canvas->shown_box = (struct box){0};
}

/* --- comparing -------------------------------------------------------------------------------- */

/* Without padding, so that they can be compared as bytes. */
_Static_assert(sizeof(struct listed) == sizeof(SDL_Texture *) + 3 * sizeof(struct box) + 8, "");

static bool agree(const struct listing *one, int i, const struct listing *other, int j)
{
    return i < one->count && j < other->count && one->items[i].kind != LISTED_GONE &&
           memcmp(&one->items[i], &other->items[j], sizeof *one->items) == 0;
}

/* Over so many that the other list has not. */
static void pass_over(struct canvas *canvas, const struct listing *list, int *index, int count)
{
    for (; count > 0 && *index < list->count; count--)
        canvas_spoil(canvas, list->items[(*index)++].seen);
}

static void compare(struct canvas *canvas)
{
    const struct listing *old = &canvas->shown, *now = &canvas->now;
    int i = 0, j = 0;
    while (i < old->count || j < now->count) {
        int ahead = 0;
        while (ahead < LOOK_AHEAD && !agree(old, i + ahead, now, j) &&
               !agree(old, i, now, j + ahead))
            ahead++;
        bool lost = ahead == LOOK_AHEAD, gone = !lost && agree(old, i + ahead, now, j);
        pass_over(canvas, old, &i, lost ? 1 : gone ? ahead : 0);
        pass_over(canvas, now, &j, lost ? 1 : gone ? 0 : ahead);
        i += !lost;
        j += !lost;
    }
}

/* --- painting --------------------------------------------------------------------------------- */

static bool is_opaque(const struct listed *listed)
{
    SDL_BlendMode mode = SDL_BLENDMODE_BLEND;
    if (listed->kind == LISTED_TEXTURE)
        SDL_GetTextureBlendMode(listed->texture, &mode);
    return listed->kind == LISTED_COLOR ? listed->color.a == 255 : mode == SDL_BLENDMODE_NONE;
}

/* The last that hides all before it. */
static int first_seen(const struct listing *list, struct box part)
{
    int i = list->count - 1;
    while (i > 0 && (!box_is_same(box_intersect(list->items[i].seen, part), part) ||
                     !is_opaque(&list->items[i])))
        i--;
    return i > 0 ? i : 0;
}

/* Cut here: SDL cuts a stretched copy by shrinking its source, too, and draws nothing when less
 * than a pixel of that is left. What is stretched is one pixel wide or high. */
static void copy_part(SDL_Renderer *renderer, const struct listed *listed, const SDL_Rect *part)
{
    struct box from = listed->from, to = listed->to;
    SDL_Rect source = {from.x, from.y, 1, 1};
    if (from.w == to.w) {
        source.x += part->x - to.x;
        source.w = part->w;
    }
    if (from.h == to.h) {
        source.y += part->y - to.y;
        source.h = part->h;
    }
    SDL_RenderCopy(renderer, listed->texture, &source, part);
}

static void paint_part(const struct canvas *canvas, struct box part)
{
    SDL_Renderer *renderer = canvas->renderer;
    for (int i = first_seen(&canvas->now, part); i < canvas->now.count; i++) {
        const struct listed *listed = &canvas->now.items[i];
        struct box box = box_intersect(listed->seen, part);
        SDL_Rect rect = {box.x, box.y, box.w, box.h};
        SDL_Color color = listed->color;
        if (box_is_empty(box))
            continue;
        if (listed->kind == LISTED_TEXTURE) {
            copy_part(renderer, listed, &rect);
        } else if (listed->kind == LISTED_COLOR) {
            SDL_SetRenderDrawBlendMode(renderer, is_opaque(listed) ? SDL_BLENDMODE_NONE
                                                                   : SDL_BLENDMODE_BLEND);
            SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, color.a);
            SDL_RenderFillRect(renderer, &rect);
        }
    }
}

/* A graphics card may keep nothing of the frame before. */
static bool is_kept(const struct canvas *canvas)
{
    SDL_RendererInfo info;
    return SDL_GetRendererInfo(canvas->renderer, &info) == 0 &&
           (info.flags & SDL_RENDERER_SOFTWARE) != 0;
}

static void hand_over(struct canvas *canvas, SDL_Window *window, bool kept)
{
    SDL_Rect rects[BOXES_LIMIT];
    int count = canvas->damage.count;
    for (int i = 0; i < count; i++) {
        struct box box = canvas->damage.at[i];
        rects[i] = (SDL_Rect){box.x, box.y, box.w, box.h};
    }
    if (!kept)
        SDL_RenderPresent(canvas->renderer);
    else if (SDL_RenderFlush(canvas->renderer) != 0 ||
             (window && SDL_UpdateWindowSurfaceRects(window, rects, count) != 0))
        canvas_lose(canvas);
}

void canvas_show(struct canvas *canvas, SDL_Window *window)
{
    bool kept = is_kept(canvas);
    if (kept && box_is_same(canvas->box, canvas->shown_box))
        compare(canvas);
    else
        canvas->damage = (struct boxes){{canvas->box}, 1};
    for (int i = 0; i < canvas->damage.count; i++)
        paint_part(canvas, canvas->damage.at[i]);
    canvas->shown_box = canvas->box;
    hand_over(canvas, window, kept);
    canvas->damage.count = 0;
    struct listing old = canvas->shown;
    canvas->shown = canvas->now;
    canvas->now = old;
    canvas->now.count = 0;
}
