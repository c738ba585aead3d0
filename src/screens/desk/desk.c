/* The desk's sheet: what is known of it, and how it comes and goes. */
#include "screens/desk/desk.h"

#include "base/memory.h"
#include "screens/desk/desk_inside.h"
#include "screens/tracks/files.h"
#include "screens/tracks/par.h"
#include "screens/workshop.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void desk_say(struct desk *desk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->said, sizeof desk->said, format, arguments);
    va_end(arguments);
}

bool desk_is_changed(const struct desk *desk)
{
    return desk->sheet && steps_version(desk->sheet) != desk->saved_version;
}

const char *desk_noun(const struct desk *desk)
{
    return desk->kind->game->course->noun;
}

const char *desk_name(const struct desk *desk)
{
    const char *name = desk->kind->name(desk->sheet);
    return name[0] ? name : "Untitled";
}

/* --- what is known of it ---------------------------------------------------------------------- */

void desk_learn(struct desk *desk, bool right)
{
    struct error error;
    struct course course = {desk->kind->game, right ? desk->kind->make(desk->sheet, &error) : NULL};
    bool same = course.body && desk->course.body &&
                course_fingerprint(course) == course_fingerprint(desk->course);
    course_release(desk->course);
    desk->course = course.body ? course : (struct course){0};
    if (same && desk->par)
        return;
    par_free(desk->par);
    desk->par = course.body ? par_search_courses(&course, 1) : NULL;
}

static void say_fewest(const struct desk *desk, int turns, char *into, size_t size)
{
    struct setup setup = par_course_setup(desk->course);
    const char *whose = par_whose(&setup);
    snprintf(into, size, "The %s is complete. Alone it takes %d turns at least, for %s.",
             desk_noun(desk), turns, whose ? whose : "a car that nobody meets");
}

void desk_write_standing(const struct desk *desk, char *into, size_t size)
{
    int wrong = desk->kind->count_wrong(desk);
    const struct par_answer answer =
        desk->par ? par_answer(desk->par, 0) : (struct par_answer){.state = PAR_NO_LAP};
    into[0] = '\0';
    if (desk->kind->is_empty(desk->sheet) || desk->drawing)
        return;
    if (wrong > 0)
        snprintf(into, size, "Still to be put right: %d.", wrong);
    else if (answer.state == PAR_SEARCHING)
        snprintf(into, size, "The %s is complete. Its fewest turns are being looked for ...",
                 desk_noun(desk));
    else if (answer.state == PAR_LAP && answer.rounds > 0)
        say_fewest(desk, answer.rounds, into, size);
    else
        snprintf(into, size, "The %s is complete. Its fewest turns were not counted.",
                 desk_noun(desk));
}

void desk_step_back(struct desk *desk, bool redo)
{
    bool had = desk->kind->give_up(desk);
    if (had && !redo)
        return;
    const char *name = redo ? steps_redo_name(desk->sheet) : steps_undo_name(desk->sheet);
    desk->kind->stepped(desk);
    if (redo ? steps_redo(desk->sheet) : steps_undo(desk->sheet))
        desk_say(desk, "%s: %s.", redo ? "Done again" : "Undone", name);
    else
        desk_say(desk, "There is nothing to %s.", redo ? "do again" : "undo");
}

/* --- coming and going ------------------------------------------------------------------------- */

/* What was wished for comes up; what was there is given up. */
void desk_take_wish(struct desk *desk)
{
    struct desk_wish wish = desk->wish;
    desk->kind->give_up(desk);
    steps_free(desk->sheet);
    free(desk->path);
    desk->wish = (struct desk_wish){0};
    desk->sheet = wish.sheet;
    desk->path = wish.path;
    desk->stamp = wish.stamp;
    desk->saved_version = wish.changed ? UINT64_MAX : steps_version(wish.sheet);
    desk->asks = DESK_ASKS_NOTHING;
    desk->pointer_known = desk->camera.chosen = false;
    desk->scroll.offset = 0;
    desk->kind->comes_up(desk);
    camera_set_sheet(&desk->camera, desk->kind->size(desk->sheet));
}

