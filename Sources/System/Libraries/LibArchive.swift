import Bytes
import CSystem
import Glibc

/// The formats read with libarchive, named after `archive_read_support_`. Never its filters: some
/// run other programs, and all lose the end of truncated input.
package enum ArchiveFormat: String, CaseIterable, Sendable {
  /// Includes the streaming reader, for an archive whose end is missing.
  case zip = "format_zip"
  case tar = "format_tar"
}

/// Where an archive is read from.
package protocol ArchiveInput: AnyObject {
  /// Reads once, after the bytes held.
  /// - Returns: bytes read, 0 at the end; `nil` on an error.
  func fill(_ buffer: inout ReadBuffer) -> Int?

  /// The total size in bytes, if the input can seek; otherwise `nil`.
  var size: Int64? { get }

  /// - Returns: whether the next byte comes from there.
  func move(to offset: Int64) -> Bool
}

/// The functions of libarchive that are called, from the installed library.
///
/// It is loaded with the first archive, since it pulls in libxml2 and ICU; its prototypes are
/// declared here (archive.h, archive_entry.h), so that building needs no headers.
@safe
struct LibArchive {
  fileprivate typealias Archive = OpaquePointer
  fileprivate typealias Entry = OpaquePointer
  fileprivate typealias Read =
    @convention(c) (
      Archive?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Int
  fileprivate typealias Seek =
    @convention(c) (
      Archive?, UnsafeMutableRawPointer?, Int64, Int32
    ) -> Int64
  fileprivate typealias DataBlock =
    @convention(c) (
      Archive?, UnsafeMutablePointer<UnsafeRawPointer?>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<Int64>?
    ) -> Int32
  fileprivate typealias Simple = @convention(c) (Archive?) -> Int32

  fileprivate let new: @convention(c) () -> Archive?
  fileprivate let free: Simple
  /// Formats, by the end of their name after `archive_read_support_`.
  fileprivate let supports: [String: Simple]
  fileprivate let setRead: @convention(c) (Archive?, Read?) -> Int32
  fileprivate let setSeek: @convention(c) (Archive?, Seek?) -> Int32
  fileprivate let setData: @convention(c) (Archive?, UnsafeMutableRawPointer?) -> Int32
  fileprivate let open: Simple
  fileprivate let nextHeader: @convention(c) (Archive?, UnsafeMutablePointer<Entry?>?) -> Int32
  fileprivate let dataBlock: DataBlock
  fileprivate let errorString: @convention(c) (Archive?) -> UnsafePointer<CChar>?
  fileprivate let entryPath: @convention(c) (Entry?) -> UnsafePointer<CChar>?
  fileprivate let entryPathUTF8: @convention(c) (Entry?) -> UnsafePointer<CChar>?
  fileprivate let entryType: @convention(c) (Entry?) -> UInt32

  static let fileName = "libarchive.so.13"

  /// `nil` if the library is not installed.
  static let shared = LibArchive(fileName)

  init?(_ fileName: String) {
    guard let library = LoadedLibrary(fileName) else { return nil }
    func find<Function>(_ name: String) -> Function? { unsafe library.find(name) }
    func find(supports names: [String]) -> [String: Simple]? {
      var found: [String: Simple] = unsafe [:]
      for name in names {
        let function: Simple? = unsafe find("archive_read_support_\(name)")
        guard let function = unsafe function else { return nil }
        unsafe found[name] = function
      }
      return unsafe found
    }
    guard
      let new: @convention(c) () -> Archive? = unsafe find("archive_read_new"),
      let free: Simple = unsafe find("archive_read_free"),
      let supports = unsafe find(supports: ArchiveFormat.allCases.map(\.rawValue)),
      let setRead: @convention(c) (Archive?, Read?) -> Int32 =
        unsafe find("archive_read_set_read_callback"),
      let setSeek: @convention(c) (Archive?, Seek?) -> Int32 =
        unsafe find("archive_read_set_seek_callback"),
      let setData: @convention(c) (Archive?, UnsafeMutableRawPointer?) -> Int32 =
        unsafe find("archive_read_set_callback_data"),
      let open: Simple = unsafe find("archive_read_open1"),
      let nextHeader: @convention(c) (Archive?, UnsafeMutablePointer<Entry?>?) -> Int32 =
        unsafe find("archive_read_next_header"),
      let dataBlock: DataBlock = unsafe find("archive_read_data_block"),
      let errorString: @convention(c) (Archive?) -> UnsafePointer<CChar>? =
        unsafe find("archive_error_string"),
      let entryPath: @convention(c) (Entry?) -> UnsafePointer<CChar>? =
        unsafe find("archive_entry_pathname"),
      let entryPathUTF8: @convention(c) (Entry?) -> UnsafePointer<CChar>? =
        unsafe find("archive_entry_pathname_utf8"),
      let entryType: @convention(c) (Entry?) -> UInt32 = unsafe find("archive_entry_filetype")
    else { return nil }
    unsafe self.new = new
    unsafe self.free = free
    unsafe self.supports = supports
    unsafe self.setRead = setRead
    unsafe self.setSeek = setSeek
    unsafe self.setData = setData
    unsafe self.open = open
    unsafe self.nextHeader = nextHeader
    unsafe self.dataBlock = dataBlock
    unsafe self.errorString = errorString
    unsafe self.entryPath = entryPath
    unsafe self.entryPathUTF8 = entryPathUTF8
    unsafe self.entryType = entryType
  }
}

/// The packed bytes on their way to libarchive.
private final class PackedInput {
  private static let blockSize = 64 * 1024

