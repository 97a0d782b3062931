import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline
import TestSupport

extension Harness {
  /// What is known before a capture: a file of BlueZ, or exported trees, and traffic of the device.
  ///
  /// Options (2 bytes), what the file is of (1, its lowest two bits), the file's length (2), the file;
  /// then packets as `whole-hci` has them. Connections 0 and 1 of the device stand already.
  static let known = Harness("known") { input in
    var entries = EntryList(input)
    var way = Way(number: entries.uint16())
    let form = entries.byte()
    let file = entries.bytes(Int(entries.uint16()))
    let address = BluetoothAddress(0xD044_3322_1101, kind: form & 4 == 0 ? .unknown : .random)
    if form & 3 == 3 {
      guard let document = try? GATTDocument(json: file) else { return }
      way.known = KnownDevice.standingForUnknown(document.knownDevices(from: "trees"))
    } else {
      // The first line goes to another file of the device.
      let cut = form & 3 == 2 ? file.firstIndex(of: 0x0A) ?? 0 : 0
      let device = KnownDevice(
        blueZ: address.value, isHost: form & 3 == 1,
        files: [Array(file[..<cut]), Array(file[cut...])])
      try require(
        device.attributes.list.count <= SessionLimits.attributesPerDatabase, "too many attributes")
      try require(device.attributes.list.allSatisfy { $0.handle > 0 }, "a handle of 0")
      way.known = [device]
      // As a file that was given, it is taken as a whole or refused.
      if let given = try? KnownDevice(blueZFile: "D0:44:33:22:11:01", file) {
        try require(!given.attributes.isEmpty, "a file without attributes")
        if form & 3 == 0 { way.known = [given] }
      }
    }
    way.standing = (0...1).map {
      StandingConnection(adapter: 0, handle: $0, address: address, role: .central)
    }
    var capture = BTSnoopBytes(datalink: 2001)
    var time: Int64 = 1_700_000_000_000_000
    while let (head, bytes) = entries.next() {
      time += 1_000
      let (opcode, packet) = (Form(rawValue: head & 15) ?? .command).record(
        bytes, handle: UInt16(head >> 4 & 1))
      capture.add(packet, flags: UInt32(opcode), time: time)
    }
    try WholeWay.check(capture.bytes, BTSnoopParser.self, way)
  }
}
