import BTSnoop
import System
import GATTSession
import Timeline

extension Invocation {
  /// What a report says of itself, but for what the captures say. It reads the files, for their hashes.
  var provenance: Provenance {
    var provenance = Provenance(version: OptionParser.version, command: line)
    provenance.files = (files + otherFiles).map(Self.file)
    provenance.keys = keysGiven
    provenance.keyCaptures = options.knowledge.keyCaptures.count
    provenance.filters = selectingOptions
    return provenance
  }

  /// How many keys options gave.
  var keysGiven: Int {
    options.knowledge.identityKeys.count + options.knowledge.linkKeys.count
      + options.knowledge.temporaryKeys.count
      + options.knowledge.advertisementKeys.count
  }

  /// An operand: a file, standard input, or a member of an archive, which is that file.
  private static func file(_ operand: String) -> Provenance.File {
    let path = (try? InputName(operand))?.path
    let name = operand == "-" ? "standard input" : CommandLineText.lastPart(of: operand)
    guard let path, let status = FileStatus(path: path), status.isRegular else {
      return Provenance.File(name: name)
    }
    return Provenance.File(name: name, octets: status.size, sha256: sha256(path))
  }

  /// What else was read, and may change what is said.
  private var otherFiles: [String] {
    var others =
      options.check.ruleFiles + options.knowledge.keyCaptures + options.knowledge.treeFiles
      + options.knowledge.decoderFiles
      + options.knowledge.markFiles
    if let expected = options.expectedTrees { others.append(expected) }
    if command == .diff, let path = DiffCommand.configuration(of: self) { others.append(path) }
    if command.readsUserDeclarations, options.knowledge.readsUserFiles {
      others += Self.userDeclarations()
    }
    return others
  }

  /// The options that select a part of what the captures have.
  private var selectingOptions: [String] {
    let all: [(String, Bool)] = [
      ("--device", options.selection.device != nil), ("--uuid", options.selection.uuid != nil),
      ("--connection", options.selection.connection != nil),
      ("--handle", options.selection.handle != nil),
      ("--hci", !options.selection.adapters.isEmpty),
      ("--event", !options.selection.events.isEmpty),
      ("--frame", options.selection.frames != nil), ("--from", options.selection.from != nil),
      ("--to", options.selection.to != nil), ("--count", options.selection.count != nil),
      ("--adverts", options.selection.adverts == AdvertisementChoice.none),
      ("--errors", options.selection.errors),
    ]
    return all.compactMap { $0.1 ? $0.0 : nil }
  }
}
