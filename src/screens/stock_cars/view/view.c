/* What the frame asks of a turn that is driven: how long it is, its moments, their words. */

#include "base/memory.h"
#include "screens/stock_cars/view/inside.h"
#include "ui/layout.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stock_step_time(struct view *view, int step)
{
    film_find(&view->film, view->session, step);
    return view->film.time;
}

static double stock_step_moment(struct view *view, int step, double share, bool back)
{
    film_find(&view->film, view->session, step);
    return film_moment(&view->film, share, back);
}

/* The piece of the film that runs then, a move or what is looked at, and its event; NULL: it is of
 * several cars. */
static const struct event *running_event(const struct view *view, double share,
                                         const struct film_piece **piece)
{
    int at = film_piece_at(&view->film, share);
    *piece = at >= 0 && share < 1 ? &view->film.pieces[at] : NULL;
    return *piece && (*piece)->event >= 0
               ? &session_step(view->session, view->film.step).events[(*piece)->event]
               : NULL;
}

static const struct event *looked_at(const struct view *view, double share)
{
    const struct film_piece *piece;
    const struct event *event = running_event(view, share, &piece);
    return event && piece->units == 0 ? event : NULL;
}

/* "Turn 3 is over. 1st Ada, 2nd Kurt, 3rd Emmy." */
static void say_places(const struct view *view, int step, struct text *into)
{
    const struct race *race = session_race_after(view->session, step + 1);
    const struct stock_map *map = stock_map_of(session_setup(view->session));
    int players = session_setup(view->session)->players, told = 0;
    text_append_format(into, "Turn %d is over.", session_step(view->session, step).round);
    for (int place = 1; place <= players && players > 1; place++)
        for (int car = 1; car <= players; car++)
            if (stock_car(race, car)->status != STOCK_RETIRED &&
                place_so_far(race, map, view->distances, car) == place) {
                char word[16];
                standing_print_place(place, players, word, sizeof word);
                text_append_format(into, "%s%s %s", told++ > 0 ? ", " : " ", word,
                                   view->names[car - 1]);
            }
    text_append(into, told > 0 ? "." : "");
}

/* screens/stock_cars/view/view.c: see rules_view.h; what is to be looked at at that moment. */
static int stock_step_words(struct view *view, int step, double share, struct text *into)
{
    const struct film_piece *piece;
    film_find(&view->film, view->session, step);
    const struct event *event = running_event(view, share, &piece);
    if (event && into)
        stock_cars_game.describe(session_race_after(view->session, step + 1), event, view->names,
                                 into);
    else if (piece && piece->from < view->film.units - 1 && into)
        text_append_format(into, "All drive at once: move %d of %d.", piece->from + 1,
                           view->film.units - 1);
    else if (into)
        say_places(view, step, into);
    return event && !event->others ? event->car : 0;
}

static struct camera_area area_of(struct point at)
{
    return (struct camera_area){at.x, at.y, at.x + 1, at.y + 1};
}

static struct camera_area join(struct camera_area one, struct camera_area other)
{
    return (struct camera_area){fmin(one.left, other.left), fmin(one.bottom, other.bottom),
                                fmax(one.right, other.right), fmax(one.top, other.top)};
}

static struct camera_area area_of_way(const struct event *event)
{
    int moves;
    const struct stock_entered *path = stock_event_path(event, &moves);
    struct camera_area area = area_of(stock_event(event)->from);
    for (int i = 0; i < moves; i++)
        area = join(area, area_of(path[i].at));
    return area;
}

/* With squares that are large enough to choose, as the camera will have them, and some room. */
static bool is_seen_whole(const struct camera *camera, struct camera_area area)
{
    double square = fmax(camera->goal.square, CAMERA_CHOOSING_SQUARE * camera->goal.scale);
    return (area.right - area.left + 2) * square < camera->width &&
           (area.top - area.bottom + 2) * square < camera->height;
}

/* Where the cars are driven that is shown, from the turn's beginning to its end: of the first one
 * and of as many others as are seen with it; while it is looked at what happened, where that is.
 * False: there is nothing to be seen. */
static bool stock_driven_area(const struct view *view, const struct view_look *look,
                              struct camera_area *area)
{
    const struct event *happened = looked_at(view, look->progress);
    struct step step = session_step(view->session, view->film.step);
    bool found = false;
    for (int i = 0; i < step.event_count; i++) {
        if (stock_event(&step.events[i])->type != STOCK_EVENT_DROVE)
            continue;
        struct camera_area way = area_of_way(&step.events[i]),
                           both = found ? join(*area, way) : way;
        if (!found || is_seen_whole(look->camera, both))
            *area = both;
        found = true;
    }
    if (happened && happened->has_place)
        *area = area_of(happened->place);
    return found || happened;
}

