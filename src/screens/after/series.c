/* The series of a sitting: kept in a file of the series folder, found again from its races; and its
 * screen: its table, its races and the way to the next one, at the end who has won.
 */
#include "screens/after/after.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "draw/canvas.h"
#include "paper/print.h"
#include "screens/rules_view.h"
#include "screens/tracks/tracks.h"
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

/* --- the garage of a cup ---------------------------------------------------------------------- */

/* What each player drives the next race with: one of the openings from 1, or 0: that is chosen in
 * secret once the race has begun. */
static int garage[PLAYER_LIMIT];

static int garage_openings(const struct setup *setup, struct view_opening into[VIEW_OPENINGS])
{
    const struct rules_view *view = rules_view_find(setup->game);
    return view->openings ? view->openings(setup, into) : 0;
}

/* A race without specials asks for none of these: what was chosen waits for one that does. */
static void leave_garage(struct app *app)
{
    struct view_opening openings[VIEW_OPENINGS];
    struct error error;
    int count = garage_openings(session_setup(app->session), openings);
    for (int player = 1; player <= series_players(app->series); player++) {
        int chosen = garage[player - 1];
        if (chosen > 0 && chosen <= count &&
            driver_is_human(series_player(app->series, player)->driver))
            session_do(app->session, player, openings[chosen - 1].action, &error);
    }
    memset(garage, 0, sizeof garage);
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
    leave_garage(app);
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
    return ui_words(series_is_cup(app->series) ? "Cup, race %d of %d" : "Race %d of %d",
                    series_latest(app->series) + 1, series_race_count(app->series));
}

/* A new one in a file of its own. */
static void take_new(struct app *app, struct series *series, const char *name)
{
    struct error folder_error; /* told when the series is saved */
    file_make_folder(app->series_folder, &folder_error);
    look_at(app, series, saved_new_path(app->series_folder, name, ".json"));
    app->series_lock = file_lock_take(app->series_path);
}

bool app_begin_cup(struct app *app, const struct setup *races, const struct player *players,
                   struct allow allow, int count, struct error *error)
{
    for (int i = 0; i < count; i++)
        if (races[i].game->append_board && !post_names_check(players, races[i].players, error))
            return false;
    struct series *series = series_begin_cup(races, players, allow, count, error);
    if (!series)
        return false;
    take_new(app, series, "cup");
    save(app);
    app_go(app, &screen_series);
    return true;
}

