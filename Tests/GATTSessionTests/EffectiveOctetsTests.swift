import BTSnoop
import GATTSession
import TestSupport
import Testing

/// What a data length lets through (Core Specification, Vol 6, Part B, 4.5.10).
@Suite struct EffectiveOctetsTests {
  @Test func theTimeLimitsTheOctets() {
    expect(RadioPHY.le1M.payload(in: 328, codingIndicator: nil), equals: 27)
    expect(RadioPHY.le1M.payload(in: 328, codingIndicator: nil, hasMIC: false), equals: 31)
    expect(RadioPHY.le1M.payload(in: 2120, codingIndicator: nil), equals: 251)
    expect(RadioPHY.le2M.payload(in: 1064, codingIndicator: nil), equals: 251)
    expect(RadioPHY.coded.payload(in: 2704, codingIndicator: 0), equals: 27)
    expect(RadioPHY.coded.payload(in: 2704, codingIndicator: 1), equals: 136)
    expect(RadioPHY.coded.payload(in: 17040, codingIndicator: 0), equals: 251)
  }

  /// 328 us, and 2704 us on LE Coded, are the least time.
  @Test func noTimeIsTooShort() {
    expect(RadioPHY.le1M.payload(in: 0, codingIndicator: nil), equals: 27)
    expect(RadioPHY.coded.payload(in: 2120, codingIndicator: 0), equals: 27)
    expect(RadioPHY.coded.payload(in: .max, codingIndicator: nil), equals: 251)
  }

  @Test func onlyALimitIsSaid() {
    let whole = DataLength(octets: 251, time: 2120, phy: .le1M, codingIndicator: nil)
    expect(!whole.isLimitedByTime && whole.effective == 251)
    let part = DataLength(octets: 251, time: 328, phy: .le1M, codingIndicator: nil)
    expect(part.isLimitedByTime && part.effective == 27)
  }
}
