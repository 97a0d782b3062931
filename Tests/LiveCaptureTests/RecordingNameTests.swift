import TestSupport
import Testing

@testable import LiveCapture

@Suite struct RecordingNameTests {
  @Test(arguments: [
    ("walk.btsnoop", "", "walk.btsnoop", "walk-00001.btsnoop", "walk-123456.btsnoop"),
    ("/a/b.c/walk", "/a/b.c/", "walk", "walk-00001", "walk-123456"),
    ("d/.btsnoop", "d/", ".btsnoop", ".btsnoop-00001", ".btsnoop-123456"),
    ("/x.tar.pcapng", "/", "x.tar.pcapng", "x.tar-00001.pcapng", "x.tar-123456.pcapng"),
    ("a.", "", "a.", "a-00001.", "a-123456."),
    ("dir/", "dir/", "", "-00001", "-123456"),
  ]) func parts(path: String, folder: String, file: String, first: String, large: String) {
    let name = RecordingName(path)
    expect(name.folder, equals: folder)
    expect(name.file, equals: file)
    expect(name.numbered(1), equals: first)
    expect(name.numbered(123_456), equals: large)
    expect(name.path(of: first), equals: folder + first)
  }

  @Test func whatIsOfTheSet() {
    let name = RecordingName("d/walk.btsnoop")
    for number in [1, 42, 99_999] { expect(name.isNumbered(name.numbered(number))) }
    for other in [
      "walk.btsnoop", "walk-1.btsnoop", "walk-0001.btsnoop", "walk-000001.btsnoop",
      "walk-20260301.btsnoop", "walk-00001.pcapng", "walk-00001", "Walk-00001.btsnoop",
      "walk00001.btsnoop", "walk-0000a.btsnoop", "walk-00001.btsnoop~", "-00001.btsnoop", "",
      "walk-１２.btsnoop", "walk-+0001.btsnoop",
    ] {
      expect(!name.isNumbered(other), "\(other)")
    }
    expect(RecordingName("x").isNumbered("x-00001"))
    expect(!RecordingName("x").isNumbered("x"))
  }

  @Test(arguments: [
    ("walk.btsnoop", RecordingForm.btsnoop), ("walk", .btsnoop), ("walk.log", .btsnoop),
    ("walk.cfa", .btsnoop), ("walk.bin", .btsnoop), ("-", .btsnoop), ("x.pcapng/walk", .btsnoop),
    ("walk.pcapng", .pcapng), ("walk.PcapNG", .pcapng), ("walk-00001.pcapng", .pcapng),
  ]) func forms(path: String, form: RecordingForm) throws {
    try expect(RecordingForm(path), equals: form)
  }

  @Test(arguments: [("walk.pcap", "pcap"), ("walk.PKLG", "PacketLogger")])
  func formsThatTellTooLittle(path: String, title: String) throws {
    expect(
      refusal(path),
      equals:
        "\(path): a recording is btsnoop or pcapng, which record adapters and lost packets: not "
        + "\(title), which `bleinspect convert` makes of it")
  }
}
