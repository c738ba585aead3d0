/* A force pass in the strip: who may resist and why not, and what the dice can come to as far as
 * chips lie open. Cards that lie face down are never looked at.
 */
#include "screens/circuit/view/inside.h"
#include "ui/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Interface pixels. */
static const double ODDS_ALONE = 300, ODDS_OF_ALL = 500, ODDS_GAP = 3;
enum { ODDS_LINES = 3 };

struct pass_look circuit_look_at_move(const struct view *view, const struct circuit_move *move)
{
    struct pass_look look = {.passer = view->car, .resist_count = move->resist_count};
    memcpy(look.blockers, move->blockers, sizeof look.blockers);
    memcpy(look.resist, move->resist, sizeof look.resist);
    look.self = circuit_car(session_race(view->session), view->car)->chips > 0 ? view->car : 0;
    return look;
}

bool circuit_look_at_pass(const struct view *view, struct pass_look *look)
{
    const struct race *race = session_race(view->session);
    const struct circuit_force *force = circuit_force(race);
    if (!force)
        return false;
    *look = (struct pass_look){.passer = circuit_mover(race),
                               .resist_count = force->resist_count,
                               .chips = force->chips,
                               .open = force->asked};
    memcpy(look->blockers, force->blockers, sizeof look->blockers);
    memcpy(look->resist, force->resist, sizeof look->resist);
    bool asked = view->car > 0 && !(force->asked >> view->car & 1);
    look->self = asked && circuit_car(race, view->car)->chips > 0 ? view->car : 0;
    return true;
}

/* Why a blocker may not resist; "" if it may. */
static void say_why_not(const struct view *view, const struct pass_look *look, int blocker,
                        struct text *into)
{
    const struct race *race = session_race(view->session);
    int speed = circuit_car(race, blocker)->posted;
    int passer = circuit_car(race, look->passer)->posted;
    for (int i = 0; i < look->resist_count; i++)
        if (look->resist[i] == blocker)
            return;
    if (circuit_game.round(race) <= CIRCUIT_FIRST_TURNS)
        text_append_format(into, "%s may not: turn %d", view->names[blocker - 1],
                           circuit_game.round(race));
    else if (speed <= 0)
        text_append_format(into, "%s may not: it stands", view->names[blocker - 1]);
    else
        text_append_format(into, "%s may not: %d %s", view->names[blocker - 1], abs(speed - passer),
                           speed < passer ? "slower" : "faster");
}

void circuit_say_resist(const struct view *view, const struct pass_look *look, struct text *into)
{
    for (int i = 0; i < 2; i++) {
        struct text why = {0};
        say_why_not(view, look, look->blockers[i], &why);
        text_append(into, i > 0 ? " · " : "");
        if (why.length > 0)
            text_append(into, text_string(&why));
        else
            text_append_format(into, "%s may resist", view->names[look->blockers[i] - 1]);
        text_free(&why);
    }
}

/* --- odds ------------------------------------------------------------------------------------- */

static struct pass_ways ways_with(const struct view *view, const struct pass_look *look, int blocks,
                                  bool own)
{
    const struct race *race = session_race(view->session);
    uint64_t chips = look->chips | (own ? UINT64_C(1) << look->self : 0);
    struct pass_case pass = {.passer = circuit_car(race, look->passer)->posted,
                             .blocker_count = look->resist_count,
                             .passer_chip = chips >> look->passer & 1,
                             .blocks = blocks};
    for (int i = 0; i < look->resist_count; i++) {
        pass.blockers[i] = circuit_car(race, look->resist[i])->posted;
        pass.blocker_chips[i] = chips >> look->resist[i] & 1;
    }
    return pass_count(&pass);
}

/* Who is held has to brake, and spins if it cannot do so (RULES 8.10). */
static bool can_brake(const struct view *view, int passer)
{
    const struct race *race = session_race(view->session);
    const struct circuit_car *car = circuit_car(race, passer);
    int dec = build_value(session_setup(view->session), &car->build, ATTRIBUTE_DEC);
    int speed = car->posted - CIRCUIT_SPEED * circuit_points(race);
    return (speed > 0 ? speed : 0) >= car->speed - dec;
}

