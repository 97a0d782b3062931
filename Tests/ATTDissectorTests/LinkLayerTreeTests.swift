import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// The dissection of link-layer packets.
@Suite struct LinkLayerTreeTests {
  private func tree(_ hex: String, _ view: LinkLayerView = LinkLayerView()) -> TreeLines {
    let octets = TreeBytes.of(hex)
    let tree = TreeLines {
      DissectionTree.linkLayer(octets.rawBytes, plain: RawSpan(), view: view, into: &$0)
    }
    expect(tree.isWhole)
    return tree
  }

  private var advertising: LinkLayerView {
    var view = LinkLayerView()
    view.isAdvertising = true
    return view
  }

  @Test func advertisingIndication() {
    let tree = tree("d6be898e 4009 5a4b3c2d0ef1 020106 331d22", advertising)
    expect(
      tree.lines.prefix(6),
      equals: [
        "Link layer: access address 0x8E89BED6", "  Advertising PDU: ADV_IND (0x00)",
        "    ChSel: 0", "    TxAdd: 1 (random)", "    Length: 9",
        "    AdvA: F1:0E:2D:3C:4B:5A",
      ])
    expect(tree.has("BR/EDR Not Supported") && tree.lines.last == "  CRC: 0xCCB844")
  }

  @Test func connectIndication() {
    let tree = tree(
      "d6be898e 4522 0730215e8ac4 070600d02200 e7a9c250 317d0b 02 0000 1800 0000 4800 ffffffff1f 27"
        + "8c4612", advertising)
    for field in [
      "InitA: C4:8A:5E:21:30:07", "AA: 0x50C2A9E7", "Interval: 30 ms (24)",
      "Timeout: 720 ms (72)", "ChM: 0x1FFFFFFFFF, all", "Hop: 7", "SCA: 250 ppm (0x01)",
    ] { expect(tree.has(field)) }
    expect(!tree.isTruncated && !tree.hasFurtherBytes)
  }

  @Test func extendedAdvertising() {
    var view = advertising
    view.name = "AUX_ADV_IND"
    view.isAuxiliary = true
    view.isCoded = true
    let tree = tree("d6be898e 01 4710 0c 19 5a4b3c2d0ef1 3412 950a00 020106 c0ffee", view)
    for field in [
      "Coding indicator: 1 (S=2)", "Advertising PDU: AUX_ADV_IND (0x07)",
      "AdvMode: 0 (neither connectable nor scannable)", "AdvA: F1:0E:2D:3C:4B:5A",
      "ADI: SID 1, DID 564", "AuxPtr: channel 21, 3000 µs, clock 51-500 ppm, LE 1M (0x00)",
      "CRC: 0x03FF77",
    ] { expect(tree.has(field), "\(field)\n\(tree.text)") }
  }

  @Test func dataPDUs() {
    let empty = tree("e7a9c250 0d00 aabbcc")
    expect(empty.has("LLID: 1 (empty)") && empty.has("NESN: 1") && empty.has("SN: 1"))
    let control = tree("e7a9c250 0f06 0c 0c 0f00 0641 e66f6d")
    expect(control.has("LL Control: LL_VERSION_IND (0x0C)") && control.has("Version: 5.3"))
    let att = tree("e7a9c250 0e07 0300 0400 0a1500 aabbcc")
    expect(att.has("LLID: 2 (start of an L2CAP PDU)") && att.has("Read Request"))
    let fragment = tree("e7a9c250 0103 010203 aabbcc")
    expect(fragment.has("Fragment: 010203"))
    var view = LinkLayerView()
    view.isEncrypted = true
    let encrypted = tree("e7a9c250 0b05 0102030405 aabbcc", view)
    expect(encrypted.has("Encrypted: 0102030405") && !encrypted.has("LL Control: "))
    let extended = tree("e7a9c250 2103 14 010203 aabbcc")
    expect(extended.has("CTETime: 0.16 ms (20)") && extended.has("CTEType: AoA (0x00)"))
    expect(extended.has("CRC: 0x55DD33"))
  }

