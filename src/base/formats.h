/* What other programs read and write: tables, JSON, titles of drawings, packed files.
 *
 * Tables are for spreadsheets: this is the one writer of all CSV files.
 *
 * What is text stays text, wherever the file is opened: a cell that begins as a formula has a blank
 * in front, a pair is "(12, 9)", since programs take "12,9" for a number where decimals have a
 * comma, quoted or not, and whatever else might be a number or a date has an apostrophe in front,
 * because blanks of any kind do not help.
 */
#ifndef GRAPHPRIX_BASE_FORMATS_H
#define GRAPHPRIX_BASE_FORMATS_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* For whom. */
enum csv_kind {
    CSV_PLAIN,  /* programs: commas, decimal points, headings in ASCII */
    CSV_EXCEL,  /* a byte order mark, so that letters beyond ASCII are read as they are */
    CSV_GERMAN, /* and semicolons and decimal commas */
    CSV_KIND_COUNT
};

extern const char *const csv_kind_names[CSV_KIND_COUNT]; /* "plain" */
extern const char *const csv_kind_words[CSV_KIND_COUNT]; /* "Plain": of a choice */

struct csv {
    struct text *into; /* borrowed */
    enum csv_kind kind;
    bool in_line;
};

/* Of an empty text. */
struct csv csv_begin(struct text *into, enum csv_kind kind);
/* Headings with commas between them, none of which has one. */
void csv_headings(struct csv *csv, const char *headings);
void csv_text(struct csv *csv, const char *text);
void csv_integer(struct csv *csv, int64_t number);
/* As programs write it: "-2.5". */
void csv_decimal(struct csv *csv, const char *number);
/* Two such numbers as one cell, which is text. */
void csv_pair(struct csv *csv, const char *first, const char *second);
void csv_empty(struct csv *csv, int cells);
void csv_end_line(struct csv *csv);

/* === JSON ===================================================================================== */

/* JSON written into a growing text as it comes, without blanks and without a tree in between.
 *
 * A comma is set wherever something stands before on the same level, so that a value is written in
 * one way in an object and in a list. Whoever writes closes what he opened and names what stands in
 * an object; nothing checks that.
 *
 * Trees of it took four fifths of the time of a referee's move.
 */

void json_text_open(struct text *into, char bracket);  /* '{' or '[' */
void json_text_close(struct text *into, char bracket); /* '}' or ']' */
/* The key of the value that comes next: UTF-8 that needs no escape. */
void json_text_key(struct text *into, const char *key);
void json_text_integer(struct text *into, int64_t number);
void json_text_boolean(struct text *into, bool value);
void json_text_null(struct text *into);
/* UTF-8, escaped where it has to be. */
void json_text_string(struct text *into, const char *string);
/* A value that is JSON already. */
void json_text_value(struct text *into, const char *json);
/* A key with its value; the second writes null unless the number is known. */
void json_text_key_integer(struct text *into, const char *key, int64_t number);
void json_text_key_integer_or_null(struct text *into, const char *key, bool known, int64_t number);
void json_text_key_boolean(struct text *into, const char *key, bool value);
void json_text_key_string(struct text *into, const char *key, const char *string);
/* Words of ours: programs read a vector (vector_of) as they read a point. */
void json_text_key_words(struct text *into, const char *key, const char *words);

/* === titles of drawings ======================================================================= */

/* The name of a drawing that another program may have made. */

/* Appends the document with `name` as its first title, the one that readers of courses take;
 * everything else stays byte for byte, also what only the program that made it understands. False
 * and the error if it is no XML, or in an encoding of more bytes to a letter. */
bool svg_write_title(const char *bytes, size_t length, const char *name, struct text *into,
                     struct error *error);

/* === packed files ============================================================================= */

/* Files that another program has packed by gzip, as .svgz is. */

/* Do the bytes begin as gzip's do? */
bool unpack_is_packed(const char *bytes, size_t length);

/* Appends what is packed in them. False with the error, and nothing appended, if they are damaged
 * or hold more than `limit` bytes; no more than that is ever unpacked. */
bool unpack_append(const char *bytes, size_t length, size_t limit, struct text *into,
                   struct error *error);

#endif
