/* Fuzzes the file of pars: whatever its bytes are, the program starts; what it takes from it are
 * rounds that can be, the same fingerprint once, and what it then writes it reads again as the
 * same. */
#include "screens/tracks/tracks.h"

#include "base/system/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS_MOST = 10000000, FILE_MOST = 1 << 20 };
static const uint64_t own = UINT64_C(0x1234567890abcdef); /* a fingerprint that no seed has */

static void require(bool condition)
{
    if (!condition)
        abort();
}

static char *file_path(void)
{
    static char folder[] = "/dev/shm/graphprix-par-XXXXXX";
    static char *path;
    if (!path) {
        require(mkdtemp(folder) != NULL);
        path = file_join(folder, "par.txt");
    }
    return path;
}

static void write_bytes(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    require(file != NULL);
    require(fwrite(bytes, 1, length, file) == length);
    require(fclose(file) == 0);
}

/* Each line that was written is known, and there are no others. */
static void require_known(const struct text *written)
{
    const char *line = strchr(text_string(written), '\n');
    for (uint64_t fingerprint; line && line[1]; line = strchr(line + 1, '\n')) {
        int told = 0, rounds = -1;
        require(sscanf(line + 1, "%" SCNx64 " %d", &fingerprint, &told) == 2);
        require(par_memory_find(fingerprint, &rounds));
        require(rounds == told && rounds >= 0 && rounds <= ROUNDS_MOST);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const char *path = file_path();
    struct text first = {0}, second = {0};
    struct error error;
    int rounds = -1;
    write_bytes(path, bytes, length);
    par_memory_open(path);
    par_memory_keep(own, 7);
    par_memory_save();
    require(par_memory_find(own, &rounds));
    require(file_read(path, FILE_MOST, &first, &error));
    par_memory_open(path);
    require_known(&first);
    par_memory_keep(own + 1, 8);
    par_memory_keep(own + 1, 9); /* what is known stays */
    par_memory_save();
    require(par_memory_find(own + 1, &rounds) && rounds == 8);
    require(file_read(path, FILE_MOST, &second, &error));
    unlink(path);
    text_free(&first);
    text_free(&second);
    return 0;
}
