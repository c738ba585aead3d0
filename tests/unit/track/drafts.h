/* Drafts compared, and read from words of SVG. */
#ifndef GRAPHPRIX_TESTS_UNIT_TRACK_DRAFTS_H
#define GRAPHPRIX_TESTS_UNIT_TRACK_DRAFTS_H

#include "support/cmocka.h"
#include "track/draft.h"

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

/* The items one behind the other: a letter for the role, then the box in squares, y down. */
static inline void expect_items_in(const char *head, const char *body, const char *expected)
{
    static const char letters[] = "wstblfciod";
    struct text svg = {0}, found = {0};
    struct draft draft;
    text_append_format(&svg, "%s%s</svg>", head, body);
    read_draft(svg.data, &draft);
    for (int i = 0; i < draft.count; i++) {
        struct point low = draft.items[i].loops[0].vertices[0], high = low;
        for (int k = 0; k < draft.items[i].loops[0].count; k++) {
            struct point at = draft.items[i].loops[0].vertices[k];
            low = (struct point){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
            high = (struct point){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
        }
        text_append_format(&found, "%s%c %g %g %g %g", i ? ", " : "", letters[draft.items[i].role],
                           low.x / 1024.0, draft.height - high.y / 1024.0, high.x / 1024.0,
                           draft.height - low.y / 1024.0);
    }
    if (strcmp(text_string(&found), expected) != 0)
        fail_msg("\"%s\" instead of \"%s\" in %s", text_string(&found), expected, body);
    draft_free(&draft);
    text_free(&svg);
    text_free(&found);
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
