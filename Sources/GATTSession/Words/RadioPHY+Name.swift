import ATTDissector
import BTSnoop
import Bytes

extension RadioPHY {
  /// `1M`, `2M`, `Coded`: HCI counts from 1.
  package var name: StaticString { LEPHYUpdateComplete.name(of: rawValue + 1) ?? "" }

  package init?(named name: StaticString) {
    guard let found = Self.allCases.first(where: { $0.name.isSame(name) }) else { return nil }
    self = found
  }
}
