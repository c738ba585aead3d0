/* What the keeper of unsaved sheets asks of the track editor. Behind the drawing stands in comments
 * which file it came from and goes to, and what it leaves out of the file that was opened.
 */
#include "screens/keeper.h"

#include "base/hash.h"
#include "screens/graph_paper/editor/document.h"
#include "track/svg.h"

#include <stdio.h>
#include <string.h>

static const char losses_mark[] = "<!-- leaves out ";

/* The outline that the tool in hand is drawing; without spots if there is none. */
static struct paper_pen wet_outline(const struct editor *editor)
{
    struct editor_show show = editor_show(editor);
    struct paper_pen pen = show.wet.count > 0 ? show.wet : show.live;
    bool draws = pen.look == PEN_DRAWS && draft_role_is_area(pen.role) && pen.count > 1;
    return draws ? pen : (struct paper_pen){0};
}

/* The sheet as it would be if what is being drawn were let go of here. */
static void write_with_outline(const struct editor *editor, const struct paper_pen *pen,
                               struct text *text)
{
    const struct editor_touch here = {.reach = editor->reach};
    struct draft draft;
    struct error error;
    draft_copy(&draft, sketch_draft(editor->sketch));
    struct sketch *sketch = sketch_from_draft(&draft);
    if (pen->corners)
        sketch_draw_polygon(sketch, pen->role, pen->spots, pen->count, false, &error);
    else
        sketch_draw_stroke(sketch, pen->role, pen->spots, pen->count, editor_closing_reach(&here),
                           &error);
    svg_write_draft(sketch_draft(sketch), text);
    sketch_free(sketch);
}

static void append_losses(struct text *text, const struct draft_losses *losses)
{
    text_append_format(text, "%s%d %d %d %d %d %d %d -->\n", losses_mark, losses->texts,
                       losses->pictures, losses->shapes, losses->colours, losses->gradients,
                       losses->effects, losses->curves);
}

static void write_sheet(const void *own, struct text *into)
{
    const struct editor *editor = own;
    struct paper_pen pen = wet_outline(editor);
    if (pen.count > 0)
        write_with_outline(editor, &pen, into);
    else
        svg_write_draft(sketch_draft(editor->sketch), into);
    if (editor->path)
        keeper_append_origin(into, editor->path, &editor->stamp);
    if (!editor->losses_told)
        append_losses(into, &editor->losses);
}

/* The spots of a stroke that is being drawn count, too. */
static uint64_t version(const void *own)
{
    const struct editor *editor = own;
    uint64_t hash = hash_number(HASH_START, (int64_t)sketch_version(editor->sketch));
    return hash_number(hash, wet_outline(editor).count);
}

static bool is_worth_keeping(const void *own)
{
    const struct editor *editor = own;
    return editor->sketch && (editor_is_changed(editor) || wet_outline(editor).count > 0);
}

static void say(void *editor, const char *sentence)
{
    editor_say(editor, "%s", sentence);
}

struct keeper *editor_keeper_create(struct editor *editor, const char *tracks_folder)
{
    return keeper_create(tracks_folder, (struct kept_sheet){editor, ".svg", version,
                                                            is_worth_keeping, write_sheet, say});
}

bool editor_keeper_has_left(const char *tracks_folder)
{
    return keeper_has_left(tracks_folder, ".svg");
}

/* The comments behind the drawing; a broken one is passed over. */
static void read_losses(const struct text *bytes, struct draft_losses *losses)
{
    const char *found = keeper_find_behind(text_string(bytes), losses_mark);
    int counts[7];
    if (found && sscanf(found, "%d %d %d %d %d %d %d", &counts[0], &counts[1], &counts[2],
                        &counts[3], &counts[4], &counts[5], &counts[6]) == 7)
        *losses = (struct draft_losses){counts[0], counts[1], counts[2], counts[3],
                                        counts[4], counts[5], counts[6]};
}

static bool read_sheet(void *into, const struct text *bytes, struct error *error)
{
    struct pending_open *pending = into;
    if (!svg_read_draft(text_string(bytes), bytes->length, &pending->draft, error))
        return false;
    pending->is_there = pending->has_draft = pending->changed = true;
    pending->path = keeper_find_origin(text_string(bytes), &pending->stamp);
    read_losses(bytes, &pending->draft.source.losses);
    return true;
}

bool editor_keeper_take_left(struct editor *editor, struct pending_open *pending,
                             struct error *error)
{
    *pending = (struct pending_open){0};
    return keeper_take_left(editor->keeper, read_sheet, pending, error);
}
