/* From the bytes of a file to the upright working copy.
 *
 * What the first bytes promise is read by ourselves; leptonica decodes JPEG and PNG, libheif
 * HEIC, and nothing else reaches them; a JPEG is decoded at a half, a quarter or an eighth of its
 * size. */

#include "studio/graph_paper/photo/photo.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"

#include <leptonica/allheaders.h>
#include <stdlib.h>
#include <string.h>

/* HEIC pictures, by libheif, which is loaded when there is one and is not needed to build.
 *
 * Of its interface only what is written here is used; it has been the same since version 1.0. A
 * program that brings its own decoders for it gets pictures no larger than we have judged.
 */

enum { COLOURS_RGB = 1, INTERLEAVED_RGB = 10, INTERLEAVED = 10 };

struct photo_told {
    int code, detail; /* code 0: it worked */
    const char *words;
};

struct decoder {
    void *(*open)(void);
    void (*close)(void *context);
    struct photo_told (*read)(void *context, const void *bytes, size_t length, const void *options);
    struct photo_told (*find)(void *context, void **picture);
    void (*leave)(const void *picture);
    int (*width)(const void *picture);
    int (*height)(const void *picture);
    struct photo_told (*decode)(const void *picture, void **image, int colours, int chroma,
                                const void *options);
    void (*drop)(const void *image);
    int (*across)(const void *image, int channel);
    int (*down)(const void *image, int channel);
    const uint8_t *(*pixels)(const void *image, int channel, int *stride);
};

/* The names, in the order of the functions. */
static const char *const names[] = {
    "heif_context_alloc",
    "heif_context_free",
    "heif_context_read_from_memory_without_copy",
    "heif_context_get_primary_image_handle",
    "heif_image_handle_release",
    "heif_image_handle_get_width",
    "heif_image_handle_get_height",
    "heif_decode_image",
    "heif_image_release",
    "heif_image_get_width",
    "heif_image_get_height",
    "heif_image_get_plane_readonly",
};
enum { FUNCTIONS = sizeof names / sizeof *names };

/* A pointer to a function is as large as one to an object on every system that has such libraries
 * (POSIX says so of dlsym). */
static bool load(struct decoder *decoder)
{
    void *found[FUNCTIONS];
    _Static_assert(sizeof found == sizeof *decoder, "a name for each function");
    if (!library_find("libheif.so.1", names, found, FUNCTIONS))
        return false;
    memcpy(decoder, found, sizeof found);
    return true;
}

bool photo_has_heif(void)
{
    struct decoder decoder;
    return load(&decoder);
}

static PIX *copy_image(const struct decoder *decoder, const void *image, int64_t most)
{
    int stride = 0;
    int width = decoder->across(image, INTERLEAVED), height = decoder->down(image, INTERLEAVED);
    const uint8_t *pixels = decoder->pixels(image, INTERLEAVED, &stride);
    if (pixels == NULL || width < 1 || height < 1 || (int64_t)width * height > most ||
        stride < 3 * width)
        return NULL;
    PIX *pix = pixCreate(width, height, 32);
    for (int y = 0; pix != NULL && y < height; y++) {
        l_uint32 *into = pixGetData(pix) + (size_t)y * (size_t)pixGetWpl(pix);
        const uint8_t *from = pixels + (size_t)y * (size_t)stride;
        for (int x = 0; x < width; x++, from += 3)
            into[x] = (l_uint32)from[0] << 24 | (l_uint32)from[1] << 16 | (l_uint32)from[2] << 8;
    }
    return pix;
}

/* It is asked for the size before anything is decoded. */
static PIX *heif_decode(const struct decoder *decoder, void *context, int64_t most)
{
    void *picture = NULL, *image = NULL;
    PIX *pix = NULL;
    if (decoder->find(context, &picture).code != 0)
        return NULL;
    int width = decoder->width(picture), height = decoder->height(picture);
    if (width > 0 && height > 0 && (int64_t)width * height <= most &&
        decoder->decode(picture, &image, COLOURS_RGB, INTERLEAVED_RGB, NULL).code == 0) {
        pix = copy_image(decoder, image, most);
        decoder->drop(image);
    }
    decoder->leave(picture);
    return pix;
}

