#!/usr/bin/env bash
# The gate: everything that must hold before a change lands. A person and CI run the same line.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

step cargo fmt --check
step cargo clippy --locked --all-targets -- -D warnings
step cargo test --locked --release
# What needs python3 and GNU parallel, which .ci/run installs.
step cargo test --locked --release --test scripts -- --ignored
RUSTDOCFLAGS="-D warnings" step cargo doc --locked --no-deps

printf '\n== bench signatures\n'
./target/release/yon bench --signature | diff tests/signatures.txt - || {
    echo "The search visits other nodes than tests/signatures.txt says. If that is meant, update the file and say why." >&2
    exit 1
}
echo "all checks passed"
