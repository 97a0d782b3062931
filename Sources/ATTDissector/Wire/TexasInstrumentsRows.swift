import Bytes

/// Events of Texas Instruments' controllers with a host on the chip (CC254x, CC26xx): HCI vendor specific events that
/// begin with an opcode of their own.
///
/// Every maker gives a vendor specific event a meaning of its own: one is taken for TI's only if its opcode, its
/// length and its values are.
///
/// Source: Texas Instruments, TI BLE Vendor Specific HCI Guide.
package enum TexasInstrumentsRows: WireRows {
  /// - parameters: all of the event.
  static func row(_ parameters: RawSpan) -> WireRow? {
    guard parameters.byteCount >= 3, HCIStatusName.name(of: parameters.uint8(at: 2)) != nil else {
      return nil
    }
    let row: (length: ClosedRange<Int>, row: WireRow)? =
      switch parameters.uint16LittleEndian(at: 0) {
      case 0x0600:
        (
          44...44,
          WireRow(
            "TI GAP Device Init Done",
            opening + [
              ("Device address", .address), ("Data packet length", .u16), ("Data packets", .u8),
              ("IRK", .bytes(16)), ("CSRK", .bytes(16)),
            ])
        )
      case 0x0601: (4...255, WireRow("TI GAP Device Discovery Done", opening + found))
      case 0x0602:
        (4...4, WireRow("TI GAP Advertisement Data Update Done", opening + [("Type", .u8)]))
      case 0x0603:
        (
          5...5,
          WireRow(
            "TI GAP Make Discoverable Done",
            opening + [("Advertising interval", .time(2, step: 625))])
        )
      case 0x0604: (3...3, WireRow("TI GAP End Discoverable Done", opening))
      case 0x0608:
        (
          10...10,
          WireRow(
            "TI GAP Random Address Changed",
            opening + [
              ("Address type", .named(1, .addressType)), ("New random address", .address),
            ])
        )
      case 0x060C:
        (
          12...12,
          WireRow(
            "TI GAP Peripheral Requested Security",
            opening + [
              ("Connection handle", .x16), ("Device address", .address),
              ("Authentication requirements", .x8),
            ])
        )
      case 0x0605: (19...20, established(parameters.byteCount))
      case 0x0606:
        (
          6...6,
          WireRow(
            "TI GAP Link Terminated",
            opening + [("Connection handle", .x16), ("Reason", .status)])
        )
      case 0x0607:
        (
          11...11,
          WireRow("TI GAP Link Parameter Update", opening + [("Connection handle", .x16)] + timing)
        )
      case 0x060B:
        (
          13...13,
          WireRow(
            "TI GAP Passkey Needed",
            opening + [
              ("Device address", .address), ("Connection handle", .x16), ("UI inputs", .enable),
              ("UI outputs", .enable),
            ])
        )
      case 0x060E:
        (5...5, WireRow("TI GAP Bond Complete", opening + [("Connection handle", .x16)]))
      case 0x067F:
        (
          6...255,
          WireRow(
            "TI Command Status",
            opening + [("Command opcode", .x16), ("Data length", .u8), ("Data", .rest)])
        )
      default: nil
      }
    guard let row, row.length.contains(parameters.byteCount) else { return nil }
    switch parameters.uint16LittleEndian(at: 0) {
    case 0x0606:
      guard parameters.uint16LittleEndian(at: 3) < 0x0F00,
        HCIStatusName.name(of: parameters.uint8(at: 5)) != nil
      else { return nil }
    case 0x0601:
      guard parameters.byteCount == 4 + 8 * Int(parameters.uint8(at: 3)) else { return nil }
    case 0x0608:
      guard parameters.uint8(at: 3) <= 3 else { return nil }
    case 0x0607, 0x060C, 0x060E:
      guard parameters.uint16LittleEndian(at: 3) < 0x0F00 else { return nil }
    case 0x0605:
      guard parameters.uint8(at: 3) <= 3, parameters.uint16LittleEndian(at: 10) < 0x0F00 else {
        return nil
      }
    case 0x067F:
      guard parameters.uint16LittleEndian(at: 3) >= 0xFC00,
        Int(parameters.uint8(at: 5)) == parameters.byteCount - 6
      else { return nil }
    default: break
    }
    return row.row
  }

  /// The later of the two forms says who is central.
  private static func established(_ length: Int) -> WireRow {
    let role: WireLayout = length == 20 ? [("Role", .x8)] : []
    return WireRow(
      "TI GAP Link Established",
      opening + [
        ("Peer address type", .named(1, .addressType)), ("Peer address", .address),
        ("Connection handle", .x16),
      ] + role + timing + [("Clock accuracy", .x8)])
  }

  private static var opening: WireLayout { [("TI event", .x16), status] }

  private static var found: WireLayout {
    [
      (
        "Devices",
        .list(
          1,
          [
            ("Event type", .x8), ("Address type", .named(1, .addressType)), ("Address", .address),
          ])
      )
    ]
  }

  private static var timing: WireLayout {
    [
      ("Connection interval", .time(2, step: 1250)), ("Peripheral latency", .u16),
      ("Supervision timeout", .time(2, step: 10000)),
    ]
  }
}

/// What TI's event says of a link.
package enum TexasInstrumentsLink: Equatable, Sendable {
  case established(handle: UInt16, BluetoothAddress)
  case failed(HCIStatus)
  case terminated(handle: UInt16, HCIStatus)

  /// - parameters: of a vendor specific event.
  package init?(_ parameters: RawSpan) {
    guard TexasInstrumentsRows.row(parameters) != nil else { return nil }
    let status = HCIStatus(rawValue: parameters.uint8(at: 2))
    switch parameters.uint16LittleEndian(at: 0) {
    case 0x0605 where status != .success: self = .failed(status)
    case 0x0605:
      var cursor = ByteCursor(parameters.clamped(4))
      guard let value = try? cursor.uint48LittleEndian() else { return nil }
      self = .established(
        handle: parameters.uint16LittleEndian(at: 10),
        BluetoothAddress(value, kind: .init(rawValue: parameters.uint8(at: 3))))
    case 0x0606:
      self = .terminated(
        handle: parameters.uint16LittleEndian(at: 3),
        HCIStatus(rawValue: parameters.uint8(at: 5)))
    default: return nil
    }
  }
}

package enum TexasInstrumentsName {
  /// - parameters: of a vendor specific event.
  package static func name(_ parameters: RawSpan) -> StaticString? {
    TexasInstrumentsRows.row(parameters)?.name
  }
}
