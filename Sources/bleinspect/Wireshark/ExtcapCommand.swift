import BTSnoop
import Bytes
import GATTSession
import LiveCapture
import System
import Timeline

extension CommandDeclaration {
  static let extcap = CommandDeclaration(
    operands: nil,
    takesFiles: false,
    summary: "capture for Wireshark, with what is known of each packet",
    about:
      "Wireshark and tshark call this to list what can be captured, and to capture it: the adapters "
      + "of this machine, an Android phone, a board on a serial line, a capture as if it were live, and a "
      + "mock of a recorded peripheral. Packets have comments that say what their values mean. --install "
      + "makes it known to Wireshark, with a profile of columns and colors. See docs/wireshark.md.",
    sections: [
      .table(
        "Interfaces, and their options in Wireshark",
        rows: ExtcapInterface.allCases.map { interface in
          (interface.rawValue, interface.options.map(\.rawValue).joined(separator: ", "))
        })
    ],
    examples: [
      ("bleinspect extcap --install", "once, for Wireshark"),
      ("bleinspect extcap --install --force", "with a new profile"),
    ],
    exitCodes: [
      "installed, or captured until Wireshark or the source ended it",
      "the source failed while it was captured, or a file could not be written",
      "bad usage, or a source that cannot be opened",
    ],
    prepare: { invocation, _ throws(UsageError) in
      if let first = invocation.files.first {
        throw invocation.refused("extcap takes no operand: \(quoted(first))")
      }
      guard invocation.options.writing.installs else {
        throw invocation.refused(
          "Wireshark calls extcap with options of its own; --install makes it known there")
      }
    },
    run: { WiresharkInstallation(replaces: $0.options.output.force).run() })
}

/// `bleinspect extcap` as Wireshark calls it.
struct ExtcapCommand {
  private let arguments: ExtcapArguments

  init(_ arguments: ExtcapArguments) { self.arguments = arguments }

  func run() -> ExitCode {
    switch arguments.question {
    case .interfaces: return answer(interfaces)
    case .linkTypes, .options, .capture: break
    }
    guard let name = arguments.interface, let interface = ExtcapInterface(rawValue: name) else {
      let known = ExtcapInterface.allCases.map(\.rawValue).joined(separator: ", ")
      OutputChannel.complain(
        "no interface \(quoted(arguments.interface ?? "")): expected \(known)")
      return .unusable
    }
    switch arguments.question {
    case .linkTypes:
      let type = interface.linkType
      return answer([
        "dlt "
          + ExtcapOption.sentence([
            ("number", "\(type.number)"), ("name", type.name), ("display", type.title),
          ])
      ])
    case .options:
      return answer(interface.options.enumerated().map { $1.line($0) })
    case .interfaces, .capture: return ExtcapCapture(interface, arguments).run()
    }
  }

  private var interfaces: [String] {
    [
      "extcap "
        + ExtcapOption.sentence([("version", OptionParser.version), ("display", "bleinspect")])
    ]
      + ExtcapInterface.allCases.map {
        "interface " + ExtcapOption.sentence([("value", $0.rawValue), ("display", $0.title)])
      }
  }

  private func answer(_ lines: [String]) -> ExitCode {
    let output = OutputChannel.standard
    for line in lines { output.write(line + "\n") }
    return output.finish()
  }
}
