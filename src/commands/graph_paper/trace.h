/* `graphprix trace PHOTO -o FILE`: from a photo of a drawn track to a track. */
#ifndef GRAPHPRIX_COMMANDS_GRAPH_PAPER_TRACE_H
#define GRAPHPRIX_COMMANDS_GRAPH_PAPER_TRACE_H

extern const char trace_help[];
int trace_run(int argument_count, char **arguments);

#endif
