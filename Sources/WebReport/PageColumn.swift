import Bytes
import System
import Timeline

/// The unnamed file in which pieces of columns wait until the page is written.
final class PageFile {
  private let file = TemporaryFile()
  private(set) var error: SystemError?
  /// How many octets its columns have, those in memory too.
  fileprivate(set) var octets = 0

  /// - Returns: where the bytes are.
  func add(_ bytes: RawSpan) -> Int64 {
    guard error == nil else { return file.length }
    do { return try file.add(bytes) } catch {
      self.error = error
      return file.length
    }
  }

  /// Passes on what is there.
  func read(_ start: Int64, length: Int, _ body: (RawSpan) -> Void) {
    guard error == nil else { return }
    var buffer = ReadBuffer(capacity: min(length, ReadBuffer.size))
    var left = length
    do throws(SystemError) {
      while left > 0 {
        let place = start + Int64(length - left)
        let count = try file.fill(&buffer, from: place, atMost: left)
        // A file that somebody has made shorter.
        guard count > 0 else { throw .readFault }
        left -= count
        body(buffer.bytes)
        buffer.consume(buffer.end - buffer.start)
      }
    } catch { self.error = error }
  }
}

/// The bytes of one column, which come one after the other and are kept in bounded memory.
final class PageColumn {
  /// Octets in memory before they go to the file.
  private static let piece = 4096

  private let file: PageFile
  private var held = ByteWriter(capacity: 64)
  private var pieces: [(start: Int64, length: Int)] = []

  var isEmpty: Bool { held.isEmpty && pieces.isEmpty }

  init(_ file: PageFile) { self.file = file }

  func add(_ number: UInt64) {
    let before = held.count
    held.append(varint: number)
    added(held.count - before)
  }

  /// The sign is the lowest bit.
  func add(signed number: Int64) { add(number.zigzag) }

  func add(_ bytes: RawSpan) {
    held.append(bytes)
    added(bytes.byteCount)
  }

  private func added(_ count: Int) {
    file.octets += count
    guard held.count >= Self.piece else { return }
    pieces.append((file.add(held.bytes), held.count))
    held.removeAll()
  }

  func forEachPiece(_ body: (RawSpan) -> Void) {
    for piece in pieces { file.read(piece.start, length: piece.length, body) }
    var rest = ByteWriter(capacity: 0)
    swap(&rest, &held)
    body(rest.bytes)
    swap(&rest, &held)
  }

  /// Writes a JSON string in base64.
  func write(to out: OutputStream) {
    out.buffer.append("\"")
    // Less than a group of three, which waits for the next piece.
    var rest: [UInt8] = []
    forEachPiece { bytes in
      rest += bytes.copy()
      let whole = rest.count / 3 * 3
      out.buffer.append(base64: rest[..<whole])
      rest.removeFirst(whole)
      out.lineEnds()
    }
    out.buffer.append(base64: rest[...])
    out.buffer.append("\"")
  }
}

extension Int64 {
  /// Nanoseconds as the page has them: microseconds, at most 71 years before or after. The difference of two, with its
  /// sign as the lowest bit, is then a number that JavaScript has exactly.
  var pageMicroseconds: Int64 { Swift.min(Swift.max(self / 1000, -(1 << 51)), 1 << 51) }
  /// Numbers near zero as small ones, whatever their sign.
  var zigzag: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }
}

/// Writes numbers as the differences of integers, where they are such after so many decimals.
struct NumberCode {
  private static let scales: [Double] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
  /// Twice their difference, and a sign, are exact in JavaScript.
  private static let most = 1e15
  /// In the place of decimals: the eight octets of a number follow.
  private static let raw: UInt64 = 15

  private var decimals = 0
  private var previous: Int64 = 0

  mutating func add(_ value: Double, to column: PageColumn) {
    for next in decimals..<Self.scales.count {
      let scaled = (value * Self.scales[next]).rounded()
      guard scaled.magnitude < Self.most else { break }
      guard scaled / Self.scales[next] == value else { continue }
      if next != decimals {
        column.add(UInt64(next) << 1 | 1)
        (decimals, previous) = (next, 0)
      }
      let number = Int64(scaled)
      column.add((number - previous).zigzag << 1)
      previous = number
      return
    }
    column.add(Self.raw << 1 | 1)
    var bytes = ByteWriter(capacity: 8)
    bytes.append(uint64LittleEndian: value.bitPattern)
    column.add(bytes.bytes)
  }
}

/// Numbers byte strings from 1: one that came before has the same number, as far as memory allows.
struct PageNames: ~Copyable {
  private static let most = 1 << 16
  private static let octets = 4 << 20

  private var known: [UInt64: (start: Int, length: Int, number: UInt64)] = [:]
  private var heap = ByteWriter(capacity: 1024)
  private(set) var count: UInt64 = 0

  init() {}

  /// The number of what came before; `nil`: it is not known.
  func known(_ bytes: RawSpan) -> UInt64? {
    guard let found = known[FNV1a.hash(bytes)],
      heap.bytes.clamped(found.start, count: found.length).equals(bytes)
    else { return nil }
    return found.number
  }

  /// - Returns: whether it is new, and its number.
  mutating func number(of bytes: RawSpan) -> (isNew: Bool, number: UInt64) {
    let hash = FNV1a.hash(bytes)
    let found = known[hash]
    if let found, heap.bytes.clamped(found.start, count: found.length).equals(bytes) {
      return (false, found.number)
    }
    count += 1
    // Of two with one hash, the first is known.
    if found == nil, known.count < Self.most, heap.count + bytes.byteCount <= Self.octets {
      known[hash] = (heap.count, bytes.byteCount, count)
      heap.append(bytes)
    }
    return (true, count)
  }
}
