/// The open connections of an adapter by handle, looked up for every ACL packet: an array, since a
/// dictionary's hashing costs more than all other work on the packet's header.
struct ConnectionTable {
  /// Only as long as the largest handle in use needs: handles have 12 bits.
  private var slots: [Connection?] = []

  /// A handle above 0x0FFF has no connection.
  subscript(handle: UInt16) -> Connection? {
    get { Int(handle) < slots.count ? slots[Int(handle)] : nil }
    set {
      guard handle <= 0x0FFF else { return }
      if Int(handle) >= slots.count {
        guard newValue != nil else { return }
        slots.append(contentsOf: repeatElement(nil, count: Int(handle) + 1 - slots.count))
      }
      slots[Int(handle)] = newValue
    }
  }

  /// In the order of their handles.
  var values: [Connection] { slots.compactMap { $0 } }
}
