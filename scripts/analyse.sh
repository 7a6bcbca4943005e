#!/bin/sh
# Analyses a file of positions, one FEN a line: prints each with its value and best moves.
# usage: scripts/analyse.sh FILE
YON=${YON:-target/release/yon}
grep -v '^ *\(#\|$\)' "${1:?usage: analyse.sh FILE}" | while read -r fen; do
    printf 'position fen %s\nquery fen\nhint\n' "$fen"
done | "$YON" run - | sed 's/^response //'
