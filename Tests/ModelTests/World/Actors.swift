/// An adapter of the recording host.
final class Host {
  /// HCI index; 0 where the format has none.
  let index: Int
  let address: ModelAddress
  let server: Server
  let shown = Shown()
  var isPresent = true
  /// Devices that it is bonded with.
  var bonds: Set<ObjectIdentifier> = []
  /// The capture has told its address.
  var addressIsShown = false
  var links: [Link] = []
  /// What is to happen next on it, a record each.
  var script: [() -> Void] = []
  /// What the capture has told of scanning and advertising.
  /// Chains of advertising reports that are under way; `tell` tells what there is of one.
  var chains: [(device: Device, tell: (Moment) -> Void)] = []
  /// What the capture has told of the parameters, in units of 0.625 ms.
  var scan: (isActive: Bool, interval: Int, window: Int, hasPHYs: Bool)?
  /// Legacy advertising, and extended: by whether it is that.
  var advertising: [Bool: (least: Int, most: Int, isConnectable: Bool)] = [:]
  var isConnecting = false
  /// What the capture has told of its attempt to connect, until that ends.
  var attempt: (device: Device, air: ModelAddress, moment: Moment)?
  var isScanning: Bool?
  var isAdvertising: [Bool: Bool] = [:]

  init(_ draws: inout Draws, index: Int) {
    self.index = index
    address = ModelAddress(value: 0x00AA_0000_0000 | index, kind: 0)
    server = ServerPlan.server(&draws, name: "Host \(index)")
  }
}

/// One ATT request that waits for its answer.
struct OpenRequest {
  let opcode: Int
  var handle: Int?
  /// What a write asks to be written.
  var value: [UInt8] = []
  /// Whether it is a read by type that is no discovery.
  var readsValues = false
  var moment: Moment
  /// The type and the first handle of a request for a range.
  var type: String?
  var firstHandle: Int?
  /// The server will not answer it.
  var isForgotten = false
}

/// Values that a client has queued, as far as the capture shows it.
struct QueuedWrite {
  let handle: Int
  let first: Moment
  let offset: Int
  var bytes: [UInt8]
  var parts: Int
}

/// What one side does as a client.
struct ClientState {
  var isBusy = false
  var open: OpenRequest?
  /// The server's indication that waits for this client's confirmation: its place in the story.
  var indication: (place: Int?, event: ExpectedEvent)?
  /// A long read as far as it went: told when it ends.
  var longRead: (place: Int?, event: ExpectedEvent)?
}

/// A PDU on its way: the fragments that are still to go.
struct Outgoing {
  var fragments: [[UInt8]]
  var begun = false
  let delivered: (Moment) -> Void
}

/// A connection.
final class Link {
  let host: Host
  let device: Device
  /// The device's address when it connected.
  let air: ModelAddress
  let handle: Int
  let hostIsCentral: Bool
  /// Its Connection Complete is in the capture.
  var beginsInCapture = false
  /// The capture tells who the peer is.
  var isKnown = false
  /// The capture shows the address that it connected under.
  var airIsShown = false
  /// Who is central is known: from the beginning, or from what only one side does.
  var knowsRoles = false
  /// When it was first seen in the capture.
  var seen = 0
  /// The record at which it was first seen.
  var startFrame = 0
  /// The connection's number in the capture; `nil` until it is seen there.
  var ordinal: Int?
  var outgoing: [[Outgoing]] = [[], []]
  /// The fixed channel, and those that are open beside it.
  private(set) lazy var bearers = [Bearer(self, nil, mtu: 23)]
  /// What each side has queued at the other's server, as far as the capture shows it.
  var queues: [[QueuedWrite]] = [[], []]
  var isQueueing = [false, false]
  /// What each side can receive on the fixed channel.
  let receiveMTU: [Int]
  /// Channels with credits: how many there were, those that are wanted or given up.
  var openedChannels = 0
  var channelSignal: (moment: Moment, side: Side, own: [(key: String, json: String)])?
  var isSettingUpChannels = false
  var nextCID = [0x40, 0x40]
  var mtuAsked = [false, false]
  /// Attributes that were told on this connection, by side of the server, kind and handle.
  var told: Set<String> = []
  /// The peer's attributes, where the capture does not tell who it is.
  let strange = Shown()
  var pairing: Pairing?
  var isEncrypted = false
  /// It is encrypted with the key of a pairing before this connection.
  var isBondedReconnect = false
  var isSecuring = false
  /// The peer has sent its key, and next whose it is.
  var isTellingIdentity = false
  /// The parameter request that waits for its answer.
  var parameterRequest: (moment: Moment, values: [Int])?
  /// The same of one that its controller has told the host of.
  var controllerRequest: (moment: Moment, values: [Int])?
  var signal = 0
  var isAskingForParameters = false
  var isEnding = false
  /// A server on it is about to change.
  var isChanging = false
  /// Whether the capture has data of the host, and of the peer.
  var isHeard = [false, false]
  /// The side of which it had none when the other one answered it: it may lack what that side sends.
  var unheardClient: Side?
  /// A Disconnect that waits for the controller.
  var askedEnd: Moment?
  var disconnectRequest: Moment?
  /// The controller has said that it will do that.
  var isEndAccepted = false
  var isOpen = true

  init(_ host: Host, _ device: Device, handle: Int, hostIsCentral: Bool, receiveMTU: [Int]) {
    self.host = host
    self.device = device
    air = device.air
    self.handle = handle
    self.hostIsCentral = hostIsCentral
    self.receiveMTU = receiveMTU
  }

  /// What the capture has shown of the server that a client asks.
  func shown(to client: Side) -> Shown {
    client == .peer ? host.shown : face?.shown ?? strange
  }

  /// As whom the capture knows the peer, if it does.
  var face: Face? { isKnown ? device.face(air) : nil }

  func server(of client: Side) -> Server { client == .host ? device.server : host.server }

  func role(_ side: Side) -> String { (side == .host) == hostIsCentral ? "central" : "peripheral" }

  func open(_ channel: Channel) {
    bearers.append(Bearer(self, channel, mtu: channel.mtus.min() ?? 64))
  }

  func close(_ channel: Channel) { bearers.removeAll { $0.channel === channel } }
}

/// A pairing that is under way.
struct Pairing {
  /// `nil`: before the capture.
  let request: Moment?
  var method: String?
  var isSecure = false
  var isBonding = false
  var keySize = 16
}

/// A record of the capture: its number and time; frame 0 for one before the capture begins.
struct Moment {
  let frame: Int
  /// Microseconds since 1970.
  let time: Int

  var isRecorded: Bool { frame > 0 }
}
