import Bytes

/// Reassembles the ACL fragments of one connection and direction into L2CAP PDUs.
///
/// The buffer grows with what arrives, never with what a length field announces.
package struct L2CAPReassembler {
  /// The result of adding a fragment.
  package enum Outcome: Equatable, Sendable {
    /// The fragment itself is a complete PDU; read it in place.
    case whole
    /// The PDU is complete in the buffer: `takePDU` has it.
    case joined
    /// More fragments are needed.
    case waiting
    /// A continuation without a start.
    case stray
    /// A continuation that is longer than what is missing of the open PDU: that is still open.
    case foreign
    /// A continuation of a PDU that was already read, since the capture cuts it.
    case skipped
    /// The start is cut in the capture: the PDU is read as far as it goes.
    case cut
  }

  private var buffer: [UInt8] = []
  /// Octets of the PDU with its header, 0 when none is open.
  private var needed = 0
  /// The PDU was read before its end, or given up: its continuation is not a fault of its own.
  private var skipsRest = false
  /// Frame of the first fragment.
  package private(set) var startFrame: UInt64 = 0

  package init() {}

  package var isOpen: Bool { needed > 0 }

  /// Octets of the incomplete PDU.
  package var heldOctets: Int { needed > 0 ? buffer.count : 0 }

  /// The channel of the incomplete PDU, and the first octet of what it holds, if they arrived.
  package var begun: (channel: UInt16, code: UInt8)? {
    guard isOpen, buffer.count > L2CAPHeader.size else { return nil }
    return (UInt16(buffer[2]) | UInt16(buffer[3]) << 8, buffer[L2CAPHeader.size])
  }

  /// Larger storage is not kept for the next PDU: every connection may keep it, in both directions.
  private static let keptCapacity = 600

  /// - Parameters:
  ///   - isStart: PB 00 or 10 (both are starts in either direction) or 11.
  ///   - isCut: the capture has only a part of this fragment. A cut start is never held for a
  ///     continuation.
  ///   - mayLack: fragments may be missing: a continuation that is too long is of another PDU.
  package mutating func add(
    _ fragment: RawSpan, isStart: Bool, isCut: Bool, mayLack: Bool = false, frame: UInt64
  ) -> Outcome {
    if isStart {
      // A start inside an incomplete PDU ends that PDU: its rest was lost.
      needed = 0
      skipsRest = isCut
      guard fragment.byteCount >= 2 else {
        if isCut { return .cut }
        begin(fragment, needed: L2CAPHeader.size, frame: frame)
        return .waiting
      }
      let total = L2CAPHeader.size + Int(fragment.uint16LittleEndian(at: 0))
      if fragment.byteCount >= total { return .whole }
      if isCut { return .cut }
      begin(fragment, needed: total, frame: frame)
      return .waiting
    }
    guard needed > 0 else { return skipsRest ? .skipped : .stray }
    if mayLack, buffer.count >= 2, fragment.byteCount > needed &- buffer.count { return .foreign }
    append(fragment)
    if buffer.count >= 2 {
      needed = L2CAPHeader.size + (Int(buffer[0]) | Int(buffer[1]) << 8)
    }
    if buffer.count >= needed { return .joined }
    if isCut {
      needed = 0
      skipsRest = true
      return .joined
    }
    return .waiting
  }

  /// Whether nothing is open, and nothing lost is left over: a complete PDU can be read in place.
  package var isClean: Bool { needed == 0 && !skipsRest }

  private mutating func swapOut() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
  }

  private mutating func begin(_ fragment: RawSpan, needed: Int, frame: UInt64) {
    buffer.removeAll(keepingCapacity: true)
    append(fragment)
    self.needed = needed
    startFrame = frame
  }

  private mutating func append(_ fragment: RawSpan) {
    buffer.append(fragment)
  }

  /// The reassembled PDU, taken out so that the state may be used in the meantime; return it with
  /// `recycle`.
  package mutating func takePDU() -> [UInt8] {
    needed = 0
    return swapOut()
  }

  /// Keeps the storage of a PDU that was taken.
  package mutating func recycle(_ storage: consuming [UInt8]) {
    guard buffer.isEmpty, storage.capacity <= Self.keptCapacity else { return }
    storage.removeAll(keepingCapacity: true)
    buffer = storage
  }

  /// Discards an incomplete PDU.
  /// - Returns: the number of octets held.
  package mutating func reset() -> Int {
    let held = heldOctets
    needed = 0
    skipsRest = true
    buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
    return held
  }
}
