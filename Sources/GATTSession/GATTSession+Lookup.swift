import ATTDissector
import BTSnoop

/// The current state, for live views and for decoding single records outside the session.
extension GATTSession {
  package var counts: RecordCounts { clock.counts }
  /// Time of the last record.
  package var end: CaptureTime? { clock.time }
  package var findings: Findings { reporter.findings }
  /// Frames of refusals that the encryption that followed has cured: no problems.
  package var curedFrames: Set<UInt64> { reporter.curedFrames }
  package var adapters: [Adapter] { links.adapters }
  /// The adapters present, in the order of first sight.
  package var presentAdapters: [Adapter] {
    links.adapters.filter { !$0.isReplaced && $0.power != .gone }
  }
  /// Connections with a summary, in the order of first sight.
  package var connections: [Connection] { links.connections }
  package var connectionCount: Int { links.connectionCount }
  /// Devices in the order of first sight.
  package var peerList: [Peer] { devices.list }
  /// Devices that were connected, by ordinal.
  package var connectedPeers: [Peer] { devices.connected }

  /// The open LE connection with the handle, if any.
  package func openConnection(_ handle: UInt16, adapter index: UInt16?) -> Connection? {
    links.known(index)?.connections[handle]
  }

  /// The advertiser of a periodic advertising train, by sync handle; `nil` if unknown.
  package func periodicAdvertiser(handle: UInt16, adapter index: UInt16?) -> BluetoothAddress? {
    links.known(index)?.controller.syncs[handle & 0x0FFF]?.advertiser
  }

  /// The device seen with an address; `nil` if it is new.
  package func knownPeer(at address: BluetoothAddress) -> Peer? { devices.known(address) }

  func adapter(at index: UInt16?) -> Adapter? { links.adapter(index, at: clock.last) }
}
