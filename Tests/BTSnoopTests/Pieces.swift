import Bytes
import Foundation
import System
import TestSupport

/// A descriptor of which each read gives one piece: a socket that keeps the borders of messages.
/// Since that loses what a reader has no room for, large pieces come through a pipe as it likes.
func pieces(of bytes: [UInt8], size: Int) -> Descriptor {
  prepareProcess()
  let source: Descriptor
  let target: Descriptor
  if size < 4096 {
    let pair = SocketPair.local()
    (target, source) = (pair.reader, pair.writer)
  } else {
    (target, source) = makePipe()
  }
  Thread.detachNewThread {
    var rest = bytes[...]
    while !rest.isEmpty {
      do { try source.write(Array(rest.prefix(size)).rawBytes) } catch { return }
      rest = rest.dropFirst(size)
    }
  }
  return target
}
