import ATTDissector
import Bytes
import GATTSession
import GATTValues

extension RecordedTimeline {
  /// Whether a device is connected in any case: more than an attempt shows it.
  package var isConnected: Bool {
    items.contains { $0.connection > 0 && $0.peer >= 0 && ($0.kind.isValue || $0.kind.isDiscovery) }
  }

  /// Decodes advertisements that were kept as bytes. Most are of devices nearby, which are not asked
  /// for if another is connected.
  package mutating func decodeAdvertisements(all: Bool) {
    guard hasRawAdvertisements else { return }
    let all = all || !isConnected
    var isWanted = Array(repeating: all, count: peers.count)
    for item in items where item.connection > 0 {
      if let peer = peer(of: item) { isWanted[peer] = true }
    }
    var decoder = AdvertisementDecoder()
    var fields = FieldBuffer()
    var tables = TimelineTables()
    var lexicon = EventKeys.lexicon
    var scratch = ByteWriter(capacity: 1024)
    for index in items.indices where items[index].kind == .advertisement {
      let item = items[index]
      let peer = peer(of: item)
      guard peer.map({ isWanted[$0] }) ?? all, item.decoded.isEmpty,
        bytes.count < TimelineTables.maximumBytes
      else { continue }
      decoder.decode(
        bytes.rawBytes.clamped(item.value.range), of: peer.flatMap { peers[$0].address?.value },
        into: &fields)
      Lexicon.renew(&lexicon)
      scratch.removeAll()
      scratch.append(recorded: fields, lexicon: lexicon)
      items[index].decoded = tables.slice(of: scratch, in: &self)
      scratch.removeAll()
      scratch.append(validUTF8: fields.text.bytes)
      items[index].text = tables.slice(of: scratch, in: &self)
    }
  }
}
