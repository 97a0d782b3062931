import ATTDissector
import Bytes

extension GATTSession {
  /// The files of trees that have named nothing at all, each with its reason, for standard error.
  package var unusedTrees: [String] {
    let given = options.knownDevices.filter {
      $0.source == .file && !$0.attributes.isEmpty && $0.origin != nil
    }
    if given.isEmpty { return [] }
    var used: Set<String> = []
    for peer in connectedPeers { used.formUnion(peer.database.treeNames) }
    for connection in connections { used.formUnion(connection.remote.treeNames) }
    for adapter in adapters { used.formUnion(adapter.database.treeNames) }
    let isAnyUnknown = connections.contains { $0.peer == nil }
    var origins: [String] = []
    for device in given {
      guard let origin = device.origin, !used.contains(origin) else { continue }
      used.insert(origin)
      origins.append(origin)
    }
    return origins.map { origin in
      let devices = given.filter { $0.origin == origin }
      var text = ByteWriter(capacity: 128)
      text.append("--gatt ")
      // Made fit to be shown by who gave it.
      text.append(origin.rawBytes)
      text.append(": names nothing here: ")
      if devices.count == 1 {
        devices[0].title(to: &text)
        text.append(" is not in the capture")
      } else {
        text.append("none of its ")
        text.append(decimal: devices.count)
        text.append(" devices is in the capture")
      }
      if isAnyUnknown { text.append(", or it does not show that it is") }
      return String(decoding: text.bytes.copy(), as: UTF8.self)
    }
  }
}

extension GATTSession {
  /// The given keys of identities that were of no use, for standard error.
  package var unusedIdentityKeys: [String] {
    // Without events, advertisements are passed over.
    guard reporter.wantsEvents else { return [] }
    return devices.unusedKeys.map { "--irk: key \($0 + 1) resolves the address of no device" }
  }
}

extension KnownDevice {
  /// `Polar H7 (00:22:D0:00:06:07)`
  fileprivate func title(to text: inout ByteWriter) {
    let start = text.count
    if isHost {
      text.append("its host")
    } else if let name {
      text.append(untrusted: name, escaping: .plain)
    }
    let hasName = text.count > start
    guard let address else {
      if !hasName { text.append("its device") }
      return
    }
    if hasName { text.append(" (") }
    address.write(to: &text)
    if hasName { text.append(")") }
  }
}
