/// How well devices are heard.
extension FindingRule {
  package static let weakSignal = FindingRule(
    identifier: "weak-signal", severity: .note,
    condition:
      "A device that connections are made with, or attempted, is heard at -90 dBm or less: the "
      + "median of its advertisements, if there are at least 3, or in a capture of the link layer of its "
      + "packets in connections, if there are at least 10.",
    advice:
      "Packets are lost at such a strength, and the connection soon: bring the two closer together, "
      + "turn the antenna, or raise the power that the device sends with. In a sniffer's capture it is "
      + "the sniffer that hears it so weakly: place it closer.")
}
