/* gzip by zlib, a piece at a time, so that a small file cannot become a large one unseen. */
#include "base/formats.h"

#include <string.h>
#include <zlib.h>

enum { PIECE = 65536, WINDOW_OF_GZIP = 15 + 16 };

bool unpack_is_packed(const char *bytes, size_t length)
{
    return length > 2 && memcmp(bytes, "\x1f\x8b\x08", 3) == 0;
}

/* All members, one behind the other; what follows the last one is nothing to gzip. */
static int unpack_members(z_stream *stream, size_t limit, struct text *into)
{
    char piece[PIECE];
    int state = Z_OK;
    while (state == Z_OK) {
        stream->next_out = (Bytef *)piece;
        stream->avail_out = sizeof piece;
        state = inflate(stream, Z_NO_FLUSH);
        size_t made = sizeof piece - stream->avail_out;
        if (made > limit)
            return Z_MEM_ERROR;
        limit -= made;
        text_append_bytes(into, piece, made);
        if (state == Z_STREAM_END && unpack_is_packed((char *)stream->next_in, stream->avail_in))
            state = inflateReset(stream);
    }
    return state;
}

bool unpack_append(const char *bytes, size_t length, size_t limit, struct text *into,
                   struct error *error)
{
    z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)length};
    size_t before = into->length;
    if (inflateInit2(&stream, WINDOW_OF_GZIP) != Z_OK)
        return error_set(error, "there is not enough memory");
    int state = unpack_members(&stream, limit, into);
    inflateEnd(&stream);
    if (state == Z_STREAM_END)
        return true;
    if (into->data)
        text_cut(into, before);
    return state == Z_MEM_ERROR
               ? error_set(error, "unpacked, the file is larger than %zu MiB; simplify the drawing",
                           limit / 1024 / 1024)
               : error_set(error, "the packed file (.svgz) is cut or damaged; save it again");
}
