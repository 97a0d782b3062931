import ATTDissector
import Bytes

extension Harness {
  /// What an L2CAP channel carries: ATT, SMP, signalling and channels of any number; and fragments
  /// that are joined.
  static let l2cap = Harness("l2cap", maximumLength: 1024) { input in
    var entries = EntryList(input)
    let choice = entries.byte()
    if choice & 7 == 7 {
      try join(entries)
      return
    }
    let bytes = entries.rest
    let span = bytes.rawBytes
    let channels: [UInt16] = [4, 5, 6, 0x40, 1, 0x3A, 7, 0]
    var tree = TreeWriter()
    DissectionTree.l2cap(span, cid: channels[Int(choice & 7)], into: &tree)
    switch choice & 7 {
    case 0: for isCut in [false, true] { try readATT(span, isCut) }
    case 1: readSignals(span)
    case 2:
      var cursor = ByteCursor(span)
      _ = try? SMPPairingFeatures(&cursor)
    default: break
    }
    try tree.check("l2cap \(choice)", octets: 2 * bytes.count)
  }

  private static func readATT(_ span: RawSpan, _ isCut: Bool) throws {
    guard let pdu = try? ATTPDU(span, isCut: isCut) else { return }
    let count = span.byteCount
    try require(pdu.valueOffset <= count, "value at \(pdu.valueOffset) of \(count)")
    var isInside = true
    var entries = 0
    let left = pdu.forEachEntry(in: span) {
      isInside = isInside && $0.value.upperBound <= count
      entries += 1
    }
    pdu.forEachInformation(in: span) { _, _ in entries += 1 }
    pdu.forEachGroup(in: span) { _, _ in entries += 1 }
    pdu.forEachNotification(in: span) { _, value, _ in
      isInside = isInside && value.upperBound <= count
      entries += 1
    }
    pdu.forEachVariableValue(in: span) { value, _ in
      isInside = isInside && value.upperBound <= count
      entries += 1
    }
    try require(isInside, "an entry behind the PDU")
    try require(left >= 0 && entries <= 3 * count, "\(entries) entries, \(left) left of \(count)")
  }

  private static func readSignals(_ span: RawSpan) {
    var cursor = ByteCursor(span)
    while let _ = try? L2CAPSignal(&cursor) {}
    cursor = ByteCursor(span)
    _ = try? ConnectionParameters(&cursor)
  }

  private static func join(_ entries: EntryList) throws {
    var entries = entries
    var reassembler = L2CAPReassembler()
    var frame: UInt64 = 0
    while let (head, bytes) = entries.next() {
      frame += 1
      let outcome = reassembler.add(
        bytes.rawBytes, isStart: head & 1 == 0, isCut: head & 2 != 0, frame: frame)
      try require(reassembler.heldOctets <= 0xFFFF + 4 + 255, "holds \(reassembler.heldOctets)")
      if outcome == .joined { reassembler.recycle(reassembler.takePDU()) }
      if head & 4 != 0 { _ = reassembler.reset() }
      try require(reassembler.isOpen || reassembler.heldOctets == 0, "holds bytes of no PDU")
    }
  }
}
