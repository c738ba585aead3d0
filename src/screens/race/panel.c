/* What moves how, in numbers beside the sheet: the game builds it, the frame gives it room.
 */

#include "base/memory.h"
#include "base/number.h"
#include "draw/canvas.h"
#include "screens/course_tools.h"
#include "screens/race/frame.h"
#include "screens/race/inside.h"
#include "ui/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool race_has_motion(const struct race_screen *race)
{
    return race->rules_view->build_motion != NULL;
}

static bool is_wanted(const struct app *app, const struct race_screen *race)
{
    return race_has_motion(race) && settings_show_motion(&app->settings, false) && !race->taught;
}

void race_flip_motion(struct app *app)
{
    app_flip_motion(app, false);
}

struct box race_cut_motion(const struct app *app, const struct race_screen *race,
                           const struct canvas *canvas, struct box *rest)
{
    if (!is_wanted(app, race))
        return (struct box){0};
    return race->rules_view->cut_motion(canvas, rest,
                                        course_size(session_setup(race->session)->course));
}

int race_build_motion(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    app->untold_steps = 0;
    if (box.w <= 0 || box.h <= 0)
        return -1;
    int all = session_step_count(race->session), shown = race->steps;
    struct view_request request = {0};
    struct view_motion motion = {
        .box = box,
        .request = race->looks_back ? NULL : &request,
        .steps = race->looks_back ? all : shown,
        .round = shown > 0 ? session_step(race->session, shown - 1).round : 0,
        .camera = &race->camera,
        .sheet_box = race->sheet_box,
        .untold = &app->untold_steps,
    };
    int round = race->rules_view->build_motion(race->view, app, ui, &motion);
    race_obey(app, race, &request);
    return round;
}

bool race_point_at_motion(const struct app *app, struct race_screen *race, const SDL_Event *event)
{
    return event->type == SDL_MOUSEMOTION && is_wanted(app, race) && !race->covered &&
           race->rules_view->point_at_motion(race->view, event->motion.x, event->motion.y);
}

int race_press_motion(const struct app *app, const struct race_screen *race, const SDL_Event *event)
{
    bool pressed = event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_LEFT;
    if (!pressed || !is_wanted(app, race) || race->covered)
        return -1;
    return race->rules_view->press_motion(race->view, event->button.x, event->button.y);
}

/* === cards ==================================================================================== */

/* The upper part of the side panel, in a running race and looking back: what the race is, and the
 * list of cards that says how everybody stands.
 *
 * With more players or less room the cards get lower before anything scrolls: two lines, two small
 * ones, one line, one small one; then the log goes, and the title. The card of the car to move
 * keeps two lines as long as there is any room for them; where a game fills both all do.
 */

static const Uint32 DOUBLE_CLICK = 450; /* milliseconds */
/* Interface pixels. */
static const double HEADER_GAP = 10, INDENT = 6, BAR_WIDTH = 9;
static const double TEAM_GAP = 5;                       /* below a team's line */
static const double SLIDE = 44;                         /* so far the card of who is next comes */
static const double NAME_LEAST = 84, NAME_IN_FULL = 56; /* of a name that is longer */
static const double ROBOT_SIDE = 15, ROBOT_GAP = 6;
static const double OWN_PAD = 4; /* over a name that has lines of its own */

/* One way to draw a card, in interface pixels. */
static const struct card_size {
    double height, gap;
    bool second_line;
    enum canvas_style name;
    double mark, side;      /* side: left and right of what is on it */
    enum canvas_style team; /* of the line over it */
} sizes[] = {
    {78, 10, true, STYLE_HEADING, 22, 12, STYLE_TITLE},
    {56, 7, true, STYLE_STRONG, 18, 12, STYLE_TITLE},
    {36, 5, false, STYLE_STRONG, 15, 8, STYLE_TITLE},
    {26, 3, false, STYLE_STRONG, 14, 6, STYLE_STRONG},
    {44, 3, true, STYLE_STRONG, 15, 8, STYLE_STRONG},
};

/* Indices into the sizes, and what else there is; what comes first is liked best. */
static const struct fold {
    int all, active;
    bool log, title;
} folds[] = {
    {0, 0, true, true},  {1, 1, true, true},  {2, 1, true, true},
    {2, 2, true, true},  {3, 3, true, true},  {1, 1, false, true},
    {2, 1, false, true}, {3, 3, false, true}, {3, 3, false, false},
};
/* Of games whose cards are full. */
static const struct fold full_folds[] = {
    {0, 0, true, true},  {1, 1, true, true},  {4, 1, true, true},   {4, 4, true, true},
    {4, 1, false, true}, {4, 4, false, true}, {4, 4, false, false},
};

/* How a name is written. */
struct naming {
    enum canvas_style style;
    int lines; /* of its own, over what else is on the card; 0: it stands beside that */
};

/* The cards in their order, from the top down. */
struct list {
    struct race_screen *race;
    const struct fold *fold;
    int count, cars[CAR_LIMIT];
    struct view_team teams[CAR_LIMIT];
    struct naming names[CAR_LIMIT], team_names[CAR_LIMIT];
    int tops[CAR_LIMIT + 1]; /* with a team's line over its first car */
};

static const struct card_size *size_of(const struct list *list, int car)
{
    return &sizes[car == race_told_car(list->race) ? list->fold->active : list->fold->all];
}

/* --- one card --------------------------------------------------------------------------------- */

