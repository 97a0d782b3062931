import ATTDissector
import Bytes
import GATTSession
import GATTValues

/// Which events a reader of the timeline is spared, unless everything is requested.
package struct TimelineChoice {
  /// The most settings that are told apart.
  private static let settings = 128

  private var shownSettings: Set<String> = []

  package init() {}

  package mutating func leavesOut(
    _ event: borrowing Event, fields: borrowing EventFields
  ) -> Bool {
    // The summary of the discovery has what was found.
    if event.kind.isDiscovery { return true }
    // Clients look for a descriptor repeatedly; only what was found is news.
    if event.content.isDiscovery { return event.content.isFruitlessDiscovery }
    guard event.kind == .scan || event.kind == .advertising else { return false }
    // Hosts switch both on and off all day: the devices' section counts, and each setting is
    // shown once.
    switch event.content {
    case .advertising(.scan(let enable, _, isTimeout: false)) where !enable.isEnabled: return true
    case .advertising(.advertising(false, _, _)): return true
    default: break
    }
    guard shownSettings.count < Self.settings else { return true }
    let setting = String(decoding: fields.decoded.text.bytes.copy(), as: UTF8.self)
    return !shownSettings.insert("\(event.adapter ?? 0) \(event.kind.name) \(setting)").inserted
  }
}

extension LineStyle {
  package init(_ event: borrowing Event) {
    self =
      event.content.isSilence
      ? .gap
      : event.isProblem
        ? event.kind == .attError ? .doubtful : .problem
        : event.kind == .advertisement ? .advertisement : .plain
  }
}
