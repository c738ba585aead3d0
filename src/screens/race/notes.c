/* What is told over the sheet: what the last action led to, and the result at the end.
 *
 * A note stays until a person has done something, so nothing has to move when nothing happens, and
 * missed turns are seen when they are struck off; what computers do meanwhile comes below it. Where
 * nobody but computers drives, a note gives way after a while.
 */
#include "screens/race/inside.h"
#include "session/tally.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static const double NOTE_MARGIN = 14; /* interface pixels */
static const double NOTE_PADDING = 14;
static const double NOTE_WIDTH = 520;
static const double BANNER_WIDTH = 420;
static const Uint32 NOTE_MILLISECONDS = 4000;

static bool is_worth_a_note(enum event_type type)
{
    return type == EVENT_LEFT_TRACK || type == EVENT_COLLIDED || type == EVENT_SLICK ||
           type == EVENT_MISSED || type == EVENT_FINISHED || type == EVENT_RETIRED ||
           type == EVENT_SCORED;
}

static void drop_note(struct race_screen *race, int index)
{
    int behind = --race->note_count - index;
    memmove(race->notes + index, race->notes + index + 1, (size_t)behind * sizeof race->notes[0]);
}

/* When there is no room for another, the oldest goes that also stands in the log. */
static void make_room(struct race_screen *race)
{
    int gone = 0;
    while (gone < race->note_count && race->notes[gone].remark)
        gone++;
    drop_note(race, gone < race->note_count ? gone : 0);
}

static void add_note(struct race_screen *race, const char *text, bool remark)
{
    if (race->note_count == RACE_NOTE_LINES)
        make_room(race);
    struct race_note *note = &race->notes[race->note_count++];
    snprintf(note->text, sizeof note->text, "%s", text);
    note->remark = remark;
    note->since = SDL_GetTicks();
}

const char *race_last_remark(const struct race_screen *race)
{
    for (int i = race->note_count - 1; i >= 0; i--)
        if (race->notes[i].remark)
            return race->notes[i].text;
    return "";
}

static void drop_old(struct race_screen *race, bool by_person)
{
    bool watched = race_is_only_watched(race);
    while (race->note_count > 0 &&
           (by_person || (watched && SDL_GetTicks() - race->notes[0].since > NOTE_MILLISECONDS)))
        drop_note(race, 0);
}

void race_take_notes(struct race_screen *race, int index)
{
    const struct setup *setup = session_setup(race->session);
    const char *names[PLAYER_LIMIT] = {0};
    for (int i = 0; i < setup->players; i++)
        names[i] = session_player(race->session, i + 1)->name;
    struct step step = session_step(race->session, index);
    struct text sentence = {0};
    drop_old(race, race_is_persons(race, step.car));
    if (race->remark.length > 0) {
        add_note(race, text_string(&race->remark), true);
        race_log_remark(race, text_string(&race->remark), index);
    }
    text_clear(&race->remark);
    for (int i = 0; i < step.event_count; i++) {
        if (!is_worth_a_note(step.events[i].type))
            continue;
        text_clear(&sentence);
        setup->rules->describe(session_race_after(race->session, index + 1), &step.events[i], names,
                               &sentence);
        if (sentence.length > 0)
            add_note(race, sentence.data, false);
    }
    text_free(&sentence);
}

bool race_hides_choice(const struct race_screen *race, struct box box)
{
    struct camera_area area;
    if (!race->family->camera_bounds(race->view, &area))
        return false;
    double left, top, right, bottom;
    const struct paper_view *goal = &race->camera.goal;
    const struct track *track = session_setup(race->session)->track;
    paper_to_device(goal, track, area.left - 1, area.top + 1, &left, &top);
    paper_to_device(goal, track, area.right + 1, area.bottom - 1, &right, &bottom);
    int x = box.x - race->sheet_box.x, y = box.y - race->sheet_box.y;
    return left < x + box.w && right > x && top < y + box.h && bottom > y;
}

static int widest_line(struct canvas *canvas, const struct race_screen *race)
{
    int widest = 0;
    for (int i = 0; i < race->note_count; i++) {
        int width = canvas_text_width(canvas, STYLE_BODY, race->notes[i].text);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void draw_note(struct canvas *canvas, const struct race_screen *race)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, NOTE_PADDING), margin = canvas_units(canvas, NOTE_MARGIN);
    int inside = widest_line(canvas, race);
    int most = race->sheet_box.w - 2 * margin - 2 * padding;
    most = most < canvas_units(canvas, NOTE_WIDTH) ? most : canvas_units(canvas, NOTE_WIDTH);
    inside = inside < most ? inside : most;
    int height = 2 * padding;
    for (int i = 0; i < race->note_count; i++)
        height += canvas_paragraph_height(canvas, STYLE_BODY, race->notes[i].text, inside);
    struct box box = {race->sheet_box.x + (race->sheet_box.w - inside) / 2 - padding,
                      race->sheet_box.y + margin, inside + 2 * padding, height};
    /* At the upper edge, or at the lower one when the points are up there. */
    if (race_hides_choice(race, box))
        box.y = race->sheet_box.y + race->sheet_box.h - 2 * margin - height -
                (race->folded ? canvas_units(canvas, RACE_CHIP_HEIGHT) : 0);
    struct card card = {theme->card, theme->panel_edge, 8, 1, false, true};
    canvas_card(canvas, box, &card);
    struct box rest = box_inset(box, padding, padding);
    for (int i = 0; i < race->note_count; i++) {
        int used = canvas_paragraph(canvas, STYLE_BODY, theme->ink, race->notes[i].text, rest,
                                    ALIGN_CENTRE);
        box_cut_top(&rest, used);
    }
}

