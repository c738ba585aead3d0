/* Cells, and what spreadsheets make of them. */
#include "base/formats.h"

#include <string.h>

const char *const csv_kind_names[CSV_KIND_COUNT] = {"plain", "excel", "german"};
const char *const csv_kind_words[CSV_KIND_COUNT] = {"Plain", "Excel", "German"};

struct csv csv_begin(struct text *into, enum csv_kind kind)
{
    if (kind != CSV_PLAIN)
        text_append(into, "\xef\xbb\xbf");
    return (struct csv){into, kind, false};
}

static void begin_cell(struct csv *csv)
{
    if (csv->in_line)
        text_append(csv->into, csv->kind == CSV_GERMAN ? ";" : ",");
    csv->in_line = true;
}

/* In quotes where it needs them, or must not be without. */
static void append_cell(struct csv *csv, const char *before, const char *cell, bool quoted)
{
    begin_cell(csv);
    quoted = quoted || strpbrk(cell, ",;\"\n\r");
    text_append(csv->into, quoted ? "\"" : "");
    text_append(csv->into, before);
    for (const char *at = cell; *at; at++) {
        text_append_bytes(csv->into, at, 1);
        if (*at == '"')
            text_append(csv->into, "\"");
    }
    text_append(csv->into, quoted ? "\"" : "");
}

/* --- headings --------------------------------------------------------------------------------- */

/* What our headings hold beyond ASCII, in it. */
static void append_ascii(struct text *into, const char *text)
{
    static const struct {
        uint32_t code;
        const char *ascii;
    } signs[] = {{0xb0, "deg"}, {0xb2, "^2"}, {0xb3, "^3"}, {0x2212, "-"}, {0x2013, "-"}};
    uint32_t code;
    for (size_t length; *text && (length = text_decode(text, &code)) > 0; text += length) {
        const char *ascii = "?";
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (signs[i].code == code)
                ascii = signs[i].ascii;
        if (code < 128)
            text_append_bytes(into, text, 1);
        else
            text_append(into, ascii);
    }
}

void csv_headings(struct csv *csv, const char *headings)
{
    while (*headings) {
        struct text heading = {0}, ascii = {0};
        size_t length = strcspn(headings, ",");
        text_append_bytes(&heading, headings, length);
        append_ascii(&ascii, text_string(&heading));
        append_cell(csv, "", text_string(csv->kind == CSV_PLAIN ? &ascii : &heading), false);
        text_free(&heading);
        text_free(&ascii);
        headings += length + (headings[length] == ',');
    }
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Of two whole numbers with a comma between them, as actions name a point: where the second begins;
 * 0: it is none. */
static size_t second_of_pair(const char *text)
{
    static const char digits[] = "0123456789";
    size_t first = (size_t)(text[0] == '-'), count = strspn(text + first, digits);
    size_t second = first + count + 1;
    if (count == 0 || text[second - 1] != ',')
        return 0;
    size_t sign = text[second] == '-';
    count = strspn(text + second + sign, digits);
    return count > 0 && !text[second + sign + count] ? second : 0;
}

/* Might it be a number, a date, a time or an amount of money somewhere? */
static bool looks_like_a_number(const char *text)
{
    static const char *const currencies[] = {"€", "£", "¥", "\u00a0", "−"};
    size_t plain = strcspn(text, "0123456789");
    bool has_digit = text[plain] != '\0';
    while (has_digit && *text) {
        size_t length = strspn(text, "0123456789.,:;/()'%$+-eE \t");
        for (size_t i = 0; i < sizeof currencies / sizeof *currencies && length == 0; i++)
            if (strncmp(text, currencies[i], strlen(currencies[i])) == 0)
                length = strlen(currencies[i]);
        if (length == 0)
            return false;
        text += length;
    }
    return has_digit;
}

void csv_text(struct csv *csv, const char *text)
{
    size_t second = second_of_pair(text);
    if (second > 0) {
        struct text first = {0};
        text_append_bytes(&first, text, second - 1);
        csv_pair(csv, text_string(&first), text + second);
        text_free(&first);
        return;
    }
    if (looks_like_a_number(text))
        append_cell(csv, "'", text, true);
    else if (text[0] && text[1] && strchr("=+-@\t\r", text[0]))
        append_cell(csv, " ", text, true);
    else
        append_cell(csv, "", text, false);
}

void csv_integer(struct csv *csv, int64_t number)
{
    begin_cell(csv);
    text_append_integer(csv->into, number);
}

static void append_decimal(struct csv *csv, const char *number)
{
    for (; *number; number++)
        text_append_bytes(csv->into, csv->kind == CSV_GERMAN && *number == '.' ? "," : number, 1);
}

void csv_decimal(struct csv *csv, const char *number)
{
    begin_cell(csv);
    append_decimal(csv, number);
}

void csv_pair(struct csv *csv, const char *first, const char *second)
{
    begin_cell(csv);
    text_append(csv->into, "\"(");
    append_decimal(csv, first);
    text_append(csv->into, csv->kind == CSV_GERMAN ? "; " : ", ");
    append_decimal(csv, second);
    text_append(csv->into, ")\"");
}

void csv_empty(struct csv *csv, int cells)
{
    while (cells-- > 0)
        begin_cell(csv);
}

void csv_end_line(struct csv *csv)
{
    text_append(csv->into, "\n");
    csv->in_line = false;
}
