/* The dialog that offers tracks of other games whose way a course may follow. */
#include "base/memory.h"
#include "screens/circuit/editor/editor.h"
#include "screens/tracks/picker.h"

#include <stdlib.h>

struct circuit_from_track {
    struct picker picker;
    int offered[GALLERY_LIMIT];
    int count;
};

static void list(struct circuit_from_track *tracks)
{
    struct course_road road;
    tracks->count = 0;
    for (int i = 0; i < gallery_count(tracks->picker.gallery); i++) {
        struct course course = gallery_at(tracks->picker.gallery, i)->course;
        if (course.body && course_road(course, &road))
            tracks->offered[tracks->count++] = i;
    }
    picker_list(&tracks->picker, tracks->offered, tracks->count);
}

void circuit_editor_open_tracks(struct app *app, struct circuit_editor *editor)
{
    circuit_editor_close_tracks(editor);
    editor->tracks = memory_allocate(1, sizeof *editor->tracks);
    editor->tracks->picker.gallery = gallery_open(app->shipped_tracks, app->tracks_folder, NULL);
    editor->tracks->picker.seek = true;
    list(editor->tracks);
}

void circuit_editor_close_tracks(struct circuit_editor *editor)
{
    if (editor->tracks)
        gallery_free(editor->tracks->picker.gallery);
    free(editor->tracks);
    editor->tracks = NULL;
}

static void follow(struct circuit_editor *editor, struct course course)
{
    struct desk *desk = &editor->desk;
    struct course_road road;
    circuit_editor_give_up(desk);
    steps_begin(desk->sheet, "course");
    bool found = course_road(course, &road) &&
                 circuit_plan_follow_road(desk->sheet, &road, course_size(course));
    steps_end(desk->sheet, false);
    if (found)
        desk_say(desk, "The course goes the way of %s now.", course_title(course));
    else
        desk_say(desk, "%s does not come round between two walls.", course_title(course));
}

static void look(void *context, int index, struct picker_card *card)
{
    struct circuit_from_track *tracks = context;
    const struct gallery_entry *entry = gallery_at(tracks->picker.gallery, index);
    tracks_print_card(entry, card->words, sizeof card->words);
}

/* What was chosen, or none. */
static struct course build_offers(struct ui *ui, struct circuit_from_track *tracks, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int y = ui_scroll_begin(ui, "offered tracks", box, &tracks->picker.scroll);
    struct layout column = layout_column(ui, box.x, y, box.w - canvas_units(canvas, 11), 8);
    if (tracks->picker.listed_count == 0)
        layout_text(&column, AT_TOP, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                    gallery_is_complete(tracks->picker.gallery) ? "No such track." : "Reading ...");
    int clicked = picker_build_cards(&column, &tracks->picker, 150, box, look, tracks);
    ui_scroll_end(ui, column.rest.y);
    return clicked >= 0 ? gallery_at(tracks->picker.gallery, clicked)->course : (struct course){0};
}

bool circuit_editor_build_tracks(struct app *app, struct ui *ui, struct desk *desk)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    struct circuit_from_track *tracks = editor->tracks;
    (void)app;
    if (!tracks)
        return false;
    gallery_begin_pass(tracks->picker.gallery);
    if (gallery_collect(tracks->picker.gallery))
        list(tracks);
    struct layout column = {ui, ui_dialog(ui, 720, 560, "button cancel-track"), 8};
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    layout_text(&column, AT_TOP, STYLE_TITLE, theme->ink, "The way of a track");
    layout_paragraph(&column, STYLE_BODY, theme->ink_soft,
                     "The course goes along the middle of its road. What is drawn here gives way; "
                     "Ctrl+Z brings it back.");
    if (picker_build_search(ui, &tracks->picker, "field search-track", "Search tracks",
                            layout_take(&column, AT_TOP, 40)))
        picker_list(&tracks->picker, tracks->offered, tracks->count);
    struct layout foot = {ui, layout_take(&column, AT_BOTTOM, 38), 8};
    bool cancelled = layout_button(&foot, AT_RIGHT, "button cancel-track", "Cancel", LOOK_PLAIN);
    struct course chosen = build_offers(ui, tracks, column.rest);
    if (chosen.body)
        follow(editor, chosen);
    if (chosen.body || cancelled)
        circuit_editor_close_tracks(editor);
    return true;
}
