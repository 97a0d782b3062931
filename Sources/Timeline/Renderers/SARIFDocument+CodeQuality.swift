import Bytes
import JSONText
import System

/// The form of GitLab, which shows it in merge requests.
///
/// Source: GitLab documentation, Code Quality, "Code Quality report format".
extension SARIFDocument {
  func writeCodeQuality<Finding>(
    _ findings: [Finding], to out: inout ByteWriter, pieceEnds: PieceEnd,
    _ result: (Finding) -> Result
  ) {
    var isFirst = true
    var numbers: [String: Int] = [:]
    func add(_ check: String, _ severity: StaticString, _ place: Place, of subject: String) {
      out.append(isFirst ? "[\n{" : ",\n{")
      isFirst = false
      out.append(member: "description", place.text)
      out.append(member: "check_name", check)
      let path = WorkingFolder.relative(place.path)
      // Of several that say the same of one thing, each is its own.
      let identity = [check, path, subject].joined(separator: "\n")
      let number = numbers[identity, default: 0]
      numbers[identity] = number + 1
      out.append(member: "fingerprint", Self.hash("\(identity)\n\(number)"))
      out.append(member: "severity", word: severity)
      out.append(member: "location") { out in
        out.append(member: "path", path)
        out.append(member: "lines") { $0.append(member: "begin", place.line ?? 1) }
      }
      out.append("}")
      pieceEnds(&out)
    }
    // What could not be read or tested has no list of its own there.
    for problem in problems {
      add("trouble", "critical", .init(path: subject, text: problem), of: "trouble")
    }
    for finding in findings {
      let result = result(finding)
      let rule = rules[result.rule]
      add(rule.identifier, rule.level.ofCodeQuality, result.place, of: result.subject)
    }
    for remark in remarks {
      add("remark", "info", .init(path: subject, text: remark), of: "remark")
    }
    out.append(isFirst ? "[]\n" : "\n]\n")
  }

  private static func hash(_ text: String) -> String {
    var hash = SHA256()
    hash.update(text.rawBytes)
    let digest = hash.finish()
    var hex = ByteWriter(capacity: 64)
    hex.append(hex: digest.rawBytes)
    return String(decoding: hex.bytes.copy(), as: UTF8.self)
  }
}

extension SARIFDocument.Level {
  fileprivate var ofCodeQuality: StaticString {
    switch self {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
