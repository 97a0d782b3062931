import Foundation
import TestSupport
import Testing

/// What `exchange` shows: requests beside answers, and a script that says the same.
@Suite struct ExchangeCommandTests {
  /// A device (FFF0 with FFF7, handle 3, and its CCCD, handle 4) that answers each op code with a
  /// value, six times the same, and refuses one.
  private static func capture() -> Data {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    capture.exchange([0x04, 4, 0, 9, 0], [0x05, 1, 4, 0, 0x02, 0x29])
    capture.exchange([0x12, 4, 0, 1, 0], [0x13])
    capture.time += 500_000
    for _ in 0..<6 {
      capture.att([0x52, 3, 0, 0x33, 0x01], isSent: true)
      capture.notification([0x33, 0x01, 0x6F, 0x6B])
      capture.time += 200_000
    }
    // A value comes before the answer to the write.
    capture.att([0x12, 3, 0, 0x34] + Array("hello, device".utf8), isSent: true)
    capture.notification([0x34, 0x00])
    capture.att([0x13], isSent: false)
    capture.exchange([0x12, 3, 0, 0x35], [0x01, 0x12, 3, 0, 0x03])
    capture.exchange([0x12, 3, 0, 0x36], [0x13])
    capture.exchange([0x0A, 3, 0], [0x0B, 0x00, 0xFF])
    capture.time += 3_000_000
    capture.notification([0x77])
    return Data(capture.bytes)
  }

  private func exchange(_ arguments: String...) throws -> Outcome {
    try Program.run(["exchange"] + arguments + ["-"], input: Self.capture())
  }

  @Test func requestsStandBesideAnswers() throws {
    let outcome = try exchange()
    expect(outcome.status == 0 && outcome.errors == "")
    expect(outcome.lines.allSatisfy { $0.count <= 80 })
    expect(outcome.lines.count { $0.contains("command FFF7") }, equals: 1)
    expect(outcome.lines.count { $0.contains("x6, the last at") }, equals: 1)
    let gap = String(repeating: " ", count: 16)
    expect(
      outcome.lines.contains("\(gap)3301              3.         33016f6b          3.ok"),
      "\(outcome.output)")
    // The value that came between a request and its answer is beside the request.
    let hello = try #require(outcome.lines.firstIndex { $0.contains("3468656c 6c6f2c20 4hello, ") })
    expect(outcome.lines[hello - 1].contains("write FFF7"))
    expect(outcome.lines[hello - 1].contains("notify FFF7"))
    expect(outcome.output.contains("! Write Not Permitted (03)"))
    expect(outcome.output.contains("notifications on"))
  }

  /// What is shown counts, and not what comes before it.
  @Test func theFirstValues() throws {
    let path = Program.capture("polar-h7.btsnoop")
    let text = try Program.run(["exchange", "-n", "2", path])
    expect(text.lines.count { $0.contains("  read ") }, equals: 2, "\(text.output)")
    expect(!text.output.contains("no values"))
    let lines = try Program.run(["exchange", "--format", "ndjson", "-n", "2", path])
    expect(lines.lines.count { $0.contains("\"exchange\":") }, equals: 2)
  }

  /// Three requests on three bearers, all before the first answer.
  @Test func answersStandBesideTheirRequests() throws {
    let outcome = try Program.run(["exchange", Program.capture("enhanced-att.btsnoop")])
    for (frame, answer) in [("119", "Chest"), ("120", "88 %"), ("121", "Chest")] {
      let line = outcome.lines.first { $0.hasPrefix("  \(frame)    1.513  read ") }
      expect(line?.contains("  \(answer)  "), equals: true, "\(frame): \(line ?? "no line")")
    }
  }

  /// A read without an answer is the central's, and nobody said that it is ok.
  @Test func aReadWithoutAnAnswer() throws {
    let path = Program.capture("rules/request-unanswered.btsnoop")
    let text = try Program.run(["exchange", path])
    expect(text.lines.contains("   68    0.624  read Battery Level"), "\(text.output)")
    expect(!text.output.contains("ok"))
    expect(text.output.contains("                no answer before the\n"))
    // It began before the disconnection that left it open.
    let frames = text.lines.compactMap { Int($0.prefix(6).trimmingCharacters(in: .whitespaces)) }
    expect(frames, equals: [31, 68, 72], "\(text.output)")
    let lines = try Program.run(["exchange", "--format", "ndjson", path])
    let line = try #require(lines.lines.last { $0.contains("\"frame\":68,") })
    let turn = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let request = try #require(turn["request"] as? [String: Any])
    expect(request["from"] as? String, equals: "central")
    expect(request["note"] as? String, equals: "no answer before the disconnection")
    expect((turn["answers"] as? [Any])?.isEmpty, equals: true)
    let script = try Program.run(["exchange", "--format", "python", path]).output
    expect(script.contains("\"read\", ("))
  }

