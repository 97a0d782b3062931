// Written by scripts/declarations; do not edit.

// swift-format-ignore-file

extension BuiltInDeclarations {
  static let index: StaticString =
    ##"""

"""##

  static let programs: StaticString =
    ##"""

"""##

  static let keys: StaticString =
    ##"""

"""##
}