bool app_begin_series(struct app *app, const struct setup *setup, const struct player *players,
                      struct allow allow, const struct course *courses, int count,
                      struct error *error)
{
    struct series *series = series_begin(setup, players, allow, courses, count, error);
    if (!series)
        return false;
    take_new(app, series, "series");
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

/* From the results of a cup's race the way leads through the garage. */
static bool goes_to_garage(const struct app *app)
{
    return series_is_cup(app->series) && app->screen == &screen_results;
}

void series_go_next(struct app *app)
{
    struct error error;
    if (!claim(app))
        return;
    int due = series_due(app->series);
    if (due == series_race_count(app->series) || goes_to_garage(app)) {
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
    if (goes_to_garage(app))
        return "Table and garage";
    const char *name = course_name(series_course(series, due));
    if (series_race_file(series, due))
        snprintf(label, sizeof label, "Go on with race %d", due + 1);
    else
        snprintf(label, sizeof label, name[0] ? "Next race: %s" : "Next race", name);
    return label;
}

/* --- its screen ------------------------------------------------------------------------------ */

static struct ui_scroll scroll;
static struct album *courses;       /* of a cup */
static bool has_earlier, has_later; /* than the one that is shown */

static void look_around(const struct app *app)
{
    has_earlier = has_neighbour(app, 1);
    has_later = has_neighbour(app, -1);
}

static bool is_finished(const struct app *app)
{
    return series_due(app->series) == series_race_count(app->series);
}

/* --- table and races -------------------------------------------------------------------------- */

/* Interface pixels. */
static const double SERIES_ROW = 40, SERIES_RISE = 40, SERIES_PLACE = 46, SERIES_MARK = 30,
                    SERIES_POINTS = 44, SERIES_BAR = 22, SERIES_BAR_LEAST = 120, SERIES_CELL = 130,
                    SERIES_WORDS = 54, MOMENT_CELL = 220, MOMENT_WORDS = 70;

static int races_over(const struct series *series)
{
    int count = 0;
    while (count < series_race_count(series) && series_is_over(series, count))
        count++;
    return count;
}

/* How many places the latest race has taken a player up in the table. */
static int rise_of(const struct series *series, const struct series_standing *now)
{
    struct series_standing before[PLAYER_LIMIT];
    int over = races_over(series);
    int count = over > 1 ? series_standings_after(series, over - 1, before) : 0;
    for (int i = 0; i < count; i++)
        if (before[i].player == now->player)
            return before[i].place - now->place;
    return 0;
}

/* "Ada leads Blaise by 2 points. Chen won on Kidney and has come up 3 places. 2 races to go." */
static void say_table(const struct series *series, struct text *into)
{
    struct series_standing table[PLAYER_LIMIT];
    int count = series_standings(series, table), over = races_over(series);
    int races = series_race_count(series), left = races - over;
    const char *first = series_player(series, table[0].player)->name;
    if (over == 0) {
        text_append_format(into, "%d races. Everybody begins with nothing.", races);
        return;
    }
    int lead = count > 1 ? table[0].points - table[1].points : 0;
    const char *second = count > 1 ? series_player(series, table[1].player)->name : "";
    if (count == 1)
        text_append_format(into, "%s has %d points.", first, table[0].points);
    else if (lead == 0)
        text_append_format(into, "%s and %s are level on points.", first, second);
    else
        text_append_format(into, "%s %s %s by %d point%s.", first, left ? "leads" : "is ahead of",
                           second, lead, number_plural_ending(lead));
    for (int i = 0; i < count; i++) {
        int player = table[i].player, rise = rise_of(series, &table[i]);
        const char *name = series_player(series, player)->name;
        bool won = series_place(series, over - 1, player) == 1;
        if (won)
            text_append_format(into, " %s won on %s%s", name,
                               course_title(series_course(series, over - 1)), rise > 1 ? "" : ".");
        if (rise > 1)
            text_append_format(into, " %s has come up %d places.", won ? "and" : name, rise);
    }
    if (left > 0)
        text_append_format(into, " %d race%s to go.", left, number_plural_ending(left));
}

/* Race after race, those that were won stronger; `most` points are the whole width. */
static void draw_points(struct canvas *canvas, const struct series *series, int player, int most,
                        struct box bar)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct paper_color pen = theme->pens[series_player(series, player)->pen - 1];
    int before = 0, gap = canvas_units(canvas, 2);
    for (int race = 0; race < races_over(series); race++) {
        int place = series_place(series, race, player), points = series_points(place);
        int left = bar.w * before / most, right = bar.w * (before + points) / most;
        struct box part = box_make(bar.x + left, bar.y, right - left - gap, bar.h);
        const char *text = ui_words("%d", points);
        before += points;
        canvas_fill(canvas, part, color_mix(theme->card, pen, place == 1 ? 0.38 : 0.18));
        if (canvas_text_width(canvas, STYLE_SMALL, text) < part.w)
            canvas_text(canvas, STYLE_SMALL, theme->ink, text, part, ALIGN_CENTRE);
    }
}

struct series_table {
    const struct series *series;
    struct series_standing rows[PLAYER_LIMIT];
    int count, name; /* how wide the names are */
    bool beside;     /* the bars stand beside them, else below */
};

static void draw_row(struct canvas *canvas, const struct series_table *table, int index,
                     struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct series_standing *row = &table->rows[index];
    const struct player *player = series_player(table->series, row->player);
    char place[16] = "–";
    int rise = rise_of(table->series, row), most = table->rows[0].points;
    if (races_over(table->series) > 0)
        standing_print_place(row->place, table->count, place, sizeof place);
    struct box line = box_cut_top(&box, canvas_units(canvas, SERIES_ROW));
    canvas_text(canvas, STYLE_STRONG, theme->ink, place,
                box_cut_left(&line, canvas_units(canvas, SERIES_PLACE)), ALIGN_LEFT);
    struct box risen = box_cut_left(&line, canvas_units(canvas, SERIES_RISE));
    if (rise != 0)
        canvas_text(canvas, STYLE_SMALL, rise > 0 ? theme->ink : theme->ink_soft,
                    ui_words(rise > 0 ? "↑ %d" : "↓ %d", abs(rise)), risen, ALIGN_LEFT);
    struct box mark = box_cut_left(&line, canvas_units(canvas, SERIES_MARK));
    canvas_mark(canvas, player->pen, mark.x + canvas_units(canvas, 9), mark.y + mark.h / 2.0,
                canvas_units(canvas, 18));
    canvas_text(canvas, STYLE_STRONG, theme->ink, ui_words("%d", row->points),
                box_cut_right(&line, canvas_units(canvas, SERIES_POINTS)), ALIGN_RIGHT);
    struct box name = table->beside ? box_cut_left(&line, table->name) : line;
    bool whole = canvas_text_width(canvas, STYLE_STRONG, player->name) <= name.w;
    canvas_text(canvas, whole ? STYLE_STRONG : STYLE_SMALL, theme->ink, player->name, name,
                ALIGN_LEFT);
    struct box bar = table->beside ? box_inset(line, canvas_units(canvas, 10), 0) : box;
    draw_points(canvas, table->series, row->player, most > 0 ? most : 1,
                box_centre(bar, bar.w, canvas_units(canvas, SERIES_BAR)));
}

void series_build_table(struct layout *column, const struct app *app)
{
    const struct series *series = app->series;
    struct canvas *canvas = ui_canvas(column->ui);
    struct series_table table = {.series = series};
    table.count = series_standings(series, table.rows);
    for (int i = 0; i < table.count; i++) {
        const char *name = series_player(series, i + 1)->name;
        int width = canvas_text_width(canvas, STYLE_STRONG, name) + canvas_units(canvas, 4);
        table.name = width > table.name ? width : table.name;
    }
    int side = canvas_units(canvas, 14), edge = canvas_units(canvas, 8);
    double taken = SERIES_PLACE + SERIES_RISE + SERIES_MARK + SERIES_POINTS + SERIES_BAR_LEAST + 20;
    table.beside = column->rest.w - 2 * side - table.name >= canvas_units(canvas, taken);
    int high = canvas_units(canvas, SERIES_ROW + (table.beside ? 0 : SERIES_BAR + 6));
    struct box box = layout_cut(column, AT_TOP, table.count * high + 2 * edge);
    canvas_plain_card(canvas, box);
    box = box_inset(box, side, edge);
    for (int i = 0; i < table.count; i++) {
        struct box row = box_cut_top(&box, high);
        draw_row(canvas, &table, i, row);
        ui_tell_label(column->ui,
                      ui_words("%s: %d points", series_player(series, table.rows[i].player)->name,
                               table.rows[i].points),
                      row);
    }
}

/* The winner with the mark, or what is to come. */
static void draw_winner(struct canvas *canvas, const struct series *series, int race,
                        struct box line)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int player = 1; player <= series_players(series); player++)
        if (series_place(series, race, player) == 1) {
            const struct player *winner = series_player(series, player);
            struct box mark = box_cut_left(&line, canvas_units(canvas, 22));
            canvas_mark(canvas, winner->pen, mark.x + canvas_units(canvas, 7),
                        mark.y + mark.h / 2.0, canvas_units(canvas, 14));
            canvas_text(canvas, STYLE_SMALL, theme->ink, winner->name, line, ALIGN_LEFT);
            return;
        }
    struct setup setup = series_race_setup(series, race);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft,
                series_is_over(series, race) ? "nobody came through" : contest_of(&setup).title,
                line, ALIGN_LEFT);
}

