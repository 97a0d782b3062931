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
  /// What differs in a good run, and no option allows.
  package private(set) var remaining: [Remainder] = []
  /// Why runs could not be compared.
  package private(set) var problems: [String] = []
  private var runCount = 0

  package var isEmpty: Bool { reasons.isEmpty }

  /// The steps by which an attribute is let vary, each as often as needed.
  private static let rounds = 4

  /// - runs: the first is what the others are compared with.
  /// - device: an address or a name, if only this device is compared.
  package init(_ runs: [RecordedTimeline], device: String? = nil) {
    runCount = runs.count
    options.device = device
    guard let first = runs.first else { return }
    for _ in 0..<Self.rounds {
      remaining = []
      problems = []
      var needed: [(run: Int, difference: Difference)] = []
      var counts: [String: Int] = [:]
      for (index, run) in runs.enumerated().dropFirst() {
        let comparison = compare(first, run, options)
        for problem in comparison.problems where !problems.contains(problem) {
          problems.append(problem)
        }
        for difference in comparison.differences where difference.weight == .difference {
          needed.append((index, difference))
        }
        for subject in comparison.subjects {
          guard let uuid = subject.uuid else { continue }
          counts[uuid] = max(counts[uuid] ?? 0, abs(subject.expected - subject.actual))
        }
      }
      guard !needed.isEmpty, problems.isEmpty else { return }
      var hasChanged = false
      // One step for each attribute in a round, whatever it has; only what led to the first is its reason.
      var stepped: Set<String> = []
      let known = Set(reasons.keys)
      for (index, difference) in needed {
        guard let path = difference.uuid, let uuid = Self.attribute(path) else {
          remaining.append(Remainder(run: runs[index].name, difference: difference))
          continue
        }
        if stepped.insert(path).inserted {
          if allow(difference, uuid, by: counts[path] ?? 0) { hasChanged = true }
        }
        if !known.contains(path) { note(difference, path, run: index) }
      }
      if !hasChanged {
        remaining = needed.map { Remainder(run: runs[$0.run].name, difference: $0.difference) }
        return
      }
    }
  }

  /// The last part of `180D/2A37`.
  private static func attribute(_ path: String) -> BluetoothUUID? {
    path.split(separator: "/").last.flatMap { BluetoothUUID(text: String($0)) }
  }

  /// Lets an attribute vary by one step more: in numbers, in how many values there are, in all of its value, wholly.
  /// - Returns: whether there was a step.
  private mutating func allow(
    _ difference: Difference, _ uuid: BluetoothUUID, by surplus: Int
  ) -> Bool {
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

  private mutating func note(_ difference: Difference, _ path: String, run: Int) {
    var reason = reasons[path] ?? Reason(message: difference.message)
    reason.count += difference.count
    reason.runs.insert(run)
    reasons[path] = reason
  }

  /// The proposal as the configuration of `diff`, with the reason for each part.
  package func write(to out: inout ByteWriter) {
    var lines: [String] = []
    var said: [(String, String)] = []
    func reason(_ uuid: BluetoothUUID) -> String? {
      reasons.filter { Self.attribute($0.key) == uuid }.sorted { $0.key < $1.key }.first.map {
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
