/* How a car stands, on its card beside the sheet: everything that counts under the rules in force,
 * and nothing else.
 */
#include "screens/graph_paper/view/inside.h"

#include "draw/icons.h"
#include "paper/lettering.h"
#include "session/tally.h"

#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double SIGN_SIDE = 13, SIGN_GAP = 3, KIND_GAP = 8;
static const double PIP_SIDE = 7, PIP_GAP = 3;
enum { PIP_LIMIT = 8 }; /* more damage is told in numbers */

static const struct setup *setup_of(const struct view *view)
{
    return session_setup(view->session);
}

static const struct car *car_of(const struct view *view, int number)
{
    return graph_paper_car(session_race(view->session), number);
}

static bool is_derby(const struct view *view)
{
    return setup_of(view)->values[FIELD_CONTEST] == CONTEST_DERBY;
}

static bool still_drives(const struct car *car)
{
    return car->status == CAR_RACING || car->status == CAR_WAITING || car->status == CAR_OUTSIDE;
}

static void print_score(const struct view *view, int player, char *text, size_t size)
{
    int score = graph_paper_score(session_race(view->session), player);
    snprintf(text, size, score < 0 ? "−%d" : "%d", score < 0 ? -score : score);
}

void graph_paper_team(const struct view *view, int number, struct view_team *team)
{
    const struct race *race = session_race(view->session);
    int player = graph_paper_car(race, number)->player;
    *team = (struct view_team){.which = paper_car_of_player(view->session, race, number)};
    for (int car = 1; car <= graph_paper_game.car_count(race); car++)
        team->count += graph_paper_car(race, car)->player == player;
    if (is_derby(view))
        print_score(view, player, team->score, sizeof team->score);
}

/* What the right half of a card says first: the place, and the lap where there are several:
 * "lap 2 · 3rd", or "2/5 · 3rd" in brief. */
static void print_standing(const struct view *view, int number, bool brief, char *text, size_t size)
{
    const struct race *state = session_race(view->session);
    const struct setup *setup = setup_of(view);
    const struct car *car = graph_paper_car(state, number);
    char ordinal[16];
    standing_print_place(lead_place(&view->lead, state, number), setup->players, ordinal,
                         sizeof ordinal);
    int lap = graph_paper_lap(state, number);
    bool several = setup->values[FIELD_LAPS] > 1 && !graph_paper_track(setup)->open && lap > 0 &&
                   !is_derby(view);
    if (car->status == CAR_RETIRED)
        snprintf(text, size, "out");
    else if (car->status == CAR_WAITING)
        snprintf(text, size, "not started");
    else if (car->status == CAR_OUTSIDE)
        snprintf(text, size, brief ? "off" : "off the track");
    else if (car->status == CAR_RACING && several && brief)
        snprintf(text, size, "%d/%d%s%s", lap, setup->values[FIELD_LAPS], ordinal[0] ? " · " : "",
                 ordinal);
    else if (car->status == CAR_RACING && several)
        snprintf(text, size, "lap %d%s%s", lap, ordinal[0] ? " · " : "", ordinal);
    else
        snprintf(text, size, "%s",
                 car->status == CAR_FINISHED && !ordinal[0] ? "finished" : ordinal);
}

