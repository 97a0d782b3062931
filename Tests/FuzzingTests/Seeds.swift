import BTSnoop
import Bytes
import GATTValues
import System

/// Initial inputs, made from captures: a folder for each harness.
struct Seeds: RecordSink {
  /// The most seeds of one capture for one harness.
  private static let most = 60
  private let folder: String
  private let name: String
  private var counts: [String: Int] = [:]
  private(set) var written = 0
  private var lists: [String: [UInt8]] = [:]
  /// What opens links on BR/EDR, with which each list of the capture begins.
  private var opening: [UInt8] = []
  private static let longestOpening = 400
  /// The opening with which the current list begins.
  private var begun: [UInt8] = []
  private var radioAddress: UInt32?
  private var handle: UInt16?

  /// - Returns: the number of files.
  static func write(_ captures: [String], into folder: String) -> Int {
    var written = 0
    for capture in captures {
      let name = String(capture.split(separator: "/").last ?? "capture")
      var seeds = Seeds(folder: folder, name: name)
      var reader = CaptureReader()
      do { try reader.read([capture], into: &seeds) } catch { print("\(error)") }
      for list in seeds.lists.keys.sorted() { seeds.flush(list) }
      written += seeds.written
    }
    return written
  }

  private init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  mutating func record(_ record: borrowing CaptureRecord, bytes: RawSpan) -> Bool {
    let packet = bytes.clamped(0, count: 250).copy()
    line(packet, record)
    clock(packet, record)
    if record.frame % 9 == 4 { comment(record.kind == .linkLayer, Int(record.frame / 9)) }
    switch record.kind {
    case .command:
      write("hci", [0] + packet)
      append("whole-hci", form: 0, Array(packet.prefix(2) + packet.dropFirst(3)))
    case .event:
      write("hci", [1] + packet)
      let isMeta = packet.first == 0x3E
      // Connection Complete.
      if packet.first == 0x03 { open(form: 1, Array(packet.prefix(1) + packet.dropFirst(2))) }
      append(
        "whole-hci", form: isMeta ? 13 : 1,
        isMeta ? Array(packet.dropFirst(2)) : Array(packet.prefix(1) + packet.dropFirst(2)))
    case .acl: data(packet, isSent: record.direction == .sent)
    case .sco: write("hci", [3] + packet)
    case .iso: write("hci", [4] + packet)
    case .system:
      let code = UInt8(truncatingIfNeeded: record.code)
      if record.code < 32 {
        write("hci", [5 | code << 3] + packet)
        append("whole-hci", form: 12, [code] + packet)
      } else if record.code >> 8 == 1 {
        write("hci", [6 | code << 3] + packet)
      }
    case .linkLayer: air(packet, record.radio)
    case .unknown: break
    }
    return true
  }

  /// For both captures, with some time between.
  private mutating func clock(_ packet: [UInt8], _ record: borrowing CaptureRecord) {
    let kind: UInt8
    switch record.kind {
    case .linkLayer:
      let isOfPeripheral = record.radio?.sender == .peripheral
      append("clocks-air", form: isOfPeripheral ? 0x18 : 0x10, packet)
      return
    case .acl: kind = 0
    case .event: kind = 1
    case .command: kind = 2
    default: return
    }
    append("clocks", form: 0x30 | (record.direction == .sent ? 0 : 8) | kind << 1, packet)
  }

  /// A comment of somebody on what follows.
  private mutating func comment(_ isOnAir: Bool, _ number: Int) {
    let texts = ["lamp on", " \t\r\n", "=SUM(A1)", "\u{1B}[2J\u{2028}x", "mark", "\u{202E}a\0"]
    let text = Array(texts[number % texts.count].utf8)
    if isOnAir {
      append("whole-air", form: 0x40, text)
    } else {
      append("whole-hci", form: 12, [0xFF] + text)
    }
  }

