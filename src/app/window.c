/* Telling tests, and whoever cannot see the screen, what is on it. A reader that goes away is no
 * reason to stop the game: failed writes are let go. */
#include "app/inside.h"
#include "app/settings.h"
#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "base/text.h"
#include "commands/command.h"
#include "screens/after/after.h"
#include "screens/invite/invite.h"
#include "screens/tracks/tracks.h"
#include "session/session.h"
#include "ui/camera.h"
#include "ui/sound/sound.h"
#include "ui/ui.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct watch {
    FILE *file;
    uint64_t told; /* what stood in the last line behind the number of its picture */
};

/* "-" is stdout. NULL and the error if the file cannot be written. */
static struct watch *watch_open(const char *path, struct error *error)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!file) {
        error_set(error, "%s cannot be written: %s", path, strerror(errno));
        return NULL;
    }
    struct watch *watch = memory_allocate(1, sizeof *watch);
    watch->file = file;
    return watch;
}

/* Text from outside may hold anything; what is no UTF-8 is left out. */
static void append_text(struct text *line, const char *key, const char *text)
{
    json_text_key_words(line, key, text_is_utf8(text) ? text : "");
}

static int to_units(int pixels, double ratio)
{
    return (int)lround(pixels / ratio);
}

static void append_thing(struct text *line, struct box box, const char *text, double ratio)
{
    json_text_key_integer(line, "x", to_units(box.x, ratio));
    json_text_key_integer(line, "y", to_units(box.y, ratio));
    json_text_key_integer(line, "w", to_units(box.w, ratio));
    json_text_key_integer(line, "h", to_units(box.h, ratio));
    append_text(line, "text", text);
    json_text_close(line, '}');
}

static void append_lines(struct text *line, const char *lines)
{
    json_text_open(line, '[');
    for (size_t length; *lines; lines += length + 1) {
        struct text one = {0};
        length = strcspn(lines, "\n");
        text_append_bytes(&one, lines, length);
        json_text_string(line, text_is_utf8(text_string(&one)) ? text_string(&one) : "");
        text_free(&one);
    }
    json_text_close(line, ']');
}

static void watch_write(struct watch *watch, const struct watch_picture *picture)
{
    struct text line = {0};
    const char *focus = ui_focus(picture->ui);
    json_text_open(&line, '{');
    json_text_key_integer(&line, "frame", picture->frame);
    json_text_key_integer(&line, "type", picture->smallest_type);
    size_t number = line.length;
    append_text(&line, "screen", picture->screen);
    if (clock_is_held())
        json_text_key_integer(&line, "clock", clock_now());
    text_append_format(&line, ",\"size\":[%d,%d]", picture->width, picture->height);
    append_text(&line, "status", ui_status_text(picture->ui));
    if (focus)
        append_text(&line, "focus", focus);
    else
        json_text_key_integer_or_null(&line, "focus", false, 0);
    text_append(&line, ",\"targets\":[");
    uint64_t group = 0;
    for (int i = 0, stop = 0; i < ui_target_count(picture->ui); i++) {
        const struct ui_target *target = ui_target_at(picture->ui, i);
        stop += group == 0 || target->group != group;
        group = target->group;
        json_text_open(&line, '{');
        append_text(&line, "id", target->id);
        json_text_key_integer(&line, "stop", stop);
        append_thing(&line, target->box, target->text, picture->ratio);
    }
    text_append(&line, "],\"labels\":[");
    for (int i = 0; i < ui_label_count(picture->ui); i++) {
        const struct ui_label *label = ui_label_at(picture->ui, i);
        json_text_open(&line, '{');
        append_thing(&line, label->box, label->text, picture->ratio);
    }
    text_append(&line, "]");
    json_text_key(&line, "cut");
    append_lines(&line, picture->cut);
    text_append(&line, picture->decorative_motion ? ",\"moving\":true}\n" : "}\n");
    uint64_t told = hash_bytes(HASH_START, line.data + number, line.length - number);
    if (!picture->decorative_motion || told != watch->told) {
        fwrite(line.data, 1, line.length, watch->file);
        fflush(watch->file);
    }
    watch->told = told;
    text_free(&line);
}

/* === hearing ================================================================================== */

/* What is shown of a race is heard, as the settings say. */

