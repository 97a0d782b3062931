import Bytes
import System

/// The log that Android's Bluetooth stack keeps in memory and prints into bug reports: a preamble,
/// then records packed with zlib.
///
/// Source: the Android Open Source Project, btif_debug_btsnoop and btsnooz.py. Numbers are in the
/// phone's byte order, little-endian.
struct BTSnoozLog {
  /// A version, and the time of the last record in microseconds since 1970.
  static let preambleSize = 9
  /// The most bytes to unpack from a log. Phones keep 256 KB, newer ones some megabytes.
  static let maximumLength = 16 << 20

  /// Unpacked.
  let records: [UInt8]
  /// Whether records have the original length of the packet, too: from version 2 on.
  private let hasOriginalLength: Bool
  /// Microseconds since 1970, before the first record.
  private let startTime: Int64
  /// Whether the packed bytes ended too early.
  let isCut: Bool
  /// Why unpacking failed.
  let failure: String?

  struct Record {
    /// Microseconds since 1970.
    var time: Int64
    var type: UInt8
    /// The range of its bytes.
    var bytes: Range<Int>
    /// The number of bytes that the log should hold of it.
    var included: Int
    var originalLength: Int
  }

  /// A position in the records.
  struct Position {
    fileprivate var offset = 0
    fileprivate var time: Int64
    /// The record is shorter than its type byte; nothing after it can be read.
    fileprivate(set) var isImpossible = false
  }

  /// Why a log cannot be read at all.
  enum FormatError: Error {
    case tooShort
    case version(UInt8)
  }

  /// - log: preamble and packed records.
  /// - limit: the most bytes to unpack.
  init(_ log: RawSpan, limit: Int = maximumLength) throws(FormatError) {
    guard log.byteCount >= Self.preambleSize else { throw .tooShort }
    let version = log.uint8(at: 0)
    guard version == 1 || version == 2 else { throw .version(version) }
    hasOriginalLength = version == 2
    let packed = log.clamped(Self.preambleSize)
    if packed.byteCount == 0 {
      // The stack packs an empty log into nothing, not even zlib's header.
      (records, isCut, failure) = ([], false, nil)
    } else {
      let (bytes, outcome) = Zlib.unpack(packed, limit: limit)
      records = bytes
      isCut = outcome == .cut
      failure =
        switch outcome {
        case .whole, .cut: nil
        case .tooLong: "the log unpacks to more than \(limit) bytes"
        case .damaged(let words): "the log cannot be unpacked: \(words)"
        }
    }
    // Times count back from the end: the first one needs the sum of all steps.
    var position = Position(time: 0)
    while Self.next(records, hasOriginalLength: hasOriginalLength, position: &position) != nil {}
    startTime = Int64(bitPattern: log.uint64LittleEndian(at: 1)) &- position.time
  }

  var start: Position { Position(time: startTime) }

  /// - Returns: the next record, possibly cut by the end of the log; `nil` at the end.
  func next(_ position: inout Position) -> Record? {
    Self.next(records, hasOriginalLength: hasOriginalLength, position: &position)
  }

  private static func next(
    _ records: [UInt8], hasOriginalLength: Bool, position: inout Position
  ) -> Record? {
    var cursor = ByteCursor(records.rawBytes.clamped(position.offset))
    do {
      let length = Int(try cursor.uint16LittleEndian())
      let original = hasOriginalLength ? Int(try cursor.uint16LittleEndian()) : length
      let step = try cursor.uint32LittleEndian()
      let type = try cursor.uint8()
      // The length includes the type, which every record has.
      guard length >= 1 else {
        position.isImpossible = true
        return nil
      }
      let start = position.offset + cursor.offset
      let end = min(start + length - 1, records.count)
      position.offset = end
      position.time &+= Int64(step)
      return Record(
        time: position.time, type: type, bytes: start..<end, included: length - 1,
        originalLength: max(original, length) - 1)
    } catch {
      return nil
    }
  }

  /// Bytes after the last complete record header.
  func rest(_ position: Position) -> Int { records.count - position.offset }

  /// The framing of a type: its high half gives the direction.
  static func framing(_ type: UInt8) -> PacketFraming {
    let (kind, direction): (RecordKind, PacketDirection) =
      switch type {
      case 0x10: (.event, .received)
      case 0x11: (.acl, .received)
      case 0x12: (.sco, .received)
      case 0x17: (.iso, .received)
      case 0x20: (.command, .sent)
      case 0x21: (.acl, .sent)
      case 0x22: (.sco, .sent)
      case 0x2D: (.iso, .sent)
      case 0x10...0x1F: (.unknown, .received)
      case 0x20...0x2F: (.unknown, .sent)
      default: (.unknown, .unknown)
      }
    guard kind != .unknown else {
      return .unknown(.snoozType, code: UInt16(type), direction: direction, headerLength: 0)
    }
    return PacketFraming(kind: kind, direction: direction, headerLength: 0)
  }
}
