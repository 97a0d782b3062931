import GATTSession
import LiveCapture
import Timeline

/// Explains silence to a user who waits in vain.
struct QuietWatch {
  /// Nanoseconds without anything new before it remarks on that.
  static let patience: Int64 = 10_000_000_000

  private let adapters: Set<UInt16>
  private let selection: String?
  private var shown: UInt64 = 0
  private var records: UInt64 = 0
  private var since: Int64
  private var hasShown = false

  /// - adapters: those being listened to; empty: all.
  /// - selection: the options that select what is shown.
  /// - now: in nanoseconds.
  init(adapters: Set<UInt16>, selection: String? = nil, now: Int64) {
    self.adapters = adapters
    self.selection = selection
    since = now
  }

  /// When there may be something to remark on.
  var nextLook: Int64? { hasShown ? nil : since + Self.patience }

  /// - records: the number received so far.
  /// - Returns: the remark, once per silence.
  mutating func look(
    _ now: Int64, stage: LiveStage, source: any LiveSource, records: UInt64
  ) -> String? {
    if stage.reported != shown {
      (shown, self.records, since, hasShown) = (stage.reported, records, now, false)
      return nil
    }
    guard !hasShown, now >= since + Self.patience else { return nil }
    hasShown = true
    var text = "nothing to show for 10 s: "
    guard records > 0 else { return text + "\(source.name) has sent nothing yet" }
    text += state(stage.session, source: source)
    let new = records - self.records
    if new > 0 {
      text += "; \(new) record\(new == 1 ? "" : "s") arrived, none to show"
      if let selection { text += " (\(selection))" }
    }
    return text
  }

  private func state(_ session: GATTSession, source: any LiveSource) -> String {
    guard source.descriptor != nil else { return "\(source.name) is gone; waiting for it" }
    let present = session.presentAdapters.filter { adapter in
      adapters.isEmpty || adapter.index.map { adapters.contains($0) } ?? true
    }
    guard !present.isEmpty else { return "no adapter found" }
    let connected = session.connectedDevices
    return present.map { adapter in
      Self.sentence(adapter, connections: connected.count { $0.adapter == adapter.index })
    }.joined(separator: "; ")
  }

  static func sentence(_ adapter: Adapter, connections: Int) -> String {
    var text = adapter.index.map { "hci\($0)" } ?? "the adapter"
    switch adapter.power {
    case .down, .gone: return text + " is down"
    case .up: text += " is up"
    // The state is unknown, but it delivers records.
    case nil: text += " is present"
    }
    switch adapter.controller.scanning.isOn {
    case true?: text += ", scanning"
    case false?: text += ", not scanning"
    case nil: text += ", no scanning seen"
    }
    if adapter.controller.advertising.isOn { text += ", advertising" }
    switch connections {
    case 0: break
    case 1: text += ", 1 connection"
    case let count: text += ", \(count) connections"
    }
    return text
  }
}
