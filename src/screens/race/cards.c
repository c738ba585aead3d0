/* The upper part of the side panel, in a running race and looking back: what the race is, and the
 * list of cards that says how everybody stands.
 *
 * With more players or less room the cards get lower before anything scrolls: two lines, two small
 * ones, one line, one small one; then the log goes, and the title. The card of the car to move
 * keeps two lines as long as there is any room for them; where a game fills both all do.
 */
#include "draw/canvas.h"
#include "screens/race/inside.h"

#include <stdio.h>

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
    if (size->second_line && (race->family->full_cards || low)) /* also below the mark */
        second = box_make(mark.x, second.y, second.x + second.w - mark.x, second.h);
    char number[24];
    snprintf(number, sizeof number, "Car %d", team->which);
    const char *name = team->count > 1 ? number : race_name_of_car(race, car);
    const char *level = team->count == 1 ? race_driver_word(race, car) : "";
    struct box beside = own.h > 0 ? own : first;
    canvas_mark(canvas, paper_pen_of(race->session, car),
                mark.x + canvas_units(canvas, size->mark / 2 + 1), beside.y + beside.h / 2.0,
                canvas_units(canvas, size->mark));
    int width = canvas_text_width(canvas, size->name, name),
        least = canvas_units(canvas, race->family->full_cards ? NAME_IN_FULL : NAME_LEAST);
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

static void click_player(struct app *app, struct race_screen *race, int car)
{
    Uint32 now = SDL_GetTicks();
    bool twice = race->clicked_player == car && now - race->clicked_at < DOUBLE_CLICK;
    race->clicked_player = twice ? 0 : car;
    race->clicked_at = now;
    if (twice)
        race_centre_car(app, race, car);
}

/* Looking back it is only looked at. */
static struct ui_state build_target(struct ui *ui, struct race_screen *race, int car,
                                    struct box box)
{
    char id[32];
    struct text words = {0};
    if (race->looks_back)
        return (struct ui_state){0};
    snprintf(id, sizeof id, "player %d", car);
    shown_say(race_shown(race), car, &words);
    if (race_driver_word(race, car)[0])
        text_append_format(&words, ", driven by the computer: %s", race_driver_word(race, car));
    struct ui_state state = ui_target(ui, id, box, text_string(&words));
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
    if (state.clicked)
        click_player(app, race, car);
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
    const char *name = race_name_of_car(race, car), *level = race_driver_word(race, car);
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

/* The card of whoever is to move or is driven; who scrolls goes on doing so until that is another
 * one. */
static void keep_in_sight(const struct list *list, int room)
{
    struct race_screen *race = list->race;
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
}

static void build_list(struct app *app, struct ui *ui, const struct list *list, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    struct race_screen *race = list->race;
    bool scrolls = list->tops[list->count] > area.h;
    race->cards.content = list->tops[list->count];
    keep_in_sight(list, area.h);
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

static int header_height(struct canvas *canvas, const struct race_screen *race, bool title,
                         int width)
{
    int line = canvas_line_height(canvas, STYLE_SMALL);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, race->words.progress, width);
    return (title ? canvas_line_height(canvas, STYLE_TITLE) + canvas_units(canvas, 3) : 0) +
           (height > line ? height : line) + canvas_units(canvas, HEADER_GAP);
}

static void draw_header(struct canvas *canvas, const struct race_screen *race, bool titled,
                        struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = course_name(session_setup(race->session)->course);
    name = name[0] ? name : "A race";
    if (titled) {
        struct box title = box_cut_top(&box, canvas_line_height(canvas, STYLE_TITLE));
        canvas_title(canvas, title, name, ALIGN_LEFT);
        box_cut_top(&box, canvas_units(canvas, 3));
    }
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, race->words.progress, box, ALIGN_LEFT);
}

void race_build_cards(struct app *app, struct ui *ui, struct race_screen *race, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct list list = {.race = race,
                        .count = race->family->game->car_count(race_shown(race).state)};
    int indent = canvas_units(canvas, INDENT), header = 0;
    struct box inside = box_inset(*rest, indent, 0);
    shown_order(race_shown(race), list.cars);
    for (int i = 0; i < list.count; i++)
        shown_team(race_shown(race), list.cars[i], &list.teams[i]);
    bool full = race->family->full_cards;
    const struct fold *fold = full ? full_folds : folds;
    const struct fold *end = full ? full_folds + sizeof full_folds / sizeof *full_folds
                                  : folds + sizeof folds / sizeof *folds;
    for (; fold < end; fold++) {
        fold_list(&list, canvas, fold, rest->w);
        int log = fold->log ? canvas_units(canvas, RACE_LOG_LEAST) : 0;
        header = header_height(canvas, race, fold->title, inside.w);
        if (header + list.tops[list.count] + log <= rest->h)
            break;
    }
    if (fold == end) /* they scroll, beside a bar */
        fold_list(&list, canvas, end - 1, rest->w - canvas_units(canvas, BAR_WIDTH));
    inside.h = header;
    draw_header(canvas, race, list.fold->title, inside);
    box_cut_top(rest, header);
    build_list(app, ui, &list, box_cut_top(rest, list.tops[list.count]));
}
