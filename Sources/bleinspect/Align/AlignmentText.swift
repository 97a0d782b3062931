import ATTDissector
import Bytes
import CommonClock
import Timeline

/// The text of `align`.
struct AlignmentText {
  private let aligned: AlignedRecorders
  /// Connections that are listed of each pair.
  private static let listed = 20

  init(_ aligned: AlignedRecorders) { self.aligned = aligned }

  func write(to out: inout ByteWriter) {
    for (place, recorder) in aligned.recorders.enumerated() {
      out.append(string: "\(AlignedRecorders.letter(place))  ")
      out.append(untrusted: recorder.name, escaping: .plain)
      let records = recorder.trace.records
      out.append(
        string:
          ": \(recorder.trace.recorder.title), \(records) record\(records == 1 ? "" : "s") in "
          + "\(Self.seconds(recorder.trace.length, decimals: 1)) s\n")
    }
    for pair in aligned.pairs {
      out.append("\n")
      write(pair, to: &out)
    }
  }

  private func write(_ pair: AlignedRecorders.Pair, to out: inout ByteWriter) {
    let alignment = pair.alignment
    let (a, b) = (AlignedRecorders.letter(pair.first), AlignedRecorders.letter(pair.second))
    guard alignment.isAligned else {
      out.append(string: "\(b) is not aligned with \(a)\n")
      for refusal in alignment.refusals { line("why", refusal.sentence(pair), to: &out) }
      if alignment.canBeGiven {
        line("tried", Self.tried, to: &out)
        line("by hand", "--shift SECONDS, or --shift-at FRAME=FRAME", to: &out)
      }
      return
    }
    let how =
      alignment.isGiven ? ", as given" : alignment.isOfOneHost ? ": two logs of one host" : ""
    out.append(string: "\(b) is aligned with \(a)\(how)\n")
    let offset = Double(alignment.offset)
    line(
      "offset",
      "\(Self.signed(offset / 1e9, decimals: 6)) s: \(b)'s clock is "
        + (alignment.offset == 0 ? "the same" : alignment.offset > 0 ? "behind" : "ahead"), to: &out
    )
    guard !alignment.isGiven else { return }
    line(
      "drift",
      "\(Self.signed(alignment.drift, decimals: 1)) ppm"
        + (abs(alignment.drift) < 0.05
          ? "" : ": \(b)'s clock is \(alignment.drift > 0 ? "slow" : "fast")"),
      to: &out)
    line(
      "error",
      alignment.error.map { "at most \(Self.fixed($0 / 1e6, decimals: 3)) ms" }
        ?? "not known: what was sent has no counterpart, so nothing says how late stamps are",
      to: &out)
    line("rests on", evidence(of: alignment), to: &out)
    line("chance", chance(alignment), to: &out)
    for jump in alignment.jumps {
      line(
        "jump",
        "\(Self.signed(jump.size / 1e9, decimals: 3)) s between "
          + "\(Self.seconds(jump.span.lowerBound, decimals: 1)) and "
          + "\(Self.seconds(jump.span.upperBound, decimals: 1)) s of \(b)", to: &out)
    }
    if alignment.isThinned {
      line("part", "the captures are long: a part of the PDUs was compared", to: &out)
    }
    for (index, link) in alignment.links.prefix(Self.listed).enumerated() {
      var text =
        "C\(link.first) of \(a) is C\(link.second) of \(b): \(Self.count(link.anchors, "PDU"))"
      let peer = peer(of: link, pair: pair)
      if let peer { text += ", \(peer)" }
      line(index == 0 ? "links" : "", text, to: &out)
    }
    if alignment.links.count > Self.listed {
      line("", "and \(alignment.links.count - Self.listed) more", to: &out)
    }
  }

  private static let tried =
    "PDUs by bytes, length and direction, connects, features, versions, advertisements"

  private func evidence(of alignment: ClockAlignment) -> String {
    let noun = alignment.isOfAdvertisements ? "advertisement" : "PDU"
    return "\(Self.count(alignment.anchors.count, noun)) that both have, over "
      + "\(Self.seconds(alignment.length, decimals: 1)) s"
      + (alignment.isOfLengths
        ? "; encrypted or cut: by length, direction and time, which is weaker" : "")
      + (alignment.uncertain > 0
        ? "; of \(alignment.uncertain), others of their length could be the partner" : "")
  }

