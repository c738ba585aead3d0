/* The side panel's buttons and the bottom line: whose turn it is, what is to be done. While
 * everything is folded away, a chip says whose turn it is.
 */
#include "base/pair.h"
#include "screens/race/inside.h"
#include "screens/workshop.h"

#include <stdio.h>
#include <string.h>

static const double PADDING = 14; /* interface pixels */

static struct box cut_row(struct ui *ui, struct box *rest, int height)
{
    struct box row = box_cut_bottom(rest, height);
    box_cut_bottom(rest, canvas_units(ui_canvas(ui), 10));
    return row;
}

static struct box cut_button_row(struct ui *ui, struct box *rest)
{
    return cut_row(ui, rest, ui_button_height(ui));
}

/* Nobody can choose, and there is nobody's move to undo. */
static bool is_without_drivers(const struct race_screen *race)
{
    return race->watching && !session_can_undo(race->session) && race_is_only_watched(race);
}

static void build_watching(struct app *app, struct ui *ui, struct race_screen *race, struct box row)
{
    int gap = canvas_units(ui_canvas(ui), 10);
    if (ui_button(ui, "button pause", race->paused ? "Go on" : "Pause", box_column(row, 0, 3, gap),
                  race->paused ? LOOK_PRIMARY : LOOK_PLAIN))
        race_pause(race);
    if (ui_button(ui, "button step", "Step", box_column(row, 1, 3, gap), LOOK_PLAIN))
        race_step(race);
    if (ui_button(ui, "button menu", "Menu", box_column(row, 2, 3, gap), LOOK_PLAIN))
        app_open_over(app, race->menu);
}

/* --- what can be pressed ---------------------------------------------------------------------- */

enum { PRESS_UNDO = -3, PRESS_REDO, PRESS_MENU }; /* beside the numbers of a family's switches */
enum { PRESSES = VIEW_SWITCHES + 2, SIGNS_IN_ROW = 3 };
static const double WORD_SIDE = 5, SIGN_SIDE = 22, SIGN_ROW = 34; /* interface pixels */

static void press(struct app *app, struct race_screen *race, int which)
{
    struct view_deed deed = {0};
    if (which == PRESS_MENU) {
        app_open_over(app, race->menu);
    } else if (which == PRESS_UNDO) {
        race_undo(app, race);
    } else if (which == PRESS_REDO) {
        race_redo(app, race);
    } else {
        race->family->flip(race->view, which, &deed);
        race_obey(app, race, &deed);
    }
}

static bool build_press(struct ui *ui, const struct view_switch *of, struct box box, bool signs)
{
    if (signs) {
        struct ui_sign sign = {of->icon, SIGN_SIDE, 7, of->on, of->idle};
        return ui_sign_button(ui, of->id, of->label, box, sign).clicked;
    }
    if (!of->idle)
        return ui_button(ui, of->id, of->label, box, of->on ? LOOK_PRIMARY : LOOK_PLAIN);
    ui_button_disabled(ui, of->label, box);
    return false;
}

static bool has_room(struct canvas *canvas, const struct view_switch *of, struct box box)
{
    return canvas_text_width(canvas, STYLE_BODY, of->label) + 2 * canvas_units(canvas, WORD_SIDE) <=
           box.w;
}

static bool have_room(struct canvas *canvas, const struct view_switch *presses, int count,
                      struct box row, int gap)
{
    for (int i = 0; i < count; i++)
        if (!has_room(canvas, &presses[i], box_column(row, i, count, gap)))
            return false;
    return true;
}

/* Undo shares its box with redo; where both have no room Ctrl+Y is left for doing again. */
static void build_row(struct app *app, struct ui *ui, struct race_screen *race,
                      const struct view_switch *presses, int count, struct box row, bool signs)
{
    struct canvas *canvas = ui_canvas(ui);
    struct view_switch redo = {PRESS_REDO, "button redo", "Redo",
                               ICON_REDO,  false,         !session_can_redo(race->session)};
    int gap = canvas_units(canvas, 10), little = canvas_units(canvas, 6);
    for (int i = 0; i < count; i++) {
        struct box box = box_column(row, i, count, gap);
        struct box half = box_column(box, 0, 2, little);
        bool both = presses[i].which == PRESS_UNDO && !signs && has_room(canvas, &presses[i], half);
        if (build_press(ui, &presses[i], both ? half : box, signs))
            press(app, race, presses[i].which);
        if (both && build_press(ui, &redo, box_column(box, 1, 2, little), false))
            press(app, race, PRESS_REDO);
    }
}

/* Undo, what the family can switch, and the menu: all in words, or where these have no room, on a
 * projector say, all as signs. */
