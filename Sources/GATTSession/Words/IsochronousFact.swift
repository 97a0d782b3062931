import ATTDissector
import Bytes
import GATTValues

/// Isochronous streams and their groups.
enum IsochronousFact: Fact {
  case requested(CISRequest)
  /// Established, or failed as its status says.
  case stream(CISEstablished)
  /// This host does not want a stream that the central asks for.
  case streamRejected(UInt16, HCIStatus)
  case streamEnded(UInt16, HCIStatus)
  /// A broadcast group of this host, or one it synchronized to: established, or failed.
  case group(BIGEstablished, isSync: Bool)
  case groupEnded(UInt8, HCIStatus)

  func write(_ own: inout FieldBuffer, _ out: inout FieldBuffer) {
    switch self {
    case .requested(let event):
      own.add(.event.streamHandle, event.cisHandle)
      own.add(.event.group, event.group)
      own.add(.event.stream, event.stream)
      out.text.append("isochronous stream requested, CIS ")
      out.text.append(decimal: UInt64(event.stream))
      out.text.append(" of group ")
      out.text.append(decimal: UInt64(event.group))
    case .stream(let event):
      own.add(.event.streamHandle, event.connectionHandle)
      guard event.status == .success else {
        own.add(reason: event.status)
        out.text.append("isochronous stream failed: ")
        out.text.append(status: event.status)
        return
      }
      let interval = Double(event.interval) * 1.25
      own.add(.event.interval, interval)
      own.add(.event.maxPDUFromCentral, event.maxPDUFromCentral)
      own.add(.event.maxPDUFromPeripheral, event.maxPDUFromPeripheral)
      out.text.append("isochronous stream established, handle ")
      out.text.append(upperHex: UInt64(event.connectionHandle), digits: 4)
      out.text.append(", every ")
      out.text.append(number: interval)
      out.text.append(" ms")
    case .streamRejected(let handle, let reason):
      own.add(.event.streamHandle, handle)
      own.add(reason: reason)
      out.text.append("isochronous stream rejected by this host: ")
      out.text.append(status: reason)
    case .streamEnded(let handle, let reason):
      own.add(.event.streamHandle, handle)
      own.add(reason: reason)
      out.text.append("isochronous stream ended: ")
      out.text.append(status: reason)
    case .group(let event, let isSync):
      own.add(.event.group, event.group)
      out.text.append(
        isSync ? "sync with broadcast isochronous group " : "broadcast isochronous group ")
      out.text.append(decimal: UInt64(event.group))
      guard event.status == .success else {
        own.add(reason: event.status)
        out.text.append(" failed: ")
        out.text.append(status: event.status)
        return
      }
      own.add(.event.streamHandles, list: event.connectionHandles)
      let interval = Double(event.interval) * 1.25
      own.add(.event.interval, interval)
      own.add(.event.maxPDU, event.maxPDU)
      out.text.append(": ")
      out.text.append(event.connectionHandles.count, "stream")
      out.text.append(", every ")
      out.text.append(number: interval)
      out.text.append(" ms")
    case .groupEnded(let group, let reason):
      own.add(.event.group, group)
      own.add(reason: reason)
      out.text.append("broadcast isochronous group ")
      out.text.append(decimal: UInt64(group))
      out.text.append(" ended: ")
      out.text.append(status: reason)
    }
  }
}
