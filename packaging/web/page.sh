#!/bin/sh
# The page: page.sh BUILD PAGE VERSION OBJECT...
#
# PAGE is then a folder of files for any web server. The same objects give the same bytes.
set -eu
here=$(dirname "$0")
build=$1 page=$2 version=$3
shift 3
libraries=$build/libraries
rm -rf "$page" "$build/shipped"
mkdir -p "$page" "$build/shipped"

for name in $(awk '!/^#/ { print $2 }' packaging/libraries/table.txt | tac); do
    set -- "$@" "$libraries/lib/lib$name.a"
done
NODE_PATH=/usr/share/nodejs emcc -O2 -o "$page/graphprix.js" "$@" -lidbfs.js --js-library "$here/library.js" \
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=2GB -sTOTAL_STACK=4MB -sFS_DEBUG=1 \
    -sFORCE_FILESYSTEM=1 -sEXPORTED_FUNCTIONS=_main,_page_chose -sEXPORTED_RUNTIME_METHODS=ccall \
    "-sDEFAULT_LIBRARY_FUNCS_TO_INCLUDE=\$autoResumeAudioContext,\$dynCall"

packaging/shipped.sh "$build/shipped"
tar -c -f "$page/shipped.tar" -C "$build/shipped" --format ustar --sort name --mtime @0 --owner 0 --group 0 \
    --numeric-owner --mode u=rwX,go=rX tracks assets fonts

grep -v '^#' packaging/libraries/table.txt | while read -r source _ licence address; do
    echo "<tr><td><a href=\"$address\">$source</a><td>$(cat "build/libraries/sources/$source/version")<td>$licence"
done > "$build/libraries.html"
sed -e "/<!-- LIBRARIES -->/{r $build/libraries.html" -e 'd}' "$here/index.html" > "$page/index.html"
cp "$here/page.js" assets/icon.svg "$page"
files=$(cd "$page" && printf "'%s'," ./ *)
mark=$(cd "$page" && cat -- * | sha256sum | cut -c 1-16)
sed "s|'VERSION'|'$version-$mark'|; s|FILES;|[${files%,}];|" "$here/offline.js" > "$page/offline.js"
