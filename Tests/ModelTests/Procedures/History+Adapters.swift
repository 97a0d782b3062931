/// Adapters: they come, go, are reset, scan, advertise and make connections.
extension History {
  /// New Index and Open Index, as a monitor tells them when it starts or an adapter appears.
  func appear(_ host: Host) {
    let name = Array("hci\(host.index)".utf8) + [0, 0, 0, 0]
    let present = record(.adapter(0), [0, 1] + host.address.wire + name, host)
    host.addressIsShown = host.addressIsShown || present.isRecorded
    tellAdapter("present", present, host)
    host.isPresent = true
    host.script.append { [self] in
      let powered = record(.adapter(8), [], host)
      tellAdapter("powered", powered, host)
    }
  }

  private func tellAdapter(_ action: String, _ moment: Moment, _ host: Host) {
    count("adapters \(action)")
    var event = line("adapter", moment, host)
    event.add("action", action)
    story.tell(event)
  }

  /// The adapter is pulled out: Close Index and Delete Index.
  func vanish(_ host: Host) {
    host.script.removeAll()
    let off = record(.adapter(9), [], host)
    endAll(host, by: "local", at: off)
    story.tell(line("note", off, host))
    let moment = record(.adapter(1), [], host)
    tellAdapter("gone", moment, host)
    host.isPresent = false
  }

  /// The host resets its controller.
  func reset(_ host: Host) {
    host.script.removeAll()
    command(host, 0x0C03, [])
    let moment = event(host, HCIPackets.commandComplete(0x0C03, 0))
    endAll(host, by: "local", at: moment)
    tellAdapter("reset", moment, host)
  }

  private func endAll(_ host: Host, by side: String, at moment: Moment) {
    for link in host.links {
      tellCut(link, by: side, at: moment)
      lose(link, at: moment)
    }
    tellAttempt(host, "disconnected", by: side, at: moment)
    if moment.isRecorded { story.loosen(moment) }
    host.isScanning = nil
    host.isAdvertising = [:]
    host.scan = nil
    host.advertising = [:]
    host.isConnecting = false
    breakChains(host, moment)
  }

  // MARK: Scanning and advertising

  func switchScanning(_ host: Host) {
    let extended = draws.chance(40)
    let enabled = draws.chance(60)
    if enabled, draws.chance(80) {
      let isActive = draws.chance(50)
      let interval = draws.draw(16...400)
      let window = draws.chance(30) ? interval : draws.draw(4...interval)
      let kind = UInt8(isActive ? 1 : 0)
      let times = little16(interval) + little16(window)
      let opcode = extended ? 0x2041 : 0x200B
      let parameters = extended ? [0, 0, 1, kind] + times : [kind] + times + [0, 0]
      perform(host, opcode, parameters) { moment in
        if moment.isRecorded { host.scan = (isActive, interval, window, extended) }
      }
    }
    let filters = draws.chance(50)
    let opcode = extended ? 0x2042 : 0x200C
    let parameters = [UInt8(enabled ? 1 : 0), UInt8(filters ? 1 : 0)]
    let tail = extended ? [UInt8](repeating: 0, count: 4) : []
    perform(host, opcode, parameters + tail, mayFail: true) { [self] moment in
      guard host.isScanning != enabled else { return }
      if moment.isRecorded { host.isScanning = enabled }
      count("scans")
      var event = line("scan", moment, host)
      event.add("enabled", enabled)
      if enabled, let scan = host.scan {
        event.add("active", scan.isActive)
        event.add("interval_ms", scan.interval, unit: 625)
        event.add("window_ms", scan.window, unit: 625)
        event.add("filter_duplicates", filters)
        if scan.hasPHYs { event.own.append(("phys", "[\"1M\"]")) }
      }
      story.tell(event)
    }
  }

  func switchAdvertising(_ host: Host) {
    let extended = draws.chance(40)
    let enabled = draws.chance(60)
    if enabled, draws.chance(80) {
      let least = draws.draw(32...2000)
      let most = least + draws.below(3) * 100
      let isConnectable = draws.chance(70)
      let parameters: [UInt8] =
        extended
        ? [0] + little16(isConnectable ? 1 : 0) + little16(least) + [0] + little16(most) + [0]
          + [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 127, 1, 0, 1, 1, 0]
        : little16(least) + little16(most) + [isConnectable ? 0 : 3, 0]
          + [0, 0, 0, 0, 0, 0, 0, 7, 0]
      perform(host, extended ? 0x2036 : 0x2006, parameters) { moment in
        if moment.isRecorded { host.advertising[extended] = (least, most, isConnectable) }
      }
    }
    let parameters: [UInt8] =
      extended ? [enabled ? 1 : 0, 1, 0, 0, 0, 0] : [enabled ? 1 : 0]
    perform(host, extended ? 0x2039 : 0x200A, parameters, mayFail: true) { [self] moment in
      guard host.isAdvertising[extended] != enabled else { return }
      if moment.isRecorded { host.isAdvertising[extended] = enabled }
      count("advertising switched")
      var event = line("advertising", moment, host)
      event.add("enabled", enabled)
      if extended { event.add("advertising_handle", 0) }
      if enabled, let advertising = host.advertising[extended] {
        event.add("interval_min_ms", advertising.least, unit: 625)
        event.add("interval_max_ms", advertising.most, unit: 625)
        event.add("connectable", advertising.isConnectable)
        event.add(
          "advertising_type",
          extended ? "AUX_ADV_IND" : advertising.isConnectable ? "ADV_IND" : "ADV_NONCONN_IND")
      }
      story.tell(event)
    }
  }

  /// Legacy advertising ends by itself when somebody connects.
  func endLegacyAdvertising(_ host: Host, _ moment: Moment) {
    guard host.isAdvertising[false] == true, host.advertising[false]?.isConnectable != false
    else { return }
    host.isAdvertising[false] = false
    count("advertising ended by a connection")
    var event = line("advertising", moment, host)
    event.add("enabled", false)
    story.tell(event)
  }

  /// A command and its Command Complete, with other things between them.
  /// - Parameter succeeded: called where both are in the capture, or neither.
  private func perform(
    _ host: Host, _ opcode: Int, _ parameters: [UInt8], mayFail: Bool = false,
    _ succeeded: @escaping (Moment) -> Void
  ) {
    let status = mayFail && draws.chance(10) ? 0x0C : 0
    var asked: Moment?
    host.script.append { [self] in asked = command(host, opcode, parameters) }
    host.script.append { [self] in
      let moment = event(host, HCIPackets.commandComplete(opcode, status))
      // What was asked before the capture began is not known.
      guard asked?.isRecorded == moment.isRecorded else { return }
      guard status != 0 else { return succeeded(moment) }
      tellFailure(status, moment, host)
    }
  }

  func tellFailure(_ status: Int, _ moment: Moment, _ host: Host) {
    count("failed commands")
    var event = line("note", moment, host)
    event.add("reason_code", status)
    if let reason = Self.reasons[status] { event.add("reason", reason) }
    story.tell(event)
  }
}
