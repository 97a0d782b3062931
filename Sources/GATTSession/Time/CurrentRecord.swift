/// The record that is processed.
final class CurrentRecord {
  private let listener: (any RecordObserver)?
  /// Why it is not read, if it is not.
  var unread: UnreadRecord?
  /// Whether what is read now is of an earlier record.
  var readsEarlier = false

  init(_ listener: (any RecordObserver)?) { self.listener = listener }

  /// What is told of it, where anything asks.
  var observer: (any RecordObserver)? { readsEarlier ? nil : listener }
}
