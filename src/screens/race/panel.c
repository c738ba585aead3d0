/* The side panel and the bottom line: whose turn it is, how everybody stands, what happened.
 *
 * With more players or less room the cards get lower before they scroll: two lines, two small
 * ones, one line, one small one. While everything is folded away, a chip says whose turn it is.
 */
#include "draw/icons.h"
#include "screens/race/inside.h"
#include "screens/workshop.h"

#include <stdio.h>
#include <string.h>

static const double PADDING = 14; /* interface pixels */
static const double LOG_LEAST = 80;
static const Uint32 DOUBLE_CLICK = 450; /* milliseconds */

/* One way to draw a card, largest first; sizes in interface pixels. */
struct card_size {
    double height, gap;
    bool second_line;
    enum canvas_style name;
    double mark, side; /* side: left and right of what is on it */
};
static const struct card_size card_sizes[] = {
    {78, 10, true, STYLE_HEADING, 22, 12},
    {56, 7, true, STYLE_STRONG, 18, 12},
    {36, 5, false, STYLE_STRONG, 15, 8},
    {28, 4, false, STYLE_STRONG, 14, 8},
};
enum { CARD_SIZES = sizeof card_sizes / sizeof card_sizes[0], LOWEST_OF_TWO_LINES = 1 };

static void draw_header(struct canvas *canvas, const struct race_screen *race, struct box *rest)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct setup *setup = session_setup(race->session);
    int indent = canvas_units(canvas, 6);
    struct box title = box_cut_top(rest, canvas_line_height(canvas, STYLE_TITLE));
    title = box_inset(title, indent, 0);
    const char *name = course_name(setup->course)[0] ? course_name(setup->course) : "A race";
    bool wide = canvas_text_width(canvas, STYLE_TITLE, name) <= title.w;
    canvas_text(canvas, wide ? STYLE_TITLE : STYLE_HEADING, theme->ink, name, title, ALIGN_LEFT);
    box_cut_top(rest, canvas_units(canvas, 3));
    int width = title.w, line = canvas_line_height(canvas, STYLE_SMALL);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, race->words.progress, width);
    struct box second = box_cut_top(rest, height > line ? height : line);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, race->words.progress,
                     box_inset(second, indent, 0), ALIGN_LEFT);
    box_cut_top(rest, canvas_units(canvas, 10));
}

static const double ROBOT_SIDE = 15, ROBOT_GAP = 6;

/* The name, and behind it the sign of a computer with the word for it, if there is room. */
static void draw_name(struct canvas *canvas, const struct race_screen *race, int car,
                      const char *name, enum canvas_style style, bool drives, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *driver = race_driver_word(race, car);
    int side = canvas_units(canvas, ROBOT_SIDE), gap = canvas_units(canvas, ROBOT_GAP);
    int behind = driver[0] ? side + gap : 0;
    int room = row.w - behind, width = canvas_text_width(canvas, style, name);
    width = width < room ? width : room;
    canvas_text(canvas, style, drives ? theme->ink : theme->ink_soft, name,
                box_cut_left(&row, width), ALIGN_LEFT);
    if (!driver[0])
        return;
    box_cut_left(&row, gap);
    canvas_icon(canvas, ICON_ROBOT, box_centre(box_cut_left(&row, side), side, side),
                theme->ink_soft);
    box_cut_left(&row, gap - 2);
    if (canvas_text_width(canvas, STYLE_SMALL, driver) <= row.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, driver, row, ALIGN_LEFT);
}

static void draw_card_content(struct canvas *canvas, const struct race_screen *race, int number,
                              struct box box, const struct card_size *size)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box inner = box_inset(box, canvas_units(canvas, size->side), canvas_units(canvas, 5));
    struct box mark = box_cut_left(&inner, canvas_units(canvas, size->mark + size->side));
    struct box first = inner, second = {0};
    if (size->second_line) {
        first = box_cut_top(&inner, inner.h / 2);
        second = inner;
    }
    struct view_team team;
    char name[PLAYER_NAME_BYTES];
    struct shown_race shown = race_shown(race);
    shown_team(&shown, number, &team);
    if (team.count > 1)
        snprintf(name, sizeof name, "Car %d", team.which);
    else
        snprintf(name, sizeof name, "%s", race_name_of_car(race, number));
    canvas_mark(canvas, race_pen_of_car(race, number),
                mark.x + canvas_units(canvas, size->mark / 2 + 1), first.y + first.h / 2.0,
                canvas_units(canvas, size->mark));
    bool drives = shown_panel(&shown, canvas, number, &first, size->second_line ? &second : NULL);
    box_cut_right(&first, canvas_units(canvas, size->second_line ? 8 : 2));
    if (team.count > 1)
        canvas_text(canvas, size->name, drives ? theme->ink : theme->ink_soft, name, first,
                    ALIGN_LEFT);
    else
        draw_name(canvas, race, number, name, size->name, drives, first);
}

