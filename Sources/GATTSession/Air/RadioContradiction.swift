import ATTDissector
import BTSnoop

/// What a radio header says, and the packet after it disproves: the packet is right.
package enum RadioContradiction: Int, CaseIterable, Sendable {
  /// The header calls it data or isochronous; its access address is that of advertising.
  case advertising
  /// The header calls it advertising or isochronous; access address and CRC are those of a connection.
  case data
  /// The header says that the CRC is bad; it fits.
  case goodCRC
  /// The header says that the CRC is good; it does not fit. The recorder has checked what it heard:
  /// somebody may have changed it since, as to hide an address.
  case badCRC
  /// Link-layer indices where RF channels belong: advertising on 37 and 38, which are data channels.
  case indices
  /// RF channels where link-layer indices belong: advertising on 0 and 12, which are data channels.
  case rfChannels
  /// A PDU that is sent on 37, 38 and 39 only, on another channel.
  case channel
  /// The header says LE Coded; without a coding indicator the CRC fits.
  case codingIndicator

  /// After a count of records.
  package var words: StaticString {
    switch self {
    case .advertising:
      "of access address 8E89BED6 not called advertising by the header: read as advertising"
    case .data:
      "of a connection called something else by the header: access address and CRC fit, read as data"
    case .goodCRC: "called bad by the header, but the CRC fits: read as good"
    case .badCRC: "called good by the header, but the CRC does not fit: read, perhaps changed since"
    case .indices: "with channel indices where the header has RF channels: read as indices"
    case .rfChannels: "with RF channels where the header has channel indices: read as RF channels"
    case .channel: "of advertising with a data channel in the header: their channel is not known"
    case .codingIndicator:
      "called LE Coded by the header, without a coding indicator: read without one"
    }
  }

  /// The note at the first of them, where nothing else is to be said.
  var sentence: StaticString {
    switch self {
    case .advertising:
      "its access address is 8E89BED6, that of advertising: read as advertising"
    case .data: "its access address and CRC are those of a connection: read as data"
    case .goodCRC: "the radio header says that the CRC is bad, but it fits: read as good"
    case .badCRC:
      "the radio header says that the CRC is good, but it does not fit: read, perhaps changed since"
    case .indices:
      "a data channel: 0, 12 and 39 are right; channels are read as link-layer indices"
    case .rfChannels: "a data channel: 37, 38 and 39 are right; channels are read as RF channels"
    case .channel: "a data channel: it is sent on 37, 38 and 39 only; its channel is not known"
    case .codingIndicator:
      "the radio header says LE Coded, but the CRC fits without a coding indicator: read without one"
    }
  }
}

/// How the recorder of a capture numbers channels, as far as its packets show.
struct ChannelNumbers {
  /// The capture.
  private var file = 0
  /// Advertising came on a channel of its own that the other way of counting makes a data channel.
  private var areRight = false
  /// Advertising came on a channel that contradicts the usual way of counting.
  private var areOthers = false

  /// A packet whose channel is not proven.
  mutating func correct(_ radio: inout RadioInfo, file: Int) {
    if file != self.file { self = ChannelNumbers(file: file) }
    guard areOthers, !areRight else { return }
    radio.channel = radio.otherChannel
  }

  private init(file: Int) { self.file = file }
  init() {}

  /// A PDU that is sent on channels 37, 38 and 39 only.
  mutating func prove(_ radio: inout RadioInfo, file: Int) -> RadioContradiction? {
    if file != self.file { self = ChannelNumbers(file: file) }
    guard let channel = radio.channel else { return nil }
    let other = radio.otherChannel
    guard channel < 37 else {
      // 39 is the same in both.
      if other != channel { areRight = true }
      return nil
    }
    guard !areRight, let other, other >= 37 else {
      radio.channel = nil
      return .channel
    }
    areOthers = true
    radio.channel = other
    return radio.numbering == .rf ? .indices : .rfChannels
  }
}

extension RadioInfo {
  /// The channel as the header has it, where it is an index or an RF channel.
  fileprivate var toldChannel: UInt8? {
    numbering == .rf ? channel.flatMap(Self.rfChannel(index:)) : channel
  }

  /// The channel, if the recorder takes indices for RF channels, or RF channels for indices.
  fileprivate var otherChannel: UInt8? {
    guard let channel else { return nil }
    switch numbering {
    case .index: return Self.channelIndex(rf: channel)
    case .rf: return Self.rfChannel(index: channel)
    case .frequency: return nil
    }
  }
}

extension AirFollower {
  /// Counts a contradiction, and tells of the first of its kind.
  func contradicted(
    _ kind: RadioContradiction, radio: RadioInfo, at record: CaptureRecord, pdu: UInt8? = nil
  ) {
    guard clock.counts.count(kind) else { return }
    reporter.emit(
      Event(.note, record),
      fact: CaptureFact.contradicted(
        kind, told: radio.physicalChannel, pdu: pdu, channel: radio.toldChannel,
        isRF: radio.numbering == .rf))
  }

  /// The PDUs that only the three primary advertising channels have.
  ///
  /// Source: Vol 6, Part B, 2.3, table of advertising channel PDU types.
  static func isPrimaryOnly(_ kind: AdvertisingPDUHeader.Kind) -> Bool {
    switch kind {
    case .advInd, .advDirectInd, .advNonconnInd, .advScanInd, .scanResponse: true
    default: false
    }
  }
}
