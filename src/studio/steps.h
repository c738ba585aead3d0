/* Undo for sheets that are small enough to be kept whole: each step holds the sheet that
 * was before it, so nothing can be forgotten in what puts back everything. What a sheet shares with
 * those before it is its kind's affair.
 *
 * The steps own the sheet. Whoever changes it does so within a step, on what steps_change returns;
 * the sheet stays where it is in memory, what it points to does not.
 */
#ifndef GRAPHPRIX_STUDIO_STEPS_H
#define GRAPHPRIX_STUDIO_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the sheet is: a struct of this size, of which the functions copy, give back and compare what
 * it holds. `give_back` leaves the struct itself alone. */
struct steps_kind {
    size_t size;
    void (*copy)(const void *sheet, void *into);
    void (*give_back)(void *sheet);
    bool (*is_same)(const void *one, const void *other);
    int (*most)(const void *sheet); /* steps that are kept, at least 1; NULL: 200 */
};

struct steps;

struct steps *steps_create(const struct steps_kind *kind,
                           void *sheet); /* takes its contents over */
void steps_free(struct steps *steps);    /* NULL is allowed */
const void *steps_sheet(const struct steps *steps);
/* Another one after each change, and the same again after undo and redo have come back to it. */
uint64_t steps_version(const struct steps *steps);

/* What is done up to the end is undone at once. A step in which nothing changed is none; one that
 * `goes_on` and has the name of the last is part of that: typing is undone at once. Not nested. */
void steps_begin(struct steps *steps, const char *name); /* a literal: "paint" */
void steps_end(struct steps *steps, bool goes_on);
bool steps_is_open(const struct steps *steps);
/* As it was when the step began; the step goes on. */
void steps_restart(struct steps *steps);
/* The last step is done once more if it has this name: the sheet is as it was before it. Else a new
 * one begins. */
void steps_begin_again(struct steps *steps, const char *name);
/* Within a step: the sheet, to be changed. */
void *steps_change(struct steps *steps);
/* Within a step: a text of the sheet's own, which stands at this offset. */
void steps_set_text(struct steps *steps, size_t offset, const char *text);

/* NULL: there is nothing to be undone. */
const char *steps_undo_name(const struct steps *steps);
const char *steps_redo_name(const struct steps *steps);
bool steps_undo(struct steps *steps);
bool steps_redo(struct steps *steps);

#endif
