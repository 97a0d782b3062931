/// A request that was answered.
struct Exchange {
  let request: Moment
  let answer: Moment
  let pdu: [UInt8]

  /// Both are in the capture.
  var isWhole: Bool { request.isRecorded && answer.isRecorded }
  var isRefused: Bool { pdu[0] == 0x01 }
  var errorCode: Int { Int(pdu[4]) }
  var microseconds: Int { answer.time - request.time }
}

/// Requests and their answers, one at a time for each client (Vol 3, Part F, 3.3.2).
extension History {
  static let errors: [(code: Int, name: String)] = [
    (0x01, "Invalid Handle"), (0x02, "Read Not Permitted"), (0x03, "Write Not Permitted"),
    (0x05, "Insufficient Authentication"), (0x07, "Invalid Offset"),
    (0x08, "Insufficient Authorization"), (0x0A, "Attribute Not Found"),
    (0x0B, "Attribute Not Long"), (0x0C, "Encryption Key Size Too Short"),
    (0x0D, "Invalid Attribute Value Length"), (0x0E, "Unlikely Error"),
    (0x0F, "Insufficient Encryption"), (0x11, "Insufficient Resources"),
  ]

  static func refusal(_ opcode: Int, _ handle: Int, _ code: Int) -> [UInt8] {
    [0x01, UInt8(opcode)] + little16(handle) + [UInt8(code)]
  }

  /// Some server's reason to refuse.
  func anyRefusal(_ opcode: Int, _ handle: Int) -> [UInt8] {
    let code = [0x02, 0x03, 0x05, 0x08, 0x0C, 0x0D, 0x0E, 0x0F, 0x11][draws.below(9)]
    return Self.refusal(opcode, handle, code)
  }

  /// Sends a request; the answer is made when it has arrived.
  /// - Parameter done: called when the answer has arrived, also where it refuses.
  func ask(
    _ bearer: Bearer, _ client: Side, _ pdu: [UInt8], handle: Int? = nil, value: [UInt8] = [],
    readsValues: Bool = false, answer: @escaping () -> [UInt8],
    done: @escaping (Exchange) -> Void
  ) {
    bearer[client].isBusy = true
    let opcode = Int(pdu[0])
    send(bearer, client, pdu) { [self] moment in
      var open = OpenRequest(
        opcode: opcode, handle: handle, value: value, readsValues: readsValues, moment: moment)
      (open.type, open.firstHandle) = Self.range(pdu)
      open.isForgotten = draws.chance(2)
      bearer[client].open = open
      if open.isForgotten {
        count("forgotten requests")
        if draws.chance(40) { wait(31_000_000) }
        return
      }
      let reply = answer()
      send(bearer, client.other, reply) { [self] answered in
        bearer[client].open = nil
        let exchange = Exchange(request: moment, answer: answered, pdu: reply)
        if exchange.isRefused {
          tellRefusal(bearer, client, open, exchange)
        } else if !moment.isRecorded {
          tellUnrequested(bearer, client, exchange)
        }
        done(exchange)
      }
    }
  }

