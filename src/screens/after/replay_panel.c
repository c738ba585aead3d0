/* Beside the replay's sheet: how each car stood after the last action that is shown, what has been
 * told so far, and what can be saved of it.
 */
#include "screens/after/replay_inside.h"

#include "session/tally.h"

#include <stdio.h>

static const double PADDING = 14, LOG_LEAST = 60, HEADER_LEAST = 110; /* interface pixels */

/* --- cards ------------------------------------------------------------------------------------ */

/* One way to draw a card, the largest first. */
static const struct card_size {
    double height, gap;
    bool second_line;
    enum canvas_style name;
    double mark, side;
} card_sizes[] = {
    {62, 8, true, STYLE_STRONG, 20, 12},
    {36, 5, false, STYLE_STRONG, 15, 8},
    {28, 4, false, STYLE_STRONG, 14, 8},
};
enum { CARD_SIZES = sizeof card_sizes / sizeof card_sizes[0] };

static int card_height(const struct canvas *canvas, const struct card_size *size)
{
    return canvas_units(canvas, size->height) + canvas_units(canvas, size->gap);
}

static void draw_right(struct canvas *canvas, const char *text, struct paper_color color,
                       struct box *row)
{
    int width = canvas_text_width(canvas, STYLE_SMALL, text);
    canvas_text(canvas, STYLE_SMALL, color, text, box_cut_right(row, width), ALIGN_RIGHT);
    box_cut_right(row, canvas_units(canvas, 8));
}

/* Where players have several cars the number comes first: a long name is cut at its end. */
static void print_driver(const struct replay_screen *replay, int car, char *into, size_t size)
{
    const char *name = replay_name_of_car(replay, car);
    int which = paper_car_of_player(replay->session, session_race(replay->session), car);
    if (which > 0)
        snprintf(into, size, "%d · %s", which, name);
    else
        snprintf(into, size, "%s", name);
}

static void draw_card(struct canvas *canvas, const struct replay_screen *replay, int car,
                      struct box box, const struct card_size *size)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    bool active = car == replay_car(replay);
    int pen = replay_pen_of_car(replay, car);
    struct standing standing;
    char brief[STANDING_BRIEF_BYTES], driver[PLAYER_NAME_BYTES + 16];
    race_tell_standing(session_race_after(replay->session, replay->steps), car, &standing);
    struct card card = {.fill = active ? theme->card : theme->panel,
                        .edge = active ? theme->pens[pen - 1] : theme->panel_edge,
                        .radius = 8,
                        .edge_width = active ? 2.5 : 1.5};
    canvas_card(canvas, box, &card);
    struct box inner = box_inset(box, canvas_units(canvas, size->side), canvas_units(canvas, 5));
    struct box mark = box_cut_left(&inner, canvas_units(canvas, size->mark + size->side));
    struct box first = inner;
    if (size->second_line)
        first = box_cut_top(&inner, inner.h / 2);
    canvas_mark(canvas, pen, mark.x + canvas_units(canvas, size->mark / 2 + 1),
                first.y + first.h / 2.0, canvas_units(canvas, size->mark));
    standing_print_brief(&standing, session_setup(replay->session)->players, brief);
    draw_right(canvas, brief, theme->ink_soft, &first);
    if (size->second_line && standing.on_course)
        canvas_text(canvas, STYLE_SMALL, theme->ink, standing.words, inner, ALIGN_LEFT);
    print_driver(replay, car, driver, sizeof driver);
    canvas_text(canvas, size->name, standing.out ? theme->ink_soft : theme->ink, driver, first,
                ALIGN_LEFT);
}

/* The card of whoever has acted; a player who scrolls goes on doing so until the next action. */
static void keep_in_sight(struct replay_screen *replay, const int *order, int height, int room)
{
    int car = replay_car(replay), place = 0;
    if (car == replay->car_in_sight || car == 0)
        return;
    while (order[place] != car)
        place++;
    int least = (place + 1) * height - room, most = place * height;
    replay->cards.offset = replay->cards.offset < least ? least : replay->cards.offset;
    replay->cards.offset = replay->cards.offset > most ? most : replay->cards.offset;
    replay->car_in_sight = car;
}

