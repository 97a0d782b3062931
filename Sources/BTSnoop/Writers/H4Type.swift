extension CaptureRecord {
  /// The H4 type byte of the packet; `nil` for what H4 cannot carry.
  var h4Type: UInt8? {
    switch kind {
    case .command: 1
    case .acl: 2
    case .sco: 3
    case .event: 4
    case .iso: 5
    case .unknown: UInt8(exactly: code)
    case .linkLayer, .system: nil
    }
  }
}
