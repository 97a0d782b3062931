/// What one side sends, to distinguish new packets from retransmissions.
struct LinkFlow {
  /// Sequence number of the last packet with a good CRC; `nil` before the first.
  private var sequenceNumber: Bool?
  /// A hash of its content; `nil` where the next packet must not be compared with it.
  private var content: UInt64?
  /// The other side has acknowledged it, and later expected that sequence number again: the next
  /// packet with it is new.
  private var isOutdated = false
  private var isAcknowledged = false
  /// Connection events were missed since: the next packet is most likely new.
  private var followsGap = false
  /// Connection events or packets were missed since: the next packet may not continue the PDU.
  private var mayFollowLoss = false
  /// Packets with a good CRC.
  private(set) var packets: UInt64 = 0
  /// How often something else was sent, or may have been.
  private(set) var losses: UInt64 = 0
  /// Losses that something other than sequence numbers shows.
  private(set) var gaps: UInt64 = 0

  /// The losses that count: sequence numbers that are always 0 show none.
  func shownLosses(_ hasNumbers: Bool) -> UInt64 { hasNumbers ? losses : gaps }

  /// What was sent last is known.
  var isKnown: Bool { sequenceNumber != nil && !isOutdated }

  /// Something may have been missed.
  mutating func noteLoss() {
    mayFollowLoss = true
    losses &+= 1
    gaps &+= 1
  }

  /// Connection events were missed.
  mutating func missEvents() {
    followsGap = true
    noteLoss()
  }

  /// Records a packet of the other side.
  mutating func acknowledge(_ next: Bool) {
    guard let sequenceNumber else { return }
    if next != sequenceNumber {
      isAcknowledged = true
    } else if isAcknowledged, !isOutdated {
      isOutdated = true
      losses &+= 1
    }
  }

  /// What a packet with a good CRC is.
  struct Step: Equatable {
    /// A retransmission.
    var isRepeated: Bool
    /// A packet before it is missing.
    var followsLoss: Bool
    /// Some packets before it may be missing.
    var mayFollowLoss: Bool
  }

  /// Records a packet of this side.
  mutating func take(_ number: Bool, content hash: UInt64) -> Step {
    let mayFollowLoss = mayFollowLoss
    defer { followsGap = false }
    let isSame = number == sequenceNumber
    let isRepeated = repeats(number, content: hash) && !isOutdated && !followsGap
    let followsLoss = isSame && !isRepeated
    sequenceNumber = number
    content = hash
    packets &+= 1
    // What repeats one that was acknowledged may be another of the same content.
    if followsLoss || (isRepeated && isAcknowledged) { losses &+= 1 }
    if !isRepeated {
      isOutdated = false
      isAcknowledged = false
      self.mayFollowLoss = false
    }
    return Step(
      isRepeated: isRepeated, followsLoss: followsLoss, mayFollowLoss: followsLoss || mayFollowLoss)
  }

  /// Whether a packet is the last one of this side once more.
  func repeats(_ number: Bool, content hash: UInt64) -> Bool {
    number == sequenceNumber && hash == content
  }

  /// Records a packet with damaged content: its header is most likely correct.
  mutating func takeDamaged(_ number: Bool) {
    losses &+= 1
    if number != sequenceNumber { content = nil }
  }
}
