#!/bin/sh
# An engine that misbehaves, for the tests of the match runner: bad.sh HOW [SECONDS].
# It shakes hands like any other, and then does what its argument says.
how=$1
nap=${2:-86399}
[ "$how" = exit-at-start ] && exit 3
[ "$how" = silent-handshake ] && exec sleep $nap
moves=0
while read -r line; do
    case $line in
    uci)
        echo "id name bad $how"
        echo "option name Nothing type check default false"
        [ "$how" = no-text ] && printf '\377\376\000\n'
        echo uciok ;;
    isready)
        [ "$how" = stall-ready ] && exec sleep $nap
        echo readyok ;;
    go*)
        moves=$((moves + 1))
        case $how in
        crash) kill -9 $$ ;;
        crash-later) if [ $moves = 1 ]; then echo "bestmove a1d4"; else exit 0; fi ;;
        stall) exec sleep $nap ;;
        no-quit) echo "bestmove a1d4" ;;
        slow) sleep 0.8; echo "bestmove a1d4" ;;
        illegal) echo "bestmove a1a2" ;;
        nonsense) echo "bestmove xyzzy" ;;
        empty) echo "bestmove" ;;
        long) printf 'bestmove '; head -c 100000 /dev/zero | tr '\0' x; echo ;;
        pass) echo "bestmove 0000" ;;
        claim) echo "bestmove (none)" ;;
        garbage) echo "%&/()=?"; echo "info string bestmove a1d4"; echo "bestmoved a1d4"; echo "bestmove a1a1" ;;
        flood) while :; do echo "info depth 1 score cp 0"; done ;;
        flood-line) exec cat /dev/zero ;;
        close-output) exec >&-; sleep $nap ;;
        close-input) exec <&-; sleep $nap ;;
        chat) while :; do echo "info depth 1 score cp 0"; sleep 0.02; done ;;
        orphan-crash) sleep $nap & exit 0 ;;
        setsid) setsid sleep $nap & echo "bestmove a1a2" ;;
        grandchild) sleep $nap & echo "bestmove a1a2" ;;
        no-text) printf '\377\376\n'; echo "bestmove a1a2" ;;
        esac ;;
    quit)
        [ "$how" = no-quit ] || exit 0 ;;
    esac
done
