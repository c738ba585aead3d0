/* A series: its table, its races and the way to the next one; at the end, who has won.
 */
#include "screens/after/series.h"

#include <stdio.h>

static struct ui_scroll scroll;
static bool has_earlier, has_later; /* than the one that is shown */

static void look_around(const struct app *app)
{
    has_earlier = series_has_neighbour(app, 1);
    has_later = series_has_neighbour(app, -1);
}

static void enter(struct app *app)
{
    scroll = (struct ui_scroll){0};
    look_around(app);
}

static bool is_finished(const struct app *app)
{
    return series_due(app->series) == series_race_count(app->series);
}

static void print_title(const struct app *app, char *into, int size)
{
    struct series_standing standings[PLAYER_LIMIT];
    int count = series_standings(app->series, standings);
    int races = series_race_count(app->series);
    const char *first = series_player(app->series, standings[0].player)->name;
    if (!is_finished(app))
        snprintf(into, (size_t)size, "Series: race %d of %d", series_due(app->series) + 1, races);
    else if (count > 1 && standings[1].place == 1)
        snprintf(into, (size_t)size, "The series ends in a draw");
    else if (count == 1)
        snprintf(into, (size_t)size, "%s has driven the series", first);
    else
        snprintf(into, (size_t)size, "%s wins the series", first);
}

/* Who has won the race, or how far it has come. */
static void print_state(const struct series *series, int race, char *into, int size)
{
    int length = 0;
    for (int player = 1; player <= series_players(series) && length < size; player++)
        if (series_place(series, race, player) == 1)
            length += snprintf(into + length, (size_t)(size - length), "%s%s", length ? ", " : "",
                               series_player(series, player)->name);
    if (length == 0)
        snprintf(into, (size_t)size, "%s",
                 series_is_over(series, race)     ? "nobody came through"
                 : series_race_file(series, race) ? "has begun"
                                                  : "to come");
}

static void draw_race(struct canvas *canvas, const struct series *series, int race, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = course_name(series_course(series, race));
    bool over = series_is_over(series, race);
    bool due = race == series_due(series);
    char number[16], state[PLAYER_LIMIT * (PLAYER_NAME_BYTES + 2)];
    snprintf(number, sizeof number, "%d", race + 1);
    print_state(series, race, state, sizeof state);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, number,
                box_cut_left(&row, canvas_units(canvas, 24)), ALIGN_RIGHT);
    box_cut_left(&row, canvas_units(canvas, 14));
    int width = canvas_text_width(canvas, STYLE_BODY, state);
    int most = row.w / 2;
    canvas_text(canvas, STYLE_BODY, over ? theme->ink : theme->ink_soft, state,
                box_cut_right(&row, width < most ? width : most), ALIGN_RIGHT);
    box_cut_right(&row, canvas_units(canvas, 12));
    canvas_text(canvas, due ? STYLE_STRONG : STYLE_BODY, theme->ink,
                name[0] ? name : "A track without a name", row, ALIGN_LEFT);
}

static const double RACE_ROW = 32; /* interface pixels */

static int races_height(const struct canvas *canvas, const struct series *series)
{
    return series_race_count(series) * canvas_units(canvas, RACE_ROW) + canvas_units(canvas, 16);
}

static void draw_races(struct canvas *canvas, const struct series *series, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct card card = {
        .fill = theme->card, .edge = theme->panel_edge, .radius = 8, .edge_width = 1.5};
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, 14), canvas_units(canvas, 8));
    for (int race = 0; race < series_race_count(series); race++)
        draw_race(canvas, series, race, box_cut_top(&inside, canvas_units(canvas, RACE_ROW)));
}

static const char points_words[] =
    "The places 1 to 8 give 10, 8, 6, 5, 4, 3, 2 and 1 points; who shares a place gets its points "
    "in full. With equal points more races won come first, then the better place in the latest "
    "race.";

