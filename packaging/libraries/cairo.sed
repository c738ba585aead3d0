# In a page a function is called by its exact type or the page stops; cairo 1.16 calls some by another. Each gets one
# that passes on what it takes. Of every file of cairo, line by line.
s/(cairo_spline_add_point_func_t) *_cairo_filler_line_to\b/_cairo_filler_line_to_of_spline/
s/(cairo_spline_add_point_func_t) *_cairo_in_fill_line_to\b/_cairo_in_fill_line_to_of_spline/
s/(cairo_spline_add_point_func_t) *line_to_dashed\b/line_to_dashed_of_spline/
s/(cairo_spline_add_point_func_t) *_cairo_stroker_line_to_dashed\b/_cairo_stroker_line_to_dashed_of_spline/
s/(cairo_spline_add_point_func_t) *_cairo_stroker_line_to\b/_cairo_stroker_line_to_of_spline/
/^\(_cairo_filler_line_to\|_cairo_in_fill_line_to\|line_to_dashed\|_cairo_stroker_line_to_dashed\|_cairo_stroker_line_to\) (/,/^}/{
/^\([a-z_]*\) (.*/{
h
s//\1/
x
}
/^}/{
x
s/.*/}\
static cairo_status_t &_of_spline (void *closure, const cairo_point_t *point, const cairo_slope_t *tangent)\
{\
    (void) tangent;\
    return & (closure, point);\
}/
}
}
# The flattener's own function is a member: the flattener itself is handed on.
/(cairo_spline_add_point_func_t) *cpf->line_to/{
s//_cpf_line_to_of_spline/
n
s/cpf->closure/cpf/
}
/^} cpf_t;/a\
static cairo_status_t _cpf_line_to_of_spline (void *closure, const cairo_point_t *point, const cairo_slope_t *tangent)\
{\
    cpf_t *cpf = closure;\
    (void) tangent;\
    return cpf->line_to (cpf->closure, point);\
}
# A surface that takes everything and draws nothing.
s/(\(_[a-z_]*_func\)) _return_success/_return_success_of\1/
/^static const cairo_surface_backend_t cairo_null_surface_backend/i\
static cairo_int_status_t _return_success_of_paint_func (void *surface, cairo_operator_t op,\
    const cairo_pattern_t *source, const cairo_clip_t *clip) { return _return_success (); }\
static cairo_int_status_t _return_success_of_mask_func (void *surface, cairo_operator_t op,\
    const cairo_pattern_t *source, const cairo_pattern_t *mask, const cairo_clip_t *clip) { return _return_success (); }\
static cairo_int_status_t _return_success_of_stroke_func (void *surface, cairo_operator_t op,\
    const cairo_pattern_t *source, const cairo_path_fixed_t *path, const cairo_stroke_style_t *style,\
    const cairo_matrix_t *ctm, const cairo_matrix_t *ctm_inverse, double tolerance, cairo_antialias_t antialias,\
    const cairo_clip_t *clip) { return _return_success (); }\
static cairo_int_status_t _return_success_of_fill_func (void *surface, cairo_operator_t op,\
    const cairo_pattern_t *source, const cairo_path_fixed_t *path, cairo_fill_rule_t rule, double tolerance,\
    cairo_antialias_t antialias, const cairo_clip_t *clip) { return _return_success (); }\
static cairo_int_status_t _return_success_of_show_glyphs_func (void *surface, cairo_operator_t op,\
    const cairo_pattern_t *source, cairo_glyph_t *glyphs, int count, cairo_scaled_font_t *font,\
    const cairo_clip_t *clip) { return _return_success (); }
