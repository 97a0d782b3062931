import Bytes
import System

/// What contains captures without being one.
enum ArchiveKind: CaseIterable {
  /// One file, by gzip, xz, zstd or bzip2.
  case compressed
  case zip
  case tar

  /// The libarchive format that reads it.
  var format: ArchiveFormat? {
    switch self {
    case .compressed: nil
    case .zip: .zip
    case .tar: .tar
    }
  }

  /// The start of messages about it.
  var title: String {
    switch self {
    case .compressed: "compressed data"
    case .zip: "zip archive"
    case .tar: "tar archive"
    }
  }

  /// The first bytes of zip, also without members; a tar archive starts with a name.
  private static let zipMagics: [[UInt8]] = [[0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06]]

  /// Bytes that distinguish every kind from a capture: a tar archive's first header.
  static let sniffLength = TarHeader.length

  /// Detects the kind by the content, never by the name.
  static func detect(_ bytes: RawSpan) -> ArchiveKind? {
    if Compression.allCases.contains(where: { bytes.begins(with: $0.magic) }) { return .compressed }
    if zipMagics.contains(where: { bytes.begins(with: $0) }) { return .zip }
    return TarHeader.begins(bytes) && TarHeader.isIntact(bytes) ? .tar : nil
  }
}

/// A member of an archive.
struct ArchiveEntry: Equatable {
  /// Untrusted text; invalid UTF-8 is repaired.
  var name: String
  var isFile: Bool
}

/// The bytes of an archive's current member.
final class MemberSource: ByteSource {
  private let archive: Archive
  /// Index of the member, from 0.
  private let index: Int
  /// Reading started again: the archive is no longer at this member.
  private(set) var isUsedUp = false

  init(_ archive: Archive, index: Int) {
    self.archive = archive
    self.index = index
  }

  func fill(_ buffer: inout ReadBuffer) throws(SourceError) -> Int { try archive.read(&buffer) }

  var originBytes: Int64 { archive.source.originBytes }

  var canRewind: Bool { archive.source.canRewind }

  func rewound() throws(SourceError) -> (any ByteSource)? {
    isUsedUp = true
    guard let source = try archive.source.rewound() else { return nil }
    return try Self.member(index, of: Archive(archive.kind, source, ReadBuffer()))
  }

  /// - passed: how many members the archive has gone to.
  static func member(
    _ index: Int, of archive: Archive, after passed: Int = 0
  ) throws(SourceError) -> MemberSource {
    for _ in passed...index {
      guard try archive.next() != nil else {
        throw SourceError(.damaged, "\(archive.kind.title): ends before its member \(index + 1)")
      }
    }
    return MemberSource(archive, index: index)
  }
}

/// Goes to one member of an archive after the other: onwards where that is possible, since passing
/// all members again for each of many would take long.
struct MemberWalk {
  private let kind: ArchiveKind
  private let source: any ByteSource
  private var archive: Archive?
  private var last: MemberSource?
  /// How many members it has gone past.
  private var passed = 0
  /// How often it began at the first member.
  private var passes = 0

  /// The most passes through one archive: its captures mostly are in its order.
  static let maximumPasses = 256

  init(_ kind: ArchiveKind, _ source: any ByteSource) {
    self.kind = kind
    self.source = source
  }

  private func goesOn(to index: Int) -> Bool {
    archive != nil && index >= passed && last?.isUsedUp != true
  }

  /// Whether there may be another pass, or none is needed.
  func mayGo(to index: Int) -> Bool { passes < Self.maximumPasses || goesOn(to: index) }

  /// - Returns: `nil` where the archive cannot be read again.
  mutating func member(_ index: Int) throws(SourceError) -> MemberSource? {
    if !goesOn(to: index) {
      guard let again = try source.rewound() else { return nil }
      archive = try Archive(kind, again, ReadBuffer())
      passed = 0
      passes += 1
    }
    guard let archive else { return nil }
    let member = try MemberSource.member(index, of: archive, after: passed)
    passed = index + 1
    last = member
    return member
  }
}
