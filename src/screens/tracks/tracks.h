/* The fewest rounds to the finish, searched for beside the window (base/system/worker.h) while
 * people already choose or play; and remembered for the next time.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_TRACKS_H
#define GRAPHPRIX_SCREENS_TRACKS_TRACKS_H

#include "base/memory.h"
#include "base/system/file.h"
#include "draw/canvas.h"
#include "rules/setup.h"
#include "screens/app.h"
#include "ui/layout.h"

#include <stdbool.h>

struct par;

enum par_state { PAR_SEARCHING, PAR_LAP, PAR_NO_LAP };

struct par_answer {
    enum par_state state;
    int rounds;      /* par; 0: it was not counted */
    int with_extras; /* the same with nitros, brakes and boosts; 0: none, or not counted yet */
    int best_lap;    /* the fastest lap of a line that takes par, where several are driven; or 0 */
    const char *why; /* there is no lap; valid until par_free */
};

/* Par of each course by itself: of a track one lap under racing-car. One after the other, each with
 * so much memory and work at most; what needs more is not counted, so that the next does not stand
 * behind it. The window is woken whenever one more is done. */
#define PAR_COURSE_BYTES ((size_t)256 << 20)
#define PAR_COURSE_STEPS (2 * BUDGET_SECOND)
#define PAR_GLANCE_STEPS (BUDGET_SECOND / 20) /* where no work is done beside the window */
struct par *par_search_courses(const struct course *courses, int count);
/* Is there a par under these rules? Not in a derby. */
bool par_is_counted(const struct setup *setup);
/* Par of one race under its rules, which have passed their check; `with_extras` asks for that, too,
 * once par is known. NULL for a race that has none: a derby, another family's. */
struct par *par_search_rules(const struct setup *setup, bool with_extras);
/* What is known so far of the track with this index, or of the race (0). */
struct par_answer par_answer(const struct par *par, int index);
void par_free(struct par *par); /* NULL is allowed */

/* For which car a game counts its par, as a note with a star that is said beside the numbers,
 * without its full stop; "": for a car that nobody meets. */
const char *par_condition(const struct setup *setup);
/* "*", which stands behind such a number; "" without a condition. */
const char *par_star(const struct game *game);
/* The same as "a car that ..."; NULL: a car that nobody meets. */
const char *par_whose(const struct setup *setup);
/* Under which courses alone are counted, the game's first preset; the course is only borrowed. */
struct setup par_course_setup(struct course course);

/* Would these two races have the same par? */
bool par_is_same(const struct setup *one, const struct setup *other);

/* What par was found for what is on a sheet, by its fingerprint: one list for the whole program,
 * kept in a file of the cache (NULL: nowhere). A file that is broken costs a search and nothing
 * else. */
void par_memory_open(const char *path);
bool par_memory_find(uint64_t fingerprint, int *rounds);
void par_memory_keep(uint64_t fingerprint, int rounds);
void par_memory_save(void);

/* === gallery ================================================================================== */

/* The tracks that there are, shipped ones and the player's own, with thumbnail and par.
 *
 * A thread reads the files; gallery_collect takes over what it has read, so entries are only ever
 * added, and an index stays what it is until gallery_refresh. Par is searched for behind the
 * player's back (screens/tracks/tracks.h) and remembered from one visit to the next.
 *
 * Par is remembered by what is on the sheet. A track is renamed in its own text, so what another
 * program put there stays.
 */

enum { GALLERY_LIMIT = 2000 };

enum gallery_place { GALLERY_ELSEWHERE, GALLERY_SHIPPED, GALLERY_OWN };

struct gallery_entry {
    char *path;
    enum gallery_place place;
    char *name;           /* the title, or the file's name */
    char *folded;         /* the same, to be sorted by (base/text.h) */
    char *words;          /* name and description, folded, to be searched */
    char id[96];          /* "track Kidney", unique */
    struct course course; /* retained; none: it cannot be read, and `problem` says why */
    char problem[430];
    uint64_t fingerprint;
    struct point sheet;      /* its size; of none (0, 0) */
    unsigned marks;          /* 1 << course_mark of each that it has */
    struct file_stamp stamp; /* of the file when it was read */
    struct par_answer par;
    char why[400]; /* of par */
};

