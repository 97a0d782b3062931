import ATTDissector
import AssignedNumbers
import Bytes
import GATTSession
import GATTValues

/// The devices: connected ones by number, the others counted.
package enum ReportDevices {
  /// The most connected devices listed one by one.
  static let listed = 40
  /// The most that only advertise, if nothing was connected: those that were heard most often.
  static let advertisersListed = 20
  /// The most advertising sets without an address, unless all is shown.
  package static let namelessListed = 5

  /// Where addresses start.
  private static var addressColumn: Int { 23 + Page.nameExcess }

  package static func write(
    _ session: GATTSession, scope: ReportScope, listsAll: Bool, to out: inout ByteWriter,
    pieceEnds: PieceEnd
  ) {
    let connected = session.connectedPeers.filter { scope.includes($0) }
    let others = session.peerList.filter {
      $0.ordinal == 0 && $0.advertisements > 0 && scope.includes($0)
    }
    let nameless =
      scope.isWhole ? session.namelessAdvertisers.lines(listsAll ? .max : namelessListed) : []
    out.append("\nDEVICES")
    if connected.isEmpty, others.isEmpty {
      if !nameless.isEmpty {
        out.append("\n")
        write(nameless, to: &out)
        return hosts(in: session, to: &out)
      }
      out.append("   none seen\n")
      hosts(in: session, to: &out)
      return
    }
    out.tab(to: addressColumn + 29)
    out.append("adverts  RSSI dBm\n")
    for peer in connected.prefix(listsAll ? connected.count : listed) {
      row(peer, to: &out)
      pieceEnds(&out)
    }
    if connected.count > listed, !listsAll { more(connected.count - listed, to: &out) }
    if listsAll || connected.isEmpty {
      // In order of first sight: signal strength would give another order at every run.
      let count = listsAll ? others.count : min(others.count, advertisersListed)
      for peer in mostHeard(others, count: count) {
        row(peer, to: &out)
        pieceEnds(&out)
      }
      if others.count > count { more(others.count - count, to: &out) }
    } else if !others.isEmpty {
      summary(others, to: &out)
    }
    write(nameless, to: &out)
    hosts(in: session, to: &out)
  }

  /// The devices that advertised most often, in their order.
  private static func mostHeard(_ peers: [Peer], count: Int) -> [Peer] {
    guard peers.count > count else { return peers }
    let places = peers.indices.sorted { one, other in
      (peers[other].advertisements, one) < (peers[one].advertisements, other)
    }
    return places.prefix(count).sorted().map { peers[$0] }
  }

  private static func write(_ nameless: [[UInt8]], to out: inout ByteWriter) {
    for line in nameless {
      out.append("  +  ")
      out.append(wrapped: line.rawBytes, indent: 5)
      out.append("\n")
    }
  }

  private static func more(_ count: Int, to out: inout ByteWriter) {
    out.append("  +  ")
    out.append(grouped: UInt64(count), "more device")
    out.append(" (--all lists them)\n")
  }

  private static func row(_ peer: Peer, to out: inout ByteWriter) {
    out.append("  ")
    if peer.ordinal > 0 {
      out.append("#")
      out.append(decimal: peer.ordinal)
    }
    out.tab(to: 5)
    if let name = peer.name, !name.isEmpty {
      out.append(untrusted: name, escaping: .plain)
    } else {
      out.append("(no name)")
    }
    if out.column >= addressColumn {
      out.newLine(addressColumn)
    } else {
      out.tab(to: addressColumn)
    }
    peer.address.write(to: &out)
    out.append("  ")
    out.append(kind(of: peer.address))
    var count = ByteWriter(capacity: 32)
    count.append(grouped: UInt64(peer.advertisements))
    out.append(count.bytes, endingAt: addressColumn + 36)
    if peer.rssi != nil {
      out.append("  ")
      strength(of: peer, to: &out)
    }
    out.append("\n")
    var text = ByteWriter(capacity: 256)
    details(of: peer, to: &text)
    guard !text.isEmpty else { return }
    out.append("     ")
    out.append(wrapped: text.bytes, indent: 5)
    out.append("\n")
  }

  /// `-71..-55`
  package static func strength(of peer: Peer, to out: inout ByteWriter) {
    guard let rssi = peer.rssi else { return }
    out.append(decimal: Int(rssi.lowerBound))
    if rssi.upperBound != rssi.lowerBound {
      out.append("..")
      out.append(decimal: Int(rssi.upperBound))
    }
  }

  package static func kind(of address: BluetoothAddress) -> StaticString {
    if address.isResolvable { return "resolvable" }
    if address.isNonResolvable { return "non-resolvable" }
    if address.isIdentity { return "identity" }
    return address.kind.name ?? "unknown"
  }

  /// `connectable; Heart Rate 180D`
  package static func details(of peer: Peer, to text: inout ByteWriter) {
    if peer.isConnectable { text.append("connectable") }
    if !peer.advertisedServices.isEmpty {
      if !text.isEmpty { text.append("; ") }
      for (index, uuid) in peer.advertisedServices.enumerated() {
        if index > 0 { text.append(", ") }
        if let name = DeclaredValues.name(ofService: uuid) {
          text.append(untrusted: name, escaping: .plain)
          text.append(" ")
        }
        uuid.write(to: &text)
      }
    }
    if let unheard = peer.unheardData {
      if !text.isEmpty { text.append("; ") }
      unheard.write(to: &text)
    }
    if let company = peer.company {
      if !text.isEmpty { text.append("; ") }
      text.append("manufacturer data ")
      append(company, of: peer, to: &text)
    }
    var isFirst = true
    for (uuid, data) in peer.serviceData {
      let name = name(ofServiceData: uuid, data: data, of: peer)
      // A list of services has its own name.
      guard name != nil || !peer.advertisedServices.contains(uuid) else { continue }
      text.append(isFirst ? text.isEmpty ? "" : "; " : ", ")
      text.append(isFirst ? "service data " : "")
      isFirst = false
      if let name = name ?? DeclaredValues.name(ofService: uuid) {
        text.append(untrusted: name, escaping: .plain)
        text.append(" ")
      }
      uuid.write(to: &text)
    }
  }

  /// What service data of a device is by its form.
  /// - data: `nil` where it was too long to be kept.
  private static func name(
    ofServiceData uuid: BluetoothUUID, data: [UInt8]?, of peer: Peer
  ) -> String? {
    data.flatMap {
      DeclaredValues.name(ofServiceData: uuid, data: $0.rawBytes, of: peer.address.value)
    }
  }

  /// What the advertisements of a device say of its maker or its kind: its manufacturer data, or else its service data.
  private static func kind(of peer: Peer) -> String? {
    var text = ByteWriter(capacity: 64)
    if let company = peer.company {
      append(company, to: &text)
    } else if let (uuid, data) = peer.serviceData.first {
      guard
        let name = name(ofServiceData: uuid, data: data, of: peer)
          ?? DeclaredValues.name(ofService: uuid)
      else { return nil }
      text.append(untrusted: name, escaping: .plain)
    }
    return text.isEmpty ? nil : String(decoding: text.bytes.copy(), as: UTF8.self)
  }

  /// - peer: whose data it is, if it is of one.
  private static func append(
    _ company: UInt16, of peer: Peer? = nil, to text: inout ByteWriter
  ) {
    if Peer.isCompany(company, of: peer?.address.value),
      let name = AssignedNumbers.company(company)
    {
      text.append(untrusted: name, escaping: .plain)
    } else {
      text.append("company ")
      text.append(upperHex: UInt64(company), digits: 4)
    }
  }

  private static func summary(_ others: [Peer], to out: inout ByteWriter) {
    var text = ByteWriter(capacity: 256)
    summary(of: others, to: &text)
    text.append(" (--all lists them)")
    out.append("  +  ")
    out.append(wrapped: text.bytes, indent: 5)
    out.append("\n")
  }

  /// `18 devices that only advertise, 1,569 adverts: 16 Apple, 1 Google`.
  package static func summary(of others: [Peer], to text: inout ByteWriter) {
    text.append(grouped: UInt64(others.count), "device")
    text.append(others.count == 1 ? " that only advertises, " : " that only advertise, ")
    text.append(grouped: UInt64(others.reduce(0) { $0 + $1.advertisements }), "advert")
    var kinds: [String: Int] = [:]
    for peer in others { if let kind = kind(of: peer) { kinds[kind, default: 0] += 1 } }
    let ranked = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
    for (index, (kind, count)) in ranked.enumerated() {
      text.append(index == 0 ? ": " : ", ")
      text.append(decimal: count)
      text.append(" ")
      text.append(string: kind)
    }
  }

  /// The recording host: its adapters, and what it did.
  private static func hosts(in session: GATTSession, to out: inout ByteWriter) {
    hosts(in: session) { name, text in
      out.append("  ")
      out.append(name)
      if out.column < addressColumn { out.tab(to: addressColumn) } else { out.append("  ") }
      out.append(wrapped: text, indent: addressColumn)
      out.append("\n")
    }
  }

  /// - show: called with the name of each, and what it did.
  package static func hosts(in session: GATTSession, _ show: (RawSpan, RawSpan) -> Void) {
    for adapter in session.adapters {
      // Not by its index: another controller may have had that.
      let own = session.connections.filter { $0.local === adapter.database && $0.role != nil }
      let isKnown =
        adapter.address != nil || adapter.controller.scanning.summary.scans > 0
        || adapter.controller.advertising.started > 0
        || adapter.hostName != nil || adapter.version != nil || !own.isEmpty
      guard isKnown else { continue }
      var title = ByteWriter(capacity: 64)
      if let index = adapter.index, session.adapters.count > 1 || adapter.name != nil {
        title.append("hci")
        title.append(decimal: UInt64(index))
        title.append(", ")
      }
      title.append("this host")
      var text = ByteWriter(capacity: 256)
      if let address = adapter.address, address.value != 0 { address.write(to: &text) }
      if let name = adapter.hostName {
        if !text.isEmpty { text.append("; ") }
        text.append("named ")
        text.append(untrusted: name, escaping: .plain)
      }
      if let version = adapter.version {
        if !text.isEmpty { text.append("; ") }
        text.append("Bluetooth ")
        text.append(ReadRemoteVersionComplete.versionName(version.version) ?? "unknown")
        if let name = AssignedNumbers.makerOfController(version.company) {
          text.append(" ")
          name.write(to: &text)
        }
      }
      for role in [LinkRole.central, .peripheral] {
        let ordinals = own.filter { $0.role == role }.map(\.ordinal)
        guard !ordinals.isEmpty else { continue }
        if !text.isEmpty { text.append("; ") }
        text.append(role.name)
        text.append(" in ")
        text.append(connections: ordinals)
      }
      if adapter.controller.scanning.summary.scans > 0 {
        if !text.isEmpty { text.append("; ") }
        if adapter.controller.scanning.summary.scans == 1 {
          text.append("scanned once")
        } else {
          text.append(grouped: UInt64(adapter.controller.scanning.summary.scans), "scan")
        }
      }
      if adapter.controller.advertising.started > 0 {
        if !text.isEmpty { text.append("; ") }
        text.append("advertised ")
        text.append(times: adapter.controller.advertising.started)
      }
      if adapter.controller.attempts.cancelledCount > 0 {
        if !text.isEmpty { text.append("; ") }
        text.append(adapter.controller.attempts.cancelledCount, "connection attempt")
        text.append(" cancelled")
      }
      show(title.bytes, text.bytes)
    }
  }
}

extension ByteWriter {
  /// `C1, C3..C7`.
  package mutating func append(connections ordinals: [Int]) {
    var index = 0
    while index < ordinals.count {
      var end = index
      while end + 1 < ordinals.count, ordinals[end + 1] == ordinals[end] + 1 { end += 1 }
      if index > 0 { append(", ") }
      append("C")
      append(decimal: ordinals[index])
      if end > index {
        append(end == index + 1 ? ", C" : "..C")
        append(decimal: ordinals[end])
      }
      index = end + 1
    }
  }

  /// The first of them, and how many more there are.
  package mutating func append(connections ordinals: [Int], atMost most: Int) {
    append(connections: Array(ordinals.prefix(most)))
    guard ordinals.count > most else { return }
    append(" and ")
    append(decimal: ordinals.count - most)
    append(" more")
  }
}
