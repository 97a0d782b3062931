import Bytes
import GATTSession

/// The first and the last lines of a text of any length, as a block of code.
package struct ClippedLines: ~Copyable {
  private let headLimit: Int
  private let tailLimit: Int
  private var head = ByteWriter(capacity: 1024)
  private var tail: [[UInt8]] = []
  private var tailOctets = 0
  /// The first of `tail` that counts.
  private var tailStart = 0
  private var hasTail = false
  private var leftOut = 0
  /// A line that has not ended yet.
  private var line = ByteWriter(capacity: 256)

  /// - head, tail: the most octets of whole lines that are kept of the beginning and of the end.
  package init(head: Int, tail: Int) {
    headLimit = head
    tailLimit = tail
  }

  package mutating func add(_ text: RawSpan) {
    var start = 0
    for index in 0..<text.byteCount where text.uint8(at: index) == 0x0A {
      line.append(text.clamped(start..<index))
      endLine()
      start = index + 1
    }
    line.append(text.clamped(start))
  }

  private mutating func endLine() {
    if !hasTail, head.count + line.count < headLimit {
      // Not an empty first one.
      if !head.isEmpty || !line.isEmpty {
        head.append(allOf: line)
        head.append("\n")
      }
    } else {
      hasTail = true
      tail.append(line.bytes.copy())
      tailOctets += line.count + 1
      while tailOctets > tailLimit, tailStart < tail.count {
        tailOctets -= tail[tailStart].count + 1
        tail[tailStart] = []
        tailStart += 1
        leftOut += 1
      }
      // What was left out goes away from time to time.
      if tailStart > 1024 {
        tail.removeFirst(tailStart)
        tailStart = 0
      }
    }
    line.removeAll()
  }

  /// Writes the lines between fences that are longer than any row of backticks in them.
  /// - language: after the first fence.
  package mutating func write(to out: inout ByteWriter) {
    if !line.isEmpty { endLine() }
    var whole = ByteWriter(capacity: head.count + tailOctets + 128)
    whole.append(head.bytes)
    if leftOut > 0 {
      whole.append("... ")
      whole.append(grouped: UInt64(leftOut), "line")
      whole.append(" left out here ...\n")
    }
    for line in tail[tailStart...] {
      whole.append(line)
      whole.append("\n")
    }
    let fence = max(3, whole.bytes.longestRun(of: 0x60) + 1)
    out.append(repeating: 0x60, count: fence)
    out.append("text\n")
    out.append(whole.bytes)
    out.append(repeating: 0x60, count: fence)
    out.append("\n")
  }
}

extension ByteWriter {
  mutating func append(allOf other: borrowing ByteWriter) { append(other.bytes) }
}

extension RawSpan {
  fileprivate func longestRun(of byte: UInt8) -> Int {
    var longest = 0
    var run = 0
    for index in 0..<byteCount {
      run = uint8(at: index) == byte ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
