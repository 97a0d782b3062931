import Bytes
import GATTSession
import JSONText
import System

/// Findings as the services that show the alerts of source code read them: SARIF.
///
/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0, 3.13 to 3.30 and 3.49; GitHub, SARIF
/// support for code scanning, which requires more of what is optional there.
package struct SARIFDocument {
  package enum Form: Sendable { case sarif, codeQuality }

  package enum Level: String, Sendable { case error, warning, note }

  package struct Rule {
    package var identifier: String
    package var level: Level
    package var condition: String
    package var advice: String

    package init(_ identifier: String, _ level: Level, condition: String, advice: String) {
      self.identifier = identifier
      self.level = level
      self.condition = condition
      self.advice = advice
    }
  }

  /// A record of a capture, which has no lines, or a line of a text.
  package struct Place {
    package var path: String
    package var line: Int?
    package var text: String

    package init(path: String, line: Int? = nil, text: String) {
      self.path = path
      self.line = line
      self.text = text
    }
  }

  package struct Result {
    /// An index of `rules`.
    package var rule: Int
    /// What it is about, whatever its frame and its time are.
    package var subject = ""
    package var place: Place
    package var count: Int
    package var frame: UInt64?
    package var connection: Int?
    /// Nanoseconds since the first record.
    package var time: Int64?
    package var further: [Place]

    package init(
      rule: Int, at place: Place, count: Int = 1, frame: UInt64? = nil, time: Int64? = nil,
      connection: Int? = nil, subject: String = "", further: [Place] = []
    ) {
      self.rule = rule
      self.subject = subject
      self.place = place
      self.count = count
      self.frame = frame
      self.time = time
      self.connection = connection
      self.further = further
    }
  }

  /// The version of this program.
  private let version: String
  package var form = Form.sarif
  /// The file that problems are about, where a form needs one.
  package var subject = "-"
  package var rules: [Rule] = []
  /// Why something could not be read or tested: sentences.
  package var problems: [String] = []
  /// What else the reader should know.
  package var remarks: [String] = []

  package init(version: String) { self.version = version }

  /// - pieceEnds: called when a part of the document is complete.
  /// - result: makes the result of a finding.
  package func write<Finding>(
    _ findings: [Finding], to out: inout ByteWriter, pieceEnds: @escaping PieceEnd = { _ in },
    _ result: (Finding) -> Result
  ) {
    if form == .codeQuality {
      writeCodeQuality(findings, to: &out, pieceEnds: pieceEnds, result)
      return
    }
    var json = JSONLines(pieceEnds: pieceEnds)
    json.object(to: &out) { json, out in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json", to: &out)
      json.member("version", "2.1.0", to: &out)
      json.array("runs", [self], to: &out) { run, json, out in
        run.head(&json, to: &out)
        json.array("results", findings, to: &out) { run.write(result($0), with: &$1, to: &$2) }
      }
    }
    out.append("\n")
  }

  private func head(_ json: inout JSONLines, to out: inout ByteWriter) {
    json.object("tool", to: &out) { json, out in
      json.object("driver", to: &out) { json, out in
        json.member("name", "bleinspect", to: &out)
        json.member("semanticVersion", version, to: &out)
        json.array("rules", rules, to: &out) { rule, json, out in
          json.member("id", rule.identifier, to: &out)
          Self.message("shortDescription", text: rule.condition, with: &json, to: &out)
          Self.message("fullDescription", text: rule.condition, with: &json, to: &out)
          Self.message("help", text: rule.advice, with: &json, to: &out)
          json.object("defaultConfiguration", to: &out) { json, out in
            json.member("level", rule.level.rawValue, to: &out)
          }
        }
      }
    }
    let notes = problems.map { (Level.error, $0) } + remarks.map { (Level.warning, $0) }
    json.array("invocations", [notes], to: &out) { notes, json, out in
      json.member("executionSuccessful", problems.isEmpty, to: &out)
      guard !notes.isEmpty else { return }
      json.array("toolExecutionNotifications", notes, to: &out) { note, json, out in
        json.member("level", note.0.rawValue, to: &out)
        Self.message("message", text: note.1, with: &json, to: &out)
      }
    }
  }

  private func write(_ result: Result, with json: inout JSONLines, to out: inout ByteWriter) {
    let rule = rules[result.rule]
    json.member("ruleId", rule.identifier, to: &out)
    json.member("ruleIndex", result.rule, to: &out)
    json.member("level", rule.level.rawValue, to: &out)
    Self.message("message", text: result.place.text, with: &json, to: &out)
    json.array("locations", [result.place], to: &out) { $0.write(&$1, to: &$2) }
    if !result.further.isEmpty {
      json.array("relatedLocations", Array(result.further.enumerated()), to: &out) {
        // Two places may say the same, but no two of them may be equal.
        $1.member("id", $0.offset, to: &$2)
        Self.message("message", text: $0.element.text, with: &$1, to: &$2)
        $0.element.write(&$1, to: &$2)
      }
    }
    json.member("occurrenceCount", result.count, to: &out)
    guard result.frame != nil else { return }
    json.object("properties", to: &out) { json, out in
      json.member("frame", result.frame.map { Int(clamping: $0) }, to: &out)
      json.member("t", seconds: result.time, to: &out)
      json.member("connection", result.connection, to: &out)
    }
  }

  fileprivate static func message(
    _ name: StaticString, text: String, with json: inout JSONLines, to out: inout ByteWriter
  ) {
    json.object(name, to: &out) { $0.member("text", literal(text), to: &$1) }
  }

  /// Braces would be placeholders, and a name in brackets before parentheses a link (3.11.5, 3.11.6).
  package static func literal(_ text: String) -> String {
    var safe = ByteWriter(capacity: text.utf8.count + 8)
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x7B || byte == 0x7D { safe.append(byte: byte) }
      if byte == 0x28, last == 0x5D { safe.append(" ") }
      safe.append(byte: byte)
      last = byte
    }
    return String(decoding: safe.bytes.copy(), as: UTF8.self)
  }

  /// A path as a reference: RFC 3986, 4.1 and 4.2, with a colon of the first segment escaped, too.
  package static func reference(to path: String) -> String {
    var text = ByteWriter(capacity: path.utf8.count + 8)
    if path.hasPrefix("/") { text.append("file://") }
    for byte in path.utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
        text.append(byte: byte)
      default:
        text.append("%")
        text.append(upperHex: UInt64(byte), digits: 2)
      }
    }
    return String(decoding: text.bytes.copy(), as: UTF8.self)
  }
}

extension SARIFDocument.Place {
  /// What reads this format wants a line: of a capture the first one.
  fileprivate func write(_ json: inout JSONLines, to out: inout ByteWriter) {
    json.object("physicalLocation", to: &out) { json, out in
      json.object("artifactLocation", to: &out) { json, out in
        json.member("uri", SARIFDocument.reference(to: WorkingFolder.relative(path)), to: &out)
      }
      json.object("region", to: &out) { $0.member("startLine", line ?? 1, to: &$1) }
    }
  }
}

extension SARIFDocument.Rule {
  package init(_ rule: FindingRule) {
    let level: SARIFDocument.Level =
      switch rule.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    self.init(rule.identifier, level, condition: rule.condition, advice: rule.advice)
  }
}
