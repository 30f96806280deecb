#!/usr/bin/env bash
# What spectators cost a game: one room where two programs play as fast as they can, with
# nobody watching, with N who never read what they are sent, and with N who read.
#
#   tests/bench/spectators.sh BUILD-DIR [N [SECONDS [TIMES]]]    (default: 500 15 3)
#
# The server has a processor for itself, as far as nobody else uses it, and a file.  The
# last run is long enough for those who never read to be closed (limit stall_ms).
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:?which BUILD-DIR?}
n=${2:-500} seconds=${3:-15} times=${4:-3}
mkdir -p build
dir=$(mktemp -d build/spectators.XXXXXX)
trap 'rm -rf "$dir"' EXIT

measure() {
    rm -f "$dir"/bench.db*
    "$build/alea" bench --rooms 1 --server-core 1 --db "$dir/bench.db" \
        --durability process "$@"
}

for _ in $(seq "$times"); do
    measure --seconds "$seconds"
    measure --seconds "$seconds" --spectators "$n"
done
measure --seconds "$seconds" --spectators "$n" --they-read
measure --seconds 60 --spectators "$n"
