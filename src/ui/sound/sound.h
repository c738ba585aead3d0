/* Sounds through the loudspeaker, by SDL.
 *
 * The device is opened when there is first something to be heard and closed after SOUND_PATIENCE
 * milliseconds of silence, both beside the window (base/system/worker.h), which never waits for it.
 * Where there is none, nothing is heard, and that is no error. All of this is the window's thread's
 * alone.
 */
#ifndef GRAPHPRIX_UI_SOUND_SOUND_H
#define GRAPHPRIX_UI_SOUND_SOUND_H

#include "ui/sound/synthesis.h"

#include <SDL.h>

enum { SOUND_PATIENCE = 10000, SOUND_VOLUME_MOST = 100 };

/* Percent; 0: muted, and then the device is closed at once, and never opened. */
void sound_set_volume(int percent);

/* Not at all if it is muted, if there is no device, or if that takes so long to come up that the
 * moment is gone. */
void sound_play(const struct sound *sound);

/* To be called when the window was woken, and when sound_wait says so. */
void sound_follow(Uint32 now);
/* Milliseconds until sound_follow wants to be called, -1 for never. */
int sound_wait(Uint32 now);

/* The program ends. */
void sound_end(void);

#endif
