/* See json_words.h. */
#include "session/json_words.h"

const char *json_words(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_premature_end_of_input:
        return "it ends in the middle, as after a full disk; a copy of an earlier day may be whole";
    case json_error_duplicate_key:
        return "it has a duplicate key: take away the one that is wrong";
    case json_error_invalid_utf8:
        return "it holds bytes that are not text: an editor may have saved it in another encoding "
               "than UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "it holds a zero character: take it away";
    case json_error_end_of_input_expected:
        return "something stands behind its end: take that away";
    case json_error_numeric_overflow:
        return "a number in it is too large";
    default:
        return "it is not JSON there: a bracket, a comma or a quotation mark may be missing";
    }
}
