#!/bin/sh
# The compiler behind Debian's emcc with what emcc would tell it: a tenth of a second less for each file. Solvers work on
# sixteen bytes at once, which every browser can that unpacks the links.
set -eu
version=$(sed -n "s/^CLANG_ADD_VERSION *= *'\(.*\)'/\1/p" /usr/share/emscripten/.emscripten)
echo "clang-$version $(emcc --cflags) -msimd128"
