/* The side panel and the bottom line: whose turn it is, how everybody stands, what happened.
 *
 * With more players or less room the cards get lower before they scroll: two lines, two small
 * ones, one line, one small one.
 */
#include "screens/race_inside.h"

#include "base/number.h"
#include "paper/lettering.h"

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
    double mark;
};
static const struct card_size card_sizes[] = {
    {78, 10, true, STYLE_HEADING, 22},
    {56, 7, true, STYLE_STRONG, 18},
    {36, 5, false, STYLE_STRONG, 15},
    {28, 4, false, STYLE_STRONG, 14},
};
enum { CARD_SIZES = sizeof card_sizes / sizeof card_sizes[0] };

/* "Lap 2 of 3 · round 15", "Round 15 · par 31". */
static void print_progress(const struct race_screen *race, char *line, size_t size)
{
    const struct setup *setup = session_setup(race->session);
    const struct race *state = session_race(race->session);
    int laps = setup->values[FIELD_LAPS], round = setup->rules->round(state);
    int car = race->choice.car, par = 0;
    const char *why;
    if (race->par)
        par_found(race->par, 0, &par, &why);
    int lap = car ? graph_paper_lap(state, car) : 0;
    if (laps > 1 && !setup->track->open && lap > 0)
        snprintf(line, size, "Lap %d of %d · round %d", lap, laps, round);
    else
        snprintf(line, size, round > 0 ? "Round %d" : "Before the start", round);
    size_t length = strlen(line);
    if (par > 0)
        snprintf(line + length, size - length, " · par %d", par);
}

static void draw_header(struct canvas *canvas, const struct race_screen *race, struct box *rest)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct setup *setup = session_setup(race->session);
    int indent = canvas_units(canvas, 6);
    struct box title = box_cut_top(rest, canvas_line_height(canvas, STYLE_TITLE));
    title = box_inset(title, indent, 0);
    const char *name = setup->track->name[0] ? setup->track->name : "A race";
    bool wide = canvas_text_width(canvas, STYLE_TITLE, name) <= title.w;
    canvas_text(canvas, wide ? STYLE_TITLE : STYLE_HEADING, theme->ink, name, title, ALIGN_LEFT);
    box_cut_top(rest, canvas_units(canvas, 3));
    char line[80];
    print_progress(race, line, sizeof line);
    struct box second = box_cut_top(rest, canvas_line_height(canvas, STYLE_SMALL));
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, line, box_inset(second, indent, 0),
                ALIGN_LEFT);
    box_cut_top(rest, canvas_units(canvas, 10));
}

/* What the right half of a card says first: the place, and the lap where there are several. */
static void print_standing(const struct race_screen *race, int number, char *text, size_t size)
{
    const struct race *state = session_race(race->session);
    const struct setup *setup = session_setup(race->session);
    const struct car *car = graph_paper_car(state, number);
    char ordinal[16] = "";
    int place = standing_place(&race->standing, state, number);
    int lap = graph_paper_lap(state, number);
    bool several = setup->values[FIELD_LAPS] > 1 && !setup->track->open && lap > 0;
    if (place > 0)
        snprintf(ordinal, sizeof ordinal, "%d%s", place, number_ordinal_ending(place));
    if (car->status == CAR_RETIRED)
        snprintf(text, size, "out");
    else if (car->status == CAR_WAITING)
        snprintf(text, size, "not started");
    else if (car->status == CAR_RACING && several)
        snprintf(text, size, "lap %d%s%s", lap, place ? " · " : "", ordinal);
    else
        snprintf(text, size, "%s", ordinal);
}

static void print_supplies(const struct race_screen *race, int number, char *text, size_t size)
{
    const struct car *car = graph_paper_car(session_race(race->session), number);
    text[0] = '\0';
    bool running = car->status == CAR_RACING || car->status == CAR_WAITING;
    if (running && session_setup(race->session)->values[FIELD_NITROS] > 0)
        snprintf(text, size,
                 car->nitros == 1   ? "1 nitro"
                 : car->nitros == 0 ? "no nitros"
                                    : "%d nitros",
                 car->nitros);
}

