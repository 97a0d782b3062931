import BTSnoop
import Bytes
import GATTSession
import GATTValues
import TestSupport
import Testing

/// Messages of several values, in a session.
@Suite struct MessageTests {
  /// The UUID is of no other test: declarations are those of the process.
  private static let declared: Void = {
    let source = """
      { "schema": 1, "characteristics": { "FE51": {
        "message": { "start": "55", "length": { "at": 1, "type": "u8", "plus": 2 } },
        "fields": [ { "skip": 2 }, { "key": "message_body", "type": "hex" } ] },
        "FE52": {
        "message": { "start": "56", "length": { "at": 1, "type": "u16", "plus": 3 } },
        "fields": [ { "skip": 3 }, { "key": "message_body", "type": "hex" } ] } } }
      """
    do { try DeclaredValues.load(DeclarationFile(Array(source.utf8)), from: "a test") } catch {
      preconditionFailure("\(error)")
    }
  }()

  private func scene() -> SessionScene {
    _ = Self.declared
    let scene = SessionScene()
    begin(scene)
    return scene
  }

  private func begin(_ scene: SessionScene) {
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 0900 f0ff")
    scene.ask("08 0100 0900 0328", "09 07 0200 12 0300 51fe")
  }

  @Test func aMessageIsReportedWithItsLastValue() {
    let scene = scene()
    scene.att(.received, "1b 0300 55030a")
    let first = scene.last
    expect(first?.text == "3 of 5 bytes of a message" && first?.decoded == [:])
    // What the client writes is another stream.
    scene.att(.sent, "52 0300 550177")
    expect(scene.last?.decoded == ["message_body": "77"] && scene.last?.own == [:])
    scene.att(.received, "1b 0300 0b0c")
    let last = scene.last
    expect(last?.decoded, equals: ["message_body": "0a0b0c"])
    expect(last?.own["message_frames"], equals: "\(first?.frame ?? 0),\(last?.frame ?? 0)")
    expect(last?.value == "0b0c" && last?.note == "")
    // A value that is read is no part of it.
    scene.att(.received, "1b 0300 55020a")
    scene.ask("0a 0300", "0b 550199")
    expect(scene.told(.read).last?.decoded, equals: ["message_body": "99"])
    scene.att(.received, "1b 0300 0b")
    expect(scene.last?.decoded, equals: ["message_body": "0a0b"])
    scene.disconnect()
    scene.end()
    expect(!scene.told(.note).contains { $0.text.contains("incomplete") })
  }

  @Test func aGapBeginsAnother() {
    let scene = scene()
    scene.att(.received, "1b 0300 55030a")
    scene.drops = 1
    scene.att(.received, "1b 0300 550144")
    expect(scene.last?.decoded, equals: ["message_body": "44"])
    expect(
      scene.last?.note,
      equals: "values before this are missing, so a message is left out: 3 of 5 bytes of a message")
    scene.att(.received, "1b 0300 550144")
    expect(scene.last?.note, equals: "")
  }

  @Test func aCutValueIsNoPart() {
    let scene = scene()
    scene.att(.received, "1b 0300 55030a")
    scene.att(.received, "1b 0300 0b0c0d0e0f", kept: 14)
    expect(scene.last?.isTruncated, equals: true)
    expect(scene.last?.note.hasPrefix("cut, so a message is left out: 3 of 5 bytes"), equals: true)
    scene.att(.received, "1b 0300 550144")
    expect(scene.last?.decoded == ["message_body": "44"] && scene.last?.note == "")
  }

  @Test func whatStaysIncompleteIsReportedAtTheEnd() {
    let scene = scene()
    scene.att(.received, "1b 0300 55090a")
    let first = scene.last?.frame ?? 0
    scene.att(.received, "1b 0300 0b")
    scene.disconnect()
    begin(scene)
    let notes = scene.told(.note).filter { $0.text.contains("incomplete") }
    expect(notes.map(\.text), equals: ["a message is incomplete: 4 of 11 bytes of a message"])
    expect(notes.first?.own, equals: ["first_frame": "\(first)", "octets": "4"])
    expect(notes.first?.characteristic == "FE51" && notes.first?.direction == .received)
    // Another connection has its own.
    scene.att(.received, "1b 0300 550144")
    expect(scene.last?.decoded, equals: ["message_body": "44"])
    scene.att(.sent, "52 0300 5502")
    scene.end()
    let last = scene.told(.note).filter { $0.text.contains("incomplete") }.last
    expect(last?.direction == .sent && last?.own["octets"] == "2")
  }

