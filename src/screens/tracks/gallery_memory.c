/* Par by fingerprint: one list for the whole program, and a file of lines "FINGERPRINT ROUNDS".
 */
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "screens/tracks/gallery.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first line changes whenever par would be another for the same sheet. */
static const char head[] = "graphprix par 1\n";
enum { KEPT = 4096, FILE_LIMIT = 1024 * 1024, ROUNDS_MOST = 10000000 };

static struct {
    struct memory {
        uint64_t fingerprint;
        int rounds;
    } items[KEPT];
    int count, next; /* the one that is given up next, once all are taken */
    bool changed;
    char *path; /* where they are kept, owned; NULL: nowhere */
} memory;

bool gallery_memory_find(uint64_t fingerprint, int *rounds)
{
    for (int i = 0; i < memory.count; i++)
        if (memory.items[i].fingerprint == fingerprint) {
            *rounds = memory.items[i].rounds;
            return true;
        }
    return false;
}

void gallery_memory_keep(uint64_t fingerprint, int rounds)
{
    int known;
    if (gallery_memory_find(fingerprint, &known))
        return;
    int index = memory.count < KEPT ? memory.count++ : memory.next;
    memory.next = (index + 1) % KEPT;
    memory.items[index] = (struct memory){fingerprint, rounds};
    memory.changed = true;
}

/* What is no line of ours ends it: the rest is searched for again. */
static void read_lines(const char *line)
{
    uint64_t fingerprint;
    int rounds, length = 0;
    while (sscanf(line, "%16" SCNx64 " %8d%n", &fingerprint, &rounds, &length) == 2 &&
           line[length] == '\n' && rounds >= 0 && rounds <= ROUNDS_MOST) {
        gallery_memory_keep(fingerprint, rounds);
        line += length + 1;
    }
}

void gallery_memory_open(const char *path)
{
    struct text content = {0};
    struct error error;
    free(memory.path);
    memory.path = path ? memory_copy_string(path) : NULL;
    memory.count = memory.next = 0;
    if (path && file_read(path, FILE_LIMIT, &content, &error) &&
        strncmp(text_string(&content), head, strlen(head)) == 0)
        read_lines(content.data + strlen(head));
    text_free(&content);
    memory.changed = false;
}

void gallery_memory_save(void)
{
    struct text content = {0};
    struct error error;
    if (!memory.path || !memory.changed)
        return;
    text_append(&content, head);
    for (int i = 0; i < memory.count; i++)
        text_append_format(&content, "%016" PRIx64 " %d\n", memory.items[i].fingerprint,
                           memory.items[i].rounds);
    /* A cache that cannot be written is none: nobody needs to be told. */
    if (file_make_folder_of(memory.path, &error))
        (void)file_write_atomically(memory.path, content.data, content.length, &error);
    memory.changed = false;
    text_free(&content);
}