static int stock_event_time(struct view *view, int step, int event)
{
    const struct film *film = &view->film;
    film_find(&view->film, view->session, step);
    for (int i = 0; i < film->count; i++)
        if (film->pieces[i].event == event && film->pieces[i].units == 0)
            return film->pieces[i].began;
    return 0; /* the ways begin together; of nothing else is there a moment without a look at it */
}

static enum moment_kind stock_moment(const struct event *event)
{
    static const enum moment_kind kinds[] = {
        [STOCK_EVENT_DROVE] = MOMENT_STROKE,  [STOCK_EVENT_REPAIRED] = MOMENT_PITS,
        [STOCK_EVENT_LAP] = MOMENT_LAP,       [STOCK_EVENT_FINISHED] = MOMENT_FLAG,
        [STOCK_EVENT_SAND] = MOMENT_SAND,     [STOCK_EVENT_OIL] = MOMENT_OIL,
        [STOCK_EVENT_BANKED] = MOMENT_BANK,   [STOCK_EVENT_LEFT_TRACK] = MOMENT_BUMP,
        [STOCK_EVENT_CRASHED] = MOMENT_CRASH, [STOCK_EVENT_PLACED] = MOMENT_WIN,
        [STOCK_EVENT_OVER] = MOMENT_NONE,
    };
    const struct stock_event *body = stock_event(event);
    bool nothing = (body->type == STOCK_EVENT_SAND && !body->bag) ||
                   (body->type == STOCK_EVENT_PLACED && body->place != 1);
    return nothing ? MOMENT_NONE : kinds[body->type];
}

/* === strip ==================================================================================== */

/* The strip under the sheet: the speed of this turn, changes at the end, and the order as text with
 * what it comes to; before the first turn the specials.
 */

/* Interface pixels. */
static const double SIDE = 14, TOP = 8, GAP = 6, SPEED_HEIGHT = 46, FIELD_HEIGHT = 40;
static const double SPEED_WIDTH = 76, GIVE_WIDTH = 140, FIELD_WIDTH = 300;
static const double RETIRE_WIDTH = 64, END_WIDTH = 56, WIDE = 760;
static const double NARROW = 340, NARROW_GIVE = 64, NARROW_END = 34;       /* with fewer words */
static const double LOW = 330, LOW_SPEED = 40, LOW_GIVE = 32, LOW_GAP = 3; /* of the window */
static const double SPECIAL_HEIGHT = 78, SPECIAL_LEAST = 190;

static bool is_wide(struct ui *ui, int width)
{
    return width >= canvas_units(ui_canvas(ui), WIDE);
}

/* The rows of an order, lower where the sheet would be left with next to nothing. */
static struct stock_view_rows {
    double speed, give, gap;
} rows_of(struct ui *ui)
{
    if (canvas_box(ui_canvas(ui)).h < canvas_units(ui_canvas(ui), LOW))
        return (struct stock_view_rows){LOW_SPEED, LOW_GIVE, LOW_GAP};
    return (struct stock_view_rows){SPEED_HEIGHT, FIELD_HEIGHT, GAP};
}

static bool chooses_special(const struct view *view)
{
    return stock_choosing_specials(session_race(view->session));
}

static int special_rows(struct ui *ui, int width)
{
    int cell = canvas_units(ui_canvas(ui), SPECIAL_LEAST + GAP);
    return width - canvas_units(ui_canvas(ui), 2 * SIDE) >= 4 * cell ? 1 : 2;
}

static int stock_strip_height(const struct view *view, struct ui *ui, int width)
{
    const struct stock_view_rows of = rows_of(ui);
    double rows = of.speed + of.gap + FIELD_HEIGHT + (is_wide(ui, width) ? 0 : of.give + of.gap);
    if (chooses_special(view))
        rows = special_rows(ui, width) * (SPECIAL_HEIGHT + GAP) - GAP;
    return canvas_units(ui_canvas(ui), rows + 2 * TOP);
}

/* --- specials --------------------------------------------------------------------------------- */

static int openings(const struct setup *setup, struct view_opening into[VIEW_OPENINGS])
{
    int count = 0;
    if (setup->values[STOCK_SPECIALS] != STOCK_ON)
        return 0;
    for (int i = SPECIAL_NONE + 1; i <= SPECIAL_PERFORMANCE; i++) {
        struct view_opening *opening = &into[count++];
        *opening = (struct view_opening){.title = stock_special_title((enum stock_special)i)};
        snprintf(opening->action, sizeof opening->action, "special %s",
                 stock_special_name((enum stock_special)i));
        snprintf(opening->what, sizeof opening->what, "%s",
                 stock_special_sentence((enum stock_special)i));
    }
    return count;
}

