/* The strip under the sheet: what is asked, the answers with what each costs, and beside a force
 * pass its odds.
 */
#include "screens/circuit/view/inside.h"
#include "ui/layout.h"

#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double TOP = 8, GAP = 6, HEAD = 22, CELL_HEIGHT = 46, FOOT = 38;
static const double CELL_WIDTH = 116, HINTED_WIDTH = 150, CELLS = 3, SIDE = 14, MARGIN = 5;

static enum circuit_phase phase_of(const struct view *view)
{
    return circuit_phase(session_race(view->session));
}

/* Is there room for the odds beside the answers? Else they stand below them. */
static bool has_odds_beside(const struct view *view, const struct canvas *canvas, int width)
{
    return width >= canvas_units(canvas, CELLS * (CELL_WIDTH + GAP) + circuit_odds_width(view));
}

int circuit_strip_height(const struct view *view, struct ui *ui, int width)
{
    struct canvas *canvas = ui_canvas(ui);
    int within = width - canvas_units(canvas, 2 * SIDE);
    if (phase_of(view) == PHASE_BUILD)
        return circuit_design_height(ui, within);
    bool beside = has_odds_beside(view, canvas, within);
    double foot = beside ? FOOT : circuit_odds_height(ui);
    return canvas_units(canvas, 2 * TOP + HEAD + CELL_HEIGHT + foot + 2 * GAP);
}

/* --- headlines -------------------------------------------------------------------------------- */

static void head_post(const struct view *view, struct text *lead, struct text *rest)
{
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    const struct setup *setup = session_setup(view->session);
    text_append(lead, "Post a speed");
    if (car->speed == 0)
        text_append_format(rest, "from a standstill 20 to %d",
                           build_value(setup, &car->build, ATTRIBUTE_START));
    else
        text_append_format(rest, "%d before: at most %d more or %d less, top %d", car->speed,
                           build_value(setup, &car->build, ATTRIBUTE_ACC),
                           build_value(setup, &car->build, ATTRIBUTE_DEC),
                           build_value(setup, &car->build, ATTRIBUTE_TOP));
}

static void head_move(const struct view *view, bool brief, struct text *lead, struct text *rest)
{
    const struct race *race = session_race(view->session);
    const struct circuit_car *car = circuit_car(race, view->car);
    int points = circuit_points(race);
    text_append_format(lead, points == 1 ? "%d space to drive" : "%d spaces to drive", points);
    if (view->forced >= 0) {
        struct pass_look look = circuit_look_at_move(view, &view->moves[view->forced]);
        circuit_say_resist(view, &look, brief, rest);
        return;
    }
    text_append_format(rest, "at %d%s%s", car->posted, car->bonus ? ", slipstream included" : "",
                       car->on_line ? ", on the line" : "");
}

static void head_pass(const struct view *view, bool brief, struct text *lead, struct text *rest)
{
    struct pass_look look;
    if (!circuit_look_at_pass(view, &look))
        return;
    text_append_format(lead, "%s forces a pass", view->names[look.passer - 1]);
    circuit_say_resist(view, &look, brief, rest);
}

static void write_head(const struct view *view, bool brief, struct text *lead, struct text *rest)
{
    enum circuit_phase phase = phase_of(view);
    if (phase == PHASE_POST && circuit_chooses(view))
        head_post(view, lead, rest);
    else if (phase == PHASE_MOVE && circuit_chooses(view))
        head_move(view, brief, lead, rest);
    else if (phase == PHASE_CARDS || phase == PHASE_CHIPS)
        head_pass(view, brief, lead, rest);
    else if (phase == PHASE_SPIN && circuit_chooses(view))
        text_append_format(lead, "%s spins", view->names[view->car - 1]);
}

static void build_head(const struct view *view, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text lead = {0}, rest = {0}, shorter[2] = {{0}};
    write_head(view, false, &lead, &rest);
    write_head(view, true, &shorter[0], &shorter[1]);
    struct layout row = layout_row(column, HEAD, 10);
    layout_text(&row, AT_LEFT, STYLE_STRONG, theme->ink, text_string(&lead));
    bool fits = canvas_text_width(canvas, STYLE_SMALL, text_string(&rest)) <= row.rest.w;
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text_string(fits ? &rest : &shorter[1]),
                row.rest, ALIGN_LEFT);
    text_free(&lead);
    text_free(&rest);
    text_free(&shorter[0]);
    text_free(&shorter[1]);
}

/* --- answers ---------------------------------------------------------------------------------- */

