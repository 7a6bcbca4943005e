#!/bin/sh
# A match: full strength against level 6 on 10x10, every opening with both colours, two games at a time.
# Replace an engine by yours:  --engine cmd=./mine name=mine
# usage: scripts/match.sh [GAMES]
YON=${YON:-target/release/yon}
exec "$YON" match \
    --engine name=full \
    --engine name=six 'option.Skill Level=6' \
    --each tc=1+0.05 --size 10 --games "${1:-20}" --concurrency 2
