import Bytes
import CPcap

/// A device that libpcap captures from. Nothing waits.
@safe
package final class PcapDevice {
  /// Why a device cannot be used, in libpcap's words.
  package struct Failure: Error, Equatable, Sendable {
    package var message: String
  }

  package enum Outcome: Equatable, Sendable {
    case record
    case nothing
    case failed(String)
  }

  private let handle: OpaquePointer
  package let linkType: LinkType
  /// What to wait for.
  package let descriptor: Descriptor

  private init(_ handle: OpaquePointer, _ linkType: LinkType, _ descriptor: Descriptor) {
    unsafe self.handle = handle
    self.linkType = linkType
    self.descriptor = descriptor
  }

  deinit { unsafe pcap_close(handle) }

  package static func open(_ name: String) throws(Failure) -> PcapDevice {
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let created = unsafe pcap_create(name, &message) else {
      throw Failure(message: PcapFile.text(message))
    }
    let handle = unsafe created
    _ = unsafe pcap_set_snaplen(handle, Int32(maximumIncludedLength))
    // Else it may hold packets back until there are many.
    _ = unsafe pcap_set_immediate_mode(handle, 1)
    let status = unsafe pcap_activate(handle)
    guard status >= 0 else {
      let failure = unsafe Failure(message: words(handle, status))
      unsafe pcap_close(handle)
      throw failure
    }
    let type = unsafe pcap_datalink(handle)
    let raw = unsafe pcap_get_selectable_fd(handle)
    guard unsafe pcap_setnonblock(handle, 1, &message) == 0, raw >= 0 else {
      unsafe pcap_close(handle)
      throw Failure(message: raw < 0 ? "it cannot be waited for" : PcapFile.text(message))
    }
    return unsafe PcapDevice(
      handle, LinkType(rawValue: UInt16(truncatingIfNeeded: type)),
      Descriptor(raw: raw, owned: false))
  }

  /// The general word for the status, and what it says beyond that.
  private static func words(_ handle: OpaquePointer, _ status: Int32) -> String {
    let general = unsafe pcap_statustostr(status).map { unsafe String(cString: $0) } ?? ""
    let special = unsafe pcap_geterr(handle).map { unsafe String(cString: $0) } ?? ""
    if status == PCAP_ERROR || special.hasPrefix(general) { return special }
    return special.isEmpty ? general : "\(general): \(special)"
  }

  /// Hands over the next packet with what its link type puts before it.
  package func next(
    _ body: (_ time: CaptureTime, _ original: Int, _ bytes: RawSpan) -> Void
  ) -> Outcome {
    var header: UnsafeMutablePointer<pcap_pkthdr>?
    var data: UnsafePointer<UInt8>?
    let status = unsafe pcap_next_ex(handle, &header, &data)
    guard status == 1, let header = unsafe header?.pointee, let data = unsafe data else {
      if status == 0 { return .nothing }
      return .failed(unsafe pcap_geterr(handle).map { unsafe String(cString: $0) } ?? "libpcap")
    }
    let time = CaptureTime(
      seconds: Int64(header.ts.tv_sec), excessNanoseconds: Int64(header.ts.tv_usec) * 1000)
    unsafe body(
      time, Int(header.len),
      RawSpan(_unsafeStart: UnsafeRawPointer(data), byteCount: Int(header.caplen)))
    return .record
  }
}
