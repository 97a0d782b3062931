import Bytes

/// Reassembles the K-frames of one channel and direction into SDUs.
///
/// The first frame starts with the length of the SDU; nothing marks the others, so lost data is
/// counted by the lengths of the frames. The buffer grows with what arrives, never with what a
/// length announces.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 3.4.3.
package struct SDUReassembler {
  package enum Outcome: Equatable, Sendable {
    /// The frame itself holds one SDU, after the length: read it in place.
    case whole
    /// The SDU is complete in the buffer: take it with `takeSDU`.
    case joined
    /// More frames are needed.
    case waiting
    /// The frame should start an SDU and has no room for its length.
    case short
    /// The capture cuts the frame before the length of its SDU.
    case unreadable
    /// Frames before it were lost, and it does not look like the start of an SDU.
    case stray
  }

  /// The result of adding a frame.
  package struct Frame: Equatable, Sendable {
    package var outcome: Outcome
    /// Octets of the SDU, according to its first frame.
    package var sduLength: Int
    package var startsSDU: Bool
    /// Parts of the SDU are not in the capture.
    package var isCut = false
    /// Octets of the frame after the end of its SDU.
    package var excess = 0
  }

  /// Octets of the length before an SDU.
  package static let lengthSize = 2
  /// Larger storage is not kept for the next SDU.
  private static let keptCapacity = 600

  private var buffer: [UInt8] = []
  private var sduLength = 0
  /// Octets of the open SDU that are still to come.
  private var missing = 0
  private var isCut = false
  /// Frames were lost: only its length can show whether the next frame starts an SDU.
  private var isUnsure = false
  /// Frame of the first part.
  package private(set) var startFrame: UInt64 = 0

  package init() {}

  package var isOpen: Bool { missing > 0 }

  /// Octets of the incomplete SDU.
  package var heldOctets: Int { isOpen ? buffer.count : 0 }

  /// - Parameters:
  ///   - payload: of the K-frame, as far as captured.
  ///   - length: octets of the payload according to the L2CAP header.
  ///   - keeps: whether the octets are wanted; else the SDU is only counted.
  ///   - mtu: octets of the largest SDU, and `mps` of the largest payload: after lost frames they
  ///     help to recognize a start.
  package mutating func add(
    _ payload: RawSpan, length: Int, keeps: Bool, frame: UInt64, mtu: UInt16 = .max,
    mps: UInt16 = .max
  ) -> Frame {
    guard isOpen else {
      return begin(
        payload, length: length, keeps: keeps, frame: frame, mtu: Int(mtu), mps: Int(mps))
    }
    let part = payload.clamped(0, count: missing)
    if keeps, !isCut { buffer.append(part) }
    if !keeps || part.byteCount < min(length, missing) { isCut = true }
    guard length >= missing else {
      missing -= length
      return Frame(outcome: .waiting, sduLength: sduLength, startsSDU: false)
    }
    let excess = length - missing
    missing = 0
    return Frame(
      outcome: .joined, sduLength: sduLength, startsSDU: false, isCut: isCut, excess: excess)
  }

  private mutating func begin(
    _ payload: RawSpan, length: Int, keeps: Bool, frame: UInt64, mtu: Int, mps: Int
  ) -> Frame {
    guard payload.byteCount >= Self.lengthSize else {
      let isShort = length < Self.lengthSize
      return Frame(outcome: isShort ? .short : .unreadable, sduLength: 0, startsSDU: true)
    }
    sduLength = Int(payload.uint16LittleEndian(at: 0))
    startFrame = frame
    let part = payload.clamped(Self.lengthSize, count: sduLength)
    let declared = length - Self.lengthSize
    if isUnsure, declared != sduLength, declared > sduLength || length != mps || sduLength > mtu {
      return Frame(outcome: .stray, sduLength: 0, startsSDU: false)
    }
    isUnsure = false
    isCut = part.byteCount < min(declared, sduLength)
    guard declared < sduLength else {
      return Frame(
        outcome: .whole, sduLength: sduLength, startsSDU: true, isCut: isCut,
        excess: declared - sduLength)
    }
    missing = sduLength - declared
    buffer.removeAll(keepingCapacity: true)
    if keeps { buffer.append(part) } else { isCut = true }
    return Frame(outcome: .waiting, sduLength: sduLength, startsSDU: true, isCut: isCut)
  }

  /// The reassembled SDU, taken out so that the state may be used in the meantime; return it with
  /// `recycle`.
  package mutating func takeSDU() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
  }

  /// Keeps the storage of an SDU that was taken.
  package mutating func recycle(_ storage: consuming [UInt8]) {
    guard buffer.isEmpty, storage.capacity <= Self.keptCapacity else { return }
    storage.removeAll(keepingCapacity: true)
    buffer = storage
  }

  /// Discards the octets of the open SDU; its frames are still counted.
  package mutating func drop() {
    buffer = []
    isCut = true
  }

  /// An unknown number of frames was lost here.
  package mutating func lose() { isUnsure = true }

  /// Discards the incomplete SDU.
  /// - Returns: the number of octets held.
  package mutating func reset() -> Int {
    let held = heldOctets
    missing = 0
    buffer = []
    return held
  }
}
