#!/bin/sh
# scour 0.38.2 knows the older xlink:href alone: what a <use href="#..."> of SVG 2 shows counts as unused, so its
# defaults take the definition away and leave the <use>, with status 0 and without a word. A track whose wall is
# drawn once and shown by such a clone loses the wall when it is tidied up; with xlink:href it keeps it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=0.38.2-2
apt-get -q download "scour=$version" "python3-scour=$version" >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
PYTHONPATH=$(find "$folder/root" -name dist-packages)
export PYTHONPATH
scour() { /usr/bin/python3 -m scour.scour "$@"; }
scour --version

# draw NAME ATTRIBUTE: a wall in <defs>, shown by that attribute of <use>.
draw() {
    cat >"$1" <<END
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30">
<defs><path id="outline" class="wall" d="M4 4H36V26H4Z"/></defs>
<use $2="#outline"/>
</svg>
END
}
failed=0
# left NAME COUNT: of the wall and of the clone, after scour's defaults.
left() {
    scour -q -i "$1" -o "tidy-$1"
    wall=$(grep -c 'class="wall"' "tidy-$1" || true)
    clone=$(grep -c '<use' "tidy-$1" || true)
    echo "$1: walls left: $wall, clones left: $clone"
    [ "$wall $clone" = "$2" ] || { failed=1; echo "  expected: $2"; }
}
draw href.svg href
draw xlink.svg xlink:href
left href.svg "0 1"
left xlink.svg "1 1"
exit $failed
