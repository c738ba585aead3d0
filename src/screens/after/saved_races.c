/* The list of saved races: what can be driven on, what can be looked back on, newest first.
 *
 * The shelf belongs to the screen while it is up. Only cards in sight are drawn, the others are
 * targets and nothing else, so that hundreds of races cost no more than a dozen.
 */
#include "screens/after/saved_races.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/lock.h"
#include "base/system/trash.h"
#include "session/save.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    struct shelf *shelf;
    struct saved_pictures *pictures;
    struct ui_scroll scroll;
} list;

struct shelf *saved_races_open(const struct app *app)
{
    const char *const folders[] = {
        [SHELF_RACES] = app->races_folder, [SHELF_ASIDE] = app->saved_folder};
    const char *kept = app->session ? session_kept_path(app->session) : NULL;
    if (kept)
        session_keep_flush(app->session);
    struct shelf *shelf = shelf_open(folders, 2, app->shelf_cache);
    if (kept)
        shelf_tell(shelf, kept, app->session);
    return shelf;
}

static void enter(struct app *app)
{
    list.shelf = saved_races_open(app);
    list.pictures = saved_pictures_create();
    list.scroll = (struct ui_scroll){0};
}

static void leave(struct app *app)
{
    (void)app;
    saved_pictures_free(list.pictures);
    shelf_close(list.shelf);
    list.pictures = NULL;
    list.shelf = NULL;
}

/* --- deleting -------------------------------------------------------------------------------- */

static int find_path(const char *path)
{
    for (int i = 0; i < shelf_count(list.shelf); i++)
        if (strcmp(shelf_at(list.shelf, i)->path, path) == 0)
            return i;
    return -1;
}

static void forget(const char *path)
{
    int index = find_path(path);
    if (index >= 0)
        shelf_drop(list.shelf, index);
}

static void delete_for_good(struct app *app)
{
    struct error error;
    if (file_remove(app->asked_path, &error))
        forget(app->asked_path);
    else
        app_tell(app, "%s cannot be deleted.", app->asked_path);
}

/* A race that somebody drives on would come back with the next move. */
static bool let_go_of(struct app *app, const char *path)
{
    const char *kept = app->session ? session_kept_path(app->session) : NULL;
    if (kept && strcmp(kept, path) == 0)
        app_drop_race(app);
    struct file_lock *lock = file_lock_take(path);
    file_lock_release(lock);
    return lock != NULL;
}

static void delete_race(struct app *app, int index)
{
    struct error error;
    char *path = memory_copy_string(shelf_at(list.shelf, index)->path);
    if (!let_go_of(app, path)) {
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

static const double CARD_HEIGHT = 104, CARD_GAP = 12, PICTURE_WIDTH = 124,
                    LINKS_WIDTH = 84; /* interface pixels */
enum { LINES = 4 };                   /* of words on a card */

static void print_state(const struct shelf_race *race, char *into, int size)
{
    if (!race->known)
        snprintf(into, (size_t)size, "…");
    else if (!race->readable)
        snprintf(into, (size_t)size, "cannot be read");
    else if (!race->over)
        snprintf(into, (size_t)size, "round %d", race->round);
    else if (race->winners[0])
        snprintf(into, (size_t)size, "finished · won by %s", race->winners);
    else
        snprintf(into, (size_t)size, "finished");
}

static void print_when(const struct shelf_race *race, char *into, size_t size)
{
    time_t changed = (time_t)race->changed;
    struct tm local;
    into[0] = 0;
    if (localtime_r(&changed, &local))
        strftime(into, size, "%Y-%m-%d %H:%M", &local);
}

static const char *file_name(const struct shelf_race *race)
{
    return strrchr(race->path, '/') + 1;
}

/* What is to be said of a race, line by line. */
static void draw_words(struct canvas *canvas, const struct shelf_race *race, const char *state,
                       struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char when[40], line[300];
    print_when(race, when, sizeof when);
    snprintf(line, sizeof line, "%s%s", race->known ? race->rules : "",
             race->folder == SHELF_ASIDE ? " · saved aside" : "");
    struct box rows[LINES];
    for (int i = 0; i < LINES; i++)
        rows[i] = box_cut_top(&box, box.h / (LINES - i));
    bool named = race->known && race->track[0];
    canvas_text(canvas, STYLE_STRONG, theme->ink, named ? race->track : file_name(race), rows[0],
                ALIGN_LEFT);
    if (race->known)
        canvas_text(canvas, STYLE_SMALL, theme->ink, race->players, rows[1], ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, state, rows[2], ALIGN_LEFT);
    int width = canvas_text_width(canvas, STYLE_SMALL, when);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, when, box_cut_left(&rows[3], width),
                ALIGN_LEFT);
    box_cut_left(&rows[3], canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, line, rows[3], ALIGN_LEFT);
}

static void draw_race(struct canvas *canvas, int index, const char *state, struct box box)
{
    int side = canvas_units(canvas, 9);
    struct box inside = box_inset(box, side, side);
    struct box picture = box_cut_left(&inside, canvas_units(canvas, PICTURE_WIDTH));
    const struct shelf_race *race = shelf_at(list.shelf, index);
    if (!race->known || race->readable)
        saved_pictures_draw(list.pictures, list.shelf, index, canvas, picture);
    box_cut_left(&inside, canvas_units(canvas, 14));
    draw_words(canvas, race, state, inside);
}

/* Beside what opens the race. */
static bool build_link(struct ui *ui, const struct shelf_race *race, const char *verb,
                       const char *label, struct box box, bool seen)
{
    char id[300];
    snprintf(id, sizeof id, "%s %s", verb, file_name(race));
    return seen ? ui_button(ui, id, label, box, LOOK_LINK) : ui_target(ui, id, box, label).clicked;
}

/* A card whose left part opens the race and whose right part holds the links. */
static bool build_card(struct ui *ui, int index, struct box box, struct box left, bool seen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct shelf_race *race = shelf_at(list.shelf, index);
    char id[300], state[300];
    snprintf(id, sizeof id, "%s %s", race->folder == SHELF_ASIDE ? "copy" : "race",
             file_name(race));
    print_state(race, state, sizeof state);
    struct ui_state look = ui_target(ui, id, left, state);
    if (!seen)
        return look.clicked;
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    if (look.hovered)
        card.edge = color_mix(theme->panel_edge, theme->action, look.pressed ? 0.9 : 0.55);
    canvas_card(canvas, box, &card);
    if (look.ring)
        ui_focus_ring(ui, box, 8);
    draw_race(canvas, index, state, left);
    return look.clicked;
}

static void build_race(struct app *app, struct ui *ui, int index, struct box box, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct shelf_race *race = shelf_at(list.shelf, index);
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
            app_look_at_file(app, path);
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

static int build_empty(struct canvas *canvas, struct box column)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = box_cut_top(&column, canvas_units(canvas, 190));
    box = box_centre(box, canvas_units(canvas, 560), box.h);
    struct card card = {.fill = theme->card,
                        .edge = theme->panel_edge,
                        .radius = 8,
                        .edge_width = 1.5,
                        .dashed = true};
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, 30), canvas_units(canvas, 26));
    canvas_text(canvas, STYLE_HEADING, theme->ink, "No race has been driven yet",
                box_cut_top(&inside, canvas_units(canvas, 40)), ALIGN_CENTRE);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink_soft, empty_words, inside, ALIGN_CENTRE);
    return column.y;
}

