import Testing

/// Records an issue unless a condition holds.
///
/// A function in place of Testing's macro `#expect`, which takes the compiler 20 ms wherever it stands: at
/// 10,000 places that is half of the time that building the tests takes.
package func expect(
  _ condition: Bool, _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard !condition else { return }
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  record("does not hold", comment(), at: sourceLocation ?? place)
}

/// Records an issue, with both values, unless a value is the expected one.
package func expect<Value: Equatable>(
  _ value: Value, equals expected: Value, _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard value != expected else { return }
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  record(
    "is \(String(reflecting: value)), expected \(String(reflecting: expected))", comment(),
    at: sourceLocation ?? place)
}

private func record(_ fault: String, _ comment: String, at place: SourceLocation) {
  Issue.record(
    Comment(rawValue: comment.isEmpty ? fault : "\(fault): \(comment)"), sourceLocation: place)
}
