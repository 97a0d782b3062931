import BTSnoop
import Bytes
import Cryptography
import TestSupport

extension Harness {
  /// An encrypted link of the air that is redacted with its key: as many packets, as long as they were, and as many that
  /// the stand-in of the key opens. The input says how to redact (2 bytes), then for each PDU: head, length, its text.
  ///
  /// The head's lowest bit is the sender; bits 1 and 2 are LLID, bit 3: it is no PDU of the key, bit 4: the PDU before
  /// is repeated, bit 5: others are lost before it, bit 6: it comes before encryption, bit 7: encryption begins anew.
  static let sealedRedaction = Harness("sealed-redaction", maximumLength: 768) { input in
    var entries = EntryList(input)
    let options = entries.uint16()
    let key: UInt128 = 0x4C68_3841_39F5_74D8_36BC_F34E_9DFB_01BF
    guard var link = SealedLink(key: key) else { return }
    link.connect()
    while let (head, text) = entries.next() { link.take(head, text) }
    // Sometimes without the key.
    try Redacting(PcapNGParser.self, .pcapngLE, options, key: options & 32 == 0 ? key : nil)
      .check(link.file.bytes)
  }
}

/// The packets of an encrypted link, in the making.
private struct SealedLink {
  private static let address: UInt32 = 0x8E45_7A31
  private let key: UInt128
  private var seed = LinkSeed(
    centralDiversifier: 0xACBD_CEDF_E0F1_0213, peripheralDiversifier: 0x0213_2435_4657_6879,
    centralVector: 0xBADC_AB24, peripheralVector: 0xDEAF_BABE)
  private var sender: LinkEncryptor
  private var isEncrypted = false
  private var sequence: [UInt8] = [0, 0]
  private var last: (side: Int, pdu: [UInt8])?
  private var time: Int64 = 1_700_000_000_000_000
  private(set) var file = RadioFile()

  init?(key: UInt128) {
    guard let sender = LinkEncryptor(seed, key: key) else { return nil }
    self.key = key
    self.sender = sender
  }

  private static func octets(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  mutating func connect() {
    let addresses: [UInt8] = [
      0x9A, 0x8B, 0x7C, 0x6D, 0x5E, 0xC1, 0x55, 0x44, 0x33, 0x22, 0x11, 0xD0,
    ]
    let terms: [UInt8] = [
      0x56, 0x34, 0x12, 1, 0, 0, 24, 0, 0, 0, 72, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x25,
    ]
    let payload = addresses + Self.octets(UInt64(Self.address), 4) + terms
    file.add(
      channel: 37, flags: 0x0C03, address: 0x8E89_BED6,
      pdu: ([0xC5, UInt8(payload.count)] + payload)[...], time: time, options: [])
  }

  /// - pdu: header first.
  private mutating func add(_ pdu: [UInt8], side: Int) {
    last = (side, pdu)
    time += 7_500
    // The sender, as the radio header has it: bits 7 to 9 with a data channel's type.
    let type: UInt16 = side == 0 ? 2 : 3
    file.add(
      channel: 5, flags: 0x0C03 | type << 7, address: Self.address, pdu: pdu[...], time: time,
      options: [])
  }

  private mutating func header(_ content: UInt8, _ side: Int) -> UInt8 {
    sequence[side] ^= 1
    return content | sequence[side] << 3
  }

  private mutating func plain(_ content: UInt8, _ text: [UInt8], _ side: Int) {
    add([header(content, side), UInt8(truncatingIfNeeded: text.count)] + text, side: side)
  }

  private mutating func sealed(_ content: UInt8, _ text: [UInt8], _ side: Int) {
    let header = header(content, side)
    let payload = sender.seal(text, header: header, side: side)
    add([header, UInt8(truncatingIfNeeded: payload.count)] + payload, side: side)
  }

  private mutating func encrypt() {
    isEncrypted = true
    plain(
      3,
      [3] + Self.octets(0x1122_3344_5566_7788, 8) + [0xAA, 0x99]
        + Self.octets(seed.centralDiversifier, 8) + Self.octets(UInt64(seed.centralVector), 4), 0)
    plain(
      3,
      [4] + Self.octets(seed.peripheralDiversifier, 8)
        + Self.octets(UInt64(seed.peripheralVector), 4), 1)
    plain(3, [5], 1)
    sealed(3, [6], 0)
    sealed(3, [6], 1)
  }

  mutating func take(_ head: UInt8, _ bytes: [UInt8]) {
    let side = Int(head & 1)
    let content = max(1, head >> 1 & 3)
    // A PDU of 251 octets has its MIC beside them.
    let text = Array(bytes.prefix(251))
    if head & 0x40 != 0, !isEncrypted { return plain(content, text, side) }
    if head & 0x80 != 0, isEncrypted {
      // The pause, and new halves of the session key.
      sealed(3, [0x0A], 0)
      sealed(3, [0x0B], 1)
      plain(3, [0x0B], 0)
      seed.centralVector &+= 1
      seed.peripheralDiversifier &+= 3
      guard let new = LinkEncryptor(seed, key: key) else { return }
      sender = new
      isEncrypted = false
    }
    if !isEncrypted { encrypt() }
    if head & 0x10 != 0, let last { return add(last.pdu, side: last.side) }
    if head & 0x20 != 0 { sender.next[side] += UInt64(text.count & 15) }
    guard head & 8 == 0 else { return plain(content, text, side) }
    if !text.isEmpty { sealed(content, text, side) }
  }
}