  let input: any ArchiveInput
  private var buffer: ReadBuffer
  /// Bytes at the start of the buffer that libarchive has been given.
  private var given = 0
  /// Where libarchive reads next, from the input's first byte.
  private var offset: Int64 = 0

  init(_ input: any ArchiveInput, _ buffer: consuming ReadBuffer) {
    self.input = input
    self.buffer = buffer
  }

  /// The next block, valid until the next call.
  func next() -> (UnsafeRawPointer?, Int) {
    buffer.consume(given)
    given = 0
    if buffer.bytes.byteCount == 0, input.fill(&buffer) == nil {
      return (nil, Int(ArchiveStatus.fatal))
    }
    given = min(buffer.bytes.byteCount, Self.blockSize)
    offset += Int64(given)
    return unsafe (buffer.address, given)
  }

  /// - Returns: the new offset, or a negative status.
  func seek(_ distance: Int64, whence: Int32) -> Int64 {
    guard let size = input.size else { return Int64(ArchiveStatus.fatal) }
    let base: Int64 =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: offset
      default: size
      }
    let (target, overflow) = base.addingReportingOverflow(distance)
    guard !overflow, input.move(to: target) else { return Int64(ArchiveStatus.fatal) }
    let held = buffer.bytes.byteCount
    buffer.consume(held)
    given = 0
    offset = target
    return target
  }
}

/// Results of libarchive's functions.
enum ArchiveStatus {
  static let endOfArchive: Int32 = 1
  static let warning: Int32 = -20
  static let fatal: Int32 = -30
  /// `AE_IFMT` and `AE_IFREG`.
  static let fileTypeMask: UInt32 = 0o170000
  static let regularFile: UInt32 = 0o100000
}

