/* A page starts no program of the desktop. */
#include "base/system/program.h"

struct aside *aside_start(const char *const *words, enum aside_stream kept)
{
    (void)words, (void)kept;
    return NULL;
}

void aside_free(struct aside *aside)
{
    (void)aside;
}

enum aside_state aside_state(const struct aside *aside)
{
    (void)aside;
    return ASIDE_FAILED;
}

enum aside_state aside_wait(const struct aside *aside, int milliseconds)
{
    (void)milliseconds;
    return aside_state(aside);
}

const char *aside_said(const struct aside *aside)
{
    (void)aside;
    return "";
}
