import Foundation
import TestSupport
import Testing

/// Connections of which a sniffer heard only the CONNECT_IND.
@Suite struct UnheardConnectionTests {
  /// - wait: milliseconds from there to the last record, of another device; the interval is 60 ms.
  private func output(_ arguments: String..., wait: UInt32) throws -> String {
    var air = RuleSceneTests.Air()
    air.time += wait * 1000
    air.advertise()
    return try Program.run(
      ["--quiet"] + arguments + ["-"], input: Data(air.capture.bytes)
    ).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Six intervals without a packet: it was not established, or the sniffer lost it.
  @Test func nothingIsKnownOfIt() throws {
    let report = try output(wait: 400)
    expect(
      report.contains(
        "ended not known: nothing was heard after its CONNECT_IND; it failed, or the sniffer lost it"
      ),
      "\(report)")
    expect(report.contains("MTU unknown security unknown"), "\(report)")
    try expect(output("--format", "json", wait: 400).contains("\"encrypted\""), equals: false)
  }

  @Test func theVerdictSaysSo() throws {
    let verdict =
      "VERDICT Nothing was heard of C1 after its CONNECT_IND: it was not established, or the sniffer "
    let unheard = try output("stats", wait: 400)
    expect(unheard.contains(verdict + "did not follow it. [certain]"), "\(unheard)")
    expect(!unheard.contains("Nothing wrong"), "\(unheard)")
    let begins = try output("stats", wait: 100)
    expect(
      begins.contains("VERDICT Nothing wrong was found: still open when the capture stops."),
      "\(begins)")
  }

  /// A connection that the sniffer no longer hears is not still open.
  @Test func whenTheSnifferLostIt() throws {
    func stats(silence: UInt32) throws -> String {
      var air = RuleSceneTests.Air()
      air.att(0, [0x0A, 3, 0])
      air.att(1, [0x0B, 7])
      air.time += silence * 1000
      air.advertise()
      return try Program.run(
        ["--quiet", "stats", "-"], input: Data(air.capture.bytes)
      ).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let lost = try stats(silence: 900)
    expect(
      lost.contains(
        "VERDICT Nothing wrong was found: 1 request answered, until the sniffer lost it at 0.120. [likely]"
      ),
      "\(lost)")
    let open = try stats(silence: 100)
    expect(open.contains("1 request answered, still open when the capture stops."), "\(open)")
  }

  /// Requests and nothing else: no word that all is well.
  @Test func withoutAnAnswer() throws {
    func stats(answered: Bool) throws -> String {
      var air = RuleSceneTests.Air()
      for handle: UInt8 in 3...5 {
        air.att(0, [0x0A, handle, 0])
        if answered { air.att(1, [0x0B, 7]) }
      }
      return try Program.run(
        ["--quiet", "stats", "-"], input: Data(air.capture.bytes)
      ).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let silent = try stats(answered: false)
    expect(
      silent.contains(
        "VERDICT None of 3 requests has an answer in the capture (C1): the server did not answer, or the sniffer did not "
          + "hear it. [certain]"), "\(silent)")
    try expect(stats(answered: true).contains("Nothing wrong was found: 3 requests answered"))
  }

  @Test func itMayStillBegin() throws {
    try expect(output(wait: 100).contains("ended still open when the capture stops"))
  }

  /// All that is heard of a connection is a PDU that no connection in the clear has.
  @Test func onePDUThatLooksEncrypted() throws {
    var capture = PcapBytes(linkType: 256)
    let address: [UInt8] = [0x11, 0x22, 0x33, 0x44]
    capture.add(
      [10, 0xC4, 0, 0] + address + [0x13, 0x0D] + address
        + [2, 7, 0x5A, 0x91, 0xC3, 0x77, 0x10, 0xED, 0xEA, 1, 2, 3])
    let report = try Program.run(["--quiet", "-"], input: Data(capture.bytes)).output
    expect(
      report.contains("security   probably encrypted; not decrypted: the start of encryption"),
      "\(report)")
    let json = try Program.run(["--quiet", "--format", "json", "-"], input: Data(capture.bytes))
    expect(!json.output.contains("\"encrypted\""), "\(json.output)")
  }
}
