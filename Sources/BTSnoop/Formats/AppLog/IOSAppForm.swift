import Bytes

/// nRF Connect for iOS: time of day in brackets, level, text; or the text alone, which is how some versions export it.
///
///     [07:02:17.2120] Normal: Updated Value of Characteristic 2A23 to D900 0000 0000 DBF4.
///
/// Attributes have the names that the system has for them, or their UUIDs. There are no addresses.
///
/// Source: the public logs of its versions from 2021 to 2025.
struct IOSAppForm: AppLogForm {
  let title = "nRF Connect for iOS"

  private static let levels: [StaticString] = [
    "Verbose: ", "Debug: ", "Normal: ", "Application: ", "Warning: ", "Error: ",
  ]

  func begin(_ line: inout TextLine) -> AppLogHead? {
    let start = line.at
    line.takeBlanks()
    guard line.next == UInt8(ascii: "["), let stamp = line.stamp(), stamp.clock == .timeOfDay,
      line.takeBlanks() > 0, let level = Self.levels.first(where: { line.begins(with: $0) })
    else {
      line.at = start
      return nil
    }
    line.at += level.utf8CodeUnitCount
    return AppLogHead(stamp: stamp)
  }

  func read(_ line: TextLine) -> AppLogSaying {
    readValue(line) ?? readDiscovery(line) ?? readOther(line) ?? .own
  }

  private func readValue(_ line: TextLine) -> AppLogSaying? {
    var line = line
    guard line.take("Updated Value of Characteristic ") else { return nil }
    guard let attribute = line.takeText(before: " to ") else { return .unfinished }
    line.takeBlanks()
    _ = line.take("0x")
    guard line.find(".") != nil else { return .unfinished }
    guard let value = line.takeOctets(upTo: UInt8(ascii: ".")), line.take("."), line.isBlank else {
      return .own
    }
    return .value(.readOrSent, attribute: attribute, value: value)
  }

  private func readDiscovery(_ line: TextLine) -> AppLogSaying? {
    var line = line
    guard line.take("Discovered ") else { return nil }
    var kind = AppLogEntry.Kind.service
    var owner = ""
    let names: String
    var rest = line
    if let list = rest.takeText(before: " Characteristics for Service ") {
      (kind, names, owner) = (.characteristic, list, rest.sentence)
    } else if let list = rest.takeText(before: " Descriptors for Characteristic ") {
      (kind, names, owner) = (.descriptor, list, rest.sentence)
    } else if let list = rest.takeText(before: " Services."), rest.isBlank {
      names = list
    } else {
      return line.text.last == UInt8(ascii: ".") ? .own : .unfinished
    }
    if kind == .characteristic, !rest.text.contains(UInt8(ascii: ".")) { return .unfinished }
    var entries = Self.list(names).map { name in
      var entry = AppLogEntry(kind, name)
      entry.owner = owner
      return entry
    }
    if kind == .service { entries.insert(AppLogEntry(.discovered), at: 0) }
    return .entries(entries)
  }

  /// `A`, `A and B`, `A, B, and C`.
  private static func list(_ names: String) -> [String] {
    var all: [String] = []
    var line = TextLine(Array(names.utf8), number: 0)
    while line.at < line.text.count, all.count < 256 {
      let ends = ([", and ", ", ", " and "] as [StaticString]).compactMap { words in
        line.find(words).map { (start: $0, length: words.utf8CodeUnitCount) }
      }
      let end = ends.min { ($0.start, -$0.length) < ($1.start, -$1.length) }
      all.append(
        String(decoding: line.text[line.at..<(end?.start ?? line.text.count)], as: UTF8.self))
      guard let end else { break }
      line.at = end.start + end.length
    }
    return all
  }

  private func readOther(_ line: TextLine) -> AppLogSaying? {
    var line = line
    if line.take("Connecting..."), line.isBlank { return .entry(AppLogEntry(.connecting)) }
    if line.take("Connected."), line.isBlank { return .entry(AppLogEntry(.connected)) }
    if line.take("Disconnected."), line.isBlank { return .entry(AppLogEntry(.disconnected)) }
    if line.take("peripheral.readValue(for: ") {
      return line.takeText(before: ")").map { .asks(.init(kind: .read, attribute: $0)) }
        ?? .unfinished
    }
    for (words, isOn) in [
      ("Setting Boolean true for Notifying Characteristic ", true),
      ("Setting Boolean false for Notifying Characteristic ", false),
    ] as [(StaticString, Bool)] where line.take(words) {
      return .turns(line.sentence, isOn: isOn)
    }
    for (words, isOn) in [
      ("peripheral.setNotifyValue(true, for: ", true),
      ("peripheral.setNotifyValue(false, for: ", false),
    ] as [(StaticString, Bool)] where line.take(words) {
      return line.takeText(before: ")").map { .turns($0, isOn: isOn) } ?? .unfinished
    }
    if line.take("peripheral.writeValue(0x") {
      guard let value = line.takeOctets(upTo: UInt8(ascii: ",")), line.take(","),
        line.take(" for: "), let attribute = line.takeText(before: ", type: .")
      else { return .unfinished }
      return .value(
        line.begins(with: "withoutResponse") ? .writeCommand : .write, attribute: attribute,
        value: value)
    }
    return nil
  }
}

extension TextLine {
  /// The rest without the full stop.
  fileprivate var sentence: String {
    var words = Substring(rest)
    if words.last == "." { words.removeLast() }
    return String(words)
  }
}

/// The text of nRF Connect for iOS without times, as some versions export it: only what has a value, and what stands
/// between such lines, is sure to be the app's.
///
///     Updated Value of Characteristic FFE1 to 0xBB148815D5115232F369EE.
struct PlainIOSAppForm: AppLogForm {
  let title = "nRF Connect for iOS"
  private let form = IOSAppForm()

  private static let beginnings: [StaticString] = [
    "Updated Value of Characteristic ", "[Callback] peripheral(peripheral, did",
    "[Callback] centralManager(central, did", "Discovered ", "peripheral.", "Connected.",
    "Disconnected.", "Connecting...", "Setting Boolean ", "Scanner On.", "Scanner Off.",
    "Device Scanned.", "Discovering ",
  ]

  func begin(_ line: inout TextLine) -> AppLogHead? {
    let start = line.at
    line.takeBlanks()
    if Self.beginnings.contains(where: { line.begins(with: $0) }) { return AppLogHead() }
    if line.next == UInt8(ascii: "\""), line.find("\" value received.") != nil {
      return AppLogHead(isRepetition: true)
    }
    line.at = start
    return nil
  }

  func read(_ line: TextLine) -> AppLogSaying { form.read(line) }
}
