import Bytes

/// Reads the lines of an app's log: finds which app it is, joins what a mail program wrapped, and gives the entries in
/// their order. Entries are held until it is sure that the text is such a log.
struct AppLogReader {
  struct Held {
    var entry: AppLogEntry
    var stamp: TextStamp?
  }

  /// So many lines with values or connections are no chance.
  static let enough = 3
  /// How many entries stay when too many are held: the last ones.
  private static let most = 1024
  /// The most lines that one of the log is wrapped to.
  private static let mostParts = 64

  private static let forms: [any AppLogForm] = [
    AndroidAppForm(), IOSAppForm(), DesktopAppForm(), PlainIOSAppForm(),
  ]
  private static let android = 0
  private static let desktop = 2

  /// A line, and what it says so far.
  private struct Open {
    let form: Int
    let stamp: TextStamp?
    let number: UInt64
    /// Where the words begin that the form reads.
    let at: Int
    var text: [UInt8]
    var saying: AppLogSaying
    var parts = 1

    var line: TextLine {
      var line = TextLine(text, number: number)
      line.at = at
      return line
    }
  }

  private var open: Open?
  private var state = AppLogState()
  private var held: [Held] = []
  /// Lines with entries that no other text has, by form.
  private var evidence = [Int](repeating: 0, count: forms.count)
  private var taken: Int?
  /// A list of attributes may go on.
  private var isInTree = true
  private var hasLines = false
  /// Days since 1970 of the log's beginning, and the midnights since then.
  private var day: Int64?
  private var lastTime: Int64?
  /// The line before was the title, and the device comes next.
  private var awaitsDevice = false
  /// Lines of an app's log, as far as it is one.
  private(set) var lines: UInt64 = 0
  private(set) var damaged: UInt64 = 0
  private(set) var firstDamaged: UInt64?
  /// Other lines that were first taken for parts of one.
  private(set) var others: UInt64 = 0

  var isTaken: Bool { taken != nil }
  var title: String { Self.forms[taken ?? 0].title }
  /// The clock of the first time in the log.
  var clock: TextStamp.Clock? { held.lazy.compactMap(\.stamp).first?.clock }

  /// - Returns: whether the line is one of an app's log, or part of one.
  mutating func read(_ line: TextLine) -> Bool {
    if readTitle(line) { return true }
    for form in Self.forms.indices {
      var rest = line
      guard let head = Self.forms[form].begin(&rest) else { continue }
      close()
      hasLines = true
      lines += 1
      isInTree = false
      if head.isRepetition { return true }
      open = Open(
        form: form, stamp: dated(head.stamp), number: line.number, at: rest.at, text: line.text,
        saying: Self.forms[form].read(rest))
      if form == Self.android, state.awaitsTree, let service = AndroidTree.read(rest),
        service.kind == .service
      {
        open = nil
        isInTree = true
        state.beginTree()
        take(service, stamp: dated(head.stamp), form: form, isEvidence: false)
      }
      return true
    }
    if readTree(line) || continues(line) { return true }
    close()
    return false
  }

  private mutating func readTitle(_ line: TextLine) -> Bool {
    if awaitsDevice {
      awaitsDevice = false
      if let device = AndroidTitle.device(line) {
        lines += 1
        var entry = AppLogEntry(.device, device.address)
        entry.owner = device.name
        take(entry, stamp: nil, form: Self.android, isEvidence: false)
        return true
      }
    }
    guard let day = AndroidTitle.day(line) else { return false }
    close()
    lines += 1
    if held.isEmpty && !isTaken || self.day != nil {
      self.day = day
      lastTime = nil
    }
    awaitsDevice = true
    return true
  }

  /// The time with the date of the title, where the log has one.
  private mutating func dated(_ stamp: TextStamp?) -> TextStamp? {
    guard var stamp, stamp.clock == .timeOfDay, let first = day else { return stamp }
    let seconds = stamp.time.seconds
    // Midnight: more than half a day back.
    if let lastTime, seconds < lastTime - 43_200 { day = first + 1 }
    lastTime = seconds
    stamp.clock = .local
    stamp.time.seconds += (day ?? first) * 86_400
    return stamp
  }

  private mutating func readTree(_ line: TextLine) -> Bool {
    if case .tree? = open?.saying { close() }
    guard isInTree || state.isOwnServer, let entry = AndroidTree.read(line) else { return false }
    // A paste may begin in the list, but with something that only the list has.
    if !hasLines, held.isEmpty, entry.kind != .characteristic { return false }
    close()
    lines += 1
    if !state.isOwnServer {
      isInTree = true
      take(entry, stamp: nil, form: Self.android, isEvidence: false)
    }
    return true
  }