static void look_at_race_file(struct app *app, int race, int steps)
{
    char *path = file_join(app->races_folder, series_race_file(app->series, race));
    app_look_at_file(app, path, steps);
    free(path);
}

/* One that is over can be looked at. */
static void build_race(struct app *app, struct ui *ui, int race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct series *series = app->series;
    struct course course = series_course(series, race);
    const char *title = ui_words("%d  %s", race + 1, course_title(course));
    struct ui_state state = {0};
    if (series_race_file(series, race) && series_is_over(series, race))
        state = ui_target(ui, ui_words("race %d", race + 1), box, ui_words("%s, replay", title));
    ui_draw_card(ui, box, state, race == series_due(series));
    struct layout inside = layout_inside(ui, box, 8, 8, 0);
    struct box words = layout_take(&inside, AT_BOTTOM, SERIES_WORDS - 8);
    album_draw(courses, canvas, ui_words("course %d %p", race, course.body), inside.rest,
               gallery_paint, &course);
    struct box line = box_cut_top(&words, words.h / 2);
    bool whole = canvas_text_width(canvas, STYLE_STRONG, title) <= line.w;
    canvas_text(canvas, whole ? STYLE_STRONG : STYLE_SMALL, canvas_theme(canvas)->ink, title, line,
                ALIGN_LEFT);
    draw_winner(canvas, series, race, words);
    if (state.clicked)
        look_at_race_file(app, race, 0);
}

