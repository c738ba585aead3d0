/* Screens drawn into memory: SDL needs no display for that. */
#include "pane.h"
#include "cmocka.h"

#include <string.h>

struct pane pane_open(int width, int height, double scale)
{
    struct error error = {0};
    struct pane pane = {.width = width, .height = height, .scale = scale};
    pane.surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGB888);
    assert_non_null(pane.surface);
    pane.renderer = SDL_CreateSoftwareRenderer(pane.surface);
    assert_non_null(pane.renderer);
    pane.canvas = canvas_create(pane.renderer, &error);
    if (!pane.canvas)
        fail_msg("%s", error.text);
    pane.ui = ui_create(pane.canvas);
    return pane;
}

void pane_close(struct pane *pane)
{
    ui_free(pane->ui);
    canvas_free(pane->canvas);
    SDL_DestroyRenderer(pane->renderer);
    SDL_FreeSurface(pane->surface);
}

void pane_build(struct pane *pane, pane_builder *build, void *data)
{
    for (int i = 0; i < 10; i++) {
        canvas_begin(pane->canvas, pane->width, pane->height, pane->scale);
        ui_begin_pass(pane->ui);
        build(pane->ui, data);
        if (!ui_end_pass(pane->ui))
            return;
    }
    fail_msg("the screen does not settle");
}

void pane_send(struct pane *pane, const SDL_Event *event, pane_builder *build, void *data)
{
    int reaction = ui_event(pane->ui, event);
    if (event->type == SDL_KEYDOWN && !(reaction & UI_TAKEN))
        reaction |= ui_late_key(pane->ui, &event->key.keysym);
    if (reaction & (UI_DEED | UI_LOOK))
        pane_build(pane, build, data);
}

const struct ui_target *pane_target(const struct pane *pane, const char *id)
{
    for (int i = 0; i < ui_target_count(pane->ui); i++)
        if (strcmp(ui_target_at(pane->ui, i)->id, id) == 0)
            return ui_target_at(pane->ui, i);
    return NULL;
}

void pane_click(struct pane *pane, const char *id, pane_builder *build, void *data)
{
    const struct ui_target *target = pane_target(pane, id);
    if (!target)
        fail_msg("there is no target %s", id);
    struct box box = target->box;
    /* The hand comes to it, so the click is meant for it, however new it is. */
    SDL_Event away = {.type = SDL_MOUSEMOTION};
    pane_send(pane, &away, build, data);
    SDL_Event event = {.type = SDL_MOUSEBUTTONDOWN};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = box.x + box.w / 2;
    event.button.y = box.y + box.h / 2;
    pane_send(pane, &event, build, data);
    event.type = SDL_MOUSEBUTTONUP;
    pane_send(pane, &event, build, data);
}

void pane_press(struct pane *pane, SDL_Keycode key, int modifiers, pane_builder *build, void *data)
{
    SDL_Event event = {.type = SDL_KEYDOWN};
    event.key.keysym.sym = key;
    event.key.keysym.mod = (Uint16)modifiers;
    pane_send(pane, &event, build, data);
}