  /// In the form that a board sends.
  private mutating func line(_ packet: [UInt8], _ record: borrowing CaptureRecord) {
    let isSent = record.direction == .sent
    let opcode: UInt8
    switch record.kind {
    case .command: opcode = 2
    case .event: opcode = 3
    case .acl: opcode = isSent ? 4 : 5
    case .sco: opcode = isSent ? 6 : 7
    case .iso: opcode = isSent ? 18 : 19
    case .system where record.code < 32: opcode = UInt8(record.code)
    default: return
    }
    let ticks = UInt32(truncatingIfNeeded: record.frame * 25)
    let time = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: ticks >> UInt32($0)) }
    let length = UInt16(packet.count + 9)
    var bytes = lists["monitor-stream", default: [7, 3]]
    bytes += [UInt8(length & 0xFF), UInt8(length >> 8), opcode, 0, 0, 5, 8] + time + packet
    if record.frame % 4 == 0 { bytes += Array("<inf> hello\r\n".utf8) }
    lists["monitor-stream"] = bytes
    if bytes.count > 750 { flush("monitor-stream") }
  }

  private mutating func data(_ packet: [UInt8], isSent: Bool) {
    write("hci", [2] + packet)
    let direction: UInt8 = isSent ? 0 : 1
    guard packet.count >= 8, packet[1] & 0x30 != 0x10 else {
      append("whole-hci", form: 2 + direction, packet)
      return
    }
    let own = UInt16(packet[0]) | UInt16(packet[1] & 0x0F) << 8
    handle = handle ?? own
    let pdu = Array(packet.dropFirst(8))
    let isWhole = Int(packet[4]) | Int(packet[5]) << 8 == pdu.count
    let form: UInt8
    switch UInt16(packet[6]) | UInt16(packet[7]) << 8 {
    case 4:
      write("l2cap", [0] + pdu)
      append("mock", form: 0, pdu)
      if pdu.count > 3, pdu[0] == 0x1B || pdu[0] == 0x0B { value(Array(pdu.dropFirst(3))) }
      form = 4
    case 5:
      write("l2cap", [1] + pdu)
      append("mock", form: 15, pdu)
      form = 8
    case 6:
      write("l2cap", [2] + pdu)
      append("mock", form: 3, pdu)
      form = 6
    case 1:
      write("l2cap", [4] + pdu)
      open(form: 2 + direction, packet)
      form = 2
    case 0x40..<0x140:
      // PDUs over BR/EDR are ATT's, or of another protocol that is not told apart.
      if !opening.isEmpty { write("l2cap", [0] + pdu) }
      form = 10
    default: form = 2
    }
    let isOwn = own == handle && isWhole && form != 2
    let inside = form == 10 ? [packet[6] &- 0x40] + pdu : pdu
    append("whole-hci", form: (isOwn ? form : 2) + direction, isOwn ? inside : packet)
    let fragment = Array(packet.dropFirst(4))
    // The start of an L2CAP PDU, of the one side or the other.
    append("sealed-redaction", form: 4 | direction, fragment)
    write(
      "l2cap",
      [7, 0, UInt8(min(9, fragment.count))] + fragment.prefix(9)
        + [1, 255] + fragment.dropFirst(9))
  }

  private mutating func value(_ bytes: [UInt8]) {
    // The harness has those first that depend on what was seen before.
    for index in 0..<28 where index % 7 == counts["values", default: 0] % 7 {
      append("values", form: UInt8(index), bytes)
    }
    // As many as make a stream.
    append("learning", form: 0, bytes)
    counts["values", default: 0] += 1
    if counts["values", default: 0] % 5 == 0 { flush("values") }
  }

  private mutating func air(_ packet: [UInt8], _ radio: RadioInfo?) {
    write("air", [0] + packet)
    write("decryption", packet)
    guard packet.count > 9 else { return }
    let address = packet.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let isAdvertising = address == 0x8E89_BED6
    if isAdvertising {
      write("air", [1] + packet.dropFirst(12).dropLast(3))
    } else {
      radioAddress = radioAddress ?? address
      guard address == radioAddress else { return }
    }
    let channel: UInt8 = isAdvertising ? 0 : 0x30
    let sender: UInt8 = isAdvertising ? 0 : radio?.sender == .peripheral ? 0x80 : 0
    let high: UInt8 = isAdvertising ? 0 : 1
    append(
      "whole-air", form: channel | (isAdvertising ? 0 : 4) | 1,
      [sender, high] + packet.dropFirst(4).dropLast(3))
  }

  /// Keeps what opens a link or a channel on BR/EDR for the lists that follow.
  private mutating func open(form: UInt8, _ bytes: [UInt8]) {
    let entry = [form, UInt8(truncatingIfNeeded: min(bytes.count, 255))] + bytes.prefix(255)
    if opening.count + entry.count <= Self.longestOpening { opening += entry }
  }

  private mutating func append(_ list: String, form: UInt8, _ bytes: [UInt8]) {
    var entries = lists[list, default: []]
    entries += [form, UInt8(truncatingIfNeeded: min(bytes.count, 255))] + bytes.prefix(255)
    lists[list] = entries
    if entries.count > 750 { flush(list) }
  }

  /// A list becomes one seed: the handles of its connection come first.
  private mutating func flush(_ list: String) {
    guard let entries = lists[list], !entries.isEmpty else { return }
    lists[list] = []
    if list == "whole-hci" {
      guard entries != begun else { return }
      begun = opening
      lists[list] = opening
    }
    // Each with other options, and another format for conversion.
    let number = UInt8(truncatingIfNeeded: counts[list, default: 0])
    let options = [number &* 37 & 0x3F, number]
    switch list {
    case "whole-hci":
      // Every third one is pcapng.
      let form: UInt8 = number % 3 == 1 ? 0x40 : 0
      let handle = handle ?? 0x40
      let head = [options[0], number & 0x3F | form, UInt8(handle & 0xFF), UInt8(handle >> 8)]
      write(list, head + entries)
      write("redaction", head + entries)
    case "whole-air":
      let address = radioAddress ?? 0
      write(
        list,
        options + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: address >> UInt32($0)) } + entries)
    case "sealed-redaction": write(list, [UInt8(number & 0x1F), 0] + entries)
    case "clocks-air": write("clocks", [3] + entries)
    case "mock": write(list, [number & 7] + entries)
    case "monitor-stream":
      lists[list] = nil
      write(list, entries)
    default: write(list, [0] + entries)
    }
  }

  private mutating func write(_ harness: String, _ input: [UInt8]) {
    let count = counts[harness, default: 0]
    guard harness == "values" || count < Self.most else { return }
    if harness != "values" { counts[harness] = count + 1 }
    written += 1
    do {
      try Descriptor.create("\(folder)/\(harness)/\(name).\(written)").write(input.rawBytes)
    } catch { print("\(error)") }
  }
}