/* The rows of the result: a player is told once, with the first of the cars. */
static int take_players(const struct race_screen *race, struct tally tallies[CAR_LIMIT])
{
    int count = tally_race(race->session, tallies), rows = 0;
    bool told[PLAYER_LIMIT + 1] = {false};
    for (int i = 0; i < count; i++) {
        if (told[tallies[i].player])
            continue;
        told[tallies[i].player] = true;
        tallies[rows++] = tallies[i];
    }
    return rows;
}

/* Cars that share the first place because the race was ended on their way have won nothing; one
 * that is left alone has. In a game for points all come to the end. */
static int count_winners(const struct race_screen *race, const struct tally *rows, int count)
{
    int first = 0, finished = 0;
    struct view_team team;
    while (first < count && rows[first].place == 1 && !rows[first].retired)
        finished += rows[first++].finished;
    race->family->team(race->view, rows[0].car, &team);
    return first == 1 || finished > 0 || team.score[0] ? first : 0;
}

static void print_headline(const struct race_screen *race, const struct tally *rows, int count,
                           char *text, size_t size)
{
    int winners = count_winners(race, rows, count);
    const char *name = race_name_of_car(race, rows[0].car);
    if (winners == 0)
        snprintf(text, size, "Nobody finished");
    else if (winners == 1)
        snprintf(text, size, "%s wins!", name);
    else if (winners == 2)
        snprintf(text, size, "%s and %s win!", name, race_name_of_car(race, rows[1].car));
    else
        snprintf(text, size, "%d share the victory", winners);
}

static void draw_placing(struct canvas *canvas, const struct race_screen *race,
                         const struct tally *tally, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char place[16] = "";
    if (tally->place > 0)
        snprintf(place, sizeof place, "%d%s", tally->place, number_ordinal_ending(tally->place));
    struct view_team team;
    race->family->team(race->view, tally->car, &team);
    canvas_text(canvas, STYLE_STRONG, theme->ink, team.score,
                box_cut_right(&row, canvas_text_width(canvas, STYLE_STRONG, team.score)),
                ALIGN_RIGHT);
    struct box first = box_cut_left(&row, canvas_units(canvas, 52));
    struct box second = box_cut_left(&row, canvas_units(canvas, 30));
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, place, first, ALIGN_LEFT);
    canvas_mark(canvas, race_pen_of_car(race, tally->car),
                second.x + second.w / 2.0 - second.w * 0.15, second.y + second.h / 2.0,
                canvas_units(canvas, 15));
    canvas_text(canvas, STYLE_BODY, theme->ink, race_name_of_car(race, tally->car), row,
                ALIGN_LEFT);
}

static void build_banner(struct app *app, struct ui *ui, struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct tally tallies[CAR_LIMIT];
    int count = take_players(race, tallies);
    int row = canvas_line_height(canvas, STYLE_BODY) + canvas_units(canvas, 4);
    int title = canvas_line_height(canvas, STYLE_TITLE), button = ui_button_height(ui);
    int padding = canvas_units(canvas, 20);
    int height = title + count * row + button + 4 * padding;
    struct box box = box_centre(race->sheet_box, canvas_units(canvas, BANNER_WIDTH), height);
    box = box_intersect(box, race->sheet_box);
    struct card card = {theme->card, theme->panel_edge, 10, 1, false, true};
    canvas_card(canvas, box, &card);
    struct box rest = box_inset(box, padding, padding);
    char headline[2 * PLAYER_NAME_BYTES + 16];
    print_headline(race, tallies, count, headline, sizeof headline);
    bool wide = canvas_text_width(canvas, STYLE_TITLE, headline) <= rest.w;
    canvas_text(canvas, wide ? STYLE_TITLE : STYLE_HEADING, theme->ink, headline,
                box_cut_top(&rest, title), ALIGN_CENTRE);
    box_cut_top(&rest, padding);
    struct box foot = box_cut_bottom(&rest, button);
    for (int i = 0; i < count; i++)
        draw_placing(canvas, race, &tallies[i], box_cut_top(&rest, row));
    if (ui_button(ui, "button results", "Results",
                  box_centre(foot, canvas_units(canvas, 180), button), LOOK_PRIMARY))
        app_go(app, &screen_results);
    ui_default(ui, "button results");
}

void race_build_notes(struct app *app, struct ui *ui, struct race_screen *race)
{
    if (race->running >= 0)
        return;
    if (race->car == 0 && !race->taught)
        build_banner(app, ui, race);
    else if (race->note_count > 0)
        draw_note(ui_canvas(ui), race);
}
