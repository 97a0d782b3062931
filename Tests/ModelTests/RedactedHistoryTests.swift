import BTSnoop
import Bytes
import Foundation
import GATTSession
import Redaction
import System
import TestSupport
import Testing
import Timeline

/// Histories whose names, addresses and keys are known: redacted, they tell the same without them.
@Suite struct RedactedHistoryTests {
  private static let histories = 8

  @Test(arguments: 0..<4) func theStoryStaysAndNobodyIsKnown(part: Int) throws {
    for seed in stride(from: part, to: Self.histories, by: 4) {
      let history = History(seed: UInt64(seed))
      let redacted = try Self.redacted(history.file.bytes)
      let place = "seed \(seed)"
      let before = try Product(history.file.bytes, tellsAllAdvertisements: true)
      let after = try Product(redacted, tellsAllAdvertisements: true)
      expect(after.timeline.map(Self.story), equals: before.timeline.map(Self.story), place)
      for device in history.devices {
        for value in [device.identity.value, device.air.value] {
          let octets = (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
          expect(!Self.contains(redacted, octets), "\(place): an address")
          expect(!Self.contains(redacted, octets.reversed()), "\(place): an address")
        }
        for name in [device.name, device.attributeName] {
          expect(!Self.contains(redacted, Array(name.utf8)), "\(place): \(name)")
        }
        if let key = device.identityKey {
          expect(!Self.contains(redacted, key), "\(place): a key")
        }
      }
    }
  }

  /// What happened, at which record, and how it ended.
  private static func story(_ event: JSON) -> String {
    guard case .object(let members) = event else { return "" }
    return members.filter { ["event", "frame", "t", "handle", "error_code"].contains($0.0) }
      .map { "\($0.0) \($0.1.written)" }.joined(separator: " ")
  }

  private static func contains(_ bytes: [UInt8], _ octets: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(octets)) != nil
  }

  private static func redacted(_ capture: [UInt8]) throws -> [UInt8] {
    let file = try Descriptor.temporary()
    try file.write(capture.rawBytes)
    func read(_ stage: any RecordStage) throws -> CaptureSummary {
      try file.rewind()
      var pipeline = CapturePipeline(stage)
      var reader = CaptureReader()
      try reader.read(file, name: "history", into: &pipeline)
      pipeline.end()
      return pipeline.summary
    }
    let originals = Originals(
      secret: Array("a secret of the model".utf8), keepsVendor: false, identityKeys: [])
    let summary = try read(
      RedactionStage(
        collecting: originals, .keep, keepsUnknown: false, session: GATTSession.Options()))
    originals.settle()
    let output = try Descriptor.temporary()
    let isMonitor = summary.captures.first?.linkType == "hci_monitor"
    _ = try read(
      RedactionStage(
        writing: isMonitor ? .btsnoopMonitor : .btsnoop, to: Timeline.OutputStream(output),
        originals, PatternTable(originals.entries), .keep, keepsUnknown: false, shiftsTime: false,
        note: "", session: GATTSession.Options()))
    try output.rewind()
    var buffer = ReadBuffer()
    var bytes: [UInt8] = []
    while try buffer.fill(from: output) > 0 {
      let count = buffer.bytes.byteCount
      bytes.append(buffer.bytes)
      buffer.consume(count)
    }
    return bytes
  }
}
