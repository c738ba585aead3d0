/* What is said beside the sheet: whose turn it is, how far the race has come, how a car stands.
 */
#include "screens/graph_paper_inside.h"

#include "base/number.h"
#include "paper/lettering.h"

#include <stdio.h>
#include <string.h>

/* "Lap 2 of 3 · round 15", "Round 15 · par 31". */
static void print_progress(const struct view *view, char *line, size_t size)
{
    const struct setup *setup = session_setup(view->session);
    const struct race *race = session_race(view->session);
    const char *why;
    int laps = setup->values[FIELD_LAPS], round = setup->rules->round(race), par = 0;
    int lap = view->choice.car ? graph_paper_lap(race, view->choice.car) : 0;
    if (laps > 1 && !setup->track->open && lap > 0)
        snprintf(line, size, "Lap %d of %d · round %d", lap, laps, round);
    else
        snprintf(line, size, round > 0 ? "Round %d" : "Before the start", round);
    size_t length = strlen(line);
    if (view->par && par_found(view->par, 0, &par, &why) == PAR_LAP && par > 0)
        snprintf(line + length, size - length, " · par %d", par);
}

static void print_status(const struct view *view, char *text, size_t size)
{
    const struct choice *choice = &view->choice;
    if (choice->car == 0) {
        snprintf(text, size, "The race is over.");
        return;
    }
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    bool starts = choice->shown_count == 0 && choice->starts.count > 0;
    snprintf(text, size, starts ? "%s, choose your start." : "%s, your move.",
             session_player(view->session, car->player)->name);
}

static void choose_keys(const struct view *view, struct view_words *words)
{
    const struct choice *choice = &view->choice;
    words->brief_keys = "F fit · F1 rules";
    if (choice->car == 0) {
        words->keys = "Enter results · F fit · F12 picture";
        words->brief_keys = "Enter results";
    } else if (choice->chosen_start >= 0) {
        words->keys = "number pad · Backspace another start · F1 rules";
        words->brief_keys = "Backspace another start";
    } else if (choice->shown_count == 0) {
        words->keys = "arrows and Enter · wheel zoom · F fit · F1 rules";
    } else if (choice_has_nitros(choice) && !view->nitros_on) {
        words->keys = "Shift nitro · number pad · wheel zoom · F fit · F1 rules";
        words->brief_keys = "Shift nitro · F1 rules";
    } else {
        words->keys = "number pad · wheel zoom · right drag pan · F fit · F1 rules";
    }
}

void graph_paper_tell(const struct view *view, struct view_words *words)
{
    print_status(view, words->status, sizeof words->status);
    print_progress(view, words->progress, sizeof words->progress);
    choose_keys(view, words);
    words->half_chosen = view->choice.chosen_start >= 0;
}

/* What the right half of a card says first: the place, and the lap where there are several:
 * "lap 2 · 3rd", or "2/5 · 3rd" in brief. */
static void print_standing(const struct view *view, int number, bool brief, char *text, size_t size)
{
    const struct race *state = session_race(view->session);
    const struct setup *setup = session_setup(view->session);
    const struct car *car = graph_paper_car(state, number);
    char ordinal[16] = "";
    int place = standing_place(&view->standing, state, number);
    int lap = graph_paper_lap(state, number);
    bool several = setup->values[FIELD_LAPS] > 1 && !setup->track->open && lap > 0;
    if (place > 0)
        snprintf(ordinal, sizeof ordinal, "%d%s", place, number_ordinal_ending(place));
    if (car->status == CAR_RETIRED)
        snprintf(text, size, "out");
    else if (car->status == CAR_WAITING)
        snprintf(text, size, "not started");
    else if (car->status == CAR_RACING && several && brief)
        snprintf(text, size, "%d/%d%s%s", lap, setup->values[FIELD_LAPS], place ? " · " : "",
                 ordinal);
    else if (car->status == CAR_RACING && several)
        snprintf(text, size, "lap %d%s%s", lap, place ? " · " : "", ordinal);
    else
        snprintf(text, size, "%s", ordinal);
}

static void print_supplies(const struct view *view, int number, char *text, size_t size)
{
    const struct car *car = graph_paper_car(session_race(view->session), number);
    text[0] = '\0';
    bool running = car->status == CAR_RACING || car->status == CAR_WAITING;
    if (running && session_setup(view->session)->values[FIELD_NITROS] > 0)
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

static void draw_second_line(struct canvas *canvas, const struct view *view, int number,
                             struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct car *car = graph_paper_car(session_race(view->session), number);
    char text[64];
    if (car->missed_turns > 0) {
        draw_missed(canvas, car->missed_turns, &row);
    } else {
        print_supplies(view, number, text, sizeof text);
        int width = canvas_text_width(canvas, STYLE_SMALL, text);
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text, box_cut_right(&row, width),
                    ALIGN_RIGHT);
    }
    print_speed(car, text, sizeof text);
    canvas_text(canvas, STYLE_BODY, theme->ink, text, row, ALIGN_LEFT);
}

/* The columns of a card of one line, in interface pixels. */
static const double NAME_LEAST = 50, PLACE_COLUMN = 26, LAP_COLUMN = 62, SPEED_COLUMN = 56;
static const double NITRO_SQUARE = 20, COLUMN_GAP = 5;

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
    bool running =
        car->status == CAR_RACING || car->status == CAR_WAITING || car->status == CAR_OUTSIDE;
    snprintf(text, sizeof text, "%d", car->nitros);
    if (!cut_column(canvas, text, NITRO_SQUARE, row, &cut) || !running)
        return;
    int side = canvas_units(canvas, NITRO_SQUARE);
    struct box square = box_centre(cut, cut.w, cut.h < side ? cut.h : side);
    struct card card = {.edge = color_fade(theme->ink_soft, car->nitros > 0 ? 1 : 0.4)};
    card.edge_width = 1.2;
    card.radius = 2;
    canvas_card(canvas, square, &card);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text, square, ALIGN_CENTRE);
}

/* From right to left place, nitros, and the velocity or what stands in its way: on all cards in the
 * same columns. */
static void draw_only_line(struct canvas *canvas, const struct view *view, int number,
                           struct box *row)
{
    const struct setup *setup = session_setup(view->session);
    const struct car *car = graph_paper_car(session_race(view->session), number);
    bool laps = setup->values[FIELD_LAPS] > 1 && !setup->track->open;
    char text[64];
    print_standing(view, number, true, text, sizeof text);
    draw_column(canvas, text, laps ? LAP_COLUMN : PLACE_COLUMN, row);
    if (setup->values[FIELD_NITROS] > 0)
        draw_nitros(canvas, car, row);
    if (car->missed_turns > 0)
        snprintf(text, sizeof text, "misses %d", car->missed_turns);
    else
        print_speed(car, text, sizeof text);
    if (text[0])
        draw_column(canvas, text, SPEED_COLUMN, row);
}

bool graph_paper_panel(const struct view *view, struct canvas *canvas, int number,
                       struct box *first, struct box *second)
{
    const struct car *car = graph_paper_car(session_race(view->session), number);
    if (second) {
        char text[32];
        print_standing(view, number, false, text, sizeof text);
        int width = canvas_text_width(canvas, STYLE_SMALL, text);
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text,
                    box_cut_right(first, width), ALIGN_RIGHT);
        draw_second_line(canvas, view, number, *second);
    } else {
        draw_only_line(canvas, view, number, first);
    }
    return car->status != CAR_RETIRED;
}
