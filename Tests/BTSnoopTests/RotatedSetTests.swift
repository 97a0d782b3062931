import BTSnoop
import TestSupport
import Testing

@Suite struct RotatedSetTests {
  @Test(arguments: [
    (["x.1", "x.0", "x.2"], ["x.0", "x.1", "x.2"]),
    (["x.10", "x.9"], ["x.9", "x.10"]),
    (["x", "x.1", "x.2"], ["x.2", "x.1", "x"]),
    (["x", "x.last"], ["x.last", "x"]),
    (["x.last", "x"], ["x.last", "x"]),
    (
      ["d/x.log.filtered", "d/x.log.filtered.last"], ["d/x.log.filtered.last", "d/x.log.filtered"]
    ),
    (["a.0.last", "a.0"], ["a.0.last", "a.0"]),
    (
      ["x.log", "x-00002.log", "x-00001.log"], ["x-00001.log", "x-00002.log", "x.log"]
    ),
    (["x-100000.pcapng", "x-99999.pcapng"], ["x-99999.pcapng", "x-100000.pcapng"]),
    (["d-1/x", "d-1/x-00009"], ["d-1/x-00009", "d-1/x"]),
    (["x-20260302.log", "x-20260301.log"], ["x-20260301.log", "x-20260302.log"]),
    (
      ["x-00007-00001.log", "x-00007.log", "x-00007-00002.log"],
      ["x-00007-00001.log", "x-00007-00002.log", "x-00007.log"]
    ),
    ([".btsnoop", ".btsnoop-00001"], [".btsnoop-00001", ".btsnoop"]),
  ]) func clearNames(given: [String], ordered: [String]) {
    expect(RotatedSet.ordered(given), equals: ordered)
    expect(RotatedSet.ordered(given.reversed()), equals: ordered)
  }

  @Test(arguments: [
    [], ["x"], ["a", "b"], ["x.0", "y.1"], ["x.0", "x.1", "other"], ["x.0", "x"],
    ["x.1", "x.last", "x"], ["x.1", "x.01"], ["x", "x"], ["a/x.0", "b/x.1"], ["-", "x"],
    ["x.99999999999", "x.1"], ["x.-1", "x.+1"], [".0", ".1"],
    ["x-1.log", "x-2.log"], ["x-00001.log", "x-00002.cfa"],
    ["x-00001.log", "x-00002.log", "x.cfa"],
    ["x-00001.log", "x-000001.log"], ["x-00001", "x.1"], ["-00001.log", "-00002.log"],
    ["a-00001/x", "a-00002/x"], ["x-00001.log", "x-99999999999.log"],
  ]) func othersStayAsTheyAre(given: [String]) {
    expect(RotatedSet.ordered(given) == nil)
  }
}
