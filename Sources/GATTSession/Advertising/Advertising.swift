import ATTDissector
import BTSnoop
import Bytes
import GATTValues
import Vocabulary

/// What devices and the host advertise, and what the host scans.
final class Advertising {
  let devices: Devices
  let reporter: Reporter
  private var scratch = AdvertisingData.Scratch()
  private var nonces = NonceWatch()
  /// A copy of the global table: each access to that one counts a reference.
  private let keys = Key.event

  init(_ devices: Devices, _ reporter: Reporter) {
    self.devices = devices
    self.reporter = reporter
    scratch.declared.writesTexts = reporter.demand.texts
  }

  // MARK: Reports

  func reports(
    _ subevent: LESubevent, from cursor: inout ByteCursor, on adapter: Adapter,
    at record: CaptureRecord
  ) throws(ByteError) {
    let count = try cursor.uint8()
    for _ in 0..<count {
      let report: AdvertisingReport =
        switch subevent {
        case .advertisingReport: try AdvertisingReport(legacy: &cursor)
        case .directedAdvertisingReport: try AdvertisingReport(directed: &cursor)
        default: try AdvertisingReport(extended: &cursor)
        }
      let data = cursor.bytes.clamped(report.data.lowerBound, count: report.data.count)
      joined(report, data: data, on: adapter, at: record)
    }
  }

  /// Reassembles extended data that arrives in several reports.
  private func joined(
    _ report: AdvertisingReport, data: RawSpan, on adapter: Adapter,
    at record: CaptureRecord
  ) {
    var index =
      adapter.controller.scanning.chains.isEmpty
      ? nil
      : adapter.controller.scanning.chains.firstIndex {
        $0.report.address == report.address && $0.report.set == report.set
          && $0.report.type.bits == report.type.bits
      }
    if let place = index,
      !adapter.controller.scanning.chains[place].mayGoOn(with: data, at: record.time)
    {
      let chain = adapter.controller.scanning.chains.remove(at: place)
      advertisement(chain.report, data: chain.data.rawBytes, isCut: true, on: adapter, at: record)
      index = nil
    }
    if index == nil, case .complete = report.status {
      advertisement(report, data: data, isCut: false, on: adapter, at: record)
      return
    }
    var chain: AdvertisingChain
    if let index {
      chain = adapter.controller.scanning.chains.remove(at: index)
    } else {
      chain = AdvertisingChain(report: report, data: [], lastTime: record.time)
    }
    chain.lastTime = record.time
    let room = SessionLimits.chainedAdvertisingOctets - chain.data.count
    let isTooLong = data.byteCount > room
    for i in 0..<min(data.byteCount, room) { chain.data.append(data.uint8(at: i)) }
    if report.status == .incomplete, !isTooLong {
      if adapter.controller.scanning.chains.count >= SessionLimits.openChains {
        let oldest = adapter.controller.scanning.chains.removeFirst()
        advertisement(
          oldest.report, data: oldest.data.rawBytes, isCut: true, on: adapter, at: record)
      }
      adapter.controller.scanning.chains.append(chain)
      return
    }
    advertisement(
      report, data: chain.data.rawBytes, isCut: report.status == .truncated || isTooLong,
      on: adapter, at: record)
  }

  /// Reports the chains whose end never came.
  func giveUpChains(on adapter: Adapter, at record: CaptureRecord) {
    let open = adapter.controller.scanning.chains
    adapter.controller.scanning.chains.removeAll(keepingCapacity: true)
    for chain in open {
      advertisement(chain.report, data: chain.data.rawBytes, isCut: true, on: adapter, at: record)
    }
  }

  /// Reports a device of which only the ADV_EXT_IND was heard.
  func unheard(_ report: AdvertisingReport, data: UnheardData, at record: CaptureRecord) {
    guard let address = report.address, let sender = devices.peer(address, at: record),
      sender.advertisements == 0 || sender.unheardData != nil
    else { return }
    let isRepeat = sender.unheardData != nil
    sender.heard(report)
    sender.unheardData = data
    guard reporter.demand.advertisements.include(isRepeat: isRepeat) else { return }
    let content = start(report, isCut: true, isRepeat: isRepeat, at: record)
    data.write(to: &reporter.fields.decoded.text)
    let nothing: [UInt8] = []
    reporter.emit(Event(content, record, sender, report.address, nil), value: nothing.rawBytes)
  }

  /// Reports an ADV_EXT_IND without an address whose data was not heard.
  func unheard(
    nameless report: AdvertisingReport, pointer: AuxiliaryPointer, isRepeat: Bool,
    at record: CaptureRecord
  ) {
    guard reporter.demand.advertisements.include(isRepeat: isRepeat) else { return }
    let content = start(report, isCut: true, isRepeat: isRepeat, at: record)
    reporter.fields.decoded.text.append("no address; its data was not heard")
    NamelessAdvertiser.write(pointer, to: &reporter.fields.decoded.text)
    let nothing: [UInt8] = []
    reporter.emit(Event(content, record, nil, nil, nil), value: nothing.rawBytes)
  }

