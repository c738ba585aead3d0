#!/bin/sh
# Packages for Debian and Ubuntu out of a source tarball: deb.sh TARBALL FOLDER VERSION DATE
#
# packaging/debian is what Debian calls debian/; its changelog names the release, whose date all files get, so
# the same tarball gives the same bytes.
set -eu
umask 022
tarball=$(realpath "$1") folder=$2 version=$3 date=$4

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
ln "$tarball" "graphprix_$version.orig.tar.gz" 2> /dev/null || cp "$tarball" "graphprix_$version.orig.tar.gz"
tar -xf "$tarball"
cd "graphprix-$version"
cp -R packaging/debian .
cat > debian/changelog << END
graphprix ($version-1) unstable; urgency=medium

  * Release $version; CHANGELOG.md says what is new.

 -- Graph Prix developers <graphprix@example.org>  $(LC_ALL=C date -u -R -d "$date 00:00Z")
END
# What the make that runs this has set is not for the one that runs inside.
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u BUILD dpkg-buildpackage -us -uc > ../build.log 2>&1 || {
    tail -n 40 ../build.log >&2
    exit 1
}
cd ..
rm -rf "graphprix-$version"
ls -1 -- *.deb *.dsc | sed "s|^|$folder/|"
