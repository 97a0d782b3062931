import Bytes
import TestSupport
import Testing

@Suite struct SideTests {
  @Test func eachSideIsTheOtherOfItsOther() {
    for side in Side.allCases { expect(side.other != side && side.other.other == side) }
  }

  @Test func onTheAirTheCentralStandsForTheHost() {
    expect(Side.central == .host && Side.peripheral == .peer)
  }

  @Test func aValueOfOneSideChangesAlone() {
    var counts = PerSide(both: 3)
    counts[.peer] += 1
    expect(counts == PerSide(host: 3, peer: 4))
    counts[.central] = 0
    expect(counts[.host] == 0 && counts.peer == 4)
  }

  @Test func valuesThatCannotBeCopiedAreChangedInPlace() {
    struct Single: ~Copyable { var number: Int }
    var singles = PerSide(host: Single(number: 1), peer: Single(number: 2))
    for side in Side.allCases { singles[side].number += 10 }
    expect(singles.host.number, equals: 11)
    expect(singles[.peer].number, equals: 12)
  }
}
