import BTSnoop
import Bytes

/// A datagram as the kernel's monitor gives it.
/// - length: what the header says; `nil` for the truth.
func datagram(
  _ opcode: UInt16, adapter: UInt16 = 0, _ payload: [UInt8], length: Int? = nil
) -> [UInt8] {
  let length = UInt16(truncatingIfNeeded: length ?? payload.count)
  return [opcode, adapter, length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + payload
}