static void print_speed(const struct car *car, char *text, size_t size)
{
    text[0] = '\0';
    if (car->status == CAR_RACING || car->status == CAR_OUTSIDE) {
        char vector[GRAPH_PAPER_VECTOR_BYTES];
        graph_paper_print_vector(car->velocity, vector);
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

/* --- signs: what is left of nitros, brakes and boosts, damage, checkpoints ------------------- */

struct sign_look {
    enum paper_sign sign;
    const struct paper_theme *theme;
};

static void paint_sign(cairo_t *cairo, int width, int height, const void *data)
{
    const struct sign_look *look = data;
    struct paper_color color = look->theme->ink_soft;
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
    paper_draw_sign(cairo, look->sign, width / 2.0, height / 2.0, width * 0.78, 0, -1);
}

static void draw_sign(struct canvas *canvas, enum paper_sign sign, struct box box)
{
    struct sign_look look = {sign, canvas_theme(canvas)};
    char key[24];
    int side = canvas_units(canvas, SIGN_SIDE);
    snprintf(key, sizeof key, "sign %d", (int)sign);
    canvas_shape(canvas, key, box_centre(box, side, side), paint_sign, &look);
}

/* What a player can have several uses of, in the order in which it stands on a card. */
struct supply {
    enum paper_sign sign;
    enum graph_paper_field field;
    const char *title; /* in the legend */
};
static const struct supply supplies[] = {
    {SIGN_BOOST, FIELD_TURBO_BOOSTS, "boost"},
    {SIGN_BRAKE, FIELD_GOOD_BRAKES, "brake"},
    {SIGN_NITRO, FIELD_NITROS, "nitro"},
};
enum { SUPPLY_COUNT = sizeof supplies / sizeof supplies[0] };

static int supply_left(const struct car *car, enum paper_sign sign)
{
    return sign == SIGN_NITRO   ? car->nitros
           : sign == SIGN_BRAKE ? car->good_brakes
                                : car->turbo_boosts;
}

static bool has_other_supplies(const struct setup *setup)
{
    return setup->values[FIELD_GOOD_BRAKES] > 0 || setup->values[FIELD_TURBO_BOOSTS] > 0;
}

/* Sign and number of each kind, from the right end of the row to the left. */
static void draw_supply_signs(struct canvas *canvas, const struct view *view, const struct car *car,
                              struct box *row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < SUPPLY_COUNT; i++) {
        if (setup_of(view)->values[supplies[i].field] == 0)
            continue;
        char text[12];
        snprintf(text, sizeof text, "%d", supply_left(car, supplies[i].sign));
        int width = canvas_text_width(canvas, STYLE_SMALL, text);
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text, box_cut_right(row, width),
                    ALIGN_RIGHT);
        box_cut_right(row, canvas_units(canvas, SIGN_GAP));
        draw_sign(canvas, supplies[i].sign, box_cut_right(row, canvas_units(canvas, SIGN_SIDE)));
        box_cut_right(row, canvas_units(canvas, KIND_GAP));
    }
}

static void draw_supplies(struct canvas *canvas, const struct view *view, const struct car *car,
                          struct box *row)
{
    char text[32];
    if (!still_drives(car))
        return;
    if (has_other_supplies(setup_of(view))) {
        draw_supply_signs(canvas, view, car, row);
    } else if (setup_of(view)->values[FIELD_NITROS] > 0) {
        snprintf(text, sizeof text,
                 car->nitros == 1   ? "1 nitro"
                 : car->nitros == 0 ? "no nitros"
                                    : "%d nitros",
                 car->nitros);
        int width = canvas_text_width(canvas, STYLE_SMALL, text);
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text,
                    box_cut_right(row, width), ALIGN_RIGHT);
    }
}

static bool counts_damage(const struct view *view)
{
    return graph_paper_game.field_matters(setup_of(view), FIELD_DAMAGE_LIMIT);
}

struct pips_look {
    int taken, limit;
    double side, gap;
    const struct paper_theme *theme;
};

/* A disc for each point that a car can take, those taken filled. */
static void paint_pips(cairo_t *cairo, int width, int height, const void *data)
{
    const struct pips_look *pips = data;
    (void)width;
    for (int i = 0; i < pips->limit; i++) {
        bool taken = i < pips->taken;
        struct paper_color color = taken ? pips->theme->warning : pips->theme->ink_soft;
        double line = pips->side * 0.16, radius = (pips->side - line) / 2;
        cairo_new_path(cairo);
        cairo_arc(cairo, pips->side / 2 + i * (pips->side + pips->gap), height / 2.0, radius, 0,
                  6.2831853);
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
        cairo_set_line_width(cairo, line);
        if (taken)
            cairo_fill_preserve(cairo);
        cairo_stroke(cairo);
    }
}

