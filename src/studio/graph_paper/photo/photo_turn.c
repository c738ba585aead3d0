/* Turning a photo whose file does not say, or says wrongly, how it was held. */
#include "base/memory.h"
#include "studio/graph_paper/photo/photo_inside.h"

#include <stdlib.h>

void photo_turn(struct photo *photo)
{
    int across = photo->down, down = photo->across;
    uint32_t *pixels = memory_allocate((size_t)across * (size_t)down, sizeof *pixels);
    for (int y = 0; y < down; y++)
        for (int x = 0; x < across; x++) {
            int row = photo->down - 1 - x;
            pixels[(size_t)y * (size_t)across + (size_t)x] =
                photo->pixels[(size_t)row * (size_t)photo->across + (size_t)y];
        }
    free(photo->pixels);
    *photo = (struct photo){.width = photo->height,
                            .height = photo->width,
                            .across = across,
                            .down = down,
                            .pixels = pixels};
}
