import ATTDissector
import BTSnoop

/// What stands at the moment, for those who watch, and for those who look at records beside the session.
extension GATTSession {
  package var counts: RecordCounts { clock.counts }
  /// Time of the last record.
  package var end: CaptureTime? { clock.time }
  package var findings: Findings { reporter.findings }
  package var adapters: [Adapter] { links.adapters }
  /// The adapters that are there, in the order of first sight.
  package var presentAdapters: [Adapter] {
    links.adapters.filter { !$0.isReplaced && $0.power != .gone }
  }
  /// Those whose summary is kept, in the order of first sight.
  package var connections: [Connection] { links.connections }
  package var connectionCount: Int { links.connectionCount }
  /// Devices in the order of first sight.
  package var peerList: [Peer] { devices.list }
  /// Devices that were connected, by ordinal.
  package var connectedPeers: [Peer] { devices.connected }

  /// The LE connection that is open under a handle; `nil` if there is none.
  package func openConnection(_ handle: UInt16, adapter index: UInt16?) -> Connection? {
    links.known(index)?.connections[handle]
  }

  /// Whose periodic advertising a controller follows under a sync handle; `nil` if that is not known.
  package func periodicAdvertiser(_ handle: UInt16, adapter index: UInt16?) -> BluetoothAddress? {
    links.known(index)?.syncs[handle & 0x0FFF]?.advertiser
  }

  /// The device that was met under an address; `nil` for one that is new.
  package func knownPeer(_ address: BluetoothAddress) -> Peer? { devices.known(address) }

  func adapter(_ index: UInt16?) -> Adapter? { links.adapter(index, clock.last) }
}
