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
  package struct PcapError: Error, Equatable, Sendable {
    package var message: String

    /// The library is not installed.
    package static let missing = PcapError(message: "needs libpcap (apt-get install libpcap0.8)")
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

  package static var isInstalled: Bool { LibPcap.shared != nil }

  private let library: LibPcap
  private let handle: OpaquePointer
  /// Nanoseconds per unit of its time stamps.
  private let unit: Int64
  /// The object that C code refers to.
  private let cookie: Cookie?

  private init(
    _ library: LibPcap, _ handle: OpaquePointer, unit: Int64, cookie: Cookie? = nil
  ) {
    self.library = library
    unsafe self.handle = handle
    self.unit = unit
    self.cookie = cookie
  }

  deinit { unsafe library.close(handle) }

  /// Passes on the next packet.
  package func next(_ body: (Header, RawSpan) -> Void) -> Outcome {
    var header: UnsafeMutablePointer<pcap_pkthdr>?
    var data: UnsafePointer<UInt8>?
    let status = unsafe library.next(handle, &header, &data)
    guard status == 1, let header = unsafe header?.pointee, let data = unsafe data else {
      switch status {
      case 0: return .nothing
      case PCAP_ERROR_BREAK: return .end
      default:
        return .failed(
          unsafe library.error(handle).map { unsafe String(cString: $0) } ?? "libpcap")
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
  package static func open(_ input: any PcapInput) throws(PcapError) -> Pcap {
    guard let library = LibPcap.shared else { throw .missing }
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
      throw PcapError(message: SystemError(code: errno).message)
    }
    unsafe setvbuf(stream, nil, _IOFBF, 64 * 1024)
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    let opened = unsafe library.openFile(
      stream, UInt32(PCAP_TSTAMP_PRECISION_NANO), &message)
    guard let opened = unsafe opened else {
      unsafe fclose(stream)
      throw PcapError(message: text(message))
    }
    return unsafe Pcap(library, opened, unit: 1, cookie: owner)
  }
}

// MARK: Devices

/// A device that libpcap captures from.
package struct PcapDevice {
  package let packets: Pcap
  /// Link type, with the numbers of a file's header.
  package let linkType: UInt16
  /// The descriptor to wait for.
  package let descriptor: Descriptor
}

extension Pcap {
  /// - maximumLength: the snap length in bytes.
  package static func open(
    device name: String, maximumLength: Int
  ) throws(PcapError) -> PcapDevice {
    guard let library = LibPcap.shared else { throw .missing }
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let created = unsafe library.create(name, &message) else {
      throw PcapError(message: text(message))
    }
    let handle = unsafe created
    _ = unsafe library.setMaximumLength(handle, Int32(clamping: maximumLength))
    // Otherwise it may buffer packets until there are many.
    _ = unsafe library.setImmediateMode(handle, 1)
    let status = unsafe library.activate(handle)
    guard status >= 0 else {
      let failure = unsafe PcapError(message: words(library, handle: handle, status: status))
      unsafe library.close(handle)
      throw failure
    }
    let type = unsafe library.linkType(handle)
    let raw = unsafe library.descriptor(handle)
    guard unsafe library.setNonBlocking(handle, 1, &message) == 0, raw >= 0 else {
      unsafe library.close(handle)
      throw PcapError(message: raw < 0 ? "it cannot be waited for" : text(message))
    }
    return unsafe PcapDevice(
      packets: Pcap(library, handle, unit: 1000), linkType: UInt16(truncatingIfNeeded: type),
      descriptor: Descriptor(raw: raw, owned: false))
  }

  /// The general message for the status, and any details.
  private static func words(
    _ library: LibPcap, handle: OpaquePointer, status: Int32
  ) -> String {
    let general = unsafe library.statusText(status).map { unsafe String(cString: $0) } ?? ""
    let special = unsafe library.error(handle).map { unsafe String(cString: $0) } ?? ""
    if status == PCAP_ERROR || special.hasPrefix(general) { return special }
    return special.isEmpty ? general : "\(general): \(special)"
  }
}
