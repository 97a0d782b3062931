import Vocabulary

/// What a person should look at, declared once: its name for scripts, how grave it is, when it applies,
/// and what to do about it. The words of a single finding are its own.
package struct FindingRule: Sendable, Equatable {
  package enum Severity: String, Sendable {
    /// A device breaks the specification, or something is lost.
    case error
    /// Something did not work, or soon will not.
    case warning
    /// It works, and could work better.
    case note
  }

  /// `slow-answers`
  package let identifier: String
  package let severity: Severity
  /// When it applies.
  package let condition: String
  /// What to do about it.
  package let advice: String

  package static func named(_ identifier: String) -> FindingRule? {
    all.first { $0.identifier == identifier }
  }

  /// Identifiers that may be meant.
  package static func similar(to name: String) -> [String] {
    name.isEmpty ? [] : Suggestion.names(for: name, among: all.map(\.identifier))
  }

  package static func == (one: FindingRule, other: FindingRule) -> Bool {
    one.identifier == other.identifier
  }
}

extension FindingRule {
  /// In the order of `explain`.
  package static let all: [FindingRule] = groups.flatMap(\.rules)

  /// What they are about, and the rules.
  package static let groups: [(title: String, rules: [FindingRule])] = [
    ("Ends of connections", ends), ("Links", links), ("Requests", requests),
    ("Subscriptions", subscriptions), ("Security", securities),
    ("Channels and streams", channelRules), ("What the specification forbids", protocols),
    ("Between recorders", recorders),
  ]

  // MARK: Ends

  static let ends: [FindingRule] = [
    linkLost, neverEstablished, instantPassed, procedureTimeout, endedByError, connectFailed,
    connectSlow, endedAtOnce, disconnectsRepeat, endsAfterFixedTime, weakSignal, eventsMissing,
  ]

  package static let linkLost = FindingRule(
    identifier: "link-lost", severity: .warning,
    condition: "A connection ends with Connection Timeout (08).",
    advice: "Compare when each side was last heard with when the device is heard advertising "
      + "again: a device that does so at once has restarted or ended the link without a word; one "
      + "that does so only after the time-out was out of reach. Count from when this host scanned "
      + "again: before, it could hear nobody.")

  package static let neverEstablished = FindingRule(
    identifier: "never-established", severity: .warning,
    condition:
      "A connection ends with Connection Failed to be Established (3E); or, in a capture of "
      + "the link layer, no packet of the peripheral is heard in its first six intervals, the central "
      + "repeats its first PDU with one sequence number, at least 4 times, or twice if the peripheral "
      + "then advertises as connectable or the two connect again.",
    advice: "The device did not hear the first packets: weak signal, a busy central, or a device "
      + "that had just stopped listening. Connect again; many stacks do so by themselves.")

  package static let instantPassed = FindingRule(
    identifier: "instant-passed", severity: .warning,
    condition: "A connection ends because a change of the link was missed (Instant Passed, 28).",
    advice: "The peripheral was not heard for too long before the change: look at the signal, and "
      + "at the latency that it makes use of. A change that this host asked for and that never completed is "
      + "named.")

  package static let procedureTimeout = FindingRule(
    identifier: "procedure-timeout", severity: .error,
    condition: "A connection ends because a procedure of the link layer was not answered (LMP "
      + "Response Timeout / LL Response Timeout, 22); or, in a capture of the link layer that has all of it, a side "
      + "falls silent 40 s after it has begun one that the other side has not answered.",
    advice: "If this host had asked for the end just before, the other side was gone and did not "
      + "acknowledge that. Else the controller of one side has not answered within 40 s, which is "
      + "an error of its firmware: the oldest procedure that was open (features, version, PHY, data length, "
      + "parameters, encryption) is the one, and what was asked for later waited behind it, as the procedures of a "
      + "link come one after the other. Avoid that one, or update the firmware.")

