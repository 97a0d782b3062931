/// What stands at the moment, for those who watch.
extension GATTSession {
  /// The adapters that are there, in the order of first sight.
  package var presentAdapters: [Adapter] {
    adapters.filter { !$0.isReplaced && $0.power != .gone }
  }
}

extension Adapter {
  /// Whether it can be used, as the monitor tells it.
  package enum Power: Sendable { case up, down, gone }

  /// Whether it scans, as far as the records have shown; `nil`: they have not.
  package var scans: Bool? { isScanning }

  /// Whether it advertises, as far as the records have shown.
  package var advertises: Bool {
    advertising.isEnabled == true || advertisingSets.values.contains { $0.isEnabled == true }
  }
}
