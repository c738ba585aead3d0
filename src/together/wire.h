/* The network: HTTP and WebSocket by libwebsockets, in a thread of its own. It hands texts over and
 * knows nothing of races, so no race needs a lock; what is sent is handed to it in one go.
 *
 * It keeps what no page may do away from whoever hears: messages over 1,024 bytes, more than 20 a
 * second behind a burst of 40, and those of other pages' scripts (Origin) end a connection with
 * 1008 or are refused; who says nothing is asked whether he is there and dropped after 30 s.
 */
#ifndef GRAPHPRIX_TOGETHER_WIRE_H
#define GRAPHPRIX_TOGETHER_WIRE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire;

enum wire_kind {
    WIRE_COMES, /* the text is the address */
    WIRE_SAYS,
    WIRE_GOES,
    WIRE_ASKS /* for the course of a table: the text is its code; wire_give answers */
};

struct wire_heard {
    enum wire_kind kind;
    uint64_t page;
    size_t length;
    char *text; /* the caller's to free; a zero behind it */
};

/* The addresses of this computer, those that others reach first, its own last; at least one. */
enum { WIRE_ADDRESS_BYTES = 48 };
int wire_addresses(char into[][WIRE_ADDRESS_BYTES], int most);

/* Listens at that address, on *port, 0 for any free one, which is told. The folder's files are
 * read once and served as `/NAME`, `index.html` as `/`, too. NULL and the error if that failed. */
struct wire *wire_open(const char *address, int *port, const char *folder, struct error *error);
void wire_close(struct wire *wire);

/* What came first and was not heard yet; false: nothing. Else who looks is woken by worker_wake. */
bool wire_hear(struct wire *wire, struct wire_heard *into);
/* Until there is something or so many milliseconds have gone by. */
void wire_wait(struct wire *wire, int milliseconds);
/* By any thread: whoever waits, or will wait next, comes back. */
void wire_wake(void *wire);

/* To be sent with the next wire_flush. */
void wire_send(struct wire *wire, uint64_t page, const char *bytes, size_t length);
void wire_give(struct wire *wire, uint64_t page, const char *bytes, size_t length); /* 0: none */
void wire_send_away(struct wire *wire, uint64_t page, int code);
void wire_flush(struct wire *wire);

#endif
