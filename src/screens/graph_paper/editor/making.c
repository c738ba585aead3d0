/* The workshop of graph paper: what it gives to the other screens, and the race in which a track is
 * tried out, alone, kept by nobody, and with the way back to where it is being drawn.
 */
#include "screens/graph_paper/editor/making.h"

#include "drivers/graph_paper/lap.h"
#include "drivers/graph_paper/levels/driver.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/daily/daily_screen.h"
#include "screens/graph_paper/inspection/agreement.h"
#include "screens/workshop.h"
#include "studio/graph_paper/cells/cells.h"
#include "studio/graph_paper/photo/photo.h"

#include <stdio.h>
#include <stdlib.h>

/* --- what is agreed on before a race: which points are on the track (RULES 2.4) --------------- */

/* How many points of the track could be inspected: looked for once a track, which is held. */
static int count_doubtful(const struct track *track)
{
    static const struct track *counted;
    static int count;
    if (track == counted)
        return count;
    track_release(counted);
    counted = track_retain(track);
    free(track_list_doubtful(track, &count));
    return count;
}

static void say_agreement(struct course course, char *into, size_t size)
{
    const struct track *track = graph_paper_track_of(course);
    int points = count_doubtful(track), declared = points > 0 ? track->inspected_count : 0;
    if (declared > 0)
        snprintf(into, size, "Inspected: %d of %d", declared, points);
    else
        snprintf(into, size, "%s", points > 0 ? "Inspect" : "");
}

static void agree(struct app *app, struct course course, const char *path)
{
    agreement_on(path, graph_paper_track_of(course));
    app_go(app, &screen_inspection);
}

static struct course agreed(struct course course, const char *path, bool plain)
{
    const struct agreement *agreement = agreement_find(path);
    if (!agreement)
        return (struct course){0};
    if (plain)
        return graph_paper_course(agreement->plain);
    agreement = agreement_on(path, graph_paper_track_of(course));
    return graph_paper_course(agreement_make_track(agreement));
}

/* --- trying a track out ---------------------------------------------------------------------- */

/* Where there is no line nothing can be done alone: there is one to be run into. */
static struct setup derby_on(const struct track *track, struct player players[2])
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_DERBY);
    const struct driver_kind *kind = &driver_kinds[LEVEL_CLUB];
    setup.players = 2;
    setup.course = graph_paper_course(track);
    setup.values[FIELD_CARS_PER_PLAYER] = 1;
    players[1] = (struct player){.pen = players[0].pen % PEN_COUNT + 1};
    snprintf(players[1].name, sizeof players[1].name, "%s", kind->title);
    snprintf(players[1].driver, sizeof players[1].driver, "%s", kind->name);
    return setup;
}

void app_try_track(struct app *app, const struct track *track)
{
    struct error error;
    struct player players[2] = {workshop_tester(&app->settings)};
    struct setup setup = track->has_line ? lap_rules_as_drawn(track) : derby_on(track, players);
    setup.seed = 1;
    if (!app_try(app, &setup, players, &error))
        app_tell(app, "This track cannot be tried out: %s", error.text);
}

static bool takes_picture(const char *path)
{
    return photo_is_picture(path) || cells_takes(path);
}

/* --- the table ------------------------------------------------------------------------------- */

const struct workshop graph_paper_workshop = {
    .game = &graph_paper_game,
    .editor = &screen_editor,
    .edit_new = app_edit_new,
    .edit_file = app_edit_file,
    .import_file = app_import_file,
    .takes_picture = takes_picture,
    .open_picture = app_open_grid_or_photo,
    .has_unsaved = app_has_unsaved_sheet,
    .edit_unsaved = app_edit_unsaved,
    .say_agreement = say_agreement,
    .agree = agree,
    .agreed = agreed,
    .generate = app_generate,
    .daily = &screen_daily,
};