static int level_width(struct canvas *canvas, const char *level)
{
    return level[0] ? canvas_units(canvas, 2 * ROBOT_GAP - 2 + ROBOT_SIDE) +
                          canvas_text_width(canvas, STYLE_SMALL, level)
                    : 0;
}

/* Behind the name, or at the left end: the sign of a computer with the word for it. */
static void draw_level(struct canvas *canvas, const char *level, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, ROBOT_SIDE), gap = canvas_units(canvas, ROBOT_GAP);
    canvas_icon(canvas, ICON_ROBOT, box_centre(box_cut_left(&row, side), side, side),
                theme->ink_soft);
    box_cut_left(&row, gap - 2);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, level, row, ALIGN_LEFT);
}

/* In the row with the level, smaller before it has lines of its own over it. */
static struct naming lay_name(struct canvas *canvas, const char *name, const char *level,
                              enum canvas_style style, int row, int whole)
{
    int behind = level_width(canvas, level);
    struct naming naming = {style, 0};
    if (canvas_text_width(canvas, style, name) + behind <= row)
        return naming;
    naming.style = STYLE_SMALL;
    if (canvas_text_width(canvas, STYLE_SMALL, name) + behind <= row)
        return naming;
    naming.style = canvas_text_width(canvas, style, name) <= whole ? style : STYLE_SMALL;
    naming.lines = canvas_paragraph_height(canvas, naming.style, name, whole) /
                   canvas_line_height(canvas, naming.style);
    return naming;
}

static int own_height(const struct canvas *canvas, struct naming naming)
{
    int line = canvas_line_height(canvas, naming.style);
    return naming.lines > 0 ? naming.lines * line + canvas_units(canvas, OWN_PAD) : 0;
}

static void draw_name(struct canvas *canvas, const char *name, const char *level,
                      struct naming naming, bool drives, struct box own, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct paper_color ink = drives ? theme->ink : theme->ink_soft;
    int gap = canvas_units(canvas, ROBOT_GAP);
    if (naming.lines > 0) {
        box_cut_top(&own, canvas_units(canvas, OWN_PAD));
        canvas_paragraph(canvas, naming.style, ink, name, own, ALIGN_LEFT);
    } else {
        int width = canvas_text_width(canvas, naming.style, name);
        canvas_text(canvas, naming.style, ink, name, box_cut_left(&row, width), ALIGN_LEFT);
        box_cut_left(&row, gap);
    }
    if (level[0])
        draw_level(canvas, level, row);
}

/* "ace", "program"; "" for a person. */
static const char *driver_word(const struct race_screen *race, int car)
{
    int player = race->rules_view->game->player_of(session_race(race->session), car);
    const struct player *told = session_player(race->session, player);
    if (race->looks_back)
        return "";
    bool undecided = programs_must_ask(race->session);
    const char *driver = undecided ? told->driver : programs_driver(race->session, player);
    const struct driving *driving = driving_of(race->rules_view->game);
    int level = driver_find_level(driving->game, driver);
    if (!driver_command(driver))
        return level < 0 ? "" : driving->kinds[level].name;
    bool taken_over = race->thinking && thinking_has_taken_over(race->thinking, car);
    return taken_over ? driving->kinds[driving->substitute].name : "program";
}

/* Puts everything on a card of the size; what a muted canvas does not show tells how it is named.
 */
static struct naming put_on_card(struct canvas *canvas, const struct list *list, int index,
                                 struct box box, const struct naming *known)
{
    const struct race_screen *race = list->race;
    const struct view_team *team = &list->teams[index];
    int car = list->cars[index];
    const struct card_size *size = size_of(list, car);
    struct box inner = box_inset(box, canvas_units(canvas, size->side), canvas_units(canvas, 2));
    struct box mark = box_cut_left(&inner, canvas_units(canvas, size->mark + size->side));
    struct box own = box_cut_top(&inner, known ? own_height(canvas, *known) : 0);
    struct box first = inner, second = {0};
    if (size->second_line) {
        first = box_cut_top(&inner, inner.h / 2);
        second = inner;
    }
    bool low = size->side < sizes[0].side;
    if (size->second_line && (race->rules_view->full_cards || low)) /* also below the mark */
        second = box_make(mark.x, second.y, second.x + second.w - mark.x, second.h);
    char number[24];
    snprintf(number, sizeof number, "Car %d", team->which);
    const char *name = team->count > 1 ? number : race_name_of_car(race, car);
    const char *level = team->count == 1 ? driver_word(race, car) : "";
    struct box beside = own.h > 0 ? own : first;
    canvas_mark(canvas, paper_pen_of(race->session, car),
                mark.x + canvas_units(canvas, size->mark / 2 + 1), beside.y + beside.h / 2.0,
                canvas_units(canvas, size->mark));
    int width = canvas_text_width(canvas, size->name, name),
        least = canvas_units(canvas, race->rules_view->full_cards ? NAME_IN_FULL : NAME_LEAST);
    int behind = canvas_units(canvas, level[0] ? ROBOT_GAP + ROBOT_SIDE + 3 : 3);
    int room = own.h > 0 ? level_width(canvas, level) : (width < least ? width : least) + behind;
    int whole = first.w;
    struct box row = box_cut_left(&first, room);
    bool drives =
        shown_panel(race_shown(race), canvas, car, &first, size->second_line ? &second : NULL);
    row.w += first.w;
    struct naming naming = known ? *known : lay_name(canvas, name, level, size->name, row.w, whole);
    draw_name(canvas, name, level, naming, drives, own, row);
    return naming;
}

