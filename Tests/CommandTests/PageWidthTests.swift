import TestSupport
import Testing
import Vocabulary

@testable import bleinspect

/// How wide text is, and what is left out to make it fit.
@Suite struct PageWidthTests {
  private static let capture = Program.capture("vm-central.btsnoop")

  @Test(arguments: [[], ["stats"], ["exchange"]]) func asWideAsAsked(command: [String]) throws {
    func lines(_ options: [String]) throws -> [String] {
      let outcome = try Program.run(command + options + [Self.capture])
      expect(outcome.status, equals: 0)
      return outcome.lines
    }
    let narrow = try lines([])
    try expect(lines(["--width", "80"]) == narrow)
    expect(narrow.allSatisfy { $0.count <= 80 })
    let wide = try lines(["--width=120"])
    expect(wide.contains { $0.count > 100 })
    expect(wide.filter { $0.count > 120 }.isEmpty)
    expect(wide.count < narrow.count)
  }

  /// Only a narrow page has names that are not whole.
  @Test func namesAreWholeFromAHundredColumnsOn() throws {
    let whole = ["Peripheral Preferred Connection Parameters", "Texas Instruments Image Identify"]
    let short = ["Peri. Pref. Conn. Params", "Texas Instr. Image Iden."]
    for width in [80, 99, 100, 160] {
      let text = try Program.run(["--width", "\(width)", Self.capture]).output
      expect(whole.allSatisfy { text.contains($0) } == (width >= 100), "\(width)")
      expect(short.contains { text.contains($0) } == (width == 80), "\(width)")
    }
  }

  @Test(arguments: ["79", "0", "-1", "1001", "wide", "80.5"]) func refusesOthers(text: String)
    throws
  {
    let outcome = try Program.run(["--width=\(text)", Self.capture])
    expect(outcome.status, equals: 2)
    expect(outcome.errors.contains("expected a number from 80 to 1000"), "\(outcome.errors)")
  }
}
