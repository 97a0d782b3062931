import ATTDissector
import Bytes
import JSONText
import MockPeripheral
import Vocabulary

/// A script of `mock`: a JSON object a line.
struct ScriptFile {
  /// Why it cannot be used: a clause without a full stop.
  struct ScriptError: Error, Equatable {
    var message: String
  }

  static let maximumOctets = 1 << 20
  /// Each event looks at all of them.
  static let maximumSteps = 1000

  private let table: AttributeTable
  private let limits: ScriptLimits

  /// - Parameter recording: has the attributes that it can be about.
  init(
    _ recording: RecordedPeripheral, _ options: PlayedPeripheral.Options = .init(),
    duration: Int64? = nil
  ) {
    table = recording.table
    limits = ScriptLimits(recording, options, duration: duration)
  }

  func script(_ bytes: [UInt8]) throws(ScriptError) -> MockScript {
    var steps: [MockScript.Step] = []
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated()
    where !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      guard steps.count < Self.maximumSteps else {
        throw ScriptError(message: "more than \(Self.maximumSteps) lines")
      }
      steps.append(try step(try ScriptLine(Array(line), number: index + 1)))
    }
    return MockScript(steps)
  }

  private func step(_ line: ScriptLine) throws(ScriptError) -> MockScript.Step {
    let word: ActionWord = try line.word("do")
    try line.checkKeys(
      ["at", "after", "of", "with", "delay", "client", "times", "do", "comment"] + word.keys)
    let (event, delay) = try event(line)
    let action = try action(word, line: line)
    guard event.hasClient || !action.needsClient else {
      throw line.problem("do", reason: "\(action.word): there is no client after \(event.rawValue)")
    }
    let step = MockScript.Step(
      line: line.number, event: event, handles: try handles(of: event, line: line),
      value: event == .write ? try line.octets("with", atMost: ATTServer.maximumValue) : nil,
      delay: delay, client: try line.count("client"), times: try line.count("times"),
      action: action)
    if line.has("of"), !event.hasAttribute {
      throw line.problem("of", reason: "only after read, write, subscribe or unsubscribe")
    }
    if line.has("with"), event != .write { throw line.problem("with", reason: "only after write") }
    if line.has("client"), event == .start {
      throw line.problem("client", reason: "not after start")
    }
    if let (key, reason) = limits.impossible(step) { throw line.problem(key, reason: reason) }
    return step
  }

  /// `at` counts from the connection.
  private func event(_ line: ScriptLine) throws(ScriptError) -> (MockScript.Event, Int64) {
    guard line.has("at") != line.has("after") else {
      throw line.problem(nil, reason: "expected either 'at' or 'after'")
    }
    if let time = try line.nanoseconds("at") {
      if line.has("delay") { throw line.problem("delay", reason: "only with 'after'") }
      return (.connect, time)
    }
    return (try line.word("after"), try line.nanoseconds("delay") ?? 0)
  }

  private func handles(
    of event: MockScript.Event, line: ScriptLine
  ) throws(ScriptError) -> Set<UInt16>? {
    event.hasAttribute && line.has("of") ? try handles("of", line: line) : nil
  }

  /// The words of `do`.
  private enum ActionWord: String, CaseIterable {
    case notify, indicate, set, error, drop, disconnect, advertise

    /// The members that say how.
    var keys: [String] {
      switch self {
      case .notify, .indicate, .set: ["attribute", "value"]
      case .error: ["attribute", "error", "request", "for", "requests"]
      case .drop: ["for"]
      case .disconnect: ["reason"]
      case .advertise: ["data", "scan_response"]
      }
    }
  }

  private enum RequestWord: String, CaseIterable { case read, write }

  private func action(
    _ word: ActionWord, line: ScriptLine
  ) throws(ScriptError) -> MockScript.Action {
    switch word {
    case .notify, .indicate:
      let found = try handles("attribute", line: line)
      guard let handle = found.first, found.count == 1 else {
        let handles = found.sorted().map { "0x" + hex($0) }
        throw line.problem(
          "attribute", reason: "several have this type: " + handles.joined(separator: ", "))
      }
      return .send(handle: handle, value: try value(line), isIndication: word == .indicate)
    case .set: return .set(handles: try handles("attribute", line: line), value: try value(line))
    case .error:
      var fault = MockScript.ErrorFault(
        handles: try handles("attribute", line: line), code: try errorCode(line))
      if line.has("request") {
        let request: RequestWord = try line.word("request")
        fault.ofReads = request == .read
        fault.ofWrites = request == .write
      }
      fault.duration = try line.duration("for")
      fault.requests = try line.count("requests")
      return .error(fault)
    case .drop: return .drop(try line.require("for", try line.duration("for")))
    case .disconnect: return .disconnect(try reason(line))
    case .advertise:
      let data = try line.octets("data", atMost: Advertisement.legacyOctets)
      let scanResponse = try line.octets("scan_response", atMost: Advertisement.legacyOctets)
      if data == nil, scanResponse == nil {
        throw line.problem(nil, reason: "expected 'data' or 'scan_response'")
      }
      return .advertise(data: data, scanResponse: scanResponse)
    }
  }

  private func value(_ line: ScriptLine) throws(ScriptError) -> [UInt8] {
    try line.require("value", try line.octets("value", atMost: ATTServer.maximumValue))
  }

  /// The attributes of a type, or the one of a handle: those whose values a client may read or
  /// write.
  private func handles(_ key: String, line: ScriptLine) throws(ScriptError) -> Set<UInt16> {
    let name = try line.require(key, try line.string(key))
    let place: AttributeValue.Place
    do throws(SettingError) { place = try AttributeValue.Place(named: name) } catch {
      throw line.problem(key, reason: error.message)
    }
    let meant = table.all.filter { $0.declared == nil && place.isMeant($0) }
    guard !meant.isEmpty else {
      throw line.problem(key, reason: "the peripheral has no attribute \(quoted(name))")
    }
    return Set(meant.map(\.handle))
  }

  /// A number, or one of the specification's names.
  private func errorCode(_ line: ScriptLine) throws(ScriptError) -> ATTErrorCode {
    let text = try line.require("error", try line.string("error"))
    if let code = Self.code(text), code > 0 { return ATTErrorCode(rawValue: code) }
    let named = (1...UInt8.max).first {
      ATTErrorName.name(of: $0)?.description.lowercased() == text.lowercased()
    }
    guard let named else {
      throw line.problem("error", reason: "expected a code such as \"0x0E\", or its name")
    }
    return ATTErrorCode(rawValue: named)
  }

  /// The reasons that the command takes.
  ///
  /// Source: Bluetooth Core Specification, Vol 4, Part E, 7.1.6.
  private static let reasons: Set<UInt8> = [0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B]

  private func reason(_ line: ScriptLine) throws(ScriptError) -> HCIStatus {
    guard let text = try line.string("reason") else { return .remoteUserTerminated }
    guard let code = Self.code(text), Self.reasons.contains(code) else {
      throw line.problem(
        "reason", reason: "expected one of 0x05, 0x13, 0x14, 0x15, 0x1A, 0x29, 0x3B")
    }
    return HCIStatus(rawValue: code)
  }

  /// `0x0E`
  private static func code(_ text: String) -> UInt8? {
    text.hasPrefix("0x") && text.utf8.count <= 4 ? UInt8(text.dropFirst(2), radix: 16) : nil
  }
}

