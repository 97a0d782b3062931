import ATTDissector
import Bytes
import CommonClock
import JSONText

/// The document of `align --format json`.
struct AlignmentJSON {
  private let aligned: AlignedRecorders

  init(_ aligned: AlignedRecorders) { self.aligned = aligned }

  func write(to out: inout ByteWriter) {
    out.append("{")
    out.append(member: "captures", objects: aligned.recorders) { recorder, out in
      out.append(member: "name", recorder.name)
      out.append(member: "records", recorder.trace.records)
      out.append(jsonKey: "recorder")
      out.append(jsonWord: recorder.trace.recorder.word)
      if let role = recorder.trace.recorder.role { out.append(member: "role", word: role.name) }
      if let damage = recorder.damage { out.append(member: "damage", damage) }
    }
    out.append(member: "pairs", objects: aligned.pairs) { pair, out in
      write(pair, to: &out)
    }
    out.append("}\n")
  }

  private func write(_ pair: AlignedRecorders.Pair, to out: inout ByteWriter) {
    let alignment = pair.alignment
    out.append(member: "a", aligned.recorders[pair.first].name)
    out.append(member: "b", aligned.recorders[pair.second].name)
    out.append(member: "aligned", alignment.isAligned)
    if alignment.isAligned, alignment.isOfOneHost { out.append(member: "same_host", true) }
    let isFound = alignment.isAligned && !alignment.isGiven
    Self.number(
      "offset_s", alignment.isAligned ? Double(alignment.offset) / 1e9 : nil, to: &out)
    Self.number("drift_ppm", isFound ? Self.rounded(alignment.drift, steps: 1e3) : nil, to: &out)
    Self.number(
      "residual_ms",
      isFound ? alignment.error.map { Self.rounded($0 / 1e6, steps: 1e6) } : nil, to: &out)
    out.append(member: "anchors", alignment.anchors.count)
    if alignment.uncertain > 0 { out.append(member: "uncertain", alignment.uncertain) }
    Self.number("chance", isFound ? alignment.chance : nil, to: &out)
    out.append(member: "connections", objects: alignment.isAligned ? alignment.links : []) {
      link, out in
      out.append(member: "a", Int(link.first))
      out.append(member: "b", Int(link.second))
      out.append(member: "anchors", link.anchors)
    }
    if isFound {
      out.append(member: "jumps", objects: alignment.jumps) { jump, out in
        out.append(member: "t", number: Self.rounded(jump.time / 1e9, steps: 1e6))
        out.append(member: "by_s", number: Self.rounded(jump.size / 1e9, steps: 1e6))
      }
    }
    if !alignment.isAligned {
      out.append(member: "refused", list: alignment.refusals) { refusal, out in
        out.append(json: refusal.sentence(pair))
      }
    }
  }

  private static func number(_ key: StaticString, _ value: Double?, to out: inout ByteWriter) {
    out.append(jsonKey: key)
    if let value, value.isFinite { out.append(number: value) } else { out.append("null") }
  }

  private static func rounded(_ value: Double, steps: Double) -> Double {
    (value * steps).rounded() / steps
  }
}
