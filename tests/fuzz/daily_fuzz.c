/* Fuzzes the daily tracks: whatever the bytes are, what cannot be used is told, and the rest is
 * written and read again as the same, with nothing to tell. A streak is as long as there are days
 * that were finished, one after another. */
#include "session/records.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* Days round those that the seeds hold. */
static void require_streaks(const struct dailies *dailies)
{
    int first, streak = 0;
    require(date_read("2026-11-01", &first));
    streak = dailies_streak(dailies, first - 1);
    for (int day = first; day < first + 60; day++) {
        const struct daily *daily = dailies_find(dailies, day);
        require(!daily || (daily->day == day && daily->generator > 0 && daily->par >= 0 &&
                           daily->rounds >= 0));
        streak = daily && daily->rounds > 0 ? streak + 1 : 0;
        require(dailies_streak(dailies, day) == streak);
        require(dailies_streak_today(dailies, day + 1) >= streak);
    }
}

static struct dailies *read_dailies(const char *bytes, size_t length, struct text *told)
{
    struct dailies *dailies = dailies_load(NULL, told);
    json_list_read(&dailies_list, bytes, length, dailies, told);
    return dailies;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct text told = {0}, first = {0}, second = {0};
    struct dailies *dailies = read_dailies((const char *)bytes, length, &told);
    require(told.length > 0 || length > 0);
    require_streaks(dailies);
    require(json_list_print(&dailies_list, dailies, &first));
    text_clear(&told);
    struct dailies *again = read_dailies(first.data, first.length, &told);
    require(told.length == 0);
    require(json_list_print(&dailies_list, again, &second));
    require(strcmp(first.data, second.data) == 0);
    require_streaks(again);
    dailies_free(dailies);
    dailies_free(again);
    text_free(&first);
    text_free(&second);
    text_free(&told);
    return 0;
}
