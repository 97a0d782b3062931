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
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, _ target: CaptureTarget,
    hasNanoseconds: Bool
  ) {
    if !hasNanoseconds, record.time.nanoseconds % 1000 != 0 { fineTimes += 1 }
    if !target.seconds.contains(record.time.seconds) { farTimes += 1 }
    if !target.storesLengths, record.originalLength > bytes.byteCount { lengths += 1 }
    if !target.countsDrops { drops = max(drops, record.cumulativeDrops) }
    if bytes.byteCount > maximumIncludedLength - Self.longestPrefix {
      countLong(record, bytes, target)
    }
    guard record.kind != .linkLayer else {
      countRadio(record, target)
      return
    }
    if record.direction == .unknown, record.kind != .system { unknownDirections += 1 }
    if !target.storesAdapters, let index = record.adapter { adapter = index }
  }

  /// The most bytes that are written before a packet.
  private static let longestPrefix = RadioHeader.size

  private mutating func countLong(
    _ record: borrowing CaptureRecord, _ bytes: RawSpan, _ target: CaptureTarget
  ) {
    if bytes.byteCount > maximumIncludedLength - target.prefixLength(of: record.kind) {
      longPackets += 1
    }
  }

  private mutating func countRadio(_ record: borrowing CaptureRecord, _ target: CaptureTarget) {
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
    func tell(_ count: UInt64, _ one: String, _ many: String, _ what: String) {
      guard count > 0 else { return }
      messages.append("\(count) \(count == 1 ? one : many) \(what)")
    }
    tell(
      systemRecords, "record that is no packet is", "records that are no packets are",
      "left out: \(form) has no place for them")
    tell(
      unknownPackets, "packet is", "packets are", "left out: \(form) does not have their type")
    tell(
      unknownDirections, "packet", "packets",
      "without a direction \(unknownDirections == 1 ? "is" : "are") written as sent")
    tell(
      fineTimes, "time is", "times are", "rounded down to microseconds: \(form) has no finer ones")
    tell(
      farTimes, "time is", "times are",
      "held at the \(target.seconds.upperBound > Int64(UInt32.max) ? "year 1970" : "years 1970 and 2106"): "
        + "\(form) has no others")
    tell(
      longPackets, "packet is", "packets are", "cut: a record holds \(maximumIncludedLength) bytes")
    tell(
      lengths, "packet was", "packets were",
      "longer than the capture has them: \(form) does not say so")
    if let adapter {
      messages.append("the packets are those of hci\(adapter): \(form) does not record adapters")
    }
    tell(
      UInt64(drops), "packet", "packets", "that the recorder lost: \(form) does not count them")
    tell(
      bareOfRadio, "packet is", "packets are",
      "written without channel, signal strength, sender and CRC check: \(form) has no place for them"
    )
    tell(
      eventCounters, "packet is", "packets are",
      "written without the connection event's counter: \(form) has no place for it")
    tell(
      comments, "comment on a packet is", "comments on packets are",
      target.holdsComments
        ? "left out with the packet, or for lack of room"
        : "left out: \(form) has no place for them")
    return messages
  }
}
