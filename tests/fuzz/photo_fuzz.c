/* Any bytes: a picture of sane size or an error; a small one is traced, and what is found lies on
 * its sheet. */
#include "base/memory.h"
#include "studio/graph_paper/photo/photo.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TRACED_MOST = 200 * 200 };

/* Open lines alone are nothing found, and of what is not trusted nothing is proposed. */
static void check_found(const struct photo_tracing *tracing, bool found)
{
    bool any_closed = false, any_taken = false;
    for (int i = 0; i < tracing->loop_count; i++) {
        any_closed = any_closed || !tracing->loops[i].is_open;
        any_taken = any_taken || tracing->loops[i].taken;
    }
    assert(!found || any_closed);
    assert(found || !any_taken);
}

static void check_tracing(const struct photo *photo)
{
    struct photo_wish wish = {.across = 20};
    struct photo_tracing tracing;
    struct error error;
    bool found = photo_trace(photo, &wish, NULL, &tracing, &error);
    check_found(&tracing, found);
    assert(found || error.text[0] != '\0');
    for (int i = 0; i < tracing.loop_count; i++)
        for (int j = 0; j < tracing.loops[i].count; j++) {
            struct point vertex = tracing.loops[i].vertices[j];
            assert(vertex.x >= 0 && vertex.x <= tracing.width * FINE);
            assert(vertex.y >= 0 && vertex.y <= tracing.height * FINE);
        }
    struct draft draft;
    photo_make_draft(&tracing, &draft);
    draft_free(&draft);
    photo_tracing_free(&tracing);
}

static uint32_t checksum(const unsigned char *data, size_t length)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < length; i++) {
        sum ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
    }
    return ~sum;
}

/* Chunks of a PNG with the right checksums, or no change would ever reach the decoder. */
static void mend_checksums(unsigned char *data, size_t size)
{
    size_t at = 8;
    while (size >= 12 && at <= size - 12) {
        size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 |
                        (size_t)data[at + 2] << 8 | data[at + 3];
        if (length > size - 12 - at)
            break;
        uint32_t sum = checksum(data + at + 4, 4 + length);
        for (size_t i = 0; i < 4; i++)
            data[at + 8 + length + i] = (unsigned char)(sum >> (24 - 8 * i));
        at += 12 + length;
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error = {0};
    unsigned char *copy = memory_copy(data, size, 1);
    if (size > 8 && memcmp(copy, "\x89PNG", 4) == 0)
        mend_checksums(copy, size);
    if (photo_find_kind(copy, size, NULL) == PHOTO_HEIC) {
        /* What decodes it is a library of the system, with fuzzers of its own. */
        struct photo_header header;
        bool read = photo_read_header(copy, size, &header, &error);
        assert(read ? (int64_t)header.width * header.height <= PHOTO_PIXELS_MOST
                    : error.text[0] != '\0');
        free(copy);
        return 0;
    }
    struct photo *photo = photo_read(copy, size, &error);
    free(copy);
    if (photo == NULL) {
        assert(error.text[0] != '\0');
        return 0;
    }
    int width;
    int height;
    photo_size(photo, &width, &height);
    assert(width >= PHOTO_SIDE_LEAST && height >= PHOTO_SIDE_LEAST);
    assert((int64_t)width * height <= PHOTO_PIXELS_MOST);
    int small_width;
    int small_height;
    uint32_t *pixels = photo_pixels(photo, 50, &small_width, &small_height);
    assert(small_width >= 1 && small_width <= 50 && small_height >= 1 && small_height <= 50);
    free(pixels);
    if (width * height <= TRACED_MOST)
        check_tracing(photo);
    photo_free(photo);
    return 0;
}
