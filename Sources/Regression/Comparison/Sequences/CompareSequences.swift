/// Only counts, until operations and streams are compared.
package func compareSequences(_ input: SequenceInput) -> SequenceFindings {
  var findings = SequenceFindings()
  findings.subjects.append(
    Comparison.Subject(
      device: input.device, subject: "operations", expected: input.expected.items.count,
      actual: input.actual.items.count))
  return findings
}