static void build_cards(struct ui *ui, struct replay_screen *replay, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int count = replay->family->game->car_count(session_race(replay->session));
    int room = rest->h - canvas_units(canvas, LOG_LEAST), chosen = 0;
    room = room > card_height(canvas, &card_sizes[CARD_SIZES - 1]) ? room : rest->h;
    while (chosen + 1 < CARD_SIZES && count * card_height(canvas, &card_sizes[chosen]) > room)
        chosen++;
    const struct card_size *size = &card_sizes[chosen];
    int height = count * card_height(canvas, size);
    bool scrolls = height > room;
    int order[CAR_LIMIT];
    struct shown_race shown = {replay->family, replay->view, replay->session};
    shown_order(&shown, order);
    struct box area = box_cut_top(rest, scrolls ? room : height);
    if (scrolls)
        keep_in_sight(replay, order, card_height(canvas, size), area.h);
    int y = scrolls ? ui_scroll_begin(ui, "cards", area, &replay->cards) : area.y;
    int width = scrolls ? area.w - canvas_units(canvas, 12) : area.w;
    for (int i = 0; i < count; i++) {
        struct box box = {area.x, y, width, canvas_units(canvas, size->height)};
        draw_card(canvas, replay, order[i], box, size);
        y += card_height(canvas, size);
    }
    if (scrolls)
        ui_scroll_end(ui, y);
}

/* --- the log ---------------------------------------------------------------------------------- */

/* What has been told up to here, the last line at the foot; older lines are paler. */
static void draw_log(struct canvas *canvas, const struct replay_screen *replay, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int first = replay->steps > 0 ? session_log_count_after(replay->session, replay->steps - 1) : 0;
    int line = session_log_count_after(replay->session, replay->steps), y = box.y + box.h, round;
    int gap = canvas_units(canvas, 3);
    canvas_push_clip(canvas, box);
    while (line > 0) {
        const char *text = session_log_line(replay->session, --line, &round);
        y -= canvas_paragraph_height(canvas, STYLE_SMALL, text, box.w) + gap;
        if (y < box.y)
            break;
        canvas_paragraph(canvas, STYLE_SMALL, line >= first ? theme->ink : theme->ink_soft, text,
                         box_make(box.x, y, box.w, box.y + box.h - y), ALIGN_LEFT);
    }
    canvas_pop_clip(canvas);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void draw_header(struct canvas *canvas, const struct replay_screen *replay, struct box *rest)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct setup *setup = session_setup(replay->session);
    const char *name = course_name(setup->course)[0] ? course_name(setup->course) : "A race";
    int indent = canvas_units(canvas, 6);
    struct box title = box_cut_top(rest, canvas_line_height(canvas, STYLE_TITLE));
    title = box_inset(title, indent, 0);
    bool wide = canvas_text_width(canvas, STYLE_TITLE, name) <= title.w;
    canvas_text(canvas, wide ? STYLE_TITLE : STYLE_HEADING, theme->ink, name, title, ALIGN_LEFT);
    box_cut_top(rest, canvas_units(canvas, 3));
    struct box second = box_cut_top(rest, canvas_line_height(canvas, STYLE_SMALL));
    char text[80];
    int round = replay->steps > 0 ? session_step(replay->session, replay->steps - 1).round : 0;
    if (round > 0)
        snprintf(text, sizeof text, "Looking back · round %d", round);
    else
        snprintf(text, sizeof text, "Looking back · before the start");
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text, box_inset(second, indent, 0),
                ALIGN_LEFT);
    box_cut_top(rest, canvas_units(canvas, 10));
}

/* The short label where the long one has no room. */
static bool build_saving(struct ui *ui, const char *id, const char *label, const char *brief,
                         struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    bool fits = canvas_text_width(canvas, STYLE_SMALL, label) < box.w - canvas_units(canvas, 10);
    return ui_button(ui, id, fits ? label : brief, box, LOOK_PLAIN);
}

static void build_buttons(struct app *app, struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 10);
    struct box lower = box_cut_bottom(rest, ui_button_height(ui));
    box_cut_bottom(rest, gap);
    struct box upper = box_cut_bottom(rest, ui_button_height(ui));
    box_cut_bottom(rest, gap);
    if (build_saving(ui, "button picture", "Save picture", "Picture", box_column(upper, 0, 3, gap)))
        app_save_picture(app);
    if (build_saving(ui, "button save-sheet", "Save sheet", "Sheet", box_column(upper, 1, 3, gap)))
        app_save_sheet(app);
    if (build_saving(ui, "button save-moves", "Save moves", "Moves", box_column(upper, 2, 3, gap)))
        app_save_moves(app);
    if (ui_button(ui, "button print", "Print", box_column(lower, 0, 2, gap), LOOK_PLAIN))
        app_print(app, (struct course){0});
    if (ui_button(ui, "button back", "Back", box_column(lower, 1, 2, gap), LOOK_PRIMARY))
        app_go_back(app);
}

void replay_build_panel(struct app *app, struct ui *ui, struct replay_screen *replay,
                        struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, PADDING);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct box rest = box_inset(box, padding, padding);
    build_buttons(app, ui, &rest);
    if (rest.h < canvas_units(canvas, HEADER_LEAST))
        return; /* a small window shows the sheet and what can be done */
    draw_header(canvas, replay, &rest);
    build_cards(ui, replay, &rest);
    draw_log(canvas, replay, box_inset(rest, canvas_units(canvas, 6), 0));
}
