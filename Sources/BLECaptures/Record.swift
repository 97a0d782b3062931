import BTSnoop
import Bytes
import Timeline

extension Capture {
  /// A time of a capture: Unix seconds and nanoseconds, also before 1970.
  public struct Timestamp: Equatable, Comparable, Hashable, Sendable {
    /// Whole seconds since 1970-01-01 00:00 UTC, rounded down.
    public let seconds: Int64
    /// 0 to 999,999,999.
    public let nanoseconds: UInt32

    init(_ time: CaptureTime) {
      seconds = time.seconds
      nanoseconds = time.nanoseconds
    }

    /// Whether `a` is before `b`.
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
      (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
  }
}

extension Capture {
  /// Where a packet went, seen from the recording host.
  public enum Direction: Sendable {
    case sent, received
    /// The format does not say, or there is no recording host.
    case unknown

    init(_ direction: PacketDirection) {
      switch direction {
      case .sent: self = .sent
      case .received: self = .received
      case .unknown: self = .unknown
      }
    }
  }
}

extension Capture {
  /// One record of a capture, without its bytes.
  public struct Record: Sendable {
    /// What a record holds.
    public enum Kind: Sendable {
      case command, event, acl, sco, iso
      /// A PDU of the link layer with its access address.
      case linkLayer
      /// No packet: a note of the monitor, an adapter added or removed.
      case system
      case unknown
    }

    /// Number of the record, from 1, over all captures.
    public let frame: UInt64
    /// When it was recorded.
    public let time: Timestamp
    /// What it holds.
    public let kind: Kind
    /// Where it went.
    public let direction: Direction
    /// The N of `hciN`; `nil` if the format has none.
    public let adapter: UInt16?
    /// Octets of the packet on the air or on the wire; the capture may hold fewer.
    public let originalLength: Int

    init(_ record: CaptureRecord) {
      frame = record.frame
      time = Timestamp(record.time)
      kind = Kind(record.kind)
      direction = Direction(record.direction)
      adapter = record.adapter
      originalLength = record.originalLength
    }
  }
}

extension Capture.Record.Kind {
  init(_ kind: RecordKind) {
    switch kind {
    case .command: self = .command
    case .event: self = .event
    case .acl: self = .acl
    case .sco: self = .sco
    case .iso: self = .iso
    case .linkLayer: self = .linkLayer
    case .system: self = .system
    case .unknown: self = .unknown
    }
  }
}

extension RawSpan {
  /// A copy of the bytes, which outlives the call that lent them.
  public func octets() -> [UInt8] { copy() }
}

/// Passes records on as they are.
final class RecordReceiver: RecordStage {
  private let body: (Capture.Record, RawSpan) -> Capture.Next

  init(_ body: @escaping (Capture.Record, RawSpan) -> Capture.Next) { self.body = body }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {}

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    body(Capture.Record(record), bytes) == .more
  }

  func note(_ note: CaptureNote) {}
  func end(_ summary: CaptureSummary) {}
}