/* The upright picture, 32 bits a pixel; NULL if it is damaged or has more than `most` pixels. */
static PIX *photo_decode_heif(const void *bytes, size_t length, int64_t most)
{
    struct decoder decoder;
    PIX *pix = NULL;
    void *context = load(&decoder) ? decoder.open() : NULL;
    if (context == NULL)
        return NULL;
    if (decoder.read(context, bytes, length, NULL).code == 0)
        pix = heif_decode(&decoder, context, most);
    decoder.close(context);
    return pix;
}

/* === read ===================================================================================== */

/* --- what a file promises -------------------------------------------------------------------- */

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
    PNG_PIXELS_A_BYTE = 9000,
    HEIC_PIXELS_A_BYTE = 9000,
    HEIC_DEPTH = 3, /* of boxes that hold what is looked for */
    EXIF_ORIENTATION = 0x0112,
    EXIF_SHORT = 3,
    QUARTER_RIGHT = 6, /* an orientation */
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
    {4, "ftypheic", 8, PHOTO_HEIC, "a HEIC picture"},
    {4, "ftypheix", 8, PHOTO_HEIC, "a HEIC picture"},
    {4, "ftypmif1", 8, PHOTO_HEIC, "a HEIC picture"},
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
        if (code <= 0xcf && code != 0xc4 && code != 0xc8 && code != 0xcc && header->width == 0 &&
            !read_frame(segment, header, error))
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

/* One chunk; its name and its data in *chunk. */
static bool take_chunk(struct bytes *bytes, char name[4], struct bytes *chunk,
                       const uint32_t table[256], struct error *error)
{
    size_t length = take(bytes, 4), start = bytes->at;
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
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320 : value >> 1;
        table[i] = value;
    }
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

/* --- HEIC ------------------------------------------------------------------------------------ */

/* One box; its kind, and what is in it. */
static bool take_box(struct bytes *bytes, char kind[4], struct bytes *box, struct error *error)
{
    size_t start = bytes->at;
    uint64_t length = take(bytes, 4);
    skip(bytes, 4);
    if (bytes->ended)
        return breaks_off(error);
    memcpy(kind, bytes->data + start + 4, 4);
    if (length == 1) {
        length = (uint64_t)take(bytes, 4) << 32;
        length |= take(bytes, 4);
    } else if (length == 0) {
        length = bytes->length - start;
    }
    size_t head = bytes->at - start;
    if (bytes->ended || length < head)
        return is_damaged(error);
    if (length - head > bytes->length - bytes->at)
        return breaks_off(error);
    *box = (struct bytes){.data = bytes->data + bytes->at, .length = (size_t)length - head};
    bytes->at += box->length;
    return true;
}

/* The largest size that any of its pictures has: tiles are smaller than what is made of them. */
static void take_extent(struct bytes box, struct photo_header *header)
{
    skip(&box, 4);
    uint32_t width = take(&box, 4), height = take(&box, 4);
    width = width > INT32_MAX ? INT32_MAX : width;
    height = height > INT32_MAX ? INT32_MAX : height;
    if (!box.ended && (int64_t)width * height > (int64_t)header->width * header->height) {
        header->width = (int)width;
        header->height = (int)height;
    }
}

static bool read_boxes(struct bytes bytes, int depth, struct photo_header *header,
                       struct error *error)
{
    static const char *const holders[HEIC_DEPTH] = {"meta", "iprp", "ipco"};
    while (bytes.at < bytes.length) {
        char kind[4];
        struct bytes box;
        if (!take_box(&bytes, kind, &box, error))
            return false;
        if (depth == HEIC_DEPTH && memcmp(kind, "ispe", 4) == 0)
            take_extent(box, header);
        if (depth == HEIC_DEPTH || memcmp(kind, holders[depth], 4) != 0)
            continue;
        if (depth == 0)
            skip(&box, 4);
        if (!read_boxes(box, depth + 1, header, error))
            return false;
    }
    return true;
}

/* --- both ------------------------------------------------------------------------------------ */

