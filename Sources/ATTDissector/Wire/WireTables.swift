import Bytes

/// Facts derived from the rows of all units, computed once: processing a record creates no layout.
enum WireTables {
  /// Parameters of events: first by event code, then by subevent code of LE Meta.
  static let eventLayouts: [WireLayout?] =
    (UInt8.min...UInt8.max).map { HCIEventRows.row($0)?.parameters }
    + (UInt8.min...UInt8.max).map { LEMetaEventRows.row($0)?.parameters }

  /// Names of events, by the indexes of `eventLayouts`.
  static let eventNames: [StaticString?] =
    (UInt8.min...UInt8.max).map { HCIEventRows.row($0)?.name }
    + (UInt8.min...UInt8.max).map { LEMetaEventRows.row($0)?.name }
  static let eventSummaries: [SummaryShape] = eventLayouts.map { SummaryShape($0 ?? []) }
  static let eventHandles: [HandlePlace] = eventLayouts.map { HandlePlace($0 ?? []) }
  /// Fields that summaries show after those of `eventSummaries`, by the indexes of `eventLayouts`.
  static let eventFields = SummaryTable(
    zip(eventNames, zip(eventLayouts, eventSummaries)).map {
      ($1.0 ?? []).summaryFields(of: $0, after: $1.1.fields)
    })

  /// Parameters of commands, by opcode.
  static let commandLayouts = OpcodeLayouts { $0.parameters }
  static let returnedLayouts = OpcodeLayouts { $0.returned }
  /// Parameters of ATT PDUs, by opcode.
  static let attributeLayouts: [WireLayout?] = (UInt8.min...UInt8.max).map {
    ATTRows.row($0)?.parameters
  }
  /// Contents of AD structures, by type.
  static let advertisingLayouts: [WireLayout?] = (UInt8.min...UInt8.max).map {
    ADTypeRows.row($0)?.parameters
  }
  /// Parameters of units that have no row.
  static let parameters: WireLayout = [("Parameters", .rest)]
  static let data: WireLayout = [("Data", .rest)]
  /// What Command Complete begins with.
  static let commandComplete: WireLayout = [
    ("Num HCI command packets", .u8), ("Command opcode", .opcode),
  ]
  static let statusAlone: WireLayout = [("Status", .status)]

  /// Fields that summaries of commands show, by `OpcodeTable.index`.
  static let commandFields = SummaryTable(
    OpcodeTable.rows { $0?.parameters?.summaryFields(of: $0?.name) ?? [] })
  /// After the status.
  static let returnedFields = SummaryTable(
    OpcodeTable.rows { $0?.returned?.summaryFields(of: $0?.name, after: 1) ?? [] })

  /// Fields that summaries of LL control PDUs show, by opcode.
  static let controlFields = SummaryTable(
    (UInt8.min...UInt8.max).map {
      let row = ControlRows.row($0)
      return row?.parameters.summaryFields(of: row?.name) ?? []
    })

  /// Fields that summaries of L2CAP signals and of SMP PDUs show, by code.
  static let signalFields = SummaryTable(
    (UInt8.min...UInt8.max).map {
      let row = L2CAPSignalRows.row($0)
      return row?.parameters?.summaryFields(of: row?.name) ?? []
    })
  static let securityFields = SummaryTable(
    (UInt8.min...UInt8.max).map {
      let row = SMPRows.row($0)
      return row?.parameters?.summaryFields(of: row?.name) ?? []
    })

  static let commandHandles = OpcodeTable { $0.parameters }
  static let returnedHandles = OpcodeTable { $0.returned }

  static let attributePDUs = (UInt8.min...UInt8.max).map(ATTOpcode.Facts.init)

  /// Octets that follow the opcode of an LL control PDU, by opcode.
  static let controlLengths: [Int?] = (UInt8.min...UInt8.max).map {
    ControlRows.row($0)?.parameters.size
  }

