import ATTDissector
import AssignedNumbers
import BTSnoop
import Bytes
import GATTSession
import Vocabulary

/// What a block says of a connection.
extension ReportConnections {
  package static func facts(
    _ connection: Connection, of session: GATTSession, clock: TimelineClock,
    captureEnd: CaptureTime?, show: Fact
  ) {
    if let request = connection.start.request, let time = connection.start.setupTime {
      fact("connected", show: show) { text in
        text.append(duration: time)
        text.append(" after the request (frame ")
        text.append(decimal: request.frame)
        text.append(")")
      }
    }
    fact("ended", show: show) { ended(connection, clock: clock, captureEnd: captureEnd, to: &$0) }
    interval(of: connection, show: show)
    if connection.transport == .brEDR {
      fact("transport", show: show) { $0.append("BR/EDR") }
    }
    fact("MTU", show: show) { mtu(connection, to: &$0) }
    channels(of: connection, show: show)
    fact("security", show: show) { security(connection, to: &$0) }
    if let version = connection.state.version {
      fact("version", show: show) { text in
        if let number = connection.peer?.ordinal, number > 0 {
          text.append("#")
          text.append(decimal: number)
          text.append(" ")
        }
        append(version: version.version, of: version.company, to: &text)
      }
    }
    if let link = connection.link { versions(of: connection, link: link, show: show) }
    fact("ATT", show: show) { traffic(connection, to: &$0) }
    if let link = connection.link, let percent = link.eventsPercent, percent < 90 {
      fact("heard", show: show) { text in
        text.append(decimal: percent)
        text.append(" %: about ")
        text.append(grouped: UInt64(link.timing.events))
        text.append(" of ")
        text.append(grouped: UInt64(link.timing.events + link.timing.missingEvents))
        text.append(" connection events; counts are of these")
      }
    }
    data(connection, of: session, show: show)
  }

  private static func interval(of connection: Connection, show: Fact) {
    if connection.state.intervals.isEmpty, let seen = connection.link?.timing.seenMilliseconds {
      fact("interval", show: show) { text in
        text.append("probably ")
        text.append(number: seen)
        text.append(" ms, by the times of its connection events")
      }
    } else if !connection.state.intervals.isEmpty {
      fact("interval", show: show) { text in
        intervals(connection, to: &text)
        text.append(" ms")
        if connection.isIntervalOutdated {
          text.append(", then ")
          if let seen = connection.link?.timing.seenMilliseconds {
            text.append("probably ")
            text.append(number: seen)
            text.append(" ms")
          } else {
            text.append("unknown")
          }
          text.append(": ")
          text.append(LinkLayerLink.unheardUpdate(isHidden: connection.hearing.hides))
        }
        text.append("; ")
        if !connection.state.subrates.isEmpty {
          text.append("subrate factor ")
          list(connection.state.subrates, to: &text) { $1.append(decimal: UInt64($0)) }
          text.append("; ")
        }
        text.append("latency ")
        list(connection.state.latencies, to: &text) { $1.append(decimal: UInt64($0)) }
        text.append("; time-out ")
        list(connection.state.timeouts, to: &text) { $1.append(milliseconds: Int($0) * 10) }
      }
    }
  }

  private static func channels(of connection: Connection, show: Fact) {
    if connection.l2cap.openedChannels > 0 {
      fact("L2CAP", show: show) { text in
        text.append(connection.l2cap.openedChannels, "channel")
        text.append(" opened, ")
        let isClassic = connection.transport == .brEDR
        text.append(
          decimal: isClassic ? connection.l2cap.basicBearers : connection.l2cap.enhancedBearers)
        text.append(isClassic ? " for ATT" : " for Enhanced ATT")
        guard isClassic, connection.l2cap.enhancedBearers > 0 else { return }
        text.append(", ")
        text.append(decimal: connection.l2cap.enhancedBearers)
        text.append(" for Enhanced ATT")
      }
    }
  }

  private static func data(_ connection: Connection, of session: GATTSession, show: Fact) {
    let octets = connection.traffic.octets
    if octets.host > 0 || octets.peer > 0 {
      fact("data", show: show) { text in
        text.append(grouped: UInt64(octets.host), "octet")
        text.append(" sent, ")
        text.append(grouped: UInt64(octets.peer))
        text.append(" received")
        // A filter, or a logger of one direction: nothing else says why so little is there.
        if session.lacks(.host, on: connection) {
          text.append("; what this host sent is not in the capture")
        }
        if session.lacks(.peer, on: connection) {
          text.append("; what the peer sent is not in the capture")
        }
      }
    }
  }

