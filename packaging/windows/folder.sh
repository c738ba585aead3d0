#!/bin/sh
# The commands for Windows: folder.sh BUILD VERSION DATE LIBRARIES OBJECT...; CC says by what.
#
# BUILD/graphprix-VERSION-windows.zip runs where it is unpacked. The same objects give the same bytes.
set -eu
here=$(dirname "$0")
build=$1 version=$2 date=$3 libraries=$4
shift 4
name=graphprix-$version-windows
folder=$build/$name
rm -rf "$folder" "$folder.zip"
mkdir -p "$folder/licences"
cp -R tracks assets CHANGELOG.md "$folder"

# Those that need others stand behind them in the table.
for source in $(grep -v '^#' packaging/libraries/table.txt | awk '{ print $1 }' | tac); do
    case " $libraries " in *" $source "*) ;; *) continue ;; esac
    from=build/libraries/sources/$source
    grep "^$source " packaging/libraries/table.txt | while read -r _ library licence address; do
        echo "$source $(cat "$from/version"), $licence, $address"
    done >> "$folder/licences/libraries.txt"
    cp "$from/unpacked/debian/copyright" "$folder/licences/$source.txt"
    set -- "$@" "$build/libraries/lib/lib$(sed -n "s/^$source  *\([^ ]*\).*/\1/p" packaging/libraries/table.txt).a"
done
$CC -static -s -Wl,--no-insert-timestamp -o "$folder/graphprix.exe" "$@" -lpthread -ladvapi32 -lshell32

find "$folder" -exec touch -d "$date 00:00Z" {} +
(cd "$build" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -X -9 -q -@ "$name.zip")
