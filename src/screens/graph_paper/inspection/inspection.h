/* What the players have agreed on before a race: the grid points near a wall, and what each counts
 * as (RULES 2.4). An agreement belongs to a track's file; it lasts until the program ends, and with
 * the race, whose track holds the points that were declared.
 *
 * The set-up opens screen_inspection on agreement_latest and takes up what was agreed when it comes
 * back.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_INSPECTION_INSPECTION_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_INSPECTION_INSPECTION_H

#include "track/track.h"

enum verdict { VERDICT_AS_DRAWN, VERDICT_INSIDE, VERDICT_OUTSIDE, VERDICT_COUNT };

struct doubtful {
    struct point at;
    enum verdict verdict;
};

struct agreement {
    char *path;                /* of the track's file */
    uint64_t fingerprint;      /* of the track as it was read */
    const struct track *plain; /* the track with nothing declared */
    struct doubtful *points;   /* by y, then x */
    int count;
};

/* The agreement on the track, which was read from `path`; a new one holds what the file itself
 * declares. What was agreed on points that the file no longer has is dropped. */
struct agreement *agreement_on(const char *path, const struct track *track);
/* NULL if there is none for this file. */
struct agreement *agreement_find(const char *path);
/* The one that agreement_on has given last, NULL if there was none. */
struct agreement *agreement_latest(void);

/* How many points have this verdict. */
int agreement_count(const struct agreement *agreement, enum verdict verdict);
/* The track as agreed; the caller releases it. */
struct track *agreement_make_track(const struct agreement *agreement);

#endif
