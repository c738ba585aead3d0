/* A track is tried out: a race alone on it that nobody keeps, and the way back to where it is being
 * drawn. It lasts as long as it is on the screen, or a list over it.
 */
#include "screens/graph_paper/editor/making.h"

#include "drivers/graph_paper/lap.h"
#include "drivers/graph_paper/levels/driver.h"
#include "rules/graph_paper/graph_paper.h"

#include <stdio.h>
#include <string.h>

/* Whoever sits here: the first person of last time's players. */
static struct player tester_of(const struct settings *settings)
{
    struct player tester = settings->players[0];
    for (int i = settings->player_count - 1; i >= 0; i--)
        if (driver_is_human(settings->players[i].driver))
            tester = settings->players[i];
    snprintf(tester.driver, sizeof tester.driver, "human");
    return tester;
}

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
    struct player players[2] = {tester_of(&app->settings)};
    struct setup setup = track->has_line ? lap_rules_as_drawn(track) : derby_on(track, players);
    setup.seed = 1;
    if (!app_try(app, &setup, players, &error))
        app_tell(app, "This track cannot be tried out: %s", error.text);
}
