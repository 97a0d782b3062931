import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// A conversation as a Python script for bleak, which says to the device what the central said, and
/// waits for the same answers.
///
/// It is of one connection: the first in which the central asks something.
final class ExchangeScript: ExchangeWriter {
  private let out: OutputStream
  private var connection: Connection?
  private var isPaired = false
  /// Requests of other connections, and those that the script cannot make.
  private var others = 0
  private var left = 0
  private var lastTime: CaptureTime?
  private var line = ByteWriter(capacity: 512)

  init(_ out: OutputStream) { self.out = out }

  let needsMembers = false

  /// Whether anything is done by it.
  var hasSteps: Bool { connection != nil }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    out.buffer.append(ExchangeScriptText.head)
  }

  func link(_ event: borrowing Event, fields: borrowing EventFields) {
    guard event.kind == .security, let connection = event.connection else { return }
    if self.connection == nil || self.connection === connection { isPaired = true }
  }

  /// A comment between the steps; the text is one line without control characters.
  func mark(_ event: borrowing Event, fields: borrowing EventFields) {
    line.removeAll()
    line.append("    # ")
    line.append(fields.decoded.text.bytes)
    line.append("\n")
    out.buffer.append(line.bytes)
    out.lineEnds()
  }

  func turn(_ turn: ExchangeTurn) {
    if let connection, connection !== turn.connection {
      if turn.request != nil { others += 1 }
      return
    }
    if let request = turn.request {
      guard request.isFromCentral else {
        left += 1
        return
      }
      switch Self.step(of: request) {
      case .made(let step):
        connection = turn.connection
        write(step, request: request, turn: turn)
      case .leftOut(let reason): leaveOut(request, reason: reason)
      }
    } else if connection != nil, let first = turn.answers.first, !first.isFromCentral {
      write("await", request: nil, turn: turn)
    }
  }

  private enum Step {
    case made(StaticString)
    /// Why it cannot be made.
    case leftOut(StaticString)
  }

  private static func step(of request: ExchangePart) -> Step {
    if let reason = obstacle(to: request) { return .leftOut(reason) }
    if request.kind == .read { return .made("read") }
    if let notifies = notifies(request) { return .made(notifies ? "subscribe" : "unsubscribe") }
    return .made(request.kind == .command ? "command" : "write")
  }

  /// bleak reads and writes whole values of attributes.
  private static func obstacle(to request: ExchangePart) -> StaticString? {
    switch (request.kind, request.opcode) {
    case (_, .executeWriteRequest?): return "a refused Execute Write"
    case (_, .prepareWriteRequest?): return "a refused part of a queued write"
    case (_, .readBlobRequest?): return "a refused part of a long read"
    case (.read, _), (.write, _), (.command, _): break
    default: return "neither a read nor a write"
    }
    switch request.form {
    case .plain, .oneOfSeveral: break
    case .fromOffset: return "from an offset"
    case .signed: return "signed"
    }
    if request.handle ?? 0 == 0 { return "its attribute is not known" }
    if request.kind == .read { return nil }
    if request.value == nil { return "its value is not known" }
    return request.isCut ? "its value is cut" : nil
  }

  /// Whether a write to a Client Characteristic Configuration turns on notifications or indications;
  /// `nil` for all others.
  private static func notifies(_ request: ExchangePart) -> Bool? {
    guard request.path?.descriptor == configuration else { return nil }
    return request.value?.first.map { $0 & 3 != 0 }
  }

  private static let configuration: BluetoothUUID = 0x2902

  // MARK: Steps

  /// A comment in place of a step.
  private func leaveOut(_ request: ExchangePart, reason: StaticString) {
    left += 1
    line.removeAll()
    line.append("    # not here: ")
    line.append(request.kind.word)
    line.append(" of frame ")
    line.append(decimal: request.frame)
    line.append(": ")
    line.append(reason)
    line.append("\n")
    out.buffer.append(line.bytes)
    out.lineEnds()
  }

  /// `(0.031, "write", (...), "0100", False, [((...), "7e")]),`
  private func write(_ step: StaticString, request: ExchangePart?, turn: ExchangeTurn) {
    guard let first = turn.first else { return }
    line.removeAll()
    line.append("    (")
    let pause = lastTime.map { first.time.nanoseconds(since: $0) } ?? 0
    line.append(seconds: max(0, pause), decimals: 3)
    line.append(", \"")
    line.append(step)
    line.append("\", ")
    if let request { attribute(request) } else { line.append("None") }
    line.append(", ")
    if let value = request?.value {
      line.append("\"")
      line.append(hex: value.rawBytes)
      line.append("\"")
    } else {
      line.append("None")
    }
    line.append(turn.answers.contains { $0.kind == .error } ? ", True" : ", False")
    line.append(", [")
    var last = first.time
    var isFirst = true
    for answer in turn.answers {
      if answer.time.nanoseconds(since: last) > 0 { last = answer.time }
      guard answer.kind == .notification || answer.kind == .indication, !answer.isFromCentral
      else { continue }
      if !isFirst { line.append(", ") }
      isFirst = false
      line.append("(")
      attribute(answer)
      line.append(", \"")
      if let value = answer.value { line.append(hex: value.rawBytes) }
      line.append("\")")
    }
    lastTime = last
    line.append("]),")
    if request?.isInferred == true { line.append("  # the descriptor is inferred from its use") }
    line.append("\n")
    out.buffer.append(line.bytes)
    out.lineEnds()
  }

  /// `("0000180d-...", "00002a37-...", None, 1, 0x0012)`: service, characteristic, descriptor, its
  /// number among those of its UUID, handle.
  private func attribute(_ part: ExchangePart) {
    line.append("(")
    uuid(part.path?.service)
    line.append(", ")
    uuid(part.path?.characteristic)
    line.append(", ")
    uuid(part.path?.descriptor)
    line.append(", ")
    line.append(decimal: part.path?.instance ?? 0)
    line.append(", 0x")
    line.append(upperHex: UInt64(part.handle ?? 0), digits: 4)
    line.append(")")
  }

  private func uuid(_ uuid: BluetoothUUID?) {
    guard let uuid else {
      line.append("None")
      return
    }
    line.append("\"")
    let digits: [(shift: Int, count: Int)] = [(96, 8), (80, 4), (64, 4), (48, 4), (0, 12)]
    for (shift, count) in digits {
      if count == 4 || count == 12 { line.append("-") }
      for digit in stride(from: 4 * (count - 1), through: 0, by: -4) {
        let nibble = UInt8(truncatingIfNeeded: uuid.value >> UInt128(shift + digit)) & 0x0F
        line.append(byte: nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
      }
    }
    line.append("\"")
  }

  // MARK: The rest of the script

  func end(_ summary: CaptureSummary) {
    line.removeAll()
    line.append("]\n")
    if others > 0 {
      line.append("# not here: ")
      line.append(decimal: others)
      line.append(" requests of other connections (--connection N selects one)\n")
    }
    if left > 0 {
      line.append("# not here: ")
      line.append(decimal: left)
      line.append(" requests: those of the peripheral, and those named above\n")
    }
    line.append("ADDRESS = ")
    address()
    line.append("\nNAME = ")
    if let name = connection?.peer?.name { line.append(python: name) } else { line.append("None") }
    line.append("\nPAIR = ")
    line.append(isPaired ? "True" : "False")
    line.append("\n")
    out.buffer.append(line.bytes)
    out.buffer.append(ExchangeScriptText.tail)
    out.lineEnds()
  }

  /// `None` where the peripheral is this host.
  private func address() {
    guard let connection, connection.hearing.isOnAir || connection.role == .central,
      let peer = connection.peer
    else {
      line.append("None")
      return
    }
    line.append("\"")
    peer.address.write(to: &line)
    line.append("\"")
  }
}

extension ByteWriter {
  /// A Python string literal in ASCII.
  mutating func append(python text: String) {
    append("\"")
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C:
        append("\\")
        append(byte: UInt8(truncatingIfNeeded: scalar.value))
      case 0x20..<0x7F: append(byte: UInt8(truncatingIfNeeded: scalar.value))
      case ...0xFF:
        append("\\x")
        append(upperHex: UInt64(scalar.value), digits: 2)
      case ...0xFFFF:
        append("\\u")
        append(upperHex: UInt64(scalar.value), digits: 4)
      default:
        append("\\U")
        append(upperHex: UInt64(scalar.value), digits: 8)
      }
    }
    append("\"")
  }
}
