/* The motion of a race beside its sheet: the race as a scene, made again when it has gone on.
 */
#include "screens/graph_paper/view/inside.h"

static void find_scene(struct view *view, int steps)
{
    if (view->motion && view->scene_steps == steps && view->scene_turns == view->turns)
        return;
    if (view->motion)
        scene_free(&view->scene);
    else
        view->motion = motion_pane_create();
    scene_of_session(&view->scene, view->session, steps, 0);
    view->scene_steps = steps;
    view->scene_turns = view->turns;
}

int graph_paper_build_motion(struct view *view, struct app *app, struct ui *ui,
                             const struct view_motion *motion)
{
    find_scene(view, motion->steps);
    struct motion_show show = {motion->box,    course_name(session_setup(view->session)->course),
                               &view->scene,   motion->round,
                               motion->camera, motion->sheet_box};
    int clicked = motion_pane_build(view->motion, app, ui, &show);
    motion_pane_mark(view->motion, ui_canvas(ui));
    return clicked;
}

bool graph_paper_point_at_motion(struct view *view, int x, int y)
{
    return view->motion && motion_pane_point(view->motion, x, y);
}

int graph_paper_press_motion(const struct view *view, int x, int y)
{
    return view->motion ? motion_pane_press(view->motion, x, y) : -1;
}

void graph_paper_free_motion(struct view *view)
{
    if (view->motion)
        scene_free(&view->scene);
    motion_pane_free(view->motion);
}
