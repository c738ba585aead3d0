/* The series of a sitting: kept in a file of the series folder, found again from its races; and its
 * screen: its table, its races and the way to the next one, at the end who has won.
 */
#include "screens/after/after.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void series_close(struct app *app)
{
    series_free(app->series);
    free(app->series_path);
    file_lock_release(app->series_lock);
    app->series_lock = NULL;
    app->series = NULL;
    app->series_path = NULL;
}

/* Takes over both. */
static void look_at(struct app *app, struct series *series, char *path)
{
    series_close(app);
    app->series = series;
    app->series_path = path;
}

static void save(struct app *app)
{
    struct error error;
    if (!file_make_folder(app->series_folder, &error) ||
        !series_save(app->series, app->series_path, &error))
        app_tell(app, "The series cannot be saved to %s: %s", app->series_path, error.text);
}

/* Two windows must not drive one series: whoever goes on with it holds its lock, and sees it as it
 * is on disk then. */
static bool claim(struct app *app)
{
    if (app->series_lock)
        return true;
    struct error error;
    app->series_lock = file_lock_take(app->series_path);
    if (!app->series_lock) {
        app_tell(app, "Another window is in the middle of this series.");
        return false;
    }
    struct series *fresh = series_load(app->series_path, &error);
    if (fresh) {
        series_free(app->series);
        app->series = fresh;
    }
    return true;
}

/* --- the race that is shown ------------------------------------------------------------------ */

bool series_is_shown(const struct app *app)
{
    const char *path = app->session ? session_kept_path(app->session) : NULL;
    int latest = app->series ? series_latest(app->series) : -1;
    return path && latest >= 0 &&
           strcmp(file_own_name(path), series_race_file(app->series, latest)) == 0;
}

void series_take_result(struct app *app)
{
    if (series_is_shown(app) && app->series_lock && series_note(app->series, app->session))
        save(app);
}

/* --- finding one ----------------------------------------------------------------------------- */

static bool holds_race(const struct series *series, const char *name)
{
    int latest = series_latest(series);
    return latest >= 0 && strcmp(series_race_file(series, latest), name) == 0;
}

static bool is_unfinished(const struct series *series, const char *name)
{
    (void)name;
    return series_due(series) < series_race_count(series);
}

static bool is_any(const struct series *series, const char *name)
{
    (void)series;
    (void)name;
    return true;
}

/* Told, and kept aside, so that it is told once; unless another window has just mended it. */
static void set_aside(struct app *app, const char *path)
{
    char where[500];
    struct text aside = {0};
    struct error error, other;
    struct file_lock *lock = file_lock_take(path);
    struct series *mended = lock ? series_load(path, &error) : NULL;
    if (lock && !mended && file_set_aside(path, &aside, &other)) {
        error_describe(&error, file_own_name(path), where, sizeof where);
        app_tell(app, "A series cannot be read and is left out. %s. The file is kept as %s.", where,
                 text_string(&aside));
    }
    series_free(mended);
    file_lock_release(lock);
    text_free(&aside);
}

/* The newest series of the folder that is `wanted`. */
static bool find(struct app *app, bool (*wanted)(const struct series *, const char *),
                 const char *name)
{
    int count = 0;
    char **paths = saved_paths_newest_first(app->series_folder, ".json", &count);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        struct error error;
        struct series *series = series_load(paths[i], &error);
        found = series && wanted(series, name);
        if (found)
            look_at(app, series, memory_copy_string(paths[i]));
        else if (series)
            series_free(series);
        else
            set_aside(app, paths[i]);
    }
    file_free_names(paths, count);
    return found;
}

void series_find(struct app *app)
{
    const char *path = app->session ? session_kept_path(app->session) : NULL;
    if (path && (series_is_shown(app) || find(app, holds_race, file_own_name(path))))
        claim(app);
}

bool series_find_unfinished(struct app *app)
{
    return (app->series && is_unfinished(app->series, NULL)) || find(app, is_unfinished, NULL);
}

bool series_find_newest(struct app *app)
{
    return app->series || find(app, is_any, NULL);
}

