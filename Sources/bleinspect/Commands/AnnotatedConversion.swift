import Answers
import BTSnoop
import Bytes
import GATTSession
import System
import Timeline

extension Invocation {
  /// Options that are about what values mean.
  private static let ofValues: Set<String> = ["decoders", "ethers", "gatt", "no-config"]

  func checkAnnotations(_ given: [OptionDeclaration]) throws(UsageError) {
    guard options.writing.annotates else {
      guard let option = given.first(where: { Self.ofValues.contains($0.name) }) else { return }
      throw refused("\(option.spelling) needs --annotate")
    }
    if let path = options.writing.namesFile {
      let taken = files + [options.output.file].compactMap(\.self)
      guard path != "-", !taken.contains(where: { FileStatus.isOneFile($0, path) }) else {
        throw refused("--ethers: expected a file of its own")
      }
    }
    guard let target = options.writing.target, !target.holdsComments else { return }
    let holders = CaptureTarget.allCases.filter(\.holdsComments).map(\.rawValue)
    throw refused(
      "--annotate: \(target.title) has no place for comments: use --to "
        + holders.joined(separator: ", "))
  }
}

/// Captures that are written with all that is known of their records. What is known of a record may come after it:
/// so they are written into a temporary file while everything is followed, and copied from there.
final class AnnotatedConversion {
  /// What the records are written to first.
  let spool: OutputStream
  private let out: OutputStream
  private let invocation: Invocation
  private let renderer = AnnotationRenderer()
  private let finder: StatsRenderer
  private var stage: AnnotatingStage?
  private var options: ReadingOptions { invocation.options }

  init(_ invocation: Invocation, to out: OutputStream) throws(OutputError) {
    self.invocation = invocation
    self.out = out
    do { spool = OutputStream(try Descriptor.temporary()) } catch {
      throw OutputError(message: "no temporary file: \(error.message)")
    }
    var stats = StatsRenderer.Options()
    stats.format = .findings
    stats.filter.advertisements = .all
    finder = StatsRenderer(out, options: stats)
  }

  /// - Returns: a stage that gives the records to both.
  func follow(_ convert: ConvertStage, session: GATTSession.Options) -> any RecordStage {
    var sink = TimelineSink.Options()
    sink.filter.advertisements = .all
    let made = AnnotatingStage(
      convert,
      TimelineStage(
        renderer, session: session, sink: .init(), beside: TimelineSink(finder, options: sink)))
    stage = made
    return made
  }

  /// Copies what was written, with its annotations.
  func write(_ summary: CaptureSummary) {
    guard let stage else { return }
    spool.flush()
    if let error = spool.error {
      return out.fail(error, of: "the temporary file of the capture")
    }
    addFindings()
    let numbers = stage.convert.numbers
    do throws(SystemError) {
      var copy = try AnnotatedCopy(of: spool.descriptor, to: out)
      renderer.write(
        &copy,
        section: AnnotationText.written(
          description(summary, numbers: numbers).content.bytes, numbers: numbers),
        numbers: numbers)
      let left = UInt64(copy.leftOut) + renderer.leftOut
      if left > 0, !options.output.quiet {
        OutputChannel.complain(
          "\(left) \(left == 1 ? "annotation is" : "annotations are") left out for lack of room")
      }
    } catch { out.fail(error, of: "the temporary file of the capture") }
  }

  private func addFindings() {
    var text = AnnotationText()
    for finding in finder.found {
      text.begin(
        finding: finding.rule, of: finding.text, frame: finding.frame,
        connection: finding.connection)
      renderer.add(finding: text, to: finding.frame)
      for evidence in finding.evidence where evidence.frame != finding.frame {
        text.begin()
        text.append(untrusted: finding.rule.identifier)
        text.append(" in ")
        text.append(frame: finding.frame)
        text.append(": ")
        text.append(sentence: evidence.text.beside(frame: evidence.frame))
        renderer.add(finding: text, to: evidence.frame)
      }
    }
  }

  // MARK: The whole

  /// Findings and devices that are listed.
  private static let listed = 100

