internal import CBluetooth

/// The system's Bluetooth interface, as far as a live source needs it.
package enum BluetoothSystem {
  /// The address family of the HCI sockets, from libbluetooth's headers.
  package static var addressFamily: Int32 { AF_BLUETOOTH }
}
