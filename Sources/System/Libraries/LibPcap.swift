import CSystem
import Glibc

/// The functions of libpcap that are called, from the installed library.
///
/// It is loaded for the first pcap file or capture device: it pulls in D-Bus, systemd and libgcrypt,
/// which every other run would wait for, and need.
@safe
struct LibPcap {
  typealias Handle = OpaquePointer
  typealias Simple = @convention(c) (Handle?) -> Int32
  typealias Setter = @convention(c) (Handle?, Int32) -> Int32
  typealias Message = UnsafeMutablePointer<CChar>?

  let close: @convention(c) (Handle?) -> Void
  let next:
    @convention(c) (
      Handle?, UnsafeMutablePointer<UnsafeMutablePointer<pcap_pkthdr>?>?,
      UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) -> Int32
  let error: @convention(c) (Handle?) -> UnsafeMutablePointer<CChar>?
  let openFile: @convention(c) (UnsafeMutablePointer<FILE>?, UInt32, Message) -> Handle?
  let create: @convention(c) (UnsafePointer<CChar>?, Message) -> Handle?
  let setMaximumLength: Setter
  let setImmediateMode: Setter
  let activate: Simple
  let linkType: Simple
  let descriptor: Simple
  let setNonBlocking: @convention(c) (Handle?, Int32, Message) -> Int32
  let statusText: @convention(c) (Int32) -> UnsafePointer<CChar>?

  static let fileName = "libpcap.so.0.8"

  /// `nil` if the library is not installed.
  static let shared = LibPcap(fileName)

  init?(_ fileName: String) {
    guard let library = LoadedLibrary(fileName) else { return nil }
    func find<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
      unsafe library.find("pcap_\(name)")
    }
    guard
      let close = unsafe find("close", as: (@convention(c) (Handle?) -> Void).self),
      let next = unsafe find(
        "next_ex",
        as: (@convention(c) (
          Handle?, UnsafeMutablePointer<UnsafeMutablePointer<pcap_pkthdr>?>?,
          UnsafeMutablePointer<UnsafePointer<UInt8>?>?
        ) -> Int32).self),
      let error = unsafe find(
        "geterr", as: (@convention(c) (Handle?) -> UnsafeMutablePointer<CChar>?).self),
      let openFile = unsafe find(
        "fopen_offline_with_tstamp_precision",
        as: (@convention(c) (UnsafeMutablePointer<FILE>?, UInt32, Message) -> Handle?).self),
      let create = unsafe find(
        "create", as: (@convention(c) (UnsafePointer<CChar>?, Message) -> Handle?).self),
      let setMaximumLength = unsafe find("set_snaplen", as: Setter.self),
      let setImmediateMode = unsafe find("set_immediate_mode", as: Setter.self),
      let activate = unsafe find("activate", as: Simple.self),
      let linkType = unsafe find("datalink", as: Simple.self),
      let descriptor = unsafe find("get_selectable_fd", as: Simple.self),
      let setNonBlocking = unsafe find(
        "setnonblock", as: (@convention(c) (Handle?, Int32, Message) -> Int32).self),
      let statusText = unsafe find(
        "statustostr", as: (@convention(c) (Int32) -> UnsafePointer<CChar>?).self)
    else { return nil }
    unsafe self.close = close
    unsafe self.next = next
    unsafe self.error = error
    unsafe self.openFile = openFile
    unsafe self.create = create
    unsafe self.setMaximumLength = setMaximumLength
    unsafe self.setImmediateMode = setImmediateMode
    unsafe self.activate = activate
    unsafe self.linkType = linkType
    unsafe self.descriptor = descriptor
    unsafe self.setNonBlocking = setNonBlocking
    unsafe self.statusText = statusText
  }
}
