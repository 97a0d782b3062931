import ATTDissector
import BTSnoop
import ByteReader
import GATTValues

/// HCI commands, and the answers to those that the session follows.
extension GATTSession {
  func command(_ record: CaptureRecord, _ bytes: RawSpan) {
    if options.describesPackets { packet.begin(command: bytes) }
    guard let adapter = adapter(record.adapter) else { return }
    var cursor = ByteCursor(bytes)
    do {
      let header = try HCICommandHeader(&cursor)
      if options.describesPackets, header.opcode.beginsWithConnectionHandle {
        name(bytes, at: HCICommandHeader.size, adapter)
      }
      try command(header.opcode, &cursor, adapter, record)
    } catch {
      malformed(
        "HCI command", error, bytes, record, isCut: bytes.byteCount < record.originalLength)
    }
  }

  /// Names in the packet list the connection whose handle stands at an offset.
  func name(_ bytes: RawSpan, at offset: Int, _ adapter: Adapter) {
    guard bytes.byteCount >= offset + 2 else { return }
    let handle = bytes.uint16LittleEndian(at: offset) & 0x0FFF
    packet.connectionHandle = handle
    packet.connection = adapter.connections[handle]
  }

  private func command(
    _ opcode: HCIOpcode, _ cursor: inout ByteCursor, _ adapter: Adapter,
    _ record: CaptureRecord
  ) throws(ByteError) {
    switch opcode {
    case .leSetScanParameters, .leSetExtendedScanParameters:
      adapter.pendingScanParameters = try ScanParameters(
        &cursor, extended: opcode == .leSetExtendedScanParameters)
    case .leSetScanEnable, .leSetExtendedScanEnable:
      adapter.pendingScanEnable = try ScanEnable(&cursor)
    case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters:
      adapter.pendingAdvertisingParameters = try AdvertisingParameters(
        &cursor, extended: opcode == .leSetExtendedAdvertisingParameters)
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      adapter.pendingAdvertisingEnable = try cursor.uint8() == 1
    case .leCreateConnection, .leExtendedCreateConnection:
      adapter.connectTarget = try ConnectionTarget(
        &cursor, extended: opcode == .leExtendedCreateConnection)
      adapter.isCancelling = false
    case .leCreateConnectionCancel:
      adapter.isCancelling = true
    case .leAddDeviceToResolvingList: try resolvingListGrows(&cursor, record)
    case .disconnect:
      let handle = try cursor.uint16LittleEndian() & 0x0FFF
      let reason = try cursor.uint8()
      guard let connection = adapter.connections[handle] else { return }
      touch(connection, record)
      connection.disconnectRequest = (record.frame, record.time, reason)
      var event = begin(.note, record, connection)
      event.subject = .disconnectRequest
      event.direction = .sent
      fields.own.add("reason_code", reason)
      fields.decoded.text.append(status: HCIStatus(rawValue: reason))
      emit(event)
    default: break
    }
  }

  /// What a Command Complete or Command Status says of a command whose parameters are remembered.
  func answered(
    _ opcode: HCIOpcode, _ status: HCIStatus, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    switch opcode {
    case .leSetScanParameters, .leSetExtendedScanParameters:
      if status == .success { adapter.scanParameters = adapter.pendingScanParameters }
    case .leSetScanEnable, .leSetExtendedScanEnable:
      guard let enable = adapter.pendingScanEnable else { return }
      adapter.pendingScanEnable = nil
      status == .success
        ? scanChanged(enable, adapter, record) : failed(opcode, status, record)
    case .leSetAdvertisingParameters, .leSetExtendedAdvertisingParameters:
      if status == .success {
        adapter.advertisingParameters = adapter.pendingAdvertisingParameters
      }
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      guard let enable = adapter.pendingAdvertisingEnable else { return }
      adapter.pendingAdvertisingEnable = nil
      status == .success
        ? advertisingChanged(enable, adapter, record) : failed(opcode, status, record)
    case .leCreateConnection, .leExtendedCreateConnection:
      guard status != .success else { return }
      adapter.connectTarget = nil
      failed(opcode, status, record)
    case .reset:
      guard status == .success else { return }
      end(adapter, record)
      tell(adapter, "reset", record)
    default: break
    }
  }

