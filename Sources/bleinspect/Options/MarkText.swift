import Bytes
import System
import Timeline

extension Mark {
  static let expected = "expected TIME=TEXT, with TIME in \(TimeBound.expected)"

  /// `12.5=lamp on` or `12.5 lamp on`; a date and time may stand for the seconds.
  init(_ text: some StringProtocol) throws(SettingError) {
    let text = text.drop(while: \.isWhitespace)
    var place = text.startIndex
    // A blank may be within a date and time.
    for _ in 0..<2 {
      guard let end = text[place...].firstIndex(where: { $0 == "=" || $0.isWhitespace }) else {
        break
      }
      place = text.index(after: end)
      guard let bound = TimeBound(String(text[..<end])) else { continue }
      // Where a section begins is known only when it does, and marks are put in order before.
      if case .section = bound { throw SettingError(Self.expected) }
      var words = text[place...].drop(while: \.isWhitespace)
      if text[end] != "=", words.first == "=" { words = words.dropFirst() }
      self.init(time: TimeLimit(bound), text: words)
      guard !self.text.isEmpty else { throw SettingError("no text after the time") }
      guard self.text.utf8.count <= Mark.longest else {
        throw SettingError("the text is longer than \(Mark.longest) bytes")
      }
      return
    }
    throw SettingError(Self.expected)
  }
}

extension OptionKind where Value == Mark {
  static var mark: Self {
    Self("TIME=TEXT", example: "12.5=lamp on") { text throws(SettingError) in try Mark(text) }
  }
}

extension Invocation {
  /// Adds the marks in files to those of the command line.
  mutating func loadMarks() throws(UsageError) {
    guard !options.knowledge.markFiles.isEmpty else { return }
    try checkStandardInput(files + options.check.ruleFiles + options.knowledge.markFiles)
    for path in options.knowledge.markFiles { try loadMarks(path) }
  }

  private mutating func loadMarks(_ path: String) throws(UsageError) {
    let bytes: [UInt8]
    do { bytes = try Invocation.contents(of: path, limit: Marks.fileLimit) } catch {
      throw UsageError(file: "--marks: \(shown(path)): \(error.message)")
    }
    guard bytes.count <= Marks.fileLimit else {
      throw UsageError(file: "--marks: \(shown(path)): larger than \(Marks.fileLimit >> 20) MiB")
    }
    var rest = bytes[...]
    var number = 0
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      var line = String(decoding: rest[..<end], as: UTF8.self)[...]
      rest = rest[end...].dropFirst()
      number += 1
      // A byte order mark, as some editors write it.
      if number == 1, line.first == "\u{FEFF}" { line.removeFirst() }
      line = line.drop(while: \.isWhitespace)
      guard let first = line.first, first != "#" else { continue }
      let place = "--marks: \(shown(path)):\(number): "
      guard options.knowledge.marks.count < Marks.limit else {
        throw UsageError(file: "\(place)more than \(Marks.limit) marks")
      }
      do { options.knowledge.marks.append(try Mark(line)) } catch {
        throw UsageError(file: place + error.message)
      }
    }
  }
}
