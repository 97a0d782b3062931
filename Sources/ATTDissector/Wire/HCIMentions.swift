import Bytes

/// The connections, streams, syncs and devices that HCI commands and events refer to, by their
/// rows.
package enum HCIMentions {
  /// The connection handle of a command; the first of several.
  package static func connection(command bytes: RawSpan) -> UInt16? {
    guard bytes.byteCount >= HCICommandHeader.size + 2 else { return nil }
    let place = WireTables.commandHandles[bytes.uint16LittleEndian(at: 0)]
    return handle(place, bytes: bytes, from: HCICommandHeader.size)
  }

  /// The connection handle of an event, or of a Command Complete's return parameters; the first of
  /// several.
  package static func connection(event bytes: RawSpan) -> UInt16? {
    guard bytes.byteCount >= HCIEventHeader.size + 2 else { return nil }
    let code = HCIEventCode(rawValue: bytes.uint8(at: 0))
    if code == .leMeta {
      let place = WireTables.eventHandles[0x100 | Int(bytes.uint8(at: HCIEventHeader.size))]
      return handle(place, bytes: bytes, from: HCIEventHeader.size + 1)
    }
    if code == .commandComplete {
      guard bytes.byteCount >= HCIEventHeader.size + 5 else { return nil }
      let place = WireTables.returnedHandles[bytes.uint16LittleEndian(at: HCIEventHeader.size + 1)]
      return handle(place, bytes: bytes, from: HCIEventHeader.size + 3)
    }
    return handle(
      WireTables.eventHandles[Int(code.rawValue)], bytes: bytes, from: HCIEventHeader.size)
  }

  private static func handle(
    _ place: HandlePlace, bytes: RawSpan, from start: Int
  ) -> UInt16? {
    guard let offset = place.offset, bytes.byteCount >= start + offset + 2 else { return nil }
    if place.needsSuccess, bytes.uint8(at: start) != HCIStatus.success.rawValue { return nil }
    return bytes.uint16LittleEndian(at: start + offset) & 0x0FFF
  }
}

/// What a command or an event refers to.
package enum WireMention: Sendable {
  /// An ACL connection, or a stream.
  case connection(UInt16)
  /// A periodic advertising sync.
  case sync(UInt16)
  case device(BluetoothAddress)
}

extension HCIMentions {
  /// Visits everything that the parameters of a command refer to.
  package static func each(command bytes: RawSpan, _ body: (WireMention) -> Void) {
    guard bytes.byteCount > HCICommandHeader.size,
      let layout = HCICommandRows.row(bytes.uint16LittleEndian(at: 0))?.parameters
    else { return }
    each(layout, bytes: bytes.clamped(HCICommandHeader.size), body)
  }

  /// Visits everything that the parameters of an event refer to, except a Command Complete's return
  /// parameters.
  package static func each(event bytes: RawSpan, _ body: (WireMention) -> Void) {
    guard bytes.byteCount > HCIEventHeader.size else { return }
    let code = bytes.uint8(at: 0)
    let isMeta = code == HCIEventCode.leMeta.rawValue
    let index = isMeta ? 0x100 | Int(bytes.uint8(at: HCIEventHeader.size)) : Int(code)
    guard let layout = WireTables.eventLayouts[index] else { return }
    each(layout, bytes: bytes.clamped(HCIEventHeader.size + (isMeta ? 1 : 0)), body)
  }

  /// Whether an event consists of advertising reports.
  package static func isAdvertisingReport(event bytes: RawSpan) -> Bool {
    guard bytes.byteCount > HCIEventHeader.size,
      bytes.uint8(at: 0) == HCIEventCode.leMeta.rawValue
    else { return false }
    return WireTables.eventSummaries[0x100 | Int(bytes.uint8(at: HCIEventHeader.size))] == .reports
  }

  private static func each(
    _ layout: WireLayout, bytes: RawSpan, _ body: (WireMention) -> Void
  ) {
    var cursor = ByteCursor(bytes)
    // Classic addresses have no type.
    var kind = BluetoothAddress.Kind.public
    // Fields before the cut still count.
    try? WireWalk.each(layout, from: &cursor) { _, type, place in
      let start = place.lowerBound
      switch type {
      case .handle(.connection), .handle(.stream):
        body(.connection(bytes.uint16LittleEndian(at: start) & 0x0FFF))
      case .handle(.sync): body(.sync(bytes.uint16LittleEndian(at: start) & 0x0FFF))
      case .named(1, .addressType): kind = BluetoothAddress.Kind(rawValue: bytes.uint8(at: start))
      case .address, .randomAddress:
        let low = UInt64(bytes.uint32LittleEndian(at: start))
        let value = low | UInt64(bytes.uint16LittleEndian(at: start + 4)) << 32
        if case .randomAddress = type { kind = .random }
        if value != 0, kind != .anonymous { body(.device(BluetoothAddress(value, kind: kind))) }
        kind = .public
      default: break
      }
    }
  }
}
