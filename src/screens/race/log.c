/* The log in the side panel: a sentence for everything that happened, newest line in sight.
 *
 * A long race has hundreds of lines of different heights and each frame needs their sum, so heights
 * are measured once and kept until the panel gets another width; only lines in sight are drawn.
 */
#include "screens/race/inside.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

static const double INDENT = 6; /* interface pixels */
static const double NUMBERS_WIDTH = 34;
static const double BAR_WIDTH = 12;
static const double LINE_GAP = 3;

void race_forget_log(struct race_screen *race)
{
    free(race->log_lines.heights);
    race->log_lines = (struct race_log){.seen = race->log_lines.seen};
}

void race_log_remark(struct race_screen *race, const char *text, int step)
{
    array_add(race->remarks, race->remark_count, race->remark_capacity,
              (struct race_remark){.before = session_log_count_after(race->session, step),
                                   .round = session_step(race->session, step).round,
                                   .text = memory_copy_string(text)});
}

/* A step has lines of its own behind what is remarked on it. */
void race_forget_remarks(struct race_screen *race, bool all)
{
    int lines = all ? 0 : session_log_count(race->session);
    while (race->remark_count > 0 && race->remarks[race->remark_count - 1].before >= lines)
        free(race->remarks[--race->remark_count].text);
    if (all) {
        free(race->remarks);
        race->remarks = NULL;
        race->remark_capacity = 0;
    }
}

static int line_count(const struct race_screen *race)
{
    int steps = race_is_shown(race) ? race->running + (race->progress >= 1) : race->steps;
    return session_log_count_after(race->session, steps) + race->remark_count;
}

/* The session's lines with the remarks among them. */
static const char *line_at(const struct race_screen *race, int index, int *round)
{
    int remarks_before = 0;
    for (int i = 0; i < race->remark_count && race->remarks[i].before + i <= index; i++) {
        const struct race_remark *remark = &race->remarks[i];
        if (remark->before + i == index) {
            *round = remark->round;
            return remark->text;
        }
        remarks_before = i + 1;
    }
    return session_log_line(race->session, index - remarks_before, round);
}

/* True if the last line is another than before. */
static bool measure(struct canvas *canvas, struct race_screen *race, int width)
{
    struct race_log *log = &race->log_lines;
    int count = line_count(race);
    if (log->width != width || log->scale != canvas_scale(canvas))
        race_forget_log(race);
    log->width = width;
    log->scale = canvas_scale(canvas);
    bool other = count != log->count;
    while (log->count > count)
        log->total -= log->heights[--log->count];
    while (log->count < count) {
        int round;
        const char *line = line_at(race, log->count, &round);
        int height = canvas_paragraph_height(canvas, STYLE_SMALL, line, width) +
                     canvas_units(canvas, LINE_GAP);
        array_add(log->heights, log->count, log->capacity, height);
        log->total += height;
    }
    return other;
}

static void draw_line(struct canvas *canvas, const char *line, int round, bool pale, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char number[12];
    snprintf(number, sizeof number, "%d", round);
    struct box left = box_cut_left(&row, canvas_units(canvas, NUMBERS_WIDTH));
    left.h = canvas_line_height(canvas, STYLE_SMALL);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, number, left, ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, pale ? theme->ink_soft : theme->ink, line, row,
                     ALIGN_LEFT);
}

/* What of a sentence at `y` is to be seen of its lines: none is ever cut through. */
static struct box whole_lines(struct box area, int y, int height, int line)
{
    int above = area.y > y ? area.y - y : 0, room = area.y + area.h - y;
    int first = (above + line - 1) / line * line;
    int last = room < height ? room / line * line : height;
    return box_make(area.x, y + first, area.w, last > first ? last - first : 0);
}

static void build_lines(struct ui *ui, struct race_screen *race, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct race_log *log = &race->log_lines;
    int y = ui_scroll_begin(ui, "log", area, &race->log);
    int gap = canvas_units(canvas, LINE_GAP);
    int line_height = canvas_line_height(canvas, STYLE_SMALL);
    /* Looking back, what the last action led to stands out. */
    int pale = race->looks_back && race->steps > 0
                   ? session_log_count_after(race->session, race->steps - 1)
                   : 0;
    int row_width = log->width + canvas_units(canvas, NUMBERS_WIDTH);
    for (int i = 0; i < log->count; i++) {
        int height = log->heights[i];
        struct box seen = whole_lines(area, y, height - gap, line_height);
        if (seen.h > 0) {
            int round;
            const char *line = line_at(race, i, &round);
            struct box row = {area.x + canvas_units(canvas, INDENT), y, row_width, height};
            canvas_push_clip(canvas, seen);
            draw_line(canvas, line, round, i < pale, row);
            canvas_pop_clip(canvas);
        }
        y += height;
    }
    ui_scroll_end(ui, y);
}

void race_build_log(struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int indent = canvas_units(canvas, INDENT), line = canvas_line_height(canvas, STYLE_SMALL);
    if (box.h < canvas_units(canvas, RACE_LOG_LEAST))
        return;
    struct box title = box_cut_top(&box, line);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, "What happened",
                box_inset(title, indent, 0), ALIGN_LEFT);
    box_cut_top(&box, canvas_units(canvas, 4));
    int width = box.w - 2 * indent - canvas_units(canvas, NUMBERS_WIDTH + BAR_WIDTH);
    bool at_end = race->log.offset + race->log_lines.seen >= race->log_lines.total;
    bool other = measure(canvas, race, width > 1 ? width : 1);
    race->log.content = race->log_lines.total;
    race->log_lines.seen = box.h;
    if (other || at_end)
        race->log.offset = race->log_lines.total;
    build_lines(ui, race, box);
}
