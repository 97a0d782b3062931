/// Advertising data with what it means.
struct ModelAdvertisingData {
  /// The structures, each whole.
  let structures: [[UInt8]]
  let flags: Int?
  let uuids: [ModelUUID]
  let name: String?
  let power: Int?

  var bytes: [UInt8] { structures.flatMap { $0 } }

  /// Some of the structures; the others are not in the capture.
  func only(_ range: Range<Int>) -> ModelAdvertisingData {
    let rest = range.isEmpty ? [] : Array(structures[range])
    func has(_ type: UInt8) -> Bool { rest.contains { $0[1] == type } }
    return ModelAdvertisingData(
      structures: rest, flags: has(1) ? flags : nil, uuids: has(3) ? uuids : [],
      name: has(9) ? name : nil, power: has(0x0A) ? power : nil)
  }

  private init(
    structures: [[UInt8]], flags: Int?, uuids: [ModelUUID], name: String?, power: Int?
  ) {
    self.structures = structures
    self.flags = flags
    self.uuids = uuids
    self.name = name
    self.power = power
  }

  init(_ draws: inout Draws, name: String, room: Int) {
    var parts: [[UInt8]] = []
    var left = room
    func fits(_ part: [UInt8]) -> Bool {
      guard part.count <= left else { return false }
      left -= part.count
      parts.append(part)
      return true
    }
    flags = draws.chance(70) && fits([2, 1, 6]) ? 6 : nil
    let short = [ModelUUID(0x180D), ModelUUID(0x180F)].prefix(draws.below(3))
    let services = Array(short)
    uuids =
      !services.isEmpty && fits([UInt8(1 + 2 * services.count), 3] + services.flatMap(\.wire))
      ? services : []
    let text = Array(name.utf8)
    self.name = draws.chance(50) && fits([UInt8(1 + text.count), 9] + text) ? name : nil
    let level = draws.draw(0...20)
    power = draws.chance(30) && fits([2, 0x0A, UInt8(level)]) ? level : nil
    structures = parts
  }

  /// What stands under `decoded`.
  var decoded: String? {
    var members: [String] = []
    if let flags { members.append("\"flags\":\(flags)") }
    if !uuids.isEmpty {
      let list = uuids.map { ExpectedEvent.quoted($0.text) }.joined(separator: ",")
      members.append("\"service_uuids\":[\(list)]")
    }
    if let name { members.append("\"local_name\":\"\(name)\"") }
    if let power { members.append("\"tx_power_level_dbm\":\(power)") }
    return members.isEmpty ? nil : "{\(members.joined(separator: ","))}"
  }
}