  package static let endedByError = FindingRule(
    identifier: "ended-by-error", severity: .warning,
    condition:
      "A connection ends with another reason than those of an ordinary end (13 to 16), for "
      + "which there is no rule of its own.",
    advice: "Look the reason up in the Core Specification (Vol 1, Part F), and look at what comes "
      + "just before the end with stats --why.")

  package static let connectSlow = FindingRule(
    identifier: "connect-slow", severity: .note,
    condition:
      "A connection with a device that advertises takes 2 s or longer from when this host asked for it, and the "
      + "log shows why: the device is heard once a second or less often, or the controller listens for less than "
      + "half of the time. Not for attempts that wait for any of several devices.",
    advice:
      "A connection can begin when the device advertises while the controller listens: ask for a scan window as "
      + "long as the scan interval while somebody waits, and advertise every 20 to 152.5 ms at first."
  )

  package static let connectFailed = FindingRule(
    identifier: "connect-failed", severity: .warning,
    condition: "The controller reports that an attempt to connect has failed; not where the host "
      + "cancelled it.",
    advice: "The reason says whether the controller refused it (Command Disallowed: another "
      + "attempt is under way; Connection Limit Exceeded: too many connections) or the device "
      + "did not answer.")

  package static let endedAtOnce = FindingRule(
    identifier: "ended-at-once", severity: .warning,
    condition:
      "The peer ends a connection (13, 14 or 15) within 2 s of its beginning, before either side has sent data or begun "
      + "to encrypt it.",
    advice:
      "No request of this host is the reason: none had been sent. Look at the log of the device: it may serve known "
      + "hosts only, or one at a time, or expect a bond that one side has lost."
  )

  package static let disconnectsRepeat = FindingRule(
    identifier: "disconnects-repeat", severity: .warning,
    condition: "Three or more connections of a device end for the same reason, which is not one of "
      + "those of an ordinary end (13 to 16); or the peer ends them with 13, 14 or 15, each after it "
      + "refused something for want of encryption, left a request without an answer, or after a pairing or encryption "
      + "that failed.",
    advice: "It is not chance: compare what comes just before each end with stats --why.")

  package static let endsAfterFixedTime = FindingRule(
    identifier: "ends-after-fixed-time", severity: .warning,
    condition:
      "Connections of a device end for the same reason, each the same time after it began, "
      + "after it was encrypted, after its last parameters, or after the last data of one side (within 50 ms, or 0.5 %): two where it has no others that "
      + "end so, or three; not sooner than after 3 s, or than after 10 s where data came or went in the last "
      + "second (the same work takes equally long), not where this host ended them, and not where the "
      + "reason itself is a time-out that begins there.",
    advice:
      "A timer ends them: of an app, a firmware or a stack that waits for something (a pairing, a "
      + "subscription, a message of its own protocol) and gives up. Look at what should have happened "
      + "by then.")

  static let eventsMissing = FindingRule(
    identifier: "events-missing", severity: .note,
    condition: "In a capture of the link layer nothing is heard of a connection for more than one "
      + "and a half intervals, where the interval is 50 ms or longer.",
    advice: "The sniffer has lost them, or the peripheral makes use of its latency. What happened "
      + "meanwhile is not in the capture: place the sniffer closer to both devices.")

  // MARK: Links

  static let links: [FindingRule] = [
    timeoutTooShort, timeoutFragile, dataLengthLimited, intervalRefused, updateFailed,
    intervalTooLong, intervalTooShort, dataNotDelivered, commandFailed, commandLate,
    advertisingEndless, hardwareError,
  ]

  package static let timeoutTooShort = FindingRule(
    identifier: "timeout-too-short", severity: .error,
    condition: "The supervision time-out is not above 2 x (1 + peripheral latency) x interval, and "
      + "of a subrated connection x subrate factor: the Core Specification (Vol 4, Part E, 7.8.12; "
      + "Vol 6, Part B, 4.5.2) forbids that.",
    advice: "Ask for a longer time-out, a shorter interval or less latency. A peripheral that "
      + "makes use of its latency may lose the link at once.")

