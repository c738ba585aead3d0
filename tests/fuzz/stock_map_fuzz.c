/* Any bytes as a map of stock cars: refused with a sentence, or read; and what the game writes of a
 * map is the same map when it is read again. The same as a draft, whatever is wrong with it: its
 * faults lie on its sheet, and it is a map if it has none.
 */
#include "rules/stock_cars/stock_cars.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_error(const char *text)
{
    assert(text[0] != '\0' && !strchr(text, '\n'));
    (void)text;
}

static void check_name(const char *bytes, size_t size, const void *map)
{
    struct error error = {0};
    struct text renamed = {0};
    bool done = stock_maps.retitle(bytes, size, "Another", &renamed, &error);
    assert(done);
    const void *again = stock_maps.read(text_string(&renamed), renamed.length, &error);
    assert(again && strcmp(course_name((struct course){&stock_cars_game, again}), "Another") == 0);
    assert(stock_maps.fingerprint(again) == stock_maps.fingerprint(map));
    (void)done;
    stock_maps.release(again);
    text_free(&renamed);
}

static bool check_map(const char *bytes, size_t size)
{
    struct error error = {0};
    struct text first = {0}, second = {0};
    const void *map = stock_maps.read(bytes, size, &error);
    if (!map) {
        check_error(error.text);
        return false;
    }
    assert(stock_maps.recognise(bytes, size));
    stock_maps.write(map, &first);
    const void *again = stock_maps.read(first.data, first.length, &error);
    assert(again && stock_maps.fingerprint(again) == stock_maps.fingerprint(map));
    stock_maps.write(again, &second);
    assert(strcmp(first.data, second.data) == 0);
    check_name(bytes, size, map);
    stock_maps.release(map);
    stock_maps.release(again);
    text_free(&first);
    text_free(&second);
    return true;
}

static void check_draft(const char *bytes, size_t size, bool is_map)
{
    enum { LIMIT = 20 };
    struct map_fault faults[LIMIT];
    struct map_draft draft;
    struct error error = {0};
    int first_row = 0;
    if (!map_draft_read(bytes, size, &draft, &first_row, &error)) {
        check_error(error.text);
        assert(!is_map && !draft.tiles);
        return;
    }
    assert(first_row > 0);
    int count = map_draft_check(&draft, faults, LIMIT);
    assert((count == 0) == is_map);
    for (int i = 0; i < count; i++) {
        check_error(faults[i].text);
        assert(!faults[i].has_place || map_draft_tile(&draft, faults[i].at) != TILE_OFF);
    }
    map_draft_free(&draft);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    check_draft((const char *)data, size, check_map((const char *)data, size));
    return 0;
}
