/* FNV-1a, 64 bits, fed with numbers in a fixed byte order: the same on every machine. */
#ifndef GRAPHPRIX_BASE_HASH_H
#define GRAPHPRIX_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length);
uint64_t hash_number(uint64_t hash, int64_t number); /* eight bytes, lowest first */

#endif