  @Test func isochronousPDUs() {
    var view = LinkLayerView()
    view.isochronous = .unknown
    let unknown = tree("e7a9c250 0102 0102 aabbcc", view)
    expect(unknown.has("Isochronous PDU") && unknown.has("Payload: 0102"))
    expect(unknown.has("CRC: 0x55DD33"))
    view.isochronous = .connected
    let null = tree("e7a9c250 5500 aabbcc", view)
    for field in [
      "CIS PDU", "LLID: 1 (unframed, start or continuation of an SDU)", "NESN: 1", "SN: 0",
      "CIE: 1", "NPI: 1", "Length: 0",
    ] { expect(null.has(field), "\(field)\n\(null.text)") }
    // The end of an SDU, and the beginning of the next.
    let framed = tree("e7a9c250 020c 0302 0102 0006 e80300 aabbcc aabbcc", view)
    for field in [
      "LLID: 2 (framed)", "SC: 1", "CMPLT: 1", "SDU data: 0102", "SC: 0", "CMPLT: 0",
      "TimeOffset: 1000 µs", "SDU data: aabbcc", "CRC: 0x55DD33",
    ] { expect(framed.has(field), "\(field)\n\(framed.text)") }
    // What is encrypted is no list of segments.
    let sealed = tree("e7a9c250 0204 8102 0102 aabbcc", view)
    expect(sealed.has("Payload: 81020102") && !sealed.has("SC: 1"))
    view.isochronous = .broadcast
    let broadcast = tree("e7a9c250 2800 aabbcc", view)
    expect(broadcast.has("BIS PDU") && broadcast.has("CSSN: 2") && broadcast.has("CSTF: 1"))
    let control = tree("e7a9c250 0308 00 ff07000000 3412 aabbcc", view)
    expect(control.has("BIG Control: BIG_CHANNEL_MAP_IND (0x00)") && control.has("Instant: 4660"))
    let end = tree("e7a9c250 0304 01 13 3412 aabbcc", view)
    expect(end.has("BIG Control: BIG_TERMINATE_IND (0x01)") && end.has("Instant: 4660"))
    let cut = tree("e7a9c250 02", view)
    expect(cut.text.contains("Header"))
  }

  /// Header, MIC and CRC are those that were sent; only what was sealed is in the clear.
  @Test func decryptedPDUs() {
    var view = LinkLayerView()
    view.decryption = .byKey
    let sealed = TreeBytes.of("e7a9c250 0e0b 11223344556677 a1b2c3d4 aabbcc")
    let plain = TreeBytes.of("e7a9c250 0e07 0300 0400 0a1500 000000")
    let opened = TreeLines {
      DissectionTree.linkLayer(sealed.rawBytes, plain: plain.rawBytes, view: view, into: &$0)
    }
    for line in ["Length: 11", "Decrypted: with a key", "MIC: a1b2c3d4", "CRC: 0x55DD33"] {
      expect(opened.has(line), "\(opened.text)")
    }
    expect(opened.has("Read Request") && !opened.hasFurtherBytes)
    view.decryption = .byRecorder(mic: 4)
    let read = tree("e7a9c250 0e0b 0300 0400 0a1500 a1b2c3d4 aabbcc", view)
    expect(read.has("Decrypted: by the recorder") && read.has("MIC: a1b2c3d4"))
    expect(read.has("Read Request") && !read.hasFurtherBytes)
  }

  /// Reserved bits of the header are not explained.
  @Test func reservedBitsOfTheHeader() {
    let scannable = tree("d6be898e a609 5a4b3c2d0ef1 020106 331d22", advertising)
    expect(scannable.has("ChSel: 1 (reserved)") && scannable.has("TxAdd: 0 (public)"))
    expect(scannable.has("RxAdd: 1 (reserved)"))
    let response = tree("d6be898e 2409 5a4b3c2d0ef1 020106 331d22", advertising)
    expect(response.has("ChSel: 1 (reserved)") && !response.has("RxAdd"))
  }

