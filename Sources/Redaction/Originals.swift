import ATTDissector
import Bytes
import Cryptography
import GATTSession

/// What a capture shows that must not be seen, with what replaces it.
///
/// The first reading collects; after `settle`, the second one replaces.
package final class Originals {
  package enum Kind: Int, CaseIterable, Sendable {
    case address, text, secret

    /// For people, by number.
    package func noun(_ count: Int) -> String {
      switch self {
      case .address: count == 1 ? "address" : "addresses"
      case .text: count == 1 ? "name or text" : "names and texts"
      case .secret: count == 1 ? "key or secret number" : "keys and secret numbers"
      }
    }
  }

  /// More would not be searched in reasonable time, and no capture at hand comes near.
  static let limit = 50_000
  /// The most octets that all names and secrets have together.
  private static let octetLimit = 2 << 20
  private var octets = 0

  let standIns: StandIns
  /// Addresses, and whether they are random anywhere.
  private var addresses: [UInt64: Bool] = [:]
  private var texts: Set<[UInt8]> = []
  private var secrets: Set<[UInt8]> = []
  private var identityKeys: Set<UInt128> = []
  /// Keys that open links of the air.
  var linkKeys: Set<UInt128> = []
  /// Legacy pairings whose short term key is one of these, and pairings with the key for debugging.
  var pairings: [LegacyPairing] = []
  var debugPairings: [DebugPairing] = []
  /// Pairings with the key for debugging whose proofs do not fit their stand-ins: they confirm a passkey, too.
  package internal(set) var unproven = 0
  /// Stand-ins of secrets that are computed of others.
  var related: [[UInt8]: [UInt8]] = [:]
  /// There were more than can be remembered.
  package private(set) var isFull = false

  private var resolving: [(original: IdentityResolvingKey, standIn: IdentityResolvingKey)] = []
  private var knownAddresses: [UInt64: UInt64] = [:]
  private var knownTexts: [[UInt8]: [UInt8]] = [:]
  /// Of values: the last ones.
  private var knownOctets: [[UInt8]: [UInt8]] = [:]
  private static let keptValues = 4096
  private static let keptOctets = 2 << 20
  private var knownSize = 0
  private var series: [MeasureName: MeasureSeries] = [:]

  /// - secret: at least 16 octets.
  package init(secret: [UInt8], keepsVendor: Bool, identityKeys: [UInt128]) {
    standIns = StandIns(secret: secret, keepsVendor: keepsVendor)
    self.identityKeys = Set(identityKeys)
  }

  // MARK: The first reading

  /// - count: the octets of a text or a secret.
  private func hasRoom(for count: Int = 0) -> Bool {
    let hasRoom =
      addresses.count + texts.count + secrets.count < Self.limit
      && octets + count <= Self.octetLimit
    if hasRoom { octets += count } else { isFull = true }
    return hasRoom
  }

  func collect(address: UInt64, isRandom: Bool) {
    if let known = addresses[address] {
      if isRandom, !known { addresses[address] = true }
    } else if hasRoom() {
      addresses[address] = isRandom
    }
  }

  func collect(text: [UInt8]) {
    let text = Array(text.prefix { $0 != 0 })
    if !text.isEmpty, !texts.contains(text), hasRoom(for: text.count) { texts.insert(text) }
  }

  func collect(secret: [UInt8]) {
    if secret.contains(where: { $0 != 0 }), !Self.isKnownToAll(secret),
      !secrets.contains(secret), hasRoom(for: secret.count)
    {
      secrets.insert(secret)
    }
  }

  func collect(identityKey key: [UInt8]) {
    collect(secret: key)
    if key.count == 16, !isFull { identityKeys.insert(Self.number(key)) }
  }

  /// - octets: as values have them, an address with its least significant octet first.
  func collect(_ octets: ArraySlice<UInt8>, as kind: Kind) {
    switch kind {
    case .address: collect(address: Self.number(octets), isRandom: false)
    case .text: collect(text: Array(octets))
    case .secret: collect(secret: Array(octets))
    }
  }

  /// Numbers of more series are masked.
  func collect(_ number: Int64, in possible: ClosedRange<Int64>, of name: MeasureName) {
    if series[name] != nil {
      series[name]?.add(number, in: possible)
    } else if series.count < Self.limit {
      series[name] = MeasureSeries(number, in: possible)
    }
  }

  private static func number(_ key: [UInt8]) -> UInt128 {
    key.reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// - address: six octets, the least significant first.
  static func number(_ address: ArraySlice<UInt8>) -> UInt64 {
    address.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The least significant first.
  static func octets(ofAddress address: UInt64) -> [UInt8] {
    (0..<6 as Range<UInt64>).map { UInt8(truncatingIfNeeded: address >> (8 * $0)) }
  }

  /// Ends the first reading: now it is known which keys resolve which addresses.
  package func settle() {
    for number in identityKeys.sorted() {
      let octets = (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * $0)) }
      guard let original = IdentityResolvingKey(number),
        let standIn = IdentityResolvingKey(Self.number(standIns.octets(octets, kind: .secret)))
      else { continue }
      resolving.append((original, standIn))
    }
    var taken: Set<[UInt8]> = []
    for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      var standIn = standIns.text(text)
      // Of texts of one letter there may be more than letters.
      for variant in 1...8 as ClosedRange<UInt8> where taken.contains(standIn) {
        standIn = standIns.text(text, variant: variant)
      }
      taken.insert(standIn)
      knownTexts[text] = standIn
    }
    settlePairings()
  }

  // MARK: The second reading

  func standIn(ofAddress address: UInt64, isRandom: Bool) -> UInt64 {
    if let known = knownAddresses[address] { return known }
    let standIn = standIns.address(
      address, isRandom: addresses[address] ?? isRandom, keys: resolving)
    if knownAddresses.count < Self.limit { knownAddresses[address] = standIn }
    return standIn
  }

  func standIn(ofText text: [UInt8]) -> [UInt8] {
    let letters = Array(text.prefix { $0 != 0 })
    let nulls = [UInt8](repeating: 0, count: text.count - letters.count)
    if let known = knownTexts[letters] { return known + nulls }
    let standIn = standIns.text(letters)
    if knownTexts.count < 2 * Self.limit { knownTexts[letters] = standIn }
    return standIn + nulls
  }

  /// Zeros mean that there is none, and stay. An address in it is the same as elsewhere.
  func standIn(ofSecret secret: [UInt8]) -> [UInt8] {
    guard secret.contains(where: { $0 != 0 }), !Self.isKnownToAll(secret) else { return secret }
    if let related = related[secret] { return related }
    var standIn = standIns.octets(secret, kind: .secret)
    let size = 6
    var start = 0
    while start + size <= secret.count {
      let place = start..<start + size
      start += 1
      guard PatternTable.isTelling(secret[place]) else { continue }
      let (little, big) = (Self.number(secret[place]), Self.number(secret[place].reversed()[...]))
      if let isRandom = addresses[little] {
        standIn.replaceSubrange(
          place, with: Self.octets(ofAddress: self.standIn(ofAddress: little, isRandom: isRandom)))
      } else if let isRandom = addresses[big] {
        standIn.replaceSubrange(
          place, with: Self.octets(self.standIn(ofAddress: big, isRandom: isRandom)))
      } else {
        continue
      }
      start = place.upperBound
    }
    return standIn
  }

  func standIn(of octets: ArraySlice<UInt8>, as kind: Kind) -> [UInt8] {
    switch kind {
    case .address:
      Self.octets(ofAddress: standIn(ofAddress: Self.number(octets), isRandom: false))
    case .text: standIn(ofText: Array(octets))
    case .secret: standIn(ofSecret: Array(octets))
    }
  }

  func standIn(ofValue value: [UInt8]) -> [UInt8] {
    if let known = knownOctets[value] { return known }
    let standIn = standIns.octets(value, kind: .value)
    if knownOctets.count >= Self.keptValues || knownSize + value.count > Self.keptOctets {
      knownOctets.removeAll(keepingCapacity: true)
      knownSize = 0
    }
    knownSize += value.count
    knownOctets[value] = standIn
    return standIn
  }

  /// - Returns: `nil` for a series that was not collected.
  func moved(_ number: Int64, name: MeasureName) -> Int64? {
    series[name]?.moved(number) { standIns.number(of: name.octets, counter: $0) }
  }

  // MARK: All of them

  package struct Entry {
    package let kind: Kind
    /// The octets as printed: the most significant octet of an address first; a key as it was sent.
    package let original: [UInt8]
    package let standIn: [UInt8]
    package let isRandom: Bool
    /// A key that opens links of the air.
    package var opensLinks = false
  }

  package func count(of kind: Kind) -> Int {
    switch kind {
    case .address: addresses.keys.count { $0 != 0 && $0 != 0xFFFF_FFFF_FFFF }
    case .text: texts.count
    case .secret: secrets.count
    }
  }

  /// In the order of the originals, so that a map is the same for the same captures.
  package var entries: [Entry] {
    var entries: [Entry] = []
    for (address, isRandom) in addresses.sorted(by: { $0.key < $1.key }) {
      let standIn = standIn(ofAddress: address, isRandom: isRandom)
      guard standIn != address else { continue }
      entries.append(
        Entry(
          kind: .address, original: Self.octets(address), standIn: Self.octets(standIn),
          isRandom: isRandom))
    }
    func add(_ kind: Kind, _ originals: Set<[UInt8]>, _ standIn: ([UInt8]) -> [UInt8]) {
      for original in originals.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        entries.append(
          Entry(
            kind: kind, original: original, standIn: standIn(original), isRandom: false,
            opensLinks: kind == .secret && original.count == 16
              && linkKeys.contains(Self.number(original))))
      }
    }
    add(.text, texts) { standIn(ofText: $0) }
    add(.secret, secrets) { standIn(ofSecret: $0) }
    return entries
  }

  private static func octets(_ address: UInt64) -> [UInt8] {
    stride(from: UInt64(40), through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: address >> $0)
    }
  }
}
