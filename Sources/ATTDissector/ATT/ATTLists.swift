import Bytes

/// The lists in ATT responses, visited without a copy. Offsets are into the PDU.

/// An entry of a Read By Type or Read By Group Type response.
package struct ATTListEntry: Sendable {
  package var handle: UInt16
  /// The last handle of a group; otherwise the handle itself.
  package var endHandle: UInt16
  package var value: Range<Int>

  package init(handle: UInt16, endHandle: UInt16, value: Range<Int>) {
    self.handle = handle
    self.endHandle = endHandle
    self.value = value
  }
}

extension ATTPDU {
  /// Entries of equal length: handle and value (Read By Type), or handle, end handle and value
  /// (Read By Group Type). A final incomplete entry is skipped.
  /// - Returns: octets at the end that do not make a complete entry.
  @discardableResult
  package func forEachEntry(in bytes: RawSpan, _ body: (ATTListEntry) -> Void) -> Int {
    let length = Int(entryLength)
    let isGroup = opcode == .readByGroupTypeResponse
    let head = isGroup ? 4 : 2
    var offset = valueOffset
    guard length >= head else { return bytes.byteCount - offset }
    while bytes.byteCount - offset >= length {
      let handle = bytes.uint16LittleEndian(at: offset)
      let end = isGroup ? bytes.uint16LittleEndian(at: offset + 2) : handle
      body(ATTListEntry(handle: handle, endHandle: end, value: offset + head..<offset + length))
      offset += length
    }
    return bytes.byteCount - offset
  }

  /// Find Information: handle and attribute type.
  @discardableResult
  package func forEachInformation(
    in bytes: RawSpan, _ body: (_ handle: UInt16, _ type: BluetoothUUID) -> Void
  ) -> Int {
    let size = entryLength == 1 ? 2 : entryLength == 2 ? 16 : 0
    var offset = valueOffset
    guard size > 0 else { return bytes.byteCount - offset }
    while bytes.byteCount - offset >= 2 + size {
      if let type = BluetoothUUID(littleEndian: bytes.clamped(offset + 2, count: size)) {
        body(bytes.uint16LittleEndian(at: offset), type)
      }
      offset += 2 + size
    }
    return bytes.byteCount - offset
  }

  /// Find By Type Value: first and last handle of each group.
  @discardableResult
  package func forEachGroup(
    in bytes: RawSpan, _ body: (_ handle: UInt16, _ endHandle: UInt16) -> Void
  ) -> Int {
    var offset = valueOffset
    while bytes.byteCount - offset >= 4 {
      body(bytes.uint16LittleEndian(at: offset), bytes.uint16LittleEndian(at: offset + 2))
      offset += 4
    }
    return bytes.byteCount - offset
  }

  /// Multiple Handle Value Notification: handle, length and value, each.
  ///
  /// A final cut value is passed with the bytes available.
  package func forEachNotification(
    in bytes: RawSpan, _ body: (_ handle: UInt16, _ value: Range<Int>, _ isCut: Bool) -> Void
  ) {
    var offset = valueOffset
    while bytes.byteCount - offset >= 4 {
      let handle = bytes.uint16LittleEndian(at: offset)
      let length = Int(bytes.uint16LittleEndian(at: offset + 2))
      let end = min(offset + 4 + length, bytes.byteCount)
      body(handle, offset + 4..<end, end < offset + 4 + length)
      offset = end
    }
  }

  /// Read Multiple Variable response: length and value, each (no handles: opcode 0x21 is not 0x23).
  package func forEachVariableValue(
    in bytes: RawSpan, _ body: (_ value: Range<Int>, _ isCut: Bool) -> Void
  ) {
    var offset = valueOffset
    while bytes.byteCount - offset >= 2 {
      let length = Int(bytes.uint16LittleEndian(at: offset))
      let end = min(offset + 2 + length, bytes.byteCount)
      body(offset + 2..<end, end < offset + 2 + length)
      offset = end
    }
  }
}