static void print_speed(const struct car *car, char *text, size_t size)
{
    text[0] = '\0';
    if (car->status == CAR_RACING || car->status == CAR_OUTSIDE) {
        char vector[LETTERING_VELOCITY_BYTES];
        lettering_print_vector(car->velocity, vector);
        snprintf(text, size, "%s", strcmp(vector, "0") == 0 ? "stands" : vector);
    }
}

struct tally_look {
    int count;
    const struct paper_theme *theme;
};

static void paint_tally(cairo_t *cairo, int width, int height, const void *data)
{
    const struct tally_look *tally = data;
    (void)width;
    paper_draw_tally(cairo, tally->count, height * 0.35, height / 2.0, height * 0.8, tally->theme);
}

/* Tally marks and "misses 2", from the right end of the row to the left. */
static void draw_missed(struct canvas *canvas, int missed, struct box *row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char text[32], key[32];
    struct tally_look tally = {missed < 10 ? missed : 10, theme};
    snprintf(text, sizeof text, "misses %d", missed);
    int width = canvas_text_width(canvas, STYLE_SMALL, text);
    canvas_text(canvas, STYLE_SMALL, theme->ink, text, box_cut_right(row, width), ALIGN_RIGHT);
    box_cut_right(row, canvas_units(canvas, 6));
    int height = canvas_units(canvas, 16);
    double gaps = tally.count + tally.count / 5 * 0.2;
    struct box box = box_cut_right(row, (int)(height * (gaps * 0.3 + 0.5)));
    box = box_centre(box, box.w, height);
    snprintf(key, sizeof key, "tally %d", tally.count);
    canvas_shape(canvas, key, box, paint_tally, &tally);
}

static void draw_second_line(struct canvas *canvas, const struct race_screen *race, int number,
                             struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct car *car = graph_paper_car(session_race(race->session), number);
    char text[64];
    if (car->missed_turns > 0) {
        draw_missed(canvas, car->missed_turns, &row);
    } else {
        print_supplies(race, number, text, sizeof text);
        int width = canvas_text_width(canvas, STYLE_SMALL, text);
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text, box_cut_right(&row, width),
                    ALIGN_RIGHT);
    }
    print_speed(car, text, sizeof text);
    canvas_text(canvas, STYLE_BODY, theme->ink, text, row, ALIGN_LEFT);
}

/* Text at the right end of a row, in a column of its own; left out when it would leave less than
 * half of the row to the name, which comes first. */
static void draw_column(struct canvas *canvas, const char *text, double column, struct box *row,
                        int least)
{
    int width = canvas_text_width(canvas, STYLE_SMALL, text);
    int wanted = canvas_units(canvas, column);
    wanted = wanted > width ? wanted : width;
    if (width == 0 || row->w - wanted < least)
        return;
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text,
                box_cut_right(row, wanted), ALIGN_RIGHT);
}

/* On a card of one line velocity and place, or what stands in their way, are on the right. */
static void draw_only_line(struct canvas *canvas, const struct race_screen *race, int number,
                           struct box *row)
{
    const struct car *car = graph_paper_car(session_race(race->session), number);
    char text[64];
    int least = row->w * 4 / 10;
    if (car->missed_turns > 0) {
        draw_missed(canvas, car->missed_turns, row);
    } else {
        print_speed(car, text, sizeof text);
        draw_column(canvas, text, 62, row, least);
        print_standing(race, number, text, sizeof text);
        draw_column(canvas, text, 0, row, least);
    }
    box_cut_right(row, canvas_units(canvas, 8));
}