/* Looking back it is only looked at; else the line below says what its signs mean. */
static struct ui_state build_target(struct ui *ui, struct race_screen *race, int car,
                                    struct box box)
{
    char id[32];
    struct text words = {0};
    if (race->looks_back)
        return (struct ui_state){0};
    snprintf(id, sizeof id, "player %d", car);
    shown_say(race_shown(race), car, &words);
    if (driver_word(race, car)[0])
        text_append_format(&words, ", driven by the computer: %s", driver_word(race, car));
    struct ui_state state = ui_target(ui, id, box, text_string(&words));
    race->pointed_card = state.hovered || state.ring ? car : race->pointed_card;
    text_free(&words);
    return state;
}

static void build_card(struct app *app, struct ui *ui, const struct list *list, int index,
                       struct box box)
{
    struct race_screen *race = list->race;
    int car = list->cars[index];
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool active = car == race_told_car(race);
    struct card card = {
        .fill = active ? theme->card : theme->panel,
        .edge = active ? theme->pens[paper_pen_of(race->session, car) - 1] : theme->panel_edge,
        .radius = 8,
        .edge_width = active ? 2.5 : 1.5,
    };
    struct ui_state state = build_target(ui, race, car, box);
    if (active) /* it comes from the side; its target is there already */
        box.x += (int)(race_card_slide(race, clock_now()) * canvas_units(canvas, SLIDE));
    canvas_card(canvas, box, &card);
    put_on_card(canvas, list, index, box, &list->names[index]);
    if (state.ring)
        ui_focus_ring(ui, box, 8);
    if (state.clicked) {
        Uint32 now = SDL_GetTicks();
        bool twice = race->clicked_player == car && now - race->clicked_at < DOUBLE_CLICK;
        race->clicked_player = twice ? 0 : car;
        race->clicked_at = now;
        if (twice)
            race_centre_car(app, race, car);
    }
}

/* --- teams ------------------------------------------------------------------------------------ */

/* The name of a player with several cars stands over them, with the points. */
static bool has_team_line(const struct view_team *team)
{
    return team->count > 1 && team->which == 1;
}

/* As on a card: laid when nothing is known yet. */
static struct naming put_team_line(struct canvas *canvas, const struct list *list, int index,
                                   struct box box, const struct naming *known)
{
    const struct race_screen *race = list->race;
    const struct view_team *team = &list->teams[index];
    int car = list->cars[index];
    const struct card_size *size = size_of(list, car);
    struct box row = box_inset(box, canvas_units(canvas, 8), 0);
    const char *name = race_name_of_car(race, car), *level = driver_word(race, car);
    enum canvas_style style = size->team == STYLE_TITLE ? STYLE_HEADING : size->team;
    int mark = canvas_units(canvas, size->mark);
    struct box left = box_cut_left(&row, mark + canvas_units(canvas, 10));
    struct box own = box_cut_top(&row, known ? own_height(canvas, *known) : 0);
    struct box beside = own.h > 0 ? own : row;
    int whole = row.w, width = canvas_text_width(canvas, size->team, team->score);
    canvas_text(canvas, size->team, canvas_theme(canvas)->ink, team->score,
                box_cut_right(&row, width), ALIGN_RIGHT);
    box_cut_right(&row, canvas_units(canvas, 8));
    canvas_mark(canvas, paper_pen_of(race->session, car), left.x + mark / 2.0,
                beside.y + beside.h / 2.0, mark);
    struct naming naming = known ? *known : lay_name(canvas, name, level, style, row.w, whole);
    draw_name(canvas, name, level, naming, true, own, row);
    return naming;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* How names are written and where each card begins, folded like this; what comes after the last is
 * the height. */
static void fold_list(struct list *list, struct canvas *canvas, const struct fold *fold, int width)
{
    int y = 0;
    bool was_muted = canvas_is_muted(canvas);
    list->fold = fold;
    canvas_mute(canvas, true);
    for (int i = 0; i < list->count; i++) {
        const struct card_size *size = size_of(list, list->cars[i]);
        int height = canvas_units(canvas, size->height);
        list->tops[i] = y;
        if (has_team_line(&list->teams[i])) {
            int line = canvas_line_height(canvas, size->team);
            list->team_names[i] = put_team_line(canvas, list, i, box_make(0, 0, width, line), NULL);
            y += own_height(canvas, list->team_names[i]) + line + canvas_units(canvas, TEAM_GAP);
        }
        list->names[i] = put_on_card(canvas, list, i, box_make(0, 0, width, height), NULL);
        y += own_height(canvas, list->names[i]) + height + canvas_units(canvas, size->gap);
    }
    list->tops[list->count] = y;
    canvas_mute(canvas, was_muted);
}

static void build_list(struct app *app, struct ui *ui, const struct list *list, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    struct race_screen *race = list->race;
    bool scrolls = list->tops[list->count] > area.h;
    race->cards.content = list->tops[list->count];
    /* The card of whoever is to move or is driven; who scrolls goes on doing so until that is
     * another one. */
    int room = area.h;
    int told = race_told_car(race);
    bool known = race->revealed_car == told && race->revealed_in == room;
    for (int i = 0; i < list->count && !known; i++) {
        int least = list->tops[i + 1] - room, most = list->tops[i];
        if (list->cars[i] != told)
            continue;
        race->cards.offset = race->cards.offset < least ? least : race->cards.offset;
        race->cards.offset = race->cards.offset > most ? most : race->cards.offset;
    }
    race->revealed_car = told;
    race->revealed_in = room;
    int y = scrolls ? ui_scroll_begin(ui, "cards", area, &race->cards) : area.y;
    int width = scrolls ? area.w - canvas_units(canvas, BAR_WIDTH) : area.w;
    for (int i = 0; i < list->count; i++) {
        int car = list->cars[i], top = list->tops[i], end = list->tops[i + 1];
        const struct card_size *size = size_of(list, car);
        int height = canvas_units(canvas, size->height) + own_height(canvas, list->names[i]);
        int card = end - height - canvas_units(canvas, size->gap);
        if (has_team_line(&list->teams[i])) {
            int line = card - top - canvas_units(canvas, TEAM_GAP);
            put_team_line(canvas, list, i, box_make(area.x, y + top, width, line),
                          &list->team_names[i]);
        }
        build_card(app, ui, list, i, box_make(area.x, y + card, width, height));
    }
    if (scrolls)
        ui_scroll_end(ui, y + list->tops[list->count]);
}

void race_build_cards(struct app *app, struct ui *ui, struct race_screen *race, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct list list = {.race = race,
                        .count = race->rules_view->game->car_count(race_shown(race).state)};
    int indent = canvas_units(canvas, INDENT), header = 0;
    struct box inside = box_inset(*rest, indent, 0);
    shown_order(race_shown(race), list.cars);
    race->pointed_card = 0;
    for (int i = 0; i < list.count; i++)
        shown_team(race_shown(race), list.cars[i], &list.teams[i]);
    bool full = race->rules_view->full_cards;
    const struct fold *fold = full ? full_folds : folds;
    const struct fold *end = full ? full_folds + sizeof full_folds / sizeof *full_folds
                                  : folds + sizeof folds / sizeof *folds;
    for (; fold < end; fold++) {
        fold_list(&list, canvas, fold, rest->w);
        int log = fold->log ? canvas_units(canvas, RACE_LOG_LEAST) : 0;
        int line = canvas_line_height(canvas, STYLE_SMALL);
        int height = canvas_paragraph_height(canvas, STYLE_SMALL, race->words.progress, inside.w);
        header =
            (fold->title ? canvas_line_height(canvas, STYLE_TITLE) + canvas_units(canvas, 3) : 0) +
            (height > line ? height : line) + canvas_units(canvas, HEADER_GAP);
        if (header + list.tops[list.count] + log <= rest->h)
            break;
    }
    if (fold == end) /* they scroll, beside a bar */
        fold_list(&list, canvas, end - 1, rest->w - canvas_units(canvas, BAR_WIDTH));
    inside.h = header;
    bool titled = list.fold->title;
    struct box box = inside;
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = course_name(session_setup(race->session)->course);
    name = name[0] ? name : "A race";
    if (titled) {
        struct box title = box_cut_top(&box, canvas_line_height(canvas, STYLE_TITLE));
        canvas_title(canvas, title, name, ALIGN_LEFT);
        box_cut_top(&box, canvas_units(canvas, 3));
    }
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, race->words.progress, box, ALIGN_LEFT);
    box_cut_top(rest, header);
    build_list(app, ui, &list, box_cut_top(rest, list.tops[list.count]));
}

