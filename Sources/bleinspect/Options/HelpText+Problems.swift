extension HelpText {
  /// What to do for what problem, on one page: what `-h` alone shows.
  static let byProblem = """
    bleinspect reads captures of Bluetooth Low Energy and says what happened.

    What is wrong?
      bleinspect LOG                              a verdict, findings, devices, the timeline
      bleinspect stats --why LOG                  why each connection ended
      bleinspect stats --latency LOG              slow responses
      bleinspect stats --subscriptions LOG        no notifications come
      bleinspect --errors LOG                     errors, and what led to them
      bleinspect explain RULE                     what a finding means, and what to do

    What was said?
      bleinspect --device 'Polar H7' LOG          one device; also #1, or part of its name
      bleinspect --connection C2 --uuid 2A37 LOG  one connection, one characteristic
      bleinspect exchange LOG                     requests beside their answers
      bleinspect gatt LOG                         services and characteristics
      bleinspect --chart list LOG                 values over time
      bleinspect learn LOG                        the structure of values that nobody knows
      bleinspect packets -v LOG                   every record, dissected

    To hand it on
      bleinspect report LOG                       a page for a browser: LOG.html
      bleinspect --format ndjson LOG              for scripts, and other forms
      bleinspect convert --connection 2 --around 5 LOG small.pcapng
                                                  a part of it, for a vendor

    Still the same?
      bleinspect diff GOOD LOG                    what another recording did otherwise
      bleinspect check LOG 'no att_error'         rules that must hold, for CI

    LOG: btsnoop, pcap, pcapng, PacketLogger, an Android bug report and others; - is standard input
    All commands and options: bleinspect --help; those of a command: bleinspect COMMAND --help

    """
}
