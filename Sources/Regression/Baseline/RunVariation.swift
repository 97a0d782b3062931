import ATTDissector
import Bytes
import JSONText

/// What varies between good runs of one scenario, and so must not count when the next run is compared with the first.
package struct RunVariation: Sendable {
  /// A run beside the first, and what is said of it.
  package struct Remainder: Sendable {
    package var run: String
    package var difference: Difference
  }

  /// Why an option is proposed.
  private struct Reason: Sendable {
    var message: String
    var count = 0
    /// The runs that show it.
    var runs: Set<Int> = []
  }

  /// What is proposed.
  package private(set) var options = ComparisonOptions()
  /// Why each rule is proposed, by attribute.
  private var reasons: [String: Reason] = [:]
  /// What differs in a good run, and is not proposed to vary.
  package private(set) var remaining: [Remainder] = []
  /// Why runs could not be compared.
  package private(set) var problems: [String] = []
  private var runCount = 0

  package var isEmpty: Bool { reasons.isEmpty && options.device == nil }

  /// The most steps that are taken; an attribute has at most four.
  private static let rounds = 16

  /// - runs: the first is what the others are compared with.
  /// - device: an address or a name, if only this device is compared.
  package init(_ runs: [RecordedTimeline], device: String? = nil) {
    runCount = runs.count
    options.device = device
    for _ in 0..<Self.rounds {
      let found = Shortfall(of: runs, under: options)
      problems = found.problems
      remaining = found.differences.map {
        Remainder(run: runs[$0.run].name, difference: $0.difference)
      }
      guard !remaining.isEmpty, problems.isEmpty, step(over: found) else { break }
    }
    // Where an attribute varies wholly, how many values it has needs no allowance, which would hold for all others.
    if remaining.isEmpty, options.allowance > 0 {
      var without = options
      without.count = .standard
      if Shortfall(of: runs, under: without).differences.isEmpty { options = without }
    }
  }

  /// What differs between the first run and the others.
  private struct Shortfall {
    var differences: [(run: Int, difference: Difference)] = []
    /// How many values more or fewer a run has, by attribute.
    var counts: [String: Int] = [:]
    var problems: [String] = []

    init(of runs: [RecordedTimeline], under options: ComparisonOptions) {
      guard let first = runs.first else { return }
      for (index, run) in runs.enumerated().dropFirst() {
        let comparison = compare(first, with: run, options: options)
        for problem in comparison.problems where !problems.contains(problem) {
          problems.append(problem)
        }
        for difference in comparison.differences where difference.weight == .difference {
          differences.append((index, difference))
        }
        for subject in comparison.subjects {
          guard let uuid = subject.uuid else { continue }
          counts[uuid] = max(counts[uuid] ?? 0, abs(subject.expected - subject.actual))
        }
      }
    }
  }

  /// Lets each attribute that differs vary by one step more; only what led to the first is its reason.
  /// - Returns: whether there was a step.
  private mutating func step(over found: Shortfall) -> Bool {
    var hasChanged = false
    var stepped: Set<String> = []
    let known = Set(reasons.keys)
    for (index, difference) in found.differences {
      guard let path = difference.uuid, let uuid = Self.attribute(at: path) else { continue }
      if stepped.insert(path).inserted {
        if allow(difference, uuid: uuid, by: found.counts[path] ?? 0) { hasChanged = true }
      }
      if !known.contains(path) { note(difference, path: path, run: index) }
    }
    return hasChanged
  }

  /// The last part of `180D/2A37`.
  private static func attribute(at path: String) -> BluetoothUUID? {
    path.split(separator: "/").last.flatMap { BluetoothUUID(text: String($0)) }
  }

  /// Lets an attribute vary by one step more: in numbers, in how many values there are, in all of its value, wholly.
  /// - Returns: whether there was a step.
  private mutating func allow(
    _ difference: Difference, uuid: BluetoothUUID, by surplus: Int
  ) -> Bool {
    // How values are compared does not matter to their order.
    if difference.kind == .reordered {
      return options.ignored.insert(.attribute(uuid)).inserted
    }
    let isCount = difference.kind == .missing || difference.kind == .extra
    if isCount, surplus > options.allowance, surplus <= Self.mostSurplus {
      options.count = .within(surplus)
      return true
    }
    switch options.valuesOfAttribute[uuid] {
    case nil, .exact: options.valuesOfAttribute[uuid] = .shape
    case .shape: options.valuesOfAttribute[uuid] = .ignore
    case .ignore: return options.ignored.insert(.attribute(uuid)).inserted
    }
    return true
  }

  /// A stream that differs by more is one whose length means nothing.
  private static let mostSurplus = 100

  private mutating func note(_ difference: Difference, path: String, run: Int) {
    var reason = reasons[path] ?? Reason(message: difference.message)
    reason.count += difference.count
    reason.runs.insert(run)
    reasons[path] = reason
  }

  /// The proposal as the configuration of `diff`, with the reason for each part.
  package func write(to out: inout ByteWriter) {
    var lines: [String] = []
    var said: [(String, String)] = []
    if let device = options.device {
      var name = ByteWriter(capacity: 64)
      name.append(json: device)
      lines.append("  \"device\": \(String(decoding: name.bytes.copy(), as: UTF8.self))")
    }
    func reason(_ uuid: BluetoothUUID) -> String? {
      reasons.filter { Self.attribute(at: $0.key) == uuid }.sorted { $0.key < $1.key }.first.map {
        let (count, runs) = ($0.value.count, $0.value.runs.count)
        return
          "\(runs) of \(runCount - 1) further runs differ, \(count) time\(count == 1 ? "" : "s"): "
          + $0.value.message
      }
    }
    let modes = options.valuesOfAttribute.filter { !options.ignored.contains(.attribute($0.key)) }
      .sorted { $0.key.description < $1.key.description }
    if !modes.isEmpty {
      let members = modes.map { "\"\($0.key)\": \"\($0.value.rawValue)\"" }
      lines.append("  \"values\": {\(members.joined(separator: ", "))}")
      for (uuid, _) in modes { reason(uuid).map { said.append(("values.\(uuid)", $0)) } }
    }
    let ignored = options.ignored.compactMap { ignored -> BluetoothUUID? in
      if case .attribute(let uuid) = ignored { uuid } else { nil }
    }.sorted { $0.description < $1.description }
    if !ignored.isEmpty {
      lines.append("  \"ignore\": [\(ignored.map { "\"\($0)\"" }.joined(separator: ", "))]")
      for uuid in ignored { reason(uuid).map { said.append(("ignore.\(uuid)", $0)) } }
    }
    if options.allowance > 0 {
      lines.append("  \"count\": \(options.allowance)")
      said.append(
        ("count", "streams differ by up to \(options.allowance) in how many values they have"))
    }
    out.append("{\n  \"schema\": 1")
    for line in lines {
      out.append(",\n")
      out.append(string: line)
    }
    out.append(",\n  \"reasons\": {")
    for (index, (place, reason)) in said.enumerated() {
      out.append(index == 0 ? "\n    " : ",\n    ")
      out.append(json: place)
      out.append(": ")
      out.append(json: reason)
    }
    out.append("\n  }\n}\n")
  }
}

extension ComparisonOptions {
  /// How many notifications a stream may differ by; 0 where that was not set.
  fileprivate var allowance: Int { if case .within(let number) = count { number } else { 0 } }
}