/* === log ====================================================================================== */

/* The log in the side panel: a sentence for everything that happened, newest line in sight.
 *
 * A long race has hundreds of lines of different heights and each frame needs their sum, so heights
 * are measured once and kept until the panel gets another width; only lines in sight are drawn.
 */

static const double LOG_INDENT = 6; /* interface pixels */
static const double NUMBERS_WIDTH = 34;
static const double LOG_BAR_WIDTH = 12;
static const double LINE_GAP = 3;

void race_forget_log(struct race_screen *race)
{
    free(race->log_lines.heights);
    race->log_lines = (struct race_log){.seen = race->log_lines.seen};
}

void race_log_remark(struct race_screen *race, const char *text, int step)
{
    array_add(race->remarks, race->remark_count, race->remark_capacity,
              (struct race_remark){.before = session_log_count_after(race->session, step),
                                   .round = session_step(race->session, step).round,
                                   .text = memory_copy_string(text)});
}

/* A step has lines of its own behind what is remarked on it. */
void race_forget_remarks(struct race_screen *race, bool all)
{
    int lines = all ? 0 : session_log_count(race->session);
    while (race->remark_count > 0 && race->remarks[race->remark_count - 1].before >= lines)
        free(race->remarks[--race->remark_count].text);
    if (all) {
        free(race->remarks);
        race->remarks = NULL;
        race->remark_capacity = 0;
    }
}

/* The session's lines with the remarks among them. */
static const char *line_at(const struct race_screen *race, int index, int *round)
{
    int remarks_before = 0;
    for (int i = 0; i < race->remark_count && race->remarks[i].before + i <= index; i++) {
        const struct race_remark *remark = &race->remarks[i];
        if (remark->before + i == index) {
            *round = remark->round;
            return remark->text;
        }
        remarks_before = i + 1;
    }
    return session_log_line(race->session, index - remarks_before, round);
}

/* True if the last line is another than before. */
static bool measure(struct canvas *canvas, struct race_screen *race, int width)
{
    struct race_log *log = &race->log_lines;
    int steps = race_is_shown(race) ? race->running + (race->progress >= 1) : race->steps;
    int count = session_log_count_after(race->session, steps) + race->remark_count;
    if (log->width != width || log->scale != canvas_scale(canvas))
        race_forget_log(race);
    log->width = width;
    log->scale = canvas_scale(canvas);
    bool other = count != log->count;
    while (log->count > count)
        log->total -= log->heights[--log->count];
    while (log->count < count) {
        int round;
        const char *line = line_at(race, log->count, &round);
        int height = canvas_paragraph_height(canvas, STYLE_SMALL, line, width) +
                     canvas_units(canvas, LINE_GAP);
        array_add(log->heights, log->count, log->capacity, height);
        log->total += height;
    }
    return other;
}

