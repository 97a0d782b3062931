import ATTDissector
import BTSnoop
import Bytes

/// An ADV_EXT_IND: the data come later, on another channel.
struct AnnouncedAdvertisement {
  var information: AdvertisingDataInformation?
  var report: AdvertisingReport
  var pointer: AuxiliaryPointer
  /// When the data are due.
  var due: CaptureTime
}

extension AuxiliaryPointer {
  /// How much later than an AuxPtr says a recorder may have what it points to, in nanoseconds: the
  /// clocks of recorders differ, and some give the end of a packet.
  private static let lateness: Int64 = 25_000_000

  /// Nanoseconds.
  var delay: Int64 { Int64(offset) * 1000 }

  /// Whether a packet may be the one that it points to.
  /// - due: when that is to be sent.
  func pointsTo(_ packet: AirPacket, due: CaptureTime) -> Bool {
    if let told = packet.radio.channel, told != channel { return false }
    return !isOver(due, at: packet.record.time)
  }

  func isOver(_ due: CaptureTime, at time: CaptureTime) -> Bool {
    time.nanoseconds(since: due) > Self.lateness
  }
}

/// Extended advertising of which only the ADV_EXT_IND was heard.
extension AirFollower {
  /// An ADV_EXT_IND.
  func announce(
    _ content: ExtendedAdvertising, type: AdvertisingType, in packet: AirPacket
  ) {
    guard let pointer = content.auxiliaryPointer else { return }
    let advertiser = content.advertiser
    if let advertiser {
      if let peer = devices.known(advertiser), peer.advertisements > 0, peer.unheardData == nil {
        return
      }
    } else {
      // Whose data were heard has its address, or is known to have none.
      guard let information = content.dataInformation, air.sets[information]?.advertiser == nil
      else { return }
    }
    // The same PDU on the next channel is of the same event.
    let due = packet.record.time.adding(nanoseconds: pointer.delay)
    air.announced.removeAll {
      $0.report.address == advertiser && $0.information == content.dataInformation
    }
    if air.announced.count >= SessionLimits.openChains {
      miss(air.announced.removeFirst(), at: packet.record)
    }
    let report = AdvertisingReport(
      type: type, address: advertiser, rssi: packet.radio.rssi ?? 127,
      set: content.dataInformation?.set, data: 0..<0)
    air.announced.append(
      AnnouncedAdvertisement(
        information: content.dataInformation, report: report, pointer: pointer, due: due))
  }

  /// The data of an event were heard.
  func hearData(_ information: AdvertisingDataInformation?, of advertiser: BluetoothAddress?) {
    guard !air.announced.isEmpty || !air.nameless.isEmpty else { return }
    if let information,
      air.nameless.all.contains(where: { $0.information == information })
        || air.announced.contains(where: {
          $0.report.address == nil && $0.information == information
        })
    {
      air.nameless.hear(information)
    }
    air.announced.removeAll {
      $0.information == information
        && (advertiser == nil || $0.report.address == nil || $0.report.address == advertiser)
    }
  }

  /// What is no longer to be expected was not heard.
  func missAnnounced(at record: CaptureRecord, isLast: Bool = false) {
    guard !air.announced.isEmpty else { return }
    let over = air.announced.filter { isLast || $0.pointer.isOver($0.due, at: record.time) }
    guard !over.isEmpty else { return }
    air.announced.removeAll { isLast || $0.pointer.isOver($0.due, at: record.time) }
    for one in over { miss(one, at: record) }
  }

  private func miss(_ announced: AnnouncedAdvertisement, at record: CaptureRecord) {
    if announced.report.address == nil {
      guard let information = announced.information,
        let isFirst = air.nameless.miss(information, pointer: announced.pointer)
      else { return }
      return advertising.unheard(
        nameless: announced.report, pointer: announced.pointer, isRepeat: !isFirst, at: record)
    }
    advertising.unheard(
      announced.report,
      data: UnheardData(channel: announced.pointer.channel, after: announced.pointer.delay),
      at: record)
  }
}

extension AirFollower {
}

/// Where the data of an advertiser would have been heard.
package struct UnheardData: Sendable {
  /// Link-layer channel index.
  let channel: UInt8
  /// Nanoseconds after the ADV_EXT_IND.
  let after: Int64

  /// `its data was not heard (channel 5, 191 ms later)`
  package func write(to text: inout ByteWriter) {
    text.append("its data was not heard (channel ")
    text.append(decimal: UInt64(channel))
    text.append(", ")
    text.append(duration: after)
    text.append(" later)")
  }
}
