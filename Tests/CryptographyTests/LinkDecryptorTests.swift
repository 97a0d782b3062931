import Bytes
import System
import TestSupport
import Testing

@testable import Cryptography

@Suite struct LinkDecryptorTests {
  /// Core Specification, Vol 6, Part C, 1.
  static let key: UInt128 = 0x4C683841_39F574D8_36BCF34E_9DFB01BF
  static let seed = LinkSeed(
    centralDiversifier: 0xACBD_CEDF_E0F1_0213, peripheralDiversifier: 0x0213_2435_4657_6879,
    centralVector: 0xBADC_AB24, peripheralVector: 0xDEAF_BABE)

  private let budget: DecryptionBudget
  private let decryptor: LinkDecryptor

  init() {
    budget = DecryptionBudget()
    decryptor = LinkDecryptor(budget)
  }

  private func open(
    _ payload: [UInt8], header: UInt8 = 0x02, side: Int, isRepeated: Bool = false
  ) -> (LinkDecryptor.Outcome, [UInt8]) {
    var text: [UInt8] = []
    let outcome = decryptor.open(
      payload.rawBytes, header: header, side: side == 0 ? .central : .peripheral,
      isRepeated: isRepeated, into: &text)
    return (outcome, text)
  }

  private func side(_ payload: [UInt8]) -> Int? {
    decryptor.side(of: payload.rawBytes, header: 2).map { $0 == .central ? 0 : 1 }
  }

  private func start(_ keys: [UInt128] = [key], _ seed: LinkSeed = seed) {
    decryptor.start(seed, keys: keys.enumerated().map { LinkDecryptor.Key($1, tag: $0) })
  }

  // MARK: The specification's sample

  @Test func sessionKey() {
    expect(Self.seed.sessionKey(Self.key), equals: 0x99AD1B52_26A37E3E_058E3B8E_27C2C666)
  }

