/* What is said beside the sheet: whose turn it is, how far the race has come, what the rules make
 * of this turn, which keys matter now.
 */
#include "screens/graph_paper/view/inside.h"

#include "paper/lettering.h"

#include <stdio.h>
#include <string.h>

static bool is_derby(const struct view *view)
{
    return session_setup(view->session)->values[FIELD_CONTEST] == CONTEST_DERBY;
}

/* "Lap 2 of 3 · checkpoint 4 of 5 · round 15", "Round 15 · par 31", "Round 15 of 30". */
static void print_progress(const struct view *view, char *line, size_t size)
{
    const struct setup *setup = session_setup(view->session);
    const struct race *race = session_race(view->session);
    int laps = setup->values[FIELD_LAPS], round = setup->game->round(race);
    int par = view->par ? par_answer(view->par, 0).rounds : 0;
    int lap = view->choice.car ? graph_paper_lap(race, view->choice.car) : 0;
    size_t length = 0;
    if (is_derby(view)) {
        snprintf(line, size, "Round %d of %d", round, setup->values[FIELD_ROUNDS]);
        return;
    }
    if (laps > 1 && !graph_paper_track(setup)->open && lap > 0)
        length += (size_t)snprintf(line, size, "Lap %d of %d · ", lap, laps);
    if (graph_paper_counts_checkpoints(setup) && lap > 0)
        length += (size_t)snprintf(line + length, size - length, "checkpoint %d of %d · ",
                                   graph_paper_car(race, view->choice.car)->checkpoint,
                                   graph_paper_track(setup)->checkpoint_count);
    snprintf(line + length, size - length, round > 0 ? "round %d" : "before the start", round);
    line[0] = (char)SDL_toupper(line[0]);
    length = strlen(line);
    if (par > 0)
        snprintf(line + length, size - length, " · par %d", par);
}

static void print_status(const struct view *view, char *text, size_t size)
{
    const struct choice *choice = &view->choice;
    const struct race *race = session_race(view->session);
    if (choice->car == 0) {
        snprintf(text, size, is_derby(view) ? "The derby is over." : "The race is over.");
        return;
    }
    const struct car *car = graph_paper_car(race, choice->car);
    const char *name = session_player(view->session, car->player)->name;
    int which = paper_car_of_player(view->session, race, choice->car);
    bool starts = choice->shown_count == 0 && choice->starts.count > 0;
    if (view->watches)
        snprintf(text, size, "%s is thinking", name);
    else if (which > 0)
        snprintf(text, size, starts ? "%s, choose the start of car %d." : "%s, your move: car %d.",
                 name, which);
    else
        snprintf(text, size, starts ? "%s, choose your start." : "%s, your move.", name);
}

/* True if whatever is chosen is a crash: then it says so, and what helps. */
static bool print_no_way(const struct view *view, char *text, size_t size)
{
    const struct choice *choice = &view->choice;
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    bool off = choice_only(choice, OUTCOME_OFF_TRACK, OUTCOME_OFF_TRACK);
    bool crash =
        off || (!is_derby(view) && choice_only(choice, OUTCOME_OFF_TRACK, OUTCOME_COLLISION));
    if (!crash || car->status == CAR_OUTSIDE)
        return false;
    bool helps = !choice->nitros_shown && choice_nitro_helps(choice);
    snprintf(text, size, "Every point %s: %schoose where.", off ? "leaves the track" : "is a crash",
             helps ? "use a nitro, or " : "");
    return true;
}

/* What the sheet makes of this turn that is not plain from its points. */
static void print_remark(const struct view *view, char *text, size_t size)
{
    const struct choice *choice = &view->choice;
    char shift[GRAPH_PAPER_VECTOR_BYTES];
    text[0] = '\0';
    bool points = view->pointed >= 0 || choice->shown_count == 0 || view->hints_missed;
    if (choice->car == 0 || (points && graph_paper_print_hint(view, text, size)) ||
        choice->shown_count == 0 || print_no_way(view, text, size))
        return;
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    if (choice->limit != LIMIT_NONE) {
        snprintf(text, size,
                 choice->limit == LIMIT_COAST ? "On the slick: no change of velocity."
                                              : "On the slick: one square, and not diagonally.");
    } else if (car->status == CAR_OUTSIDE) {
        snprintf(text, size, "Off the track: come back behind the dashed line.");
    } else if (choice->shift.x || choice->shift.y) {
        graph_paper_print_vector(choice->shift, shift);
        snprintf(text, size, "Turbo: the principal point is moved by %s.", shift);
    } else {
        graph_paper_print_hint(view, text, size);
    }
}

static void choose_keys(const struct view *view, struct view_words *words)
{
    const struct choice *choice = &view->choice;
    bool hints = session_allow(view->session).hints;
    words->brief_keys = "F fit · F1 rules";
    if (view->watches) {
        words->keys = "Space pause · wheel zoom · right drag pan · F fit · F1 rules";
        words->brief_keys = "Space pause";
    } else if (choice->car == 0) {
        words->keys = session_can_undo(view->session)
                          ? "Enter results · Ctrl+Z back · F fit · F12 picture"
                          : "Enter results · F fit · F12 picture";
        words->brief_keys = "Enter results";
    } else if (choice->chosen_start >= 0) {
        words->keys = hints ? "number pad · Backspace another start · H hints · F1 rules"
                            : "number pad · Backspace another start · F1 rules";
        words->brief_keys = "Backspace another start";
    } else if (choice->shown_count == 0) {
        words->keys = hints ? "arrows and Enter · H hints · F fit · F1 rules"
                            : "arrows and Enter · wheel zoom · F fit · F1 rules";
    } else if (choice_has_nitros(choice) && !view->nitros_on) {
        words->keys = hints ? "Shift nitro · number pad · H hints · F fit · F1 rules"
                            : "Shift nitro · number pad · wheel zoom · F fit · F1 rules";
        words->brief_keys = "Shift nitro · F1 rules";
    } else {
        words->keys = hints ? "number pad · H hints · wheel zoom · F fit · F1 rules"
                            : "number pad · wheel zoom · right drag pan · F fit · F1 rules";
    }
}

void graph_paper_tell(const struct view *view, struct view_words *words)
{
    print_status(view, words->status, sizeof words->status);
    print_progress(view, words->progress, sizeof words->progress);
    print_remark(view, words->remark, sizeof words->remark);
    choose_keys(view, words);
    words->half_chosen = view->choice.chosen_start >= 0;
}
