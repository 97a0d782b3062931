import ATTDissector
import BTSnoop
import Bytes

extension RadioPHY {
  /// `1M`, `2M`, `Coded`: HCI counts from 1.
  package var name: StaticString { LEPHYUpdateComplete.name(of: rawValue + 1) ?? "" }
}
