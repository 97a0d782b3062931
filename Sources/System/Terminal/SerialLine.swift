import CSystem
import Glibc

/// A serial line. Nothing blocks.
package enum SerialLine {
  /// Why a line cannot be used.
  package enum SerialError: Error, Equatable {
    case system(SystemError)
    /// The line runs at another speed than requested.
    case speed(UInt32)
  }

  /// Opens a line for raw bytes: 8 data bits, no parity, one stop bit.
  /// - Parameters:
  ///   - speed: bits per second; any that the hardware supports.
  ///   - flowControl: RTS and CTS, as the UART transport of HCI has it.
  package static func open(
    _ path: String, speed: UInt32, flowControl: Bool = false
  ) throws(SerialError) -> Descriptor {
    // Without O_NONBLOCK the open would wait for a modem's carrier.
    let raw = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard raw >= 0 else { throw .system(SystemError(code: errno)) }
    let line = Descriptor(raw: raw, owned: true)
    guard isatty(raw) == 1 else { throw .system(SystemError(code: ENOTTY)) }
    // Two readers would each get some of the bytes.
    _ = ioctl(raw, UInt(TIOCEXCL), 0)
    var settings = Settings()
    guard unsafe ioctl(raw, Settings.get, &settings) == 0 else {
      throw .system(SystemError(code: errno))
    }
    settings.setRaw(flowControl: flowControl)
    settings.setSpeed(speed)
    guard unsafe ioctl(raw, Settings.set, &settings) == 0,
      unsafe ioctl(raw, Settings.get, &settings) == 0
    else { throw .system(SystemError(code: errno)) }
    // The driver reports the actual speed where it knows it.
    let difference = max(settings.outputSpeed, speed) - min(settings.outputSpeed, speed)
    guard settings.outputSpeed == 0 || Double(difference) <= Double(speed) * 0.03 else {
      throw .speed(settings.outputSpeed)
    }
    return line
  }

  /// The group whose members may use a device; `nil` if it has no name.
  package static func group(of path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, let group = unsafe getgrgid(status.st_gid) else {
      return nil
    }
    return unsafe group.pointee.gr_name.map { unsafe String(cString: $0) }
  }

  /// struct termios2 of the kernel (asm-generic/termbits.h), which takes any speed; the C library's
  /// struct does not, and the two headers cannot be included together.
  struct Settings {
    /// TCGETS2 and TCSETS2 (asm-generic/ioctls.h).
    static let get: UInt = 0x802C_542A
    static let set: UInt = 0x402C_542B
    static let speedMask: UInt32 = 0x100F
    static let inputSpeedMask: UInt32 = 0x100F_0000
    /// BOTHER: the speed is the number below.
    static let otherSpeed: UInt32 = 0x1000

    private var input: UInt32 = 0
    private var output: UInt32 = 0
    private(set) var control: UInt32 = 0
    private var local: UInt32 = 0
    private var discipline: UInt8 = 0
    private(set) var characters: [19 of UInt8] = .init(repeating: 0)
    private var inputSpeed: UInt32 = 0
    private(set) var outputSpeed: UInt32 = 0

    /// CRTSCTS.
    static let flowControl: UInt32 = 0x8000_0000

    mutating func setRaw(flowControl: Bool = false) {
      input = 0
      output = 0
      local = 0
      control = control & UInt32(HUPCL) | UInt32(CS8 | CREAD | CLOCAL)
      if flowControl { control |= Self.flowControl }
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }

    mutating func setSpeed(_ speed: UInt32) {
      // Input as output: a separate input speed would be in the higher bits.
      control = control & ~(Self.speedMask | Self.inputSpeedMask) | Self.otherSpeed
      inputSpeed = speed
      outputSpeed = speed
    }
  }
}
