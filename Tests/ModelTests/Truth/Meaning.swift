/// What the values mean that the model uses, as `decoded` has it; all others have no meaning.
enum Meaning {
  static func decoded(_ value: [UInt8], _ type: ModelUUID) -> String? {
    switch type.text {
    case "2A00": text("device_name", value)
    case "2A29": text("manufacturer_name", value)
    case "2901": text("user_description", value)
    case "2A19": "{\"battery_level_percent\":\(value[0])}"
    case "2A37": "{\"heart_rate_bpm\":\(value[1]),\"sensor_contact\":\"not_supported\"}"
    case "2A38":
      "{\"body_sensor_location\":\"\(places[Int(value[0])])\",\"body_sensor_location_code\":\(value[0])}"
    case "2A05" where value.count == 4:
      "{\"start_handle\":\(Int(value[0]) | Int(value[1]) << 8),\"end_handle\":\(Int(value[2]) | Int(value[3]) << 8)}"
    case "2902":
      "{\"notifications\":\(value[0] & 1 != 0),\"indications\":\(value[0] & 2 != 0)}"
    case "2B2A" where value.count == 16:
      "{\"database_hash\":\"\(value.map { hex($0) }.joined())\"}"
    default: nil
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }

  private static let places = ["Other", "Chest", "Wrist", "Finger", "Hand", "Ear Lobe", "Foot"]

  private static func text(_ key: String, _ value: [UInt8]) -> String {
    "{\"\(key)\":\"\(String(decoding: value, as: UTF8.self))\"}"
  }
}