static bool check_size(const struct photo_header *header, size_t length, int least,
                       struct error *error)
{
    int64_t pixels = (int64_t)header->width * header->height;
    if (pixels > PHOTO_PIXELS_MOST)
        return error_set(error,
                         "the picture has %d × %d pixels, more than the %d million that are read: "
                         "make it smaller",
                         header->width, header->height, PHOTO_PIXELS_MOST / 1000000);
    if (header->width < least || header->height < least)
        return error_set(error,
                         "the picture has only %d × %d pixels, too few for a track: it needs %d "
                         "at least, better 1000",
                         header->width, header->height, least);
    int most = header->kind == PHOTO_JPEG  ? JPEG_PIXELS_A_BYTE
               : header->kind == PHOTO_PNG ? PNG_PIXELS_A_BYTE
                                           : HEIC_PIXELS_A_BYTE;
    return pixels / most <= (int64_t)length || is_damaged(error);
}

static bool read_header(const uint8_t *bytes, size_t length, int least, struct photo_header *header,
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
    if (header->kind == PHOTO_OTHER_KIND || (header->kind == PHOTO_HEIC && !photo_has_heif()))
        return error_set(error, "this is %s: save or send it as JPEG or PNG", name);
    bool read = header->kind == PHOTO_JPEG ? read_jpeg(all, header, error)
                : header->kind == PHOTO_PNG
                    ? read_png(all, header, error)
                    : read_boxes(all, 0, header, error) && (header->width > 0 || is_damaged(error));
    return read && check_size(header, length, least, error);
}

bool photo_read_header(const uint8_t *bytes, size_t length, struct photo_header *header,
                       struct error *error)
{
    return read_header(bytes, length, PHOTO_SIDE_LEAST, header, error);
}

/* --- decoding -------------------------------------------------------------------------------- */

static int longer_side(int width, int height)
{
    return width > height ? width : height;
}

static PIX *decode(const uint8_t *bytes, size_t length, const struct photo_header *header)
{
    int reduction = 8;
    int side = longer_side(header->width, header->height);
    while (reduction > 1 && side / reduction < PHOTO_WORK_LEAST)
        reduction /= 2;
    if (header->kind == PHOTO_PNG)
        return pixReadMemPng(bytes, length);
    if (header->kind == PHOTO_HEIC)
        return photo_decode_heif(bytes, length, (int64_t)header->width * header->height);
    int warnings = 0;
    return pixReadMemJpeg(bytes, length, 0, reduction, &warnings, L_JPEG_CONTINUE_WITH_BAD_DATA);
}

/* Does the decoder see the size that we have judged? */
static bool agrees(const uint8_t *bytes, size_t length, const struct photo_header *header)
{
    int width = 0;
    int height = 0;
    if (header->kind == PHOTO_HEIC)
        return true; /* the decoder is held to it (heif.c) */
    if (header->kind == PHOTO_PNG)
        readHeaderMemPng(bytes, length, &width, &height, NULL, NULL, NULL);
    else
        readHeaderMemJpeg(bytes, length, &width, &height, NULL, NULL, NULL);
    return width == header->width && height == header->height;
}

/* 32 bits a pixel, small, what is transparent white; takes over and gives back. */
static PIX *prepare(PIX *pix)
{
    PIX *plain = pixConvertTo32(pix);
    pixDestroy(&pix);
    if (plain != NULL && pixGetSpp(plain) == 4) {
        PIX *blended = pixAlphaBlendUniform(plain, 0xffffff00);
        pixDestroy(&plain);
        plain = blended;
    }
    int side = plain == NULL ? 0 : longer_side(pixGetWidth(plain), pixGetHeight(plain));
    if (side > PHOTO_WORK_MOST) {
        float factor = (float)PHOTO_WORK_MOST / (float)side;
        PIX *smaller = pixScaleAreaMap(plain, factor, factor);
        pixDestroy(&plain);
        plain = smaller;
    }
    return plain;
}

/* --- turning --------------------------------------------------------------------------------- */

/* Where the upright picture's pixel (x, y) is stored, for each orientation of EXIF: bit 0 of the
 * row: the stored columns run from right to left; bit 1: the rows from below; bit 2: both swapped.
 */
static const int turnings[9] = {0, 0, 1, 3, 2, 4, 6, 7, 5};