  @Test func allShowsEachTurn() throws {
    let outcome = try exchange("--all")
    expect(outcome.lines.count { $0.contains("command FFF7") }, equals: 6)
    expect(!outcome.output.contains("x6"))
  }

  @Test func linesForScripts() throws {
    let outcome = try exchange("--format", "ndjson")
    let turns = try outcome.lines.dropFirst().filter { !$0.isEmpty }.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    expect(turns.map { $0["exchange"] as? Int }, equals: Array(1...turns.count))
    let repeated = try #require(turns.first { $0["count"] as? Int == 6 })
    let request = try #require(repeated["request"] as? [String: Any])
    expect(request["event"] as? String, equals: "write_command")
    expect(request["value"] as? String == "3301" && request["ascii"] as? String == "3.")
    expect(request["characteristic"] as? String == "FFF7" && request["handle"] as? Int == 3)
    let answers = try #require(repeated["answers"] as? [[String: Any]])
    expect(answers.map { $0["value"] as? String }, equals: ["33016f6b"])
    let refused = try #require(
      turns.first { ($0["request"] as? [String: Any])?["value"] as? String == "35" })
    let error = try #require((refused["answers"] as? [[String: Any]])?.first)
    expect(error["event"] as? String, equals: "att_error")
    expect(error["text"] as? String, equals: "Write Not Permitted (03)")
    let unasked = try #require(turns.last)
    expect(unasked["request"] == nil)
    expect((unasked["answers"] as? [[String: Any]])?.first?["value"] as? String, equals: "77")
  }

  /// Stands for bleak, on which no test can depend: it answers as the device of the capture.
  private static let bleak = """
    import asyncio
    class Thing:
        def __init__(self, handle, uuid, service=None):
            self.handle, self.uuid, self.service_uuid, self.descriptors = handle, uuid, service, []
    FULL = "0000%s-0000-1000-8000-00805f9b34fb"
    VALUE = Thing(2, FULL % "fff7", FULL % "fff0")
    class Services:
        characteristics, descriptors = {2: VALUE}, {}
    class BleakClient:
        is_connected, services, told = True, Services, None
        def __init__(self, device, timeout): self.device = device
        async def connect(self): print("connect", self.device)
        async def disconnect(self): print("disconnect")
        async def start_notify(self, what, told): self.told = told; print("start", what.uuid[4:8])
        async def stop_notify(self, what): print("stop")
        async def read_gatt_char(self, what): print("read", what.uuid[4:8]); return b"\\0\\xff"
        async def write_gatt_char(self, what, data, response):
            print("write", what.uuid[4:8], data.hex(), response)
            if data[0] in (0x35, 0x36): raise RuntimeError("Write Not Permitted")
            answer = {0x33: b"3\\x01ok", 0x34: b"4\\1"}.get(data[0])
            if answer and self.told: self.told(None, bytearray(answer))
            if data[0] == 0x34: self.told(None, bytearray(b"w"))
    class BleakScanner:
        @staticmethod
        async def find_device_by_filter(check, timeout):
            one = Thing(0, ""); one.address, one.name, one.local_name = "d0:11:22:33:44:01", None, None
            return "lamp" if check(one, one) else None
    """

  @Test func theScriptSaysTheSame() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("bleak.py", Array(Self.bleak.utf8))
    _ = try folder.file("again.py", Array(exchange("--format", "python").bytes))
    let outcome = try Program.shell(
      "cd '\(folder.url.path)' && python3 -W error again.py --no-pauses")
    expect(outcome.status, equals: 1, "one write fails: \(outcome.output) \(outcome.errors)")
    let calls = outcome.lines.filter { !$0.hasPrefix(" ") }
    expect(
      calls,
      equals: ["connect lamp", "start fff7"]
        + Array(repeating: "write fff7 3301 False", count: 6)
        + ["write fff7 3468656c6c6f2c20646576696365 True", "write fff7 35 True"]
        + ["write fff7 36 True", "read fff7", "disconnect", "12 steps, 1 failures", ""])
    expect(outcome.output.contains("3401   (the capture has 3400)"))
    expect(outcome.output.contains("refused, as in the capture: Write Not Permitted"))
    expect(outcome.output.contains("! write: Write Not Permitted"))
    let elsewhere = try Program.shell(
      "cd '\(folder.url.path)' && python3 again.py 00:00:00:00:00:00")
    expect(elsewhere.status == 1 && elsewhere.errors.contains("no device 00:00:00:00:00:00"))
  }

  /// What bleak cannot do as the central did is left out, and said.
  @Test func whatTheScriptLeavesOut() throws {
    var capture = SituationCapture(.h4)
    capture.connected(1)
    capture.discover(service: 0xFFF0, characteristic: 0xFFF7)
    // A queued write of 0102 from the start, one of 03 from 5 on, and one that is refused.
    capture.exchange([0x16, 3, 0, 0, 0, 1, 2], [0x17, 3, 0, 0, 0, 1, 2])
    capture.exchange([0x18, 1], [0x19])
    capture.exchange([0x16, 3, 0, 5, 0, 3], [0x17, 3, 0, 5, 0, 3])
    capture.exchange([0x18, 1], [0x19])
    capture.exchange([0x16, 3, 0, 9, 0, 4], [0x17, 3, 0, 9, 0, 4])
    capture.exchange([0x18, 1], [0x01, 0x18, 0, 0, 0x07])
    capture.att([0xD2, 3, 0, 6] + [UInt8](repeating: 1, count: 12), isSent: true)
    capture.exchange([0x0C, 3, 0, 9, 0], [0x01, 0x0C, 3, 0, 0x07])
    capture.exchange([0x12, 3, 0, 7], [0x13])
    let script = try Program.run(
      ["exchange", "--format", "python", "-"], input: Data(capture.bytes))
    let steps = script.lines.filter { $0.hasPrefix("    (") && $0.hasSuffix("]),") }
    expect(steps.count, equals: 2, "\(steps)")
    expect(steps.first?.contains("\"write\"") == true && steps[0].contains("\"0102\""))
    expect(steps.last?.contains("\"07\", False"), equals: true)
    let frames = script.lines.compactMap {
      $0.firstMatch(of: #/^    # not here: [a-z_]+ of frame (\d+): (.*)/#).map { "\($0.1) \($0.2)" }
    }
    expect(
      frames,
      equals: [
        "10 from an offset", "16 a refused Execute Write", "18 signed",
        "19 a refused part of a long read",
      ], "\(script.output)")
    expect(script.output.contains("\n# not here: 4 requests"))
  }

  /// A name may be anything.
  @Test func aNameIsNoCode() throws {
    var capture = SituationCapture(.h4)
    let name = Array("\"]\nimport os\nos.exit(7)#\u{202E}\\".utf8)
    capture.advertisement(1, [UInt8(name.count + 1), 9] + name)
    capture.connected(1)
    capture.att([0x52, 3, 0, 1], isSent: true)
    let folder = try TemporaryFolder()
    let script = try Program.run(
      ["exchange", "--format", "python", "-"], input: Data(capture.bytes))
    expect(script.output.utf8.allSatisfy { $0 < 0x7F })
    _ = try folder.file("again.py", Array(script.bytes))
    _ = try folder.file("bleak.py", Array("BleakClient = BleakScanner = None".utf8))
    let outcome = try Program.shell(
      "cd '\(folder.url.path)' && python3 -c 'import again; print(again.NAME)'")
    expect(outcome.status == 0 && outcome.output == String(decoding: name, as: UTF8.self) + "\n")
  }

  @Test(arguments: ["text", "ndjson", "python"])
  func nothingToShow(_ format: String) throws {
    var capture = SituationCapture(.h4)
    capture.advertisement(1, [2, 1, 6])
    let outcome = try Program.run(
      ["exchange", "--format", format, "-"], input: Data(capture.bytes))
    expect(outcome.status, equals: 0)
    if format == "text" { expect(outcome.output.contains("no values were seen")) }
    guard format == "python" else { return }
    expect(outcome.output.contains("STEPS = [\n]\n"))
    let remark = "the script does nothing: there is no request that it can make"
    expect(outcome.errors, equals: "bleinspect: \(remark)\n")
    let quiet = ["exchange", "--format", format, "--quiet", "-"]
    try expect(Program.run(quiet, input: Data(capture.bytes)).errors, equals: "")
  }
}
