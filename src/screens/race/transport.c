/* See transport.h. */
#include "screens/race/transport.h"

static const double SIDE = RACE_TRANSPORT_SIDE, GAP = RACE_TRANSPORT_GAP; /* interface pixels */

static struct box take(struct layout *row)
{
    struct box box = layout_take(row, AT_LEFT, SIDE);
    return box_centre(box, box.w, canvas_units(ui_canvas(row->ui), SIDE));
}

enum race_press race_build_transport(struct layout *row, struct race_transport state)
{
    const struct {
        const char *id, *text;
        enum icon icon;
        bool possible;
    } icons[RACE_TRANSPORT_ICONS] = {
        {"button to-start", "to the start", ICON_TO_START, state.can_go_back},
        {"button step-back", "a step back", ICON_BACK, state.can_go_back},
        {"button play", state.playing ? "pause" : "play", state.playing ? ICON_PAUSE : ICON_PLAY,
         state.can_play},
        {"button step-forward", "a step forward", ICON_FORWARD, state.can_go_on},
        {"button to-end", "to the end", ICON_TO_END, state.can_go_on},
    };
    enum race_press pressed = PRESS_NONE;
    for (int i = 0; i < RACE_TRANSPORT_ICONS; i++) {
        enum race_press press = (enum race_press)(PRESS_START + i);
        struct ui_sign sign = {icons[i].icon, SIDE, 7, press == PRESS_PLAY, !icons[i].possible};
        if (ui_sign_button(row->ui, icons[i].id, icons[i].text, take(row), sign).clicked)
            pressed = press;
    }
    return pressed;
}

void race_build_speeds(struct layout *row, const struct race_speed *speeds, int count, int *speed)
{
    struct canvas *canvas = ui_canvas(row->ui);
    bool all = row->rest.w >= count * canvas_units(canvas, SIDE + GAP) - canvas_units(canvas, GAP);
    if (!all && ui_button(row->ui, "choice speed", speeds[*speed].name, take(row), LOOK_PLAIN))
        *speed = (*speed + 1) % count;
    for (int i = 0; i < count && all; i++)
        if (ui_button(row->ui, speeds[i].id, speeds[i].name, take(row),
                      i == *speed ? LOOK_PRIMARY : LOOK_PLAIN))
            *speed = i;
}