  private func failed(_ opcode: HCIOpcode, _ status: HCIStatus, _ record: CaptureRecord) {
    var event = begin(.note, record)
    event.isProblem = true
    fields.own.add("reason_code", status.rawValue)
    if let name = HCIStatusName.name(status.rawValue) { fields.own.add("reason", word: name) }
    fields.decoded.text.append(HCICommandName.name(opcode: opcode.rawValue) ?? "command")
    fields.decoded.text.append(" failed: ")
    fields.decoded.text.append(status: status)
    emit(event)
    let name = HCICommandName.name(opcode: opcode.rawValue) ?? "command"
    find("\(name) failed: ", status: status, device: nil, record)
  }

  private func scanChanged(
    _ enable: ScanEnable, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard adapter.isScanning != enable.isEnabled else { return }
    adapter.isScanning = enable.isEnabled
    if enable.isEnabled { adapter.scansStarted += 1 } else { adapter.scansStopped += 1 }
    let event = begin(.scan, record)
    fields.own.add("enabled", enable.isEnabled)
    fields.decoded.text.append(enable.isEnabled ? "on" : "off")
    if enable.isEnabled, let parameters = adapter.scanParameters {
      fields.own.add("active", parameters.isActive)
      fields.own.add("interval_ms", Double(parameters.interval) * 0.625, .milliseconds)
      fields.own.add("window_ms", Double(parameters.window) * 0.625, .milliseconds)
      fields.own.add("filter_duplicates", enable.filtersDuplicates)
      fields.decoded.text.append(parameters.isActive ? ", active, " : ", passive, ")
      if parameters.window == parameters.interval {
        fields.decoded.text.append("without a pause")
      } else {
        fields.decoded.text.append(number: Double(parameters.window) * 0.625)
        fields.decoded.text.append(" of every ")
        fields.decoded.text.append(number: Double(parameters.interval) * 0.625)
        fields.decoded.text.append(" ms")
      }
    }
    emit(event)
  }

  private func advertisingChanged(
    _ isEnabled: Bool, _ adapter: Adapter, _ record: CaptureRecord
  ) {
    guard adapter.isAdvertising != isEnabled else { return }
    adapter.isAdvertising = isEnabled
    let event = begin(.advertising, record)
    fields.own.add("enabled", isEnabled)
    fields.decoded.text.append(isEnabled ? "on" : "off")
    if isEnabled, let parameters = adapter.advertisingParameters {
      let low = Double(parameters.intervalMin) * 0.625
      let high = Double(parameters.intervalMax) * 0.625
      fields.own.add("interval_min_ms", low, .milliseconds)
      fields.own.add("interval_max_ms", high, .milliseconds)
      fields.own.add("connectable", parameters.isConnectable)
      fields.decoded.text.append(parameters.isConnectable ? ", connectable" : "")
      fields.decoded.text.append(", every ")
      fields.decoded.text.append(low, to: high)
      fields.decoded.text.append(" ms")
    }
    emit(event)
  }
}

extension ByteWriter {
  /// `Connection Timeout (08)`: the specification's name and its number in hex.
  mutating func append(status: HCIStatus) {
    if let name = HCIStatusName.name(status.rawValue) {
      append(name)
      append(" (")
    } else {
      append("status (")
    }
    append(upperHex: UInt64(status.rawValue), digits: 2)
    append(")")
  }

  /// `20`, or `20-40` where the ends differ.
  mutating func append(_ low: Double, to high: Double) {
    append(number: low)
    if high != low {
      append("-")
      append(number: high)
    }
  }
}
