/* See answer.h. */
#include "screens/graph_paper/scene/scene_view.h"

#include "paper/paper.h"

static const double BRACKET = 9, GAP = 8, COMMA = 14; /* interface pixels */

bool answer_field(struct ui *ui, const struct answer_field *field, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    if (field->faulty) {
        struct card frame = {.fill = canvas_theme(canvas)->card,
                             .edge = canvas_theme(canvas)->warning,
                             .radius = 4,
                             .edge_width = 4};
        int edge = canvas_units(canvas, 3);
        canvas_card(canvas, box_inset(box, -edge, -edge), &frame);
        ui_tell_label(ui, ui_words("wrong: %s", field->label), box);
    }
    return ui_text_field(ui, field->id, field->typed, TASK_TYPED_BYTES, box);
}

struct point answer_vector_size(const struct canvas *canvas, struct point field)
{
    bool column = lettering_columns();
    int sides = 2 * canvas_units(canvas, BRACKET);
    return column ? (struct point){field.x + sides, 2 * field.y + canvas_units(canvas, GAP)}
                  : (struct point){2 * field.x + canvas_units(canvas, COMMA) + sides, field.y};
}

static void draw_bracket(struct canvas *canvas, struct box box, int side)
{
    enum { ENDS = 9 };
    double points[2 * ENDS];
    for (int i = 0; i < ENDS; i++) {
        double down = (double)i / (ENDS - 1), out = 4 * down * (1 - down) * box.w * 0.7;
        points[2 * i] = side < 0 ? box.x + box.w - out : box.x + out;
        points[2 * i + 1] = box.y + down * box.h;
    }
    canvas_stroke(canvas, points, ENDS,
                  &(struct stroke){canvas_theme(canvas)->ink, canvas_units(canvas, 2), 0});
}

bool answer_vector(struct ui *ui, const struct answer_field fields[2], struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    bool column = lettering_columns(), changed = false;
    int side = canvas_units(canvas, BRACKET), gap = canvas_units(canvas, column ? GAP : COMMA);
    draw_bracket(canvas, box_cut_left(&box, side), -1);
    draw_bracket(canvas, box_cut_right(&box, side), 1);
    int high = (box.h - gap) / 2;
    for (int i = 0; i < 2; i++) {
        struct box at = column ? box_make(box.x, box.y + i * (high + gap), box.w, high)
                               : box_column(box, i, 2, gap);
        if (!column && i == 0)
            canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, ",",
                        box_make(at.x + at.w, at.y, gap, at.h), ALIGN_CENTRE);
        changed = answer_field(ui, &fields[i], at) || changed;
    }
    return changed;
}
