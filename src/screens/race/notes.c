/* What is told over the sheet: what the last action led to, and the result at the end.
 *
 * A note stays until a person has done something, so nothing has to move when nothing happens, and
 * missed turns are seen when they are struck off; what computers do meanwhile comes below it. Where
 * nobody but computers drives, a note gives way after a while.
 */
#include "screens/race/inside.h"
#include "session/series.h"
#include "ui/layout.h"

#include <stdio.h>
#include <string.h>

static const double NOTE_MARGIN = 14; /* interface pixels */
static const double NOTE_PADDING = 14;
static const double NOTE_WIDTH = 520;
static const double NOTE_GAP = 6; /* between it and what can be chosen */
static const double BANNER_WIDTH = 420;
static const double NAME_SIDE = 10, NAME_MARK = 28, NAME_AWAY = 26; /* of the name at a car */
static const Uint32 NOTE_MILLISECONDS = 4000;

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
    note->since = clock_now();
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
           (by_person || (watched && clock_now() - race->notes[0].since > NOTE_MILLISECONDS)))
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
        const struct rules_view *family = race->family;
        if (!step.events[i].noted || (family->tells && family->tells(race->view, index, i)))
            continue;
        text_clear(&sentence);
        setup->game->describe(session_race_after(race->session, index + 1), &step.events[i], names,
                              &sentence);
        if (sentence.length > 0)
            add_note(race, sentence.data, false);
    }
    text_free(&sentence);
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

/* How large the notes from `first` on are, as a box at (0, 0). */
static struct box notes_size(struct canvas *canvas, const struct race_screen *race, int first)
{
    int padding = canvas_units(canvas, NOTE_PADDING), margin = canvas_units(canvas, NOTE_MARGIN);
    int inside = widest_line(canvas, race), height = 2 * padding;
    int most = race->sheet_box.w - 2 * margin - 2 * padding;
    most = most < canvas_units(canvas, NOTE_WIDTH) ? most : canvas_units(canvas, NOTE_WIDTH);
    inside = inside < most ? inside : most;
    for (int i = first; i < race->note_count; i++)
        height += canvas_paragraph_height(canvas, STYLE_BODY, race->notes[i].text, inside);
    return (struct box){0, 0, inside + 2 * padding, height};
}

/* At the upper or lower edge, in the middle or in a corner, else wherever there is room. */
static bool find_room(struct labels *labels, bool middle_first, struct box size, struct box *found)
{
    const struct label_box *seen = &labels->seen;
    double right = seen->x + seen->w - size.w, bottom = seen->y + seen->h - size.h;
    double middle = floor((seen->x + right) / 2);
    const double across[2][3] = {{seen->x, right, middle}, {middle, seen->x, right}};
    struct label_box box = {0, 0, size.w, size.h};
    for (int i = 0; i < 6; i++) {
        box.x = across[middle_first][middle_first ? i % 3 : i / 2];
        box.y = (middle_first ? i < 3 : i % 2) ? seen->y : bottom;
        if (labels_put(labels, box)) {
            *found = box_make((int)box.x, (int)box.y, size.w, size.h);
            return true;
        }
    }
    struct label_wish wish = {.x = seen->x + seen->w / 2, .y = seen->y, .prefer_y = 1};
    if (!labels_place(labels, size.w, size.h, &wish, &box))
        return false;
    *found = box_make((int)box.x, (int)box.y, size.w, size.h);
    return true;
}

static bool shows_notes(const struct race_screen *race)
{
    return race->running < 0 && race->note_count > 0 && (race->car > 0 || race->taught);
}

static struct box name_size(struct canvas *canvas, const char *name)
{
    int side = canvas_units(canvas, NAME_SIDE), mark = canvas_units(canvas, NAME_MARK);
    int width = canvas_text_width(canvas, STYLE_TITLE, name), least = canvas_units(canvas, 40);
    return box_make(0, 0, mark + (width > least ? width : least) + 3 * side,
                    canvas_line_height(canvas, STYLE_TITLE) + side);
}

/* Beside the car whose turn it has become, if there is room. */
static void place_name(struct race_screen *race, struct canvas *canvas, struct labels *labels)
{
    int car = race_named_car(race, clock_now());
    double x, y;
    struct label_box placed;
    if (car == 0 || !race_locate(race, car, &x, &y))
        return;
    struct box size = name_size(canvas, race_name_of_car(race, car));
    struct label_wish wish = {.x = x, .y = y, .away = canvas_units(canvas, NAME_AWAY)};
    wish.prefer_y = -1;
    if (labels_place(labels, size.w, size.h, &wish, &placed))
        race->over[RACE_OVER_NAME] = box_make((int)placed.x, (int)placed.y, size.w, size.h);
}

void race_draw_name(struct ui *ui, const struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = race->over[RACE_OVER_NAME];
    int car = race_named_car(race, clock_now()), side = canvas_units(canvas, NAME_SIDE);
    if (box.w <= 0 || car == 0)
        return;
    int pen = paper_pen_of(race->session, car);
    struct card card = {theme->card, theme->pens[pen - 1], 8, 2.5, false, true};
    canvas_card(canvas, box, &card);
    ui_tell_label(ui, race_name_of_car(race, car), box);
    struct box rest = box_inset(box, side, 0);
    int mark = canvas_units(canvas, NAME_MARK);
    struct box left = box_cut_left(&rest, mark + side);
    canvas_mark(canvas, pen, left.x + mark / 2.0, left.y + left.h / 2.0, mark);
    canvas_text(canvas, STYLE_TITLE, theme->ink, race_name_of_car(race, car), rest, ALIGN_LEFT);
}

