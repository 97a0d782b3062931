import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// How well devices were heard.
extension Answers {
  /// Devices that are shown unless all are.
  private static let deviceLimit = 20
  /// Where the names of devices end.
  private static let deviceWidth = 43

  func signal(_ page: inout ByteWriter) {
    page.append("\nSIGNAL")
    // A connection alone does not say how well its device was heard.
    let heard = devices.filter { $0.advertisements + $0.linkPackets > 0 }
    let nameless = options.filter.isActive ? NamelessAdvertisers() : session.namelessAdvertisers
    if heard.isEmpty, !nameless.isEmpty {
      page.append("\n")
    } else if heard.isEmpty {
      page.append("   no advertisement was heard")
      page.append(options.filter.selectsRecords ? " in this part\n" : "\n")
    } else {
      page.tab(to: Self.deviceWidth)
      page.append("adverts  every ms  RSSI dBm  median\n")
    }
    let ordered = heard.enumerated().sorted {
      let (one, other) = ($0.element, $1.element)
      return (other.isConnected ? 1 : 0, other.advertisements, $0.offset)
        < (one.isConnected ? 1 : 0, one.advertisements, $1.offset)
    }.map(\.element)
    let limit = options.showsAll ? ordered.count : Self.deviceLimit
    for device in ordered.prefix(limit) {
      signal(of: device, to: &page)
      if options.sections.contains(.signal) {
        course(device.signal.course, to: &page)
        channels(device.signal.channels, to: &page)
      }
    }
    if ordered.count > limit {
      page.append("  + ")
      page.append(grouped: UInt64(ordered.count - limit), "more device")
      page.append(" (--all shows them)\n")
    }
    for line in nameless.lines(options.showsAll ? .max : ReportDevices.namelessListed) {
      page.append("  ")
      page.append(wrapped: line.rawBytes, indent: 2)
      page.append("\n")
    }
    for tally in connections {
      guard let link = tally.connection.link, link.flows.retransmissions + link.flows.damaged > 0
      else {
        continue
      }
      page.append("  C")
      page.append(decimal: tally.connection.ordinal)
      page.append(": ")
      page.append(grouped: UInt64(link.flows.retransmissions), "PDU")
      page.append(" sent again, ")
      page.append(grouped: UInt64(link.flows.damaged))
      page.append(" with a bad CRC\n")
    }
  }

  private func signal(of device: DeviceTally, to page: inout ByteWriter) {
    page.append("  ")
    if let number = device.peer?.ordinal, number > 0 {
      page.append("#")
      page.append(decimal: number)
      page.append(" ")
    }
    device.address.write(to: &page)
    if let name = device.peer?.name, !name.isEmpty {
      var text = ByteWriter(capacity: 64)
      text.append(untrusted: name, escaping: .plain)
      page.append(" ")
      page.append(text.bytes)
    }
    if page.column > Self.deviceWidth - 1 {
      page.newLine(Self.deviceWidth)
    } else {
      page.tab(to: Self.deviceWidth)
    }
    var text = ByteWriter(capacity: 32)
    if device.advertisements > 0 {
      text.append(decimal: device.advertisements)
    } else {
      text.append("-")
    }
    page.append(right: text.bytes, width: 7)
    text.removeAll()
    if let intervals = percentiles(device.intervals) { text.append(tenths: intervals.median) }
    if text.isEmpty { text.append("-") }
    page.append(right: text.bytes, width: 10)
    text.removeAll()
    // Of a device that was only heard in connections, of those.
    let strengths = device.advertisements > 0 ? device.strengths : device.linkStrengths
    if let low = strengths.least, let high = strengths.most {
      text.append(from: low, to: high)
    } else {
      text.append("-")
    }
    page.append("  ")
    page.append(text.bytes)
    if let median = strengths.median {
      page.tab(to: Self.deviceWidth + 29)
      page.append(decimal: Int(median))
    }
    page.append("\n")
  }

  /// The strength over time, where there is more than one part.
  private func course(_ course: SignalCourse, to page: inout ByteWriter) {
    guard let start = course.start, course.heardParts.count > 1 else { return }
    page.append("             t  packets  RSSI dBm   mean, of ")
    page.append(number: Double(course.length) / 1e9)
    page.append(" s each\n")
    for part in course.heardParts {
      var cell = ByteWriter(capacity: 32)
      cell.append(start.after(part.offset), of: clock)
      page.append(right: cell.bytes, width: 14)
      page.append(right: part.strengths.count, width: 9)
      page.append("  ")
      cell.removeAll()
      cell.append(from: part.strengths.least, to: part.strengths.most)
      page.append(cell.bytes)
      page.tab(to: 36)
      if let mean = part.strengths.mean { page.append(number: mean, decimals: 1) }
      page.append("\n")
    }
  }

  /// What was heard on each radio channel: its number, the mean strength, and how many packets.
  private func channels(_ channels: [ChannelTally], to page: inout ByteWriter) {
    guard !channels.isEmpty else { return }
    page.append("       channel: mean dBm (packets")
    if channels.contains(where: { $0.damaged > 0 }) { page.append(", of them with a bad CRC") }
    page.append(")\n")
    for (index, heard) in channels.enumerated() {
      let column = 7 + index % Self.channelColumns * Self.channelWidth
      if page.column >= column { page.append(" ") } else { page.tab(to: column) }
      page.append(right: Int(heard.channel), width: 2)
      page.append(": ")
      if let mean = heard.strengths.mean {
        page.append(number: mean, decimals: 0)
      } else {
        page.append("-")
      }
      page.append(" (")
      page.append(decimal: heard.packets)
      if heard.damaged > 0 {
        page.append(", ")
        page.append(decimal: heard.damaged)
      }
      page.append(")")
      let isLast = index + 1 == channels.count || (index + 1) % Self.channelColumns == 0
      if isLast { page.append("\n") }
    }
  }

  /// Channels in a line, and the room for each.
  private static let channelColumns = 3
  private static let channelWidth = 24
}

extension ByteWriter {
  /// `-70..-60`, or `-70`
  fileprivate mutating func append(from low: Int8, to high: Int8) {
    append(decimal: Int(low))
    guard high != low else { return }
    append("..")
    append(decimal: Int(high))
  }
}

extension DeviceTally {
  fileprivate var isConnected: Bool { (peer?.ordinal ?? 0) > 0 }
}
