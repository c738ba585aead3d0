/* What the moments of a race sound like: a few layers of tone and noise each.
 */
#ifndef GRAPHPRIX_UI_SOUND_SOUNDS_H
#define GRAPHPRIX_UI_SOUND_SOUNDS_H

#include "paper/moments/moment.h"

enum { SOUND_LAYERS = 4 };

struct sound_layer {
    enum { LAYER_NONE, LAYER_TONE, LAYER_NOISE } of;
    float level;    /* about its peak, of 1 */
    float begin;    /* milliseconds */
    float length;   /* the same; 0: as long as the stroke */
    float attack;   /* in which it comes up */
    float fall;     /* in which it then falls to a third; 0: it swells and ebbs over its length */
    float from, to; /* Hz: the tone, or the middle of the noise */
    float rough;    /* 0 even, 1 broken like a pencil on paper */
    int times;      /* that it is heard, one `gap` after the other; 0: once */
    float gap;
    float loose; /* how much of pitch, strength and gaps is left to chance, about 0 to 0.3 */
};

/* Ends with LAYER_NONE; empty: the moment is silent. */
extern const struct sound_layer sound_layers[MOMENT_COUNT][SOUND_LAYERS];

#endif
