import Bytes

/// A one-line summary of a command or event, for `packets`: no allocation.
package struct HCISummary: ~Copyable {
  // Tables of events, once there is one: each look at a global one makes sure that it is there.
  private var names: [StaticString?] = []
  private var shapes: [SummaryShape] = []
  /// `LE Meta: LE Advertising Report, ADV_IND`, by subevent and type.
  private var reportTitles = KeyedTexts(places: 5, size: 80)
  /// Names of commands, by opcode.
  private var commandNames = KeyedTexts(places: 6, size: 80)

  package init() {}

  /// `LE Set Scan Enable: off, filter on`, `Vendor command 0xFC01`, `Command 0x0999`.
  package mutating func command(_ bytes: RawSpan, into out: inout ByteWriter) {
    guard bytes.byteCount >= 2 else {
      out.append("Command (truncated)")
      return
    }
    let opcode = bytes.uint16LittleEndian(at: 0)
    commandName(opcode, to: &out)
    guard let row = OpcodeTable.index(opcode) else { return }
    // Its length comes before the parameters.
    WireTables.commandFields.write(row, bytes: bytes.clamped(3), first: ": ", to: &out)
  }

  private mutating func commandName(_ opcode: UInt16, to out: inout ByteWriter) {
    if commandNames.append(UInt64(opcode), to: &out) { return }
    let start = out.count
    Self.appendCommandName(opcode, to: &out)
    commandNames.keep(out.bytes.clamped(start), for: UInt64(opcode))
  }

  static func appendCommandName(_ opcode: UInt16, to out: inout ByteWriter) {
    if let name = HCICommandRows.row(opcode)?.name {
      out.append(name)
      return
    }
    out.append(
      opcode >> 10 == HCIOpcode.vendorGroup ? "Vendor command 0x" : "Command 0x")
    out.append(upperHex: UInt64(opcode), digits: 4)
  }

  /// `Command Complete: LE Set Scan Enable, Success`,
  /// `LE Meta: LE Advertising Report, ADV_IND 5C:31:3E:4C:7A:A4, -56 dBm`, `Event 0x7F`.
  /// - Returns: whether the event consists of advertising reports.
  @discardableResult
  package mutating func event(_ bytes: RawSpan, into out: inout ByteWriter) -> Bool {
    guard bytes.byteCount >= 2 else {
      out.append("Event (truncated)")
      return false
    }
    if names.isEmpty { (names, shapes) = (WireTables.eventNames, WireTables.eventSummaries) }
    let code = bytes.uint8(at: 0)
    if code == 0x3E, report(bytes, to: &out) { return true }
    guard let name = names[Int(code)] else {
      out.append("Event 0x")
      out.append(upperHex: UInt64(code), digits: 2)
      return false
    }
    out.append(name)
    let parameters = bytes.clamped(2, count: Int(bytes.uint8(at: 1)))
    switch code {
    case 0x0E: commandComplete(parameters, to: &out)
    case 0x0F: commandStatus(parameters, to: &out)
    case 0x13: Self.completedPackets(parameters, to: &out)
    case 0xFF:
      guard let name = TexasInstrumentsRows.row(parameters)?.name else { break }
      out.append(": ")
      out.append(name)
    case 0x3E:
      lowEnergy(parameters, to: &out)
      return bytes.byteCount > 2 && shapes[0x100 | Int(bytes.uint8(at: 2))] == .reports
    default: details(Int(code), parameters: parameters, to: &out)
    }
    return false
  }

  private mutating func commandComplete(_ parameters: RawSpan, to out: inout ByteWriter) {
    guard parameters.byteCount >= 3 else { return }
    out.append(": ")
    let opcode = parameters.uint16LittleEndian(at: 1)
    commandName(opcode, to: &out)
    guard parameters.byteCount >= 4 else { return }
    // The return parameters of a vendor command are unknown.
    if opcode >> 10 == HCIOpcode.vendorGroup, parameters.uint8(at: 3) != 0 { return }
    out.append(", ")
    Self.appendStatus(parameters.uint8(at: 3), to: &out)
    guard parameters.uint8(at: 3) == 0, let row = OpcodeTable.index(opcode) else { return }
    WireTables.returnedFields.write(row, bytes: parameters.clamped(3), first: ", ", to: &out)
  }

  private mutating func commandStatus(_ parameters: RawSpan, to out: inout ByteWriter) {
    guard parameters.byteCount >= 4 else { return }
    out.append(": ")
    commandName(parameters.uint16LittleEndian(at: 2), to: &out)
    out.append(", ")
    let status = parameters.uint8(at: 0)
    if let name = WireEnumeration.commandStatus.name(of: UInt64(status)) {
      out.append(name)
    } else {
      Self.appendStatus(status, to: &out)
    }
  }

  private static func completedPackets(_ parameters: RawSpan, to out: inout ByteWriter) {
    guard parameters.byteCount >= 1 else { return }
    let count = parameters.uint8(at: 0)
    if count == 1, parameters.byteCount >= 5 {
      out.append(": ")
      appendHandle(parameters.uint16LittleEndian(at: 1), to: &out)
      out.append(", ")
      append(UInt64(parameters.uint16LittleEndian(at: 3)), noun: "packet", to: &out)
    } else {
      out.append(": ")
      append(UInt64(count), noun: "handle", to: &out)
    }
  }

  /// An event with one advertising report, as nearly all are.
  /// - Returns: `false` for any other, with nothing written.
  private mutating func report(_ bytes: RawSpan, to out: inout ByteWriter) -> Bool {
    let parameters = bytes.clamped(2, count: Int(bytes.uint8(at: 1)))
    guard parameters.byteCount >= 2, parameters.uint8(at: 1) == 1,
      let subevent = LESubevent.report(parameters.uint8(at: 0)),
      let name = names[0x100 | Int(parameters.uint8(at: 0))]
    else { return false }
    var cursor = ByteCursor(parameters.clamped(2))
    guard let report = try? AdvertisingReport(subevent, &cursor) else { return false }
    let key = UInt64(parameters.uint8(at: 0)) << 16 | UInt64(report.type.bits)
    if !reportTitles.append(key, to: &out) {
      let start = out.count
      out.append(names[0x3E] ?? "")
      out.append(": ")
      out.append(name)
      out.append(", ")
      out.append(report.type.name)
      reportTitles.keep(out.bytes.clamped(start), for: key)
    }
    Self.source(report, to: &out)
    return true
  }

  /// Whom it is from, and how strong it was.
  @inline(__always)
  private static func source(_ report: AdvertisingReport, to out: inout ByteWriter) {
    if let address = report.address {
      out.append(" ")
      address.write(to: &out)
    }
    if report.rssi != 127 {
      out.append(", ")
      out.append(decimal: Int(report.rssi))
      out.append(" dBm")
    }
  }

  private func lowEnergy(_ parameters: RawSpan, to out: inout ByteWriter) {
    guard parameters.byteCount >= 1 else { return }
    let subevent = parameters.uint8(at: 0)
    out.append(": ")
    if let name = names[0x100 | Int(subevent)] {
      out.append(name)
    } else {
      out.append("subevent 0x")
      out.append(upperHex: UInt64(subevent), digits: 2)
      return
    }
    if let subevent = LESubevent.report(subevent) {
      Self.reports(subevent, parameters: parameters.clamped(1), to: &out)
    } else {
      details(0x100 | Int(subevent), parameters: parameters.clamped(1), to: &out)
    }
  }

  /// The most reports of an event that are shown one by one.
  private static let mostReports: UInt8 = 4

  private static func reports(
    _ subevent: LESubevent, parameters: RawSpan, to out: inout ByteWriter
  ) {
    guard parameters.byteCount >= 1 else { return }
    let count = parameters.uint8(at: 0)
    out.append(", ")
    let start = out.count
    if count != 1 {
      append(UInt64(count), noun: "report", to: &out)
      if count > 0 { out.append(": ") }
    }
    var cursor = ByteCursor(parameters.clamped(1))
    for index in 0..<min(count, mostReports) {
      let before = out.count
      guard let report = try? AdvertisingReport(subevent, &cursor) else {
        out.truncate(to: index == 0 ? start : before)
        if index == 0 { append(UInt64(count), noun: "report", to: &out) }
        return
      }
      if index > 0 { out.append("; ") }
      out.append(report.type.name)
      source(report, to: &out)
    }
    if count > mostReports { out.append("; ..") }
  }

  /// - index: in the tables of events.
  private func details(_ index: Int, parameters: RawSpan, to out: inout ByteWriter) {
    let shape = shapes[index]
    let before = out.count
    Self.details(shape, parameters: parameters, separator: ": ", to: &out)
    if shape.hasStatus, parameters.byteCount == 0 || parameters.uint8(at: 0) != 0 { return }
    WireTables.eventFields.write(
      index, bytes: parameters, first: out.count == before ? ": " : ", ", to: &out)
  }

  private static func details(
    _ shape: SummaryShape, parameters: RawSpan, separator: StaticString, to out: inout ByteWriter
  ) {
    let count = parameters.byteCount
    switch shape {
    case .status where count >= 1:
      out.append(separator)
      appendStatus(parameters.uint8(at: 0), to: &out)
    case .statusHandle(let isNew) where count >= 3:
      out.append(separator)
      // A connection that was not made has no handle.
      if !isNew || parameters.uint8(at: 0) == 0 {
        appendHandle(parameters.uint16LittleEndian(at: 1), to: &out)
        out.append(", ")
      }
      appendStatus(parameters.uint8(at: 0), to: &out)
    case .statusHandleReason where count >= 4:
      out.append(separator)
      appendHandle(parameters.uint16LittleEndian(at: 1), to: &out)
      out.append(", ")
      // The status says why a disconnection failed, the reason why it happened.
      let status = parameters.uint8(at: 0)
      appendStatus(status == 0 ? parameters.uint8(at: 3) : status, to: &out)
    case .handle where count >= 2:
      out.append(separator)
      appendHandle(parameters.uint16LittleEndian(at: 0), to: &out)
    case .address where count >= 6:
      out.append(separator)
      appendAddress(parameters, at: 0, to: &out)
    case .statusAddress where count >= 7:
      out.append(separator)
      appendAddress(parameters, at: 1, to: &out)
      out.append(", ")
      appendStatus(parameters.uint8(at: 0), to: &out)
    case .reports where count >= 1:
      out.append(", ")
      append(UInt64(parameters.uint8(at: 0)), noun: "report", to: &out)
    default: break
    }
  }

  private static func appendAddress(
    _ bytes: RawSpan, at offset: Int, to out: inout ByteWriter
  ) {
    let low = UInt64(bytes.uint32LittleEndian(at: offset))
    let high = UInt64(bytes.uint16LittleEndian(at: offset + 4))
    BluetoothAddress(low | high << 32, kind: .public).write(to: &out)
  }

  private static func appendHandle(_ handle: UInt16, to out: inout ByteWriter) {
    out.append("handle 0x")
    out.append(upperHex: UInt64(handle), digits: 4)
  }

  private static func appendStatus(_ status: UInt8, to out: inout ByteWriter) {
    if let name = HCIStatusName.name(of: status) {
      out.append(name)
      return
    }
    out.append("status 0x")
    out.append(upperHex: UInt64(status), digits: 2)
  }

  private static func append(
    _ count: UInt64, noun: StaticString, to out: inout ByteWriter
  ) {
    out.append(decimal: count)
    out.append(byte: 0x20)
    out.append(noun)
    if count != 1 { out.append(byte: 0x73) }
  }
}

