import Bytes

/// Names that others have assigned to numbers.
///
/// Each writes the name, if it knows one, and returns whether it did.
package protocol TreeNames: AnyObject {
  func write(nameOf uuid: BluetoothUUID, as kind: UUIDKind, to out: inout ByteWriter) -> Bool
  func write(company: UInt16, to out: inout ByteWriter) -> Bool
  func write(appearance: UInt16, to out: inout ByteWriter) -> Bool
}

/// Writes the full dissection of a record, for people: indented lines, a branch or a field each.
///
/// Values go straight into the text. Text from the air in them is escaped.
package struct TreeWriter: ~Copyable {
  /// All lines so far.
  package var text: ByteWriter
  /// Depth of the next line.
  package private(set) var depth: Int
  /// Depth of the first line.
  private let root: Int
  let names: (any TreeNames)?
  /// The type that an ATT response was read by: it says what its values are.
  package var asked: BluetoothUUID?

  package init(depth: Int = 0, names: (any TreeNames)? = nil) {
    text = ByteWriter()
    self.depth = depth
    root = depth
    self.names = names
  }

  /// Whether all branches are closed.
  package var isWhole: Bool { depth == root }

  // MARK: Lines

  /// Begins a line; the text until `end` is in it.
  package mutating func begin() { text.append(repeating: 0x20, count: depth &* 2) }

  package mutating func end() { text.append(byte: 0x0A) }

  /// Ends a line that has the following ones below it, up to `close`.
  package mutating func endBranch() {
    end()
    depth += 1
  }

  package mutating func close() {
    precondition(depth > root, "a branch is closed twice")
    depth -= 1
  }

  // MARK: Branches

  /// A branch: a PDU, a structure, a list.
  mutating func open(_ label: StaticString) {
    begin()
    text.append(label)
    endBranch()
  }

  mutating func open(_ label: StaticString, _ detail: (inout ByteWriter) -> Void) {
    begin()
    text.append(label)
    text.append(": ")
    detail(&text)
    endBranch()
  }

  /// A branch with its length.
  package mutating func open(_ label: StaticString, octets: Int) {
    open(label) {
      $0.append(decimal: octets)
      $0.append(" bytes")
    }
  }

  /// A branch with the name and the number of what it is: `HCI Event: LE Meta (0x3E)`.
  mutating func open(_ label: StaticString, name: StaticString?, code: UInt64, bytes: Int) {
    open(label) { $0.append(named: name, value: code, bytes: bytes) }
  }

  /// An element of a list, by its number.
  mutating func open(_ label: StaticString, element number: Int) {
    begin()
    text.append(label)
    text.append(byte: 0x20)
    text.append(decimal: number)
    endBranch()
  }

  // MARK: Fields

  /// Begins a field; its value is what is written until `end`.
  mutating func begin(_ name: StaticString) {
    assert(depth > root, "a field outside of a branch")
    begin()
    text.append(name)
    text.append(": ")
  }

  mutating func field(_ name: StaticString, value: (inout ByteWriter) -> Void) {
    begin(name)
    value(&text)
    end()
  }

  mutating func field(_ name: StaticString, value: StaticString) {
    begin(name)
    text.append(value)
    end()
  }

  mutating func field(_ name: StaticString, decimal value: Int) {
    begin(name)
    text.append(decimal: value)
    end()
  }

  /// A number and what it means: `1 (continuation)`.
  mutating func field(_ name: StaticString, decimal value: Int, meaning: StaticString) {
    begin(name)
    text.append(decimal: value)
    text.append(" (")
    text.append(meaning)
    text.append(")")
    end()
  }

  mutating func field(_ name: StaticString, hexNumber value: UInt64, bytes: Int) {
    begin(name)
    text.append(hexNumber: value, bytes: bytes)
    end()
  }

  /// What a number is, and the number.
  mutating func field(
    _ name: StaticString, meaning: StaticString?, value: UInt64, bytes: Int
  ) {
    begin(name)
    text.append(named: meaning, value: value, bytes: bytes)
    end()
  }

  mutating func field(_ name: StaticString, hex bytes: RawSpan) {
    begin(name)
    text.append(hexOrNone: bytes)
    end()
  }

  /// Bytes that follow what is known, if there are any.
  mutating func furtherBytes(_ bytes: RawSpan) {
    if bytes.byteCount > 0 { field("Further bytes", hex: bytes) }
  }

  // MARK: What is missing

  /// - what: the part that is incomplete, if its field does not say it.
  mutating func truncated(_ what: StaticString? = nil, needed: Int, available: Int) {
    beginTruncated(what, needed: needed, available: available)
    end()
  }

  mutating func beginTruncated(_ what: StaticString?, needed: Int, available: Int) {
    begin("truncated")
    if let what {
      text.append(what)
      text.append(": ")
    }
    text.append(decimal: needed)
    text.append(needed == 1 ? " byte needed, " : " bytes needed, ")
    text.append(decimal: available)
    text.append(" available")
  }
}
