#!/bin/sh
# Is a new build better than an old one? Ends as soon as the test decides; exit code 1 when it rejects.
# Boards above 14x14 are not solved, so there is something to improve. A killed run goes on where it was.
# usage: scripts/sprt.sh NEW OLD [RECORDS]
new=${1:?usage: sprt.sh NEW OLD [RECORDS]} old=${2:?usage: sprt.sh NEW OLD [RECORDS]} records=${3:-sprt.jsonl}
exec "${YON:-target/release/yon}" match \
    --engine "cmd=$new uci" name=new \
    --engine "cmd=$old uci" name=old \
    --each st=0.05 timemargin=50 --size 16 --openings random:4 \
    --games "${GAMES:-4000}" --concurrency 2 --sprt elo0=0,elo1=10,alpha=0.05,beta=0.05 \
    --records "$records" --resume --recover
