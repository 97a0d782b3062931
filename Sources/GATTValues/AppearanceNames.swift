import AssignedNumbers

/// The one place where decoders ask for the name of an appearance.
enum AppearanceNames {
  static func name(_ code: UInt16) -> String? { AssignedNumbers.appearance(code) }
}
