import Bytes
import Foundation
import FoundationXML
import Regression
import TestSupport
import Testing

@Suite struct JUnitDocumentTests {
  @Test func theDocumentIsWhatReadersKnow() throws {
    var report = TestReport(name: "bleinspect diff")
    report.cases = [
      .init(group: "Polar H7", name: "Battery Level 180F/2A19"),
      .init(group: "Polar H7", name: "Heart Rate Measurement 180D/2A37"),
      .init(group: "Tag", name: "tree"),
      .init(group: "Polar H7", name: "connection 1"),
    ]
    report.cases[1].failures = [
      .init(
        "notification #3: 91 bpm became 18433 bpm", details: ["165b became 17", "frame 144"],
        file: "expected.ndjson", line: 46),
      .init("notification #9 is missing"),
    ]
    report.cases[2].skipped = "no discovery in actual.pcap"
    report.cases[3].remarks = ["mtu 23 became 185"]
    expect(
      text(report),
      equals: """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="bleinspect diff" tests="4" failures="1" errors="0" skipped="1" time="0">
          <testsuite name="Polar H7" tests="3" failures="1" errors="0" skipped="0" time="0">
            <testcase classname="Polar H7" name="Battery Level 180F/2A19" time="0"/>
            <testcase classname="Polar H7" name="Heart Rate Measurement 180D/2A37" \
        file="expected.ndjson" line="46" time="0">
              <failure message="notification #3: 91 bpm became 18433 bpm (and 1 more)" \
        type="failure">notification #3: 91 bpm became 18433 bpm
        165b became 17
        frame 144
        notification #9 is missing</failure>
            </testcase>
            <testcase classname="Polar H7" name="connection 1" time="0">
              <system-out>mtu 23 became 185</system-out>
            </testcase>
          </testsuite>
          <testsuite name="Tag" tests="1" failures="0" errors="0" skipped="1" time="0">
            <testcase classname="Tag" name="tree" time="0">
              <skipped message="no discovery in actual.pcap"/>
            </testcase>
          </testsuite>
        </testsuites>

        """)
    try expect(elements(report).count { $0.name == "testcase" }, equals: 4)
  }

  /// Written to standard output, where a runner reads it.
  @Test func nothingInItIsACommandToARunner() throws {
    var report = TestReport(name: "bleinspect diff")
    report.cases = [.init(group: "::error::a", name: "##[error]b")]
    report.cases[0].failures = [
      .init("::error file=x::c", details: ["  ::stop-commands::d", "e ##[command]f", "g ## h"])
    ]
    let text = text(report)
    expect(
      text.contains(">&#58;:error file=x::c\n&#58;:stop-commands::d\ne &#35;#[command]f\ng ## h<"))
    expect(!text.contains("##["))
    for line in text.split(separator: "\n") {
      expect(!line.drop { $0 == " " }.hasPrefix("::"))
    }
  }

  @Test func troubleIsAnErrorInASuiteOfItsOwn() throws {
    var report = TestReport(name: "bleinspect check")
    report.errors = [.init("walk.pcap: cut at 4711"), .init("walk.ndjson:3: no JSON")]
    let found = try elements(report)
    expect(found.first?.attributes["errors"], equals: "2")
    expect(found.first?.attributes["tests"], equals: "2")
    expect(
      found.filter { $0.name == "error" }.map { $0.attributes["message"] },
      equals: ["walk.pcap: cut at 4711", "walk.ndjson:3: no JSON"])
    expect(
      found.filter { $0.name == "testcase" }.map { $0.attributes["name"] },
      equals: ["input", "input 2"])
  }

  @Test func anEmptyReportIsADocument() throws {
    try expect(elements(TestReport(name: "x")).map(\.name), equals: ["testsuites"])
  }

  /// Every scalar below U+10000, in an attribute and in text: a parser takes it, and what it reads is
  /// the character itself or its escape.
  @Test func everyCharacterIsLawful() throws {
    var hostile = "]]> & < > \" ' <![CDATA[ --> &#0; \u{0}\u{8}\u{B}\u{1F}\u{7F}\u{85}\u{202E}"
    for value in UInt32(0)..<0x1_0000 where value & 7 == 0 || value > 0xFFF0 || value < 0x180 {
      if let scalar = Unicode.Scalar(value) { hostile.unicodeScalars.append(scalar) }
    }
    hostile += String(decoding: [0xED, 0xA0, 0x80, 0xFF, 0xC0] as [UInt8], as: UTF8.self)
    hostile += "\u{1F600}\u{10FFFF}"
    var report = TestReport(name: hostile)
    report.cases = [.init(group: hostile, name: hostile)]
    report.cases[0].failures = [.init(hostile, details: [hostile], file: hostile)]
    report.errors = [.init(hostile)]
    let found = try elements(report)
    let message = try #require(found.first { $0.name == "failure" }?.attributes["message"])
    let body = try #require(found.first { $0.name == "failure" }?.text)
    expect(body, equals: message + "\n" + message)
    expect(message.hasPrefix("]]> & < > \" ' <![CDATA[ --> &#0; \\x00\\x08\\x0b\\x1f\\x7f"))
    expect(message.contains("\\u{fffe}\\u{ffff}"))
    expect(message.contains("\\u{202e}"))
    expect(message.hasSuffix("\u{1F600}\u{10FFFF}"))
    expect(found.first { $0.name == "testsuite" }?.attributes["name"], equals: message)
  }

  private func text(_ report: TestReport) -> String {
    var out = ByteWriter()
    JUnitDocument(report).write(to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private func elements(_ report: TestReport) throws -> [XMLElements.Element] {
    let parser = XMLParser(data: Data(text(report).utf8))
    let elements = XMLElements()
    parser.delegate = elements
    let isValid = parser.parse()
    try #require(isValid, "line \(parser.lineNumber), column \(parser.columnNumber)")
    return elements.found
  }
}

/// Collects what a parser meets.
private final class XMLElements: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
  }

  private(set) var found: [Element] = []
  private var open: [Int] = []

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    open.append(found.count)
    found.append(Element(name: elementName, attributes: attributeDict))
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { found[last].text += string }
  }
}
