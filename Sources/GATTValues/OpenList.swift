import Vocabulary

/// The list that has not ended, while fields are passed one after the other: elements of one key are one
/// list.
package struct OpenList {
  /// The index of its key; the highest number: none is open. An optional key would be compared by a
  /// generic function, which takes longer than all else here.
  private var key = UInt64.max
  /// Where the last field is in its list; 0 for one that is in none.
  package private(set) var index = 0

  package init() {}

  package var isOpen: Bool { key != .max }

  /// Passes a field.
  /// - Returns: whether it is a further element of the list.
  @inline(__always)
  package mutating func takes(_ field: Field) -> Bool {
    let isElement = field.shape != .single
    let isFurther = isElement && key == UInt64(field.key.index)
    index = isFurther ? index &+ 1 : 0
    key = isElement ? UInt64(field.key.index) : .max
    return isFurther
  }
}