static void draw_damage(struct canvas *canvas, const struct view *view, const struct car *car,
                        struct box *row)
{
    int limit = setup_of(view)->values[FIELD_DAMAGE_LIMIT];
    char text[32];
    if (limit > PIP_LIMIT) {
        snprintf(text, sizeof text, "damage %d/%d", car->damage, limit);
        int width = canvas_text_width(canvas, STYLE_SMALL, text);
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text,
                    box_cut_right(row, width), ALIGN_RIGHT);
        return;
    }
    struct pips_look pips = {.taken = car->damage, .limit = limit, .theme = canvas_theme(canvas)};
    pips.side = canvas_units(canvas, PIP_SIDE);
    pips.gap = canvas_units(canvas, PIP_GAP);
    int width = (int)(limit * pips.side + (limit - 1) * pips.gap) + 1;
    snprintf(text, sizeof text, "pips %d %d", car->damage, limit);
    struct box box = box_cut_right(row, width);
    canvas_shape(canvas, text, box_centre(box, width, (int)pips.side + 2), paint_pips, &pips);
}

static void print_gates(const struct view *view, const struct car *car, char *text, size_t size)
{
    text[0] = '\0';
    if (graph_paper_counts_checkpoints(setup_of(view)) && still_drives(car))
        snprintf(text, size, "%d/%d", car->checkpoint,
                 graph_paper_track(setup_of(view))->checkpoint_count);
}

static void draw_gates(struct canvas *canvas, const struct view *view, const struct car *car,
                       struct box *row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char text[16];
    print_gates(view, car, text, sizeof text);
    if (!text[0])
        return;
    int side = canvas_units(canvas, SIGN_SIDE + 2);
    box_cut_right(row, canvas_units(canvas, KIND_GAP));
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text,
                box_cut_right(row, canvas_text_width(canvas, STYLE_SMALL, text)), ALIGN_RIGHT);
    box_cut_right(row, canvas_units(canvas, SIGN_GAP));
    canvas_icon(canvas, ICON_GATE, box_centre(box_cut_right(row, side), side, side), theme->action);
}

/* --- cards of two lines ---------------------------------------------------------------------- */

static void draw_second_line(struct canvas *canvas, const struct view *view, int number,
                             struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct car *car = car_of(view, number);
    char text[64];
    if (car->missed_turns > 0)
        draw_missed(canvas, car->missed_turns, &row);
    else
        draw_supplies(canvas, view, car, &row);
    if (counts_damage(view) && still_drives(car)) {
        box_cut_right(&row, canvas_units(canvas, KIND_GAP));
        draw_damage(canvas, view, car, &row);
    }
    print_speed(car, text, sizeof text);
    canvas_text(canvas, STYLE_BODY, theme->ink, text, row, ALIGN_LEFT);
}

/* A derby is about points: they stand in large type where a race has the place. */
static void draw_first_line(struct canvas *canvas, const struct view *view, int number,
                            struct box *row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct view_team team;
    char text[32];
    graph_paper_team(view, number, &team);
    if (team.score[0] && team.count == 1) {
        bool high = row->h >= canvas_line_height(canvas, STYLE_TITLE) * 4 / 5;
        enum canvas_style style = high ? STYLE_TITLE : STYLE_HEADING;
        int width = canvas_text_width(canvas, style, team.score);
        canvas_text(canvas, style, theme->ink, team.score, box_cut_right(row, width), ALIGN_RIGHT);
        box_cut_right(row, canvas_units(canvas, KIND_GAP));
    }
    print_standing(view, number, false, text, sizeof text);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text,
                box_cut_right(row, canvas_text_width(canvas, STYLE_SMALL, text)), ALIGN_RIGHT);
    draw_gates(canvas, view, car_of(view, number), row);
}

/* --- cards of one line ----------------------------------------------------------------------- */

/* The columns of a card of one line, in interface pixels. */
static const double NAME_LEAST = 50, PLACE_COLUMN = 26, LAP_COLUMN = 62, SPEED_COLUMN = 56;
static const double NITRO_SQUARE = 20, SUPPLY_COLUMN = 24, DAMAGE_COLUMN = 22, GATE_COLUMN = 26;
static const double COLUMN_GAP = 5;

/* A column of this width at the right end of a row, wider if the text needs it; false if that
 * would leave too little to the name, which comes first. */
