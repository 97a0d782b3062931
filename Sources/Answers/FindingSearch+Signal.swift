import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// Devices that are barely heard.
extension FindingSearch {
  /// So many measurements are no chance.
  private static let leastAdvertisements = 3
  private static let leastPackets = 10

  static let weakSignal = FindingSearch(.weakSignal) { answers in
    // Of a device the first connection; its attempts have none.
    var wanted: [UInt64: Int?] = [:]
    for attempt in answers.attempts {
      if let address = attempt.address { wanted[address.deviceKey] = .some(nil) }
    }
    for connection in answers.connections.reversed().map(\.connection) {
      for address in connection.peer?.addresses ?? [] {
        wanted[address.deviceKey] = connection.ordinal
      }
    }
    return answers.devices.compactMap { device in
      guard let connection = wanted[device.address.deviceKey], let last = device.lastMeasured else {
        return nil
      }
      let all: [(StrengthTally, Int, StaticString)] = [
        (device.strengths, leastAdvertisements, "advertisement"),
        (device.linkStrengths, leastPackets, "packet"),
      ]
      for (strengths, least, noun) in all where strengths.count >= least {
        guard let median = strengths.median, median <= Verdict.weak, let most = strengths.most
        else {
          continue
        }
        var text = ByteWriter(capacity: 96)
        if let peer = device.peer?.current, peer.ordinal > 0 {
          text.append("#")
          text.append(decimal: peer.ordinal)
        } else {
          device.address.write(to: &text)
        }
        text.append(" is heard weakly: ")
        text.append(decimal: Int(median))
        text.append(" dBm, the median of ")
        text.append(grouped: UInt64(strengths.count), noun)
        text.append(", the strongest ")
        text.append(decimal: Int(most))
        return Place(evidence: last, connection: connection, text: text.string)
      }
      return nil
    }
  }
}

extension DeviceTally {
  /// The last that was heard of it with its strength.
  fileprivate var lastMeasured: Evidence? {
    let heard = [lastHeard, lastPacketHeard].compactMap { $0 }.max { $0.frame < $1.frame }
    return heard.map {
      Evidence(frame: $0.frame, time: $0.time, text: "the last heard of it, \($0.strength) dBm")
    }
  }
}