static void build_races(struct app *app, struct layout *column)
{
    int count = series_race_count(app->series);
    struct grid grid = grid_in(column, SERIES_CELL, 12, count < 5 ? count : 5);
    grid.height = grid_width(&grid) * 3 / 5 + canvas_units(ui_canvas(column->ui), SERIES_WORDS);
    ui_group_begin(column->ui);
    for (int race = 0; race < count; race++)
        build_race(app, column->ui, race, grid_cell(&grid, race));
    ui_group_end(column->ui);
    layout_cut(column, AT_TOP, grid_height(&grid, count));
}

/* --- the best moments of a cup ---------------------------------------------------------------- */

/* All that the page of the end, its picture and its film show; a film has one of its own. */
struct moments {
    struct session *sessions[SERIES_RACE_LIMIT]; /* NULL: its file is gone */
    struct poster poster;
    int races[POSTER_CLIPS]; /* whose moments they are */
    char title[PLAYER_NAME_BYTES + 40], words[400], names[PLAYER_LIMIT][PLAYER_NAME_BYTES];
    char told[POSTER_CLIPS][300];
};

/* Kinds in the order in which they are worth showing; what decided the last race always is there.
 */
enum { BEST_PASS, BEST_PHOTO, BEST_CRASH, BEST_WIN, BEST_COUNT };
static const char *const best_titles[BEST_COUNT] = {"Forced through", "Photo finish",
                                                    "Crash of the day", "The last flag"};
struct best_moment {
    int race, step, index, car, score; /* score 0: there is none */
};

