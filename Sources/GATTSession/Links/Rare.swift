/// An optional value that few objects have: without a value it takes one word of the object, and with one it is stored
/// elsewhere.
@propertyWrapper
package struct Rare<Value> {
  private indirect enum Storage {
    case none
    case some(Value)
  }

  private var storage = Storage.none

  package init() {}

  package var wrappedValue: Value? {
    get {
      if case .some(let value) = storage { value } else { nil }
    }
    set {
      if let newValue { storage = .some(newValue) } else { storage = .none }
    }
  }
}
