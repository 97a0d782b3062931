import Bytes
import Foundation
import System
import TestSupport
import Testing

/// `mock` as a process, with a controller at the other end.
@Suite struct MockCommandTests {
  /// Answers every command with success; as soon as the host advertises, a client connects, sends
  /// requests, and leaves after some PDUs.
  private final class Controller: Sendable {
    /// 0 for a line.
    let port: UInt16
    private let pdus = Locked<[[UInt8]]>([])
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - requests: ATT PDUs of the client.
    ///   - count: how many PDUs it waits for; `nil`: it never connects, and waits for the end.
    init(_ requests: [[UInt8]], count: Int?) {
      let server = LocalServer()
      port = server.port
      start(requests, count) { server.accept() }
    }

    /// On a line.
    init(_ requests: [[UInt8]], on line: @escaping @Sendable () -> Descriptor?) {
      port = 0
      start(requests, .max, line)
    }

    private func start(
      _ requests: [[UInt8]], _ count: Int?, _ open: @escaping @Sendable () -> Descriptor?
    ) {
      Thread.detachNewThread { [self] in
        if let host = open() { serve(host, requests, count) }
        ended.signal()
      }
    }

    /// What the client received.
    func received() -> [[UInt8]] {
      _ = ended.wait(timeout: .now() + 20)
      return pdus.withLock { $0 }
    }

    private func serve(_ host: Descriptor, _ requests: [[UInt8]], _ count: Int?) {
      var buffer = ReadBuffer(capacity: 4096)
      while let read = try? buffer.fill(from: host), read > 0 {
        while let packet = Self.next(&buffer) {
          guard packet[0] == 1 else {
            let received = pdus.withLock { pdus in
              // After the headers of ACL and L2CAP.
              pdus.append(Array(packet.dropFirst(9)))
              return pdus.count
            }
            try? host.write([4, 0x13, 5, 1, 0x40, 0, 1, 0].rawBytes)
            if received == count { return }
            continue
          }
          var answer: [UInt8] = [4, 0x0E, 0, 1, packet[1], packet[2], 0]
          // LE Read Buffer Size: 251 octets, 8 packets.
          answer += packet[1...2] == [0x02, 0x20] ? [251, 0, 8] : [1, 2, 3, 4, 5, 6]
          answer[2] = UInt8(answer.count - 3)
          // LE Set Advertising Enable.
          if packet[1...2] == [0x0A, 0x20], count != nil {
            answer += [4, 0x3E, 19, 1, 0, 0x40, 0, 1, 1, 1, 2, 3, 4, 5, 6, 24, 0, 0, 0, 72, 0, 0]
            for request in requests {
              let size = UInt8(request.count)
              answer += [2, 0x40, 0x20, size + 4, 0, size, 0, 4, 0] + request
            }
          }
          try? host.write(answer.rawBytes)
        }
      }
    }

    private static func next(_ buffer: inout ReadBuffer) -> [UInt8]? {
      let bytes = buffer.bytes.copy()
      guard bytes.count > 4 || bytes.count == 4 && bytes[0] == 1 else { return nil }
      let size = bytes[0] == 1 ? 4 + Int(bytes[3]) : 5 + Int(bytes[3]) + Int(bytes[4]) << 8
      guard bytes.count >= size else { return nil }
      buffer.consume(size)
      return Array(bytes[..<size])
    }
  }

  private func mock(_ arguments: String...) throws -> Outcome {
    try Program.run(["mock"] + arguments)
  }

  private let strap = Program.capture("polar-h7.btsnoop")

  @Test func aClientReadsAndIsNotified() throws {
    let controller = Controller([[0x0A, 0x15, 0], [0x12, 0x13, 0, 1, 0]], count: 4)
    let outcome = try mock(
      "--speed", "2", "--format", "ndjson", "--controller", "tcp:127.0.0.1:\(controller.port)",
      strap)
    expect(
      controller.received(),
      equals: [
        [0x0B, 1], [0x13], [0x1B, 0x12, 0, 0x06, 0x61], [0x1B, 0x12, 0, 0x16, 0x5C, 0x92, 2],
      ])
    expect(outcome.status, equals: 1)
    let notified = outcome.lines.filter { $0.contains("\"event\":\"notification\"") }
    expect(notified.count >= 2 && notified[0].contains("\"value\":\"0661\""))
    expect(
      outcome.errors.hasPrefix(
        """
        bleinspect: advertising as C0:22:D0:00:06:07 (random)
        bleinspect: client 1: connected, 06:05:04:03:02:01

        """), "\(outcome.errors)")
    expect(outcome.errors.contains("127.0.0.1:\(controller.port): the co"))
  }

