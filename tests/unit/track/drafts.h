/* Drafts compared, and read from words of SVG. */
#ifndef GRAPHPRIX_TESTS_UNIT_TRACK_DRAFTS_H
#define GRAPHPRIX_TESTS_UNIT_TRACK_DRAFTS_H

#include "support/cmocka.h"
#include "track/svg.h"

#include <stdlib.h>
#include <string.h>

/* What tells two drafts apart, as text: sheet, words, and each item with its loops. Lines of files
 * do not count. The caller frees it. */
static inline char *draft_text(const struct draft *draft)
{
    struct text text = {0};
    text_append_format(&text, "%d x %d \"%s\" \"%s\"\n", draft->width, draft->height,
                       draft->name ? draft->name : "",
                       draft->description ? draft->description : "");
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        text_append_format(&text, "role %d arrow %d %d number %d:", (int)item->role, item->arrow.x,
                           item->arrow.y, item->number);
        for (int j = 0; j < item->loop_count; j++) {
            const struct draft_loop *loop = &item->loops[j];
            text_append(&text, loop->closed ? " closed" : " open");
            for (int k = 0; k < loop->count; k++)
                text_append_format(&text, " %d,%d", loop->vertices[k].x, loop->vertices[k].y);
        }
        text_append(&text, "\n");
    }
    return text.data;
}

static inline void expect_same_draft(const struct draft *a, const struct draft *b)
{
    char *one = draft_text(a), *other = draft_text(b);
    assert_string_equal(one, other);
    assert_int_equal(a->vertex_count, b->vertex_count);
    free(one);
    free(other);
}

static inline void read_draft(const char *svg, struct draft *draft)
{
    struct error error = {0};
    if (!svg_read_draft(svg, strlen(svg), draft, &error))
        fail_msg("line %d: %s\n%s", error.line, error.text, svg);
}

static inline void expect_written_and_read(const struct draft *draft)
{
    struct text svg = {0};
    struct draft again;
    svg_write_draft(draft, &svg);
    read_draft(svg.data, &again);
    expect_same_draft(draft, &again);
    draft_free(&again);
    text_free(&svg);
}

#endif
