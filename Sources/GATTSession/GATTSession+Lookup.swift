import ATTDissector
import BTSnoop
import Bytes

/// The current state, for live views and for decoding single records outside the session.
extension GATTSession {
  /// Pairings by Passkey Entry: the first ones.
  package var passkeys: [PasskeyUse] { security.passkeys }
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

  /// All known open connections: those of the session in the order of their ordinals, then those
  /// without a record yet.
  package var connectedDevices: [ConnectedDevice] {
    let open = (links.adapters.flatMap(\.connections.values) + air.open).sorted {
      $0.ordinal < $1.ordinal
    }
    return open.map {
      ConnectedDevice(
        adapter: $0.adapter, handle: $0.handle, connection: $0.ordinal,
        address: $0.peer?.address ?? $0.airAddress, name: $0.peer?.name)
    }
      + links.standing.list.map {
        let known = devices.given($0.address.value)
        return ConnectedDevice(
          adapter: $0.adapter, handle: $0.handle, connection: 0, address: $0.address,
          name: devices.seen(as: $0.address)?.name ?? known?.name)
      }
  }

  /// Advertising sets that were heard only in ADV_EXT_INDs without an address.
  package var namelessAdvertisers: NamelessAdvertisers { air.nameless }

  /// Whether the attempt that was cancelled in a frame went on with the next one.
  package func resumes(attemptOf frame: UInt64) -> Bool { links.resumed.contains(frame) }

  /// Whether a capture has nothing that one side sent on a connection, though it will have sent something.
  package func lacks(_ side: Side, on connection: Connection) -> Bool {
    clock.lacks(side, on: connection)
  }

  /// The keys that the capture has shown, for decrypting another.
  package var shownKeys: [LinkKey] { context.keys.list.filter { $0.origin == .heard } }

  package var decryption: DecryptionReport {
    var report = DecryptionReport()
    report.hasKeys = context.keys.hasGiven
    report.unused = context.keys.unused
    report.proven = context.keys.proven
    for connection in links.connections {
      guard let link = connection.link else { continue }
      let encryption = link.encryption
      report.hiddenPDUs += encryption.hiddenPDUs
      if encryption.hides, encryption.reason?.isLackOfKeys == true { report.needsKeys = true }
      if encryption.opened > 0 { report.opened += 1 }
      guard let closed = encryption.closed else { continue }
      report.startsEncryption = true
      if encryption.hides {
        report.closed.append((connection.ordinal, closed, encryption.extent))
      }
    }
    return report
  }

  /// Insufficient Authentication, Encryption Key Size, or Encryption.
  package static func asksForPairing(_ code: UInt8) -> Bool {
    code == 0x05 || code == 0x0C || code == 0x0F
  }

  /// The shortest silence of a connection that is reported to readers: 5 s, in nanoseconds.
  package static let silenceThreshold = ConnectionEnds.silenceThreshold
}