/* Of as good ones the latest. */
static void look_at_race(const struct session *session, int race, struct best_moment best[])
{
    const struct rules_view *view = rules_view_find(session_setup(session)->game);
    int flag_round = 0, flag_car = 0;
    for (int i = 0; view->moment && i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++) {
            const struct event *happened = &step.events[k];
            enum moment_kind kind = view->moment(happened);
            int which = BEST_COUNT, score = 1;
            if (kind == MOMENT_PASSED)
                which = BEST_PASS;
            else if (kind == MOMENT_CRASH)
                which = BEST_CRASH;
            else if (kind == MOMENT_WIN)
                which = BEST_WIN;
            else if (kind == MOMENT_FLAG && step.round == flag_round && happened->car != flag_car)
                which = BEST_PHOTO;
            if (kind == MOMENT_FLAG) {
                flag_round = step.round;
                flag_car = happened->car;
            }
            for (uint64_t others = happened->others; others > 0; others &= others - 1)
                score++;
            if (which < BEST_COUNT && happened->car > 0 && score >= best[which].score)
                best[which] = (struct best_moment){race, i, k, happened->car, score};
        }
    }
}

static void take_moment(struct moments *moments, const struct series *series, int kind,
                        const struct best_moment *best)
{
    const struct session *session = moments->sessions[best->race];
    const struct game *game = session_setup(session)->game;
    struct step step = session_step(session, best->step);
    int at = moments->poster.clip_count++;
    const char *names[PLAYER_LIMIT];
    struct text told = {0};
    for (int i = 0; i < PLAYER_LIMIT; i++)
        names[i] = moments->names[i];
    game->describe(session_race(session), &step.events[best->index], names, &told);
    /* What it costs stands behind a colon. */
    snprintf(moments->told[at], sizeof moments->told[at], "%.*s · %s",
             (int)strcspn(text_string(&told), ":."), text_string(&told),
             course_title(series_course(series, best->race)));
    text_free(&told);
    moments->races[at] = best->race;
    moments->poster.clips[at] = (struct clip){.session = session,
                                              .step = best->step,
                                              .car = best->car,
                                              .title = best_titles[kind],
                                              .words = moments->told[at]};
}

static struct moments *moments_find(const struct app *app, const char *title)
{
    const struct series *series = app->series;
    struct moments *moments = memory_allocate(1, sizeof *moments);
    struct best_moment best[BEST_COUNT] = {{0}};
    struct poster *poster = &moments->poster;
    struct series_standing table[PLAYER_LIMIT];
    struct text said = {0};
    for (int race = 0; race < series_race_count(series); race++) {
        bool damaged;
        struct error error;
        const char *name = series_race_file(series, race);
        char *path = file_join(app->races_folder, name ? name : "");
        moments->sessions[race] = name ? session_load(path, &damaged, &error) : NULL;
        free(path);
        if (moments->sessions[race])
            look_at_race(moments->sessions[race], race, best);
    }
    poster->row_count = series_standings(series, table);
    for (int i = 0; i < poster->row_count; i++) {
        const struct player *player = series_player(series, table[i].player);
        char *name = moments->names[table[i].player - 1];
        snprintf(name, PLAYER_NAME_BYTES, "%s", player->name);
        poster->rows[i] = (struct poster_row){name, player->pen, table[i].points};
    }
    for (int kind = 0; kind < BEST_COUNT && poster->clip_count < POSTER_CLIPS; kind++)
        if (best[kind].score > 0)
            take_moment(moments, series, kind, &best[kind]);
    say_table(series, &said);
    snprintf(moments->title, sizeof moments->title, "%s", title);
    snprintf(moments->words, sizeof moments->words, "%s", text_string(&said));
    text_free(&said);
    poster->title = moments->title;
    poster->words = moments->words;
    poster->pen = poster->rows[0].pen;
    return moments;
}

static void moments_free(void *own)
{
    struct moments *moments = own;
    for (int race = 0; moments && race < SERIES_RACE_LIMIT; race++)
        session_free(moments->sessions[race]);
    free(moments);
}

static bool make_film(void *own, animation_progress *progress, void *data, struct text *into,
                      struct error *error)
{
    const struct moments *moments = own;
    return poster_append_gif(&moments->poster, progress, data, into, error);
}

static struct {
    struct moments *found; /* NULL: the cup goes on */
    struct picture *pictures[POSTER_CLIPS];
    int painted[POSTER_CLIPS]; /* which picture of the clip */
    Uint32 since;              /* the first clip began */
} ending;