  @Test func numbersInBits() {
    let request = tree(
      "e7a9c250 0324 1f 01 02 01 02 fb80 f000 102700 204e00 7800 7800 03 e80300 21 02 03 0800"
        + "f40100 e80300 2a00 aabbcc")
    for line in [
      "Max_SDU_C_To_P: 251", "Framed: 1", "Max_SDU_P_To_C: 240", "SDU_Interval_C_To_P: 10000 µs",
      "BN_C_To_P: 1", "BN_P_To_C: 2", "connEventCount: 42",
    ] { expect(request.has(line), "\(request.text)") }
    let channels = tree("e7a9c250 0308 01 fe0f000018 2a00 aabbcc")
    expect(channels.has("ChM: 0x1800000FFE: 1-11, 35-36"), "\(channels.text)")
  }

  private func control(_ hex: String) -> TreeLines {
    let bytes = wire(hex)
    return TreeLines { TreeControl.read(bytes.rawBytes, into: &$0) }
  }

  @Test(arguments: [
    (
      "2c 02 01 0301" + String(repeating: "00", count: 22),
      ["FeaturePage: Monitoring Advertisers, Frame Space Update, Shorter Connection Intervals"]
    ),
    ("2b 02 02 01" + String(repeating: "00", count: 23), ["FeaturePage: bit 256"]),
    (
      "2e 01 07 0a 08 00 0100 0000 02 42 3b 04 0000 0a 4100 0200 0101 0200 22",
      [
        "Mode_Types: 0x01: mode 3", "RTT_AA_Only_N: 10", "NADM_Sounding_Capability: 0x0001: phase",
        "CS_SYNC_PHY_Capability: 0x02: LE 2M", "Num_Ant: 2", "Max_Ant_Path: 4",
        "Role: 0x03: initiator, reflector", "No_FAE: 1", "Channel_Selection_3c: 1",
        "Sounding_PCT_Estimate: 1", "Num_Configs: 4", "Max_Procedures_Supported: 0", "T_SW: 10 µs",
        "T_IP1_Capability: 0x0041: 10 µs, 80 µs", "T_IP2_Capability: 0x0002: 20 µs",
        "T_FCS_Capability: 0x0101: 15 µs, 120 µs", "T_PM_Capability: 0x0002: 20 µs",
        "TX_SNR_Capability: 0x11: 18 dB, 30 dB",
      ]
    ),
    (
      "30 41 fcff7ffcffffffff1f00 01 02 ff 02 05 00 03 02 14 11 02 07 00 09 02 00",
      [
        "Config_ID: 1", "State: created (0x01)", "ChM: 0x001FFFFFFFFFFC7FFFFC: 2-22, 26-68",
        "ChM_Repetition: 1", "Main_Mode: mode 2 (0x02)", "Sub_Mode: none (0xFF)",
        "Main_Mode_Min_Steps: 2", "Main_Mode_Max_Steps: 5", "Mode_0_Steps: 3",
        "CS_SYNC_PHY: LE 2M (0x02)", "RTT_Type: 64-bit random sequence (0x04)",
        "Role: reflector (0x01)", "ChSel: algorithm #3c (0x01)", "Ch3cShape: X (0x01)",
        "Ch3cJump: 2", "T_IP1: 145 µs (0x07)", "T_IP2: 10 µs (0x00)", "T_FCS: 150 µs (0x09)",
        "T_PM: 40 µs (0x02)",
      ]
    ),
    ("31 05", ["Config_ID: 5"]),
    (
      "32 01 0a00 f40100 e80300 1000 0200 01 0000 102700 0500 0a00 07 01 02 fd f1",
      [
        "Config_ID: 1", "connEventCount: 10", "Offset_Min: 500 µs", "Offset_Max: 1000 µs",
        "Max_Procedure_Len: 10 ms (16)", "Event_Interval: 2", "Subevents_Per_Event: 1",
        "Subevent_Interval: 0 ms (0)", "Subevent_Len: 10000 µs", "Procedure_Interval: 5",
        "Procedure_Count: 10", "ACI: 2:2 (0x07)", "Preferred_Peer_Ant: 0x01: first",
        "PHY: 0x02: LE 2M", "Pwr_Delta: -3 dB", "TX_SNR_I: 21 dB (0x01)",
        "TX_SNR_R: not applied (0x0F)",
      ]
    ),
    (
      "33 01 0a00 f40100 e80300 0200 02 1000 102700 00 01 00 ff",
      [
        "Offset_Max: 1000 µs", "Event_Interval: 2", "Subevents_Per_Event: 2",
        "Subevent_Interval: 10 ms (16)", "ACI: 1:1 (0x00)", "PHY: 0x01: LE 1M", "Pwr_Delta: 0 dB",
      ]
    ),
    (
      "34 01 0a00 f40100 0200 01 0000 102700 03 01 02 00",
      ["Offset: 500 µs", "Subevent_Len: 10000 µs", "ACI: 4:1 (0x03)", "TX_SNR_R: 18 dB (0x00)"]
    ),
    ("38 fcff7ffcffffffff1f00 6400", ["ChM: 0x001FFFFFFFFFFC7FFFFC: 2-22, 26-68", "Instant: 100"]),
    ("25 04 02 fe 7f", ["PHY: 0x04: LE Coded, S=8", "Min and Max: 0x02: maximum", "Delta: -2 dB"]),
  ])
  func controlPDUs(hex: String, lines: [String]) {
    let tree = control(hex)
    var rest = tree.lines[...]
    for line in lines {
      guard let index = rest.firstIndex(where: { $0.hasSuffix("  " + line) }) else {
        Issue.record("\(line)\n\(tree.text)")
        return
      }
      rest = rest[(index + 1)...]
    }
    expect(!tree.isTruncated && !tree.hasFurtherBytes)
  }

