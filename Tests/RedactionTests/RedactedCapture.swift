import ATTDissector
import BTSnoop
import Bytes
import Foundation
import GATTSession
import Redaction
import System
import TestSupport
import Timeline

/// A capture as `redact` writes it, in the process of the test.
struct RedactedCapture {
  let bytes: [UInt8]
  let tally: RedactionTally
  let leaks: Int
  /// Pairings whose proofs do not fit.
  let unproven: Int
  let entries: [Originals.Entry]

  static let secret = Array("a secret of the tests".utf8)

  struct Settings {
    var values = RedactedValues.mask
    var keepsVendor = false
    var keepsUnknown = false
    var shiftsTime = false
    var secret = RedactedCapture.secret
    var target = CaptureTarget.btsnoop
    /// Long term keys that are given.
    var linkKeys: [UInt128] = []

    var session: GATTSession.Options {
      var session = GATTSession.Options()
      session.linkKeys = linkKeys.map { GivenLinkKey(key: $0) }
      return session
    }
  }

  /// What opens the links of the output.
  let links: LinkStandIns
  /// Packets that these have opened.
  let opened: Int
  /// What others need to open its links.
  let needed: LinkStandIns

  init(_ capture: [UInt8], _ settings: Settings = Settings()) throws {
    let file = try Descriptor.temporary()
    try file.write(capture.rawBytes)
    func read(_ stage: any RecordStage, _ file: Descriptor) throws {
      try file.rewind()
      var pipeline = CapturePipeline(stage)
      var reader = CaptureReader()
      try reader.read(file, name: "capture", into: &pipeline)
      pipeline.end()
    }
    let originals = Originals(
      secret: settings.secret, keepsVendor: settings.keepsVendor, identityKeys: [])
    try read(
      RedactionStage(
        collecting: originals, settings.values, keepsUnknown: settings.keepsUnknown,
        session: settings.session), file)
    originals.settle()
    let patterns = PatternTable(originals.entries)
    let output = try Descriptor.temporary()
    let stage = RedactionStage(
      writing: settings.target, to: Timeline.OutputStream(output), originals, patterns,
      settings.values, keepsUnknown: settings.keepsUnknown, shiftsTime: settings.shiftsTime,
      note: "values masked", session: settings.session)
    try read(stage, file)
    tally = stage.tally
    entries = originals.entries
    unproven = originals.unproven
    links = originals.linkStandIns
    let search = LeakSearch(patterns, links)
    try output.rewind()
    try search.search(output)
    try read(search, output)
    leaks = search.leakCount
    opened = search.opened
    needed = search.needed
    try output.rewind()
    var buffer = ReadBuffer()
    var bytes: [UInt8] = []
    while try buffer.fill(from: output) > 0 {
      let count = buffer.bytes.byteCount
      bytes.append(buffer.bytes)
      buffer.consume(count)
    }
    self.bytes = bytes
  }

  /// The packets of btsnoop, with their H4 types.
  var packets: [[UInt8]] {
    var packets: [[UInt8]] = []
    var place = 16
    while place + 24 <= bytes.count {
      let length = bytes[place + 4..<place + 8].reduce(0) { $0 << 8 | Int($1) }
      packets.append(Array(bytes[place + 24..<place + 24 + length]))
      place += 24 + length
    }
    return packets
  }

  func contains(_ octets: [UInt8]) -> Bool {
    guard let first = octets.first else { return false }
    var place = 0
    while let next = bytes[place...].firstIndex(of: first) {
      if bytes[next...].starts(with: octets) { return true }
      place = next + 1
    }
    return false
  }
}

/// A btsnoop file of H4 packets.
func btsnoop(_ packets: [[UInt8]]) -> [UInt8] {
  var file = BTSnoopBytes(datalink: 1002)
  for (index, packet) in packets.enumerated() {
    // Commands and events have their own flags; data goes to the host.
    let flags: UInt32 = packet[0] == 1 ? 2 : packet[0] == 4 ? 3 : 1
    file.add(packet, flags: flags, time: 1_772_355_600_000_000 + Int64(index) * 1000)
  }
  return file.bytes
}

/// An ACL packet with a PDU of a channel.
func acl(_ pdu: [UInt8], channel: UInt8 = 4) -> [UInt8] {
  [2, 1, 0x20, UInt8(pdu.count + 4), 0, UInt8(pdu.count), 0, channel, 0] + pdu
}

/// Packets with the direction that each has: requests and commands are sent.
func btsnoop(directed packets: [(packet: [UInt8], isSent: Bool)]) -> [UInt8] {
  var file = BTSnoopBytes(datalink: 1002)
  for (index, (packet, isSent)) in packets.enumerated() {
    let flags: UInt32 = (packet[0] == 2 ? 0 : 2) | (isSent ? 0 : 1)
    file.add(packet, flags: flags, time: 1_772_355_600_000_000 + Int64(index) * 1000)
  }
  return file.bytes
}

/// Reads by type, and the answers.
func reads(_ values: [(type: BluetoothUUID, value: [UInt8])]) -> [(packet: [UInt8], isSent: Bool)] {
  values.flatMap { type, value in
    let octets = (0..<16).map { UInt8(truncatingIfNeeded: type.value >> UInt128(8 * $0)) }
    return [
      (acl([8, 1, 0, 0xFF, 0xFF] + octets), true),
      (acl([9, UInt8(value.count + 2), 3, 0] + value), false),
    ]
  }
}

extension RedactedCapture {
  /// The values of `reads`.
  var values: [[UInt8]] {
    packets.filter { $0[0] == 2 && $0.count > 13 && $0[9] == 9 }.map { Array($0[13...]) }
  }
}
