import Foundation
import TestSupport
import Testing

/// Client Characteristic Configurations that only their use shows, in all that is written of them.
@Suite struct InferredTests {
  /// 0012 notifies after 0100 at 0013; then that is written again, and 0000.
  private static func capture() -> [UInt8] {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange([0x12, 0x13, 0, 1, 0], [0x13])
    capture.notification(0x12, [0x16, 0x48])
    capture.exchange([0x12, 0x13, 0, 1, 0], [0x13])
    capture.notification(0x12, [0x16, 0x49])
    capture.exchange([0x12, 0x13, 0, 0, 0], [0x13])
    return capture.bytes
  }

  private func run(_ arguments: String...) throws -> Outcome {
    let outcome = try Program.run(arguments + ["-"], input: Data(Self.capture()))
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    return outcome
  }

  private func objects(_ outcome: Outcome) throws -> [[String: Any]] {
    try outcome.lines.dropFirst().filter { !$0.isEmpty }.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func events() throws {
    let writes = try objects(run("--format", "ndjson")).filter {
      $0["event"] as? String == "write"
    }
    expect(writes.map { $0["attribute_source"] as? String }, equals: [nil, "inferred", "inferred"])
    expect(writes.map { $0["descriptor"] as? String }, equals: [nil, "2902", "2902"])
    expect(writes.map { $0["text"] as? String }, equals: [nil, "notifications on", "off"])
    let report = try run().output
    expect(report.contains("  1 descriptor is inferred from its use\n"))
    let lines = report.split(separator: "\n").filter { $0.contains("write   0012 CCCD") }
    expect(lines.count == 2 && lines.allSatisfy { $0.contains("; inferred ") }, "\(lines)")
  }

  @Test func trees() throws {
    try expect(
      run("gatt").output.contains(
        "    0013 Client Characteristic Configuration 2902  (inferred from its use)\n"))
    let tree = try run("gatt", "--format", "json")
    expect(tree.output.components(separatedBy: "\"inferred\": true").count, equals: 2)
    // Given back, it is still inferred, and nothing is given.
    let folder = try TemporaryFolder()
    let file = try folder.file("tree.json", Array(tree.bytes))
    try expect(run("gatt", "--format", "json", "--gatt", file).bytes, equals: tree.bytes)
    let writes = try objects(run("--format", "ndjson", "--gatt", file)).filter {
      $0["event"] as? String == "write"
    }
    expect(writes.map { $0["attribute_source"] as? String }, equals: [nil, "inferred", "inferred"])
  }

  /// What nobody discovered is neither expected nor extra.
  @Test func expectedTrees() throws {
    var capture = CaptureBuilder()
    capture.connected(1)
    capture.exchange(
      [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28], [0x11, 6, 0x10, 0, 0x20, 0, 0xF0, 0xFF])
    capture.exchange(
      [0x08, 0x10, 0, 0x20, 0, 3, 0x28],
      [0x09, 7, 0x11, 0, 0x10, 0x12, 0, 0xF1, 0xFF, 0x15, 0, 0x10, 0x16, 0, 0xF2, 0xFF])
    let folder = try TemporaryFolder()
    let before = try folder.file("before.btsnoop", capture.bytes)
    capture.exchange([0x12, 0x13, 0, 1, 0], [0x13])
    capture.notification(0x12, [0x16, 0x48])
    let after = try folder.file("after.btsnoop", capture.bytes)
    var files: [String] = []
    for path in [before, after] {
      let tree = try Program.run(["gatt", "--format", "json", path])
      expect(tree.output.contains("\"inferred\""), equals: (path == after))
      files.append(try folder.file("\(files.count).json", Array(tree.bytes)))
    }
    for (file, path) in [(files[0], after), (files[1], before), (files[1], after)] {
      let outcome = try Program.run(["gatt", "--expect", file, "--strict", path])
      expect(outcome.status, equals: 0, "\(outcome.output) \(outcome.errors)")
    }
  }

  /// What a user declares of the handle counts.
  @Test func aDeclarationOfTheHandle() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "lamp.json",
      Array(
        """
        {"schema": 1, "characteristics": {"#0013": {"name": "Lamp", "fields": [
          {"key": "level", "type": "u16"}]}}}
        """.utf8))
    let writes = try objects(run("--format", "ndjson", "--decoders", file)).filter {
      $0["event"] as? String == "write"
    }
    expect(writes.count, equals: 3)
    for write in writes {
      expect(write["descriptor"] == nil && write["attribute_source"] == nil)
      expect((write["decoded"] as? [String: Any])?["level"] != nil, "\(write)")
    }
    expect(
      try !run("gatt", "--format", "json", "--decoders", file).output.contains("inferred"))
  }

  @Test func conversations() throws {
    try expect(run("exchange", "--all").output.contains("write 0012 CCCD (inferred)"))
    let requests = try objects(run("exchange", "--all", "--format", "ndjson")).compactMap {
      $0["request"] as? [String: Any]
    }
    expect(
      requests.map { $0["attribute_source"] as? String }, equals: [nil, "inferred", "inferred"])
    let script = try run("exchange", "--format", "python").lines
    expect(script.count { $0.hasSuffix("  # the descriptor is inferred from its use") }, equals: 2)
  }

  /// A device with two characteristics that notify, the second of which the capture uses.
  /// - counts: the offset of a characteristic's handle from its declaration's.
  private static func bleak(_ offset: Int, hasDescriptors: Bool) -> String {
    """
    import asyncio
    class Thing:
        def __init__(self, handle, short, characteristic=None):
            self.handle, self.uuid = handle, "0000%s-0000-1000-8000-00805f9b34fb" % short
            self.service_uuid, self.descriptors = None, []
            self.characteristic_handle = characteristic
    BOTH = [Thing(0x0E + \(offset), "fff1"), Thing(0x11 + \(offset), "fff2")]
    class Services:
        characteristics = {one.handle: one for one in BOTH}
        descriptors = {}
    if \(hasDescriptors ? "True" : "False"):
        for one, handle in zip(BOTH, (0x10, 0x13)):
            Services.descriptors[handle] = Thing(handle, "2902", one.handle)
            one.descriptors = [Services.descriptors[handle]]
    class BleakClient:
        is_connected, services, running = True, Services, set()
        def __init__(self, device, timeout): pass
        async def connect(self): pass
        async def disconnect(self): pass
        async def start_notify(self, what, told):
            # As bleak does.
            if what.handle in self.running: raise ValueError("notifications already started")
            self.running.add(what.handle)
            print("start", what.uuid[4:8])
            told(None, bytearray(b"\\x16\\x48")); told(None, bytearray(b"\\x16\\x49"))
        async def stop_notify(self, what):
            self.running.remove(what.handle)
            print("stop", what.uuid[4:8])
        async def write_gatt_char(self, what, data, response): print("write", what.uuid[4:8])
        async def write_gatt_descriptor(self, handle, data): print("descriptor", handle)
    class BleakScanner:
        @staticmethod
        async def find_device_by_filter(check, timeout): return "lamp"
    """
  }

  /// It is of the characteristic before it on the device, of which the capture knows nothing.
  @Test(arguments: [(0, true), (1, true), (0, false), (1, false)])
  func theScript(offset: Int, hasDescriptors: Bool) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(
      "bleak.py", Array(Self.bleak(offset, hasDescriptors: hasDescriptors).utf8))
    _ = try folder.file("again.py", Array(run("exchange", "--format", "python").bytes))
    let outcome = try Program.shell(
      "cd '\(folder.url.path)' && python3 -W error again.py --no-pauses")
    let calls = outcome.lines.filter { !$0.hasPrefix(" ") && !$0.isEmpty && !$0.contains("steps") }
    expect(calls.last, equals: "stop fff2", "\(outcome.output) \(outcome.errors)")
    expect(!calls.contains { $0.hasSuffix("fff1") })
    if hasDescriptors {
      expect(calls, equals: ["start fff2", "stop fff2"], "\(outcome.output)")
      expect(outcome.status, equals: 0)
    }
  }
}
