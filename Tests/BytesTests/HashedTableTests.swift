import Testing

@testable import Bytes

@Suite struct HashedTableTests {
  /// All of one hash.
  private struct Clash: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test func keepsWhatADictionaryKeeps() {
    var table = HashedTable<String, Int>()
    var known: [String: Int] = [:]
    for step in 0..<2000 {
      let key = "\(step * 7919 % 97)"
      switch step % 5 {
      case 0:
        table[key] = nil
        known[key] = nil
      case 1:
        let changed = table.change(key) { value in
          value += 1
          return value
        }
        if let value = known[key] { known[key] = value + 1 }
        #expect(changed == known[key])
      default:
        table[key] = step
        known[key] = step
      }
      #expect(table[key] == known[key])
      #expect(table.count == known.count)
    }
    for (key, value) in known { #expect(table[key] == value) }
    table.removeAll()
    #expect(table.count == 0)
    for key in known.keys { #expect(table[key] == nil) }
  }

  @Test func tellsKeysOfOneHashApart() {
    var table = HashedTable<Clash, Int>()
    for number in 0..<8 { table[Clash(number: number)] = number * 10 }
    #expect(table.count == 8)
    for number in 0..<8 { #expect(table[Clash(number: number)] == number * 10) }
    table[Clash(number: 3)] = nil
    #expect(table[Clash(number: 3)] == nil)
    #expect(table.change(Clash(number: 3)) { $0 += 1 } == nil)
    #expect(table[Clash(number: 4)] == 40)
    #expect(table.count == 7)
  }
}