static void draw_line(struct canvas *canvas, const char *line, int round, bool pale, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char number[12];
    snprintf(number, sizeof number, "%d", round);
    struct box left = box_cut_left(&row, canvas_units(canvas, NUMBERS_WIDTH));
    left.h = canvas_line_height(canvas, STYLE_SMALL);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, number, left, ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, pale ? theme->ink_soft : theme->ink, line, row,
                     ALIGN_LEFT);
}

/* What of a sentence at `y` is to be seen of its lines: none is ever cut through. */
static struct box whole_lines(struct box area, int y, int height, int line)
{
    int above = area.y > y ? area.y - y : 0, room = area.y + area.h - y;
    int first = (above + line - 1) / line * line;
    int last = room < height ? room / line * line : height;
    return box_make(area.x, y + first, area.w, last > first ? last - first : 0);
}

static void build_lines(struct ui *ui, struct race_screen *race, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct race_log *log = &race->log_lines;
    int y = ui_scroll_begin(ui, "log", area, &race->log);
    int gap = canvas_units(canvas, LINE_GAP);
    int line_height = canvas_line_height(canvas, STYLE_SMALL);
    /* Looking back, what the last action led to stands out. */
    int pale = race->looks_back && race->steps > 0
                   ? session_log_count_after(race->session, race->steps - 1)
                   : 0;
    int row_width = log->width + canvas_units(canvas, NUMBERS_WIDTH);
    for (int i = 0; i < log->count; i++) {
        int height = log->heights[i];
        struct box seen = whole_lines(area, y, height - gap, line_height);
        if (seen.h > 0) {
            int round;
            const char *line = line_at(race, i, &round);
            struct box row = {area.x + canvas_units(canvas, LOG_INDENT), y, row_width, height};
            canvas_push_clip(canvas, seen);
            draw_line(canvas, line, round, i < pale, row);
            canvas_pop_clip(canvas);
        }
        y += height;
    }
    ui_scroll_end(ui, y);
}

void race_build_log(struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int indent = canvas_units(canvas, LOG_INDENT), line = canvas_line_height(canvas, STYLE_SMALL);
    if (box.h < canvas_units(canvas, RACE_LOG_LEAST))
        return;
    struct box title = box_cut_top(&box, line);
    box_cut_top(&box, canvas_units(canvas, 4));
    int width = box.w - 2 * indent - canvas_units(canvas, NUMBERS_WIDTH + LOG_BAR_WIDTH);
    bool at_end = race->log.offset + race->log_lines.seen >= race->log_lines.total;
    bool other = measure(canvas, race, width > 1 ? width : 1);
    if (race->log_lines.total > 0)
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, "What happened",
                    box_inset(title, indent, 0), ALIGN_LEFT);
    race->log.content = race->log_lines.total;
    race->log_lines.seen = box.h;
    if (other || at_end)
        race->log.offset = race->log_lines.total;
    build_lines(ui, race, box);
}

/* === seats ==================================================================================== */

/* Whose screen it is while several enter unseen by each other: between people it is handed over,
 * under a cover that shows nothing of the race. When a round of entries has been shown everybody
 * looks again, so the next one begins with a cover, too. What its owner had half chosen when the
 * race was left for another screen is kept here, and is shown to nobody else.
 */

static int player_to_act(const struct race_screen *race)
{
    return race->rules_view->game->player_of(session_race(race->session), race->car);
}

/* Whoever drives on when the race is over has nobody left to hide from. */
static bool drives_on(const struct session *session)
{
    for (int i = session_step_count(session) - 1; i >= 0; i--)
        if (strcmp(session_step(session, i).action, ACTION_DRIVE_ON) == 0)
            return true;
    return false;
}

void race_follow_seat(struct race_screen *race)
{
    const struct race *state = session_race(race->session);
    int cars[CAR_LIMIT];
    bool secret = false;
    int owing = race->rules_view->game->owes(state, cars, &secret);
    if (!secret || owing >= race->owing)
        race->holder = 0;
    race->owing = secret ? owing : 0;
    race->covered = secret && race->car > 0 && race->seat == 0 && !race->watching &&
                    race->holder != player_to_act(race) && race_count_persons(race) > 1 &&
                    !drives_on(race->session);
}

/* Half chosen when the race was left, and where it was that; empty: nothing. */
static struct {
    struct text choice;
    const struct session *session;
    uint64_t state;
    int car;
} kept;

static uint64_t state_of(const struct race_screen *race)
{
    return race->rules_view->game->hash(session_race(race->session));
}

void race_keep_choice(const struct app *app, const struct race_screen *race)
{
    const struct rules_view *rules_view = race->rules_view;
    struct text choice = {0};
    if (race->session == app->session && rules_view->half_choice)
        rules_view->half_choice(race->view, &choice);
    if (choice.length == 0) {
        text_free(&choice);
        return;
    }
    text_free(&kept.choice);
    kept.choice = choice;
    kept.session = race->session;
    kept.state = state_of(race);
    kept.car = race->car;
}

