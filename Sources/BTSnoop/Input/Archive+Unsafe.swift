import Bytes
import Glibc

/// The functions of libarchive that are called, from the library as it is installed.
///
/// It is loaded when the first archive comes, since it brings libxml2 and ICU along; its
/// prototypes stand here (archive.h, archive_entry.h), so that nothing is needed to build.
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
  /// Formats, by the end of the name behind `archive_read_support_`.
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

  /// `nil` where the library is not installed.
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
      let supports = unsafe find(supports: ArchiveKind.allCases.flatMap(\.parts)),
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

  let source: any ByteSource
  private var buffer: ReadBuffer
  /// Bytes at the buffer's begin that libarchive has been given.
  private var given = 0
  /// Where libarchive reads next, from the source's first byte on.
  private var offset: Int64 = 0
  var error: SourceError?

  init(_ source: any ByteSource, _ buffer: consuming ReadBuffer) {
    self.source = source
    self.buffer = buffer
  }

  /// The next block, valid until the one behind it is asked for.
  func next() -> (UnsafeRawPointer?, Int) {
    buffer.consume(given)
    given = 0
    if buffer.bytes.byteCount == 0 {
      do { _ = try source.fill(&buffer) } catch {
        self.error = error
        return (nil, Int(ArchiveStatus.fatal))
      }
    }
    given = min(buffer.bytes.byteCount, Self.blockSize)
    offset += Int64(given)
    return unsafe (buffer.address, given)
  }

  /// - Returns: the new offset, or a negative status.
  func seek(_ distance: Int64, _ whence: Int32) -> Int64 {
    guard let file = source.seekable else { return Int64(ArchiveStatus.fatal) }
    let base: Int64 =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: offset
      default: file.size
      }
    let (target, overflow) = base.addingReportingOverflow(distance)
    do {
      guard !overflow else { return Int64(ArchiveStatus.fatal) }
      try file.move(to: target)
    } catch {
      self.error = error
      return Int64(ArchiveStatus.fatal)
    }
    let held = buffer.bytes.byteCount
    buffer.consume(held)
    given = 0
    offset = target
    return target
  }
}

/// Results of libarchive's functions.
private enum ArchiveStatus {
  static let endOfArchive: Int32 = 1
  static let warning: Int32 = -20
  static let fatal: Int32 = -30
  /// `AE_IFMT` and `AE_IFREG`.
  static let fileTypeMask: UInt32 = 0o170000
  static let regularFile: UInt32 = 0o100000
}

/// An archive that libarchive has open; `next` comes before each `read`.
@safe
final class Archive {
  private let library: LibArchive
  private let handle: OpaquePointer
  private let input: PackedInput
  let kind: ArchiveKind
  /// Bytes that came out so far.
  private var unpacked: Int64 = 0
  private var hasBegun = false
  private var isAtEnd = false
  /// Where in its member the next byte stands.
  private var offset: Int64 = 0
  /// What libarchive has unpacked and was not read yet; it is libarchive's until the next block.
  private var block: UnsafeRawPointer?
  private var blockCount = 0
  private var blockOffset: Int64 = 0

  var source: any ByteSource { input.source }

