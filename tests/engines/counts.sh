#!/bin/sh
# Plays the toy game of tests/four_seats.rs: it always takes one; with an argument it makes an illegal move instead
# when it is asked for the so manieth time.
bad=${1:-0}
asked=0
while read -r line; do
    case $line in
    uci) echo "id name counts"; echo uciok ;;
    isready) echo readyok ;;
    ucinewgame) asked=0 ;;
    go*)
        case $line in *p4time*) ;; *depth*) ;; *) echo "bestmove no-clock-of-the-fourth-seat" ;; esac
        asked=$((asked + 1))
        if [ $asked = "$bad" ]; then echo "bestmove 7"; else echo "bestmove 1"; fi ;;
    quit) exit 0 ;;
    esac
done