/* Its sentence, which may have no room, while it is pointed at. */
static const char *build_special(struct ui *ui, enum stock_special special, struct box box,
                                 struct view_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = stock_special_name(special), *title = stock_special_title(special);
    const char *sentence = stock_special_sentence(special);
    struct ui_state state = ui_target(ui, ui_words("special %s", name), box, sentence);
    ui_draw_card(ui, box, state, false);
    if (state.clicked)
        text_append_format(&request->action, "special %s", name);
    struct box inside = box_inset(box, canvas_units(canvas, 10), canvas_units(canvas, 6));
    struct box head = box_cut_top(&inside, canvas_line_height(canvas, STYLE_STRONG));
    if (special != SPECIAL_NONE)
        canvas_icon(canvas, stock_special_icons[special], box_cut_right(&head, head.h), theme->ink);
    bool fits = canvas_text_width(canvas, STYLE_STRONG, title) <= head.w;
    canvas_text(canvas, fits ? STYLE_STRONG : STYLE_SMALL, theme->ink, title, head, ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, sentence, inside, ALIGN_LEFT);
    return state.hovered || state.ring ? sentence : NULL;
}

static void build_specials(struct view *view, struct ui *ui, struct layout *column,
                           struct view_request *request)
{
    static const enum stock_special specials[] = {SPECIAL_TURBO, SPECIAL_SWAYBARS,
                                                  SPECIAL_PERFORMANCE, SPECIAL_NONE};
    int rows = special_rows(ui, column->rest.w), across = 4 / rows;
    int gap = canvas_units(ui_canvas(ui), GAP);
    const char *said = "";
    for (int row = 0; row < rows; row++) {
        struct box cells = layout_take(column, AT_TOP, SPECIAL_HEIGHT);
        for (int i = 0; i < across; i++) {
            struct box box = box_column(cells, i, across, gap);
            const char *sentence = build_special(ui, specials[row * across + i], box, request);
            said = sentence ? sentence : said;
        }
    }
    if (strcmp(view->said, said) == 0)
        return;
    snprintf(view->said, sizeof view->said, "%s", said);
    request->changed = true;
}

/* --- speeds and ends -------------------------------------------------------------------------- */

static void print_cost(int cards, char *into, size_t size)
{
    if (cards == 0)
        into[0] = '\0';
    else
        snprintf(into, size, cards == 1 ? "%d card" : "%d cards", cards);
}

/* "B(B+1)" costs a wild card: "−2 · 1 card", with the card as a lozenge where there is no room. */
static void print_how(struct canvas *canvas, const struct stock_speed *speed, int room, char *into,
                      size_t size)
{
    struct order_parts parts;
    char cost[16], change[16] = "as now";
    order_parts_read(speed->changes, &parts);
    print_cost(speed->cards, cost, sizeof cost);
    int gain = order_parts_gain(&parts);
    if (parts.begin[0])
        snprintf(change, sizeof change, "%s%d%s", gain < 0 ? "−" : "+", abs(gain),
                 strchr(parts.begin, 'S') ? " S" : "");
    snprintf(into, size, "%s%s%s", change, cost[0] ? " · " : "", cost);
    if (canvas_text_width(canvas, STYLE_SMALL, into) > room)
        snprintf(into, size, "%s%s", parts.begin[0] ? change : "now", cost[0] ? "◊" : "");
    if (canvas_text_width(canvas, STYLE_SMALL, into) > room)
        snprintf(into, size, "%s%s", parts.begin[0] ? parts.begin : "–", cost[0] ? "◊" : "");
}

static void stock_choose_speed(struct view *view, const struct stock_speed *speed,
                               struct view_request *request);

static void build_speeds(struct view *view, struct ui *ui, struct layout *row,
                         struct view_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slipstream;
    int count = stock_speeds(session_race(view->session), view->car, speeds, &slipstream);
    layout_text(row, AT_LEFT, STYLE_SMALL, canvas_theme(canvas)->ink_soft, "Speed");
    int gap = canvas_units(canvas, GAP), width = canvas_units(canvas, SPEED_WIDTH);
    int most = (row->rest.w + gap) / (count > 0 ? count : 1) - gap;
    for (int i = 0; i < count; i++) {
        char whole[40];
        print_how(canvas, &speeds[i], INT_MAX, whole, sizeof whole);
        int wanted = canvas_text_width(canvas, STYLE_SMALL, whole) + 2 * gap;
        width = width > wanted ? width : wanted;
    }
    width = width < most ? width : most;
    for (int i = 0; i < count; i++) {
        char id[24], number[12], how[40], whole[40], words[64];
        const struct stock_speed *speed = &speeds[i];
        snprintf(id, sizeof id, "speed %d", speed->speed);
        snprintf(number, sizeof number, "%d", speed->speed);
        print_how(canvas, speed, width - gap, how, sizeof how);
        print_how(canvas, speed, INT_MAX, whole, sizeof whole);
        snprintf(words, sizeof words, "%s%s", whole,
                 strchr(speed->changes, 'S') ? " · slipstream" : "");
        bool chosen = view->way.state != WAY_FAULTY && view->way.speed == speed->speed;
        if (ui_cell(ui, id, number, how, words, layout_cut(row, AT_LEFT, width), chosen))
            stock_choose_speed(view, speed, request);
    }
}

