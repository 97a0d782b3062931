import BTSnoop
import Bytes
import System
import Timeline

extension Interruption {
  /// Writes all pending output; a signal discards what has no reader.
  func drain(_ streams: [OutputStream]) {
    var waits = DescriptorSet()
    for stream in streams {
      stream.flush()
      while stream.isOpen, stream.waiting > 0 {
        waits.removeAll()
        waits.add(descriptor, for: .input)
        waits.add(stream.descriptor, for: .output)
        waits.wait(milliseconds: nil)
        if take() {
          stream.stop()
          break
        }
        stream.flush()
      }
    }
  }
}