  package static let timeoutFragile = FindingRule(
    identifier: "timeout-fragile", severity: .note,
    condition:
      "Fewer than 6 connection events that go wrong one after the other end the connection: the supervision "
      + "time-out is below (6 + peripheral latency) x interval (x subrate factor). After one that it misses, a "
      + "peripheral makes no use of its latency (Core Specification, Vol 6, Part B, 4.5.1).",
    advice:
      "Ask for a longer time-out: 2 to 6 s are usual. Where such a connection is lost, WHY says so."
  )

  package static let dataLengthLimited = FindingRule(
    identifier: "data-length-limited", severity: .warning,
    condition:
      "The octets of the data length cannot be used: the time that goes with them lets fewer through on the PHY in "
      + "force (Core Specification, Vol 6, Part B, 4.5.10), and of the longest values, 10 or more in a second, each "
      + "takes more PDUs for that reason.",
    advice:
      "Ask for the time with the octets: 251 octets need 2120 us on LE 1M, 17040 us on LE Coded. A host that sets the "
      + "octets only (LE Set Data Length, the default data length) leaves the time at 328 us."
  )

  package static let intervalRefused = FindingRule(
    identifier: "interval-refused", severity: .warning,
    condition: "The central refuses connection parameters that the peripheral asks for.",
    advice: "Ask for what the platform accepts: Apple's and Google's guidelines say what that is.")

  package static let updateFailed = FindingRule(
    identifier: "update-failed", severity: .warning,
    condition: "The controller reports that a change of the connection parameters, of the subrate "
      + "or of the PHYs has failed; or that one of this host's updates is complete, with an interval that it did not "
      + "ask for. Or a central accepts connection parameters other than those in use on the L2CAP signalling channel, "
      + "and 10 s later they are not in use (2 s, where the peripheral then ends the connection); in a log of the "
      + "central, it has not told its controller to change them.",
    advice: "Unsupported Remote Feature: the peer's controller cannot do it; ask for connection "
      + "parameters by L2CAP. Otherwise ask again later, or for what suits both sides. A host that accepts parameters "
      + "has to send LE Connection Update; a peripheral asks again, and not while another update is under way."
  )

  static let intervalTooLong = FindingRule(
    identifier: "interval-too-long", severity: .note,
    condition: "Over 5 s in total are spent waiting for answers while the connection interval is "
      + "100 ms or longer; not for those of the recording host, since its times are not those of the air.",
    advice: "An answer takes at least one interval: ask for a short interval (15 to 30 ms) while "
      + "much is asked, and for the long one after that.")

  package static let intervalTooShort = FindingRule(
    identifier: "interval-too-short", severity: .note,
    condition: "An interval of 20 ms or less is kept without latency for a minute or longer, and "
      + "fewer than one value or request in 100 connection events makes use of it; not where there "
      + "are L2CAP channels or isochronous streams.",
    advice: "Each event costs both sides energy: ask for a longer interval, or for latency, when "
      + "the work is done.")

  package static let dataNotDelivered = FindingRule(
    identifier: "data-not-delivered", severity: .warning,
    condition: "A connection ends while the controller of this host still has packets for it: "
      + "its Number Of Completed Packets events do not cover all that were sent.",
    advice: "Notifications and write commands among them are lost, and nobody says so. Wait for "
      + "the last answer, or use indications and write requests, before the connection ends; "
      + "while values come faster than the link takes them, send fewer.")

  static let commandFailed = FindingRule(
    identifier: "command-failed", severity: .warning,
    condition:
      "A controller refuses a command to scan, to advertise, or to set how, to take an address, to "
      + "follow periodic advertising, to connect, to change or end a connection, or to create isochronous streams.",
    advice: "The status says why. Command Disallowed: what was asked for is already under way, or "
      + "something else has to be stopped first. Unsupported Remote Feature: the other side does "
      + "not have what was asked for. What stands in the way is named: an attempt, a connection, "
      + "scanning or advertising that is on, a random address that was never set.")

