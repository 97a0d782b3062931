import BTSnoop
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
  ]) func clearNames(given: [String], ordered: [String]) {
    #expect(RotatedSet.ordered(given) == ordered)
    #expect(RotatedSet.ordered(given.reversed()) == ordered)
  }

  @Test(arguments: [
    [], ["x"], ["a", "b"], ["x.0", "y.1"], ["x.0", "x.1", "other"], ["x.0", "x"],
    ["x.1", "x.last", "x"], ["x.1", "x.01"], ["x", "x"], ["a/x.0", "b/x.1"], ["-", "x"],
    ["x.99999999999", "x.1"], ["x.-1", "x.+1"], [".0", ".1"],
  ]) func othersStayAsTheyAre(given: [String]) {
    #expect(RotatedSet.ordered(given) == nil)
  }
}
