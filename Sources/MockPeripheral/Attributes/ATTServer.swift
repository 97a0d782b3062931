import ATTDissector
import Bytes
import GATTSession

/// Answers the requests of one client on one bearer, from a table and a store of values.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, 3.4.
package struct ATTServer {
  private static let defaultMTU = Int(Bearer.defaultMTU)
  /// The longest value of an attribute (3.2.9).
  package static let maximumValue = 512
  /// The most that a response can be of use: a whole value with its head.
  package static let maximumMTU = 517
  /// What a client may have in the queue of prepared writes.
  package static let queuedWrites = 128
  package static let queuedOctets = 4096

  private struct PreparedWrite {
    var handle: UInt16
    var offset: Int
    var value: [UInt8]
  }

  /// A request is answered with an error about a handle.
  private struct RequestError: Error {
    var handle: UInt16
    var code: ATTErrorCode

    init(_ code: ATTErrorCode, _ handle: UInt16 = 0) {
      self.handle = handle
      self.code = code
    }
  }

  private let table: AttributeTable
  private let store: any AttributeStore
  private let serverMTU: Int
  /// The longest PDU, in either direction.
  package private(set) var mtu = ATTServer.defaultMTU
  private var queue: [PreparedWrite] = []
  private var octets = 0

  /// - mtu: what the server offers.
  package init(_ table: AttributeTable, _ store: any AttributeStore, mtu: Int = maximumMTU) {
    self.table = table
    self.store = store
    serverMTU = min(max(mtu, Self.defaultMTU), Self.maximumMTU)
  }

  /// - Returns: the response; `nil` for a PDU that none belongs to.
  package mutating func answer(to request: RawSpan) -> [UInt8]? {
    guard request.byteCount > 0 else { return nil }
    let opcode = ATTOpcode(rawValue: request.uint8(at: 0))
    switch opcode.role {
    case .request: break
    // What the server does not know gets an error unless it is a command.
    case .unknown where !opcode.isFromClient: break
    case .command:
      command(opcode, request: request)
      return nil
    case .unknown, .response, .notification, .indication, .confirmation: return nil
    }
    // The MTU changes with the response.
    let limit = mtu
    do throws(RequestError) {
      guard opcode.role == .request else { throw RequestError(.requestNotSupported) }
      guard request.byteCount <= mtu else { throw RequestError(.invalidPDU) }
      var response = try response(to: opcode, request: request)
      if response.count > limit { response.removeLast(response.count - limit) }
      return response
    } catch {
      var response = [ATTOpcode.errorResponse.rawValue, opcode.rawValue]
      response.append(error.handle)
      response.append(error.code.rawValue)
      return response
    }
  }

  private mutating func response(
    to opcode: ATTOpcode, request: RawSpan
  ) throws(RequestError) -> [UInt8] {
    let pdu: ATTPDU
    do { pdu = try ATTPDU(request) } catch { throw RequestError(.invalidPDU) }
    let rest = request.clamped(pdu.valueOffset)
    switch opcode {
    case .exchangeMTURequest:
      try check(rest.byteCount == 0)
      return exchangeMTU(pdu)
    case .findInformationRequest:
      try check(rest.byteCount == 0)
      return try findInformation(try search(pdu))
    case .findByTypeValueRequest:
      return try findByTypeValue(try search(pdu), type: pdu.type, value: rest)
    case .readByTypeRequest:
      let type = try type(pdu, request: request)
      return try list(try search(pdu), type: type, isGroup: false)
    case .readByGroupTypeRequest:
      let type = try type(pdu, request: request)
      return try readByGroupType(try search(pdu), type: type)
    case .readRequest:
      try check(rest.byteCount == 0)
      return [ATTOpcode.readResponse.rawValue] + (try read(pdu.handle ?? 0))
    case .readBlobRequest:
      try check(rest.byteCount == 0)
      return try readBlob(pdu.handle ?? 0, offset: Int(pdu.valueOffset16))
    case .readMultipleRequest, .readMultipleVariableRequest:
      return try readMultiple(opcode, handles: request.clamped(1))
    case .writeRequest:
      try write(rest.copy(), to: pdu.handle ?? 0)
      return [ATTOpcode.writeResponse.rawValue]
    case .prepareWriteRequest:
      try prepare(pdu.handle ?? 0, offset: Int(pdu.valueOffset16), value: rest)
      return [ATTOpcode.prepareWriteResponse.rawValue] + request.clamped(1).copy()
    case .executeWriteRequest:
      try check(rest.byteCount == 0 && pdu.flags <= 1)
      try execute(writes: pdu.flags == 1)
      return [ATTOpcode.executeWriteResponse.rawValue]
    default: throw RequestError(.requestNotSupported)
    }
  }

  private func check(_ isValid: Bool) throws(RequestError) {
    if !isValid { throw RequestError(.invalidPDU) }
  }

  /// The attributes that a request searches.
  private struct Search {
    /// An error is about the handle where the search began (3.4.1.1).
    var first: UInt16
    var attributes: ArraySlice<ServedAttribute>
    var notFound: RequestError { RequestError(.attributeNotFound, first) }
  }

  private func search(_ pdu: ATTPDU) throws(RequestError) -> Search {
    let first = pdu.handle ?? 0
    guard let last = pdu.endHandle, first > 0, first <= last else {
      throw RequestError(.invalidHandle, first)
    }
    return Search(first: first, attributes: table.inRange(first, last: last))
  }

  /// A type has 2 or 16 octets.
  private func type(_ pdu: ATTPDU, request: RawSpan) throws(RequestError) -> BluetoothUUID {
    guard let type = pdu.type, request.byteCount == 7 || request.byteCount == 21 else {
      throw RequestError(.invalidPDU)
    }
    return type
  }

  private func attribute(at handle: UInt16) throws(RequestError) -> ServedAttribute {
    guard let attribute = table[handle] else { throw RequestError(.invalidHandle, handle) }
    return attribute
  }

  // MARK: MTU and discovery

  private mutating func exchangeMTU(_ pdu: ATTPDU) -> [UInt8] {
    mtu = max(Self.defaultMTU, min(Int(pdu.mtu), serverMTU))
    var response = [ATTOpcode.exchangeMTUResponse.rawValue]
    response.append(UInt16(serverMTU))
    return response
  }

  /// The types of attributes: those of 16 bits and those of 128 in separate responses.
  private func findInformation(_ search: Search) throws(RequestError) -> [UInt8] {
    let known = search.attributes.lazy.compactMap { attribute in
      attribute.type.map { (handle: attribute.handle, type: $0.attributeForm) }
    }
    guard let size = known.first?.type.count else { throw search.notFound }
    var response = [ATTOpcode.findInformationResponse.rawValue, size == 2 ? 1 : 2]
    for (handle, type) in known {
      guard type.count == size, response.count + 2 + size <= mtu else { break }
      response.append(handle)
      response += type
    }
    return response
  }

  /// The groups whose first attribute has a type and a value: services by their UUID.
  private func findByTypeValue(
    _ search: Search, type: BluetoothUUID?, value: RawSpan
  ) throws(RequestError) -> [UInt8] {
    guard let type else { throw search.notFound }
    var response = [ATTOpcode.findByTypeValueResponse.rawValue]
    for attribute in search.attributes where attribute.type == type {
      guard response.count + 4 <= mtu else { break }
      // What cannot be read does not match.
      guard let known = try? next(attribute), known.rawBytes.equals(value) else { continue }
      response.append(attribute.handle)
      response.append(attribute.endHandle)
    }
    guard response.count > 1 else { throw search.notFound }
    return response
  }

  private func readByGroupType(
    _ search: Search, type: BluetoothUUID
  ) throws(RequestError) -> [UInt8] {
    guard type == .primaryService || type == .secondaryService else {
      throw RequestError(.unsupportedGroupType, search.first)
    }
    return try list(search, type: type, isGroup: true)
  }

  /// Read By Type: handles and values of one length. Read By Group Type: with the last handles.
  private func list(
    _ search: Search, type: BluetoothUUID, isGroup: Bool
  ) throws(RequestError) -> [UInt8] {
    let opcode: ATTOpcode = isGroup ? .readByGroupTypeResponse : .readByTypeResponse
    let head = isGroup ? 4 : 2
    var response = [opcode.rawValue, 0]
    var length: Int?
    for attribute in search.attributes where attribute.type == type {
      let value: [UInt8]
      do throws(RequestError) { value = try next(attribute) } catch {
        // An error about a later one comes when the client asks from there on.
        if length == nil {
          store.used(attribute)
          throw error
        }
        break
      }
      guard length == nil || length == value.count else { break }
      // The length of an entry is one octet, and one entry must fit.
      let part = value.prefix(min(mtu - 2, 255) - head)
      guard response.count + head + part.count <= mtu else { break }
      length = value.count
      response[1] = UInt8(truncatingIfNeeded: head + part.count)
      response.append(attribute.handle)
      if isGroup { response.append(attribute.endHandle) }
      response += part
      used(attribute)
    }
    guard length != nil else { throw search.notFound }
    return response
  }

  // MARK: Reading

  /// What a read gives, without having read it.
  private func next(_ attribute: ServedAttribute) throws(RequestError) -> [UInt8] {
    try look(attribute) { store throws(ATTErrorCode) in try store.next(attribute) }
  }

  private func look(
    _ attribute: ServedAttribute,
    in store: (any AttributeStore) throws(ATTErrorCode) -> [UInt8]
  ) throws(RequestError) -> [UInt8] {
    if let declared = attribute.declared { return declared }
    guard attribute.permissions.contains(.read) else {
      throw RequestError(.readNotPermitted, attribute.handle)
    }
    do throws(ATTErrorCode) {
      return Array(try store(self.store).prefix(Self.maximumValue))
    } catch { throw RequestError(error, attribute.handle) }
  }

  private func used(_ attribute: ServedAttribute) {
    if attribute.declared == nil { store.used(attribute) }
  }

  private func read(_ handle: UInt16) throws(RequestError) -> [UInt8] {
    let attribute = try attribute(at: handle)
    let mayRead = attribute.permissions.contains(.read)
    // A refusal that the store has is used up as a value is.
    defer { if mayRead { used(attribute) } }
    return try next(attribute)
  }

  private func readBlob(_ handle: UInt16, offset: Int) throws(RequestError) -> [UInt8] {
    let value: [UInt8]
    if offset == 0 {
      value = try read(handle)
    } else {
      let attribute = try attribute(at: handle)
      value = try look(attribute) { store throws(ATTErrorCode) in try store.current(attribute) }
    }
    guard offset <= value.count else { throw RequestError(.invalidOffset, handle) }
    return [ATTOpcode.readBlobResponse.rawValue] + value.dropFirst(offset)
  }

  private func readMultiple(_ opcode: ATTOpcode, handles: RawSpan) throws(RequestError) -> [UInt8] {
    try check(handles.byteCount >= 4 && handles.byteCount.isMultiple(of: 2))
    let isVariable = opcode == .readMultipleVariableRequest
    let answer: ATTOpcode = isVariable ? .readMultipleVariableResponse : .readMultipleResponse
    var response = [answer.rawValue]
    for offset in stride(from: 0, to: handles.byteCount, by: 2) {
      let value = try read(handles.uint16LittleEndian(at: offset))
      if isVariable { response.append(UInt16(truncatingIfNeeded: value.count)) }
      response += value
    }
    return response
  }

  // MARK: Writing

  private func command(_ opcode: ATTOpcode, request: RawSpan) {
    // No key to check the signature with: signed writes are ignored.
    guard opcode == .writeCommand, request.byteCount <= mtu, let pdu = try? ATTPDU(request),
      let attribute = table[pdu.handle ?? 0], attribute.permissions.contains(.writeCommand)
    else { return }
    try? store.write(request.clamped(pdu.valueOffset).copy(), to: attribute)
  }

  private func write(_ value: [UInt8], to handle: UInt16) throws(RequestError) {
    let attribute = try writable(handle)
    guard value.count <= Self.maximumValue else { throw RequestError(.invalidValueLength, handle) }
    do throws(ATTErrorCode) { try store.write(value, to: attribute) } catch {
      throw RequestError(error, handle)
    }
  }

  private func writable(_ handle: UInt16) throws(RequestError) -> ServedAttribute {
    let attribute = try attribute(at: handle)
    guard attribute.permissions.contains(.write) else {
      throw RequestError(.writeNotPermitted, handle)
    }
    return attribute
  }

  private mutating func prepare(
    _ handle: UInt16, offset: Int, value: RawSpan
  ) throws(RequestError) {
    _ = try writable(handle)
    guard queue.count < Self.queuedWrites, octets + value.byteCount <= Self.queuedOctets else {
      throw RequestError(.prepareQueueFull, handle)
    }
    queue.append(PreparedWrite(handle: handle, offset: offset, value: value.copy()))
    octets += value.byteCount
  }

  /// Writes what was prepared: each attribute once, with the parts in the order in which they came.
  private mutating func execute(writes: Bool) throws(RequestError) {
    let prepared = queue
    queue = []
    octets = 0
    guard writes else { return }
    var order: [UInt16] = []
    var values: [UInt16: [UInt8]] = [:]
    for part in prepared {
      var value = values[part.handle] ?? []
      if values[part.handle] == nil {
        order.append(part.handle)
        // A write in the middle changes what is there.
        if part.offset > 0, let attribute = table[part.handle] {
          value = (try? store.current(attribute)) ?? []
        }
      }
      guard part.offset <= value.count else { throw RequestError(.invalidOffset, part.handle) }
      let end = part.offset + part.value.count
      guard end <= Self.maximumValue else { throw RequestError(.invalidValueLength, part.handle) }
      value.replaceSubrange(part.offset..<min(end, value.count), with: part.value)
      values[part.handle] = value
    }
    // All or nothing is what the parts are checked for; the values are written after that.
    for handle in order { try write(values[handle] ?? [], to: handle) }
  }
}

extension [UInt8] {
  /// Two octets, the lower one first.
  mutating func append(_ value: UInt16) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }
}