/* Table and races beside one another, or one above the other; returns where they end. */
static int build_content(struct app *app, struct canvas *canvas, struct box column)
{
    int gap = canvas_units(canvas, 20);
    int table_height = series_table_height(canvas, app);
    int list_height = races_height(canvas, app->series);
    struct box left = column, right = column;
    bool beside = column.w >= canvas_units(canvas, 860);
    if (beside) {
        left.w = (column.w - gap) * 62 / 100;
        box_cut_left(&right, left.w + gap);
    }
    series_draw_table(canvas, app, box_cut_top(&left, table_height));
    box_cut_top(&left, canvas_units(canvas, 12));
    int words = canvas_paragraph_height(canvas, STYLE_SMALL, points_words, left.w);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, points_words,
                     box_cut_top(&left, words), ALIGN_LEFT);
    if (!beside) {
        right = left;
        box_cut_top(&right, gap);
    }
    draw_races(canvas, app->series, box_cut_top(&right, list_height));
    return left.y > right.y ? left.y : right.y;
}

/* The way to the other series, those that are over, too. */
static void build_neighbour(struct app *app, struct ui *ui, const char *id, const char *label,
                            int by, struct box *row)
{
    box_cut_left(row, canvas_units(ui_canvas(ui), 12));
    if (!ui_button(ui, id, label, box_cut_left(row, ui_button_width(ui, label)), LOOK_PLAIN))
        return;
    series_look_at_neighbour(app, by);
    look_around(app);
}

static void build_footer(struct app *app, struct ui *ui, struct box row)
{
    int gap = canvas_units(ui_canvas(ui), 12);
    struct box home = box_cut_left(&row, ui_button_width(ui, "Home"));
    if (ui_button(ui, "button home", "Home", home, LOOK_PLAIN))
        app_go(app, &screen_home);
    if (has_earlier)
        build_neighbour(app, ui, "button earlier-series", "Earlier", 1, &row);
    if (has_later)
        build_neighbour(app, ui, "button later-series", "Later", -1, &row);
    if (is_finished(app)) {
        ui_default(ui, "button home");
        return;
    }
    box_cut_left(&row, gap);
    const char *label = series_next_label(app);
    int width = ui_button_width(ui, label);
    if (ui_button(ui, "button next-race", label, box_cut_right(&row, width), LOOK_PRIMARY))
        series_go_next(app);
    ui_default(ui, "button next-race");
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box page = canvas_box(canvas);
    bool wide = page.w >= canvas_units(canvas, 900);
    canvas_fill(canvas, page, theme->panel);
    page = box_centre(page, canvas_units(canvas, 1320), page.h);
    page =
        box_inset(page, canvas_units(canvas, wide ? 40 : 16), canvas_units(canvas, wide ? 28 : 10));
    char title[PLAYER_NAME_BYTES + 60];
    print_title(app, title, sizeof title);
    canvas_text(canvas, STYLE_TITLE, theme->ink, title,
                box_cut_top(&page, canvas_units(canvas, wide ? 60 : 46)), ALIGN_LEFT);
    struct box footer = box_cut_bottom(&page, ui_button_height(ui));
    box_cut_bottom(&page, canvas_units(canvas, wide ? 24 : 10));
    int side = canvas_units(canvas, 14);
    int y = ui_scroll_begin(ui, "series", box_inset(page, -side, 0), &scroll);
    struct box column = {page.x, y, page.w, 100000};
    ui_scroll_end(ui, build_content(app, canvas, column));
    build_footer(app, ui, footer);
    ui_status(ui, title);
}

static bool event(struct app *app, const SDL_Event *event)
{
    bool back = event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE;
    if (back)
        app_go(app, &screen_home);
    return back;
}

static bool returns(const struct app *app)
{
    return app->series != NULL;
}

const struct screen screen_series = {.name = "series",
                                     .enter = enter,
                                     .build = build,
                                     .event = event,
                                     .covers_window = true,
                                     .returns = returns};
