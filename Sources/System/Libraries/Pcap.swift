import Bytes
import CSystem
import Glibc

/// What libpcap reads a file from.
package protocol PcapInput: AnyObject {
  /// Writes some of the next bytes; nothing at the end.
  /// - Returns: `false` on a read error.
  func read(into output: inout OutputRawSpan) -> Bool
}

/// libpcap reading packets from a file, or from a device without blocking.
@safe
package final class Pcap {
  /// Why it cannot be used, in libpcap's words.
  package struct Failure: Error, Equatable, Sendable {
    package var message: String
  }

  /// A packet's record header.
  package struct Header: Sendable {
    package var seconds: Int64
    /// Fraction of the second; a corrupt file may have more than a second here.
    package var nanoseconds: Int64
    /// Bytes stored, and bytes of the original packet.
    package var included, original: Int
  }

  package enum Outcome: Equatable, Sendable {
    case packet
    /// Nothing yet.
    case nothing
    case end
    case failed(String)
  }

  private let handle: OpaquePointer
  /// Nanoseconds per unit of its time stamps.
  private let unit: Int64
  /// The object that C code refers to.
  private let cookie: Cookie?

  private init(_ handle: OpaquePointer, unit: Int64, cookie: Cookie? = nil) {
    unsafe self.handle = handle
    self.unit = unit
    self.cookie = cookie
  }

  deinit { unsafe pcap_close(handle) }

  /// Passes on the next packet.
  package func next(_ body: (Header, RawSpan) -> Void) -> Outcome {
    var header: UnsafeMutablePointer<pcap_pkthdr>?
    var data: UnsafePointer<UInt8>?
    let status = unsafe pcap_next_ex(handle, &header, &data)
    guard status == 1, let header = unsafe header?.pointee, let data = unsafe data else {
      switch status {
      case 0: return .nothing
      case PCAP_ERROR_BREAK: return .end
      default:
        return .failed(unsafe pcap_geterr(handle).map { unsafe String(cString: $0) } ?? "libpcap")
      }
    }
    let packet = Header(
      seconds: Int64(header.ts.tv_sec), nanoseconds: Int64(header.ts.tv_usec) * unit,
      included: Int(header.caplen), original: Int(header.len))
    body(
      packet, unsafe RawSpan(_unsafeStart: UnsafeRawPointer(data), byteCount: packet.included))
    return .packet
  }

  /// The message in libpcap's error buffer.
  private static func text(_ message: [CChar]) -> String {
    String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

// MARK: Files

extension Pcap {
  private final class Cookie {
    let input: any PcapInput
    init(_ input: any PcapInput) { self.input = input }
  }

  /// - input: at the file header.
  package static func open(_ input: any PcapInput) throws(Failure) -> Pcap {
    let owner = Cookie(input)
    var functions = cookie_io_functions_t()
    unsafe functions.read = { cookie, target, count in
      guard let cookie = unsafe cookie, let target = unsafe target else { return -1 }
      let owner = unsafe Unmanaged<Cookie>.fromOpaque(cookie).takeUnretainedValue()
      let room = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
      var output = unsafe OutputRawSpan(buffer: room, initializedCount: 0)
      let isRead = owner.input.read(into: &output)
      let written = unsafe output.finalize(for: room)
      return isRead ? written : -1
    }
    let cookie = unsafe Unmanaged.passUnretained(owner).toOpaque()
    guard let stream = unsafe fopencookie(cookie, "r", functions) else {
      throw Failure(message: SystemError(code: errno).message)
    }
    unsafe setvbuf(stream, nil, _IOFBF, 64 * 1024)
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    let opened = unsafe pcap_fopen_offline_with_tstamp_precision(
      stream, UInt32(PCAP_TSTAMP_PRECISION_NANO), &message)
    guard let opened = unsafe opened else {
      unsafe fclose(stream)
      throw Failure(message: text(message))
    }
    return unsafe Pcap(opened, unit: 1, cookie: owner)
  }
}

// MARK: Devices

/// A device that libpcap captures from.
package struct PcapDevice {
  package let packets: Pcap
  /// As in the header of a file.
  package let linkType: UInt16
  /// The descriptor to wait for.
  package let descriptor: Descriptor
}

extension Pcap {
  /// - maximumLength: the snap length in bytes.
  package static func open(
    device name: String, maximumLength: Int
  ) throws(Failure) -> PcapDevice {
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let created = unsafe pcap_create(name, &message) else {
      throw Failure(message: text(message))
    }
    let handle = unsafe created
    _ = unsafe pcap_set_snaplen(handle, Int32(clamping: maximumLength))
    // Otherwise it may buffer packets until there are many.
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
      throw Failure(message: raw < 0 ? "it cannot be waited for" : text(message))
    }
    return unsafe PcapDevice(
      packets: Pcap(handle, unit: 1000), linkType: UInt16(truncatingIfNeeded: type),
      descriptor: Descriptor(raw: raw, owned: false))
  }

  /// The general message for the status, and any details.
  private static func words(_ handle: OpaquePointer, _ status: Int32) -> String {
    let general = unsafe pcap_statustostr(status).map { unsafe String(cString: $0) } ?? ""
    let special = unsafe pcap_geterr(handle).map { unsafe String(cString: $0) } ?? ""
    if status == PCAP_ERROR || special.hasPrefix(general) { return special }
    return special.isEmpty ? general : "\(general): \(special)"
  }
}
