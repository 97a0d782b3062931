import BTSnoop
import Bytes

/// Tells records that another recorder of the same place has, too: two sniffers hear one packet, two logs of one host
/// have all that goes between it and its controller. Each record is the copy of one other at most, so that what came
/// twice is there twice.
struct RecordCopies {
  private struct Kept {
    var hash: UInt64
    var time: CaptureTime
    /// A bit for each capture that has it.
    var captures: UInt32
  }

  /// Nanoseconds: two packets of one link do not begin so close together, and the clocks of sniffers are closer than
  /// that.
  private static let onAir: Int64 = 400_000
  /// Nanoseconds by which two logs of one host have a record apart at most.
  private static let inHost: Int64 = 100_000_000
  private static let most = 4096
  /// Equal records among them that are looked at; further ones are there twice.
  private static let mostEqual = 64

  /// For each capture the place whose records it has, and whether others have them, too.
  private let places: [Int]
  private let isShared: [Bool]
  /// In the order of time; those before `start` are over.
  private var kept: [Kept] = []
  private var start = 0
  /// How many were before the first of `kept`.
  private var dropped = 0
  /// The numbers of those that are kept, by hash.
  private var numbers: [UInt64: [Int]] = [:]

  /// - places: for each capture; those of one host, or of the air, are equal.
  init(_ places: [Int]) {
    self.places = places
    isShared = places.map { place in places.count { $0 == place } > 1 }
  }

  /// Whether another recorder has the record, too; call it in the order of time.
  mutating func has(_ record: CaptureRecord, bytes: RawSpan, of capture: Int) -> Bool {
    guard isShared[capture], record.radio?.crcOK != false else { return false }
    let isOnAir = record.kind == .linkLayer
    var hash = FNV1a(from: UInt64(truncatingIfNeeded: places[capture]))
    hash.add(UInt64(record.radio?.channel ?? 0xFF))
    hash.add(UInt64(record.kind.rawValue))
    hash.add(record.direction == .sent ? 1 : 0)
    hash.add(bytes)
    forget(before: record.time)
    let window = isOnAir ? Self.onAir : Self.inHost
    let own = UInt32(1) << UInt32(capture & 31)
    for number in numbers[hash.value] ?? [] {
      let index = number - dropped
      guard kept[index].captures & own == 0,
        record.time.nanoseconds(since: kept[index].time) <= window
      else { continue }
      kept[index].captures |= own
      return true
    }
    if numbers[hash.value, default: []].count < Self.mostEqual {
      numbers[hash.value, default: []].append(dropped + kept.count)
    }
    kept.append(Kept(hash: hash.value, time: record.time, captures: own))
    return false
  }

  private mutating func forget(before time: CaptureTime) {
    while start < kept.count,
      kept.count - start >= Self.most || time.nanoseconds(since: kept[start].time) > Self.inHost
    {
      let hash = kept[start].hash
      if numbers[hash]?.first == dropped + start {
        numbers[hash]?.removeFirst()
        if numbers[hash]?.isEmpty == true { numbers[hash] = nil }
      }
      start += 1
    }
    guard start > Self.most else { return }
    kept.removeFirst(start)
    dropped += start
    start = 0
  }
}
