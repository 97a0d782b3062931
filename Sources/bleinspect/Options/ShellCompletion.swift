import Bytes

/// What a shell completes after `bleinspect`, made from the rows of commands and options.
enum ShellCompletion: String, CaseIterable, Sendable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Self.bash()
    case .zsh: Self.zsh()
    case .fish: Self.fish()
    }
  }

  private static let words = Command.all.compactMap(\.word)

  /// The commands whose operands are no files.
  private static func withoutFiles(_ separator: String) -> String {
    Command.all.filter { !$0.declaration.takesFiles }.compactMap(\.word).joined(
      separator: separator)
  }

  /// A text of ours in single quotes; none has a backslash.
  private static func quoted(_ text: String) -> String { CommandLineText.inSingleQuotes(text) }

  // MARK: bash

  private static func bash() -> String {
    var values = ""
    var options = ""
    for command in Command.all {
      let word = command.word ?? ""
      let rows = HelpText.options(for: command)
      for option in rows {
        guard let value = option.value else { continue }
        let known = value.words(command).joined(separator: " ")
        let names = option.spellings.map { quoted("\(word) \($0)") }.joined(separator: "|")
        values += "    \(names)) "
        values +=
          known.isEmpty
          ? value.isFile ? "_bleinspect_files \"$current\"" : ":"
          : "_bleinspect_\(value.isList ? "list" : "words") \(quoted(known)) \"$current\""
        values += "; return;;\n"
      }
      let operands = command.declaration.operandWords().joined(separator: " ")
      if !operands.isEmpty {
        values +=
          "    \(quoted("\(word) \(word)"))) _bleinspect_words \(quoted(operands)) \"$current\";;\n"
      }
      let all = rows.flatMap(\.spellings).joined(separator: " ")
      options += "      \(quoted(word))) _bleinspect_words \(quoted(all)) \"$current\";;\n"
    }
    return """
      # What bash completes after bleinspect.
      _bleinspect_words() {
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$1" -- "$2")
      }
      # The last of several with commas.
      _bleinspect_list() {
        local before=''
        if [[ $2 == *,* ]]; then before=${2%,*},; fi
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -P "$before" -W "$1" -- "${2##*,}")
      }
      _bleinspect_files() {
        compopt -o filenames 2> /dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$1")
      }
      _bleinspect() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command='' word
        COMPREPLY=()
        # --format=json is three words: = is one of them.
        if [[ $current == = ]]; then
          current=''
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in
            \(words.joined(separator: "|"))) command=$word; break;;
          esac
        done
        case "$command $previous" in
      \(values)  esac
        if [[ $current == -* ]]; then
          case $command in
      \(options)    esac
          return
        fi
        case $command in \(withoutFiles("|"))) return;; esac
        if [[ ${#COMPREPLY[@]} -gt 0 ]]; then return; fi
        _bleinspect_files "$current"
        if [[ ! $command ]]; then _bleinspect_words \(quoted(words.joined(separator: " "))) "$current"; fi
      }
      complete -F _bleinspect bleinspect

      """
  }

  // MARK: zsh

  /// In a specification of `_arguments`.
  private static func escaped(_ text: String) -> String {
    text.with("\\\\", for: "\\").with("\\[", for: "[").with("\\]", for: "]").with("\\:", for: ":")
  }

  private static func zsh() -> String {
    var cases = ""
    for command in Command.all {
      cases += "    \(quoted(command.word ?? "")))\n      _arguments -S \\\n"
      for option in HelpText.options(for: command) {
        var form = "[\(escaped(option.help(for: command)))]"
        if let value = option.value {
          let known = value.words(command).map(escaped).joined(separator: " ")
          form += ":\(escaped(value.placeholder)):"
          form +=
            known.isEmpty
            ? value.isFile ? "_files" : " "
            : value.isList ? "_sequence compadd - \(known)" : "(\(known))"
        }
        for name in option.spellings {
          // A value is the next word, or stands in the same one after a sign.
          let sign = option.value == nil ? "" : name.hasPrefix("--") ? "=" : "+"
          cases += "        \(quoted("*\(name)\(sign)\(form)")) \\\n"
        }
      }
      let operands = command.declaration.operandWords().map(escaped).joined(separator: " ")
      if command.word == nil {
        cases += "        '1:command or capture:_bleinspect_first' '*:file:_files';;\n"
      } else {
        // The first one is the command.
        cases += "        '1: : '"
        if !operands.isEmpty { cases += " \(quoted("2:operand:(\(operands))"))" }
        cases += command.declaration.takesFiles ? " '*:file:_files';;\n" : ";;\n"
      }
    }
    let commands = Command.all.compactMap { command in
      command.word.map { "    \(quoted("\($0):\(escaped(command.summary))"))\n" }
    }
    return """
      #compdef bleinspect
      # What zsh completes after bleinspect.
      _bleinspect_first() {
        local -a commands=(
      \(commands.joined())  )
        _describe command commands
        _files
      }
      _bleinspect() {
        local command='' word
        for word in "${(@)words[2,CURRENT-1]}"; do
          case $word in
            \(words.joined(separator: "|"))) command=$word; break;;
          esac
        done
        case $command in
      \(cases)  esac
      }
      _bleinspect "$@"

      """
  }

  // MARK: fish

  private static func fish() -> String {
    let all = words.joined(separator: " ")
    var lines = """
      # What fish completes after bleinspect.
      function __bleinspect_list -d 'The last of several with commas'
        set -l before (commandline -ct | string replace -r -f '^(--[a-z-]+=)?(.*,)?[^,]*$' '$2')
        printf '%s\\n' "$before"$argv
      end

      """
    for command in Command.all {
      guard let word = command.word else { continue }
      lines += "complete -c bleinspect -n '__fish_use_subcommand' -a \(word)"
      lines += " -d \(fishQuoted(command.summary))\n"
    }
    for command in Command.all {
      let condition =
        command.word.map { "__fish_seen_subcommand_from \($0)" }
        ?? "not __fish_seen_subcommand_from \(all)"
      let operands = command.declaration.operandWords().joined(separator: " ")
      if !operands.isEmpty {
        lines += "complete -c bleinspect -n '\(condition); and not "
        lines += "__fish_seen_subcommand_from \(operands)' -a \(fishQuoted(operands))\n"
      }
      if !command.declaration.takesFiles {
        lines += "complete -c bleinspect -n '\(condition)' -f\n"
      }
      for option in HelpText.options(for: command) {
        lines += "complete -c bleinspect -n '\(condition)' -l \(option.name)"
        if let short = option.short { lines += " -s \(short)" }
        if let value = option.value {
          let known = value.words(command).joined(separator: " ")
          let offered = value.isList ? "(__bleinspect_list \(known))" : known
          lines += known.isEmpty ? value.isFile ? " -r -F" : " -x" : " -x -a \(fishQuoted(offered))"
        }
        lines += " -d \(fishQuoted(option.help(for: command)))\n"
      }
    }
    return lines
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.with("\\\\", for: "\\").with("\\'", for: "'") + "'"
  }
}
