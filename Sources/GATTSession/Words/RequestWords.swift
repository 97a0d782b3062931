import ATTDissector
import Bytes

/// A request in readable form.
package struct RequestWords {
  package var opcode: ATTOpcode
  /// The attribute, or the first of a range.
  var handle: UInt16?
  var endHandle: UInt16?
  /// The type that was asked for.
  var type: BluetoothUUID?
  var attribute: Attribute?
  /// What was to be written.
  package var value: [UInt8]?

  /// - attribute: of a request that is about a single one.
  init(_ request: ATTRequest, attribute: Attribute?, value: [UInt8]? = nil) {
    self.init(opcode: request.opcode, handle: request.handle, attribute: attribute, value: value)
    endHandle = request.endHandle
    type = request.type
  }

  /// A request that is not in the capture.
  init(
    opcode: ATTOpcode, handle: UInt16?, attribute: Attribute?, value: [UInt8]? = nil
  ) {
    self.opcode = opcode
    self.handle = handle
    self.attribute = opcode.asksForRange ? nil : attribute
    self.value = value
  }

  /// `read Battery Level`, `write 0010 = 1e`, `Read By Type 2B3A, 0001-FFFF`.
  func write(_ text: inout ByteWriter) {
    guard isReadOrWrite else {
      writeName(&text)
      return
    }
    switch opcode {
    case .readRequest, .readBlobRequest: text.append("read")
    default: text.append("write")
    }
    if let attribute {
      text.append(" ")
      attribute.describe(&text)
    } else if let handle, handle != 0 || opcode.hasLeadingHandle {
      // 0 is no attribute's handle: a client that asks for it has a fault that is to be seen.
      text.append(" ")
      text.append(upperHex: UInt64(handle), digits: 4)
    }
    guard let value else { return }
    text.append(" = ")
    text.append(shortHex: value.rawBytes)
  }

  /// Whether it is about an attribute or its value; else it is named.
  var isReadOrWrite: Bool {
    switch opcode {
    case .readRequest, .readBlobRequest, .writeRequest, .prepareWriteRequest,
      .executeWriteRequest:
      true
    default: false
    }
  }

  /// `Exchange MTU Request`, `Read By Type 2B3A, 0001-FFFF`.
  func writeName(_ text: inout ByteWriter) {
    guard opcode.asksForRange, let handle, let endHandle else {
      text.append(opcode.name ?? "request")
      return
    }
    switch opcode {
    case .findInformationRequest: text.append("Find Information")
    case .findByTypeValueRequest: text.append("Find By Type Value")
    case .readByTypeRequest: text.append("Read By Type")
    default: text.append("Read By Group Type")
    }
    if let type {
      text.append(" ")
      type.write(to: &text)
      text.append(",")
    }
    text.append(" ")
    text.append(upperHex: UInt64(handle), digits: 4)
    text.append("-")
    text.append(upperHex: UInt64(endHandle), digits: 4)
  }
}

/// A side of a connection, as a client or as a server.
package struct ATTParty {
  /// The recording host; on the air, the central.
  let isHost: Bool
  let isOnAir: Bool

  init(isHost: Bool, isOnAir: Bool) { (self.isHost, self.isOnAir) = (isHost, isOnAir) }

  /// The recording host; on the air, the central.
  init(hostOf connection: Connection) {
    isHost = true
    isOnAir = connection.hearing.isOnAir
  }

  /// One of its sides.
  init(isHost: Bool, of connection: Connection) {
    self.isHost = isHost
    isOnAir = connection.hearing.isOnAir
  }

  /// The client of a transaction.
  init(clientOf context: borrowing ATTContext) {
    isHost = context.client == .host
    isOnAir = context.connection.hearing.isOnAir
  }

  /// Its server.
  init(serverOf context: borrowing ATTContext) {
    isHost = context.client == .peer
    isOnAir = context.connection.hearing.isOnAir
  }

  var words: StaticString {
    switch (isHost, isOnAir) {
    case (true, false): "this host"
    case (false, false): "the peer"
    case (true, true): "the central"
    case (false, true): "the peripheral"
    }
  }
}
