import Bytes
import System

/// Makes this program known to the user's Wireshark, and gives it a profile.
struct WiresharkInstallation {
  private let replaces: Bool
  private let folders: WiresharkFolders
  private let output = OutputChannel.standard

  /// - replaces: whether files of the profile that are there are written anew.
  init(replaces: Bool, folders: WiresharkFolders = WiresharkFolders()) {
    self.replaces = replaces
    self.folders = folders
  }

  func run() -> ExitCode {
    guard let profile = folders.profile else {
      OutputChannel.complain("neither HOME nor XDG_CONFIG_HOME names a folder for Wireshark")
      return .unusable
    }
    guard let program = Folder.program else {
      OutputChannel.complain("the file of this program is not known")
      return .unusable
    }
    var code = ExitCode.success
    for folder in folders.extcap {
      attempt("\(folder)/bleinspect", code: &code) { path throws(SystemError) in
        try Folder.make(folder)
        try Folder.link(path, to: program)
        return "runs \(shown(program))"
      }
    }
    for file in WiresharkProfile.files {
      attempt("\(profile)/\(file.name)", code: &code) { path throws(SystemError) in
        try Folder.make(profile)
        do throws(SystemError) {
          let pending = try PendingFile(path, replaces: replaces)
          try pending.descriptor.write(file.text.rawBytes)
          try pending.publish()
        } catch {
          guard error == PendingFile.exists else { throw error }
          return "is there, and stays; --force writes it anew"
        }
        return file.about
      }
    }
    if code == .success {
      output.write("Start Wireshark anew, and choose the profile: wireshark -C bleinspect\n")
    }
    let written = output.finish()
    return code == .success ? written : code
  }

  private func attempt(
    _ path: String, code: inout ExitCode,
    _ body: (String) throws(SystemError) -> String
  ) {
    do throws(SystemError) {
      let outcome = try body(path)
      output.write("\(shown(path)): \(outcome)\n")
    } catch {
      OutputChannel.complain("\(shown(path)): \(error.message)")
      code = .failed
    }
  }
}

/// A profile of Wireshark: a column for what is known of each packet, and colors.
enum WiresharkProfile {
  static let files: [(name: String, about: String, text: String)] = [
    ("preferences", "columns", preferences), ("recent", "their widths", widths),
    ("colorfilters", "colors", colors),
    ("dfilter_buttons", "buttons of filters", buttons),
    ("ethers", "names of devices, one a line: 00:22:d0:00:06:07 Strap", ethers),
  ]

  private static let preferences = """
    # Of bleinspect: the comments on packets as a column.
    gui.column.format: "No.", "%m", "Time", "%t", "Source", "%s", "Destination", "%d", "Protocol", "%p", "Length", "%L", "Known", "%Cus:frame.comment:0:R", "Info", "%i"
    nameres.mac_name: TRUE

    """

  /// In pixels; Wireshark writes the file anew.
  private static let widths = """
    column.width: %m, 55, %t, 90, %s, 150, %d, 150, %p, 70, %L, 55, %Cus:frame.comment, 420, %i, 400

    """

  /// Each as `@name@filter@[background][text]`, in 16 bits a color; the first that fits counts. That nothing more is
  /// found ends every discovery, and is no error.
  private static let colors = """
    # Of bleinspect.
    @Finding: error@frame.comment contains "ble: error "@[63479,49087,49087][32896,0,0]
    @Finding: warning@frame.comment contains "ble: warning "@[65535,59110,46003][26214,13107,0]
    @Finding: note@frame.comment contains "ble: note "@[65535,64250,55255][17990,17990,0]
    @ATT error@btatt.opcode == 0x01 && !(btatt.error_code == 0x0a && btatt.req_opcode_in_error in {0x04,0x06,0x08,0x10})@[63479,57568,57568][32896,0,0]
    @Pairing and encryption@btsmp || bthci_evt.code == 0x08 || btle.control_opcode == 0x03 || btle.control_opcode == 0x05@[60652,57568,65535][17990,0,32896]
    @Connection@bthci_evt.code == 0x05 || bthci_evt.le_meta_subevent == 0x01 || bthci_evt.le_meta_subevent == 0x0a || btle.advertising_header.pdu_type == 0x05 || btle.control_opcode == 0x02@[56540,64250,58596][0,17990,0]
    @Notification, indication@btatt.opcode == 0x1b || btatt.opcode == 0x1d || btatt.opcode == 0x23@[58853,62708,65535][0,8738,26214]
    @Write@btatt.opcode == 0x12 || btatt.opcode == 0x52 || btatt.opcode == 0xd2 || btatt.opcode == 0x16 || btatt.opcode == 0x18@[61680,65535,61680][0,17990,0]
    @Advertisement@bthci_evt.le_meta_subevent == 0x02 || bthci_evt.le_meta_subevent == 0x0d || btle.access_address == 0x8e89bed6@[62965,62965,62965][26214,26214,26214]

    """

  /// For each `\"` in a text, Wireshark 4.0 loses an octet at its end.
  private static let buttons = """
    # Of bleinspect.
    "TRUE","Findings","frame.comment contains \\x22ble: error \\x22 || frame.comment contains \\x22ble: warning \\x22",""
    "TRUE","Known","frame.comment",""
    "TRUE","ATT","btatt",""

    """

  private static let ethers = """
    # Names of devices, one a line: 00:22:d0:00:06:07 Strap
    # bleinspect convert --annotate --ethers FILE IN OUT.pcapng writes those of a capture.

    """
}
