/* What the files of maps share. */
#ifndef GRAPHPRIX_RULES_STOCK_CARS_MAP_INSIDE_H
#define GRAPHPRIX_RULES_STOCK_CARS_MAP_INSIDE_H

#include "rules/stock_cars/map.h"

/* map.c: of a draft that has passed the check; what is blank below and to the right of the last
 * tiles is left out. */
const struct stock_map *stock_map_of_checked(const struct map_draft *draft);

/* map_file.c */
/* Bytes of a key of the header, in capitals or not, with which the words begin; 0: they do not. */
size_t map_key_length(const char *words);
bool stock_map_recognise(const char *bytes, size_t length);
const void *stock_map_read(const char *bytes, size_t length, struct error *error);
bool stock_map_retitle(const char *bytes, size_t length, const char *name, struct text *into,
                       struct error *error);

#endif
