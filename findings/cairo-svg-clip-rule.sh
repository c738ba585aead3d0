#!/bin/sh
# cairo 1.16.0 writes the rule of a clip (CAIRO_FILL_RULE_EVEN_ODD) into SVG as an attribute of the <g> that is clipped.
# There it says nothing: SVG asks the shape inside of <clipPath>. So a ring that is left out of a clip by two edges that
# run the same way is not left out in browsers and librsvg, while PDF and pixels have it. At the root of the file the same
# attribute is inherited by the shapes and heard.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >clip.c <<'END'
#include <cairo-svg.h>
#include <stdio.h>
int main(void)
{
    cairo_surface_t *surface = cairo_svg_surface_create("clip.svg", 30, 30);
    cairo_t *cairo = cairo_create(surface);
    cairo_rectangle(cairo, 0, 0, 30, 30);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, 15, 15, 10, 0, 7);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_clip(cairo);
    cairo_paint(cairo); /* all but the disc in the middle */
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    puts(cairo_version_string());
    return 0;
}
END
version=1.16.0-7
apt-get -q download "libcairo2=$version" "libcairo2-dev=$version" >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
library=$(find root -name 'libcairo.so.2')
cc clip.c -Iroot/usr/include/cairo "$library" -Wl,-rpath,"$folder/$(dirname "$library")" -o clip
./clip
failed=0
grep -o '<g clip-path[^>]*>' clip.svg
grep -q '<g clip-path="url(#clip[0-9]*)" clip-rule="evenodd">' clip.svg || failed=1
grep -q '<path [^>]*clip-rule' clip.svg && failed=1
exit $failed