  /// Begins the event of an advertisement, which gets its data and its sender later.
  private func start(
    _ report: AdvertisingReport, isCut: Bool, isRepeat: Bool, at record: CaptureRecord
  ) -> AdvertisementContent {
    let content = AdvertisementContent(
      report, channel: record.radio?.channel, isTruncated: isCut, isRepeat: isRepeat)
    reporter.start()
    content.write(keys, to: &reporter.fields.own)
    return content
  }

  /// Reports an advertisement that is complete, or of which no more comes.
  func advertisement(
    _ report: AdvertisingReport, data: RawSpan, isCut: Bool, isRepeat: Bool = false,
    on adapter: Adapter?, at record: CaptureRecord
  ) {
    guard let address = report.address, let sender = devices.peer(address, at: record) else {
      return show(
        report, data: data, of: nil, isCut: isCut, isRepeat: isRepeat, on: adapter, at: record)
    }
    sender.heard(report)
    if sender.unheardData != nil { sender.unheardData = nil }
    var isRepeat = isRepeat
    if reporter.demand.advertisements != .none {
      // A scan response without data is no news: active scanners get one from most devices.
      isRepeat =
        !sender.isNew(data, type: report.type)
        || data.byteCount == 0 && report.type.isScanResponse && !isCut
    }
    let reuse =
      isRepeat || isCut ? nil : nonces.note(data, of: address.value, frame: record.frame)
    if nonces.isFull { reporter.full(.nonces, at: record) }
    guard let reuse else {
      return show(
        report, data: data, of: consume sender, isCut: isCut, isRepeat: isRepeat, on: adapter,
        at: record)
    }
    let peer = sender
    show(
      report, data: data, of: consume sender, isCut: isCut, isRepeat: isRepeat, on: adapter,
      at: record)
    var event = Event(.note, record)
    event.peer = peer
    event.isProblem = true
    reporter.report(event, fact: AdvertisingFact.nonceReused(reuse), as: .nonceReused, at: record)
  }

  /// - sender: handed on to the event, after it has learned from the data: each look at it there would
  ///   count a reference.
  private func show(
    _ report: AdvertisingReport, data: RawSpan, of sender: consuming Peer?, isCut: Bool,
    isRepeat: Bool, on adapter: Adapter?, at record: CaptureRecord
  ) {
    guard reporter.demand.advertisements.include(isRepeat: isRepeat) else {
      return AdvertisingData.learn(data, of: sender)
    }
    let content = start(report, isCut: isCut, isRepeat: isRepeat, at: record)
    if reporter.demand.advertisedData, !reporter.decodesLater {
      AdvertisingData.decode(data, peer: sender, scratch: &scratch, to: &reporter.fields.decoded)
    } else {
      if reporter.demand.advertisedData {
        reporter.fields.late = .advertisement(sender: sender?.address.value)
      }
      AdvertisingData.learn(data, of: sender)
    }
    reporter.emit(
      Event(content, record, consume sender, report.address, adapter), value: data)
  }
}

extension Peer {
  fileprivate func heard(_ report: AdvertisingReport) {
    heard(rssi: report.rssi)
    if report.type.isConnectable { isConnectable = true }
  }

  /// Whether data or type differ from the previous ones, which it remembers. Each PDU type has data
  /// of its own: advertisement and scan response alternate.
  func isNew(_ data: RawSpan, type: AdvertisingType) -> Bool {
    let hash = data.advertisementHash(of: type)
    let slot: Int =
      switch type.bits & 0x1F {
      case 0x13: 0
      case 0x15: 1
      case 0x12: 2
      case 0x10: 3
      case 0x08...0x0F, 0x18...0x1F: 4
      default: type.isPeriodic ? 6 : 5
      }
    if lastAdvertisement[slot] == hash { return false }
    lastAdvertisement[slot] = hash
    return true
  }
}

extension RawSpan {
  /// Distinguishes advertising data; never 0.
  func advertisementHash(of type: AdvertisingType) -> UInt64 {
    // A cryptographic hash would buy nothing here.
    var hash = UInt64(type.bits) << 32 ^ UInt64(byteCount)
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    var offset = 0
    while offset &+ 8 <= byteCount {
      mix(uint64LittleEndian(at: offset))
      offset &+= 8
    }
    if byteCount >= 8 {
      // The last ones, together with some before them.
      if offset < byteCount { mix(uint64LittleEndian(at: byteCount &- 8)) }
    } else {
      var rest: UInt64 = 0
      while offset < byteCount {
        rest = rest << 8 | UInt64(uint8(at: offset))
        offset &+= 1
      }
      mix(rest)
    }
    return hash == 0 ? 1 : hash
  }
}