  /// - source, buffer: at the first byte; what was read already is in the buffer.
  init(_ kind: ArchiveKind, _ source: any ByteSource, _ buffer: consuming ReadBuffer)
    throws(SourceError)
  {
    guard let library = LibArchive.shared else {
      throw SourceError(
        .unusable, "\(kind.title): needs libarchive (apt-get install libarchive13)")
    }
    guard let handle = unsafe library.new() else { throw SourceError(SystemError(code: ENOMEM)) }
    self.library = library
    unsafe self.handle = handle
    self.kind = kind
    input = PackedInput(source, buffer)
    for part in kind.parts { _ = unsafe library.supports[part]?(handle) }
    _ = unsafe library.setRead(handle) { _, context, block in
      guard let context = unsafe context else { return Int(ArchiveStatus.fatal) }
      let input = unsafe Unmanaged<PackedInput>.fromOpaque(context).takeUnretainedValue()
      let (base, count) = unsafe input.next()
      unsafe block?.pointee = base
      return count
    }
    if source.seekable != nil {
      _ = unsafe library.setSeek(handle) { _, context, distance, whence in
        guard let context = unsafe context else { return Int64(ArchiveStatus.fatal) }
        return unsafe Unmanaged<PackedInput>.fromOpaque(context).takeUnretainedValue()
          .seek(distance, whence)
      }
    }
    _ = unsafe library.setData(handle, Unmanaged.passUnretained(input).toOpaque())
    guard unsafe library.open(handle) >= ArchiveStatus.warning else { throw problem() }
  }

  deinit { _ = unsafe library.free(handle) }

  /// libarchive makes of names what the locale can say, and C can say no more than ASCII.
  private nonisolated(unsafe) static let locale = unsafe newlocale(
    LC_CTYPE_MASK_, "C.UTF-8", nil)

  /// LC_CTYPE_MASK, a macro that is not imported (locale.h).
  private static var LC_CTYPE_MASK_: Int32 { 1 << LC_CTYPE }

  /// Goes to the next member.
  /// - Returns: `nil` at the end.
  func next() throws(SourceError) -> ArchiveEntry? {
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
    guard status >= ArchiveStatus.warning else {
      // What has no header that can be read is something else.
      throw problem(hasBegun ? .damaged : .unusable)
    }
    hasBegun = true
    let name = unsafe library.entryPathUTF8(entry) ?? library.entryPath(entry)
    return ArchiveEntry(
      name: unsafe name.map { unsafe String(cString: $0) } ?? "",
      isFile: unsafe library.entryType(entry) & ArchiveStatus.fileTypeMask
        == ArchiveStatus.regularFile)
  }

  /// Reads of the member that `next` went to.
  func read(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    let count = unsafe try buffer.fill { (room) throws(SourceError) -> Int in
      guard room.count > 0, !isAtEnd else { return 0 }
      while offset == blockOffset, blockCount == 0 {
        guard try nextBlock() else { return 0 }
      }
      return unsafe take(room)
    }
    unpacked += Int64(count)
    if let problem = UnpackLimit.problem(unpacked: unpacked, from: source.originBytes) {
      throw problem
    }
    return count
  }

  /// Block by block: `archive_read_data` keeps back what it has when an error comes behind it.
  private func nextBlock() throws(SourceError) -> Bool {
    var base: UnsafeRawPointer?
    var count = 0
    var place: Int64 = 0
    let status = unsafe library.dataBlock(handle, &base, &count, &place)
    if status == ArchiveStatus.endOfArchive { return false }
    guard status >= ArchiveStatus.warning, place >= offset else { throw problem() }
    unsafe block = base
    blockCount = max(count, 0)
    blockOffset = place
    return true
  }

  private func take(_ room: UnsafeMutableRawBufferPointer) -> Int {
    if offset < blockOffset {
      // A hole of a sparse file.
      let count = Int(min(Int64(room.count), blockOffset - offset))
      unsafe room.baseAddress.map { _ = unsafe memset($0, 0, count) }
      offset += Int64(count)
      return count
    }
    let count = min(room.count, blockCount)
    if let base = unsafe block, count > 0 {
      unsafe room.copyMemory(from: UnsafeRawBufferPointer(start: base, count: count))
      unsafe block = base + count
    }
    blockCount -= count
    blockOffset += Int64(count)
    offset += Int64(count)
    return count
  }

  private func problem(_ kind: CaptureError.Kind = .damaged) -> SourceError {
    if let error = input.error { return error }
    let message = unsafe library.errorString(handle).map { unsafe String(cString: $0) }
    return SourceError(kind, "\(self.kind.title): \(message ?? "cannot be read")")
  }
}
