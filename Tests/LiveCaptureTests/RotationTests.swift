import LiveCapture
import TestSupport
import Testing

@Suite struct RotationTests {
  @Test(arguments: [
    ("1k", Rotation.bytes(1024)), ("100K", .bytes(102_400)), ("10M", .bytes(10_485_760)),
    ("1G", .bytes(1_073_741_824)), ("007k", .bytes(7168)),
    ("30s", .seconds(30)), ("15m", .seconds(900)), ("1h", .seconds(3600)),
    ("2d", .seconds(172_800)),
  ]) func sizesAndTimes(text: String, rotation: Rotation) {
    expect(Rotation(text), equals: rotation)
  }

  @Test(arguments: [
    "", "M", "10", "0M", "0s", "-1M", "+1M", "1.5M", "1 M", " 1M", "1M ", "1MB", "1g", "1S", "1H",
    "1x", "99999999999G", "9999999999999999999999M", "106751991168d", "１M", "1️⃣M", "0x10M",
  ]) func anythingElseIsRefused(text: String) {
    expect(Rotation(text) == nil)
  }
}
