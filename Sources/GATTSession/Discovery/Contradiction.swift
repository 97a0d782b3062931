import ATTDissector
import Vocabulary

/// An attribute known from outside that the capture contradicts: its handle has no name until the
/// capture gives it one.
package struct Contradiction {
  package enum Reason: Equatable {
    /// The capture shows another attribute there.
    case another
    /// A client asked for all that is there, and did not get it.
    case notFound
    /// The declaration differs: its handle, or its properties.
    case declaration
    case error(UInt8)
    /// The value came, or was taken, in a way that the properties exclude.
    case use(EventKind)
    /// A value of another length than the type has.
    case length(Int)
    /// The tree is of another version of the server.
    case hash
    /// A tree that was given before has another attribute there.
    case otherTree
  }

  var handle: UInt16
  var uuid: BluetoothUUID?
  var label: String?
  var reason: Reason

  init(_ attribute: Attribute, _ reason: Reason) {
    handle = attribute.handle
    uuid = attribute.uuid
    label = attribute.label
    self.reason = reason
  }
}
