import BTSnoop
import Bytes

/// Which advertising data continue others: they begin within a structure, so that what stands where a type is
/// expected may be a part of a name.
struct AdvertisingChains {
  private var open: Set<[UInt8]> = []
  private static let limit = 4096
  /// More were open at a time than are remembered: from then on, each may continue another.
  private var isOverfull = false

  /// The offsets of such data in an event.
  mutating func fragments(inEvent bytes: RawSpan, adapter: UInt16?) -> Set<Int> {
    guard bytes.byteCount > 4, bytes.uint8(at: 0) == 0x3E else { return [] }
    let index = adapter ?? 0xFFFF
    let head = [UInt8(truncatingIfNeeded: index), UInt8(index >> 8), bytes.uint8(at: 2)]
    switch bytes.uint8(at: 2) {
    case 0x0D: return reports(bytes, head: head)
    // Sync handle, power, signal, CTE, status, length; version 2 has counter and subevent before the status.
    case 0x0F: return train(bytes, key: head + bytes.clamped(3, count: 2).copy(), status: 8)
    case 0x25:
      return train(
        bytes, key: head + bytes.clamped(3, count: 2).copy() + bytes.clamped(10, count: 1).copy(),
        status: 11)
    default: return []
    }
  }

  private mutating func reports(_ bytes: RawSpan, head: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    var start = 4
    let dataOffset = 24
    for _ in 0..<bytes.uint8(at: 3) where start + dataOffset <= bytes.byteCount {
      // Type and address of the advertiser, and its set.
      let key =
        head + bytes.clamped(start + 2, count: 7).copy()
        + bytes.clamped(start + 11, count: 1).copy()
      if proceed(key, status: bytes.uint8(at: start) >> 5 & 3) { found.insert(start + dataOffset) }
      start += dataOffset + Int(bytes.uint8(at: start + 23))
    }
    return found
  }

  private mutating func train(_ bytes: RawSpan, key: [UInt8], status: Int) -> Set<Int> {
    guard bytes.byteCount > status + 1 else { return [] }
    return proceed(key, status: bytes.uint8(at: status)) ? [status + 2] : []
  }

  /// - status: 1 if more is to come.
  /// - Returns: whether the data continue others.
  private mutating func proceed(_ key: [UInt8], status: UInt8) -> Bool {
    let continues = open.contains(key)
    if status == 1 {
      if open.count >= Self.limit { isOverfull = true } else { open.insert(key) }
    } else {
      open.remove(key)
    }
    return continues || isOverfull
  }

  /// Whether the data of a command continue others, by its operation: intermediate or last.
  static func isFragment(command bytes: RawSpan) -> Bool {
    guard bytes.byteCount > 5 else { return false }
    switch bytes.uint16LittleEndian(at: 0) {
    case 0x2037, 0x2038, 0x203F: return [0, 2].contains(bytes.uint8(at: 4))
    default: return false
    }
  }
}
