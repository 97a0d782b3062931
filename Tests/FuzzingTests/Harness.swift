/// One way into the program that takes any bytes: run by libFuzzer (`Fuzzing/run`), and by
/// `swift test` on the inputs that once did harm.
struct Harness: Sendable, CustomStringConvertible {
  let name: String
  /// Bytes of an input at most: what is longer only costs time.
  let maximumLength: Int
  /// - Throws: `Broken` where something does not hold that always must.
  let run: @Sendable ([UInt8]) throws -> Void

  var description: String { name }

  init(
    _ name: String, maximumLength: Int = 2048, _ run: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.name = name
    self.maximumLength = maximumLength
    self.run = run
  }

  static let all: [Harness] = [
    .btsnoop, .btsnooz, .packetLogger, .psd, .textLog, .pcap, .pcapng, .serial, .monitorStream,
    .archive, .hci, .l2cap, .air, .decryption, .values, .learning, .declarations, .known,
    .timelines, .rules,
    .clocks, .mock, .redaction, .sealedRedaction, .wholeHCI, .wholeAir,
  ]

  static func named(_ name: String) -> Harness? { all.first { $0.name == name } }
}

/// What must hold does not.
struct Broken: Error, CustomStringConvertible {
  let description: String
}

func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  if !condition { throw Broken(description: message()) }
}