static uint32_t *turn_pixels(const uint32_t *data, size_t words, int width, int height, int turning)
{
    uint32_t *pixels = memory_allocate((size_t)width * (size_t)height, sizeof *pixels);
    uint32_t *into = pixels;
    bool swapped = (turning & 4) != 0;
    for (int y = 0; y < (swapped ? width : height); y++)
        for (int x = 0; x < (swapped ? height : width); x++) {
            int column = swapped ? y : x, row = swapped ? x : y;
            column = turning & 1 ? width - 1 - column : column;
            row = turning & 2 ? height - 1 - row : row;
            *into++ = data[(size_t)row * words + (size_t)column];
        }
    return pixels;
}

static void make_upright(struct photo *photo, PIX *pix, const struct photo_header *header)
{
    int turning = turnings[header->orientation];
    int width = pixGetWidth(pix), height = pixGetHeight(pix);
    bool swapped = (turning & 4) != 0;
    *photo = (struct photo){.width = swapped ? header->height : header->width,
                            .height = swapped ? header->width : header->height,
                            .across = swapped ? height : width,
                            .down = swapped ? width : height};
    photo->pixels = turn_pixels(pixGetData(pix), (size_t)pixGetWpl(pix), width, height, turning);
    for (int i = 0; i < width * height; i++)
        photo->pixels[i] = 0xff000000 | photo->pixels[i] >> 8;
}

void photo_turn(struct photo *photo)
{
    uint32_t *pixels = turn_pixels(photo->pixels, (size_t)photo->across, photo->across, photo->down,
                                   turnings[QUARTER_RIGHT]);
    free(photo->pixels);
    *photo = (struct photo){photo->height, photo->width, photo->down, photo->across, pixels};
}

/* The libraries below leptonica write what they find wrong to the standard error themselves; what
 * is to be said about a picture is our error's. */
static PIX *decode_silently(const void *bytes, size_t length, const struct photo_header *header)
{
    silence_begin();
    setMsgSeverity(L_SEVERITY_NONE);
    PIX *pix = agrees(bytes, length, header) ? decode(bytes, length, header) : NULL;
    silence_end();
    return pix;
}

struct photo *photo_read(const void *bytes, size_t length, struct error *error)
{
    struct photo_header header;
    if (!photo_read_header(bytes, length, &header, error))
        return NULL;
    PIX *pix = decode_silently(bytes, length, &header);
    if (pix != NULL && header.kind == PHOTO_HEIC) { /* it may be cut or turned */
        header.width = pixGetWidth(pix);
        header.height = pixGetHeight(pix);
    }
    pix = pix == NULL ? NULL : prepare(pix);
    if (pix == NULL) {
        is_damaged(error);
        return NULL;
    }
    struct photo *photo = memory_allocate(1, sizeof *photo);
    make_upright(photo, pix, &header);
    pixDestroy(&pix);
    return photo;
}

uint32_t *photo_read_pixels(const void *bytes, size_t length, int *width, int *height,
                            struct error *error)
{
    struct photo_header header;
    if (!read_header(bytes, length, 1, &header, error))
        return NULL;
    if (header.kind != PHOTO_PNG) {
        error_set(error, "a grid of squares is read from PNG alone, which keeps each pixel as it "
                         "was: \"graphprix trace\" follows the lines of photos and drawings");
        return NULL;
    }
    PIX *read = decode_silently(bytes, length, &header);
    PIX *pix = read == NULL ? NULL : pixConvertTo32(read);
    pixDestroy(&read);
    if (pix == NULL) {
        is_damaged(error);
        return NULL;
    }
    *width = header.width;
    *height = header.height;
    size_t words = (size_t)pixGetWpl(pix);
    uint32_t *pixels = turn_pixels(pixGetData(pix), words, *width, *height, turnings[1]);
    size_t count = (size_t)*width * (size_t)*height;
    bool sees_through = pixGetSpp(pix) == 4;
    for (size_t i = 0; i < count; i++)
        pixels[i] = sees_through && (pixels[i] & 0xff) < 128 ? 0 : 0xff000000 | pixels[i] >> 8;
    pixDestroy(&pix);
    return pixels;
}