extension LESubevent {
  /// The subevent with a code, if it has advertising reports.
  fileprivate static func report(_ code: UInt8) -> LESubevent? {
    switch code {
    case 0x02: .advertisingReport
    case 0x0B: .directedAdvertisingReport
    case 0x0D: .extendedAdvertisingReport
    default: nil
    }
  }
}

extension AdvertisingReport {
  fileprivate init(_ subevent: LESubevent, _ cursor: inout ByteCursor) throws(ByteError) {
    switch subevent {
    case .advertisingReport: self = try AdvertisingReport(legacy: &cursor)
    case .directedAdvertisingReport: self = try AdvertisingReport(directed: &cursor)
    default: self = try AdvertisingReport(extended: &cursor)
    }
  }
}

/// A one-line summary of an LL Control PDU.
package enum ControlSummary {
  /// `LL_LENGTH_REQ: MaxRxOctets 251, ...`.
  /// - payload: opcode first.
  package static func write(_ payload: RawSpan, to out: inout ByteWriter) {
    guard payload.byteCount > 0 else { return }
    let opcode = payload.uint8(at: 0)
    if let name = ControlOpcodeName.name(of: opcode) {
      out.append(name)
    } else {
      out.append("LL Control PDU, opcode ")
      out.append(upperHex: UInt64(opcode), digits: 2)
    }
    WireTables.controlFields.write(Int(opcode), bytes: payload.clamped(1), first: ": ", to: &out)
  }
}

/// What a PDU of the Security Manager, or a command of the L2CAP signalling channels, says besides its name.
package enum PDUSummary {
  /// - parameters: without the code.
  package static func write(security code: UInt8, parameters: RawSpan, to out: inout ByteWriter) {
    WireTables.securityFields.write(Int(code), bytes: parameters, first: ": ", to: &out)
  }

  /// - data: without the header.
  package static func write(signal code: UInt8, data: RawSpan, to out: inout ByteWriter) {
    WireTables.signalFields.write(Int(code), bytes: data, first: ": ", to: &out)
  }
}
