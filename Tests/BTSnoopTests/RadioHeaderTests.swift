import Bytes
import TestSupport
import Testing

@testable import BTSnoop

@Suite struct RadioHeaderTests {
  private func written(_ radio: RadioInfo) -> [UInt8] {
    var output = ByteWriter()
    RadioHeader.append(radio, to: &output)
    return output.bytes.copy()
  }

  private func read(_ header: [UInt8]) throws -> RadioInfo {
    let found = LinkType.linkLayerWithRadio.framing(of: header.rawBytes)
    let framing = try #require(found)
    expect(framing.kind, equals: .linkLayer)
    expect(framing.headerLength, equals: RadioHeader.size)
    return try #require(framing.radio)
  }

  @Test func theBytes() {
    var radio = RadioInfo()
    radio.channel = 37
    radio.rssi = -60
    radio.crcOK = true
    radio.physicalChannel = .data
    radio.sender = .peripheral
    radio.phy = .le2M
    radio.referenceAccessAddress = 0x8E89_BED6
    expect(written(radio), equals: [0, 0xC4, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, 0x93, 0x4D])
    expect(written(RadioInfo()), equals: [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0])
  }

  /// Whatever flags a recorder has set: what was understood of them is written again.
  @Test func everythingThatIsReadIsWritten() throws {
    for flags in UInt16.min ... .max {
      let header: [UInt8] = [
        UInt8(flags % 41), 0xC4, 0xA0, 1, 0xD6, 0xBE, 0x89, 0x8E, UInt8(flags & 0xFF),
        UInt8(flags >> 8),
      ]
      let radio = try read(header)
      let again = try read(written(radio))
      if again != radio { Issue.record("flags \(flags): \(radio) became \(again)") }
    }
  }

  @Test func everyChannelHasItsFrequency() {
    for index in UInt8(0)...39 {
      let rf = RadioInfo.rfChannel(index: index)
      expect(rf.flatMap(RadioInfo.channelIndex(rf:)), equals: index)
    }
    for index in UInt8(40) ... .max { expect(RadioInfo.rfChannel(index: index) == nil) }
  }

  @Test func auxiliaryAdvertisingOfAnUnknownKindIsNotGivenOne() throws {
    var radio = RadioInfo()
    radio.physicalChannel = .auxiliaryAdvertising
    try expect(read(written(radio)), equals: RadioInfo())
    radio.auxiliaryType = .scanResponse
    try expect(read(written(radio)), equals: radio)
  }
}