static void build_presses(struct app *app, struct ui *ui, struct race_screen *race,
                          struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct view_switch presses[PRESSES] = {
        {PRESS_UNDO, "button undo", "Undo", ICON_UNDO, false,
         !session_can_undo(race->session) && !race->words.half_chosen}};
    int count = 1 + shown_switches(race_shown(race), presses + 1);
    presses[count++] =
        (struct view_switch){PRESS_MENU, "button menu", "Menu", ICON_MENU, false, false};
    int above = count > 2 ? 2 : 1, gap = canvas_units(canvas, 10);
    if (count - above > 2 && !have_room(canvas, presses + above, count - above, *rest, gap))
        above++;
    bool signs = !have_room(canvas, presses, above, *rest, gap) ||
                 !have_room(canvas, presses + above, count - above, *rest, gap);
    if (signs && count <= SIGNS_IN_ROW)
        above = 0;
    int height = signs ? canvas_units(canvas, SIGN_ROW) : ui_button_height(ui);
    struct box lower = cut_row(ui, rest, height);
    if (above > 0)
        build_row(app, ui, race, presses, above, cut_row(ui, rest, height), signs);
    build_row(app, ui, race, presses + above, count - above, lower, signs);
}

static void build_buttons(struct app *app, struct ui *ui, struct race_screen *race,
                          struct box *rest)
{
    if (is_without_drivers(race)) {
        build_watching(app, ui, race, cut_button_row(ui, rest));
        return;
    }
    if (app->trying &&
        ui_button(ui, "button editor", "Back to the editor", cut_button_row(ui, rest), LOOK_PLAIN))
        workshop_go_on(app);
    if (race->car > 0)
        build_presses(app, ui, race, rest);
    else if (ui_button(ui, "button menu", "Menu", cut_button_row(ui, rest), LOOK_PLAIN))
        press(app, race, PRESS_MENU); /* Ctrl+Z still takes the end back */
}

void race_build_panel(struct app *app, struct ui *ui, struct race_screen *race, struct box rest)
{
    build_buttons(app, ui, race, &rest);
    race_build_cards(app, ui, race, &rest);
    race_build_log(ui, race, rest);
}

/* What is said beside whose turn it is: what the turn is about, or what happened last. */
static const char *said_sentence(const struct race_screen *race)
{
    if (race->words.remark[0] || race_is_shown(race))
        return race->words.remark;
    int round, count = session_log_count(race->session);
    return count > 0 ? session_log_line(race->session, count - 1, &round) : "";
}

/* As much of the keys as leaves the sentence whole. */
static void draw_keys(struct canvas *canvas, const struct race_screen *race, const char *said,
                      struct box *rest)
{
    int gap = canvas_units(canvas, 16);
    int room = rest->w - canvas_text_width(canvas, STYLE_SMALL, said) - gap;
    const char *told = race->words.keys;
    if (canvas_text_width(canvas, STYLE_SMALL, told) > room)
        told = race->words.brief_keys;
    int width = canvas_text_width(canvas, STYLE_SMALL, told);
    if (width > room || (race->taught && race->car == 0))
        return;
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, told,
                box_cut_right(rest, width), ALIGN_RIGHT);
    box_cut_right(rest, gap);
}

/* Three dots behind "Enzo is thinking"; one of them wanders when it takes its time. */
static const double DOT_SIDE = 4, DOT_GAP = 4;

static int beats_width(const struct canvas *canvas, const struct race_screen *race)
{
    bool thinks = race->watching && !race->paused && !race_is_shown(race);
    return thinks ? canvas_units(canvas, RACE_BEATS * (DOT_SIDE + DOT_GAP)) : 0;
}

static void draw_beats(const struct app *app, struct canvas *canvas, const struct race_screen *race,
                       struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int beat = race_beat(app, race), side = canvas_units(canvas, DOT_SIDE);
    for (int i = 0; i < RACE_BEATS && box.w > 0; i++) {
        struct paper_color color = i == beat ? theme->ink : color_fade(theme->ink_soft, 0.5);
        struct card dot = {.fill = color, .edge = color, .radius = DOT_SIDE / 2};
        box_cut_left(&box, canvas_units(canvas, DOT_GAP));
        canvas_card(canvas, box_centre(box_cut_left(&box, side), side, side), &dot);
    }
}

static const double MARK_WIDTH = 28, MARK_SIDE = 18; /* interface pixels */

static int status_width(const struct race_screen *race, struct canvas *canvas)
{
    return (race_told_car(race) > 0 ? canvas_units(canvas, MARK_WIDTH) : 0) +
           canvas_text_width(canvas, STYLE_STRONG, race->words.status) + beats_width(canvas, race);
}

