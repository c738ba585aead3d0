#include "base/system/host.h"

void loop_run(bool (*pass)(void *data, bool may_wait), void *data)
{
    while (pass(data, true))
        ;
}
