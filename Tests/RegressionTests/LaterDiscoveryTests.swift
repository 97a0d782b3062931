import ATTDissector
import GATTSession
import TestSupport
import Testing

@testable import Regression

/// A value that comes before its attribute is discovered.
@Suite struct LaterDiscoveryTests {
  private static let lines = """
    {"event":"capture","schema":1,"format":"btsnoop","link_type":"hci_h4"}
    {"frame":1,"t":0.1,"event":"connected","connection":1,"address":"00:22:D0:00:06:07","address_type":"public","role":"central"}
    {"frame":2,"t":0.2,"event":"notification","connection":1,"address":"00:22:D0:00:06:07","address_type":"public","from":"peripheral","handle":18,"value":"0661"}
    {"frame":3,"t":0.3,"event":"characteristic","connection":1,"address":"00:22:D0:00:06:07","address_type":"public","from":"peripheral","handle":17,"service":"180D","characteristic":"2A37","value_handle":18,"properties":["notify"]}
    {"frame":4,"t":0.4,"event":"notification","connection":1,"address":"00:22:D0:00:06:07","address_type":"public","from":"peripheral","handle":18,"service":"180D","characteristic":"2A37","label":"Heart Rate Measurement","value":"0662"}

    """

  @Test func aBaselineNamesIt() throws {
    let folder = try Folder()
    let timeline = try ComparedLines(Self.lines.split(separator: "\n").map(String.init)).read()
    try BaselineFile.replace(folder.path("x.ndjson"), with: timeline, options: BaselineOptions())
    let baseline = try RecordedTimeline.read([folder.path("x.ndjson")])
    let values = baseline.items.filter { $0.kind == .notification }
    expect(
      values.map { baseline.path(of: $0)?.characteristic?.description }, equals: ["2A37", "2A37"])
    expect(compare(baseline, with: timeline, options: ComparisonOptions()).differences, equals: [])
    expect(compare(timeline, with: baseline, options: ComparisonOptions()).differences, equals: [])
  }
}