/// A line of a script: a JSON object.
private struct ScriptLine {
  /// The line's number, from 1.
  let number: Int
  private let document: JSONDocument
  private var members: [String: JSONSlice] = [:]

  init(_ text: [UInt8], number: Int) throws(ScriptFile.ScriptError) {
    self.number = number
    do throws(JSONError) {
      document = try JSONDocument(text)
      for (key, value) in try document.members(of: document.root) { members[key] = value }
    } catch { throw ScriptFile.ScriptError(message: "line \(number): \(error.reason)") }
  }

  /// - key: of the member that it is about; `nil`: of none.
  func problem(_ key: String?, reason: String) -> ScriptFile.ScriptError {
    ScriptFile.ScriptError(
      message: "line \(number): " + (key.map { "'\($0)': " } ?? "") + reason)
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  /// A member that nothing reads would be a fault that does not happen.
  func checkKeys(_ known: [String]) throws(ScriptFile.ScriptError) {
    for key in members.keys.sorted() where !known.contains(key) {
      throw problem(
        nil,
        reason: "unknown: \(quoted(key))"
          + Suggestion.clause(Suggestion.words(for: key, among: known))
      )
    }
  }

  func require<Value>(_ key: String, _ value: Value?) throws(ScriptFile.ScriptError) -> Value {
    guard let value else { throw problem(nil, reason: "'\(key)' is missing") }
    return value
  }

  func string(_ key: String) throws(ScriptFile.ScriptError) -> String? {
    guard let slice = members[key] else { return nil }
    guard case .string(let text) = document.value(slice) else {
      throw problem(key, reason: "expected a string, not \(slice.title)")
    }
    return text
  }

  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String
  ) throws(ScriptFile.ScriptError) -> Word where Word.RawValue == String {
    let text = try require(key, try string(key))
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue)
      throw problem(
        key, reason: "expected \(Suggestion.alternatives(words)), not \(quoted(text))")
    }
    return word
  }

  /// Octets in hex.
  func octets(_ key: String, atMost limit: Int) throws(ScriptFile.ScriptError) -> [UInt8]? {
    guard let text = try string(key) else { return nil }
    guard let octets = [UInt8](digits: text), octets.count <= limit else {
      throw problem(key, reason: "expected up to \(limit) octets in hex")
    }
    return octets
  }

  /// A time that the script gives in seconds.
  func nanoseconds(_ key: String) throws(ScriptFile.ScriptError) -> Int64? {
    guard let number = try number(key) else { return nil }
    guard number.value >= 0, number.value <= 1e6 else {
      throw problem(key, reason: "expected seconds, from 0 to 1000000")
    }
    return Int64(number.value * 1e9)
  }

  /// More than no time at all.
  func duration(_ key: String) throws(ScriptFile.ScriptError) -> Int64? {
    guard let time = try nanoseconds(key) else { return nil }
    guard time > 0 else { throw problem(key, reason: "expected more than 0 seconds") }
    return time
  }

  /// A whole number from 1 on.
  func count(_ key: String) throws(ScriptFile.ScriptError) -> Int? {
    guard let number = try number(key) else { return nil }
    guard let count = number.integer, count > 0 else {
      throw problem(key, reason: "expected a whole number from 1")
    }
    return Int(clamping: count)
  }

  private func number(_ key: String) throws(ScriptFile.ScriptError) -> JSONNumber? {
    guard let slice = members[key] else { return nil }
    guard case .number(let number, _) = document.value(slice) else {
      throw problem(key, reason: "expected a number, not \(slice.title)")
    }
    return number
  }
}
