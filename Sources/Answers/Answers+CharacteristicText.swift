import Bytes
import GATTSession
import Timeline

/// Characteristics of a connection: how often, how fast, and who subscribed.
extension Answers {
  /// Characteristics of one connection that are shown unless all are.
  private static let characteristicLimit = 12

  func characteristics(_ tally: ConnectionTally, to page: inout ByteWriter) {
    let all = characteristics(of: tally.connection)
    let silent = options.shows(.subscriptions) ? neverOn(tally.connection) : []
    guard !all.isEmpty else {
      if !silent.isEmpty {
        row("VALUES", to: &page) { neverOn(silent, on: tally.connection, to: &$0) }
      }
      return
    }
    let limit = options.showsAll ? all.count : Self.characteristicLimit
    page.append("  VALUES       times in ms")
    page.tab(to: Self.nameWidth + 2)
    for title in ["reads", "writes", "pushed", "answer", "period", "gap"] as [StaticString] {
      cell(&page) { $0.append(title) }
    }
    page.append("\n")
    for characteristic in all.prefix(limit) { values(of: characteristic, to: &page) }
    if all.count > limit {
      page.append("    + ")
      page.append(decimal: all.count - limit)
      page.append(" more (--all shows them)\n")
    }
    guard !silent.isEmpty else { return }
    var text = ByteWriter(capacity: 128)
    neverOn(silent, on: tally.connection, to: &text)
    page.append(repeating: 0x20, count: 4)
    page.append(wrapped: text.bytes, indent: 6)
    page.append("\n")
  }

  /// `never turned on: 001B FFE4, 0084 AE02`; a sniffer may have missed it.
  private func neverOn(
    _ silent: [Attribute], on connection: Connection, to text: inout ByteWriter
  ) {
    text.append(connection.hearing.isOfHost ? "never turned on" : "not heard to be turned on")
    text.append(connection.servesAsPeripheral ? " (this host's): " : ": ")
    let limit = options.showsAll ? silent.count : Self.characteristicLimit
    for (index, attribute) in silent.prefix(limit).enumerated() {
      if index > 0 { text.append(", ") }
      text.append(upperHex: UInt64(attribute.handle), digits: 4)
      text.append(" ")
      attribute.describe(&text)
    }
    guard silent.count > limit else { return }
    text.append(" and ")
    text.append(decimal: silent.count - limit)
    text.append(" more (--all shows them)")
  }

  private func values(of tally: CharacteristicTally, to page: inout ByteWriter) {
    var name = ByteWriter(capacity: 64)
    if tally.value?.hasHandle != false {
      name.append(upperHex: UInt64(tally.key.handle), digits: 4)
    }
    if let attribute = tally.value, attribute.uuid != nil {
      if !name.isEmpty { name.append(" ") }
      attribute.describe(&name)
    }
    if tally.key.isLocal { owner(tally.connection, to: &name) }
    page.append("    ")
    if name.bytes.columns > Self.nameWidth - 5 {
      page.append(name.bytes)
      page.newLine(Self.nameWidth + 2)
    } else {
      page.append(name.bytes)
      page.tab(to: Self.nameWidth + 2)
    }
    for count in [tally.reads, tally.writes + tally.commands, tally.pushed] {
      cell(&page) { text in
        if count > 0 { text.append(count: count) } else { text.append("-") }
      }
    }
    let periods = percentiles(tally.periods)
    for value in [percentiles(tally.answers)?.median, periods?.median, periods?.most] {
      cell(&page) { text in
        if let value { text.append(tenths: value) } else { text.append("-") }
      }
    }
    page.append("\n")
    guard options.shows(.subscriptions) else { return }
    var text = ByteWriter(capacity: 128)
    subscription(of: tally, to: &text)
    guard !text.isEmpty else { return }
    page.append(repeating: 0x20, count: 6)
    page.append(wrapped: text.bytes, indent: 6)
    page.append("\n")
  }

  /// Whose value it is, if not the peripheral's or peer's: a sniffer hears both servers.
  private func owner(_ connection: Connection, to name: inout ByteWriter) {
    guard let link = connection.link else {
      name.append(" (this host's)")
      return
    }
    name.append(" (")
    if let number = link.central?.ordinal, number > 0 {
      name.append("#")
      name.append(decimal: number)
    } else {
      name.append("the central")
    }
    name.append("'s)")
  }

  private func subscription(of tally: CharacteristicTally, to text: inout ByteWriter) {
    guard let subscribed = tally.subscribed else {
      if let refused = tally.refused {
        text.append("not turned on, refused in frame ")
        text.append(decimal: refused.frame)
        text.append(": ")
        text.append(string: refused.text)
        return
      }
      guard tally.pushed > 0 else { return }
      if options.isOfTime {
        text.append("not turned on in the selected part")
      } else if tally.askedFrame > 0 {
        text.append("probably turned on by frame ")
        text.append(decimal: tally.askedFrame)
        text.append(", whose answer is not in the capture")
      } else {
        text.append(
          tally.connection.beginsInCapture
            ? "never turned on in this connection: from an earlier one if bonded, or unasked"
            : tally.connection.lacksStart
              ? "turned on, not in the capture" : "turned on before the capture")
      }
      off(tally, to: &text)
      return
    }
    if tally.isDeduced { text.append("probably ") }
    text.append(string: subscribed.text)
    text.append(" on at ")
    text.append(subscribed.time, of: clock)
    text.append(" (frame ")
    text.append(decimal: subscribed.frame)
    text.append(")")
    if let (duration, time) = tally.firstValue {
      text.append(", the first value ")
      text.append(duration: duration < 0 ? 0 &- duration : duration)
      if duration < 0 { text.append(" before the answer that says so") }
      if duration >= 0, time == 1 { text.append(" later") }
      if time > 1 { text.append(duration < 0 ? ", again" : " after it was turned on again") }
    } else if options.counts(tally.value) {
      text.append(options.isOfTime ? ", no value in the selected part" : ", no value since")
    }
    if let last = tally.lastOn {
      text.append("; turned on ")
      text.append(grouped: UInt64(tally.timesOn), "time")
      text.append(", the last at ")
      text.append(last.time, of: clock)
    }
    if let periods = percentiles(tally.periods), periods.most > periods.median * 3,
      periods.most > 100_000_000
    {
      text.append("; the longest gap ends in frame ")
      text.append(decimal: tally.longest.frame)
    }
    off(tally, to: &text)
    // Before the selected part it may have been on.
    if tally.unasked > 0, !options.isOfTime {
      text.append("; ")
      text.append(grouped: UInt64(tally.unasked), "value")
      text.append(" while it was off")
    }
  }

  private func off(_ tally: CharacteristicTally, to text: inout ByteWriter) {
    guard let off = tally.unsubscribed else { return }
    text.append("; off at ")
    text.append(off.time, of: clock)
  }
}
