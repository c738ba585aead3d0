/* The table of commands: program, help and tests read it. */
#include "base/system/file.h"
#include "commands/command.h"

#include <stddef.h>

const struct command commands[] = {
    {"referee",
     "referee --track FILE --players N [--game NAME] [--rules PRESET] [--set field=value]...\n"
     "                         [--driver N=NAME]... [--bot-ms N] [--seed N]",
     "plays a race by lines on stdin and stdout", referee_help, referee_append_help, referee_run,
     NULL},
    {"tournament",
     "tournament --track FILE... --driver NAME --driver NAME... [--races N] [--rules PRESET]\n"
     "                            [--game NAME] [--set field=value]... [--seed N] [--jobs N]\n"
     "                            [--bot-ms N] [--broker URL] [--json]",
     "lets drivers race against each other, and tells who is how strong", tournament_help, NULL,
     tournament_run, NULL},
    {"worker", "worker --broker URL [--driver bot:COMMAND]... [--jobs N]",
     "races of tournaments on many machines", worker_help, NULL, worker_run, NULL},
    {"host",
     "host --port N [--address A] [--track FILE] [--players N] [--rules PRESET]\n"
     "                      [--set field=value]... [--driver N=NAME]... [--seed N] [--clock S]\n"
     "                      [--race FILE] [--open] [--broker URL]",
     "lets people play in their browsers, at tables with a code", host_help, NULL, NULL,
     module_together},
    {"solve",
     "solve TRACK [--rules PRESET] [--set field=value]... [--with-extras] [--memory MIB]\n"
     "                  [--json]",
     "finds the fewest rounds to the finish, and a line that does it", solve_help, NULL, solve_run,
     NULL},
    {"check", "check [--json] FILE...", "tells what is wrong with tracks and saved races",
     check_help, NULL, check_run, NULL},
    {"replay",
     "replay RACE [--at N] [--csv FILE] [--csv-for PROGRAM] [--png FILE] [--gif FILE]\n"
     "                   [--svg FILE] [--pdf FILE] [--square PIXELS] [--json]",
     "tells what came of a saved race, and makes tables and pictures of it", NULL, NULL, NULL,
     module_pictures},
    {"generate",
     "generate --seed N [--size WxH] [--style flowing|tight|street|arena] [--difficulty 1..5]\n"
     "                          [-o FILE] [--json]\n"
     "       graphprix generate --daily DATE|today [-o FILE] [--json]",
     "makes a track that nobody has seen, with a lap that was proved", generate_help, NULL,
     generate_run, NULL},
    {"lesson", "lesson check [--json] FILE...", "tells what is wrong with lessons of the classroom",
     lesson_help, NULL, lesson_run, NULL},
    {"print",
     "print TRACK|RACE -o FILE [--paper A4|A3|letter] [--square 5mm] [--no-rules] [--no-table]\n"
     "                       [--rules PRESET] [--set field=value]... [--players N] [--at N] "
     "[--json]\n"
     "                       [--vectors] [--with TRACK]\n"
     "       graphprix print --empty [WxH] -o FILE [--paper A4|A3|letter] [--square 5mm] [--json]",
     "makes pages to print: true squares with a track or a race, rules, a table for moves", NULL,
     NULL, NULL, module_pictures},
    {"post",
     "post MAP --players A,B,... -o RACE [--game NAME] [--rules PRESET]\n"
     "                      [--set field=value]... [--seed N] [--json]\n"
     "       graphprix post RACE [--orders FILE] [--missing drive-on] [--json]",
     "plays a race by forum or post, a turn at a time", post_help, NULL, post_run, NULL},
    {"trace",
     "trace PHOTO -o FILE [--across N] [--corners X,Y,X,Y,X,Y,X,Y] [--loops N,N,...]\n"
     "                       [--line X,Y,X,Y|none] [--ground paper|board] [--name NAME]\n"
     "                       [--keep-gaps] [--accept-doubts] [--json]",
     "makes a track of the photo of a drawing", NULL, NULL, NULL, module_pictures},
    {"import", "import FILE -o TRACK [--cells 'SIGN=WHAT ...'] [--turn] [--name NAME] [--json]",
     "makes a track of a grid: a text (\"#.SF\") or a picture with a square a pixel", NULL, NULL,
     NULL, module_pictures},
    {"worksheet",
     "worksheet [--kind KIND] --seed N -o FILE [--difficulty easy|medium|hard] [--count N]\n"
     "                           [--versions N] [--solutions] [--vectors] [--json]",
     "makes pages of exercises for a class, with or without the solutions", NULL, NULL, NULL,
     module_pictures},
    {"help", "help [COMMAND]", "tells what there is, or more about one command", "", NULL, help_run,
     NULL},
    {"version", "version [--json]", "prints which version this is", "", NULL, version_run, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};
