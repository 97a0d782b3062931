import Bytes

/// Names of usages, as far as devices on Bluetooth use them.
///
/// Source: HID Usage Tables 1.5.
enum HIDUsage {
  enum Page {
    static let desktop: UInt32 = 1
    static let keyboard: UInt32 = 7
    static let led: UInt32 = 8
    static let button: UInt32 = 9
    static let consumer: UInt32 = 12
    static let digitizer: UInt32 = 13
  }

  /// The name; for others page and usage in hex.
  static func write(_ usage: UInt32, to out: inout ByteWriter) {
    let number = usage & 0xFFFF
    let table: [UInt32: StaticString]
    switch usage >> 16 {
    case Page.desktop: table = desktop
    case Page.keyboard: table = keyboard
    case Page.led: table = leds
    case Page.consumer: table = consumer
    case Page.digitizer: table = digitizer
    case Page.button:
      out.append("Button ")
      out.append(decimal: UInt64(number))
      return
    default: table = [:]
    }
    if let name = table[number] {
      out.append(name)
    } else {
      out.append(upperHex: UInt64(usage >> 16), digits: usage >> 24 > 0 ? 4 : 2)
      out.append(":")
      out.append(upperHex: UInt64(number), digits: 4)
    }
  }

  private static let desktop: [UInt32: StaticString] = [
    0x1: "Pointer", 0x2: "Mouse", 0x4: "Joystick", 0x5: "Game Pad", 0x6: "Keyboard",
    0x7: "Keypad", 0x8: "Multi-axis Controller", 0x30: "X", 0x31: "Y", 0x32: "Z", 0x33: "Rx",
    0x34: "Ry", 0x35: "Rz", 0x36: "Slider", 0x37: "Dial", 0x38: "Wheel", 0x39: "Hat Switch",
    0x3D: "Start", 0x3E: "Select", 0x80: "System Control", 0x81: "System Power Down",
    0x82: "System Sleep", 0x83: "System Wake Up", 0x90: "D-pad Up", 0x91: "D-pad Down",
    0x92: "D-pad Right", 0x93: "D-pad Left",
  ]

  private static let keyboard: [UInt32: StaticString] = [
    0x1: "ErrorRollOver", 0x2: "POSTFail", 0x3: "ErrorUndefined", 0x4: "A", 0x5: "B", 0x6: "C",
    0x7: "D", 0x8: "E", 0x9: "F", 0xA: "G", 0xB: "H", 0xC: "I",
    0xD: "J", 0xE: "K", 0xF: "L", 0x10: "M", 0x11: "N", 0x12: "O", 0x13: "P", 0x14: "Q",
    0x15: "R", 0x16: "S", 0x17: "T", 0x18: "U", 0x19: "V", 0x1A: "W", 0x1B: "X", 0x1C: "Y",
    0x1D: "Z", 0x1E: "1", 0x1F: "2", 0x20: "3", 0x21: "4", 0x22: "5", 0x23: "6", 0x24: "7",
    0x25: "8", 0x26: "9", 0x27: "0", 0x28: "Enter", 0x29: "Escape", 0x2A: "Backspace",
    0x2B: "Tab", 0x2C: "Space", 0x2D: "-", 0x2E: "=", 0x2F: "[", 0x30: "]", 0x31: "\\",
    0x32: "Non-US #", 0x33: ";", 0x34: "'", 0x35: "`", 0x36: ",", 0x37: ".", 0x38: "/",
    0x39: "Caps Lock", 0x3A: "F1", 0x3B: "F2", 0x3C: "F3", 0x3D: "F4", 0x3E: "F5", 0x3F: "F6",
    0x40: "F7", 0x41: "F8", 0x42: "F9", 0x43: "F10", 0x44: "F11", 0x45: "F12",
    0x46: "Print Screen", 0x47: "Scroll Lock", 0x48: "Pause", 0x49: "Insert", 0x4A: "Home",
    0x4B: "Page Up", 0x4C: "Delete", 0x4D: "End", 0x4E: "Page Down", 0x4F: "Right", 0x50: "Left",
    0x51: "Down", 0x52: "Up", 0x53: "Num Lock", 0x54: "Keypad /", 0x55: "Keypad *",
    0x56: "Keypad -", 0x57: "Keypad +", 0x58: "Keypad Enter", 0x59: "Keypad 1", 0x5A: "Keypad 2",
    0x5B: "Keypad 3", 0x5C: "Keypad 4", 0x5D: "Keypad 5", 0x5E: "Keypad 6", 0x5F: "Keypad 7",
    0x60: "Keypad 8", 0x61: "Keypad 9", 0x62: "Keypad 0", 0x63: "Keypad .", 0x64: "Non-US \\",
    0x65: "Application", 0x66: "Power", 0x67: "Keypad =", 0x68: "F13", 0x69: "F14", 0x6A: "F15",
    0x6B: "F16", 0x6C: "F17", 0x6D: "F18", 0x6E: "F19", 0x6F: "F20", 0x70: "F21", 0x71: "F22",
    0x72: "F23", 0x73: "F24", 0x74: "Execute", 0x75: "Help", 0x76: "Menu", 0x77: "Select",
    0x78: "Stop", 0x79: "Again", 0x7A: "Undo", 0x7B: "Cut", 0x7C: "Copy", 0x7D: "Paste",
    0x7E: "Find", 0x7F: "Mute", 0x80: "Volume Up", 0x81: "Volume Down", 0x87: "International 1",
    0x88: "International 2", 0x89: "International 3", 0x8A: "International 4",
    0x8B: "International 5", 0x8C: "International 6", 0x8D: "International 7",
    0x8E: "International 8", 0x8F: "International 9", 0x90: "LANG1", 0x91: "LANG2",
    0x92: "LANG3", 0x93: "LANG4", 0x94: "LANG5", 0x95: "LANG6", 0x96: "LANG7", 0x97: "LANG8",
    0x98: "LANG9", 0xE0: "Left Control", 0xE1: "Left Shift", 0xE2: "Left Alt", 0xE3: "Left GUI",
    0xE4: "Right Control", 0xE5: "Right Shift", 0xE6: "Right Alt", 0xE7: "Right GUI",
  ]

