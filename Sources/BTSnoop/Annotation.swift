import Bytes

/// A comment in which this program says what it knows of a record. Readers of captures pass over it: it is no remark
/// of a person, and the numbers of records in it are those of the file that it was written to.
package enum Annotation {
  /// How each one begins.
  package static let prefix: StaticString = "ble: "

  package static func isOne(_ comment: RawSpan) -> Bool {
    let length = prefix.utf8CodeUnitCount
    guard comment.byteCount >= length else { return false }
    var expected = ByteWriter(capacity: 64)
    expected.append(prefix)
    for index in 0..<length where comment.uint8(at: index) != expected.bytes.uint8(at: index) {
      return false
    }
    return true
  }
}
