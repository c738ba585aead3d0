/* What the help says of a game, as data: one book a game, and the list of them; and what its pages
 * are built of. Of a game without a book the help tells its fields, in the words of their table.
 *
 * A book is one table: pages in order, and behind each its lessons; or the book builds the page. A
 * lesson is told where all that it needs is in force: the field changes something in the set-up
 * (setup_field_matters) and has the value. So nothing is told that is not played.
 *
 * A sketch in the help is a piece of a track file with marks, so help looks like the race.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_BOOK_H
#define GRAPHPRIX_SCREENS_HELP_BOOK_H

#include "screens/app.h"
#include "ui/layout.h"

enum lesson_relation {
    NEEDS_NOTHING,
    NEEDS_VALUE, /* the field has it */
    NEEDS_MORE,  /* a number above it */
    NEEDS_OWN    /* what the book itself knows by this value (meets) */
};
struct lesson_need {
    enum lesson_relation relation;
    int field, value;
};
enum { LESSON_NEEDS = 3, LESSON_LIMIT = 64 };

struct help_telling;
struct lesson_page {
    const char *name; /* of its target: "page wall" */
    const char *title;
    /* From the top of the column down. NULL: it is there if there are lessons to be told on it. */
    void (*build)(struct layout *column, const struct help_telling *telling);
    /* Goes on with the status behind the title. NULL: the lessons' headings. */
    void (*tell)(const struct help_telling *telling, struct text *status);
};

struct lesson {
    const struct lesson_page *page; /* it begins with this row, which is no lesson; else NULL */
    struct lesson_need needs[LESSON_NEEDS];
    const char *heading;
    const char *text;    /* a pattern of rule_words */
    const void *diagram; /* for the book's painter */
};

/* For canvas_shape; so wide and so high in parts. */
enum { DIAGRAM_WIDE = 8, DIAGRAM_HIGH = 5 };
struct diagram_look {
    const void *diagram;
    const struct paper_theme *theme;
    double scale; /* of the interface */
};

/* A line of a table: what to press or what it is called, and what that means. */
struct help_row {
    const char *term, *what;
};
struct lesson_key {
    struct lesson_need need;
    struct help_row row;
    const char *without_hints; /* what is said instead where the race allows none; or NULL */
};

/* What a first race tells at the thing itself, until the round is over in which it was told: while
 * a target whose id begins so can be clicked. A click on it leads to a page of the help, with its
 * drawings. */
struct lesson_guide {
    const char *target, *term, *words, *page;
};
enum { LESSON_GUIDES = 8 }; /* of a book: as many bits of the settings */
enum { LESSON_WORDS = 16 };

struct coach_table;
struct lesson_start {
    const struct screen *screen;
    const char *page;
    const char *title; /* of the help there */
};
struct lesson_book {
    const struct game *game;
    const struct lesson *lessons;
    int count;
    bool (*meets)(const struct setup *setup, int value);
    canvas_painter *paint;         /* of a struct diagram_look; NULL: lessons have no drawings */
    double diagram_least;          /* how high it is, interface pixels */
    const struct lesson_key *keys; /* besides those that all games have */
    int key_count;
    const struct lesson_guide *guides;
    int guide_count;
    const struct canvas_word *words; /* of the trade, with the pages that draw them; or NULL */
    /* The pages to begin with: where courses are chosen, and on the screens that are the game's
     * own; the last of them is NULL. NULL: there are none. */
    const char *making_page; /* NULL: the first */
    const struct lesson_start *starts;
    const struct coach_table *tutorial; /* NULL: there is none */
};

extern const struct lesson_book graph_paper_book, stock_cars_book, circuit_book;
extern const struct lesson_book *const lesson_books[];             /* ends with NULL */
const struct lesson_book *lesson_book_of(const struct game *game); /* never NULL */

/* The page at an index, NULL behind the last one; and the index of a page by its name, 0 without.
 */
const struct lesson_page *lesson_page_at(const struct lesson_book *book, int page);
int lesson_page_called(const struct lesson_book *book, const char *name);

bool lesson_need_met(const struct lesson_book *book, const struct lesson_need *need,
                     const struct setup *setup);
/* All that are told under a set-up; how many. */
int lessons_collect(const struct lesson_book *book, const struct setup *setup,
                    const struct lesson *told[]);

/* Appends a sentence about rules with the numbers of a set-up filled in: "{nitros}" in the pattern
 * becomes the value of that field, a number, and "{slick_missed_turns turn}" the number with its
 * noun: "2 turns", "1 turn", "no turns". A field that the rules do not have is the programmer's
 * fault. */
void rule_words(const struct setup *setup, const char *pattern, struct text *into);

/* Opens the help at a page of this race's book. */
void help_open_at(struct app *app, const char *page);
/* What sentences are searched for where rules are in force or told (canvas_seek); and, behind all
 * that is built, the way from such a word to its drawings. */
const struct canvas_word *help_words(const struct app *app);
void help_open_word(struct app *app, struct ui *ui);

/* --- screens/help/help.c --------------------------------------------------------------------- */

struct help_telling {
    const struct lesson_book *book;
    const struct setup *setup; /* whose rules are told */
    const struct lesson **lessons;
    int count;
    bool no_hints;             /* the race allows none */
    const struct screen *from; /* that the help is asked on */
    int room;                  /* height that the cards of lessons are to fill, if they can */
};

void help_build_page(struct layout *column, const struct help_telling *telling, int page);
/* The cards of a page's lessons. */
void help_build_lessons(struct layout *column, const struct help_telling *telling, int page);
/* A page: the keys of the book. */
void help_build_keys(struct layout *column, const struct help_telling *telling);

extern const double help_gap; /* between cards, in interface pixels */
/* A card as high as what is built on it, or of this height in pixels if that is more. */
void help_build_card(struct layout *column, int least, layout_builder *build, void *data);
/* A card with a heading (NULL: none) and a table. */
void help_build_rows(struct layout *column, const char *heading, const struct help_row *rows,
                     int count);
/* The line of a table with a term `wide` interface pixels wide and what it means, or that below it:
 * the box of the term. */
struct box help_build_row(struct layout *column, double wide, const char *what);

/* --- short forms for tables ------------------------------------------------------------------- */

/* RULE(field) is the index of a field of the game. */
#define BRACED(...)                                                                                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
/* PAGE(name, title, build), or more: .tell = ... */
#define PAGE(called, words, ...)                                                                   \
    BRACED(.page = &(const struct lesson_page)BRACED(.name = called, .title = words,               \
                                                     .build = __VA_ARGS__))
#define WHEN(...) BRACED(__VA_ARGS__)
#define ALWAYS BRACED(NEEDS_NOTHING, 0, 0)
#define IS(field, value) BRACED(NEEDS_VALUE, RULE(field), value)
#define MORE(field, value) BRACED(NEEDS_MORE, RULE(field), value)

#endif
