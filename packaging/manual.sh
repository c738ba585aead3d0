#!/bin/sh
# The manual page, made from what the program says of itself: manual.sh PROGRAM VERSION DATE
set -eu
program=$1 version=$2 date=$3

# Pages of help as they stand: their columns have a meaning.
verbatim() {
    echo .nf
    sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\\&&/"
    echo .fi
}

cat << END
.TH GRAPHPRIX 6 "$date" "Graph Prix $version" Games
.SH NAME
graphprix \\- car races on squared paper
.SH SYNOPSIS
.B graphprix
.RB [ \\-\\-full\\-screen ]
.RB [ \\-\\-scale
.IR PERCENT ]
.RI [ FILE ]
.br
.B graphprix
.I COMMAND
\\&...
.SH DESCRIPTION
END
"$program" help | sed 1,2d | verbatim
echo .SH COMMANDS
for command in $("$program" help | sed -n 's/^  \([a-z]\{2,\}\)  .*/\1/p'); do
    page=$("$program" help "$command")
    echo ".SS $command"
    echo "$page" | verbatim
done
cat << 'END'
.SH FILES
.TP
.I ~/.local/share/graphprix
tracks, lessons and races of the player; below
.I $XDG_DATA_HOME
where that is set
.TP
.I ~/.config/graphprix
settings and house rules
.SH EXIT STATUS
0: done; 1: the work failed, and the standard error says why; 2: wrong usage.
END
