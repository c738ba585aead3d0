/* See faces.h. Nothing is kept between calls. */
#include "paper/faces.h"

#include "base/memory.h"

#include <fontconfig/fontconfig.h>

uint32_t face_next_character(const char **cursor)
{
    FcChar32 character = 0;
    while (**cursor) {
        int left = 0;
        while (left < 4 && (*cursor)[left])
            left++;
        int length = FcUtf8ToUcs4((const FcChar8 *)*cursor, &character, left);
        *cursor += length > 0 ? length : 1;
        if (length > 0)
            return character;
    }
    return 0;
}

static void add_characters(FcPattern *pattern, const char *text)
{
    FcCharSet *characters = FcCharSetCreate();
    for (FcChar32 c = face_next_character(&text); c; c = face_next_character(&text))
        FcCharSetAddChar(characters, c);
    FcPatternAddCharSet(pattern, FC_CHARSET, characters);
    FcCharSetDestroy(characters);
}

char *face_match(const char *family, bool bold, const char *characters, enum face_answer answer)
{
    FcPattern *pattern = FcPatternCreate();
    if (family)
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    if (characters)
        add_characters(pattern, characters);
    FcPatternAddInteger(pattern, FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"DejaVu Sans");
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcPattern *match = FcFontMatch(NULL, pattern, &result);
    FcPatternDestroy(pattern);
    FcChar8 *told = NULL;
    char *copy = NULL;
    if (match && FcPatternGetString(match, answer == FACE_FILE ? FC_FILE : FC_FAMILY, 0, &told) ==
                     FcResultMatch)
        copy = memory_copy_string((const char *)told);
    if (match)
        FcPatternDestroy(match);
    return copy;
}