enum { UNSEEN_STROKE = 180 }; /* milliseconds, where strokes are not drawn */

/* No two sounds are quite the same. */
static void hear(struct app *app, enum moment_kind kind, int milliseconds)
{
    struct sound sound = {kind, milliseconds, hash_number(HASH_START, ++app->heard)};
    if (kind == MOMENT_STROKE && milliseconds <= 0)
        sound.milliseconds = UNSEEN_STROKE;
    sound_play(&sound);
}

void hearing_follow(struct app *app)
{
    app->hear = hear;
    sound_set_volume(app->settings.sound ? app->settings.volume : 0);
}

/* === window =================================================================================== */

/* The loop: it owns the window, the app and its session, and gives each event to the interface,
 * the screen and the keys that mean the same everywhere, in this order.
 */

enum {
    SAVING_PATIENCE = 400,  /* milliseconds after which the autosave is asked how it went */
    SETTLED = 250,          /* a picture that stays so long is one that --watch tells of */
    WORKING_PATIENCE = 500, /* for programs that drive to be ended before this one */
    CLOCK_PATIENCE = 5      /* between looks at a clock that is held */
};

static int pixels(const struct window *window, int units)
{
    return (int)lround(units * window->ratio);
}

static void to_pixels(const struct window *window, SDL_Event *event)
{
    switch (event->type) {
    case SDL_MOUSEMOTION:
        event->motion.x = pixels(window, event->motion.x);
        event->motion.y = pixels(window, event->motion.y);
        event->motion.xrel = pixels(window, event->motion.xrel);
        event->motion.yrel = pixels(window, event->motion.yrel);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        event->button.x = pixels(window, event->button.x);
        event->button.y = pixels(window, event->button.y);
        break;
    case SDL_MOUSEWHEEL:
        event->wheel.mouseX = pixels(window, event->wheel.mouseX);
        event->wheel.mouseY = pixels(window, event->wheel.mouseY);
        break;
    default:
        break;
    }
}

/* What this screen shows: a race, the track of the set-up, or paper that is still empty. Screens on
 * which that is something else have answered the key themselves. */
static bool press_print_key(struct app *app)
{
    const struct screen *screen = app->screen;
    bool race = screen == &screen_race || screen == &screen_results || screen == &screen_replay;
    if (app->over == &screen_printing)
        return true;
    if (race || screen == &screen_home)
        app_print(app, (struct course){0});
    else if (screen == &screen_setup && setup_shown())
        app_print(app, setup_shown()->course);
    else
        return false;
    return true;
}

/* Keys that mean the same on every screen. */
static bool press_common_key(struct window *window, const SDL_Keysym *key)
{
    struct app *app = &window->app;
    bool control = key->mod & (KMOD_CTRL | KMOD_GUI);
    switch (key->sym) {
    case SDLK_F11:
        app->full_screen = !app->full_screen;
        return true;
    case SDLK_F1:
        if (app->screen != &screen_help && app->over != &screen_help)
            app_open_over(app, &screen_help);
        return true;
    case SDLK_F12:
        if (app->session)
            app_save_picture(app);
        return app->session != NULL;
    case SDLK_o:
        if (control)
            app_go(app, &screen_saved);
        return control;
    case SDLK_s:
        if (control && app->session)
            app_save_race(app);
        return control;
    case SDLK_p:
        return control && press_print_key(app);
    case SDLK_q:
        app->quit = app->quit || control;
        return control;
    default:
        return projector_key(window, key);
    }
}

static void handle_window_event(struct window *window, const SDL_WindowEvent *event)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SIZE_CHANGED:
    case SDL_WINDOWEVENT_MAXIMIZED:
    case SDL_WINDOWEVENT_RESTORED:
    case SDL_WINDOWEVENT_SHOWN:
        canvas_lose(window->canvas);
        window->dirty = true;
        display_heed_frame(window);
        break;
    default:
        break;
    }
}

static void open_chosen_file(struct window *window)
{
    char *path = dialog_choice();
    if (!path)
        return;
    app_open_file(&window->app, path);
    free(path);
    passes_answer(window);
}

