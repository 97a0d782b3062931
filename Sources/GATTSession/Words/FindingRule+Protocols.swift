/// What a side does, or leaves out, that the Core Specification forbids or demands.
extension FindingRule {
  package static let protocols: [FindingRule] = [
    dataAfterEnd, pduMalformed, mtuExchangedTwice, mtuDiffers, versionExchangedTwice, answerUnasked,
    partLost, offsetIgnored, discoveryEndless, connectInvalid,
  ]

  static let securityRequestUnanswered = FindingRule(
    identifier: "security-request-unanswered", severity: .warning,
    condition:
      "A peripheral sends a Security Request, and its central does none of what the Core Specification (Vol 3, Part H, "
      + "2.4.6) lets it do: encrypt the link with the key that it has, pair, or refuse with Pairing Failed. Told after "
      + "30 s, or after 1 s where the peripheral then ends the connection, or has refused a request for want of "
      + "security; of a sniffed connection only where its end was heard, and nothing of the central was missed.",
    advice:
      "The central's stack does not know the request, or its application has to allow it: the peripheral waits for "
      + "30 s, and many end the connection. Let the central pair by itself when it connects; a peripheral that works "
      + "without encryption should not ask for it.")

  static let channelStarved = FindingRule(
    identifier: "channel-starved", severity: .warning,
    condition:
      "In an HCI log a side has sent a part of an SDU on an L2CAP channel with credits, has used the last credit, "
      + "and gets none for 10 s, until the connection or the capture ends.",
    advice:
      "The receiver owes credits (Core Specification, Vol 3, Part A, 10.1): its application does not read, or its "
      + "stack gives credits only for whole SDUs and began with too few for one of the MTU that it has told."
  )

  static let dataAfterEnd = FindingRule(
    identifier: "data-after-end", severity: .warning,
    condition:
      "In an HCI log data is on the handle of a connection after its Disconnection Complete, "
      + "and before "
      + "another connection has the handle; not what the controller still hands over of the "
      + "peer within 100 ms.",
    advice:
      "It is of no connection, and it is not why that one ended. A few milliseconds after the"
      + " event the host "
      + "had not seen it yet. Later it uses an old handle: it has to stop when the event comes."
      + " What it sent is lost; "
      + "send it again when connected.")

  package static let pduMalformed = FindingRule(
    identifier: "pdu-malformed", severity: .error,
    condition:
      "A packet has fewer octets than its kind or its own lengths need, or more; or a pairing asks for keys that "
      + "are not 7 to 16 octets long. Not where the recorder has cut it, or has lost packets of the connection; on "
      + "the air not where the CRC does not fit, or the connection is encrypted.",
    advice:
      "Whoever sent it has made it wrong: packets -v --frame N shows where it ends. A receiver drops it, or answers "
      + "with an error; one that does neither may stop or restart. In an HCI log a command like that is refused by "
      + "the controller (Invalid HCI Command Parameters).")

  static let mtuExchangedTwice = FindingRule(
    identifier: "mtu-exchanged-twice", severity: .warning,
    condition:
      "A client sends a second Exchange MTU Request on a connection, with another MTU than before.",
    advice:
      "It may send one (Core Specification, Vol 3, Part F, 3.4.2.1): the two sides may now "
      + "count with "
      + "different MTUs, and a long value is lost. Look for two layers that both exchange it: "
      + "the stack by itself "
      + "and the application.")

  static let mtuDiffers = FindingRule(
    identifier: "mtu-differs", severity: .warning,
    condition:
      "A device says one MTU as a client and another one as a server of the same connection, "
      + "or answers "
      + "with one and later with another; and one exchange leads to another MTU than the other.",
    advice:
      "A device has one MTU (Core Specification, Vol 3, Part F, 3.4.2.2): the sides may take "
      + "different ones "
      + "for the one in force, and what is longer than the smaller is lost. Set both to the "
      + "same value in the "
      + "device.")

  static let versionExchangedTwice = FindingRule(
    identifier: "version-exchanged-twice", severity: .warning,
    condition: "A side of a sniffed connection sends LL_VERSION_IND a second time.",
    advice:
      "It may send one (Core Specification, Vol 6, Part B, 5.1.5). Some link layers answer each, and two of them "
      + "go on forever; the time on the air is lost to data.")

  static let answerUnasked = FindingRule(
    identifier: "answer-unasked", severity: .error,
    condition:
      "In an HCI log that has the beginning of the connection and lacks nothing, a server "
      + "sends a response "
      + "or an error for which there is no request that waits for it, or a list with an attribute outside of the range "
      + "that was asked for.",
    advice:
      "An error of the server's software: it answers twice, or two layers answer, or for a connection that has ended. "
      + "A client may take it for the answer to its next request of that kind, and read a wrong value. One that goes on "
      + "behind an attribute outside of the range asks the same for ever.")

  static let partLost = FindingRule(
    identifier: "part-lost", severity: .warning,
    condition:
      "In an HCI log a continuation of an L2CAP PDU comes without its beginning, or another PDU begins before the "
      + "rest has come, though the recorder tells of nothing that it lost.",
    advice:
      "Packets were lost between the controller and the host, where the kernel logs \"unexpected continuation\" "
      + "and \"unexpected start\" frames, or on the way to the log. The value, or the answer, that they were a "
      + "part of is lost; a request stays without its answer, though the peer gave one. Look at the transport: the "
      + "flow control of the UART, the buffers of the USB driver, the firmware of the controller.")

  static let offsetIgnored = FindingRule(
    identifier: "offset-ignored", severity: .error,
    condition:
      "A server answers the Read Blob Requests of a long read with its first part again and again.",
    advice:
      "Its read handler does not look at the offset: it has to give the rest of the value "
      + "from there. Only the "
      + "first part of the value is known. With an MTU that the whole value fits into no offset"
      + " is needed."
  )

  static let discoveryEndless = FindingRule(
    identifier: "discovery-endless", severity: .warning,
    condition:
      "A client sends the same request for services, characteristics or descriptors four times in a row, without "
      + "delay and with no other request in between, and gets the same answer each time.",
    advice:
      "A client must continue after the last handle of each answer (Core Specification, Vol 3, Part G, 4.4 to "
      + "4.7), and a server must not answer with handles before the range that was asked for. The finding says "
      + "which of the two is at fault. In an app, the discovery never ends.")

  package static let connectInvalid = FindingRule(
    identifier: "connect-invalid", severity: .error,
    condition:
      "A CONNECT_IND or AUX_CONNECT_REQ asks for an interval that is not 7.5 ms to 4 s, a latency above 499, a "
      + "supervision time-out that is not 100 ms to 32 s, a hop increment that is not 5 to 16 (CONNECT_IND), or has "
      + "fewer than 2 data channels.",
    advice:
      "The Core Specification (Vol 6, Part B, 2.3.3.1, 4.5.1, 4.5.2) does not allow it: the peripheral has to ignore "
      + "such a request, and firmware that takes it may stop or hang. Correct the central; test the peripheral."
  )
}