  @Test func endsWhenItsTimeIsOver() throws {
    var controller = Controller([], count: nil)
    var outcome = try mock(
      "--for", "3", "--quiet", "--controller", "tcp:127.0.0.1:\(controller.port)", strap)
    expect(outcome.status == 0 && outcome.errors == "")
    expect(outcome.lines.contains { $0.contains("advertising") })
    controller = Controller([], count: nil)
    outcome = try mock(
      "--for", "0.2", "--expect-connection", "--controller", "tcp:127.0.0.1:\(controller.port)",
      strap)
    expect(outcome.status, equals: 1)
    expect(outcome.errors.hasSuffix("bleinspect: nobody connected\n"))
  }

  /// Wireshark shows as an error what its capture program has said, also where it ended as it should.
  @Test func nothingIsSaidToWireshark() throws {
    let controller = Controller([], count: nil)
    let outcome = try Program.shell(
      """
      folder=$(mktemp -d); mkfifo $folder/fifo
      "$B" --capture --extcap-interface bleinspect_mock --fifo $folder/fifo --file '\(strap)' \
        --controller tcp:127.0.0.1:\(controller.port) & timeout -s KILL 60 head -c 700 $folder/fifo; wait $!
      code=$?; rm -r $folder; exit $code
      """)
    expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    expect(AnnotatedFile([UInt8](outcome.bytes)).packets.count > 5)
  }

  /// The signal comes while the controller does not accept the connection.
  @Test func aSignalWhileConnecting() throws {
    let server = LocalServer(queue: 0)
    // What waits in the queue.
    let before = try TestClient(port: server.port)
    for (option, status) in [("--quiet", 0), ("--expect-connection", 1)] as [(String, Int32)] {
      // Once it is the program, and catches SIGTERM.
      let outcome = try Program.shell(
        """
        "$B" mock \(option) --controller tcp:127.0.0.1:\(server.port) '\(strap)' & p=$!
        for _ in {1..500}; do
          [ /proc/$p/exe -ef "$B" ] && grep -q 'SigCgt:.*[4-7c-f]...$' /proc/$p/status && break
          sleep 0.02
        done
        kill $p; wait $p
        """)
      expect(outcome.status, equals: status)
      expect(outcome.errors, equals: (status == 0 ? "" : "bleinspect: nobody connected\n"))
    }
    _ = before
  }

  @Test func valuesAreSetAndPacketsRecorded() throws {
    let folder = try TemporaryFolder()
    let recording = folder.url.appending(path: "again.btsnoop").path
    let controller = Controller([[0x0A, 0x15, 0], [0x0A, 0x27, 0]], count: 2)
    let outcome = try mock(
      "--set", "Body Sensor Location=02", "--set", "0x0027=40", "--write", recording, "--quiet",
      "--controller", "tcp:127.0.0.1:\(controller.port)", strap)
    expect(controller.received(), equals: [[0x0B, 2], [0x0B, 0x40]])
    expect(outcome.status, equals: 1)
    let packets = try Program.run(["packets", recording])
    expect(packets.status, equals: 0)
    expect(packets.lines.count { $0.contains("ATT Read Request") }, equals: 2)
    let refused = try mock(
      "--set", "2A00=41", "--set", "2B29=00", "--controller", "tcp:127.0.0.1:1", strap)
    expect(refused.status, equals: 2)
    expect(
      refused.errors, equals: "bleinspect: --set '2B29': the peripheral has no such attribute\n")
  }

