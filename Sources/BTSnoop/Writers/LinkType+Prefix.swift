import Bytes

/// The headers before each packet, by link type: the inverse of `framing(of:)`.
extension LinkType {
  /// Bytes written before a packet.
  var prefixLength: Int {
    switch self {
    case .h4WithDirection: 5
    case .monitor: 4
    case .linkLayerWithRadio: RadioHeader.size
    default: 0
    }
  }

  /// Whether a record can be written under this link type.
  func carries(_ record: borrowing CaptureRecord) -> Bool {
    switch self {
    case .h4WithDirection: record.h4Type != nil
    case .monitor: record.monitorOpcode != nil
    case .linkLayer, .linkLayerWithRadio: record.kind == .linkLayer
    default: false
    }
  }

  /// Writes the header before the packet of a record that the link type carries.
  func appendPrefix(of record: borrowing CaptureRecord, to writer: inout ByteWriter) {
    switch self {
    case .h4WithDirection:
      writer.append(uint32BigEndian: record.direction == .received ? 1 : 0)
      writer.append(byte: record.h4Type ?? 0)
    case .monitor:
      writer.append(uint16BigEndian: record.adapter ?? noAdapter)
      writer.append(uint16BigEndian: record.monitorOpcode ?? 0)
    case .linkLayerWithRadio: RadioHeader.append(record.radio ?? RadioInfo(), to: &writer)
    default: break
    }
  }
}
