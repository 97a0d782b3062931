/// An event as the timeline must tell it: the members of its line, in their order, as JSON.
struct ExpectedEvent {
  let kind: String
  let moment: Moment
  var adapter: Int?
  var connection: Int?
  var address: ModelAddress?
  var name: String?
  /// The address on the air, where it is not the one by which the device is known.
  var airAddress: ModelAddress?
  var sender: Side?
  var from: String?
  var handle: Int?
  var path: ExpectedPath?
  var request: Moment?
  /// Microseconds to the answer.
  var response: Int?
  /// The L2CAP channel of an enhanced bearer.
  var channel: Int?
  /// The kind's own keys.
  var own: [(key: String, json: String)] = []
  var value: [UInt8]?
  var decoded: String?
  /// The controller had only a part of it.
  var isTruncated = false
  /// There is a remark for a reader; its words are not compared.
  var isNoted = false

  init(_ kind: String, _ moment: Moment) {
    self.kind = kind
    self.moment = moment
  }

  mutating func add(_ key: String, _ number: Int) { own.append((key, String(number))) }
  mutating func add(_ key: String, _ truth: Bool) { own.append((key, truth ? "true" : "false")) }
  mutating func add(_ key: String, _ word: String) { own.append((key, Self.quoted(word))) }
  /// Milliseconds of so many units, each a number of microseconds.
  mutating func add(_ key: String, _ count: Int, unit: Int) {
    own.append((key, Self.milliseconds(count * unit)))
  }

  /// - origin: the time of the first record.
  func members(origin: Int) -> [(key: String, json: String)] {
    var all: [(key: String, json: String)] = []
    func add(_ key: String, _ json: String?) { if let json { all.append((key, json)) } }
    add("frame", String(moment.frame))
    add("time", Self.quoted(Self.date(moment.time)))
    add("t", Self.seconds(moment.time - origin))
    add("adapter", adapter.map { String($0) })
    add("event", Self.quoted(kind))
    add("connection", connection.map { String($0) })
    add("address", address.map { Self.quoted($0.text) })
    add("address_type", address.map { Self.quoted($0.kindName) })
    add("name", name.map { Self.quoted($0) })
    add("over_air_address", airAddress.map { Self.quoted($0.text) })
    add("direction", sender.map { Self.quoted($0.direction) })
    add("from", from.map { Self.quoted($0) })
    add("handle", handle.map { String($0) })
    add("service", path?.service.map { Self.quoted($0.text) })
    add("characteristic", path?.characteristic.map { Self.quoted($0.text) })
    add("descriptor", path?.descriptor.map { Self.quoted($0.text) })
    add("instance", path?.instance.map { String($0) })
    add("label", path?.label.map { Self.quoted($0) })
    add("request_frame", request.map { String($0.frame) })
    add("response_ms", response.map { Self.milliseconds($0) })
    add("l2cap_channel", channel.map { String($0) })
    if path?.isInferred == true, Self.valueKinds.contains(kind) {
      add("attribute_source", "\"inferred\"")
    }
    all += own
    add("value", value.map { Self.quoted(hexText($0)) })
    add("decoded", decoded)
    if isTruncated { add("truncated", "true") }
    if isNoted { add("note", "true") }
    return all
  }

  private static let valueKinds: Set = [
    "read", "write", "write_command", "notification", "indication",
  ]

  // MARK: Numbers and text

  static func quoted(_ text: String) -> String { "\"\(text)\"" }

  /// Microseconds as milliseconds, in the shortest form.
  static func milliseconds(_ microseconds: Int) -> String {
    let sign = microseconds < 0 ? "-" : ""
    let rest = Int(microseconds.magnitude)
    guard rest % 1000 != 0 else { return "\(sign)\(rest / 1000)" }
    var digits = padded(rest % 1000, 3)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(rest / 1000).\(digits)"
  }

  static func seconds(_ microseconds: Int) -> String {
    let rest = Int(microseconds.magnitude)
    return "\(microseconds < 0 ? "-" : "")\(rest / 1_000_000).\(padded(rest % 1_000_000, 6))"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// The day on which every history begins, 2026-03-01, and the one after it.
  static let firstDay = 1_772_323_200

  private static func date(_ microseconds: Int) -> String {
    let seconds = microseconds / 1_000_000 - firstDay
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
      .joined(separator: ":")
    return
      "2026-03-\(padded(1 + seconds / 86400, 2))T\(time).\(padded(microseconds % 1_000_000, 6))Z"
  }
}
