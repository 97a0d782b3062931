# `live` begins inside a connection, once with what bluetoothd keeps of the peer and once without. While
# the second listens, every adapter vanishes, and comes back.
. "$(dirname "${BASH_SOURCE[0]}")/../guest/support.sh"

start_bus
start_btmon
start_controllers 3
strap="$(address_of 1)"
start_peripherals 1 2
start_bluetoothd
ctl "power on" 'succeeded|Powered: yes'
find_devices "$strap" 'Polar'
ctl "pair $strap" 'Pairing successful' 60
wait_for 60 bluetoothctl.txt "$strap ServicesResolved: yes"
say connected

uuid() { echo "0000$1-0000-1000-8000-00805f9b34fb"; }

use_the_strap() {
    local seen
    seen="$(grep -ac '  16 56 c0 02 ' bluetoothctl.txt)"
    last_but_one() { [[ $(grep -ac '  16 56 c0 02 ' bluetoothctl.txt) -gt $seen ]]; }
    ctl "select-attribute $(uuid 2a38)" '# '
    ctl read '  01 '
    ctl "select-attribute $(uuid 2a37)" '# '
    ctl "notify on" 'Notifying: yes|Notify started'
    until_true 20 "the notifications" last_but_one
    sleep 0.4
    ctl "notify off" 'Notifying: no|Notify stopped'
}

# What is known of the strap is in bluetoothd's storage.
ctl "menu gatt" 'Menu gatt'
start_live known
use_the_strap
stop_live known
cp -r /var/lib/bluetooth storage

# Nothing is known of it but what the kernel says.
rm -rf /var/lib/bluetooth/*/cache /var/lib/bluetooth/*/"$strap"
start_live unknown
use_the_strap
ctl back 'Menu main'
ctl "disconnect $strap" 'Successful disconnected'
say disconnected

# Every adapter vanishes, and as many come back under the same numbers.
stop peripherals
stop btvirt
gone() { [[ ! -e /sys/class/bluetooth/hci0 && ! -e /sys/class/bluetooth/hci2 ]]; }
until_true 10 "the end of the adapters" gone
start_controllers 2
say "adapters are back"
ctl "select $(address_of 0)" '# '
ctl "power on" 'succeeded|Powered: yes'
ctl "scan le" 'Discovery started'
ctl "scan off" 'Discovery stopped|Failed to stop'

stop_bluetoothd
stop_live unknown
stop_btmon
say done
