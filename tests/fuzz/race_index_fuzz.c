/* Fuzzes the cache of saved races: whatever the bytes are, a race is known with everything that the
 * screens show of it, or not at all; and what is known is written and read again as the same. */
#include "session/records.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* The races that the seeds speak of. */
enum { RACES = 3 };
static const struct index_entry files[RACES] = {
    {.path = (char[]){"/races/a.race"}, .changed = 5, .nanoseconds = 7, .size = 100},
    {.path = (char[]){"/races/b.race"}, .changed = 6, .nanoseconds = 0, .size = 2000},
    {.path = (char[]){"/saved/\xc3\xab.race"}, .changed = -1, .nanoseconds = 999999999, .size = 0},
};

static void require_whole(const struct index_entry *race)
{
    const char *const strings[] = {race->round_noun, race->track, race->rules, race->players,
                                   race->winners};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        require((strings[i] != NULL) == race->known);
        require(!race->known || (text_is_one_line(strings[i]) && text_is_utf8(strings[i])));
    }
    require(race->round >= 0);
    require(race->known || (!race->readable && !race->over && race->round == 0));
}

static void require_same(const struct index_entry *one, const struct index_entry *other)
{
    require(one->known == other->known && one->readable == other->readable &&
            one->over == other->over && one->round == other->round);
    if (!one->known)
        return;
    require(strcmp(one->round_noun, other->round_noun) == 0);
    require(strcmp(one->track, other->track) == 0 && strcmp(one->rules, other->rules) == 0);
    require(strcmp(one->players, other->players) == 0);
    require(strcmp(one->winners, other->winners) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct index_entry races[RACES], again[RACES];
    struct text written = {0};
    memcpy(races, files, sizeof races);
    memcpy(again, files, sizeof again);
    race_index_read_cache((const char *)bytes, length, races, RACES);
    for (int i = 0; i < RACES; i++)
        require_whole(&races[i]);
    race_index_print_cache(races, RACES, &written);
    race_index_read_cache(written.data, written.length, again, RACES);
    for (int i = 0; i < RACES; i++) {
        require_same(&races[i], &again[i]);
        index_entry_clear(&races[i]);
        index_entry_clear(&again[i]);
    }
    text_free(&written);
    return 0;
}
