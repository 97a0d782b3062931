# Adapters that vanish and come back, and recordings that begin inside a connection: once with what
# bluetoothd keeps of the peer, and once without.
. "$(dirname "${BASH_SOURCE[0]}")/../guest/support.sh"

start_bus
start_controllers 3
strap="$(address_of 1)"
start_peripherals 1 2
start_bluetoothd
ctl "power on" 'succeeded|Powered: yes'
ctl "scan le" "Device $strap .*Polar" 30
ctl "scan off" 'Discovery stopped'
ctl "connect $strap" 'Connection successful' 60
wait_for 60 bluetoothctl.txt "$strap ServicesResolved: yes"
say connected

# Inside a connection.
start_btmon
ctl "menu gatt" 'Menu gatt'
ctl "select-attribute 00002a38-0000-1000-8000-00805f9b34fb" '# '
ctl read '  01 '
ctl "select-attribute 00002a37-0000-1000-8000-00805f9b34fb" '# '
ctl "notify on" 'Notifying: yes|Notify started'
wait_for 20 bluetoothctl.txt '  16 56 c0 02 '
ctl back 'Menu main'
ctl "disconnect $strap" 'Successful disconnected'
say disconnected

# Every adapter vanishes, and as many come back under the same numbers.
ctl "remove $strap" 'Device has been removed'
stop peripherals
stop btvirt
gone() { [[ ! -e /sys/class/bluetooth/hci0 && ! -e /sys/class/bluetooth/hci2 ]]; }
until_true 10 "the end of the adapters" gone
start_controllers 2
say "adapters are back"
ctl "select $(address_of 0)" '# '
ctl "power on" 'succeeded|Powered: yes'
ctl "scan le" 'Discovery started'
ctl "scan off" 'Discovery stopped'

stop_bluetoothd
stop_btmon
say done
