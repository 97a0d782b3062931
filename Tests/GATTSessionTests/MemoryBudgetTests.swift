import ATTDissector
import GATTValues
import TestSupport
import Testing

@testable import GATTSession

/// The accounts of what all connections and devices take together.
struct MemoryBudgetTests {
  @Test func anAccountHasRoomUpToItsLimit() {
    var account = MemoryBudget.Account(limit: 10)
    expect(account.fits(10) && !account.fits(11))
    account.take(10)
    expect(!account.fits() && account.fits(0) && !account.isExceeded)
    account.take()
    expect(account.isExceeded && account.used == 11)
    account.giveBack(2)
    expect(account.fits() && !account.isExceeded)
    expect(!account.wasShort)
  }

  @Test func attributesBeyondTheLimitAreLeftOut() {
    let budget = MemoryBudget()
    for _ in 0..<SessionLimits.attributes { expect(budget.takeAttribute()) }
    expect(!budget.attributes.wasShort)
    expect(!budget.takeAttribute())
    expect(budget.attributes.wasShort)
    // What is given back is free again, and no more than that.
    let attribute = Attribute(handle: 1, kind: .characteristic, uuid: nil)
    budget.giveBack([attribute])
    expect(budget.takeAttribute() && !budget.takeAttribute())
    budget.giveBack([Attribute](repeating: attribute, count: SessionLimits.attributes + 1))
    expect(budget.attributes.used, equals: 0)
  }
}
