/// What the links of a capture may take together: its writer decides how many there are.
package final class DecryptionBudget {
  /// Keys that are ready to be tried, each with some 3 KB.
  package static let maximumKeys = 4_096
  /// Tries: two seconds of them. Each PDU adds some, and more if it is opened.
  package static let fullCredit = 1 << 24
  /// What it takes to make a key ready, in tries.
  static let triesOfKey = 24

  private var credit: Int
  /// Decryptors that have keys, the one that started first in front.
  private var decryptors: [LinkDecryptor] = []
  private var keys = 0

  package init(credit: Int = DecryptionBudget.fullCredit) { self.credit = credit }

  var isSpent: Bool { credit <= 0 }

  func allows(_ tries: Int) -> Bool { credit >= tries }

  func spend(_ tries: Int) { credit -= tries }

  /// What is always tried may cost more than there is: later PDUs do not have to make up for it.
  func earn(_ tries: Int) { credit = min(max(credit, 0) + tries, Self.fullCredit) }

  /// A link has got keys. The links that started first lose theirs where there is no room.
  func add(_ decryptor: LinkDecryptor, count: Int) {
    decryptors.append(decryptor)
    keys += count
    while keys > Self.maximumKeys, let oldest = decryptors.first, oldest !== decryptor {
      oldest.giveWay()
    }
  }

  /// A link has lost keys.
  func remove(_ count: Int) { keys -= count }

  /// A link has none any more.
  func remove(_ decryptor: LinkDecryptor) { decryptors.removeAll { $0 === decryptor } }
}
