#!/usr/bin/env bash
# A short session with alead under valgrind's memcheck, with every kind of client.  Two bots
# play a game, one of them over TLS; in the middle of it, the server is stopped and started
# again, and both resume.  A user registers and logs in.  A client reads the metrics.
# Passes if every program exits as it should, without errors and leaks.
# Usage: tests/valgrind/session.sh BUILD-DIR     (a build without sanitizers)
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1
dir=$(mktemp -d)
pids=()

# shellcheck disable=SC2329
clean_up() {
    for pid in ${pids[@]+"${pids[@]}"}; do
        kill -KILL "$pid" 2>/dev/null || true
    done
    rm -rf "$dir"
}
trap clean_up EXIT
fail() {
    echo "valgrind: $1" >&2
    for log in "$dir"/*.log "$dir"/memcheck.*; do
        [ -s "$log" ] && sed "s,^,  ${log##*/}: ," "$log" >&2
    done
    exit 1
}

# What is still reachable at the end is what libraries keep for as long as they are loaded.
# shellcheck disable=SC2054 # commas are valgrind's
memcheck=(valgrind --quiet --tool=memcheck --error-exitcode=99 --leak-check=full
    --errors-for-leak-kinds=definite,indirect,possible --num-callers=30 --log-file="$dir/memcheck.%p")
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=alead \
    -keyout "$dir/key.pem" -out "$dir/cert.pem" 2>"$dir/openssl.log" || fail "no certificate"
fingerprint=$(openssl x509 -in "$dir/cert.pem" -outform DER | sha256sum | cut -d' ' -f1)
mkfifo "$dir/ready"

start() { # address, TLS address
    local what where
    "${memcheck[@]}" "$build/alead" --listen "$1" --tls-listen "$2" --tls-cert "$dir/cert.pem" \
        --tls-key "$dir/key.pem" --metrics-listen 127.0.0.1:0 --db "$dir/alea.db" --log-level debug \
        --ready-fd 3 3>"$dir/ready" 2>>"$dir/alead.log" &
    server=$!
    pids+=("$server")
    while read -r -t 60 _ what where; do
        case $what in
        tls) tls_address=$where ;;
        metrics) metrics=$where ;;
        *) address=$what ;;
        esac
    done <"$dir/ready"
    [ -n "${tls_address:-}" ] || fail "the server does not start"
}
stop() {
    local status=0
    kill -TERM "$server"
    wait "$server" || status=$?
    [ "$status" -eq 0 ] || fail "the server has ended with $status"
}
ended() { # pid, whose
    local status=0
    wait "$1" || status=$?
    [ "$status" -eq 0 ] || fail "$2 has ended with $status"
}
await() { # what, where: until it is there
    local tries=0
    while [ $((tries += 1)) -le 1200 ]; do
        grep -q "$1" "$2" 2>/dev/null && return
        sleep 0.1 # looks again; nothing depends on how long that is
    done
    fail "\"$1\" does not come in $2"
}

# shellcheck disable=SC2094 # the end of the input waits for what is written
play() { # name, lines: a person, who quits when all of it is answered
    {
        printf '%s\nping\n' "$2"
        await '^pong' "$dir/$1.log"
        echo quit sure
    } | "${memcheck[@]}" "$build/alea" play --name "$1" "$address" >"$dir/$1.log" 2>&1 || fail "$1 has failed"
}

start 127.0.0.1:0 127.0.0.1:0
"${memcheck[@]}" "$build/alea" bot --tls --tls-fingerprint "$fingerprint" --name Anna --pace 20 \
    --save "$dir" "$tls_address" >"$dir/anna.log" 2>&1 &
anna=$!
pids+=("$anna")
await 'room_opened' "$dir/alead.log"
"${memcheck[@]}" "$build/alea" bot --name Bob --pace 20 --show "$address" >"$dir/bob.log" 2>&1 &
bob=$!
pids+=("$bob")
await 'game_begun' "$dir/alead.log"
await 'throws' "$dir/bob.log"
stop # in the middle of the game, which takes a while
start "$address" "$tls_address"
play Cid "register seven blue herons
who
rooms
help royal-ur
games"
play Dan "login cid seven blue herons
login cid seven red herons
shout hello
create tablut
board
why e5-e6
stats"
exec 4<>"/dev/tcp/${metrics%:*}/${metrics##*:}"
printf 'GET /metrics HTTP/1.0\r\n\r\n' >&4
cat <&4 >"$dir/metrics.log"
grep -q '^alea_accounts 1' "$dir/metrics.log" || fail "no metrics"
exec 4>&-
ended "$anna" Anna
ended "$bob" Bob
"${memcheck[@]}" "$build/alea" verify "$dir"/*.json >"$dir/verify.log" 2>&1 || fail "the record is wrong"
"${memcheck[@]}" "$build/alea" check-db "$dir/alea.db" >"$dir/check-db.log" 2>&1 || fail "the games are damaged"
stop
grep -q 'rooms_loaded n=1' "$dir/alead.log" || fail "no game went on over the restart"
grep -q 'game_over .* reason=' "$dir/alead.log" || fail "the game did not come to its end"
grep -q 'registered name=Cid' "$dir/alead.log" || fail "Cid did not register"
for log in "$dir"/memcheck.*; do
    [ ! -s "$log" ] || fail "memcheck has something to say"
done
echo "valgrind: no errors, no leaks"