void race_refresh_view(struct race_screen *race)
{
    bool chooses = !race->watching && !race->covered;
    race->rules_view->refresh(race->view, race->car, chooses);
    if (kept.choice.length == 0 || !chooses || race->session != kept.session ||
        race->car != kept.car || state_of(race) != kept.state)
        return;
    race->rules_view->choose_half(race->view, text_string(&kept.choice));
    text_free(&kept.choice);
}

void race_take_seat(struct app *app, struct race_screen *race)
{
    race->holder = player_to_act(race);
    race->covered = false;
    race_choose_again(app, race);
}

/* Whole: smaller before it is broken into lines. */
static void build_name(struct layout *column, const char *name)
{
    static const enum canvas_style styles[] = {STYLE_TITLE, STYLE_HEADING, STYLE_BODY};
    struct canvas *canvas = ui_canvas(column->ui);
    enum canvas_style style = STYLE_SMALL;
    for (int i = 2; i >= 0; i--)
        if (canvas_text_width(canvas, styles[i], name) <= column->rest.w)
            style = styles[i];
    int height = canvas_paragraph_height(canvas, style, name, column->rest.w);
    struct box box = layout_cut(column, AT_TOP, height);
    canvas_paragraph(canvas, style, canvas_theme(canvas)->ink, name, box, ALIGN_CENTRE);
    ui_tell_label(column->ui, name, box);
}

