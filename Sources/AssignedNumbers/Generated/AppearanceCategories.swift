// Written by scripts/assigned-numbers; do not edit.
//
// Source: bumble 0.0.236
//   Apache License 2.0, Copyright 2021-2025 Google LLC.

// swift-format-ignore-file

extension NameTable {
  /// The upper 10 bits of an appearance.
  static let appearanceCategories = NameTable(
    digits: 4,
    count: 52,
    #"""
    0000 Unknown
    0001 Phone
    0002 Computer
    0003 Watch
    0004 Clock
    0005 Display
    0006 Remote Control
    0007 Eye-glasses
    0008 Tag
    0009 Keyring
    000A Media Player
    000B Barcode Scanner
    000C Thermometer
    000D Heart Rate Sensor
    000E Blood Pressure
    000F Human Interface Device
    0010 Glucose Meter
    0011 Running Walking Sensor
    0012 Cycling
    0013 Control Device
    0014 Network Device
    0015 Sensor
    0016 Light Fixtures
    0017 Fan
    0018 HVAC
    0019 Air Conditioning
    001A Humidifier
    001B Heating
    001C Access Control
    001D Motorized Device
    001E Power Device
    001F Light Source
    0020 Window Covering
    0021 Audio Sink
    0022 Audio Source
    0023 Motorized Vehicle
    0024 Domestic Appliance
    0025 Wearable Audio Device
    0026 Aircraft
    0027 AV Equipment
    0028 Display Equipment
    0029 Hearing Aid
    002A Gaming
    002B Signage
    0031 Pulse Oximeter
    0032 Weight Scale
    0033 Personal Mobility Device
    0034 Continuous Glucose Monitor
    0035 Insulin Pump
    0036 Medication Delivery
    0037 Spirometer
    0051 Outdoor Sports Activity

    """#)
}
