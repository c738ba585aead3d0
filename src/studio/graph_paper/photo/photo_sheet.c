/* What a tracing is asked: places of the sheet and of the photo, and the draft of what is taken. */
#include "studio/graph_paper/photo/photo_bend.h"
#include "studio/graph_paper/photo/photo_homography.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void photo_tracing_free(struct photo_tracing *tracing)
{
    for (int i = 0; i < tracing->loop_count; i++)
        free(tracing->loops[i].vertices);
    free(tracing->loops);
    free(tracing->bend.by);
    *tracing = (struct photo_tracing){0};
}

struct photo_place photo_from_sheet(const struct photo_tracing *tracing, double x, double y)
{
    struct homography from_unit;
    if (tracing->width < 1 || tracing->height < 1 ||
        !homography_from_unit(tracing->corners, &from_unit))
        return tracing->corners[0];
    struct photo_place on = photo_bend_apply(&tracing->bend, (struct photo_place){x, y});
    struct photo_place unit = {on.x / tracing->width, 1 - on.y / tracing->height};
    return homography_apply(&from_unit, unit);
}

void photo_to_sheet(const struct photo_tracing *tracing, struct photo_place at, double *x,
                    double *y)
{
    struct homography from_unit;
    struct homography to_unit = {{0}};
    *x = *y = 0;
    if (!homography_from_unit(tracing->corners, &from_unit) ||
        !homography_invert(&from_unit, &to_unit))
        return;
    struct photo_place unit = homography_apply(&to_unit, at);
    struct photo_place on = {unit.x * tracing->width, (1 - unit.y) * tracing->height};
    on = photo_bend_undo(&tracing->bend, on);
    *x = on.x;
    *y = on.y;
}

const struct photo_paper photo_papers[PHOTO_PAPER_COUNT] = {
    {"A5", 42, 30}, {"A4", 59, 42}, {"A3", 84, 59}, {"Letter", 56, 43}};

void photo_wish_paper(const struct photo_paper *paper, const struct photo_tracing *tracing,
                      struct photo_wish *wish)
{
    bool stands = tracing->height > tracing->width;
    wish->across = stands ? paper->down : paper->across;
    wish->down = stands ? paper->across : paper->down;
}

void photo_make_draft(const struct photo_tracing *tracing, struct draft *draft)
{
    *draft = (struct draft){.width = tracing->width, .height = tracing->height};
    for (int i = 0; i < tracing->loop_count; i++) {
        const struct photo_loop *loop = &tracing->loops[i];
        if (!loop->taken)
            continue;
        draft_add_item(draft, DRAFT_WALL, 0);
        draft_begin_loop(draft);
        struct error error;
        for (int j = 0; j < loop->count; j++)
            draft_add_vertex(draft, loop->vertices[j], &error);
        draft_close_loop(draft);
    }
}
