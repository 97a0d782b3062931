import ATTDissector
import Bytes

/// What the peripheral advertises.
package struct Advertisement: Equatable, Sendable {
  /// The most that legacy advertising carries, in either PDU.
  package static let legacyOctets = 31
  /// The most that one command of extended advertising carries.
  package static let extendedOctets = 251

  package var data: [UInt8]
  package var scanResponse: [UInt8]
  /// The recorded address, if the capture shows one.
  package var address: BluetoothAddress?
  /// The controller's own address is used, if it has one.
  package var usesPublicAddress = false
  /// Units of 0.625 ms.
  package var interval: UInt16
  /// Some of the recorded data did not fit.
  package let isCut: Bool

  package init(
    data: [UInt8] = [], scanResponse: [UInt8] = [], address: BluetoothAddress? = nil,
    interval: UInt32 = Self.usualInterval
  ) {
    self.data = Self.structures(of: data, atMost: Self.extendedOctets)
    self.scanResponse = Self.structures(of: scanResponse, atMost: Self.legacyOctets)
    isCut = self.data.count < data.count || self.scanResponse.count < scanResponse.count
    self.address = address
    let allowed = max(Self.intervals.lowerBound, min(interval, Self.intervals.upperBound))
    self.interval = UInt16(truncatingIfNeeded: allowed)
  }

  /// Whether only extended advertising PDUs carry it: then there is no scan response.
  var isLong: Bool { data.count > Self.legacyOctets }

  /// The first AD structures, as far as they are whole and fit: a length, and so many octets.
  private static func structures(of data: [UInt8], atMost limit: Int) -> [UInt8] {
    guard data.count > limit else { return data }
    var end = 0
    while end < data.count, end + 1 + Int(data[end]) <= limit { end += 1 + Int(data[end]) }
    return Array(data[..<end])
  }

  /// The address to advertise with: a static random one, which a recorded one of that kind stays.
  /// A public address cannot be set: the controller has its own. (Virtual controllers may carry no
  /// data under that, as Bumble's.)
  ///
  /// - controller: its public address, 0 if it has none.
  func ownAddress(controller: UInt64) -> BluetoothAddress {
    if usesPublicAddress, controller != 0 { return BluetoothAddress(controller, kind: .public) }
    return BluetoothAddress((address?.value ?? Self.anyAddress) | 0b11 << 46, kind: .random)
  }

  private static let anyAddress: UInt64 = 0xB1E1_B5EC_7001

  /// 100 ms.
  package static let usualInterval: UInt32 = 160
  /// What legacy advertising takes (7.8.5): 20 ms to 10.24 s.
  private static let intervals: ClosedRange<UInt32> = 0x20...0x4000
  private static let allChannels: UInt8 = 0b111
  /// The only advertising set.
  static let set: UInt8 = 0

  func legacyCommands(_ own: BluetoothAddress) -> [HostCommand] {
    var parameters: [UInt8] = []
    parameters.append(interval)
    parameters.append(interval)
    // ADV_IND, own address type, no peer, all channels, anybody may scan and connect.
    parameters += [0, own.kind.rawValue] + [UInt8](repeating: 0, count: 7)
    parameters += [Self.allChannels, 0]
    return [
      HostCommand(opcode: .leSetAdvertisingParameters, parameters: parameters),
      HostCommand(opcode: .leSetAdvertisingData, parameters: Self.padded(data)),
      HostCommand(opcode: .leSetScanResponseData, parameters: Self.padded(scanResponse)),
      HostCommand(opcode: .leSetAdvertisingEnable, parameters: [1]),
    ]
  }

  func extendedCommands(_ own: BluetoothAddress) -> [HostCommand] {
    // Connectable, scannable, legacy PDUs; or connectable only, with extended ones.
    let properties: UInt16 = isLong ? 0x0001 : 0x0013
    var parameters = [Self.set]
    parameters.append(properties)
    for _ in 0..<2 {
      parameters.append(interval)
      parameters.append(0 as UInt8)
    }
    parameters += [Self.allChannels, own.kind.rawValue] + [UInt8](repeating: 0, count: 7)
    // Any filter, no preferred power, 1M, no skip, 1M, set identifier 0, no notification.
    parameters += [0, 0x7F, 1, 0, 1, 0, 0]
    var commands = [
      HostCommand(opcode: .leSetExtendedAdvertisingParameters, parameters: parameters)
    ]
    if own.kind == .random {
      commands.append(
        HostCommand(
          opcode: .leSetAdvertisingSetRandomAddress, parameters: [Self.set] + own.octets))
    }
    commands.append(
      HostCommand(opcode: .leSetExtendedAdvertisingData, parameters: Self.whole(data)))
    // Connectable extended advertising is not scannable.
    if !isLong {
      commands.append(
        HostCommand(
          opcode: .leSetExtendedScanResponseData, parameters: Self.whole(scanResponse)))
    }
    commands.append(
      HostCommand(
        opcode: .leSetExtendedAdvertisingEnable, parameters: [1, 1, Self.set, 0, 0, 0]))
    return commands
  }

  /// Length and 31 octets.
  private static func padded(_ data: [UInt8]) -> [UInt8] {
    let data = data.prefix(legacyOctets)
    let padding = [UInt8](repeating: 0, count: legacyOctets - data.count)
    return [UInt8(truncatingIfNeeded: data.count)] + data + padding
  }

  /// In one piece, and not to be fragmented.
  private static func whole(_ data: [UInt8]) -> [UInt8] {
    [set, 3, 1, UInt8(truncatingIfNeeded: data.count)] + data
  }
}

extension BluetoothAddress {
  /// The last printed octet first.
  var octets: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}
