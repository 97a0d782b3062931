import AssignedNumbers

/// The only place where decoders look up the name of an appearance.
enum AppearanceNames {
  static func name(of code: UInt16) -> String? { AssignedNumbers.appearance(code) }
}
