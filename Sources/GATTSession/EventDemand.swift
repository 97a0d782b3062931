/// What a listener wants of the session, which leaves out the rest. The session's own state does not depend on it.
package struct EventDemand: Sendable {
  /// Whether it wants events; if not, only the state of the session is kept.
  package var events: Bool
  /// Which advertisements: the others may be left out.
  package var advertisements: AdvertisementChoice
  /// What the data of advertisements say.
  package var advertisedData: Bool
  /// The texts of values and advertisements; those of attributes' last values are there without.
  package var texts: Bool
  /// The texts of attributes' last values.
  package var lastTexts: Bool
  /// When values and advertisements are decoded, and by whom.
  package var decoding: DecodingTime
  /// Whether it gets events with their records, even if one before them waits to be completed.
  package var atOnce: Bool
  /// Silences, which are not events.
  package var silences: Bool
  /// What a sniffer did not hear of a connection.
  package var unheard: Bool
  /// Marks; without them, comments of captures are not read.
  package var marks: Bool
  /// The logs of apps, whose attributes may have no handles; if not, they are refused.
  package var appLogs: Bool

  package init(
    events: Bool = true, advertisements: AdvertisementChoice = .all, advertisedData: Bool = true,
    texts: Bool = true, lastTexts: Bool = true, decoding: DecodingTime = .first,
    atOnce: Bool = false, silences: Bool = false, unheard: Bool = false, marks: Bool = true,
    appLogs: Bool = true
  ) {
    self.events = events
    self.advertisements = advertisements
    self.advertisedData = advertisedData
    self.texts = texts
    self.lastTexts = lastTexts
    self.decoding = decoding
    self.atOnce = atOnce
    self.silences = silences
    self.unheard = unheard
    self.marks = marks
    self.appLogs = appLogs
  }

  /// What two listeners want together: each takes its own part. Only what both can do with is at once, or an app's log.
  package func joined(with other: Self) -> Self {
    Self(
      events: events || other.events,
      advertisements: advertisements.joined(with: other.advertisements),
      advertisedData: advertisedData || other.advertisedData, texts: texts || other.texts,
      lastTexts: lastTexts || other.lastTexts,
      decoding: decoding == other.decoding ? decoding : .first, atOnce: atOnce && other.atOnce,
      silences: silences || other.silences, unheard: unheard || other.unheard,
      marks: marks || other.marks, appLogs: appLogs && other.appLogs)
  }
}

/// Which advertisements are wanted.
package enum AdvertisementChoice: String, CaseIterable, Sendable {
  /// The first of a device, and then when its data or type differ.
  case changes
  case all, none

  package func include(isRepeat: Bool) -> Bool {
    switch self {
    case .changes: !isRepeat
    case .all: true
    case .none: false
    }
  }

  fileprivate func joined(with other: Self) -> Self {
    if self == .all || other == .all { return .all }
    return self == .changes || other == .changes ? .changes : .none
  }
}