static void close_ending(void)
{
    moments_free(ending.found);
    for (int i = 0; i < POSTER_CLIPS; i++)
        picture_free(&ending.pictures[i]);
    memset(&ending, 0, sizeof ending);
}

/* One clip after the other, once; -1: it is over. */
static int picture_now(const struct app *app, int clip)
{
    int picture = (int)(clock_now() - ending.since) / CLIP_MILLISECONDS;
    for (int i = 0; i < clip; i++)
        picture -= clip_last(&ending.found->poster.clips[i]) + CLIP_SHARES;
    int last = clip_last(&ending.found->poster.clips[clip]);
    return app->settings.reduced_motion || picture >= last ? last : picture < 0 ? 0 : picture;
}

static bool plays(const struct app *app)
{
    bool more = false;
    for (int i = 0; ending.found && i < ending.found->poster.clip_count; i++)
        more |= picture_now(app, i) < clip_last(&ending.found->poster.clips[i]);
    return more;
}

static bool paint_clip(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    const int *clip = data;
    clip_draw(cairo, &ending.found->poster.clips[*clip], ending.painted[*clip], box.w, box.h,
              canvas_scale(canvas), canvas_theme(canvas));
    return true;
}

/* A click leads to the whole race, at that moment. */
static void build_moment(struct app *app, struct ui *ui, int at, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct clip *clip = &ending.found->poster.clips[at];
    struct ui_state state = ui_target(ui, ui_words("moment %d", at + 1), box,
                                      ui_words("%.40s. %.200s", clip->title, clip->words));
    ui_draw_card(ui, box, state, false);
    struct layout inside = layout_inside(ui, box, 8, 8, 0);
    struct layout words = {ui, layout_take(&inside, AT_BOTTOM, MOMENT_WORDS), 0};
    int picture = picture_now(app, at);
    if (picture != ending.painted[at])
        picture_free(&ending.pictures[at]);
    ending.painted[at] = picture;
    canvas_picture(canvas, &ending.pictures[at], inside.rest, paint_clip, &at);
    layout_skip(&words, AT_TOP, 4);
    layout_text(&words, AT_TOP, STYLE_STRONG, theme->ink, clip->title);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, clip->words, words.rest, ALIGN_LEFT);
    if (state.clicked)
        look_at_race_file(app, ending.found->races[at], clip->step + 1);
}

static void build_moments(struct app *app, struct layout *column)
{
    int count = ending.found->poster.clip_count;
    struct grid grid = grid_in(column, MOMENT_CELL, 12, POSTER_CLIPS);
    grid.height = grid_width(&grid) * 2 / 3 + canvas_units(ui_canvas(column->ui), MOMENT_WORDS);
    ui_group_begin(column->ui);
    for (int i = 0; i < count; i++)
        build_moment(app, column->ui, i, grid_cell(&grid, i));
    ui_group_end(column->ui);
    if (count > 0)
        layout_cut(column, AT_TOP, grid_height(&grid, count));
}

static void save_poster(struct app *app)
{
    struct text content = {0};
    struct error error;
    char *path = NULL;
    if (poster_append_png(&ending.found->poster, &content, &error))
        path = app_write_new(app, app->pictures_folder, "cup", ".png", &content);
    else
        app_tell(app, "%s", error.text);
    if (path)
        app_notice(app, "The picture is saved as %s.", path);
    free(path);
    text_free(&content);
}

/* --- the garage ------------------------------------------------------------------------------- */

