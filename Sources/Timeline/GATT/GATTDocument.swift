import ATTDissector
import Bytes
import FoundationEssentials
import GATTSession

/// The attribute trees of a capture as a document that can be read back.
///
/// Handles are numbers, UUIDs and addresses text as everywhere; keys that do not apply are absent.
/// `schema` 1.
package struct GATTDocument: Codable, Equatable, Sendable {
  package struct Device: Codable, Equatable, Sendable {
    package var number: Int?
    package var address: String?
    package var address_type: String?
    package var name: String?
    /// The recording host's own attributes.
    package var is_host: Bool?
    package var services: [Service]
    /// Attributes that were used and never discovered.
    package var undiscovered: [Value]?
  }

  package struct Service: Codable, Equatable, Sendable {
    package var handle: UInt16
    package var end_handle: UInt16
    package var uuid: String?
    package var instance: Int?
    package var label: String?
    package var primary: Bool
    /// The server said to have changed since, and this was not discovered again.
    package var stale: Bool?
    /// Known from outside the capture, and not discovered in it.
    package var given: Bool?
    package var includes: [Include]?
    package var characteristics: [Characteristic]
  }

  package struct Include: Codable, Equatable, Sendable {
    package var handle: UInt16
    package var included_handle: UInt16
    package var end_handle: UInt16
    package var uuid: String?
  }

  package struct Characteristic: Codable, Equatable, Sendable {
    package var handle: UInt16?
    package var value_handle: UInt16
    package var uuid: String?
    package var instance: Int?
    package var label: String?
    package var user_description: String?
    package var properties: [String]
    package var values: Int
    package var last_value: String?
    package var last_text: String?
    /// As of a service.
    package var stale: Bool?
    package var given: Bool?
    package var descriptors: [Value]
  }

  package struct Value: Codable, Equatable, Sendable {
    package var handle: UInt16
    package var uuid: String?
    package var label: String?
    package var values: Int
    package var last_value: String?
    package var last_text: String?
    /// As of a service.
    package var stale: Bool?
    package var given: Bool?
  }

  package var schema = 1
  package var devices: [Device]

  /// Reads a document. Throws what the decoder says, and refuses a newer schema.
  package init(json bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(GATTDocument.self, from: Data(bytes))
    guard schema == 1 else { throw GATTDocumentError(schema: schema) }
  }

  package init(devices: [Device]) { self.devices = devices }
}

/// A document of a form that is newer than this program.
package struct GATTDocumentError: Error, CustomStringConvertible {
  package let schema: Int
  package var description: String {
    schema > 1
      ? "schema \(schema) is newer than this program reads (1)"
      : "schema \(schema) is none that there is: expected 1"
  }
}

// MARK: From a session

extension GATTDocument.Device {
  /// Without its services.
  init(_ server: GATTServer) {
    number = server.peer?.ordinal
    address = server.address?.description
    address_type = server.peer?.address.kind.name?.description
    name = server.peer?.name
    is_host = server.adapter == nil ? nil : true
    services = []
  }
}

extension GATTDocument.Service {
  /// Without its characteristics.
  init(_ service: Attribute, _ tree: ServiceTree) {
    handle = service.handle
    end_handle = service.endHandle
    uuid = service.uuid?.description
    instance = service.instance > 0 ? service.instance : nil
    label = service.label
    primary = service.isPrimary
    stale = service.isStale ? true : nil
    given = service.isKnown ? true : nil
    let included = tree.includes(of: service)
    includes =
      included.isEmpty
      ? nil
      : included.map {
        GATTDocument.Include(
          handle: $0.handle, included_handle: $0.includedHandle, end_handle: $0.endHandle,
          uuid: $0.uuid?.description)
      }
    characteristics = []
  }
}

extension GATTDocument.Characteristic {
  /// Without its descriptors.
  init(_ attribute: Attribute) {
    handle = attribute.declarationHandle > 0 ? attribute.declarationHandle : nil
    value_handle = attribute.handle
    uuid = attribute.uuid?.description
    instance = attribute.instance > 0 ? attribute.instance : nil
    label = attribute.label
    user_description = attribute.userDescription
    properties = CharacteristicProperties.words.filter { attribute.properties.contains($0.0) }
      .map(\.1.description)
    values = attribute.valueCount
    last_value = attribute.valueCount > 0 ? attribute.lastValue.hex : nil
    last_text = attribute.shownText
    stale = attribute.isStale ? true : nil
    given = attribute.isKnown ? true : nil
    descriptors = []
  }
}

extension GATTDocument.Value {
  init(_ attribute: Attribute) {
    handle = attribute.handle
    uuid = attribute.uuid?.description
    label = attribute.label
    values = attribute.valueCount
    last_value = attribute.valueCount > 0 ? attribute.lastValue.hex : nil
    last_text = attribute.shownText
    stale = attribute.isStale ? true : nil
    given = attribute.isKnown ? true : nil
  }
}

extension Attribute {
  fileprivate var shownText: String? {
    lastText.isEmpty ? nil : String(decoding: lastText, as: UTF8.self)
  }
}

extension Array where Element == UInt8 {
  fileprivate var hex: String {
    var out = ByteWriter(capacity: count * 2)
    out.append(hex: rawBytes)
    return String(decoding: out.bytes.copy(), as: UTF8.self)
  }
}
