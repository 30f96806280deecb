#!/usr/bin/env bash
# make demo: starts a server and two bots, draws one whole game of royal-ur here, and checks
# its record.  Leaves nothing behind.
# Usage: [DEMO_PACE_MS=1500] client-cli/demo.sh BUILD-DIR
set -euo pipefail
build=$1
examples=$(dirname "$0")/../docs/examples
dir=$(mktemp -d)
pids=()

# shellcheck disable=SC2329
clean_up() {
    for pid in ${pids[@]+"${pids[@]}"}; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" || true
    done
    rm -rf "$dir"
}
trap clean_up EXIT
fail() {
    echo "demo: $1" >&2
    [ -s "$dir/log" ] && sed 's/^/  alead: /' "$dir/log" >&2
    exit 1
}

# On a terminal you can follow the game: each of the first pictures stays for DEMO_PACE_MS
# milliseconds.  When the output is a file, there are no pauses.
slow=0
[ -t 1 ] && slow=${DEMO_PACE_MS:-1500}

# The server writes its port to a pipe.
mkfifo "$dir/ready"
"$build/alead" --listen 127.0.0.1:0 --db "$dir/alea.db" --ready-fd 3 3>"$dir/ready" 2>"$dir/log" &
pids+=($!)
read -r -t 10 _ address <"$dir/ready" || fail "the server does not start"
echo "A server is listening on $address."
echo "Anna, a bot, opens a room there, and Bob, another one, joins it."

"$build/alea" bot "$address" --name Anna --save "$dir" >"$dir/anna" 2>&1 &
anna=$!
pids+=("$anna")
for try in {1..50}; do
    grep -q 'waiting for an opponent' "$dir/anna" && break
    [ "$try" -lt 50 ] || fail "Anna opens no room: $(cat "$dir/anna")"
    sleep 0.1
done

timeout --foreground 600 "$build/alea" bot "$address" --name Bob --show --slow "$slow" ||
    fail "Bob could not play his game to the end"
wait "$anna" || fail "Anna could not save the record: $(cat "$dir/anna")"

echo
echo "The record of this game shows how each throw came about.  alea verify"
echo "checks it:"
"$build/alea" verify "$dir"/*.json || fail "the record is wrong"
if command -v python3 >/dev/null && [ -e "$examples/verify.py" ]; then
    echo "and so does another program, docs/examples/verify.py:"
    python3 "$examples/verify.py" "$dir"/*.json || fail "the record is wrong"
fi