static void draw_card_content(struct canvas *canvas, const struct race_screen *race, int number,
                              struct box box, const struct card_size *size)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct car *car = graph_paper_car(session_race(race->session), number);
    bool out = car->status == CAR_RETIRED;
    struct box inner = box_inset(box, canvas_units(canvas, 12), canvas_units(canvas, 5));
    struct box mark = box_cut_left(&inner, canvas_units(canvas, size->mark + 12));
    struct box first = inner, second = {0};
    if (size->second_line) {
        first = box_cut_top(&inner, inner.h / 2);
        second = inner;
    }
    canvas_mark(canvas, race_pen_of_car(race, number),
                mark.x + canvas_units(canvas, size->mark / 2 + 1), first.y + first.h / 2.0,
                canvas_units(canvas, size->mark));
    if (size->second_line) {
        char text[32];
        print_standing(race, number, text, sizeof text);
        int width = canvas_text_width(canvas, STYLE_SMALL, text);
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text, box_cut_right(&first, width),
                    ALIGN_RIGHT);
        draw_second_line(canvas, race, number, second);
        box_cut_right(&first, canvas_units(canvas, 8));
    } else {
        draw_only_line(canvas, race, number, &first);
    }
    canvas_text(canvas, size->name, out ? theme->ink_soft : theme->ink,
                race_name_of_car(race, number), first, ALIGN_LEFT);
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
    bool active = number == race->choice.car;
    struct card card = {
        .fill = active ? theme->card : theme->panel,
        .edge = active ? theme->pens[race_pen_of_car(race, number) - 1] : theme->panel_edge,
        .radius = 8,
        .edge_width = active ? 2.5 : 1.5,
    };
    char id[32];
    snprintf(id, sizeof id, "player %d", number);
    struct ui_state state = ui_target(ui, id, box, race_name_of_car(race, number));
    canvas_card(canvas, box, &card);
    draw_card_content(canvas, race, number, box, size);
    if (state.ring)
        ui_focus_ring(ui, box, 8);
    if (state.clicked)
        click_player(app, race, number);
}

static int cards_height(struct canvas *canvas, const struct card_size *size, int count)
{
    return count * (canvas_units(canvas, size->height) + canvas_units(canvas, size->gap));
}

static void build_cards(struct app *app, struct ui *ui, struct race_screen *race, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct race *state = session_race(race->session);
    int count = session_setup(race->session)->rules->car_count(state);
    int room = rest->h - canvas_units(canvas, LOG_LEAST);
    if (room < cards_height(canvas, &card_sizes[CARD_SIZES - 1], count < 3 ? count : 3))
        room = rest->h; /* whose turn it is matters more than what happened */
    int chosen = 0;
    while (chosen + 1 < CARD_SIZES && cards_height(canvas, &card_sizes[chosen], count) > room)
        chosen++;
    const struct card_size *size = &card_sizes[chosen];
    int height = cards_height(canvas, size, count);
    bool scrolls = height > room;
    struct box area = box_cut_top(rest, scrolls ? room : height);
    int y = area.y;
    if (scrolls)
        y = ui_scroll_begin(ui, "cards", area, &race->cards);
    int width = scrolls ? area.w - canvas_units(canvas, 12) : area.w;
    for (int i = 0; i < count; i++) {
        struct box box = {area.x, y, width, canvas_units(canvas, size->height)};
        build_card(app, ui, race, graph_paper_order(state)[i], box, size);
        y += box.h + canvas_units(canvas, size->gap);
    }
    if (scrolls)
        ui_scroll_end(ui, y);
}

