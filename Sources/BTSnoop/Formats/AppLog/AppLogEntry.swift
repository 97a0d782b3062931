import Bytes

/// What an app's log says at a time: a value with its UUID, or something about the connection.
///
/// An app sees no packets. An entry is a `system` record whose code has the kind and whose bytes have the rest: handle
/// (u16, 0 for none), number (u32, all ones for none), interval in microseconds (u32), latency and time-out (u16 each),
/// lengths of subject and owner (u8 each), subject, owner, value; numbers are little-endian.
package struct AppLogEntry: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// The log is of a device; the subject is its address, the owner its name.
    case device = 1
    /// The app asks for a connection; the subject is the address.
    case connecting
    /// The subject is the address.
    case connected
    /// The number is the reason as HCI has it; none where the log gives none.
    case disconnected
    /// All attributes are listed again from here on.
    case discovered
    case service
    /// The number has the properties, where they are known; the owner is the service, where a line says it.
    case characteristic
    /// The owner is the characteristic, where a line says it.
    case descriptor
    case read, write, writeCommand, notification, indication
    /// A value that was read or sent; the log does not say which.
    case readOrSent
    /// A value that was sent: the log does not say whether as a notification or an indication.
    case sent
    /// What the app asked for was refused; the number is the error code of ATT, and `isWrite` says what it was.
    case readRefused, writeRefused
    /// The number is the MTU.
    case mtu
    case parameters
    /// The number has the PHYs of sender (low octet) and receiver, as HCI numbers them.
    case phys
    /// The subject is what the log says, for people.
    case remark
  }

  package var kind: Kind
  package var subject = ""
  package var owner = ""
  /// The subject is a descriptor of the owner, not a characteristic.
  package var isDescriptor = false
  package var handle: UInt16?
  package var number: UInt32?
  /// Microseconds.
  package var interval: UInt32 = 0
  package var latency: UInt16 = 0
  /// Units of 10 ms.
  package var timeout: UInt16 = 0
  package var value: [UInt8] = []

  package init(_ kind: Kind, _ subject: String = "") {
    self.kind = kind
    self.subject = subject
  }

  /// What the record's `direction` is: that of the value, or of what asked for it.
  var direction: PacketDirection {
    switch kind {
    case .write, .writeCommand, .connecting: .sent
    default: .received
    }
  }
}

extension AppLogEntry {
  private static let descriptorBit: UInt8 = 0x80

  /// The code of the record that holds it.
  package var code: UInt16 {
    SystemCode.app(kind.rawValue | (isDescriptor ? Self.descriptorBit : 0))
  }

  /// The bytes of the record that holds it.
  package var bytes: [UInt8] {
    let texts = [subject, owner].map { Array($0.utf8.prefix(255)) }
    var out = ByteWriter(capacity: 20 + texts[0].count + texts[1].count + value.count)
    out.append(uint16LittleEndian: handle ?? 0)
    out.append(uint32LittleEndian: number ?? .max)
    out.append(uint32LittleEndian: interval)
    out.append(uint16LittleEndian: latency)
    out.append(uint16LittleEndian: timeout)
    for text in texts { out.append(byte: UInt8(text.count)) }
    for text in texts { out.append(text.rawBytes) }
    out.append(value.rawBytes)
    return out.bytes.copy()
  }

  /// The entry of a `system` record; `nil` where it holds none.
  package init?(code: UInt16, bytes: RawSpan) {
    guard case .app(let low) = SystemCode.source(code),
      let kind = Kind(rawValue: low & ~Self.descriptorBit)
    else { return nil }
    var cursor = ByteCursor(bytes)
    self.init(kind)
    isDescriptor = low & Self.descriptorBit != 0
    do {
      let handle = try cursor.uint16LittleEndian()
      self.handle = handle == 0 ? nil : handle
      let number = try cursor.uint32LittleEndian()
      self.number = number == .max ? nil : number
      interval = try cursor.uint32LittleEndian()
      latency = try cursor.uint16LittleEndian()
      timeout = try cursor.uint16LittleEndian()
      let lengths = (Int(try cursor.uint8()), Int(try cursor.uint8()))
      subject = String(decoding: try cursor.take(lengths.0).copy(), as: UTF8.self)
      owner = String(decoding: try cursor.take(lengths.1).copy(), as: UTF8.self)
    } catch { return nil }
    value = cursor.takeRest().copy()
  }
}