/* "2 + 1 wear": this turn, and the next two. */
static void print_outlook(const struct outlook *outlook, char *price, size_t size, char *words,
                          size_t words_size)
{
    char now[HALVES_BYTES], later[HALVES_BYTES];
    int after = outlook->in_all - outlook->now;
    circuit_halves(outlook->now, now);
    circuit_halves(after, later);
    if (outlook->now < 0) {
        snprintf(price, size, "spin");
        snprintf(words, words_size, "the corners spin the car in this turn");
    } else if (outlook->finishes) {
        snprintf(price, size, "finish");
        snprintf(words, words_size, "over the finish, %s wear", now);
    } else if (outlook->in_all < 0) {
        snprintf(price, size, "then spin");
        snprintf(words, words_size, "%s wear in this turn, then a spin", now);
    } else {
        snprintf(price, size,
                 after > 0          ? "%s + %s wear"
                 : outlook->now > 0 ? "%s wear"
                                    : "clear",
                 now, later);
        snprintf(words, words_size, "corners at best: %s wear in this turn, %s in the next two",
                 now, later);
    }
}

/* Behind the words, and in the cell in short. */
static void add_hint(const struct view *view, int speed, char *price, char *words)
{
    char left[40];
    const struct circuit_hint *hint =
        view->hints ? circuit_hint_of_speed(view->hints, speed) : NULL;
    circuit_say_hint(view, hint, left, sizeof left);
    if (!left[0])
        return;
    size_t used = strlen(words), cell = strlen(price);
    snprintf(words + used, CIRCUIT_SAID_BYTES - used, "%s", left);
    snprintf(price + cell, 40 - cell, hint->turns == 1 ? " · %d turn" : " · %d turns", hint->turns);
}

/* Between whom, in so many words: whole names, first names, lanes. */
enum forced_words { FORCED_NAMES, FORCED_FIRST_NAMES, FORCED_LANES, FORCED_WORDS };
static void say_forced(const struct view *view, const struct circuit_move *move,
                       enum forced_words how, char into[CIRCUIT_SAID_BYTES])
{
    const char *one = view->names[move->blockers[0] - 1],
               *other = view->names[move->blockers[1] - 1];
    bool whole = how == FORCED_NAMES, unresisted = move->outcome == OUTCOME_IS_PASS;
    int first = (int)(whole ? strlen(one) : strcspn(one, " "));
    int second = (int)(whole ? strlen(other) : strcspn(other, " "));
    if (how == FORCED_LANES)
        snprintf(into, CIRCUIT_SAID_BYTES, unresisted ? "nobody resists" : "past lane %c",
                 move->action[strlen(move->action) - 1]);
    else
        snprintf(into, CIRCUIT_SAID_BYTES, "%.*s and %.*s%s", first, one, second, other,
                 whole && unresisted ? ": nobody resists" : "");
}

/* Title and price have room for 40 bytes; that of a forced pass for as many as the words. */
static void print_answer(const struct view *view, int index, char *title, char *price, char *words)
{
    const struct circuit_move *move = &view->moves[index];
    price[0] = '\0';
    snprintf(title, 40, "%s", move->action);
    switch (move->kind) {
    case MOVE_SPEED:
        snprintf(title, 40, "%d", move->speed);
        print_outlook(&view->outlooks[index], price, 40, words, CIRCUIT_SAID_BYTES);
        add_hint(view, move->speed, price, words);
        return;
    case MOVE_GO:
        snprintf(title, 40, "Lane %d%s", move->lane, strchr(move->action, '+') ? " + line" : "");
        circuit_say_cost(move, price, 40);
        break;
    case MOVE_FORCE:
        snprintf(title, 40, "Force lane %d", move->lane);
        say_forced(view, move, FORCED_NAMES, words);
        say_forced(view, move, FORCED_NAMES, price);
        return;
    case MOVE_BRAKE:
        snprintf(title, 40, "Brake");
        snprintf(price, 40, move->outcome == OUTCOME_IS_SPIN ? "too hard: spin" : "to %d",
                 move->speed);
        break;
    case MOVE_STAY:
        snprintf(title, 40, "Stay");
        snprintf(price, 40, "leave it unused");
        break;
    default:
        title[0] = (char)(title[0] - 'a' + 'A');
        if (strcmp(move->action, "chip") == 0)
            snprintf(price, 40, "−2 on the dice");
        else if (strcmp(move->action, "keep") == 0)
            snprintf(price, 40, "no chip");
        else
            snprintf(price, 40, strcmp(move->action, "pass") == 0 ? "let it by" : "stand firm");
    }
    snprintf(words, CIRCUIT_SAID_BYTES, "%.40s", price);
}

