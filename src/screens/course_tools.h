/* How the courses of a game are made in the window: one table a game, and the list of them. A
 * game may have none: then nothing is offered to draw, to mend or to generate.
 *
 * Each way is open from everywhere; what goes wrong is told. What is being drawn is never lost: it
 * is kept in a file of its own until it is saved or given up. Ways that may be NULL say so.
 */
#ifndef GRAPHPRIX_SCREENS_COURSE_TOOLS_H
#define GRAPHPRIX_SCREENS_COURSE_TOOLS_H

#include "screens/app.h"

struct editor_frame;

struct course_tools {
    const struct game *game;
    bool is_usual;                       /* the one where no game is chosen */
    struct editor_frame *(*frame)(void); /* its editor; what is drawn in it outlives its screen */

    /* An empty sheet; a size of 0 x 0 asks for it first. */
    void (*edit_new)(struct app *app, int width, int height);
    /* The course of a file comes up in the editor if it was read from a drawing that leaves
     * something to be asked first (how large a square is); false: nothing is to be asked. What the
     * file holds may be taken over. NULL: nothing ever is. */
    bool (*import_file)(struct app *app, struct course course, const char *path,
                        struct text *content);
    /* Is the file a picture, or a text that shows a course? Then it becomes a course to confirm,
     * and goes on in the editor. NULL: courses of this game are not read out of pictures. */
    bool (*open_picture)(struct app *app, const char *path);
    /* What players may agree on before they race on a course (an inspection), or NULL, all three.
     * The words of the link to it, "" where there is nothing to agree on; the screen for it; and
     * the course as was agreed (retained), or with nothing agreed (borrowed): none if nothing
     * was. */
    void (*say_agreement)(struct course course, char *into, size_t size);
    void (*agree)(struct app *app, struct course course, const char *path);
    struct course (*agreed)(struct course course, const char *path, bool plain);
    /* The dialog that makes courses; `take` gets the one that was chosen (retain it). NULL: none
     * are generated. */
    void (*generate)(struct app *app, void (*take)(struct app *app, struct course course));
    /* The dialog that offers the course of the date, or NULL. */
    const struct screen *daily;
};

/* As above, of any course. */
void course_tools_say_agreement(struct course course, char *into, size_t size);
void course_tools_agree(struct app *app, struct course course, const char *path);
struct course course_tools_agreed(struct course course, const char *path, bool plain);

extern const struct course_tools *const course_tools_list[];         /* ends with NULL */
const struct course_tools *course_tools_of(const struct game *game); /* NULL: it has none */
const struct course_tools *course_tools_usual(void);                 /* generates, too */
extern const struct course_tools graph_paper_course_tools, stock_cars_course_tools,
    circuit_course_tools;

/* The editor of the game that the file belongs to, by its ending; that there is none is told. */
void course_tools_edit_file(struct app *app, const char *path);
/* Who tries a course out: the first person of last time's players. */
struct player course_tools_tester(const struct settings *settings);
/* Back to where the course of the race is drawn. While app->trying. */
void course_tools_go_on(struct app *app);

#endif
