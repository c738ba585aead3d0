/* Circuits as SVG files (RULES 1.2 to 1.4); the functions are those of the course kind. */
#ifndef GRAPHPRIX_RULES_CIRCUIT_STRIP_FILE_H
#define GRAPHPRIX_RULES_CIRCUIT_STRIP_FILE_H

#include "rules/circuit/strip.h"

bool circuit_recognise(const char *bytes, size_t length);
const void *circuit_read(const char *bytes, size_t length, struct error *error);
void circuit_write(const void *body, struct text *into);

#endif