static void build_bay(struct layout *column, int player, const struct player *who,
                      const struct view_opening *openings, int count)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout row = layout_row(column, 30, 0);
    struct box mark = layout_take(&row, AT_LEFT, 26);
    int *chosen = &garage[player - 1];
    canvas_mark(canvas, who->pen, mark.x + canvas_units(canvas, 8), mark.y + mark.h / 2.0,
                canvas_units(canvas, 16));
    canvas_text(canvas, STYLE_STRONG, theme->ink, who->name, row.rest, ALIGN_LEFT);
    struct flow flow = flow_begin(column, 6);
    for (int i = 0; i <= count; i++) {
        const char *title = i ? openings[i - 1].title : "Later";
        const char *what = i ? openings[i - 1].what : "It is chosen once the race has begun.";
        const char *id = ui_words("garage %d %s", player, title);
        if (flow_chip(&flow, id, title, what, *chosen == i).clicked)
            *chosen = i;
    }
    flow_end(&flow, column);
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft,
                     *chosen ? openings[*chosen - 1].what : "Chosen once the race has begun.");
    layout_skip(column, AT_TOP, 6);
}

/* As a builder, to be measured. */
static void build_bays(struct layout *column, void *data)
{
    const struct app *app = data;
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    struct view_opening openings[VIEW_OPENINGS];
    struct setup setup = series_setup(app->series);
    int count = garage_openings(&setup, openings), people = 0;
    layout_text(column, AT_TOP, STYLE_HEADING, theme->ink, "Garage");
    layout_skip(column, AT_TOP, 4);
    layout_paragraph(column, STYLE_BODY, theme->ink_soft,
                     ui_words("%s, %s", course_title(setup.course), contest_of(&setup).title));
    for (int player = 1; player <= setup.players; player++) {
        const struct player *who = series_player(app->series, player);
        people += driver_is_human(who->driver);
        if (garage[player - 1] > count)
            garage[player - 1] = 0;
        if (count > 0 && driver_is_human(who->driver))
            build_bay(column, player, who, openings, count);
    }
    if (count == 0)
        layout_paragraph(column, STYLE_SMALL, theme->ink_soft,
                         "Nothing is built for this race: all cars start alike.");
    else if (people < setup.players)
        layout_paragraph(column, STYLE_SMALL, theme->ink_soft, "Computers build their own cars.");
}

static void build_garage(struct app *app, struct layout *column)
{
    struct ui *ui = column->ui;
    int side = 2 * canvas_units(ui_canvas(ui), 16);
    int high = layout_measure(ui, column->rest.w - side, build_bays, app);
    struct box box = layout_cut(column, AT_TOP, high + side);
    canvas_plain_card(ui_canvas(ui), box);
    struct layout inside = layout_inside(ui, box, 16, 16, 0);
    build_bays(&inside, app);
}

static const char points_words[] =
    "The places 1 to 8 give 10, 8, 6, 5, 4, 3, 2 and 1 points; who shares a place gets its points "
    "in full. With equal points more races won come first, then the better place in the latest "
    "race.";

/* The races, then table and garage beside one another, or below; returns where they end. */
static int build_content(struct app *app, struct layout column)
{
    const struct series *series = app->series;
    struct canvas *canvas = ui_canvas(column.ui);
    struct text said = {0};
    say_table(series, &said);
    ui_tell_label(column.ui, text_string(&said), column.rest);
    layout_paragraph(&column, STYLE_BODY, canvas_theme(canvas)->ink_soft, text_string(&said));
    text_free(&said);
    layout_skip(&column, AT_TOP, 10);
    column.gap = 16;
    if (ending.found)
        build_moments(app, &column);
    build_races(app, &column);
    int due = series_due(series);
    bool garage_open =
        series_is_cup(series) && due < series_race_count(series) && !series_race_file(series, due);
    bool beside = column.rest.w >= canvas_units(canvas, 860) && garage_open;
    struct layout left = column, right = column;
    if (beside) {
        right.gap = 20;
        left.rest = layout_cut(&right, AT_LEFT, column.rest.w * 56 / 100);
        right.gap = 16;
    }
    if (garage_open)
        build_garage(app, beside ? &right : &left);
    series_build_table(&left, app);
    layout_paragraph(&left, STYLE_SMALL, canvas_theme(canvas)->ink_soft, points_words);
    return left.rest.y > right.rest.y ? left.rest.y : right.rest.y;
}