void race_build_cover(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    static const double WIDTH = 560, HEIGHT = 280, MARK = 44;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = race_name_of_car(race, race->car);
    int width = canvas_units(canvas, WIDTH), height = canvas_units(canvas, HEIGHT);
    canvas_fill(canvas, box, theme->panel);
    struct layout column = layout_inside(
        ui, box_centre(box, width < box.w ? width : box.w, height < box.h ? height : box.h), 16, 0,
        14);
    struct box mark = layout_take(&column, AT_TOP, MARK);
    canvas_mark(canvas, paper_pen_of(race->session, race->car), mark.x + mark.w / 2.0,
                mark.y + mark.h / 2.0, canvas_units(canvas, MARK));
    build_name(&column, name);
    static const char words[] =
        "It is your turn, and what you enter stays hidden until it is shown to all. Everybody else "
        "looks away.";
    int used =
        canvas_paragraph(canvas, STYLE_BODY, theme->ink_soft, words, column.rest, ALIGN_CENTRE);
    layout_cut(&column, AT_TOP, used);
    struct box row = layout_cut(&column, AT_TOP, ui_button_height(ui));
    if (ui_button(ui, "button ready", "Ready", box_centre(row, canvas_units(canvas, 180), row.h),
                  LOOK_PRIMARY))
        race_take_seat(app, race);
    ui_default(ui, "button ready");
    if (session_can_undo(race->session)) {
        row = layout_cut(&column, AT_TOP, ui_button_height(ui));
        if (ui_button(ui, "button undo", "Take back the last entry",
                      box_centre(row, ui_button_width(ui, "Take back the last entry"), row.h),
                      LOOK_LINK))
            race_undo(app, race);
    }
    struct text status = {0};
    text_append_format(&status, "Hand the screen to %s.", name);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

/* === panel ==================================================================================== */

/* The side panel's buttons and the bottom line: whose turn it is, what is to be done. While
 * everything is folded away, a chip says whose turn it is.
 */

static const double PADDING = 14; /* interface pixels */

static struct box cut_row(struct ui *ui, struct box *rest, int height)
{
    struct box row = box_cut_bottom(rest, height);
    box_cut_bottom(rest, canvas_units(ui_canvas(ui), 10));
    return row;
}

static struct box cut_button_row(struct ui *ui, struct box *rest)
{
    return cut_row(ui, rest, ui_button_height(ui));
}

/* --- what can be pressed ---------------------------------------------------------------------- */

enum { PRESS_UNDO = -3, PRESS_REDO, PRESS_MENU }; /* beside the numbers of a game's switches */
enum { PRESSES = VIEW_SWITCHES + 2, SIGNS_IN_ROW = 3 };
static const double WORD_SIDE = 5, SIGN_SIDE = 22, SIGN_ROW = 34; /* interface pixels */

static void press(struct app *app, struct race_screen *race, int which)
{
    struct view_request request = {0};
    if (which == PRESS_MENU) {
        app_open_over(app, race->menu);
    } else if (which == PRESS_UNDO) {
        race_undo(app, race);
    } else if (which == PRESS_REDO) {
        race_redo(app, race);
    } else {
        race->rules_view->flip(race->view, which, &request);
        race_obey(app, race, &request);
    }
}

static bool build_press(struct ui *ui, const struct view_switch *of, struct box box, bool signs)
{
    if (signs) {
        struct ui_sign sign = {of->icon, SIGN_SIDE, 7, of->on, of->idle};
        return ui_sign_button(ui, of->id, of->label, box, sign).clicked;
    }
    if (!of->idle)
        return ui_button(ui, of->id, of->label, box, of->on ? LOOK_PRIMARY : LOOK_PLAIN);
    ui_button_disabled(ui, of->label, box);
    return false;
}

static bool has_room(struct canvas *canvas, const struct view_switch *of, struct box box)
{
    return canvas_text_width(canvas, STYLE_BODY, of->label) + 2 * canvas_units(canvas, WORD_SIDE) <=
           box.w;
}

static bool have_room(struct canvas *canvas, const struct view_switch *presses, int count,
                      struct box row, int gap)
{
    for (int i = 0; i < count; i++)
        if (!has_room(canvas, &presses[i], box_column(row, i, count, gap)))
            return false;
    return true;
}

/* Undo shares its box with redo; where both have no room Ctrl+Y is left for doing again. */
static void build_row(struct app *app, struct ui *ui, struct race_screen *race,
                      const struct view_switch *presses, int count, struct box row, bool signs)
{
    struct canvas *canvas = ui_canvas(ui);
    struct view_switch redo = {PRESS_REDO, "button redo", "Redo",
                               ICON_REDO,  false,         !session_can_redo(race->session)};
    int gap = canvas_units(canvas, 10), little = canvas_units(canvas, 6);
    for (int i = 0; i < count; i++) {
        struct box box = box_column(row, i, count, gap);
        struct box half = box_column(box, 0, 2, little);
        bool both = presses[i].which == PRESS_UNDO && !signs && has_room(canvas, &presses[i], half);
        if (build_press(ui, &presses[i], both ? half : box, signs))
            press(app, race, presses[i].which);
        if (both && build_press(ui, &redo, box_column(box, 1, 2, little), false))
            press(app, race, PRESS_REDO);
    }
}

/* Undo, what the game can switch, and the menu: all in words, or where these have no room, on a
 * projector say, all as signs. */
static void build_presses(struct app *app, struct ui *ui, struct race_screen *race,
                          struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct view_switch presses[PRESSES] = {
        {PRESS_UNDO, "button undo", "Undo", ICON_UNDO, false,
         !session_can_undo(race->session) && !race->words.half_chosen}};
    int count = 1 + shown_switches(race_shown(race), presses + 1);
    presses[count++] =
        (struct view_switch){PRESS_MENU, "button menu", "Menu", ICON_MENU, false, false};
    int above = count > 2 ? 2 : 1, gap = canvas_units(canvas, 10);
    if (count - above > 2 && !have_room(canvas, presses + above, count - above, *rest, gap))
        above++;
    bool signs = !have_room(canvas, presses, above, *rest, gap) ||
                 !have_room(canvas, presses + above, count - above, *rest, gap);
    if (signs && count <= SIGNS_IN_ROW)
        above = 0;
    int height = signs ? canvas_units(canvas, SIGN_ROW) : ui_button_height(ui);
    struct box lower = cut_row(ui, rest, height);
    if (above > 0)
        build_row(app, ui, race, presses, above, cut_row(ui, rest, height), signs);
    build_row(app, ui, race, presses + above, count - above, lower, signs);
}

static void build_buttons(struct app *app, struct ui *ui, struct race_screen *race,
                          struct box *rest)
{
    /* Nobody can choose, and there is nobody's move to undo. */
    if (race->watching && !session_can_undo(race->session) && race_is_only_watched(race)) {
        struct box row = cut_button_row(ui, rest);
        int gap = canvas_units(ui_canvas(ui), 10);
        if (ui_button(ui, "button pause", race->paused ? "Go on" : "Pause",
                      box_column(row, 0, 3, gap), race->paused ? LOOK_PRIMARY : LOOK_PLAIN))
            race_pause(race, false);
        if (ui_button(ui, "button step", "Step", box_column(row, 1, 3, gap), LOOK_PLAIN))
            race_pause(race, true);
        if (ui_button(ui, "button menu", "Menu", box_column(row, 2, 3, gap), LOOK_PLAIN))
            app_open_over(app, race->menu);
        return;
    }
    if (app->trying &&
        ui_button(ui, "button editor", "Back to the editor", cut_button_row(ui, rest), LOOK_PLAIN))
        course_tools_go_on(app);
    if (race->car > 0)
        build_presses(app, ui, race, rest);
    else if (ui_button(ui, "button menu", "Menu", cut_button_row(ui, rest), LOOK_PLAIN))
        press(app, race, PRESS_MENU); /* Ctrl+Z still takes the end back */
}

void race_build_panel(struct app *app, struct ui *ui, struct race_screen *race, struct box rest)
{
    build_buttons(app, ui, race, &rest);
    race_build_cards(app, ui, race, &rest);
    race_build_log(ui, race, rest);
}

/* What is said beside whose turn it is: what the turn is about, or what happened last. */
static const char *said_sentence(const struct race_screen *race)
{
    if (race->words.remark[0] || race_is_shown(race))
        return race->words.remark;
    int round, count = session_log_count(race->session);
    return count > 0 ? session_log_line(race->session, count - 1, &round) : "";
}

/* As much of the keys as leaves the sentence whole. */
static void draw_keys(struct canvas *canvas, const struct race_screen *race, const char *said,
                      struct box *rest)
{
    int gap = canvas_units(canvas, 16);
    int room = rest->w - canvas_text_width(canvas, STYLE_SMALL, said) - gap;
    const char *told = race->words.keys;
    if (canvas_text_width(canvas, STYLE_SMALL, told) > room)
        told = race->words.brief_keys;
    int width = canvas_text_width(canvas, STYLE_SMALL, told);
    if (width > room || (race->taught && race->car == 0))
        return;
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, told,
                box_cut_right(rest, width), ALIGN_RIGHT);
    box_cut_right(rest, gap);
}

/* Three dots behind "Enzo is thinking"; one of them wanders when it takes its time. */
static const double DOT_SIDE = 4, DOT_GAP = 4;

static int beats_width(const struct canvas *canvas, const struct race_screen *race)
{
    bool thinks = race->watching && !race->paused && !race_is_shown(race);
    return thinks ? canvas_units(canvas, RACE_BEATS * (DOT_SIDE + DOT_GAP)) : 0;
}

