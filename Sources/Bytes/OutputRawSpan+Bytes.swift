extension OutputRawSpan {
  /// Appends bytes as far as there is room.
  /// - Returns: the number of bytes appended.
  package mutating func append(prefixOf bytes: RawSpan) -> Int {
    let count = min(freeCapacity, bytes.byteCount)
    unsafe withUnsafeMutableBytes { room, filled in
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<count]))
      }
      filled += count
    }
    return count
  }

  /// Appends zeros as far as there is room.
  /// - Returns: the number of bytes appended.
  package mutating func append(zeros wanted: Int) -> Int {
    let count = min(freeCapacity, wanted)
    unsafe append(repeating: 0, count: count, as: UInt8.self)
    return count
  }
}
