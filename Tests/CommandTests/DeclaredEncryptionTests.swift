import Foundation
import TestSupport
import Testing

/// Encrypted advertisements of a form that a file declares.
@Suite struct DeclaredEncryptionTests {
  private static func declarations(_ encrypted: String) -> String {
    """
    { "schema": 1, "advertisements": [ { "key": "cellar", "name": "Cellar", "service": "FFF9", "starts": "5a",
      "encrypted": \(encrypted),
      "fields": [ { "skip": 1 }, { "key": "temperature_celsius", "type": "i16", "scale": "0.01", "unit": "°C",
        "if": "opened" }, { "key": "encrypted_data", "type": "hex", "size": 2, "if": "!opened" } ] },
      { "key": "attic", "name": "Attic", "company": "FFFE", "starts": "5a",
      "encrypted": \(encrypted),
      "fields": [ { "skip": 1 }, { "key": "temperature_celsius", "type": "i16", "scale": "0.01", "unit": "°C",
        "if": "opened" } ] } ] }
    """
  }
  private static let form = """
    { "text": "1..-9", "code": "-4..-1", "nonce": ["address", "identifier", "0..0", "-8..-5"], "associated": "11" }
    """

  /// Service data FFF9, and data of company FFFE, both made by another implementation of AES-CCM.
  private func capture(_ folder: TemporaryFolder) throws -> String {
    var capture = CaptureBuilder()
    capture.advertisement(
      7, type: 0x16, [0xF9, 0xFF, 0x5A, 0xF3, 0x5B, 0x01, 0x00, 0x00, 0x00, 0x77, 0xBB, 0xB1, 0x3C])
    capture.wait(100)
    capture.advertisement(
      7, type: 0xFF, [0xFE, 0xFF, 0x5A, 0x56, 0x0D, 0x01, 0x00, 0x00, 0x00, 0x73, 0x61, 0x29, 0xA0])
    return try folder.file("home.btsnoop", capture.bytes)
  }

  private func lines(_ form: String, key: String?) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.file("home.json", Array(Self.declarations(form).utf8))
    let keys = key.map { ["--advert-key", $0] } ?? []
    let outcome = try Program.run(
      ["--format", "ndjson", "--decoders", path] + keys + [capture(folder)])
    return outcome.output + outcome.errors
  }

  @Test func aKeyOpensServiceDataAndManufacturerData() throws {
    let key = "000102030405060708090a0b0c0d0e0f"
    for key in [key, key + "=D0:11:22:33:44:07"] {
      let opened = try lines(Self.form, key: key)
      expect(opened.contains("\"cellar\":{\"temperature_celsius\":21.5}"), "\(opened)")
      expect(opened.contains("\"attic\":{\"temperature_celsius\":21.5}"), "\(opened)")
    }
  }

  @Test func withoutTheRightKeyNothingIsOpened() throws {
    for key in [nil, "100102030405060708090a0b0c0d0e0f"] {
      let closed = try lines(Self.form, key: key)
      expect(closed.contains("\"encrypted_data\":"), "\(closed)")
      expect(!closed.contains("temperature_celsius\":"), "\(closed)")
    }
    let other = try lines(Self.form, key: "100102030405060708090a0b0c0d0e0f=D0:11:22:33:44:07")
    expect(other.contains("the advertisement key does not open it"), "\(other)")
  }

  /// Where the data does not have what is declared, it is read as it is.
  @Test(arguments: [("1..-9", "1..-20"), ("-4..-1", "-30..-1"), ("\"0..0\"", "\"90..99\"")])
  func otherForms(part: String, other: String) throws {
    let form = Self.form.replacing(part, with: other)
    let closed = try lines(form, key: "000102030405060708090a0b0c0d0e0f")
    expect(closed.contains("\"encrypted_data\":"), "\(closed)")
  }

  @Test(arguments: [
    ("\"1..-9\"", "\"1-9\"", "expected a range of octets such as 1..-9"),
    ("\"1..-9\"", "\"9..1\"", "expected a range of octets such as 1..-9"),
    ("[\"address\", \"identifier\", \"0..0\", \"-8..-5\"]", "[]", "expected 1 to 8 parts"),
    ("\"identifier\"", "\"uuid\"", "hex"),
    ("\"code\": \"-4..-1\", ", "", "code"),
  ])
  func whatIsWrongIsSaid(part: String, other: String, message: String) throws {
    let said = try lines(Self.form.replacing(part, with: other), key: nil)
    expect(said.contains(message) && said.contains("encrypted"), "\(said)")
  }

  /// The second message has the counter of the first one, or the next.
  @Test(arguments: [true, false], [(UInt8(0x16), UInt8(0xF9)), (0xFF, 0xFE)])
  func aNonceThatIsUsedTwice(isUsedTwice: Bool, type: (kind: UInt8, identifier: UInt8)) throws {
    let folder = try TemporaryFolder()
    let decoders = try folder.file("home.json", Array(Self.declarations(Self.form).utf8))
    var capture = CaptureBuilder()
    func send(_ text: [UInt8], counter: UInt8, code: [UInt8]) {
      capture.advertisement(
        7, type: type.kind, [type.identifier, 0xFF, 0x5A] + text + [counter, 0, 0, 0] + code)
      capture.wait(100)
    }
    send([0xF3, 0x5B], counter: 1, code: [0x77, 0xBB, 0xB1, 0x3C])
    send([0x56, 0x0D], counter: isUsedTwice ? 1 : 2, code: [0x73, 0x61, 0x29, 0xA0])
    let outcome = try Program.run(
      ["stats", "--decoders", decoders, folder.file("home.btsnoop", capture.bytes)])
    let nonce = "D01122334407\(type.identifier == 0xF9 ? "F9" : "FE")FF5A01000000"
    expect(
      outcome.output.contains("nonce-reused") == isUsedTwice
        && outcome.output.contains("nonce \(nonce.lowercased())") == isUsedTwice,
      "\(outcome.output)")
  }
}
