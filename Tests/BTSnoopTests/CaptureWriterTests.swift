import BTSnoop
import Bytes
import TestSupport
import Testing

@Suite struct CaptureWriterTests {
  private static let time = CaptureTime(seconds: 1_772_355_600, nanoseconds: 1000)

  private static func info(_ linkType: String, decimals: Int = 6) -> CaptureInfo {
    CaptureInfo(
      name: "in", format: .pcap, linkType: linkType, linkTypeDescription: "",
      timeDecimals: decimals)
  }

  private static func record(
    _ kind: RecordKind, _ direction: PacketDirection = .sent, frame: UInt64 = 1,
    adapter: UInt16? = nil, code: UInt16 = 0, radio: RadioInfo? = nil
  ) -> CaptureRecord {
    CaptureRecord(
      frame: frame, time: time, kind: kind, direction: direction, adapter: adapter,
      originalLength: 4, code: code, radio: radio)
  }

  /// Writes records of four bytes.
  private func write(
    _ records: [CaptureRecord], _ target: CaptureTarget, from linkType: String = "hci_h4",
    decimals: Int = 6, bytes: [UInt8] = [1, 2, 3, 4]
  ) throws(ConversionError) -> (outcome: Outcome, losses: ConversionLosses) {
    var writer = CaptureWriter(target, of: [Self.info(linkType, decimals: decimals)])
    var output = ByteWriter()
    writer.appendHeader(to: &output)
    for record in records { _ = try writer.append(record, bytes: bytes.rawBytes, to: &output) }
    return (read(output.bytes.copy()), writer.losses)
  }

  static let hci: [CaptureTarget] = [
    .btsnoop, .btsnoopMonitor, .pcap, .pcapng, .pcapngMonitor, .pklg,
  ]
  static let air: [CaptureTarget] = [
    .pcap, .pcapng, .pcapLE, .pcapngLE, .pcapLEBare, .pcapngLEBare,
  ]

  @Test(arguments: hci) func packetsReadBackTheSame(target: CaptureTarget) throws {
    let kinds: [(RecordKind, PacketDirection)] = [
      (.command, .sent), (.event, .received), (.acl, .sent), (.acl, .received), (.sco, .received),
      (.iso, .sent),
    ]
    let records = kinds.enumerated().map { index, kind in
      Self.record(kind.0, kind.1, frame: UInt64(index + 1))
    }
    let (outcome, losses) = try write(records, target)
    expect(outcome.error == nil)
    expect(outcome.records.map(\.kind), equals: kinds.map(\.0))
    expect(outcome.records.map(\.direction), equals: kinds.map(\.1))
    expect(outcome.records.allSatisfy { $0.time == Self.time && $0.bytes == [1, 2, 3, 4] })
    expect(outcome.records.allSatisfy { $0.adapter == nil })
    expect(losses.isEmpty)
    expect(losses.messages(target).isEmpty)
  }

  @Test(arguments: air) func whatWasHeardReadsBackTheSame(target: CaptureTarget) throws {
    var radio = RadioInfo()
    if target != .pcapLEBare, target != .pcapngLEBare {
      radio.channel = 12
      radio.rssi = -70
      radio.crcOK = false
    }
    let (outcome, losses) = try write(
      [Self.record(.linkLayer, .unknown, radio: radio)], target, from: "le_ll_with_phdr")
    expect(outcome.records.map(\.kind), equals: [.linkLayer])
    expect(outcome.records.map(\.bytes), equals: [[1, 2, 3, 4]])
    expect(losses.isEmpty)
  }

  @Test func aCaptureWithoutRecordsKeepsItsLinkType() throws {
    for linkType in ["le_ll", "le_ll_with_phdr", "nordic_ble", "ppi_le_ll"] {
      for target in [CaptureTarget.pcap, .pcapng] {
        try expect(
          write([], target, from: linkType).outcome.infos.first?.linkType, equals: "le_ll_with_phdr"
        )
      }
    }
    for linkType in ["hci_h4", "hci_h4_with_phdr,le_ll", "none"] {
      let found = try write([], .pcapng, from: linkType).outcome.infos.first?.linkType
      expect(found, equals: "hci_h4_with_phdr")
    }
    try expect(write([], .btsnoop).outcome.infos.first?.linkType, equals: "hci_h4")
    try expect(write([], .pcapngLEBare).outcome.infos.first?.linkType, equals: "le_ll")
  }

  @Test func theLinkLayerAndHCIDoNotMix() {
    let heard = Self.record(.linkLayer, .unknown, frame: 7, radio: RadioInfo())
    let packet = Self.record(.event, .received, frame: 8)
    for target in CaptureTarget.allCases {
      let fromHCI = Result { () throws(ConversionError) in try write([heard], target) }
      let fromAir = Result { () throws(ConversionError) in
        try write([packet], target, from: "nordic_ble")
      }
      let takesHeard = target == .pcapng || Self.air.dropFirst().contains(target)
      expect(((try? fromHCI.get()) != nil), equals: takesHeard, "\(target)")
      let takesPackets = target != .pcap && Self.hci.contains(target)
      expect(((try? fromAir.get()) != nil), equals: takesPackets, "\(target)")
    }
    #expect(throws: ConversionError.linkLayer(frame: 7)) { try write([heard], .btsnoop) }
    #expect(throws: ConversionError.hci(frame: 8)) { try write([packet], .pcapLE) }
  }

