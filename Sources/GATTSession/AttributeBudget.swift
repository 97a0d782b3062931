import ByteReader
import GATTValues

/// How many attributes all databases may hold together.
final class AttributeBudget {
  private var used = 0
  private var valueOctets = 0
  /// Last values were kept in part.
  private(set) var hasShortened = false
  var isExceeded = false
  /// A server's layout has changed more often than is followed.
  var isUnsettled = false

  func take() -> Bool {
    guard used < SessionLimits.attributes else {
      isExceeded = true
      return false
    }
    used += 1
    return true
  }

  /// Gives back what the attributes took.
  func giveBack(_ attributes: [Attribute]) {
    used = max(0, used - attributes.count)
    for attribute in attributes { valueOctets -= attribute.heldOctets }
  }

  /// Adds to an attribute what was known of it elsewhere.
  func combine(_ attribute: Attribute, _ other: Attribute, isNewer: Bool) {
    valueOctets -= attribute.heldOctets
    attribute.combine(other, isNewer: isNewer)
    valueOctets += attribute.heldOctets
  }

  /// Remembers a value as the last one, as far as there is room for it.
  func noteValue(_ attribute: Attribute, _ value: RawSpan, _ decoded: borrowing FieldBuffer) {
    let before = attribute.heldOctets
    let isFull =
      valueOctets - before + 2 * SessionLimits.lastValueOctets > SessionLimits.allLastValueOctets
    attribute.noteValue(
      value, decoded,
      limit: isFull ? SessionLimits.shortLastValueOctets : SessionLimits.lastValueOctets)
    valueOctets += attribute.heldOctets - before
    if isFull, attribute.lastValue.count < min(value.byteCount, SessionLimits.lastValueOctets) {
      hasShortened = true
    }
  }
}