/* The path of the neighbour of the series that is looked at, to be freed; NULL: it has none. */
static char *neighbour_path(const struct app *app, int by)
{
    int count = 0;
    char **paths = saved_paths_newest_first(app->series_folder, ".json", &count), *found = NULL;
    for (int i = 0; app->series_path && i < count; i++)
        if (strcmp(paths[i], app->series_path) == 0 && i + by >= 0 && i + by < count)
            found = memory_copy_string(paths[i + by]);
    file_free_names(paths, count);
    return found;
}

static bool has_neighbour(const struct app *app, int by)
{
    char *path = neighbour_path(app, by);
    free(path);
    return path != NULL;
}

static void look_at_neighbour(struct app *app, int by)
{
    struct error error;
    char *path = neighbour_path(app, by);
    struct series *series = path ? series_load(path, &error) : NULL;
    if (series) {
        look_at(app, series, path);
        return;
    }
    if (path)
        set_aside(app, path);
    free(path);
}

/* --- going on -------------------------------------------------------------------------------- */

static void note_begun(struct app *app)
{
    series_race_begun(app->series, file_own_name(session_kept_path(app->session)));
    save(app);
}

static bool begin_due(struct app *app, struct error *error)
{
    struct setup setup = series_setup(app->series);
    struct player players[PLAYER_LIMIT];
    for (int i = 0; i < setup.players; i++)
        players[i] = *series_player(app->series, i + 1);
    if (!app_begin_race(app, &setup, players, series_allow(app->series), error))
        return false;
    note_begun(app);
    return true;
}

bool series_restart(struct app *app, struct error *error)
{
    return claim(app) && begin_due(app, error);
}

const char *series_race_words(const struct app *app)
{
    if (!series_is_shown(app))
        return "";
    return ui_words("Race %d of %d", series_latest(app->series) + 1,
                    series_race_count(app->series));
}

bool app_begin_series(struct app *app, const struct setup *setup, const struct player *players,
                      struct allow allow, const struct course *courses, int count,
                      struct error *error)
{
    struct series *series = series_begin(setup, players, allow, courses, count, error);
    if (!series)
        return false;
    struct error folder_error; /* told when the series is saved */
    file_make_folder(app->series_folder, &folder_error);
    look_at(app, series, saved_new_path(app->series_folder, "series", ".json"));
    app->series_lock = file_lock_take(app->series_path);
    if (begin_due(app, error))
        return true;
    series_close(app);
    return false;
}

/* True if the race that had begun is shown again. What is wrong with its file is told. */
static bool open_due(struct app *app, const char *name)
{
    char *path = file_join(app->races_folder, name);
    const struct session *before = app->session;
    bool there = file_exists(path);
    if (there)
        app_open_file(app, path);
    free(path);
    /* What could be read of a damaged file goes on in another one. */
    if (there && app->session != before && !series_is_shown(app))
        note_begun(app);
    return there;
}

void series_go_next(struct app *app)
{
    struct error error;
    if (!claim(app))
        return;
    int due = series_due(app->series);
    if (due == series_race_count(app->series)) {
        app_go(app, &screen_series);
        return;
    }
    const char *begun = series_race_file(app->series, due);
    if (begun && series_is_shown(app))
        app_go(app, &screen_race);
    else if ((!begun || !open_due(app, begun)) && !begin_due(app, &error))
        app_tell(app, "Race %d cannot begin: %s", due + 1, error.text);
}

const char *series_next_label(const struct app *app)
{
    static char label[200];
    const struct series *series = app->series;
    int due = series_due(series);
    if (due == series_race_count(series))
        return "Final table";
    const char *name = course_name(series_course(series, due));
    if (series_race_file(series, due))
        snprintf(label, sizeof label, "Go on with race %d", due + 1);
    else
        snprintf(label, sizeof label, name[0] ? "Next race: %s" : "Next race", name);
    return label;
}

/* --- its screen ------------------------------------------------------------------------------ */

static struct ui_scroll scroll;
static bool has_earlier, has_later; /* than the one that is shown */

