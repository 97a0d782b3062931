import Bytes

/// What a part of a packet is, for those that hide some of it.
package enum PacketContent: Equatable, Sendable {
  /// It says how devices talk, and not who they are: numbers, flags, handles, lengths, UUIDs.
  case plain
  /// A device address, six octets, the least significant first.
  case address(isRandom: Bool)
  /// Text, perhaps up to a NUL and with more NULs after it.
  case text
  /// A key, what keys are made of, or what a person enters.
  case secret
  /// A key that resolves addresses, the least significant octet first.
  case identityKey
  /// The value of the attribute that an ATT PDU names, or a part of it.
  case value
  /// The value of an attribute of that type.
  case valueOf(BluetoothUUID)
  /// AD structures.
  case advertisingData
  case serviceData(BluetoothUUID)
  case companyData(UInt16)
  /// Octets of an AD structure that no table has: of its type, if they are all of its data.
  case advertised(UInt8?)
}

/// The parts of one packet, as the rows of its unit place them. What is in no part is not understood.
package struct PacketContents {
  package struct Part {
    package let content: PacketContent
    package let place: Range<Int>
  }

  package private(set) var parts: [Part] = []
  /// What the octets are that a row leaves without fields; `nil`: they are not understood.
  private var rest: PacketContent?

  package init() {}

  package mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

  package mutating func add(_ content: PacketContent, at place: Range<Int>) {
    if !place.isEmpty { parts.append(Part(content: content, place: place)) }
  }

  // MARK: Rows

  /// Reads fields; where the bytes end before them, what is cut is in no part.
  /// - base: the offset of the bytes in what the parts are of.
  mutating func read(
    _ layout: WireLayout, bytes: RawSpan, at base: Int, rest: PacketContent? = nil
  ) {
    self.rest = rest
    var cursor = ByteCursor(bytes)
    try? each(layout, from: &cursor, base: base)
  }

  private mutating func each(
    _ layout: WireLayout, from cursor: inout ByteCursor, base: Int
  ) throws(ByteError) {
    let unit = cursor.offset
    // Addresses of BR/EDR have no type.
    var isRandom = false
    for (name, type) in layout {
      let start = cursor.offset
      switch type {
      case .ifAny(let fields):
        if !cursor.isAtEnd { try each(fields, from: &cursor, base: base) }
      case .selected(_, let layout):
        try each(layout(cursor.bytes.clamped(unit..<start)), from: &cursor, base: base)
      case .list(let width, let element):
        let count = width == 1 ? Int(try cursor.uint8()) : Int(try cursor.uint16LittleEndian())
        add(.plain, at: base + start..<base + cursor.offset)
        for _ in 0..<min(count, WireType.maximumElements) {
          try each(element, from: &cursor, base: base)
        }
      case .restList(let element):
        while !cursor.isAtEnd { try each(element, from: &cursor, base: base) }
      case .eachBit(_, let element):
        let bits = try cursor.uint8()
        add(.plain, at: base + start..<base + cursor.offset)
        for _ in 0..<bits.nonzeroBitCount { try each(element, from: &cursor, base: base) }
      case .within(let fields):
        let length = Int(try cursor.uint8())
        add(.plain, at: base + start..<base + cursor.offset)
        var inner = ByteCursor(try cursor.take(min(length, cursor.remaining)))
        try? each(fields, from: &inner, base: base + start + 1)
      case .restElements(let fields): try elements(fields, from: &cursor, base: base)
      case .address, .randomAddress:
        try cursor.skip(6)
        if case .randomAddress = type { isRandom = true }
        add(.address(isRandom: isRandom), at: base + start..<base + cursor.offset)
        isRandom = false
      default:
        if case .named(1, .addressType) = type, !cursor.isAtEnd {
          isRandom = cursor.bytes.uint8(at: start) & 1 == 1
        }
        try leaf(name, type: type, from: &cursor, base: base)
      }
    }
  }

  /// Elements of one length, each with its fields.
  private mutating func elements(
    _ fields: WireLayout, from cursor: inout ByteCursor, base: Int
  ) throws(ByteError) {
    let start = cursor.offset
    let length = Int(try cursor.uint8())
    add(.plain, at: base + start..<base + cursor.offset)
    while length > 0, !cursor.isAtEnd {
      let place = base + cursor.offset
      var inner = ByteCursor(try cursor.take(min(length, cursor.remaining)))
      try? each(fields, from: &inner, base: place)
    }
  }

  private mutating func leaf(
    _ name: StaticString, type: WireType, from cursor: inout ByteCursor, base: Int
  ) throws(ByteError) {
    let start = base + cursor.offset
    switch type {
    case .bytes(let count):
      try cursor.skip(count)
      add(SecretNames.isIdentityKey(name) ? .identityKey : .secret, at: start..<start + count)
    case .rest:
      let count = cursor.takeRest().byteCount
      if let rest { add(rest, at: start..<start + count) }
    case .restBefore(let count):
      let length = max(cursor.remaining - count, 0)
      try cursor.skip(length)
      add(rest ?? .secret, at: start..<start + length)
    case .counted(let width):
      let length = width == 1 ? Int(try cursor.uint8()) : Int(try cursor.uint16LittleEndian())
      add(.plain, at: start..<start + width)
      let count = min(length, cursor.remaining)
      try cursor.skip(count)
      if let rest { add(rest, at: start + width..<start + width + count) }
    case .text(let count):
      let there = min(count, cursor.remaining)
      try cursor.skip(there)
      add(SecretNames.isSecret(name) ? .secret : .text, at: start..<start + there)
    case .restText, .restTerminatedText:
      add(.text, at: start..<start + cursor.takeRest().byteCount)
    case .terminatedText, .countedText:
      // Only recorders' messages have these.
      _ = cursor.takeRest()
    case .advertisingData, .paddedAdvertisingData:
      let length = Int(try cursor.uint8())
      add(.plain, at: start..<start + 1)
      let count = min(length, cursor.remaining)
      try cursor.skip(count)
      add(.advertisingData, at: start + 1..<start + 1 + count)
      if case .paddedAdvertisingData = type {
        try cursor.skip(min(31 - min(length, 31), cursor.remaining))
      }
    case .restAdvertisingData:
      add(.advertisingData, at: start..<start + cursor.takeRest().byteCount)
    case .restOptions: options(cursor.takeRest(), at: start)
    case .restUUID: add(.plain, at: start..<start + cursor.takeRest().byteCount)
    default:
      guard let size = type.size else {
        _ = cursor.takeRest()
        return
      }
      try cursor.skip(size)
      add(SecretNames.isSecret(name) ? .secret : .plain, at: start..<start + size)
    }
  }

  /// Configuration options of L2CAP: those that are defined have numbers only.
  private mutating func options(_ bytes: RawSpan, at base: Int) {
    var offset = 0
    while offset + 2 <= bytes.byteCount {
      let end = min(offset + 2 + Int(bytes.uint8(at: offset + 1)), bytes.byteCount)
      guard (1...7).contains(bytes.uint8(at: offset) & 0x7F) else { return }
      add(.plain, at: base + offset..<base + end)
      offset = end
    }
  }
}

/// Fields whose types do not say that they are secret: by their names in the rows.
private enum SecretNames {
  private static let secrets: [StaticString] = [
    "Passkey", "Numeric value", "Encrypted diversifier", "EDIV", "PIN code",
  ]
  private static let identityKeys: [StaticString] = [
    "Identity Resolving Key", "Peer IRK", "Local IRK",
  ]

  static func isSecret(_ name: StaticString) -> Bool { secrets.contains { $0.isSame(name) } }
  static func isIdentityKey(_ name: StaticString) -> Bool {
    identityKeys.contains { $0.isSame(name) }
  }
}
