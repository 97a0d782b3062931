import Bytes
import Foundation
import TestSupport
import Testing

@testable import JSONText

/// What is damaged at random: the scanner takes nothing that another reader of JSON refuses.
@Suite struct JSONMutationTests {
  private static let samples = [
    #"{"frame":144,"t":4.700180,"event":"notification","decoded":{"rr":[0.65,-1e-3]},"x":"\u00e9\n"}"#,
    #"[{"a":[]},{"b":{}},null,true,false,"é𝄞\ud834\udd1e\"\\\/",0,-0,1.5,10e+2]"#,
  ]
  /// Bytes that matter to JSON.
  private static let bytes = Array("{}[]:,\"\\/0159-+.eEutrnfbls \n\t\r\u{0}x".utf8) + [0x80, 0xC3]

  private func accepts(_ text: [UInt8]) -> Bool {
    var scanner = JSONScanner()
    do {
      try scanner.skipValue(text.rawBytes)
      try scanner.end(text.rawBytes)
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: 0..<4) func agreesWithFoundation(_ seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    func random(below bound: Int) -> Int { .random(in: 0..<bound, using: &generator) }
    var accepted = 0
    for number in 0..<4000 {
      var text = Array(Self.samples[number % Self.samples.count].utf8)
      for _ in 0...random(below: 3) {
        let place = random(below: text.count)
        let byte = Self.bytes[random(below: Self.bytes.count)]
        switch random(below: 4) {
        case 0: text[place] = byte
        case 1: text.insert(byte, at: place)
        case 2: text.remove(at: place)
        default: text.swapAt(place, random(below: text.count))
        }
      }
      guard accepts(text) else { continue }
      accepted += 1
      let words = String(decoding: text, as: UTF8.self)
      let value = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      expect(value != nil, "\(words)")
    }
    expect(accepted > 100)
  }

  @Test func takesNothingThatIsCut() {
    for sample in Self.samples {
      let text = Array(sample.utf8)
      expect(accepts(text))
      for length in 0..<text.count { expect(!accepts(Array(text.prefix(length)))) }
    }
  }
}