struct photo *photo_load(const char *path, struct error *error)
{
    struct text content = {0};
    struct photo *photo = NULL;
    if (file_read(path, PHOTO_FILE_LIMIT, &content, error))
        photo = photo_read(content.data, content.length, error);
    text_free(&content);
    return photo;
}

void photo_free(struct photo *photo)
{
    if (photo != NULL)
        free(photo->pixels);
    free(photo);
}

bool photo_is_picture(const char *path)
{
    uint8_t start[16];
    size_t length = file_read_start(path, start, sizeof start);
    return photo_find_kind(start, length, NULL) != PHOTO_NO_KIND;
}

void photo_size(const struct photo *photo, int *width, int *height)
{
    *width = photo->width;
    *height = photo->height;
}

/* The mean of the pixels of a box. */
static uint32_t mean_pixel(const struct photo *photo, int left, int top, int right, int bottom)
{
    uint32_t red = 0;
    uint32_t green = 0;
    uint32_t blue = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            uint32_t pixel = photo->pixels[(size_t)y * (size_t)photo->across + (size_t)x];
            red += pixel >> 16 & 0xff;
            green += pixel >> 8 & 0xff;
            blue += pixel & 0xff;
        }
    uint32_t count = (uint32_t)((right - left) * (bottom - top));
    return 0xff000000 | red / count << 16 | green / count << 8 | blue / count;
}

uint32_t *photo_pixels(const struct photo *photo, int side, int *width, int *height)
{
    int longer = longer_side(photo->across, photo->down);
    side = side < 1 ? 1 : side > longer ? longer : side;
    *width = (int)((int64_t)photo->across * side / longer);
    *height = (int)((int64_t)photo->down * side / longer);
    *width = *width < 1 ? 1 : *width;
    *height = *height < 1 ? 1 : *height;
    uint32_t *pixels = memory_allocate((size_t)*width * (size_t)*height, sizeof *pixels);
    for (int y = 0; y < *height; y++)
        for (int x = 0; x < *width; x++)
            pixels[(size_t)y * (size_t)*width + (size_t)x] =
                mean_pixel(photo, (int)((int64_t)x * photo->across / *width),
                           (int)((int64_t)y * photo->down / *height),
                           (int)((int64_t)(x + 1) * photo->across / *width),
                           (int)((int64_t)(y + 1) * photo->down / *height));
    return pixels;
}

/* === board ==================================================================================== */

/* Chalk on a board: a negative of the photo is traced as paper is. */

enum {
    SHRUNK = 2,
    LINE_PART = 140, /* of the picture's longer side: half of what is too wide for a line */
    LEAST_STEP = 36, /* of 255, from line to ground */
    LIGHTEST_BOARD = 128,
    DIM = 40 /* of 255: darker than this noise counts more than light */
};

/* What differs from its ground by more than a little, in a plane where lines are darker; the light
 * of that ground on average. */
static int64_t count_lines(const struct photo_plane *light, const atomic_bool *cancelled,
                           int *ground)
{
    struct photo_plane paper = plane_copy(light);
    int longer = light->width > light->height ? light->width : light->height;
    int64_t count = 0, sum = 0;
    if (!photo_is_cancelled(cancelled))
        plane_close(&paper, longer / LINE_PART + 1);
    size_t cells = (size_t)light->width * (size_t)light->height;
    for (size_t i = 0; i < cells; i++)
        if (paper.cells[i] - light->cells[i] >= LEAST_STEP) {
            count++;
            sum += paper.cells[i];
        }
    plane_free(&paper);
    *ground = count > 0 ? (int)(sum / count) : 0;
    return count;
}

bool photo_is_board(const struct photo *photo, const atomic_bool *cancelled)
{
    struct photo_plane whole = photo_light(photo), light = plane_shrink(&whole, SHRUNK);
    int paper, board;
    int64_t dark_lines = count_lines(&light, cancelled, &paper);
    size_t cells = (size_t)light.width * (size_t)light.height;
    for (size_t i = 0; i < cells; i++)
        light.cells[i] = (uint8_t)(255 - light.cells[i]);
    int64_t light_lines = count_lines(&light, cancelled, &board);
    plane_free(&light);
    plane_free(&whole);
    return light_lines > 2 * dark_lines && 255 - board < LIGHTEST_BOARD;
}

