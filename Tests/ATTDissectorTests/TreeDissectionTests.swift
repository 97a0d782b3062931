import Bytes
import TestSupport
import Testing

@testable import ATTDissector

@Suite struct TreeDissectionTests {
  /// Looks for the lines in the order given.
  private func missing(_ sample: TreeSample, in tree: TreeLines) -> String? {
    var rest = tree.lines[...]
    for line in sample.lines {
      guard let index = rest.firstIndex(where: { $0.hasSuffix(line) }) else { return line }
      rest = rest[(index + 1)...]
    }
    return nil
  }

  @Test func samplesSayWhatTheyMust() {
    for sample in TreeSample.all {
      let tree = sample.entry.dissect(hex: sample.hex)
      expect(missing(sample, in: tree) == nil, "\(sample.hex)\n\(tree.text)")
      expect(tree.isWhole)
    }
  }

  @Test func samplesAreWhole() {
    for sample in TreeSample.all where !sample.lines.contains(where: { $0.contains("truncated") }) {
      let tree = sample.entry.dissect(hex: sample.hex)
      expect(!tree.isTruncated, "\(sample.hex)\n\(tree.text)")
    }
  }

  @Test func everyAssignedOpcodeHasASample() {
    let sampled = Set(TreeSample.attributes.compactMap { TreeBytes.of($0.hex).first })
    for opcode in UInt8.min...UInt8.max where ATTRows.row(opcode) != nil {
      expect(sampled.contains(opcode), "opcode \(opcode)")
    }
  }

  /// Nothing may crash, and every tree is closed, wherever the bytes end.
  @Test func prefixesOfEverySample() {
    for sample in TreeSample.all {
      let whole = TreeBytes.of(sample.hex)
      for count in 0...whole.count {
        let tree = sample.entry.dissect(Array(whole.prefix(count)))
        expect(tree.isWhole, "\(sample.hex) cut to \(count)")
        expect(!tree.lines.isEmpty || sample.entry == .advertisingData)
        let hasHeader = sample.entry == .command || sample.entry == .event || sample.entry == .acl
        if hasHeader, count < whole.count, !sample.hex.hasSuffix("ee") {
          expect(tree.isTruncated, "\(sample.hex) cut to \(count)\n\(tree.text)")
        }
      }
    }
  }

  @Test(arguments: TreeEntry.allCases)
  func randomBytes(entry: TreeEntry) {
    let seed: UInt64 = 20_260_101
    var generator = SplitMix(seed: seed)
    for round in 0..<10_000 {
      let count = Int.random(in: 0...48, using: &generator)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // Half of them begin like packets that have a layout.
      if round % 2 == 0, count > 3 {
        switch entry {
        case .command: bytes[1] = 0x20
        case .event: bytes[0] = round % 4 == 0 ? 0x3E : 0x0E
        case .acl: bytes[1] &= 0x2F
        default: break
        }
      }
      let tree = entry.dissect(bytes)
      if !tree.isWhole { Issue.record("seed \(seed), round \(round): \(bytes)") }
    }
  }

  /// Every layout with every length of ones, so that counts lie.
  @Test func everyLayoutWithCountsThatLie() {
    for opcode in UInt16.min...UInt16.max where HCICommandRows.row(opcode) != nil {
      for length in [0, 1, 7, 40, 255] {
        let ones = [UInt8](repeating: 0xFF, count: length)
        let low = UInt8(opcode & 0xFF)
        let high = UInt8(opcode >> 8)
        expect(TreeEntry.command.dissect([low, high, UInt8(length)] + ones).isWhole)
        let complete = [0x0E, UInt8(min(length + 3, 255)), 1, low, high] + ones
        expect(TreeEntry.event.dissect(complete).isWhole)
      }
    }
    for code in UInt8.min...UInt8.max {
      let ones = [UInt8](repeating: 0xFF, count: 254)
      expect(TreeEntry.event.dissect([code, 254] + ones).isWhole)
      expect(TreeEntry.event.dissect([0x3E, 255, code] + ones).isWhole)
      expect(TreeEntry.smp.dissect([code] + ones).isWhole)
      expect(TreeEntry.att.dissect([code] + ones).isWhole)
      expect(TreeEntry.signaling.dissect([code] + ones).isWhole)
      expect(TreeEntry.advertisingData.dissect([255, code] + ones).isWhole)
    }
  }

  @Test func truncationTellsWhatWasMissing() {
    let tree = TreeEntry.command.dissect(hex: "0604 03 40")
    expect(
      tree.lines.last, equals: "  truncated: Connection handle: 2 bytes needed, 1 available (40)")
    let data = TreeEntry.acl.dissect(hex: "4020 1b00 1700 0400 1b 1200 0502")
    expect(data.has("Fragment: the first 5 of 23 bytes"))
    expect(data.has("truncated: 27 bytes needed, 9 available"))
  }

  @Test func namesOfTheReceiverStandInTheTree() {
    final class Named: TreeNames {
      func write(nameOf uuid: BluetoothUUID, as kind: UUIDKind, to out: inout ByteWriter) -> Bool {
        guard uuid.short == 0x180D else { return false }
        out.append("Heart Rate")
        return true
      }
      func write(company: UInt16, to out: inout ByteWriter) -> Bool {
        guard company == 0x4C else { return false }
        out.append("Apple, Inc.")
        return true
      }
      func write(appearance: UInt16, to out: inout ByteWriter) -> Bool {
        out.append("Watch")
        return true
      }
    }
    let bytes = TreeBytes.of("05 03 0d18 0f18 03 ff 4c00 03 19 c000")
    let tree = TreeLines(names: Named()) {
      DissectionTree.advertisingData(bytes.rawBytes, into: &$0)
    }
    for line in [
      "UUID: Heart Rate (180D)", "UUID: 180F", "Company: Apple, Inc. (0x004C)",
      "Appearance: Watch (0x00C0)",
    ] {
      expect(tree.lines.contains { $0.hasSuffix(line) }, "\(line)\n\(tree.text)")
    }
  }
}
