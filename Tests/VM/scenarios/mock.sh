# The strap of a capture, played by `mock` on hci1; its clients on hci0 are gatttool, then bluetoothd, by
# bluetoothctl and by D-Bus.
. "$(dirname "${BASH_SOURCE[0]}")/../guest/support.sh"

capture="$guest/../../../Captures/polar-h7.btsnoop" strap_name='Polar H7 000607'

# refused NAME COMMAND...: runs it; what it says in NAME.err, its status in NAME.status.
refused() {
    local name="$1" status=0
    shift
    timeout -s KILL 60 "$@" --controller hci:1 "$capture" >"$name.txt" 2>"$name.err" </dev/null ||
        status=$?
    echo "$status" >"$name.status"
}
# is_up ADAPTER
is_up() { hciconfig "hci$1" | grep -q 'UP RUNNING'; }

start_bus
start_btmon
# Of low energy only: btvirt's other controllers do not pass legacy advertising on to a host that scans
# by the extended commands.
start_controllers 2 -L
refused nobody "${nobody[@]}" "$BLEINSPECT" mock
hciconfig hci1 up
# As by sudo; all but the right to give the adapter back is gone then.
chmod 1777 .
start mock env SUDO_UID=65534 SUDO_GID=65534 \
    "$BLEINSPECT" mock --controller hci:1 --format ndjson --write mock.btsnoop "$capture"
wait_for 30 mock.err 'advertising as'
grep -E '^(Uid|Cap(Prm|Eff|Inh|Amb))' "/proc/${process[mock]}/status" >mock.rights
strap="$(grep -aoE '([0-9A-F]{2}:){5}[0-9A-F]{2}' mock.err | head -1)"
say "the strap is $strap"
refused taken "$BLEINSPECT" mock

hciconfig hci0 up
# The body sensor location.
timeout 60 gatttool -i hci0 -t random -b "$strap" --char-read -a 0x0015 >gatttool.txt ||
    fail "gatttool did not read"
advertises_again() { [[ $(grep -c 'advertising as' mock.err) -ge 2 ]]; }
until_true 30 "advertising after gatttool" advertises_again
say "gatttool is done"

start_bluetoothd
ctl "power on" 'succeeded|Powered: yes'
find_devices "$strap" "$strap_name"

uuid() { echo "0000$1-0000-1000-8000-00805f9b34fb"; }
read_value() { ctl "select-attribute $(uuid "$1")" '# '; ctl read "$2"; }
ctl "connect $strap" "Connection successful" 60
wait_for 60 bluetoothctl.txt "$strap ServicesResolved: yes"
say connected
ctl "menu gatt" 'Menu gatt'
read_value 2a38 '  01 '
read_value 2a29 'Polar Electro Oy'
# bluetoothd names attributes by their handles: the battery level of the capture.
busctl call org.bluez "/org/bluez/hci0/dev_${strap//:/_}/service0025/char0026" \
    org.bluez.GattCharacteristic1 ReadValue 'a{sv}' 0 >busctl.txt || fail "busctl did not read"
ctl "select-attribute $(uuid 2a37)" '# '
ctl "notify on" 'Notifying: yes|Notify started'
wait_for 20 bluetoothctl.txt '  06 5b '
ctl "notify off" 'Notifying: no|Notify stopped'
ctl back 'Menu main'
ctl "disconnect $strap" "Successful disconnected"
say disconnected

stop_bluetoothd
stop mock INT
echo "$status" >mock.status
until_true 10 "hci1 up again" is_up 1
# What was down stays so.
hciconfig hci1 down
"$BLEINSPECT" mock --for 0.5 --controller hci:1 "$capture" >short.txt 2>short.err
echo "$?" >short.status
sleep 0.2
if is_up 1; then echo up; else echo down; fi >adapter
stop_btmon
say done
