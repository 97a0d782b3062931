import BTSnoop
import Bytes
import GATTSession
import PacketList
import System
import Timeline

/// Reads what was written as anybody would, and looks for originals: in the octets of the file, in records and
/// in what is joined from several.
package final class LeakSearch: RecordStage {
  /// An original that is there.
  package struct Leak: Equatable, Sendable {
    package let kind: Originals.Kind
    /// The record; 0 where it is elsewhere in the file.
    package let frame: UInt64
  }

  private let patterns: PatternTable
  /// Random octets as long as the short patterns: how often these are there tells how often they are by chance.
  private let controls: PatternTable
  private let session: GATTSession
  private let packet: PacketDescription
  package private(set) var leaks: [Leak] = []
  private var longHits = 0
  private var shortHits = 0
  private var controlHits = 0
  package private(set) var records: UInt64 = 0
  private static let limit = 10
  private let links: LinkStandIns
  /// Encrypted packets that were opened, and so searched.
  package private(set) var opened = 0

  /// - links: what opens encrypted packets.
  package init(_ patterns: PatternTable, _ links: LinkStandIns = LinkStandIns()) {
    self.patterns = patterns
    self.links = links
    controls = PatternTable(controlsOf: patterns)
    var described = PacketDescription.Options()
    described.keepsConnection = false
    described.writesPlain = true
    packet = PacketDescription(described)
    var options = GATTSession.Options()
    options.otherKeys = links.keys.enumerated().map { LinkKey($1, origin: .given($0)) }
    options.temporaryKeys = links.temporaryKeys
    session = GATTSession(options: options, sink: SilentSink(), observer: packet)
  }

  package func begin(_ summary: CaptureSummary, clock: TimelineClock) {}
  package func note(_ note: CaptureNote) {}
  package func end(_ summary: CaptureSummary) {}

  package func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    records += 1
    search(bytes, frame: record.frame)
    session.process(record, bytes: bytes)
    search(packet.joined, frame: record.frame)
    search(packet.sdu, frame: record.frame)
    search(packet.plain, frame: record.frame)
    if packet.isOpened { opened += 1 }
    return true
  }

  /// The keys that others need to open what is encrypted: all but those that the packets show by themselves.
  package var needed: LinkStandIns {
    let unused = session.decryption.unused
    var needed = LinkStandIns()
    needed.keys = links.keys.enumerated().filter { !unused.contains(.given($0.offset)) }.map(
      \.element)
    needed.temporaryKeys = links.temporaryKeys.enumerated().filter {
      !unused.contains(.temporary($0.offset))
    }.map(\.element)
    return needed
  }

  /// How many originals were found, but for short ones that are there no more often than random octets are.
  package var leakCount: Int { longHits + (shortHits > chance ? shortHits : 0) }
  /// How many were found by chance.
  package var chanceHits: Int { shortHits > chance ? 0 : shortHits }
  private var chance: Int { controlHits / max(1, controls.controlsEach) }

  private func search(_ joined: borrowing ByteWriter, frame: UInt64) {
    search(joined.bytes, frame: frame)
  }

  private func search(_ bytes: RawSpan, frame: UInt64) {
    controls.each(in: bytes) { _, _ in controlHits += 1 }
    patterns.each(in: bytes) { _, pattern in
      if pattern.isShort { shortHits += 1 } else { longHits += 1 }
      let leak = Leak(kind: pattern.kind, frame: frame)
      if leaks.count < Self.limit, !leaks.contains(leak) { leaks.append(leak) }
    }
  }

  // MARK: The file

  /// Looks at all octets of a file, whatever they are of, and at what text in it says in hex.
  package func search(_ file: Descriptor) throws(SystemError) {
    let overlap = max(patterns.longest - 1, 0)
    var input = ReadBuffer(capacity: 1 << 18)
    var held: [UInt8] = []
    while try input.fill(from: file) > 0 {
      held.append(input.bytes)
      input.consume(input.end - input.start)
      search(held.rawBytes, frame: 0)
      search(hexIn: held)
      held.removeFirst(max(held.count - overlap, 0))
    }
  }

  /// Octets that are written as digits, however they are separated.
  private func search(hexIn bytes: [UInt8]) {
    var digits: [UInt8] = []
    func end() {
      // Twelve digits are an address; what is shorter is no original that is looked for.
      if digits.count >= 12 {
        for start in 0...1 {
          let octets = stride(from: start, to: digits.count - 1, by: 2).map {
            digits[$0] << 4 | digits[$0 + 1]
          }
          search(octets.rawBytes, frame: 0)
        }
      }
      digits.removeAll(keepingCapacity: true)
    }
    for byte in bytes {
      if let digit = hexDigit(byte) {
        digits.append(digit)
      } else if ![0x20, 0x2D, 0x2E, 0x3A, 0x5F].contains(byte) {
        end()
      }
    }
    end()
  }
}