  package static let commandLate = FindingRule(
    identifier: "command-late", severity: .warning,
    condition:
      "A controller answers a command with Command Complete or Command Status 2 s after it, or later; or, where it "
      + "has answered all others, not at all: until its host resets it, 2 s later or more, or the capture stops, "
      + "10 s later or more. Or it accepts to end a connection, and does not report the end within the supervision "
      + "time-out.",
    advice:
      "It answers at once, whatever it was asked for; Linux gives up after 2 s. What was asked for did not "
      + "happen until then, or nobody was told: look at the transport to the controller (flow control, a "
      + "controller that sleeps), and at its firmware. The other device has nothing to do with it.")

  static let advertisingEndless = FindingRule(
    identifier: "advertising-endless", severity: .warning,
    condition:
      "High duty cycle directed advertising is on for 3 s, and the controller reports neither a connection "
      + "nor its end.",
    advice:
      "It ends after 1.28 s, with LE Connection Complete and the status Advertising Timeout (3C) (Core "
      + "Specification, Vol 4, Part E, 7.8.9): a host that waits for that waits for ever. Use low duty cycle "
      + "directed advertising, switch it off and on by a timer, or update the firmware of the controller."
  )

  static let hardwareError = FindingRule(
    identifier: "hardware-error", severity: .error,
    condition: "A controller reports a Hardware Error.",
    advice: "Its firmware has failed: it does nothing more until the host resets it, and its "
      + "connections are lost. The code is the maker's own. Look at what was asked of it just "
      + "before, and update its firmware.")

  // MARK: Requests

  static let requests: [FindingRule] = [
    slowAnswers, requestUnanswered, requestTimedOut, requestRefused, operationFailed,
    valueMalformed, valueImplausible, wrongWrite,
    requestTooEarly, answerNotHeard, answerDamaged, mtuLeftAtMinimum,
  ]

  package static let slowAnswers = FindingRule(
    identifier: "slow-answers", severity: .warning,
    condition: "A request waits for over 1 s, or the 95th percentile of at least 20 answers is "
      + "above 50 ms and (3 + peripheral latency) connection intervals, or their median above 100 ms and "
      + "about as long as the peripheral latency lets the peripheral stay silent; these two not where the recording "
      + "host is the server, since its times are not those of the air.",
    advice: "An answer takes at least one interval: shorten it while much is asked, and ask for "
      + "less. Above that, it is the device that is slow, or in a host's log the host itself, whose "
      + "times are in it.")

  static let requestUnanswered = FindingRule(
    identifier: "request-unanswered", severity: .warning,
    condition: "A request has no answer: the connection ends, its channel is closed, or the "
      + "client goes on without it; not where the client's side itself ends the connection "
      + "within 1 s.",
    advice: "Look at how long it waited, and who ended the connection. An end that one side asks "
      + "for cuts requests off; before another end it is usually the link that failed; otherwise "
      + "the server does not handle this request.")

  static let answerNotHeard = FindingRule(
    identifier: "answer-not-heard", severity: .note,
    condition: "In a capture of the link layer the answer to a request, or all but its beginning, "
      + "is missing, and the client goes on: it has received one. Where the sequence numbers "
      + "show that the server has sent nothing that was not heard, it has not answered: that is "
      + "request-unanswered, or request-too-early if the client did not wait.",
    advice: "The devices have it, the sniffer has not: place it closer.")

  static let requestTimedOut = FindingRule(
    identifier: "request-timed-out", severity: .error,
    condition: "A request has no answer, or an indication no confirmation, within 30 s: no further "
      + "ATT PDU may be sent on its bearer (Core Specification, Vol 3, Part F, 3.3.3). "
      + "Confirmations are not looked for in captures of the link layer, which may lack them.",
    advice: "Disconnect and connect again. The server has lost the request, or the client the "
      + "indication: an error of its software.")