static bool cut_column(struct canvas *canvas, const char *text, double column, struct box *row,
                       struct box *cut)
{
    int width = canvas_text_width(canvas, STYLE_SMALL, text), wanted = canvas_units(canvas, column);
    wanted = wanted > width ? wanted : width;
    if (row->w - wanted < canvas_units(canvas, NAME_LEAST))
        return false;
    *cut = box_cut_right(row, wanted);
    box_cut_right(row, canvas_units(canvas, COLUMN_GAP));
    return true;
}

static void draw_column(struct canvas *canvas, const char *text, double column, struct box *row)
{
    struct box cut;
    if (cut_column(canvas, text, column, row, &cut))
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text, cut, ALIGN_RIGHT);
}

/* The number that is left in a square, which stands for a nitro on paper, too. */
static void draw_nitros(struct canvas *canvas, const struct car *car, struct box *row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box cut;
    char text[12] = "";
    snprintf(text, sizeof text, "%d", car->nitros);
    if (!cut_column(canvas, text, NITRO_SQUARE, row, &cut) || !still_drives(car))
        return;
    int side = canvas_units(canvas, NITRO_SQUARE);
    struct box square = box_centre(cut, cut.w, cut.h < side ? cut.h : side);
    struct card card = {.edge = color_fade(theme->ink_soft, car->nitros > 0 ? 1 : 0.4)};
    card.edge_width = 1.2;
    card.radius = 2;
    canvas_card(canvas, square, &card);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text, square, ALIGN_CENTRE);
}

/* Brakes and boosts: the sign and what is left. */
static void draw_other_supply(struct canvas *canvas, const struct car *car, enum paper_sign sign,
                              struct box *row)
{
    struct box cut;
    char text[12];
    snprintf(text, sizeof text, "%d", supply_left(car, sign));
    if (!cut_column(canvas, text, SUPPLY_COLUMN, row, &cut) || !still_drives(car))
        return;
    draw_sign(canvas, sign, box_cut_left(&cut, canvas_units(canvas, SIGN_SIDE)));
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text, cut, ALIGN_RIGHT);
}

/* A disc, filled once a car has taken any, and how much that is. */
static void draw_damage_count(struct canvas *canvas, const struct car *car, struct box *row)
{
    struct pips_look pip = {.taken = car->damage > 0, .limit = 1, .theme = canvas_theme(canvas)};
    struct box cut;
    char text[16], key[24];
    snprintf(text, sizeof text, "%d", car->damage);
    if (!cut_column(canvas, text, DAMAGE_COLUMN, row, &cut))
        return;
    pip.side = canvas_units(canvas, PIP_SIDE);
    int side = (int)pip.side + 2;
    snprintf(key, sizeof key, "pip %d", pip.taken);
    struct box box = box_centre(box_cut_left(&cut, side), side, side);
    canvas_shape(canvas, key, box, paint_pips, &pip);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text, cut, ALIGN_RIGHT);
}

/* The disc of a checkpoint and the one that was passed last. */
static void draw_gate_count(struct canvas *canvas, const struct view *view, const struct car *car,
                            struct box *row)
{
    int side = canvas_units(canvas, SIGN_SIDE + 2);
    struct box cut;
    char text[16];
    if (!graph_paper_counts_checkpoints(setup_of(view)) || !still_drives(car))
        return;
    snprintf(text, sizeof text, "%d", car->checkpoint);
    if (!cut_column(canvas, text, GATE_COLUMN, row, &cut))
        return;
    canvas_icon(canvas, ICON_GATE, box_centre(box_cut_left(&cut, side), side, side),
                canvas_theme(canvas)->action);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text, cut, ALIGN_RIGHT);
}

static void draw_score(struct canvas *canvas, const struct view *view, int number, struct box *row)
{
    struct view_team team;
    struct box cut;
    graph_paper_team(view, number, &team);
    if (team.score[0] && team.count == 1 && cut_column(canvas, team.score, PLACE_COLUMN, row, &cut))
        canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, team.score, cut, ALIGN_RIGHT);
}

/* From right to left the place or the points, then what is left and taken, and the velocity or what
 * stands in its way: on all cards in the same columns. What has no room beside the name is left
 * out, the least important first. */
