#!/usr/bin/env bash
# make run: hosts on a port until Ctrl-C, with a house bot that plays whoever wants to.
# With TLS=1 also on another port with TLS, with a certificate signed by itself that is
# made once and kept.  Browsers are served on WEB_PORT.  Usage: [TLS=1] [PORT=2532]
# [WEB_PORT=8080] [TITLE="alea on here"] [OPERATOR=yes|no] [RATED=yes|no] [FRONTS=n]
# server/run.sh BUILD-DIR.  With FRONTS that many processes share the ports, and one more has
# the games (docs/cluster.md).  The port of TLS is the one after PORT; with another PORT that of browsers is the
# second one after it.
set -euo pipefail
set -m # Ctrl-C reaches this script alone, which ends the programs one after the other
build=$1
port=${PORT:-2532}
name=$(hostname)
title=${TITLE:-alea on $name}
addresses=$(hostname -I 2>/dev/null || true)

refuse() {
    echo "make run: $1" >&2
    exit 1
}
case $port in
*[!0-9]* | ??????*) refuse "PORT=$port is not a port: it is 1 to 65534" ;;
esac
if [ "$port" -lt 1 ] || [ "$port" -gt 65534 ]; then
    refuse "PORT=$port is not a port: it is 1 to 65534"
fi
port=$((10#$port)) # 0800 is no octal number
tls_port=$((port + 1))

is_taken() { # port
    (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}
web_port=${WEB_PORT:-$((port == 2532 ? 8080 : port + 2))}
case $web_port in
*[!0-9]* | ??????*) refuse "WEB_PORT=$web_port is not a port" ;;
esac
web=()
if [ "$web_port" -gt 0 ] && [ "$web_port" -le 65535 ] && ! is_taken "$web_port"; then
    web=(--web-listen ":$web_port")
fi

# Before anything is written: a second server would share the file of the first one.
for p in "$port" ${TLS:+"$tls_port"}; do
    if is_taken "$p"; then
        refuse "something listens on port $p already, perhaps alea: play there with
  $build/alea play localhost:$p
or take another port: make run PORT=$((port + 10))"
    fi
done

# Whoever connects from this computer may be the operator.  alead cannot tell its users
# apart, so that is right only where nobody else has an account.
is_shared() {
    getent passwd | awk -F: -v me="$(id -u)" '$3 >= 1000 && $3 < 60000 && $3 != me &&
        $7 !~ /(nologin|false)$/ { found = 1 } END { exit !found }'
}
operator=()
why_not="you said OPERATOR=no"
case ${OPERATOR:-} in
yes) operator=(--operator-local) ;;
no) ;;
'')
    is_shared || operator=(--operator-local)
    why_not="others have accounts on this computer"
    ;;
*) refuse "OPERATOR is yes or no" ;;
esac

# Where alead keeps its file by default.
state_dir() {
    if [ -n "${STATE_DIRECTORY:-}" ]; then
        echo "$STATE_DIRECTORY"
    elif [ "$(id -u)" -eq 0 ]; then
        echo /var/lib/alea
    else
        echo "${XDG_STATE_HOME:-$HOME/.local/state}/alea"
    fi
}

# Makes the certificate of this host, unless there is one: whoever has accepted it is to
# find the same again.
certify() { # directory
    local a log names="DNS:$name,DNS:localhost,IP:127.0.0.1"
    [ -e "$1/tls.pem" ] && [ -e "$1/tls.key" ] && return
    log=$(mktemp)
    for a in $addresses; do
        names+=",IP:$a"
    done
    if ! (
        umask 077
        mkdir -p "$1"
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
            -days 3650 -subj "/CN=${name:0:64}" -addext "subjectAltName=$names" \
            -keyout "$1/tls.key" -out "$1/tls.pem" 2>&1
    ) >"$log"; then
        cat "$log" >&2
        rm -f "$log" "$1/tls.key" "$1/tls.pem"
        exit 1
    fi
    rm -f "$log"
}

n_fronts=${FRONTS:-0}
case $n_fronts in
[0-9] | [0-9][0-9]) ;;
*) refuse "FRONTS=$n_fronts is not a number from 0 to 99" ;;
esac

rated=()
case ${RATED:-no} in
yes) rated=(--rated-levels) ;;
no) ;;
*) refuse "RATED is yes or no" ;;
esac