/// An archive open in libarchive; call `next` before each `read`.
@safe
package final class ArchiveReader {
  package enum ReadError: Error {
    case notInstalled
    case system(SystemError)
    /// libarchive's own message.
    case library(String)
  }

  private let library: LibArchive
  private let handle: OpaquePointer
  private let input: PackedInput
  private var isAtEnd = false
  /// The offset of the next byte in its member.
  private var offset: Int64 = 0
  /// Unpacked bytes not read yet; libarchive owns them until the next block.
  private var block: UnsafeRawPointer?
  private var blockCount = 0
  private var blockOffset: Int64 = 0

  /// - input, buffer: at the first byte; the buffer holds what was already read.
  package init(
    _ format: ArchiveFormat, _ input: any ArchiveInput, _ buffer: consuming ReadBuffer
  ) throws(ReadError) {
    guard let library = LibArchive.shared else { throw .notInstalled }
    guard let handle = unsafe library.new() else { throw .system(SystemError(code: ENOMEM)) }
    self.library = library
    unsafe self.handle = handle
    self.input = PackedInput(input, buffer)
    _ = unsafe library.supports[format.rawValue]?(handle)
    _ = unsafe library.setRead(handle) { _, context, block in
      guard let context = unsafe context else { return Int(ArchiveStatus.fatal) }
      let input = unsafe Unmanaged<PackedInput>.fromOpaque(context).takeUnretainedValue()
      let (base, count) = unsafe input.next()
      unsafe block?.pointee = base
      return count
    }
    if input.size != nil {
      _ = unsafe library.setSeek(handle) { _, context, distance, whence in
        guard let context = unsafe context else { return Int64(ArchiveStatus.fatal) }
        return unsafe Unmanaged<PackedInput>.fromOpaque(context).takeUnretainedValue()
          .seek(distance, whence: whence)
      }
    }
    _ = unsafe library.setData(handle, Unmanaged.passUnretained(self.input).toOpaque())
    guard unsafe library.open(handle) >= ArchiveStatus.warning else { throw problem() }
  }

  deinit { _ = unsafe library.free(handle) }

  /// libarchive converts names to the locale's encoding, and the C locale has only ASCII.
  private nonisolated(unsafe) static let locale = unsafe newlocale(
    ctypeMask, "C.UTF-8", nil)

  /// LC_CTYPE_MASK, a macro, which is not imported (locale.h).
  static let ctypeMask: Int32 = 1 << LC_CTYPE

  /// Goes to the next member.
  /// - Returns: `nil` at the end. The name is untrusted text; invalid UTF-8 is repaired.
  package func next() throws(ReadError) -> (name: String, isFile: Bool)? {
    offset = 0
    unsafe block = nil
    blockCount = 0
    blockOffset = 0
    var entry: OpaquePointer?
    let before = unsafe uselocale(Self.locale)
    defer { _ = unsafe uselocale(before) }
    let status = unsafe library.nextHeader(handle, &entry)
    if status == ArchiveStatus.endOfArchive {
      isAtEnd = true
      return nil
    }
    guard status >= ArchiveStatus.warning else { throw problem() }
    let name = unsafe library.entryPathUTF8(entry) ?? library.entryPath(entry)
    return (
      unsafe name.map { unsafe String(cString: $0) } ?? "",
      unsafe library.entryType(entry) & ArchiveStatus.fileTypeMask == ArchiveStatus.regularFile
    )
  }

  /// Reads from the member that `next` went to; nothing at its end.
  package func read(into output: inout OutputRawSpan) throws(ReadError) {
    guard !output.isFull, !isAtEnd else { return }
    while offset == blockOffset, blockCount == 0 {
      guard try nextBlock() else { return }
    }
    let count: Int
    if offset < blockOffset {
      // A hole of a sparse file.
      count = output.append(zeros: Int(clamping: blockOffset - offset))
    } else {
      count = output.append(
        prefixOf: unsafe RawSpan(
          _unsafeBytes: UnsafeRawBufferPointer(start: block, count: blockCount)))
      unsafe block = block.map { unsafe $0 + count }
      blockCount -= count
      blockOffset += Int64(count)
    }
    offset += Int64(count)
  }

  /// Block by block: `archive_read_data` withholds data if an error follows it.
  private func nextBlock() throws(ReadError) -> Bool {
    var base: UnsafeRawPointer?
    var count = 0
    var place: Int64 = 0
    let status = unsafe library.dataBlock(handle, &base, &count, &place)
    if status == ArchiveStatus.endOfArchive { return false }
    guard status >= ArchiveStatus.warning, place >= offset else { throw problem() }
    unsafe block = base
    blockCount = unsafe base == nil ? 0 : max(count, 0)
    blockOffset = place
    return true
  }

  private func problem() -> ReadError {
    let message = unsafe library.errorString(handle).map { unsafe String(cString: $0) }
    return .library(message ?? "cannot be read")
  }
}
