/* A page runs no other program: whoever asks is told so. */

#include "base/system/program.h"
#include "base/system/inside.h"

struct process *process_start(char *const *words, char **path, struct error *error)
{
    (void)words, (void)path;
    error_set(error, "programs cannot drive in a browser");
    return NULL;
}

void process_free(struct process *process)
{
    (void)process;
}

enum process_state process_state(struct process *process, int *number)
{
    (void)process, (void)number;
    return PROCESS_CANNOT_START;
}

void process_append_end(const struct process *process, struct text *into)
{
    (void)process, (void)into;
}

ptrdiff_t process_write(struct process *process, const char *bytes, size_t length)
{
    (void)process, (void)bytes, (void)length;
    return -1;
}

ptrdiff_t process_read(struct process *process, enum process_pipe from, char *into, size_t size)
{
    (void)process, (void)from, (void)into, (void)size;
    return -1;
}

void process_close(struct process *process, enum process_pipe pipe)
{
    (void)process, (void)pipe;
}

bool process_is_open(const struct process *process, enum process_pipe pipe)
{
    (void)process, (void)pipe;
    return false;
}

void process_wait(struct process *process, bool wants_to_write, int milliseconds)
{
    (void)process, (void)wants_to_write, (void)milliseconds;
}
