import Bytes

/// Packets of a log that wait until it is sure that they are some, or until the rest of their PDU is there.
struct HeldPackets {
  struct Held {
    var packet: TextPacket
    /// Index of its form.
    let form: Int
  }

  /// What is known of a form.
  private struct Evidence {
    let isWorded: Bool
    /// Sound packets that are held.
    var held = 0
    var isTaken = false
  }

  /// So many sound packets are no chance.
  static let enough = 3
  /// The most packets to hold.
  private static let most = 64

  private var packets: [Held] = []
  private var forms: [Evidence]
  /// Whether some form is what the log is in.
  private(set) var isAnyTaken = false
  /// Packets that were given up: they are none.
  private(set) var dropped: UInt64 = 0

  init(_ forms: [any TextForm]) {
    self.forms = forms.map { Evidence(isWorded: $0.isWorded) }
  }

  var isEmpty: Bool { packets.isEmpty }
  var count: Int { packets.count }

  /// Line and form of the first packet that is held, and how many of that form are held.
  var first: (line: UInt64, form: Int, count: Int)? {
    packets.first.map { ($0.packet.line, $0.form, forms[$0.form].held) }
  }

  func isTaken(_ form: Int) -> Bool { forms[form].isTaken }

  /// The first time that is known.
  var clock: TextStamp.Clock? {
    packets.lazy.filter { forms[$0.form].isTaken }.compactMap(\.packet.stamp).first?.clock
  }

  mutating func add(_ packet: TextPacket, form: Int) {
    packets.append(Held(packet: packet, form: form))
    forms[form].held += 1
    let isKnownLog = isAnyTaken && forms[form].isWorded
    if forms[form].held >= (isKnownLog ? 1 : Self.enough) { take(form) }
    if packet.rebuilt?.pdu != nil { completePDU() }
    if packets.count > Self.most, let first = packets.first, !isReady(first) {
      if forms[first.form].isTaken {
        packets[0].packet.rebuilt?.mayContinue = false
      } else {
        drop { $0.form == first.form }
      }
    }
  }

  private mutating func take(_ form: Int) {
    forms[form].isTaken = true
    isAnyTaken = true
  }

  /// A packet of the form is damaged.
  mutating func damage(form: Int) {
    if !forms[form].isTaken, !forms[form].isWorded { drop { $0.form == form } }
  }

  private mutating func drop(_ isDropped: (Held) -> Bool) {
    let before = packets.count
    for held in packets where isDropped(held) { forms[held.form].held = 0 }
    packets.removeAll(where: isDropped)
    dropped += UInt64(before - packets.count)
  }

  /// No more lines come.
  /// - others: lines that are no records.
  mutating func end(others: UInt64) {
    for form in forms.indices where forms[form].held > 0 && !forms[form].isTaken {
      // A short text that is a log as a whole, or nearly.
      let isAll = others <= (forms[form].isWorded ? UInt64(forms[form].held) : 0)
      if isAnyTaken ? forms[form].isWorded : isAll { take(form) }
    }
    let taken = forms.map(\.isTaken)
    if isAnyTaken { drop { !taken[$0.form] } }
    for index in packets.indices { packets[index].packet.rebuilt?.mayContinue = false }
  }

  private func isReady(_ held: Held) -> Bool {
    forms[held.form].isTaken && held.packet.rebuilt?.mayContinue != true
  }

  /// The next packet that is surely one.
  mutating func next() -> Held? {
    guard let first = packets.first, isReady(first) else { return nil }
    packets.removeFirst()
    forms[first.form].held -= 1
    return first
  }

  /// The last packet has the end of a PDU, as its words say it: the parts go to the packets that they are from.
  private mutating func completePDU() {
    guard let last = packets.last?.packet, let pdu = last.rebuilt?.pdu else { return }
    var parts: [Int] = []
    if Self.isContinuation(last) {
      for index in packets.indices.dropLast().reversed() {
        let other = packets[index].packet
        guard other.rebuilt?.mayContinue == true, Self.isSameSide(other, last) else { continue }
        parts.insert(index, at: 0)
        if !Self.isContinuation(other) { break }
      }
    }
    parts.append(packets.count - 1)
    let length = parts.reduce(0) { $0 + Self.dataLength(packets[$1].packet) }
    let isWhole = parts.first.map { !Self.isContinuation(packets[$0].packet) } ?? false
    // The length that the PDU claims for itself.
    guard isWhole, pdu.count >= 2,
      Int(pdu.rawBytes.uint16LittleEndian(at: 0)) + 4 == length
    else { return }
    var at = 0
    for index in parts {
      let count = Self.dataLength(packets[index].packet)
      packets[index].packet.bytes += pdu[min(at, pdu.count)..<min(at + count, pdu.count)]
      packets[index].packet.rebuilt?.mayContinue = false
      at += count
    }
  }

  private static func dataLength(_ packet: TextPacket) -> Int {
    max((packet.rebuilt?.length ?? 0) - 4, 0)
  }

  private static func isContinuation(_ packet: TextPacket) -> Bool {
    packet.bytes.count >= 2 && packet.bytes[1] >> 4 & 3 == 1
  }

  private static func isSameSide(_ a: TextPacket, _ b: TextPacket) -> Bool {
    guard a.bytes.count >= 2, b.bytes.count >= 2 else { return false }
    return a.direction == b.direction && a.adapter == b.adapter && a.bytes[0] == b.bytes[0]
      && a.bytes[1] & 0x0F == b.bytes[1] & 0x0F
  }
}
