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

  /// What is known of the adapters that a place has.
  private var adapters = AdapterReports()

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
    hash.add(UInt64(record.code))
    hash.add(record.direction == .sent ? 1 : 0)
    hash.add(bytes)
    forget(before: record.time)
    let window = isOnAir ? Self.onAir : Self.inHost
    let own = UInt32(1) << UInt32(capture & 31)
    // A recorder that begins later is told anew which adapters there are.
    let isKnown = adapters.has(record, bytes: bytes, place: places[capture], own)
    for number in numbers[hash.value] ?? [] {
      let index = number - dropped
      guard kept[index].captures & own == 0,
        record.time.nanoseconds(since: kept[index].time) <= window
      else { continue }
      kept[index].captures |= own
      return true
    }
    if isKnown { return true }
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

/// What a monitor reports of adapters: that one is there, is open, and what it is. It tells each recorder that begins what
/// was so before, so that another one has it from long ago.
private struct AdapterReports {
  /// What one report takes the place of.
  private enum Subject { case presence, power, address }

  private struct Key: Hashable {
    var place: Int
    var adapter: UInt16
    var subject: Subject
  }

  private struct Report {
    var code: UInt16
    /// Of the adapter; 0: the report has none, or the adapter had none yet.
    var address: UInt64
    /// A bit for each capture that has it.
    var captures: UInt32
  }

  private var last: [Key: Report] = [:]

  /// Whether another recorder was the last to report the same of an adapter.
  mutating func has(
    _ record: CaptureRecord, bytes: RawSpan, place: Int, _ capture: UInt32
  ) -> Bool {
    guard record.kind == .system, let adapter = record.adapter,
      let subject = Self.subject(record.code)
    else { return false }
    let key = Key(place: place, adapter: adapter, subject: subject)
    let address = Self.address(record.code, bytes)
    if let known = last[key], known.code == record.code, known.captures & capture == 0,
      known.address == address || known.address == 0 || address == 0
    {
      last[key]?.captures |= capture
      if address != 0 { last[key]?.address = address }
      return true
    }
    last[key] = Report(code: record.code, address: address, captures: capture)
    return false
  }

  private static func address(_ code: UInt16, _ bytes: RawSpan) -> UInt64 {
    // Before it, New Index has type and bus.
    var cursor = ByteCursor(bytes.clamped(code == MonitorOpcode.newIndex ? 2 : 0))
    guard code == MonitorOpcode.newIndex || code == MonitorOpcode.indexInfo else { return 0 }
    return (try? cursor.uint48LittleEndian()) ?? 0
  }

  private static func subject(_ code: UInt16) -> Subject? {
    switch code {
    case MonitorOpcode.newIndex, MonitorOpcode.deleteIndex: .presence
    case MonitorOpcode.openIndex, MonitorOpcode.closeIndex: .power
    case MonitorOpcode.indexInfo: .address
    default: nil
    }
  }
}
