import ATTDissector
import GATTSession

extension RecordedTimeline {
  /// At whose server an event happened. Without roles it is taken for the peripheral's, which most have.
  func server(of item: TimelineItem) -> LinkRole {
    let sender = item.from
    switch item.kind {
    case .read: return (item.isUnanswered ? sender?.opposite : sender) ?? .peripheral
    case .write, .writeCommand: return sender?.opposite ?? .peripheral
    case .attError:
      // A time-out is told of who asked: nobody answered.
      let isAnswered = member("error_code", of: item) != nil
      return (isAnswered ? sender : sender?.opposite) ?? .peripheral
    default: return sender ?? .peripheral
    }
  }
}
