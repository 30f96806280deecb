#!/usr/bin/env bash
# Whether a seed is the same run in every build: the same hash of everything that happens.
# Usage: tests/sim/same.sh SEEDS PROGRAM PROGRAM...
set -uo pipefail
seeds=$1 first=$2; shift 2
want=$("$first" --seeds "$seeds" --hash --quiet | sort) || { echo "$first fails"; exit 1; }
for program in "$@"; do
    got=$("$program" --seeds "$seeds" --hash --quiet | sort) || { echo "$program fails"; exit 1; }
    if [ "$got" != "$want" ]; then
        echo "$program and $first differ:"
        diff <(echo "$want") <(echo "$got")
        exit 1
    fi
done
echo "$seeds seeds are the same in $(($# + 1)) builds"
