/* The page's frames turn the loop. */
#include "base/system/host.h"

/* As <emscripten.h> has it, which other compilers do not find. */
void emscripten_set_main_loop_arg(void (*frame)(void *data), void *data, int per_second,
                                  int never_returns);
void emscripten_cancel_main_loop(void);

static bool (*turned)(void *data, bool may_wait);

static void frame(void *data)
{
    if (!turned(data, false))
        emscripten_cancel_main_loop();
}

void loop_run(bool (*pass)(void *data, bool may_wait), void *data)
{
    turned = pass;
    emscripten_set_main_loop_arg(frame, data, 0, 1);
}
