#!/bin/sh
# A match in parts that add up to exactly the numbers of one run: here with GNU parallel on this machine.
# On others: add --sshlogin to parallel, or run part I of N with --shard I/N in a Slurm array; then merge.
# usage: scripts/many-machines.sh [PARTS [GAMES]]
YON=${YON:-target/release/yon}
parts=${1:-4} games=${2:-200} dir=${DIR:-$(mktemp -d)}
seq "$parts" | parallel "$YON" match \
    --engine name=nine "'option.Skill Level=9'" --engine name=eight "'option.Skill Level=8'" \
    --each depth=1 --games "$games" --openings random:2 \
    --shard {}/"$parts" --records "$dir/part-{}.jsonl" '>/dev/null'
exec "$YON" match --merge "$dir"/part-*.jsonl