void race_place_over(struct race_screen *race, struct canvas *canvas)
{
    struct view_look look = race_look(race);
    const struct box sheet = race->sheet_box;
    double margin = canvas_units(canvas, NOTE_MARGIN), gap = canvas_units(canvas, NOTE_GAP);
    struct labels labels =
        labels_begin((struct label_box){margin, margin, sheet.w - 2 * margin, sheet.h - 2 * margin},
                     canvas_scale(canvas));
    memset(race->over, 0, sizeof race->over);
    if (race->family->keep_clear)
        race->family->keep_clear(race->view, &look, &labels);
    for (int i = 0; i < labels.obstacle_count; i++) {
        struct label_box *box = &labels.obstacles[i].box;
        *box = (struct label_box){box->x - gap, box->y - gap, box->w + 2 * gap, box->h + 2 * gap};
    }
    struct box *over = race->over, size = race_chip_size(race, canvas);
    if (size.w > 0)
        find_room(&labels, false, size, &over[RACE_OVER_CHIP]);
    /* What has no room is not lost: it stands in the log. */
    bool found = !shows_notes(race);
    for (race->first_note = 0; !found && race->first_note < race->note_count; race->first_note++) {
        found = find_room(&labels, true, notes_size(canvas, race, race->first_note),
                          &over[RACE_OVER_NOTES]);
        if (found)
            break;
    }
    place_name(race, canvas, &labels);
    race_place_map(race, canvas, &labels);
    for (int i = 0; i < VIEW_COVERS; i++) {
        over[i].x += sheet.x;
        over[i].y += sheet.y;
    }
    labels_end(&labels);
}

static void draw_notes(struct ui *ui, const struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, NOTE_PADDING);
    struct box box = race->over[RACE_OVER_NOTES];
    if (box.w <= 0)
        return;
    struct card card = {theme->card, theme->panel_edge, 8, 1, false, true};
    canvas_card(canvas, box, &card);
    ui_tell_label(ui, race->notes[race->first_note].text, box);
    struct box rest = box_inset(box, padding, padding);
    for (int i = race->first_note; i < race->note_count; i++) {
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
static int count_winners(const struct tally *rows, int count)
{
    int first = 0, finished = 0;
    while (first < count && rows[first].standing.place == 1 && !rows[first].standing.out)
        finished += rows[first++].standing.finished;
    return first == 1 || finished > 0 || rows[0].standing.by_points ? first : 0;
}

static void print_headline(const struct race_screen *race, const struct tally *rows, int count,
                           char *text, size_t size)
{
    int winners = count_winners(rows, count);
    const char *name = race_name_of_car(race, rows[0].car);
    if (winners == 0)
        snprintf(text, size, "Nobody finished");
    else if (session_setup(race->session)->players == 1)
        snprintf(text, size, "%s has finished", name);
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
    char place[16];
    standing_print_place(tally->standing.place, session_setup(race->session)->players, place,
                         sizeof place);
    struct view_team team;
    shown_team(race_shown(race), tally->car, &team);
    canvas_text(canvas, STYLE_STRONG, theme->ink, team.score,
                box_cut_right(&row, canvas_text_width(canvas, STYLE_STRONG, team.score)),
                ALIGN_RIGHT);
    struct box first = box_cut_left(&row, canvas_units(canvas, 52));
    struct box second = box_cut_left(&row, canvas_units(canvas, 30));
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, place, first, ALIGN_LEFT);
    canvas_mark(canvas, paper_pen_of(race->session, tally->car),
                second.x + second.w / 2.0 - second.w * 0.15, second.y + second.h / 2.0,
                canvas_units(canvas, 15));
    canvas_text(canvas, STYLE_BODY, theme->ink, race_name_of_car(race, tally->car), row,
                ALIGN_LEFT);
}

static void build_banner(struct app *app, struct ui *ui, struct race_screen *race)
{
    static const double PADDING = 20, BUTTON = 180;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct tally tallies[CAR_LIMIT];
    char headline[2 * PLAYER_NAME_BYTES + 16];
    int count = take_players(race, tallies);
    int row = canvas_line_height(canvas, STYLE_BODY) + canvas_units(canvas, 4);
    int title = canvas_line_height(canvas, STYLE_TITLE), button = ui_button_height(ui);
    int height = title + count * row + button + 4 * canvas_units(canvas, PADDING);
    struct box box = box_centre(race->sheet_box, canvas_units(canvas, BANNER_WIDTH), height);
    box = box_intersect(box, race->sheet_box);
    struct card card = {theme->card, theme->panel_edge, 10, 1, false, true};
    canvas_card(canvas, box, &card);
    struct layout column = layout_inside(ui, box, PADDING, PADDING, PADDING);
    print_headline(race, tallies, count, headline, sizeof headline);
    canvas_title(canvas, layout_cut(&column, AT_TOP, title), headline, ALIGN_CENTRE);
    struct box foot = layout_cut(&column, AT_BOTTOM, button);
    for (int i = 0; i < count; i++)
        draw_placing(canvas, race, &tallies[i], box_cut_top(&column.rest, row));
    if (ui_button(ui, "button results", "Results",
                  box_centre(foot, canvas_units(canvas, BUTTON), button), LOOK_PRIMARY))
        app_go(app, &screen_results);
    ui_default(ui, "button results");
}

void race_build_notes(struct app *app, struct ui *ui, struct race_screen *race)
{
    if (race->running >= 0)
        return;
    if (race->car == 0 && !race->taught)
        build_banner(app, ui, race);
    else if (shows_notes(race))
        draw_notes(ui, race);
}
