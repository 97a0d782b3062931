# BlueZ on both sides: bluetoothd's GATT server on hci1, gatttool on hci0.
. "$(dirname "${BASH_SOURCE[0]}")/../guest/support.sh"

start_bus
start_btmon
start_live live
start_live pcap --source bluetooth-monitor
start_controllers 2
start_live pcap-hci0 --source bluetooth0
server="$(address_of 1)"
start_bluetoothd
ctl "select $server" "$server"
ctl "power on" 'succeeded|Powered: yes'

service() { ctl "register-service $1" 'yes/no'; ctl yes '# '; }
characteristic() { ctl "register-characteristic $1 $2" 'Enter value'; ctl "$3" '# '; }
ctl "menu gatt" 'Menu gatt'
service 180d
characteristic 2a37 read,write,notify '0x06 0x48'
characteristic 2a38 read 0x01
characteristic 2a39 write 0x00
service f000aa00-0451-4000-b000-000000000000
characteristic f000aa01-0451-4000-b000-000000000000 read,notify '0x10 0x20 0x30 0x40'
characteristic f000aa02-0451-4000-b000-000000000000 read,write,write-without-response 0x00
ctl "register-application" 'Application registered'
ctl back 'Menu main'
ctl "advertise on" 'Advertising object registered'
say "advertising as $server"

hciconfig hci0 up
for seconds in 1 5 20 60; do
    timeout -s INT "$seconds" hcitool -i hci0 lescan >lescan.txt 2>&1
    grep -q "$server" lescan.txt && break
done
grep -q "$server" lescan.txt || fail "not heard"

mkfifo /run/gatttool
start gatttool sh -c "exec gatttool -i hci0 -t public -b $server -I </run/gatttool"
exec 6>/run/gatttool
g() { tell gatttool 6 "$@"; }
g connect 'Connection successful'
g "mtu 100" 'MTU was exchanged'
g primary '0000180d-'
g characteristics '00002a37-'
value_handle() {
    grep -aE "uuid: 0*$1" gatttool.txt | grep -aoE 'char value handle: 0x[0-9a-f]+' |
        grep -aoE '0x.*' | tail -n 1
}
rate="$(value_handle 2a37)" location="$(value_handle 2a38)" control="$(value_handle 2a39)"
data="$(value_handle f000aa01)" configuration="$(value_handle f000aa02)"
say "handles $rate $location $control $data $configuration"
[[ -n "$rate" && -n "$location" && -n "$control" && -n "$data" && -n "$configuration" ]] ||
    fail "not all of the characteristics were found"
g char-desc '00002902-'
g "char-read-hnd $location" 'descriptor: 01'
g "char-read-uuid 2a00" 'handle: 0x0003'
g "char-read-hnd $data" 'descriptor: 10 20 30 40'
g "char-write-req $control 01" 'written successfully'
g "char-write-req $configuration 01" 'written successfully'
g "char-write-cmd $configuration 02" '> '
g "char-read-hnd $configuration" 'descriptor: 0'
# Errors: no such handle; not to be written; not to be read.
g "char-read-hnd 0xfff0" 'Error:'
g "char-write-req $location 05" 'Error:'
g "char-read-hnd $control" 'Error:'

# bluetoothctl notifies of what is written to it (its own "write" is refused in 5.66).
g "$(printf 'char-write-req 0x%04x 0100' $((rate + 1)))" 'written successfully'
for value in 48 49 4a; do
    g "char-write-req $rate 06$value" "value: 06 $value"
done
g "$(printf 'char-write-req 0x%04x 0000' $((rate + 1)))" 'written successfully'
echo disconnect >&6
echo exit >&6
exec 6>&-
not_connected() { ! hcitool con | grep -q "$server"; }
# On a busy machine gatttool was seen to take no notice of all that. Whose end it is does not matter here.
for ((tries = 0; tries < 150; tries++)); do
    not_connected && break
    sleep 0.1
done
not_connected || stop gatttool KILL
until_true 10 "the end of the connection" not_connected
say "session done"

# The same server again, by what it is known to have.
timeout 60 gatttool -i hci0 -t public -b "$server" --char-read -a "$location" || fail "not read"

stop_bluetoothd
for name in live pcap pcap-hci0; do stop_live "$name"; done
stop_btmon
say done
