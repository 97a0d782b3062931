import ATTDissector

/// How a host has scanned: what it cannot have heard, since it did not ask for it.
package struct ScanSummary: Sendable {
  /// How often scanning was turned on.
  package private(set) var scans = 0
  /// Without asking for scan responses.
  private var passive = 0
  /// How many scans leave duplicates out.
  private var filtered = 0
  /// For devices of the Filter Accept List only, and while that was empty.
  private var listed = 0
  private var empty = 0

  package init() {}

  /// - parameters: `nil` where they were set before the capture.
  mutating func begin(_ enable: ScanEnable, parameters: ScanParameters?, listIsEmpty: Bool) {
    scans += 1
    if parameters?.isActive == false { passive += 1 }
    if enable.filtersDuplicates { filtered += 1 }
    guard parameters?.usesAcceptList == true else { return }
    listed += 1
    if listIsEmpty { empty += 1 }
  }

  package mutating func add(_ other: ScanSummary) {
    scans += other.scans
    passive += other.passive
    filtered += other.filtered
    listed += other.listed
    empty += other.empty
  }

  package var isPassive: Bool { scans > 0 && passive == scans }
  package var leavesOutDuplicates: Bool { scans > 0 && filtered == scans }
  package var isOfList: Bool { scans > 0 && listed == scans }
  package var isOfEmptyList: Bool { scans > 0 && empty == scans }
}
