/// What happened to one peripheral, in the order of the capture, and how it becomes something to
/// play.
package struct RecordedHistory {
  /// Something that a client did, or that the peripheral sent.
  package enum Step: Equatable, Sendable {
    case read(RecordedPeripheral.Outcome)
    case write([UInt8], error: ATTErrorCode?)
    case sent([UInt8], isIndication: Bool)
  }

  package struct Entry: Equatable, Sendable {
    package var step: Step
    package var handle: UInt16
    /// Number of the connection, from 0, in the order of the capture.
    package var connection: Int
    /// Nanoseconds since an arbitrary moment: of a write, when it was asked for.
    package var time: Int64
    /// Frame of the PDU, from 1; 0 if unknown.
    package var frame: UInt64

    package init(
      _ step: Step, handle: UInt16, connection: Int, time: Int64, frame: UInt64 = 0
    ) {
      self.step = step
      self.handle = handle
      self.connection = connection
      self.time = time
      self.frame = frame
    }

    /// Whether one PDU had both values.
    fileprivate func isShared(with next: Entry) -> Bool {
      guard case .sent(_, isIndication: false) = step,
        case .sent(_, isIndication: false) = next.step
      else { return false }
      return frame > 0 && frame == next.frame && connection == next.connection
    }
  }

  /// What comes this soon after a write in the same service is taken for its answer.
  static let answerTime: Int64 = 1_000_000_000

  private let entries: [Entry]
  /// The characteristic value that a client configuration belongs to, by handle.
  private let configured: [UInt16: UInt16]
  /// When each connection began, in the time of the entries.
  private let starts: [Int: Int64]
  /// The service that contains a handle, by its own handle.
  private let service: (UInt16) -> UInt16?

  /// - entries: in the order of the capture.
  package init(
    _ entries: [Entry], configured: [UInt16: UInt16], starts: [Int: Int64],
    service: @escaping (UInt16) -> UInt16?
  ) {
    self.entries = entries
    self.configured = configured
    self.starts = starts
    self.service = service
  }

  /// Adds what happened to a peripheral.
  package func add(to peripheral: inout RecordedPeripheral) {
    let answering = answering()
    peripheral.configured = configured
    let configurable = Set(configured.values)
    var writes: [UInt16: LastWrite] = [:]
    var open: [UInt16: Subscription] = [:]
    // The connection in which a client configuration was last written.
    var written: [UInt16: Int] = [:]
    var shared: RecordedPeripheral.Shared?
    for (index, entry) in entries.enumerated() {
      shared = place(index, after: shared)
      switch entry.step {
      case .read(let outcome):
        peripheral.reads[entry.handle, default: []].append(
          RecordedPeripheral.Read(connection: entry.connection, outcome: outcome))
      case .write(let value, let error):
        peripheral.writes[entry.handle, default: []].append(
          RecordedPeripheral.Write(connection: entry.connection, value: value, error: error))
        if let target = configured[entry.handle] {
          guard error == nil else { continue }
          written[target] = entry.connection
          peripheral.close(target, open: &open)
          if value.first.map({ $0 & 3 != 0 }) == true {
            open[target] = Subscription(connection: entry.connection, start: entry.time)
          }
        } else if let service = service(entry.handle) {
          let index = (peripheral.writes[entry.handle]?.count ?? 1) - 1
          writes[service] = LastWrite(entry, index: index)
        }
      case .sent(let value, let isIndication):
        var sent = RecordedPeripheral.Sent(
          handle: entry.handle, value: value, isIndication: isIndication, delay: 0,
          shared: shared)
        // A bonded client need not subscribe again.
        let isInherited =
          configurable.contains(entry.handle) && written[entry.handle] != entry.connection
        if isInherited {
          peripheral.inherited[entry.connection, default: [:]][entry.handle, default: 0] |=
            isIndication ? 2 : 1
        }
        if answering.contains(entry.handle), let service = service(entry.handle),
          let write = writes[service], write.isFollowed(by: entry)
        {
          // The order counts where the clock was set back.
          let before = peripheral.writes[write.handle]?[write.index].answers.last?.delay
          sent.delay = max(Self.delay(from: write.time, to: entry.time), before ?? 0)
          peripheral.writes[write.handle]?[write.index].answers.append(sent)
          writes[service]?.last = entry.time
          continue
        }
        if open[entry.handle]?.connection != entry.connection {
          // What was not turned on in this connection counts from its start; what comes after it
          // was turned off, from itself.
          peripheral.close(entry.handle, open: &open)
          let isLate = configurable.contains(entry.handle) && !isInherited
          open[entry.handle] = Subscription(
            connection: entry.connection,
            start: isLate ? entry.time : starts[entry.connection] ?? entry.time,
            isInherited: isInherited)
        }
        sent.delay = Self.delay(from: open[entry.handle]?.start ?? entry.time, to: entry.time)
        open[entry.handle]?.sent.append(sent)
      }
    }
    for target in open.keys.sorted() { peripheral.close(target, open: &open) }
    for handle in peripheral.episodes.keys where !configurable.contains(handle) {
      peripheral.unasked[handle] = peripheral.episodes.removeValue(forKey: handle)
    }
  }

  /// The place of an entry in a PDU that has several values, from that of the one before.
  private func place(
    _ index: Int, after last: RecordedPeripheral.Shared?
  ) -> RecordedPeripheral.Shared? {
    let entry = entries[index]
    if index > 0, entries[index - 1].isShared(with: entry) {
      return RecordedPeripheral.Shared(pdu: entry.frame, place: (last?.place ?? 0) + 1)
    }
    guard index + 1 < entries.count, entry.isShared(with: entries[index + 1]) else { return nil }
    return RecordedPeripheral.Shared(pdu: entry.frame, place: 0)
  }

  /// The last write in a service.
  private struct LastWrite {
    var handle: UInt16
    var index: Int
    var connection: Int
    var time: Int64
    /// When it was made, or last answered.
    var last: Int64

    init(_ entry: Entry, index: Int) {
      handle = entry.handle
      self.index = index
      connection = entry.connection
      time = entry.time
      last = entry.time
    }

    func isFollowed(by entry: Entry) -> Bool {
      connection == entry.connection && delay(from: last, to: entry.time) <= answerTime
    }
  }

  fileprivate struct Subscription {
    var connection: Int
    var start: Int64
    var isInherited = false
    var sent: [RecordedPeripheral.Sent] = []
  }

  /// The characteristics whose values are answers: more than half of them come soon after a write
  /// in their service. Of others, such as a measurement once a second, a write is no cause.
  private func answering() -> Set<UInt16> {
    var writes: [UInt16: Entry] = [:]
    var counts: [UInt16: (all: Int, soon: Int)] = [:]
    for entry in entries {
      guard let service = service(entry.handle) else { continue }
      switch entry.step {
      case .read: break
      case .write: if configured[entry.handle] == nil { writes[service] = entry }
      case .sent:
        counts[entry.handle, default: (0, 0)].all += 1
        if let write = writes[service], write.connection == entry.connection,
          Self.delay(from: write.time, to: entry.time) <= Self.answerTime
        {
          counts[entry.handle]?.soon += 1
        }
      }
    }
    return Set(counts.filter { $0.value.soon * 2 > $0.value.all }.keys)
  }

  /// Times of a capture may fall, and be anything.
  private static func delay(from start: Int64, to end: Int64) -> Int64 {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    guard end > start else { return 0 }
    return overflow ? .max : difference
  }
}

extension RecordedPeripheral {
  /// Ends a subscription; one without values is not worth playing.
  fileprivate mutating func close(
    _ handle: UInt16, open: inout [UInt16: RecordedHistory.Subscription]
  ) {
    guard let subscription = open.removeValue(forKey: handle), !subscription.sent.isEmpty else {
      return
    }
    episodes[handle, default: []].append(
      Episode(
        connection: subscription.connection, sent: subscription.sent,
        isInherited: subscription.isInherited))
  }
}
