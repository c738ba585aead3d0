/* The picker of courses, for set-up and browser: a search, filters, and a card for each that is
 * found. Who uses it says which are offered, in which order, and what a card shows besides.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_PICKER_H
#define GRAPHPRIX_SCREENS_TRACKS_PICKER_H

#include "screens/tracks/gallery.h"
#include "ui/layout.h"

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

#endif
