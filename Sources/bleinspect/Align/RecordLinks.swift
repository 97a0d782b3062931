/// The connections of a capture's records, by their numbers: most records are of the same one as the record before.
struct RecordLinks: Sendable {
  /// Octets at most; of captures that need more, nothing is kept.
  private static let most = 1 << 22

  /// For each run of records of one connection: by how much its first record's number is above that of the run before, and
  /// the connection, both in groups of 7 bits.
  private var runs: [UInt8] = []
  private var last: (frame: UInt64, link: Int32) = (0, 0)
  /// Whether those of all records are known.
  private(set) var isWhole = true

  /// Call it in the order of the records.
  /// - link: 0: it has none.
  mutating func add(_ frame: UInt64, _ link: Int32) {
    guard link != last.link, isWhole else { return }
    guard frame >= last.frame, link >= 0, runs.count < Self.most else {
      isWhole = false
      runs = []
      return
    }
    append(frame - last.frame)
    append(UInt64(link))
    last = (frame, link)
  }

  private mutating func append(_ number: UInt64) {
    var number = number
    while number >= 0x80 {
      runs.append(UInt8(number & 0x7F) | 0x80)
      number >>= 7
    }
    runs.append(UInt8(number))
  }

  /// Tells the connections of records in their order.
  struct Reader {
    private let runs: [UInt8]
    private var place = 0
    private var link: Int32 = 0
    /// The first record of the next run, and its connection; `nil`: there is none.
    private var next: (frame: UInt64, link: Int32)?

    init(_ links: RecordLinks) {
      runs = links.runs
      advance(from: 0)
    }

    private mutating func advance(from frame: UInt64) {
      next = nil
      guard place < runs.count else { return }
      next = (frame + number(), Int32(truncatingIfNeeded: number()))
    }

    private mutating func number() -> UInt64 {
      var number: UInt64 = 0
      var shift: UInt64 = 0
      while place < runs.count {
        let octet = runs[place]
        place += 1
        number |= UInt64(octet & 0x7F) << shift
        shift += 7
        if octet < 0x80 { break }
      }
      return number
    }

    /// - Returns: 0: it has none.
    mutating func link(of frame: UInt64) -> Int32 {
      while let run = next, run.frame <= frame {
        link = run.link
        advance(from: run.frame)
      }
      return link
    }
  }
}
