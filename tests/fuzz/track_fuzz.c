/* Any bytes as a track file: refused with a sentence, or read; and what the game writes of a track
 * is the same track when it is read again, to the last letter.
 */
#include "track/svg.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error = {0};
    struct text first = {0};
    struct text second = {0};
    struct track *track = svg_read_track((const char *)data, size, &error);
    if (!track) {
        assert(error.text[0] != '\0' && !strchr(error.text, '\n'));
        return 0;
    }
    svg_write_track(track, &first);
    struct track *again = svg_read_track(first.data, first.length, &error);
    assert(again);
    svg_write_track(again, &second);
    assert(strcmp(first.data, second.data) == 0);
    track_release(track);
    track_release(again);
    text_free(&first);
    text_free(&second);
    return 0;
}