/* In a narrow cell without a word that can be done without. */
static void shorten(struct canvas *canvas, enum canvas_style style, char *text, const char *word,
                    int width)
{
    char *at = strstr(text, word);
    if (at && canvas_text_width(canvas, style, text) > width - 2 * canvas_units(canvas, MARGIN))
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

static void print_id(const struct circuit_move *move, char id[48])
{
    bool card = strcmp(move->action, "pass") == 0 || strcmp(move->action, "block") == 0;
    snprintf(id, 48, "%s%s", card ? "card " : "", move->action);
}

static void build_answers(struct view *view, struct layout *row, struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(row->ui);
    bool hinted = view->hints && phase_of(view) == PHASE_POST && circuit_shows_hints(view);
    int gap = canvas_units(canvas, GAP), margin = canvas_units(canvas, MARGIN), x, y;
    int width = canvas_units(canvas, hinted ? HINTED_WIDTH : CELL_WIDTH);
    int most = (row->rest.w + gap) / (view->move_count > 0 ? view->move_count : 1) - gap;
    ui_pointer(row->ui, &x, &y);
    for (int i = 0; i < view->move_count; i++) {
        char id[48], title[40], price[CIRCUIT_SAID_BYTES], words[CIRCUIT_SAID_BYTES];
        const struct circuit_move *move = &view->moves[i];
        print_id(move, id);
        print_answer(view, i, title, price, words);
        int wanted = canvas_text_width(canvas, STYLE_SMALL, price) + 2 * margin;
        wanted = move->kind == MOVE_FORCE && wanted > width ? wanted : width;
        struct box box = layout_cut(row, AT_LEFT, wanted < most ? wanted : most);
        for (enum forced_words how = FORCED_NAMES + 1;
             move->kind == MOVE_FORCE && how < FORCED_WORDS; how++)
            if (canvas_text_width(canvas, STYLE_SMALL, price) > box.w - 2 * margin)
                say_forced(view, move, how, price);
        shorten(canvas, STYLE_STRONG, title, " lane", box.w);
        shorten(canvas, STYLE_STRONG, title, "Lane ", box.w);
        shorten(canvas, STYLE_SMALL, price, " for the line", box.w);
        shorten(canvas, STYLE_SMALL, price, " lane", box.w);
        shorten(canvas, STYLE_SMALL, price, " turns", box.w);
        shorten(canvas, STYLE_SMALL, price, " turn", box.w);
        if (move->kind == MOVE_FORCE && (box_holds(box, x, y) || strcmp(ui_ring(row->ui), id) == 0))
            view->forced = i;
        if (ui_cell(row->ui, id, title, price, words, box, false)) {
            circuit_do(view, move, deed);
            ui_gone(row->ui);
        }
    }
}

/* --- below ------------------------------------------------------------------------------------ */

static void build_foot(const struct view *view, struct layout *column)
{
    struct text words = {0};
    enum circuit_phase phase = phase_of(view);
    if (phase == PHASE_POST && circuit_chooses(view))
        text_append_format(
            &words,
            "Below each speed: the wear of corners at best, in this turn and in the next two, with "
            "nobody in the way%s.",
            view->hints && circuit_shows_hints(view) ? ", then the turns that are left"
                                                     : ". All see it when the last has posted");
    else if (phase == PHASE_MOVE && circuit_chooses(view) && view->forced >= 0)
        text_append(&words, "The road is full: force your way in between the two, or brake.");
    else if (phase == PHASE_MOVE && circuit_chooses(view))
        text_append(&words, "Click a space, or the far end of the way: it is driven as cheaply as "
                            "can be.");
    else if (phase == PHASE_CARDS && circuit_chooses(view))
        text_append(&words, "Your card lies face down until all have laid theirs.");
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     text_string(&words));
    text_free(&words);
}

/* While a pass or a spin is in question. Are there any? */
static bool build_odds(const struct view *view, struct layout *column, enum layout_end end)
{
    struct pass_look look;
    if (phase_of(view) == PHASE_SPIN && circuit_chooses(view)) {
        circuit_build_spin_odds(view, column->ui,
                                layout_take(column, end, circuit_odds_width(view)));
        return true;
    }
    bool is = circuit_look_at_pass(view, &look);
    if (!is && (view->forced < 0 || view->moves[view->forced].outcome == OUTCOME_IS_PASS))
        return false;
    if (!is)
        look = circuit_look_at_move(view, &view->moves[view->forced]);
    circuit_build_odds(view, column->ui, &look, layout_take(column, end, circuit_odds_width(view)));
    return true;
}

void circuit_build_strip(struct view *view, struct ui *ui, struct box box, struct view_deed *deed)
{
    struct layout column = layout_strip(ui, box, GAP);
    if (phase_of(view) == PHASE_BUILD) {
        if (circuit_chooses(view))
            circuit_build_design(view, ui, column.rest, deed);
        return;
    }
    bool beside = has_odds_beside(view, ui_canvas(ui), column.rest.w), odds = false;
    build_head(view, &column);
    if (beside)
        odds = build_odds(view, &column, AT_RIGHT);
    struct layout row = layout_row(&column, CELL_HEIGHT, GAP);
    build_answers(view, &row, deed);
    if (!beside)
        odds = build_odds(view, &column, AT_LEFT);
    if (beside || !odds)
        build_foot(view, &column);
}
