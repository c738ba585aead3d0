/* See photo_header.h. */
#include "studio/graph_paper/photo/photo_header.h"

#include "studio/graph_paper/photo/photo.h"

#include <string.h>

enum {
    JPEG_START = 0xd8,
    JPEG_END = 0xd9,
    JPEG_SCAN = 0xda,
    JPEG_EXIF = 0xe1,
    /* A camera's picture has at most a dozen scans; thousands of them are made to take hours. */
    JPEG_SCANS_MOST = 100,
    /* Even white paper needs a bit a block of 8 x 8. */
    JPEG_PIXELS_A_BYTE = 1024,
    PNG_SIGNATURE = 8,
    PNG_AROUND = 12, /* length, name and checksum of a chunk */
    PNG_PIXELS_A_BYTE = 9000,
    EXIF_ORIENTATION = 0x0112,
    EXIF_SHORT = 3,
};

/* Bytes that are read from the front; whoever reads too far gets zeros and `ended`. */
struct bytes {
    const uint8_t *data;
    size_t length, at;
    bool little; /* byte order of EXIF */
    bool ended;
};

static uint32_t take(struct bytes *bytes, int count)
{
    if (bytes->length - bytes->at < (size_t)count) {
        bytes->ended = true;
        bytes->at = bytes->length;
        return 0;
    }
    uint32_t value = 0;
    for (int i = 0; i < count; i++) {
        uint32_t byte = bytes->data[bytes->at + (size_t)i];
        value = bytes->little ? value | byte << 8 * i : value << 8 | byte;
    }
    bytes->at += (size_t)count;
    return value;
}

static void skip(struct bytes *bytes, size_t count)
{
    bytes->ended = bytes->ended || bytes->length - bytes->at < count;
    bytes->at = bytes->ended ? bytes->length : bytes->at + count;
}

/* --- kinds ----------------------------------------------------------------------------------- */

static const struct {
    int at;
    const char *bytes;
    int length;
    enum photo_kind kind;
    const char *name;
} kinds[] = {
    {0, "\xff\xd8\xff", 3, PHOTO_JPEG, NULL},
    {0, "\x89PNG\r\n\x1a\n", 8, PHOTO_PNG, NULL},
    {4, "ftypheic", 8, PHOTO_OTHER_KIND, "a HEIC picture"},
    {4, "ftypheix", 8, PHOTO_OTHER_KIND, "a HEIC picture"},
    {4, "ftypmif1", 8, PHOTO_OTHER_KIND, "a HEIC picture"},
    {4, "ftypavif", 8, PHOTO_OTHER_KIND, "an AVIF picture"},
    {8, "WEBPVP8", 7, PHOTO_OTHER_KIND, "a WebP picture"},
    {0, "GIF87a", 6, PHOTO_OTHER_KIND, "a GIF picture"},
    {0, "GIF89a", 6, PHOTO_OTHER_KIND, "a GIF picture"},
    {0, "II*\0", 4, PHOTO_OTHER_KIND, "a TIFF or raw picture"},
    {0, "MM\0*", 4, PHOTO_OTHER_KIND, "a TIFF or raw picture"},
    {0, "\0\0\0\x0cjP  ", 8, PHOTO_OTHER_KIND, "a JPEG 2000 picture"},
    {6, "\0\0\0\0", 4, PHOTO_OTHER_KIND, "a BMP picture"},
};

enum photo_kind photo_find_kind(const uint8_t *bytes, size_t length, const char **name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t end = (size_t)(kinds[i].at + kinds[i].length);
        if (length < end || memcmp(bytes + kinds[i].at, kinds[i].bytes, (size_t)kinds[i].length))
            continue;
        if (kinds[i].at == 6 && memcmp(bytes, "BM", 2) != 0)
            continue;
        if (name != NULL)
            *name = kinds[i].name;
        return kinds[i].kind;
    }
    if (name != NULL)
        *name = NULL;
    return PHOTO_NO_KIND;
}

/* --- EXIF ------------------------------------------------------------------------------------ */