struct gallery;

/* Of the folders (each may be NULL; that of shipped ones has one a game) and the one file (or
 * NULL), the first without names twice. The gallery wakes the window when there is something to be
 * collected. */
struct gallery *gallery_open(const char *shipped, const char *own, const char *file);
void gallery_free(struct gallery *gallery); /* NULL is allowed */
/* Waits for the thread, at most so many milliseconds. */
void gallery_wait(const struct gallery *gallery, int milliseconds);
/* Takes over what was read and found since. True if there was something. */
bool gallery_collect(struct gallery *gallery);
bool gallery_is_complete(const struct gallery *gallery);
/* Looks at the folders again: what is gone goes, what is new or was changed is read. True if there
 * is something of the kind; indices have changed then. */
bool gallery_refresh(struct gallery *gallery);

int gallery_count(const struct gallery *gallery);
struct gallery_entry *gallery_at(struct gallery *gallery, int index);
int gallery_find(const struct gallery *gallery, const char *path); /* -1: not there (yet) */

/* The same course with other points declared; takes over the reference. */
void gallery_replace(struct gallery *gallery, int index, struct course course);

/* Searches for par of those of which it is not known, in this order, instead of what it searched
 * for before. */
void gallery_search(struct gallery *gallery, const int *order, int count);
/* What is known of it. */
struct par_answer gallery_par(struct gallery *gallery, int index);

/* To be called before the drawing of a pass. */
void gallery_begin_pass(struct gallery *gallery);
/* Into the box; blank paper while it is not painted. */
void gallery_draw(struct gallery *gallery, int index, struct canvas *canvas, struct box box);
/* Milliseconds until more should be painted or collected, -1: when something happens. */
int gallery_patience(const struct gallery *gallery);

/* The same of any course: the data is a `struct course *`. */
bool gallery_paint(cairo_t *cairo, const struct canvas *canvas, struct box box, void *course);

/* === files ==================================================================================== */

/* What is done to track files: named, copied, renamed, told to the file manager. Nothing is ever
 * written over another file, and each request is done whole or not at all.
 */

enum { TRACK_NAME_BYTES = 200 };

/* The file's name that goes with a track's: letters and digits of any script, small where they have
 * a case, with hyphens between; "track" if nothing is left. Without an ending; free it. */
char *tracks_file_name(const char *name);

/* A path in the folder (made if need be) for a track of this game and name, of which there is an
 * empty file now, so that nobody else takes it. NULL and the error if that cannot be; free it. */
char *tracks_take_path(const struct game *game, const char *folder, const char *name,
                       struct error *error);

/* The whole path of a file of the folder of the player's own tracks, else NULL; free it. */
char *tracks_own_path(const char *tracks_folder, const char *path);

/* "Kidney 2" for "Kidney", "Kidney 3" for "Kidney 2": the first that is not taken. Free it. */
char *tracks_copy_name(const char *name, bool (*is_taken)(const char *name, const void *context),
                       const void *context);

/* Blanks at the ends and control characters gone; false if nothing is left. */
bool tracks_tidy_name(char *name);

/* Each gives the new file's path, NULL and the error on failure; free it. The file of a name that
 * stands in no readable drawing is renamed or copied as it is. */
char *tracks_rename(const char *path, const char *name, struct error *error);
char *tracks_duplicate(const char *path, const char *folder, const char *name, struct error *error);
char *tracks_keep(struct course course, const char *folder, struct error *error);

/* A file manager with the file, beside the window and without waiting for it. */
void tracks_show_file(const char *path);
bool tracks_show_failed(void); /* told once */

/* === picker =================================================================================== */

/* The picker of courses, for set-up and browser: a search, filters, and a card for each that is
 * found. Who uses it says which are offered, in which order, and what a card shows besides.
 */

enum { FROM_ALL, FROM_SHIPPED, FROM_OWN };
/* Those of the first game in its two ways, then the other games, each by its place in the list. */
enum { GAME_ANY, GAME_RACE, GAME_DERBY, GAME_OTHERS };
enum { COURSE_ANY, COURSE_LAPS, COURSE_OPEN };
enum { SIZE_ANY, SIZE_SMALL, SIZE_MEDIUM, SIZE_LARGE };
enum { ORDER_NAME, ORDER_SIZE, ORDER_PAR, ORDER_NEWEST };
/* Squares of a sheet that is no more than small, than medium. */
enum { SQUARES_SMALL = 1500, SQUARES_MEDIUM = 3000 };

