import Bytes

/// Unpacks one stream, piece by piece, and gives out all that the bytes so far hold.
///
/// libarchive has such filters, too, but theirs hand over whole blocks of 64 KB and more, and keep
/// the last one for themselves where the input is cut.
package protocol Decompressor: AnyObject {
  /// Unpacks some of the input, perhaps nothing.
  func unpack(_ input: RawSpan, into output: inout OutputRawSpan) -> Unpacked
}

/// How one library unpacks.
protocol LibraryDecompressor: Decompressor {
  /// - Returns: also how many bytes were written to `output`.
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

/// What one step of unpacking did.
package struct Unpacked {
  package enum Outcome {
    case goesOn
    /// The stream is whole; what comes behind it is another.
    case ended
    /// The library's own words.
    case failed(String)
  }

  /// Bytes of the input.
  package var consumed: Int
  package var outcome: Outcome
}
