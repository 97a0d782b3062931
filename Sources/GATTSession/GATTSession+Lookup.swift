import ATTDissector

/// What stands at the moment, for those who look at records beside the session.
extension GATTSession {
  /// The LE connection that is open under a handle; `nil` if there is none.
  package func openConnection(_ handle: UInt16, adapter index: UInt16?) -> Connection? {
    adapters.first { $0.index == index && !$0.isReplaced }?.connections[handle]
  }

  /// Whose periodic advertising a controller follows under a sync handle; `nil` if that is not known.
  package func periodicAdvertiser(_ handle: UInt16, adapter index: UInt16?) -> BluetoothAddress? {
    adapters.first { $0.index == index && !$0.isReplaced }?.syncs[handle & 0x0FFF]?.advertiser
  }

  /// The device that was met under an address; `nil` for one that is new.
  package func knownPeer(_ address: BluetoothAddress) -> Peer? { directory.known(address) }
}
