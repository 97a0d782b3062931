/// The rules of subscriptions, security and channels.
extension FindingRule {
  // MARK: Subscriptions

  static let subscriptions: [FindingRule] = [
    neverSubscribed, subscriptionRefused, silentSubscription, valuesStop, wrongSubscription,
    valuesWithoutSubscription, valuesTwice,
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
      "Notifications or indications come without a subscription, or before it, in this connection, "
      + "which begins in the capture, with a device that is not bonded; not where two octets were "
      + "written to an unknown attribute, nor in captures of the link layer, which may lack what "
      + "turned them on. Or all that comes is of the kind that was not turned on, or three values or more come a second "
      + "or longer after they were turned off.",
    advice: "A server must not send them before its client turns them on (Core Specification, Vol "
      + "3, Part G, 3.3.3.3): some clients drop them. Indications in place of notifications are slower: "
      + "each waits to be confirmed.")

  package static let valuesTwice = FindingRule(
    identifier: "values-twice", severity: .warning,
    condition:
      "Nearly all values of a characteristic come in pairs of equal values, four pairs or more. One value of a pair "
      + "is a notification and the other an indication; or one comes alone and the other in a PDU with several "
      + "values; or they come on two bearers. Pairs of two PDUs of the same kind count if the second PDU follows at "
      + "least four times as fast as the next pair does, and three pairs or more differ from the pair before.",
    advice:
      "The server sends each value twice. Turn on either notifications or indications, not both (0001 or 0002, "
      + "not 0003), and on one bearer only. A server that sends one notification for each subscription may count a "
      + "client that subscribes again as a second subscriber. If a value comes once here but twice in an app, the "
      + "app or its host duplicates it.")

  // MARK: Security

  static let securities: [FindingRule] = [
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

  static let channelRules: [FindingRule] = [
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
      + "stands still, or begins again after a restart (MiBeacon, BTHome, and forms that a file declares as "
      + "encrypted).",
    advice: "Who hears both learns how their plain texts differ, and may replay old ones. The "
      + "firmware has to count on for each new message, and to keep the counter over a restart; "
      + "if it cannot, give the device a new key.")
}
