import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues

/// The last messages of connections, for a picture of how one came to its end.
package final class LastExchange {
  /// Steps that are kept of a connection.
  private static let steps = 32
  /// Characters that are kept of a value; a chart shows fewer.
  private static let textLength = 160
  /// Connections that are kept.
  private static let connections = 64

  private final class Tail {
    let connection: Connection
    var steps: [SequenceChart.Step] = []

    init(_ connection: Connection) { self.connection = connection }

    func add(_ step: SequenceChart.Step) {
      if let last = steps.indices.last, steps[last].repeats(step) {
        steps[last].count += 1
        steps[last].frame = step.frame
        steps[last].text = step.text
        return
      }
      if steps.count >= 2 * LastExchange.steps {
        steps.removeFirst(LastExchange.steps)
      }
      steps.append(step)
    }
  }

  private var formatter: LineFormatter?
  private var cells = EventCells()
  /// The connections' last events; the connection that had something last comes last.
  private var tails: [Tail] = []

  package init() {}

  package func begin(_ clock: TimelineClock) {
    formatter = LineFormatter(clock: clock, style: .relative)
  }

  package func add(
    _ event: borrowing Event, fields: borrowing EventFields, value: RawSpan
  ) {
    guard let connection = event.connection, Self.isShown(event) else { return }
    formatter?.write(event, fields: fields, value: value, to: &cells)
    let tail = tail(of: connection)
    var what = ByteWriter(capacity: 96)
    what.append(cells.word)
    if !cells.attribute.isEmpty, event.kind != .connected, event.kind != .disconnected {
      what.append(" ")
      what.append(cells.attribute.bytes)
    }
    let words = String(decoding: what.bytes.copy(), as: UTF8.self)
    let said = String(decoding: cells.text.bytes.copy(), as: UTF8.self)
    let duration = String(decoding: cells.duration.bytes.copy(), as: UTF8.self)
    let text = [said, duration].filter { !$0.isEmpty }.joined(separator: ", ")
    let isFromLeft = cells.arrow != 0x3C
    func step(
      _ arrow: SequenceChart.Arrow?, isFromLeft: Bool, at frame: UInt64? = nil, _ what: String,
      _ text: String = ""
    ) {
      tail.add(
        .init(
          arrow: arrow, isFromLeft: isFromLeft, frame: frame ?? event.frame, what: what,
          text: text.cut(to: Self.textLength)))
    }
    switch event.kind {
    case .read where event.responseTime != nil:
      step(.request, isFromLeft: !isFromLeft, at: event.requestFrame, words)
      step(.answer, isFromLeft: isFromLeft, "", text)
    case .write where event.responseTime != nil:
      step(.request, isFromLeft: isFromLeft, at: event.requestFrame, words, said)
      step(.answer, isFromLeft: !isFromLeft, "ok", duration)
    case .read, .write:
      step(.request, isFromLeft: isFromLeft, at: event.requestFrame, words, text)
    case .attError:
      step(.request, isFromLeft: isFromLeft, at: event.requestFrame, words)
      if event.responseTime != nil {
        step(.refusal, isFromLeft: !isFromLeft, "", text)
      } else {
        step(nil, isFromLeft: true, "", text)
      }
    case .writeCommand, .notification, .indication:
      step(.push, isFromLeft: isFromLeft, words, text)
    default:
      step(nil, isFromLeft: true, at: cells.frame, words, text)
    }
  }

  /// What has a place between two sides; neither what a discovery finds one by one, nor advertisements.
  private static func isShown(_ event: borrowing Event) -> Bool {
    switch event.kind {
    case .read, .write, .writeCommand, .notification, .indication, .attError, .connected,
      .disconnected, .connectionUpdated, .phyUpdated, .mtu, .security:
      true
    case .note:
      switch event.content {
      case .discovery(.found), .link(.parameterRequest), .link(.parametersUnanswered),
        .link(.disconnectRequest):
        true
      default: false
      }
    default: false
    }
  }

  private func tail(of connection: Connection) -> Tail {
    if let last = tails.last, last.connection === connection { return last }
    if let index = tails.firstIndex(where: { $0.connection === connection }) {
      let found = tails.remove(at: index)
      tails.append(found)
      return found
    }
    if tails.count >= Self.connections {
      // What ended as somebody wanted is missed least.
      let index = tails.firstIndex { $0.connection.endReason?.isOrdinaryEnd == true }
      tails.remove(at: index ?? 0)
    }
    let new = Tail(connection)
    tails.append(new)
    return new
  }

  /// Writes the chart of a connection: the first of those that are meant, else the last that ended, else the last.
  /// - meant: numbers of connections, the most important first.
  /// - Returns: whether there is one.
  package func write(meant: [Int] = [], to out: inout ByteWriter) -> Bool {
    let chosen =
      meant.lazy.compactMap { number in
        self.tails.first { $0.connection.ordinal == number }
      }.first ?? tails.last { $0.connection.endTime != nil } ?? tails.last
    guard let chosen, chosen.steps.count > 1 else { return false }
    let connection = chosen.connection
    let steps = chosen.steps.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }.map(\.element).suffix(Self.steps)
    out.append(
      connection.endTime == nil
        ? "The last messages of C" : "The last messages before the end of C")
    out.append(decimal: connection.ordinal)
    out.append(", each with its frame:\n\n")
    let sides = Self.sides(of: connection)
    SequenceChart.write(left: sides.left, right: sides.right, steps: Array(steps), to: &out)
    return true
  }

  /// The central stands on the left; where roles are not known, this host.
  private static func sides(of connection: Connection) -> (left: String, right: String) {
    var peer = ByteWriter(capacity: 64)
    ReportConnections.peerName(connection, to: &peer)
    if let device = connection.peer, device.name == nil {
      peer.append(" ")
      device.address.write(to: &peer)
    }
    let name = String(decoding: peer.bytes.copy(), as: UTF8.self)
    if connection.hearing.isOnAir {
      var central = ByteWriter(capacity: 64)
      connection.appendCentral(&central)
      return (String(decoding: central.bytes.copy(), as: UTF8.self), name)
    }
    return connection.role == .peripheral ? (name, "this host") : ("this host", name)
  }
}
