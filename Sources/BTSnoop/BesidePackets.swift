/// How much of each kind a capture has beside packets and the comments on them. Readers count it and pass none of it on.
package struct BesidePackets: Equatable, Sendable {
  /// On the file, an interface, statistics; or on a packet, where they were too many or too long.
  package internal(set) var comments: UInt64 = 0
  /// Notes that `bleinspect` has made on packets.
  package internal(set) var annotations: UInt64 = 0
  /// Names, descriptions and addresses of interfaces.
  package internal(set) var interfaceNames: UInt64 = 0
  /// The computer, its system, the program, a filter.
  package internal(set) var recorderTexts: UInt64 = 0
  /// Blocks that are not read, such as names of hosts, keys and the log of a system; and options of makers.
  package internal(set) var otherBlocks: UInt64 = 0

  package init() {}

  package static func += (sum: inout BesidePackets, more: BesidePackets) {
    sum.comments &+= more.comments
    sum.annotations &+= more.annotations
    sum.interfaceNames &+= more.interfaceNames
    sum.recorderTexts &+= more.recorderTexts
    sum.otherBlocks &+= more.otherBlocks
  }
}
