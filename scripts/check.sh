#!/usr/bin/env bash
# The gate: everything that must hold before a change lands. A person and CI run the same line.
set -euo pipefail
cd "$(dirname "$0")/.."

yon=${CARGO_TARGET_DIR:-target}/release/yon
step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --locked --all-targets -- -D warnings
step cargo test --locked --release
# What needs python3 and GNU parallel, which .ci/run installs.
step cargo test --locked --release --test scripts -- --ignored
# The programs of others, as they are; what they need is installed by .ci/run and by the script itself.
step scripts/clients.sh "$yon"
RUSTDOCFLAGS="-D warnings" step cargo doc --locked --no-deps

printf '\n== bench signatures\n'
"$yon" bench --signature | diff tests/signatures.txt - || {
    echo "The search visits other nodes than tests/signatures.txt says. If that is meant, update the file and say why." >&2
    exit 1
}
# Solved boards against the rules, by the program itself and by one that shares no code with it.
tables=$(mktemp -d)
trap 'rm -rf "$tables"' EXIT
step "$yon" solve --size 16 --out "$tables/16.yon"
step "$yon" verify "$tables/16.yon"
step scripts/check_table.py "$tables/16.yon" --positions 10000
step "$yon" solve --size 26 --out "$tables/26.yon"
step "$yon" verify "$tables/26.yon" --sample 10000
step scripts/check_table.py "$tables/26.yon" --positions 1000

echo "all checks passed"