/* What one more of a kind at the end would cost; -1: it may not be. */
static int end_cost(const struct view *view, char kind)
{
    struct order_parts parts = view->way.parts;
    struct order_way with = {.parts = parts};
    char text[DRAFT_BYTES];
    struct stock_order order;
    struct error error;
    if (view->way.state == WAY_FAULTY || view->way.left > 0 || !order_parts_end(&with.parts, kind))
        return -1;
    way_fill(&with, stock_shown_car(view), text);
    if (!stock_order_read(session_race(view->session), view->car, text, &order, NULL, &error))
        return -1;
    return order.cards - view->way.trial.cards;
}

static void stock_add_end(struct view *view, char kind, struct view_request *request);

static void build_end(struct view *view, struct ui *ui, struct layout *row, int width, char kind,
                      struct view_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[8] = {'e', 'n', 'd', ' ', kind, '\0'}, how[24];
    const char *title = kind == 'A' ? "+1" : "−1";
    struct box box = layout_cut(row, AT_LEFT, width);
    int cost = end_cost(view, kind);
    if (cost < 0) {
        struct card card = card_plain(canvas);
        canvas_card(canvas, box, &card);
        canvas_text(canvas, STYLE_STRONG, color_fade(canvas_theme(canvas)->ink_soft, 0.5), title,
                    box, ALIGN_CENTRE);
        return;
    }
    print_cost(cost, how, sizeof how);
    if (!how[0])
        snprintf(how, sizeof how, "free");
    if (ui_cell(ui, id, title, how, how, box, strchr(view->way.parts.end, kind) != NULL))
        stock_add_end(view, kind, request);
}

static void stock_give(struct view *view, struct view_request *request);

static void build_give(struct view *view, struct ui *ui, struct layout *row, bool narrow,
                       struct view_request *request)
{
    struct box box = layout_take(row, AT_RIGHT, narrow ? NARROW_GIVE : GIVE_WIDTH);
    const struct order_way *way = &view->way;
    bool ready = way->state == WAY_WHOLE ||
                 (way->state == WAY_OPEN && !way->parts.open && (way->settled || way->left == 0));
    bool stands = ready && way->speed == 0 && !way->retires;
    const char *label = stands   ? narrow ? "Stop" : "Stand this turn"
                        : narrow ? "Give"
                                 : "Give the order";
    if (ui_button(ui, "button give", label, box, ready && !stands ? LOOK_PRIMARY : LOOK_PLAIN))
        stock_give(view, request);
    ui_default(ui, "button give");
}

/* --- the text --------------------------------------------------------------------------------- */

/* As many small lines as there is room for, in the middle of the height; in fewer words if it is
 * short of them. */
static void say_in_lines(struct canvas *canvas, const struct view *view, struct paper_color color,
                         struct box box)
{
    char left[STOCK_SAID_BYTES], rest[STOCK_SAID_BYTES], words[2 * STOCK_SAID_BYTES + 8];
    int height = box.h + 1;
    for (int brief = 0; brief < 2 && height > box.h; brief++) {
        stock_say_order(view, brief, left, rest, sizeof rest);
        snprintf(words, sizeof words, "%s%s%s", left, rest[0] ? "\u00a0· " : "", rest);
        height = canvas_paragraph_height(canvas, STYLE_SMALL, words, box.w);
    }
    canvas_paragraph(canvas, STYLE_SMALL, color, words, box_centre(box, box.w, height), ALIGN_LEFT);
}

static void stock_write(struct view *view, const char *text, struct view_request *request);

static void build_field(struct view *view, struct ui *ui, struct layout *row,
                        struct view_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int width = canvas_units(canvas, FIELD_WIDTH), most = row->rest.w * 9 / 20;
    struct box box = layout_cut(row, AT_LEFT, width < most ? width : most);
    char text[DRAFT_BYTES], left[STOCK_SAID_BYTES], rest[STOCK_SAID_BYTES];
    bool faulty = view->way.state == WAY_FAULTY || (view->insists && view->way.state == WAY_OPEN);
    snprintf(text, sizeof text, "%s", view->text);
    if (ui_marked_field(ui, "order", text, sizeof text, box, faulty ? view->way.column : -1))
        stock_write(view, text, request);
    stock_say_order(view, false, left, rest, sizeof rest);
    int used = canvas_text_width(canvas, STYLE_STRONG, left);
    bool fits = used + canvas_text_width(canvas, STYLE_SMALL, rest) < row->rest.w - 2 * SIDE;
    if (faulty || !fits) {
        say_in_lines(canvas, view, faulty ? theme->warning : theme->ink, row->rest);
        return;
    }
    canvas_text(canvas, STYLE_STRONG, theme->ink, left, layout_cut(row, AT_LEFT, used), ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, rest, row->rest, ALIGN_LEFT);
}