/* The orientation in a TIFF header with its first directory; 1 if there is none or it is rubbish.
 */
static int read_orientation(const uint8_t *data, size_t length)
{
    struct bytes exif = {.data = data, .length = length};
    uint32_t order = take(&exif, 2);
    exif.little = order == 0x4949;
    if ((order != 0x4949 && order != 0x4d4d) || take(&exif, 2) != 42)
        return 1;
    size_t directory = take(&exif, 4);
    exif.at = directory < length ? directory : length;
    int entries = (int)take(&exif, 2);
    for (int i = 0; i < entries && !exif.ended; i++) {
        uint32_t tag = take(&exif, 2);
        uint32_t type = take(&exif, 2);
        uint32_t count = take(&exif, 4);
        uint32_t value = take(&exif, 2);
        skip(&exif, 2);
        if (tag == EXIF_ORIENTATION && !exif.ended)
            return type == EXIF_SHORT && count == 1 && value >= 1 && value <= 8 ? (int)value : 1;
    }
    return 1;
}

/* --- JPEG ------------------------------------------------------------------------------------ */

static bool breaks_off(struct error *error)
{
    return error_set(error, "the picture breaks off: its file is not complete, copy or send it "
                            "once more");
}

static bool is_damaged(struct error *error)
{
    return error_set(error, "the picture's file is damaged: copy or send it once more, or take "
                            "another photo");
}

/* The code of the next marker; what lies before it is pixels. 0 at the end of the bytes. */
static uint8_t next_marker(struct bytes *bytes)
{
    while (bytes->at < bytes->length) {
        const uint8_t *found = memchr(bytes->data + bytes->at, 0xff, bytes->length - bytes->at);
        if (found == NULL)
            break;
        bytes->at = (size_t)(found - bytes->data) + 1;
        while (bytes->at < bytes->length && bytes->data[bytes->at] == 0xff)
            bytes->at++;
        if (bytes->at == bytes->length)
            break;
        uint8_t code = bytes->data[bytes->at++];
        bool is_data = code == 0 || (code >= 0xd0 && code <= 0xd7);
        if (!is_data)
            return code;
    }
    bytes->ended = true;
    return 0;
}

static bool is_frame(uint8_t code)
{
    return code >= 0xc0 && code <= 0xcf && code != 0xc4 && code != 0xc8 && code != 0xcc;
}

static bool read_frame(struct bytes segment, struct photo_header *header, struct error *error)
{
    uint32_t bits = take(&segment, 1);
    header->height = (int)take(&segment, 2);
    header->width = (int)take(&segment, 2);
    if (segment.ended || header->width == 0 || header->height == 0)
        return is_damaged(error);
    if (bits != 8)
        return error_set(error,
                         "the picture has %u bits a colour, which is not read here: save it "
                         "as an ordinary JPEG or as PNG",
                         bits);
    return true;
}

static bool read_jpeg(struct bytes bytes, struct photo_header *header, struct error *error)
{
    int scans = 0;
    bytes.at = 2;
    for (;;) {
        uint8_t code = next_marker(&bytes);
        if (code == JPEG_END)
            break;
        if (bytes.ended)
            return breaks_off(error);
        if (code == 0x01)
            continue;
        size_t length = take(&bytes, 2);
        if (code < 0xc0 || code == JPEG_START || (length < 2 && !bytes.ended))
            return is_damaged(error);
        struct bytes segment = bytes;
        skip(&bytes, length - 2);
        if (bytes.ended)
            return breaks_off(error);
        segment.length = bytes.at;
        if (is_frame(code) && header->width == 0 && !read_frame(segment, header, error))
            return false;
        const uint8_t *data = segment.data + segment.at;
        if (code == JPEG_EXIF && scans == 0 && length > 8 && memcmp(data, "Exif\0\0", 6) == 0)
            header->orientation = read_orientation(data + 6, length - 8);
        if (code == JPEG_SCAN && (header->width == 0 || ++scans > JPEG_SCANS_MOST))
            return is_damaged(error);
    }
    return scans > 0 || is_damaged(error);
}

