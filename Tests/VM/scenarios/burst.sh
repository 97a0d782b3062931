# As many records as the machine makes, and `live` beside: nothing else, for there is one processor.
. "$(dirname "${BASH_SOURCE[0]}")/../guest/support.sh"

flood() {
    "$BLEINSPECT_PYTHON" "$guest/flood.py" "$1" >"flood-$2.txt" || fail "no flood"
    say "$2: $(cat "flood-$2.txt")"
}

# The adapter goes with its user, behind everything that it said.
end_live() {
    wait_for 60 "$1.ndjson" '"action":"gone"'
    stop_live "$1"
    say "$(cat "$1.err")"
}

start_live live
flood 20000 live
end_live live

# An ordinary user's buffer is as small as the system says, and what comes while nobody reads is more.
echo 65536 >/proc/sys/net/core/rmem_max
let_nobody_listen
BLEINSPECT=/run/setcap start_live overrun
kill -STOP "${process[overrun]}"
flood 3000 overrun
kill -CONT "${process[overrun]}"
# Records behind the loss tell of it.
sleep 1
flood 100 behind
end_live overrun
