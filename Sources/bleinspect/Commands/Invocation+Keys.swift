import BTSnoop
import Bytes
import GATTSession
import Timeline

extension Invocation {
  /// The options that give keys.
  var keyOptions: [String] {
    let given: [(String, Bool)] = [
      ("--advert-key", !options.knowledge.advertisementKeys.isEmpty),
      ("--irk", !options.knowledge.identityKeys.isEmpty),
      ("--keys", !options.knowledge.keyCaptures.isEmpty),
      ("--ltk", !options.knowledge.linkKeys.isEmpty),
      ("--tk", !options.knowledge.temporaryKeys.isEmpty),
      ("--tk-search", options.knowledge.searchesPasskeys),
    ]
    return given.compactMap { $0.1 ? $0.0 : nil }
  }

  /// What is given for captures only, where a timeline is read; `nil` if nothing is.
  var unusedOnTimelines: String? {
    let names = (options.knowledge.treeFiles.isEmpty ? [] : ["--gatt"]) + keyOptions
    return names.isEmpty
      ? nil : "a timeline is read as it is; without effect: \(names.joined(separator: ", "))"
  }

  /// The keys that the captures of `--keys` show.
  func shownKeys() throws(OutputError) -> [LinkKey] {
    var keys: [LinkKey] = []
    let progress = Progress(options, writesAtEnd: true)
    defer { progress?.clear() }
    for (index, path) in options.knowledge.keyCaptures.enumerated() {
      // What opens the links of the captures to decrypt may open those of this one.
      var session = session
      session.otherKeys = keys
      let stage = SessionScan(session, sink: SilentSink())
      var pipeline = CapturePipeline(stage)
      var reader = CaptureReader(watch: progress?.watch([path]))
      do { try reader.read([path], into: &pipeline) } catch {
        progress?.clear()
        // What was read before damage counts.
        guard error.kind != .unusable else {
          throw OutputError(message: "--keys: \(error.description)")
        }
        if !options.output.quiet { OutputChannel.complain("--keys: \(error.description)") }
      }
      pipeline.end()
      for shown in stage.session.shownKeys where keys.count < SessionLimits.linkKeys / 2 {
        var key = shown
        key.origin = .capture(index)
        keys.append(key)
      }
    }
    return keys
  }
}
