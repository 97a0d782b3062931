/// The open connections of an adapter by handle, looked up for every ACL packet: an array, since a
/// dictionary's hashing costs more than all else that is done with the packet's header.
struct ConnectionTable {
  /// As long as the largest handle needs: handles have 12 bits.
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

/// The attributes of a database by handle. Devices number theirs from 1, so that nearly all are found
/// in an array; the few beyond it must not make every database as large as the highest handle.
struct AttributeTable {
  /// Handles below it stand in the array: 2 KB for each database at most.
  private static let denseHandles = 256

  private var dense: [Attribute?] = []
  private var sparse: [UInt16: Attribute] = [:]
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(handle: UInt16) -> Attribute? {
    get {
      if Int(handle) < dense.count { return dense[Int(handle)] }
      return handle < Self.denseHandles ? nil : sparse[handle]
    }
    set {
      let old: Attribute?
      if handle < Self.denseHandles {
        if Int(handle) >= dense.count {
          guard newValue != nil else { return }
          dense.append(contentsOf: repeatElement(nil, count: Int(handle) + 1 - dense.count))
        }
        old = dense[Int(handle)]
        dense[Int(handle)] = newValue
      } else {
        old = sparse[handle]
        sparse[handle] = newValue
      }
      count += (newValue == nil ? 0 : 1) - (old == nil ? 0 : 1)
    }
  }

  mutating func removeAll(in range: ClosedRange<UInt16>) {
    for handle in dense.indices where range.contains(UInt16(handle)) { dense[handle] = nil }
    sparse = sparse.filter { !range.contains($0.key) }
    count = dense.reduce(0) { $0 + ($1 == nil ? 0 : 1) } + sparse.count
  }
}
