/* The list of saved races: what can be driven on, what can be looked back on, newest first.
 *
 * The index belongs to the screen while it is up. Only cards in sight are drawn, the others are
 * targets and nothing else, so that hundreds of races cost no more than a dozen.
 */
#include "screens/after/after.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "session/session.h"
#include "ui/layout.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct race_index *index;
    struct album *pictures; /* by paths */
    struct ui_scroll scroll;
} list;

struct race_index *saved_races_open(const struct app *app)
{
    const char *const folders[] = {
        [INDEX_RACES] = app->races_folder, [INDEX_ASIDE] = app->saved_folder};
    const char *kept = app->session ? session_kept_path(app->session) : NULL;
    if (kept)
        session_keep_flush(app->session);
    struct race_index *index = race_index_open(folders, 2, app->race_index_cache);
    if (kept)
        race_index_tell(index, kept, app->session);
    return index;
}

/* --- their sheets ----------------------------------------------------------------------------- */

/* From races that the index's thread has read: the few milliseconds that each takes are little when
 * they come one by one. */
static bool paint_race(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct session *session = race_index_take_session(list.index, *(const int *)data);
    if (!session)
        return false;
    struct paper_view view = paper_draw_thumbnail(cairo, session_setup(session)->course, box.w,
                                                  box.h, canvas_scale(canvas), theme);
    paper_draw_ink(cairo, &view, session, session_step_count(session), theme);
    session_free(session);
    return true;
}

static void enter(struct app *app)
{
    list.index = saved_races_open(app);
    list.pictures = album_create();
    list.scroll = (struct ui_scroll){0};
}

static void leave(struct app *app)
{
    (void)app;
    album_free(list.pictures);
    race_index_close(list.index);
    list.index = NULL;
}

/* --- deleting -------------------------------------------------------------------------------- */

static void forget(const char *path)
{
    for (int i = race_index_count(list.index) - 1; i >= 0; i--)
        if (strcmp(race_index_at(list.index, i)->path, path) == 0)
            race_index_drop(list.index, i);
}

static void delete_for_good(struct app *app)
{
    struct error error;
    if (file_remove(app->asked_path, &error))
        forget(app->asked_path);
    else
        app_tell(app, "%s cannot be deleted.", app->asked_path);
}

static void delete_race(struct app *app, int index)
{
    struct error error;
    char *path = memory_copy_string(race_index_at(list.index, index)->path);
    /* A race that somebody drives on would come back with the next move. */
    const char *kept = app->session ? session_kept_path(app->session) : NULL;
    if (kept && strcmp(kept, path) == 0)
        app_drop_race(app);
    struct file_lock *lock = file_lock_take(path);
    file_lock_release(lock);
    if (!lock) {
        app_tell(app, "Another window has this race open: it stays.");
    } else if (trash_put(path, app->trash, &error)) {
        forget(path);
        app_notice(app, "The race lies in the trash now, from where it can be fetched back.");
    } else {
        app_ask(app, "Delete for good", delete_for_good, path,
                "The race cannot be put into the trash: %s. Delete it for good?", error.text);
    }
    free(path);
}

/* --- cards ----------------------------------------------------------------------------------- */

static const double CARD_HEIGHT = 104, CARD_LEAST = 430, CARD_GAP = 12, PICTURE_WIDTH = 124,
                    LINKS_WIDTH = 84, RING = 6; /* interface pixels */
enum { LINES = 4 };                             /* of words on a card */

/* Its sheet, and what is to be said of it line by line. */
static void draw_race(struct canvas *canvas, int index, const char *state, struct box box)
{
    const struct index_entry *race = race_index_at(list.index, index);
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, 9);
    struct box inside = box_inset(box, side, side);
    struct box picture = box_cut_left(&inside, canvas_units(canvas, PICTURE_WIDTH));
    if (!race->known || race->readable)
        album_draw(list.pictures, canvas, race->path, picture, paint_race, &index);
    box_cut_left(&inside, canvas_units(canvas, 14));
    char when[40];
    clock_print(when, sizeof when, "%Y-%m-%d %H:%M", race->changed);
    const char *last = ui_words("%s   %s%s", when, race->known ? race->rules : "",
                                race->folder == INDEX_ASIDE ? " · saved aside" : "");
    const char *const lines[] = {race->known && race->track[0] ? race->track
                                                               : file_own_name(race->path),
                                 race->known ? race->players : "", state, last};
    for (int i = 0; i < LINES; i++)
        canvas_text(canvas, i == 0 ? STYLE_STRONG : STYLE_SMALL,
                    i < 2 ? theme->ink : theme->ink_soft, lines[i],
                    box_cut_top(&inside, inside.h / (LINES - i)), ALIGN_LEFT);
}

