# What the scenarios have in common. They run in the guest, as root; what they leave in their folder
# is in the job's folder afterwards.
set -uo pipefail

PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
scenarios="$(cd "$(dirname "${BASH_SOURCE[0]}")/../scenarios" && pwd)"
guest="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

# In memory: the job's folder is slow, each write goes to the host.
mkdir -p /run/scenario
cd /run/scenario || exit 1
trap 'cp -a /run/scenario/. /vmjob/' EXIT

say() { read -r uptime _ </proc/uptime; echo "$uptime $*"; }

fail() { say "FAILED: $*"; exit 1; }

# until_true SECONDS WHAT COMMAND...: waits until it succeeds. On a machine that is busy with other
# things, it may take many times as long.
until_true() {
    local end=$((SECONDS + 5 * $1)) what="$2"
    shift 2
    until "$@" >/dev/null 2>&1; do
        [[ $SECONDS -lt $end ]] || fail "waited in vain for $what"
        sleep 0.05
    done
}

# wait_for SECONDS FILE REGEX
wait_for() { until_true "$1" "'$3' in $2" grep -qaE -- "$3" "$2"; }

declare -A process
# start NAME COMMAND...: in the background, what it says in NAME.txt and NAME.err
start() {
    local name="$1"
    shift
    "$@" >"$name.txt" 2>"$name.err" </dev/null &
    process[$name]=$!
}

# stop NAME [SIGNAL]: and waits; its status in $status.
stop() {
    kill "-${2:-TERM}" "${process[$1]}" 2>/dev/null || say "$1 had ended already"
    status=0
    wait "${process[$1]}" 2>/dev/null || status=$?
    unset "process[$1]"
}

start_btmon() {
    # It asks for no larger buffer, and what does not fit is lost without a word.
    echo 16777216 >/proc/sys/net/core/rmem_default
    start btmon btmon -w btmon.btsnoop
    until_true 10 "btmon's recording" test -s btmon.btsnoop
}

stop_btmon() {
    # It crashes on some valid traffic, and then its recording is no measure.
    kill -0 "${process[btmon]}" 2>/dev/null || fail "btmon has ended by itself"
    sleep 0.3
    stop btmon INT
}

# start_live NAME [OPTION...]: the program under test, $BLEINSPECT: what it tells in NAME.ndjson, what it
# says beside that in NAME.err, its recording in NAME.btsnoop.
start_live() {
    local name="$1"
    shift
    mkfifo "/run/$name"
    "$BLEINSPECT_PYTHON" "$guest/arrivals.py" "/run/$name" "$name" &
    process[$name-reader]=$!
    until_true 20 "the reader of $name" test -e "$name.arrivals"
    "$BLEINSPECT" live --format ndjson --adverts all --write "$name.btsnoop" "$@" \
        >"/run/$name" 2>"$name.err" </dev/null &
    process[$name]=$!
    until_true 20 "the recording of $name" recording_begun "$name"
}
recording_begun() {
    kill -0 "${process[$1]}" || { cat "$1.err"; exit 1; }
    [[ -s "$1.btsnoop" ]]
}

# stop_live NAME: ends it as a user does; its status in $NAME.status.
stop_live() {
    stop "$1" INT
    echo "$status" >"$1.status"
    wait "${process[$1-reader]}"
    unset "process[$1-reader]"
    rm "/run/$1"
}

# Users without rights, and ways for them to listen: programs that run the one under test.
nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
# as NAME COMMAND...: /run/NAME runs the command with its own arguments behind.
as() {
    printf '#!/bin/bash\nexec %s "$@"\n' "${*:2}" >"/run/$1"
    chmod 755 "/run/$1"
}
# /run/setcap: nobody runs a copy that has the one right. Everybody may write here then.
let_nobody_listen() {
    install -m 755 "$BLEINSPECT" /run/with-right
    setcap cap_net_raw+ep /run/with-right
    as setcap "${nobody[@]}" /run/with-right
    chmod 1777 .
}

# start_controllers COUNT [OPTION...]: virtual controllers hci0, hci1, ...; options of btvirt.
start_controllers() {
    start btvirt btvirt "-l$1" "${@:2}"
    for ((number = 0; number < $1; number++)); do
        until_true 10 "hci$number" test -e "/sys/class/bluetooth/hci$number"
    done
    for ((number = 0; number < $1; number++)); do
        until_true 10 "the address of hci$number" address_of "$number"
    done
}

# The address of an adapter, once it has told it.
address_of() {
    hciconfig "hci$1" | grep -oE '([0-9A-F]{2}:){5}[0-9A-F]{2}' | grep -v '00:00:00:00:00:00'
}

# start_peripherals ADAPTER ADAPTER: the strap and the tag. $BLEINSPECT_PYTHON has Bumble.
start_peripherals() {
    start peripherals env PYTHONPATH="$guest/../../../Captures" PYTHONDONTWRITEBYTECODE=1 \
        "$BLEINSPECT_PYTHON" "$guest/peripherals.py" "$@"
    until_true 60 "the peripherals" peripherals_advertise
}
peripherals_advertise() {
    kill -0 "${process[peripherals]}" || { cat peripherals.err; exit 1; }
    [[ $(grep -c advertising peripherals.txt) -eq 2 ]]
}

start_bus() {
    mkdir -p /run/dbus
    start dbus dbus-daemon --system --nofork --nopidfile
    until_true 10 "the bus" test -S /run/dbus/system_bus_socket
}

# bluetoothd powers every adapter that it sees: what is to be a user channel is opened before.
start_bluetoothd() {
    rm -rf /var/lib/bluetooth
    mkdir -m 700 /var/lib/bluetooth
    start bluetoothd bluetoothd -n
    # bluetoothctl may miss what bluetoothd offers while it is only just beginning.
    wait_for 30 bluetoothd.err 'management interface'
    mkfifo /run/bluetoothctl
    start bluetoothctl sh -c 'exec bluetoothctl --agent NoInputNoOutput </run/bluetoothctl'
    exec 5>/run/bluetoothctl
    wait_for 20 bluetoothctl.txt 'Agent registered'
}

stop_bluetoothd() {
    echo exit >&5
    exec 5>&-
    wait "${process[bluetoothctl]}"
    unset "process[bluetoothctl]"
    stop bluetoothd
    rm /run/bluetoothctl
}

# tell NAME DESCRIPTOR TEXT REGEX [SECONDS]: writes a line to a program that NAME.txt is the output
# of, and waits until something new there matches.
tell() {
    local before
    before="$(stat -c %s "$1.txt")"
    echo "$3" >&"$2"
    until_true "${5:-15}" "'$4' from $1 after '$3'" has_said "$1.txt" "$before" "$4"
}
has_said() { tail -c "+$(($2 + 1))" "$1" | grep -qaE -- "$3"; }

ctl() { tell bluetoothctl 5 "$@"; }

# find_devices ADDRESS NAME...: scans until they have been heard. (A connection that is asked for while
# scanning is made seconds later.)
find_devices() {
    local before
    before="$(stat -c %s bluetoothctl.txt)"
    ctl "scan le" 'Discovery started'
    while [[ $# -gt 0 ]]; do
        until_true 30 "$2" has_said bluetoothctl.txt "$before" "Device $1 .*($2|RSSI)"
        shift 2
    done
    # It may have ended by itself.
    ctl "scan off" 'Discovery stopped|Failed to stop'
}