  @Test func samplePackets() throws {
    start()
    func octets(_ text: String) -> [UInt8] {
      text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    for (side, pdu, plain) in [
      (0, "0F 05 9F CD A7 F4 48", "06"), (1, "07 05 A3 4C 13 A4 15", "06"),
      (
        0,
        "0E 1F 7A 70 D6 64 15 22 6D F2 6B 17 83 9A 06 04 05 59 6B D6 56 4F 79 6B 5B 9C E6 FF 32 "
          + "F7 5A 6D 33",
        "17 00 63 64 65 66 67 68 69 6A 6B 6C 6D 6E 6F 70 71 31 32 33 34 35 36 37 38 39 30"
      ),
      (
        1,
        "06 1F F3 88 81 E7 BD 94 C9 C3 69 B9 A6 68 46 DD 47 86 AA 8C 39 CE 54 0D 0D AE 3A DC DF "
          + "89 B9 60 88",
        "17 00 37 36 35 34 33 32 31 30 41 42 43 44 45 46 47 48 49 4A 4B 4C 4D 4E 4F 50 51"
      ),
    ] {
      let bytes = octets(pdu)
      let (outcome, text) = open(Array(bytes[2...]), header: bytes[0], side: side)
      expect(outcome, equals: .opened(tag: 0, lost: 0))
      expect(text, equals: octets(plain))
      let seal = try #require(decryptor.lastSeal)
      expect(seal.longTermKey, equals: Self.key)
      expect(seal.isFromCentral, equals: side == 0)
      let cipher = try #require(LinkCipher(seal.seed, longTermKey: seal.longTermKey))
      let sealed = cipher.seal(
        text.rawBytes, header: bytes[0], counter: seal.counter, isFromCentral: seal.isFromCentral)
      expect(sealed ?? [], equals: Array(bytes[2...]))
    }
  }

  @Test func noPayloadIsSealed() throws {
    let cipher = try #require(LinkCipher(Self.seed, longTermKey: Self.key))
    for count in [0, 252, 300] {
      let payload = [UInt8](repeating: 1, count: count)
      expect(
        cipher.seal(payload.rawBytes, header: 2, counter: 0, isFromCentral: true) == nil)
    }
  }

  // MARK: What may be different

  @Test func everyLength() throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    for length in 1...251 {
      let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ length) }
      let sealed = sender.seal(payload, header: 0x02, side: length % 2)
      let (outcome, text) = open(sealed, side: length % 2)
      expect(outcome, equals: .opened(tag: 0, lost: 0))
      expect(text, equals: payload)
    }
  }

  /// What a retransmission changes is not authenticated; the rest is.
  @Test func theHeader() throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    let sealed = sender.seal([1, 2, 3], header: 0x02, side: 0)
    expect(open(sealed, header: 0x03, side: 0).0, equals: .closed)
    expect(open(sealed, header: 0x22, side: 0).0, equals: .closed)
    expect(open(sealed, side: 1).0, equals: .closed)
    for index in sealed.indices {
      var damaged = sealed
      damaged[index] ^= 0x10
      expect(open(damaged, side: 0).0, equals: .closed)
    }
    expect(open(sealed, header: 0x1E, side: 0).0, equals: .opened(tag: 0, lost: 0))
  }

  @Test func retransmissions() throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    let first = sender.seal([1], header: 0x02, side: 0)
    let second = sender.seal([2], header: 0x02, side: 0)
    expect(open(first, side: 0) == (.opened(tag: 0, lost: 0), [1]))
    expect(open(first, side: 0, isRepeated: true) == (.repeated(tag: 0), [1]))
    // Seen even where the caller took it for a new one.
    expect(open(first, side: 0) == (.repeated(tag: 0), [1]))
    expect(open(second, side: 0) == (.opened(tag: 0, lost: 0), [2]))
    expect(open(first, side: 0, isRepeated: true).0, equals: .closed)
  }

  @Test(arguments: [1, 3, 5, 100, 1_023])
  func lostAtTheStart(count: UInt64) throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    for side in 0...1 {
      sender.next[side] = count
      expect(
        open(sender.seal([5], header: 2, side: side), side: side).0,
        equals: .opened(tag: 0, lost: count))
    }
  }

  @Test(arguments: [1, 3, 4, 5, 28, 1_024, 4_095])
  func lostLater(count: UInt64) throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    for side in 0...1 {
      expect(
        open(sender.seal([1], header: 2, side: side), side: side).0,
        equals: .opened(tag: 0, lost: 0))
    }
    for side in 0...1 {
      sender.next[side] += count
      expect(
        open(sender.seal([2], header: 2, side: side), side: side).0,
        equals: .opened(tag: 0, lost: count))
    }
    expect(open(sender.seal([3], header: 2, side: 0), side: 0).0, equals: .opened(tag: 0, lost: 0))
  }

  /// PDUs that cannot be opened, such as damaged ones that the sniffer takes for good.
  @Test func missesDisableNothing() throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    expect(open(sender.seal([1], header: 2, side: 0), side: 0).0, equals: .opened(tag: 0, lost: 0))
    for _ in 0..<1_000 { expect(open([1, 2, 3, 4, 5, 6], side: 0).0, equals: .closed) }
    // The credit for searching comes back with the PDUs.
    sender.next[0] += 1_010
    var isOpened = false
    for _ in 0..<200 where !isOpened {
      isOpened = open(sender.seal([2], header: 2, side: 0), side: 0).0 != .closed
    }
    expect(isOpened)
  }

  /// A capture that starts encryption again and again would else be searched for hours.
  @Test func startsGiveNoCredit() throws {
    for _ in 0..<290 {
      start()
      expect(open([1, 2, 3, 4, 5, 6], side: 0).0, equals: .closed)
    }
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    sender.next[0] = 100
    expect(open(sender.seal([1], header: 2, side: 0), side: 0).0, equals: .closed)
    // What comes soon is found all the same, and the credit comes back with the PDUs.
    expect(open(sender.seal([1], header: 2, side: 1), side: 1).0, equals: .opened(tag: 0, lost: 0))
    var isOpened = false
    for _ in 0..<30 where !isOpened {
      isOpened = open(sender.seal([2], header: 2, side: 0), side: 0).0 != .closed
    }
    expect(isOpened)
  }

  /// What is found pays for the search, however often PDUs are lost.
  @Test func lostAgainAndAgain() throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    for _ in 0..<300 {
      sender.next[0] += 1_000
      let outcome = open(sender.seal([1], header: 2, side: 0), side: 0).0
      expect(outcome, equals: .opened(tag: 0, lost: 1_000))
    }
  }

  /// Of many keys the right one still tells the side, while there is credit.
  @Test func theSideOfManyKeys() throws {
    start((1...20).map { UInt128($0) } + [Self.key])
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    let sealed = sender.seal([1], header: 2, side: 1)
    expect(side(sealed), equals: 1)
    let other: [UInt8] = [1, 2, 3, 4, 5, 6]
    for _ in 0..<3_000 where side(sealed) != nil {
      _ = side(other)
    }
    expect(side(sealed) == nil)
    expect(open(sealed, side: 1).0, equals: .opened(tag: 20, lost: 0))
  }

  @Test func severalKeys() throws {
    start([1, 2, Self.key, 3])
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    for value in 0..<5 as Range<UInt8> {
      expect(
        open(sender.seal([value], header: 2, side: 1), side: 1).0, equals: .opened(tag: 2, lost: 0))
    }
  }

  @Test func theWrongKeyOpensNothing() throws {
    start([1, Self.key + 1])
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    for value in 0..<200 as Range<UInt8> {
      expect(open(sender.seal([value], header: 2, side: 0), side: 0) == (.closed, []))
    }
  }

  @Test func aNewStart() throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    for _ in 0..<3 {
      expect(
        open(sender.seal([1], header: 2, side: 0), side: 0).0, equals: .opened(tag: 0, lost: 0))
    }
    var seed = Self.seed
    seed.peripheralVector = 7
    start([Self.key, 5], seed)
    expect(open(sender.seal([1], header: 2, side: 0), side: 0).0, equals: .closed)
    sender = try #require(LinkEncryptor(seed, key: 5))
    expect(open(sender.seal([1], header: 2, side: 0), side: 0).0, equals: .opened(tag: 1, lost: 0))
    decryptor.stop()
    expect(open(sender.seal([1], header: 2, side: 0), side: 0).0, equals: .closed)
  }

  @Test func whatTheSnifferDecryptedCounts() throws {
    start()
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    _ = sender.seal([1], header: 2, side: 0)
    decryptor.skip(side: .central)
    let sealed = sender.seal([2], header: 2, side: 0)
    expect(open(sealed, side: 0) == (.opened(tag: 0, lost: 0), [2]))
  }

  @Test func nothingFits() {
    start()
    for length in 0...5 {
      expect(open([UInt8](repeating: 0, count: length), side: 0).0, equals: .closed)
    }
    expect(open([UInt8](repeating: 0, count: 300), side: 0).0, equals: .closed)
  }

  // MARK: Many links

  /// A capture that starts encryption on link after link would else be searched for hours.
  @Test func linksShareTheirTries() throws {
    let keys = (1...20).map { LinkDecryptor.Key(UInt128($0), tag: $0) }
    let right = LinkDecryptor.Key(Self.key, tag: 0)
    let spent = DecryptionBudget(credit: 0)
    let decryptor = LinkDecryptor(spent)
    decryptor.start(Self.seed, keys: keys + [right])
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    let sealed = sender.seal([1], header: 2, side: 0)
    func open(_ payload: [UInt8]) -> LinkDecryptor.Outcome {
      var text: [UInt8] = []
      return decryptor.open(
        payload.rawBytes, header: 2, side: .central, isRepeated: false, into: &text)
    }
    expect(open(sealed), equals: .closed)
    expect(decryptor.isLimited)
    // The most likely keys are always tried, and what opens something pays for more.
    decryptor.start(Self.seed, keys: [right] + keys)
    expect(open(sealed), equals: .opened(tag: 0, lost: 0))
    expect(!decryptor.isLimited)
    expect(open(sender.seal([1], header: 2, side: 0)), equals: .opened(tag: 0, lost: 0))
    sender.next[0] += 50
    expect(open(sender.seal([1], header: 2, side: 0)), equals: .opened(tag: 0, lost: 50))
  }

  /// A search that is refused is no search.
  @Test func aSearchThatOthersHaveUsedUp() throws {
    let spent = DecryptionBudget(credit: 0)
    let decryptor = LinkDecryptor(spent)
    decryptor.start(Self.seed, keys: [LinkDecryptor.Key(Self.key, tag: 0)])
    var sender = try #require(LinkEncryptor(Self.seed, key: Self.key))
    sender.next[0] = 100
    var text: [UInt8] = []
    let sealed = sender.seal([1], header: 2, side: 0)
    let outcome = decryptor.open(
      sealed.rawBytes, header: 2, side: .central, isRepeated: false, into: &text)
    expect(outcome, equals: .closed)
    expect(decryptor.isLimited)
  }

  /// Keys that are ready take memory: the links that started first lose theirs.
  @Test func theFirstLinksGiveWay() throws {
    let budget = DecryptionBudget()
    let keys = (0..<LinkDecryptor.maximumKeys).map { LinkDecryptor.Key(UInt128($0), tag: $0) }
    let links = (0..<40).map { _ in LinkDecryptor(budget) }
    for link in links { link.start(Self.seed, keys: keys) }
    let most = DecryptionBudget.maximumKeys / LinkDecryptor.maximumKeys
    expect(links.map(\.isActive), equals: (0..<40).map { $0 >= 40 - most })
    expect(links.map(\.isLimited), equals: (0..<40).map { $0 < 40 - most })
    // Room that is given back is used.
    for link in links.suffix(10) { link.stop() }
    for link in links.prefix(10) { link.start(Self.seed, keys: keys) }
    expect(links.map(\.isActive), equals: (0..<40).map { $0 < 30 })
  }
}
