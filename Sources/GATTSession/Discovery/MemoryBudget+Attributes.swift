import Bytes
import GATTValues

/// The room of the attributes of all databases.
extension MemoryBudget {
  /// Takes the room of one more.
  /// - Returns: `false` where there is none.
  func takeAttribute() -> Bool {
    guard attributes.fits() else {
      attributes.wasShort = true
      return false
    }
    attributes.take()
    return true
  }

  /// Releases what the attributes took.
  func giveBack(_ gone: [Attribute]) {
    attributes.giveBack(min(attributes.used, gone.count))
    for attribute in gone { lastValues.giveBack(octets(of: attribute)) }
  }

  /// The octets of an attribute's last value, its text and its user description.
  private func octets(of attribute: Attribute) -> Int {
    attribute.values.heldOctets + (attribute.userDescription?.utf8.count ?? 0)
  }

  /// Adds to an attribute what was known of it before.
  func combine(_ attribute: Attribute, other: Attribute, isNewer: Bool) {
    lastValues.giveBack(octets(of: attribute))
    attribute.combine(other, isNewer: isNewer)
    lastValues.take(octets(of: attribute))
  }

  /// Sets the user description of a characteristic.
  func describe(_ characteristic: Attribute, as text: String) {
    let old = characteristic.userDescription
    // Some devices send the NUL of their language.
    var kept = text
    while kept.unicodeScalars.last == "\0" { kept.unicodeScalars.removeLast() }
    guard kept != old, !kept.isEmpty else { return }
    if !lastValues.fits(kept.utf8.count) {
      // At most four octets per character.
      kept = String(
        String.UnicodeScalarView(
          kept.unicodeScalars.prefix(SessionLimits.shortLastValueOctets / 4)))
      lastValues.wasShort = true
    }
    lastValues.take(kept.utf8.count - (old?.utf8.count ?? 0))
    characteristic.userDescription = kept
    if characteristic.label == nil || characteristic.label == old { characteristic.label = kept }
  }

  /// Remembers a value as the last one, as far as there is room.
  func noteValue(
    _ attribute: Attribute, value: RawSpan, decoded: borrowing FieldBuffer,
    text: consuming ValueText, frame: UInt64
  ) {
    let before = attribute.values.heldOctets
    let isFull = !lastValues.fits(2 * SessionLimits.lastValueOctets - before)
    attribute.values.add(
      value, decoded: decoded, text: text, frame: frame,
      limit: isFull ? SessionLimits.shortLastValueOctets : SessionLimits.lastValueOctets)
    lastValues.take(attribute.values.heldOctets - before)
    if isFull, attribute.values.last.count < min(value.byteCount, SessionLimits.lastValueOctets) {
      lastValues.wasShort = true
    }
  }
}
