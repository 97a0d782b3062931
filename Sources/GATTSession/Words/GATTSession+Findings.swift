import ATTDissector
import BTSnoop
import Bytes
import GATTValues

/// What a person should look at first.
extension GATTSession {
  /// Adds a finding about a connection.
  /// - Parameter key: what makes two findings the same; `nil` for one that stands alone.
  func find(
    _ connection: Connection, _ record: CaptureRecord, key: String? = nil,
    at moment: (frame: UInt64, time: CaptureTime)? = nil, _ write: (inout ByteWriter) -> Void
  ) {
    var text = ByteWriter(capacity: 128)
    write(&text)
    findings.add(
      Finding(
        connection: connection.ordinal, device: connection.peer?.ordinal,
        frame: moment?.frame ?? record.frame, time: moment?.time ?? record.time,
        text: String(decoding: text.bytes.copy(), as: UTF8.self)),
      key: key)
  }

  func find(
    _ what: String, status: HCIStatus, device: Peer?, _ record: CaptureRecord
  ) {
    var text = ByteWriter(capacity: 128)
    text.append(string: what)
    text.append(status: status)
    if let device {
      text.append(", ")
      device.address.write(to: &text)
    }
    text.append(", frame ")
    text.append(decimal: record.frame)
    findings.add(
      Finding(
        connection: nil, device: nil, frame: record.frame, time: record.time,
        text: String(decoding: text.bytes.copy(), as: UTF8.self)))
  }

  /// A connection that nobody meant to end.
  func findEnd(_ connection: Connection, _ reason: HCIStatus, _ record: CaptureRecord) {
    find(connection, record) { text in
      text.append(status: reason)
      text.append(", ")
      text.append(duration: record.time.nanoseconds(since: connection.startTime))
      text.append(" after the connect")
      if let last = connection.lastReceived {
        let silence = record.time.nanoseconds(since: last.time)
        text.append("; last data from the peer ")
        text.append(duration: silence)
        text.append(" before (frame ")
        text.append(decimal: last.frame)
        text.append(")")
      } else {
        text.append(", nothing received")
      }
    }
  }

  /// `read Battery Level`: a request in a reader's words.
  func describe(
    _ opcode: ATTOpcode, _ handle: UInt16?, _ attribute: Attribute?, _ text: inout ByteWriter
  ) {
    switch opcode {
    case .readRequest, .readBlobRequest, .readByTypeRequest: text.append("read")
    case .writeRequest, .prepareWriteRequest, .executeWriteRequest: text.append("write")
    default: text.append(opcode.name ?? "request")
    }
    if let attribute {
      text.append(" ")
      attribute.describe(&text)
    } else if let handle, handle != 0 {
      text.append(" ")
      text.append(upperHex: UInt64(handle), digits: 4)
    }
  }
}

extension Attribute {
  /// What a reader calls it: `Battery Level`, `Heart Rate Measurement CCCD`, a UUID, a handle.
  package func describe(_ text: inout ByteWriter) {
    if kind == .descriptor, let characteristic {
      characteristic.describe(&text)
      text.append(" ")
      if isClientConfiguration {
        text.append("CCCD")
        return
      }
      if uuid?.short == 0x2901 {
        text.append("description")
        return
      }
    }
    if let name = label {
      text.append(untrusted: name, .plain)
      if instance > 1 {
        text.append(" ")
        text.append(decimal: instance)
      }
    } else if let uuid {
      uuid.writeShortened(to: &text)
    } else {
      text.append(upperHex: UInt64(handle), digits: 4)
    }
  }
}

extension BluetoothUUID {
  /// `21C50462...9AED` for 128-bit UUIDs: first eight, last four digits.
  package func writeShortened(to out: inout ByteWriter) {
    guard long == nil else {
      write(to: &out)
      return
    }
    out.append(upperHex: UInt64(truncatingIfNeeded: value >> 96), digits: 8)
    out.append("...")
    out.append(upperHex: UInt64(truncatingIfNeeded: value), digits: 4)
  }
}

extension ByteWriter {
  /// `28 ms`, `1022 ms`, `17.567 s`: nanoseconds for a reader.
  package mutating func append(duration nanoseconds: Int64) {
    let magnitude = nanoseconds.magnitude
    if nanoseconds < 0 { append("-") }
    if magnitude < 100_000 {
      append(decimal: (magnitude + 500) / 1000)
      append(" us")
    } else if magnitude < 1_000_000 {
      append(number: Double(magnitude) / 1e6, decimals: 1)
      append(" ms")
    } else if magnitude < 5_000_000_000 {
      append(decimal: (magnitude + 500_000) / 1_000_000)
      append(" ms")
    } else {
      append(decimal: magnitude / 1_000_000_000)
      append(".")
      append(decimal: magnitude / 1_000_000 % 1000, digits: 3)
      append(" s")
    }
  }
}
