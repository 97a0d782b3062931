import Bytes

/// What an output format could not represent.
package struct ConversionLosses: Equatable, Sendable {
  /// Records without packets, left out.
  package internal(set) var systemRecords: UInt64 = 0
  /// Packets of a type that the format does not have, left out.
  package internal(set) var unknownPackets: UInt64 = 0
  /// Packets of unknown direction, written as sent.
  package private(set) var unknownDirections: UInt64 = 0
  /// Times that were rounded down to microseconds.
  package private(set) var fineTimes: UInt64 = 0
  /// Times clamped to the range of the format.
  package private(set) var farTimes: UInt64 = 0
  /// Packets that had to be cut.
  package private(set) var longPackets: UInt64 = 0
  /// Cut packets whose original length the format does not store.
  package private(set) var lengths: UInt64 = 0
  /// The adapter whose number is not stored.
  package private(set) var adapter: UInt16?
  /// Packets lost by the recorder, which the format does not count.
  package private(set) var drops: UInt32 = 0
  /// Link-layer packets stored without their radio data.
  package private(set) var bareOfRadio: UInt64 = 0
  /// Link-layer packets stored without their connection event counter.
  package private(set) var eventCounters: UInt64 = 0
  /// Comments on packets, left out.
  package internal(set) var comments: UInt64 = 0

  package init() {}

  /// Counts the losses of a record that was written.
  @inline(__always)
  mutating func count(
    _ record: borrowing CaptureRecord, bytes: RawSpan, target: CaptureTarget,
    hasNanoseconds: Bool
  ) {
    if !hasNanoseconds, record.time.nanoseconds % 1000 != 0 { fineTimes += 1 }
    if !target.seconds.contains(record.time.seconds) { farTimes += 1 }
    if !target.storesLengths, record.originalLength > bytes.byteCount { lengths += 1 }
    if !target.countsDrops { drops = max(drops, record.cumulativeDrops) }
    if bytes.byteCount > maximumIncludedLength - Self.longestPrefix {
      countLong(at: record, bytes: bytes, target: target)
    }
    guard record.kind != .linkLayer else {
      countRadio(at: record, target: target)
      return
    }
    if record.direction == .unknown, record.kind != .system { unknownDirections += 1 }
    if !target.storesAdapters, let index = record.adapter { adapter = index }
  }

  /// The most bytes that are written before a packet.
  private static let longestPrefix = RadioHeader.size

  private mutating func countLong(
    at record: borrowing CaptureRecord, bytes: RawSpan, target: CaptureTarget
  ) {
    if bytes.byteCount > maximumIncludedLength - target.prefixLength(of: record.kind) {
      longPackets += 1
    }
  }

  private mutating func countRadio(at record: borrowing CaptureRecord, target: CaptureTarget) {
    guard let radio = record.radio else { return }
    if target.hasRadioHeader {
      if radio.eventCounter != nil { eventCounters += 1 }
    } else if radio != RadioInfo() {
      bareOfRadio += 1
    }
  }

  /// Whether nothing was lost.
  package var isEmpty: Bool { self == ConversionLosses() }

  /// Sentences without a full stop, one for each kind of loss.
  package func messages(_ target: CaptureTarget) -> [String] {
    let form = target.title
    var messages: [String] = []
    func tell(_ count: UInt64, one: String, many: String, what: String) {
      guard count > 0 else { return }
      messages.append("\(count) \(count == 1 ? one : many) \(what)")
    }
    tell(
      systemRecords, one: "record that is no packet is", many: "records that are no packets are",
      what: "left out: \(form) has no place for them")
    tell(
      unknownPackets, one: "packet is", many: "packets are",
      what: "left out: \(form) does not have their type")
    tell(
      unknownDirections, one: "packet", many: "packets",
      what: "without a direction \(unknownDirections == 1 ? "is" : "are") written as sent")
    tell(
      fineTimes, one: "time is", many: "times are",
      what: "rounded down to microseconds: \(form) has no finer ones")
    tell(
      farTimes, one: "time is", many: "times are",
      what:
        "held at the \(target.seconds.upperBound > Int64(UInt32.max) ? "year 1970" : "years 1970 and 2106"): "
        + "\(form) has no others")
    tell(
      longPackets, one: "packet is", many: "packets are",
      what: "cut: a record holds \(maximumIncludedLength) bytes")
    tell(
      lengths, one: "packet was", many: "packets were",
      what: "longer than the capture has them: \(form) does not say so")
    if let adapter {
      messages.append("the packets are those of hci\(adapter): \(form) does not record adapters")
    }
    tell(
      UInt64(drops), one: "packet", many: "packets",
      what: "that the recorder lost: \(form) does not count them")
    tell(
      bareOfRadio, one: "packet is", many: "packets are",
      what:
        "written without channel, signal strength, sender and CRC check: \(form) has no place for them"
    )
    tell(
      eventCounters, one: "packet is", many: "packets are",
      what: "written without the connection event's counter: \(form) has no place for it")
    tell(
      comments, one: "comment on a packet is", many: "comments on packets are",
      what: target.holdsComments
        ? "left out with the packet, or for lack of room"
        : "left out: \(form) has no place for them")
    return messages
  }
}
