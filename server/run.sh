#!/usr/bin/env bash
# make run: hosts on a port until Ctrl-C, with a house bot that plays whoever wants to.
# Usage: server/run.sh BUILD-DIR [PORT]
set -euo pipefail
set -m # Ctrl-C reaches this script alone, which ends the programs one after the other
build=$1
port=${2:-2532}
name=$(hostname)
server=
bot=

end() { # pid
    if [ -n "$1" ] && kill "$1" 2>/dev/null; then
        wait "$1" 2>/dev/null || true
    fi
}
# The bot first, while the server can hear it: where nobody sits with it, it gives its
# seats back; else it keeps them, and is there again after the next start.
stop() { # exit status
    trap '' INT TERM HUP
    end "$bot"
    end "$server"
    if [ "$1" -eq 0 ]; then
        echo "alea has ended.  Who was playing can go on after the next start." || true
    fi
    exit "$1"
}
trap 'stop 0' INT TERM HUP
start_bot() {
    "$build/alea" bot "127.0.0.1:$port" --house --name House &
    bot=$!
}
is_running() { # pid
    kill -0 "$1" 2>/dev/null
}

coproc "$build/alead" --listen ":$port" --title "alea on $name" --ready-fd 3 3>&1 >&2
server=$!
if ! read -r _ <&"${COPROC[0]}"; then
    wait "$server" || stop 1 # it has said why
fi
start_bot
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
in a room for each game; people can open rooms for one another.  Ctrl-C ends it all; games
that are going on then go on after the next start.

EOF
while is_running "$server"; do
    status=0
    wait -n ${bot:+"$bot"} "$server" 2>/dev/null || status=$?
    if [ -n "$bot" ] && ! is_running "$bot" && is_running "$server"; then
        bot=
        if [ "$status" -gt 128 ]; then
            echo "House was killed, and is started again."
            sleep 1 &
            wait "$!" || true
            start_bot
        else
            echo "House has ended; the server goes on without it."
        fi
    fi
done
echo "The server has ended by itself; start it again, and all games go on." >&2
stop 1
