import ATTDissector
import GATTSession

/// Compares the attributes of one server, discovered on both sides.
struct TreeComparison {
  /// What a side may have missed.
  struct View {
    var side: ComparedSide
    var tree: AttributeTree
    /// Packets were lost where attributes were discovered.
    var hasGaps = false
    /// The start of a connection is missing, and perhaps part of the discovery with it.
    var isLate = false
    /// There is only discovery, and the other side has more of it: it may have been cut off.
    var isCut = false
  }

  private let sides: Sides
  private let selection: EventSelection
  private let numbering: AttributeNumbering
  private let expected: View
  private let actual: View
  private let device: String?
  private let subject: String
  private(set) var differences: [Difference] = []
  private var reported: Set<String> = []

  init(
    _ expected: View, _ actual: View, sides: Sides, selection: EventSelection,
    numbering: AttributeNumbering, device: String?, subject: String
  ) {
    self.sides = sides
    self.selection = selection
    self.numbering = numbering
    self.expected = expected
    self.actual = actual
    self.device = device
    self.subject = subject
    compare()
  }

  private mutating func compare() {
    if expected.tree.isEmpty && actual.tree.isEmpty { return }
    if expected.tree.isEmpty || actual.tree.isEmpty {
      let blind = expected.tree.isEmpty ? "expected" : "actual"
      differences.append(
        Difference(
          expected.tree.isEmpty ? .extra : .missing, .notObserved, device: device,
          subject: subject, "no discovery on the \(blind) side"))
      return
    }
    for side in Side.allCases {
      let other = view(of: side.other).tree
      // A shared attribute shows that the other side was observing by then.
      var followsShared = false
      for number in view(of: side).tree.order {
        guard let node = view(of: side).tree.nodes[number] else { continue }
        guard let same = other.nodes[number] else {
          lone(number, node: node, side: side, followsShared: followsShared)
          continue
        }
        followsShared = true
        if side == .expected { change(number, node: node, other: same) }
      }
    }
    compareIncludes()
  }

  private func view(of side: Side) -> View { side == .expected ? expected : actual }

  // MARK: Changed

  private mutating func change(
    _ number: Int32, node: AttributeTree.Node, other: AttributeTree.Node
  ) {
    if let was = node.isPrimary, let new = other.isPrimary, was != new,
      selection.contains(key: "primary")
    {
      changed(
        number, node: node, other: other,
        message: "\(words(number, node: node)): \(was ? "primary" : "secondary") became "
          + (new ? "primary" : "secondary"))
    }
    if let was = node.properties, let new = other.properties, was != new,
      selection.contains(key: "properties"), Set(was) != Set(new)
    {
      changed(
        number, node: node, other: other,
        message: "properties of \(name(of: number, node: node)): \(list(was)) became \(list(new))")
    }
  }

  private mutating func changed(
    _ number: Int32, node: AttributeTree.Node, other: AttributeTree.Node, message: String
  ) {
    var difference = Difference(
      .changed, device: device, subject: subject, uuid: numbering[number].uuid, message)
    difference.expected = sides.expected.evidence(at: node.item)
    difference.actual = sides.actual.evidence(at: other.item)
    differences.append(difference)
  }

  // MARK: Missing and extra

  private mutating func lone(
    _ number: Int32, node: AttributeTree.Node, side: Side, followsShared: Bool
  ) {
    let other = view(of: side.other)
    // The place of a descriptor that was used without a discovery is unknown.
    if node.kind == .descriptor, node.path.characteristic == nil { return }
    // The contents of an attribute that is itself on one side only go with it.
    if isInLone(node, side: side) { return }
    guard wasAskedFor(node, tree: other.tree) else {
      blind(node, side: side)
      return
    }
    // What follows an attribute that the late side has would have been seen there, too.
    let isObserved = !other.hasGaps && (!other.isLate || followsShared) && !other.isCut
    var difference = Difference(
      side == .expected ? .missing : .extra, isObserved ? .difference : .notObserved,
      device: device, subject: subject, uuid: numbering[number].uuid, words(number, node: node))
    let contents = view(of: side).tree.children(of: node)
    if !contents.isEmpty {
      difference.message +=
        " with " + names(of: contents, kind: node.kind, tree: view(of: side).tree)
    }
    let evidence = sides.timeline(of: side).evidence(at: node.item)
    if side == .expected { difference.expected = evidence } else { difference.actual = evidence }
    differences.append(difference)
  }

