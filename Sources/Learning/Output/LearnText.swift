import ATTDissector
import Bytes
import GATTSession

/// What values show, for a reader.
enum LearnText {
  static func write(
    _ streams: [LearntStream], answers: [LearntAnswers], decoded: Int,
    known: [(stream: LearntStream, count: Int)], leftOut: Int, pairsLeftOut: Int, isWhole: Bool,
    to out: inout ByteWriter
  ) {
    if streams.isEmpty {
      out.append(string: absence(decoded: decoded))
      out.append("\n")
    }
    var last: LearntStream?
    for stream in streams {
      if last.map({ $0.peer !== stream.peer || $0.unnamedConnection != stream.unnamedConnection })
        ?? true
      {
        if last != nil { out.append("\n") }
        title(of: stream, to: &out)
      }
      last = stream
      out.append("\n")
      StreamText(stream, isWhole: isWhole).write(to: &out)
    }
    for answer in answers {
      out.append("\n")
      write(answer, to: &out)
    }
    write(known, isAll: streams.isEmpty, to: &out)
    if leftOut > 0 {
      out.append("\n")
      out.append(string: self.leftOut(leftOut))
      out.append("\n")
    }
    if pairsLeftOut > 0 {
      out.append("\n")
      out.append(grouped: UInt64(pairsLeftOut), "pair")
      out.append(" of characteristics not compared for answers (--uuid, --handle, --connection)\n")
    }
  }

  /// Characteristics that a decoder knows and that are named.
  private static let knownLimit = 24

  private static func write(
    _ known: [(stream: LearntStream, count: Int)], isAll: Bool, to out: inout ByteWriter
  ) {
    guard !known.isEmpty else { return }
    if !isAll { out.append("\nknown already: --all includes them\n") }
    for (stream, count) in known.prefix(knownLimit) {
      out.append("  ")
      if let peer = stream.peer, peer.ordinal > 0 {
        out.append("#")
        out.append(decimal: peer.ordinal)
        out.append(" ")
      }
      name(of: stream, to: &out)
      if let label = stream.label {
        out.append(" ")
        out.append(untrusted: label, escaping: .plain)
      }
      out.append(" ")
      out.append(string: stream.direction.rawValue)
      out.append(": ")
      out.append(grouped: UInt64(count), "value")
      out.append("\n")
    }
    if known.count > knownLimit {
      out.append("  and ")
      out.append(grouped: UInt64(known.count - knownLimit), "more characteristic")
      out.append("\n")
    }
  }

  /// Why there is nothing to say.
  static func absence(decoded: Int) -> String {
    decoded > 0 ? "all values are known: --all includes them" : "no values were seen"
  }

  static func leftOut(_ values: Int) -> String {
    "\(values) values of further characteristics left out"
  }

  private static func title(of stream: LearntStream, to out: inout ByteWriter) {
    guard let peer = stream.peer else {
      out.append("Connection ")
      out.append(decimal: stream.connection)
      out.append("\n")
      return
    }
    if peer.ordinal > 0 {
      out.append("#")
      out.append(decimal: peer.ordinal)
      out.append(" ")
    }
    if let name = peer.name {
      out.append(untrusted: name, escaping: .plain)
      out.append("  ")
    }
    peer.address.write(to: &out)
    out.append("\n")
  }

  /// `FFF4 (0014)`
  static func name(of stream: LearntStream, to out: inout ByteWriter) {
    if let uuid = stream.uuid { uuid.write(to: &out) } else { out.append("(type unknown)") }
    if let handle = stream.handle {
      out.append(" (")
      out.append(upperHex: UInt64(handle), digits: 4)
      out.append(")")
    }
  }

  static func hex(_ bytes: ArraySlice<UInt8>, to out: inout ByteWriter) {
    for byte in bytes { out.append(upperHex: UInt64(byte), digits: 2) }
  }

  static func milliseconds(_ nanoseconds: Int64, to out: inout ByteWriter) {
    let tenths = nanoseconds / 100_000
    out.append(decimal: Int(tenths / 10))
    if tenths < 1000 {
      out.append(".")
      out.append(decimal: Int(tenths % 10))
    }
    out.append(" ms")
  }

  private static func write(_ answer: LearntAnswers, to out: inout ByteWriter) {
    let finding = answer.finding
    out.append("  ")
    name(of: answer.answers, to: &out)
    out.append(" answers ")
    name(of: answer.requests, to: &out)
    out.append(": ")
    out.append(decimal: finding.answered)
    out.append(" of ")
    out.append(decimal: finding.requests)
    out.append(" requests, after ")
    milliseconds(finding.median, to: &out)
    out.append(" (9 of 10 within ")
    milliseconds(finding.ninth, to: &out)
    out.append(")")
    if finding.unasked > 0 {
      out.append("; ")
      out.append(decimal: finding.unasked)
      out.append(" came unasked")
    }
    out.append("\n")
    for echo in finding.echoes {
      out.append("    byte ")
      out.append(decimal: echo.answerAt)
      out.append(" is byte ")
      out.append(decimal: echo.requestAt)
      out.append(" of the request")
      if echo.plus > 0 {
        out.append(echo.plus < 128 ? " and " : " less ")
        out.append(decimal: echo.plus < 128 ? Int(echo.plus) : 256 - Int(echo.plus))
      }
      counts(echo.evidence, to: &out)
      out.append("\n")
    }
    for (request, answered) in finding.examples {
      out.append("    ")
      hex(request.prefix(20), to: &out)
      out.append(request.count > 20 ? "..." : "")
      out.append(" -> ")
      hex(answered.prefix(20), to: &out)
      out.append(answered.count > 20 ? "...\n" : "\n")
    }
  }

  /// `  (95 of 95)`, and what is missing of a claim.
  static func counts(_ evidence: Evidence, to out: inout ByteWriter) {
    out.append("  (")
    out.append(decimal: evidence.hits)
    out.append(" of ")
    out.append(decimal: evidence.count)
    if evidence.missing > 0 {
      out.append("; perhaps: ")
      out.append(decimal: evidence.missing)
      out.append(" more different values would decide")
    }
    out.append(")")
  }
}
