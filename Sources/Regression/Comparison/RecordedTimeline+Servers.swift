import ATTDissector
import GATTSession

extension RecordedTimeline {
  /// At whose server an event happened. Without roles, the peripheral's, which is the usual case.
  func server(of item: TimelineItem) -> LinkRole {
    let sender = item.from
    switch item.kind {
    case .read: return (item.isUnanswered ? sender?.opposite : sender) ?? .peripheral
    case .write, .writeCommand: return sender?.opposite ?? .peripheral
    case .attError:
      // A timeout is reported for the client: there was no answer.
      let isAnswered = has(.event.errorCode, item: item)
      return (isAnswered ? sender : sender?.opposite) ?? .peripheral
    default: return sender ?? .peripheral
    }
  }
}
