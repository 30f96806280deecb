#!/usr/bin/env bash
# What finished games cost a server that keeps them: how long it takes to start, how much
# memory it has, how soon it answers what is asked of them.  None of that, but for the size
# of the file and the time to check all of it, should grow with their number.
#
#   tests/bench/finished_games.sh BUILD-DIR [N]...    (default: 0 1000 10000 100000)
#
# Each store has N finished games of royal-ur, every tenth played to its end, and 10 rooms
# where one is played; Host has played every fourth.  The stores are made anew, under
# build/, and removed afterwards.
#
# start: until connections are accepted, the median of 5.  RSS: resident memory then;
# then: after all the requests.  games, games Host, game ID, record ID: sent and answered,
# one after the other, the median of 20; lists end after 200 games; the ids are of games
# played to their end, from all the age of the store.  check: alea check-db.  fill: to make
# the store.
set -euo pipefail
export LC_ALL=C # a decimal point
cd "$(dirname "$0")/../.."
build=${1:?which BUILD-DIR?}
shift
[ $# -gt 0 ] || set -- 0 1000 10000 100000
rooms=10 starts=5 asks=20
tool=$build/tests/bench/finished_games
mkdir -p build
dir=$(mktemp -d build/finished_games.XXXXXX)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
mkfifo "$dir/ready"

now_us() { echo "${EPOCHREALTIME/./}"; }

# In ms, with one digit, from us.
ms() { printf '%d.%d' $(($1 / 1000)) $(($1 % 1000 / 100)); }

median() { sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

stop_server() {
    kill "$server"
    wait "$server" || true
    server=
}

# Sets server, port and start_us: from before the fork until connections are accepted.
start_server() { # store
    local since line
    since=$(now_us)
    "$build/alead" --listen 127.0.0.1:0 --db "$1" --log-level error --ready-fd 3 \
        --limit commands_per_s=1000000 --limit commands_burst=1000000 3>"$dir/ready" &
    server=$!
    read -r line <"$dir/ready"
    start_us=$(($(now_us) - since))
    port=${line##*:}
}

resident_kib() { awk '/^VmRSS:/ {print $2}' "/proc/$server/status"; }

# Says lines of standard input to the server; the median of the times, or "-".
ask() {
    local us bytes
    read -r us bytes < <("$tool" ask "$port") || { echo -; return; }
    [ "$bytes" -gt 0 ] && echo "$us"
}

same() { # line: so often
    for ((i = 0; i < asks; i++)); do echo "$1"; done
}

with_id() { # command
    sed "s/.*/{\"cmd\":\"$1\",\"game_id\":\"&\"}/" "$dir/ids"
}

row() {
    printf '|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|\n' "$@"
}

measure() { # number of games
    local db=$dir/$1.db n since fill_us check_us kib then_kib bytes answers starts_us=
    since=$(now_us)
    "$tool" fill "$db" "$1" "$rooms"
    fill_us=$(($(now_us) - since))
    bytes=$(stat -c %s "$db")
    "$tool" ids "$db" "$asks" >"$dir/ids"
    for ((n = 0; n <= starts; n++)); do
        start_server "$db"
        [ "$n" -eq 0 ] || starts_us+=$start_us$'\n' # the first fills the page cache
        [ "$n" -eq "$starts" ] || stop_server
    done
    kib=$(resident_kib)
    answers=(
        "$(same '{"cmd":"games"}' | ask)"
        "$(same '{"cmd":"games","name":"Host"}' | ask)"
        "$(with_id game | ask)"
        "$(with_id record | ask)"
    )
    then_kib=$(resident_kib)
    stop_server
    since=$(now_us)
    "$build/alea" check-db "$db" >/dev/null
    check_us=$(($(now_us) - since))
    row "$1" $((bytes / 1024)) "$(ms "$(printf %s "$starts_us" | median)")" "$kib" \
        "$then_kib" "${answers[@]}" "$(ms "$check_us")" "$(ms "$fill_us")"
    rm -f "$db"*
}

echo "$(lscpu | sed -n 's/^Model name: *//p'), $(nproc) cores, $(uname -s) $(uname -r | cut -d. -f1,2)," \
    "SQLite $(pkg-config --modversion sqlite3); build/ on" \
    "$(findmnt -no FSTYPE -T build); $(date +%F)"
echo
row N "file KiB" "start ms" "RSS KiB" "then" "games us" "Host us" "game us" "rec. us" \
    "check ms" "fill ms"
row ---: ---: ---: ---: ---: ---: ---: ---: ---: ---: ---:
for n_games; do
    measure "$n_games"
done