static void build_order(struct view *view, struct ui *ui, struct layout *column, bool wide,
                        struct view_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct stock_view_rows rows = rows_of(ui);
    column->gap = rows.gap;
    struct layout row = layout_row(column, rows.speed, GAP);
    bool narrow = row.rest.w < canvas_units(canvas, NARROW);
    int end = canvas_units(canvas, narrow ? NARROW_END : END_WIDTH);
    if (!wide) {
        build_speeds(view, ui, &row, request);
        row = layout_row(column, rows.give, GAP);
    } else {
        struct layout give = row;
        give.rest = box_cut_right(&row.rest,
                                  canvas_units(canvas, GIVE_WIDTH + 2 * END_WIDTH + 110 + 3 * GAP));
        build_speeds(view, ui, &row, request);
        row = give;
    }
    build_give(view, ui, &row, narrow, request);
    layout_text(&row, AT_LEFT, STYLE_SMALL, canvas_theme(canvas)->ink_soft,
                narrow ? "Next" : "For next turn");
    build_end(view, ui, &row, end, 'A', request);
    build_end(view, ui, &row, end, 'B', request);
    struct layout field = layout_row(column, FIELD_HEIGHT, GAP * 2);
    bool room = !wide && row.rest.w >= canvas_units(canvas, RETIRE_WIDTH);
    if (layout_button(room ? &row : &field, AT_RIGHT, "button retire", "Retire", LOOK_LINK))
        stock_write(view, "retire", request);
    row = field;
    build_field(view, ui, &row, request);
}

static void stock_build_strip(struct view *view, struct ui *ui, struct box box,
                              struct view_request *request)
{
    struct layout column = layout_strip(ui, box, GAP);
    if (!stock_chooses(view))
        return;
    if (chooses_special(view))
        build_specials(view, ui, &column, request);
    else
        build_order(view, ui, &column, is_wide(ui, box.w), request);
}

/* === input ==================================================================================== */

/* The keys that write an order while its field has not the focus: the car is driven by them. */

/* --- switches --------------------------------------------------------------------------------- */

static bool writes_orders(const struct view *view)
{
    return stock_chooses(view) && !stock_choosing_specials(session_race(view->session));
}

static int stock_switches(const struct view *view, struct view_switch into[VIEW_SWITCHES])
{
    int count = 0;
    if (session_allow(view->session).hints && driving_of(&stock_cars_game)->find_hints)
        into[count++] = (struct view_switch){SWITCH_HINTS, "button hint",  "Hints",
                                             ICON_LAMP,    view->hints_on, false};
    if (session_setup(view->session)->players > 1)
        into[count++] = (struct view_switch){SWITCH_REACH, "button reach", "Reach",
                                             ICON_REACH,   view->reach_on, !writes_orders(view)};
    return count;
}

static void stock_flip(struct view *view, int which, struct view_request *request)
{
    (void)request;
    if (stock_cars_game.over(session_race(view->session)))
        return;
    if (which == SWITCH_HINTS) {
        view->hints_missed = !session_allow(view->session).hints;
        view->hints_on = !view->hints_on && !view->hints_missed;
    } else {
        view->reach_on = !view->reach_on;
    }
    view->turns++;
}

/* --- keys ------------------------------------------------------------------------------------- */

static void stock_take_spot(struct view *view, int spot, struct view_request *request);

static void press_move(struct view *view, char kind, struct view_request *request)
{
    int spot = way_spot_of(&view->way, kind, 1);
    if (spot >= 0)
        stock_take_spot(view, spot, request);
}

/* The next slower or faster speed that the beginning can reach. */
static void press_speed(struct view *view, int step, struct view_request *request)
{
    struct stock_speed speeds[STOCK_SPEEDS];
    const struct race *race = session_race(view->session);
    bool slipstream;
    int count = stock_speeds(race, view->car, speeds, &slipstream);
    for (int i = 0; i < count; i++)
        if (speeds[i].speed == view->way.speed && i + step >= 0 && i + step < count) {
            stock_choose_speed(view, &speeds[i + step], request);
            return;
        }
}

static void undo_half_choice(struct view *view, struct view_request *request);

static bool press_key(struct view *view, SDL_Keycode key, struct view_request *request)
{
    switch (key) {
    case SDLK_UP:
    case SDLK_KP_8:
        press_move(view, 'M', request);
        return true;
    case SDLK_LEFT:
    case SDLK_KP_4:
    case SDLK_KP_7:
        press_move(view, 'L', request);
        return true;
    case SDLK_RIGHT:
    case SDLK_KP_6:
    case SDLK_KP_9:
        press_move(view, 'R', request);
        return true;
    case SDLK_h:
        stock_flip(view, SWITCH_HINTS, request);
        return true;
    case SDLK_r:
        stock_flip(view, SWITCH_REACH, request);
        return true;
    case SDLK_PAGEUP:
        press_speed(view, 1, request);
        return true;
    case SDLK_PAGEDOWN:
        press_speed(view, -1, request);
        return true;
    case SDLK_BACKSPACE:
    case SDLK_DOWN:
    case SDLK_KP_2:
        undo_half_choice(view, request);
        return true;
    default:
        return false;
    }
}