  @Test func allMessagesTogetherAreBounded() {
    _ = Self.declared
    let scene = SessionScene()
    let links = 72
    for handle in 1...links {
      scene.connect(handle, "D8:5A:6B:7C:8D:\(handle < 16 ? "0" : "")\(String(handle, radix: 16))")
      scene.ask("10 0100 ffff 0028", "11 06 0100 0900 f0ff", on: handle)
      scene.ask("08 0100 0900 0328", "09 07 0200 12 0300 52fe", on: handle)
    }
    // 64 KB each, or up to twice that in memory.
    let rest = String(repeating: "00", count: 500)
    var refused: Set<Int> = []
    for handle in 1...links {
      for part in 0..<127 {
        scene.att(.received, part == 0 ? "1b 0300 56f0ff" + rest : "1b 0300 " + rest, on: handle)
        if scene.last?.note == "no room for the message under way" { refused.insert(handle) }
      }
    }
    expect(refused.count >= 8 && refused == Set((links - refused.count + 1)...links))
    scene.end()
    let open = scene.told(.note).filter { $0.text.contains("incomplete") }
    let held = open.compactMap { $0.own["octets"].flatMap { Int($0) } }.reduce(0, +)
    expect(held > 2 << 20 && held <= 4 << 20)
  }

  @Test func theMessagesOfAConnectionAreBounded() {
    _ = Self.declared
    let scene = SessionScene()
    scene.connect()
    scene.ask("10 0100 ffff 0028", "11 06 0100 ff00 f0ff")
    for handle in 1...70 {
      let place = { (number: Int) in String(number, radix: 16, uppercase: false) }
      let (declaration, value) = (2 * handle, 2 * handle + 1)
      let digits = { (number: Int) in (number < 16 ? "0" : "") + place(number) }
      scene.ask(
        "08 \(digits(declaration))00 ff00 0328",
        "09 07 \(digits(declaration))00 12 \(digits(value))00 51fe")
      scene.att(.received, "1b \(digits(value))00 55ff00")
      let isRefused = scene.last?.note == "no room for the message under way"
      expect(isRefused, equals: (handle > 64), "\(handle)")
    }
  }
}

/// Declarations of handles that nothing names.
@Suite struct DeclaredHandleTests {
  private static let declared: Void = {
    let source = """
      { "schema": 1, "characteristics": {
        "#5E01": { "name": "Lid", "fields": [ { "key": "lid_open", "type": "bool" } ] },
        "#5E02": [
          { "device": "D8:5A:6B:7C:8D:02", "fields": [ { "key": "second_count", "type": "u8" } ] },
          { "device": "Kettle", "name": "Heat", "fields": [ { "key": "heat_count", "type": "u8" } ] } ] } }
      """
    do { try DeclaredValues.load(DeclarationFile(Array(source.utf8)), from: "a test") } catch {
      preconditionFailure("\(error)")
    }
  }()

  @Test func aHandleIsDecoded() {
    _ = Self.declared
    let scene = SessionScene()
    scene.connect()
    scene.att(.received, "1b 015e 01")
    expect(scene.last?.decoded == ["lid_open": "true"] && scene.last?.label == "Lid")
    // Of another device.
    scene.att(.received, "1b 025e 07")
    expect(scene.last?.decoded == [:] && scene.last?.label == nil)
    scene.connect(2, SessionScene.peerB)
    scene.att(.received, "1b 025e 07", on: 2)
    expect(scene.last?.decoded, equals: ["second_count": "7"])
    scene.advertise("D8:5A:6B:7C:8D:03", "0709 4b4554544c45")
    scene.connect(3, "D8:5A:6B:7C:8D:03")
    scene.att(.received, "1b 025e 09", on: 3)
    expect(scene.last?.decoded == ["heat_count": "9"] && scene.last?.label == "Heat")
    // Once a UUID is known, the handle is named.
    scene.ask("10 0100 ffff 0028", "11 06 005e ff5e f0ff")
    scene.ask("08 005e ff5e 0328", "09 07 005e 12 015e 52fe")
    scene.att(.received, "1b 015e 01")
    expect(scene.last?.characteristic == "FE52" && scene.last?.decoded == [:])
  }
}
