# Who may listen, and what is said to who may not.
. "$(dirname "${BASH_SOURCE[0]}")/../guest/support.sh"

# refused NAME COMMAND...: runs it; what it says in NAME.txt and NAME.err, its status in NAME.status.
refused() {
    local name="$1" status=0
    shift
    timeout -s KILL 60 "$@" >"$name.txt" 2>"$name.err" </dev/null || status=$?
    echo "$status" >"$name.status"
    say "$name: $status"
}

# What a process has of rights once it listens.
note_rights() { grep -E '^(Uid|Cap(Prm|Eff|Inh|Amb))' "/proc/${process[$1]}/status" >"$1.rights"; }

refused no-adapter "$BLEINSPECT" live --hci0 --for 5
start_controllers 2
start_btmon

refused nobody "${nobody[@]}" "$BLEINSPECT" live --for 5
refused root-without setpriv --bounding-set=-net_raw "$BLEINSPECT" live --for 5
refused admin-only "${nobody[@]}" --inh-caps=+net_admin --ambient-caps=+net_admin \
    "$BLEINSPECT" live --for 5
refused namespace unshare -n "$BLEINSPECT" live --for 5
# With all rights, but only in a user namespace of its own: as root of a container.
refused container unshare -Ur "$BLEINSPECT" live --for 5
refused hci7 "$BLEINSPECT" live --hci7 --for 5

# A program that has the one right, a user who was given it, and one who calls by sudo.
let_nobody_listen
as ambient "${nobody[@]}" --inh-caps=+net_raw --ambient-caps=+net_raw "$BLEINSPECT"
as sudo env SUDO_UID=65534 SUDO_GID=65534 "$BLEINSPECT"
BLEINSPECT=/run/setcap start_live by-setcap
BLEINSPECT=/run/ambient start_live by-ambient
BLEINSPECT=/run/sudo start_live by-sudo
start_live only-hci1 --hci1
for name in by-setcap by-ambient by-sudo only-hci1; do note_rights "$name"; done
hciconfig hci0 up
hciconfig hci1 up
timeout -s INT 1 hcitool -i hci0 lescan >lescan.txt 2>&1
for name in by-setcap by-ambient by-sudo only-hci1; do stop_live "$name"; done
stat -c '%n %u %g %a' -- *.btsnoop >owners
stop_btmon
say done
