import Bytes

/// The manual page, made from the rows of commands and options, for `man`.
enum ManualPage {
  static var text: String {
    var page = """
      .TH BLEINSPECT 1 "" "bleinspect \(OptionParser.version)" "User Commands"
      .SH NAME
      bleinspect \\- captures of Bluetooth Low Energy, decoded
      .SH SYNOPSIS

      """
    for command in Command.all { page += "\(line(command.usage))\n.br\n" }
    page += """
      .SH DESCRIPTION
      bleinspect reads captures of Bluetooth Low Energy (btsnoop, pcap, pcapng and others) and shows what
      happened: devices, their attributes, decoded values, and errors.
      \(line(CommandDeclaration.manyCaptures))
      .SH COMMANDS

      """
    for command in Command.all {
      page += ".SS \(line(command.usage))\n\(line(command.summary)).\n.PP\n\(line(command.about))\n"
      for option in HelpText.options(for: command) {
        page += ".TP\n\\fB\(line(option.synopsis))\\fR\n\(line(option.help(for: command)))\n"
      }
      for section in command.sections {
        page += ".PP\n\(line(section.title)):\n.PP\n.nf\n\(block(section.body)).fi\n"
      }
      page += ".PP\nExamples:\n.PP\n.nf\n"
      for example in command.examples { page += block("  \(example.line)  # \(example.about)\n") }
      page += ".fi\n.PP\nExit codes:\n"
      for (code, meaning) in command.exitCodes.enumerated() {
        page += ".TP\n\\fB\(code)\\fR\n\(line(meaning))\n"
      }
    }
    for (title, rows) in [("ENVIRONMENT", variables), ("FILES", files)] {
      page += ".SH \(title)\n"
      for (name, meaning) in rows { page += ".TP\n\\fB\(line(name))\\fR\n\(line(meaning))\n" }
    }
    return page
  }

  private static let variables = [
    ("NO_COLOR", "if set, --color auto does not color"),
    ("TERM", "dumb: no status line, no progress, and charts are drawn once"),
    ("TMPDIR", "where a long timeline waits, in a file without a name; /tmp without it"),
    ("XDG_CONFIG_HOME", "what FILES has below ~/.config is below this folder"),
    ("GITHUB_ACTIONS", "true: diff, check and gatt --expect also write annotations"),
    ("GITHUB_STEP_SUMMARY", "the file to which --summary adds Markdown"),
    ("SUDO_UID, SUDO_GID", "as whom live and mock continue once they have what needs root"),
  ]

  private static let files = [
    (
      "~/.config/bleinspect/decoders/*.json",
      "declarations of values; not for check, diff, baseline"
    ),
    (".bleinspect-diff.json", "beside the file that diff expects: options that belong to it"),
  ]

  /// A text on a line of its own, which is no request.
  private static func line(_ text: String) -> String {
    let safe = text.with("\\e", for: "\\").with("\\-", for: "-")
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }

  private static func block(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
      .joined(separator: "\n")
  }
}