  private static let leds: [UInt32: StaticString] = [
    0x1: "Num Lock", 0x2: "Caps Lock", 0x3: "Scroll Lock", 0x4: "Compose", 0x5: "Kana",
  ]

  private static let consumer: [UInt32: StaticString] = [
    0x1: "Consumer Control", 0x30: "Power", 0x32: "Sleep", 0x40: "Menu", 0x41: "Menu Pick",
    0x42: "Menu Up", 0x43: "Menu Down", 0x44: "Menu Left", 0x45: "Menu Right",
    0x46: "Menu Escape", 0x6F: "Display Brightness Increment",
    0x70: "Display Brightness Decrement", 0x89: "Media Select TV", 0x9C: "Channel Increment",
    0x9D: "Channel Decrement", 0xB0: "Play", 0xB1: "Pause", 0xB2: "Record", 0xB3: "Fast Forward",
    0xB4: "Rewind", 0xB5: "Scan Next Track", 0xB6: "Scan Previous Track", 0xB7: "Stop",
    0xB8: "Eject", 0xCD: "Play/Pause", 0xCF: "Voice Command", 0xE2: "Mute", 0xE5: "Bass Boost",
    0xE9: "Volume Increment", 0xEA: "Volume Decrement",
    0x183: "AL Consumer Control Configuration", 0x18A: "AL Email Reader", 0x192: "AL Calculator",
    0x194: "AL Local Machine Browser", 0x196: "AL Internet Browser", 0x221: "AC Search",
    0x223: "AC Home", 0x224: "AC Back", 0x225: "AC Forward", 0x226: "AC Stop",
    0x227: "AC Refresh", 0x22A: "AC Bookmarks", 0x238: "AC Pan",
  ]

  private static let digitizer: [UInt32: StaticString] = [
    0x1: "Digitizer", 0x2: "Pen", 0x4: "Touch Screen", 0x5: "Touch Pad", 0x20: "Stylus",
    0x22: "Finger", 0x30: "Tip Pressure", 0x32: "In Range", 0x42: "Tip Switch",
    0x47: "Confidence", 0x51: "Contact Identifier", 0x54: "Contact Count",
    0x55: "Contact Count Maximum",
  ]
}
