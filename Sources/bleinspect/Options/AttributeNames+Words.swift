import ATTDissector
import Bytes
import GATTValues
import Vocabulary

extension AttributeNames {
  /// The attributes that an option's value, or a word of a file, names.
  /// - or: what else it could have been, with its comma.
  static func meant(
    by word: String, or other: String = ""
  ) throws(SettingError) -> Set<BluetoothUUID> {
    let found = uuids(word)
    if !found.isEmpty { return found }
    // As the report shows those of 128 bits.
    if word.includes("...") {
      throw SettingError(
        "a UUID needs all of its 36 characters, which 'bleinspect gatt' shows: \(quoted(word))")
    }
    let similar = similar(to: word).map { quoted($0) }
    throw SettingError(
      "neither a UUID nor the name of an attribute\(other): \(quoted(word))"
        + (similar.isEmpty
          ? " (180D, 2A37, 36 characters, or a name)" : Suggestion.clause(similar)))
  }
}