  @Test(arguments: [
    "", "d6be", "d6be898e", "d6be898e 00", "d6be898e 4022 5a4b", "d6be898e 0710 0c 19",
  ])
  func cutPackets(hex: String) {
    expect(tree(hex, advertising).isTruncated)
    if hex.count < 20 { expect(tree(hex).isTruncated) }
  }

  /// Octets of CtrData by opcode, as the specification gives them.
  private static let controlLengths = [
    11, 7, 1, 22, 12, 0, 0, 1, 8, 8, 0, 0, 5, 1, 8, 23, 23, 2, 0, 0, 8, 8, 2, 2, 4, 2, 1, 0, 34, 1,
    1, 35, 8, 15, 3, 3, 4, 4, 10, 10, 3, 10, 42, 26, 26, 20, 25, 25, 27, 1, 28, 21, 18, 4, 0, 72,
    12, 20, 4, 7, 5,
  ]

  @Test func everyControlPDUHasALayout() throws {
    for opcode in UInt8.min...UInt8.max {
      let length = Int(opcode) < Self.controlLengths.count ? Self.controlLengths[Int(opcode)] : nil
      expect(ControlOpcodeName.length(opcode), equals: length)
      guard let length else { continue }
      let whole = [opcode] + [UInt8](repeating: 0, count: length)
      let tree = TreeLines { TreeControl.read(whole.rawBytes, into: &$0) }
      expect(!tree.isTruncated && !tree.hasFurtherBytes, "\(tree.text)")
      guard length > 0 else { continue }
      let short = Array(whole.dropLast())
      let cut = TreeLines { TreeControl.read(short.rawBytes, into: &$0) }
      expect(cut.isTruncated, "\(cut.text)")
    }
  }

  @Test func randomBytes() {
    var random = SplitMix(seed: 7)
    for _ in 0..<5_000 {
      let count = Int.random(in: 0..<60, using: &random)
      let octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var view = LinkLayerView()
      view.isAdvertising = Bool.random(using: &random)
      view.isCoded = Bool.random(using: &random)
      view.isEncrypted = Bool.random(using: &random)
      let tree = TreeLines {
        DissectionTree.linkLayer(octets.rawBytes, plain: RawSpan(), view: view, into: &$0)
      }
      expect(tree.isWhole)
    }
  }
}
