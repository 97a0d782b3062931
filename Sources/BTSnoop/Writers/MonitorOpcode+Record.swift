extension CaptureRecord {
  /// The BlueZ monitor's opcode for a record; `nil` for what it cannot carry.
  ///
  /// A packet without a direction counts as sent.
  var monitorOpcode: UInt16? {
    let isReceived = direction == .received
    return switch kind {
    case .command: MonitorOpcode.command
    case .event: MonitorOpcode.event
    case .acl: isReceived ? MonitorOpcode.aclReceived : MonitorOpcode.aclSent
    case .sco: isReceived ? MonitorOpcode.scoReceived : MonitorOpcode.scoSent
    case .iso: isReceived ? MonitorOpcode.isoReceived : MonitorOpcode.isoSent
    // System records from other origins have no opcode there.
    case .system: code < SystemCode.monitorEnd ? code : nil
    case .unknown, .linkLayer: nil
    }
  }
}
