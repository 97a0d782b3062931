import ATTDissector
import BTSnoop
import ByteReader
import GATTValues

/// Records that are no packets: those of the BlueZ monitor tell of adapters.
extension GATTSession {
  func system(_ record: CaptureRecord, _ bytes: RawSpan) {
    guard case .monitor = SystemCode.source(record.code) else {
      if options.describesPackets {
        RecorderSummary.write(record, bytes, to: &packet.summary)
        packet.summaryHoldsLabel = true
      }
      return
    }
    if options.describesPackets {
      packet.summary.append(MonitorOpcodeName.name(record.code) ?? "Unknown monitor record")
    }
    guard let index = record.adapter, let adapter = adapter(index) else { return }
    switch record.code {
    case 0:
      // New Index: type, bus, address, name (8 octets).
      if bytes.byteCount >= 8 {
        var cursor = ByteCursor(bytes.clamped(2))
        if let value = try? cursor.uint48LittleEndian() {
          adapter.address = BluetoothAddress(value, kind: .public)
        }
        adapter.name = Self.text(bytes.clamped(8, 8))
      }
      tell(adapter, "present", record)
    case 1:
      end(adapter, record)
      tell(adapter, "gone", record)
    case 8: tell(adapter, "powered", record)
    case 10:
      if bytes.byteCount >= 6 {
        var cursor = ByteCursor(bytes)
        if let value = try? cursor.uint48LittleEndian(), value != 0 {
          adapter.address = BluetoothAddress(value, kind: .public)
        }
      }
    default: break
    }
  }

  func tell(_ adapter: Adapter, _ action: StaticString, _ record: CaptureRecord) {
    let event = begin(.adapter, record)
    fields.own.add("action", word: action)
    if let index = adapter.index {
      fields.decoded.text.append("hci")
      fields.decoded.text.append(decimal: UInt64(index))
      fields.decoded.text.append(" ")
    }
    fields.decoded.text.append(action)
    emit(event)
  }

  /// Ends all that stands on an adapter that is reset or gone.
  func end(_ adapter: Adapter, _ record: CaptureRecord) {
    for connection in adapter.connections.values.sorted(by: { $0.ordinal < $1.ordinal }) {
      close(connection, adapter, record)
    }
    giveUpChains(adapter, record)
    adapter.reset()
  }

  private static func text(_ bytes: RawSpan) -> String? {
    var end = 0
    while end < bytes.byteCount, bytes.uint8(at: end) != 0 { end += 1 }
    return end == 0 ? nil : String(decoding: bytes.clamped(0, end).copy(), as: UTF8.self)
  }
}