/* What is twice as light becomes half as light, so that chalk in the shadow is as clear as
 * elsewhere.
 */
struct photo photo_negative(const struct photo *photo)
{
    struct photo negative = *photo;
    uint32_t inverse[256];
    for (uint32_t i = 0; i < 256; i++)
        inverse[i] = 255 * DIM / (i + DIM);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    negative.pixels = memory_copy(photo->pixels, count, sizeof *photo->pixels);
    for (size_t i = 0; i < count; i++)
        negative.pixels[i] = 0xff000000 | inverse[photo->pixels[i] >> 16 & 255] << 16 |
                             inverse[photo->pixels[i] >> 8 & 255] << 8 |
                             inverse[photo->pixels[i] & 255];
    return negative;
}

/* === red ====================================================================================== */

/* A red line across the road: where it is on the sheet, and the start line that it stands for.
 *
 * Red is what is redder than it is anything else by so much that neither paper nor a printed grid
 * is. The longest thing of it that is straight counts, with what lies in line with it behind a gap.
 */

enum {
    REDDER = 45, /* of 255: than the stronger of the other colours */
    REDDER_IN_THE_DARK = 18,
    MOST_PART = 40, /* of the picture: more is no line, but a table or a grid */
    BRIDGE = 2,     /* pixels from one to the next of the same thing */
    LEAST_PIXELS = 20,
    ROUNDS = 12, /* of reaching over gaps */
    REACH = 3,   /* squares from a wall to a grid point beyond it */
    PAIRS = 24,  /* of such points that are tried */
    STEPS = 32   /* a square, along the line */
};
static const double least_length = 1.5, aside_most = .35, gap_most = 1.2; /* squares */
static const double straight = 8; /* times as long as it is wide */

/* --- what is red ------------------------------------------------------------------------------ */

/* In the dark less is red, if it is of one colour. */
static bool is_red(uint32_t pixel)
{
    int red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
    int redder = red - (green > blue ? green : blue);
    return redder >= REDDER || (redder >= REDDER_IN_THE_DARK && 3 * redder >= red);
}

struct stroke_fit {
    struct spot middle, way; /* a step of one square along it */
    double low, high;        /* along it, from the middle */
};

/* Along the direction in which the spots spread most. False if that is no line. */
static bool fit(const struct spot *spots, int count, struct stroke_fit *into)
{
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < count; i++) {
        x += spots[i].x / count;
        y += spots[i].y / count;
    }
    for (int i = 0; i < count; i++) {
        double dx = spots[i].x - x, dy = spots[i].y - y;
        xx += dx * dx / count;
        xy += dx * dy / count;
        yy += dy * dy / count;
    }
    double root = sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
    double along = (xx + yy) / 2 + root, across = fmax((xx + yy) / 2 - root, 0);
    struct spot way = xx > yy ? (struct spot){along - yy, xy} : (struct spot){xy, along - xx};
    double length = hypot(way.x, way.y);
    if (length < 1e-9 || along < straight * straight * across || sqrt(across) > aside_most)
        return false;
    *into = (struct stroke_fit){{x, y}, {way.x / length, way.y / length}, 0, 0};
    for (int i = 0; i < count; i++) {
        double at = (spots[i].x - x) * into->way.x + (spots[i].y - y) * into->way.y;
        into->low = fmin(into->low, at);
        into->high = fmax(into->high, at);
    }
    return into->high - into->low >= least_length;
}

struct reds {
    const struct photo *photo;
    uint8_t *left;      /* 1: red, and not yet part of anything */
    int *queue;         /* pixels of what is being gathered */
    struct spot *spots; /* of all red pixels, on the sheet, thing by thing */
    int count;
};

static struct spot middle_of(const struct photo *photo, int pixel)
{
    return (struct spot){(pixel % photo->across + .5) * photo->width / photo->across,
                         (pixel / photo->across + .5) * photo->height / photo->down};
}

static struct spot place_on_sheet(const struct photo *photo, const struct photo_tracing *tracing,
                                  int pixel)
{
    struct spot on;
    photo_to_sheet(tracing, middle_of(photo, pixel), &on.x, &on.y);
    return on;
}