/* "26 %", and with hints what else can come of it: "26 / 60 / 14 %". */
static void print_figure(const struct view *view, const struct pass_look *look, int blocks,
                         bool own, char into[24])
{
    struct pass_ways ways = ways_with(view, look, blocks, own);
    int through = percent_of(ways.through, ways.all);
    int spins = can_brake(view, look->passer) ? ways.spins : ways.all - ways.through;
    int spinning = percent_of(spins, ways.all);
    if (!circuit_shows_hints(view))
        snprintf(into, 24, "%d %%", through);
    else
        snprintf(into, 24, "%d / %d / %d %%", through, 100 - through - spinning, spinning);
}

double circuit_odds_height(struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    return ODDS_LINES * (canvas_line_height(canvas, STYLE_SMALL) / canvas_scale(canvas) + ODDS_GAP);
}

double circuit_odds_width(const struct view *view)
{
    return circuit_shows_hints(view) ? ODDS_OF_ALL : ODDS_ALONE;
}

/* A label and a figure for none, one and two cards that say BLOCK. */
static void build_line(struct canvas *canvas, struct paper_color color, const char *label,
                       char figures[3][24], int count, struct box box)
{
    int column = box.w * 23 / 100;
    canvas_text(canvas, STYLE_SMALL, color, label, box_cut_left(&box, box.w - 3 * column),
                ALIGN_LEFT);
    for (int i = 0; i < count; i++)
        canvas_text(canvas, STYLE_SMALL, color, figures[i], box_cut_left(&box, column),
                    ALIGN_RIGHT);
}

static void build_figures(const struct view *view, struct ui *ui, const struct pass_look *look,
                          bool own, const char *label, struct layout *column)
{
    struct canvas *canvas = ui_canvas(ui);
    char figures[3][24];
    struct text told = {0};
    struct box box = layout_cut(column, AT_TOP, canvas_line_height(canvas, STYLE_SMALL));
    text_append_format(&told, "%s:", label);
    for (int blocks = 0; blocks <= look->resist_count; blocks++) {
        print_figure(view, look, blocks, own, figures[blocks]);
        text_append_format(&told, "%s %s", blocks > 0 ? "," : "", figures[blocks]);
    }
    build_line(canvas, canvas_theme(canvas)->ink, label, figures, look->resist_count + 1, box);
    ui_tell_label(ui, text_string(&told), box);
    text_free(&told);
}

void circuit_build_odds(const struct view *view, struct ui *ui, const struct pass_look *look,
                        struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    char heads[3][24] = {"all PASS", "1 BLOCK", "2 BLOCK"};
    bool hints = circuit_shows_hints(view);
    struct layout column = layout_inside(ui, box, 0, 0, ODDS_GAP);
    build_line(canvas, canvas_theme(canvas)->ink_soft,
               hints ? "Through / held / spins" : "Gets through", heads, look->resist_count + 1,
               layout_cut(&column, AT_TOP, canvas_line_height(canvas, STYLE_SMALL)));
    build_figures(view, ui, look, false, look->self ? "no chip" : "as laid", &column);
    if (look->self)
        build_figures(view, ui, look, true, "my chip", &column);
}

/* --- the spin table --------------------------------------------------------------------------- */

static void say_table(int modifier, struct text *into)
{
    static const char *const names[] = {"spin", "and 2 wear", "and a turn missed", "out"};
    int ways[SPIN_CRASH + 1];
    spin_count(modifier, ways);
    for (int i = 0; i <= SPIN_CRASH; i++)
        if (ways[i] > 0)
            text_append_format(into, "%s%s %d %%", i > 0 && into->length > 0 ? ", " : "", names[i],
                               percent_of(ways[i], 36));
}

/* What the dice say by the posted speed over the limit (RULES 5.5), or of too hard a brake. */
static int modifier_of(const struct view *view)
{
    const struct setup *setup = session_setup(view->session);
    const struct race *race = session_race(view->session);
    const struct circuit_car *car = circuit_car(race, circuit_mover(race));
    int limit = circuit_limit(circuit_of(setup), car->row, car->lane);
    int excess =
        limit > 0 ? (car->posted - limit - (car->on_line ? CIRCUIT_SPEED : 0)) / CIRCUIT_SPEED : 0;
    return excess > 3 ? excess - 3 : 0;
}

void circuit_say_spin_odds(const struct view *view, struct text *into)
{
    struct text with = {0};
    say_table(modifier_of(view), into);
    say_table(modifier_of(view) - 2, &with);
    text_append_format(into, " · with a chip: %s", text_string(&with));
    text_free(&with);
}
