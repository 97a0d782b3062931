import Bytes
import Foundation
import Glibc

/// A descriptor of which each read gives one piece: a socket that keeps the borders of messages.
/// Since that loses what a reader has no room for, large pieces come through a pipe as it likes.
func pieces(of bytes: [UInt8], size: Int) -> Descriptor {
  prepareProcess()
  let (target, source) = size < 4096 ? makeSockets() : makePipe()
  Thread.detachNewThread {
    var rest = bytes[...]
    while !rest.isEmpty {
      do { try source.write(Array(rest.prefix(size)).rawBytes) } catch { return }
      rest = rest.dropFirst(size)
    }
  }
  return target
}

private func makeSockets() -> (Descriptor, Descriptor) {
  var ends: [Int32] = [-1, -1]
  let status = unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
  precondition(status == 0)
  return (Descriptor(raw: ends[0], owned: true), Descriptor(raw: ends[1], owned: true))
}

/// Both ends of a pipe: to read from, to write to.
func makePipe() -> (Descriptor, Descriptor) {
  var ends: [Int32] = [-1, -1]
  let status = unsafe pipe(&ends)
  precondition(status == 0)
  return (Descriptor(raw: ends[0], owned: true), Descriptor(raw: ends[1], owned: true))
}
