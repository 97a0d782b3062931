import Bytes
import TestSupport
import Testing

@testable import ATTDissector

/// Commands for the channels of BR/EDR links.
struct ChannelSignalTests {
  @Test func connectionRequest() throws {
    let request = try parse("1f00 4200") { c throws(ByteError) in try ChannelRequest(&c) }
    expect(request.psm == 0x1F && request.sourceCID == 0x42)
  }

  @Test func connectionResponse() throws {
    let wireBytes = wire("4500 4200 0100 0200")
    var cursor = ByteCursor(wireBytes.rawBytes)
    let response = try ChannelResponse(&cursor)
    expect(response.destinationCID == 0x45 && response.sourceCID == 0x42)
    expect(response.result, equals: .pending)
    let name = try #require(ChannelResult(rawValue: 2).name)
    expect("\(name)", equals: "PSM not supported")
    expect(ChannelResult(rawValue: 0x77).name == nil)
  }

  @Test func configurationRequest() throws {
    let wireBytes = wire("4500 0100 01 02 0502 04 09 03 0a03d007e02ef003")
    var cursor = ByteCursor(wireBytes.rawBytes)
    let request = try ConfigurationRequest(&cursor)
    expect(request.destinationCID == 0x45 && request.continues)
    expect(request.options.mtu, equals: 517)
    let name = try #require(request.options.mode?.name)
    expect("\(name)", equals: "Enhanced Retransmission mode")
  }

  @Test func optionsThatAreOther() throws {
    func options(_ text: String) throws -> ChannelOptions {
      let wireBytes = wire(text)
      var cursor = ByteCursor(wireBytes.rawBytes)
      return try ChannelOptions(&cursor)
    }
    try expect(options(""), equals: ChannelOptions())
    // A hint, a flush time-out, an MTU of another length.
    try expect(options("81 02 3000 02 02 ffff").mtu, equals: 48)
    try expect(options("01 01 30"), equals: ChannelOptions())
    for text in ["01", "01 02", "01 02 30", "04 02 03", "05 01", "7f ff 00"] {
      #expect(throws: ByteError.self) { try options(text) }
    }
  }

  @Test func configurationResponse() throws {
    let success = wire("4200 0000 0000 01 02 0502")
    var cursor = ByteCursor(success.rawBytes)
    let response = try ConfigurationResponse(&cursor)
    expect(response.sourceCID == 0x42 && response.options.mtu == 517)
    // Of unknown options only the types are there.
    let wireBytes = wire("4200 0000 0300 7f")
    var other = ByteCursor(wireBytes.rawBytes)
    let refused = try ConfigurationResponse(&other)
    expect(refused.result == 3 && refused.options == ChannelOptions())
  }
}
