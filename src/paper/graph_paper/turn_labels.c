/* What is written beside a turn, and what of it no label may cover. Owns nothing. */
#include "paper/graph_paper/turn_inside.h"
#include "paper/labels.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double TAG = 16, ARROW_NAME = 18;         /* sizes of the type, interface pixels */
static const double SENTENCE_WIDTH = 270;              /* of the lines of a sentence */
static const double WAY_WEIGHT = 10, AFTER_WEIGHT = 4; /* of what labels rather leave free */

struct turn_writer {
    struct labels *labels;
    const struct paper_view *view;
    const struct track *track;
    const struct paper_turn *turn;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
};

struct turn_spot turn_spot_of(const struct paper_view *view, const struct track *track,
                              struct point grid)
{
    struct turn_spot spot;
    paper_to_device(view, track->height, grid.x, grid.y, &spot.x, &spot.y);
    return spot;
}

static struct turn_spot spot_of(const struct turn_writer *writer, struct point grid)
{
    return turn_spot_of(writer->view, writer->track, grid);
}

const struct move *turn_chosen_move(const struct paper_turn *turn)
{
    return turn->chosen >= 0 && turn->chosen < turn->move_count ? &turn->moves[turn->chosen] : NULL;
}

int turn_list_arrows(const struct paper_view *view, const struct paper_turn *turn,
                     const struct paper_theme *theme, struct turn_arrow arrows[TURN_ARROW_LIMIT])
{
    struct point onward = point_subtract(turn->principal, turn->car);
    struct point unshifted = point_subtract(turn->principal, turn->shift);
    const struct move *move = turn_chosen_move(turn);
    int count = 0;
    arrows[count++] = (struct turn_arrow){.name = "velocity",
                                          .from = point_subtract(turn->car, turn->velocity),
                                          .vector = turn->velocity,
                                          .color = theme->ink};
    arrows[count++] = (struct turn_arrow){.from = turn->car,
                                          .vector = point_subtract(unshifted, turn->car),
                                          .color = theme->ink_soft,
                                          .dashed = true};
    if (turn->shift.x || turn->shift.y)
        arrows[count++] = (struct turn_arrow){.name = "turbo",
                                              .from = unshifted,
                                              .vector = turn->shift,
                                              .color = theme->action,
                                              .dashed = true};
    if (!move)
        return count;
    struct point sum = point_subtract(move->to, turn->car);
    bool on_one_line = (int64_t)onward.x * sum.y == (int64_t)onward.y * sum.x;
    arrows[count++] = (struct turn_arrow){.name = "new velocity",
                                          .from = turn->car,
                                          .vector = sum,
                                          .color = theme->pens[(turn->pen - 1) % PEN_COUNT],
                                          .aside = on_one_line ? brush_sizes(view).ink * 3 : 0};
    arrows[count++] = (struct turn_arrow){.name = "acceleration",
                                          .from = turn->principal,
                                          .vector = point_subtract(move->to, turn->principal),
                                          .color = theme->arrow};
    return count;
}

/* --- what is in the way ----------------------------------------------------------------------- */

static void avoid_way(const struct turn_writer *writer, struct point from, struct point to)
{
    struct turn_spot a = spot_of(writer, from), b = spot_of(writer, to);
    labels_avoid_line(writer->labels, a.x, a.y, b.x, b.y, WAY_WEIGHT);
}

static void keep_off(const struct turn_writer *writer, struct point grid, double radius)
{
    struct turn_spot at = spot_of(writer, grid);
    labels_keep_off_disc(writer->labels, at.x, at.y, radius);
}

/* What can be chosen, and what says that it cannot. */
static void keep_off_points(const struct turn_writer *writer)
{
    const struct paper_turn *turn = writer->turn;
    double bead = paper_numbers_of(writer->view, turn->hints, turn->pen).radius;
    double point = fmax(writer->sizes.point * 1.4, bead), chosen = writer->sizes.point * 2.3;
    const struct move *move = turn_chosen_move(turn);
    for (int i = 0; i < turn->start_count && turn->start_count <= PAPER_RINGED_STARTS; i++)
        keep_off(writer, turn->starts[i], writer->sizes.point * 1.5);
    for (int i = 0; i < turn->move_count; i++)
        keep_off(writer, turn->moves[i].to, point);
    for (int i = 0; i < turn->refused_count; i++)
        keep_off(writer, turn->refused[i].to, point);
    if (!turn->has_car)
        return;
    keep_off(writer, turn->principal, fmax(writer->sizes.point * 2.25, bead));
    if (move)
        keep_off(writer, move->to, fmax(chosen, bead) + move->nitros * writer->sizes.thin * 2.2);
}

