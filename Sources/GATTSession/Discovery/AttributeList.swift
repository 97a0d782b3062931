/// Attributes in the order of their handles, with binary search.
extension Array where Element == Attribute {
  private func position(_ handle: UInt16) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].handle < handle { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func firstIndex(notBefore handle: UInt16) -> Int { position(handle) }

  func index(of handle: UInt16) -> Int? {
    let index = position(handle)
    return index < count && self[index].handle == handle ? index : nil
  }

  func last(notAfter handle: UInt16) -> Attribute? {
    let index = position(handle)
    if index < count, self[index].handle == handle { return self[index] }
    return index > 0 ? self[index - 1] : nil
  }

  mutating func insertByHandle(_ attribute: Attribute) {
    insert(attribute, at: position(attribute.handle))
  }

  /// - Returns: what was removed.
  mutating func removeByHandle(
    _ range: ClosedRange<UInt16>, where isGone: (Attribute) -> Bool = { _ in true }
  ) -> [Attribute] {
    let first = position(range.lowerBound)
    let end = range.upperBound == .max ? count : position(range.upperBound + 1)
    guard first < end else { return [] }
    let all = self[first..<end]
    let removed = all.filter(isGone)
    let kept = all.filter { !isGone($0) }
    replaceSubrange(first..<end, with: kept)
    return removed
  }

  mutating func remove(_ attribute: Attribute) {
    if let index = index(of: attribute.handle), self[index] === attribute { remove(at: index) }
  }
}
