#!/bin/sh
# espeak-ng 1.51 (the voice behind Orca on Debian 12): a no-break blank before the minus sign U+2212 swallows the
# minus in "(3, −2)", where a blank or a thin space keeps it; with ASCII's hyphen a blank does not help behind "=":
# "x = -2" is heard as "x equals two". A vector that must not break across lines would be read out with a wrong sign.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
version=1.51+dfsg-10+deb12u2
apt-get -q download "espeak-ng=$version" "libespeak-ng1=$version" "espeak-ng-data=$version" \
    libpcaudio0=1.2-2 libsonic0=0.2.0-12 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name 'libespeak-ng.so.1')")
export LD_LIBRARY_PATH="$folder/$libraries" ESPEAK_DATA_PATH="$folder/$libraries"
program=root/usr/bin/espeak-ng
"$program" --version

failed=0
# heard yes|no TEXT: whether the word "minus" is among the phonemes of the text.
heard() {
    said=$(printf '%b\n' "$2" | "$program" -q -x -v en)
    case $said in *m\'aIn@s*) got=yes ;; *) got=no ;; esac
    printf '%-16b minus heard: %-3s  %s\n' "$2" "$got" "$(printf '%s' "$said" | tr '\n' ' ')"
    [ "$got" = "$1" ] || { failed=1; echo "  expected: $1"; }
}
heard yes '(3, \0342\0210\0222''2)'                 # blank, U+2212
heard yes '(3,\0342\0200\0211\0342\0210\0222''2)'   # thin space U+2009
heard no '(3,\0302\0240\0342\0210\0222''2)'         # no-break blank U+00A0
heard no '(3,\0342\0200\0257\0342\0210\0222''2)'    # narrow no-break blank U+202F
heard no '(3,\0342\0210\0222''2)'                   # nothing
heard yes 'x = \0342\0210\0222''2'                  # U+2212 behind an equals sign
heard no 'x = -2'                                   # the hyphen there
heard yes 'is -2'                                   # the hyphen behind a word
heard no '(-2, 3)'                                  # the hyphen behind a bracket
heard yes '(\0342\0210\0222''2, 3)'                 # U+2212 there
exit $failed
