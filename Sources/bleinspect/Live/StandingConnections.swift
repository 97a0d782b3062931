import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System

/// Connections that stand already when a live source of this machine is opened, and what BlueZ knows
/// of their devices and of others that may connect again.
///
/// Two steps: what needs rights is read around the opening of the source; what was read is looked into
/// later, without them.
struct StandingConnections {
  /// What the kernel says at one moment.
  struct Look {
    var adapters: [HCIAdapter] = []
    var connections: [HCIConnection] = []
  }

  private let look: Look
  private let stored: BlueZStore.Contents

  /// Opens a source and finds out what stood before it.
  ///
  /// A connection counts that the kernel names before and after: of one that was made in between the
  /// source may tell, too, and one that ended has perhaps left its handle to another. The second look
  /// is left out where the first shows none: the monitor tells of sockets that ask.
  /// - Parameters:
  ///   - adapters: those that count; all where it is empty.
  ///   - ask: asks the kernel; `nil` where there is nothing to ask.
  static func around<Source, Failure: Error>(
    adapters: Set<UInt16> = [], store: BlueZStore = BlueZStore(),
    asking ask: () -> Look? = StandingConnections.ask, open: () throws(Failure) -> Source
  ) throws(Failure) -> (Source, StandingConnections) {
    var before = ask() ?? Look()
    before.connections.removeAll { !adapters.isEmpty && !adapters.contains($0.adapter) }
    let source = try open()
    if !before.connections.isEmpty {
      let after = ask() ?? Look()
      before.connections.removeAll { connection in
        !after.connections.contains {
          $0.adapter == connection.adapter && $0.handle == connection.handle
            && $0.address == connection.address
        }
      }
    }
    return (source, StandingConnections(before, store))
  }

  /// Asks over a socket of its own.
  static func ask() -> Look? {
    guard let system = try? HCISystem(), let adapters = try? system.adapters() else { return nil }
    return Look(
      adapters: adapters,
      connections: adapters.flatMap { (try? system.connections(of: $0.index)) ?? [] })
  }

  private init(_ look: Look, _ store: BlueZStore) {
    self.look = look
    stored = store.read(
      adapters: look.adapters.map(\.address),
      connected: look.connections.compactMap { connection in
        look.adapters.first { $0.index == connection.adapter }.map {
          ($0.address, connection.address)
        }
      })
  }

  // MARK: Without rights

  /// What a session is to know before the first record; looks into BlueZ's files.
  func known() -> Known {
    let devices = stored.devices.map {
      KnownDevice(blueZ: $0.address, isHost: $0.isHost, files: $0.files)
    }
    return Known(
      connections: look.connections.map { connection in
        StandingConnection(
          adapter: connection.adapter, handle: connection.handle,
          address: devices.first { !$0.isHost && $0.address?.value == connection.address }?.address
            ?? BluetoothAddress(connection.address, kind: .untold),
          role: connection.isCentral ? .central : .peripheral)
      },
      devices: devices, remark: look.connections.isEmpty ? nil : stored.remark)
  }

  /// What is known before the first record.
  struct Known {
    let connections: [StandingConnection]
    let devices: [KnownDevice]
    /// Why names may be missing; `nil` where there is nothing to name, or nothing is missing.
    let remark: String?

    /// Hands it over.
    /// - Parameter hasAdapters: whether the source's records tell of which adapter they are.
    func apply(to options: inout GATTSession.Options, hasAdapters: Bool = true) {
      options.standing += connections.map {
        var connection = $0
        if !hasAdapters { connection.adapter = nil }
        return connection
      }
      options.knownDevices += devices
    }

    /// A line for each connection, safe to be shown: names in them have come over the air.
    var lines: [String] {
      connections.map { connection in
        let name = devices.first { !$0.isHost && $0.address == connection.address }?.name
        let address = connection.address.description
        return "hci\(connection.adapter ?? 0): connected to "
          + (name.map { "\(shown($0)) (\(address))" } ?? address)
          + ", handle \(connection.handle), since before the start"
      }
    }
  }
}
