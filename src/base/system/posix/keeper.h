/* The keeper: a tiny process between us and a program that drives a car, so that nothing of it is
 * left running, however the game ends.
 *
 * It starts the program in a process group of its own, without a terminal, and waits. When the
 * leash is let go - by program_end, by our exit, by SIGKILL - or when the program has died, it asks
 * the group by SIGTERM to go, waits KEEPER_GRACE_MILLISECONDS at most, and ends whatever is left.
 * On Linux everything that the program has started becomes the keeper's child when its own parent
 * goes, also what took a session of its own, and is ended, too. On other systems it is the process
 * group that is ended.
 *
 * The keeper is a fork of a program that has threads, so it calls nothing but what a signal handler
 * may call: no memory, no stdio.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_KEEPER_H
#define GRAPHPRIX_BASE_SYSTEM_KEEPER_H

enum { KEEPER_GRACE_MILLISECONDS = 100 };

/* What the keeper gets; its descriptors are 3 or higher. */
struct keeper_order {
    const char *path; /* of the program */
    char *const *words;
    int input, output, errors; /* the program's ends */
    int leash;                 /* can be read when its other end is closed */
    int report;                /* takes struct keeper_report */
};

enum keeper_news {
    KEEPER_HAS_STARTED,  /* value: the program's process, which is its group, too */
    KEEPER_CANNOT_START, /* value: errno */
    KEEPER_HAS_DIED      /* value: as waitpid gives it for WIFEXITED and so on */
};

struct keeper_report {
    enum keeper_news news;
    int value;
};

/* In a child just forked, with all signals blocked: does all of it and ends the process. */
_Noreturn void keeper_run(const struct keeper_order *order);

#endif