static int build_cards(struct app *app, struct ui *ui, struct box column, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, CARD_GAP), height = canvas_units(canvas, CARD_HEIGHT);
    int columns = column.w / canvas_units(canvas, 430);
    columns = columns < 1 ? 1 : columns > 3 ? 3 : columns;
    int count = shelf_count(list.shelf);
    for (int i = 0; i < shelf_count(list.shelf); i++) {
        struct box row = {column.x, column.y + i / columns * (height + gap), column.w, height};
        build_race(app, ui, i, box_column(row, i % columns, columns, gap), area);
    }
    return column.y + (count + columns - 1) / columns * (height + gap);
}

static void build_footer(struct app *app, struct ui *ui, struct box row)
{
    if (ui_button(ui, "button back", "Back", box_cut_left(&row, ui_button_width(ui, "Back")),
                  LOOK_PLAIN))
        app_go_back(app);
    if (!app->has_file_dialog)
        return;
    const char *label = "Open file…";
    if (ui_button(ui, "button other-file", label, box_cut_right(&row, ui_button_width(ui, label)),
                  LOOK_PLAIN))
        app->file_dialog_wanted = true;
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box page = canvas_box(canvas);
    shelf_collect(list.shelf);
    saved_pictures_begin(list.pictures);
    canvas_fill(canvas, page, theme->panel);
    bool wide = page.w >= canvas_units(canvas, 900);
    page =
        box_inset(page, canvas_units(canvas, wide ? 40 : 16), canvas_units(canvas, wide ? 24 : 8));
    canvas_text(canvas, STYLE_TITLE, theme->ink, "Saved races",
                box_cut_top(&page, canvas_units(canvas, wide ? 60 : 46)), ALIGN_LEFT);
    struct box footer = box_cut_bottom(&page, ui_button_height(ui));
    box_cut_bottom(&page, canvas_units(canvas, wide ? 20 : 8));
    int side = canvas_units(canvas, 14), ring = canvas_units(canvas, 6);
    struct box area = box_inset(page, -side, 0);
    int y = ui_scroll_begin(ui, "saved", area, &list.scroll) + ring;
    struct box column = {page.x, y, page.w, 1000000};
    bool empty = shelf_count(list.shelf) == 0;
    ui_scroll_end(ui,
                  empty ? build_empty(canvas, column) : build_cards(app, ui, column, area) + ring);
    build_footer(app, ui, footer);
    ui_status(ui, empty ? "No race has been driven yet." : "Open a saved race.");
}

static int animate(struct app *app, Uint32 now)
{
    (void)app;
    (void)now;
    return saved_pictures_want_more(list.pictures) ? 0 : -1;
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