  @Test func aScriptMakesFaults() throws {
    let folder = try TemporaryFolder()
    let script = folder.url.appending(path: "faults.ndjson")
    try Data(
      """
      {"at": 0, "do": "error", "attribute": "Battery Level", "error": "unlikely error", "requests": 1}

      {"after": "read", "of": "0x0027", "times": 1, "do": "notify", "attribute": "2A37", "value": "06ff"}
      {"after": "subscribe", "do": "disconnect"}
      {"at": 500, "do": "disconnect"}

      """.utf8
    ).write(to: script)
    let controller = Controller([[0x0A, 0x27, 0], [0x0A, 0x27, 0]], count: 3)
    let outcome = try mock(
      "--script", script.path, "--controller", "tcp:127.0.0.1:\(controller.port)", strap)
    let received = controller.received()
    expect(received.count, equals: 3)
    expect(received.contains([0x01, 0x0A, 0x27, 0, 0x0E]) && received.contains([0x0B, 0x5C]))
    expect(received.contains([0x1B, 0x12, 0, 0x06, 0xFF]))
    expect(outcome.errors.contains("client 1: line 1 of the script: error\n"))
    expect(outcome.errors.contains("client 1: line 3 of the script: notify\n"))
    expect(outcome.errors.contains("bleinspect: lines 4 and 5 of the script were never done\n"))
  }

