/* The sheet of a drawing: its view box in squares. */
#include "track/svg_sheet.h"

#include "track/scan.h"
#include "track/shape.h"

#include <string.h>

/* Width and height in user units: those of the view box, or else of the document itself. */
static bool read_view(const char *const *attributes, struct vector *corner, struct vector *size,
                      struct error *error)
{
    const char *view = shape_attribute(attributes, "viewBox");
    const char *width = shape_attribute(attributes, "width");
    const char *height = shape_attribute(attributes, "height");
    double box[4] = {0};
    if (view && !scan_numbers(view, box, 4, error))
        return error_set(error, "in the viewBox %s", error->text);
    if (!view && (!width || !height))
        return error_set(error, "the size of the sheet is missing: give <svg> a viewBox, "
                                "such as \"0 0 40 30\" for 40 x 30 squares");
    if (!view && (!scan_length(width, &box[2], error) || !scan_length(height, &box[3], error)))
        return error_set(error, "in the width and height of <svg> %s", error->text);
    *corner = (struct vector){box[0], box[1]};
    *size = (struct vector){box[2], box[3]};
    return true;
}

/* The sheet holds all of the drawing; what is within the rounding of vertices, as in files in
 * millimetres or pixels, is whole. */
static int count_squares(double squares)
{
    int whole = (int)squares;
    int count = whole + (squares - whole > 0.5 / FINE);
    return count > 0 ? count : 1;
}

/* A drawing of another program may have any size. */
static bool is_too_large(struct vector size, double side)
{
    return !(size.x / side <= SHEET_MAX && size.y / side <= SHEET_MAX);
}

/* How long a user unit is on paper: width and height count with their units. */
static double measure_unit(const char *const *attributes, double width)
{
    static const char *const units[] = {"mm", "cm", "in", "pt", "pc", "Q"};
    const char *text = shape_attribute(attributes, "width");
    struct error ignored = {0};
    double pixels;
    bool has_unit = false;
    for (size_t i = 0; text && i < sizeof units / sizeof *units; i++)
        has_unit = has_unit || strstr(text, units[i]);
    if (!has_unit || !scan_length(text, &pixels, &ignored) || !(pixels > 0 && width > 0))
        return 0;
    return pixels * 25.4 / 96 / width;
}

bool svg_sheet_read(const char *const *attributes, double wanted, bool lenient, struct draft *draft,
                    struct pencil_sheet *sheet, struct error *error)
{
    const char *square = shape_attribute(attributes, "data-square");
    struct draft_source *source = &draft->source;
    struct vector size = {0, 0};
    double side = 1;
    if (square && (!scan_numbers(square, &side, 1, error) || !(side > 0)))
        return error_set(error, "data-square must be one number above 0: how many user "
                                "units a square has");
    if (!read_view(attributes, &sheet->corner, &size, error))
        return false;
    if (wanted > 0)
        side = wanted;
    else
        while (lenient && !square && is_too_large(size, side) && side < 1e9)
            side *= 2;
    *source = (struct draft_source){.width = size.x, .height = size.y, .square = side};
    source->is_other = !square && !shape_attribute(attributes, "data-graphprix");
    source->millimetres = measure_unit(attributes, size.x);
    sheet->square = side;
    if (!(size.x / side > 0 && size.y / side > 0) || is_too_large(size, side))
        return error_set(error,
                         "the sheet must have 1 to %d squares each way; look at the viewBox and at "
                         "data-square",
                         SHEET_MAX);
    draft->width = count_squares(size.x / side);
    draft->height = count_squares(size.y / side);
    return true;
}
