#!/bin/sh
# Sources of the libraries, as Debian has them: fetch.sh FOLDER SOURCE...
#
# Where sources come from is derived from where the system's own packages come from, in a list for this once; the
# system's lists stay as they are. apt-get proves signatures and sums. What is there already is not fetched again.
set -eu
folder=$1
shift
mkdir -p "$folder"
cd "$folder"

missing=
for source; do
    [ -e "$source/.fetched" ] || missing="$missing $source"
done
[ -n "$missing" ] || exit 0

. /etc/os-release
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
mkdir -p "$apt/parts" "$apt/lists/partial"
# Lines "deb [OPTIONS] URI SUITE ..." and paragraphs with "Types: deb", of this release alone.
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -e "$list" ] || sed -nE "s/^deb (\[[^]]*\] )?([^ ]+ $VERSION_CODENAME.*)/deb-src \1\2/p" "$list"
done > "$apt/parts/system.list"
number=0
for list in /etc/apt/sources.list.d/*.sources; do
    [ -e "$list" ] || continue
    number=$((number + 1))
    awk -v RS= -v ORS='\n\n' -v suite="\nSuites: *$VERSION_CODENAME" '"\n" $0 ~ suite' "$list" |
        sed 's/^Types:.*/Types: deb-src/' > "$apt/parts/$number.sources"
done
options="-qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$apt/parts -o Dir::State::Lists=$apt/lists
    -o APT::Sandbox::User=root"
# shellcheck disable=SC2086 # options and names are lists
{
    apt-get $options update
    for source in $missing; do
        rm -rf "$source"
        mkdir "$source"
        (
            cd "$source"
            # A mirror may be behind the list of what was corrected since, or lack Debian's changes.
            if apt-get $options source "$source" > log 2>&1 ||
                apt-get $options source "$source/$VERSION_CODENAME" >> log 2>&1; then
                sed -n 's/^Version: //p' ./*.dsc > version
                mv ./*/ unpacked
            elif apt-get $options source --tar-only "$source/$VERSION_CODENAME" >> log 2>&1; then
                ls ./*.orig.tar.* | sed 's|.*_||; s|\.orig.*|, without changes of Debian|' > version
                mkdir unpacked
                tar -xf ./*.orig.tar.* -C unpacked --strip-components 1
            else
                cat log >&2
                exit 1
            fi
            touch .fetched
        )
    done
}
