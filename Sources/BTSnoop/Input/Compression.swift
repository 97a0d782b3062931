import Bytes
import System

/// The compression of a single file, without an archive.
enum Compression: CaseIterable {
  case gzip, xz, zstd, bzip2

  /// The first bytes, as far as they are fixed.
  var magic: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .bzip2: [0x42, 0x5A, 0x68]
    }
  }

  /// Its name in messages.
  var title: String {
    switch self {
    case .gzip: "gzip"
    case .xz: "xz"
    case .zstd: "zstd"
    case .bzip2: "bzip2"
    }
  }

  /// Bytes that decide whether a stream starts.
  static let headerLength = 10

  /// Whether a stream starts here, by all that its first bytes say.
  ///
  /// Source: RFC 1952, 2.3; the .xz file format, 2.1.1; RFC 8878, 3.1; bzip2's compress.c.
  func begins(_ bytes: RawSpan) -> Bool {
    guard bytes.begins(with: magic) else { return false }
    switch self {
    // Deflate, and no reserved flags.
    case .gzip:
      return bytes.byteCount > 3 && bytes.uint8(at: 2) == 8 && bytes.uint8(at: 3) & 0xE0 == 0
    case .xz, .zstd: return true
    case .bzip2:
      let size = bytes.clamped(3, count: 1)
      let block = bytes.clamped(4, count: 6)
      return size.byteCount == 1 && (0x31...0x39).contains(size.uint8(at: 0))
        && (block.equals(Self.block.rawBytes) || block.equals(Self.endOfStream.rawBytes))
    }
  }

  private static let block: [UInt8] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
  private static let endOfStream: [UInt8] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]

  /// The compression of the stream at the start of the bytes.
  static func detect(_ bytes: RawSpan) -> Compression? {
    allCases.first { $0.begins(bytes) }
  }

  /// Whether the same file continues after the end of a stream.
  func goesOn(_ bytes: RawSpan) -> Bool {
    if begins(bytes) { return true }
    guard self == .zstd, bytes.byteCount >= 4 else { return false }
    // A skippable frame.
    return bytes.uint32LittleEndian(at: 0) & 0xFFFF_FFF0 == 0x184D_2A50
  }

  /// - Throws: if the library is not installed.
  func decompressor() throws(SourceError) -> any Decompressor {
    let decompressor: (any Decompressor)? =
      switch self {
      case .gzip: GzipDecompressor()
      case .xz: XZDecompressor()
      case .zstd: ZstdDecompressor()
      case .bzip2: Bzip2Decompressor()
      }
    guard let decompressor else {
      throw SourceError(.unusable, "compressed data: needs the library of \(title)")
    }
    return decompressor
  }
}
