/* Fuzzes settings: whatever the bytes are, what comes of them can be used, and is written and read
 * again as the same. */
#include "app/settings.h"
#include "drivers/graph_paper/levels/driver.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void require_usable(const struct settings *settings)
{
    struct error error;
    bool taken[PEN_COUNT + 1] = {false};
    require(strcmp(paper_theme_find(settings->theme)->name, settings->theme) == 0);
    require(settings->scale >= SCALE_MINIMUM && settings->scale <= SCALE_MAXIMUM);
    require(settings->player_count >= 1 && settings->player_count <= PLAYER_LIMIT);
    for (int i = 0; i < settings->player_count; i++) {
        const struct player *player = &settings->players[i];
        require(player->pen >= 1 && player->pen <= PEN_COUNT && !taken[player->pen]);
        require(text_is_one_line(player->name) && driver_check(games[0], player->driver, &error));
        taken[player->pen] = true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct settings settings, again;
    struct error error = {0};
    struct text first = {0}, second = {0};
    require(settings_read((const char *)bytes, length, &settings, &error) || error.text[0] != '\0');
    require_usable(&settings);
    require(settings_write(&settings, &first));
    require(settings_read(first.data, first.length, &again, &error));
    require(settings_write(&again, &second));
    require(strcmp(first.data, second.data) == 0);
    text_free(&first);
    text_free(&second);
    return 0;
}
