#!/bin/sh
# A ladder: each skill level against the one below, on 10x10.
# usage: scripts/ladder.sh [GAMES a step]
YON=${YON:-target/release/yon}
level=2
while [ $level -le 10 ]; do
    below=$((level - 1))
    "$YON" match \
        --engine "name=level-$level" "option.Skill Level=$level" \
        --engine "name=level-$below" "option.Skill Level=$below" \
        --each depth=1 --size 10 --games "${1:-100}" --concurrency 2 | grep '^Score of' | tail -n 1
    level=$((level + 1))
done
