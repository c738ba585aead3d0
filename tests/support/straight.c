/* See straight.h. */
#include "straight.h"

#include "base/text.h"
#include "cmocka.h"
#include "track/draft.h"

struct track *straight_create(int finish, const char *more)
{
    struct error error = {0};
    struct text svg = {0};
    text_append_format(&svg,
                       "<svg viewBox='0 0 40 2'><rect class='wall' width='40' height='2'/>"
                       "<path class='start' d='M1 0V2'/><path class='finish' d='M%d 0V2'/>%s</svg>",
                       finish, more);
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    text_free(&svg);
    assert_non_null(track);
    return track;
}
