/// The numbers of the fields that are written, and of the words of enumerations.
///
/// Source: Perfetto's reference of TracePacket (perfetto.dev), and what its trace processor reads.
enum TraceFields {
  /// A field of Trace, the whole file.
  static let packet: UInt32 = 1

  enum Packet {
    static let clockSnapshot: UInt32 = 6
    /// Nanoseconds.
    static let timestamp: UInt32 = 8
    /// Names are numbered for each sequence.
    static let sequence: UInt32 = 10
    static let trackEvent: UInt32 = 11
    static let internedData: UInt32 = 12
    static let sequenceFlags: UInt32 = 13
    static let trackDescriptor: UInt32 = 60
  }

  /// Numbers of names begin here; those of earlier packets are used.
  static let namesBegin: UInt64 = 1
  static let namesUsed: UInt64 = 2

  enum ClockSnapshot {
    static let clock: UInt32 = 1
    static let identifier: UInt32 = 1
    static let timestamp: UInt32 = 2
    /// The clock of the time of day, and that of timestamps unless a packet names another.
    static let realTime: UInt64 = 1
    static let bootTime: UInt64 = 6
  }

  enum Interned {
    static let categories: UInt32 = 1
    static let argumentNames: UInt32 = 3
    static let identifier: UInt32 = 1
    static let name: UInt32 = 2
  }

  enum Track {
    static let uuid: UInt32 = 1
    static let name: UInt32 = 2
    static let parent: UInt32 = 5
    static let counter: UInt32 = 8
    static let childOrdering: UInt32 = 11
    static let siblingRank: UInt32 = 12
    static let orderedByRank: UInt64 = 3
    /// A field of the counter's descriptor.
    static let unitName: UInt32 = 6
  }

  enum Event {
    static let category: UInt32 = 3
    static let argument: UInt32 = 4
    static let type: UInt32 = 9
    static let track: UInt32 = 11
    static let name: UInt32 = 23
    static let counterValue: UInt32 = 44
    static let flow: UInt32 = 47
  }

  enum EventType: UInt64 {
    case sliceBegin = 1
    case sliceEnd, instant, counter
  }

  enum Argument {
    static let name: UInt32 = 1
    static let boolean: UInt32 = 2
    static let unsigned: UInt32 = 3
    static let signed: UInt32 = 4
    static let double: UInt32 = 5
    static let text: UInt32 = 6
    static let members: UInt32 = 11
    static let elements: UInt32 = 12
  }
}
