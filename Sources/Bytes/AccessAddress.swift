/// What a packet on the air begins with (Bluetooth Core, Vol 6, Part B, 2.1.2), for those that frame packets
/// and those that dissect them.
package enum AccessAddress {
  /// Access address of advertising, except for trains of periodic advertising.
  @inlinable package static var advertising: UInt32 { 0x8E89_BED6 }
}
