/* Any bytes as a wish: refused with a sentence, or a track with a lap as its difficulty promises,
 * the same again for the same wish, and the same when its file is read.
 */
#include "drivers/graph_paper/driving.h"
#include "studio/graph_paper/generate/generate.h"
#include "track/draft.h"
#include "track/track.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { BYTES = 12, SIDES_OVER = 52 };

/* Sides of 20 to 71, so that some are refused and none takes long. */
static struct generator_wish read_wish(const unsigned char *data)
{
    struct generator_wish wish = {.width = 20 + data[8] % SIDES_OVER,
                                  .height = 20 + data[9] % SIDES_OVER,
                                  .style = (enum generator_style)(data[10] % 5),
                                  .difficulty = data[11] % 7};
    memcpy(&wish.seed, data, sizeof wish.seed);
    return wish;
}

static void check_lap(const struct track *track, const struct generator_wish *wish, int par)
{
    struct lap lap;
    struct error error;
    int least, most;
    generator_promise(wish, &least, &most);
    bool proved = lap_prove(track, NULL, &lap, &error);
    assert(proved && lap.possible && lap.rounds == par);
    int promised = wish->style == ARENA_STYLE ? area_loop_count(track->surface) - 1 : par;
    assert(promised >= least && promised <= most);
}

static void check_file(const struct track *track)
{
    struct error error = {0};
    struct text first = {0};
    struct text second = {0};
    svg_write_track(track, &first);
    struct track *again = svg_read_track(first.data, first.length, &error);
    assert(again);
    svg_write_track(again, &second);
    assert(strcmp(first.data, second.data) == 0);
    track_release(again);
    text_free(&first);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error = {0};
    int par = 0;
    if (size < BYTES)
        return 0;
    struct generator_wish wish = read_wish(data);
    struct track *track = generate_track(&wish, NULL, &par, &error);
    if (!track) {
        struct error refused = {0};
        bool sound = generator_check(&wish, &refused);
        assert(!sound && strcmp(refused.text, error.text) == 0);
        return 0;
    }
    check_lap(track, &wish, par);
    check_file(track);
    struct track *twin = generate_track(&wish, NULL, NULL, &error);
    assert(twin && track_fingerprint(twin) == track_fingerprint(track));
    track_release(twin);
    track_release(track);
    return 0;
}