static void draw_beats(const struct app *app, struct canvas *canvas, const struct race_screen *race,
                       struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int beat = race_beat(app, race), side = canvas_units(canvas, DOT_SIDE);
    for (int i = 0; i < RACE_BEATS && box.w > 0; i++) {
        struct paper_color color = i == beat ? theme->ink : color_fade(theme->ink_soft, 0.5);
        struct card dot = {.fill = color, .edge = color, .radius = DOT_SIDE / 2};
        box_cut_left(&box, canvas_units(canvas, DOT_GAP));
        canvas_card(canvas, box_centre(box_cut_left(&box, side), side, side), &dot);
    }
}

static const double MARK_WIDTH = 28, MARK_SIDE = 18; /* interface pixels */

static int status_width(const struct race_screen *race, struct canvas *canvas)
{
    return (race_told_car(race) > 0 ? canvas_units(canvas, MARK_WIDTH) : 0) +
           canvas_text_width(canvas, STYLE_STRONG, race->words.status) + beats_width(canvas, race);
}

static void draw_mark(struct canvas *canvas, const struct race_screen *race, struct box *row)
{
    struct box mark = box_cut_left(row, canvas_units(canvas, MARK_WIDTH));
    canvas_mark(canvas, paper_pen_of(race->session, race_told_car(race)),
                mark.x + canvas_units(canvas, MARK_SIDE / 2), mark.y + mark.h / 2.0,
                canvas_units(canvas, MARK_SIDE));
}

/* Whose turn it is, from the left end of a row. */
static void draw_status(const struct app *app, struct canvas *canvas,
                        const struct race_screen *race, struct box *row)
{
    struct box box = box_cut_left(row, status_width(race, canvas));
    if (race_told_car(race) > 0)
        draw_mark(canvas, race, &box);
    draw_beats(app, canvas, race, box_cut_right(&box, beats_width(canvas, race)));
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, race->words.status, box,
                ALIGN_LEFT);
}

static const double STATUS_GAP = 14;

/* Whose turn it is, and what is said beside it, unless not even half of it has room; where a remark
 * has too little, whose turn it is is told by the mark alone, as it is by the cards. */
static const char *draw_sentences(const struct app *app, struct canvas *canvas,
                                  const struct race_screen *race, struct box *rest)
{
    const char *said = said_sentence(race), *brief = race->words.brief_remark;
    int room = rest->w - status_width(race, canvas) - canvas_units(canvas, STATUS_GAP);
    bool fits = canvas_text_width(canvas, STYLE_SMALL, said) <= room;
    if (!fits && brief[0]) {
        said = brief;
        fits = canvas_text_width(canvas, STYLE_SMALL, said) <= room;
    }
    if (!fits && race->words.remark[0] && race_told_car(race) > 0) {
        draw_mark(canvas, race, rest);
        return said;
    }
    draw_status(app, canvas, race, rest);
    box_cut_left(rest, canvas_units(canvas, STATUS_GAP));
    bool half = canvas_text_width(canvas, STYLE_SMALL, said) / 2 <= room;
    return half && strcmp(said, race->words.status) != 0 ? said : "";
}

void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box rest = box_inset(box, canvas_units(canvas, PADDING), 0);
    char point[48] = "";
    canvas_fill(canvas, box, theme->card);
    canvas_fill(canvas, box_cut_top(&box, canvas_units(canvas, 1)), theme->panel_edge);
    if (race->grid_known)
        snprintf(point, sizeof point, "%s", pair_of(race->grid.x, race->grid.y).text);
    int least = canvas_units(canvas, 84), wanted = canvas_text_width(canvas, STYLE_SMALL, point);
    struct box whole = rest, grid = box_cut_right(&rest, wanted > least ? wanted : least);
    box_cut_right(&rest, canvas_units(canvas, 8));
    /* What is said comes before room that is kept for a point. */
    if (!point[0] && canvas_text_width(canvas, STYLE_SMALL, said_sentence(race)) > rest.w)
        rest = whole;
    canvas_text(canvas, STYLE_SMALL, theme->ink, point, grid, ALIGN_RIGHT);
    if (race->rules_view->legend)
        race->rules_view->legend(race->view, canvas, &rest);
    const char *said = draw_sentences(app, canvas, race, &rest);
    draw_keys(canvas, race, said, &rest);
    canvas_text(canvas, STYLE_SMALL, race->words.remark[0] ? theme->ink : theme->ink_soft, said,
                rest, ALIGN_LEFT);
}

static const double CHIP_SIDE = 12; /* interface pixels */

struct box race_chip_size(const struct race_screen *race, struct canvas *canvas)
{
    int most = race->sheet_box.w - 2 * canvas_units(canvas, RACE_CHIP_MARGIN);
    int width = status_width(race, canvas) + 2 * canvas_units(canvas, CHIP_SIDE);
    if (!race->folded || race->taught || !race->words.status[0])
        return (struct box){0, 0, 0, 0};
    return (struct box){0, 0, width < most ? width : most, canvas_units(canvas, RACE_CHIP_HEIGHT)};
}

void race_build_chip(const struct app *app, struct ui *ui, const struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = race->over[RACE_OVER_CHIP];
    if (box.w <= 0)
        return;
    struct card card = {theme->card, theme->panel_edge, 8, 1, false, true};
    canvas_card(canvas, box, &card);
    struct box rest = box_inset(box, canvas_units(canvas, CHIP_SIDE), 0);
    draw_status(app, canvas, race, &rest);
}