/* Beside what opens the race. */
static bool build_link(struct ui *ui, const struct index_entry *race, const char *verb,
                       const char *label, struct box box, bool seen)
{
    const char *id = ui_words("%s %s", verb, file_own_name(race->path));
    return seen ? ui_button(ui, id, label, box, LOOK_LINK) : ui_target(ui, id, box, label).clicked;
}

/* A card whose left part opens the race and whose right part holds the links. */
static bool build_card(struct ui *ui, int index, struct box box, struct box left, bool seen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct index_entry *race = race_index_at(list.index, index);
    char state[300];
    const char *id =
        ui_words("%s %s", race->folder == INDEX_ASIDE ? "copy" : "race", file_own_name(race->path));
    int size = sizeof state;
    if (!race->known)
        snprintf(state, (size_t)size, "…");
    else if (!race->readable)
        snprintf(state, (size_t)size, "cannot be read");
    else if (!race->over)
        snprintf(state, (size_t)size, "%s %d", race->round_noun, race->round);
    else if (race->winners[0])
        snprintf(state, (size_t)size, "finished · won by %s", race->winners);
    else
        snprintf(state, (size_t)size, "finished");
    struct ui_state look = ui_target(ui, id, left, state);
    if (!seen)
        return look.clicked;
    ui_draw_card(ui, box, look, false);
    draw_race(canvas, index, state, left);
    return look.clicked;
}

static void build_race(struct app *app, struct ui *ui, int index, struct box box, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct index_entry *race = race_index_at(list.index, index);
    bool seen = box_intersect(box, area).h > 0;
    struct box left = box;
    struct box links = box_cut_right(&left, canvas_units(canvas, LINKS_WIDTH));
    links = box_inset(links, canvas_units(canvas, 6), canvas_units(canvas, 9));
    bool opened = build_card(ui, index, box, left, seen);
    bool replayed =
        race->known && race->readable &&
        build_link(ui, race, "replay", "Replay", box_cut_top(&links, links.h / 2), seen);
    struct box last = box_cut_bottom(&links, canvas_units(canvas, (CARD_HEIGHT - 18) / 2));
    bool deleted = build_link(ui, race, "delete", "Delete", last, seen);
    if (opened || replayed) {
        char *path = memory_copy_string(race->path);
        if (replayed)
            app_look_at_file(app, path, 0);
        else
            app_open_file(app, path);
        free(path);
    }
    if (deleted)
        delete_race(app, index);
}

/* --- the page -------------------------------------------------------------------------------- */

static const char empty_words[] =
    "Every race is saved by itself, after every move, and waits here until you go on with it. "
    "Finished ones stay, too, with their results and their ink.";

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box window = canvas_box(canvas);
    race_index_collect(list.index);
    album_begin_pass(list.pictures);
    bool wide = window.w >= canvas_units(canvas, 900), empty = race_index_count(list.index) == 0;
    struct layout page = layout_page(ui, 0);
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, "Saved races",
                layout_take(&page, AT_TOP, wide ? 60 : 46), ALIGN_LEFT);
    struct layout footer = {ui, layout_cut(&page, AT_BOTTOM, ui_button_height(ui)), 0};
    layout_skip(&page, AT_BOTTOM, wide ? 20 : 8);
    struct box area = box_inset(page.rest, -canvas_units(canvas, 14), 0);
    int y = ui_scroll_begin(ui, "saved", area, &list.scroll) + canvas_units(canvas, RING);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, 0);
    if (empty)
        layout_nothing(&column, "No race has been driven yet", empty_words, NULL, NULL);
    else {
        struct grid grid = grid_in(&column, CARD_LEAST, CARD_GAP, 3);
        grid.height = canvas_units(ui_canvas(column.ui), CARD_HEIGHT);
        ui_group_begin(ui);
        for (int i = 0; i < race_index_count(list.index); i++)
            build_race(app, ui, i, grid_cell(&grid, i), area);
        ui_group_end(ui);
        layout_cut(&column, AT_TOP, grid_height(&grid, race_index_count(list.index)));
    }
    ui_scroll_end(ui, column.rest.y + canvas_units(canvas, RING));
    struct layout row = footer;
    if (layout_button(&row, AT_LEFT, "button back", "Back", LOOK_PLAIN))
        app_go_back(app);
    if (app->has_file_dialog &&
        layout_button(&row, AT_RIGHT, "button other-file", "Open file…", LOOK_PLAIN))
        app->file_dialog_wanted = true;
    ui_status(ui, empty ? "No race has been driven yet." : "Open a saved race.");
}

static int animate(struct app *app, Uint32 now)
{
    (void)app;
    (void)now;
    return album_wants_more(list.pictures) ? 0 : -1;
}

static bool event(struct app *app, const SDL_Event *event)
{
    bool back = event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE;
    if (back)
        app_go_back(app);
    return back;
}

const struct screen screen_saved = {.name = "saved",
                                    .enter = enter,
                                    .leave = leave,
                                    .build = build,
                                    .event = event,
                                    .animate = animate,
                                    .covers_window = true};
