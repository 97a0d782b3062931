import ATTDissector

/// What attributes that are numbered together share.
struct InstanceKey: Hashable {
  var uuid: BluetoothUUID?
  /// The service that contains the characteristics.
  var service: BluetoothUUID?
  var isService: Bool
}

/// The handles of all attributes with one UUID in order, which gives their numbers: a number is
/// looked up when it is shown, so that adding an attribute need not visit all others.
final class InstanceList {
  private var handles: [UInt16] = []

  private func position(_ handle: UInt16) -> Int {
    var low = 0
    var high = handles.count
    while low < high {
      let middle = (low + high) / 2
      if handles[middle] < handle { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func insert(_ handle: UInt16) {
    let index = position(handle)
    if index < handles.count, handles[index] == handle { return }
    handles.insert(handle, at: index)
  }

  func remove(_ handle: UInt16) {
    let index = position(handle)
    if index < handles.count, handles[index] == handle { handles.remove(at: index) }
  }

  /// Number of an instance among its equals, from 1; 0 for a single one.
  func number(of handle: UInt16) -> Int { handles.count > 1 ? position(handle) + 1 : 0 }
}