static bool stock_take_event(struct view *view, const SDL_Event *event,
                             struct view_request *request)
{
    if (event->type != SDL_KEYDOWN || (event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT)) ||
        !writes_orders(view))
        return false;
    return press_key(view, event->key.keysym.sym, request);
}

/* === view ===================================================================================== */

/* The stock cars' view: the sheet with the way that an order would drive, tile by tile, and the
 * strip in which the same order stands as text.
 *
 * The text is the order. A click reads its parts, adds one and writes it anew; what it comes to is
 * asked of the rules (inside.h). Nothing here decides a rule.
 */

/* --- from session to session ------------------------------------------------------------------ */

bool stock_chooses(const struct view *view)
{
    return view->car > 0;
}

const struct stock_car *stock_shown_car(const struct view *view)
{
    return stock_car(session_race(view->session), view->car);
}

static void look_again(struct view *view)
{
    const struct race *race = session_race(view->session);
    view->turns++;
    view->pointed = -1;
    view->said[0] = '\0';
    view->insists = false;
    way_free(&view->way);
    if (view->car > 0 && !stock_choosing_specials(race))
        way_find(&view->way, race, view->car, view->text);
}

static void refresh(struct view *view, int car, bool chooses)
{
    view->watches = !chooses;
    view->car = chooses ? car : 0;
    view->text[0] = view->held[0] = '\0';
    view->at_keys = false;
    film_free(&view->film);
    view->hints = NULL;
    view->hints_coming = view->hints_missed = false;
    view->reach_found = false;
    look_again(view);
}

static void half_choice(const struct view *view, struct text *into)
{
    text_append(into, view->text);
}

static void choose_half(struct view *view, const char *choice)
{
    snprintf(view->text, sizeof view->text, "%s", choice);
    look_again(view);
}

static struct view *create(const struct session *session)
{
    struct view *view = memory_allocate(1, sizeof *view);
    view->session = session;
    for (int i = 0; i < session_setup(session)->players; i++)
        view->names[i] = session_player(session, i + 1)->name;
    const struct stock_map *map = stock_map_of(session_setup(session));
    struct stock_tiles tiles = stock_tiles_of_map(map);
    view->distances = distances_to_line(map);
    view->bend_count = stock_find_bends(&tiles, view->bends);
    view->pointed = -1;
    view->share = -1;
    return view;
}