/* Events for the program rather than for a screen. */
static bool handle_common(struct window *window, SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        window->app.quit = true;
        return true;
    case SDL_WINDOWEVENT:
        handle_window_event(window, &event->window);
        return false;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        canvas_drop_textures(window->canvas);
        window->dirty = true;
        return true;
    case SDL_USEREVENT: /* a thread has found something that the screen shows */
        window->dirty = true;
        open_chosen_file(window);
        app_follow_animation(&window->app);
        sound_follow(SDL_GetTicks());
        return true;
    case SDL_DROPFILE:
        app_open_file(&window->app, event->drop.file);
        SDL_free(event->drop.file);
        passes_answer(window);
        return true;
    default:
        return false;
    }
}

/* Ctrl+M, wherever one is, also while a text is being written. */
static bool press_mute(struct window *window, const SDL_Event *event)
{
    if (event->type != SDL_KEYDOWN || event->key.keysym.sym != SDLK_m ||
        !(event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI)))
        return false;
    if (!event->key.repeat) {
        window->app.settings.sound = !window->app.settings.sound;
        window->app.settings_changed = true;
        app_notice(&window->app, window->app.settings.sound ? "Sound is on." : "Sound is off.");
    }
    passes_answer(window);
    return true;
}

/* Gives keys the signs that shortcuts have. False: a shortcut's letter is none that is typed,
 * though X has one for it where letters are not Latin. */
static bool take_key(struct window *window, SDL_Event *event)
{
    SDL_Keysym *key = &event->key.keysym;
    if (event->type == SDL_TEXTINPUT)
        return !window->control_held;
    if (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP) {
        key->sym = keys_sign(key, SDL_GetKeyFromScancode);
        /* Alt with it is AltGr on some systems, and types. */
        window->control_held =
            key->mod & (KMOD_CTRL | KMOD_GUI) && !(key->mod & (KMOD_ALT | KMOD_MODE));
    }
    return true;
}

static void handle_event(struct window *window, SDL_Event *event)
{
    struct app *app = &window->app;
    if (event->type == SDL_KEYDOWN || event->type == SDL_MOUSEBUTTONDOWN) {
        if (window->app.notice[0])
            window->dirty = true;
        window->app.notice[0] = 0;
    }
    if (!take_key(window, event))
        return;
    if (handle_common(window, event))
        return;
    if (press_mute(window, event))
        return;
    if (window->unanswered && event->type != SDL_MOUSEMOTION)
        passes_answer(window);
    to_pixels(window, event);
    if (projector_event(window, event))
        return;
    int reaction = ui_event(window->ui, event);
    if (reaction & UI_DEED)
        passes_answer(window);
    bool taken = reaction & UI_TAKEN;
    bool used = false;
    bool free_for_screen = !ui_in_dialog(window->ui) && !app->over;
    if ((!taken || event->type == SDL_MOUSEMOTION) && free_for_screen && app->screen->event)
        used = app->screen->event(app, event);
    bool is_key = event->type == SDL_KEYDOWN;
    if (is_key && !taken && !used)
        used = press_common_key(window, &event->key.keysym);
    if (is_key && !taken && !used)
        reaction |= ui_late_key(window->ui, &event->key.keysym);
    /* Only the picture needs to know where the pointer is, or what is done next. */
    if (used && event->type == SDL_MOUSEMOTION)
        window->dirty = window->unanswered = true;
    else if (used || (is_key && !taken && (reaction & UI_DEED)))
        passes_answer(window);
    if (reaction & UI_LOOK)
        window->dirty = true;
    if (app->session)
        window->check_saving = SDL_GetTicks() + SAVING_PATIENCE;
}

/* A failing autosave is told, and the race goes on. */
static void check_saving(struct window *window)
{
    struct app *app = &window->app;
    struct error error;
    window->check_saving = 0;
    app_keep_changes(app);
    const char *path = app->session ? session_kept_path(app->session) : NULL;
    bool failed = path && session_keep_failed(app->session, &error);
    if (failed || (path && session_keep_is_whole(app->session)))
        app_keeping(app, KEPT_RACE, path, !failed, &error);
    window->dirty = window->dirty || app->later[0];
}

/* Behind the first picture, since SDL2_image brings twenty libraries along. Without it, or its
 * picture, the window has the system's own sign; a page and Windows have theirs by other ways. */