void desk_enter(struct desk *desk)
{
    desk->pressed = desk->pointer_known = desk->has_dialog = false;
    desk->hand = (struct camera_hand){0};
    desk->asks = DESK_ASKS_NOTHING;
    desk->kind->open_sheet(desk);
    if (!desk->sheet && !desk->wish.sheet)
        desk->wish.sheet = desk->kind->create();
    if (desk->wish.sheet && desk_is_changed(desk))
        desk->asks = DESK_ASKS_OTHER;
    else if (desk->wish.sheet)
        desk_take_wish(desk);
}

void desk_close(struct desk *desk)
{
    desk->kind->give_up(desk);
    keeper_keep_now(desk->keeper);
    par_free(desk->par);
    course_release(desk->course);
    desk->par = NULL;
    desk->course = (struct course){0};
    desk->kind->close_sheet(desk);
}

/* The course that one comes from is the one that is chosen where one comes to. */
void desk_go_away(struct app *app, struct desk *desk)
{
    if (desk->path) {
        free(app->chosen_track);
        app->chosen_track = memory_copy_string(desk->path);
        app->chosen_was_drawn = true;
    }
    app_go_back(app);
}

void desk_leave(struct app *app, struct desk *desk)
{
    if (desk_is_changed(desk))
        desk->asks = DESK_ASKS_LEAVING;
    else
        desk_go_away(app, desk);
}

void desk_wish_for(struct app *app, struct desk *desk, struct desk_wish wish)
{
    desk_free_wish(&desk->wish);
    desk->wish = wish;
    app_go(app, desk->kind->screen);
}

void desk_edit_new(struct app *app, struct desk *desk)
{
    desk_wish_for(app, desk, (struct desk_wish){.sheet = desk->kind->create()});
}

void desk_edit_file(struct app *app, struct desk *desk, const char *path)
{
    struct desk_wish wish;
    struct error error;
    char where[600];
    if (desk_read_file(app, desk, path, &wish, &error)) {
        desk_wish_for(app, desk, wish);
        return;
    }
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This %s cannot be opened. %s", desk_noun(desk), where);
}

void desk_edit_unsaved(struct app *app, struct desk *desk)
{
    struct desk_wish wish;
    struct error error;
    if (desk_is_changed(desk))
        app_go(app, desk->kind->screen);
    else if (desk_take_left(desk, &wish, &error)) {
        char *own = wish.path ? tracks_own_path(app->tracks_folder, wish.path) : NULL;
        free(wish.path);
        wish.path = own;
        desk_wish_for(app, desk, wish);
    } else
        app_tell(app, "The unsaved %s cannot be read: %s", desk_noun(desk), error.text);
}

bool desk_has_unsaved(const struct app *app, const struct desk *desk, const struct desk_kind *kind)
{
    return (desk && desk_is_changed(desk)) || keeper_has_left(app->tracks_folder, kind->kept_as);
}

void desk_print(struct app *app, struct desk *desk)
{
    desk->kind->give_up(desk);
    desk->kind->refresh(desk);
    if (desk->course.body)
        app_print(app, desk->course);
    else
        desk_say(desk, "It cannot be printed before it is a %s: the panel says why.",
                 desk_noun(desk));
}

void desk_try(struct app *app, struct desk *desk)
{
    struct error error;
    desk->kind->give_up(desk);
    desk->kind->refresh(desk);
    if (!desk->course.body) {
        desk->kind->show_wrong(desk);
        desk_say(desk, "It cannot be tried yet: what is in the way is marked and listed.");
        return;
    }
    struct player tester = workshop_tester(&app->settings);
    struct setup setup = setup_for_course(desk->course);
    setup.seed = 1;
    if (!app_try(app, &setup, &tester, &error))
        app_tell(app, "This %s cannot be tried out: %s", desk_noun(desk), error.text);
}
