import Bytes
import Cryptography
import TestSupport

extension Harness {
  /// Encrypted PDUs of a link: some of its own with the right key, some made of any bytes.
  static let decryption = Harness("decryption", maximumLength: 512) { input in
    var entries = EntryList(input)
    let key = UInt128(entries.byte()) << 64 | 1
    var seed = LinkSeed(
      centralDiversifier: 1, peripheralDiversifier: 2, centralVector: 3, peripheralVector: 4)
    guard var encryptor = LinkEncryptor(seed, key: key) else { return }
    let budget = DecryptionBudget()
    let decryptor = LinkDecryptor(budget)
    let keys = [LinkDecryptor.Key(key ^ 1 << 127, tag: 7), LinkDecryptor.Key(key, tag: 8)]
    decryptor.start(seed, keys: keys)
    // Losses that add up to less than the first window are always found.
    var lost: [UInt64] = [0, 0]
    var bytes = entries.rest[...]
    var text: [UInt8] = []
    // Each search for nothing costs credit, which only a hit restores.
    var garbage = 0
    while let choice = bytes.popFirst() {
      let side = Int(choice & 1)
      let sender: Side = side == 0 ? .central : .peripheral
      let length = Int(choice >> 3)
      let payload = Array(bytes.prefix(length))
      bytes = bytes.dropFirst(length)
      text.removeAll()
      switch choice >> 1 & 3 {
      case 0 where !payload.isEmpty:
        let sealed = encryptor.seal(payload, header: choice, side: side)
        let outcome = decryptor.open(
          sealed.rawBytes, header: choice & 0xE3, side: sender, isRepeated: false, into: &text)
        try require(outcome == .opened(tag: 8, lost: lost[side]), "\(outcome)")
        try require(text == payload, "\(text) is not \(payload)")
        lost[side] = 0
        garbage = 0
        text.removeAll()
        let again = decryptor.open(
          sealed.rawBytes, header: choice & 0xE3, side: sender, isRepeated: choice & 8 != 0,
          into: &text)
        try require(again == .repeated(tag: 8) && text == payload, "\(again)")
      case 1 where garbage < 20:
        garbage += 1
        // Garbage opens nothing, except by a chance of 2^-32 a try. Its MIC is a hash: a fuzzer sees
        // what a MIC is compared with, and writes it into its input.
        let hash = payload.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let sealed = payload + (0..<4).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
        _ = decryptor.open(
          sealed.rawBytes, header: choice, side: sender, isRepeated: choice & 8 != 0, into: &text)
        try require(text.isEmpty, "garbage is opened")
      case 2:
        let more = min(UInt64(length), 900 - min(lost[side], 900))
        lost[side] += more
        encryptor.next[side] += more
      case 3 where length < 2:
        seed.centralVector &+= 1
        guard let new = LinkEncryptor(seed, key: key) else { return }
        encryptor = new
        decryptor.start(seed, keys: keys)
        lost = [0, 0]
      case 3:
        decryptor.skip(side: sender)
        encryptor.next[side] += 1
      default: break
      }
    }
  }
}
