import BTSnoop

extension ConversionError {
  /// What cannot be converted, and what could be; without a full stop.
  func sentence(_ target: CaptureTarget) -> String {
    func hci(_ index: UInt16?) -> String { index.map { "hci\($0)" } ?? "one without an index" }
    switch self {
    case .linkLayer(let frame):
      let hint =
        target == .pcap ? " beside HCI: use --to pcapng" : ": use --to pcap-le or --to pcapng-le"
      return "frame \(frame) is a link-layer packet, which \(target.title) cannot hold\(hint)"
    case .hci(let frame):
      let hint = target == .pcap ? " beside the link layer: use --to pcapng" : ": use --to pcapng"
      return "frame \(frame) is HCI, which \(target.title) cannot hold\(hint)"
    case .adapters(let first, let second, let frame):
      return "frame \(frame) is from another adapter (\(hci(first)), \(hci(second))), and "
        + "\(target.title) cannot tell them apart: choose one with --hci, or use "
        + "--to btsnoop-monitor or --to pcapng-monitor"
    }
  }
}
