import ByteReader

/// Where the whole dissection of a record goes, for people: a tree of labelled lines.
package protocol DissectionSink: ~Copyable {
  /// Opens a branch: a PDU, a structure, a list. `detail` may be empty.
  mutating func open(_ label: String, detail: String)
  mutating func close()
  /// One field. `value` is ready to be shown (numbers in the unit that the name or the value tells);
  /// text from the air inside it is escaped already.
  mutating func field(_ name: StaticString, _ value: String)
}
