/* `graphprix print`: a track, a race so far or empty squares as pages in true size (PDF). */
#ifndef GRAPHPRIX_COMMANDS_PRINT_H
#define GRAPHPRIX_COMMANDS_PRINT_H

#include "base/error.h"

extern const char print_help[];

int print_run(int argument_count, char **arguments);

/* "5mm", "5", "7.5 mm", "0.5cm" as tenths of a millimetre; "40x30" as squares. */
bool print_read_square(void *tenths, const char *value, struct error *error); /* int * */
bool print_read_size(const char *value, int *columns, int *rows, struct error *error);

#endif
