import ATTDissector
import BTSnoop
import Bytes
import Cryptography

/// Is told what the session makes of each record, in steps from the outermost header to the ATT PDU: a list of packets
/// is made of them.
///
/// All steps until the next `began` are about one record, and each comes before the session draws conclusions from what
/// it tells: names are still those that were known then. The session does the same whether or not there is an observer.
package protocol RecordObserver: AnyObject {
  /// The next record comes.
  func began(_ record: CaptureRecord, bytes: RawSpan)
  /// A command, an event or isochronous data, with a whole header, is of this adapter.
  func found(_ adapter: Adapter, of record: CaptureRecord, bytes: RawSpan)
  /// The record belongs to this connection, or begins it.
  func found(_ connection: Connection)
  /// ACL data of a connection.
  func acl(_ header: ACLHeader, on connection: Connection, at record: CaptureRecord)
  /// What the last step told is read no further.
  func stopped(_ stop: ReadingStop)

  /// A link-layer packet.
  func heard(_ packet: AirPacket)
  /// A packet of an isochronous stream.
  ///
  /// - isBroadcast: `nil` where no PDU has said.
  /// - connection: that of a connected stream, where it is known.
  func isochronous(_ isBroadcast: Bool?, of connection: Connection?, in packet: AirPacket)
  /// An advertising PDU.
  ///
  /// - header: `nil` where it is cut.
  /// - type: of an extended PDU, where it is auxiliary.
  func advertising(
    _ header: AdvertisingPDUHeader?, payload: RawSpan, type: RadioInfo.AuxiliaryType?,
    in packet: AirPacket)
  /// A central, or a peripheral, has sent a data PDU of the connection.
  func data(of connection: Connection, from role: LinkRole)
  /// How much of a data PDU can be read.
  ///
  /// - seal: what it was encrypted with, where a key has opened it.
  func accessed(_ access: DataAccess, seal: PacketSeal?, isRepeated: Bool)
  /// A data PDU that is no part of L2CAP data, or is not taken for that.
  ///
  /// - header: `nil` where it is cut.
  func data(_ header: DataChannelPDUHeader?, payload: RawSpan, isReadable: Bool)
  /// A data PDU that repeats its sender's last one.
  func repeated(
    _ header: DataChannelPDUHeader, payload: RawSpan, from side: Side, on connection: Connection)
  /// All of an advertising PDU or a data PDU was told.
  ///
  /// - pdu: its place in the bytes of its record.
  /// - crcStart: CRCInit, where it is known.
  /// - opened: the payload of the last PDU that a key has opened.
  func ended(
    _ packet: AirPacket, bytes: RawSpan, pdu: Range<Int>, crcStart: UInt32?, opened: RawSpan)

  /// This L2CAP PDU ends in the record, and began in an earlier one.
  func joined(_ pdu: RawSpan)
  /// A command of a signalling channel.
  func signal(_ signal: L2CAPSignal, data: RawSpan)
  /// A PDU of the Security Manager, with at least its code.
  func security(_ pdu: RawSpan)
  /// A PDU on a dynamic channel.
  func frame(_ frame: L2CAPChannelView.Frame, on channel: DynamicChannel)
  /// A K-frame.
  ///
  /// - octets: of its payload, as far as captured.
  func kFrame(_ frame: SDUReassembler.Frame, octets: Int, on channel: DynamicChannel)
  /// This SDU ends in the record, and began in an earlier one.
  func joinedSDU(_ sdu: RawSpan)
  /// An ATT PDU, with at least its opcode.
  ///
  /// - pdu: `nil` where even its fixed part is cut.
  func att(
    _ pdu: ATTPDU?, bytes: RawSpan, facts: ATTOpcode.Facts, in context: borrowing ATTContext)
}

/// Why the session reads a record no further.
package enum ReadingStop {
  /// A header is cut.
  case cut(Header)
  /// A part of an L2CAP PDU, which does not end here or of which the beginning is missing.
  case fragment(ACLHeader, octets: Int)
  /// A data PDU of the link layer with such a part.
  case fragmentOnAir(isStart: Bool)
  /// ACL data of a link, or of a channel of a BR/EDR link, that is not followed.
  case notFollowed(ACLHeader, octets: Int)
  /// The end of an L2CAP PDU that an earlier record has begun, and that shows only now that its channel is not followed.
  case endNotFollowed
  /// ACL data on the handle of a connection that is over; the name of what it is, if that is known.
  case afterEnd(ACLHeader, name: String?)
  /// L2CAP data of a channel that is not decoded.
  case notDecoded(L2CAPHeader, UndecodedChannel.Reason)
  /// A data PDU has a bad CRC.
  case damaged
  /// Another sniffer has recorded the packet, too.
  case copied

  package enum Header {
    case acl, l2cap, att, linkLayer
  }
}
