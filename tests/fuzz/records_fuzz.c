/* Fuzzes records: whatever the bytes are, what cannot be used is told, and the rest is written and
 * read again as the same, with nothing to tell. Of each track there are the best ones, in order. */
#include "session/records.h"

#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* The track and the rules that the seeds hold records of. */
static const char track_text[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 14\" data-graphprix=\"1\">"
    "<path class=\"wall\" d=\"M 1 1 H 19 V 13 H 1 Z\"/>"
    "<path class=\"wall\" d=\"M 7 5 H 13 V 9 H 7 Z\"/>"
    "<line class=\"start finish\" x1=\"10\" y1=\"9\" x2=\"10\" y2=\"13\"/></svg>";

static void require_in_order(const struct records *records)
{
    static struct track *track;
    struct error error;
    if (track == NULL)
        track = svg_read_track(track_text, strlen(track_text), &error);
    require(track != NULL);
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    struct record_list list;
    setup.course = graph_paper_course(track);
    records_find(records, &setup, &list);
    require(list.count >= 0 && list.count <= RECORDS_KEPT);
    for (int i = 0; i < list.count; i++) {
        require(list.items[i].rounds >= (i > 0 ? list.items[i - 1].rounds : 1));
        require(list.items[i].name[0] != '\0' && text_is_one_line(list.items[i].name));
        require(strchr(list.items[i].race, '\n') == NULL);
    }
}

static struct records *read_records(const char *bytes, size_t length, struct text *told)
{
    struct records *records = records_load(NULL, told);
    json_list_read(&records_list, bytes, length, records, told);
    return records;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct text told = {0}, first = {0}, second = {0};
    struct records *records = read_records((const char *)bytes, length, &told);
    require(told.length > 0 || length > 0);
    require_in_order(records);
    require(json_list_print(&records_list, records, &first));
    text_clear(&told);
    struct records *again = read_records(first.data, first.length, &told);
    require(told.length == 0);
    require(json_list_print(&records_list, again, &second));
    require(strcmp(first.data, second.data) == 0);
    records_free(records);
    records_free(again);
    text_free(&first);
    text_free(&second);
    text_free(&told);
    return 0;
}
