#!/bin/sh
# A client in shell: plays the engine against itself and prints the moves and the result.
# A program per turn is enough, since `yon move` takes the game so far.
# usage: scripts/client.sh [SIZE]
YON=${YON:-target/release/yon}
size=${1:-8} moves=
while mv=$("$YON" move --size "$size" startpos $moves) && [ "$mv" != "(none)" ]; do
    moves="$moves $mv"
done
echo "moves:$moves"
printf 'setoption name BoardSize value %s\nposition startpos moves%s\nquery result\nquery reason\n' "$size" "$moves" | "$YON" uci
