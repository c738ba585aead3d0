#!/bin/sh
# For Windows: folder.sh BUILD VERSION DATE OBJECT...; CC says by what.
#
# BUILD/graphprix-VERSION-windows.zip runs where it is unpacked, BUILD/graphprix-VERSION-setup.exe installs the same. The
# same objects give the same bytes.
set -eu
here=$(dirname "$0")
build=$1 version=$2 date=$3
shift 3
name=graphprix-$version-windows
folder=$build/$name
rm -rf "$folder" "$folder.zip"
mkdir -p "$folder/licences"

for library in $(awk '!/^#/ { print $2 }' packaging/libraries/table.txt | tac); do
    set -- "$@" "$build/libraries/lib/lib$library.a"
done
link="$CC -static -s -Wl,--no-insert-timestamp,--disable-auto-image-base"
printf 'EXPORTS\ngraphprix_main = main\n' > "$build/program.def"
$link -shared -o "$folder/graphprix.dll" "$@" "$build/program.def" "-Wl,--out-implib,$build/graphprix.a" \
    -lpthread -ladvapi32 -lcomdlg32 -lgdi32 -limm32 -lole32 -loleaut32 -lsetupapi -lshell32 -lshlwapi -luser32 -luuid -lversion \
    -lwinmm -lws2_32

# The icon is one picture in the frame that Windows wants.
rsvg-convert -w 128 -h 128 assets/icon.svg -o "$build/icon.png"
size=$(stat -c %s "$build/icon.png")
{
    printf '\0\0\1\0\1\0\200\200\0\0\1\0\40\0'
    printf "$(printf '\\%o' $((size & 255)) $((size >> 8 & 255)) $((size >> 16)))\\0\\26\\0\\0\\0"
    cat "$build/icon.png"
} > "$build/icon.ico"
printf '1 ICON "%s"\n1 24 "%s"\n' "$build/icon.ico" "$here/graphprix.manifest" > "$build/start.rc"
"${CC%-gcc*}-windres" "$build/start.rc" "$build/start.o"
$link -mwindows -o "$folder/graphprix.exe" "$here/start.c" "$build/start.o" "$build/graphprix.a"
$link -mconsole -o "$folder/graphprix.com" "$here/start.c" "$build/start.o" "$build/graphprix.a"

packaging/shipped.sh "$folder"
cp "$here/fonts.conf" "$folder/fonts"
cp CHANGELOG.md "$folder"
grep -v '^#' packaging/libraries/table.txt | while read -r source _ licence address; do
    from=build/libraries/sources/$source
    echo "$source $(cat "$from/version"), $licence, $address"
    cat "$from"/unpacked/debian/copyright > "$folder/licences/$source.txt" 2> /dev/null ||
        cp "$from"/unpacked/COPYING "$folder/licences/$source.txt"
done > "$folder/licences/libraries.txt"
for font in sil-andika comic-neue dejavu-core; do
    cp "/usr/share/doc/fonts-$font/copyright" "$folder/licences/fonts-$font.txt"
done

chmod -R u=rwX,go=rX "$folder"
find "$folder" -exec touch -d "$date 00:00Z" {} +
(cd "$build" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -X -9 -q -@ "$name.zip")
echo "$folder.zip"
setup=$build/graphprix-$version-setup.exe
SOURCE_DATE_EPOCH=$(date -d "$date 00:00Z" +%s) makensis -V1 "-DVERSION=$version" "-DFROM=$(realpath "$folder")" \
    "-DTO=$(realpath "$build")/${setup##*/}" "$here/installer.nsi"
echo "$setup"
