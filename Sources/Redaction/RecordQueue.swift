import ATTDissector
import BTSnoop
import Bytes
import Cryptography

/// Records in their order, of which some wait for the rest of a PDU.
struct RecordQueue {
  /// What is made of the octets of a link-layer packet when all of them are there.
  struct Seal {
    let pdu: Range<Int>
    /// The initial value with which the original PDU had the original CRC, so that the new one fits as well, or as
    /// badly; `nil` where there is no CRC.
    let start: UInt32?
    var encryption: Encryption?
  }

  /// How the payload of a PDU is encrypted.
  struct Encryption {
    let cipher: LinkCipher
    let counter: UInt64
    let isFromCentral: Bool
    /// The first octet of the PDU.
    let header: UInt8
    /// With room for the MIC.
    let payload: Range<Int>

    /// - octets: of the packet in the clear.
    func sealed(_ octets: [UInt8]) -> [UInt8] {
      let text = octets.rawBytes.clamped(payload.dropLast(LinkCipher.macSize))
      let sealed = cipher.seal(
        text, header: header, counter: counter, isFromCentral: isFromCentral)
      // What was encrypted never leaves in the clear.
      return sealed ?? [UInt8](repeating: 0, count: payload.count)
    }
  }

  /// A part of a PDU in a record that waits until the PDU is whole.
  struct Part {
    let sender: Sender
    /// In the record.
    let offset: Int
  }

  private struct Entry {
    var record: CaptureRecord
    var octets: [UInt8]
    var comments: [[UInt8]]
    var seal: Seal?
    var part: Part?
    var isReady = false
  }

  private var entries: [Entry] = []
  /// The index of the first entry that is still held.
  private var head = 0
  /// The number of the first entry that is stored.
  private var base = 0
  private var held = 0

  /// The most that waits.
  private static let limit = 4096
  private static let octetLimit = 4 << 20

  /// Whose PDU the first record waits for; `nil` where it waits for none.
  var firstSender: Sender? { head < entries.count ? entries[head].part?.sender : nil }
  var isFull: Bool { entries.count - head > Self.limit || held > Self.octetLimit }

  /// - part: what the record waits for.
  /// - Returns: the number of the record.
  mutating func append(
    _ record: CaptureRecord, octets: [UInt8], comments: [[UInt8]], seal: Seal? = nil,
    waitingFor part: Part? = nil
  ) -> Int {
    held += octets.count
    entries.append(
      Entry(
        record: record, octets: octets, comments: comments, seal: seal, part: part,
        isReady: part == nil))
    return base + entries.count - 1
  }

  /// Fills a part of a record that waits.
  mutating func fill(_ number: Int, at offset: Int, with octets: ArraySlice<UInt8>) {
    guard entries.indices.contains(number - base) else { return }
    let index = number - base
    let place = (offset..<offset + octets.count).clamped(to: entries[index].octets.indices)
    entries[index].octets.replaceSubrange(place, with: octets.prefix(place.count))
    entries[index].isReady = true
  }

  /// The first record waits for nothing any more.
  mutating func giveUpFirst() {
    if head < entries.count { entries[head].isReady = true }
  }

  /// Passes on the records before the first one that waits.
  /// - clean: takes the octets of a record that has waited, and where the part of its PDU begins.
  mutating func release(
    _ clean: ([UInt8], Int) -> [UInt8], _ body: (CaptureRecord, [UInt8], [[UInt8]]) -> Void
  ) {
    while head < entries.count, entries[head].isReady {
      held -= entries[head].octets.count
      var octets = entries[head].octets
      if let part = entries[head].part { octets = clean(octets, part.offset) }
      octets = Self.sealed(octets, seal: entries[head].seal)
      body(entries[head].record, octets, entries[head].comments)
      entries[head].octets = []
      head += 1
    }
    guard head == entries.count || head > 1024 else { return }
    base += head
    entries.removeFirst(head)
    head = 0
  }

  private static func sealed(_ octets: [UInt8], seal: Seal?) -> [UInt8] {
    guard let seal else { return octets }
    var octets = octets
    if let encryption = seal.encryption {
      octets.replaceSubrange(encryption.payload, with: encryption.sealed(octets))
    }
    guard let start = seal.start else { return octets }
    let crc = LinkLayerCRC.value(of: octets.rawBytes.clamped(seal.pdu), start: start)
    for index in 0..<LinkLayerPacket.crcSize {
      octets[seal.pdu.upperBound + index] = UInt8(truncatingIfNeeded: crc >> UInt32(8 * index))
    }
    return octets
  }
}