tell_operator() {
    if [ ${#operator[@]} -gt 0 ]; then
        echo "Everybody who connects from this computer is an operator (help operator),"
        echo "also through a tunnel or proxy that ends here.  To prevent that: OPERATOR=no."
    else
        echo "Nobody is an operator: $why_not.  With"
        echo "OPERATOR=yes everybody who connects from this computer is one."
    fi
}

# Another port is another server: it keeps its games in a file of its own.
db=()
db_file=$(state_dir)/alea.db
if [ "$port" -ne 2532 ]; then
    (umask 077 && mkdir -p "$(state_dir)")
    db_file=$(state_dir)/alea-$port.db
    db=(--db "$db_file")
fi

tls=()
if [ -n "${TLS:-}" ]; then
    dir=$(state_dir)
    certify "$dir"
    fingerprint=$(openssl x509 -in "$dir/tls.pem" -outform DER | sha256sum | cut -d' ' -f1)
    tls=(--tls-listen ":$tls_port" --tls-cert "$dir/tls.pem" --tls-key "$dir/tls.key")
fi

server=
bot= # the pid of House, which has no level in its name
levels=(1 2 3 4 5 6 7 8)
level_bots=() # their pids
fronts=()     # likewise
trunk_dir=    # of the socket between them and the server

end() { # pid
    if [ -n "$1" ] && kill "$1" 2>/dev/null; then
        wait "$1" 2>/dev/null || true
    fi
}
# The bot first, while the server can hear it: where nobody sits with it, it gives its
# seats back; else it keeps them, and is there again after the next start.
stop() { # exit status
    trap '' INT TERM HUP
    for pid in ${level_bots[@]+"${level_bots[@]}"}; do
        end "$pid"
    done
    end "$bot"
    for pid in $(jobs -p); do # fronts, and what was just being started
        [ "$pid" = "$server" ] || end "$pid"
    done
    end "$server"
    [ -z "$trunk_dir" ] || rm -rf "$trunk_dir"
    if [ "$1" -eq 0 ]; then
        printf '\n%s\n' "alea has stopped.  Games continue after the next start." || true
    fi
    exit "$1"
}
trap 'stop 0' INT TERM HUP
start_bot() {
    "$build/alea" bot "127.0.0.1:$port" --house --name House --level 3 --retry \
        --token "$db_file.bot-House" >/dev/null &
    bot=$!
}
# One process for each level: nobody waits because somebody else plays at another level.
start_levels() {
    local level
    for level in "${levels[@]}"; do
        "$build/alea" bot "127.0.0.1:$port" --house --challenges --name "House-$level" \
            --level "$level" --retry --token "$db_file.bot-House-$level" >/dev/null &
        level_bots+=("$!")
    done
}
# Where browsers find the page; a QR code for phones, where qrencode is installed.
tell_web() {
    local first=${addresses%% *}
    if [ ${#web[@]} -eq 0 ]; then
        echo "Browsers are not served: something else listens on port $web_port."
        echo "Choose another: make run WEB_PORT=8088"
        return
    fi
    echo "With a browser, on a phone too, open http://${first:-localhost}:$web_port/"
    if [ -n "$first" ] && command -v qrencode >/dev/null; then
        echo
        qrencode -t ANSIUTF8 -m 2 "http://$first:$web_port/"
    fi
}
is_running() { # pid
    kill -0 "$1" 2>/dev/null
}

# The log would bury what is said below: only warnings and errors are shown.
sockets=(--listen ":$port" --log-level warn "${web[@]}" "${tls[@]}")
start_front() { # number
    local quiet=()
    [ "$1" -eq 0 ] || quiet=(--no-discovery)
    "$build/alead" --front "$trunk_dir/hub" "${sockets[@]}" "${operator[@]}" "${quiet[@]}" \
        --title "$title" &
    fronts[$1]=$!
}
hub=("${sockets[@]}")
if [ "$n_fronts" -gt 0 ]; then
    trunk_dir=$(mktemp -d)
    hub=(--listen 127.0.0.1:0 --log-level warn --no-discovery --trunk-listen "$trunk_dir/hub")
fi
coproc "$build/alead" "${hub[@]}" --bot House "${levels[@]/#/--bot=House-}" "${rated[@]}" \
    "${db[@]}" "${operator[@]}" --title "$title" --ready-fd 3 3>&1 >&2
server=$!
if ! read -r _ <&"${COPROC[0]}"; then
    wait "$server" || stop 1 # it has said why
fi
for ((i = 0; i < n_fronts; i++)); do
    start_front "$i"
done
start_bot
start_levels
# How to come here from another computer: NAME PORT [OPTION].  Telnet, if the line is short.
tell_way() {
    printf '    alea play %s%s:%s' "${3:+$3 }" "$1" "$2"
    [ -n "${3:-}" ] || [ ${#1} -gt 20 ] || printf '%*stelnet %s %s' $((24 - ${#1})) '' "$1" "$2"
    echo
}
tell_ways() { # PORT [OPTION]
    local a
    for a in $addresses "$name"; do
        case $a in
        *:*) ;;
        *) tell_way "$a" "$@" ;;
        esac
    done
}
find="alea find"
[ "$port" -eq 2532 ] || find+=" --port $port"
cat <<EOF

alea is running.  To play on this computer, type in another terminal:

    $build/alea play localhost:$port

From another one, with alea's client, or with nothing but telnet or nc:

$(tell_ways "$port")

alea's client finds it on your network with: $find
$(
    [ -n "${TLS:-}" ] || exit 0
    printf '\nWith TLS, so that nobody on the way can listen in:\n\n'
    tell_ways "$tls_port" --tls
    printf '\nalea then asks you to compare this fingerprint:\n\n    %s\n' "$fingerprint"
)

$(tell_web)

At a prompt type: name YOURNAME, play royal-ur, ready.  If nobody else comes
within a few seconds, House plays with you, a bot, at level 3.  For another
level, 1 to 8, type: play royal-ur level=5$(
    [ ${#rated[@]} -eq 0 ] || printf '\nWith an account (register) you play for ratings: play royal-ur level=5 rated=yes')
Ctrl-C stops everything; running games continue after the next start.

$(tell_operator)

EOF
while is_running "$server"; do
    status=0
    wait -n ${bot:+"$bot"} ${fronts[@]+"${fronts[@]}"} "$server" 2>/dev/null || status=$?
    for i in ${fronts[@]+"${!fronts[@]}"}; do
        if ! is_running "${fronts[i]}" && is_running "$server"; then
            echo "A front has ended; starting another one."
            sleep 1 &
            wait "$!" || true
            start_front "$i"
        fi
    done
    if [ -n "$bot" ] && ! is_running "$bot" && is_running "$server"; then
        bot=
        if [ "$status" -gt 128 ]; then
            echo "House was killed; starting it again."
            sleep 1 &
            wait "$!" || true
            start_bot
        else
            echo "House has ended; the server goes on without it."
        fi
    fi
done
echo "The server has stopped by itself; start it again, and all games continue." >&2
stop 1
