import Bytes

/// Unpacks one stream, piece by piece, and outputs all that the input so far contains.
///
/// libarchive has such filters, too, but they return whole blocks of 64 KB and more, and withhold
/// the last one if the input is truncated.
package protocol Decompressor: AnyObject {
  /// Unpacks part of the input, possibly none.
  func unpack(_ input: RawSpan, into output: inout OutputRawSpan) -> Unpacked
}

/// The interface to one library.
protocol LibraryDecompressor: Decompressor {
  /// - Returns: also the number of bytes written to `output`.
  @unsafe func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (step: Unpacked, produced: Int)
}

extension LibraryDecompressor {
  package func unpack(_ input: RawSpan, into output: inout OutputRawSpan) -> Unpacked {
    unsafe input.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { room, filled in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
        let (step, produced) = unsafe unpack(input, into: free)
        filled += produced
        return step
      }
    }
  }
}

/// The result of one step of unpacking.
package struct Unpacked {
  package enum Outcome {
    case goesOn
    /// The stream is complete; what follows it is another.
    case ended
    /// The library's own message.
    case failed(String)
  }

  /// Bytes consumed from the input.
  package var consumed: Int
  package var outcome: Outcome
}
