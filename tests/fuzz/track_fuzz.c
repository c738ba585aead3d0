/* Any bytes as a track file: refused with a sentence, or read; and what the game writes of a track
 * is the same track when it is read again, to the last letter. The same as a draft, whatever is
 * wrong with it: its problems can be told, it can be looked at, and it is a track if it has none.
 */
#include "track/draft.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_error(const struct error *error)
{
    assert(error->text[0] != '\0' && !strchr(error->text, '\n'));
}

static void check_track(const char *bytes, size_t size)
{
    struct error error = {0};
    struct text first = {0};
    struct text second = {0};
    struct track *track = svg_read_track(bytes, size, &error);
    if (!track) {
        check_error(&error);
        return;
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
}

static void check_problems(const struct draft *draft)
{
    struct draft_problem problems[20];
    struct error error = {0};
    int count = draft_list_problems(draft, problems, 20);
    struct track *track = track_from_draft(draft, &error);
    assert((count == 0) == (track != NULL));
    for (int i = 0; i < count; i++) {
        check_error(&problems[i].error);
        assert(problems[i].item >= -1 && problems[i].item < draft->count);
        assert(problems[i].other >= -1 && problems[i].other < draft->count);
    }
    track_release(track);
    track_release(track_to_look_at(draft));
}

static void check_draft(const char *bytes, size_t size)
{
    struct error error = {0};
    struct text first = {0};
    struct text second = {0};
    struct draft draft, again, copy;
    if (!svg_read_draft(bytes, size, &draft, &error)) {
        check_error(&error);
        assert(draft.count == 0 && !draft.items);
        return;
    }
    svg_write_draft(&draft, &first);
    bool read = svg_read_draft(first.data, first.length, &again, &error);
    assert(read);
    (void)read;
    svg_write_draft(&again, &second);
    assert(strcmp(first.data, second.data) == 0);
    draft_copy(&copy, &again);
    check_problems(&copy);
    draft_free(&draft);
    draft_free(&again);
    draft_free(&copy);
    text_free(&first);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    check_track((const char *)data, size);
    check_draft((const char *)data, size);
    return 0;
}
