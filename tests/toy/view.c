/* The toy on the screen: the road with its cars, and a button for each entry. All else is what the
 * race's frame does for any game. Here, too, the list of the screens with the toy in it.
 */
#include "base/memory.h"
#include "draw/sheet.h"
#include "screens/classroom.h"
#include "screens/course_tools.h"
#include "screens/help/book.h"
#include "screens/rules_view.h"
#include "toy/toy.h"

#include <stdio.h>
#include <stdlib.h>

struct view {
    const struct session *session;
    bool chooses;
};

static struct view *create(const struct session *session)
{
    struct view *view = memory_allocate(1, sizeof *view);
    view->session = session;
    return view;
}

static void free_view(struct view *view)
{
    free(view);
}

static void refresh(struct view *view, bool chooses)
{
    view->chooses = chooses && race_next_car(session_race(view->session)) > 0;
}

static void build(struct view *view, struct ui *ui, const struct view_look *look,
                  struct view_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    int longest = session_setup(view->session)->values[TOY_LONGEST];
    struct box row = box_inset(look->sheet_box, canvas_units(canvas, 20), canvas_units(canvas, 20));
    row = box_cut_bottom(&row, ui_button_height(ui));
    for (int i = 0; i <= longest && view->chooses; i++) {
        char id[24], squares[2] = {(char)('0' + i), '\0'};
        const char *label = i > 0 ? squares : "die";
        snprintf(id, sizeof id, "entry %s", label);
        if (ui_button(ui, id, label, box_column(row, i, longest + 1, canvas_units(canvas, 8)),
                      LOOK_PLAIN))
            text_append(&request->action, label);
    }
}

static const struct rules_view toy_view = {
    .game = &toy_game,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .build = build,
};

const struct rules_view *const rules_views[] = {&graph_paper_view, &toy_view, NULL};
const struct course_tools *const course_tools_list[] = {&graph_paper_course_tools, NULL};
const struct lesson_book *const lesson_books[] = {&graph_paper_book, NULL};
const struct classroom *const classrooms[] = {&graph_paper_classroom, NULL};
