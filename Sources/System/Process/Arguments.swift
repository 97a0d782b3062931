/// The arguments of this process.
package enum Arguments {
  /// One that is not UTF-8, with replacement characters for what is wrong in it.
  package struct EncodingError: Error {
    package let repaired: String
  }

  /// They come from /proc, which a bare root may lack; each process has one at least, its name.
  package static var areThere: Bool { CommandLine.argc > 0 }

  /// - Returns: all but the program's name.
  package static func read() throws(EncodingError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let text = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let word = unsafe String(validatingCString: text) else {
        throw EncodingError(repaired: unsafe String(cString: text))
      }
      words.append(word)
    }
    return words
  }
}
