/* Opening and closing are jobs of one worker, of which there is never more than one under way: what
 * is wanted meanwhile is seen when it is done. The audio subsystem goes with the device, because
 * some of SDL's drivers keep a thread of their own for it.
 *
 * A device asks for nothing before the window's thread has heard of it. From then on until it is
 * closed mixer and volume are also its thread's, under SDL's lock.
 */
#include "ui/sound/sound.h"

#include "base/memory.h"
#include "base/system/terminal.h"
#include "base/system/worker.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUFFER = 1024,      /* samples: 23 milliseconds */
    TOO_LATE = 150,     /* what began so many milliseconds ago is left out */
    TRY_AGAIN = 30000,  /* after there was no device */
    PENDING = 4,        /* sounds that wait for the device */
    END_PATIENCE = 1000 /* milliseconds */
};

struct job {
    bool opens;
    SDL_AudioDeviceID device; /* the one to close, or that was opened; 0: there is none */
};

static struct {
    struct worker *worker;
    struct job *job; /* that is under way, or NULL */
    SDL_AudioDeviceID device;
    struct synthesis mixer;
    float volume; /* 0 to 1 */
    struct {
        struct sound sound;
        Uint32 since;
    } pending[PENDING];
    int pending_count;
    Uint32 silent_from; /* when the last sound ends; of an open device */
    bool failed;
    Uint32 failed_at;
} sounds;

/* --- other threads ---------------------------------------------------------------------------- */

static void fill(void *data, Uint8 *bytes, int length)
{
    (void)data;
    synthesis_render(&sounds.mixer, sounds.volume, (int16_t *)(void *)bytes,
                     length / (int)sizeof(int16_t));
}

/* Libraries below SDL write on the standard error what they do not find. */
static SDL_AudioDeviceID open_device(void)
{
    const SDL_AudioSpec wanted = {.freq = SYNTHESIS_RATE,
                                  .format = AUDIO_S16SYS,
                                  .channels = 1,
                                  .samples = BUFFER,
                                  .callback = fill};
    SDL_AudioDeviceID device = 0;
    silence_begin();
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0) {
        device = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
        if (device == 0)
            SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    silence_end();
    return device; /* asks for nothing yet */
}

static void close_device(SDL_AudioDeviceID device)
{
    SDL_CloseAudioDevice(device);
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

static void work(void *own, void *data, const atomic_bool *dropped)
{
    struct job *job = data;
    (void)own, (void)dropped;
    if (job->opens)
        job->device = open_device();
    else
        close_device(job->device);
    SDL_TLSCleanup(); /* what SDL keeps for each thread, and frees only for threads of its own */
}

/* --- the window's thread ---------------------------------------------------------------------- */

static void ask(bool opens)
{
    static const struct worker_kind kind = {work, free, NULL};
    if (!sounds.worker)
        sounds.worker = worker_create(&kind, NULL);
    sounds.job = memory_allocate(1, sizeof *sounds.job);
    sounds.job->opens = opens;
    sounds.job->device = sounds.device;
    sounds.device = 0;
    worker_ask(sounds.worker, sounds.job);
}

static bool is_past(Uint32 now, Uint32 when)
{
    return (Sint32)(now - when) >= 0;
}

static void begin(const struct sound *sound, Uint32 now)
{
    Uint32 length = (Uint32)(sound_length(sound) * 1000LL / SYNTHESIS_RATE);
    SDL_LockAudioDevice(sounds.device);
    synthesis_begin(&sounds.mixer, sound);
    SDL_UnlockAudioDevice(sounds.device);
    if (is_past(now + length, sounds.silent_from))
        sounds.silent_from = now + length;
}

/* What has waited for the device is heard, unless it is too late for it. */
static void begin_pending(Uint32 now)
{
    sounds.silent_from = now;
    for (int i = 0; i < sounds.pending_count; i++)
        if (now - sounds.pending[i].since < TOO_LATE)
            begin(&sounds.pending[i].sound, now);
    sounds.pending_count = 0;
}

static void take_answer(Uint32 now)
{
    const struct job *job = sounds.job ? worker_answer(sounds.worker) : NULL;
    if (!job)
        return;
    sounds.job = NULL;
    if (!job->opens) {
        memset(&sounds.mixer, 0, sizeof sounds.mixer);
        return;
    }
    sounds.device = job->device;
    sounds.failed = job->device == 0;
    sounds.failed_at = now;
    if (sounds.device == 0) {
        sounds.pending_count = 0;
        return;
    }
    begin_pending(now);
    SDL_PauseAudioDevice(sounds.device, 0);
}

void sound_follow(Uint32 now)
{
    take_answer(now);
    if (sounds.job)
        return;
    bool silent = sounds.volume <= 0 || is_past(now, sounds.silent_from + SOUND_PATIENCE);
    if (sounds.device != 0 && silent)
        ask(false);
    else if (sounds.device == 0 && sounds.pending_count > 0)
        ask(true);
}

int sound_wait(Uint32 now)
{
    if (sounds.device == 0)
        return -1;
    Uint32 when = sounds.silent_from + SOUND_PATIENCE;
    return is_past(now, when) ? 0 : (int)(when - now);
}

void sound_set_volume(int percent)
{
    float share = (float)percent / SOUND_VOLUME_MOST;
    if (sounds.device != 0)
        SDL_LockAudioDevice(sounds.device);
    sounds.volume = share * share; /* as loud as the number says, to the ear */
    if (sounds.device != 0)
        SDL_UnlockAudioDevice(sounds.device);
    if (percent <= 0)
        sounds.pending_count = 0;
    sound_follow(SDL_GetTicks());
}

void sound_play(const struct sound *sound)
{
    Uint32 now = SDL_GetTicks();
    if (sounds.volume <= 0 || sound_length(sound) == 0)
        return;
    if (sounds.failed && !is_past(now, sounds.failed_at + TRY_AGAIN))
        return;
    take_answer(now);
    if (sounds.device != 0) {
        begin(sound, now);
        return;
    }
    if (sounds.pending_count < PENDING) {
        sounds.pending[sounds.pending_count].sound = *sound;
        sounds.pending[sounds.pending_count].since = now;
        sounds.pending_count++;
    }
    sound_follow(now);
}

void sound_end(void)
{
    if (sounds.job && worker_wait(sounds.worker, END_PATIENCE))
        take_answer(SDL_GetTicks());
    if (sounds.device != 0)
        close_device(sounds.device);
    worker_close(sounds.worker);
    memset(&sounds, 0, sizeof sounds);
}
