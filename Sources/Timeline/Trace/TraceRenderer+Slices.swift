import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Vocabulary

/// What lasts: requests and connections.
extension TraceRenderer {
  // MARK: Requests

  package func answered(_ request: borrowing AnsweredRequest) {
    writeAnswered()
    waiting = copy request
  }

  /// Whether a request is shown without an event.
  private func isSelected(_ request: AnsweredRequest) -> Bool {
    filter.kinds.isEmpty && filter.includesAttribute(of: request)
  }

  func writeAnswered() {
    guard let request = waiting else { return }
    waiting = nil
    guard isSelected(request) else { return }
    let connection = request.connection
    guard
      let tracks = tracks(
        of: connection, address: connection.peer?.address ?? connection.airAddress)
    else {
      leftOut += 1
      return
    }
    if tracks.isNew { begin(tracks) }
    let answer = slice(request, on: tracks)
    if let handle = request.handle { trace.argument(Keys.common.handle, UInt64(handle)) }
    endRequest(answer)
    trace.begin(.instant, at: answer.time, on: answer.track)
    nameAnswer(request)
    trace.end(to: out)
  }

  /// With the event about it: a write has its value in the request.
  func request(
    _ request: AnsweredRequest, on tracks: TracedConnection, event: borrowing Event,
    fields: borrowing EventFields, value: RawSpan
  ) {
    if tracks.isNew { begin(tracks) }
    let answer = slice(request, on: tracks)
    if event.kind == .write { contents(event, fields: fields, value: value) }
    endRequest(answer)
    trace.begin(.instant, at: answer.time, on: answer.track)
    nameAnswer(request)
    categories(event)
    if event.kind != .write { contents(event, fields: fields, value: value) }
    trace.end(to: out)
  }

  /// Begins the slice of a request.
  /// - Returns: where and when it ends, and the track of the answer.
  func slice(
    _ request: AnsweredRequest, on tracks: TracedConnection
  ) -> (slice: UInt64, track: UInt64, time: UInt64) {
    // The client is the side whose attributes they are not.
    let side: Side = request.database === request.connection.local ? .peer : .host
    let begin = stamp(request.requestTime)
    let end = max(begin, stamp(request.time))
    let track = self.track(
      tracks, key: .init(side: side, channel: request.channel), from: begin, to: end)
    let answer = self.track(tracks, key: .init(side: side.other, channel: request.channel))
    text.removeAll()
    if let name = request.opcode.name { text.append(name) }
    if let attribute = request.attribute {
      text.append(" ")
      attribute.describe(&text)
    }
    trace.begin(.sliceBegin, at: begin, on: track)
    trace.name(text)
    trace.category(.request)
    trace.flow(request.requestFrame)
    trace.argument(Keys.common.frame, request.requestFrame)
    trace.argument(Keys.common.connection, UInt64(request.connection.ordinal))
    trace.argument(
      Keys.common.responseTime,
      number: Double(request.time.nanoseconds(since: request.requestTime)) / 1e6)
    return (track, answer, end)
  }

  private func endRequest(_ answer: (slice: UInt64, track: UInt64, time: UInt64)) {
    trace.end(to: out)
    endSlice(at: answer.time, on: answer.slice)
  }

  private func nameAnswer(_ request: AnsweredRequest) {
    let opcode: ATTOpcode =
      request.isError ? .errorResponse : ATTOpcode(rawValue: request.opcode.rawValue &+ 1)
    if let name = opcode.name { trace.name(name.rawBytes) }
    trace.category(.response)
    trace.flow(request.requestFrame)
    trace.argument(Keys.common.frame, request.frame)
    trace.argument(Keys.common.requestFrame, request.requestFrame)
    trace.argument(Keys.common.connection, UInt64(request.connection.ordinal))
  }

  // MARK: Connections

  /// - time: where it goes on; `nil` at its begin.
  func begin(_ tracks: TracedConnection, at time: UInt64? = nil) {
    beginSlice(tracks, at: time ?? tracks.begin)
    trace.end(to: out)
  }

  /// - event: the first of the connection.
  func begin(
    _ tracks: TracedConnection, event: borrowing Event, fields: borrowing EventFields
  ) {
    beginSlice(tracks, at: tracks.begin)
    if event.kind == .connected { trace.arguments(fields.own) }
    trace.end(to: out)
  }

  private func beginSlice(_ tracks: TracedConnection, at time: UInt64) {
    tracks.isNew = false
    let connection = tracks.connection
    trace.begin(.sliceBegin, at: time, on: tracks.uuid)
    text.removeAll()
    text.append("connection ")
    text.append(decimal: connection.ordinal)
    trace.name(text)
    trace.category(.connection)
    trace.argument(Keys.common.connection, UInt64(connection.ordinal))
    if let address = connection.peer?.address ?? connection.airAddress {
      text.removeAll()
      address.write(to: &text)
      trace.argument(Keys.common.address, text: text.bytes)
    }
    if connection.beginsInCapture {
      trace.argument(Keys.common.frame, connection.startFrame)
    }
  }

  func end(
    _ tracks: TracedConnection, event: borrowing Event, fields: borrowing EventFields
  ) {
    let time = max(tracks.begin, stamp(event.time))
    trace.begin(.instant, at: time, on: tracks.uuid)
    name(event, fields: fields)
    categories(event)
    arguments(event, fields: fields, value: RawSpan())
    trace.end(to: out)
    guard !tracks.isEnded else { return }
    endLink(tracks, at: time)
  }

  /// A connection whose end no event says: it was not selected.
  func end(_ tracks: TracedConnection) {
    guard !tracks.isNew, !tracks.isEnded, let time = tracks.connection.endTime else { return }
    endLink(tracks, at: max(tracks.begin, stamp(time)))
  }

  private func endLink(_ tracks: TracedConnection, at time: UInt64) {
    tracks.isEnded = true
    endSlice(at: time, on: tracks.uuid)
    tracks.device.links.end(tracks.uuid, at: time)
  }

  // MARK: Findings

  /// On a track of their own, above the devices.
  func writeFindings() {
    var track: UInt64?
    for finding in findings() {
      let own = track ?? makeTrack(in: nil, named: "findings", rank: 0)
      track = own
      text.removeAll()
      text.append(string: finding.rule)
      text.append(": ")
      text.append(untrusted: finding.text, escaping: .plain)
      trace.begin(.instant, at: stamp(finding.time), on: own)
      trace.name(text)
      trace.category(.finding(finding.severity))
      trace.argument(Keys.common.frame, finding.frame)
      if let connection = finding.connection {
        trace.argument(Keys.common.connection, UInt64(connection))
      }
      trace.end(to: out)
    }
  }
}
