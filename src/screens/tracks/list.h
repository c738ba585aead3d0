/* Which tracks the browser shows, and in which order: pure, no window.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_LIST_H
#define GRAPHPRIX_SCREENS_TRACKS_LIST_H

#include "base/text.h"

enum tracks_from { FROM_ALL, FROM_SHIPPED, FROM_OWN };
enum tracks_game { GAME_ANY, GAME_RACE, GAME_DERBY };
enum tracks_size { SIZE_ANY, SIZE_SMALL, SIZE_MEDIUM, SIZE_LARGE };
enum tracks_course { COURSE_ANY, COURSE_LAPS, COURSE_OPEN };
enum tracks_order { ORDER_NAME, ORDER_SIZE, ORDER_PAR, ORDER_NEWEST };
/* Squares of a sheet that is no more than small, than medium. */
enum { SQUARES_SMALL = 1500, SQUARES_MEDIUM = 3000 };

struct tracks_wish {
    enum tracks_from from;
    enum tracks_game game;
    enum tracks_size size;
    enum tracks_course course;
    unsigned has; /* marks, 1 << course_mark: all of them are to be on the sheet */
    enum tracks_order order;
    char search[80]; /* as typed */
};

/* What counts of a track. */
struct tracks_facts {
    const char *folded, *words; /* name; name and description: folded (base/fold.h) */
    bool own, readable;
    int squares; /* the rest only of readable ones */
    bool has_line, open;
    unsigned has; /* marks */
    int par;      /* 0: none, or not known */
    int64_t seconds, nanoseconds;
};

/* A search as it is compared: folded, its words apart. */
struct tracks_search {
    struct text folded;
};
void tracks_search_begin(struct tracks_search *search, const char *typed);
void tracks_search_end(struct tracks_search *search);
/* Are all words of the search among these (folded) words? Of nothing, they are. */
bool tracks_search_matches(const struct tracks_search *search, const char *words);

bool tracks_is_wished(const struct tracks_wish *wish, const struct tracks_search *search,
                      const struct tracks_facts *facts);
/* Below 0: the one comes before the other. What is not known comes last, then the name decides. */
int tracks_compare(enum tracks_order order, const struct tracks_facts *one,
                   const struct tracks_facts *other);
/* Is anything but the order wished for? */
bool tracks_is_limited(const struct tracks_wish *wish);
/* Then nothing is; the order stays. */
void tracks_wish_for_all(struct tracks_wish *wish);

/* "Two ends; by Anna" -> "Two ends" and "Anna"; either may be "". Both buffers of `size` bytes. */
void tracks_split_description(const char *description, char *note, char *author, size_t size);

#endif