  private func chance(_ alignment: ClockAlignment) -> String {
    let exponent = min(12, Int(alignment.bits / 3.3219281))
    let rival = Int((alignment.rival * 100).rounded())
    return "less than 1 in 10^\(exponent)"
      + (rival > 0
        ? "; the next best offset explains \(rival) % as much" : "; no other offset fits")
  }

  private func peer(of link: ClockAlignment.Link, pair: AlignedRecorders.Pair) -> String? {
    let one = aligned.recorders[pair.first].trace.links[link.first]?.peer
    let other = aligned.recorders[pair.second].trace.links[link.second]?.peer
    switch (one, other) {
    case (let one?, let other?) where one.value != other.value:
      return "\(Self.text(of: one)) there, \(Self.text(of: other)) here"
    case (let one?, _): return Self.text(of: one)
    case (nil, let other?): return Self.text(of: other)
    case (nil, nil): return nil
    }
  }

  private static func text(of address: BluetoothAddress) -> String {
    var out = ByteWriter(capacity: 32)
    address.write(to: &out)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }

  private func line(_ title: String, _ text: String, to out: inout ByteWriter) {
    out.append(string: "  \(title)")
    out.append(repeating: 0x20, count: max(1, 10 - title.utf8.count))
    out.append(untrusted: text, escaping: .plain)
    out.append("\n")
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func seconds(_ nanoseconds: Double, decimals: Int) -> String {
    fixed(nanoseconds / 1e9, decimals: decimals)
  }

  static func signed(_ value: Double, decimals: Int) -> String {
    (value >= 0 ? "+" : "") + fixed(value, decimals: decimals)
  }

  static func fixed(_ value: Double, decimals: Int) -> String {
    var out = ByteWriter(capacity: 32)
    out.append(number: value, decimals: decimals)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}

extension RecorderTrace.Recorder {
  /// For scripts.
  var word: StaticString {
    switch self {
    case .host: "host"
    case .sniffer: "sniffer"
    case .both: "both"
    case .none: "none"
    }
  }

  var role: LinkRole? { if case .host(let role) = self { role } else { nil } }

  var title: String {
    switch self {
    case .host(.central): "log of the central's host"
    case .host(.peripheral): "log of the peripheral's host"
    case .host: "log of a host"
    case .sniffer: "sniffer"
    case .both: "packets of a host and of the air"
    case .none: "nothing of Bluetooth LE"
    }
  }
}

extension ClockAlignment {
  /// Whether the user may know what the captures do not show.
  var canBeGiven: Bool {
    !refusals.contains {
      switch $0 {
      case .nothingToCompare, .timesTooFarApart, .mixed: true
      default: false
      }
    }
  }
}

extension ClockAlignment.Refusal {
  func sentence(_ pair: AlignedRecorders.Pair) -> String {
    let (a, b) = (AlignedRecorders.letter(pair.first), AlignedRecorders.letter(pair.second))
    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded(.down))) %" }
    switch self {
    case .nothingToCompare(let isFirst):
      return "\(isFirst ? a : b) has no PDU, connection or advertisement to compare"
    case .timesTooFarApart(let isFirst): return "times in \(isFirst ? a : b) are centuries apart"
    case .mixed(let isFirst):
      return
        "\(isFirst ? a : b) has packets of a host and of the air: give each recorder a capture of its own"
    case .tooLong: return "the captures are so long that only a part of their PDUs was compared"
    case .nothingInCommon: return "nothing in common: no offset at which both have the same PDUs"
    case .little(let bits, let needed):
      return "too little in common: \(Int(bits)) of \(Int(needed)) bits of evidence"
    case .short(let anchors, let length):
      return
        "\(AlignmentText.count(anchors, "PDU")) in \(AlignmentText.seconds(length, decimals: 1)) s could "
        + "match elsewhere: 30 in 15 s are needed, or a connect that both have"
    case .ambiguous(let part): return "another offset explains \(percent(part)) as much"
    case .missing(let part): return "only \(percent(part)) of what both must have is in both"
    case .reversed(let count, let all):
      return "\(count) of \(all) PDUs would be received before they are sent"
    case .late(let part):
      return "only \(percent(part)) of what the host received came soon after it was on the air"
    case .loose(let error):
      return
        "what was sent and what was received leave \(AlignmentText.fixed(error / 1e6, decimals: 1)) ms of room, "
        + "more than two connection events need"
    case .otherParameters(let number):
      return "C\(number) of \(a) would be a connection of \(b) that began with another interval"
    }
  }
}
