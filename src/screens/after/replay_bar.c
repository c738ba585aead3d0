/* Under the replay's sheet: buttons, slider, speed, and the sentence about the last action. */
#include "screens/after/replay_inside.h"

#include "draw/icons.h"

#include <stdio.h>
#include <string.h>

static const double ROW_HEIGHT = 56, SENTENCE_HEIGHT = 40; /* interface pixels */
static const double ICON_SIDE = 44, SPEED_WIDTH = 44, GAP = 6, SIDE = 14;
static const double COUNT_WIDTH = 112, SLIDER_LEAST = 150;

/* --- buttons with a sign ---------------------------------------------------------------------- */

/* What cannot be done now is pale and no target. */
static bool build_icon(struct ui *ui, const char *id, const char *text, enum icon icon,
                       struct box box, bool possible)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = {0};
    if (possible)
        state = ui_target(ui, id, box, text);
    bool primary = icon == ICON_PLAY || icon == ICON_PAUSE;
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct card card = {.radius = 7, .edge = theme->action, .edge_width = 1.5};
    card.fill = primary ? color_mix(theme->action, theme->ink, strength * 2)
                        : color_mix(theme->card, theme->action, strength);
    if (!possible) {
        card.edge = theme->panel_edge;
        card.fill = theme->panel;
    }
    struct paper_color color = primary ? theme->action_text : theme->action;
    if (!possible)
        color = color_mix(theme->panel, theme->ink_soft, 0.5);
    canvas_card(canvas, box, &card);
    canvas_icon(canvas, icon, box, color);
    if (state.ring)
        ui_focus_ring(ui, box, 7);
    return state.clicked;
}

static void step_to(struct app *app, struct replay_screen *replay, int steps)
{
    replay_play(app, replay, false);
    replay_seek(app, replay, steps);
}

static struct box take(struct canvas *canvas, struct box *row, double width)
{
    struct box box = box_cut_left(row, canvas_units(canvas, width));
    box_cut_left(row, canvas_units(canvas, GAP));
    return box_centre(box, box.w, canvas_units(canvas, ICON_SIDE));
}

static void build_icons(struct app *app, struct ui *ui, struct replay_screen *replay,
                        struct box *row)
{
    struct canvas *canvas = ui_canvas(ui);
    int steps = replay->steps, most = session_step_count(replay->session);
    if (build_icon(ui, "button to-start", "to the start", ICON_TO_START,
                   take(canvas, row, ICON_SIDE), steps > 0))
        step_to(app, replay, 0);
    if (build_icon(ui, "button step-back", "a step back", ICON_BACK, take(canvas, row, ICON_SIDE),
                   steps > 0))
        step_to(app, replay, steps - 1);
    if (build_icon(ui, "button play", replay->playing ? "pause" : "play",
                   replay->playing ? ICON_PAUSE : ICON_PLAY, take(canvas, row, ICON_SIDE),
                   most > 0))
        replay_play(app, replay, !replay->playing);
    if (build_icon(ui, "button step-forward", "a step forward", ICON_FORWARD,
                   take(canvas, row, ICON_SIDE), steps < most))
        step_to(app, replay, steps + 1);
    if (build_icon(ui, "button to-end", "to the end", ICON_TO_END, take(canvas, row, ICON_SIDE),
                   steps < most))
        step_to(app, replay, most);
}

/* --- speed ------------------------------------------------------------------------------------ */

/* A button a speed, or one that goes through them where there is no room. */
static void build_speeds(struct ui *ui, struct replay_screen *replay, struct box *row, bool all)
{
    static const char *const ids[REPLAY_SPEEDS] = {"choice speed 0.5", "choice speed 1",
                                                   "choice speed 2", "choice speed 4"};
    struct canvas *canvas = ui_canvas(ui);
    if (!all) {
        if (ui_button(ui, "choice speed", replay_speed_names[replay->speed],
                      take(canvas, row, SPEED_WIDTH), LOOK_PLAIN))
            replay->speed = (replay->speed + 1) % REPLAY_SPEEDS;
        return;
    }
    for (int i = 0; i < REPLAY_SPEEDS; i++)
        if (ui_button(ui, ids[i], replay_speed_names[i], take(canvas, row, SPEED_WIDTH),
                      i == replay->speed ? LOOK_PRIMARY : LOOK_PLAIN))
            replay->speed = i;
}

/* --- slider ----------------------------------------------------------------------------------- */

