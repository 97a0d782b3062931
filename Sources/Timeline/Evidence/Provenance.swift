import BTSnoop
import Bytes
import JSONText

/// What makes a report evidence: with which program and which options it was made, of which files. One value, made
/// once, for every form that shows it.
package struct Provenance: Sendable {
  /// A file that was read.
  package struct File: Sendable {
    /// The last part of its path.
    package var name: String
    /// `nil` of what can be read only once.
    package var octets: Int64?
    /// The SHA-256 of the whole file, in lower-case hex; `nil` for what can be read only once.
    package var sha256: String?

    package init(name: String, octets: Int64? = nil, sha256: String? = nil) {
      self.name = name
      self.octets = octets
      self.sha256 = sha256
    }
  }

  /// The version of this program.
  package var version: String
  /// The command line as a shell takes it, without the values of keys and without folders.
  package var command: String
  package var files: [File] = []
  /// How many keys were given, and how many captures to take keys from.
  package var keys = 0
  package var keyCaptures = 0
  /// The options that select a part: what they leave out is not in the report.
  package var filters: [String] = []
  /// What was replaced, where the report is about a redacted capture: a sentence.
  package private(set) var redaction: String?

  package init(version: String, command: String) {
    self.version = version
    self.command = command
  }

  /// With what the captures that were read say of a redaction.
  package func noting(_ notes: [CaptureNote]) -> Provenance { noting(redactions: notes.redactions) }

  package func noting(redactions: [String]) -> Provenance {
    var noted = self
    if !redactions.isEmpty { noted.redaction = redactions.joined(separator: "; ") }
    return noted
  }
}

extension [CaptureNote] {
  /// How captures are redacted, as they say, each way once.
  package var redactions: [String] {
    var told: [String] = []
    for case .redacted(let how) in map(\.kind) where !told.contains(how) { told.append(how) }
    return told
  }
}

extension ByteWriter {
  /// Writes an object of JSON, the value of a member `provenance`.
  package mutating func append(object provenance: Provenance) {
    append("{")
    append(member: "program", "bleinspect")
    append(member: "version", provenance.version)
    append(member: "command", provenance.command)
    append(member: "files", objects: provenance.files) { file, out in
      out.append(member: "name", file.name)
      if let octets = file.octets { out.append(member: "octets", Int(octets)) }
      if let sha256 = file.sha256 { out.append(member: "sha256", sha256) }
    }
    append(member: "keys_given", provenance.keys)
    if provenance.keyCaptures > 0 { append(member: "key_captures", provenance.keyCaptures) }
    if !provenance.filters.isEmpty {
      append(member: "filters", list: provenance.filters) { $1.append(json: $0) }
    }
    if let redaction = provenance.redaction { append(member: "redacted", redaction) }
    append("}")
  }
}

extension JSONLines {
  /// Writes a member of an indented document; nothing where there is none.
  package mutating func member(_ provenance: Provenance?, to out: inout ByteWriter) {
    guard let provenance else { return }
    member("provenance", to: &out) { $0.append(object: provenance) }
  }
}
