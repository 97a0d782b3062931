import Bytes
import Glibc
import LiveCapture
import System
import TestSupport
import Testing

@Suite struct HCISystemTests {
  /// Without Bluetooth there is one answer; with it, lists that agree with each other.
  @Test func theKernelAnswers() throws {
    let system: HCISystem
    do { system = try HCISystem() } catch {
      expect([EAFNOSUPPORT, EPROTONOSUPPORT, EPERM].contains(error.code), "\(error)")
      return
    }
    let adapters = try system.adapters()
    expect(adapters.map(\.index), equals: adapters.map(\.index).sorted())
    for adapter in adapters {
      expect(adapter.name, equals: "hci\(adapter.index)")
      for connection in try system.connections(of: adapter.index) {
        expect(connection.adapter, equals: adapter.index)
      }
    }
    #expect(throws: SystemError(code: ENODEV)) { try system.adapter(at: 0xFFF0) }
  }

  @Test(
    arguments: [
      (0, ["down"]), (1 << 3, ["down"]), (1, ["up"]), (0b101, ["up"]),
      (0b1_1001, ["up", "connectable over BR/EDR", "discoverable over BR/EDR"]),
      (0b1000_0011, ["up", "initialising", "inquiring over BR/EDR"]),
    ] as [(UInt32, [String])])
  func flagsHaveWords(flags: UInt32, words: [String]) {
    let adapter = HCIAdapter(index: 7, name: "hci7", address: 0xAA01_0000_0010, flags: flags)
    expect(adapter.states.map(\.description), equals: words)
    expect(
      adapter.description, equals: "hci7 (AA:01:00:00:00:10, \(words.joined(separator: ", ")))")
  }
}
