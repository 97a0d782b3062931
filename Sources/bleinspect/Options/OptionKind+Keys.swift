import ATTDissector
import GATTSession

extension OptionKind where Value == GivenIdentityKey {
  /// 32 hex digits in either order, then whose key it is: `=ADDRESS`, optionally with `/TYPE`.
  /// Messages show no digit of a key.
  static var identityKey: Self {
    let example = "EC0234A357C8AD05341010A60A397D9B"
    return Self("KEY", example: example) { text throws(SettingError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = keyValue(parts[0]) else {
        throw SettingError("expected a key of 32 hex digits, or KEY=ADDRESS")
      }
      guard key != 0 else { throw SettingError("the key is all zeros") }
      guard parts.count == 2 else { return GivenIdentityKey(key: key) }
      let whose = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let address = BluetoothAddress.value(of: String(whose[0])), address != 0 else {
        throw SettingError("expected an address after the key: \(quoted(String(whose[0])))")
      }
      let kind: BluetoothAddress.Kind
      switch whose.dropFirst().first {
      case "public": kind = .publicIdentity
      case "random": kind = .randomIdentity
      // Static random addresses start with two 1 bits; a public address that does needs its type.
      case nil: kind = address >> 46 == 0b11 ? .randomIdentity : .publicIdentity
      case let other?:
        throw SettingError(
          "unknown address type \(quoted(String(other))): expected public or random")
      }
      return GivenIdentityKey(key: key, identity: BluetoothAddress(address, kind: kind))
    }.unquoted()
  }
}

extension OptionKind where Value == GivenLinkKey {
  /// 32 hex digits in either order, then whose links it is for: `=ADDRESS`.
  static var linkKey: Self {
    Self("KEY", example: "4C68384139F574D836BCF34E9DFB01BF") { text throws(SettingError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = keyValue(parts[0]) else {
        throw SettingError("expected a key of 32 hex digits, or KEY=ADDRESS")
      }
      guard parts.count == 2 else { return GivenLinkKey(key: key) }
      guard let address = BluetoothAddress.value(of: String(parts[1])), address != 0 else {
        throw SettingError("expected an address after the key: \(quoted(String(parts[1])))")
      }
      return GivenLinkKey(key: key, address: BluetoothAddress(address, kind: .unknown))
    }.unquoted()
  }
}

extension OptionKind where Value == AdvertisementKey {
  /// 32 hex digits, or 24, in the order in which the device's maker writes them, then whose key it is:
  /// `=ADDRESS`.
  static var advertisementKey: Self {
    Self("KEY", example: "231D39C1D7CC1AB1AEE224CD096DB932") { text throws(SettingError) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let octets = keyOctets(parts[0]) else {
        throw SettingError("expected a key of 32 or 24 hex digits, or KEY=ADDRESS")
      }
      guard parts.count == 2 else { return AdvertisementKey(octets: octets) }
      guard let address = BluetoothAddress.value(of: String(parts[1])), address != 0 else {
        throw SettingError("expected an address after the key: \(quoted(String(parts[1])))")
      }
      return AdvertisementKey(octets: octets, address: address)
    }.unquoted()
  }
}

extension OptionKind where Value == UInt128 {
  /// A passkey of up to 6 digits, or a key of 32 hex digits in either order.
  static var temporaryKey: Self {
    Self("KEY|PASSKEY", example: "123456") { text throws(SettingError) in
      if text.utf8.count <= 6, let passkey = decimal(text[...]) { return UInt128(passkey) }
      guard let key = keyValue(text[...]) else {
        throw SettingError("expected a passkey of up to 6 digits, or a key of 32 hex digits")
      }
      return key
    }.unquoted()
  }
}

/// A key of 32 hex digits, as tools write them.
private func keyValue(_ text: Substring) -> UInt128? {
  let plain = withoutHexPrefix(text).filter { $0 != ":" && $0 != "-" }
  guard plain.utf8.count == 32, plain.first != "+" else { return nil }
  return UInt128(plain, radix: 16)
}

/// The octets of a key of 16 or 12.
private func keyOctets(_ text: Substring) -> [UInt8]? {
  let plain = withoutHexPrefix(text).filter { $0 != ":" && $0 != "-" }
  let digits = plain.compactMap(\.hexDigitValue)
  guard digits.count == plain.utf8.count, digits.count == 32 || digits.count == 24 else {
    return nil
  }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
