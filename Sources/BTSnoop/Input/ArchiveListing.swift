import Bytes

/// The members of an archive that are captures, by their content.
struct ArchiveListing {
  struct Member: Equatable {
    /// Index of the member, from 0.
    var index: Int
    /// Untrusted text.
    var name: String
    /// Time of the first record, if the format has it in its first bytes; only for comparison.
    var start: Int64?
  }

  /// The kind of a member.
  private enum Content {
    case capture(start: Int64?)
    case archive
    case other
  }

  private(set) var captures: [Member] = []
  private(set) var archives: [Member] = []
  /// Members with the name of a phone's log that are no captures: the first ones.
  private(set) var unreadLogs: [String] = []
  private static let unreadLogLimit = 64
  /// The report of an Android bugreport.
  private(set) var text: Member?
  private(set) var count = 0
  /// The first member that could not be inspected.
  private(set) var unreadable: (name: String, problem: SourceError)?
  /// Why the members after the last are unknown.
  private(set) var damage: SourceError?

  /// Members to inspect; those after them are only counted.
  static let maximumMembers = 65_536

  /// There are members that were not inspected.
  var isCut: Bool { count > Self.maximumMembers }

  /// - archive: before its first member; afterwards it is after its last one.
  init(_ archive: Archive) throws(SourceError) {
    do {
      while let entry = try archive.next() {
        defer { count += 1 }
        guard entry.isFile, count < Self.maximumMembers else { continue }
        add(entry, archive: archive)
      }
    } catch {
      guard count > 0 else { throw error }
      damage = error
    }
  }

  private mutating func add(_ entry: ArchiveEntry, archive: Archive) {
    var member = Member(index: count, name: entry.name)
    if Bugreport.isText(entry.name) { text = text ?? member }
    do {
      switch try Self.content(of: MemberSource(archive, index: count), layers: 1) {
      case .capture(let start):
        member.start = start
        captures.append(member)
      case .archive: archives.append(member)
      case .other:
        if Sysdiagnose.isLog(entry.name), unreadLogs.count < Self.unreadLogLimit {
          unreadLogs.append(entry.name)
        }
      }
    } catch {
      if unreadable == nil { unreadable = (entry.name, error) }
    }
  }

  private static func content(
    of source: any ByteSource, layers: Int
  ) throws(SourceError) -> Content {
    var buffer = ReadBuffer(capacity: inspectedLength)
    switch try InputContent.detect(source, into: &buffer) {
    // Any text might be one; a bug report is recognized by its name, a log by nothing but its lines.
    case .capture(.btsnooz), .capture(.text): return .other
    case .capture(let format): return .capture(start: format.firstTime(buffer.bytes))
    case .archive(.compressed):
      guard layers < InputPlace.maximumLayers else { return .other }
      return try content(of: CompressedSource(source, buffer), layers: layers + 1)
    case .archive: return .archive
    case .other, .begun: return .other
    }
  }
}

extension CaptureInfo.Format {
  /// Time of the first record in the format's units; comparable within one format.
  fileprivate func firstTime(_ bytes: RawSpan) -> Int64? {
    switch self {
    case .btsnoop:
      let offset = BTSnoopParser.headerLength + BTSnoopParser.recordHeaderLength - 8
      guard bytes.byteCount >= offset + 8 else { return nil }
      return Int64(bitPattern: bytes.uint64BigEndian(at: offset))
    case .packetlogger:
      guard bytes.byteCount >= PacketLoggerHeader.timedSize else { return nil }
      let isBigEndian = PacketLoggerHeader.isBigEndian(length: bytes.uint32BigEndian(at: 0))
      let header = PacketLoggerHeader(bytes, at: 0, isBigEndian: isBigEndian)
      return Int64(header.seconds) * 1_000_000 + Int64(header.microseconds)
    default: return nil
    }
  }
}
