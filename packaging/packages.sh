#!/bin/sh
# Installs what is missing: packages.sh ROLE... (roles and names: packages.txt).
#
# Where dpkg and apt-get are, the missing packages are listed, then installed, with sudo when not
# root. When all are there it prints nothing. On another system it says once (or, when a library is
# missing, each time) what to install, and succeeds if pkg-config finds the libraries.
set -eu

list=$(dirname "$0")/packages.txt
roles=" $* "

# names COLUMN: that column of the roles asked for
names() {
    while read -r role pkgconfig debian fedora arch brew msys2; do
        case $roles in *" $role "*) ;; *) continue ;; esac
        eval "name=\$$1"
        [ "$name" = - ] || printf ' %s' "$name"
    done < "$list"
}

missing_from_dpkg() {
    for name in $(names debian); do
        status=$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null || true)
        [ "$status" = installed ] || printf ' %s' "$name"
    done
}

missing_from_pkgconfig() {
    for name in $(names pkgconfig); do
        pkg-config --exists "$name" 2>/dev/null || printf ' %s' "$name"
    done
}

install_with_apt() {
    echo "These packages are missing and will be installed:$missing"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo > /dev/null; then
            echo "There is no sudo. As root, run: apt-get install$missing" >&2
            exit 1
        fi
        as_root=sudo
    fi
    $as_root apt-get update
    # shellcheck disable=SC2086 # a list of names
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

tell_names() {
    echo "Graph Prix needs these packages:"
    echo "  Fedora    sudo dnf install$(names fedora)"
    echo "  Arch      sudo pacman -S --needed$(names arch)"
    echo "  Homebrew  brew install$(names brew)"
    echo "  MSYS2     pacman -S --needed$(names msys2)"
}

if command -v dpkg-query > /dev/null && command -v apt-get > /dev/null; then
    missing=$(missing_from_dpkg)
    [ -z "$missing" ] || install_with_apt
    exit 0
fi

missing=$(missing_from_pkgconfig)
told=${BUILD:-build}/packages-told
if [ -n "$missing" ]; then
    tell_names
    echo "Not found yet:$missing. Install them and run make again." >&2
    exit 1
fi
if [ ! -e "$told" ]; then
    tell_names
    echo "The libraries are there, going on."
    mkdir -p "$(dirname "$told")" && : > "$told"
fi
