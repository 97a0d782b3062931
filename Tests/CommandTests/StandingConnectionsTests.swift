import ATTDissector
import Bytes
import Foundation
import GATTSession
import TestSupport
import Testing

@testable import bleinspect
@testable import LiveCapture
@testable import System

/// From the kernel's list and BlueZ's files to what a session knows.
@Suite struct StandingConnectionsTests {
  private let adapter = HCIAdapter(index: 0, name: "hci0", address: 0x00AA_0100_0000, flags: 1)
  private let other = HCIAdapter(index: 1, name: "hci1", address: 0x00AA_0100_0001, flags: 1)

  private func connection(
    _ handle: UInt16, _ address: UInt64, adapter: UInt16 = 0, isCentral: Bool = true
  ) -> HCIConnection {
    HCIConnection(
      adapter: adapter, handle: handle, address: address, isOutgoing: isCentral,
      isCentral: isCentral, isEncrypted: false)
  }

  private let strap: UInt64 = 0xA09E_1A12_3456

  private func storage() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let adapter = folder.url.appending(path: "00:AA:01:00:00:00")
    for name in ["cache", "A0:9E:1A:12:34:56", "C0:FF:EE:00:00:01"] {
      try FileManager.default.createDirectory(
        at: adapter.appending(path: name), withIntermediateDirectories: true)
    }
    func write(_ path: String, _ text: String) throws {
      try Data(text.utf8).write(to: adapter.appending(path: path))
    }
    try write(
      "A0:9E:1A:12:34:56/info",
      "[General]\nName=Polar \u{1B}[31m\\nH7\nAddressType=public\n")
    try write(
      "cache/A0:9E:1A:12:34:56",
      "[General]\nName=Polar\n[Attributes]\n0001=2800:0006:180d\n0002=2803:0003:10:2a37\n")
    try write(
      "C0:FF:EE:00:00:01/info",
      "[General]\nName=Bonded\nAddressType=static\n"
        + "[IdentityResolvingKey]\nKey=9B7D390AA610103405ADC857A33402EC\n")
    try write("attributes", "[Attributes]\n0001=2800:0005:1800\n")
    return folder
  }

  private func around(
    _ looks: [[HCIConnection]], adapters: Set<UInt16> = [], root: String
  ) throws -> (StandingConnections.Known, asked: Int) {
    var asked = 0
    let (source, standing) = StandingConnections.around(
      adapters: adapters, store: BlueZStore(root: root),
      asking: {
        defer { asked += 1 }
        guard asked < looks.count else { return nil }
        return StandingConnections.Look(adapters: [adapter, other], connections: looks[asked])
      }, open: { "source \(asked)" })
    // The source is opened between the two.
    expect(source, equals: "source 1")
    return (standing.known(), asked)
  }

  @Test func whatStandsBeforeAndAfterCounts() throws {
    let folder = try storage()
    let ended = connection(65, 0x1111_1111_1111)
    let kept = connection(64, strap)
    let (known, asked) = try around(
      [
        [ended, kept, connection(66, 0x2222_2222_2222), connection(1, 1, adapter: 1)],
        [kept, connection(66, 0x3333_3333_3333), connection(67, 0x4444_4444_4444)],
      ], root: folder.url.path)
    expect(asked, equals: 2)
    expect(
      known.connections,
      equals: [
        StandingConnection(
          adapter: 0, handle: 64, address: BluetoothAddress(strap, kind: .public), role: .central)
      ])
    // A line feed in a name would begin a line that nobody has written.
    expect(
      known.lines,
      equals: [
        #"hci0: connected to Polar \x1b[31m\x0aH7 (A0:9E:1A:12:34:56), handle 64, since before the start"#
      ])
    expect(known.remark == nil)
    expect(
      known.devices.map(\.description),
      equals: ["Polar \u{1B}[31m\nH7", "Bonded", "00:AA:01:00:00:00"])
    expect(known.devices.map(\.isHost), equals: [false, false, true])
    expect(known.devices.map(\.attributes.list.count), equals: [2, 0, 1])
    expect(known.devices[1].identityKey, equals: 0xEC02_34A3_57C8_AD05_3410_10A6_0A39_7D9B)
  }

  @Test func whereNothingStandsTheKernelIsAskedOnce() throws {
    let folder = try storage()
    let (known, asked) = try around([[], [connection(1, strap)]], root: folder.url.path)
    expect(asked, equals: 1)
    expect(known.connections.isEmpty)
    // Devices that are bonded may come back.
    expect(known.devices.count, equals: 3)
  }

  @Test func chosenAdapters() throws {
    let folder = try storage()
    let both = [connection(1, strap), connection(1, 2, adapter: 1, isCentral: false)]
    let (known, _) = try around([both, both], adapters: [1], root: folder.url.path)
    expect(
      known.connections,
      equals: [
        StandingConnection(
          adapter: 1, handle: 1, address: BluetoothAddress(2, kind: .unknown), role: .peripheral)
      ])
    expect(
      known.lines,
      equals: [
        "hci1: connected to 00:00:00:00:00:02, handle 1, since before the start"
      ])
  }

  @Test func withoutBluetooth() throws {
    let (known, asked) = try around([], root: "/nowhere")
    expect(asked, equals: 1)
    expect(known.connections.isEmpty)
    expect(known.devices.isEmpty)
    expect(known.remark == nil)
  }

  @Test func aSourceThatCannotBeOpened() {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      _ = try StandingConnections.around(asking: { nil }, open: { throw Refused() })
    }
  }

  @Test func theSessionGetsIt() throws {
    let folder = try storage()
    let kept = connection(64, strap)
    let (known, _) = try around([[kept], [kept]], root: folder.url.path)
    var options = GATTSession.Options()
    known.apply(to: &options)
    expect(options.standing.map(\.adapter), equals: [0])
    expect(options.knownDevices.count, equals: 3)
    known.apply(to: &options, hasAdapters: false)
    expect(options.standing.map(\.adapter), equals: [0, nil])
  }
}
