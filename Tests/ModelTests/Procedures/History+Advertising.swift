/// Devices that are heard.
extension History {
  func hear(_ host: Host) {
    guard let device = draws.one(of: devices) else { return }
    if device.advertisesExtended { hearExtended(device, host) } else { hearLegacy(device, host) }
  }

  /// LE Advertising Report, with one report or more.
  private func hearLegacy(_ first: Device, _ host: Host) {
    let legacy = devices.filter { !$0.advertisesExtended }
    var heard = [first]
    while heard.count < 3, draws.chance(20), let other = draws.one(of: legacy) {
      heard.append(other)
    }
    var packet = [UInt8(heard.count)]
    var reports: [Report] = []
    for device in heard {
      let isResponse = draws.chance(40)
      let data = ModelAdvertisingData(&draws, name: device.name, room: 31)
      let power = draws.chance(5) ? 127 : -draws.draw(30...100)
      packet += [isResponse ? 4 : 0, UInt8(device.air.kind)] + device.air.wire
      packet += [UInt8(data.bytes.count)] + data.bytes + [UInt8(truncatingIfNeeded: power)]
      reports.append(
        Report(
          device: device, type: isResponse ? "SCAN_RSP" : "ADV_IND", isConnectable: !isResponse,
          power: power, data: data, isTruncated: false))
    }
    let moment = event(host, HCIPackets.leEvent(0x02, packet))
    for report in reports { tell(report, host, moment) }
  }

  private struct Report {
    let device: Device
    let type: String
    let isConnectable: Bool
    var power: Int
    let data: ModelAdvertisingData
    var isTruncated: Bool
  }

  /// LE Extended Advertising Report; long data comes in several, with other things between them.
  private func hearExtended(_ device: Device, _ host: Host) {
    guard !host.chains.contains(where: { $0.device === device }) else { return }
    let isResponse = draws.chance(30)
    let data = ModelAdvertisingData(&draws, name: device.name, room: 200)
    var rest = data.structures
    var pieces: [[[UInt8]]] = []
    if draws.chance(40) {
      while rest.count > 1 {
        let count = draws.draw(1...rest.count - 1)
        pieces.append(Array(rest.prefix(count)))
        rest.removeFirst(count)
      }
    }
    pieces.append(rest)
    // The controller gives up: what it has is all that there is.
    let isTruncated = draws.chance(10)
    var unseen = 0
    var first: Report?
    var last: Int?
    if pieces.count > 1 {
      host.chains.append(
        (
          device,
          { [self] moment in if let first { tell(first, host, moment) } }
        ))
    }
    for (index, part) in pieces.enumerated() {
      let piece = part.flatMap { $0 }
      let isLast = index == pieces.count - 1
      let hear = { [self] in
        let power = -draws.draw(30...100)
        let status = !isLast ? 1 : isTruncated ? 2 : 0
        let bits = (isResponse ? 0x0A : 0x01) | status << 5
        let moment = event(
          host,
          HCIPackets.leEvent(
            0x0D,
            [1] + little16(bits) + [UInt8(device.air.kind)] + device.air.wire
              + [1, 1, 3, 127, UInt8(truncatingIfNeeded: power)] + little16(0)
              + [UInt8](repeating: 0, count: 7) + [UInt8(piece.count)] + piece))
        if !moment.isRecorded { unseen += part.count }
        let soFar = pieces[0...index].reduce(0) { $0 + $1.count }
        if moment.isRecorded {
          // What comes later than this belongs to another event.
          if let previous = last, moment.time - previous > 50_000, let begun = first {
            tell(begun, host, moment)
            first = nil
            unseen = soFar - part.count
          }
          last = moment.time
        }
        var report = Report(
          device: device, type: isResponse ? "AUX_SCAN_RSP" : "AUX_ADV_IND",
          isConnectable: !isResponse, power: first?.power ?? power,
          data: data.only(unseen..<soFar), isTruncated: true)
        if moment.isRecorded { first = report }
        guard isLast else { return }
        if pieces.count > 1 { count("advertising chains") }
        host.chains.removeAll { $0.device === device }
        report.power = power
        report.isTruncated = isTruncated
        tell(report, host, moment)
      }
      if pieces.count == 1 { hear() } else { host.script.append(hear) }
    }
  }

  /// Tells the chains whose end will not come.
  func breakChains(_ host: Host, _ moment: Moment) {
    let open = host.chains
    host.chains.removeAll()
    for chain in open { chain.tell(moment) }
  }

  private func tell(_ report: Report, _ host: Host, _ moment: Moment) {
    guard moment.isRecorded else { return }
    count("advertisements")
    let face = report.device.meet(report.device.air, moment)
    if let name = report.data.name { face.name = name }
    let key = report.type
    let isRepeat = face.lastData[key] == report.data.bytes
    face.lastData[key] = report.data.bytes
    let isBareResponse =
      report.data.bytes.isEmpty && report.type.hasSuffix("SCAN_RSP") && !report.isTruncated
    guard !isRepeat && !isBareResponse || tellsAllAdvertisements else { return }
    var event = line("advertisement", moment, host, face, report.device.air)
    event.sender = .peer
    if report.power != 127 { event.add("rssi_dbm", report.power) }
    event.add("advertising_type", report.type)
    event.add("connectable", report.isConnectable)
    event.value = report.data.bytes
    event.decoded = report.data.decoded
    event.isTruncated = report.isTruncated
    story.tell(event)
  }
}
