/// What several recorders of one session show together (`--align`).
extension FindingRule {
  package static let recorders: [FindingRule] = [
    undelivered, unsent, heldBack, reordered, eventsMissed, clockInaccurate, parametersDiffer,
  ]

  package static let undelivered = FindingRule(
    identifier: "lost-before-host", severity: .warning,
    condition:
      "With --align: the air has an L2CAP PDU, whole and acknowledged, or a host sent one and its controller "
      + "reported it as completed; and the log of the receiving host, which has PDUs from before and after it and "
      + "lost none, does not have it.",
    advice:
      "The receiving controller acknowledged it, so nobody sends it again: it was lost between that controller "
      + "and the log. Look at the transport (flow control of the UART, buffers of the USB driver), at the "
      + "firmware of the controller, and at whether the log itself leaves records out.")

  package static let unsent = FindingRule(
    identifier: "never-on-air", severity: .warning,
    condition:
      "With --align: a host handed an L2CAP PDU to its controller, the connection ended, the controller "
      + "reported others as completed but not this one, and the sniffer did not hear it.",
    advice:
      "It waited in the controller when the connection ended, and is lost. Wait for the last answer, or for "
      + "Number Of Completed Packets, before the connection ends. A sniffer that misses packets may have missed "
      + "it.")

  package static let heldBack = FindingRule(
    identifier: "held-by-controller", severity: .warning,
    condition:
      "With --align: a PDU of the host waited for more than 3 connection intervals, and as many more as the "
      + "peripheral latency, with all before it acknowledged, until its first transmission; or one of the peer "
      + "came to the host later than 3 connection intervals, and 100 ms, after it was acknowledged.",
    advice:
      "A controller sends in the next connection event what it has, and hands on at once what it receives. Look "
      + "at what else its radio did then (other connections, scanning, Wi-Fi beside it) and at the transport; "
      + "what was received may also have waited in the host itself, before its log had it.")

  package static let reordered = FindingRule(
    identifier: "reordered", severity: .error,
    condition:
      "With --align: PDUs of one direction of a connection are in one order at one recorder, and in another one "
      + "at the other.",
    advice:
      "Data of a connection stays in order (Core Specification, Vol 6, Part B, 4.5.9): a controller, a driver "
      + "with several queues, or the log itself has swapped them. A long value that is put together from such "
      + "PDUs is wrong.")

  package static let eventsMissed = FindingRule(
    identifier: "connection-events-missed", severity: .warning,
    condition:
      "With --align: in at least 6 connection events in a row, and as many more as the peripheral latency, the "
      + "sniffer heard the central repeat its PDU, and no answer of the peripheral; or it heard the answer, and "
      + "the central still repeated its PDU. Not at the end of the connection.",
    advice:
      "The first: the peripheral slept, was busy or could not hear the central; some could not be heard either. "
      + "The second: the central did not hear the peripheral. Look at the signal, and at what the radio of that "
      + "side did besides. Until then, nothing that a host sent got through.")

  package static let clockInaccurate = FindingRule(
    identifier: "clock-inaccurate", severity: .error,
    condition:
      "With --align: by the clocks of two recorders, one of which is a sniffer, the central's connection events "
      + "drift by more than the accuracy of its sleep clock that it says when it connects, and 50 ppm that the "
      + "recorders may be wrong by themselves; over 30 s or more.",
    advice:
      "The peripheral opens its receive window by the accuracy that the central says (Core Specification, Vol "
      + "6, Part B, 4.2): it misses events, the more the longer the interval and its latency. Say the accuracy "
      + "that the oscillator really has, or mend its load capacitors.")

  package static let parametersDiffer = FindingRule(
    identifier: "parameters-differ", severity: .warning,
    condition:
      "With --align: two recorders of a connection have other connection parameters, for 2 s and 10 connection "
      + "intervals or longer, until one of them ends: both hosts, or a host and a sniffer that heard at least 20 "
      + "connection events at its interval.",
    advice:
      "A controller did not tell its host of a change, or a log lacks it. What counts with the wrong ones "
      + "(timers, throughput, power) is wrong: the air is right.")
}
