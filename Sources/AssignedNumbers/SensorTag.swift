/// What the Texas Instruments SensorTags CC2541 and CC2650 hold on TI's own base,
/// F000xxxx-0451-4000-B000-000000000000. The services for new firmware (FFC0) are among the
/// generated tables.
///
/// Source: the GATT tables of the SensorTags' firmware. AA44 is the barometer's period on both;
/// AA43, its calibration, is only on the CC2541, and so are AA10, AA30, AA50 and AA60; AA64, AA70
/// and AA80 are only on the CC2650.
extension NameTable {
  static let sensorTagServices = NameTable(
    digits: 32,
    count: 12,
    """
    F000AA0004514000B000000000000000 IR Temperature
    F000AA1004514000B000000000000000 Accelerometer
    F000AA2004514000B000000000000000 Humidity
    F000AA3004514000B000000000000000 Magnetometer
    F000AA4004514000B000000000000000 Barometer
    F000AA5004514000B000000000000000 Gyroscope
    F000AA6004514000B000000000000000 Test
    F000AA6404514000B000000000000000 IO
    F000AA7004514000B000000000000000 Optical
    F000AA8004514000B000000000000000 Movement
    F000AC0004514000B000000000000000 Registers
    F000CCC004514000B000000000000000 Connection Control

    """)

  static let sensorTagCharacteristics = NameTable(
    digits: 32,
    count: 35,
    """
    F000AA0104514000B000000000000000 IR Temperature Data
    F000AA0204514000B000000000000000 IR Temperature Configuration
    F000AA0304514000B000000000000000 IR Temperature Period
    F000AA1104514000B000000000000000 Accelerometer Data
    F000AA1204514000B000000000000000 Accelerometer Configuration
    F000AA1304514000B000000000000000 Accelerometer Period
    F000AA2104514000B000000000000000 Humidity Data
    F000AA2204514000B000000000000000 Humidity Configuration
    F000AA2304514000B000000000000000 Humidity Period
    F000AA3104514000B000000000000000 Magnetometer Data
    F000AA3204514000B000000000000000 Magnetometer Configuration
    F000AA3304514000B000000000000000 Magnetometer Period
    F000AA4104514000B000000000000000 Barometer Data
    F000AA4204514000B000000000000000 Barometer Configuration
    F000AA4304514000B000000000000000 Barometer Calibration
    F000AA4404514000B000000000000000 Barometer Period
    F000AA5104514000B000000000000000 Gyroscope Data
    F000AA5204514000B000000000000000 Gyroscope Configuration
    F000AA5304514000B000000000000000 Gyroscope Period
    F000AA6104514000B000000000000000 Test Data
    F000AA6204514000B000000000000000 Test Configuration
    F000AA6504514000B000000000000000 IO Data
    F000AA6604514000B000000000000000 IO Configuration
    F000AA7104514000B000000000000000 Optical Data
    F000AA7204514000B000000000000000 Optical Configuration
    F000AA7304514000B000000000000000 Optical Period
    F000AA8104514000B000000000000000 Movement Data
    F000AA8204514000B000000000000000 Movement Configuration
    F000AA8304514000B000000000000000 Movement Period
    F000AC0104514000B000000000000000 Register Data
    F000AC0204514000B000000000000000 Register Address
    F000AC0304514000B000000000000000 Register Device ID
    F000CCC104514000B000000000000000 Connection Parameters
    F000CCC204514000B000000000000000 Request Connection Parameters
    F000CCC304514000B000000000000000 Request Disconnect

    """)

  /// Taken by TI on the SIG's base without having been assigned: others use them, too.
  static let sensorTagShortServices = NameTable(
    digits: 4,
    count: 1,
    """
    FFE0 Simple Keys

    """)

  static let sensorTagShortCharacteristics = NameTable(
    digits: 4,
    count: 1,
    """
    FFE1 Simple Keys Data

    """)
}