static void avoid_ways(const struct turn_writer *writer)
{
    const struct paper_turn *turn = writer->turn;
    const struct move *move = turn_chosen_move(turn);
    for (int i = 0; i < turn->after_count; i++) {
        struct turn_spot at = spot_of(writer, turn->after[i].to);
        labels_avoid_disc(writer->labels, at.x, at.y, writer->sizes.point, AFTER_WEIGHT);
    }
    if (move)
        avoid_way(writer, turn->car, move->to);
    if (turn->shift.x || turn->shift.y)
        avoid_way(writer, point_subtract(turn->principal, turn->shift), turn->principal);
}

/* --- what is written -------------------------------------------------------------------------- */

static void write_move(const struct turn_writer *writer, const struct move *move)
{
    char text[GRAPH_PAPER_VECTOR_BYTES + 24];
    struct turn_spot from = spot_of(writer, move->from), to = spot_of(writer, move->to);
    graph_paper_print_vector(point_subtract(move->to, move->from), text);
    size_t length = strlen(text);
    if (move->nitros > 0)
        snprintf(text + length, sizeof text - length,
                 move->nitros == 1 ? " · %d nitro" : " · %d nitros", move->nitros);
    struct label_wish wish = {
        to.x, to.y, writer->sizes.point * 2.6, from.y - to.y, to.x - from.x,
    };
    labels_add(writer->labels, LABEL_PLATE, text, TAG * writer->view->scale,
               writer->theme->pens[(writer->turn->pen - 1) % PEN_COUNT], 0, &wish);
}

/* Why the point that is pointed at cannot be chosen. */
static void write_refusal(const struct turn_writer *writer)
{
    const struct paper_turn *turn = writer->turn;
    double scale = writer->view->scale;
    struct turn_spot at = spot_of(writer, turn->refused[turn->chosen_refused].to);
    struct turn_spot principal = spot_of(writer, turn->principal);
    struct label_wish wish = {
        at.x, at.y, writer->sizes.point * 2.6, at.x - principal.x, at.y - principal.y,
    };
    labels_add(writer->labels, LABEL_PLATE, turn->refusal, TAG * scale, writer->theme->ink_soft,
               SENTENCE_WIDTH * scale, &wish);
}

static void write_arrow(const struct turn_writer *writer, const struct turn_arrow *arrow)
{
    char numbers[GRAPH_PAPER_VECTOR_BYTES], text[96];
    struct turn_spot from = spot_of(writer, arrow->from);
    struct turn_spot to = spot_of(writer, point_add(arrow->from, arrow->vector));
    double scale = writer->view->scale;
    graph_paper_print_vector(arrow->vector, numbers);
    snprintf(text, sizeof text, "%s %s", arrow->name, numbers);
    struct label_wish wish = {
        (from.x + to.x) / 2, (from.y + to.y) / 2, 12 * scale, from.y - to.y, to.x - from.x,
    };
    labels_add(writer->labels, LABEL_PLATE, text, ARROW_NAME * scale, arrow->color, 0, &wish);
}

static void write_vectors(const struct turn_writer *writer)
{
    const struct paper_turn *turn = writer->turn;
    struct turn_arrow arrows[TURN_ARROW_LIMIT];
    int count = turn_list_arrows(writer->view, turn, writer->theme, arrows);
    struct turn_spot at = spot_of(writer, turn->principal), car = spot_of(writer, turn->car);
    struct label_wish wish = {
        at.x, at.y, writer->view->square + writer->sizes.point * 1.5, at.x - car.x, at.y - car.y,
    };
    for (int i = 0; i < count; i++)
        if (arrows[i].vector.x || arrows[i].vector.y)
            avoid_way(writer, arrows[i].from, point_add(arrows[i].from, arrows[i].vector));
    for (int i = 0; i < count; i++)
        if (arrows[i].name)
            write_arrow(writer, &arrows[i]);
    labels_add(writer->labels, LABEL_PLATE, "principal point", ARROW_NAME * writer->view->scale,
               writer->theme->ink_soft, 0, &wish);
}

void paper_keep_off_turn(struct labels *labels, const struct paper_view *view,
                         const struct track *track, const struct paper_turn *turn)
{
    struct turn_writer writer = {
        .labels = labels, .view = view, .track = track, .turn = turn, .sizes = brush_sizes(view)};
    keep_off_points(&writer);
}

void paper_label_turn(struct labels *labels, const struct paper_view *view,
                      const struct track *track, const struct paper_turn *turn,
                      const struct paper_theme *theme)
{
    struct turn_writer writer = {labels, view, track, turn, theme, brush_sizes(view)};
    const struct move *move = turn_chosen_move(turn);
    if (!turn->has_car)
        return;
    avoid_ways(&writer);
    if (turn->chosen_refused >= 0 && turn->chosen_refused < turn->refused_count)
        write_refusal(&writer);
    if (turn->vectors)
        write_vectors(&writer);
    else if (move)
        write_move(&writer, move);
}