static void click_player(struct app *app, struct race_screen *race, int car)
{
    Uint32 now = SDL_GetTicks();
    bool twice = race->clicked_player == car && now - race->clicked_at < DOUBLE_CLICK;
    race->clicked_player = twice ? 0 : car;
    race->clicked_at = now;
    if (twice)
        race_centre_car(app, race, car);
}

static void build_card(struct app *app, struct ui *ui, struct race_screen *race, int number,
                       struct box box, const struct card_size *size)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool active = number == race->car;
    struct card card = {
        .fill = active ? theme->card : theme->panel,
        .edge = active ? theme->pens[race_pen_of_car(race, number) - 1] : theme->panel_edge,
        .radius = 8,
        .edge_width = active ? 2.5 : 1.5,
    };
    char id[32];
    snprintf(id, sizeof id, "player %d", number);
    struct text words = {0};
    struct shown_race shown = race_shown(race);
    shown_say(&shown, number, &words);
    if (race_driver_word(race, number)[0])
        text_append_format(&words, ", driven by the computer: %s", race_driver_word(race, number));
    struct ui_state state = ui_target(ui, id, box, text_string(&words));
    text_free(&words);
    canvas_card(canvas, box, &card);
    draw_card_content(canvas, race, number, box, size);
    if (state.ring)
        ui_focus_ring(ui, box, 8);
    if (state.clicked)
        click_player(app, race, number);
}

static int card_height(struct canvas *canvas, const struct card_size *size)
{
    return canvas_units(canvas, size->height) + canvas_units(canvas, size->gap);
}

/* The name of a player with several cars stands over them, with the points. */
static bool has_team_line(const struct race_screen *race, int car, struct view_team *team)
{
    struct shown_race shown = race_shown(race);
    shown_team(&shown, car, team);
    return team->count > 1 && team->which == 1;
}

static const double TEAM_GAP = 5; /* below its line */

static int team_line_height(struct canvas *canvas)
{
    return canvas_line_height(canvas, STYLE_TITLE) + canvas_units(canvas, TEAM_GAP);
}

static void draw_team_line(struct canvas *canvas, const struct race_screen *race, int car,
                           const struct view_team *team, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box row = box_inset(box, canvas_units(canvas, 8), 0);
    box_cut_bottom(&row, canvas_units(canvas, TEAM_GAP));
    int width = canvas_text_width(canvas, STYLE_TITLE, team->score),
        mark = canvas_units(canvas, 20);
    canvas_text(canvas, STYLE_TITLE, theme->ink, team->score, box_cut_right(&row, width),
                ALIGN_RIGHT);
    box_cut_right(&row, canvas_units(canvas, 8));
    struct box left = box_cut_left(&row, mark + canvas_units(canvas, 10));
    canvas_mark(canvas, race_pen_of_car(race, car), left.x + mark / 2.0, left.y + left.h / 2.0,
                mark);
    draw_name(canvas, race, car, race_name_of_car(race, car), STYLE_HEADING, true, row);
}

static int team_lines_height(struct canvas *canvas, const struct race_screen *race, int count)
{
    int height = 0;
    struct view_team team;
    for (int car = 1; car <= count; car++)
        height += has_team_line(race, car, &team) ? team_line_height(canvas) : 0;
    return height;
}

/* The sizes of the cards: all alike, but the car to move has everything on its card if there is
 * room for that. */
struct card_choice {
    const struct card_size *all, *active;
    int height; /* of all cards */
};

static struct card_choice choose_cards(struct canvas *canvas, int count, bool active, int room)
{
    int chosen = 0;
    while (chosen + 1 < CARD_SIZES && count * card_height(canvas, &card_sizes[chosen]) > room)
        chosen++;
    const struct card_size *all = &card_sizes[chosen];
    struct card_choice cards = {all, all, count * card_height(canvas, all)};
    const struct card_size *larger = &card_sizes[LOWEST_OF_TWO_LINES];
    int taller = cards.height + card_height(canvas, larger) - card_height(canvas, all);
    if (active && !all->second_line && taller <= room) {
        cards.active = larger;
        cards.height = taller;
    }
    return cards;
}

