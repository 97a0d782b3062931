/// Declarations of which a Find Information shows the type, and nothing what they declare: what comes after one is
/// not of the characteristic before it.
struct FoundDeclarations {
  /// In the order of their handles.
  private var list: [(handle: UInt16, type: UInt16)] = []

  /// They are few, and nearly always none.
  private func position(_ handle: UInt16) -> Int {
    list.firstIndex { $0.handle >= handle } ?? list.count
  }

  mutating func insert(_ handle: UInt16, type: UInt16) {
    let index = position(handle)
    if index < list.count, list[index].handle == handle {
      list[index].type = type
    } else if list.count < SessionLimits.foundDeclarations {
      list.insert((handle, type), at: index)
    }
  }

  mutating func remove(_ range: ClosedRange<UInt16>) {
    if list.isEmpty { return }
    let end = range.upperBound == .max ? list.count : position(range.upperBound + 1)
    list.removeSubrange(position(range.lowerBound)..<end)
  }

  mutating func removeAll() { list = [] }

  mutating func absorb(_ other: FoundDeclarations) {
    for (handle, type) in other.list { insert(handle, type: type) }
  }

  func type(at handle: UInt16) -> UInt16? {
    let index = position(handle)
    return index < list.count && list[index].handle == handle ? list[index].type : nil
  }

  func last(before handle: UInt16) -> (handle: UInt16, type: UInt16)? {
    let index = position(handle)
    return index > 0 ? list[index - 1] : nil
  }

  /// Whether the attribute with the handle is the value of a characteristic: it comes right after the declaration
  /// (Bluetooth Core Specification, Vol 3, Part G, 3.3.2).
  func declareValue(_ handle: UInt16) -> Bool {
    guard let last = last(before: handle) else { return false }
    return last.type == 0x2803 && handle - last.handle == 1
  }
}
