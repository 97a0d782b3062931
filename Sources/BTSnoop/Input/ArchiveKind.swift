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

  /// By the content, never by the name.
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

  init(_ archive: Archive, index: Int) {
    self.archive = archive
    self.index = index
  }

  func fill(_ buffer: inout ReadBuffer) throws(SourceError) -> Int { try archive.read(&buffer) }

  var originBytes: Int64 { archive.source.originBytes }

  var canRewind: Bool { archive.source.canRewind }

  func rewound() throws(SourceError) -> (any ByteSource)? {
    guard let source = try archive.source.rewound() else { return nil }
    return try Self.member(index, of: archive.kind, source)
  }

  /// - source: at the archive's first byte.
  static func member(
    _ index: Int, of kind: ArchiveKind, _ source: any ByteSource
  ) throws(SourceError) -> MemberSource {
    try member(index, of: Archive(kind, source, ReadBuffer()))
  }

  static func member(_ index: Int, of archive: Archive) throws(SourceError) -> MemberSource {
    for _ in 0...index {
      guard try archive.next() != nil else {
        throw SourceError(.damaged, "\(archive.kind.title): ends before its member \(index + 1)")
      }
    }
    return MemberSource(archive, index: index)
  }
}
