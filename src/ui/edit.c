/* Editing a line of text; nothing is allocated and nothing fails. */
#include "ui/ui.h"

#include <string.h>

/* Bytes of the character at `text`, 0 if there is no valid one (or the end). */
static int character_length(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    if (first == 0)
        return 0;
    int length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4)
        return 0;
    for (int i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    unsigned char second = length > 1 ? (unsigned char)text[1] : 0;
    bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    bool surrogate = first == 0xed && second > 0x9f;
    bool too_high = first == 0xf4 && second > 0x8f;
    return overlong || surrogate || too_high ? 0 : length;
}

static bool is_control(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    return first < 32 || first == 127 || (first == 0xc2 && (unsigned char)text[1] < 0xa0);
}

void edit_clamp(struct edit *edit)
{
    int length = (int)strlen(edit->text);
    if (edit->caret < 0)
        edit->caret = 0;
    if (edit->caret > length)
        edit->caret = length;
    while (edit->caret > 0 && ((unsigned char)edit->text[edit->caret] & 0xc0) == 0x80)
        edit->caret--;
}

bool edit_insert(struct edit *edit, const char *text)
{
    edit_clamp(edit);
    bool changed = false;
    while (*text) {
        int length = character_length(text);
        int used = (int)strlen(edit->text);
        if (length > 0 && !is_control(text)) {
            if (used + length > edit->size - 1)
                return changed;
            char *at = edit->text + edit->caret;
            memmove(at + length, at, (size_t)(used - edit->caret) + 1);
            memcpy(at, text, (size_t)length);
            edit->caret += length;
            changed = true;
        }
        text += length > 0 ? length : 1;
    }
    return changed;
}

static int before(const struct edit *edit)
{
    int caret = edit->caret;
    if (caret > 0)
        caret--;
    while (caret > 0 && ((unsigned char)edit->text[caret] & 0xc0) == 0x80)
        caret--;
    return caret;
}

static int behind(const struct edit *edit)
{
    int length = character_length(edit->text + edit->caret);
    return edit->caret + (length > 0 ? length : edit->text[edit->caret] != 0);
}

static bool erase(struct edit *edit, int from, int to)
{
    memmove(edit->text + from, edit->text + to, strlen(edit->text + to) + 1);
    edit->caret = from;
    return to > from;
}

bool edit_press(struct edit *edit, enum edit_key key)
{
    edit_clamp(edit);
    switch (key) {
    case EDIT_LEFT:
        edit->caret = before(edit);
        return false;
    case EDIT_RIGHT:
        edit->caret = behind(edit);
        return false;
    case EDIT_HOME:
        edit->caret = 0;
        return false;
    case EDIT_END:
        edit->caret = (int)strlen(edit->text);
        return false;
    case EDIT_BACKSPACE:
        return erase(edit, before(edit), edit->caret);
    case EDIT_DELETE:
        return erase(edit, edit->caret, behind(edit));
    }
    return false;
}

void edit_repair(char *text, int size)
{
    text[size - 1] = 0;
    int at = 0;
    while (text[at]) {
        int length = character_length(text + at);
        if (length == 0 || is_control(text + at))
            text[at] = 0;
        else
            at += length;
    }
}
