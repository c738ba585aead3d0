/* A host: the tables of a hall, and the network by which pages come to them. Whoever opens one
 * looks after it in one thread, which is that of the races, too: a race needs no lock.
 *
 * It lies in the module that knows the network, which is loaded for host_open alone; what else
 * there is to do is reached by the host itself.
 */
#ifndef GRAPHPRIX_TOGETHER_HOST_H
#define GRAPHPRIX_TOGETHER_HOST_H

#include "together/hall.h"

enum { HOST_ADDRESSES = 8, HOST_ADDRESS_BYTES = 48 };

struct host {
    struct hall *hall;
    char url[HOST_ADDRESS_BYTES + 24]; /* "http://192.168.1.20:8080/" */
    /* What this computer is reached by, by others first. */
    char addresses[HOST_ADDRESSES][HOST_ADDRESS_BYTES];
    int address_count;
    /* Hears what has come, does what is due, sends what is to be told. Returns for how many
     * milliseconds there is nothing more to do. */
    int (*pass)(struct host *host);
    void (*wait)(struct host *host, int milliseconds); /* so long, or until something comes */
    void (*close)(struct host *host);
    /* The squares of a QR code, row by row, *side of them in a row, which are the caller's; the
     * lowest bit of a dark one is set. NULL: the words are too long for one. */
    unsigned char *(*draw_code)(const char *words, int *side);
};

struct host_options {
    const char *address; /* NULL: the first that others reach, or else this computer's own */
    int port;            /* 0: any */
    const char *pages;   /* the folder of what is served */
    const char *broker;  /* NULL: tables lie in the folder, or without one in memory */
    const char *folder;
    const char *version;      /* of this host; only a broker asks for it */
    struct hall_options hall; /* all but keeper, send, close and data */
};

/* NULL and the error. */
typedef struct host *host_opener(const struct host_options *options, struct error *error);
host_opener host_open;

#endif
