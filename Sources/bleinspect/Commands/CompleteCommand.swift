import Bytes
import Timeline

extension CommandDeclaration {
  static let complete = CommandDeclaration(
    operands: "bash|zsh|fish|man",
    operandWords: { ShellCompletion.allCases.map(\.rawValue) + ["man"] },
    takesFiles: false,
    summary: "what a shell completes, and the manual page",
    about: "Writes what bash, zsh or fish completes after bleinspect, or the manual page. `make "
      + "install` puts them where they belong.",
    examples: [
      ("bleinspect complete bash", "for bash-completion"),
      ("bleinspect complete man", "for man -l -"),
    ],
    exitCodes: ["success", "output failed", "bad usage"],
    prepare: { invocation, _ throws(UsageError) in
      guard invocation.files.count == 1, let word = invocation.files.first,
        word == "man" || ShellCompletion(rawValue: word) != nil
      else { throw invocation.refused("complete takes one of bash, zsh, fish and man") }
    },
    run: { CompleteCommand($0).run() })
}

/// `complete`: files for shells and for `man`.
struct CompleteCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() -> ExitCode {
    let output = OutputChannel.standard
    let shell = invocation.files.first.flatMap(ShellCompletion.init)
    output.stream.buffer.append(string: shell?.script ?? ManualPage.text)
    return output.finish()
  }
}