static void build_slider(struct app *app, struct ui *ui, struct replay_screen *replay,
                         struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    int most = session_step_count(replay->session), steps = replay->steps;
    char text[40];
    snprintf(text, sizeof text, "%d of %d", steps, most);
    struct box count = box_cut_right(&row, canvas_units(canvas, COUNT_WIDTH));
    struct ui_range range = {.maximum = most, .step = 1, .unit = ""};
    if (ui_slider(ui, "slider replay", text, row, &steps, &range))
        step_to(app, replay, steps);
    snprintf(text, sizeof text, "%d of %d", replay->steps, most);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, text, count, ALIGN_CENTRE);
}

/* --- the sentence ----------------------------------------------------------------------------- */

/* All that the log says of the last action that is shown. */
static void print_sentences(const struct replay_screen *replay, char *into, size_t size)
{
    int steps = replay->steps, round;
    into[0] = '\0';
    if (steps == 0) {
        snprintf(into, size, "Before the start.");
        return;
    }
    int line = session_log_count_after(replay->session, steps - 1);
    for (size_t used = 0; line < session_log_count_after(replay->session, steps); line++) {
        snprintf(into + used, size - used, "%s%s", used ? " " : "",
                 session_log_line(replay->session, line, &round));
        used = strlen(into);
    }
    if (into[0] == '\0')
        snprintf(into, size, "%s moves to %s.", replay_name_of_car(replay, replay_car(replay)),
                 session_step(replay->session, steps - 1).action);
}

static void build_sentence(struct ui *ui, const struct replay_screen *replay, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char sentence[1000];
    print_sentences(replay, sentence, sizeof sentence);
    int car = replay->steps > 0 ? session_step(replay->session, replay->steps - 1).car : 0;
    if (car > 0) {
        struct box mark = box_cut_left(&row, canvas_units(canvas, 30));
        canvas_mark(canvas, replay_pen_of_car(replay, car), mark.x + canvas_units(canvas, 10),
                    mark.y + mark.h / 2.0, canvas_units(canvas, 18));
    }
    const char *keys = "Space play · arrows step · Esc back";
    int width = canvas_text_width(canvas, STYLE_SMALL, keys);
    if (canvas_text_width(canvas, STYLE_BODY, sentence) + width + canvas_units(canvas, 20) < row.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, keys, box_cut_right(&row, width),
                    ALIGN_RIGHT);
    canvas_text(canvas, STYLE_BODY, theme->ink, sentence, row, ALIGN_LEFT);
    ui_status(ui, sentence);
}

/* --- all of it -------------------------------------------------------------------------------- */

enum { ICONS = 5 };

/* Does everything stand in one row? */
static bool is_wide(const struct canvas *canvas, int width)
{
    double all = 2 * SIDE + ICONS * (ICON_SIDE + GAP) + REPLAY_SPEEDS * (SPEED_WIDTH + GAP) +
                 SLIDER_LEAST + COUNT_WIDTH;
    return width >= canvas_units(canvas, all);
}

static bool has_all_speeds(const struct canvas *canvas, int width)
{
    double all = 2 * SIDE + ICONS * (ICON_SIDE + GAP) + REPLAY_SPEEDS * (SPEED_WIDTH + GAP);
    return width >= canvas_units(canvas, all);
}

int replay_bar_height(const struct canvas *canvas, int width)
{
    int rows = is_wide(canvas, width) ? 1 : 2;
    return rows * canvas_units(canvas, ROW_HEIGHT) + canvas_units(canvas, SENTENCE_HEIGHT);
}

void replay_build_bar(struct app *app, struct ui *ui, struct replay_screen *replay, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool wide = is_wide(canvas, box.w), all = has_all_speeds(canvas, box.w);
    int row_height = canvas_units(canvas, ROW_HEIGHT);
    canvas_fill(canvas, box, theme->card);
    canvas_fill(canvas, box_make(box.x, box.y, box.w, canvas_units(canvas, 1)), theme->panel_edge);
    struct box rest = box_inset(box, canvas_units(canvas, SIDE), 0);
    struct box sentence = box_cut_bottom(&rest, canvas_units(canvas, SENTENCE_HEIGHT));
    struct box slider = {0};
    if (!wide)
        slider = box_cut_top(&rest, row_height);
    struct box row = rest;
    build_icons(app, ui, replay, &row);
    if (wide) {
        int speeds = REPLAY_SPEEDS * canvas_units(canvas, SPEED_WIDTH + GAP);
        struct box right = box_cut_right(&row, speeds);
        box_cut_left(&row, canvas_units(canvas, GAP));
        build_slider(app, ui, replay, row);
        build_speeds(ui, replay, &right, true);
    } else {
        build_slider(app, ui, replay, slider);
        build_speeds(ui, replay, &row, all);
    }
    build_sentence(ui, replay, sentence);
}
