import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System

/// Connections that are already open when a live source of this machine is opened, and what BlueZ
/// knows of their devices and of others that may reconnect.
///
/// Two steps: what needs privileges is read around the opening of the source, and interpreted later
/// without them.
struct StandingConnections {
  /// What the kernel says at one moment.
  struct Look {
    var adapters: [HCIAdapter] = []
    var connections: [HCIConnection] = []
  }

  private let look: Look
  private let stored: BlueZStore.Contents

  /// Opens a source and finds out which connections were open before.
  ///
  /// Only connections that the kernel lists both before and after count: the source may also report
  /// one that was made in between, and one that ended may have left its handle to another. The
  /// second query is skipped if the first shows none, because the monitor reports sockets that
  /// query.
  /// - Parameters:
  ///   - adapters: those that count; empty: all.
  ///   - ask: queries the kernel; `nil` if there is nothing to query.
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

  /// Queries over a socket of its own.
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

  // MARK: Without privileges

  /// What a session must know before the first record; reads BlueZ's files.
  func known() -> Known {
    let devices = stored.devices.map {
      var device = KnownDevice(blueZ: $0.address, isHost: $0.isHost, files: $0.files)
      device.source = .storage
      device.origin = "BlueZ's storage"
      return device
    }
    return Known(
      connections: look.connections.map { connection in
        StandingConnection(
          adapter: connection.adapter, handle: connection.handle,
          address: devices.first { !$0.isHost && $0.address?.value == connection.address }?.address
            ?? BluetoothAddress(connection.address, kind: .unknown),
          role: connection.isCentral ? .central : .peripheral)
      },
      devices: devices, remark: look.connections.isEmpty ? nil : stored.remark)
  }

  /// What is known before the first record.
  struct Known {
    let connections: [StandingConnection]
    let devices: [KnownDevice]
    /// Why names may be missing; `nil` if there is nothing to name, or nothing is missing.
    let remark: String?

    /// Passes it to a session.
    /// - Parameter hasAdapters: whether the source's records say which adapter they are from.
    func apply(to options: inout GATTSession.Options, hasAdapters: Bool = true) {
      options.standing += connections.map {
        var connection = $0
        if !hasAdapters { connection.adapter = nil }
        return connection
      }
      options.knownDevices += devices
    }

    /// A line for each connection, safe to show: names in them came over the air.
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
