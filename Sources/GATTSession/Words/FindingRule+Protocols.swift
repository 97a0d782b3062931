/// What a side does, or leaves out, that the Core Specification forbids or demands.
extension FindingRule {
  package static let protocols: [FindingRule] = [dataAfterEnd]

  static let dataAfterEnd = FindingRule(
    identifier: "data-after-end", severity: .warning,
    condition:
      "In an HCI log data is on the handle of a connection after its Disconnection Complete, and before "
      + "another connection has the handle; not what the controller still hands over of the peer within 100 ms.",
    advice:
      "It is of no connection, and it is not why that one ended. A few milliseconds after the event the host "
      + "had not seen it yet. Later it uses an old handle: it has to stop when the event comes. What it sent is lost; "
      + "send it again when connected.")
}
