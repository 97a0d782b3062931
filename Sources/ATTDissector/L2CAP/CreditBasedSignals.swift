import Bytes

/// The parameters of one end of a channel with credit-based flow control.
///
/// Source: Bluetooth Core Specification 6.0, Vol 3, Part A, 4.22.
package struct ChannelTerms: Equatable, Sendable {
  /// Octets of the largest SDU it accepts.
  package var mtu: UInt16
  /// Octets of the largest K-frame payload it accepts.
  package var mps: UInt16
  /// K-frames it accepts before it gives further credits.
  package var credits: UInt16

  package init(mtu: UInt16, mps: UInt16, credits: UInt16) {
    self.mtu = mtu
    self.mps = mps
    self.credits = credits
  }

  fileprivate init(_ cursor: inout ByteCursor) throws(ByteError) {
    mtu = try cursor.uint16LittleEndian()
    mps = try cursor.uint16LittleEndian()
    credits = try cursor.uint16LittleEndian()
  }
}

/// LE Credit Based Connection Request (0x14) and Credit Based Connection Request (0x17).
///
/// Source: Vol 3, Part A, 4.22 and 4.25.
package struct CreditBasedConnectionRequest: Sendable {
  package var spsm: UInt16
  package var terms: ChannelTerms
  /// The channel identifiers of the sender's ends; a single one in a request of code 0x14.
  package var sourceCIDs: [UInt16]
  package var isEnhanced: Bool

  /// The maximum number of channels in one request: 5 (Vol 3, Part A, 4.25).
  package static let maximumChannels = 5

  /// - Parameter cursor: over the command's data only.
  package init(_ cursor: inout ByteCursor, code: L2CAPSignal.Code) throws(ByteError) {
    spsm = try cursor.uint16LittleEndian()
    isEnhanced = code == .creditBasedConnectionRequest
    if isEnhanced {
      terms = try ChannelTerms(&cursor)
      sourceCIDs = try cursor.channelIdentifiers()
    } else {
      let source = try cursor.uint16LittleEndian()
      terms = try ChannelTerms(&cursor)
      sourceCIDs = [source]
    }
  }
}

/// LE Credit Based Connection Response (0x15) and Credit Based Connection Response (0x18).
///
/// Source: Vol 3, Part A, 4.23 and 4.26.
package struct CreditBasedConnectionResponse: Sendable {
  package var terms: ChannelTerms
  package var result: CreditBasedResult
  /// The channel identifiers of the sender's ends in the order of the request; 0 for a refused
  /// channel. A refusal may list fewer.
  package var destinationCIDs: [UInt16]

  /// - Parameter cursor: over the command's data only.
  package init(_ cursor: inout ByteCursor, code: L2CAPSignal.Code) throws(ByteError) {
    if code == .creditBasedConnectionResponse {
      terms = try ChannelTerms(&cursor)
      result = CreditBasedResult(rawValue: try cursor.uint16LittleEndian())
      destinationCIDs = try cursor.channelIdentifiers(atLeast: result == .success ? 1 : 0)
    } else {
      let destination = try cursor.uint16LittleEndian()
      terms = try ChannelTerms(&cursor)
      result = CreditBasedResult(rawValue: try cursor.uint16LittleEndian())
      destinationCIDs = [result == .success ? destination : 0]
    }
  }
}

/// The result of a request for channels; unknown numbers are kept.
///
/// Source: Vol 3, Part A, 4.23 and 4.26.
package struct CreditBasedResult: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static var success: Self { Self(rawValue: 0x0000) }
  /// The final result comes in a further response.
  package var isPending: Bool { (0x000D...0x000F).contains(rawValue) }
  package var name: StaticString? { WireEnumeration.creditResult.name(of: UInt64(rawValue)) }
}

/// The result of a Credit Based Reconfigure Request (0x1A).
///
/// Source: Vol 3, Part A, 4.28.
package struct ReconfigureResult: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static var success: Self { Self(rawValue: 0x0000) }
  package var name: StaticString? { WireEnumeration.reconfigureResult.name(of: UInt64(rawValue)) }
}

/// Why a command is rejected (0x01).
///
/// Source: Vol 3, Part A, 4.1.
package struct CommandRejectReason: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package var name: StaticString? { WireEnumeration.rejectReason.name(of: UInt64(rawValue)) }
}

/// Credit Based Reconfigure Request (0x19): the sender's new limits.
///
/// Source: Vol 3, Part A, 4.27.
package struct CreditBasedReconfigureRequest: Sendable {
  package var mtu: UInt16
  package var mps: UInt16
  package var cids: [UInt16]

  /// - Parameter cursor: over the command's data only.
  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    mtu = try cursor.uint16LittleEndian()
    mps = try cursor.uint16LittleEndian()
    cids = try cursor.channelIdentifiers()
  }
}

/// Flow Control Credit (0x16): the number of further K-frames that the sender accepts.
///
/// Source: Vol 3, Part A, 4.24.
package struct FlowControlCredit: Sendable {
  /// The sender's end.
  package var cid: UInt16
  package var credits: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    cid = try cursor.uint16LittleEndian()
    credits = try cursor.uint16LittleEndian()
  }
}

/// Disconnection Request (0x06) and Response (0x07), which have the same fields.
///
/// Source: Vol 3, Part A, 4.6 and 4.7.
package struct ChannelDisconnection: Sendable {
  /// The responder's end.
  package var destinationCID: UInt16
  /// The requester's end.
  package var sourceCID: UInt16

  package init(_ cursor: inout ByteCursor) throws(ByteError) {
    destinationCID = try cursor.uint16LittleEndian()
    sourceCID = try cursor.uint16LittleEndian()
  }
}

extension ByteCursor {
  /// The list of up to five channel identifiers at the end of a command; the rest is left unread.
  fileprivate mutating func channelIdentifiers(
    atLeast least: Int = 1
  ) throws(ByteError) -> [UInt16] {
    var list: [UInt16] = []
    while list.count < CreditBasedConnectionRequest.maximumChannels,
      list.count < least || remaining >= 2
    {
      list.append(try uint16LittleEndian())
    }
    return list
  }
}
