import ATTDissector
import BTSnoop
import Bytes
import GATTSession
import Timeline

/// How long answers take.
extension FindingSearch {
  /// The longest wait for an answer that a person may not notice, in nanoseconds: 1 s.
  private static let patience: Int64 = 1_000_000_000
  /// The shortest wait that a person notices, in nanoseconds: a phone's own time is in its log.
  private static let noticeable: Int64 = 50_000_000

  private static func evidence(of answer: AnswerTimes.Answer) -> Evidence {
    Evidence(
      frame: answer.requestFrame, time: answer.requestTime,
      text: "\(answer.opcode.name ?? "request")")
  }

  static let slowAnswers = ofConnections(.slowAnswers) { tally, answers, text in
    if let own = tally.answers.slowestServed, own.duration > patience,
      tally.answers.slowestAsked.map({ $0.duration <= own.duration }) ?? true
    {
      text.append("this host let a request wait ")
      text.append(duration: own.duration)
      text.append(" for its answer")
      return evidence(of: own)
    }
    guard let slowest = tally.answers.slowestAsked, !tally.connection.hearing.timesFail else {
      return nil
    }
    if slowest.duration > patience {
      text.append("a request waited ")
      text.append(duration: slowest.duration)
      text.append(" for its answer")
      return evidence(of: slowest)
    }
    for (interval, latency, asked, _) in tally.intervals {
      // An answer comes somewhere in its connection event: a half interval is no other one.
      guard let part = answers.percentiles(asked), part.count >= 20,
        part.p95 > noticeable
      else { continue }
      // Nearly each waits for an event to which the peripheral need not come, but the last.
      let silence = Double(latency + 1) * interval * 1e6
      if latency > 0, part.median > 2 * noticeable, Double(part.median) > silence * 0.75,
        Double(part.median) <= silence + 2 * interval * 1e6, Double(part.most) < silence * 3,
        let terms = tally.parameters.first(where: {
          $0.spacing == interval && $0.latency == latency
        })
      {
        text.append("the median of ")
        text.append(grouped: UInt64(part.count), "answer")
        text.append(" is ")
        text.append(duration: part.median)
        text.append(", at an interval of ")
        text.append(number: interval)
        text.append(" ms: the peripheral's latency of ")
        text.append(decimal: latency)
        text.append(" events allows that")
        return terms.evidence
      }
      guard
        Double(part.p95) > (Double(3 + latency) + 0.5) * interval * 1e6,
        let terms = tally.parameters.first(where: { $0.spacing == interval })
      else { continue }
      text.append("the slowest 5 % of ")
      text.append(grouped: UInt64(part.count), "answer")
      text.append(" took ")
      text.append(duration: part.p95)
      text.append(" or longer, at an interval of ")
      text.append(number: interval)
      text.append(" ms")
      return terms.evidence
    }
    return nil
  }
}
