import Bytes
import System

/// An open archive; call `next` before each `read`.
final class Archive {
  private let reader: ArchiveReader
  private let input: PackedSource
  let kind: ArchiveKind
  /// Bytes unpacked so far.
  private var unpacked: Int64 = 0
  private var hasBegun = false

  var source: any ByteSource { input.source }

  /// - source, buffer: at the first byte; the buffer holds what was already read.
  init(_ kind: ArchiveKind, _ source: any ByteSource, _ buffer: consuming ReadBuffer)
    throws(SourceError)
  {
    guard let format = kind.format else {
      throw SourceError(.unusable, "\(kind.title): no archive")
    }
    self.kind = kind
    input = PackedSource(source)
    do { reader = try ArchiveReader(format, input, buffer) } catch {
      throw Self.problem(error, kind: kind, input: input, meaning: .damaged)
    }
  }

  /// Goes to the next member.
  /// - Returns: `nil` at the end.
  func next() throws(SourceError) -> ArchiveEntry? {
    do {
      guard let (name, isFile) = try reader.next() else { return nil }
      hasBegun = true
      return ArchiveEntry(name: name, isFile: isFile)
    } catch {
      // Without a readable header it is something else.
      throw Self.problem(error, kind: kind, input: input, meaning: hasBegun ? .damaged : .unusable)
    }
  }

  /// Reads from the member that `next` went to.
  func read(_ buffer: inout ReadBuffer) throws(SourceError) -> Int {
    let count: Int
    do {
      count = try buffer.fill { (output) throws(ArchiveReader.ReadError) in
        try reader.read(into: &output)
      }
    } catch { throw Self.problem(error, kind: kind, input: input, meaning: .damaged) }
    unpacked += Int64(count)
    if let problem = UnpackLimit.problem(unpacked: unpacked, from: source.originBytes) {
      throw problem
    }
    return count
  }

  /// - meaning: of libarchive's own errors.
  private static func problem(
    _ failure: ArchiveReader.ReadError, kind: ArchiveKind, input: PackedSource,
    meaning: CaptureError.Kind
  ) -> SourceError {
    if let error = input.error { return error }
    switch failure {
    case .notInstalled:
      return SourceError(
        .unusable, "\(kind.title): needs libarchive (apt-get install libarchive13)")
    case .system(let error): return SourceError(error)
    case .library(let words): return SourceError(meaning, "\(kind.title): \(words)")
    }
  }
}

/// The packed bytes; it remembers why they could not be read.
private final class PackedSource: ArchiveInput {
  let source: any ByteSource
  private(set) var error: SourceError?

  init(_ source: any ByteSource) { self.source = source }

  var size: Int64? { source.seekable?.size }

  func fill(_ buffer: inout ReadBuffer) -> Int? {
    do { return try source.fill(&buffer) } catch {
      self.error = error
      return nil
    }
  }

  func move(to offset: Int64) -> Bool {
    do {
      try source.seekable?.move(to: offset)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}
