import GATTSession
import Timeline

extension StatsRenderer.Options {
  /// Whether what happens to an attribute is counted.
  func counts(_ attribute: Attribute?) -> Bool { filter.includes(attribute) }

  /// Whether only some of the records are counted.
  var isOfTime: Bool { filter.frames != nil || filter.from != nil || filter.to != nil }
}
