/* What the games bring to the window: one line a game in each list. */
#include "screens/classroom.h"
#include "screens/course_tools.h"
#include "screens/help/book.h"
#include "screens/rules_view.h"

const struct rules_view *const rules_views[] = {&graph_paper_view, &stock_cars_view, &circuit_view,
                                                NULL};
const struct course_tools *const course_tools_list[] = {
    &graph_paper_course_tools, &stock_cars_course_tools, &circuit_course_tools, NULL};
const struct lesson_book *const lesson_books[] = {&graph_paper_book, &stock_cars_book,
                                                  &circuit_book, NULL};
const struct classroom *const classrooms[] = {&graph_paper_classroom, NULL};
