/* Fuzzes series: whatever the bytes are, reading them ends in a series or an error; one that was
 * read has a table, and is written and read again as the same. */
#include "session/records.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void require_table(const struct series *series)
{
    struct series_standing standings[PLAYER_LIMIT];
    int players = series_players(series), races = series_race_count(series);
    require(players >= 1 && players <= PLAYER_LIMIT && races >= 1);
    require(series_standings(series, standings) == players);
    for (int i = 0; i < players; i++)
        require(standings[i].points >= 0 &&
                (i == 0 || standings[i].points <= standings[i - 1].points));
    require(series_due(series) >= 0 && series_due(series) <= races &&
            series_latest(series) < races);
    if (series_due(series) < races && series_race_file(series, series_due(series)) == NULL) {
        struct setup setup = series_setup(series);
        require(setup.course.body == series_course(series, series_due(series)).body);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct error error = {0};
    struct series *series = series_read((const char *)bytes, length, &error);
    require(series != NULL || error.text[0] != '\0');
    if (series == NULL)
        return 0;
    struct text first = {0}, second = {0};
    require_table(series);
    series_write(series, &first);
    struct series *again = series_read(first.data, first.length, &error);
    require(again != NULL);
    series_write(again, &second);
    require(strcmp(first.data, second.data) == 0);
    series_free(series);
    series_free(again);
    text_free(&first);
    text_free(&second);
    return 0;
}
