/// The differences of one device, grouped by subject, both in order of first occurrence.
struct GroupedDifferences {
  struct Subject {
    /// `Heart Rate Measurement 180D/2A37`.
    let title: String
    var differences: [Difference] = []
  }

  /// In words; `nil`: about the whole timeline.
  let device: String?
  var subjects: [Subject] = []

  private struct Key: Hashable {
    let device: String?
    let title: String
  }

  static func devices(of differences: some Sequence<Difference>) -> [GroupedDifferences] {
    var devices: [GroupedDifferences] = []
    var indexOfDevice: [String?: Int] = [:]
    var indexOfSubject: [Key: Int] = [:]
    for difference in differences {
      let device = indexOfDevice[difference.device] ?? devices.count
      if device == devices.count {
        indexOfDevice[difference.device] = device
        devices.append(GroupedDifferences(device: difference.device))
      }
      let title = TextLines.title(difference.subject, uuid: difference.uuid)
      let key = Key(device: difference.device, title: title)
      let subject = indexOfSubject[key] ?? devices[device].subjects.count
      if subject == devices[device].subjects.count {
        indexOfSubject[key] = subject
        devices[device].subjects.append(Subject(title: title))
      }
      devices[device].subjects[subject].differences.append(difference)
    }
    return devices
  }
}
