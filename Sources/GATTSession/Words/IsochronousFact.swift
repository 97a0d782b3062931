import ATTDissector
import Bytes
import GATTValues

/// Isochronous streams and their groups.
package enum IsochronousFact: EventFact {
  case requested(CISRequest)
  /// What the central asks for on the air, and what it begins there, with the request if that was heard.
  case requestedOnAir(CISReq)
  case begun(accessAddress: UInt32, CISReq?)
  case endedOnAir(group: UInt8, stream: UInt8, HCIStatus)
  /// Established, or failed as its status says.
  case stream(CISEstablished)
  /// This host does not want a stream that the central asks for.
  case streamRejected(UInt16, HCIStatus)
  case streamEnded(UInt16, HCIStatus)
  /// A broadcast group of this host, or one it synchronized to: established, or failed.
  case group(BIGEstablished, isSync: Bool)
  case groupEnded(UInt8, HCIStatus)

  package var content: EventContent { .isochronous(self) }

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    switch self {
    case .requested(let event):
      own.add(.event.streamHandle, event.cisHandle)
      out.text.append("isochronous stream requested")
      Self.name(of: event.group, stream: event.stream, own: &own, to: &out)
    case .requestedOnAir(let request):
      own.add(.event.interval, Double(request.interval) * 1.25)
      out.text.append("isochronous stream requested")
      Self.name(of: request.group, stream: request.stream, own: &own, to: &out)
    case .begun(let accessAddress, let request):
      var text = ByteWriter(capacity: 16)
      text.append(hex32: accessAddress)
      own.add(.event.accessAddress, text: text.bytes)
      out.text.append("isochronous stream begins")
      guard let request else { return }
      Self.name(of: request.group, stream: request.stream, own: &own, to: &out)
      let interval = Double(request.interval) * 1.25
      own.add(.event.interval, interval)
      own.add(.event.maxPDUFromCentral, request.maxPDUFromCentral)
      own.add(.event.maxPDUFromPeripheral, request.maxPDUFromPeripheral)
      out.text.append(", every ")
      out.text.append(number: interval)
      out.text.append(" ms")
    case .endedOnAir(let group, let stream, let reason):
      own.add(reason: reason)
      out.text.append("isochronous stream ended")
      Self.name(of: group, stream: stream, own: &own, to: &out)
      out.text.append(": ")
      out.text.append(status: reason)
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
  private static func name(
    of group: UInt8, stream: UInt8, own: inout FieldBuffer, to out: inout FieldBuffer
  ) {
    own.add(.event.group, group)
    own.add(.event.stream, stream)
    out.text.append(", CIS ")
    out.text.append(decimal: UInt64(stream))
    out.text.append(" of group ")
    out.text.append(decimal: UInt64(group))
  }
}