static void draw_mark(struct canvas *canvas, const struct race_screen *race, struct box *row)
{
    struct box mark = box_cut_left(row, canvas_units(canvas, MARK_WIDTH));
    canvas_mark(canvas, paper_pen_of(race->session, race_told_car(race)),
                mark.x + canvas_units(canvas, MARK_SIDE / 2), mark.y + mark.h / 2.0,
                canvas_units(canvas, MARK_SIDE));
}

/* Whose turn it is, from the left end of a row. */
static void draw_status(const struct app *app, struct canvas *canvas,
                        const struct race_screen *race, struct box *row)
{
    struct box box = box_cut_left(row, status_width(race, canvas));
    if (race_told_car(race) > 0)
        draw_mark(canvas, race, &box);
    draw_beats(app, canvas, race, box_cut_right(&box, beats_width(canvas, race)));
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, race->words.status, box,
                ALIGN_LEFT);
}

static const double STATUS_GAP = 14;

/* Whose turn it is, and what is said beside it, unless not even half of it has room; where a remark
 * has too little, whose turn it is is told by the mark alone, as it is by the cards. */
static const char *draw_sentences(const struct app *app, struct canvas *canvas,
                                  const struct race_screen *race, struct box *rest)
{
    const char *said = said_sentence(race), *brief = race->words.brief_remark;
    int room = rest->w - status_width(race, canvas) - canvas_units(canvas, STATUS_GAP);
    bool fits = canvas_text_width(canvas, STYLE_SMALL, said) <= room;
    if (!fits && brief[0]) {
        said = brief;
        fits = canvas_text_width(canvas, STYLE_SMALL, said) <= room;
    }
    if (!fits && race->words.remark[0] && race_told_car(race) > 0) {
        draw_mark(canvas, race, rest);
        return said;
    }
    draw_status(app, canvas, race, rest);
    box_cut_left(rest, canvas_units(canvas, STATUS_GAP));
    bool half = canvas_text_width(canvas, STYLE_SMALL, said) / 2 <= room;
    return half && strcmp(said, race->words.status) != 0 ? said : "";
}

void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box rest = box_inset(box, canvas_units(canvas, PADDING), 0);
    char point[48] = "";
    canvas_fill(canvas, box, theme->card);
    canvas_fill(canvas, box_cut_top(&box, canvas_units(canvas, 1)), theme->panel_edge);
    if (race->grid_known)
        snprintf(point, sizeof point, "%s", pair_of(race->grid.x, race->grid.y).text);
    int least = canvas_units(canvas, 84), wanted = canvas_text_width(canvas, STYLE_SMALL, point);
    struct box whole = rest, grid = box_cut_right(&rest, wanted > least ? wanted : least);
    box_cut_right(&rest, canvas_units(canvas, 8));
    /* What is said comes before room that is kept for a point. */
    if (!point[0] && canvas_text_width(canvas, STYLE_SMALL, said_sentence(race)) > rest.w)
        rest = whole;
    canvas_text(canvas, STYLE_SMALL, theme->ink, point, grid, ALIGN_RIGHT);
    if (race->family->legend)
        race->family->legend(race->view, canvas, &rest);
    const char *said = draw_sentences(app, canvas, race, &rest);
    draw_keys(canvas, race, said, &rest);
    canvas_text(canvas, STYLE_SMALL, race->words.remark[0] ? theme->ink : theme->ink_soft, said,
                rest, ALIGN_LEFT);
}

static const double CHIP_SIDE = 12; /* interface pixels */

struct box race_chip_size(const struct race_screen *race, struct canvas *canvas)
{
    int most = race->sheet_box.w - 2 * canvas_units(canvas, RACE_CHIP_MARGIN);
    int width = status_width(race, canvas) + 2 * canvas_units(canvas, CHIP_SIDE);
    if (!race->folded || race->taught || !race->words.status[0])
        return (struct box){0, 0, 0, 0};
    return (struct box){0, 0, width < most ? width : most, canvas_units(canvas, RACE_CHIP_HEIGHT)};
}

void race_build_chip(const struct app *app, struct ui *ui, const struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = race->over[RACE_OVER_CHIP];
    if (box.w <= 0)
        return;
    struct card card = {theme->card, theme->panel_edge, 8, 1, false, true};
    canvas_card(canvas, box, &card);
    struct box rest = box_inset(box, canvas_units(canvas, CHIP_SIDE), 0);
    draw_status(app, canvas, race, &rest);
}
