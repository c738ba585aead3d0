/* What is painted where a frame differs from the one before is what painting all of it gives. */
#include "base/number.h"
#include "draw/inside.h"
#include "support/cmocka.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 300, HEIGHT = 200, FRAMES = 400, THINGS = 24, KINDS = 60 };

struct stage {
    SDL_Surface *surface;
    SDL_Renderer *renderer;
    struct canvas *canvas;
    SDL_Texture *ground; /* as a sheet's: its pixels change in part */
};

static struct stage open_stage(void)
{
    struct stage stage;
    struct error error;
    stage.surface = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_RGB888);
    stage.renderer = SDL_CreateSoftwareRenderer(stage.surface);
    stage.canvas = canvas_create(stage.renderer, &error);
    assert_non_null(stage.canvas);
    stage.ground = texture_create(stage.canvas, true, WIDTH, HEIGHT);
    assert_non_null(stage.ground);
    return stage;
}

static void close_stage(struct stage *stage)
{
    texture_free(stage->ground);
    canvas_free(stage->canvas);
    SDL_DestroyRenderer(stage->renderer);
    SDL_FreeSurface(stage->surface);
}

static int below(struct random *random, int limit)
{
    return (int)random_below(random, (uint32_t)limit);
}

/* One of many, each always the same and at its place. */
static void draw_thing(struct canvas *canvas, int kind)
{
    struct random random = random_seeded((uint64_t)kind);
    int x = below(&random, WIDTH), y = below(&random, HEIGHT);
    struct box box = {x - 40, y - 40, 20 + below(&random, 90), 20 + below(&random, 60)};
    struct paper_color color = {below(&random, 10) / 10.0, 0.4, 0.7, below(&random, 2) ? 1 : 0.5};
    struct card card = {color, {0, 0, 0, 1}, .radius = 5, .edge_width = 1.5, .shadow = kind % 2};
    double points[4] = {box.x, box.y, x, y};
    struct stroke stroke = {color, 3, 0};
    canvas_push_clip(canvas, box_make(0, 0, WIDTH - kind, HEIGHT));
    switch (below(&random, 4)) {
    case 0:
        canvas_fill(canvas, box, color);
        break;
    case 1:
        canvas_card(canvas, box, &card);
        break;
    case 2:
        canvas_stroke(canvas, points, 2, &stroke);
        break;
    default:
        canvas_text(canvas, STYLE_BODY, color, "Some words", box, ALIGN_LEFT);
    }
    canvas_pop_clip(canvas);
}

/* The ground has another tint within a box, in which nothing else need have changed. */
static void draw(const struct stage *stage, const int *things, int count, struct box fresh,
                 int tint)
{
    static uint32_t pixels[WIDTH * HEIGHT];
    SDL_Rect rect = {fresh.x, fresh.y, fresh.w, fresh.h};
    struct canvas *canvas = stage->canvas;
    memset(pixels, tint, sizeof pixels);
    SDL_UpdateTexture(stage->ground, &rect, pixels, WIDTH * 4);
    canvas_spoil(canvas, fresh);
    canvas_put(canvas, stage->ground, canvas_box(canvas), canvas_box(canvas));
    for (int i = 0; i < count; i++)
        draw_thing(canvas, things[i]);
    canvas_show(canvas, NULL);
}

/* One more or one less, anywhere. */
static void change(struct random *random, int *things, int *count)
{
    bool more = *count == 0 || (*count < THINGS && below(random, 2));
    int place = below(random, *count + more);
    size_t behind = (size_t)(*count - place) * sizeof *things;
    if (more)
        memmove(things + place + 1, things + place, behind);
    else
        memmove(things + place, things + place + 1, behind - sizeof *things);
    if (more)
        things[place] = below(random, KINDS);
    *count += more ? 1 : -1;
}

/* How the renderer rounds depends on how it cuts. */
static bool looks_same(const SDL_Surface *one, const SDL_Surface *other)
{
    const unsigned char *mine = one->pixels, *theirs = other->pixels;
    int i = 0;
    while (i < HEIGHT * one->pitch && (i % 4 == 3 || abs(mine[i] - theirs[i]) <= 3))
        i++;
    return i == HEIGHT * one->pitch;
}

static void a_frame_in_part_is_one_painted_whole(void **state)
{
    (void)state;
    struct stage part = open_stage(), whole = open_stage();
    struct random random = random_seeded(1);
    int things[THINGS], count = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        struct box fresh = {below(&random, 200), below(&random, 100), 50, below(&random, 2) * 30};
        for (int changes = below(&random, 3); changes > 0; changes--)
            change(&random, things, &count);
        canvas_begin(part.canvas, WIDTH, HEIGHT, 1);
        canvas_begin(whole.canvas, WIDTH, HEIGHT, 1);
        if (frame % 20 == 0)
            canvas_drop_textures(part.canvas);
        canvas_lose(whole.canvas);
        if (frame == 0)
            fresh = canvas_box(whole.canvas);
        draw(&part, things, count, fresh, frame);
        draw(&whole, things, count, fresh, frame);
        if (!looks_same(part.surface, whole.surface))
            fail_msg("frame %d, of %d things", frame, count);
    }
    close_stage(&part);
    close_stage(&whole);
}

static void a_texture_that_goes_before_it_is_painted_is_not(void **state)
{
    (void)state;
    struct stage stage = open_stage();
    struct box whole = {0, 0, WIDTH, HEIGHT};
    canvas_begin(stage.canvas, WIDTH, HEIGHT, 1);
    canvas_fill(stage.canvas, whole, (struct paper_color){1, 1, 1, 1});
    canvas_put(stage.canvas, stage.ground, whole, whole);
    texture_free(stage.ground);
    stage.ground = NULL;
    canvas_show(stage.canvas, NULL);
    assert_int_equal(*(uint32_t *)stage.surface->pixels & 0xffffff, 0xffffff);
    close_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_in_part_is_one_painted_whole),
        cmocka_unit_test(a_texture_that_goes_before_it_is_painted_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
