import Bytes
import GATTValues

/// The cap on the attributes of all databases.
final class AttributeBudget {
  private var used = 0
  private var valueOctets = 0
  /// Some last values were shortened.
  private(set) var hasShortened = false
  var isExceeded = false
  /// A server's layout has changed too often to be followed.
  var isUnsettled = false

  func take() -> Bool {
    guard used < SessionLimits.attributes else {
      isExceeded = true
      return false
    }
    used += 1
    return true
  }

  /// Releases what the attributes took.
  func giveBack(_ attributes: [Attribute]) {
    used = max(0, used - attributes.count)
    for attribute in attributes { valueOctets -= octets(of: attribute) }
  }

  /// The octets of an attribute's last value, its text and its user description.
  private func octets(of attribute: Attribute) -> Int {
    attribute.heldOctets + (attribute.userDescription?.utf8.count ?? 0)
  }

  /// Adds to an attribute what was known of it before.
  func combine(_ attribute: Attribute, other: Attribute, isNewer: Bool) {
    valueOctets -= octets(of: attribute)
    attribute.combine(other, isNewer: isNewer)
    valueOctets += octets(of: attribute)
  }

  /// Sets the user description of a characteristic.
  func describe(_ characteristic: Attribute, as text: String) {
    let old = characteristic.userDescription
    // Some devices send the NUL of their language.
    var kept = text
    while kept.unicodeScalars.last == "\0" { kept.unicodeScalars.removeLast() }
    guard kept != old, !kept.isEmpty else { return }
    if valueOctets + kept.utf8.count > SessionLimits.allLastValueOctets {
      // At most four octets per character.
      kept = String(
        String.UnicodeScalarView(
          kept.unicodeScalars.prefix(SessionLimits.shortLastValueOctets / 4)))
      hasShortened = true
    }
    valueOctets += kept.utf8.count - (old?.utf8.count ?? 0)
    characteristic.userDescription = kept
    if characteristic.label == nil || characteristic.label == old { characteristic.label = kept }
  }

  /// Remembers a value as the last one, as far as there is room.
  func noteValue(
    _ attribute: Attribute, value: RawSpan, decoded: borrowing FieldBuffer,
    text: consuming ValueText, frame: UInt64
  ) {
    let before = attribute.heldOctets
    let isFull =
      valueOctets - before + 2 * SessionLimits.lastValueOctets > SessionLimits.allLastValueOctets
    attribute.noteValue(
      value, decoded: decoded, text: text, frame: frame,
      limit: isFull ? SessionLimits.shortLastValueOctets : SessionLimits.lastValueOctets)
    valueOctets += attribute.heldOctets - before
    if isFull, attribute.lastValue.count < min(value.byteCount, SessionLimits.lastValueOctets) {
      hasShortened = true
    }
  }
}
