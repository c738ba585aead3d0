/* The record to race against: what its car drove appears in pale pencil, a round with each that is
 * driven. It is the best of those who take part, or, if none of them has one, the best there is;
 * and only one whose race is still kept. It is read from that file and touches neither race.
 */
#include "screens/race/inside.h"

#include "base/system/file.h"
#include "session/records.h"
#include "session/save.h"
#include "session/series.h"

#include <stdlib.h>
#include <string.h>

static char *path_of(const struct app *app, const struct record *record)
{
    return file_join(app->races_folder, record->race);
}

bool app_has_ghost(const struct app *app, const struct record *record)
{
    char *path = record->race[0] && app->races_folder ? path_of(app, record) : NULL;
    bool exists = path && file_exists(path);
    free(path);
    return exists;
}

static bool takes_part(const struct session *session, const char *name)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (driver_is_human(session_player(session, i)->driver) &&
            strcmp(session_player(session, i)->name, name) == 0)
            return true;
    return false;
}

/* Of another race than this one. No rounds: there is none. */
static struct record choose(const struct app *app, const struct session *session,
                            const struct record_list *list)
{
    const char *kept = session_kept_path(session), *own = kept ? file_own_name(kept) : "";
    struct record chosen = {0};
    bool is_own = false;
    for (int i = 0; i < list->count && !is_own; i++) {
        const struct record *record = &list->items[i];
        bool better = chosen.rounds == 0 || takes_part(session, record->name);
        if (!better || strcmp(record->race, own) == 0 || !app_has_ghost(app, record))
            continue;
        chosen = *record;
        is_own = takes_part(session, record->name);
    }
    return chosen;
}

static struct record find_record(struct app *app, const struct session *session)
{
    struct text told = {0};
    struct record_list list = {0};
    struct records *records = records_load(app->records_path, &told);
    records_find(records, session_setup(session), &list);
    records_free(records);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
    return choose(app, session, &list);
}

/* Its car; 0: the file holds another race by now. */
static int find_car(const struct session *session, const struct record *record)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies);
    for (int i = 0; i < count; i++)
        if (tally_is_in_one_go(session, &tallies[i]) &&
            tallies[i].standing.rounds == record->rounds &&
            strcmp(session_player(session, tallies[i].player)->name, record->name) == 0)
            return tallies[i].car;
    return 0;
}

static bool is_about_same(const struct session *one, const struct session *other)
{
    return session_setup(one)->game == session_setup(other)->game &&
           course_fingerprint(session_setup(one)->course) ==
               course_fingerprint(session_setup(other)->course);
}

static void load(const struct app *app, struct race_screen *race)
{
    struct race_ghost *ghost = &race->ghost;
    struct error error;
    bool damaged = false;
    char *path = path_of(app, &ghost->record);
    ghost->session = session_load(path, &damaged, &error);
    free(path);
    if (ghost->session && is_about_same(ghost->session, race->session))
        ghost->car = find_car(ghost->session, &ghost->record);
    if (ghost->car == 0)
        race_drop_ghost(race);
}

void race_drop_ghost(struct race_screen *race)
{
    session_free(race->ghost.session);
    race->ghost = (struct race_ghost){0};
}

void race_find_ghost(struct app *app, struct race_screen *race)
{
    race_drop_ghost(race);
    if (!app->practice && !race->taught)
        race->ghost.record = find_record(app, race->session);
}

void race_follow_ghost(const struct app *app, struct race_screen *race)
{
    if (app->settings.ghost && race->ghost.record.rounds > 0 && !race->ghost.session)
        load(app, race);
    race->ghost.shown = app->settings.ghost && race->ghost.session;
}

/* In step: a round of it for each that has been driven. */
struct paper_ghost race_ghost(const struct race_screen *race)
{
    int steps = race->running >= 0 ? race->running : race->steps;
    if (!race->ghost.shown || race->looks_back)
        return (struct paper_ghost){0};
    struct paper_ghost ghost = {.session = race->ghost.session,
                                .car = race->ghost.car,
                                .rounds =
                                    paper_rounds_driven(session_race_after(race->session, steps))};
    if (race->running >= 0 && !race_is_shown(race) &&
        paper_rounds_driven(session_race_after(race->session, steps + 1)) > ghost.rounds)
        ghost.progress = race->progress;
    return ghost;
}