/* "Ada wins the cup" */
static const char *title_of(const struct app *app)
{
    struct series_standing standings[PLAYER_LIMIT];
    const char *what = series_is_cup(app->series) ? "cup" : "series";
    int count = series_standings(app->series, standings);
    const char *first = series_player(app->series, standings[0].player)->name;
    if (!is_finished(app))
        return ui_words("%s: race %d of %d", series_is_cup(app->series) ? "Cup" : "Series",
                        series_due(app->series) + 1, series_race_count(app->series));
    if (count > 1 && standings[1].place == 1)
        return ui_words("The %s ends in a draw", what);
    return ui_words(count == 1 ? "%s has driven the %s" : "%s wins the %s", first, what);
}

static void open_ending(const struct app *app)
{
    close_ending();
    if (series_is_cup(app->series) && is_finished(app))
        ending.found = moments_find(app, title_of(app));
    ending.since = clock_now();
}

static void enter(struct app *app)
{
    scroll = (struct ui_scroll){0};
    courses = album_create();
    look_around(app);
    open_ending(app);
}

static void leave(struct app *app)
{
    (void)app;
    close_ending();
    album_free(courses);
    courses = NULL;
}

static int animate(struct app *app, Uint32 now)
{
    (void)now;
    app->decorative_motion = plays(app);
    return album_wants_more(courses) ? 0 : app->decorative_motion ? CLIP_MILLISECONDS : -1;
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
    if (ending.found && layout_button(&row, AT_RIGHT, "button film", "Save film", LOOK_PLAIN))
        app_animate(app, "cup", make_film, moments_find(app, title_of(app)), moments_free);
    if (ending.found && layout_button(&row, AT_RIGHT, "button picture", "Save picture", LOOK_PLAIN))
        save_poster(app);
    ui_default(row.ui, is_finished(app) ? "button home" : "button next-race");
    if (!is_finished(app) &&
        layout_button(&row, AT_RIGHT, "button next-race", series_next_label(app), LOOK_PRIMARY))
        series_go_next(app);
    if (by == 0)
        return;
    look_at_neighbour(app, by);
    look_around(app);
    open_ending(app);
}

static void paint_cup(cairo_t *cairo, int width, int height, const void *color)
{
    (void)height;
    poster_draw_cup(cairo, width, *(const struct paper_color *)color);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box window = canvas_box(canvas);
    bool wide = window.w >= canvas_units(canvas, 900);
    struct layout page = layout_page(ui, 0);
    page.rest = box_centre(page.rest, canvas_units(canvas, 1240), page.rest.h);
    char title[PLAYER_NAME_BYTES + 60];
    snprintf(title, sizeof title, "%s", title_of(app));
    struct layout head = layout_row(&page, wide ? 60 : 46, 14);
    if (ending.found)
        canvas_shape(canvas, "cup", layout_take(&head, AT_LEFT, wide ? 60 : 46), paint_cup,
                     &theme->pens[ending.found->poster.pen - 1]);
    canvas_title(canvas, head.rest, title, ALIGN_LEFT);
    struct layout footer = {ui, layout_cut(&page, AT_BOTTOM, ui_button_height(ui)), 12};
    layout_skip(&page, AT_BOTTOM, wide ? 24 : 10);
    int side = canvas_units(canvas, 14);
    int y = ui_scroll_begin(ui, "series", box_inset(page.rest, -side, 0), &scroll);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, 0);
    album_begin_pass(courses);
    ui_scroll_end(ui, build_content(app, column));
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
                                     .leave = leave,
                                     .build = build,
                                     .animate = animate,
                                     .event = event,
                                     .covers_window = true,
                                     .returns = returns};
