import ByteReader

/// What holds captures without being one.
enum ArchiveKind: CaseIterable {
  /// One file, by gzip, xz, zstd or bzip2.
  case compressed
  case zip
  case tar

  /// What of libarchive reads it, behind `archive_read_support_`. Never all of its filters: some run
  /// other programs.
  var parts: [String] {
    switch self {
    case .compressed:
      [
        "filter_gzip", "filter_xz", "filter_zstd", "filter_bzip2", "format_raw", "format_empty",
      ]
    // The streaming reader, too, for an archive whose end is missing.
    case .zip: ["format_zip"]
    case .tar: ["format_tar"]
    }
  }

  /// How messages begin that are about it.
  var title: String {
    switch self {
    case .compressed: "compressed data"
    case .zip: "zip archive"
    case .tar: "tar archive"
    }
  }

  /// The first bytes of each; a tar archive begins with a name.
  private static let magics: [(bytes: [UInt8], kind: ArchiveKind)] = [
    ([0x1F, 0x8B], .compressed),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .compressed),
    ([0x28, 0xB5, 0x2F, 0xFD], .compressed),
    ([0x42, 0x5A, 0x68], .compressed),
    ([0x50, 0x4B, 0x03, 0x04], .zip),
    // Without members.
    ([0x50, 0x4B, 0x05, 0x06], .zip),
  ]

  private static let tarMagic: [UInt8] = Array("ustar".utf8)
  private static let tarMagicOffset = 257

  /// Bytes that tell every kind apart from a capture.
  static let sniffLength = 512

  /// By the content, never by the name.
  static func detect(_ bytes: RawSpan) -> ArchiveKind? {
    for magic in magics
    where bytes.clamped(0, magic.bytes.count).equals(magic.bytes.rawBytes) {
      return magic.kind
    }
    let isTar = bytes.clamped(tarMagicOffset, tarMagic.count).equals(tarMagic.rawBytes)
    return isTar ? .tar : nil
  }
}

/// A member of an archive.
struct ArchiveEntry: Equatable {
  /// Untrusted text; UTF-8 that was none is repaired.
  var name: String
  var isFile: Bool
}

/// The bytes of the member that an archive has come to.
final class MemberSource: ByteSource {
  private let archive: Archive
  /// Which of the archive's members, from 0.
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
      // A compressed file without a byte has no member.
      guard try archive.next() != nil || archive.kind == .compressed else {
        throw SourceError(.damaged, "\(archive.kind.title): ends before its member \(index + 1)")
      }
    }
    return MemberSource(archive, index: index)
  }
}