  /// What both sides' LL_VERSION_IND says.
  private static func versions(
    of connection: Connection, link: LinkLayerLink, show: Fact
  ) {
    guard link.procedures.versions[.central] != nil || link.procedures.versions[.peripheral] != nil
    else { return }
    fact("versions", show: show) { text in
      for side in Side.allCases {
        guard let version = link.procedures.versions[side] else { continue }
        if !text.isEmpty { text.append(", ") }
        if side == .central {
          connection.appendCentral(&text)
        } else {
          connection.appendPeripheral(&text)
        }
        text.append(" ")
        append(version: version.version, of: version.company, to: &text)
      }
    }
  }

  package static func append(version: UInt8, of company: UInt16, to text: inout ByteWriter) {
    text.append(ReadRemoteVersionComplete.versionName(version) ?? "unknown")
    if let name = AssignedNumbers.makerOfController(company) {
      text.append(" ")
      name.write(to: &text)
    }
  }

  private static func fact(
    _ label: StaticString, show: Fact, _ body: (inout ByteWriter) -> Void
  ) {
    var text = ByteWriter(capacity: 256)
    body(&text)
    show(label, text.bytes)
  }

  private static func intervals(_ connection: Connection, to text: inout ByteWriter) {
    list(connection.state.intervals, to: &text) { $1.append(number: $0.milliseconds) }
  }