static void look_around(const struct app *app)
{
    has_earlier = has_neighbour(app, 1);
    has_later = has_neighbour(app, -1);
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

/* --- the table -------------------------------------------------------------------------------- */

static const double RACE = 38, SUM = 66, NAME_MOST = 230; /* interface pixels */

/* How many races have a column beside names of this width. */
static int races_beside(const struct canvas *canvas, int width, int name)
{
    int count =
        (table_room(canvas, width) - canvas_units(canvas, SUM) - name) / canvas_units(canvas, RACE);
    return count < 0 ? 0 : count;
}

/* From which race on, and how many. */
static int choose_races(struct canvas *canvas, const struct series *series, int width, int *first)
{
    int races = series_race_count(series), begun = series_latest(series) + 1;
    int most = canvas_units(canvas, NAME_MOST), widest = canvas_units(canvas, TABLE_NAME_LEAST);
    int count = races_beside(canvas, width, widest);
    for (int i = 1; i <= series_players(series); i++) {
        int name = canvas_text_width(canvas, STYLE_STRONG, series_player(series, i)->name) + 1;
        widest = name > widest ? name : widest;
    }
    int whole = races_beside(canvas, width, widest < most ? widest : most);
    if (count > begun)
        count = whole > begun ? whole : begun;
    count = count < races ? count : races;
    *first = begun > count ? begun - count : 0;
    return count;
}

/* A race that is not over has a dash. */
static void fill_row(struct table_row *row, const struct series *series,
                     const struct series_standing *standing, int first, int count)
{
    const struct player *player = series_player(series, standing->player);
    *row = (struct table_row){
        .place = standing->place, .players = series_players(series), .pen = player->pen};
    snprintf(row->name, sizeof row->name, "%s", player->name);
    for (int i = 0; i < count; i++) {
        int place = series_place(series, first + i, standing->player);
        bool over = series_is_over(series, first + i);
        row->cells[i] = (struct table_cell){"–", false, over && place == 1, !over};
        if (over)
            snprintf(row->cells[i].text, sizeof row->cells[i].text, "%d", series_points(place));
    }
    row->cells[count] = (struct table_cell){.told = true, .strong = true};
    snprintf(row->cells[count].text, sizeof row->cells[count].text, "%d", standing->points);
}

void series_build_table(struct layout *column, const struct app *app)
{
    struct series_standing standings[PLAYER_LIMIT];
    struct table table = {.lead = "race", .least = RACE};
    int first, count = choose_races(ui_canvas(column->ui), app->series, column->rest.w, &first);
    table.rows = series_standings(app->series, standings);
    for (int i = 0; i < table.rows; i++)
        fill_row(&table.row[i], app->series, &standings[i], first, count);
    for (int i = 0; i < count; i++)
        snprintf(table.titles[i], sizeof table.titles[i], "%d", first + i + 1);
    snprintf(table.titles[count], sizeof table.titles[count], "points");
    table.columns = count + 1;
    table_build(column, &table);
}

/* --- the races -------------------------------------------------------------------------------- */

static void build_race(struct layout row, const struct series *series, int race)
{
    struct canvas *canvas = ui_canvas(row.ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = course_name(series_course(series, race));
    struct text state = {0};
    const char *number = ui_words("%d", race + 1);
    /* Who has won the race, or how far it has come. */
    for (int player = 1; player <= series_players(series); player++)
        if (series_place(series, race, player) == 1)
            text_append_format(&state, state.length ? ", %s" : "%s",
                               series_player(series, player)->name);
    if (state.length == 0)
        text_append(&state, series_is_over(series, race)     ? "nobody came through"
                            : series_race_file(series, race) ? "has begun"
                                                             : "to come");
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, number, layout_take(&row, AT_LEFT, 24),
                ALIGN_RIGHT);
    int width = canvas_text_width(canvas, STYLE_BODY, text_string(&state)) + 1;
    int most = row.rest.w / 2;
    canvas_text(canvas, STYLE_BODY, series_is_over(series, race) ? theme->ink : theme->ink_soft,
                text_string(&state), layout_cut(&row, AT_RIGHT, width < most ? width : most),
                ALIGN_RIGHT);
    canvas_text(canvas, race == series_due(series) ? STYLE_STRONG : STYLE_BODY, theme->ink,
                name[0] ? name : "A track without a name", row.rest, ALIGN_LEFT);
    text_free(&state);
}

static const double RACE_ROW = 32; /* interface pixels */

static void build_races(struct layout *column, const struct series *series)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct box box = layout_take(column, AT_TOP, series_race_count(series) * RACE_ROW + 16);
    canvas_plain_card(canvas, box);
    struct layout inside = layout_inside(column->ui, box, 14, 8, 0);
    for (int race = 0; race < series_race_count(series); race++)
        build_race(layout_row(&inside, RACE_ROW, 13), series, race);
}