struct tracks_wish {
    int from, game, course;
    unsigned has; /* marks, 1 << course_mark: all of them are to be on the sheet */
    int size, order;
    char search[80]; /* as typed */
};

/* `search` is what is looked for, folded (base/text.h): all of its words are to be found. */
bool tracks_is_wished(const struct tracks_wish *wish, const char *search,
                      const struct gallery_entry *entry);
/* Below 0: the one comes before the other. What is not known comes last, then the name decides. */
int tracks_compare(int order, const struct gallery_entry *one, const struct gallery_entry *other);
/* Is anything but the order wished for? */
bool tracks_is_limited(const struct tracks_wish *wish);
/* Then nothing is; the order stays. */
void tracks_wish_for_all(struct tracks_wish *wish);

/* Is it open how many rounds it takes, because that was more than the browser may do? */
bool tracks_par_is_too_much(const struct gallery_entry *entry);
/* "par 22", "par 30*" where a condition is told of the chosen one, "par …", "par not counted", "no
 * lap possible", "" for an arena; true if it is a warning. */
bool tracks_print_par(const struct gallery_entry *entry, char *into, size_t size);
/* For --watch and screen readers. */
void tracks_print_card(const struct gallery_entry *entry, char *into, size_t size);
/* "Two ends; by Anna" -> "Two ends" and "Anna"; either may be "". Both buffers of `size` bytes. */
void tracks_split_description(const char *description, char *note, char *author, size_t size);

struct picker {
    struct gallery *gallery;
    struct tracks_wish wish;
    int listed[GALLERY_LIMIT]; /* indices of those that are found, in the order offered */
    int listed_count;
    struct ui_scroll scroll;
    bool seek; /* the keyboard is to go to the search */
};

/* Lists those of the offered ones that are wished for. */
void picker_list(struct picker *picker, const int *offered, int count);

/* The line to type in, with the cross that empties it. True if it changed. */
bool picker_build_search(struct ui *ui, struct picker *picker, const char *id, const char *hint,
                         struct box box);
/* A chip for each mark that tells the offered ones apart. True if one was clicked. */
bool picker_build_marks(struct layout *column, struct picker *picker, const int *offered,
                        int count);
/* All that a track may be, and in which order they come. True if one was clicked. */
bool picker_build_filters(struct layout *column, struct picker *picker);

/* What a card shows besides name, size and marks; filled by `look`, zeroed before. */
struct picker_card {
    bool chosen;
    int number;      /* in a series, 0: none */
    char line[60];   /* below the name */
    bool bad;        /* it is a warning */
    char words[200]; /* what --watch says of it */
};
typedef void picker_look(void *context, int index, struct picker_card *card);

/* Cards of at least this width from the top of the column down; those outside `seen` are targets
 * and nothing else. Returns the index of the one that was clicked, or -1. */
int picker_build_cards(struct layout *column, const struct picker *picker, double least,
                       struct box seen, picker_look *look, void *context);
/* Marks from the left, with their words if all fit into the width; else without. */
void picker_draw_marks(struct canvas *canvas, unsigned marks, struct box row);

/* === offer ==================================================================================== */

/* A dialog that offers courses to be taken: a search, and a card for each that the caller can use.
 * Targets: `field search-track`, `track NAME`, `button cancel-track`.
 */

struct track_offer;

/* Of all shipped ones and the player's own those that `takes` says yes to. */
struct track_offer *track_offer_open(const struct app *app, bool (*takes)(struct course course));
void track_offer_free(struct track_offer *offer); /* NULL is allowed */

enum offer_answer { OFFER_STAYS, OFFER_CANCELLED, OFFER_TAKEN };
/* One pass of it; the course that was taken is borrowed from the offer. */
enum offer_answer track_offer_build(struct track_offer *offer, struct ui *ui, const char *title,
                                    const char *words, struct course *taken);
/* Milliseconds until more should be painted or listed, -1: when something happens. */
int track_offer_patience(const struct track_offer *offer); /* of NULL: -1 */

#endif
