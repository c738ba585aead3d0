/* A page runs no other program: whoever asks is told so. */

#include "base/system/program.h"

struct program *program_start(char *const *words, struct error *error)
{
    (void)words;
    error_set(error, "programs cannot drive in a browser");
    return NULL;
}

enum program_news program_send(struct program *program, const char *bytes, size_t length,
                               struct patience patience)
{
    (void)program, (void)bytes, (void)length, (void)patience;
    return PROGRAM_CANNOT_START;
}

enum program_news program_read_line(struct program *program, struct patience patience,
                                    struct text *line)
{
    (void)program, (void)patience, (void)line;
    return PROGRAM_CANNOT_START;
}

bool program_is_within_line(const struct program *program)
{
    (void)program;
    return false;
}

enum program_news program_listen_anew(struct program *program, int *lines)
{
    (void)program, (void)lines;
    return PROGRAM_CANNOT_START;
}

void program_append_end(const struct program *program, struct text *into)
{
    (void)program, (void)into;
}

void program_append_last_words(struct program *program, struct text *into)
{
    (void)program, (void)into;
}

void program_end(struct program *program, int milliseconds)
{
    (void)program, (void)milliseconds;
}

/* === aside ==================================================================================== */

/* A page starts no program of the desktop. */

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