  @Test(
    arguments: [
      ("{", "ends where a key"), ("[]", "expected an object"),
      (#"{"do":"disconnect"}"#, "expected either 'at' or 'after'"),
      (#"{"at":1,"do":"stop"}"#, "'do': expected notify, indicate"),
      (#"{"at":-1,"do":"disconnect"}"#, "'at': expected seconds"),
      (#"{"at":1,"do":"disconnect","reasn":"0x13"}"#, "unknown: 'reasn'; did you mean reason?"),
      (#"{"at":1,"do":"disconnect","reason":"0x08"}"#, "'reason': expected one of"),
      (#"{"after":"start","do":"disconnect"}"#, "'do': disconnect: there is no client after start"),
      (#"{"at":1,"do":"set","attribute":"2B29","value":"00"}"#, "has no attribute '2B29'"),
      (#"{"at":1,"do":"notify","attribute":"2902","value":""}"#, "type: 0x000F, 0x0013"),
      (#"{"at":1,"do":"set","attribute":"2A19","value":"0"}"#, "'value': expected up to 512"),
      (#"{"at":1,"do":"drop"}"#, "'for' is missing"),
      (#"{"at":1,"do":"advertise"}"#, "expected 'data' or 'scan_response'"),
      (#"{"after":"connect","of":"2A19","do":"disconnect"}"#, "'of': only after"),
      (#"{"at":1,"do":"error","attribute":"2A19","error":"0x00"}"#, "'error': expected a code"),
      (#"{"at":1,"do":"drop","for":0}"#, "'for': expected more than 0 seconds"),
      (
        #"{"at":1,"do":"notify","attribute":"2A19","value":"05"}"#,
        "'attribute': 0x0027 is not notified: its properties are read\n"
      ),
      (
        #"{"at":1,"do":"indicate","attribute":"2A37","value":"05"}"#,
        "'attribute': 0x0012 is not indicated: its properties are notify\n"
      ),
      (
        #"{"at":1,"do":"notify","attribute":"0x0013","value":"05"}"#,
        "'attribute': 0x0013 is a descriptor, of which nothing is sent\n"
      ),
      (
        #"{"at":1,"do":"set","attribute":"2A37","value":"05"}"#,
        "'attribute': 0x0012 cannot be read\n"
      ),
      (
        #"{"at":1,"do":"error","attribute":"2A19","error":"0x0E","request":"write"}"#,
        "'attribute': 0x0027 cannot be written\n"
      ),
      (#"{"after":"write","of":"2A19","do":"disconnect"}"#, "'of': 0x0027 cannot be written\n"),
      (#"{"after":"read","of":"2A37","do":"disconnect"}"#, "'of': 0x0012 cannot be read\n"),
      (
        #"{"after":"subscribe","of":"2A19","do":"disconnect"}"#,
        "'of': nobody can subscribe to 0x0027, but to 0x000E, 0x0012\n"
      ),
      (
        #"{"after":"encrypt","do":"disconnect"}"#,
        "'after': no link is encrypted without --security just-works\n"
      ),
    ] as [(String, String)])
  func aScriptThatIsWrong(line: String, message: String) throws {
    let folder = try TemporaryFolder()
    let script = folder.url.appending(path: "faults.ndjson")
    try Data("\n\(line)\n".utf8).write(to: script)
    let outcome = try mock("--script", script.path, "--controller", "tcp:127.0.0.1:1", strap)
    expect(outcome.status, equals: 2)
    expect(outcome.errors.hasPrefix("bleinspect: --script: \(script.path): line 2: "))
    expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  /// The end of the run, and that of the recorded connection, are known before anybody connects.
  @Test func aScriptForATimeAfterTheEnd() throws {
    let folder = try TemporaryFolder()
    let script = folder.url.appending(path: "late.ndjson")
    try Data(#"{"at":600,"do":"disconnect"}"#.utf8).write(to: script)
    let arguments = ["--script", script.path, "--controller", "tcp:127.0.0.1:1", strap]
    let outcome = try Program.run(["mock", "--for", "30"] + arguments)
    expect(outcome.status, equals: 2)
    expect(
      outcome.errors,
      equals:
        "bleinspect: --script: \(script.path): line 1: 'at': the program ends after 30 s (--for)\n"
    )
    // In time, it only lacks the controller.
    let other = try Program.run(["mock", "--for", "700"] + arguments)
    expect(other.status == 2 && !other.errors.contains("--script"))
  }

  @Test func aControllerOnASerialLine() throws {
    let terminal = PseudoTerminal()
    let controller = Controller([[0x0A, 0x15, 0]]) { [board = terminal.board] in board }
    let outcome = try mock(
      "--until", "read", "--controller", "tty:\(terminal.path)@115200", "--format", "ndjson", strap)
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    expect(controller.received(), equals: [[0x0B, 1]])
    // CRTSCTS, and 8 data bits.
    expect(terminal.settings[2] & 0x8000_0030, equals: 0x8000_0030)
  }

  @Test func aControllerOpensAPseudoTerminal() throws {
    let folder = try TemporaryFolder()
    let link = folder.url.appending(path: "line").path
    // A killed process has left its link.
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/dev/pts/4000000")
    let controller = Controller([[0x0A, 0x15, 0]]) { openLine(link) }
    let outcome = try mock(
      "--until", "read", "--controller", "pty:\(link)", "--format", "ndjson", strap)
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    expect(outcome.errors.hasPrefix("bleinspect: waiting for a controller on \(link)\n"))
    expect(controller.received(), equals: [[0x0B, 1]])
    expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
  }

  @Test func nobodyMayOpenThePseudoTerminal() throws {
    for options in [[], ["--expect-connection"], ["--until", "read"]] as [[String]] {
      let line = ["mock", "--for", "0.1", "--controller", "pty", strap]
      let outcome = try Program.run(line + options)
      expect(outcome.status, equals: 1)
      expect(outcome.errors.hasPrefix("bleinspect: waiting for a controller on /dev/pts/"))
      expect(outcome.errors.hasSuffix("bleinspect: no controller came\n"))
    }
    let taken = try mock("--controller", "pty:\(strap)", strap)
    expect(taken.status, equals: 2)
    expect(taken.errors, equals: "bleinspect: pty:\(strap): File exists\n")
  }

  @Test func whatCannotBePlayedIsRefused() throws {
    var outcome = try mock(strap)
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("missing --controller"))
    for name in ["usb:0", "hci:x", "localhost:1", "pty:"] {
      outcome = try mock("--controller", name, strap)
      expect(outcome.status == 2 && outcome.errors.contains("expected tcp:HOST:PORT"), "\(name)")
    }
    outcome = try mock(
      "--controller", "tcp:127.0.0.1:1", Program.capture("two-straps.btsnoop"))
    expect(outcome.status, equals: 2)
    expect(
      outcome.errors,
      equals: "bleinspect: several peripherals: #1 Strap One, #2 Bike Two; choose with --device\n")
    // Nobody listens.
    outcome = try mock("--controller", "tcp:127.0.0.1:1", strap)
    expect(outcome.status, equals: 2)
    expect(outcome.errors, equals: "bleinspect: tcp:127.0.0.1:1: Connection refused\n")
    outcome = try mock("--controller", "tcp:127.0.0.1:1", "--speed", "max", strap)
    expect(outcome.status, equals: 2)
  }

  /// As `live` says it: most machines have no Bluetooth, and none so many adapters.
  @Test func anAdapterThatIsNotThere() throws {
    let outcome = try mock("--controller", "hci:65000", strap)
    expect(outcome.status, equals: 2)
    let words = ["no Bluetooth here: either the kernel has none", "no adapter hci65000"]
    expect(
      words.contains { outcome.errors.hasPrefix("bleinspect: hci:65000: \($0)") },
      "\(outcome.errors)")
  }
}
