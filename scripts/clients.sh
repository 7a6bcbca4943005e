#!/usr/bin/env bash
# Plays the engine under the programs of others, as they are: pydraughts over Hub, python-chess over UCI, XBoard on a
# screen that nobody sees (which needs xboard, xvfb, xdotool and imagemagick).
# usage: scripts/clients.sh [PROGRAM]; the packages are kept in $CLIENTS, target/clients by default.
set -euo pipefail
cd "$(dirname "$0")/.."
yon=${1:-${CARGO_TARGET_DIR:-target}/release/yon}
venv=${CLIENTS:-${CARGO_TARGET_DIR:-target}/clients}
step() { printf '\n== %s\n' "$*"; "$@"; }

# Anew when the list of packages is another one.
if ! cmp -s tests/clients/requirements.txt "$venv/requirements.txt"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r tests/clients/requirements.txt
    cp tests/clients/requirements.txt "$venv/requirements.txt"
fi
step timeout 300 "$venv/bin/python" tests/clients/pydraughts_games.py "$yon"
printf '\n== the example in README.md\n'
sed -n '/^```python$/,/^```$/p' README.md | grep -v '^```' \
    | PATH="$(dirname "$(realpath "$yon")"):$PATH" timeout 120 "$venv/bin/python" -W ignore -
for size in 4 6 8; do
    step timeout 120 "$venv/bin/python" scripts/python_chess.py "$yon" "$size"
done
step timeout 300 "$venv/bin/python" tests/clients/xboard_games.py "$yon"
step timeout 200 python3 tests/clients/ugi_games.py "$yon" 40