  /// What a request for a range of handles asks for.
  private static func range(_ pdu: [UInt8]) -> (type: String?, first: Int?) {
    guard [0x04, 0x06, 0x08, 0x10].contains(pdu[0]) else { return (nil, nil) }
    let wire = pdu[0] == 0x04 ? [] : pdu[0] == 0x06 ? pdu[5..<7] : pdu[5...]
    var text = ""
    for (index, byte) in wire.reversed().enumerated() {
      if wire.count == 16, [4, 6, 8, 10].contains(index) { text += "-" }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    if text.hasPrefix("0000"), text.hasSuffix("-0000-1000-8000-00805F9B34FB") {
      text = String(text.dropFirst(4).prefix(4))
    }
    return (text.isEmpty ? nil : text, Int(pdu[1]) | Int(pdu[2]) << 8)
  }

  /// The client may do something else.
  func free(_ bearer: Bearer, _ client: Side) { bearer[client].isBusy = false }

  // MARK: Answers of their own kind

  private func tellUnrequested(_ bearer: Bearer, _ client: Side, _ exchange: Exchange) {
    guard exchange.answer.isRecorded else { return }
    let link = bearer.link
    if !link.isHeard[client.rawValue], link.unheardClient == nil { link.unheardClient = client }
    count("answers without request")
    let isRead = [0x0B, 0x0D, 0x0F].contains(exchange.pdu[0])
    var event = line(isRead ? "read" : "note", exchange.answer, bearer, from: client.other)
    if !isRead { event.add("opcode", Int(exchange.pdu[0])) }
    event.value = Array(exchange.pdu.dropFirst())
    event.isNoted = isRead
    story.tell(event)
  }

  private func tellRefusal(
    _ bearer: Bearer, _ client: Side, _ open: OpenRequest, _ exchange: Exchange
  ) {
    guard exchange.answer.isRecorded else { return }
    let handle = Int(exchange.pdu[2]) | Int(exchange.pdu[3]) << 8
    if exchange.errorCode == 0x0A, [0x04, 0x06, 0x08, 0x10].contains(open.opcode) {
      // The end of a procedure, unless a value was asked for: then it is an answer.
      guard open.readsValues, exchange.isWhole else { return }
      var event = line("note", exchange.answer, bearer, from: client.other)
      event.request = exchange.request
      event.response = exchange.microseconds
      story.tell(event)
      return
    }
    count("errors")
    var event = line("att_error", exchange.answer, bearer, from: client.other)
    event.handle = handle
    // An error at the start of a range is about the request.
    if !exchange.isWhole || open.firstHandle != handle {
      event.path = bearer.shown(to: client).path(of: handle)
    }
    if exchange.isWhole {
      event.request = exchange.request
      event.response = exchange.microseconds
    }
    event.isNoted = !exchange.isWhole
    event.add("opcode", open.opcode)
    event.add("error_code", exchange.errorCode)
    if let name = Self.errors.first(where: { $0.code == exchange.errorCode })?.name {
      event.add("error", name)
    }
    if exchange.isWhole, let type = open.type { event.add("request_type", type) }
    if exchange.isWhole, open.opcode == 0x12 { event.add("request_value", hexText(open.value)) }
    guard exchange.isWhole, open.opcode == 0x18, !open.value.isEmpty else {
      story.tell(event)
      return
    }
    // What was to be written to the attribute, and that nothing is known of the others.
    let queue = bearer.link.queues[client.rawValue]
    let refused = queue.first { $0.handle == handle }
    if let refused {
      event.add("request_value", hexText(refused.bytes))
      event.isNoted = true
    }
    story.tell(event)
    if queue.reduce(0, { $0 + $1.parts }) > refused?.parts ?? 0 {
      story.tell(line("note", exchange.answer, bearer, from: client.other))
    }
  }

  // MARK: Requests that stay open

  /// Tells a request that has no answer, at the record that says so.
  func tellUnanswered(_ open: OpenRequest, _ bearer: Bearer, _ client: Side, at moment: Moment) {
    guard open.moment.isRecorded else { return }
    let server = client.other
    let isLacking =
      bearer.link.unheardClient == server && !bearer.link.isHeard[server.rawValue]
    if !isLacking, isOver(open.moment, bearer.link, moment) {
      tellTimeOut(open, bearer, client, at: moment)
      return
    }
    count("unanswered requests")
    switch open.opcode {
    case 0x0A, 0x0C, 0x0E, 0x20, 0x12: break
    case 0x08 where open.readsValues: break
    case 0x18 where !open.value.isEmpty:
      for write in bearer.link.queues[client.rawValue] {
        var event = queuedWrite(write, bearer, client, at: moment)
        event.isNoted = true
        story.tell(event)
      }
      bearer.link.queues[client.rawValue].removeAll()
      return
    default:
      var event = line("note", moment, bearer, from: client)
      event.request = open.moment
      if open.opcode == 0x16 {
        event.handle = open.handle
        event.path = open.handle.flatMap { bearer.shown(to: client).path(of: $0) }
      }
      event.add("opcode", open.opcode)
      story.tell(event)
      return
    }
    let isWrite = open.opcode == 0x12
    if let handle = open.handle { bearer.shown(to: client).use(handle) }
    var event = line(isWrite ? "write" : "read", moment, bearer, from: client)
    event.request = open.moment
    event.handle = open.handle
    event.path = open.handle.flatMap { bearer.shown(to: client).path(of: $0) }
    event.isNoted = true
    if isWrite { setValue(&event, open.value, open.handle, bearer, client) }
    story.tell(event)
  }

  private func tellTimeOut(
    _ open: OpenRequest, _ bearer: Bearer, _ client: Side, at moment: Moment
  ) {
    count("time-outs")
    var event = line("att_error", moment, bearer, from: client)
    if [0x0A, 0x0C, 0x12, 0x16].contains(open.opcode) {
      event.handle = open.handle
      event.path = open.handle.flatMap { bearer.shown(to: client).path(of: $0) }
    }
    event.request = open.moment
    event.add("opcode", open.opcode)
    event.add("error", "time_out")
    if let type = open.type { event.add("request_type", type) }
    if open.opcode == 0x12 { event.add("request_value", hexText(open.value)) }
    story.tell(event)
  }

  /// Gives an event its value, with what that means.
  func setValue(
    _ event: inout ExpectedEvent, _ value: [UInt8], _ handle: Int?, _ bearer: Bearer, _ client: Side
  ) {
    event.value = value
    event.decoded = handle.flatMap { bearer.shown(to: client).type(of: $0) }
      .flatMap { Meaning.decoded(value, $0) }
  }
}