/* What hangs together with the pixel; how many they are. */
static int gather(struct reds *reds, const struct photo_tracing *tracing, int pixel)
{
    const struct photo *photo = reds->photo;
    int first = 0, last = 0;
    reds->queue[last++] = pixel;
    reds->left[pixel] = 0;
    while (first < last) {
        int at = reds->queue[first++], x = at % photo->across, y = at / photo->across;
        reds->spots[reds->count + first - 1] = place_on_sheet(photo, tracing, at);
        for (int v = y - BRIDGE; v <= y + BRIDGE; v++)
            for (int u = x - BRIDGE; u <= x + BRIDGE; u++) {
                int next = v * photo->across + u;
                if (u < 0 || v < 0 || u >= photo->across || v >= photo->down || !reds->left[next])
                    continue;
                reds->left[next] = 0;
                reds->queue[last++] = next;
            }
    }
    return last;
}

static bool is_on_sheet(const struct photo *photo, const struct photo_tracing *tracing, int pixel)
{
    struct spot at = middle_of(photo, pixel);
    for (int i = 0; i < 4; i++) {
        struct spot a = tracing->corners[i], b = tracing->corners[(i + 1) % 4];
        if ((b.x - a.x) * (at.y - a.y) < (b.y - a.y) * (at.x - a.x))
            return false;
    }
    return true;
}

static struct spot place_along(const struct stroke_fit *fit, double at)
{
    return (struct spot){fit->middle.x + at * fit->way.x, fit->middle.y + at * fit->way.y};
}

static void find_stroke(struct reds *reds, struct photo_tracing *tracing)
{
    const struct photo *photo = reds->photo;
    struct stroke_fit best = {0}, found;
    for (int i = 0; i < photo->across * photo->down; i++) {
        if (!reds->left[i])
            continue;
        int size = gather(reds, tracing, i);
        if (size >= LEAST_PIXELS && fit(reds->spots + reds->count, size, &found) &&
            found.high - found.low > best.high - best.low)
            best = found;
        reds->count += size;
    }
    if (best.high == best.low)
        return;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < reds->count; i++) {
            double dx = reds->spots[i].x - best.middle.x, dy = reds->spots[i].y - best.middle.y;
            double at = dx * best.way.x + dy * best.way.y;
            double aside = fabs(dx * best.way.y - dy * best.way.x);
            if (aside > aside_most || at < best.low - gap_most || at > best.high + gap_most)
                continue;
            best.low = fmin(best.low, at);
            best.high = fmax(best.high, at);
        }
    tracing->red = (struct photo_red){
        true, true, {place_along(&best, best.low), place_along(&best, best.high)}};
}

void photo_find_red(const struct photo *photo, struct photo_tracing *tracing)
{
    size_t size = (size_t)photo->across * (size_t)photo->down;
    struct reds reds = {.photo = photo, .left = memory_allocate(size, 1)};
    uint8_t *marks = reds.left;
    int count = 0;
    for (int i = 0; i < photo->across * photo->down; i++) {
        marks[i] = is_red(photo->pixels[i]) && is_on_sheet(photo, tracing, i);
        count += marks[i];
    }
    if (count >= LEAST_PIXELS && (size_t)count <= size / MOST_PART) {
        reds.queue = memory_allocate((size_t)count, sizeof *reds.queue);
        reds.spots = memory_allocate((size_t)count, sizeof *reds.spots);
        find_stroke(&reds, tracing);
    }
    free(reds.left);
    free(reds.queue);
    free(reds.spots);
}

/* --- the line --------------------------------------------------------------------------------- */

/* Where the stroke, and a square more of it at each end, is inside: one stretch, or none. */
static bool find_stretch(const struct area *surface, const struct spot ends[2],
                         struct spot stretch[2])
{
    double dx = ends[1].x - ends[0].x, dy = ends[1].y - ends[0].y, length = hypot(dx, dy);
    int steps = (int)((length + 2) * STEPS), stretches = 0;
    bool before = false;
    for (int i = 0; i <= steps; i++) {
        double at = ((double)i / STEPS - 1) / length;
        struct spot here = {ends[0].x + at * dx, ends[0].y + at * dy};
        bool inside =
            area_place_fine(surface, (struct point){(int32_t)floor(here.x * FINE + .5),
                                                    (int32_t)floor(here.y * FINE + .5)}) ==
            PLACE_INSIDE;
        if (inside && !before && stretches++ == 0)
            stretch[0] = here;
        if (before && !inside && stretches == 1)
            stretch[1] = here;
        before = inside;
    }
    return stretches == 1 && !before &&
           hypot(stretch[1].x - stretch[0].x, stretch[1].y - stretch[0].y) >= 1;
}

