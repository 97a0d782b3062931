import Bytes

/// nRF Connect for Android, and nRF Logger: level, time of day and text, between tabs or blanks; the list of attributes
/// in lines without them.
///
///     I	11:36:48.427	Notification received from 00002a37-0000-1000-8000-00805f9b34fb, value: (0x) 00-48
///
/// Source: the public logs of its versions from 2018 to 2025.
struct AndroidAppForm: AppLogForm {
  let title = "nRF Connect for Android"

  func begin(_ line: inout TextLine) -> AppLogHead? {
    let start = line.at
    line.takeBlanks()
    guard let level = line.next, "VDIWEA".utf8.contains(level) else {
      line.at = start
      return nil
    }
    line.at += 1
    guard line.takeBlanks() > 0, let stamp = line.stamp(), stamp.clock == .timeOfDay,
      line.takeBlanks() > 0
    else {
      line.at = start
      return nil
    }
    return AppLogHead(stamp: stamp, isRepetition: level == UInt8(ascii: "A"))
  }

  func read(_ line: TextLine) -> AppLogSaying {
    readValue(line) ?? readLink(line) ?? readRequest(line) ?? .own
  }

  // MARK: Values

  private static let values: [(StaticString, AppLogEntry.Kind)] = [
    ("Read Response received from", .read), ("Notification received from", .notification),
    ("Indication received from", .indication), ("Data written to", .write),
  ]

  private func readValue(_ line: TextLine) -> AppLogSaying? {
    var line = line
    guard let (words, kind) = Self.values.first(where: { line.begins(with: $0.0) }) else {
      return nil
    }
    line.at += words.utf8CodeUnitCount
    line.takeBlanks()
    let isDescriptor = line.take("descr.")
    line.takeBlanks()
    guard let attribute = line.takeUUID() else { return .unfinished }
    if line.isBlank {
      // Newer versions have the value where it is about to be written.
      return kind == .write ? .written(attribute, isDescriptor: isDescriptor) : .unfinished
    }
    guard line.take(","), line.take(" value:") || line.isBlank else { return .other }
    line.takeBlanks()
    if line.isBlank { return .unfinished }
    if line.take("0 bytes") {
      return .value(kind, attribute: attribute, value: [], isDescriptor: isDescriptor)
    }
    guard line.take("(0x)"), !line.isBlank, !line.endsWithHyphen, let value = line.takeOctets(),
      !value.isEmpty
    else { return .unfinished }
    return .value(kind, attribute: attribute, value: value, isDescriptor: isDescriptor)
  }

  // MARK: Connections

  private func readLink(_ line: TextLine) -> AppLogSaying? {
    var line = line
    if line.begins(with: "[Server") { return .ownServer }
    if line.take("Connecting to ") {
      return .entry(AppLogEntry(.connecting, line.takeAddress() ?? ""))
    }
    if line.take("Connected to ") {
      return .entry(AppLogEntry(.connected, line.takeAddress() ?? ""))
    }
    if line.take("Disconnected"), line.isBlank { return .entry(AppLogEntry(.disconnected)) }
    if line.take("[Callback] Connection state changed with status: ") {
      guard let status = line.decimal(digits: 5), line.find("DISCONNECTED (0)") != nil else {
        return .own
      }
      return .reason(UInt32(status))
    }
    if line.take("Connection terminated by peer (status ") {
      return line.decimal(digits: 5).map { .reason(UInt32($0)) } ?? .own
    }
    if line.take("Error "), let status = line.decimal(digits: 5), line.take(" (0x") {
      // The app names the statuses of connections apart: some numbers mean something else for requests.
      let isOfConnection = line.find("): GATT CONN ") != nil
      return isOfConnection ? .reason(UInt32(status)) : .fails(UInt32(status))
    }
    if line.take("Services discovered"), line.isBlank { return .tree }
    if line.find("MTU changed to: ") != nil, line.skip(past: "MTU changed to: ") {
      guard let mtu = line.decimal(digits: 5), mtu <= UInt64(UInt16.max) else { return .own }
      var entry = AppLogEntry(.mtu)
      entry.number = UInt32(mtu)
      return .entry(entry)
    }
    if line.take("Connection parameters updated (interval: ") { return Self.parameters(&line) }
    if line.take("PHY updated (TX: ") { return Self.phys(&line) }
    for words in ["Device bonded", "Bonding failed", "Bond information deleted"] as [StaticString]
    where line.take(words) { return .entry(AppLogEntry(.remark, "\(words)")) }
    return nil
  }

  private static func parameters(_ line: inout TextLine) -> AppLogSaying {
    guard let interval = line.takeMilliseconds(), line.take(", latency: "),
      let latency = line.decimal(digits: 4), line.take(", timeout: "),
      let timeout = line.takeMilliseconds()
    else { return .unfinished }
    return .parameters(interval: interval, latency: latency, timeout: timeout)
  }

  private static let phyNames: [StaticString] = ["LE 1M", "LE 2M", "LE Coded"]

  private static func phys(_ line: inout TextLine) -> AppLogSaying {
    func take() -> UInt32? {
      guard let place = phyNames.firstIndex(where: { line.take($0) }) else { return nil }
      return UInt32(place + 1)
    }
    guard let tx = take(), line.take(", RX: "), let rx = take() else { return .own }
    var entry = AppLogEntry(.phys)
    entry.number = tx | rx << 8
    return .entry(entry)
  }

  // MARK: What the app does