  package static let requestRefused = FindingRule(
    identifier: "request-refused", severity: .warning,
    condition: "A server answers a request with an error; not where it ends a search, or asks for "
      + "a pairing that then succeeds.",
    advice: "The error says why. Insufficient Authentication or Encryption: pair first. Invalid "
      + "Handle or Database Out Of Sync: the client has an old copy of the attributes, which it has to discover again: "
      + "where the server had told that they changed (Service Changed), or the client has the handle from an earlier "
      + "connection, that is said. Error 00 is none: the server has left the code out. Codes from 80 are the device's "
      + "own.")

  static let valueMalformed = FindingRule(
    identifier: "value-malformed", severity: .error,
    condition:
      "A value is not in the form that its standard, or a file of --decoders, gives it: it has fewer octets, "
      + "though it does not fill its PDU and the capture has all of it; a checksum in it is wrong; or a date or "
      + "time in it is none. Of values that only their makers define, missing octets do not count.",
    advice: "Whoever sent it packs it wrongly: compare its octets (--frame N --full) with the form "
      + "(decoders show UUID), first the flags, which say what follows. A receiver that does not check the length "
      + "takes what is left of the last value for the rest. `check 'no malformed'` fails on it.")

  static let valueImplausible = FindingRule(
    identifier: "value-implausible", severity: .warning,
    condition:
      "A number in a value is one that its quantity cannot be, as the limits of its declaration say: an "
      + "oxygen saturation of 131 %, a temperature below absolute zero.",
    advice:
      "The value is in its form, so it is the number that is wrong: a scale or an exponent, the order of the "
      + "octets, a raw number of the sensor, or one that stands for \"no value\" in the firmware and has a code of "
      + "its own on the air (NaN, FFFF).")

  static let operationFailed = FindingRule(
    identifier: "operation-failed", severity: .warning,
    condition: "A device answers with a value that what was asked for was not done: the response "
      + "of a control point with another outcome than success, of those whose outcomes are known. Or, in an HCI log, a "
      + "server repeats a part of a queued write with other octets, and the client cancels the write.",
    advice: "ATT itself has no error: the write was accepted. Look at what was written just "
      + "before, and in which order: many devices do it only in a certain state, or after another "
      + "operation, such as Request Control or the selection of an object.")

  static let wrongWrite = FindingRule(
    identifier: "wrong-write", severity: .warning,
    condition: "A client sends a Write Command to a characteristic that does not declare write "
      + "without response, or a Signed Write Command to one that does not declare authenticated "
      + "signed writes; or either to a Client Characteristic Configuration (Core Specification, Vol 3, Part G, "
      + "4.12.3).",
    advice: "A command has no answer: a server that does not take it drops it, and nobody says so. "
      + "Whether this one did is not in the capture. Write with the kind that the properties name, "
      + "usually a Write Request (write with response); or declare the property in the device.")

  static let requestTooEarly = FindingRule(
    identifier: "request-too-early", severity: .warning,
    condition:
      "A client sends a request before its last one is answered, or a server an indication "
      + "before its last one is confirmed, on the same bearer. Confirmations are not looked for in "
      + "captures of the link layer, which may lack them.",
    advice:
      "ATT allows one at a time (Core Specification, Vol 3, Part F, 3.3.2): some devices drop "
      + "the second one. Put requests, and indications, into a queue.")

  static let answerDamaged = FindingRule(
    identifier: "answer-damaged", severity: .note,
    condition: "In a capture of the link layer the answer to a request was only received with a "
      + "bad CRC.",
    advice: "The devices have it, the sniffer has not: place it closer. --bad-crc reads such "
      + "packets as if they were good.")

  package static let mtuLeftAtMinimum = FindingRule(
    identifier: "mtu-left-at-minimum", severity: .note,
    condition:
      "The MTU is 23, and at least 10 values are as long as it lets through: 20 octets, 22 of "
      + "what is read.",
    advice: "Exchange a larger MTU (247 fills one PDU of the longest data length): longer values "
      + "are cut to 20 octets, or need several requests. Where one side has said 23, it is the one "
      + "to change.")
}
