import ATTDissector

/// What a recorded peripheral wanted encryption for: the errors that said so, by handle.
package struct SecuredAttributes: Equatable, Sendable {
  package var reads: [UInt16: ATTErrorCode] = [:]
  package var writes: [UInt16: ATTErrorCode] = [:]
}

extension RecordedPeripheral {
  /// Takes the errors that asked for security out of what is played: whether they are answers
  /// depends on the link, and no longer on the order of requests.
  mutating func takeSecured() -> SecuredAttributes {
    var secured = SecuredAttributes()
    for (handle, recorded) in reads {
      var rest: [Read] = []
      for read in recorded {
        if case .error(let error) = read.outcome, error.asksForSecurity {
          secured.reads[handle] = secured.reads[handle] ?? error
        } else {
          rest.append(read)
        }
      }
      reads[handle] = rest.isEmpty ? nil : rest
    }
    for (handle, recorded) in writes {
      var rest: [Write] = []
      for write in recorded {
        if let error = write.error, error.asksForSecurity {
          secured.writes[handle] = secured.writes[handle] ?? error
        } else {
          rest.append(write)
        }
      }
      writes[handle] = rest.isEmpty ? nil : rest
    }
    return secured
  }
}

extension ATTErrorCode {
  /// Insufficient Authentication, Encryption Key Size, Encryption (3.4.1.1): who gets these pairs,
  /// and asks again.
  fileprivate var asksForSecurity: Bool {
    rawValue == 0x05 || rawValue == 0x0C || rawValue == 0x0F
  }
}
