/* See offer.h. */
#include "screens/tracks/offer.h"

#include "base/memory.h"
#include "screens/tracks/picker.h"

#include <stdlib.h>

enum { WIDTH = 720, HEIGHT = 560, CARD_LEAST = 150 }; /* interface pixels */

struct track_offer {
    struct picker picker;
    bool (*takes)(struct course course);
    int offered[GALLERY_LIMIT];
    int count;
};

static void list(struct track_offer *offer)
{
    offer->count = 0;
    for (int i = 0; i < gallery_count(offer->picker.gallery); i++) {
        struct course course = gallery_at(offer->picker.gallery, i)->course;
        if (course.body && offer->takes(course))
            offer->offered[offer->count++] = i;
    }
    picker_list(&offer->picker, offer->offered, offer->count);
}

struct track_offer *track_offer_open(const struct app *app, bool (*takes)(struct course course))
{
    struct track_offer *offer = memory_allocate(1, sizeof *offer);
    offer->takes = takes;
    offer->picker.gallery = gallery_open(app->shipped_tracks, app->tracks_folder, NULL);
    offer->picker.seek = true;
    list(offer);
    return offer;
}

void track_offer_free(struct track_offer *offer)
{
    if (offer)
        gallery_free(offer->picker.gallery);
    free(offer);
}

static void look(void *context, int index, struct picker_card *card)
{
    const struct track_offer *offer = context;
    const struct gallery_entry *entry = gallery_at(offer->picker.gallery, index);
    tracks_print_card(entry, card->words, sizeof card->words);
}

/* The index of what was clicked, or -1. */
static int build_cards(struct ui *ui, struct track_offer *offer, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int y = ui_scroll_begin(ui, "offered tracks", box, &offer->picker.scroll);
    struct layout column = layout_column(ui, box.x, y, box.w - canvas_units(canvas, 11), 8);
    if (offer->picker.listed_count == 0)
        layout_text(&column, AT_TOP, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                    gallery_is_complete(offer->picker.gallery) ? "No such track." : "Reading ...");
    int clicked = picker_build_cards(&column, &offer->picker, CARD_LEAST, box, look, offer);
    ui_scroll_end(ui, column.rest.y);
    return clicked;
}

enum offer_answer track_offer_build(struct track_offer *offer, struct ui *ui, const char *title,
                                    const char *words, struct course *taken)
{
    gallery_begin_pass(offer->picker.gallery);
    if (gallery_collect(offer->picker.gallery))
        list(offer);
    struct layout column = {ui, ui_dialog(ui, WIDTH, HEIGHT, "button cancel-track"), 8};
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    layout_text(&column, AT_TOP, STYLE_TITLE, theme->ink, title);
    layout_paragraph(&column, STYLE_BODY, theme->ink_soft, words);
    if (picker_build_search(ui, &offer->picker, "field search-track", "Search tracks",
                            layout_take(&column, AT_TOP, 40)))
        picker_list(&offer->picker, offer->offered, offer->count);
    struct layout foot = {ui, layout_take(&column, AT_BOTTOM, 38), 8};
    bool cancelled = layout_button(&foot, AT_RIGHT, "button cancel-track", "Cancel", LOOK_PLAIN);
    int clicked = build_cards(ui, offer, column.rest);
    if (clicked < 0)
        return cancelled ? OFFER_CANCELLED : OFFER_STAYS;
    *taken = gallery_at(offer->picker.gallery, clicked)->course;
    return OFFER_TAKEN;
}

int track_offer_patience(const struct track_offer *offer)
{
    return offer ? gallery_patience(offer->picker.gallery) : -1;
}
