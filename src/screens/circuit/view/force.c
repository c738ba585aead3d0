/* A force pass in the strip: who may resist and why not, and what the dice can come to as far as
 * chips lie open. Cards that lie face down are never looked at.
 */
#include "screens/circuit/view/inside.h"
#include "ui/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Interface pixels. */
static const double ODDS_ALONE = 300, ODDS_OF_ALL = 440, ODDS_OF_ALL_LEAST = 415,
                    ODDS_OF_SPIN = 440, ODDS_GAP = 3;
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

/* Whether a blocker may resist, and why not; `brief`: only its first name. */
static void say_whether(const struct view *view, const struct pass_look *look, int blocker,
                        bool brief, struct text *into)
{
    const struct race *race = session_race(view->session);
    const char *name = view->names[blocker - 1];
    int speed = circuit_car(race, blocker)->posted, round = circuit_game.round(race);
    int passer = circuit_car(race, look->passer)->posted;
    text_append_bytes(into, name, brief ? strcspn(name, " ") : strlen(name));
    if (look->resist[0] == blocker || (look->resist_count > 1 && look->resist[1] == blocker))
        text_append(into, " may resist");
    else if (round <= CIRCUIT_FIRST_TURNS)
        text_append_format(into, " may not: turn %d", round);
    else if (speed <= 0)
        text_append(into, " may not: it stands");
    else
        text_append_format(into, " may not: %d %s", abs(speed - passer),
                           speed < passer ? "slower" : "faster");
}

void circuit_say_resist(const struct view *view, const struct pass_look *look, bool brief,
                        struct text *into)
{
    if (brief && look->resist_count == 2) {
        text_append(into, "both may resist");
        return;
    }
    say_whether(view, look, look->blockers[0], brief, into);
    text_append(into, " · ");
    say_whether(view, look, look->blockers[1], brief, into);
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

/* "26 %", or what else can come of it, too: "26/60/14 %". */
static void print_figure(const struct view *view, const struct pass_look *look, int blocks,
                         bool own, bool all, char into[24])
{
    struct pass_ways ways = ways_with(view, look, blocks, own);
    int through = percent_of(ways.through, ways.all);
    int spins = can_brake(view, look->passer) ? ways.spins : ways.all - ways.through;
    int spinning = percent_of(spins, ways.all);
    if (all)
        snprintf(into, 24, "%d/%d/%d %%", through, 100 - through - spinning, spinning);
    else
        snprintf(into, 24, "%d %%", through);
}

double circuit_odds_height(struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    return ODDS_LINES * (canvas_line_height(canvas, STYLE_SMALL) / canvas_scale(canvas) + ODDS_GAP);
}

double circuit_odds_width(const struct view *view)
{
    bool spins = circuit_phase(session_race(view->session)) == PHASE_SPIN;
    return spins ? ODDS_OF_SPIN : circuit_shows_hints(view) ? ODDS_OF_ALL : ODDS_ALONE;
}

/* A label, which has so many hundredths of the width, and figures in columns. */
struct line {
    const char *label;
    int share;
    char figures[SPIN_CRASH + 1][24];
    int count, columns;
};

static struct box build_line(struct layout *lines, struct paper_color color,
                             const struct line *line)
{
    struct canvas *canvas = ui_canvas(lines->ui);
    struct box whole = layout_cut(lines, AT_TOP, canvas_line_height(canvas, STYLE_SMALL));
    struct box box = whole;
    canvas_text(canvas, STYLE_SMALL, color, line->label,
                box_cut_left(&box, box.w * line->share / 100), ALIGN_LEFT);
    int column = box.w / line->columns;
    for (int i = 0; i < line->count; i++)
        canvas_text(canvas, STYLE_SMALL, color, line->figures[i], box_cut_left(&box, column),
                    ALIGN_RIGHT);
    return whole;
}

/* Also for those who are told what stands there. */
static void build_figures(struct layout *lines, const struct line *line)
{
    struct text told = {0};
    text_append_format(&told, "%s:", line->label);
    for (int i = 0; i < line->count; i++)
        text_append_format(&told, "%s %s", i > 0 ? "," : "", line->figures[i]);
    struct box box = build_line(lines, canvas_theme(ui_canvas(lines->ui))->ink, line);
    ui_tell_label(lines->ui, text_string(&told), box);
    text_free(&told);
}

static void build_pass(const struct view *view, const struct pass_look *look, bool own, bool all,
                       const char *label, struct layout *lines)
{
    struct line line = {label, all ? 28 : 22, .count = look->resist_count + 1, .columns = 3};
    for (int blocks = 0; blocks <= look->resist_count; blocks++)
        print_figure(view, look, blocks, own, all, line.figures[blocks]);
    build_figures(lines, &line);
}

void circuit_build_odds(const struct view *view, struct ui *ui, const struct pass_look *look,
                        struct box box)
{
    struct layout lines = layout_inside(ui, box, 0, 0, ODDS_GAP);
    bool all = circuit_shows_hints(view) && box.w >= canvas_units(ui_canvas(ui), ODDS_OF_ALL_LEAST);
    const struct line head = {all ? "Past, held, spins" : "Past",
                              all ? 28 : 22,
                              {"all PASS", "1 BLOCK", "2 BLOCK"},
                              look->resist_count + 1,
                              3};
    build_line(&lines, canvas_theme(ui_canvas(ui))->ink_soft, &head);
    build_pass(view, look, false, all, look->self ? "no chip" : "as laid", &lines);
    if (look->self)
        build_pass(view, look, true, all, "my chip", &lines);
}

/* --- the spin table (RULES 6.1)
 * --------------------------------------------------------------------------- */

static void build_spin(int modifier, const char *label, struct layout *lines)
{
    struct line line = {label, 22, .count = SPIN_CRASH + 1, .columns = SPIN_CRASH + 1};
    int ways[SPIN_CRASH + 1];
    spin_count(modifier, ways);
    for (int i = 0; i <= SPIN_CRASH; i++)
        snprintf(line.figures[i], sizeof line.figures[i], "%d %%", percent_of(ways[i], 36));
    build_figures(lines, &line);
}

void circuit_build_spin_odds(const struct view *view, struct ui *ui, struct box box)
{
    static const struct line head = {"Spin", 22, {"only", "2 wear", "miss", "out"}, 4, 4};
    struct layout lines = layout_inside(ui, box, 0, 0, ODDS_GAP);
    build_line(&lines, canvas_theme(ui_canvas(ui))->ink_soft, &head);
    int modifier = circuit_spin_modifier(session_race(view->session));
    build_spin(modifier, "no chip", &lines);
    build_spin(modifier - 2, "my chip", &lines);
}