  private func description(
    _ summary: CaptureSummary, numbers: FrameNumbers
  ) -> AnnotationText {
    var text = AnnotationText()
    text.append("bleinspect ")
    text.append(untrusted: OptionParser.version)
    text.append(" of ")
    text.append(
      untrusted: invocation.files.map { CommandLineText.lastPart(of: $0) }.joined(separator: ", "))
    if !numbers.areSame { text.append(", of which this is a part") }
    text.append("\n\nVERDICT\n")
    for sentence in finder.reportAnswers.verdict {
      text.append(sentence: sentence.text)
      text.append(" [")
      text.append(untrusted: sentence.certainty)
      text.append("]\n")
    }
    text.append("\nFINDINGS\n")
    if finder.found.isEmpty { text.append("none\n") }
    for finding in finder.found.prefix(Self.listed) {
      text.append(frame: finding.frame)
      text.append(" ")
      text.append(untrusted: finding.rule.severity.rawValue)
      text.append(" ")
      text.append(untrusted: finding.rule.identifier)
      text.append(": ")
      text.append(sentence: finding.text.beside(frame: finding.frame))
      text.append("\n")
    }
    more(than: finder.found.count, to: &text)
    let names = stage?.timeline.followed.map(DeviceNames.init) ?? DeviceNames()
    text.append("\nDEVICES\n")
    if names.devices.isEmpty { text.append("no names\n") }
    for device in names.devices.prefix(Self.listed) {
      text.append(untrusted: "\(device.address) \(device.name)")
      text.append("\n")
    }
    more(than: names.devices.count, to: &text)
    return text
  }

  private func more(than count: Int, to text: inout AnnotationText) {
    guard count > Self.listed else { return }
    text.append("and ")
    text.append(decimal: count - Self.listed)
    text.append(" more\n")
  }

  // MARK: Names

  /// Writes the file of `--ethers`.
  /// - code: of the conversion.
  func writeNames(_ code: ExitCode) -> ExitCode {
    guard let path = options.writing.namesFile, let session = stage?.timeline.followed else {
      return code
    }
    let names = DeviceNames(session)
    do throws(SystemError) {
      let file = try PendingFile(path, replaces: options.output.force)
      try file.descriptor.write(names.ethers.rawBytes)
      try file.publish()
    } catch {
      let hint = error == PendingFile.exists ? "; --force replaces it" : ""
      OutputChannel.complain("\(shown(path)): \(error.message)\(hint)")
      return .failed
    }
    if !options.output.quiet {
      let profile = WiresharkFolders().profile ?? "its profile"
      OutputChannel.complain(
        "\(shown(path)): \(names.devices.count == 1 ? "1 name" : "\(names.devices.count) names"); Wireshark "
          + "takes them from \(shown(profile))/ethers")
    }
    return code
  }
}

/// Gives each record to the conversion and to what follows it.
final class AnnotatingStage: RecordStage {
  let convert: ConvertStage
  let timeline: TimelineStage

  init(_ convert: ConvertStage, _ timeline: TimelineStage) {
    self.convert = convert
    self.timeline = timeline
  }

  func capture(_ info: CaptureInfo, from frame: UInt64) {
    convert.capture(info, from: frame)
    timeline.capture(info, from: frame)
  }

  func begin(_ summary: CaptureSummary, clock: TimelineClock) {
    convert.begin(summary, clock: clock)
    timeline.begin(summary, clock: clock)
  }

  func record(_ record: CaptureRecord, bytes: RawSpan) -> Bool {
    _ = timeline.record(record, bytes: bytes)
    return convert.record(record, bytes: bytes)
  }

  var wantsComments: Bool { convert.wantsComments }
  func comment(_ text: RawSpan) { convert.comment(text) }
  func note(_ note: CaptureNote) { timeline.note(note) }

  func end(_ summary: CaptureSummary) {
    convert.end(summary)
    timeline.end(summary)
  }

  var decryption: DecryptionReport { timeline.decryption }
  var followed: GATTSession? { convert.followed }
  var unreadCaptures: [UnreadCapture] { timeline.unreadCaptures }
  var remarks: [String] { convert.remarks }
  var hasMatch: Bool { convert.hasMatch }
}
