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
  ]

  // MARK: Ends

  private static let ends: [FindingRule] = [
    linkLost, neverEstablished, instantPassed, procedureTimeout, endedByError, connectFailed,
    disconnectsRepeat, endsAfterFixedTime, weakSignal, eventsMissing,
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
      + "Response Timeout / LL Response Timeout, 22).",
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

  package static let connectFailed = FindingRule(
    identifier: "connect-failed", severity: .warning,
    condition: "The controller reports that an attempt to connect has failed; not where the host "
      + "cancelled it.",
    advice: "The reason says whether the controller refused it (Command Disallowed: another "
      + "attempt is under way; Connection Limit Exceeded: too many connections) or the device "
      + "did not answer.")

  package static let disconnectsRepeat = FindingRule(
    identifier: "disconnects-repeat", severity: .warning,
    condition: "Three or more connections of a device end for the same reason, which is not one of "
      + "those of an ordinary end (13 to 16); or the peer ends them with 13, 14 or 15, each after it "
      + "refused something for want of encryption, left a request without an answer, or a pairing failed.",
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

  private static let links: [FindingRule] = [
    timeoutTooShort, timeoutFragile, intervalRefused, updateFailed, intervalTooLong,
    intervalTooShort, dataNotDelivered, commandFailed, commandLate, advertisingEndless,
    hardwareError,
  ]

  package static let timeoutTooShort = FindingRule(
    identifier: "timeout-too-short", severity: .error,
    condition: "The supervision time-out is not above 2 x (1 + peripheral latency) x interval, and "
      + "of a subrated connection x subrate factor: the Core Specification (Vol 4, Part E, 7.8.12; "
      + "Vol 6, Part B, 4.5.2) forbids that.",
    advice: "Ask for a longer time-out, a shorter interval or less latency. A peripheral that "
      + "makes use of its latency may lose the link at once.")

  package static let timeoutFragile = FindingRule(
    identifier: "timeout-fragile", severity: .warning,
    condition: "The supervision time-out is below 6 x (1 + peripheral latency) x interval (x "
      + "subrate factor): a few lost packets end the connection.",
    advice: "Ask for a longer time-out: 2 to 6 s are usual.")

  package static let intervalRefused = FindingRule(
    identifier: "interval-refused", severity: .warning,
    condition: "The central refuses connection parameters that the peripheral asks for.",
    advice: "Ask for what the platform accepts: Apple's and Google's guidelines say what that is.")

  package static let updateFailed = FindingRule(
    identifier: "update-failed", severity: .warning,
    condition: "The controller reports that a change of the connection parameters, of the subrate "
      + "or of the PHYs has failed; or that one of this host's updates is complete, with an interval that it did not "
      + "ask for.",
    advice: "Unsupported Remote Feature: the peer's controller cannot do it; ask for connection "
      + "parameters by L2CAP. Otherwise ask again later, or for what suits both sides.")

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
      + "not have what was asked for.")

  static let commandLate = FindingRule(
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

  private static let requests: [FindingRule] = [
    slowAnswers, requestUnanswered, requestTimedOut, requestRefused, operationFailed,
    valueMalformed, valueImplausible, wrongWrite,
    requestTooEarly, answerNotHeard, answerDamaged, mtuLeftAtMinimum,
  ]

  package static let slowAnswers = FindingRule(
    identifier: "slow-answers", severity: .warning,
    condition: "A request waits for over 1 s, or the 95th percentile of at least 20 answers is "
      + "above 50 ms and (3 + peripheral latency) connection intervals, or their median above 100 ms and as long as "
      + "the peripheral latency lets the peripheral stay silent; not where the recording "
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
      + "Handle or Database Out Of Sync: the client has an old copy of the attributes. Codes from 80 are the device's "
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

  // MARK: Subscriptions

  private static let subscriptions: [FindingRule] = [
    neverSubscribed, subscriptionRefused, silentSubscription, valuesStop, wrongSubscription,
    valuesWithoutSubscription,
  ]

  package static let neverSubscribed = FindingRule(
    identifier: "never-subscribed", severity: .warning,
    condition:
      "What a service is for (its first characteristic that sends values) is never turned on, "
      + "nor anything else of the service, in a connection of 10 s or longer whose start is in the "
      + "capture, nor in another one of the device. Only of services of the Bluetooth SIG, without those "
      + "that all devices have; not with a bonded device, which may remember it, and not where a sniffer "
      + "may have missed it. Of each device the first such connection is told. Or, in an HCI log, what was turned on is "
      + "turned off within a second, before a value came, and stays so for 10 s.",
    advice: "Values come when their client asks for them: write 0001 (notifications) or 0002 "
      + "(indications) to the Client Characteristic Configuration of the characteristic. Apps do so with "
      + "setNotifyValue, with writeDescriptor after setCharacteristicNotification, or with start_notify."
  )

  package static let subscriptionRefused = FindingRule(
    identifier: "subscription-refused", severity: .warning,
    condition:
      "A server answers a write that is to turn on notifications or indications with an error, "
      + "and they are not turned on later in the connection.",
    advice:
      "No values come. Insufficient Authentication or Encryption: pair first, then write it again. "
      + "Write Not Permitted or Request Not Supported: the characteristic does not send values, or the "
      + "wrong descriptor was written.")

  static let silentSubscription = FindingRule(
    identifier: "silent-subscription", severity: .warning,
    condition: "Notifications or indications are turned on, and no value comes until they are "
      + "turned off, or the connection or the capture ends, at least 10 s later; not for Service "
      + "Changed and Battery Level, nor for reports of keyboards and the like, which are usually silent, "
      + "nor for records and what control points answer, which come when asked for.",
    advice: "Look for what the device waits for: often a command, a pairing or a button. What only "
      + "sends when something happens may be silent for good.")

  static let valuesStop = FindingRule(
    identifier: "values-stop", severity: .warning,
    condition:
      "Notifications or indications that came by a clock, at least 30 of them, 100 ms or more apart on "
      + "average and never three times that, stop while they are turned on: for 10 s, and ten times the "
      + "longest time between two. Not where a client wrote something from 2 s before the last one on, "
      + "which may have stopped them, nor where the link was lost meanwhile.",
    advice:
      "The device has stopped by itself: a sensor that is no longer worn, a sleep mode, a full queue "
      + "or a task that hangs. Look at its own log at that time.")

  static let wrongSubscription = FindingRule(
    identifier: "wrong-subscription", severity: .warning,
    condition: "A client turns on notifications for a characteristic that only indicates, or "
      + "indications for one that only notifies, or either for one that does neither, and the server accepts it.",
    advice: "Nothing should come. Write what the properties of the characteristic say: 0001 for "
      + "notifications, 0002 for indications. The server should refuse anything else (Core "
      + "Specification, Vol 3, Part G, 3.3.3.3).")

  package static let valuesWithoutSubscription = FindingRule(
    identifier: "values-without-subscription", severity: .note,
    condition:
      "Notifications or indications come that nobody has turned on, or not yet, in this connection, "
      + "which begins in the capture, with a device that is not bonded; not where two octets were "
      + "written to an unknown attribute, nor in captures of the link layer, which may lack what "
      + "turned them on. Or all that comes is of the kind that was not turned on.",
    advice: "A server must not send them before its client turns them on (Core Specification, Vol "
      + "3, Part G, 3.3.3.3): some clients drop them. Indications in place of notifications are slower: "
      + "each waits to be confirmed.")

  // MARK: Security

  private static let securities: [FindingRule] = [
    bondingLost, micFailure, encryptionFailed, pairingFailed, endedWhilePairing,
    securityRequestUnanswered, pairingsRepeat, justWorksAvoidable, legacyPairing, shortKey,
    passkeyRepeated, addressKept,
  ]

  static let bondingLost = FindingRule(
    identifier: "bonding-lost", severity: .error,
    condition: "Encryption fails, or a connection ends, because a side has no key for the other "
      + "(PIN or Key Missing, 06).",
    advice: "One side has deleted the bond: delete it on the other side, too, and pair again. The "
      + "finding says which side, and whether the same key worked in an earlier connection. A "
      + "peripheral that forgets bonds when it is updated or reset should say so.")

  static let micFailure = FindingRule(
    identifier: "mic-failure", severity: .error,
    condition: "A connection ends because a packet fails its integrity check (Connection "
      + "Terminated due to MIC Failure, 3D).",
    advice: "While encryption is being started, the two sides have different keys: delete the bond "
      + "on both and pair again. Where the same key worked in an earlier connection, the other side "
      + "has lost or changed it since. After that it is not the key: a packet was damaged or forged; "
      + "if it repeats, it is an error of a controller.")

  static let encryptionFailed = FindingRule(
    identifier: "encryption-failed", severity: .error,
    condition: "The controller reports that encryption could not be started, for another reason "
      + "than a missing key; or, in an HCI log, a side ends the connection before it is finished.",
    advice:
      "The status says why; often the peer ended the connection instead of answering. Without "
      + "one, the last step says who owed the next: a host that does not answer the request for its "
      + "key keeps the other side waiting.")

  static let pairingFailed = FindingRule(
    identifier: "pairing-failed", severity: .warning,
    condition: "A side ends a pairing with Pairing Failed; or, in an HCI log, it stands still for "
      + "30 s, after which it has failed (Core Specification, Vol 3, Part H, 3.4), or a side goes on "
      + "with it after its own Pairing Failed, or a second or more after the other side's.",
    advice: "The reason says why. Confirm Value Failed: a wrong passkey. Authentication "
      + "Requirements: a side demands more protection than the other can give. Repeated "
      + "Attempts: wait. Pairing Not Supported: the peer does not pair, or not now. After a time-out "
      + "connect again: often a person took too long, on the side that owed the next PDU. A side that "
      + "goes on after its own Pairing Failed has two stacks: look for a second program that uses the "
      + "controller.")

  static let endedWhilePairing = FindingRule(
    identifier: "ended-while-pairing", severity: .warning,
    condition:
      "A connection ends while a pairing is under way. Not where that timed out before: no PDU of it for "
      + "30 s, in a capture that lacks nothing.",
    advice: "Often a person took too long, or refused. If nobody was asked, the device fails "
      + "while it computes keys or stores them.")

  package static let pairingsRepeat = FindingRule(
    identifier: "pairings-repeat", severity: .warning,
    condition: "A device is paired with three or more times, whether it succeeds or not.",
    advice: "The bond is not kept, or one side does not find it: look at whether bonding is asked "
      + "for, at the identity address that is exchanged, and at free places for bonds.")

  package static let justWorksAvoidable = FindingRule(
    identifier: "just-works-avoidable", severity: .warning,
    condition: "A pairing uses Just Works although both sides' inputs and outputs allow a method "
      + "that protects against a man in the middle: neither side asked for protection.",
    advice: "Set the MITM flag in the Pairing Request or the Pairing Response of a device whose "
      + "values are worth it.")

  package static let legacyPairing = FindingRule(
    identifier: "legacy-pairing", severity: .note,
    condition: "A pairing succeeds without LE Secure Connections, because a side does not support "
      + "it.",
    advice: "Who records the pairing has the key: with Just Works at once, with a passkey after a "
      + "million trials. Support LE Secure Connections on both sides.")

  package static let shortKey = FindingRule(
    identifier: "short-key", severity: .warning,
    condition: "A pairing makes a key of less than 16 octets, or a connection is encrypted with "
      + "one.",
    advice: "Ask for 16 octets as the largest and the least size.")

  package static let passkeyRepeated = FindingRule(
    identifier: "passkey-repeated", severity: .warning,
    condition: "Two pairings by Passkey Entry use the same passkey.",
    advice: "Whoever records a pairing learns its passkey (of LE Secure Connections at once, of a "
      + "legacy pairing after a million trials), and with it can stand between the two sides in "
      + "the next one. Show a new random passkey for each pairing; a device that cannot show one "
      + "should say so. Looked for in the first 64 such pairings of a capture, and four legacy "
      + "passkeys of them, where the library for cryptography is there.")

  package static let addressKept = FindingRule(
    identifier: "address-kept", severity: .note,
    condition: "A device advertises with the same resolvable private address for over an hour.",
    advice: "Such an address is to change every 15 minutes or so (Core Specification, Vol 3, Part "
      + "C, Appendix A): one that does not can be followed like a public one.")

  // MARK: Channels

  private static let channelRules: [FindingRule] = [
    channelRefused, channelFault, channelStarved, signalUnanswered, streamFailed, syncLost,
    nonceReused,
  ]

  static let channelRefused = FindingRule(
    identifier: "channel-refused", severity: .warning,
    condition: "A side refuses to open an L2CAP channel, or to change it.",
    advice: "The result says why: the other side does not offer that service, has no place for "
      + "more channels, or asks for encryption first.")

  static let channelFault = FindingRule(
    identifier: "channel-fault", severity: .error,
    condition: "A side does with an L2CAP channel what it must not: sends without credits, more "
      + "than fits or after the end, or opens it twice; or sends an ATT PDU longer than the MTU.",
    advice:
      "An error of its L2CAP, or of its ATT; the other side may close the channel at once, or "
      + "drop what is too long.")

  static let signalUnanswered = FindingRule(
    identifier: "signal-unanswered", severity: .warning,
    condition:
      "An L2CAP command about channels has no answer; or, in an HCI log that goes on for 30 s, a "
      + "request for connection parameters has none.",
    advice: "The other side does not support it: it should have answered Command Not Understood. A "
      + "host must also answer the requests that its controller reports.")

  static let streamFailed = FindingRule(
    identifier: "stream-failed", severity: .warning,
    condition: "An isochronous stream, or a group of them, is not established.",
    advice: "The status says why; often the controllers have no room for its parameters.")

  static let syncLost = FindingRule(
    identifier: "sync-lost", severity: .warning,
    condition: "The controller cannot follow periodic advertising, or loses it.",
    advice: "The advertiser has stopped, is out of reach, or the time-out of the sync is too "
      + "short for its interval.")

  static let nonceReused = FindingRule(
    identifier: "nonce-reused", severity: .error,
    condition: "A device encrypts two different advertisements with the same nonce: its counter "
      + "stands still, or begins again after a restart (MiBeacon, BTHome).",
    advice: "Who hears both learns how their plain texts differ, and may replay old ones. The "
      + "firmware has to count on for each new message, and to keep the counter over a restart; "
      + "if it cannot, give the device a new key.")
}
