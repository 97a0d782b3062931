import ATTDissector

/// Numbers the attributes of both sides: the same UUIDs in the same order get the same number.
///
/// Where a UUID repeats, its first event may not know that yet, so "no index" and "first" are the
/// same. An attribute known only by its own UUID is the one in a service with that UUID, if there
/// is just one.
struct AttributeNumbering: Sendable {
  private(set) var attributes: [ComparedAttribute] = []
  /// For each path of a side its number.
  private(set) var expected: [Int32] = []
  private(set) var actual: [Int32] = []

  init(_ sides: Sides) {
    var numbers: [RecordedPath: Int32] = [:]
    expected = sides.expected.paths.map { number(of: $0, numbers: &numbers) }
    actual = sides.actual.paths.map { number(of: $0, numbers: &numbers) }
    let places = joined()
    expected = expected.map { places[Int($0)] }
    actual = actual.map { places[Int($0)] }
    name(numbers)
  }

  func numbers(of side: Side) -> [Int32] { side == .expected ? expected : actual }

  /// The number of an item's attribute; -1: it has no UUID.
  func number(of item: TimelineItem, side: Side) -> Int32 {
    let numbers = numbers(of: side)
    let place = Int(item.path)
    return numbers.indices.contains(place) ? numbers[place] : -1
  }

  subscript(number: Int32) -> ComparedAttribute { attributes[Int(number)] }

  private mutating func number(
    of path: RecordedPath, numbers: inout [RecordedPath: Int32]
  ) -> Int32 {
    var key = path
    key.instance = max(1, path.instance)
    if let known = numbers[key] {
      let place = Int(known)
      if attributes[place].path.label == nil { attributes[place].path.label = path.label }
      return known
    }
    let new = Int32(clamping: attributes.count)
    numbers[key] = new
    attributes.append(ComparedAttribute(title: "", uuid: nil, path: key))
    return new
  }

  /// For each number the one that it stands for.
  private func joined() -> [Int32] {
    var places = attributes.indices.map { Int32(clamping: $0) }
    guard attributes.contains(where: { $0.path.service == nil }) else { return places }
    var owners: [RecordedPath: Int32] = [:]
    for (index, attribute) in attributes.enumerated() where attribute.path.service != nil {
      var bare = attribute.path
      bare.service = nil
      guard bare.characteristic != nil || bare.descriptor != nil else { continue }
      owners[bare] = owners[bare] == nil ? Int32(clamping: index) : -1
    }
    for (index, attribute) in attributes.enumerated() where attribute.path.service == nil {
      if let owner = owners[attribute.path], owner >= 0 { places[index] = owner }
    }
    return places
  }

  /// Gives each its words.
  private mutating func name(_ numbers: [RecordedPath: Int32]) {
    for index in attributes.indices {
      let path = attributes[index].path
      attributes[index].uuid = path.uuidWords
      var title = path.label ?? path.innermost.map { String(describing: $0) } ?? "attribute"
      if path.descriptor != nil {
        var owner = path
        owner.descriptor = nil
        let label = numbers[owner].flatMap { attributes[Int($0)].path.label }
        if let name = label ?? path.characteristic.map({ String(describing: $0) }) {
          title += " of \(name)"
        }
      }
      if path.instance > 1 { title += " #\(path.instance)" }
      attributes[index].title = title
    }
  }
}

extension RecordedPath {
  var innermost: BluetoothUUID? { descriptor ?? characteristic ?? service }

  /// `180D/2A37/2902`, followed by `#2` where a UUID repeats.
  var uuidWords: String? {
    let uuids = [service, characteristic, descriptor].compactMap { $0 }
    guard !uuids.isEmpty else { return nil }
    let words = uuids.map { String(describing: $0) }.joined(separator: "/")
    return instance > 1 ? "\(words)#\(instance)" : words
  }
}
