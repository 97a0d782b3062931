import BTSnoop
import Foundation
import TestSupport
import Testing

/// Every recorded capture, damaged and cut, through every output.
///
/// `BLEINSPECT_MUTATIONS=2000 BLEINSPECT_CUTS=200` is how thorough `make test-deep` is, with an
/// optimised build; without them it is a sample.
@Suite struct DamagedCaptureTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Those of the repository, and those of a folder of one's own.
  static let captures: [String] = {
    func files(_ folder: String, where isCapture: (String) -> Bool) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter(isCapture).sorted().map { "\(folder)/\($0)" }
    }
    let own = root.appending(path: "Captures").path
    return files(own) { name in [".btsnoop", ".pcap", ".pcapng"].contains { name.hasSuffix($0) } }
      + files("\(own)/formats") { _ in true }
      + (ProcessInfo.processInfo.environment["BLEINSPECT_CAPTURES"].map { folder in
        files(folder) { !$0.hasSuffix(".md") && size("\(folder)/\($0)") <= limit }
      } ?? [])
  }()

  /// Octets of a capture of one's own at most: in a sample, long ones would take most of the time, and show nothing
  /// that others do not.
  private static let limit = mutations < 100 ? 128 << 10 : Int.max

  private static func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
  }

  private static func count(_ name: String, otherwise count: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? count
  }

  private static let mutations = count("BLEINSPECT_MUTATIONS", otherwise: 6)
  private static let cuts = count("BLEINSPECT_CUTS", otherwise: 4)
  /// Captures up to this size are written in all forms at once, longer ones in one after the other.
  private static let smallSize = 8_192

  private func way(_ number: Int, _ size: Int) -> Way {
    Way(
      number: UInt16(truncatingIfNeeded: number &* 2_654_435_761 >> 8),
      only: size <= Self.smallSize ? nil : number % Way.outputs)
  }

  private func check(_ bytes: [UInt8], _ name: String, _ number: Int, _ size: Int) {
    do { try WholeWay.check(file: bytes, way(number, size)) } catch {
      Issue.record("\(name), number \(number): \(error)")
    }
  }

  @Test func theCapturesAreThere() { expect(Self.captures.count >= 20) }

  @Test(arguments: captures) func damaged(path: String) throws {
    let capture = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let name = String(path.split(separator: "/").last ?? "")
    try expect(WholeWay.check(file: capture, Way(number: 0)) > 0 || capture.count < 100)
    for number in 0..<Self.mutations {
      var damage = Damage(name, number)
      check(damage.damaged(capture), name, number, capture.count)
    }
  }

  @Test(arguments: captures) func cut(path: String) throws {
    let capture = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let name = String(path.split(separator: "/").last ?? "")
    for number in 0..<Self.cuts {
      var damage = Damage(name, -1 - number)
      // In the first record, where headers are, or anywhere.
      let at = number % 4 == 0 ? damage.below(min(capture.count, 200)) : damage.below(capture.count)
      check(Array(capture[..<at]), name, -1 - number, capture.count)
    }
  }
}
