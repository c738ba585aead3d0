/* `graphprix generate`: a track out of a seed (files-and-protocols section 6). */
#ifndef GRAPHPRIX_COMMANDS_GRAPH_PAPER_GENERATE_H
#define GRAPHPRIX_COMMANDS_GRAPH_PAPER_GENERATE_H

extern const char generate_help[];
int generate_run(int argument_count, char **arguments);

#endif