static void build_cards(struct app *app, struct ui *ui, struct race_screen *race, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int count = race->family->game->car_count(session_race(race->session));
    int room = rest->h - canvas_units(canvas, LOG_LEAST);
    int teams = team_lines_height(canvas, race, count);
    if (room < teams + (count < 3 ? count : 3) * card_height(canvas, &card_sizes[CARD_SIZES - 1]))
        room = rest->h; /* whose turn it is matters more than what happened */
    struct card_choice cards = choose_cards(canvas, count, race->car > 0, room - teams);
    cards.height += teams;
    bool scrolls = cards.height > room;
    struct box area = box_cut_top(rest, scrolls ? room : cards.height);
    int y = area.y;
    if (scrolls)
        y = ui_scroll_begin(ui, "cards", area, &race->cards);
    int width = scrolls ? area.w - canvas_units(canvas, 12) : area.w;
    int order[CAR_LIMIT];
    struct shown_race shown = race_shown(race);
    shown_order(&shown, order);
    for (int i = 0; i < count; i++) {
        int car = order[i];
        const struct card_size *size = car == race->car ? cards.active : cards.all;
        struct view_team team;
        if (has_team_line(race, car, &team)) {
            struct box line = {area.x, y, width, team_line_height(canvas)};
            draw_team_line(canvas, race, car, &team, line);
            y += line.h;
        }
        struct box box = {area.x, y, width, canvas_units(canvas, size->height)};
        build_card(app, ui, race, car, box, size);
        y += card_height(canvas, size);
    }
    if (scrolls)
        ui_scroll_end(ui, y);
    if (scrolls && (race->revealed_car != race->car || race->revealed_in != area.h)) {
        char id[32];
        snprintf(id, sizeof id, "player %d", race->car);
        ui_reveal(ui, id);
    }
    race->revealed_car = race->car;
    race->revealed_in = area.h;
}

/* Where both have no room Ctrl+Y is left for doing again. */
static void build_undo(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 6);
    struct box undo = box_column(box, 0, 2, gap), redo = box_column(box, 1, 2, gap);
    bool narrow =
        undo.w < canvas_text_width(canvas, STYLE_BODY, "Undo") + 2 * canvas_units(canvas, 5);
    if (narrow)
        undo = box;
    bool undoes = session_can_undo(race->session) || race->words.half_chosen;
    if (!undoes)
        ui_button_disabled(ui, "Undo", undo);
    else if (ui_button(ui, "button undo", "Undo", undo, LOOK_PLAIN))
        race_undo(app, race);
    if (narrow)
        return;
    if (!session_can_redo(race->session))
        ui_button_disabled(ui, "Redo", redo);
    else if (ui_button(ui, "button redo", "Redo", redo, LOOK_PLAIN))
        race_redo(app, race);
}

static struct box cut_button_row(struct ui *ui, struct box *rest)
{
    struct box row = box_cut_bottom(rest, ui_button_height(ui));
    box_cut_bottom(rest, canvas_units(ui_canvas(ui), 10));
    return row;
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

static void build_switch(struct app *app, struct ui *ui, struct race_screen *race,
                         const struct view_switch *of, int index, struct box box)
{
    struct view_deed deed = {0};
    if (of->idle)
        ui_button_disabled(ui, of->label, box);
    if (of->idle || !ui_button(ui, of->id, of->label, box, of->on ? LOOK_PRIMARY : LOOK_PLAIN))
        return;
    race->family->flip(race->view, index, &deed);
    race_obey(app, race, &deed);
}

/* Undo, redo and menu, and between them what the family can switch. */
static void build_buttons(struct app *app, struct ui *ui, struct race_screen *race,
                          struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct view_switch switches[VIEW_SWITCHES];
    struct shown_race shown = race_shown(race);
    int count = shown_switches(&shown, switches), gap = canvas_units(canvas, 10);
    if (is_without_drivers(race)) {
        build_watching(app, ui, race, cut_button_row(ui, rest));
        return;
    }
    if (app->trying &&
        ui_button(ui, "button editor", "Back to the editor", cut_button_row(ui, rest), LOOK_PLAIN))
        workshop_go_on(app);
    struct box lower = cut_button_row(ui, rest);
    if (race->car == 0) { /* Ctrl+Z still takes the end back */
        if (ui_button(ui, "button menu", "Menu", lower, LOOK_PLAIN))
            app_open_over(app, race->menu);
        return;
    }
    struct box upper = cut_button_row(ui, rest);
    int beside = count > 0 ? count - 1 : 0; /* the menu; the other switches are beside undo */
    int least = canvas_text_width(canvas, STYLE_BODY, "Vectors") + canvas_units(canvas, 14);
    if (beside > 1 && box_column(lower, 0, beside + 1, gap).w < least)
        beside--;
    int columns = count - beside + 1;
    build_undo(app, ui, race, box_column(upper, 0, columns, gap));
    for (int i = 0; i < count; i++)
        build_switch(app, ui, race, &switches[i], i,
                     i < beside ? box_column(lower, i, beside + 1, gap)
                                : box_column(upper, 1 + i - beside, columns, gap));
    if (ui_button(ui, "button menu", "Menu", box_column(lower, beside, beside + 1, gap),
                  LOOK_PLAIN))
        app_open_over(app, race->menu);
}

void race_build_panel(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, PADDING);
    canvas_fill(canvas, box, theme->panel);
    struct box edge = {box.x, box.y, canvas_units(canvas, 1), box.h};
    canvas_fill(canvas, edge, theme->panel_edge);
    struct box rest = box_inset(box, padding, padding);
    draw_header(canvas, race, &rest);
    build_buttons(app, ui, race, &rest);
    build_cards(app, ui, race, &rest);
    race_build_log(ui, race, rest);
}

