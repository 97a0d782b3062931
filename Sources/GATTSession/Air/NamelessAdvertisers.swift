import ATTDissector
import Bytes

/// An advertising set of which only ADV_EXT_INDs without AdvA were heard: the address, if it has one, is in
/// its data.
package struct NamelessAdvertiser: Sendable {
  let information: AdvertisingDataInformation
  var pointer: AuxiliaryPointer
  /// Events in which it was announced and its data not heard.
  package fileprivate(set) var count: UInt64 = 1

  fileprivate init(_ information: AdvertisingDataInformation, _ pointer: AuxiliaryPointer) {
    self.information = information
    self.pointer = pointer
  }

  /// `an advertising set without an address (SID 0, DID 5), announced 4 times: its data was not heard
  /// (channel 29, 2760 µs later)`
  package func write(to text: inout ByteWriter) {
    text.append("an advertising set without an address (SID ")
    text.append(decimal: UInt64(information.set))
    text.append(", DID ")
    text.append(decimal: UInt64(information.dataID))
    text.append("), announced ")
    text.append(grouped: count, "time")
    text.append(": its data was not heard")
    Self.write(pointer, to: &text)
  }

  /// ` (channel 29, 2760 µs later)`
  static func write(_ pointer: AuxiliaryPointer, to text: inout ByteWriter) {
    text.append(" (channel ")
    text.append(decimal: UInt64(pointer.channel))
    text.append(", ")
    text.append(decimal: UInt64(pointer.offset))
    text.append(" µs later)")
  }
}

/// All nameless advertisers of a capture.
package struct NamelessAdvertisers: Sendable {
  /// In the order of first sight.
  package private(set) var all: [NamelessAdvertiser] = []
  /// Events of sets that no longer had a place.
  package private(set) var leftOut: UInt64 = 0
  /// SIDs of sets without an address whose data were heard, a bit each: the number of the data changes with
  /// the data, so another one is perhaps of the same advertiser.
  private var heard: UInt16 = 0

  package init() {}

  /// Whether nothing else is to be told.
  package var isEmpty: Bool { all.isEmpty }

  /// The data of an announced set without an address were heard.
  mutating func hear(_ information: AdvertisingDataInformation) {
    heard |= 1 << UInt16(information.set & 15)
    all.removeAll { $0.information.set == information.set }
  }

  /// They were not.
  /// - Returns: whether it is the first time; `nil` where they were heard before.
  mutating func miss(
    _ information: AdvertisingDataInformation, pointer: AuxiliaryPointer
  ) -> Bool? {
    guard heard >> UInt16(information.set & 15) & 1 == 0 else { return nil }
    if let index = all.firstIndex(where: { $0.information == information }) {
      all[index].count &+= 1
      all[index].pointer = pointer
      return false
    }
    guard all.count < SessionLimits.openChains else {
      leftOut &+= 1
      return false
    }
    all.append(NamelessAdvertiser(information, pointer))
    return true
  }

  /// Lines for people, up to a limit.
  package func lines(_ limit: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for one in all.prefix(limit) {
      var text = ByteWriter(capacity: 128)
      one.write(to: &text)
      lines.append(text.bytes.copy())
    }
    let more = UInt64(max(0, all.count - limit))
    if more > 0 || leftOut > 0 {
      var text = ByteWriter(capacity: 64)
      if more > 0 { text.append(grouped: more, "more advertising set") }
      if more == 0 { text.append("more advertising sets") }
      text.append(" without an address")
      lines.append(text.bytes.copy())
    }
    return lines
  }
}
