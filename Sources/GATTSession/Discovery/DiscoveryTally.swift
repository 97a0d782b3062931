import BTSnoop

/// One discovery, counted until something else happens on the connection.
package struct DiscoveryTally {
  var requests = 0
  /// An app has listed them: requests are not shown.
  var isListed = false
  var services = 0
  var characteristics = 0
  var descriptors = 0
  var firstFrame: UInt64 = 0
  var firstTime = CaptureTime(seconds: 0, nanoseconds: 0)
  var lastFrame: UInt64 = 0
  var lastTime = CaptureTime(seconds: 0, nanoseconds: 0)

  /// Whether it found nothing new.
  package var isFruitless: Bool { services == 0 && characteristics == 0 && descriptors == 0 }
  var isEmpty: Bool { requests == 0 && isFruitless }
}
