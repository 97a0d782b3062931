import Bytes

/// What a record holds, in any file format.
package enum RecordKind: UInt8, Sendable {
  case command, event, acl, sco, iso
  /// A link-layer PDU with its access address.
  case linkLayer
  /// Not a packet between host and controller: monitor notes, adapters added and removed.
  case system
  /// An unknown packet type; its bytes are kept.
  case unknown
}

/// Whether the packet left (`sent`) or reached (`received`) the recording host.
@usableFromInline
package enum PacketDirection: UInt8, Sendable {
  case sent, received
  /// The format does not say.
  case unknown

  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  /// The side that sent the packet: the peer, where the format does not say.
  package var sender: Side { self == .sent ? .host : .peer }
}

extension Side {
  /// The direction of what this side sends.
  package var direction: PacketDirection { self == .host ? .sent : .received }
}

/// One record of a capture, without its bytes, which are borrowed separately.
///
/// Those bytes start at the HCI packet (or at the access address, or at the monitor payload): after
/// the H4 byte, pseudo headers and file headers.
package struct CaptureRecord: Sendable {
  /// Number of the record, from 1, over all inputs.
  package var frame: UInt64
  package var time: CaptureTime
  package var kind: RecordKind
  package var direction: PacketDirection
  /// HCI index; `nil` if the format has none.
  package var adapter: UInt16?
  /// Bytes of the original packet, without H4 byte and pseudo header.
  package var originalLength: Int
  /// Bytes before the packet that Wireshark counts as part of it: an H4 byte, the header of a sniffer.
  package var countedHeader = 0
  /// The `SystemCode` of a `system` record; of an `unknown` one, the number that `unknown` names.
  package var code: UInt16
  /// Why the record is not understood; `nil` for all kinds but `unknown`.
  package var unknown: UnknownContent?
  /// Packets that the recorder has lost so far, if the format counts them.
  package var cumulativeDrops: UInt32
  /// Index of the input, from 0.
  package var file: Int
  /// The sniffer's data about a `linkLayer` record; `nil` for all others.
  package var radio: RadioInfo?

  package init(
    frame: UInt64, time: CaptureTime, kind: RecordKind, direction: PacketDirection,
    adapter: UInt16? = nil, originalLength: Int, code: UInt16 = 0, unknown: UnknownContent? = nil,
    cumulativeDrops: UInt32 = 0, file: Int = 0, radio: RadioInfo? = nil
  ) {
    self.frame = frame
    self.time = time
    self.kind = kind
    self.direction = direction
    self.adapter = adapter
    self.originalLength = originalLength
    self.code = code
    self.unknown = kind == .unknown ? unknown ?? .packetType : nil
    self.cumulativeDrops = cumulativeDrops
    self.file = file
    self.radio = radio
  }
}

/// Receives records. It must not keep the span; what outlives the call is copied.
package protocol RecordSink {
  /// Whether it has a use for the logs of apps, which have no packets; if not, they are refused.
  var readsAppLogs: Bool { get }

  /// A capture starts: called once per file, before its first record, even if it has no records.
  mutating func capture(_ info: CaptureInfo)

  /// The reader's remarks beside the records.
  mutating func note(_ note: CaptureNote)

  /// Somebody's comment on the record with that number, before the record; none follows where the
  /// record is not read.
  /// - text: as stored, perhaps not UTF-8.
  mutating func comment(_ text: RawSpan, frame: UInt64)

  /// What else a capture has: once, at its end.
  mutating func beside(_ rest: BesidePackets)

  /// - Returns: whether to continue reading.
  mutating func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool
}

extension RecordSink {
  package var readsAppLogs: Bool { false }
  package mutating func capture(_ info: CaptureInfo) {}
  package mutating func note(_ note: CaptureNote) {}
  package mutating func comment(_ text: RawSpan, frame: UInt64) {}
  package mutating func beside(_ rest: BesidePackets) {}
}