static void sign(struct window *window)
{
    enum { SIDE = 128 };
    static const char *const names[] = {"IMG_LoadSizedSVG_RW"};
    SDL_Surface *(*load)(SDL_RWops * source, int width, int height) = NULL;
    void *found;
    const char *folder = command_asset_folder("assets");
    char *path = folder ? file_join(folder, "icon.svg") : NULL;
    SDL_RWops *file = path ? SDL_RWFromFile(path, "rb") : NULL;
    if (file && library_find("libSDL2_image-2.0.so.0", names, &found, 1)) {
        memcpy(&load, &found, sizeof load);
        SDL_Surface *icon = load(file, SIDE, SIDE);
        if (icon)
            SDL_SetWindowIcon(window->window, icon);
        SDL_FreeSurface(icon);
    }
    if (file)
        SDL_RWclose(file);
    free(path);
}

static void present(struct window *window)
{
    struct app *app = &window->app;
    passes_draw(window);
    canvas_show(window->canvas, window->window);
    window->frame++;
    Uint32 now = SDL_GetTicks();
    app->decorative_motion = false;
    int delay = app->screen->animate ? app->screen->animate(app, clock_now()) : -1;
    int fresh = window->watch ? ui_click_guard_left(window->ui) : 0;
    bool still = delay < 0 || delay >= SETTLED || app->decorative_motion || clock_is_held();
    bool settled = still && fresh == 0;
    if (fresh > 0 && (delay < 0 || fresh < delay))
        delay = fresh;
    window->moving = delay >= 0 && (fresh > 0 || !clock_is_held());
    window->next_frame = now + (Uint32)(delay > 0 ? delay : 0);
    if (!window->watch || !settled || window->dirty)
        return;
    struct watch_picture picture = {.frame = window->frame, .ratio = window->ratio};
    picture.decorative_motion = app->decorative_motion && !clock_is_held();
    picture.screen = app->over ? app->over->name : app->screen->name;
    picture.ui = window->ui;
    picture.smallest_type = canvas_take_smallest_type(window->canvas);
    picture.cut = canvas_cut(window->canvas);
    SDL_GetWindowSize(window->window, &picture.width, &picture.height);
    watch_write(window->watch, &picture);
}

static bool is_due(Uint32 now, Uint32 when)
{
    return (Sint32)(now - when) >= 0;
}

/* Milliseconds until something has to be done without an event, -1 for never. */
static int patience(const struct window *window)
{
    Uint32 now = SDL_GetTicks();
    if (window->dirty)
        return 0;
    int least = -1;
    if (window->moving)
        least = is_due(now, window->next_frame) ? 0 : (int)(window->next_frame - now);
    if (window->check_saving) {
        int left = is_due(now, window->check_saving) ? 0 : (int)(window->check_saving - now);
        least = least < 0 || left < least ? left : least;
    }
    int silent = sound_wait(now);
    if (silent >= 0 && (least < 0 || silent < least))
        least = silent;
    int pages = invite_wait();
    if (pages >= 0 && (least < 0 || pages < least))
        least = pages;
    if (clock_is_held() && (least < 0 || least > CLOCK_PATIENCE))
        least = CLOCK_PATIENCE;
    return least;
}

/* What has come, and what is due. */
static bool pass(void *data, bool may_wait)
{
    struct window *window = data;
    SDL_Event event;
    int wait = may_wait ? patience(window) : 0;
    /* May come back without an event (SDL issue 5780): then there is nothing to do. */
    int got = wait < 0 ? SDL_WaitEvent(&event) : SDL_WaitEventTimeout(&event, wait);
    for (; got; got = SDL_PollEvent(&event))
        handle_event(window, &event);
    Uint32 now = SDL_GetTicks();
    if (window->check_saving && is_due(now, window->check_saving))
        check_saving(window);
    if (sound_wait(now) == 0)
        sound_follow(now);
    if (invite_follow())
        passes_answer(window);
    if ((window->moving && is_due(now, window->next_frame)) || clock_look())
        window->dirty = true;
    if (window->dirty && !window->app.quit) {
        present(window);
        if (window->frame == 1)
            sign(window);
    }
    return !window->app.quit;
}

enum { SCRAP_SECONDS = 3600 };

