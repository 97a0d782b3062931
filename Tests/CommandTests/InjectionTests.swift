import Foundation
import TestSupport
import Testing

/// Hostile texts from every source, in every form of the output.
@Suite struct InjectionTests {
  private static let outputs: [[String]] = [
    [], ["--all", "--adverts", "all", "--time", "utc"], ["--errors"], ["--format", "ndjson"],
    ["--format", "csv"], ["--format", "json"], ["packets"], ["packets", "-v", "-x"],
    ["packets", "--format", "ndjson"], ["gatt"], ["gatt", "--format", "json"],
    ["stats"], ["stats", "--format", "json"], ["stats", "--format", "sarif"],
    ["--format", "markdown"], ["exchange", "--format", "markdown"],
    ["--format", "ndjson", "--flat"], ["report", "--all", "--adverts", "all"],
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  @Test(arguments: HostileSource.allCases) func everyForm(source: HostileSource) throws {
    let file = try folder.file("x", source.bytes)
    for output in Self.outputs {
      try SafeOutput.check(try Program.run(output + [file]), output, source.rawValue)
    }
    // A line a record, whatever is in it.
    let lines = try Program.run(["packets", file]).output.split(separator: "\n")
    let objects = try Program.run(["packets", "--format", "ndjson", file]).output
    let frames = lines.compactMap { line in
      Int(line.prefix(6).drop { $0 == " " }.prefix { $0 != " " })
    }
    expect(frames, equals: Array(1...frames.count))
    expect(lines.count, equals: frames.count)
    expect(objects.split(separator: "\n").count, equals: frames.count)
    // Colours are ours alone.
    let colored = try Program.run(["--color", "always", file]).output
    let plain = try Program.run([file]).output
    expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    for target in ["btsnoop-monitor", "pcapng", "pklg"] {
      let out = path("out.\(target)")
      let converted = try Program.run(["convert", "--to", target, file, out])
      SafeOutput.checkCharacters(converted.errors, "convert")
      guard converted.status == 0 else { continue }
      for output in [["packets", "-v"], ["--format", "ndjson"]] {
        let outcome = try Program.run(output + [out])
        if outcome.status == 0 { try SafeOutput.check(outcome, output, target) }
      }
    }
  }

  /// The names of files, as far as a file can be named so.
  @Test func namesOfFiles() throws {
    let capture = HostileSource.advertisedName.bytes
    for (kind, bytes) in HostileText.kinds {
      guard let name = String(validating: bytes, as: UTF8.self), !name.isEmpty,
        !name.contains("\0"), !name.contains("/"), let file = try? folder.file("x" + name, capture)
      else { continue }
      for output in Self.outputs {
        try SafeOutput.check(try Program.run(output + [file]), output, kind)
      }
      for arguments in [
        [file + "no"], [file + ":member"], ["--output", file + "/x", file],
        ["convert", file, path("no\(name)/x.pcap")], ["--follow", file + "no"],
      ] {
        let outcome = try Program.run(arguments)
        expect(outcome.status, equals: 2, "\(kind)")
        expect(outcome.bytes.isEmpty)
        SafeOutput.checkCharacters(outcome.errors, kind)
      }
      let damaged = try folder.file("damaged" + name, capture + Array(repeating: 255, count: 40))
      let outcome = try Program.run([damaged])
      expect(outcome.status, equals: 1)
      SafeOutput.checkCharacters(outcome.errors, kind)
      expect(outcome.errors.split(separator: "\n").count, equals: 1)
    }
  }

  /// Members are named by whoever made the archive.
  @Test func namesOfMembers() throws {
    _ = try folder.file("x", HostileSource.advertisedName.bytes)
    let names = HostileText.kinds.map { kind in
      "bytes([" + kind.bytes.map(String.init).joined(separator: ",") + "])"
    }
    let script = """
      import io, tarfile
      x = open('x','rb').read()
      names = [\(names.joined(separator: ", "))]
      many = tarfile.open('many.tar', 'w', format=tarfile.GNU_FORMAT)
      for i, n in enumerate(names):
          if not n.strip(b'\\0 ') or b'\\0' in n: continue
          text = n.decode('utf-8', 'surrogateescape')
          one = tarfile.open('%d.tar' % i, 'w', format=tarfile.GNU_FORMAT)
          for t in [one, many]:
              info = tarfile.TarInfo('m' + text); info.size = len(x)
              t.addfile(info, io.BytesIO(x))
          one.close()
      many.close()
      """
    _ = try folder.file("make.py", Array(script.utf8))
    try expect(Program.shell("cd '\(folder.url.path)' && python3 make.py").status, equals: 0)
    var count = 0
    for (index, kind) in HostileText.kinds.enumerated() {
      let archive = path("\(index).tar")
      guard FileManager.default.fileExists(atPath: archive) else { continue }
      count += 1
      for output in [
        [], ["--format", "ndjson"], ["--format", "csv"], ["gatt", "--format", "json"],
      ] {
        try SafeOutput.check(try Program.run(output + [archive]), output, kind.name)
      }
    }
    expect(count > 30)
    let several = try Program.run([path("many.tar")])
    expect(several.status, equals: 2)
    SafeOutput.checkCharacters(several.errors, "members")
    expect(several.errors.split(separator: "\n").count, equals: 22)
  }

  /// What is quoted of a command line that makes no sense.
  @Test func usageErrors() throws {
    let capture = Program.capture("polar-h7.btsnoop")
    for (kind, bytes) in HostileText.kinds where !bytes.contains(0) {
      let text = String(decoding: bytes, as: UTF8.self)
      for arguments in [
        ["--\(text)x", capture], ["-\(text)", capture], ["--format", text, capture],
        ["--format=\(text)", capture], ["--uuid", "x" + text, capture],
        ["--connection", "x" + text, capture], ["--handle", "x" + text, capture],
        ["--hci", text, capture], ["--hci\(text)x", capture], ["--event", "read,\(text)", capture],
        ["--frame", "x" + text, capture], ["--from", "x" + text, capture],
        ["--adverts", text, capture], ["--color", text, capture], ["-n", text, capture],
        ["convert", "--to", text, capture, "-"], ["convert", capture, "x." + text + "x"],
        ["--tmp006-s0", text, capture], [text + "none", "x"],
      ] {
        let outcome = try Program.run(arguments)
        expect(outcome.status, equals: 2, "\(arguments.dropLast()) \(kind)")
        expect(outcome.bytes.isEmpty)
        SafeOutput.checkCharacters(outcome.errors, "\(arguments.first ?? "") \(kind)")
        expect(outcome.errors.utf8.count < 2000)
      }
      let filter = try Program.run(["--device", text + "x", capture])
      expect(filter.status, equals: 0)
      SafeOutput.checkCharacters(filter.output, kind)
    }
  }
}
