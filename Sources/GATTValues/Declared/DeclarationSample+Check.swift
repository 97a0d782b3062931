import ATTDissector
import Bytes
import JSONText

/// A sample, and what came out of it.
package struct SampleFailure: Sendable {
  package let sample: DeclarationSample
  /// `decoded`, `text` or `note`.
  package let member: String
  package let expected: String
  package let found: String
}

extension Declaration {
  /// Decodes all samples.
  package func failures(_ program: Program) -> [SampleFailure] {
    var failures: [SampleFailure] = []
    var buffer = FieldBuffer()
    for sample in samples {
      buffer.removeAll()
      sample.decode(program, into: &buffer)
      let decoded = buffer.decodedJSON
      func compare(_ member: String, _ expected: String?, _ found: String) {
        if let expected, expected != found {
          failures.append(
            SampleFailure(sample: sample, member: member, expected: expected, found: found))
        }
      }
      if let expected = sample.decoded, !DecodedJSON.isSame(expected, decoded) {
        failures.append(
          SampleFailure(sample: sample, member: "decoded", expected: expected, found: decoded))
      }
      compare("text", sample.text, String(decoding: buffer.text.bytes.copy(), as: UTF8.self))
      compare("note", sample.note, String(decoding: buffer.note.bytes.copy(), as: UTF8.self))
    }
    return failures
  }
}

/// What a declaration makes of a value.
package struct DecodedTrial: Sendable {
  /// For a reader; empty where nothing is decoded.
  package let text: String
  /// The object `decoded`.
  package let decoded: String
  package let note: String
}

extension Declaration {
  /// Decodes values, one after the other: of a message each completes a part.
  package func trials(_ program: Program, of values: [[UInt8]]) -> [DecodedTrial] {
    let isWrite = direction == .write
    var buffer = FieldBuffer()
    var stream = MessageStream(handle: 0, isWrite: isWrite, isSent: isWrite)
    return values.enumerated().map { index, value in
      buffer.removeAll()
      let context = DecodingContext(isWrite: isWrite)
      if program.joinsValues {
        _ = program.decode(
          value.rawBytes, of: UInt64(index + 1), joining: &stream, in: context, into: &buffer)
      } else {
        program.decode(value.rawBytes, in: context, into: &buffer)
      }
      return DecodedTrial(
        text: String(decoding: buffer.text.bytes.copy(), as: UTF8.self),
        decoded: buffer.decodedJSON,
        note: String(decoding: buffer.note.bytes.copy(), as: UTF8.self))
    }
  }
}

extension DeclarationSample {
  /// The value; a message as the fields see it, or what its last value completes.
  func decode(_ program: Program, into buffer: inout FieldBuffer) {
    let context = context(program)
    guard program.joinsValues else {
      return program.decode(value.rawBytes, in: context, into: &buffer)
    }
    guard !values.isEmpty else {
      return program.decode(message: value.rawBytes, in: context, into: &buffer)
    }
    var stream = MessageStream(handle: 0, isWrite: isWrite, isSent: isWrite)
    for (index, value) in values.enumerated() {
      buffer.removeAll()
      _ = program.decode(
        value.rawBytes, of: UInt64(index + 1), joining: &stream, in: context, into: &buffer)
    }
  }

  fileprivate func context(_ program: Program) -> DecodingContext {
    var context = DecodingContext(isTruncated: isTruncated, isWrite: isWrite)
    for field in program.code.fields where field.kind == .state {
      let name = program.code.string(field.title)
      guard let value = states[name] else { continue }
      let state = program.code.states[Int(field.detail) - 1]
      let source = sources["\(name).source"].flatMap { Program.sourceNames.firstIndex(of: $0) }
      var entry = DeclaredStates.Entry(uuid: state.uuid, key: program.code.string(state.key))
      entry.last = max(source ?? 0, 1)
      entry.values[entry.last - 1] = value
      context.state.declared.entries.append(entry)
    }
    for field in program.code.fields where field.kind == .call {
      guard let value = states[program.code.string(field.title)] else { continue }
      let call = program.code.calls[Int(field.invoked) - 1]
      context.state.give(value, function: DeclaredFunction(rawValue: call.function))
    }
    return context
  }
}

extension DeviceState {
  /// What a function without arguments is to give.
  fileprivate mutating func give(_ value: Int64, function: DeclaredFunction?) {
    switch function {
    case .sensorTagGeneration:
      generation = value == 1 ? .cc2541 : value == 2 ? .cc2650 : .unknown
    case .sensorTagFirmware: firmware = FirmwareRevision(hundredths: Int(value))
    case .sensorTagIOMode: ioMode = UInt8(exactly: value)
    default: break
    }
  }
}

/// Compares objects as JSON: the same keys in the same order, the same values.
enum DecodedJSON {
  static func isSame(_ a: String, _ b: String) -> Bool {
    guard let one = try? JSONDocument(Array(a.utf8)), let other = try? JSONDocument(Array(b.utf8))
    else { return false }
    return isSame(one, one.root, other: other, other.root)
  }

  private static func isSame(
    _ one: JSONDocument, _ a: JSONSlice, other: JSONDocument, _ b: JSONSlice
  ) -> Bool {
    switch (one.value(a), other.value(b)) {
    case (.number(let x, _), .number(let y, _)): return x.value == y.value
    case (.object, .object):
      // An empty list is no field.
      guard let x = try? one.members(of: a), let y = try? other.members(of: b) else { return false }
      let shown = x.filter {
        $0.value.kind != .array || (try? one.elements(of: $0.value))?.count != 0
      }
      return shown.count == y.count
        && zip(shown, y).allSatisfy {
          $0.key == $1.key && isSame(one, $0.value, other: other, $1.value)
        }
    case (.array, .array):
      guard let x = try? one.elements(of: a), let y = try? other.elements(of: b) else {
        return false
      }
      return x.count == y.count && zip(x, y).allSatisfy { isSame(one, $0, other: other, $1) }
    case (let x, let y): return x == y
    }
  }
}