/* What is said beside whose turn it is: what the turn is about, or what happened last. */
static const char *said_sentence(const struct race_screen *race)
{
    if (race->words.remark[0])
        return race->words.remark;
    int round, count = session_log_count(race->session);
    return count > 0 ? session_log_line(race->session, count - 1, &round) : "";
}

/* As much of the keys as leaves the sentence whole. */
static void draw_keys(struct canvas *canvas, const struct race_screen *race, struct box *rest)
{
    int gap = canvas_units(canvas, 16);
    int room = rest->w - canvas_text_width(canvas, STYLE_SMALL, said_sentence(race)) - gap;
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
    bool thinks = race->watching && !race->paused;
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

void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->card);
    struct box edge = {box.x, box.y, box.w, canvas_units(canvas, 1)};
    canvas_fill(canvas, edge, theme->panel_edge);
    struct box rest = box_inset(box, canvas_units(canvas, PADDING), 0);
    if (race->car > 0) {
        struct box mark = box_cut_left(&rest, canvas_units(canvas, 30));
        canvas_mark(canvas, race_pen_of_car(race, race->car), mark.x + canvas_units(canvas, 10),
                    mark.y + mark.h / 2.0, canvas_units(canvas, 18));
    }
    const char *sentence = race->words.status;
    char point[32] = "";
    struct box told = box_cut_left(&rest, canvas_text_width(canvas, STYLE_STRONG, sentence));
    canvas_text(canvas, STYLE_STRONG, theme->ink, sentence, told, ALIGN_LEFT);
    draw_beats(app, canvas, race, box_cut_left(&rest, beats_width(canvas, race)));
    box_cut_left(&rest, canvas_units(canvas, 14));
    if (race->grid_known)
        snprintf(point, sizeof point, "(%d, %d)", race->grid.x, race->grid.y);
    int least = canvas_units(canvas, 84), wanted = canvas_text_width(canvas, STYLE_SMALL, point);
    struct box grid = box_cut_right(&rest, wanted > least ? wanted : least);
    box_cut_right(&rest, canvas_units(canvas, 8));
    canvas_text(canvas, STYLE_SMALL, theme->ink, point, grid, ALIGN_RIGHT);
    if (race->family->legend)
        race->family->legend(race->view, canvas, &rest);
    draw_keys(canvas, race, &rest);
    if (strcmp(said_sentence(race), sentence) != 0)
        canvas_text(canvas, STYLE_SMALL, race->words.remark[0] ? theme->ink : theme->ink_soft,
                    said_sentence(race), rest, ALIGN_LEFT);
}

static const double CHIP_SIDE = 12, CHIP_MARK = 28; /* interface pixels */

struct box race_chip_size(const struct race_screen *race, struct canvas *canvas)
{
    int margin = canvas_units(canvas, RACE_CHIP_MARGIN), side = canvas_units(canvas, CHIP_SIDE);
    int around = 2 * side + beats_width(canvas, race) +
                 (race->car > 0 ? canvas_units(canvas, CHIP_MARK) : 0);
    int most = race->sheet_box.w - 2 * margin - around;
    int width = canvas_text_width(canvas, STYLE_STRONG, race->words.status);
    width = width < most ? width : most;
    if (!race->folded || race->taught || width <= 0)
        return (struct box){0, 0, 0, 0};
    return (struct box){0, 0, width + around, canvas_units(canvas, RACE_CHIP_HEIGHT)};
}

void race_build_chip(const struct app *app, struct ui *ui, const struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = race->over[RACE_OVER_CHIP];
    int mark = race->car > 0 ? canvas_units(canvas, CHIP_MARK) : 0;
    if (box.w <= 0)
        return;
    struct card card = {theme->card, theme->panel_edge, 8, 1, false, true};
    canvas_card(canvas, box, &card);
    struct box rest = box_inset(box, canvas_units(canvas, CHIP_SIDE), 0);
    if (mark > 0)
        canvas_mark(canvas, race_pen_of_car(race, race->car), rest.x + canvas_units(canvas, 9),
                    rest.y + rest.h / 2.0, canvas_units(canvas, 18));
    box_cut_left(&rest, mark);
    draw_beats(app, canvas, race, box_cut_right(&rest, beats_width(canvas, race)));
    canvas_text(canvas, STYLE_STRONG, theme->ink, race->words.status, rest, ALIGN_LEFT);
}
