/* The toy on the screen: the road with its cars, and each entry where it would lead. All else is
 * what the race's frame does for any game. Here, too, the list of the screens with the toy in it.
 */
#include "base/memory.h"
#include "base/number.h"
#include "paper/paper.h"
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
    int pointed; /* entry, or -1 */
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

static void refresh(struct view *view, int car, bool chooses)
{
    view->chooses = chooses && car > 0;
}

/* Where an entry leads if nobody else makes it; the die, where the car is. Some lead to the same
 * place: there they stand side by side. */
static struct pixel find_end(const struct session *session, const struct paper_view *paper,
                             int entry)
{
    const struct toy_race *race = toy_race(session_race(session));
    int at = race->cars[race_next_car(&race->head) - 1].at,
        longest = race->setup->values[TOY_LONGEST];
    double x, y;
    road_spot((struct point){road_after(toy_road(race->setup), at, entry), 0}, &x, &y);
    return brush_place(paper, ROAD_HIGH, x + 0.7 * (entry + 0.5) / (longest + 1) - 0.35, y);
}

static void print_entry(int entry, char into[4])
{
    snprintf(into, 4, entry > 0 ? "%d" : "die", entry);
}

static void build(struct view *view, struct ui *ui, const struct view_look *look,
                  struct view_request *request)
{
    int longest = session_setup(view->session)->values[TOY_LONGEST];
    int side = (int)(look->camera->view.square * 0.7 / (longest + 1));
    view->pointed = -1;
    for (int i = 0; i <= longest && view->chooses; i++) {
        struct pixel at = find_end(view->session, &look->camera->view, i);
        char label[4];
        print_entry(i, label);
        struct box box = box_make(look->sheet_box.x + (int)at.x - side / 2,
                                  look->sheet_box.y + (int)at.y - side, side, 2 * side);
        struct ui_state state = ui_target(ui, ui_words("entry %s", label), box, "");
        if (state.hovered || state.ring)
            view->pointed = i;
        if (state.clicked)
            text_append(&request->action, label);
    }
}

static void paint_entry(cairo_t *cairo, void *context, int entry)
{
    const struct race_sheet *sheet = context;
    struct pixel at = find_end(sheet->session, &sheet->paper, entry);
    char label[4];
    print_entry(entry, label);
    lettering_draw_aligned(cairo, label, at.x, at.y, 0.5, sheet->paper.square * 0.15,
                           entry == sheet->view->pointed, sheet->theme->action);
}

/* Wet ink, cars, the entries, and a label beside the one that is pointed at. */
static void lay(struct view *view, struct race_sheet *sheet)
{
    int longest = session_setup(view->session)->values[TOY_LONGEST];
    bool chooses = view->chooses && sheet->look->running < 0;
    uint64_t key = hash_number(HASH_START, sheet->steps);
    race_lay_plain(sheet);
    for (int i = 0; i <= longest; i++)
        race_lay(sheet, LAYER_CHOICE, chooses ? hash_number(key, i == view->pointed) : 0,
                 paint_entry, i);
    key = hash_number(key, chooses ? view->pointed : -1);
    if (race_begin_labels(sheet, key) && chooses && view->pointed > 0) {
        struct pixel at = find_end(sheet->session, &sheet->paper, view->pointed);
        struct label_wish wish = {at.x, at.y, sheet->paper.square * 0.5, 0, -1};
        labels_add(&sheet->labels, LABEL_PLATE, "if nobody else enters it", 14 * sheet->paper.scale,
                   sheet->theme->action, 0, &wish);
    }
    race_lay_labels(sheet, LAYER_WRITTEN, 0, sheet->labels.count);
}

static const struct rules_view toy_view = {
    .game = &toy_game,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .build = build,
    .lay = lay,
    .spot_of = road_spot,
};

const struct rules_view *const rules_views[] = {&graph_paper_view, &toy_view, NULL};
const struct course_tools *const course_tools_list[] = {&graph_paper_course_tools, NULL};
const struct lesson_book *const lesson_books[] = {&graph_paper_book, NULL};
const struct classroom *const classrooms[] = {&graph_paper_classroom, NULL};
