import BTSnoop
import Bytes

/// A step of the clock, such as when it is set.
package struct TimeJump: Sendable {
  /// A shorter step is a pause: one day, in nanoseconds.
  package static let least: Int64 = 86_400_000_000_000

  package let before: CaptureTime
  package let after: CaptureTime
  /// The first record after it.
  package let frame: UInt64

  package var nanoseconds: Int64 { after.nanoseconds(since: before) }
}

/// Counts of records.
package struct RecordCounts: Sendable {
  package private(set) var records: UInt64 = 0
  package private(set) var malformed: UInt64 = 0
  /// Commands and events that the recorder cut where something was to be read.
  package private(set) var incomplete: UInt64 = 0
  /// Records of which the recorder has kept only a part.
  package private(set) var cut: UInt64 = 0
  /// The last one that is cut, and what is malformed in it.
  private var lastCut: (frame: UInt64, malformed: UInt64, incomplete: UInt64) = (0, 0, 0)
  /// Link-layer packets whose CRC is bad.
  package internal(set) var badCRC: UInt64 = 0
  /// Link-layer packets with an unknown access address: of connections and trains whose start is
  /// not in the capture, or noise.
  package internal(set) var unknownAccessAddress: UInt64 = 0
  /// Link-layer packets that disprove what their radio header says, by `RadioContradiction`.
  package private(set) var contradictions = [UInt64](
    repeating: 0, count: RadioContradiction.allCases.count)
  /// Packets of connections that a second sniffer has recorded, too.
  package internal(set) var copies: UInt64 = 0
  /// Data PDUs that were sent encrypted, and that the recorder has decrypted.
  package internal(set) var decrypted: UInt64 = 0
  /// Data PDUs that were decrypted with a key.
  package internal(set) var opened: UInt64 = 0
  package internal(set) var classicPackets: UInt64 = 0
  /// ACL packets on handles whose link type (LE or classic) is unknown.
  package internal(set) var unknownLinkPackets: UInt64 = 0
  /// Diagnostic data of Qualcomm's controllers, which they send as ACL data.
  package internal(set) var diagnosticPackets: UInt64 = 0
  /// Data packets of classic audio and of isochronous streams.
  package private(set) var synchronousPackets: UInt64 = 0
  package internal(set) var isochronousPackets: UInt64 = 0
  /// Entries of an app's log that are of one of several connections, and do not say of which.
  package private(set) var ambiguous: UInt64 = 0
  /// Whether there are HCI commands or events. Only a part of a log has none.
  private(set) var hasControl = false
  /// Whether there are ACL packets of the recording host.
  private(set) var hasSentData = false
  /// Whether there are ACL packets of its peers.
  private(set) var hasReceivedData = false
  /// Packets that the recorder lost.
  package internal(set) var drops: UInt64 = 0
  package private(set) var timeFalls = 0
  /// The largest step back, in nanoseconds, and the first record after it.
  package private(set) var largestFall: (nanoseconds: Int64, frame: UInt64) = (0, 0)
  /// Jumps forward that no pause explains; the first of them.
  package private(set) var jumps: [TimeJump] = []
  package private(set) var jumpCount = 0

  mutating func count(_ record: CaptureRecord) {
    records += 1
    switch record.kind {
    case .sco: synchronousPackets += 1
    case .iso: isochronousPackets += 1
    case .command, .event: hasControl = true
    case .acl where record.direction == .sent: hasSentData = true
    case .acl where record.direction == .received: hasReceivedData = true
    default: break
    }
  }

  mutating func countAmbiguous() { ambiguous += 1 }

  mutating func countCut(at record: CaptureRecord) {
    cut += 1
    lastCut = (record.frame, 0, 0)
  }

  mutating func countMalformed(at record: CaptureRecord) {
    malformed += 1
    if record.frame == lastCut.frame { lastCut.malformed += 1 }
  }

  mutating func countIncomplete(at record: CaptureRecord) {
    incomplete += 1
    if record.frame == lastCut.frame { lastCut.incomplete += 1 }
  }

  /// The end of the file has cut a record, not the recorder: that is reported, and nothing else of it.
  mutating func endOfFileCut(_ frame: UInt64) {
    guard lastCut.frame == frame, frame > 0 else { return }
    cut -= 1
    malformed -= lastCut.malformed
    incomplete -= lastCut.incomplete
    lastCut = (0, 0, 0)
  }

  /// - Returns: whether it is the first of its kind.
  mutating func count(_ contradiction: RadioContradiction) -> Bool {
    contradictions[contradiction.rawValue] += 1
    return contradictions[contradiction.rawValue] == 1
  }

  mutating func jumped(_ jump: TimeJump) {
    jumpCount += 1
    if jumps.count < SessionLimits.jumps { jumps.append(jump) }
  }

  /// Whether the clock jumped between two times, or may have, where more jumps are than kept.
  package func jumped(between first: CaptureTime, and last: CaptureTime) -> Bool {
    jumpCount > jumps.count || jumps.contains { first <= $0.before && $0.after <= last }
  }

  mutating func fellBack(by step: Int64, frame: UInt64) {
    timeFalls += 1
    if step > largestFall.nanoseconds { largestFall = (step, frame) }
  }
}