static void free_view(struct view *view)
{
    way_free(&view->way);
    film_free(&view->film);
    reach_free(&view->reach);
    free(view->distances);
    free(view);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* screens/stock_cars/view/view.c: the text is another one. */
static void stock_write(struct view *view, const char *text, struct view_request *request)
{
    choose_half(view, text);
    request->changed = true;
}

static void stock_take_spot(struct view *view, int spot, struct view_request *request)
{
    char text[DRAFT_BYTES];
    way_add_spot(&view->way, stock_shown_car(view), spot, text);
    stock_write(view, text, request);
}

/* What the text says, or nothing where it is no order. */
static struct order_parts written(const struct view *view)
{
    struct order_parts parts;
    if (!order_parts_read(view->text, &parts))
        parts = (struct order_parts){0};
    return parts;
}

static void write_parts(struct view *view, const struct order_parts *parts,
                        struct view_request *request)
{
    char text[DRAFT_BYTES];
    order_parts_write(parts, stock_shown_car(view)->special, text);
    stock_write(view, text, request);
}

static void stock_choose_speed(struct view *view, const struct stock_speed *speed,
                               struct view_request *request)
{
    struct order_parts parts = written(view);
    order_parts_begin(&parts, speed->changes, stock_shown_car(view)->speed);
    write_parts(view, &parts, request);
}

static void stock_add_end(struct view *view, char kind, struct view_request *request)
{
    struct order_parts parts = written(view);
    if (order_parts_end(&parts, kind))
        write_parts(view, &parts, request);
}

static void undo_half_choice(struct view *view, struct view_request *request)
{
    struct order_parts parts = written(view);
    if (!stock_chooses(view) || !view->text[0])
        return;
    /* What is no order is taken back as a whole. */
    order_parts_take_back(&parts);
    write_parts(view, &parts, request);
}

enum { WARN_LEAVES = 1, WARN_RETIRES = 2 };

/* What a car comes to that leaves the track or the race, before it does. */
static void warn(const struct view *view, struct view_request *request)
{
    const struct stock_trial *trial = &view->way.trial;
    if (view->way.retires) {
        const struct race *race = session_race(view->session);
        int others = -1; /* but for itself */
        for (int car = stock_cars_game.car_count(race); car > 0; car--)
            others += stock_car(race, car)->status == STOCK_RACING;
        request->warnings = WARN_RETIRES;
        request->place = stock_shown_car(view)->at;
        text_append(&request->title, "This gives the race up");
        text_append(&request->cost, others > 1 ? "The others go on without your car."
                                               : "With that the race is over.");
        request->same = "Retire";
    }
    if (!view->way.tried || trial->off_track == 0)
        return;
    request->warnings = WARN_LEAVES;
    request->place = trial->ends.at;
    text_append(&request->title, "This leaves the track");
    text_append_format(&request->cost, "Your car goes on at speed %d, with a maximum of %d.",
                       trial->ends.speed, trial->ends.maximum);
}

/* Is it whole, it becomes the request; else it says what is missing. */
static void stock_give(struct view *view, struct view_request *request)
{
    char text[DRAFT_BYTES];
    const struct order_way *way = &view->way;
    if (!stock_chooses(view))
        return;
    if (way->state == WAY_OPEN && (way->settled || way->left == 0) && !way->parts.open) {
        way_fill(way, stock_shown_car(view), text);
        stock_write(view, text, request);
    }
    if (way->state == WAY_WHOLE) {
        text_append(&request->action, view->text);
        warn(view, request);
    } else {
        view->insists = true;
    }
}

/* --- where things are ------------------------------------------------------------------------- */

static bool camera_bounds(const struct view *view, const struct view_look *look,
                          struct camera_area *area)
{
    if (look->running >= 0 && view->film.found && view->film.step == look->running)
        return stock_driven_area(view, look, area);
    if (!stock_chooses(view) || stock_choosing_specials(session_race(view->session)))
        return false;
    struct point at = stock_shown_car(view)->at;
    *area = (struct camera_area){at.x, at.y, at.x + 1, at.y + 1};
    for (int i = -view->way.tile_count; i < view->way.spot_count; i++) {
        at = i < 0 ? view->way.tiles[-i - 1].at : view->way.spots[i].at;
        area->left = fmin(area->left, at.x);
        area->bottom = fmin(area->bottom, at.y);
        area->right = fmax(area->right, at.x + 1);
        area->top = fmax(area->top, at.y + 1);
    }
    return true;
}

static struct box tile_box(const struct view *view, const struct view_look *look, struct point at)
{
    double x, y;
    const struct paper_view *paper = &look->camera->view;
    paper_to_device(paper, course_size(session_setup(view->session)->course).y, at.x, at.y + 1, &x,
                    &y);
    struct box box = {look->sheet_box.x + (int)floor(x), look->sheet_box.y + (int)floor(y),
                      (int)ceil(paper->square), (int)ceil(paper->square)};
    return box_intersect(box, look->sheet_box);
}

static void keep_clear(const struct view *view, const struct view_look *look, struct labels *into)
{
    const struct race *race = session_race(view->session);
    const struct paper_view *paper = &look->camera->goal;
    int rows = course_size(session_setup(view->session)->course).y;
    double side = paper->square;
    for (int car = stock_cars_game.car_count(race); car > 0; car--) {
        double box[4];
        if (paper_car_box(paper, view->session, race, car, box))
            labels_keep_off(into, (struct label_box){box[0], box[1], box[2], box[3]});
    }
    for (int i = 0; i < view->way.spot_count; i++) {
        struct pixel at =
            brush_place(paper, rows, view->way.spots[i].at.x, view->way.spots[i].at.y + 1);
        labels_keep_off(into, (struct label_box){at.x, at.y, side, side});
    }
}

/* --- pointing --------------------------------------------------------------------------------- */

static struct point tile_under(const struct view_look *look, int x, int y)
{
    double sheet_x, sheet_y;
    camera_to_sheet(look->camera, x - look->sheet_box.x, y - look->sheet_box.y, &sheet_x, &sheet_y);
    return (struct point){(int32_t)floor(sheet_x), (int32_t)floor(sheet_y)};
}

static bool point_at(struct view *view, int spot)
{
    if (spot == view->pointed)
        return false;
    view->pointed = spot;
    stock_say_spot(view, spot, view->said, sizeof view->said);
    return true;
}

static bool hover(struct view *view, const struct view_look *look, int x, int y)
{
    bool on = box_holds(look->sheet_box, x, y) && look->camera->view.square > 0;
    bool was_at_keys = view->at_keys;
    view->at_keys = false;
    return point_at(view, on ? way_spot_at(&view->way, tile_under(look, x, y)) : -1) || was_at_keys;
}

/* --- tiles as targets ------------------------------------------------------------------------- */

static void print_tile(struct point at, char id[TILE_ID_BYTES])
{
    snprintf(id, TILE_ID_BYTES, "tile %d,%d", at.x, at.y);
}

static void hold(struct view *view, const struct view_look *look, struct ui *ui,
                 struct view_request *request)
{
    int x, y;
    struct ui_state state =
        ui_handle(ui, view->held, tile_box(view, look, view->held_at), "the way so far");
    if (!state.held) {
        view->held[0] = '\0';
        return;
    }
    ui_pointer(ui, &x, &y);
    struct point at = tile_under(look, x, y);
    int spot = way_spot_at(&view->way, at);
    const struct order_way *way = &view->way;
    /* Back over the tile before the last one takes that back. */
    bool back = way->tile_count > 1 && point_equal(way->tiles[way->tile_count - 2].at, at);
    if (spot >= 0)
        stock_take_spot(view, spot, request);
    else if (back)
        undo_half_choice(view, request);
}

static void build_spots(struct view *view, struct ui *ui, const struct view_look *look,
                        struct view_request *request)
{
    int pressed = -1, clicked = -1, keyed = -1;
    char said[STOCK_SAID_BYTES], id[TILE_ID_BYTES];
    for (int i = 0; i < view->way.spot_count; i++) {
        const struct way_spot *spot = &view->way.spots[i];
        print_tile(spot->at, id);
        if (strcmp(id, view->held) == 0)
            continue;
        stock_say_spot(view, i, said, sizeof said);
        struct ui_state state = ui_handle(ui, id, tile_box(view, look, spot->at), said);
        pressed = state.held ? i : pressed;
        clicked = state.clicked ? i : clicked;
        keyed = state.ring ? i : keyed;
    }
    if (pressed < 0 && clicked < 0) {
        if (keyed >= 0 && point_at(view, keyed))
            view->at_keys = true;
        return;
    }
    struct point at = view->way.spots[pressed >= 0 ? pressed : clicked].at;
    stock_take_spot(view, pressed >= 0 ? pressed : clicked, request);
    if (pressed < 0)
        return;
    print_tile(at, view->held);
    view->held_at = at;
}

const struct view_reach *stock_find_reach(struct view *view)
{
    const struct race *race = session_race(view->session);
    if (!view->reach_on || stock_choosing_specials(race))
        return NULL;
    if (!view->reach_found)
        reach_find(&view->reach, race, stock_map_of(session_setup(view->session)), view->car);
    view->reach_found = true;
    return &view->reach;
}

void stock_look_at_step(struct view *view, const struct view_look *look)
{
    view->share = look->running >= 0 ? look->progress : -1;
    view->seen_count = 0;
    if (look->running < 0)
        return;
    film_find(&view->film, view->session, look->running);
    view->seen_count = film_seen(&view->film, look->progress, view->seen);
}

static void build(struct view *view, struct ui *ui, const struct view_look *look,
                  struct view_request *request)
{
    stock_look_at_step(view, look);
    if (!stock_chooses(view) || look->running >= 0)
        return;
    if (view->held[0])
        hold(view, look, ui, request);
    build_spots(view, ui, look, request);
}

/* --- hints ------------------------------------------------------------------------------------ */

static bool *hint_switch(struct view *view)
{
    bool has = driving_of(&stock_cars_game)->find_hints && session_allow(view->session).hints;
    return has ? &view->hints_on : NULL;
}

static bool wants_hints(const struct view *view, const struct point **start)
{
    *start = NULL;
    return view->hints_on && stock_chooses(view) && session_allow(view->session).hints &&
           driving_of(&stock_cars_game)->find_hints &&
           !stock_choosing_specials(session_race(view->session));
}

static void take_hints(struct view *view, const struct hints *hints, bool coming)
{
    view->turns += hints != view->hints;
    view->hints = hints;
    view->hints_coming = coming;
}

const struct stock_hint *stock_best_hint(const struct view *view)
{
    const struct hints *hints = view->hints_on ? view->hints : NULL;
    return hints && hints->best >= 0 ? &hints->items[hints->best] : NULL;
}

const struct stock_hint *stock_way_hint(const struct view *view)
{
    const struct order_way *way = &view->way;
    const struct stock_car *ends = &way->trial.ends;
    bool whole = view->hints_on && view->hints && way->state == WAY_WHOLE && way->tried;
    const struct stock_hint *hint =
        whole ? stock_hint_at(view->hints, ends->at, ends->heading, way->speed) : NULL;
    bool same = hint && hint->speed == ends->speed && hint->cards == way->trial.cards;
    return same ? hint : NULL; /* what is told of it is true of the way, too */
}

const struct rules_view stock_cars_view = {
    .game = &stock_cars_game,
    .full_cards = true,
    .openings = openings,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .camera_bounds = camera_bounds,
    .keep_clear = keep_clear,
    .strip_height = stock_strip_height,
    .build_strip = stock_build_strip,
    .step_time = stock_step_time,
    .step_moment = stock_step_moment,
    .step_words = stock_step_words,
    .event_time = stock_event_time,
    .moment = stock_moment,
    .build = build,
    .lay = stock_lay,
    .hover = hover,
    .event = stock_take_event,
    .undo_half_choice = undo_half_choice,
    .half_choice = half_choice,
    .choose_half = choose_half,
    .switches = stock_switches,
    .flip = stock_flip,
    .hint_switch = hint_switch,
    .wants_hints = wants_hints,
    .take_hints = take_hints,
    .tell = stock_tell_words,
    .panel = stock_panel,
    .say = stock_say,
};
