/* See clock.h. */
#include "ui/clock.h"

#include <stdio.h>

static const char *held; /* the file, or NULL */
static Uint32 held_at;

Uint32 clock_now(void)
{
    return held ? held_at : SDL_GetTicks();
}

static bool read_number(const char *path, unsigned *number)
{
    FILE *file = fopen(path, "r");
    bool read = file && fscanf(file, "%9u", number) == 1;
    if (file)
        fclose(file);
    return read;
}

bool clock_hold(const char *path)
{
    unsigned number = 0;
    bool good = !path || read_number(path, &number);
    held = good ? path : NULL;
    held_at = number;
    return good;
}

bool clock_is_held(void)
{
    return held != NULL;
}

bool clock_look(void)
{
    unsigned number;
    if (!held || !read_number(held, &number) || number == held_at)
        return false;
    held_at = number;
    return true;
}