  private func readRequest(_ line: TextLine) -> AppLogSaying? {
    var line = line
    for (words, isDescriptor) in [
      ("gatt.readCharacteristic(", false), ("gatt.readDescriptor(", true),
    ] as [(StaticString, Bool)] where line.take(words) {
      guard let attribute = line.takeUUID() else { return .unfinished }
      return .asks(.init(kind: .read, attribute: attribute, isDescriptor: isDescriptor))
    }
    for (words, kind) in [
      ("Writing request to characteristic ", .write),
      ("Writing command to characteristic ", .writeCommand),
      ("Writing signed command to characteristic ", .writeCommand),
    ] as [(StaticString, AppLogSaying.Request.Kind)] where line.take(words) {
      guard let attribute = line.takeUUID() else { return .unfinished }
      return .asks(.init(kind: kind, attribute: attribute))
    }
    for (words, isDescriptor) in [
      ("gatt.writeCharacteristic(", false), ("gatt.writeDescriptor(", true),
    ] as [(StaticString, Bool)] where line.take(words) {
      guard let attribute = line.takeUUID() else { return .unfinished }
      var request = AppLogSaying.Request(attribute: attribute, isDescriptor: isDescriptor)
      if isDescriptor { request.kind = .write }
      if line.take(", value=0x"), let value = line.takeOctets(upTo: UInt8(ascii: ")")) {
        request.value = value
      }
      return .asks(request)
    }
    for words in [
      "Enabling notifications for ", "Enabling indications for ", "Disabling notifications for ",
      "Disabling indications for ", "Disabling notifications and indications for ",
      "gatt.setCharacteristicNotification(",
    ] as [StaticString] where line.take(words) {
      return line.takeUUID().map { .configures($0) } ?? .unfinished
    }
    return nil
  }
}

extension TextLine {
  /// A value goes on in the next line.
  var endsWithHyphen: Bool {
    text.last { !Self.isBlank($0) } == UInt8(ascii: "-")
  }
}

extension AppLogSaying {
  /// - Parameters:
  ///   - interval: in microseconds.
  ///   - timeout: in microseconds.
  static func parameters(interval: UInt32, latency: UInt64, timeout: UInt32) -> AppLogSaying {
    guard let timeout = UInt16(exactly: timeout / 10_000) else { return .own }
    var entry = AppLogEntry(.parameters)
    entry.interval = interval
    entry.latency = UInt16(truncatingIfNeeded: latency)
    entry.timeout = timeout
    return .entry(entry)
  }
}

// MARK: The list of attributes

/// Lines of the list of attributes, which have no time.
enum AndroidTree {
  /// `Heart Rate (0x180D)`, `- Heart Rate Measurement [N] (0x2A37)`, `Client Characteristic Configuration (0x2902)`.
  ///
  /// Some exports lack the blanks before descriptors: the UUID says what it is.
  static func read(_ line: TextLine) -> AppLogEntry? {
    var line = line
    line.takeBlanks()
    let isCharacteristic = line.take("- ") || line.take("\u{2022} ")
    line.takeBlanks()
    guard let open = line.text.lastIndex(of: UInt8(ascii: "(")), open > line.at,
      line.text.count - open <= 40
    else { return nil }
    let head = String(decoding: line.text[line.at..<open], as: UTF8.self)
    line.at = open + 1
    let isShort = line.take("0x")
    guard let uuid = line.takeUUID(), isShort == (uuid.utf8.count == 4), line.take(")"),
      line.isBlank
    else { return nil }
    guard isCharacteristic else {
      let isDescriptor = head.hasPrefix("Unknown Descriptor") || isShort && uuid.hasPrefix("29")
      return AppLogEntry(isDescriptor ? .descriptor : .service, uuid)
    }
    guard let properties = properties(head) else { return nil }
    var entry = AppLogEntry(.characteristic, uuid)
    entry.number = UInt32(properties)
    return entry
  }

  private static let words: [(String, UInt8)] = [
    ("B", 0x01), ("R", 0x02), ("WNR", 0x04), ("W", 0x08), ("N", 0x10), ("I", 0x20), ("SW", 0x40),
    ("E", 0x80),
  ]

  /// The octet of the declaration from `[N R W]`; `nil` where there is no such thing.
  private static func properties(_ head: String) -> UInt8? {
    guard let open = head.lastIndex(of: "["), let close = head.lastIndex(of: "]"), open < close
    else { return nil }
    var properties: UInt8 = 0
    for word in head[head.index(after: open)..<close].split(separator: " ") {
      guard let bit = words.first(where: { $0.0 == word })?.1 else { return nil }
      properties |= bit
    }
    return properties
  }
}

/// What an exported log begins with: `nRF Connect, 2022-06-12`, then `M1 (DC:23:4D:DE:AD:BE)`.
enum AndroidTitle {
  /// - Returns: days since 1970 of the log's first line.
  static func day(_ line: TextLine) -> Int64? {
    var line = line
    line.takeBlanks()
    guard line.take("nRF Connect, ") || line.take("nRF Logger, "),
      let year = line.decimal(digits: 4), line.take("-"),
      let month = line.decimal(digits: 2), line.take("-"), let day = line.decimal(digits: 2),
      line.isBlank, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return CivilDay(year: Int64(year), month: Int64(month), day: Int64(day)).number
  }

  /// The device that the log is about.
  static func device(_ line: TextLine) -> (name: String, address: String)? {
    var line = line
    line.takeBlanks()
    guard let open = line.text.lastIndex(of: UInt8(ascii: "(")), open >= line.at else { return nil }
    let name = String(decoding: line.text[line.at..<open], as: UTF8.self)
    line.at = open + 1
    guard let address = line.takeAddress(), line.take(")"), line.isBlank else { return nil }
    var trimmed = Substring(name)
    while trimmed.last == " " { trimmed.removeLast() }
    return (String(trimmed), address)
  }
}
