import BTSnoop
import Bytes
import TestSupport
import Testing

/// Comments go the whole way, too: as marks, and into other forms of captures.
@Suite struct WholeCommentTests {
  @Test(arguments: CaptureTarget.allCases.indices) func areMarks(target: Int) throws {
    var file = PcapNGBytes(isBig: false)
    file.interface(254)
    // HCI Reset, of the first adapter.
    let reset: [UInt8] = [0, 0, 0, 2, 0x03, 0x0C, 0]
    file.packet(reset, options: PcapNGBytes.comment(Array("lamp on".utf8)))
    let blank = PcapNGBytes.comment([0x20, 0])
    file.packet(reset, options: blank + PcapNGBytes.comment([0x1B, 0xFF]))
    let whole = try WholeWay.checked(Way(number: UInt16(target) << 8)) {
      (pipeline) throws(CaptureError) in
      var parser = PcapNGParser(name: "fuzz", file: 0, firstFrame: 1)
      _ = try parser.consume(file.bytes.rawBytes, atEnd: true, into: &pipeline)
    }
    expect(whole.records == 2 && whole.comments == 2)
  }
}
