extension CaptureRecord {
  /// The opcode under which the BlueZ monitor has such a record; `nil` for what it cannot carry.
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
    // What others write beside packets has no opcode there.
    case .system: code < SystemCode.monitorEnd ? code : nil
    case .unknown, .linkLayer: nil
    }
  }
}
