import Glibc

/// The harness that this process runs, from the environment: libFuzzer takes the arguments.
private let harness: Harness? = unsafe getenv("FUZZ_HARNESS").flatMap {
  unsafe Harness.named(String(cString: $0))
}

/// libFuzzer calls this first. Without a harness it lists them; with `FUZZ_SEEDS`, it writes the
/// seeds.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  if let folder = unsafe getenv("FUZZ_SEEDS") {
    let words = unsafe UnsafeBufferPointer(start: arguments.pointee, count: Int(count.pointee))
    let captures = unsafe words.dropFirst().compactMap {
      unsafe $0.map { unsafe String(cString: $0) }
    }
    let written = unsafe Seeds.write(captures, into: String(cString: folder))
    exit(written > 0 ? 0 : 1)
  }
  guard harness != nil else {
    for harness in Harness.all { print("\(harness.name) \(harness.maximumLength)") }
    exit(0)
  }
  return 0
}

/// libFuzzer calls this with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  do { try harness?.run(input) } catch {
    // libFuzzer keeps the input of a process that traps.
    fatalError("\(error)")
  }
  return 0
}
