/* Tables for spreadsheets: the one writer of all CSV files.
 *
 * What is text stays text, wherever the file is opened: a cell that begins as a formula has a blank
 * in front, a pair is "(12, 9)", since programs take "12,9" for a number where decimals have a
 * comma, quoted or not, and whatever else might be a number or a date has an apostrophe in front,
 * because blanks of any kind do not help.
 */
#ifndef GRAPHPRIX_BASE_CSV_H
#define GRAPHPRIX_BASE_CSV_H

#include "base/text.h"

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

#endif