  /// Whether a side asked where it would have found it.
  private func wasAskedFor(_ node: AttributeTree.Node, tree: AttributeTree) -> Bool {
    switch node.kind {
    case .service: return tree.hasServices
    case .characteristic: return tree.servicesWithCharacteristics.contains(node.path.service)
    case .descriptor: return tree.servicesWithDescriptors.contains(node.path.service)
    default: return true
    }
  }

  /// Reports once that a side did not look into a service.
  private mutating func blind(_ node: AttributeTree.Node, side: Side) {
    let what = node.kind == .descriptor ? "descriptors" : "characteristics"
    let service = node.path.service.map { String(describing: $0) } ?? "a service"
    guard reported.insert("\(what) \(service) \(side.rawValue)").inserted else { return }
    differences.append(
      Difference(
        side == .expected ? .missing : .extra, .notObserved, device: device, subject: subject,
        uuid: node.path.service.map { String(describing: $0) },
        "\(what) of service \(service): no discovery on the \(side.other.rawValue) side"))
  }

  /// Whether the service or characteristic around a node is on one side only.
  private func isInLone(_ node: AttributeTree.Node, side: Side) -> Bool {
    let (own, other) = (view(of: side).tree, view(of: side.other).tree)
    var path = node.path
    if node.kind == .descriptor {
      path.descriptor = nil
      if let owner = own.number(of: path), other.nodes[owner] == nil { return true }
    }
    guard node.kind != .service else { return false }
    path.characteristic = nil
    // Of several services with one UUID, the second has the second characteristic.
    for instance in path.instance > 1 ? [path.instance, 1] : [1] {
      path.instance = instance
      if let owner = own.number(of: path) { return other.nodes[owner] == nil }
    }
    return false
  }

  private mutating func compareIncludes() {
    for (side, own, other) in [
      (Side.expected, expected.tree, actual.tree), (.actual, actual.tree, expected.tree),
    ] where other.hasServices {
      for (number, item) in own.includes.sorted(by: { $0.value < $1.value })
      where other.includes[number] == nil {
        let blind = view(of: side.other)
        let isObserved = !blind.hasGaps && !blind.isLate && !blind.isCut
        // Not every client looks for them.
        let isAsked = !other.includes.isEmpty
        var difference = Difference(
          side == .expected ? .missing : .extra,
          isObserved && isAsked ? .difference : .notObserved, device: device, subject: subject,
          uuid: numbering[number].uuid, "include of \(numbering[number].title)")
        let evidence = sides.timeline(of: side).evidence(at: item)
        if side == .expected {
          difference.expected = evidence
        } else {
          difference.actual = evidence
        }
        differences.append(difference)
      }
    }
  }

  // MARK: Words

  private func words(_ number: Int32, node: AttributeTree.Node) -> String {
    name(of: number, node: node) + (node.properties.map { " (\(list($0)))" } ?? "")
  }

  private func name(of number: Int32, node: AttributeTree.Node) -> String {
    let attribute = numbering[number]
    let uuid = node.path.innermost.map { String(describing: $0) } ?? ""
    let title = attribute.title == uuid ? "" : " \(attribute.title)"
    let kind = node.isPrimary == false ? "secondary service" : node.kind.words
    return "\(kind) \(uuid)\(title)"
  }

  private func names(of numbers: [Int32], kind: EventKind, tree: AttributeTree) -> String {
    let shown = numbers.prefix(4).map { number in
      tree.nodes[number]?.path.innermost.map { String(describing: $0) } ?? "?"
    }
    let more = numbers.count > 4 ? " and \(numbers.count - 4) more" : ""
    let noun = kind == .service ? "characteristic" : "descriptor"
    return "\(noun)\(numbers.count == 1 ? "" : "s") \(shown.joined(separator: ", "))\(more)"
  }

  private func list(_ words: [String]) -> String {
    words.isEmpty ? "none" : words.joined(separator: ", ")
  }
}

extension EventKind {
  var words: String { String(describing: name).split(separator: "_").joined(separator: " ") }
}