static void sweep_up(const struct window *window)
{
    const struct app *app = &window->app;
    char *config = folders_config();
    char *cache = folders_cache();
    char *data = folders_data(".");
    const char *const folders[] = {app->races_folder,
                                   app->saved_folder,
                                   app->series_folder,
                                   app->pictures_folder,
                                   data,
                                   config,
                                   cache};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        file_sweep(folders[i], SCRAP_SECONDS);
    free(data);
    free(config);
    free(cache);
}

/* Called by threads. */
static void wake(void)
{
    SDL_Event event = {.type = SDL_USEREVENT};
    SDL_PushEvent(&event);
}

static void prepare_app(struct window *window, const struct window_options *options)
{
    struct app *app = &window->app;
    char *config = folders_config();
    window->settings_path = file_join(config, "settings.json");
    app->house_rules_path = file_join(config, "house-rules.json");
    free(config);
    worker_wake_by(wake);
    /* Broken ones are told, kept aside and written anew. */
    struct text told = {0};
    app->settings_changed = !settings_load(window->settings_path, &app->settings, &told);
    if (told.length > 0)
        app_tell(app, "%s", text_string(&told));
    text_free(&told);
    hearing_follow(app);
    window->saved_settings = app->settings;
    window->scale_given = options->scale;
    if (options->scale)
        app->settings.scale = options->scale;
    window->ratio = 1;
    app->races_folder = folders_data("races");
    app->pictures_folder = folders_data("pictures");
    app->tracks_folder = folders_data("tracks");
    app->saved_folder = folders_data("saved");
    app->series_folder = folders_data("series");
    app->records_path = folders_data("records.json");
    app->daily_path = folders_data("daily.json");
    app->trash = folders_trash();
    char *cache = folders_cache();
    app->race_index_cache = file_join(cache, "races.txt");
    char *pars = file_join(cache, "par.txt");
    par_memory_open(pars);
    free(pars);
    free(cache);
    const char *shipped = command_asset_folder("tracks");
    /* In full, so that a track that is opened can be found among them. */
    app->shipped_tracks = shipped ? file_full_path(shipped) : NULL;
    app->full_screen = options->full_screen;
    app->has_file_dialog = dialog_exists();
    sweep_up(window);
    app->next = &screen_home;
    app_follow(app);
}

static void close_app(struct window *window)
{
    struct app *app = &window->app;
    invite_close();
    if (app->screen && app->screen->leave)
        app->screen->leave(app);
    sound_end();
    worker_wait_for_all(WORKING_PATIENCE);
    series_close(app);
    session_free(app->session);
    free(app->races_folder);
    free(app->pictures_folder);
    free(app->tracks_folder);
    free(app->saved_folder);
    free(app->series_folder);
    free(app->records_path);
    free(app->daily_path);
    free(app->trash);
    free(app->race_index_cache);
    free(app->asked_path);
    free(app->chosen_track);
    free(app->shipped_tracks);
    free(app->house_rules_path);
    free(window->settings_path);
    par_memory_open(NULL);
}

static bool open_all(struct window *window, const struct window_options *options,
                     struct error *error)
{
    if (options->clock && !clock_hold(options->clock))
        return error_set(error, "%s says no time: it must hold a number of milliseconds",
                         options->clock);
    if (options->watch && !(window->watch = watch_open(options->watch, error)))
        return false;
    if (!display_open(window, error))
        return false;
    window->canvas = canvas_create(window->renderer, error);
    return window->canvas != NULL;
}

int window_run(const struct window_options *options)
{
    struct window window = {0};
    struct error error;
    int status = STATUS_DONE;
    if (open_all(&window, options, &error)) {
        window.ui = ui_create(window.canvas);
        window.projector = projector_create();
        prepare_app(&window, options);
        display_follow_full_screen(&window);
        if (options->file)
            app_open_file(&window.app, options->file);
        passes_answer(&window);
        loop_run(pass, &window);
        close_app(&window);
        projector_free(window.projector);
        ui_free(window.ui);
        canvas_free(window.canvas);
    } else {
        status = command_fail(STATUS_FAILED, "%s", error.text);
    }
    display_close(&window);
    if (window.watch && window.watch->file != stdout)
        fclose(window.watch->file);
    free(window.watch);
    return status;
}
