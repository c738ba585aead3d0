/* What the files of the interface share among themselves; screens include ui/ui.h only.
 */
#ifndef GRAPHPRIX_UI_INSIDE_H
#define GRAPHPRIX_UI_INSIDE_H

#include "ui/window.h"

enum { UI_ID_BYTES = 96, UI_LEFT = 8, UI_AREA_LIMIT = 8, UI_STATUS_BYTES = 1536 };

/* What input did to a target, told in the pass that answers it. */
enum request_type {
    REQUEST_NONE,
    REQUEST_CLICK,
    REQUEST_INSERT,
    REQUEST_EDIT,
    REQUEST_SCROLL,
    REQUEST_SLIDE
};

struct request {
    enum request_type type;
    char id[UI_ID_BYTES];
    char text[256]; /* inserted */
    int number;     /* key of an edit, how far to scroll, or where to slide */
};

struct ui_entry {
    struct ui_target target; /* first, as the window reads it */
    struct box whole;        /* also what is scrolled out of sight */
    int area;                /* index, or -1 */
    bool field;
    bool handle;
    bool slider;
    bool surface;
    bool chosen;           /* of its group: Tab comes to it first */
    int value;             /* of a slider, with its range */
    struct ui_range range; /* its unit is not kept */
};

/* A scrolling part, as built in the last pass. */
struct ui_area {
    char id[UI_ID_BYTES];
    struct box box;
    struct ui_scroll *scroll; /* valid during its pass only */
    int offset, content;
};

struct ui {
    struct canvas *canvas;
    struct ui_entry *entries;
    int count, capacity;
    struct ui_label *labels;
    int label_count, label_capacity;
    struct ui_area areas[UI_AREA_LIMIT];
    int area_count;
    int open_area; /* being built, or -1 */
    int group_depth;
    uint64_t group; /* that is being built, a hash of its first id; 0: nothing of it yet */
    struct ui_left {
        uint64_t group;
        char id[UI_ID_BYTES];
    } left[UI_LEFT]; /* where Tab went out of groups lately */
    int left_last;
    bool dialog, was_dialog;
    bool takes_text; /* the screen, where no field does */
    bool measuring;  /* what is built is not there: it only says how large it is */
    bool unsettled;  /* this pass has learned a size that the next one needs */
    char cancel[UI_ID_BYTES], default_id[UI_ID_BYTES];
    char status[UI_STATUS_BYTES];

    int pointer_x, pointer_y;
    int seen_x, seen_y;                 /* the pointer in the last pass */
    uint64_t lay_under;                 /* what the list of the last pass holds where it is now */
    uint64_t handles_before;            /* that it holds */
    uint64_t points_at, pointed_before; /* told by the screen in this pass and the last */
    bool moved, gone;                   /* since the last pass; by ui_gone */
    bool came;                          /* something has come under the resting pointer: */
    int came_x, came_y;
    bool by_click; /* the last input was one */
    Uint32 came_at;
    char hot[UI_ID_BYTES], pressed[UI_ID_BYTES], focus[UI_ID_BYTES];
    bool ring;
    char reveal[UI_ID_BYTES];  /* scroll it into view at the end of the pass */
    int caret;                 /* of the focused field, bytes */
    bool all_chosen;           /* what is typed next replaces the focused field's text */
    int caret_at_x;            /* place the caret there in the next pass; -1: no */
    char dragged[UI_ID_BYTES]; /* the area whose bar is held */
    int drag_from;             /* pointer minus the thumb's top */
    char sliding[UI_ID_BYTES]; /* the slider whose knob is held */
    struct request request;

    uint64_t asked, asking;    /* hash of the topmost question, of the last pass and this one; 0 */
    struct ui_scroll question; /* its text */
    struct ui_scroll under;    /* of a question that is not the topmost */
    bool read;                 /* the end of its text has been in sight */
};

/* Has something come under the resting pointer that no press takes yet? */
struct ui_entry *ui_find(struct ui *ui, const char *id); /* NULL if it is not there */
void ui_keep_id(char *into, const char *id);
/* What input has done, for the next pass; returns it as a reaction. */
int ui_act(struct ui *ui, enum request_type type, const char *id, int number);
/* Is there such a request for this id in this pass? It is then used up. */
bool ui_take_request(struct ui *ui, enum request_type type, const char *id);
struct ui_state ui_register(struct ui *ui, const char *id, struct box box, const char *text,
                            bool field);
/* The same, of what may be chosen. */
struct ui_state ui_register_choice(struct ui *ui, const char *id, struct box box, const char *text,
                                   bool chosen);

/* ui/widgets.c: what press, motion and keys do to sliders and scrolling parts, as reactions. */
int ui_slide_to(struct ui *ui, const struct ui_entry *slider, int x);
int ui_slide_by_key(struct ui *ui, const struct ui_entry *slider, SDL_Keycode key);
struct ui_area *ui_area_at(struct ui *ui, int x, int y);
int ui_scroll_press(struct ui *ui, int x, int y);
int ui_scroll_drag(struct ui *ui, int y);
int ui_scroll_by(struct ui *ui, const struct ui_area *area, int distance);
/* True if something had to be moved. */
bool ui_scroll_reveal(struct ui *ui, const struct ui_entry *entry);

#endif