  /// `30, then 7.5`: the values in force, in order.
  private static func list<Value>(
    _ values: [Value], to text: inout ByteWriter, _ write: (Value, inout ByteWriter) -> Void
  ) {
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(", then ") }
      write(value, &text)
    }
  }

  private static func mtu(_ connection: Connection, to text: inout ByteWriter) {
    guard !connection.isUnheard else {
      text.append("unknown")
      return
    }
    guard connection.bearer.isMTUKnown else {
      text.append(connection.hearing.hides ? "unknown: encrypted" : "unknown")
      return
    }
    text.append(decimal: UInt64(connection.bearer.mtu))
    if let client = connection.bearer.clientMTU, let server = connection.bearer.serverMTU {
      if client != server {
        text.append(" (client ")
        text.append(decimal: UInt64(client))
        text.append(", server ")
        text.append(decimal: UInt64(server))
        text.append(")")
      }
    } else if !connection.isFromApp {
      text.append(" (not exchanged)")
    }
  }

  /// On the air, encryption pauses while the key changes.
  private static func off(_ connection: Connection, to text: inout ByteWriter) {
    if connection.encryption.wasOn, !connection.encryption.isOn, connection.hearing.isOfHost {
      text.append(", then switched off")
    }
  }

  private static func shortKey(_ connection: Connection, to text: inout ByteWriter) {
    // Of the pairing that the line tells of.
    guard let key = connection.encryption.shortKey, key.frame >= connection.pairing.requestFrame
    else {
      return
    }
    text.append(", with a key of only ")
    text.append(decimal: UInt64(key.octets))
    text.append(" octets")
  }

  private static let lostEncryption: StaticString =
    "no pairing seen; the recorder lost packets meanwhile"
  private static let unknownEncryption: StaticString =
    "no pairing seen; it may have been encrypted before the capture"

  /// Where no encryption was seen, and there may have been one.
  private static func unseenEncryption(on connection: Connection) -> StaticString {
    if connection.hearing.hides { return "probably encrypted" }
    if connection.isFromApp { return "the log of an app does not say" }
    if connection.hasLosses { return lostEncryption }
    return connection.lacksStart
      ? "no pairing seen; its start was not recorded" : unknownEncryption
  }

  /// A start of encryption that did not end, as far as the capture shows.
  private static func begunEncryption(on connection: Connection) -> EncryptionStart? {
    guard !connection.hearing.hides, let start = connection.encryption.start else { return nil }
    switch start.outcome {
    case .underWay, .unknown: return start
    case .on, .failed: return nil
    }
  }

  private static func begun(
    _ start: EncryptionStart, on connection: Connection, to text: inout ByteWriter
  ) {
    let isOnAir = connection.hearing.isOnAir
    text.append("encryption begun, ")
    text.append(
      start.outcome == .unknown || isOnAir ? "its end is not in the capture" : "not finished")
    text.append(": ")
    start.step.write(to: &text)
    text.append(" (frame ")
    text.append(decimal: start.frame)
    text.append(")")
    if start.outcome == .underWay, connection.endReason == .micFailure {
      text.append(", then a MIC failure")
    }
  }

  private static func security(_ connection: Connection, to text: inout ByteWriter) {
    guard !connection.isUnheard else {
      text.append("unknown")
      return
    }
    switch connection.pairing.outcome {
    case .succeeded, .underWay, .failed, .unfinished:
      if connection.pairing.method == nil, connection.pairing.followsFailure {
        text.append("a pairing failed, then ")
      }
      if let method = connection.pairing.method {
        text.append(method.isSecureConnections ? "Secure Connections, " : "legacy pairing, ")
        text.append(method.association.name)
      } else {
        text.append(connection.pairing.outcome == .succeeded ? "paired" : "pairing")
      }
      if connection.pairing.outcome == .failed {
        text.append(", failed")
      } else if connection.pairing.outcome == .unfinished {
        if let timeOut = connection.pairing.timeOut {
          text.append(", timed out")
          if timeOut.isKnown {
            text.append(": ")
            timeOut.write(peer: "the peer", to: &text)
          }
        } else {
          text.append(
            connection.isExcerpt ? ", its end is not in the capture" : ", not finished")
        }
      } else if let method = connection.pairing.method {
        text.append(method.isBonding ? ", bonded" : ", not bonded")
      }
      if connection.encryption.wasOn { text.append(", encrypted") }
      off(connection, to: &text)
      shortKey(connection, to: &text)
    case .none where connection.transport == .brEDR:
      text.append(
        connection.wasEncrypted.map { $0 ? "encrypted" : "not encrypted" }
          ?? unseenEncryption(on: connection))
    case .none where !connection.encryption.wasOn && connection.encryption.failure != nil:
      text.append("encryption failed")
      if let failure = connection.encryption.failure {
        text.append(": ")
        text.append(status: failure)
      }
      if let missing = connection.encryption.missingKey {
        text.append("; ")
        missing.writeSide(peer: "the peer", to: &text)
      }
    case .none where !connection.encryption.wasOn && begunEncryption(on: connection) != nil:
      if let start = begunEncryption(on: connection) { begun(start, on: connection, to: &text) }
    case .none:
      text.append(
        connection.wasEncrypted.map {
          $0 ? "encrypted with an existing key" : "no pairing, not encrypted"
        } ?? unseenEncryption(on: connection))
      off(connection, to: &text)
      shortKey(connection, to: &text)
    }
    if let link = connection.link, link.encryption.hides, let reason = link.encryption.reason {
      text.append("; ")
      text.append(link.encryption.extent)
      text.append(": ")
      text.append(reason.words)
      switch reason {
      case .noKey, .secureConnections: text.append(" (--ltk, --keys)")
      default: break
      }
    }
  }

  private static func traffic(_ connection: Connection, to text: inout ByteWriter) {
    text.append(grouped: UInt64(connection.counts.requests), "request")
    text.append(": ")
    text.append(grouped: UInt64(connection.counts.answers))
    text.append(" answered")
    if connection.counts.errors > 0 {
      text.append(", ")
      text.append(grouped: UInt64(connection.counts.errors), "error")
    }
    if connection.counts.damagedAnswers > 0 {
      text.append(", ")
      text.append(grouped: UInt64(connection.counts.damagedAnswers))
      text.append(connection.counts.damagedAnswers == 1 ? " answer damaged" : " answers damaged")
    }
    let unanswered = connection.counts.unanswered - connection.counts.damagedAnswers
    if unanswered > 0 {
      text.append(", ")
      text.append(grouped: UInt64(unanswered))
      text.append(" without an answer")
    }
    if connection.hiddenAnswers > 0 {
      text.append(", ")
      text.append(grouped: UInt64(connection.hiddenAnswers))
      text.append(" perhaps in what is encrypted")
    }
    if connection.counts.notifications > 0 {
      text.append("; ")
      text.append(grouped: UInt64(connection.counts.notifications), "notification")
    }
    if connection.counts.indications > 0 {
      text.append("; ")
      text.append(grouped: UInt64(connection.counts.indications), "indication")
    }
    if connection.counts.commands > 0 {
      text.append("; ")
      text.append(grouped: UInt64(connection.counts.commands), "write command")
    }
    if let link = connection.link, link.encryption.hides {
      text.append("; ")
      text.append(
        grouped: UInt64(link.encryption.hiddenPDUs), "encrypted PDU")
      text.append(" not readable, ")
      text.append(grouped: UInt64(link.encryption.unreadable[.central]))
      text.append(" of the central, ")
      text.append(grouped: UInt64(link.encryption.unreadable[.peripheral]))
      text.append(" of the peripheral")
    }
  }
}
