import Bytes

/// Opens the PDUs of one encrypted link, of which some may not have been heard.
///
/// The MIC decides everything: which of several keys is right, and the packet counter of a PDU. The
/// counter of a direction counts new PDUs with a payload, from 0 where encryption starts. So after
/// lost PDUs it is searched forward; a wrong hit has a chance of 2^-32 a try.
///
/// Source: Bluetooth Core Specification 6.0, Vol 6, Part E, 2.1.
package final class LinkDecryptor {
  /// How far ahead a counter is searched, in lost PDUs: with a key that has opened something, and
  /// with one that has not.
  package static let window: UInt64 = 4_096
  package static let firstWindow: UInt64 = 1_024
  /// How many keys are tried on one link.
  package static let maximumKeys = 128

  /// Tries that a link may use, and those that each PDU adds: without the right key, PDU after PDU
  /// would otherwise be searched for in vain. One that is opened adds those for a search with its key.
  private static let fullCredit = 1 << 18
  private static let creditOfPDU = 48
  private static let creditOfOpened = Int(window)
  /// Tries close to the expected counter, which are always made with few keys.
  private static let near: UInt64 = 4
  private static let few = 8
  /// PDUs in a row after which many keys are only searched: the first counters are behind.
  private static let mostMisses: UInt64 = 32

  /// A key to try.
  package struct Key {
    package var value: UInt128
    /// What the caller knows it by.
    package var tag: Int

    package init(_ value: UInt128, tag: Int) {
      self.value = value
      self.tag = tag
    }
  }

  package enum Outcome: Equatable, Sendable {
    /// `lost`: new PDUs of the sender before it that were not seen.
    case opened(tag: Int, lost: UInt64)
    /// The sender's last PDU once more.
    case repeated(tag: Int)
    case closed
  }

  private final class Candidate {
    let cipher: LinkCipher
    let key: Key
    var tag: Int { key.tag }
    /// The next counter of central and peripheral.
    var next: PerSide<UInt64> = PerSide(both: 0)
    /// Where the search goes on if the last jump was a wrong hit.
    var before: PerSide<UInt64?> = PerSide(both: nil)
    var hits = 0

    init(cipher: LinkCipher, key: Key) {
      self.cipher = cipher
      self.key = key
    }
  }

  private var candidates: [Candidate] = []
  private var seed: LinkSeed?
  /// What the PDU that was opened last is encrypted with.
  package private(set) var lastSeal: PacketSeal?
  private var credit = fullCredit
  private unowned let budget: DecryptionBudget
  /// What was not tried because of other links might have opened something.
  package private(set) var isLimited = false
  /// PDUs of central and peripheral in a row that were not opened.
  private var misses: PerSide<UInt64> = PerSide(both: 0)

  /// - budget: of all links together.
  package init(_ budget: DecryptionBudget) { self.budget = budget }

  /// Encryption starts, with new counters. Keys that come first are tried first.
  package func start(_ seed: LinkSeed, keys: [Key]) {
    stop()
    let most = budget.isSpent ? Self.few : Self.maximumKeys
    isLimited = budget.isSpent && keys.count > most
    self.seed = seed
    for key in keys.prefix(most) {
      guard let cipher = LinkCipher(seed, longTermKey: key.value) else { break }
      candidates.append(Candidate(cipher: cipher, key: key))
    }
    if isActive { budget.add(self, count: candidates.count) }
    budget.spend(candidates.count * DecryptionBudget.triesOfKey)
    // The credit stays: a link may start encryption as often as it likes.
    misses = PerSide(both: 0)
  }

  /// Other links need the room.
  func giveWay() {
    stop()
    isLimited = true
  }

  /// Encryption ends, or starts in a way that is not known.
  package func stop() {
    guard isActive else { return }
    budget.remove(candidates.count)
    budget.remove(self)
    candidates.removeAll()
  }

  package var isActive: Bool { !candidates.isEmpty }
  private var hasOpened: Bool { candidates.contains { $0.hits > 0 } }
  /// Whether the keys are few enough to try a PDU for either side, each time.
  package var hasFewKeys: Bool { candidates.count <= Self.few }

  /// A PDU that was read without this: it has used its counter.
  package func skip(side: Side) {
    for index in candidates.indices { candidates[index].next[side] &+= 1 }
  }

  /// The side that sent a PDU, if it is close to that side's last one and not to the other's. Many
  /// keys are tried as long as there is credit.
  /// - payload: all of it, with its MIC.
  /// - header: the first octet of the PDU.
  /// - first: the side that most likely sent it.
  package func side(of payload: RawSpan, header: UInt8, first: Side = .central) -> Side? {
    guard isActive, payload.byteCount > LinkCipher.macSize,
      hasFewKeys || credit > 0 && !budget.isSpent
    else { return nil }
    var tries = 0
    defer {
      budget.spend(tries)
      if !hasFewKeys { credit -= tries }
    }
    for index in candidates.indices {
      for side in [first, first.other] {
        let next = candidates[index].next[side]
        for counter in (next > 0 ? next - 1 : 0)..<next &+ Self.near {
          tries += 1
          if candidates[index].cipher.opens(
            payload, header: header, counter: counter, isFromCentral: side == .central)
          {
            return side
          }
        }
      }
    }
    return nil
  }

  /// Opens the next PDU.
  /// - payload: all of it, with its MIC.
  /// - header: the first octet of the PDU.
  /// - side: The sender.
  /// - isRepeated: it is the same as the sender's last.
  /// - text: gets the payload without its MIC.
  package func open(
    _ payload: RawSpan, header: UInt8, side: Side, isRepeated: Bool, into text: inout [UInt8]
  ) -> Outcome {
    guard isActive, payload.byteCount > LinkCipher.macSize else { return .closed }
    // What is always tried may cost more than there is: later PDUs do not have to make up for it.
    credit = min(max(credit, 0) + Self.creditOfPDU, Self.fullCredit)
    budget.earn(Self.creditOfPDU)
    guard let (index, counter) = find(payload, header: header, side: side, isRepeated: isRepeated)
    else {
      if !isRepeated { misses[side] = min(misses[side] + 1, 1 << 16) }
      return .closed
    }
    misses[side] = 0
    isLimited = false
    credit = min(credit + Self.creditOfOpened, Self.fullCredit)
    budget.earn(Self.creditOfOpened)
    candidates[index].cipher.appendOpened(count: payload.byteCount, to: &text)
    lastSeal = seed.map {
      PacketSeal(
        seed: $0, longTermKey: candidates[index].key.value, counter: counter,
        isFromCentral: side == .central)
    }
    let outcome = take(counter, index: index, side: side)
    settle(on: index)
    return outcome
  }

  /// The key and the counter of a PDU.
  private func find(
    _ payload: RawSpan, header: UInt8, side: Side, isRepeated: Bool
  ) -> (index: Int, counter: UInt64)? {
    func fits(_ index: Int, counter: UInt64) -> Bool {
      credit -= 1
      budget.spend(1)
      return candidates[index].cipher.opens(
        payload, header: header, counter: counter, isFromCentral: side == .central)
    }
    if budget.isSpent, !hasFewKeys { isLimited = true }
    let likely = candidates.indices.prefix(
      budget.isSpent || !hasOpened && misses[side] >= Self.mostMisses ? Self.few : .max)
    if isRepeated {
      for index in likely where candidates[index].next[side] > 0 {
        let last = candidates[index].next[side] - 1
        if fits(index, counter: last) { return (index, last) }
      }
      return nil
    }
    // The right key hits at once, whichever it is, if its PDU was the next.
    for offset in 0..<Self.near {
      for index in likely {
        let counter = candidates[index].next[side] &+ offset
        if fits(index, counter: counter) { return (index, counter) }
        if offset == 0, candidates[index].next[side] > 0, fits(index, counter: counter - 1) {
          return (index, counter - 1)
        }
      }
    }
    let window = (hasOpened ? Self.window : Self.firstWindow) + misses[side]
    let tries = Int(window) * candidates.count
    guard credit >= tries else { return nil }
    guard budget.allows(tries) else {
      isLimited = true
      return nil
    }
    for offset in Self.near..<window {
      for index in candidates.indices {
        let counter = candidates[index].next[side] &+ offset
        if fits(index, counter: counter) { return (index, counter) }
      }
    }
    for index in candidates.indices {
      guard let before = candidates[index].before[side] else { continue }
      for counter in before..<before &+ window where fits(index, counter: counter) {
        return (index, counter)
      }
    }
    return nil
  }

  private func take(_ counter: UInt64, index: Int, side: Side) -> Outcome {
    let tag = candidates[index].tag
    let next = candidates[index].next[side]
    if next > 0, counter == next - 1 { return .repeated(tag: tag) }
    candidates[index].before[side] = counter > next &+ Self.near ? next : nil
    candidates[index].next[side] = counter + 1
    candidates[index].hits += 1
    return .opened(tag: tag, lost: counter > next ? counter - next : 0)
  }

  /// With its second hit a key is the right one. (One alone, among many tries, may be chance.)
  private func settle(on index: Int) {
    guard candidates.count > 1 else { return }
    guard candidates[index].hits >= 2 else { return candidates.swapAt(0, index) }
    budget.remove(candidates.count - 1)
    candidates = [candidates[index]]
  }
}