  /// Whether a PacketLogger record holds only text, by record type.
  static let isLoggedText: [Bool] = (UInt8.min...UInt8.max).map {
    guard let first = PacketLoggerRows.row($0)?.parameters?.first else { return false }
    if case .restTerminatedText = first.1 { return true } else { return false }
  }
}

/// The place of the connection handle in a unit.
struct HandlePlace: Sendable {
  /// In the parameters; `nil` for a unit without a handle at a fixed place.
  var offset: Int?
  /// The handle is meaningless unless the status, which comes first, is success.
  var needsSuccess = false

  init() {}

  init(_ layout: WireLayout) {
    offset = layout.offset {
      switch $0 {
      case .handle(.connection), .handle(.newConnection): true
      default: false
      }
    }
    needsSuccess = layout.contains {
      if case .handle(.newConnection) = $0.1 { true } else { false }
    }
  }
}

/// Places of handles by the opcode of a command.
struct OpcodeTable: Sendable {
  private static let groups: UInt16 = 9
  private var places: [HandlePlace]

  /// - layout: selects a layout of a row.
  init(_ layout: (WireRow) -> WireLayout?) {
    places = Self.rows { HandlePlace($0.flatMap(layout) ?? []) }
  }

  subscript(opcode: UInt16) -> HandlePlace {
    Self.index(opcode).map { places[$0] } ?? HandlePlace()
  }

  /// What is derived of the row of each opcode that may have one, in the order of `index`.
  static func rows<Derived>(_ derive: (WireRow?) -> Derived) -> [Derived] {
    var all: [Derived] = []
    all.reserveCapacity(Int(groups) << 8)
    for group in 0..<groups {
      for command in 0..<(1 << 8 as UInt16) {
        all.append(derive(HCICommandRows.row(group << 10 | command)))
      }
    }
    return all
  }

  /// - Returns: `nil` for an opcode that has no row.
  static func index(_ opcode: UInt16) -> Int? {
    let group = opcode >> 10
    let command = opcode & 0x3FF
    return group < groups && command < 1 << 8 ? Int(group << 8 | command) : nil
  }
}

/// Layouts of commands, by opcode.
struct OpcodeLayouts: Sendable {
  private var layouts: [WireLayout?]

  /// - layout: selects a layout of a row.
  init(_ layout: (WireRow) -> WireLayout?) { layouts = OpcodeTable.rows { $0.flatMap(layout) } }

  subscript(opcode: UInt16) -> WireLayout? { OpcodeTable.index(opcode).flatMap { layouts[$0] } }
}

/// The first event parameters, as far as a summary shows them.
enum SummaryShape: Sendable, Equatable {
  case nothing, status, statusHandleReason, handle, address, statusAddress, reports
  /// - isNew: the handle is meaningless unless the status is success.
  case statusHandle(isNew: Bool)

  init(_ layout: WireLayout) {
    let types = layout.prefix(3).map(\.1)
    let second: WireType? = types.count > 1 ? types[1] : nil
    switch types.first {
    case .named(1, .status)?:
      switch second {
      case .handle(let handle)?:
        if types.count > 2, case .named(1, .status) = types[2] {
          self = .statusHandleReason
        } else {
          self = .statusHandle(isNew: handle == .newConnection || handle == .newSync)
        }
      case .address?: self = .statusAddress
      default: self = .status
      }
    case .handle?:
      // An event that starts with two handles is not about either alone.
      if case .handle? = second { self = .nothing } else { self = .handle }
    case .address?: self = .address
    case .list? where layout.first?.0.description == "Report": self = .reports
    default: self = .nothing
    }
  }

  /// The number of fields.
  var fields: Int {
    switch self {
    case .nothing, .reports: 0
    case .status, .handle, .address: 1
    case .statusHandle, .statusAddress: 2
    case .statusHandleReason: 3
    }
  }

  /// Whether it starts with a status: unless that is success, the rest is meaningless.
  var hasStatus: Bool {
    switch self {
    case .status, .statusHandle, .statusAddress, .statusHandleReason: true
    case .nothing, .reports, .handle, .address: false
    }
  }
}