  /// Whether the line is more of the open one.
  private mutating func continues(_ line: TextLine) -> Bool {
    guard var open, open.parts < Self.mostParts,
      open.text.count + line.text.count < TextLogParser.maximumLineLength
    else { return false }
    let isUnfinished = open.saying.isUnfinished
    guard line.isOctets || isUnfinished && open.parts < 4 else { return false }
    var start = 0
    while start < line.text.count, TextLine.isBlank(line.text[start]) { start += 1 }
    var end = open.text.count
    while end > open.at, TextLine.isBlank(open.text[end - 1]) { end -= 1 }
    var joined = Array(open.text[..<end])
    let hyphen = UInt8(ascii: "-")
    if joined.last != hyphen, start < line.text.count, line.text[start] != hyphen {
      joined.append(0x20)
    }
    joined += line.text[start...]
    let before = open.saying.valueLength
    open.text = joined
    open.saying = Self.forms[open.form].read(open.line)
    if !isUnfinished {
      guard let before, let now = open.saying.valueLength, now > before else { return false }
    }
    open.parts += 1
    lines += 1
    self.open = open
    return true
  }

  /// No more of the open line comes.
  mutating func close() {
    guard let open else { return }
    self.open = nil
    if open.saying.isUnfinished {
      damaged += 1
      firstDamaged = firstDamaged ?? open.number
      lines -= UInt64(open.parts)
      others += UInt64(open.parts - 1)
      return
    }
    if case .other = open.saying {
      lines -= 1
      others += 1
      return
    }
    if case .tree = open.saying { isInTree = true }
    for entry in state.take(open.saying) {
      // Without times, "Connected." may be anybody's.
      let isEvidence = open.stamp == nil ? entry.kind.hasValue : entry.kind.isEvidence
      take(entry, stamp: open.stamp, form: open.form, isEvidence: isEvidence)
    }
    if open.form == Self.desktop { dropEcho() }
  }

  private mutating func take(
    _ entry: AppLogEntry, stamp: TextStamp?, form: Int, isEvidence: Bool
  ) {
    held.append(Held(entry: entry, stamp: stamp ?? held.last?.stamp ?? lastStamp))
    lastStamp = held.last?.stamp
    if isEvidence { evidence[form] += 1 }
    if taken == nil, evidence[form] >= (day != nil ? 1 : Self.enough) { taken = form }
    if taken == nil, held.count >= 2 * Self.most { held.removeFirst(Self.most) }
  }
  private var lastStamp: TextStamp?

  /// nRF Connect for Desktop tells of what it writes or reads twice: that the value has changed, and what it did.
  private mutating func dropEcho() {
    guard held.count >= 2, let last = held.last?.entry, last.kind == .write || last.kind == .read
    else { return }
    let before = held[held.count - 2].entry
    if before.kind == .sent, before.handle == last.handle, before.value == last.value {
      held.remove(at: held.count - 2)
    }
  }

  /// No more lines come.
  /// - others: lines that are no app's.
  mutating func end(others: UInt64) {
    close()
    isAtEnd = true
    guard taken == nil, let form = evidence.indices.max(by: { evidence[$0] < evidence[$1] }),
      evidence[form] > 0, others + damaged + self.others < UInt64(evidence[form])
    else { return }
    taken = form
  }
  private var isAtEnd = false

  /// The next entry that is surely one. The last waits for what may be an echo of it.
  mutating func takeNext() -> Held? {
    guard isTaken, held.count > (isAtEnd || taken != 2 ? 0 : 1) else { return nil }
    var next = held.removeFirst()
    // What stands before the first time has that.
    if next.stamp == nil { next.stamp = firstStamp ?? held.lazy.compactMap(\.stamp).first }
    firstStamp = firstStamp ?? next.stamp
    return next
  }
  private var firstStamp: TextStamp?
}

extension AppLogSaying {
  fileprivate var isUnfinished: Bool { if case .unfinished = self { true } else { false } }

  /// Octets of the value, where there is one.
  fileprivate var valueLength: Int? {
    if case .entry(let entry) = self, entry.kind.hasValue { entry.value.count } else { nil }
  }
}

extension AppLogEntry.Kind {
  fileprivate var hasValue: Bool {
    switch self {
    case .read, .write, .writeCommand, .notification, .indication, .readOrSent, .sent: true
    default: false
    }
  }

  /// Whether hardly any other text says such a thing.
  fileprivate var isEvidence: Bool {
    switch self {
    case .connecting, .connected, .disconnected, .parameters, .mtu, .phys: true
    default: hasValue
    }
  }
}

extension TextLine {
  /// Whether there is nothing but octets, with hyphens, blanks and perhaps a full stop at the end.
  fileprivate var isOctets: Bool {
    var digits = 0
    for (place, byte) in text.enumerated() {
      if hexDigit(byte) != nil {
        digits += 1
      } else if !Self.isBlank(byte), byte != UInt8(ascii: "-") {
        guard byte == UInt8(ascii: "."), text[(place + 1)...].allSatisfy(Self.isBlank) else {
          return false
        }
      }
    }
    return digits > 0
  }
}
