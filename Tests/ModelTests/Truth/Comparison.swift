/// Compares what the program tells with what is true: in full, nothing more and nothing less.
///
/// What is left out, all of it:
/// - `text`, words for a reader; of a `note` beside an event only whether there is one.
/// - A `note` that sums up a discovery (it has `requests`): where it stands is the program's choice.
///   Its numbers are compared with the events that it sums up.
/// - The order of events of one record at which connections, or the capture, end: they bring whatever
///   was under way to its end, all at once.
struct Comparison {
  private let history: History

  init(_ history: History) { self.history = history }

  /// The first difference; `nil` where there is none.
  func difference() -> String? {
    let product: Product
    do {
      product = try Product(
        history.file.bytes, tellsAllAdvertisements: history.tellsAllAdvertisements)
    } catch {
      return "cannot be read: \(error)"
    }
    return timelines(product) ?? sums(product) ?? trees(product)
  }

  // MARK: Timeline

  private func timelines(_ product: Product) -> String? {
    guard let origin = history.origin else { return nil }
    let start =
      ExpectedEvent("capture", Moment(frame: 0, time: origin))
      .members(origin: origin).first { $0.key == "time" }?.json ?? ""
    let head =
      "{\"event\":\"capture\",\"schema\":1,\"format\":\"\(history.form.format)\","
      + "\"link_type\":\"\(history.form.linkType)\",\"start\":\(start)}"
    let truth =
      [head]
      + ordered(
        history.story.events.map { event in
          let members = event.members(origin: origin).map { ($0.key, JSON.raw($0.json)) }
          return (event.moment.frame, JSON.object(members).written)
        })
    let told = product.timeline.filter { !Self.isSum($0) }.map { Self.compared($0) }
    let found =
      [told.first?.written ?? ""]
      + ordered(told.dropFirst().map { (Self.frame($0), $0.written) })
    for index in 0..<max(truth.count, found.count) {
      let wanted = index < truth.count ? truth[index] : "nothing"
      let other = index < found.count ? found[index] : "nothing"
      guard wanted != other else { continue }
      let before = truth[max(0, index - 3)..<index].map { "    \($0)\n" }.joined()
      // Where lines have no order, the one that is missing says more than the first that differs.
      let missing = truth[index...].first { !found[index...].contains($0) } ?? wanted
      let surplus = found[index...].first { !truth[index...].contains($0) } ?? other
      return "event \(index):\n\(before)  truth \(missing)\n  told  \(surplus)"
    }
    return nil
  }

  /// Events of one record without an order are put into one.
  private func ordered(_ lines: [(frame: Int, text: String)]) -> [String] {
    var out: [String] = []
    var index = 0
    while index < lines.count {
      let frame = lines[index].frame
      var group: [String] = []
      while index < lines.count, lines[index].frame == frame {
        group.append(lines[index].text)
        index += 1
      }
      out += history.story.unordered.contains(frame) ? group.sorted() : group
    }
    return out
  }

  private static func compared(_ line: JSON) -> JSON {
    guard case .object(let members) = line else { return line }
    return .object(
      members.filter { $0.0 != "text" }.map { ($0.0, $0.0 == "note" ? .raw("true") : $0.1) })
  }

  private static func member(_ name: String, _ line: JSON) -> String? {
    guard case .object(let members) = line else { return nil }
    return members.first { $0.0 == name }?.1.written
  }

  private static func number(_ name: String, _ line: JSON) -> Int {
    member(name, line).flatMap { Int($0) } ?? 0
  }

  private static func frame(_ line: JSON) -> Int { number("frame", line) }

  // MARK: Sums of discoveries

  private static func isSum(_ line: JSON) -> Bool {
    member("event", line) == "\"note\"" && member("requests", line) != nil
  }

  /// On each connection and in each direction, the sums make as many as there were events.
  private func sums(_ product: Product) -> String? {
    var found: [String: Int] = [:]
    for line in product.timeline {
      let connection = Self.member("connection", line) ?? ""
      let direction = Self.member("direction", line) ?? ""
      if Self.isSum(line) {
        for noun in ["service", "characteristic", "descriptor"] {
          found["\(connection) \(direction) \(noun)", default: 0] -= Self.number(noun + "s", line)
        }
      } else if let kind = Self.member("event", line)?.dropFirst().dropLast(),
        ["service", "characteristic", "descriptor"].contains(kind)
      {
        let asked = direction == "\"sent\"" ? "\"received\"" : "\"sent\""
        found["\(connection) \(asked) \(kind)", default: 0] += 1
      }
    }
    guard let (key, rest) = found.sorted(by: { $0.key < $1.key }).first(where: { $0.value != 0 })
    else { return nil }
    return "sums of discoveries: connection \(key)s are \(rest) short"
  }

  // MARK: Trees

  private func trees(_ product: Product) -> String? {
    guard let tree = product.tree?.without(["last_text"]) else { return "the trees are no JSON" }
    let truth = Tree.document(history)
    guard truth != tree else { return nil }
    let wanted = Self.lines(truth)
    let found = Self.lines(tree)
    for index in 0..<max(wanted.count, found.count) {
      let a = index < wanted.count ? wanted[index] : "nothing"
      let b = index < found.count ? found[index] : "nothing"
      if a != b { return "trees:\n  truth \(a)\n  told  \(b)" }
    }
    return nil
  }

  /// One line a characteristic, about.
  private static func lines(_ tree: JSON) -> [String] {
    tree.written.replacing("{\"", with: "\n{\"").split(separator: "\n").map(String.init)
  }
}
