/// What ATT runs over: the fixed channel of a connection, or a channel of its own. Each has its MTU,
/// and on each a client has one request open (Vol 3, Part F, 3.2.11).
final class Bearer {
  unowned let link: Link
  /// `nil` for the fixed channel.
  let channel: Channel?
  var mtu: Int
  var clients = [ClientState(), ClientState()]

  init(_ link: Link, _ channel: Channel?, mtu: Int) {
    self.link = link
    self.channel = channel
    self.mtu = mtu
  }

  subscript(client: Side) -> ClientState {
    get { clients[client.rawValue] }
    set { clients[client.rawValue] = newValue }
  }

  var isIdle: Bool {
    clients.allSatisfy { !$0.isBusy && $0.indication == nil && $0.longRead == nil }
      && (channel?.waiting.allSatisfy(\.isEmpty) ?? true)
  }

  // What the connection knows.
  var told: Set<String> {
    get { link.told }
    set { link.told = newValue }
  }
  func shown(to client: Side) -> Shown { link.shown(to: client) }
  func server(of client: Side) -> Server { link.server(of: client) }
}

/// An L2CAP channel with credit-based flow control (Vol 3, Part A, 10). Lists are by side.
final class Channel {
  /// In its connection, from 1.
  let number: Int
  let asker: Side
  /// The identifier that each side has given its end.
  let cids: [Int]
  /// What each side takes, in an SDU and in a frame.
  let mtus: [Int]
  let sizes: [Int]
  /// Frames that each side may still send.
  var credits: [Int]
  /// Credits for each side are on their way.
  var isCredited = [false, false]
  /// Frames that wait for credits.
  var waiting: [[(bytes: [UInt8], delivered: (Moment) -> Void)]] = [[], []]
  /// SDUs that each side has sent, and their octets; and one that has begun.
  var sent = [(sdus: 0, octets: 0), (sdus: 0, octets: 0)]
  var isInsideSDU = [false, false]
  var isClosing = false

  init(
    number: Int, asker: Side, cids: [Int], mtus: [Int], sizes: [Int], credits: [Int]
  ) {
    self.number = number
    self.asker = asker
    self.cids = cids
    self.mtus = mtus
    self.sizes = sizes
    self.credits = credits
  }

  /// How an event names it.
  var own: [(key: String, json: String)] {
    [
      ("psm", "39"), ("source_cid", String(cids[asker.rawValue])),
      ("destination_cid", String(cids[asker.other.rawValue])),
    ]
  }
}
