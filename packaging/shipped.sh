#!/bin/sh
# Into FOLDER, what a program without packages of its system has beside it: tracks, assets and fonts.
set -eu
mkdir -p "$1/fonts"
cp -R tracks assets "$1"
for font in Andika-Regular Andika-Bold ComicNeue-Bold DejaVuSans DejaVuSans-Bold; do
    find /usr/share/fonts -name "$font.[ot]tf" -exec cp {} "$1/fonts" \;
done
