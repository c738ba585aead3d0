/* Which tracks are shown, in which order, and what is said of one: pure, no window.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_LIST_H
#define GRAPHPRIX_SCREENS_TRACKS_LIST_H

#include "screens/tracks/gallery.h"

enum { FROM_ALL, FROM_SHIPPED, FROM_OWN };
enum { GAME_ANY, GAME_RACE, GAME_DERBY };
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

/* `search` is what is looked for, folded (base/fold.h): all of its words are to be found. */
bool tracks_is_wished(const struct tracks_wish *wish, const char *search,
                      const struct gallery_entry *entry);
/* Below 0: the one comes before the other. What is not known comes last, then the name decides. */
int tracks_compare(int order, const struct gallery_entry *one, const struct gallery_entry *other);
/* Is anything but the order wished for? */
bool tracks_is_limited(const struct tracks_wish *wish);
/* Then nothing is; the order stays. */
void tracks_wish_for_all(struct tracks_wish *wish);

/* "par 22", "par …", "no lap possible", "" for an arena; true if it is a warning. */
bool tracks_print_par(const struct gallery_entry *entry, char *into, size_t size);
/* For --watch and screen readers. */
void tracks_print_card(const struct gallery_entry *entry, char *into, size_t size);
const char *tracks_mark_word(enum course_mark mark);
/* "Two ends; by Anna" -> "Two ends" and "Anna"; either may be "". Both buffers of `size` bytes. */
void tracks_split_description(const char *description, char *note, char *author, size_t size);

#endif
