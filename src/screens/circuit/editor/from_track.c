/* The dialog that offers tracks of other games whose way a course may follow. */
#include "screens/circuit/editor/editor.h"
#include "screens/tracks/offer.h"

static bool has_road(struct course course)
{
    struct course_road road;
    return course_road(course, &road);
}

void circuit_editor_open_tracks(struct app *app, struct circuit_editor *editor)
{
    circuit_editor_close_tracks(editor);
    editor->tracks = track_offer_open(app, has_road);
}

void circuit_editor_close_tracks(struct circuit_editor *editor)
{
    track_offer_free(editor->tracks);
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

bool circuit_editor_build_tracks(struct app *app, struct ui *ui, struct desk *desk)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    struct course chosen;
    (void)app;
    if (!editor->tracks)
        return false;
    enum offer_answer answer =
        track_offer_build(editor->tracks, ui, "The way of a track",
                          "The course goes along the middle of its road. What is drawn here gives "
                          "way; Ctrl+Z brings it back.",
                          &chosen);
    if (answer == OFFER_TAKEN)
        follow(editor, chosen);
    if (answer != OFFER_STAYS)
        circuit_editor_close_tracks(editor);
    return true;
}
