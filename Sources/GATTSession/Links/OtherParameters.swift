import ATTDissector
import Bytes
import GATTValues

/// An update that completed with another interval than this host had asked for.
struct OtherParameters: Fact {
  let update: LinkProcedure
  let interval: ConnectionInterval

  package func write(_ own: inout FieldBuffer, to out: inout FieldBuffer) {
    out.text.append("this host asked for ")
    _ = update.appendParameters(&out.text)
    out.text.append(" (frame ")
    out.text.append(decimal: update.frame)
    out.text.append("), and the update completed with ")
    out.text.append(number: interval.milliseconds)
    out.text.append(" ms")
  }
}
