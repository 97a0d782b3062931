import Bytes

/// What a record holds, whatever file it came from.
package enum RecordKind: UInt8, Sendable {
  case command, event, acl, sco, iso
  /// A link-layer PDU with its access address.
  case linkLayer
  /// What is no packet between host and controller: monitor notes, adapters coming and going.
  case system
  /// A packet type that this program does not know; its bytes are kept.
  case unknown
}

/// Whether the packet left (`sent`) or reached (`received`) the recording host.
package enum PacketDirection: UInt8, Sendable {
  case sent, received
  /// The format does not say.
  case unknown
}

/// One record of a capture, without the bytes, which are borrowed beside it.
///
/// The bytes handed over with it begin at the HCI packet (or at the access address, or at the
/// monitor payload): H4 byte, pseudo headers and file headers are behind us.
package struct CaptureRecord: Sendable {
  /// Number of the record, from 1, over the whole input.
  package var frame: UInt64
  package var time: CaptureTime
  package var kind: RecordKind
  package var direction: PacketDirection
  /// HCI index; `nil` where the format has none.
  package var adapter: UInt16?
  /// Bytes that the packet had, as counted without H4 byte or pseudo header.
  package var originalLength: Int
  /// What a `system` record is, as `SystemCode` has it; the H4 type of an `unknown` one.
  package var code: UInt16
  /// Packets that the recorder has lost so far, where the format counts them.
  package var cumulativeDrops: UInt32
  /// Which of the inputs, from 0.
  package var file: Int
  /// What a sniffer says of a `linkLayer` record; `nil` for all others.
  package var radio: RadioInfo?

  package init(
    frame: UInt64, time: CaptureTime, kind: RecordKind, direction: PacketDirection,
    adapter: UInt16? = nil, originalLength: Int, code: UInt16 = 0, cumulativeDrops: UInt32 = 0,
    file: Int = 0, radio: RadioInfo? = nil
  ) {
    self.frame = frame
    self.time = time
    self.kind = kind
    self.direction = direction
    self.adapter = adapter
    self.originalLength = originalLength
    self.code = code
    self.cumulativeDrops = cumulativeDrops
    self.file = file
    self.radio = radio
  }
}

/// Where records go. Nothing may keep the span; what outlives the call is copied.
package protocol RecordSink {
  /// A capture begins: called once for each file, before its first record, also for one without
  /// records.
  mutating func capture(_ info: CaptureInfo)

  /// What the reader has to tell beside the records.
  mutating func note(_ note: CaptureNote)

  /// - Returns: whether to go on reading.
  mutating func record(_ record: borrowing CaptureRecord, _ bytes: RawSpan) -> Bool
}

extension RecordSink {
  package mutating func capture(_ info: CaptureInfo) {}
  package mutating func note(_ note: CaptureNote) {}
}
