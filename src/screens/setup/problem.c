/* Why a race that is set up so cannot start, in the words of the screen, and which switch is to
 * blame. What has no meaning is for the game to say.
 */
#include "screens/setup/inside.h"

#include "base/number.h"
#include "rules/game.h"

#include <ctype.h>
#include <stdio.h>

bool setup_read_seed(const struct setup_state *state, uint64_t *seed)
{
    int64_t number = 0;
    bool good = state->seed[0] == 0 || number_is_integer(state->seed, 1, INT64_MAX, &number);
    *seed = (uint64_t)number;
    return good;
}

void setup_find_problem(struct setup_state *state)
{
    struct setup_problem *problem = &state->problem;
    struct error error;
    uint64_t seed;
    *problem = (struct setup_problem){.field = -1};
    if (setup_tracks_problem(state, problem))
        return;
    struct setup setup = state->setup;
    for (int i = 0; i < (state->series ? state->series_count : 1); i++) {
        int index = state->series ? state->series_tracks[i] : state->chosen;
        setup.course = gallery_at(state->picker.gallery, index)->course;
        if (setup_check(&setup, &error))
            continue;
        problem->field = error.field - 1;
        snprintf(problem->text, sizeof problem->text, "%s",
                 error.shown[0] ? error.shown : error.text);
        problem->text[0] = (char)toupper((unsigned char)problem->text[0]);
        return;
    }
    for (int i = 0; i < state->setup.players; i++)
        if (setup_driver_problem(state, &state->players[i], problem))
            return;
    if (!setup_read_seed(state, &seed))
        snprintf(problem->text, sizeof problem->text,
                 "The seed has to be a whole number above 0, or empty.");
}