/* --- PNG ------------------------------------------------------------------------------------- */

static uint32_t checksum(const uint8_t *data, size_t length, const uint32_t table[256])
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < length; i++)
        sum = sum >> 8 ^ table[(sum ^ data[i]) & 0xff];
    return ~sum;
}

static void fill_table(uint32_t table[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320 : value >> 1;
        table[i] = value;
    }
}

/* One chunk; its name and its data in *chunk. */
static bool take_chunk(struct bytes *bytes, char name[4], struct bytes *chunk,
                       const uint32_t table[256], struct error *error)
{
    size_t length = take(bytes, 4);
    size_t start = bytes->at;
    skip(bytes, 4 + length);
    uint32_t promised = take(bytes, 4);
    if (bytes->ended)
        return length > INT32_MAX ? is_damaged(error) : breaks_off(error);
    memcpy(name, bytes->data + start, 4);
    *chunk = (struct bytes){.data = bytes->data + start + 4, .length = length};
    return checksum(bytes->data + start, 4 + length, table) == promised || is_damaged(error);
}

static bool read_png(struct bytes bytes, struct photo_header *header, struct error *error)
{
    uint32_t table[256];
    fill_table(table);
    bytes.at = PNG_SIGNATURE;
    char name[4] = "";
    while (memcmp(name, "IEND", 4) != 0) {
        struct bytes chunk = {0};
        if (!take_chunk(&bytes, name, &chunk, table, error))
            return false;
        bool is_first = header->width == 0;
        if (is_first != (memcmp(name, "IHDR", 4) == 0))
            return is_damaged(error);
        if (is_first) {
            uint32_t width = take(&chunk, 4);
            uint32_t height = take(&chunk, 4);
            if (chunk.length != 13 || width == 0 || height == 0 || width > INT32_MAX ||
                height > INT32_MAX)
                return is_damaged(error);
            header->width = (int)width;
            header->height = (int)height;
        }
        if (memcmp(name, "eXIf", 4) == 0)
            header->orientation = read_orientation(chunk.data, chunk.length);
    }
    return true;
}

/* --- both ------------------------------------------------------------------------------------ */

static bool check_size(const struct photo_header *header, size_t length, struct error *error)
{
    int64_t pixels = (int64_t)header->width * header->height;
    if (pixels > PHOTO_PIXELS_MOST)
        return error_set(error,
                         "the picture has %d × %d pixels, more than the %d million that are read: "
                         "make it smaller",
                         header->width, header->height, PHOTO_PIXELS_MOST / 1000000);
    if (header->width < PHOTO_SIDE_LEAST || header->height < PHOTO_SIDE_LEAST)
        return error_set(error,
                         "the picture has only %d × %d pixels, too few for a track: it needs %d "
                         "at least, better 1000",
                         header->width, header->height, PHOTO_SIDE_LEAST);
    int most = header->kind == PHOTO_JPEG ? JPEG_PIXELS_A_BYTE : PNG_PIXELS_A_BYTE;
    return pixels / most <= (int64_t)length || is_damaged(error);
}

bool photo_read_header(const uint8_t *bytes, size_t length, struct photo_header *header,
                       struct error *error)
{
    const char *name;
    *header =
        (struct photo_header){.kind = photo_find_kind(bytes, length, &name), .orientation = 1};
    struct bytes all = {.data = bytes, .length = length};
    if (length == 0)
        return error_set(error, "the file is empty");
    if (length > PHOTO_FILE_LIMIT)
        return error_set(error, "the picture's file is larger than %d MiB: make it smaller",
                         PHOTO_FILE_LIMIT / (1024 * 1024));
    if (header->kind == PHOTO_NO_KIND)
        return error_set(error, "this is no picture that is known here: give a JPEG or PNG file");
    if (header->kind == PHOTO_OTHER_KIND)
        return error_set(error, "this is %s: save or send it as JPEG or PNG", name);
    bool read =
        header->kind == PHOTO_JPEG ? read_jpeg(all, header, error) : read_png(all, header, error);
    return read && check_size(header, length, error);
}