  @Test func adaptersAreReportedApartOrRefused() throws {
    let records = [
      Self.record(.event, .received, adapter: 1),
      Self.record(.event, .received, frame: 2, adapter: 0),
    ]
    for target in [CaptureTarget.btsnoop, .pcap, .pcapng] {
      #expect(throws: ConversionError.adapters(1, 0, frame: 2)) { try write(records, target) }
      #expect(throws: ConversionError.adapters(1, nil, frame: 3)) {
        try write([records[0], Self.record(.acl, frame: 3)], target)
      }
    }
    for target in [CaptureTarget.btsnoopMonitor, .pcapngMonitor] {
      let (outcome, losses) = try write(records, target)
      expect(outcome.records.map(\.adapter), equals: [1, 0])
      expect(losses.isEmpty)
    }
    // What is left out is of no adapter.
    let note = Self.record(.system, .unknown, adapter: 5, code: 12)
    let (outcome, losses) = try write([note, records[0]], .pcap)
    expect(outcome.records.count, equals: 1)
    expect(losses.systemRecords, equals: 1)
    expect(losses.adapter, equals: 1)
  }

  @Test func everyLossIsCountedAndTold() throws {
    var fine = Self.record(.acl, .unknown, adapter: 2)
    fine.time.nanoseconds = 999
    fine.cumulativeDrops = 3
    let records = [
      Self.record(.system, .unknown), fine, Self.record(.unknown, code: 0x1FF),
      Self.record(.unknown, code: 7),
    ]
    let (outcome, losses) = try write(records, .pcap)
    expect(outcome.records.count, equals: 2)
    expect(
      losses.messages(.pcap),
      equals: [
        "1 record that is no packet is left out: pcap has no place for them",
        "1 packet is left out: pcap does not have their type",
        "1 packet without a direction is written as sent",
        "1 time is rounded down to microseconds: pcap has no finer ones",
        "the packets are those of hci2: pcap does not record adapters",
        "3 packets that the recorder lost: pcap does not count them",
      ])
    try expect(write([fine], .pcap, decimals: 9).losses.fineTimes, equals: 0)
    try expect(write([fine], .btsnoop, decimals: 9).losses.fineTimes, equals: 1)
    try expect(write([fine], .btsnoop).losses.drops, equals: 0)
    try expect(write([fine], .pcapng).losses.drops, equals: 0)
    try expect(write([fine], .pcapng).outcome.records.map(\.drops), equals: [3])
  }

  @Test func timesOutOfReachAreCounted() throws {
    let reach: [(Int64, [CaptureTarget])] = [
      (-1, [.pcap, .pcapng, .pcapngMonitor, .pklg]), (0, []), (4_294_967_295, []),
      (4_294_967_296, [.pcap, .pklg]),
    ]
    for (seconds, beyond) in reach {
      var record = Self.record(.command)
      record.time.seconds = seconds
      for target in Self.hci {
        let far = try write([record], target).losses.farTimes
        expect(far, equals: (beyond.contains(target) ? 1 : 0), "\(seconds) \(target)")
      }
    }
  }

  @Test func aCutPacketIsCountedWhereItIsCut() throws {
    let long = [UInt8](repeating: 1, count: 262_140)
    for (target, isCut) in [
      (CaptureTarget.btsnoop, false), (.btsnoopMonitor, false), (.pcap, true), (.pcapng, true),
      (.pcapngMonitor, false),
    ] {
      let (outcome, losses) = try write([Self.record(.acl)], target, bytes: long)
      expect((losses.longPackets == 1), equals: isCut)
      expect((outcome.records.first?.bytes.count != long.count), equals: isCut)
    }
  }

  @Test func whatASnifferSaysIsCountedWhereItIsLost() throws {
    var radio = RadioInfo()
    radio.crcOK = true
    radio.eventCounter = 9
    let heard = [
      Self.record(.linkLayer, .unknown, radio: radio),
      Self.record(.linkLayer, .unknown, frame: 2, radio: RadioInfo()),
    ]
    try expect(write(heard, .pcapLE, from: "nordic_ble").losses.eventCounters, equals: 1)
    try expect(write(heard, .pcapLE, from: "nordic_ble").losses.bareOfRadio, equals: 0)
    try expect(write(heard, .pcapLEBare, from: "nordic_ble").losses.bareOfRadio, equals: 1)
    let cut = try write([Self.record(.acl)], .pklg, bytes: [1, 0, 8]).losses
    expect(cut.lengths, equals: 1)
    try expect(write([Self.record(.acl)], .pcap, bytes: [1, 0, 8]).losses.isEmpty)
    // A sniffer's own messages are no HCI packets.
    let own = Self.record(.unknown, .unknown, code: 4)
    let (outcome, losses) = try write([own], .pcapng, from: "nordic_ble")
    expect(outcome.records.isEmpty)
    expect(losses.unknownPackets, equals: 1)
  }

  @Test func theEndingNamesTheFormat() {
    let names: [(String, CaptureTarget?)] = [
      ("a.btsnoop", .btsnoop), ("a.LOG", .btsnoop), ("x/y.z/a.cfa", .btsnoop), ("a.pcap", .pcap),
      ("a.b.PcapNG", .pcapng), ("a.pklg", .pklg), (".pcap", .pcap), ("a", nil), ("pcap", nil),
      ("a.txt", nil),
      ("a.pcap/b", nil), ("", nil), ("/", nil), ("a.", nil),
    ]
    for (name, target) in names { expect(CaptureTarget(fileName: name), equals: target, "\(name)") }
  }
}
