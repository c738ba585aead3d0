/* What the games bring to the window: one line a game in each list. */
#include "screens/classroom.h"
#include "screens/help/book.h"
#include "screens/rules_view.h"
#include "screens/workshop.h"

const struct rules_view *const rules_views[] = {&graph_paper_view, &stock_cars_view, &circuit_view,
                                                NULL};
const struct workshop *const workshops[] = {&graph_paper_workshop, &stock_cars_workshop,
                                            &circuit_workshop, NULL};
const struct lesson_book *const lesson_books[] = {&graph_paper_book, &stock_cars_book,
                                                  &circuit_book, NULL};
const struct classroom *const classrooms[] = {&graph_paper_classroom, NULL};