static void build_buttons(struct app *app, struct ui *ui, struct race_screen *race,
                          struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    bool nitros = session_setup(race->session)->values[FIELD_NITROS] > 0;
    int gap = canvas_units(canvas, 10);
    struct box lower = box_cut_bottom(rest, ui_button_height(ui));
    box_cut_bottom(rest, gap);
    struct box upper = box_cut_bottom(rest, ui_button_height(ui));
    box_cut_bottom(rest, gap);
    struct box undo = box_column(upper, 0, 2, gap), second = box_column(upper, 1, 2, gap);
    struct box third = nitros ? box_column(lower, 0, 2, gap) : second;
    struct box menu = nitros ? box_column(lower, 1, 2, gap) : lower;
    if (session_can_undo(race->session) || race->choice.chosen_start >= 0) {
        if (ui_button(ui, "button undo", "Undo", undo, LOOK_PLAIN))
            race_undo(app, race);
    } else {
        ui_button_disabled(ui, "Undo", undo);
    }
    if (nitros &&
        ui_button(ui, "button nitro", "Nitro", second, race->nitros_on ? LOOK_PRIMARY : LOOK_PLAIN))
        race->nitros_on = !race->nitros_on;
    if (ui_button(ui, "button vectors", "Vectors", third,
                  race->vectors ? LOOK_PRIMARY : LOOK_PLAIN))
        race->vectors = !race->vectors;
    if (ui_button(ui, "button menu", "Menu", menu, LOOK_PLAIN))
        app_open_over(app, &screen_menu);
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

/* The keys that matter now, told at length and in short. */
struct keys {
    const char *full, *brief;
};

static struct keys keys_of(const struct race_screen *race)
{
    if (race->choice.car == 0)
        return (struct keys){"Enter results · F fit · F12 picture", "Enter results"};
    if (race->choice.chosen_start >= 0)
        return (struct keys){"number pad · Backspace another start · F1 rules",
                             "Backspace another start"};
    if (race->choice.shown_count == 0)
        return (struct keys){"arrows and Enter · wheel zoom · F fit · F1 rules",
                             "F fit · F1 rules"};
    if (choice_has_nitros(&race->choice) && !race->nitros_on)
        return (struct keys){"Shift nitro · number pad · wheel zoom · F fit · F1 rules",
                             "Shift nitro · F1 rules"};
    return (struct keys){"number pad · wheel zoom · right drag pan · F fit · F1 rules",
                         "F fit · F1 rules"};
}

static const char *last_sentence(const struct race_screen *race)
{
    int round, count = session_log_count(race->session);
    return count > 0 ? session_log_line(race->session, count - 1, &round) : "";
}

/* As much of the keys as leaves the log's last sentence whole. */
static void draw_keys(struct canvas *canvas, const struct race_screen *race, struct box *rest)
{
    struct keys keys = keys_of(race);
    int gap = canvas_units(canvas, 16);
    int room = rest->w - canvas_text_width(canvas, STYLE_SMALL, last_sentence(race)) - gap;
    const char *told = keys.full;
    if (canvas_text_width(canvas, STYLE_SMALL, told) > room)
        told = keys.brief;
    int width = canvas_text_width(canvas, STYLE_SMALL, told);
    if (width > room)
        return;
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, told,
                box_cut_right(rest, width), ALIGN_RIGHT);
    box_cut_right(rest, gap);
}

void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    (void)app;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->card);
    struct box edge = {box.x, box.y, box.w, canvas_units(canvas, 1)};
    canvas_fill(canvas, edge, theme->panel_edge);
    struct box rest = box_inset(box, canvas_units(canvas, PADDING), 0);
    if (race->choice.car > 0) {
        struct box mark = box_cut_left(&rest, canvas_units(canvas, 30));
        canvas_mark(canvas, race_pen_of_car(race, race->choice.car),
                    mark.x + canvas_units(canvas, 10), mark.y + mark.h / 2.0,
                    canvas_units(canvas, 18));
    }
    char sentence[PLAYER_NAME_BYTES + 40], point[32] = "";
    race_print_status(race, sentence, sizeof sentence);
    struct box told = box_cut_left(&rest, canvas_text_width(canvas, STYLE_STRONG, sentence));
    canvas_text(canvas, STYLE_STRONG, theme->ink, sentence, told, ALIGN_LEFT);
    box_cut_left(&rest, canvas_units(canvas, 14));
    if (race->grid_known)
        snprintf(point, sizeof point, "(%d, %d)", race->grid.x, race->grid.y);
    int least = canvas_units(canvas, 84), wanted = canvas_text_width(canvas, STYLE_SMALL, point);
    struct box grid = box_cut_right(&rest, wanted > least ? wanted : least);
    box_cut_right(&rest, canvas_units(canvas, 8));
    canvas_text(canvas, STYLE_SMALL, theme->ink, point, grid, ALIGN_RIGHT);
    draw_keys(canvas, race, &rest);
    if (strcmp(last_sentence(race), sentence) != 0)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, last_sentence(race), rest, ALIGN_LEFT);
}
