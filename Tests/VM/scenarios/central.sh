# bluetoothd as central on hci0; a heart-rate strap on hci1 and a SensorTag on hci2.
. "$(dirname "${BASH_SOURCE[0]}")/../guest/support.sh"

strap_name='Polar H7 000607' tag_name='CC2650 SensorTag' tag='F0:B4:48:C9:26:50'

start_bus
start_btmon
start_live live
start_controllers 3
strap="$(address_of 1)"
start_peripherals 1 2
start_bluetoothd
ctl "power on" 'succeeded|Powered: yes'
find_devices "$strap" "$strap_name" "$tag" "$tag_name"
say scanned

ctl "pair $strap" 'Pairing successful' 60
wait_for 60 bluetoothctl.txt "$strap ServicesResolved: yes"
say "the strap is paired"

uuid() { echo "0000$1-0000-1000-8000-00805f9b34fb"; }
ti() { echo "f000$1-0451-4000-b000-000000000000"; }
read_value() { ctl "select-attribute $1" '# '; ctl read "$2"; }
seventh() { [[ $(grep -ac '  06 5b ' bluetoothctl.txt) -ge 2 ]]; }
ctl "menu gatt" 'Menu gatt'
read_value "$(uuid 2a38)" '  01 '
read_value "$(uuid 2a29)" 'Polar Electro Oy'
ctl "select-attribute $(uuid 2a37)" '# '
ctl "notify on" 'Notifying: yes|Notify started'
# The last value is that of the fifth.
until_true 20 "the seventh notification" seventh
ctl "notify off" 'Notifying: no|Notify stopped'
ctl back 'Menu main'
ctl "disconnect $strap" "Successful disconnected"
say "the strap is done"

find_devices "$tag" "$tag_name"
ctl "connect $tag" "Connection successful" 60
wait_for 60 bluetoothctl.txt "$tag ServicesResolved: yes"
say "the tag is connected"
ctl "menu gatt" 'Menu gatt'
ctl "select-attribute $(ti aa02)" '# '
ctl "write 0x01" 'Attempting to write'
read_value "$(ti aa02)" '  01 '
ctl "select-attribute $(ti aa01)" '# '
ctl "notify on" 'Notifying: yes|Notify started'
wait_for 20 bluetoothctl.txt 'fc ff 04 00'
ctl "notify off" 'Notifying: no|Notify stopped'
ctl back 'Menu main'
ctl "disconnect $tag" "Successful disconnected"
say "the tag is done"

# Again, by what was kept of the pairing.
ctl "connect $strap" "Connection successful" 60
wait_for 60 bluetoothctl.txt "$strap ServicesResolved: yes"
ctl "disconnect $strap" "Successful disconnected"
say "the strap is done again"

stop_bluetoothd
stop peripherals
stop_live live
stop_btmon
say done
