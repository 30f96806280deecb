#!/usr/bin/env bash
# make run: hosts on a port until Ctrl-C, with a house bot that plays whoever wants to.
# Usage: server/run.sh BUILD-DIR [PORT]
set -euo pipefail
build=$1
port=${2:-2532}
name=$(hostname)

"$build/alead" --listen ":$port" --title "alea on $name" &
server=$!
bot=
# shellcheck disable=SC2329
stop() {
    trap '' INT TERM
    # The bot first, so that it can say goodbye.
    [ -n "$bot" ] && kill "$bot" 2>/dev/null && wait "$bot" 2>/dev/null
    kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    exit 0
}
trap stop INT TERM

"$build/alea" bot "127.0.0.1:$port" --house --name House &
bot=$!
cat <<EOF

alea is here.  To play against the house from this machine, type in another terminal:

    $build/alea play localhost:$port

From another machine, with alea's client, or with nothing but telnet or nc:

$(for a in $(hostname -I 2>/dev/null) "$name"; do
    case $a in
    *:*) ;;
    *) printf '    alea play %s:%s          telnet %s %s\n' "$a" "$port" "$a" "$port" ;;
    esac
done)

Then type: name YOURNAME, rooms, join ROOM, ready.  House, who plays at random, waits
in a room for each game; people can open rooms for one another.  Ctrl-C ends it all.

EOF
wait "$server"
