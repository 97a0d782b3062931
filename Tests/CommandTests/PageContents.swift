import Foundation
import TestSupport
import Testing

/// The data of a page, read as its script reads it.
struct PageContents {
  struct Row: Equatable {
    var frame = 0
    /// Microseconds.
    var time = 0
    var word = ""
    var style = 0
    var group = 0
    var connection = 0
    var attribute = ""
    var text = ""
    var value: [UInt8] = []
    /// Microseconds, and one.
    var took = 0
    var request = 0
  }

  struct Series {
    let attribute: String
    let key: String
    let name: String
    let isLane: Bool
    let words: [String]?
    let rows: [Int]
    let values: [Double]
  }

  struct Broken: Error {}

  let json: [String: Any]
  /// In the order in which they were reported.
  let rows: [Row]
  let series: [Series]

  init(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let json = object as? [String: Any], let count = json["rows"] as? Int,
      let shapes = json["shapes"] as? [[Any]], let attributes = json["attributes"] as? [[Any]],
      let texts = json["texts"] as? [String], let all = json["series"] as? [[String: Any]]
    else { throw Broken() }
    self.json = json
    func column(_ name: String) throws -> [UInt64] { try Self.numbers(json[name]) }
    func differences(_ name: String) throws -> [Int] { Self.sums(try column(name)) }
    let (frames, times) = (try differences("frame"), try differences("time"))
    let (shape, lines, values) = (try column("shape"), try column("text"), try column("value"))
    let (took, requests) = (try column("took"), try column("request"))
    for one in [shape, lines, values, took, requests] { expect(one.count, equals: count) }
    expect(frames.count == count && times.count == count)
    let bytes = try Self.bytes(json["bytes"])
    var starts = [0]
    for length in try column("lengths") { starts.append(starts[starts.count - 1] + Int(length)) }
    expect(starts.last, equals: bytes.count)
    rows = try (0..<count).map { index in
      let place = Int(shape[index]) - 1
      guard shapes.indices.contains(place), shapes[place].count == 6 else { throw Broken() }
      let parts = shapes[place]
      guard let attribute = parts[5] as? Int, attributes.indices.contains(attribute - 1) else {
        throw Broken()
      }
      var row = Row(frame: frames[index], time: times[index])
      row.word = parts[0] as? String ?? ""
      row.style = parts[2] as? Int ?? -1
      row.group = parts[3] as? Int ?? -1
      row.connection = parts[4] as? Int ?? -1
      row.attribute = attributes[attribute - 1][0] as? String ?? ""
      row.text = lines[index] == 0 ? "" : texts[Int(lines[index]) - 1]
      if values[index] > 0 {
        let value = Int(values[index])
        row.value = Array(bytes[starts[value - 1]..<starts[value]])
      }
      (row.took, row.request) = (Int(took[index]), Int(requests[index]))
      return row
    }
    series = try all.map { one in
      let count = one["count"] as? Int ?? 0
      var place = 0
      let rows = try Self.numbers(one["rows"]).map { step in
        place += Int(step)
        return place
      }
      let attribute = one["attribute"] as? Int ?? 0
      expect(rows.count, equals: count)
      return Series(
        attribute: attributes[attribute - 1][0] as? String ?? "", key: one["key"] as? String ?? "",
        name: one["name"] as? String ?? "", isLane: one["lane"] as? Bool ?? false,
        words: one["words"] as? [String], rows: rows,
        values: try Self.values(try Self.bytes(one["values"]), count: count))
    }
  }

  // MARK: Columns

  static func bytes(_ base64: Any?) throws -> [UInt8] {
    guard let text = base64 as? String, let data = Data(base64Encoded: text) else { throw Broken() }
    return Array(data)
  }

  private static func numbers(_ base64: Any?) throws -> [UInt64] {
    var numbers: [UInt64] = []
    var bytes = try bytes(base64)[...]
    while !bytes.isEmpty { numbers.append(try number(&bytes)) }
    return numbers
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { throw Broken() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Broken()
  }

  private static func signed(_ number: UInt64) -> Int {
    Int(number >> 1) ^ -Int(number & 1)
  }

  private static func sums(_ differences: [UInt64]) -> [Int] {
    var last = 0
    return differences.map { difference in
      last += signed(difference)
      return last
    }
  }

  static func values(_ bytes: [UInt8], count: Int) throws -> [Double] {
    var rest = bytes[...]
    var values: [Double] = []
    var scale = 1.0
    var last = 0
    while values.count < count {
      let code = try number(&rest)
      if code & 1 == 0 {
        last += signed(code >> 1)
        values.append(Double(last) / scale)
      } else if code >> 1 == 15 {
        let bits = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(8)
        values.append(Double(bitPattern: bits))
      } else {
        scale = (0..<code >> 1).reduce(1.0) { scale, _ in scale * 10 }
        last = 0
      }
    }
    expect(rest.isEmpty)
    return values
  }
}
