/* See worksheet.h: the pages, one after the other. A task is a block that is measured by the code
 * that draws it, with a cairo that draws nothing; where it does not fit any more, a page begins.
 */
#include "paper/graph_paper/classroom/worksheet_inside.h"

#include "base/memory.h"
#include "paper/lettering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_PAGES = -1 };

/* Which pages of a part are drawn: none (0), one of them (from 1), or all, each shown. */
struct book {
    struct page page;
    const struct worksheet_part *part;
    int wanted;
    int number; /* of the page that is set, from 1 */
};

static bool is_wanted(const struct book *book)
{
    return book->wanted == ALL_PAGES || book->wanted == book->number;
}

/* --- pages ------------------------------------------------------------------------------------ */

static void draw_frame(struct book *book)
{
    char told[120];
    const struct worksheet_part *part = book->part;
    cairo_t *cairo = book->page.cairo;
    const struct paper_theme *theme = &book->page.theme;
    double right = book->page.right, foot = part->height - PRINT_MARGIN - 3;
    char title[CAPTION_BYTES];
    double left = print_draw_name_field(cairo, theme, right, PRINT_MARGIN + 4, part->solved);
    caption_fit(cairo, part->title, PRINT_TITLE, true, left - 6 - PRINT_MARGIN, title);
    lettering_draw_title(cairo, title, PRINT_MARGIN, PRINT_MARGIN + 4, PRINT_TITLE, theme->ink);
    caption_draw_ruler(cairo, PRINT_MARGIN, foot, 100, theme->ink_soft);
    snprintf(told, sizeof told, "%s   Page %d of %d", part->label, book->number, part->pages);
    lettering_draw_aligned(cairo, told, right, foot, 1, PRINT_SMALL, false, theme->ink);
}

static void end_page(struct book *book)
{
    if (book->wanted == ALL_PAGES && book->number > 0)
        cairo_show_page(book->page.cairo);
}

static void begin_page(struct book *book)
{
    end_page(book);
    book->number++;
    book->page.y = SHEET_HEAD;
    book->page.drawn = is_wanted(book);
    if (book->page.drawn)
        draw_frame(book);
}

/* For the teacher: what a lesson is about, and where it goes wrong. */
static void set_notes(struct book *book)
{
    struct page *page = &book->page;
    double width = page->right - PRINT_MARGIN;
    begin_page(book);
    worksheet_set_words(page, "For the teacher", PRINT_MARGIN, width, true, page->theme.warning);
    page->y += 2;
    for (int i = 0; i < PLAN_NOTES; i++) {
        if (book->part->notes->notes[i] == NULL)
            continue;
        worksheet_set_words(page, plan_note_titles[i], PRINT_MARGIN, width, true, page->theme.ink);
        worksheet_set_words(page, book->part->notes->notes[i], PRINT_MARGIN, width, false,
                            page->theme.ink);
        page->y += 3;
    }
    page->y += SHEET_GAP;
}

static void set_items(struct book *book)
{
    const struct worksheet_part *part = book->part;
    struct page *page = &book->page;
    const double end = part->height - PRINT_MARGIN - PRINT_FOOT;
    for (int i = 0; i < part->count; i++) {
        double before = page->y;
        bool drawn = page->drawn;
        page->drawn = false;
        worksheet_set_item(page, &part->items[i], i + 1, part->solved);
        double needed = page->y - before - SHEET_GAP;
        page->y = before;
        page->drawn = drawn;
        if (book->number == 0 || before + needed > end)
            begin_page(book);
        worksheet_set_item(page, &part->items[i], i + 1, part->solved);
    }
}

/* A race's pages are those that print lays out. */
static void set_race(struct book *book)
{
    for (book->number = 1; book->number <= book->part->pages; book->number++)
        if (is_wanted(book)) {
            print_draw_page(book->page.cairo, &book->part->layout, book->number - 1);
            end_page(book);
        }
}

/* Draws what is wanted; returns how many pages there are. */
static int set_part(cairo_t *cairo, const struct worksheet_part *part, int wanted)
{
    struct book book = {
        .page = {cairo, false, print_theme(), part->width - PRINT_MARGIN, part->height, 0},
        .part = part,
        .wanted = wanted};
    if (part->session != NULL) {
        set_race(&book);
        return part->pages;
    }
    if (part->notes != NULL)
        set_notes(&book);
    if (part->notes != NULL && part->count > 0)
        book.page.y = part->height; /* the questions begin on a page of their own */
    set_items(&book);
    end_page(&book);
    return book.number;
}

int worksheet_count_pages(const struct worksheet_part *part)
{
    cairo_t *cairo = print_begin_measuring();
    int pages = set_part(cairo, part, 0);
    cairo_destroy(cairo);
    return pages;
}

int worksheet_page_count(const struct worksheet *worksheet)
{
    int pages = 0;
    for (int i = 0; i < worksheet->part_count; i++)
        pages += worksheet->parts[i].pages;
    return pages;
}

/* --- documents -------------------------------------------------------------------------------- */

bool worksheet_goes_on(const struct worksheet_follower *follower, int from, int to, int done,
                       int of, struct error *error)
{
    if (follower->tell)
        follower->tell(follower->data, from + (to - from) * done / of);
    return !follower->dropped || !atomic_load(follower->dropped) ||
           error_set(error, "it was given up");
}

bool worksheet_pdf(const struct worksheet *worksheet, struct text *into, struct error *error)
{
    const struct worksheet_part *first = &worksheet->parts[0];
    cairo_surface_t *surface =
        caption_begin_pdf(into, first->width, first->height, first->title, NULL);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, CAPTION_POINTS, CAPTION_POINTS);
    bool going = true;
    for (int i = 0; i < worksheet->part_count && going; i++) {
        set_part(cairo, &worksheet->parts[i], ALL_PAGES);
        going = worksheet_goes_on(&worksheet->follower, LAID_OUT, 100, i + 1, worksheet->part_count,
                                  error);
    }
    return brush_finish(cairo, surface, "the worksheet", error) && going;
}

cairo_surface_t *worksheet_preview(const struct worksheet *worksheet, int page, int width,
                                   int height)
{
    int index = 0;
    while (page >= worksheet->parts[index].pages)
        page -= worksheet->parts[index++].pages;
    const struct worksheet_part *part = &worksheet->parts[index];
    cairo_t *recorder = print_begin_measuring();
    set_part(recorder, part, page + 1);
    return print_shrink(recorder, part->width, part->height, width, height);
}
