import BTSnoop
import Bytes
import TestSupport
import Testing

/// Logs of nRF Connect in each form, after public ones, with made addresses.
@Suite struct AppLogTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func entries(_ log: Outcome) -> [AppLogEntry] {
    log.records.compactMap { AppLogEntry(code: $0.code, bytes: $0.bytes.rawBytes) }
  }

  private func entries(_ text: String) -> [AppLogEntry] { entries(read(bytes(text))) }

  private static let start = """
    I\t10:00:00.000\tConnected to C0:FF:EE:00:00:01
    I\t10:00:00.100\tMTU changed to: 247

    """
  private static let uuid = "00002a37-0000-1000-8000-00805f9b34fb"
  private static func notification(_ time: String, _ value: String) -> String {
    "I\t\(time)\tNotification received from \(uuid), value: (0x) \(value)\n"
  }

  @Test(arguments: [
    ("nrf-connect-android.txt", "nRF Connect for Android", CaptureInfo.Clock.recorder, 28),
    ("nrf-connect-ios.txt", "nRF Connect for iOS", .undated, 16),
    ("nrf-connect-ios-plain.txt", "nRF Connect for iOS", .none, 7),
    ("nrf-connect-desktop.txt", "nRF Connect for Desktop", .universal, 10),
  ])
  func formsAreKnownByTheirContent(
    name: String, title: String, clock: CaptureInfo.Clock, count: Int
  ) throws {
    let bytes = try TextLogSampleTests.sample(name)
    let log = read(bytes)
    let info = try #require(log.infos.first)
    expect(info.isAppLog && info.format == .text && info.linkType == "app_log")
    expect(info.linkTypeDescription == title && info.clock == clock)
    expect(log.error == nil && log.notes == [], "\(log.notes)")
    expect(log.records.count, equals: count)
    expect(entries(log).count, equals: count)
    expect(log.records.allSatisfy { $0.kind == .system })
    for size in [1, 7, 100] {
      expect(push(bytes, TextLogParser.self, pieces: size), equals: push(bytes, TextLogParser.self))
    }
    for length in stride(from: 0, to: bytes.count, by: 13) {
      _ = push(Array(bytes.prefix(length)), TextLogParser.self)
      let rest = push(Array(bytes[length...]), TextLogParser.self)
      expect(rest.records.count <= count)
    }
  }

  @Test func androidSaysWhatWasAskedForAndCame() throws {
    let all = entries(read(try TextLogSampleTests.sample("nrf-connect-android.txt")))
    expect(
      all.map(\.kind),
      equals: [
        .device, .connecting, .connected, .parameters, .discovered, .service, .characteristic,
        .characteristic, .service, .characteristic, .descriptor, .characteristic, .service,
        .characteristic, .characteristic, .descriptor, .parameters, .read, .read, .write,
        .notification, .notification, .writeRefused, .writeRefused, .writeCommand, .mtu, .phys,
        .disconnected,
      ])
    expect(all[0].owner, equals: "Thermo")
    expect(all[3].interval == 7500 && all[3].timeout == 500)
    expect(all[16].interval, equals: 48_750)
    expect(all[13].number, equals: 0x0C)
    expect(all[17].value, equals: bytes("Thermo"))
    expect(all[18].value, equals: [])
    expect(all[19].isDescriptor && all[19].owner == Self.uuid && all[19].value == [1, 0])
    expect(all[22].number == 128 && all[22].value == [7])
    expect(all[23].number, equals: 14)
    expect(all[25].number, equals: 247)
    expect(all[27].number, equals: 8)
  }

  /// The name of a status tells whether it is of the connection, also where the app has asked for something.
  @Test(
    arguments: [
      ("Error 8 (0x8): GATT CONN TIMEOUT", 8, nil),
      ("Error 19 (0x13): GATT CONN TERMINATE PEER USER", 19, nil),
      ("Error 8 (0x8): GATT INSUF AUTHORIZATION", nil, 8),
      ("Error 133 (0x85): GATT ERROR", nil, 133),
    ] as [(String, UInt32?, UInt32?)])
  func theReasonOfAnEndIsInAnErrorToo(line: String, reason: UInt32?, refused: UInt32?) {
    let request = "D\t10:00:01.000\tgatt.writeCharacteristic(\(Self.uuid), value=0x07)\n"
    let end = "E\t10:00:02.000\t\(line)\nI\t10:00:02.000\tDisconnected\n"
    let all = entries(Self.start + Self.notification("10:00:00.500", "00-48") + request + end)
    expect(all.last?.kind == .disconnected && all.last?.number == reason, "\(all)")
    expect(all.first { $0.kind == .writeRefused }?.number, equals: refused)
  }

  @Test func aFailureThatNobodyAskedForEndsTheConnectionThatEndsNext() {
    let failure = "E\t10:00:02.000\tError 133 (0x85): GATT ERROR\n"
    let end = "I\t10:00:02.100\tDisconnected\n"
    let value = Self.notification("10:00:02.050", "00-48")
    func number(_ text: String) -> UInt32? { entries(Self.start + value + text).last?.number }
    expect(number(failure + end), equals: 133)
    expect(number(failure + "D\t10:00:02.050\t[Broadcast] Action received: x\n" + end), equals: 133)
    expect(number(failure + value + end), equals: nil)
    expect(number(end), equals: nil)
    // The callback says it better.
    let callback =
      "D\t10:00:02.000\t[Callback] Connection state changed with status: 8 and new state: DISCONNECTED (0)\n"
    expect(number(callback + failure + end), equals: 8)
  }

  @Test func iOSSaysWhetherItHasReadAValueOnlySometimes() throws {
    let all = entries(read(try TextLogSampleTests.sample("nrf-connect-ios.txt")))
    let values = all.filter { !$0.value.isEmpty }
    expect(values.map(\.kind), equals: [.readOrSent, .read, .sent, .write])
    expect(values[0].value, equals: [0xD9, 0, 0, 0, 0, 0, 0xDB, 0xF4])
    expect(values[3].subject, equals: "FFF5")
    let found = all.filter { $0.kind == .characteristic }
    expect(
      found.map(\.subject), equals: ["System ID", "Model Number String", "PnP ID", "FFF5", "FFF3"])
    expect(found.map(\.owner).last, equals: "FFE0")
  }

  @Test func desktopTellsOfAWriteOnce() throws {
    let all = entries(read(try TextLogSampleTests.sample("nrf-connect-desktop.txt")))
    expect(
      all.map(\.kind),
      equals: [
        .connecting, .connected, .read, .parameters, .remark, .write, .write, .sent, .sent,
        .disconnected,
      ])
    expect(all.compactMap(\.handle), equals: [3, 0x26, 0x2A, 0x25, 0x2A])
    expect(all[3].interval, equals: 200_000)
  }

  // MARK: What a paste may have

  @Test func wrappedAndQuotedLinesAreWhole() {
    let text = """
      > I  10:00:00.000  Connected to C0:FF:EE:00:00:01
      > I  10:00:01.000  Notification received from
      > 00002a37-0000-1000-8000-00805f9b34fb, value: (0x)
      > 16-48-9C-02
      > I  10:00:02.000  Notification received from 00002a37-0000-1000-8000-
      > 00805f9b34fb, value: (0x) 16-48-
      > 9C-02
      > I  10:00:03.000  Notification received from 00002a37-0000-1000-8000-00805f9b34fb, value: (0x) 16-48
      > -9C-02
      > I  10:00:04.000  Notification received from 00002a37-0000-1000-8000-00805f9b34fb, value: (0x) 01-02-03

      """
    let log = read(bytes(text))
    expect(log.notes, equals: [])
    let values = entries(log).dropFirst().map(\.value)
    let whole: [UInt8] = [0x16, 0x48, 0x9C, 0x02]
    expect(Array(values), equals: [whole, whole, whole, [1, 2, 3]])
  }

  @Test func whatIsNoLineOfItIsCountedAndWhatIsCutIsTold() {
    let text =
      "hello\n" + Self.start + "This is where it went wrong\n"
      + Self.notification("10:00:01.000", "00-48")
      + "I\t10:00:02.000\tNotification received from 0000\n"
      + "I\t10:00:03.000\tDisconnected\nbye\n"
    let log = read(bytes(text))
    expect(entries(log).map(\.kind), equals: [.connected, .mtu, .notification, .disconnected])
    expect(
      log.notes.map(\.kind),
      equals: [.damagedRecords(1, firstLine: 6), .otherLines(3)])
  }

  @Test func aPasteMayBeginInTheMiddle() {
    let list = """
      - Device Name [R] (0x2A00)
      Heart Rate (0x180D)
      - Heart Rate Measurement [N] (0x2A37)
      Client Characteristic Configuration (0x2902)

      """
    let text =
      list + Self.notification("10:00:01.000", "00-48") + Self.notification("10:00:02.000", "00-49")
      + Self.notification("10:00:03.000", "00-4A")
    expect(
      entries(text).map(\.kind),
      equals: [
        .characteristic, .service, .characteristic, .descriptor, .notification, .notification,
        .notification,
      ])
  }

  @Test func theListOfTheAppsOwnServerIsNotThePeers() {
    let text = """
      I\t10:00:00.000\t[Server] Server started
      V\t10:00:00.010\tHeart Rate (0x180D)
      - Heart Rate Measurement [N] (0x2A37)

      """
    let rest = Self.start + Self.notification("10:00:01.000", "00-48")
    expect(entries(text + rest).map(\.kind), equals: [.connected, .mtu, .notification])
  }

  @Test func timesGoOnAfterMidnightAndMayGoBack() {
    let text =
      "nRF Connect, 2026-03-01\nX (C0:FF:EE:00:00:01)\n"
      + Self.notification("23:59:59.000", "00-01") + Self.notification("00:00:01.500", "00-02")
      + Self.notification("00:00:01.000", "00-03")
    let times = read(bytes(text)).records.dropFirst().map(\.time)
    let first = times.first?.seconds ?? 0
    expect(times.map { $0.seconds - first }, equals: [0, 2, 2])
    expect(times[2].nanoseconds < times.dropFirst().first?.nanoseconds ?? 0)
    // Without a date, midnight counts all the same.
    let undated = read(bytes(text.split(separator: "\n").dropFirst(2).joined(separator: "\n")))
    let since = undated.records.map { $0.time.seconds - undated.records[0].time.seconds }
    expect(since, equals: [0, 2, 2])
    expect(undated.infos.first?.clock == .undated)
  }

  @Test func hostileLinesAreReadOrCounted() {
    let long = "I\t10:00:01.000\tNotification received from \(Self.uuid), value: (0x) "
    let octets = Array(repeating: "AA", count: 20_000).joined(separator: "-")
    var text = bytes(Self.start) + bytes(long + octets + "\n")
    text += bytes("I\t10:00:02.000\t") + [0xFF, 0xC0, 0x80, 0x0A]
    text += bytes("I\t99:99:99.000\tDisconnected\nI\t10:00:03.000\tError 99999999999 (0x\n")
    text += bytes("I\t10:00:03.000\tConnection parameters updated (interval: 9999999999ms, x\n")
    text += bytes(Self.notification("10:00:04.000", "00-48"))
    let log = read(text)
    expect(entries(log).map(\.kind), equals: [.connected, .mtu, .notification])
    expect(log.error == nil && !log.notes.isEmpty)
    // A line that never ends, in parts.
    let endless = Self.start + long + String(repeating: "\nAA-BB", count: 10_000)
    expect(entries(endless).count <= 3)
  }

  // MARK: What is no log

  @Test func anotherTextIsNone() {
    for text in [
      "I (1234) NimBLE: Connected to C0:FF:EE:00:00:01\n",
      "10:00:00.000 Connected to device database\n10:00:01.000 Connecting to device\n",
      "I\t10:00:00.000\tsomething else\nI\t10:00:00.000\tmore of it\nD\t10:00:01.000\tDone\n",
      "Connected.\nDisconnected.\nDiscovered something.\n",
      "nRF Connect, 2026-03-01\nX (C0:FF:EE:00:00:01)\nnothing else\n",
      "a\nb\nc\n" + Self.start,
    ] {
      let log = read(bytes(text))
      expect(log.infos.isEmpty && log.error?.kind == .unusable, text)
    }
  }

  @Test func aLogOfPacketsWithSuchLinesIsOneOfPackets() {
    let packets = "CMD => 03 0c 00\nEVT <= 0e 04 01 03 0c 00\nCMD => 01 10 00\n"
    let log = read(bytes(packets + Self.start + Self.notification("10:00:01.000", "00-48")))
    expect(log.infos.first?.isAppLog == false)
    expect(log.records.count, equals: 3)
    expect(log.notes.map(\.kind), equals: [.otherLines(3)])
  }

  @Test func whoNeedsPacketsIsTold() throws {
    var sink = RecordingSink()
    sink.readsAppLogs = false
    var parser = TextLogParser(name: "log.txt")
    let text = try TextLogSampleTests.sample("nrf-connect-ios.txt")
    do throws(CaptureError) {
      _ = try parser.consume(text.rawBytes, atEnd: true, into: &sink)
      expect(false, "not refused")
    } catch {
      expect(error.kind == .unusable && error.message.contains("nRF Connect for iOS"))
    }
    expect(sink.infos.isEmpty && sink.records.isEmpty)
  }
}