static void draw_only_line(struct canvas *canvas, const struct view *view, int number,
                           struct box *row)
{
    const struct setup *setup = setup_of(view);
    const struct car *car = car_of(view, number);
    bool laps = setup->values[FIELD_LAPS] > 1 && !graph_paper_track(setup)->open && !is_derby(view);
    char text[64];
    draw_score(canvas, view, number, row);
    print_standing(view, number, true, text, sizeof text);
    if (!is_derby(view) || text[0])
        draw_column(canvas, text, laps ? LAP_COLUMN : PLACE_COLUMN, row);
    if (car->missed_turns > 0)
        snprintf(text, sizeof text, "misses %d", car->missed_turns);
    else
        print_speed(car, text, sizeof text);
    if (setup->values[FIELD_NITROS] > 0)
        draw_nitros(canvas, car, row);
    if (text[0])
        draw_column(canvas, text, SPEED_COLUMN, row);
    if (counts_damage(view) && still_drives(car))
        draw_damage_count(canvas, car, row);
    draw_gate_count(canvas, view, car, row);
    for (int i = 0; i < SUPPLY_COUNT; i++)
        if (supplies[i].sign != SIGN_NITRO && setup->values[supplies[i].field] > 0)
            draw_other_supply(canvas, car, supplies[i].sign, row);
}

bool graph_paper_panel(const struct view *view, struct canvas *canvas, int number,
                       struct box *first, struct box *second)
{
    if (second) {
        draw_first_line(canvas, view, number, first);
        draw_second_line(canvas, view, number, *second);
    } else {
        draw_only_line(canvas, view, number, first);
    }
    return car_of(view, number)->status != CAR_RETIRED;
}

static void say(struct text *into, const char *what)
{
    if (what[0])
        text_append_format(into, ", %s", what);
}

static void say_count(struct text *into, const char *title, int count)
{
    text_append_format(into, count == 1 ? ", %d %s" : ", %d %ss", count, title);
}

void graph_paper_say(const struct view *view, int number, struct text *into)
{
    const struct setup *setup = setup_of(view);
    const struct car *car = car_of(view, number);
    struct view_team team;
    char text[64];
    graph_paper_team(view, number, &team);
    text_append(into, view->names[car->player - 1]);
    if (team.count > 1)
        text_append_format(into, ", car %d", team.which);
    if (is_derby(view))
        say_count(into, "point", graph_paper_score(session_race(view->session), car->player));
    print_standing(view, number, false, text, sizeof text);
    say(into, text);
    print_speed(car, text, sizeof text);
    say(into, text);
    if (car->missed_turns > 0)
        text_append_format(into, ", misses %d", car->missed_turns);
    if (!still_drives(car))
        return;
    for (int i = 0; i < SUPPLY_COUNT; i++)
        if (setup->values[supplies[i].field] > 0)
            say_count(into, supplies[i].title, supply_left(car, supplies[i].sign));
    if (counts_damage(view))
        text_append_format(into, ", damage %d/%d", car->damage, setup->values[FIELD_DAMAGE_LIMIT]);
    print_gates(view, car, text, sizeof text);
    if (text[0])
        text_append_format(into, ", checkpoint %s", text);
}

void graph_paper_legend(const struct view *view, struct canvas *canvas, struct box *row)
{
    const struct choice *choice = &view->choice;
    graph_paper_hint_legend(view, canvas, row);
    const bool shown[] = {[SIGN_NITRO] = choice_has_nitros(choice) && choice->nitros_shown,
                          [SIGN_BRAKE] = choice_has_brakes(choice),
                          [SIGN_BOOST] = choice_has_boosts(choice)};
    for (int i = 0; i < SUPPLY_COUNT; i++) {
        if (!shown[supplies[i].sign])
            continue;
        int width = canvas_text_width(canvas, STYLE_SMALL, supplies[i].title);
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, supplies[i].title,
                    box_cut_right(row, width), ALIGN_RIGHT);
        box_cut_right(row, canvas_units(canvas, SIGN_GAP + 2));
        draw_sign(canvas, supplies[i].sign, box_cut_right(row, canvas_units(canvas, SIGN_SIDE)));
        box_cut_right(row, canvas_units(canvas, 2 * KIND_GAP));
    }
}
