/// Limits on the unpacked size of a small file: a bound on the time and disk space that a hostile
/// one can cost.
enum UnpackLimit {
  /// Bytes that any file may unpack to.
  static let allowance: Int64 = 64 << 20
  /// Bytes for each byte of the file, beyond the allowance: far more than any program reaches with
  /// records, given their time stamps, and less than gzip's maximum for zeros (1,032).
  static let ratio: Int64 = 250
  /// The most bytes of any one layer, however large the file is.
  static let maximum: Int64 = 64 << 30
  /// The most bytes of a temporary file, for an archive from a pipe.
  static let maximumSpool: Int64 = 4 << 30

  /// - unpacked: bytes unpacked so far.
  /// - origin: bytes of the user's file that they came from.
  static func problem(unpacked: Int64, from origin: Int64) -> SourceError? {
    if unpacked > maximum {
      return SourceError(.damaged, "unpacks to more than \(maximum >> 30) GiB: stopped there")
    }
    let (product, overflow) = origin.multipliedReportingOverflow(by: ratio)
    guard !overflow, unpacked > allowance, unpacked > product else { return nil }
    return SourceError(
      .damaged,
      "unpacks to more than \(ratio) times its size: stopped after \(unpacked) bytes")
  }

  static func problem(spooled: Int64) -> SourceError? {
    guard spooled > maximumSpool else { return nil }
    return SourceError(
      .unusable,
      "an archive of more than \(maximumSpool >> 30) GiB through a pipe: save it to a file first")
  }
}