/* --- the page --------------------------------------------------------------------------------- */

static const char points_words[] =
    "The places 1 to 8 give 10, 8, 6, 5, 4, 3, 2 and 1 points; who shares a place gets its points "
    "in full. With equal points more races won come first, then the better place in the latest "
    "race.";

/* Table and races beside one another, or one above the other; returns where they end. */
static int build_content(struct app *app, struct layout column)
{
    struct layout left = column, right = column;
    bool beside = column.rest.w >= canvas_units(ui_canvas(column.ui), 860);
    if (beside) {
        right.gap = 20;
        left.rest = layout_cut(&right, AT_LEFT, column.rest.w * 61 / 100);
    }
    left.gap = 12;
    series_build_table(&left, app);
    layout_paragraph(&left, STYLE_SMALL, canvas_theme(ui_canvas(column.ui))->ink_soft,
                     points_words);
    build_races(beside ? &right : &left, app->series);
    return left.rest.y > right.rest.y ? left.rest.y : right.rest.y;
}

/* With the way to the other series, those that are over, too. */
static void build_footer(struct app *app, struct layout row)
{
    int by = 0;
    if (layout_button(&row, AT_LEFT, "button home", "Home", LOOK_PLAIN))
        app_go(app, &screen_home);
    if (has_earlier && layout_button(&row, AT_LEFT, "button earlier-series", "Earlier", LOOK_PLAIN))
        by = 1;
    if (has_later && layout_button(&row, AT_LEFT, "button later-series", "Later", LOOK_PLAIN))
        by = -1;
    ui_default(row.ui, is_finished(app) ? "button home" : "button next-race");
    if (!is_finished(app) &&
        layout_button(&row, AT_RIGHT, "button next-race", series_next_label(app), LOOK_PRIMARY))
        series_go_next(app);
    if (by == 0)
        return;
    look_at_neighbour(app, by);
    look_around(app);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box window = canvas_box(canvas);
    bool wide = window.w >= canvas_units(canvas, 900);
    canvas_fill(canvas, window, theme->panel);
    window = box_centre(window, canvas_units(canvas, 1320), window.h);
    struct layout page = layout_inside(ui, window, wide ? 40 : 16, wide ? 28 : 10, 0);
    char title[PLAYER_NAME_BYTES + 60];
    int size = sizeof title;
    struct series_standing standings[PLAYER_LIMIT];
    int count = series_standings(app->series, standings);
    int races = series_race_count(app->series);
    const char *first = series_player(app->series, standings[0].player)->name;
    if (!is_finished(app))
        snprintf(title, (size_t)size, "Series: race %d of %d", series_due(app->series) + 1, races);
    else if (count > 1 && standings[1].place == 1)
        snprintf(title, (size_t)size, "The series ends in a draw");
    else if (count == 1)
        snprintf(title, (size_t)size, "%s has driven the series", first);
    else
        snprintf(title, (size_t)size, "%s wins the series", first);
    canvas_text(canvas, STYLE_TITLE, theme->ink, title, layout_take(&page, AT_TOP, wide ? 60 : 46),
                ALIGN_LEFT);
    struct layout footer = {ui, layout_cut(&page, AT_BOTTOM, ui_button_height(ui)), 12};
    layout_skip(&page, AT_BOTTOM, wide ? 24 : 10);
    int side = canvas_units(canvas, 14);
    int y = ui_scroll_begin(ui, "series", box_inset(page.rest, -side, 0), &scroll);
    ui_scroll_end(ui, build_content(app, layout_column(ui, page.rest.x, y, page.rest.w, 0)));
    build_footer(app, footer);
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
