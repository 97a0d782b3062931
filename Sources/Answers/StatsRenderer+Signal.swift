import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import GATTValues
import Timeline

/// What is counted of signals, and of what bears on an end.
extension StatsRenderer {
  func advertisement(_ event: borrowing Event, content: AdvertisementContent) {
    guard let address = event.address, let tally = tallies.device(at: address) else { return }
    tally.advertisements += 1
    let before = tally.heard?.last
    tally.heard = (tally.heard?.first ?? event.time, event.time)
    tally.peer = event.peer
    if let onAir = event.overAirAddress ?? event.address, onAir.isResolvable {
      tally.uses(onAir, frame: event.frame, at: event.time)
    }
    let strength = content.rssi
    tallies.lastAdvertisement = (event.frame, event.time)
    if let strength {
      tally.strengths.add(strength)
      tally.lastHeard = (event.frame, event.time, strength)
    }
    tally.signal.add(strength, channel: content.channel, isDamaged: false, at: event.time)
    // A response follows at once what it responds to: it says nothing about the pace.
    if content.type.scanResponse == nil, tally.beginsEvent(content.channel, at: event.time) {
      if let last = tally.lastTime {
        tallies.spool.add(event.time.nanoseconds(since: last), to: tally.intervals)
      }
      tally.lastTime = event.time
    }
    if !tally.silent.isEmpty {
      tally.advertisesAgain(
        Evidence(
          frame: event.frame, time: event.time,
          text: "seen advertising again" + Self.dBm(strength)), before: before,
        scanStart: scanStart)
    }
  }

  /// `, -60 dBm`
  static func dBm(_ strength: Int8?) -> String { strength.map { ", \($0) dBm" } ?? "" }

  package func heard(_ packet: borrowing HeardPacket) {
    guard let tally = tallies.connection(packet.connection, isEvent: false) else { return }
    let isCentral = packet.role == .central
    if let strength = packet.rssi, !packet.isDamaged {
      tally.lastHeard[isCentral ? 0 : 1] = (packet.frame, strength)
    }
    let sender = isCentral ? packet.connection.link?.central : packet.connection.peer
    guard let sender, let device = tallies.device(at: sender.address, isEvent: false) else {
      return
    }
    device.peer = sender
    device.linkPackets += 1
    if let strength = packet.rssi, !packet.isDamaged {
      device.linkStrengths.add(strength)
      device.lastPacketHeard = (packet.frame, packet.time, strength)
    }
    device.signal.add(
      packet.rssi, channel: packet.channel, isDamaged: packet.isDamaged, at: packet.time)
  }

  /// A server has refused a request of this host for want of encryption, or of a better key.
  func denied(
    _ event: borrowing Event, fields: borrowing EventFields, in tally: ConnectionTally
  ) {
    guard let code = event.content.errorCode, GATTSession.asksForPairing(code),
      event.direction == .received,
      let name = ATTErrorName.name(of: code)
    else { return }
    var text = ByteWriter(capacity: 64)
    text.append(string: request(event, fields: fields))
    text.append(": ")
    text.append(name)
    tally.denied = Evidence(frame: event.frame, time: event.time, text: text.string)
  }
}
