import ATTDissector
import Bytes
import JSONText

/// How data of an advertisement is encrypted with AES-CCM, as the declaration of a file says it.
package struct EncryptedForm: Sendable {
  /// Octets that the nonce is made of, one part after the other.
  private enum Part: Sendable {
    /// The sender's address as it is printed, and as it is sent.
    case address, reversedAddress
    /// The UUID of service data, or the company's code, as it is sent.
    case identifier
    case octets(Place)
    case constant([UInt8])
  }

  /// The first octet and the last one; below 0 from the end.
  private struct Place: Sendable {
    let first: Int
    let last: Int

    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty, let first = Int(parts[0]), let last = Int(parts[2]),
        -255...255 ~= first, -255...255 ~= last, (first < 0) != (last < 0) || first <= last
      else { return nil }
      (self.first, self.last) = (first, last)
    }

    /// `nil` where data of this length does not have it.
    func range(in count: Int) -> Range<Int>? {
      let start = first < 0 ? count + first : first
      let end = (last < 0 ? count + last : last) + 1
      return start >= 0 && start < end && end <= count ? start..<end : nil
    }
  }

  /// Where the parts of data stand.
  package struct Parts {
    package let text: Range<Int>
    package let code: Range<Int>
    package let nonce: [UInt8]
    package let associated: [UInt8]
  }

  private let starts: [UInt8]
  private let text: Place
  private let code: Place
  private let nonce: [Part]
  private let associated: [UInt8]

  /// - starts: what the data begins with.
  init(_ node: DeclarationNode, starts: [UInt8]) throws(JSONError) {
    func place(_ node: DeclarationNode) throws(JSONError) -> Place {
      guard let place = Place(try node.string()) else {
        throw node.problem("expected a range of octets such as 1..-9")
      }
      return place
    }
    let members = try DeclarationMembers(node, ["text", "code", "nonce", "associated"])
    self.starts = starts
    text = try place(members.required("text"))
    code = try place(members.required("code"))
    var parts: [Part] = []
    let list = try members.required("nonce")
    for one in try list.elements() {
      switch try one.string() {
      case "address": parts.append(.address)
      case "reversed_address": parts.append(.reversedAddress)
      case "identifier": parts.append(.identifier)
      case let other where other.contains("."): parts.append(.octets(try place(one)))
      default: parts.append(.constant(try one.hex()))
      }
    }
    guard 1...8 ~= parts.count else { throw list.problem("expected 1 to 8 parts") }
    nonce = parts
    associated = try members["associated"]?.hex() ?? []
    guard associated.count <= 14 else {
      throw node.problem("'associated' has at most 14 octets")
    }
  }

  /// - identifier: what stands before the data: the UUID, or the company's code.
  /// - sender: the 48-bit address of the advertiser.
  /// - Returns: `nil` for data of another form, and where the sender is needed and not known.
  package func parts(of data: RawSpan, after identifier: RawSpan, of sender: UInt64?) -> Parts? {
    let count = data.byteCount
    guard data.begins(with: starts), let text = text.range(in: count),
      let code = code.range(in: count), text.upperBound <= code.lowerBound,
      [4, 6, 8, 10, 12, 14, 16].contains(code.count)
    else { return nil }
    var octets: [UInt8] = []
    for part in nonce {
      switch part {
      case .address, .reversedAddress:
        guard let sender else { return nil }
        let address = (0..<6).map { UInt8(truncatingIfNeeded: sender >> UInt64(8 * $0)) }
        if case .address = part { octets += address.reversed() } else { octets += address }
      case .identifier: octets += identifier.copy()
      case .octets(let place):
        guard let range = place.range(in: count) else { return nil }
        octets += data.clamped(range).copy()
      case .constant(let constant): octets += constant
      }
    }
    guard 7...13 ~= octets.count else { return nil }
    return Parts(text: text, code: code, nonce: octets, associated: associated)
  }
}
