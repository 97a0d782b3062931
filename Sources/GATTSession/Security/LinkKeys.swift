import ATTDissector
import Bytes
import Cryptography

/// A long term key given by the user.
package struct GivenLinkKey: Equatable, Sendable {
  /// In either octet order.
  package var key: UInt128
  /// The device whose links it is for, if given.
  package var address: BluetoothAddress?

  package init(key: UInt128, address: BluetoothAddress? = nil) {
    self.key = key
    self.address = address
  }
}

/// A key that may open links. It never appears in the output.
package struct LinkKey: Sendable {
  /// Where a key comes from: the first, second, ... that the user gave.
  package enum Origin: Hashable, Sendable {
    /// A given long term key.
    case given(Int)
    /// A given temporary key, and the pairings that it opens.
    case temporary(Int)
    /// A search for the passkey of a legacy pairing, and the pairings that it opens.
    case searched
    /// Another capture.
    case capture(Int)
    /// The capture itself shows the key.
    case heard
  }

  /// Most significant octet first.
  package var value: UInt128
  /// What the central names a key by: Rand and EDIV, as HCI and LL_ENC_REQ have them.
  ///
  /// Both are zero for a key that pairing has just made, and with LE Secure Connections.
  package struct Name: Equatable, Sendable {
    package var random: UInt64
    package var diversifier: UInt16

    package init(random: UInt64 = 0, diversifier: UInt16 = 0) {
      self.random = random
      self.diversifier = diversifier
    }

    init(_ cursor: inout ByteCursor) throws(ByteError) {
      random = try cursor.uint64LittleEndian()
      diversifier = try cursor.uint16LittleEndian()
    }

    var isZero: Bool { random == 0 && diversifier == 0 }
  }

  /// Zero where it is unknown.
  package var name = Name()
  /// The addresses of the link that it was made on, or the one that it was given with.
  package var addresses: [UInt64] = []
  package var origin: Origin

  package init(_ value: UInt128, origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

/// All keys that links are tried with.
final class LinkKeys {
  private(set) var list: [LinkKey] = []
  private(set) var isFull = false
  /// Where the keys that have opened something come from.
  private(set) var used: Set<LinkKey.Origin> = []
  /// Temporary keys of legacy pairing to try. The first is that of Just Works.
  let temporaryKeys: [(key: UInt128, origin: LinkKey.Origin)]
  private let origins: Set<LinkKey.Origin>
  /// The keys that were in use, as a host's log shows them.
  var history = KeyHistory()
  /// Whether passkeys of legacy pairings may be searched for, and for how many that is still done: each takes up
  /// to half a second.
  let searches: Bool
  private var searchesLeft = 4

  /// The passkey that a pairing proves; `nil` where none fits, or too many were searched for.
  func search(_ proof: PasskeyProof) -> UInt32? {
    guard searches, searchesLeft > 0 else { return nil }
    searchesLeft -= 1
    return proof.search()
  }

  /// The tries that all links together may spend on decryption.
  let budget = DecryptionBudget()

  init(_ options: GATTSession.Options) {
    var temporary: [(key: UInt128, origin: LinkKey.Origin)] = [(0, .heard)]
    var origins: Set<LinkKey.Origin> = []
    for (index, key) in options.temporaryKeys.enumerated() {
      temporary.append((key, .temporary(index)))
      // A passkey is a number; only a key out of band may be written in either order.
      if key > 999_999 { temporary.append((PairingFunctions.reversed(key), .temporary(index))) }
      origins.insert(.temporary(index))
    }
    temporaryKeys = temporary
    searches = options.searchesPasskeys
    if searches { origins.insert(.searched) }
    for (index, given) in options.linkKeys.enumerated() {
      origins.insert(.given(index))
      for value in [given.key, PairingFunctions.reversed(given.key)] {
        var key = LinkKey(value, origin: .given(index))
        key.addresses = given.address.map { [$0.value] } ?? []
        list.append(key)
      }
    }
    for key in options.otherKeys {
      origins.insert(key.origin)
      list.append(key)
    }
    for index in 0..<options.keyCaptures { origins.insert(.capture(index)) }
    self.origins = origins
  }

  /// What the user gave and nothing was opened with.
  var unused: Set<LinkKey.Origin> { origins.subtracting(used) }

  var hasGiven: Bool { !origins.isEmpty }

  func noteUse(_ origin: LinkKey.Origin) { used.insert(origin) }

  /// Where temporary keys come from that a pairing proves.
  private(set) var proven: Set<LinkKey.Origin> = []

  func noteProof(_ origin: LinkKey.Origin) { proven.insert(origin) }

  /// Remembers a key.
  /// - Returns: its index; `nil` where there is no room.
  @discardableResult
  func learn(_ key: LinkKey) -> Int? {
    if let index = list.lastIndex(where: { $0.value == key.value && $0.origin == key.origin }) {
      if !key.name.isZero { list[index].name = key.name }
      return index
    }
    guard list.count < SessionLimits.linkKeys else {
      isFull = true
      return nil
    }
    list.append(key)
    return list.count - 1
  }

  /// The names follow their key in a separate PDU.
  func name(_ index: Int, as name: LinkKey.Name) { list[index].name = name }

  /// The keys to try on a link, the most likely first: tags are indices of `list`.
  func candidates(_ name: LinkKey.Name, isOfLink: (UInt64) -> Bool?) -> [LinkDecryptor.Key] {
    var ranked: [[LinkDecryptor.Key]] = [[], [], []]
    for (index, key) in list.enumerated().reversed() {
      let belongs = key.addresses.contains { isOfLink($0) == true }
      if case .given = key.origin, !key.addresses.isEmpty, !belongs,
        key.addresses.allSatisfy({ isOfLink($0) == false })
      {
        continue
      }
      let isNamed = key.name == name && !name.isZero
      let rank = isNamed ? 0 : belongs || key.isGiven ? 1 : 2
      ranked[rank].append(LinkDecryptor.Key(key.value, tag: index))
    }
    return ranked.flatMap { $0 }
  }
}

extension LinkKey {
  fileprivate var isGiven: Bool {
    if case .given = origin { return true }
    return false
  }
}
