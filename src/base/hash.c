#include "base/number.h"

#define PRIME UINT64_C(0x100000001b3)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * PRIME;
    return hash;
}

uint64_t hash_number(uint64_t hash, int64_t number)
{
    uint64_t rest = (uint64_t)number;
    for (int i = 0; i < 8; i++) {
        hash = (hash ^ (rest & 0xFF)) * PRIME;
        rest >>= 8;
    }
    return hash;
}