struct end {
    struct point at;
    double cost; /* how far it lies aside and beyond the wall */
};

static int compare_ends(const void *first, const void *second)
{
    double a = ((const struct end *)first)->cost, b = ((const struct end *)second)->cost;
    return (a > b) - (a < b);
}

/* Grid points on or beyond the wall at which the stretch ends, the best first. */
static int list_ends(const struct track *track, const struct spot stretch[2], int side,
                     struct end ends[(2 * REACH + 1) * (2 * REACH + 1)])
{
    struct spot wall = stretch[side], other = stretch[!side];
    double length = hypot(wall.x - other.x, wall.y - other.y);
    double dx = (wall.x - other.x) / length, dy = (wall.y - other.y) / length;
    int count = 0, left = (int)floor(wall.x) - REACH, low = (int)floor(wall.y) - REACH;
    for (int x = left; x <= left + 2 * REACH; x++)
        for (int y = low; y <= low + 2 * REACH; y++) {
            double beyond = (x - wall.x) * dx + (y - wall.y) * dy;
            double aside = fabs((x - wall.x) * dy - (y - wall.y) * dx);
            struct point at = {x, y};
            if (beyond > -.5 && beyond < REACH && track_has_point(track, at) &&
                area_place_grid(track->surface, at) != PLACE_INSIDE)
                ends[count++] = (struct end){at, 2 * aside + fabs(beyond)};
        }
    qsort(ends, (size_t)count, sizeof *ends, compare_ends);
    return count;
}

/* With the sun: the middle of the walls lies to the right of who crosses it, where it ends. */
static void put_line(struct draft *draft, struct point from, struct point to)
{
    double x = 0, y = 0, count = 0;
    for (int i = 0; i < draft->count; i++)
        for (int k = 0; k < draft->items[i].loops[0].count; k++, count++) {
            x += draft->items[i].loops[0].vertices[k].x;
            y += draft->items[i].loops[0].vertices[k].y;
        }
    double aside = (x / count / FINE - (from.x + to.x) / 2.0) * (to.x - from.x) +
                   (y / count / FINE - (from.y + to.y) / 2.0) * (to.y - from.y);
    struct point ends[2] = {aside < 0 ? to : from, aside < 0 ? from : to};
    struct error ignored;
    draft_add_item(draft, DRAFT_START_FINISH, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < 2; i++)
        draft_add_vertex(draft, point_to_fine(ends[i]), &ignored);
}

/* The best pair of ends first; few of them are tried. */
static bool try_ends(const struct track *track, const struct spot stretch[2], struct draft *draft)
{
    struct end ends[2][(2 * REACH + 1) * (2 * REACH + 1)];
    int counts[2], tried = 0;
    for (int side = 0; side < 2; side++)
        counts[side] = list_ends(track, stretch, side, ends[side]);
    for (int sum = 0; sum < counts[0] + counts[1] && tried < PAIRS; sum++)
        for (int i = 0; i <= sum && tried < PAIRS; i++) {
            if (i >= counts[0] || sum - i >= counts[1])
                continue;
            put_line(draft, ends[0][i].at, ends[1][sum - i].at);
            struct draft_problem problem;
            if (draft_list_problems(draft, &problem, 1) == 0)
                return true;
            draft_drop_item(draft);
            tried++;
        }
    return false;
}

bool photo_add_red_line(const struct photo_tracing *tracing, struct draft *draft)
{
    struct spot stretch[2];
    if (!tracing->red.found || draft->count == 0)
        return false;
    struct track *track = track_to_look_at(draft);
    bool added =
        find_stretch(track->surface, tracing->red.ends, stretch) && try_ends(track, stretch, draft);
    track_release(track);
    return added;
}
