/* The views of the families of rules. A family without one cannot be played in the window, which
 * is the programmer's fault. */
#include "screens/rules_view.h"

#include <assert.h>

static const struct rules_view *const views[] = {&graph_paper_view};

const struct rules_view *rules_view_find(const struct game *game)
{
    const struct rules_view *found = NULL;
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        if (views[i]->game == game)
            found = views[i];
    assert(found);
    return found;
}
