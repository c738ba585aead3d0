/* `graphprix bench`: measures what needs no window. */
#ifndef GRAPHPRIX_COMMANDS_BENCH_H
#define GRAPHPRIX_COMMANDS_BENCH_H

extern const char bench_help[];
int bench_run(int argument_count, char **arguments);

#endif
