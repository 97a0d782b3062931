import ATTDissector
import Bytes
import MockPeripheral

/// What can never happen, however clients go about it: what a script says of that is a mistake.
struct ScriptLimits {
  private let table: AttributeTable
  /// Characteristic values by their handles.
  private var properties: [UInt16: CharacteristicProperties] = [:]
  /// Characteristics with a client configuration.
  private let configurable: Set<UInt16>
  private let encrypts: Bool
  /// Nanoseconds after which the program ends.
  private let duration: Int64?
  /// When the peripheral ends each of the connections; `nil`: it does not.
  private var ends: [Int64?] = []

  init(
    _ recording: RecordedPeripheral, _ options: PlayedPeripheral.Options, duration: Int64?
  ) {
    table = recording.table
    configurable = Set(recording.configured.values)
    encrypts = options.pairs
    self.duration = duration
    if options.ends { ends = (0..<max(recording.connections, 0)).map { recording.ends[$0] } }
    for attribute in table.all where attribute.type == .characteristicDeclaration {
      // Properties, then the handle of the value (Core Specification, Vol 3, Part G, 3.3.1).
      guard let value = attribute.declared, value.count >= 3 else { continue }
      properties[UInt16(value[1]) | UInt16(value[2]) << 8] = CharacteristicProperties(
        rawValue: value[0])
    }
  }

  /// - Returns: the member of the line that it is about, and why; `nil` where it can happen.
  func impossible(_ step: MockScript.Step) -> (key: String, reason: String)? {
    event(step) ?? time(of: step) ?? action(step.action)
  }

  // MARK: When

  private func event(_ step: MockScript.Step) -> (key: String, reason: String)? {
    switch step.event {
    case .start, .connect, .disconnect: return nil
    case .encrypt:
      return encrypts ? nil : ("after", "no link is encrypted without --security just-works")
    case .read:
      return none(of: step.handles, word: "read") { $0.permissions.contains(.read) }.map {
        ("of", $0)
      }
    case .write:
      return none(of: step.handles, word: "written") {
        !$0.permissions.isDisjoint(with: [.write, .writeCommand])
      }.map { ("of", $0) }
    case .subscribe, .unsubscribe:
      guard let handles = step.handles else {
        return configurable.isEmpty ? ("after", "the peripheral has nothing to subscribe to") : nil
      }
      guard handles.isDisjoint(with: configurable) else { return nil }
      let others = configurable.sorted().prefix(8).map { "0x" + hex($0) }
      return (
        "of",
        others.isEmpty
          ? "the peripheral has nothing to subscribe to"
          : "nobody can subscribe to \(names(of: handles)), but to \(others.joined(separator: ", "))"
      )
    }
  }

  /// - delay: after the event, and so at least after the connection.
  private func time(of step: MockScript.Step) -> (key: String, reason: String)? {
    let key = step.event == .connect ? "at" : "delay"
    if let duration, step.delay > duration {
      return (key, "the program ends after \(seconds(duration)) (--for)")
    }
    guard step.event.hasClient, !ends.isEmpty else { return nil }
    // Connections after the last recorded one are as that.
    let ends =
      step.client.map { [self.ends[min(max($0, 1), self.ends.count) - 1]] } ?? self.ends
    let known = ends.compactMap { $0 }
    guard known.count == ends.count, let last = known.max(), step.delay > last else { return nil }
    return (key, "the connection ends after \(seconds(last)) (--ends as-recorded)")
  }

  private func seconds(_ nanoseconds: Int64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    return milliseconds % 1000 == 0
      ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }

  // MARK: What

  private func action(_ action: MockScript.Action) -> (key: String, reason: String)? {
    switch action {
    case .send(let handle, _, let isIndication):
      return notSent(handle, isIndication: isIndication).map { ("attribute", $0) }
    case .set(let handles, _):
      return none(of: handles, word: "read") { $0.permissions.contains(.read) }.map {
        ("attribute", $0)
      }
    case .error(let fault):
      var wanted: ServedAttribute.Permissions = fault.ofReads ? .read : []
      if fault.ofWrites { wanted.formUnion([.write, .writeCommand]) }
      let word = fault.ofReads ? fault.ofWrites ? "read or written" : "read" : "written"
      return none(of: fault.handles, word: word) { !$0.permissions.isDisjoint(with: wanted) }.map {
        ("attribute", $0)
      }
    case .drop, .disconnect, .advertise: return nil
    }
  }

  /// Why the peripheral does not send it: its declaration says so, or it is a descriptor.
  private func notSent(_ handle: UInt16, isIndication: Bool) -> String? {
    let wanted = isIndication ? CharacteristicProperties.indicate : .notify
    guard let known = properties[handle] else {
      // Of what the capture shows without its declaration nothing is known.
      guard let short = table[handle]?.type?.short, 0x2900...0x29FF ~= short else {
        return nil
      }
      return "\(names(of: [handle])) is a descriptor, of which nothing is sent"
    }
    guard !known.contains(wanted) else { return nil }
    let words = CharacteristicProperties.words.filter { known.contains($0.0) }
      .map(\.1.description)
    return
      "\(names(of: [handle])) is not \(isIndication ? "indicated" : "notified"): its properties are "
      + (words.isEmpty ? "none" : words.joined(separator: ", "))
  }

  /// A sentence, where no attribute permits it.
  private func none(
    of handles: Set<UInt16>?, word: String, _ permits: (ServedAttribute) -> Bool
  ) -> String? {
    guard let handles else { return nil }
    let found = handles.compactMap { table[$0] }
    guard !found.contains(where: permits) else { return nil }
    return "\(names(of: handles)) cannot be \(word)"
  }

  private func names(of handles: Set<UInt16>) -> String {
    handles.sorted().map { "0x" + hex($0) }.joined(separator: ", ")
  }
}
