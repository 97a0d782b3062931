import System

/// Where Wireshark looks for what belongs to a user.
struct WiresharkFolders {
  /// The user's configuration; `nil` where there is no home folder.
  let configuration: String?
  private let home: String?

  init(environment: (String) -> String? = System.environment) {
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.home = home
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      configuration = "\(folder)/wireshark"
    } else {
      configuration = home.map { "\($0)/.config/wireshark" }
    }
  }

  /// The profile that `extcap --install` makes.
  var profile: String? { configuration.map { "\($0)/profiles/bleinspect" } }

  /// For programs that capture: up to Wireshark 4.0 in the configuration, since 4.2 in `~/.local/lib`. Each version
  /// reads one of them, so that nothing is listed twice.
  var extcap: [String] {
    [configuration.map { "\($0)/extcap" }, home.map { "\($0)/.local/lib/wireshark/extcap" }]
      .compactMap(\.self)
  }
}
