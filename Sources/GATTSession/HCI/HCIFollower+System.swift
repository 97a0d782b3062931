import ATTDissector
import BTSnoop
import Bytes

/// Records that are not packets: the BlueZ monitor reports adapters.
extension HCIFollower {
  func system(at record: CaptureRecord, bytes: RawSpan) {
    guard let index = record.adapter, let adapter = links.adapter(at: index) else { return }
    switch record.code {
    case MonitorOpcode.newIndex:
      // Type, bus, address, name (8 octets).
      let added = added(on: adapter, bytes: bytes, at: record)
      added.power = .down
      tell(on: added, action: .present, at: record)
    case MonitorOpcode.deleteIndex:
      end(on: adapter, cut: .removed, at: record)
      adapter.power = .gone
      tell(on: adapter, action: .gone, at: record)
    case MonitorOpcode.openIndex:
      adapter.power = .up
      tell(on: adapter, action: .powered, at: record)
    case MonitorOpcode.closeIndex:
      end(on: adapter, cut: .switchedOff, at: record)
      adapter.power = .down
      reporter.emit(Event(.note, record), fact: CaptureFact.switchedOff(index))
    case MonitorOpcode.indexInfo:
      guard bytes.byteCount >= 6 else { return }
      var cursor = ByteCursor(bytes)
      guard let value = try? cursor.uint48LittleEndian() else { return }
      let reported = controller(value, of: adapter, at: record)
      reported.setup = .done
      reported.power = .up
    default: break
    }
  }

  /// A controller is present: the one that had the index before, or another.
  private func added(
    on adapter: Adapter, bytes: RawSpan, at record: CaptureRecord
  ) -> Adapter {
    adapter.setup = adapter.address == nil ? .first : .again
    guard bytes.byteCount >= 8 else { return adapter }
    var cursor = ByteCursor(bytes.clamped(2))
    let reported = try? cursor.uint48LittleEndian()
    let added = controller(reported ?? 0, of: adapter, at: record)
    added.name = Self.text(bytes.clamped(8, count: 8))
    return added
  }

  /// Sets the address that a controller reports for itself: under the same index, a different
  /// address means another adapter with attributes of its own.
  @discardableResult
  func controller(_ value: UInt64, of adapter: Adapter, at record: CaptureRecord) -> Adapter {
    guard value != 0 else { return adapter }
    let address = BluetoothAddress(value, kind: .public)
    if adapter.address == nil || adapter.setup == .first || adapter.addresses.contains(address) {
      if adapter.setup == .again { adapter.setup = .first }
      adapter.learn(address)
      devices.know(adapter)
      return adapter
    }
    guard let other = links.other(address, than: adapter, at: clock.last) else {
      adapter.learn(address)
      return adapter
    }
    end(on: adapter, cut: .removed, at: record)
    links.replace(adapter, by: other)
    other.setup = adapter.setup == .done ? .done : .first
    other.name = other.name ?? adapter.name
    other.learn(address)
    devices.know(other)
    return other
  }

  /// A controller answers what it is. An answer that the recorder cut says nothing.
  func described(
    _ opcode: HCIOpcode, from answer: inout ByteCursor, on adapter: Adapter,
    at record: CaptureRecord
  ) {
    switch opcode {
    case .readBDADDR:
      if let value = try? answer.uint48LittleEndian() { controller(value, of: adapter, at: record) }
    case .readLocalVersion:
      if let version = try? LocalVersion(&answer) { adapter.version = version }
    case .readLocalName: named(answer.takeRest(), on: adapter)
    case .leReadBufferSize, .leReadBufferSizeV2:
      // The length of a packet comes first. 0: those of BR/EDR serve for LE, too.
      if (try? answer.skip(2)) != nil, let count = try? answer.uint8(), count > 0 {
        adapter.controller.bufferCount = Int(count)
      }
    case .readBufferSize:
      if adapter.controller.bufferCount == nil, (try? answer.skip(3)) != nil,
        let count = try? answer.uint16LittleEndian(), count > 0
      {
        adapter.controller.bufferCount = Int(count)
      }
    case .readRSSI:
      guard let handle = try? answer.uint16LittleEndian(), let octet = try? answer.uint8(),
        case let dBm = Int8(bitPattern: octet), dBm <= 20,
        let connection = adapter.connections[handle & 0x0FFF]
      else { return }
      // 127: not known.
      connection.clues.strength = (record.frame, record.time, dBm)
    case .leRemoteConnectionParameterRequestReply, .leRemoteConnectionParameterRequestNegativeReply:
      // The command may be missing.
      if let handle = try? answer.uint16LittleEndian() {
        linkStates.answeredController(
          accepted: opcode == .leRemoteConnectionParameterRequestReply,
          on: adapter.connections[handle & 0x0FFF], at: record)
      }
    default: break
    }
  }

  /// The host's own name, which it writes or reads back: up to 248 octets, the rest zeros.
  func named(_ bytes: RawSpan, on adapter: Adapter) {
    adapter.hostName = Self.text(bytes.clamped(0, count: 248)) ?? adapter.hostName
  }

  func tell(on adapter: Adapter, action: AdapterAction, at record: CaptureRecord) {
    reporter.emit(Event(.adapter, record), fact: CaptureFact.adapter(action, adapter.index))
  }

  /// Ends everything on an adapter that is reset or gone.
  func end(on adapter: Adapter, cut: Connection.Cut, at record: CaptureRecord) {
    for connection in adapter.connections.values.sorted(by: { $0.ordinal < $1.ordinal }) {
      close(connection, cut: cut, adapter: adapter, at: record)
    }
    endStanding(on: adapter, cut: cut, at: record)
    giveUpAttempt(on: adapter, cut: cut, at: record)
    advertising.giveUpChains(on: adapter, at: record)
    advertising.giveUpPeriodic(on: adapter, at: record)
    adapter.reset()
  }

  private static func text(_ bytes: RawSpan) -> String? {
    var end = 0
    while end < bytes.byteCount, bytes.uint8(at: end) != 0 { end += 1 }
    return end == 0 ? nil : String(decoding: bytes.clamped(0, count: end).copy(), as: UTF8.self)
  }
}
