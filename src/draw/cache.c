/* Painted things by name: labels, shapes, corners of cards.
 *
 * Entries own their textures. What was not used for the longest time goes first when there is more
 * than the budget; what the running pass has drawn never goes, as the renderer may not have drawn
 * it yet.
 */
#include "base/hash.h"
#include "base/memory.h"
#include "draw/inside.h"

#include <stdlib.h>
#include <string.h>

enum { BUDGET_BYTES = 12 * 1024 * 1024 };

static uint64_t hash_key(const char *key)
{
    return hash_bytes(HASH_START, key, strlen(key));
}

static size_t cached_bytes(const struct cached *cached)
{
    return (size_t)cached->width * (size_t)cached->height * 4;
}

struct cached *cache_find(struct canvas *canvas, const char *key)
{
    uint64_t hash = hash_key(key);
    struct cached *cached = canvas->cache.buckets[hash % BUCKET_COUNT];
    while (cached && (cached->hash != hash || strcmp(cached->key, key) != 0))
        cached = cached->next;
    if (cached)
        cached->last_used = canvas->pass;
    return cached;
}

struct cached *cache_add(struct canvas *canvas, const char *key, SDL_Texture *texture, int width,
                         int height)
{
    struct cached *cached = memory_allocate(1, sizeof *cached);
    cached->key = memory_copy_string(key);
    cached->hash = hash_key(key);
    cached->texture = texture;
    cached->width = width;
    cached->height = height;
    cached->last_used = canvas->pass;
    struct cached **bucket = &canvas->cache.buckets[cached->hash % BUCKET_COUNT];
    cached->next = *bucket;
    *bucket = cached;
    canvas->cache.bytes += cached_bytes(cached);
    return cached;
}

static void drop(struct cache *cache, struct cached **link)
{
    struct cached *cached = *link;
    *link = cached->next;
    cache->bytes -= cached_bytes(cached);
    if (cached->texture)
        SDL_DestroyTexture(cached->texture);
    free(cached->key);
    free(cached);
}

static void drop_older_than(struct canvas *canvas, unsigned pass)
{
    for (int i = 0; i < BUCKET_COUNT; i++) {
        struct cached **link = &canvas->cache.buckets[i];
        while (*link) {
            if ((*link)->last_used < pass)
                drop(&canvas->cache, link);
            else
                link = &(*link)->next;
        }
    }
}

void cache_trim(struct canvas *canvas)
{
    for (unsigned keep = 256; canvas->cache.bytes > BUDGET_BYTES && keep > 0; keep /= 4)
        if (canvas->pass > keep)
            drop_older_than(canvas, canvas->pass - keep);
}

void cache_clear(struct canvas *canvas)
{
    for (int i = 0; i < BUCKET_COUNT; i++)
        while (canvas->cache.buckets[i])
            drop(&canvas->cache, &canvas->cache.buckets[i]);
}
