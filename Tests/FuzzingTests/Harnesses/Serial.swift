import BTSnoop
import Bytes
import TestSupport

extension Harness {
  /// The framings of serial lines: H5 and BCSP (and H1, H4), without the headers around them.
  static let serial = Harness("serial", maximumLength: 2048) { input in
    var entries = EntryList(input)
    let datalinks: [UInt32] = [1003, 1004, 1001, 1002]
    var file = BTSnoopBytes(datalink: datalinks[Int(entries.byte() & 3)])
    var count: UInt64 = 0
    while let (head, bytes) = entries.next() {
      count += 1
      file.add(
        bytes, flags: UInt32(head & 3), time: Int64(count),
        original: UInt32(bytes.count) + UInt32(head >> 4 & 1) * 3)
    }
    try Reading.check(file.bytes, BTSnoopParser.self)
  }
}
