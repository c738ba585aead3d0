/* See with_you.h. */
#include "session/with_you.h"

#include "base/number.h"
#include "base/system/file.h"
#include "drivers/driving.h"
#include "session/records.h"

#include <stdio.h>

enum { RACES_COUNTED = 3, RACES_LOOKED_AT = 12, NO_PLACE = CAR_LIMIT + 1 };

static int place_of(const struct placing *placing, int player)
{
    int place = placing->places[player - 1];
    return place > 0 ? place : NO_PLACE;
}

static int best_person(const struct session *session, const struct placing *placing)
{
    int best = NO_PLACE + 1;
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (driver_is_human(session_player(session, i)->driver))
            best = number_smaller(best, place_of(placing, i));
    return best;
}

/* Twice the level of the best person. False: the race tells none. */
static bool level_of_people(const struct session *session, int *twice)
{
    struct placing placing;
    const struct game *game = session_setup(session)->game;
    int levels = driving_of(game)->kind_count, before = levels, behind = -1;
    if (!placing_of(session, &placing))
        return false;
    int best = best_person(session, &placing);
    for (int i = 1; i <= session_setup(session)->players && best <= NO_PLACE; i++) {
        int level = driver_find_level(game, session_player(session, i)->driver);
        int place = place_of(&placing, i);
        if (level >= 0 && place <= best)
            before = number_smaller(before, level + (place == best));
        if (level >= 0 && place >= best)
            behind = number_larger(behind, level - (place == best));
    }
    bool beaten = before < levels, beats = behind >= 0;
    *twice = beaten && beats ? before + behind : beaten ? 2 * before - 2 : 2 * behind + 2;
    return beaten || beats;
}

int with_you_level(const char *races_folder, const struct game *game)
{
    int count, counted = 0, sum = 0, most = driving_of(game)->kind_count - 1;
    char **paths = saved_paths_newest_first(races_folder, ".race", &count);
    for (int i = 0; i < count && i < RACES_LOOKED_AT && counted < RACES_COUNTED; i++) {
        bool damaged;
        int twice;
        struct error error;
        struct session *session = session_load(paths[i], &damaged, &error);
        if (session && session_setup(session)->game == game && level_of_people(session, &twice)) {
            sum += twice;
            counted++;
        }
        session_free(session);
    }
    file_free_names(paths, count);
    if (counted == 0)
        return driving_of(game)->substitute;
    return sum <= 0 ? 0 : number_smaller(most, (sum + counted) / (2 * counted));
}

bool with_you_is_wanted(const struct player *players, int count)
{
    for (int i = 0; i < count; i++)
        if (driver_is_with_you(players[i].driver))
            return true;
    return false;
}

void with_you_seat(struct player *players, int count, const struct game *game, int level)
{
    for (int i = 0; i < count; i++)
        if (driver_is_with_you(players[i].driver))
            snprintf(players[i].driver, sizeof players[i].driver, WITH_YOU "%s",
                     driving_of(game)->kinds[level].name);
}
