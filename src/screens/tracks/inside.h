/* What the files of the track browser share.
 *
 * tracks.c is the page and the chosen one, gallery.c which tracks it shows.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_INSIDE_H
#define GRAPHPRIX_SCREENS_TRACKS_INSIDE_H

#include "screens/app.h"
#include "screens/tracks/tracks.h"
#include "session/records.h"

enum { TRACKS_RECORDS = 3 };

struct tracks_record {
    const char *rules, *round_noun; /* the preset's name; what its game calls a round */
    struct record best;
};

struct tracks_state {
    struct picker picker; /* its wish stays from one visit to the next, but for the search */
    int own_count;
    bool stale;        /* the list is to be made anew */
    bool par_searched; /* was begun for what is there */
    char *chosen;      /* path, or NULL; owned */
    bool reveal;       /* bring the chosen one into view */
    bool insists;      /* it was just drawn: filters that hide it give way */

    struct ui_scroll detail_scroll, filter_scroll;
    bool detail_open;  /* it is a page of its own where there is no room beside the cards */
    bool filters_open; /* the same of the filters, in a dialog */
    bool walk;         /* the keyboard is to go to the cards */
    bool walking;      /* the keyboard has come to something else than the search */
    bool on_cards;     /* it is on one of them */
    char ring[96];     /* where it was in the last pass */
    bool making;       /* it is asked for which game the new track is to be */
    bool renaming, renaming_begins;
    char name[TRACK_NAME_BYTES]; /* as typed */
    char name_problem[500];

    char *lay_at, *lies_at; /* the track that was deleted last, and where it is now; owned */
    char deleted[TRACK_NAME_BYTES];

    struct picture *large;
    char *large_of; /* the path that it is about, owned */
    struct records *records;
    struct tracks_record record_lines[TRACKS_RECORDS];
    int record_count;
    uint64_t records_of; /* the fingerprint that they are about; 0: none */

    bool refresh; /* the folders are to be looked at again */
};

/* screens/tracks/gallery.c */
void tracks_open(struct tracks_state *state, struct app *app);
void tracks_close(struct tracks_state *state);
/* Takes over what was read and found; at the beginning of each pass. */
void tracks_follow(struct tracks_state *state);
/* Looks at the folders again and chooses the track of this path (NULL: the one that is chosen). */
void tracks_look_again(struct tracks_state *state, const char *path);
void tracks_choose(struct tracks_state *state, const char *path); /* NULL: none */
/* A copy takes the place of an owned string; NULL: none. */
void tracks_replace_string(char **old, const char *by);
/* NULL if none is. It is one of those that are listed. */
struct gallery_entry *tracks_chosen(struct tracks_state *state);
int tracks_chosen_place(const struct tracks_state *state); /* among those listed, -1 */
/* Somebody wishes for something else. */
void tracks_wish_changed(struct tracks_state *state);
/* Is there another track of this name among the player's own than the one of the path (NULL: any)?
 */
bool tracks_has_name(const struct tracks_state *state, const char *name, const char *but);

#endif
